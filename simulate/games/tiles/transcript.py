"""A game as people like to read it: who laid what where, what was paid, and the scores."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from rules.records import Data, spot
from rules.tiles.position import TilePosition
from simulate.games.tiles.replay import Played, Scoring, Turn
from simulate.io.layout import lay_turns, unfolded
from simulate.replays.replay import ToldTurn


def tell(played: Played, colours: Sequence[str], turns: Iterable[ToldTurn]) -> Iterator[str]:
    """The game line by line: its turns with the scores after each, then what was paid at the end."""
    results = [*(turn.result for turn in played.turns), played.record["result"]]
    yield from lay_turns(colours, turns, (result["scores"] for result in results))
    yield ""


def tell_turns(
    played: Played, happened: Callable[[Turn], Iterator[str]], paid: Callable[[Scoring, str], str]
) -> Iterator[ToldTurn]:
    """A line for each thing that happened, by turn; under None what was paid at the end.

    `happened` tells a turn, a line for each thing, `paid` a scoring and when it was.
    """
    for number, turn in enumerate(played.turns):
        yield ToldTurn(number, turn.entry["seat"], list(happened(turn)))
    if played.final:
        yield ToldTurn(None, None, [paid(scoring, "at the end") for scoring in played.final])


def tell_tile(entry: Data, meeple: str) -> Iterator[str]:
    """What was laid where, with the words for the meeple, and what had to be discarded before."""
    discarded = ", ".join(entry.get("discarded", []))
    if entry["tile"] is None:
        yield f"{discarded} fits nowhere and leaves the game; no tile" if discarded else "no tile"
        return
    degrees = f" turned {90 * entry['rotation']}°" if entry["rotation"] else ""
    yield f"{entry['tile']} at {spot(entry['at'])}{degrees}{meeple}"
    if discarded:
        yield f"drawn before it, fits nowhere: {discarded}"


def tell_segment(position: TilePosition, entry: Data, words: Mapping[str, str]) -> str:
    """The segment that a meeple was put on: ``the city``, or ``city 1`` where the tile has several."""
    meeple = entry["meeple"]
    on, segments = meeple["on"], position.segments[position.designs[entry["tile"]]]
    return f"{words[on]} {meeple['segment']}" if (on, 1) in segments else f"the {words[on]}"


def tell_count(n: int, word: str) -> str:
    """``1 tile``, ``2 tiles``."""
    plural = word[:-1] + "ies" if word.endswith("y") else word + "s"
    return f"{n} {word if n == 1 else plural}"


def by_source(
    played: Played, names: Sequence[Sequence[str]], sources: Mapping[str, str], winners_word: str
) -> Iterator[str]:
    """Points by source: a row a seat, under `names`, whose first row is their heading.

    `sources` gives the word for each source, `winners_word` what is said of several winners.
    """
    result = played.record["result"]
    rows = [[*names[0], *sources.values(), "score", ""]]
    for seat, name in enumerate(names[1:]):
        points = [str(result["by_source"][seat][source]) for source in sources]
        won = {0: "", 1: "wins"}.get(len(result["winners"]), winners_word)
        rows.append([*name, *points, str(result["scores"][seat]), won if seat in result["winners"] else ""])
    yield from unfolded(rows, {*range(len(names[0])), len(rows[0]) - 1}, "  ")
