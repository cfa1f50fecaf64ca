"""The heat map of battle odds: my dice against theirs."""

from __future__ import annotations

from io import BytesIO
from itertools import product
from pathlib import Path
from textwrap import fill

from analyses.estimates.lazy import pd
from analyses.games.odds import odds_table
from reports.pictures.fonts import standing_alone
from reports.pictures.plots import NO_METADATA, annotate, check_picture
from reports.pictures.style import ACCENT, PAPER, QUIET, Axes, figure, ink_on
from rules.errors import UserError
from simulate.io.files import write_whole

LOSING = "#b4573a"
"""Colour of odds below an even share; odds above it are `ACCENT`."""

MOST_COLUMNS = 21
"""Sets of rivals that a picture can hold with numbers one can read."""

MOST_WITH_TIES = 5
"""Dice up to which a picture has room for ties and tenths of a percent."""


def save_heat_map(path: Path, *, fighters: int, cap: int, faces: int) -> None:
    """Draw the exact chance to win a battle (SW-34, SW-35) for all pools of dice and write it to `path`.

    A row is my number of dice, a column the rivals' dice. Beneath the chance to win in the end stands the
    chance that I share the top of the first roll (SW-36). The suffix of `path`, .png or .svg, is the format.

    Raises `UserError` for a bad path, bad numbers, or more sets of rivals than a picture can hold.
    """
    check_picture(path)
    table = odds_table(fighters, cap, faces)
    rivals = list(table["rivals"].unique())
    if len(rivals) > MOST_COLUMNS:
        raise UserError(
            f"{fighters} fighters with up to {cap} dice make {len(rivals)} columns and a picture holds "
            f"{MOST_COLUMNS}; lower the cap or the number of fighters"
        )
    win = table.pivot(index="dice", columns="rivals", values="win")[rivals]
    tie = table.pivot(index="dice", columns="rivals", values="roll_tie")[rivals]

    small = cap > MOST_WITH_TIES
    if small:
        cell = 0.55
    else:  # labels of several rivals are long
        cell = 1.5 if fighters == 2 else 0.75 + 0.07 * fighters
    width = max(1.0 + cell * len(rivals), 6.0)
    with figure(width, 1.8 + (0.42 if small else 0.85) * cap) as page:
        axes = page.add_subplot()
        _draw_cells(axes, win, tie, even=1 / fighters)
        axes.set_xticks(range(len(rivals)), [label.replace(" ", "+") for label in rivals])
        axes.set_yticks(range(cap), [str(dice) for dice in win.index])
        axes.set(xlabel="their dice" if fighters == 2 else "dice of each rival", ylabel="my dice")
        letters = int(9.8 * (width - 0.7))
        subtitle = fill(_explanation(fighters, faces, small), int(1.6 * letters))
        finding = _finding(win, rivals[0])
        axes.set_title(fill(finding, letters), pad=15 + 11 * len(subtitle.splitlines()))
        annotate(axes, subtitle, (0, 1), (0, 9), xycoords="axes fraction", color=QUIET, fontsize=9)
        suffix, sink = path.suffix[1:].lower(), BytesIO()
        is_svg = suffix == "svg"
        page.savefig(sink, format=suffix, dpi=200, metadata=NO_METADATA if is_svg else None)
    data = sink.getvalue()
    write_whole(path, standing_alone(data, finding) if is_svg else data)


def _draw_cells(axes: Axes, win: pd.DataFrame, tie: pd.DataFrame, even: float) -> None:
    """Colour each cell by its distance from an even share and write its numbers into it."""
    from matplotlib.colors import LinearSegmentedColormap, TwoSlopeNorm

    shades = LinearSegmentedColormap.from_list("odds", [LOSING, "#f6f5f2", ACCENT])
    distance = TwoSlopeNorm(even, vmin=0, vmax=1)
    axes.imshow(win, cmap=shades, norm=distance, aspect="auto")
    for row, column in product(range(win.shape[0]), range(win.shape[1])):
        chance, tied = win.to_numpy()[row, column], tie.to_numpy()[row, column]
        ink = ink_on(*shades(distance(chance))[:3])
        lines = [(_percent(chance, 1), 5, 12.5, "bold"), (f"tie {_percent(tied, 1)}", -11, 8.5, "normal")]
        if len(win) > MOST_WITH_TIES:
            lines = [(f"{100 * chance:.0f}", 0, 11, "normal")]
        for text, height, size, weight in lines:
            look = {"ha": "center", "va": "center", "color": ink, "fontsize": size, "fontweight": weight}
            annotate(axes, text, (column, row), (0, height), **look)
    axes.set_xticks([column - 0.5 for column in range(1, win.shape[1])], minor=True)
    axes.set_yticks([row - 0.5 for row in range(1, win.shape[0])], minor=True)
    axes.grid(which="minor", color=PAPER, linewidth=2)
    axes.tick_params(which="both", length=0)
    axes.spines[:].set_visible(False)


def _finding(win: pd.DataFrame, weakest: str) -> str:
    """The title: what a second and a third die are worth against rivals with one die each."""
    against = "one die each" if " " in weakest else "one die"
    chances = [_percent(chance) for chance in win[weakest]]
    if len(chances) == 1:
        return f"With one die each the chance to win is {chances[0]}"
    third = f", a third to {chances[2]}" if len(chances) > 2 else ""
    if len(chances) > MOST_WITH_TIES:
        third += f", {len(chances)} dice to {chances[-1]}"
    return f"Against {against}, a second die lifts the chance to win from {chances[0]} to {chances[1]}{third}"


def _explanation(fighters: int, faces: int, small: bool) -> str:
    """The lines under the title: what the numbers and colours mean."""
    beneath = "" if small else "Beneath it: the chance to share the top of the first roll. "
    return (
        f"Exact chance to win a battle of {fighters} fighters{' in percent' if small else ''}, dice with "
        f"{faces} faces. {beneath}"
        f"Blue is better and red is worse than an even share of {_percent(1 / fighters)}."
    )


def _percent(chance: float, decimals: int = 0) -> str:
    """`chance` as a percentage that no line break can part from its sign."""
    return f"{100 * chance:.{decimals}f}\N{NO-BREAK SPACE}%"
