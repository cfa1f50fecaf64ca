"""The styles: how each fares alone among `heuristic`, and what it does otherwise, in docs/strength.md.

    python tests/styles.py [GAME ...]

Each takes every seat in turn, on the same games. `make strength` plays all of them, in minutes;
games that are not asked for keep their rows.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import TypeAlias

import numpy as np
from pages import DOCS, part, write_part
from strength import mean_of, play

from analyses.estimates.estimate import wilson
from simulate.io.console import note

PAGE = DOCS / "strength.md"
GAMES = 2_000
"""Of each seat."""
MOST = 5

Rows: TypeAlias = Mapping[str, np.ndarray]


def total(*columns: str) -> Callable[[Rows], np.ndarray]:
    """What some columns add up to."""
    return lambda rows: np.sum([rows[column].astype(np.int64) for column in columns], axis=0)


MEEPLES = total(
    *(f"{size}_on_{where}" for size in ("small", "big") for where in ("route", "asteroid", "planet"))
)
ORE_AND_GRAIN = total(*(f"pips_{kind}_{which}" for kind in ("ore", "grain") for which in (1, 2)))

RESOURCES = ("brick", "lumber", "wool", "grain", "ore")
PIPS = total(*(f"pips_{kind}_{which}" for kind in RESOURCES for which in (1, 2)))


def kinds(rows: Rows) -> np.ndarray:
    """Resources that the first two settlements draw."""
    return np.sum([total(f"pips_{kind}_1", f"pips_{kind}_2")(rows) > 0 for kind in RESOURCES], axis=0)


STYLES: dict[str, dict[str, tuple[str, Callable[[Rows], np.ndarray]]]] = {
    "carcassonne": {
        "farmer": ("farmers placed", total("farmers")),
        "no_farms": ("farmers placed", total("farmers")),
        "city_builder": ("thieves placed", total("thieves")),
        "blocker": ("points of all rivals", total("rivals")),
    },
    "castle": {
        "rusher": ("stock left", total("stock")),
        "controller": ("cards sent back", total("sent_back")),
        "drawer": ("cards placed", total("plays")),
    },
    "catan": {
        "no_trade": ("trades with players", total("deals", "deals_joined")),
        "road_builder": ("roads built", total("roads")),
        "ore_grain": ("pips on ore and grain", ORE_AND_GRAIN),
        "balanced": ("kinds of resources", kinds),
        "varied": ("pips of the first two settlements", PIPS),
    },
    "starwars": {
        "raider": ("attacks on planets", total("attacks")),
        "peaceful": ("attacks on planets", total("attacks")),
        "hoarder": ("meeples placed", MEEPLES),
    },
}
"""What shows each style: the words for it, and how much of it there is in the row of a seat."""


def alone(game: str, style: str, players: int) -> dict[str, np.ndarray]:
    """The rows of a style in every seat in turn among `heuristic`, with the points of all its `rivals`."""
    found = []
    for seat in range(players):
        words = ",".join(style if s == seat else "heuristic" for s in range(players))
        seats = play(game, words, players, GAMES)["seats"]
        mine = {name: seats[name][:, seat] for name in seats.dtype.names or ()}
        found.append(mine | {"rivals": seats["score"].sum(axis=1, dtype=np.int64) - mine["score"]})
    return {name: np.concatenate([rows[name] for rows in found]) for name in found[0]}


def row_of(game: str, style: str, usual: Mapping[int, Rows]) -> tuple[str, str]:
    """A row of each table."""
    word, count = STYLES[game][style]
    wins, shows = [], []
    for players, theirs in usual.items():
        mine = alone(game, style, players)
        won = wilson(float(mine["win_share"].sum()), len(mine["win_share"])).times(players)
        wins.append(f"{won:.2f}")
        shows.append(f"{mean_of(count(mine)).value:.2f} ({mean_of(count(theirs)).value:.2f})")
    before, after = [""] * (min(usual) - 2), [""] * (MOST - max(usual))
    note(f"{game} {style}: {wins}")
    return tuple(  # type: ignore[return-value]
        f"| {' | '.join([game, f'`{style}`', *words, *before, *cells, *after])} |"
        for words, cells in (((), wins), ((word,), shows))
    )


def main() -> None:
    """Play the styles of the games named on the command line, or of all, and write their rows."""
    found: dict[str, list[str]] = {"wins": [], "counts": []}
    for game in STYLES:
        if game not in (sys.argv[1:] or STYLES):
            for name, rows in found.items():
                rows += [
                    line for line in part(PAGE, f"{name} of styles").splitlines() if f"| {game} |" in line
                ]
            continue
        tables = (3, 4) if game == "catan" else range(2, MOST + 1)
        usual = {players: alone(game, "heuristic", players) for players in tables}
        for style in STYLES[game]:
            for rows, row in zip(found.values(), row_of(game, style, usual), strict=True):
                rows.append(row)
    head = ["game", "style", "two players", "three", "four", "five"]
    for name, rows in found.items():
        words = [*head[:2], "", *head[2:]] if name == "counts" else head
        lines = [f"| {' | '.join(words)} |", "|---" * len(words) + "|", *rows]
        write_part(PAGE, f"{name} of styles", "\n".join(lines))


if __name__ == "__main__":
    main()
