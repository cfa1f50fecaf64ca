"""What lies on the table of an author's game: which attributes are drawn, and each of them as which zone.

It follows from what the class declares, and from the values themselves in all moments of a game: a list that
is as long as there are players, whatever their number, has a place for each of them; a number that was
a card a moment ago is one. What the author says in `Game.zones` comes before all that.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from itertools import islice, pairwise
from typing import Any

from reports.boards.plain.words import Palette, clean, heading_of, is_number
from rules.errors import UserError, nearest
from simulate.plain.game import Game, draws_more
from simulate.plain.moments import PlainPosition, position_of
from simulate.plans.plan import Plan
from simulate.plans.policies import Policy

KINDS = ("card", "row", "pile", "rows", "grid", "track", "counter", "dice", "seats", "words")
"""As what a zone can be drawn."""

HIDDEN_FROM_VIEW = ""
"""In place of a kind: it is not drawn."""

NOT_DRAWN = {"players", "seat", "turn"}
"""Attributes that the page tells of otherwise."""

BLANK = ("", ".", "-", "_", "\N{MIDDLE DOT}")
"""Words that stand for an empty field."""

DICE = {"die", "dice"}
TRACKS = {"at", "position", "positions", "place", "places", "pos", "track", "space", "spaces", "square"}
TRACKS |= {"squares", "field", "pawn", "pawns", "runner", "runners"}
CARDS = {"card", "trump", "upcard", "drawn"}
PILES = {"pile", "piles", "deck", "discard", "discards", "discarded", "stack", "graveyard", "bag", "log"}
ENDS = {"goal", "target", "length", "finish", "end", "top", "home", "spaces", "fields", "size"}
"""Words in names that tell what lies there; those of `ENDS` are options that say how long a track is."""

SAMPLES, SAMPLED = 4, 60
"""Other games that are looked at, and moments of each."""

LONG_ROW = 30
"""Things in a row that all see; of more the uppermost is drawn."""

LONG_TRACK = 121
"""Fields of a track; a longer one is told in numbers."""


@dataclass(frozen=True)
class Said:
    """What an author says of a zone: its kind, a number that goes with it, and what it is called."""

    kind: str | None = None
    number: int | None = None
    heading: str = ""


@dataclass(frozen=True)
class Read:
    """An attribute that is drawn: its values by moment, of one seat or of all, and as what."""

    name: str
    kind: str
    values: Sequence[Any]
    heading: str
    note: str = ""
    seat: int | None = None
    number: int | None = None
    face_down: bool = False
    is_said: bool = False
    """Whether its author says as what it is drawn."""


class Course:
    """All moments of a game, as far as pictures ask for them."""

    def __init__(self, plan: Plan, game: Any, positions: Sequence[PlainPosition]) -> None:
        self.plan, self.game, self.positions = plan, game, positions
        self.kind: type[Game] = game.kind
        self.players = plan.players
        self.tables = [position.table for position in positions]
        self.movers = [position.seat for position in positions]

    @cached_property
    def values(self) -> dict[str, list[Any]]:
        """What each attribute that may be drawn held, moment by moment; None where there was none."""
        said = [self._held(position.table, position) for position in self.positions]
        names = dict.fromkeys(name for held in said for name in held)
        return {name: [held.get(name) for held in said] for name in names}

    def _held(self, table: Game, position: PlainPosition | None = None) -> dict[str, Any]:
        """What there is to be drawn: public attributes, and what the author's `picture` says."""
        known = {each.seen for each in self.kind.hidden.values()}
        skipped = NOT_DRAWN | self.kind.own_options.keys() | known
        held = {name: value for name, value in table.__dict__.items() if name not in skipped}
        if draws_more(self.kind):
            more = position.more() if position else table.picture()
            held.update(more)
        return {
            str(n): plain_value(v) for n, v in held.items() if not str(n).startswith("_") and not callable(v)
        }

    @cached_property
    def others(self) -> list[tuple[int, dict[str, Any]]]:
        """What games for other numbers of players hold as they are set up, as far as there are any."""
        low, high = self.game.players
        found = []
        for players in (self.players - 1, self.players + 1):
            if low <= players <= high:
                policies = (Policy("random"),) * players
                plan = replace(self.plan, players=players, policies=policies, tables=("games", "seats"))
                try:
                    found.append((players, self._held(self.game.simulator(plan).begin(plan.first_game))))
                except Exception:  # the game that is drawn did not fail: of others nothing is learned then
                    continue
        return found

    @cached_property
    def samples(self) -> list[Course]:
        """Other games of the kind, played at random, as far as a glance goes."""
        policies = (Policy("random"),) * self.players
        simulator = self.game.simulator(replace(self.plan, policies=policies, tables=("games", "seats")))
        samples = []
        for index in range(SAMPLES):
            moments = islice(simulator.decisions(index), SAMPLED)
            try:
                positions = [position_of(*moment) for moment in moments]
            except Exception:  # as above
                continue
            samples.append(Course(self.plan, self.game, positions))
        return samples

    @cached_property
    def scores(self) -> list[list[Any]] | None:
        """The score of each seat by moment, if there is one."""
        if not self.game.has_score:
            return None
        return [position.scores() for position in self.positions]

    @cached_property
    def things(self) -> list[Counter[str]]:
        """The cards that lie in hidden places, by moment."""
        return [
            Counter(repr(thing) for name in self.pools for thing in flat(table.__dict__.get(name)))
            for table in self.tables
        ]

    @cached_property
    def universe(self) -> set[str]:
        """Everything that ever lay in a hidden place."""
        return {thing for held in self.things for thing in held}

    @cached_property
    def pools(self) -> set[str]:
        """Hidden attributes that hold cards or the like: not numbers of chips."""
        hidden, first = self.kind.hidden, self.tables[0].__dict__
        of_things = {"cards"}
        for name, each in hidden.items():
            held = first.get(name)
            parts = list(held.values() if isinstance(held, dict) else held or ()) if each.owned else [held]
            if any(map(is_container, parts)):
                of_things.add(each.pool)
        return {name for name, each in hidden.items() if each.pool in of_things}


# --- the zones of a game


def read(course: Course) -> list[Read]:
    """Every zone of a game, in the order in which its author laid them out.

    Raises
    ------
    UserError
        If the author names a zone or a kind that there is not.
    """
    said = said_of(course)
    zones: list[Read] = []
    for name, values in course.values.items():
        author = said.get(name, Said())
        if author.kind == HIDDEN_FROM_VIEW or all(value is None for value in values):
            continue
        if course.scores is not None and author.kind is None and is_score(course, values):
            continue  # it stands beside the seat's name
        is_said = author.kind is not None
        zones += [replace(zone, is_said=is_said) for zone in zones_of(course, name, values, author)]
    return zones


def zones_of(course: Course, name: str, values: Sequence[Any], author: Said) -> Iterator[Read]:
    """The zones of an attribute: one, or one a seat."""
    heading = author.heading or heading_of(name)
    hidden = course.kind.hidden.get(name)
    note = "" if hidden is None else "own" if hidden.owned else "secret"
    if not is_by_seat(course, name, values):
        kind = author.kind or kind_of(course, name, values)
        face_down = (
            hidden is not None and not hidden.owned and author.kind in (None, "pile") and kind == "pile"
        )
        yield Read(name, kind, values, heading, note, None, author.number, face_down)
        return

    of_seats = [[item_of(value, seat) for value in values] for seat in range(course.players)]
    kind = author.kind or kind_of(course, name, [item for items in of_seats for item in items], True)
    if kind == "track":
        yield Read(name, kind, values, heading, note, None, author.number)
        return
    for seat, items in enumerate(of_seats):
        known = "" if hidden is None or not hidden.seen else known_to(course, hidden.seen, seat)
        face_down = hidden is not None and not hidden.owned and kind == "pile"
        yield Read(name, kind, items, heading, note + known, seat, author.number, face_down)


def known_to(course: Course, seen: str, seat: int) -> str:
    """Who has come to know what a seat holds, by the end of what is drawn."""
    known = getattr(course.tables[-1], seen, ())
    try:
        who = [other + 1 for other in range(course.players) if other != seat and seat in known[other]]
    except (LookupError, TypeError):
        return ""
    return f", known to {' and '.join(map(str, who))}" if who else ""


def kind_of(course: Course, name: str, values: Sequence[Any], by_seat: bool = False) -> str:
    """As what an attribute is drawn, by its values in all moments, or in all moments and seats."""
    held = [value for value in values if value is not None]
    words = set(name.lower().split("_"))
    if all(isinstance(value, bool) for value in held):
        return "words"
    if all(map(is_number, held)):
        return _kind_of_number(course, name, words, held)
    if all(isinstance(value, dict) for value in held):
        return _kind_of_dict(course, held)
    if all(map(is_container, held)):
        return _kind_of_list(course, name, words, held, by_seat)
    if all(isinstance(value, str | Enum) for value in held):
        return "card" if name in course.pools or words & CARDS or was_card(course, name) else "words"
    return "words" if any(map(is_container, held)) else "card"


def _kind_of_number(course: Course, name: str, words: set[str], held: Sequence[Any]) -> str:
    whole = all(float(value).is_integer() for value in held)
    if words & DICE and whole and all(0 <= value <= 6 for value in held):
        return "dice"
    if words & TRACKS and whole and min(held) >= 0 and max(held) < LONG_TRACK:
        return "track"
    if name in course.pools or words & CARDS or was_card(course, name):
        return "card"
    return "counter"


def _kind_of_dict(course: Course, held: Sequence[dict[Any, Any]]) -> str:
    if any(held) and all(is_place(key) for value in held for key in value):
        return "grid"
    if all(is_container(part) and not isinstance(part, dict) for value in held for part in value.values()):
        return "rows" if any(held) else "row"
    seats = set(range(course.players))
    if all(value.keys() <= seats for value in held) and not all(value.keys() == seats for value in held):
        return "row"  # what each has played: a trick
    return "counter"


def _kind_of_list(course: Course, name: str, words: set[str], held: Sequence[Any], by_seat: bool) -> str:
    hidden = course.kind.hidden.get(name)
    parts = [part for value in held for part in value if part is not None]
    if hidden is not None and not hidden.owned:
        return "pile"
    numbers = bool(parts) and all(isinstance(part, int) and not isinstance(part, bool) for part in parts)
    if words & DICE and numbers and all(0 <= part <= 6 for part in parts):
        return "dice"
    if words & TRACKS and numbers and by_seat and max(parts) < LONG_TRACK and min(parts) >= 0:
        return "track"
    if parts and all(
        isinstance(part, list) or (isinstance(part, tuple) and type(held[0]) is tuple) for part in parts
    ):
        sizes = {len(part) for part in parts}
        return "grid" if len(sizes) == 1 and sizes != {0} and is_still(held) else "rows"
    if not by_seat and not hidden and numbers and is_of_seats(course, held):
        return "seats"
    if not by_seat and is_still(held) and len(held[0]) > 2 and all(map(is_blank, held[0])):
        return "grid"
    if not by_seat and (words & PILES or max(map(len, held)) > LONG_ROW):
        return "pile"
    return "row"


# --- what values are


def plain_value(value: Any) -> Any:
    """A value without the wrapping of libraries: arrays as lists, counters as they are."""
    if hasattr(value, "tolist") and callable(value.tolist):
        return value.tolist()
    return list(value) if isinstance(value, deque) else value


def is_container(value: Any) -> bool:
    """Whether things lie in a value: a tuple is a thing with several words."""
    return isinstance(value, list | set | frozenset | dict) or (
        isinstance(value, tuple)
        and not hasattr(value, "_fields")
        and any(isinstance(p, tuple | list) for p in value)
    )


def is_place(key: Any) -> bool:
    """Whether a key says a row and a column."""
    return (
        isinstance(key, tuple)
        and len(key) == 2
        and all(type(part) is int and abs(part) < 100 for part in key)
    )


def is_blank(value: Any) -> bool:
    """Whether nothing lies in a field."""
    return value is None or value == 0 or value == -1 or (isinstance(value, str) and value.strip() in BLANK)


def is_still(held: Sequence[Any]) -> bool:
    """Whether a list is as long in all moments, with things at places: it is a board."""
    return len({len(value) for value in held}) == 1 and all(isinstance(value, list | tuple) for value in held)


def flat(value: Any) -> Iterator[Any]:
    """Things in lists, and in lists of lists."""
    if isinstance(value, dict):
        value = list(value.values())
    if is_container(value) or isinstance(value, tuple):
        for part in value:
            if is_container(part) or (isinstance(part, tuple) and not isinstance(value, list)):
                yield from flat(part)
            else:
                yield part
    elif value is not None:
        yield value


def item_of(value: Any, seat: int) -> Any:
    """What a seat has of a list or dict with a place for each."""
    return plain_value(value[seat]) if value is not None else None


def is_by_seat(course: Course, name: str, values: Sequence[Any]) -> bool:
    """Whether an attribute has a place for each seat."""
    held = [value for value in values if value is not None]
    seats = range(course.players)
    if all(isinstance(value, dict) for value in held):
        return all(value.keys() == set(seats) for value in held)
    if not all(isinstance(value, list | tuple) and len(value) == len(seats) for value in held):
        return False
    if not all(isinstance(value, type(held[0])) for value in held):
        return False
    hidden = course.kind.hidden.get(name)
    if hidden is not None:
        return hidden.owned or all(isinstance(part, list) for value in held for part in value)
    parts = [part for value in held for part in value]
    are_of_seats = all(
        part is None or is_number(part) or isinstance(part, bool | list | set | dict) for part in parts
    )
    if name in course.kind.public and not are_of_seats:
        return False
    others = [(players, held_there[name]) for players, held_there in course.others if name in held_there]
    if others:
        if any(not isinstance(other, list | tuple) or len(other) != players for players, other in others):
            return False
        return not all(
            list(other) == list(range(players)) for players, other in [(len(seats), held[0]), *others]
        )
    return are_of_seats and name.lower() not in DICE and name not in course.kind.public


def is_of_seats(course: Course, held: Sequence[Any]) -> bool:
    """Whether a list names seats: those who are still in, the order of play."""
    seats = set(range(course.players))
    at_first = [sorted(held[0])] if held else []
    return at_first == [sorted(seats)] and all(
        set(value) <= seats and len(set(value)) == len(value) for value in held
    )


def is_score(course: Course, values: Sequence[Any]) -> bool:
    """Whether an attribute is the score of each seat, or of each side, in all moments."""
    assert course.scores is not None
    sides = [side.seats for side in course.game.analysis.sides(course.plan)]
    by_seat = [list(scores) for scores in course.scores]
    by_side = [[scores[side[0]] for side in sides] for scores in course.scores]
    as_lists = [
        list(v.values()) if isinstance(v, dict) else list(v) if isinstance(v, list | tuple) else v
        for v in values
    ]
    return as_lists in (by_seat, by_side) or (course.players == 1 and [[v] for v in values] == by_seat)


def was_card(course: Course, name: str) -> bool:
    """Whether all that an attribute came to hold lay hidden just before as a card, and does no more.

    Once may be chance: so other games are looked at, too.
    """
    moved = 0
    for each in (course, *course.samples):
        for n, (before, after) in enumerate(pairwise(each.values.get(name, ()))):
            if repr(before) == repr(after) or is_blank(after):
                continue
            if each.things[n][repr(after)] <= each.things[n + 1][repr(after)]:
                return False
            moved += 1
    return moved > 1


# --- what the author says


def said_of(course: Course) -> dict[str, Said]:
    """What `Game.zones` says of each attribute.

    Raises
    ------
    UserError
        For what it may not say.
    """
    zones: Any = course.kind.zones
    if not isinstance(zones, Mapping):  # the game has the word for something else
        return {}
    said = {}
    for name, words in zones.items():
        known = {*course.values, *course.kind.hidden, *course.kind.public}
        if name not in known and not any(hasattr(table, str(name)) for table in course.tables):
            raise UserError(
                f"zones: there is no '{clean(str(name))}' in the game.{nearest(str(name), known)}"
            )
        said[name] = _said(course, name, words)
    return said


def _said(course: Course, name: str, words: Any) -> Said:
    """``"track"``, ``"track 30"``, ``"track length"`` with an option, or ``("row", "on offer")``."""
    heading = ""
    if isinstance(words, tuple) and len(words) == 2:
        words, heading = words
    if not isinstance(words, str):
        raise UserError(
            f'zones: what is said of \'{name}\' must be a word, or a word and a name: ("row", "on offer")'
        )
    kind, _, number = words.strip().partition(" ")
    if not kind:
        return Said(None if heading else HIDDEN_FROM_VIEW, None, clean(heading))
    if kind not in KINDS:
        raise UserError(
            f"zones: '{clean(kind)}' is no kind of zone.{nearest(kind, KINDS)} Kinds: {', '.join(KINDS)}"
        )
    size: Any = None
    if number:
        size = getattr(course.plan.options, number, None) if not number.isdecimal() else int(number)
        if not isinstance(size, int) or not 0 < size < 1000:
            raise UserError(
                f"zones: '{words}': write a number behind {kind}, or the name of an option that is one"
            )
    return Said(kind, size, clean(heading))


def palette_of(course: Course, zones: Sequence[Read]) -> Palette:
    """The colours of the things of a game."""
    own = course.kind.colours
    is_own = isinstance(own, Mapping) and all(isinstance(name, str) for name in own.values())
    palette = Palette(own if is_own else {})
    titles = set()
    for zone in zones:
        if zone.kind in ("card", "row", "rows", "grid", "pile", "counter"):
            for value in zone.values:
                titles |= {thing.title for thing in map(palette.thing, named_in(value)) if not thing.colour}
    palette.give(title for title in titles if not _is_short_number(title))
    return palette


def named_in(value: Any) -> Iterator[Any]:
    """Things with names in a value: the keys of a dict of numbers, and what lies in lists."""
    if isinstance(value, dict) and all(map(is_number, value.values())):
        yield from (key for key in value if isinstance(key, str))
    else:
        yield from (thing for thing in flat(value) if not is_number(thing) and not is_blank(thing))


def _is_short_number(text: str) -> bool:
    return len(text) <= 3 and any(letter.isdigit() for letter in text)


def track_length(course: Course, zone: Read) -> int:
    """The number of the last field of a track."""
    seen = max((int(place) for value in zone.values for place in flat(value)), default=0)
    if zone.number is not None:
        return max(seen, zone.number)
    for name in course.kind.own_options:
        value = getattr(course.plan.options, name)
        if set(name.split("_")) & ENDS and isinstance(value, int) and seen <= value < LONG_TRACK:
            return value
    return max(seen, 1)
