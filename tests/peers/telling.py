"""What came of the matches, as tables of docs/strength.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from analyses.estimates.estimate import mean, wilson
from peers.matches import PEERS, match_of
from rules.catan.options import RESOURCES

OURS = {"houserules": "ours"}
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
    "catan": {
        "^we do not allow|^a bot's move": "moves of the bots that we do not allow",
        "^PLAY.* only here": "decisions in which only we let a card be played",
        "^PLAY.* only there": "in which only catanatron does",
        "^(?!PLAY).* only (here|there)": "in which something else is allowed",
        "^another (hand|bank)": "another hand or bank afterwards",
        "^another .*holder": "another holder of the Longest Road or the Largest Army",
    },
    "carcassonne": {
        "^a bot's move": "moves of the bot that we do not allow",
        "^move only here": "moves that only we allow",
        "^move only there": "moves that only carcassonne-ai allows",
        "^other points in a turn": "turns that bring other points",
        "^other meeples": "turns that leave other meeples",
        "^other points at": "games with another final scoring",
        "^another winner": "of these, with another winner",
        "^the bot fails": "moves that the bot does not find",
    },
}
"""What the engines see differently, by how it was noted."""

Rows = list[dict[str, Any]]


def lines(game: str, rows: Rows) -> Iterator[str]:
    """All tables of a game."""
    yield from results(game, rows)
    if game == "catan":
        yield from ("", "What `heuristic` and `F` had, in games won and lost as the one among three:", "")
        yield from habits([row for row in rows if row["players"] == 4 and row["ours"] == "heuristic"])
    yield from ("", "And where the two engines differ, over all of these games:", "")
    yield from differences(game, rows)


def results(game: str, rows: Rows) -> Iterator[str]:
    """How often who sits alone wins; in Carcassonne ties, too, and the points of both."""
    if game == "catan":
        yield "| engine | trade between players | one | among | fair share | wins | games |"
        yield "|---|---|---|---|---:|---|---:|"
    else:
        yield "| engine | one | against | wins | ties | its points | theirs | games |"
        yield "|---|---|---|---|---:|---|---|---:|"
    for row in rows:
        match, wins = match_of(row), f"{wilson(row['won'], row['n']):.1%}"
        engine = OURS.get(match.host, match.host)
        one, others = match.sides
        if game == "catan":
            among = f"{match.players - 1} {others}"
            cells = [engine, TRADES[match.trade], one, among, f"{1 / match.players:.0%}", wins]
        else:
            points = [f"{mean(total, squares, match.n):.1f}" for total, squares in row["points"]]
            cells = [engine, one, others, wins, str(row["tied"]), *points]
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
            cells = [OURS.get(match.host, match.host), match.sides[0], n, part, *shares, *pips]
            yield f"| {' | '.join(map(str, cells))} |"


def differences(game: str, rows: Rows) -> Iterator[str]:
    """Decisions and choices, and what the engines see differently, by whose engine it was."""
    hosts = (PEERS[game], "houserules")
    yield f"| | {' | '.join(f'in {OURS.get(host, host)}' for host in hosts)} |"
    yield "|---|---:|---:|"
    hosted = [[row for row in rows if row["host"] == host] for host in hosts]
    for name, words in COUNTED.items():
        yield f"| {words} | {' | '.join(f'{sum(row[name] for row in played):,}' for played in hosted)} |"
    for pattern, words in SEEN[game].items():
        counts = [
            sum(n for row in played for what, n in row["seen"].items() if re.search(pattern, what))
            for played in hosted
        ]
        yield f"| {words} | {' | '.join(f'{n:,}' for n in counts)} |"
