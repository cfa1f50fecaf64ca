"""A game of Star Wars Carcassonne as people tell it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from reports.boards.story import QUIET, Line, outline
from reports.boards.tiles.board import WATCHED
from reports.boards.tiles.story import TileStory, TileWords
from rules.starwars.moves import ATTACK
from rules.starwars.position import Position
from rules.starwars.record import SIZES
from rules.starwars.state import SOURCES
from rules.tiles.grid import STEP, place_of
from rules.tiles.moves import move_cell, move_size, move_target
from rules.tiles.position import Place
from rules.tiles.state import NO_TILE

NAMES = {"route": "route", "asteroid": "field", "planet": "planet"}

WORDS = TileWords(
    names=NAMES,
    claims={on: f"a meeple takes the {name}" for on, name in NAMES.items()},
    centres=("planet",),
    ground="",
    marks=dict.fromkeys(NAMES, "symbol"),
)


def happened(before: Position, move: int, after: Position) -> Iterator[Line]:
    """What a decision brought: the tile, who cuts in on whom, the battles, what was paid."""
    name, design = before.options.colours[before["seat"]], before["tile"]
    if design == NO_TILE:
        yield Line(f"{name} has no tile", kind=QUIET)
        return
    story, planet = _story(before), _attacked(move)
    lines = list(story.laid(before, move, after, design, _attack(before, move)))
    if planet:
        lines[-1] = replace(lines[-1], lit=[*lines[-1].lit, outline({planet}, WATCHED)])
    fights = [story.joined(after, h, before["seat"]) for h in story.holdings(before, after) if h.is_joined]
    yield from [*lines, *fights]
    yield from _battles(before, after, [lit for line in fights or lines[-1:] for lit in line.lit])
    yield from story.paid(before, after)


def proposed(position: Position, move: int) -> Line:
    """A move that whoever decides could play."""
    design = position["tile"]
    if design == NO_TILE:
        return Line("has no tile")
    story = _story(position)
    words, lit = story.tile(move, design, position)
    attack, planet = _attack(position, move), _attacked(move)
    if attack and planet:
        return Line(f"{words}; {attack}", [*lit, outline({planet}, WATCHED)])
    claim = f"; {story.claim(position, design, move)}" if move_target(move) else ""
    return Line(f"{words}{claim}", lit)


def ended(before: Position, after: Position) -> Iterator[Line]:
    """What was paid after the last turn."""
    yield from _story(after).finally_paid(before, after)


def _story(position: Position) -> TileStory:
    return TileStory(WORDS, position.options.colours)


def _attacked(move: int) -> Place | None:
    """The planet that a meeple goes to from the tile beside it, if one does."""
    target = move_target(move)
    return place_of(int(move_cell(move) + STEP[target - ATTACK])) if target >= ATTACK else None


def _attack(position: Position, move: int) -> str:
    """What is said of a meeple that goes to a planet beside the tile."""
    planet = _attacked(move)
    if planet is None:
        return ""
    colours = position.options.colours
    there = {meeple.seat for meeple in position.standing if meeple.at == planet and meeple.on == "planet"}
    others = [f"{colours[seat]}'s" for seat in sorted(there - {position["seat"]})]
    whose = " and ".join(others) or "the"
    return f"a {SIZES[move_size(move)]} meeple {'attacks' if others else 'goes to'} {whose} planet"


def _battles(before: Position, after: Position, lit: list[str]) -> Iterator[Line]:
    """Each battle: who beat whom with how many dice, and the points that dice brought."""
    colours = before.options.colours
    rows = after["battles"][before["n_battles"] : after["n_battles"]]
    gained = after["points"] - before["points"]
    for row in rows:
        dice = {seat: int(row["dice"][seat]) for seat in range(before.players) if row["dice"][seat]}
        winner = int(row["winner"])
        losers = [
            f"{colours[seat]} ({n} {'die' if n == 1 else 'dice'})"
            for seat, n in dice.items()
            if seat != winner
        ]
        n = dice[winner]
        words = (
            f"battle for the {NAMES[before.kinds[int(row['kind'])]]}: {colours[winner]} "
            f"({n} {'die' if n == 1 else 'dice'}) beats {' and '.join(losers)}"
        )
        if row["ties"]:
            words += " after a tie" if row["ties"] == 1 else f" after {row['ties']} ties"
        if len(rows) == 1:
            for seat in dice:
                points = int(gained[seat, [SOURCES.index("battle_loss"), SOURCES.index("battle_tie")]].sum())
                if points:
                    words += f"; {colours[seat]} gets {points} for its dice"
        yield Line(words, lit)
