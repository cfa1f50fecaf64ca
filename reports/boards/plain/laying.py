"""From zones to blocks: what each holds at every moment, as cards, counters, boards or words."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import Any

from reports.boards.plain.blocks import (
    Block,
    Cards,
    Dice,
    Grid,
    Lines,
    Number,
    Pile,
    Seats,
    Tally,
    Track,
    Words,
)
from reports.boards.plain.reading import Course, Read, flat, is_blank, is_container, track_length
from reports.boards.plain.words import Palette, Thing, is_number, text_of
from rules.errors import UserError

MOST_FIELDS = 400
"""Fields of a track or a side of a grid, at most."""


def blocks_of(course: Course, zones: Sequence[Read], palette: Palette) -> list[Block]:
    """The blocks of zones: what all seats have is as large for each of them."""
    blocks = [block_of(course, zone, palette) for zone in zones]
    for name in {zone.name for zone in zones if zone.seat is not None}:
        alike = [block for block in blocks if block.zone.name == name]
        hands = [block for block in alike if isinstance(block, Cards)]
        for hand in hands:
            hand.card = max(each.card[0] for each in hands), max(each.card[1] for each in hands)
            hand.is_short = all(each.is_short for each in hands)
            hand.most = max(each.most for each in hands)
            hand.most_kinds = max(each.most_kinds for each in hands)
        numbers = [block for block in alike if isinstance(block, Number)]
        for number in numbers:
            number.width = max(each.width for each in numbers)
            number.is_chip = all(each.is_chip for each in numbers)
    return blocks


def block_of(course: Course, zone: Read, palette: Palette) -> Block:
    """The block of a zone.

    Raises
    ------
    UserError
        If the author says that it is drawn as what it cannot be.
    """
    make = {
        "pile": _pile,
        "rows": _rows,
        "grid": _grid,
        "track": _track,
        "counter": _counter,
        "dice": _dice,
        "seats": _seats,
        "words": _words,
    }.get(zone.kind, _cards)
    try:
        return make(course, zone, palette)
    except (TypeError, ValueError, LookupError, AttributeError):
        if zone.is_said:
            raise UserError(f"zones: what lies in '{zone.name}' cannot be drawn as {zone.kind}") from None
        return _words(course, zone, palette)


def _cards(course: Course, zone: Read, palette: Palette) -> Block:
    """Cards, of whom they are too if they lie by seat."""
    universe = course.universe
    faces: list[list[Thing]] = []
    for value in zone.values:
        if isinstance(value, dict):
            is_trick = all(type(key) is int and 0 <= key < course.players for key in value)
            if is_trick:
                faces.append([palette.thing(card, seat) for seat, card in value.items() if card is not None])
            else:
                faces.append([palette.thing((key, part)) for key, part in value.items()])
            continue
        if isinstance(value, set | frozenset):
            value = sorted(
                value,
                key=lambda one: (
                    (str(type(one)), one) if is_number(one) else (str(type(one)), 0, text_of(one))
                ),
            )
        things = value if is_container(value) else [value]
        faces.append([palette.thing(thing) for thing in things if not _is_no_card(thing, zone, universe)])
    return Cards(zone, faces)


def _is_no_card(thing: Any, zone: Read, universe: set[str]) -> bool:
    """Whether a value stands for an empty place: 0 too, unless a card is called so."""
    if thing is None or (isinstance(thing, str) and not thing.strip()):
        return True
    return zone.kind == "card" and is_blank(thing) and repr(thing) not in universe


def _pile(course: Course, zone: Read, palette: Palette) -> Block:
    things = [
        list(value) if is_container(value) else [] if value is None else [value] for value in zone.values
    ]
    tops = [palette.thing(pile[-1]) if pile and not zone.face_down else None for pile in things]
    hidden = course.kind.hidden
    pools = list(dict.fromkeys(each.pool for each in hidden.values()))
    pool = pools.index(hidden[zone.name].pool) if zone.name in hidden else 0
    return Pile(zone, [len(pile) for pile in things], tops, pool)


def _rows(course: Course, zone: Read, palette: Palette) -> Block:
    """Each list in a list, or in a dict with its key."""
    by_name: dict[Any, list[list[Thing]]] = {}
    keys: dict[Any, None] = {}
    for value in zone.values:
        parts = value if isinstance(value, dict) else dict(enumerate(value or ()))
        keys.update(dict.fromkeys(parts))
    for key in keys:
        for value in zone.values:
            parts = value if isinstance(value, dict) else dict(enumerate(value or ()))
            things = parts.get(key) or ()
            things = things if isinstance(things, list | tuple | set | frozenset) else [things]
            by_name.setdefault(key, []).append(
                [palette.thing(thing) for thing in things if thing is not None]
            )
    named = any(isinstance(value, dict) for value in zone.values)
    names = [palette.thing(key) if named else Thing("") for key in keys]
    return Lines(zone, names, [Cards(zone, faces) for faces in by_name.values()])


def _counter(course: Course, zone: Read, palette: Palette) -> Block:
    """One number, or one for each name."""
    if any(isinstance(value, dict | list | tuple) for value in zone.values):
        pairs = [value if isinstance(value, dict) else dict(enumerate(value or ())) for value in zone.values]
        keys = dict.fromkeys(key for held in pairs for key in held)
        return Tally(
            zone, [palette.thing(key) for key in keys], [[held.get(key, 0) for key in keys] for held in pairs]
        )
    hidden = course.kind.hidden.get(zone.name)
    is_chip = hidden is not None or bool(CHIPS & set(zone.name.lower().split("_")))
    return Number(zone, zone.values, is_chip)


CHIPS = {
    "chip",
    "chips",
    "coin",
    "coins",
    "money",
    "gold",
    "bank",
    "purse",
    "purses",
    "token",
    "tokens",
    "cash",
}
"""Words in names of what is counted in chips."""


def _dice(course: Course, zone: Read, palette: Palette) -> Block:
    rolls = [
        list(value) if is_container(value) or isinstance(value, tuple) else [value] for value in zone.values
    ]
    return Dice(zone, [[int(one) for one in roll if is_number(one)] for roll in rolls])


def _seats(course: Course, zone: Read, palette: Palette) -> Block:
    lists = [value if is_container(value) else [] if value is None else [value] for value in zone.values]
    return Seats(zone, [[int(seat) for seat in seats if is_number(seat)] for seats in lists])


def _words(course: Course, zone: Read, palette: Palette) -> Block:
    return Words(zone, [text_of(value) for value in zone.values])


def _track(course: Course, zone: Read, palette: Palette) -> Block:
    """Who stands where: one token a seat, or several."""
    stands = []
    for value in zone.values:
        by_seat = isinstance(value, list | tuple | dict)
        items = value.items() if isinstance(value, dict) else enumerate(value if by_seat else [value])
        if isinstance(value, dict) and not set(value) <= set(range(course.players)):
            raise ValueError
        tokens: list[tuple[int | None, int, int]] = []
        for seat, places in items:
            for k, place in enumerate(places if isinstance(places, list | tuple) else [places]):
                if is_number(place) and place >= 0:
                    tokens.append((seat if by_seat else None, k, int(place)))
        stands.append(tokens)
    last = track_length(course, zone)
    if last > MOST_FIELDS:
        raise ValueError
    return Track(zone, last, stands)


def _grid(course: Course, zone: Read, palette: Palette) -> Block:
    """Lists in a list; one list in rows of equal length; or a dict by row and column."""
    first = (0, 0)
    if any(isinstance(value, dict) for value in zone.values):
        keys = [key for value in zone.values for key in value or ()]
        rows, columns = [key[0] for key in keys], [key[1] for key in keys]
        first = min(rows, default=0), min(columns, default=0)
        raw = [
            [
                [(value or {}).get((r, c)) for c in range(first[1], max(columns) + 1)]
                for r in range(first[0], max(rows) + 1)
            ]
            for value in zone.values
        ]
    else:
        raw = [_in_rows(value, zone.number) for value in zone.values]
    blanks_by_seat = owners_of(course, zone, raw)
    boards = []
    for board in raw:
        boards.append([[_in_field(value, palette, blanks_by_seat) for value in row] for row in board])
    return Grid(zone, boards, first)


def _in_rows(value: Any, number: int | None) -> list[list[Any]]:
    """A list of lists as it is; another in a square, or in rows of so many."""
    things = list(value or ())
    if all(isinstance(part, list | tuple) and not hasattr(part, "_fields") for part in things):
        return [list(row) for row in things]
    root = isqrt(len(things))
    across = number or (root if root * root == len(things) else len(things))
    return [things[at : at + across] for at in range(0, len(things), across)]


def _in_field(value: Any, palette: Palette, owners: dict[str, int]) -> Thing | None:
    if isinstance(value, list | set | frozenset):
        return palette.thing(text_of(value)) if value else None
    if repr(value) in owners:
        seat = owners[repr(value)]
        return Thing(str(seat + 1) if is_number(value) else text_of(value), (), "", seat)
    if (
        value is None
        or (isinstance(value, str) and is_blank(value))
        or (is_number(value) and is_blank(value) and owners)
    ):
        return None
    return palette.thing(value)


def owners_of(course: Course, zone: Read, boards: Sequence[Any]) -> dict[str, int]:
    """Whose mark each value is, if only one seat ever wrote it, and each seat only one."""
    wrote: dict[str, set[int]] = {}
    for n in range(1, len(boards)):
        for row, old_row in zip(boards[n], boards[n - 1], strict=False):
            for value, old in zip(row, old_row, strict=False):
                if repr(value) != repr(old) and (
                    value is not None and not (isinstance(value, str) and is_blank(value))
                ):
                    wrote.setdefault(repr(value), set()).add(course.movers[n - 1])
    owners = {value: next(iter(seats)) for value, seats in wrote.items() if len(seats) == 1}
    is_clear = len(owners) == len(wrote) and len(set(owners.values())) == len(owners) <= course.players
    known = {repr(value) for board in boards for value in flat(board) if not is_blank(value)}
    return owners if is_clear and known <= owners.keys() | {"0"} else {}
