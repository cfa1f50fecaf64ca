"""What a seat sees of a game: copies in which the rest is dealt anew, or may not be read at all."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, NoReturn

from simulate.plain.chance import Guess
from simulate.plain.game import Game, Hidden
from simulate.play.seam import ONLOOKER

ATOMS = frozenset({int, str, bool, float, type(None), bytes, frozenset})
"""Types of which a copy is the thing itself."""

CHANCE = "_chance"

# --- copies


def copied(value: Any, made: dict[int, Any]) -> Any:
    """A copy of what a game holds; what was `made` so far is not copied twice, wherever else it lies."""
    kind = type(value)
    if kind in ATOMS:
        return value
    known = made.get(id(value))
    if known is not None:
        return known
    other: Any
    if kind is list:
        other = made[id(value)] = value.copy()
        if not ATOMS.issuperset(map(type, value)):
            for at, one in enumerate(value):
                if type(one) not in ATOMS:
                    other[at] = copied(one, made)
        return other
    if kind is dict:
        other = made[id(value)] = value.copy()
        if not ATOMS.issuperset(map(type, value.values())):
            for key, one in value.items():
                other[key] = copied(one, made)
        return other
    if isinstance(value, tuple):
        if ATOMS.issuperset(map(type, value)):
            return value
        parts = [copied(one, made) for one in value]
        return tuple(parts) if kind is tuple else kind(*parts)
    if kind is set and ATOMS.issuperset(map(type, value)):
        other = made[id(value)] = set(value)
        return other
    return copy.deepcopy(value, made)


def copy_of(game: Game, chance: Any) -> Any:
    """The same moment of a game, with another chance, to be played on apart from it."""
    other = object.__new__(type(game))
    held, made = other.__dict__, dict[int, Any]()
    for name, value in game.__dict__.items():
        if name != CHANCE:
            held[name] = value if type(value) in ATOMS else copied(value, made)
    held[CHANCE] = chance
    return other


def with_chance(game: Game, chance: Any) -> Any:
    """The game itself, with another chance."""
    game.__dict__[CHANCE] = chance
    return game


# --- what a seat does not see

Spot = tuple[Any, Any]
"""A container, and the key of the thing in it."""


def hidden_spots(game: Game, seat: int) -> dict[str, list[Spot]]:
    """Where things lie that a seat does not see, by pool."""
    spots: dict[str, list[Spot]] = {}
    for name, hidden in game.hidden.items():
        if name in game.__dict__:
            spots.setdefault(hidden.pool, []).extend(_spots(game, name, hidden, seat))
    return spots


def _spots(game: Game, name: str, hidden: Hidden, seat: int) -> list[Spot]:
    held = game.__dict__[name]
    known = getattr(game, hidden.seen)[seat] if hidden.seen and seat != ONLOOKER else ()
    if hidden.owned:
        spots = []
        for owner, things in _items(name, held):
            if owner != seat and owner not in known:
                spots += _inside(held, owner, things)
        return spots
    if isinstance(held, list | dict):
        return [(held, place) for place, _ in _items(name, held) if place not in known]
    return _inside(game.__dict__, name, held)


def _items(name: str, held: Any) -> list[tuple[Any, Any]]:
    if isinstance(held, list):
        return list(enumerate(held))
    if isinstance(held, dict):
        return list(held.items())
    raise TypeError(
        f"{name} is declared to be hidden and must be a list or a dict, not {type(held).__name__}"
    )


def _inside(container: Any, key: Any, things: Any) -> list[Spot]:
    """The spots of a thing, or of each in a list of things; none of nothing."""
    if isinstance(things, list):
        return [(things, at) for at in range(len(things))]
    if isinstance(things, set | dict):
        raise TypeError(
            f"what lies hidden must be single things or lists of them, not a {type(things).__name__}"
        )
    return [] if things is None else [(container, key)]


def dealt_anew(game: Game, seat: int, guess: Guess) -> Any:
    """A copy in which what a seat does not see is dealt anew, with the chance of a guess.

    The things are sorted first: so what is dealt depends on which things they are and not on where they lay.
    """
    other = copy_of(game, guess)
    for spots in hidden_spots(other, seat).values():
        things = in_order([container[key] for container, key in spots])
        guess.shuffle(things)
        for (container, key), thing in zip(spots, things, strict=True):
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
    raise UnseenError("its seat does not see that; `own` and `secret` say what lies hidden")


class Unseen:
    """Stands where a seat sees nothing: whatever is asked of it is refused."""

    __slots__ = ()
    __getattr__: Callable[..., Any] = _refuse


ASKED = """
eq ne lt le gt ge hash bool int index float len iter contains getitem call str repr format neg abs round
add radd sub rsub mul rmul truediv rtruediv floordiv rfloordiv mod rmod pow rpow and rand or ror xor rxor
"""
"""Whatever can be asked of a thing: all that operators and functions call."""

for _name in ASKED.split():
    setattr(Unseen, f"__{_name}__", _refuse)

UNSEEN = Unseen()


def view_of(game: Game, seat: int, guess: Guess) -> Any:
    """What a policy is asked with: a copy that holds nothing of what its seat does not see."""
    view = copy_of(game, guess)
    for spots in hidden_spots(view, seat).values():
        for container, key in spots:
            container[key] = UNSEEN
    return view
