"""A game as people like to read it: who laid what where, the dice, what was paid, and the scores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.records import Data
from rules.starwars.options import CHARACTERS, FACTION_OF
from rules.starwars.state import SOURCES
from simulate.starwars.replay import Battle, Played, Scoring, Turn

WORDS = {"route": "route", "asteroid": "field", "planet": "planet"}
SOURCE_WORDS = ("routes", "fields", "planets", "battles lost", "tied rolls")


def transcript(played: Played) -> Iterator[str]:
    """The game line by line: its turns with the scores after each, then the points by source."""
    colours = played.table.options.colours
    widths = [max(4, len(colour)) for colour in colours]
    heading = "  ".join(colour.rjust(width) for colour, width in zip(colours, widths, strict=True))
    seat_width = max(map(len, colours))
    indent = len(f" turn  {'':{seat_width}}  {heading}   ")
    yield f" turn  {'seat':<{seat_width}}  {heading}"
    for number, turn in enumerate(played.turns):
        scores = _scores(turn.result, widths)
        first, *others = _happened(played, turn)
        yield f" {number:4}  {colours[turn.entry['seat']]:<{seat_width}}  {scores}   {first}"
        yield from (f"{'':{indent}}{line}" for line in others)
    if played.final:
        scores = _scores(played.record["result"], widths)
        first, *others = (_paid(played, scoring, "at the end") for scoring in played.final)
        yield f"  end  {'':{seat_width}}  {scores}   {first}"
        yield from (f"{'':{indent}}{line}" for line in others)
    yield ""
    yield from _by_source(played)


def _scores(result: Data, widths: Sequence[int]) -> str:
    return "  ".join(str(score).rjust(width) for score, width in zip(result["scores"], widths, strict=True))


def _happened(played: Played, turn: Turn) -> Iterator[str]:
    """What happened in a turn, a line for each thing; the first says what was laid."""
    entry = turn.entry
    discarded = ", ".join(entry.get("discarded", []))
    if entry["tile"] is None:
        yield f"{discarded} fits nowhere and leaves the game; no tile"
        return
    degrees = f" turned {90 * entry['rotation']}°" if entry["rotation"] else ""
    yield f"{entry['tile']} at {_place(entry['at'])}{degrees}{_meeple(played, entry)}"
    if discarded:
        yield f"drawn before it, fits nowhere: {discarded}"
    for battle in turn.battles:
        yield _fought(played, battle)
    for scoring in turn.scorings:
        yield _paid(played, scoring, "complete")


def _place(at: Sequence[int]) -> str:
    return f"{at[0]},{at[1]}"


def _meeple(played: Played, entry: Data) -> str:
    meeple = entry["meeple"]
    if meeple is None:
        return ""
    if "at" in meeple:
        return f"; {meeple['size']} meeple to the planet at {_place(meeple['at'])}"
    on, segments = meeple["on"], played.table.segments[played.table.designs[entry["tile"]]]
    where = f"{WORDS[on]} {meeple['segment']}" if (on, 1) in segments else f"the {WORDS[on]}"
    return f"; {meeple['size']} meeple on {where}"


def _fought(played: Played, battle: Battle) -> str:
    """A battle: each roll with the points that it brought, then the winner."""
    colours = played.table.options.colours
    rolls = []
    for roll in battle.rolls:
        dice = ", ".join(
            f"{colours[int(seat)]} {' '.join(map(str, values))}" for seat, values in roll.dice.items()
        )
        gained = ", ".join(f"{colours[seat]} +{points}" for seat, points in roll.points.items())
        rolls.append(f"{dice}" + (f" ({gained})" if gained else ""))
    return f"battle for the {WORDS[battle.on]}: {'; again: '.join(rolls)}; {colours[battle.winner]} wins"


def _paid(played: Played, scoring: Scoring, when: str) -> str:
    """A feature that was paid, and to whom."""
    tiles = f"{scoring.tiles} tile{'s' * (scoring.tiles != 1)}"
    symbols = f", {scoring.symbols} symbol{'s' * (scoring.symbols != 1)}" if scoring.symbols else ""
    whom = " and ".join(played.table.options.colours[seat] for seat in scoring.seats)
    return f"{WORDS[scoring.on]} {when} ({tiles}{symbols}): {whom} +{scoring.points}"


def _by_source(played: Played) -> Iterator[str]:
    """Colour, character and points by source; in a team game partners show the team's."""
    result = played.record["result"]
    rows = [["colour", "character", "faction", *SOURCE_WORDS, "score", ""]]
    for seat, colour in enumerate(played.table.options.colours):
        points = [str(result["by_source"][seat][source]) for source in SOURCES]
        won = {0: "", 1: "wins"}.get(len(result["winners"]), "shares the win")
        if played.table.options.team_mode and len(result["winners"]) == 2:
            won = "wins"
        score, award = str(result["scores"][seat]), won if seat in result["winners"] else ""
        rows.append([colour, CHARACTERS[colour], FACTION_OF[colour], *points, score, award])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            cell.rjust(width) if 3 <= i <= 8 else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield (" " + "  ".join(cells)).rstrip()
