"""Pictures of the study of numbers: sums against their law, droughts, what hexes pay, and who wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import fill
from typing import TYPE_CHECKING

from analyses.catan import TOKENS
from analyses.dice import SUMS
from analyses.studies.numbers.cells import (
    CARDS,
    DECK,
    LOT,
    MOVED,
    STANDARD,
    TURNS,
    TWO_DICE,
    WAYS_TO_PLAY,
    Way,
)
from analyses.studies.numbers.dice import ALL, BEST, SHARE_MARGIN
from analyses.studies.numbers.openings import EFFECT_MARGIN, PIPS
from analyses.studies.numbers.seats import SEAT_MARGIN
from analyses.studies.study import Results
from reports.plots import (
    BAND,
    DASHED,
    colours_of_players,
    dots,
    legend,
    legend_of_players,
    outer_labels,
    panels,
    quiet,
    upright,
)
from reports.studies.numbers.words import opening_of
from reports.style import ACCENT, INK, QUIET

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WAY_COLOURS = {STANDARD.name: ACCENT, DECK.name: "#d08a2e"}
FATES = {"paid": ACCENT, "blocked": "#b4573a", "short": "#c7a252"}
CHOSEN = {STANDARD.name: ("chosen by the players", ACCENT), LOT: ("dealt by lot", "#6f9573")}
SEAT_SHADES = (INK, "#b4573a", "#6f9573", "#c7a252")
DEALT = {**CHOSEN, MOVED: ("the experiment", "#b4573a")}
EFFECTS = ("pips", "brick", "lumber", "wool", "grain", "ore", "resources", "harbours")


def _panels(page: Figure, results: Results, below: str, beside: str) -> list[tuple[int, Axes]]:
    """A panel for each number of players, one below the other."""
    found = panels(page, results.players, 1)
    for _, axes in found:
        quiet(axes, "y", "both")
    found[-1][1].set_xlabel(below)
    page.supylabel(beside, fontsize=10)
    return found


def sums(page: Figure, results: Results) -> None:
    """How far each sum lies from its law, a panel a table: dice, and cards, with simultaneous intervals."""
    page.set_figheight(1.2 + 1.9 * len(results.players))
    for players, axes in _panels(page, results, "sum of the dice", "share of rolls less its law (pp)"):
        axes.axhspan(-100 * SHARE_MARGIN, 100 * SHARE_MARGIN, color=BAND, linewidth=0, zorder=0.1)
        axes.axhline(0, color=QUIET, linewidth=0.9)
        for aside, way in ((-0.14, STANDARD), (0.14, DECK)):
            keys: dict[str, int | str] = {"players": players, "way": way.name, "group": ALL}
            found = [results.entry("sums", "difference", number=n, **keys) for n in SUMS]
            upright(axes, [n + aside for n in SUMS], found, WAY_COLOURS[way.name])
        axes.set_xticks(SUMS)
    legend(page, {"two dice": ACCENT, "36 cards": WAY_COLOURS[DECK.name]})


def droughts(page: Figure, results: Results) -> None:
    """The law of the longest row without a 6, exact as steps and as it came in the games as dots."""
    from matplotlib.lines import Line2D

    page.set_figheight(3.3)
    axes = page.add_subplot()
    last = 45
    for way, colour in ((TWO_DICE, ACCENT), (CARDS, WAY_COLOURS[DECK.name])):
        law, seen = (
            [
                results.get("drought_law", measure, way=way.name, number=BEST, length=length)
                for length in range(last + 1)
            ]
            for measure in ("exact", "seen")
        )
        edges = [length - 0.5 for length in range(last + 2)]
        axes.stairs([100 * e.value for e in law], edges, color=colour, linewidth=1.5)
        axes.vlines(
            range(last + 1), [100 * e.low for e in seen], [100 * e.high for e in seen],
            color=colour, linewidth=1.0, alpha=0.75,
        )  # fmt: skip
        axes.plot(range(last + 1), [100 * e.value for e in seen], "o", color=colour, markersize=3)
    axes.set_xlim(3.5, last + 0.5)
    axes.set_ylim(0)
    axes.set_xlabel(f"turns in the longest row without a 6, of {TURNS} turns")
    axes.yaxis.set_major_formatter("{x:.0f} %")
    axes.set_ylabel("games")
    quiet(axes, "y", "both")
    lines = [
        Line2D([], [], color=ACCENT, linewidth=1.5, label="two dice, exact"),
        Line2D([], [], color=WAY_COLOURS[DECK.name], linewidth=1.5, label="36 cards, exact"),
        Line2D([], [], marker="o", linestyle="", color=QUIET, markersize=3.5, label="played"),
    ]
    page.legend(handles=lines, loc="outside lower left", ncols=3, fontsize=9.5, columnspacing=1.6)


def fates(page: Figure, results: Results) -> None:
    """What a hex pays, blocks and owes for each of its dots, a bar a token."""
    from matplotlib.patches import Patch

    page.set_figheight(1.2 + 2.1 * len(results.players))
    for players, axes in _panels(page, results, "token", "cards a game for each dot of a hex"):
        promised, *parts = (
            [
                results.value("dots", measure, players=players, way=STANDARD.name, token=str(token))
                for token in TOKENS
            ]
            for measure in ("promised_per_dot", *FATES)
        )
        tops = [0.0] * len(TOKENS)
        for colour, shares in zip(FATES.values(), parts, strict=True):
            heights = [cards * share for cards, share in zip(promised, shares, strict=True)]
            axes.bar(range(len(TOKENS)), heights, bottom=tops, color=colour, width=0.74)
            tops = [a + b for a, b in zip(tops, heights, strict=True)]
        for place, (blocked, top) in enumerate(zip(parts[1], tops, strict=True)):
            axes.text(
                place, top, f"{100 * blocked:.0f} %", ha="center", va="bottom",
                fontsize=8.5, color=FATES["blocked"],
            )  # fmt: skip
        axes.set_xticks(range(len(TOKENS)), [str(token) for token in TOKENS])
        axes.set_ylim(0, 1.12 * max(tops))
    labels = {"paid": "paid", "blocked": "blocked by the robber (share above)", "short": "bank short"}
    handles = [Patch(color=colour, label=labels[fate]) for fate, colour in FATES.items()]
    page.legend(handles=handles, loc="outside lower left", ncols=3, fontsize=9.5, handlelength=0.9)


RARE = 0.002
"""Of openings: bins with fewer are in the tables only."""


def openings(page: Figure, results: Results) -> None:
    """Share of wins by the pips of the opening, a panel a table: chosen and dealt by lot."""
    page.set_figheight(1.2 + 1.95 * len(results.players))
    for players, axes in _panels(page, results, "pips of both settlements", "share of wins"):
        axes.axhline(100 / players, color=QUIET, linewidth=0.9, linestyle=DASHED)
        for aside, (way, (_, colour)) in zip((-0.1, 0.1), CHOSEN.items(), strict=True):
            at, found = [], []
            for place, (low, high) in enumerate(PIPS):
                both = opening_of(results, players, way, "pips", low, high)
                if both is not None and both[1].estimate.value >= RARE:
                    at.append(place + aside)
                    found.append(both[0])
            heights = [100 * entry.estimate.value for entry in found]
            axes.plot(at, heights, color=colour, linewidth=1.2, alpha=0.6)
            upright(axes, at, found, colour)
        axes.set_xticks(range(len(PIPS)), [bin_label(low, high) for low, high in PIPS])
        axes.yaxis.set_major_formatter("{x:.0f} %")
        axes.set_ylim(0)
    legend(page, dict(CHOSEN.values()))


def bin_label(low: int, high: int) -> str:
    """A bin of pips on an axis."""
    if (low, high) == PIPS[-1]:
        return f"{low}+"
    return f"≤ {high}" if low == 0 else f"{low}–{high}"


def effects(page: Figure, results: Results) -> None:
    """What one more of each thing adds to the share of wins, chosen, by lot and moved, a panel a table."""
    page.set_figheight(4.6)
    labels = {"pips": "a pip,\nwhichever", "resources": "one more kind\nof resource", "harbours": "a harbour"}
    for table, axes in panels(page, results.players, len(results.players), share_x=False):
        rows = {
            labels.get(more, f"a pip of {more}"): [
                results.some("effects", "effect", way=way, more=more).get(table) for way in DEALT
            ]
            for more in EFFECTS
        }
        dots(axes, rows, [colour for _, colour in DEALT.values()], margin=EFFECT_MARGIN)
        axes.set_xlabel("share of wins (pp)")
    legend(page, dict(DEALT.values()))


def seats(page: Figure, results: Results, ways: Sequence[Way]) -> None:
    """What each seat wins above an even share, a row a way to play, a panel a table."""
    most = max(results.players)
    colours = {f"seat {seat + 1}": SEAT_SHADES[seat] for seat in range(most)}
    page.set_figheight(1.6 + 0.62 * len(ways))
    for table, axes in panels(page, results.players, len(results.players), share_x=False):
        rows = {
            wrapped(way): [
                results.some("seats", "over_even", way=way.name, seat=seat).get(table)
                for seat in range(1, most + 1)
            ]
            for way in ways
        }
        dots(axes, rows, list(colours.values()), size=4.2, margin=SEAT_MARGIN)
        axes.set_xlabel("share of wins over even (pp)")
    legend(page, colours)


def wrapped(way: Way) -> str:
    """The words of a way on two lines if they are long."""
    return fill(way.text.replace("board: ", "").replace("policy ", "players: "), 19)


def ways(page: Figure, results: Results, findings: Mapping[str, tuple[str, float]]) -> None:
    """Every finding, by its name and margin, under every way to play: a panel a finding and a dot a table."""
    players = results.players
    page.set_figheight(1.2 + 2 * (0.6 + 0.33 * len(WAYS_TO_PLAY)))
    found = page.subplots(2, 2, sharey=True).ravel().tolist()
    for axes, (measure, (name, margin)) in zip(found, findings.items(), strict=True):
        rows = {}
        for way in WAYS_TO_PLAY:
            entries = results.some("ways", measure, way=way.name)
            rows[wrapped(way)] = [entries.get(table) for table in players]
        dots(axes, rows, colours_of_players(players), size=4.2, margin=margin)
        axes.tick_params(axis="y", labelsize=8.5)
        axes.set_title(fill(name, 30), fontsize=9.5, pad=5)
    outer_labels(found, "difference (%, or pp of wins)")
    for axes in found[:2]:
        axes.set_xlabel("")
    legend_of_players(page, players)
