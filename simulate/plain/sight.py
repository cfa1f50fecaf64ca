"""What a seat sees of a game: copies in which the rest is dealt anew, or may not be read at all."""

from __future__ import annotations

import copy
import marshal
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from functools import cache
from types import BuiltinFunctionType, FunctionType
from typing import Any, NoReturn
from weakref import WeakSet

from simulate.plain.chance import Guess
from simulate.plain.game import Game, Hidden
from simulate.play.seam import ONLOOKER

ATOMS = frozenset(
    {int, str, bool, float, complex, type(None), bytes, range, type, FunctionType, BuiltinFunctionType}
)
"""Types of which a copy is the thing itself."""

CHANCE = "_chance"

# --- copies: what `copy.deepcopy` makes, only sooner


def copy_of(game: Game, chance: Any) -> Any:
    """The same moment of a game, with another chance, to be played on apart from it."""
    kind = type(game)
    other = object.__new__(kind)
    held = other.__dict__
    held.update(game.__dict__)
    held.pop(CHANCE, None)
    changing = {name: value for name, value in held.items() if type(value) not in ATOMS}
    if kind not in _unwritten:
        try:
            held.update(marshal.loads(marshal.dumps(changing)))
        except ValueError:  # there is more in it than words, numbers, and lists and the like of them
            _unwritten.add(kind)
    if kind in _unwritten:
        made = dict[int, Any]()
        for name, value in changing.items():
            held[name] = copied(value, made)
    held[CHANCE] = chance
    return other


_unwritten = WeakSet[type]()
"""Games that hold things of which `marshal` knows nothing: it is quicker, but copies only what Python has."""


def copied(value: Any, made: dict[int, Any]) -> Any:
    """A copy of what a game holds; what was `made` so far is not copied twice, wherever else it lies."""
    key = id(value)
    if key in made:
        return made[key]
    kind: Any = type(value)
    other: Any
    if kind is list:
        other = made[key] = value.copy()
        if not ATOMS.issuperset(map(type, value)):
            for at, one in enumerate(value):
                if type(one) not in ATOMS and id(one) not in _settled:
                    other[at] = copied(one, made)
        return other
    if key in _settled or (kind not in (dict, set) and is_settled(value)):
        return value
    if kind is dict and all_settled(value):
        other = made[key] = value.copy()
        if not ATOMS.issuperset(map(type, value.values())):
            for name, one in value.items():
                if type(one) not in ATOMS and id(one) not in _settled:
                    other[name] = copied(one, made)
        return other
    if kind is set and all_settled(value):
        other = made[key] = set(value)
        return other
    if is_ordinary(kind):
        other = made[key] = object.__new__(kind)
        held = other.__dict__
        held.update(value.__dict__)
        for name, one in value.__dict__.items():
            if type(one) not in ATOMS:
                held[name] = copied(one, made)
        return other
    return copy.deepcopy(value, made)


_settled: dict[int, Any] = {}
"""Things by their id that cannot change, whatever they hold: kept here, so that no other has this id."""

MOST_SETTLED = 20_000
"""Of these so many are remembered."""


def is_settled(value: Any) -> bool:
    """Whether a thing and all that it holds can never change: a tuple of words, a card with fixed fields."""
    if type(value) in ATOMS or id(value) in _settled:
        return True
    parts = parts_of(value)
    if parts is None or not all_settled(parts):
        return False
    if len(_settled) >= MOST_SETTLED:
        _settled.clear()
    _settled[id(value)] = value
    return True


def all_settled(things: Iterable[Any]) -> bool:
    """Whether all of some things can never change."""
    return ATOMS.issuperset(map(type, things)) or all(map(is_settled, things))


def parts_of(value: Any) -> Iterable[Any] | None:
    """What a thing holds that cannot be given other parts; None of one that can."""
    kind: Any = type(value)
    if isinstance(value, Enum):
        return ()
    if kind is frozenset or kind is tuple or is_named_tuple(kind):
        return value
    if is_fixed(kind):
        return list(value.__dict__.values())
    return None


@cache
def is_named_tuple(kind: Any) -> bool:
    """Whether a type is a tuple whose parts have names, and nothing more."""
    own = [each for each in kind.__mro__ if each not in (tuple, object)]
    return (
        issubclass(kind, tuple)
        and hasattr(kind, "_fields")
        and all(each.__dict__.get("__slots__") == () for each in own)
    )


@cache
def is_fixed(kind: Any) -> bool:
    """Whether a type is a data class that is frozen."""
    said = getattr(kind, "__dataclass_params__", None)
    return said is not None and said.frozen and is_ordinary(kind)


COPYING = "__reduce_ex__", "__reduce__", "__getstate__"
NOT_COPYING = "__deepcopy__", "__setstate__", "__getnewargs__", "__getnewargs_ex__"
"""Methods by which a class may say how it is copied: those that every class has, and those that none has."""


@cache
def is_ordinary(kind: Any) -> bool:
    """Whether a thing of this type is its attributes and no more, and leaves its copying to Python."""
    return (
        kind.__new__ is object.__new__
        and all(getattr(kind, name) is getattr(object, name) for name in COPYING)
        and not any(hasattr(kind, name) for name in NOT_COPYING)
        and not any(each.__dict__.get("__slots__") for each in kind.__mro__)
        and kind.__dictoffset__ != 0
    )


def with_chance(game: Game, chance: Any) -> Any:
    """The game itself, with another chance."""
    game.__dict__[CHANCE] = chance
    return game


# --- what a seat does not see

Spots = tuple[Any, Sequence[Any]]
"""A container, and the keys of things in it; a range, of all in a list."""


def hidden_spots(game: Game, seat: int) -> dict[str, list[Spots]]:
    """Where things lie that a seat does not see, by pool."""
    spots: dict[str, list[Spots]] = {}
    for name, hidden in game.hidden.items():
        if name in game.__dict__:
            spots.setdefault(hidden.pool, []).extend(_spots(game, name, hidden, seat))
    return spots


def _spots(game: Game, name: str, hidden: Hidden, seat: int) -> list[Spots]:
    held = game.__dict__[name]
    known = getattr(game, hidden.seen)[seat] if hidden.seen and seat != ONLOOKER else ()
    if hidden.owned:
        spots = []
        for owner in _keys(name, held):
            if owner != seat and owner not in known:
                spots += _inside(held, owner)
        return spots
    if isinstance(held, list | dict):
        places = _keys(name, held)
        return [(held, [place for place in places if place not in known] if known else places)]
    return _inside(game.__dict__, name)


def _keys(name: str, held: Any) -> Sequence[Any]:
    if isinstance(held, list):
        return range(len(held))
    if isinstance(held, dict):
        return list(held)
    raise TypeError(
        f"{name} is declared to be hidden and must be a list or a dict, not {type(held).__name__}"
    )


def _inside(container: Any, key: Any) -> list[Spots]:
    """The spots of a thing, or of each in a list of things; none of nothing."""
    things = container[key]
    if isinstance(things, list):
        return [(things, range(len(things)))]
    if isinstance(things, set | dict):
        raise TypeError(
            f"what lies hidden must be single things or lists of them, not a {type(things).__name__}"
        )
    return [] if things is None else [(container, [key])]


def dealt_anew(game: Game, seat: int, guess: Guess) -> Any:
    """A copy in which what a seat does not see is dealt anew, with the chance of a guess.

    The things are sorted first: so what is dealt depends on which things they are and not on where they lay.
    """
    other = copy_of(game, guess)
    for spots in hidden_spots(other, seat).values():
        things: list[Any] = []
        for container, keys in spots:
            things += container if type(keys) is range else [container[key] for key in keys]
        things = in_order(things)
        guess.shuffle(things)
        at = 0
        for container, keys in spots:
            dealt = things[at : at + len(keys)]
            at += len(keys)
            if type(keys) is range:
                container[:] = dealt
            else:
                for key, thing in zip(keys, dealt, strict=True):
                    container[key] = thing
    return other


def in_order(things: list[Any]) -> list[Any]:
    """The things sorted, by what is written of them if they cannot be compared."""
    try:
        return sorted(things)
    except TypeError:
        return sorted(things, key=repr)


class UnseenError(LookupError):
    """A policy asks for what its seat does not see."""


def _refuse(self: Any, *_: Any) -> NoReturn:
    name = object.__getattribute__(self, "_lies_in")
    raise UnseenError(f"{name}: its seat does not see that; `own` and `secret` say what lies hidden")


class Unseen:
    """Stands where a seat sees nothing of an attribute: whatever is asked of it is refused."""

    __slots__ = ("_lies_in",)
    __getattr__: Callable[..., Any] = _refuse

    def __init__(self, name: str) -> None:
        self._lies_in = name


ASKED = """
eq ne lt le gt ge hash bool int index float len iter contains getitem call str repr format neg abs round
add radd sub rsub mul rmul truediv rtruediv floordiv rfloordiv mod rmod pow rpow and rand or ror xor rxor
"""
"""Whatever can be asked of a thing: all that operators and functions call."""

for _name in ASKED.split():
    setattr(Unseen, f"__{_name}__", _refuse)


unseen = cache(Unseen)
"""What stands for the things in an attribute, by its name."""


def view_of(game: Game, seat: int, guess: Guess) -> Any:
    """What a policy is asked with: a copy that holds nothing of what its seat does not see."""
    view = copy_of(game, guess)
    hidden = [(name, each) for name, each in view.hidden.items() if name in view.__dict__]
    for stand_in, spots in [(unseen(name), _spots(view, name, each, seat)) for name, each in hidden]:
        for container, keys in spots:
            if type(keys) is range:
                container[:] = [stand_in] * len(keys)
            else:
                for key in keys:
                    container[key] = stand_in
    return view
