"""What came of the matches, as tables of docs/policies.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from analyses.estimate import mean, wilson
from peers.matches import match_of
from rules.catan.options import RESOURCES

ENGINES = {"catanatron": "catanatron", "houserules": "ours"}
TRADES = {"none": "none", "one_for_one": "one for one"}
PARTS = ("won", "lost")
FEWEST = 10
"""Games of which shares and means are told."""

COUNTED = {
    "decisions": "decisions",
    "choices": "choices of our policies",
    "refused": "of these, not allowed there",
}
SEEN = {
    "^we do not allow|^a bot's move": "moves of the bots that we do not allow",
    "^PLAY.* only here": "decisions in which only we let a card be played",
    "^PLAY.* only there": "in which only catanatron does",
    "^(?!PLAY).* only (here|there)": "in which something else is allowed",
    "^another (hand|bank)": "another hand or bank afterwards",
    "^another .*holder": "another holder of the Longest Road or the Largest Army",
}
"""What the engines see differently, by how it was noted."""

Rows = list[dict[str, Any]]


def lines(rows: Rows) -> Iterator[str]:
    """All tables."""
    yield from results(rows)
    yield from ("", "What `heuristic` and `F` had, in games won and lost as the one among three:", "")
    yield from habits([row for row in rows if row["players"] == 4 and row["ours"] == "heuristic"])
    yield from ("", "And where the two engines differ, over all of these games:", "")
    yield from differences(rows)


def results(rows: Rows) -> Iterator[str]:
    """How often who sits alone wins."""
    yield "| engine | trade between players | one | among | fair share | wins | games |"
    yield "|---|---|---|---|---:|---|---:|"
    for row in rows:
        match = match_of(row)
        wins = f"{wilson(row['won'], match.n):.1%}"
        cells = (ENGINES[match.host], TRADES[match.trade], match.words, f"{1 / match.players:.0%}", wins)
        yield f"| {' | '.join(cells)} | {match.n} |"


def habits(rows: Rows) -> Iterator[str]:
    """What who sits alone had built at the end, and what its first two settlements yield."""
    yield f"| engine | one | games | | third settlement | Longest Road | {' | '.join(RESOURCES)} |"
    yield f"|---|---|---:|---|---|---|{'---|' * len(RESOURCES)}"
    for row in rows:
        match = match_of(row)
        if match.bot != "F":
            continue
        for which, part in enumerate(PARTS):
            n = row["won"] if part == "won" else match.n - row["won"]
            if n < FEWEST:
                continue
            shares = [f"{wilson(row[what][which], n):.0%}" for what in ("settled", "road")]
            pips = [f"{mean(total, squares, n):.1f}" for total, squares in row["pips"][which]]
            one = match.words.split(" | ")[0]
            cells = [ENGINES[match.host], one, n, part, *shares, *pips]
            yield f"| {' | '.join(map(str, cells))} |"


def differences(rows: Rows) -> Iterator[str]:
    """Decisions and choices, and what the engines see differently, by whose engine it was."""
    yield f"| | {' | '.join(f'in {engine}' for engine in ENGINES.values())} |"
    yield "|---|---:|---:|"
    hosted = [[row for row in rows if row["host"] == host] for host in ENGINES]
    for name, words in COUNTED.items():
        yield f"| {words} | {' | '.join(f'{sum(row[name] for row in played):,}' for played in hosted)} |"
    for pattern, words in SEEN.items():
        counts = [
            sum(n for row in played for what, n in row["seen"].items() if re.search(pattern, what))
            for played in hosted
        ]
        yield f"| {words} | {' | '.join(f'{n:,}' for n in counts)} |"
