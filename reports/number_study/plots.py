"""Pictures of the study of numbers: sums against their law, droughts, what hexes pay, and who wins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from textwrap import fill
from typing import TYPE_CHECKING

from analyses.dice import SUMS
from analyses.number_study.cells import CARDS, DECK, LOT, STANDARD, TURNS, TWO_DICE, WAYS_TO_PLAY, Way
from analyses.number_study.dice import ALL, BEST, SHARE_MARGIN
from analyses.number_study.dots import TOKENS
from analyses.number_study.openings import EFFECT_MARGIN, PIPS
from analyses.number_study.seats import DISPUTED, SEAT_MARGIN, is_measured
from analyses.studies import Entry, Results
from reports.number_study.words import MARGIN_OF, MEASURE_NAMES, opening_of
from reports.plots import WIDTH, headline
from reports.study_plots import PLAYER_COLOURS, dots, legend, outer_labels, shade
from reports.style import ACCENT, INK, QUIET, RULE, figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WAY_COLOURS = {STANDARD.name: ACCENT, DECK.name: "#d08a2e"}
FATES = {"paid": ACCENT, "blocked": "#b4573a", "short": "#c7a252"}
CHOSEN = {STANDARD.name: ("chosen by the players", ACCENT), LOT: ("dealt by lot", "#6f9573")}
SEAT_SHADES = (INK, "#b4573a", "#6f9573", "#c7a252")
EFFECTS = ("brick", "lumber", "wool", "grain", "ore", "resources", "harbours")


def _panels(page: Figure, results: Results, share_x: bool = True) -> list[tuple[int, Axes]]:
    """A panel for each number of players, one below the other."""
    players = results.setting.players
    rows = page.subplots(len(players), 1, sharex=share_x, sharey=True, squeeze=False)[:, 0]
    for table, axes in zip(players, rows, strict=True):
        axes.set_title(f"{table} players", fontsize=10, pad=5)
        axes.spines["left"].set_visible(False)
        axes.tick_params(length=0)
        axes.grid(axis="y", color=RULE)
        axes.set_axisbelow(True)
    return list(zip(players, rows, strict=True))


@contextmanager
def sums(results: Results, title: str) -> Iterator[Figure]:
    """How far each sum lies from its law, a panel a table: dice, and cards, with simultaneous intervals."""
    with figure(WIDTH, 1.2 + 1.9 * len(results.setting.players)) as page:
        panels = _panels(page, results)
        for players, axes in panels:
            axes.axhspan(-100 * SHARE_MARGIN, 100 * SHARE_MARGIN, color="#f0eee6", linewidth=0, zorder=0.1)
            axes.axhline(0, color=QUIET, linewidth=0.9)
            for aside, way in ((-0.14, STANDARD), (0.14, DECK)):
                found = [
                    results.get("sums", "difference", players=players, way=way.name, group=ALL, number=n)
                    for n in SUMS
                ]
                _upright(axes, [n + aside for n in SUMS], found, 100.0, WAY_COLOURS[way.name])
            axes.set_xticks(SUMS)
        panels[-1][1].set_xlabel("sum of the dice")
        page.supylabel("share of rolls less its law (pp)", fontsize=10)
        legend(page, {"two dice": ACCENT, "36 cards": WAY_COLOURS[DECK.name]})
        headline(page, title)
        yield page


def _upright(axes: Axes, at: Sequence[float], found: Sequence[object], scale: float, colour: str) -> None:
    """Dots with upright intervals."""
    for x, estimate in zip(at, found, strict=True):
        shown = estimate.times(scale)  # type: ignore[attr-defined]
        axes.plot([x, x], [shown.low, shown.high], color=colour, linewidth=1.7, solid_capstyle="butt")
        axes.plot(x, shown.value, "o", color=colour, markersize=5, markeredgewidth=0)


@contextmanager
def droughts(results: Results, title: str) -> Iterator[Figure]:
    """The law of the longest row without a 6, exact as steps and as it came in the games as dots."""
    from matplotlib.lines import Line2D

    with figure(WIDTH, 3.3) as page:
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
        axes.spines["left"].set_visible(False)
        axes.tick_params(length=0)
        axes.grid(axis="y", color=RULE)
        axes.set_axisbelow(True)
        lines = [
            Line2D([], [], color=ACCENT, linewidth=1.5, label="two dice, exact"),
            Line2D([], [], color=WAY_COLOURS[DECK.name], linewidth=1.5, label="36 cards, exact"),
            Line2D([], [], marker="o", linestyle="", color=QUIET, markersize=3.5, label="played"),
        ]
        page.legend(handles=lines, loc="outside lower left", ncols=3, fontsize=9.5, columnspacing=1.6)
        headline(page, title)
        yield page


@contextmanager
def fates(results: Results, title: str) -> Iterator[Figure]:
    """What a hex pays, blocks and owes for each of its dots, a bar a token."""
    from matplotlib.patches import Patch

    with figure(WIDTH, 1.2 + 2.1 * len(results.setting.players)) as page:
        panels = _panels(page, results)
        for players, axes in panels:
            places = range(len(TOKENS))
            tops = [0.0] * len(TOKENS)
            for fate, colour in FATES.items():
                heights = []
                for token in TOKENS:
                    keys: dict[str, int | str] = {
                        "players": players,
                        "way": STANDARD.name,
                        "token": str(token),
                    }
                    promised = results.get("dots", "promised_per_dot", **keys).value
                    heights.append(promised * results.get("dots", fate, **keys).value)
                axes.bar(places, heights, bottom=tops, color=colour, width=0.74)
                tops = [a + b for a, b in zip(tops, heights, strict=True)]
            for place, (token, top) in enumerate(zip(TOKENS, tops, strict=True)):
                blocked = results.get("dots", "blocked", players=players, way=STANDARD.name, token=str(token))
                axes.text(
                    place, top, f"{100 * blocked.value:.0f} %", ha="center", va="bottom",
                    fontsize=8.5, color=FATES["blocked"],
                )  # fmt: skip
            axes.set_xticks(list(places), [str(token) for token in TOKENS])
            axes.set_ylim(0, 1.12 * max(tops))
        panels[-1][1].set_xlabel("token")
        page.supylabel("cards a game for each dot of a hex", fontsize=10)
        labels = {"paid": "paid", "blocked": "blocked by the robber (share above)", "short": "bank short"}
        handles = [Patch(color=colour, label=labels[fate]) for fate, colour in FATES.items()]
        page.legend(handles=handles, loc="outside lower left", ncols=3, fontsize=9.5, handlelength=0.9)
        headline(page, title)
        yield page


@contextmanager
def openings(results: Results, title: str) -> Iterator[Figure]:
    """Share of wins by the pips of the opening, a panel a table: chosen and dealt by lot."""
    with figure(WIDTH, 1.2 + 1.95 * len(results.setting.players)) as page:
        panels = _panels(page, results)
        for players, axes in panels:
            axes.axhline(100 / players, color=QUIET, linewidth=0.9, linestyle=(0, (4, 3)))
            for aside, (way, (_, colour)) in zip((-0.1, 0.1), CHOSEN.items(), strict=True):
                at, found = [], []
                for place, (low, high) in enumerate(PIPS):
                    entry = opening_of(results, players, way, "pips", low, high)
                    often = opening_of(results, players, way, "pips", low, high, "how_many")
                    if entry is not None and often is not None and often.estimate.value >= RARE:
                        at.append(place + aside)
                        found.append(entry.estimate)
                axes.plot(at, [100 * e.value for e in found], color=colour, linewidth=1.2, alpha=0.6)
                _upright(axes, at, found, 100.0, colour)
            axes.set_xticks(range(len(PIPS)), [bin_label(low, high) for low, high in PIPS])
            axes.yaxis.set_major_formatter("{x:.0f} %")
            axes.set_ylim(0)
        panels[-1][1].set_xlabel("pips of both settlements")
        page.supylabel("share of wins", fontsize=10)
        legend(page, dict(CHOSEN.values()))
        headline(page, title)
        yield page


RARE = 0.002
"""Of openings: bins with fewer are in the tables only."""


def bin_label(low: int, high: int) -> str:
    """A bin of pips on an axis."""
    if (low, high) == PIPS[-1]:
        return f"{low}+"
    return f"≤ {high}" if low == 0 else f"{low}–{high}"


@contextmanager
def effects(results: Results, title: str) -> Iterator[Figure]:
    """What one more of each thing adds to the share of wins, chosen and by lot, a panel a table."""
    players = results.setting.players
    labels = [
        {"resources": "one more kind\nof resource", "harbours": "a harbour"}.get(e, f"a pip of {e}")
        for e in EFFECTS
    ]
    with figure(WIDTH, 4.1) as page:
        panels = page.subplots(1, len(players), sharey=True, squeeze=False)[0]
        for axes, table in zip(panels, players, strict=True):

            def entry(row: int, series: int, table: int = table) -> Entry:
                way = tuple(CHOSEN)[series]
                return results.entry("effects", "effect", players=table, way=way, more=EFFECTS[row])

            dots(axes, labels, [colour for _, colour in CHOSEN.values()], entry, 100.0)
            shade(axes, 100 * EFFECT_MARGIN, one_sided=False)
            axes.set_title(f"{table} players", fontsize=10, pad=5)
            axes.set_xlabel("share of wins (pp)")
        legend(page, dict(CHOSEN.values()))
        headline(page, title)
        yield page


@contextmanager
def seats(results: Results, ways: Sequence[Way], title: str) -> Iterator[Figure]:
    """What each seat wins above an even share, a row a way to play, a panel a table."""
    players = results.setting.players
    colours: Mapping[str, str] = {f"seat {seat + 1}": SEAT_SHADES[seat] for seat in range(max(players))}
    with figure(WIDTH, 1.6 + 0.62 * len(ways)) as page:
        panels = page.subplots(1, len(players), sharey=True, squeeze=False)[0]
        for axes, table in zip(panels, players, strict=True):

            def entry(row: int, series: int, table: int = table) -> Entry | None:
                if series >= table:
                    return None
                return results.entry("seats", "over_even", players=table, way=ways[row].name, seat=series + 1)

            dots(axes, [wrapped(way) for way in ways], list(colours.values()), entry, 100.0, size=4.2)
            shade(axes, 100 * SEAT_MARGIN, one_sided=False)
            axes.set_title(f"{table} players", fontsize=10, pad=5)
            axes.set_xlabel("share of wins over even (pp)")
        legend(page, colours)
        headline(page, title)
        yield page


def wrapped(way: Way) -> str:
    """The words of a way on two lines if they are long."""
    return fill(way.text.replace("board: ", "").replace("policy ", "players: "), 19)


@contextmanager
def ways(results: Results, title: str) -> Iterator[Figure]:
    """Every finding under every way to play, a panel a finding and a dot a table."""
    players = results.setting.players
    with figure(WIDTH, 1.2 + 2 * (0.6 + 0.33 * len(WAYS_TO_PLAY))) as page:
        panels = page.subplots(2, 2, sharey=True).ravel().tolist()
        for axes, measure in zip(panels, DISPUTED, strict=True):

            def entry(row: int, series: int, measure: str = measure) -> Entry | None:
                way = WAYS_TO_PLAY[row]
                if not is_measured(measure, way):
                    return None
                return results.entry("ways", measure, players=players[series], way=way.name)

            colours = [PLAYER_COLOURS[p] for p in players]
            dots(axes, [wrapped(way) for way in WAYS_TO_PLAY], colours, entry, 100.0, size=4.2)
            shade(axes, 100 * MARGIN_OF[measure], one_sided=False)
            axes.tick_params(axis="y", labelsize=8.5)
            axes.set_title(fill(MEASURE_NAMES[measure], 30), fontsize=9.5, pad=5)
        outer_labels(panels, 4, "difference (%, or pp of wins)")
        for axes in panels[:2]:
            axes.set_xlabel("")
        legend(page, {f"{p} players": PLAYER_COLOURS[p] for p in players})
        headline(page, title)
        yield page
