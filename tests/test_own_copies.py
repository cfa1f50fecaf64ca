"""Copies of games in plain Python are those of `copy.deepcopy` and share nothing that changes."""

from __future__ import annotations

import copy
from collections import namedtuple
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any

import pytest
from docs_check import TITLED
from hypothesis import given
from hypothesis import strategies as st
from pages import DOCS

from rules import games
from simulate.plain.game import Game
from simulate.plain.sight import CHANCE, copy_of, is_settled
from simulate.plans.plan import make_plan

OWN = Path(__file__).parent / "own"


class Suit(Enum):
    """Words that a game may have."""

    RED = 1
    BLUE = 2


@dataclass(frozen=True)
class Card:
    """A card that cannot be changed, if what it holds cannot."""

    number: Any
    suit: Any = Suit.RED


@dataclass
class Player:
    """Somebody with things that change."""

    hand: Any = field(default_factory=list)


class Plain:
    """An ordinary object."""

    def __init__(self, held: Any) -> None:
        self.held = held


class Slotted:
    """One without a dictionary."""

    __slots__ = ("held",)

    def __init__(self, held: Any) -> None:
        self.held = held


class Pile(list[Any]):
    """A list with a name."""


class Careful:
    """One that says itself how it is copied."""

    def __init__(self, held: Any) -> None:
        self.held = held

    def __deepcopy__(self, memo: dict[int, Any]) -> Careful:
        return Careful(copy.deepcopy(self.held, memo))


Row = namedtuple("Row", ["name", "points"])


def parts(thing: Any) -> list[Any]:
    """What a thing holds, in order."""
    if isinstance(thing, Mapping):
        return [*thing.keys(), *thing.values()]
    if isinstance(thing, list | tuple):
        return list(thing)
    if isinstance(thing, set | frozenset):
        return sorted(thing, key=repr)
    if isinstance(thing, Slotted):
        return [thing.held]
    if isinstance(thing, Plain | Player | Card | Careful | Game):
        return [value for name, value in vars(thing).items() if name != CHANCE]
    return []


def check_same(thing: Any, other: Any, seen: dict[int, int]) -> None:
    """Two things are alike, part by part; what is one thing here is one there; what changes is another."""
    assert type(thing) is type(other)
    if isinstance(thing, int | str | None | Enum | range):
        assert thing == other
        return
    if isinstance(thing, list | dict | set | Plain | Player | Slotted | Careful | Game):
        assert thing is not other
        if id(thing) in seen:
            assert seen[id(thing)] == id(other)
            return
        assert id(other) not in seen.values()
        seen[id(thing)] = id(other)
    assert len(parts(thing)) == len(parts(other))
    for one, its in zip(parts(thing), parts(other), strict=True):
        check_same(one, its, seen)


class Holder(Game):
    """A game that holds anything."""


def holding(**held: Any) -> Game:
    """A game that holds these."""
    game = object.__new__(Holder)
    vars(game).update(held, **{CHANCE: None})
    return game


# --- whatever a game may hold

words = st.one_of(st.integers(), st.text(max_size=3), st.booleans(), st.none(), st.sampled_from(Suit))
fixed = st.recursive(
    words,
    lambda inner: st.one_of(
        st.tuples(inner, inner),
        st.builds(Row, inner, inner),
        st.builds(Card, inner, words),
        st.frozensets(words),
    ),
    max_leaves=4,
)
changing = st.recursive(
    fixed,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(fixed, inner, max_size=3),
        st.sets(fixed, max_size=3),
        st.tuples(inner, inner),
        st.builds(Row, inner, inner),
        st.builds(Card, inner),
        st.builds(Player, inner),
        st.builds(Plain, inner),
        st.builds(Slotted, inner),
        st.builds(Careful, inner),
        st.lists(inner, max_size=2).map(Pile),
    ),
    max_leaves=12,
)


@given(st.lists(changing, min_size=1, max_size=4), st.data())
def test_a_copy_is_that_of_deepcopy(things: list[Any], data: st.DataObject) -> None:
    """What lies in two places lies in two places of the copy."""
    twice = data.draw(st.sampled_from(things))
    game = holding(things=things, twice=twice, within=[twice, {"again": things}])
    mine = copy_of(game, None)
    check_same(game, mine, {})
    check_same(copy.deepcopy(game), mine, {})


simple = st.recursive(
    words.filter(lambda word: not isinstance(word, Enum)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.text(max_size=2), inner, max_size=3),
        st.tuples(inner, inner),
    ),
    max_leaves=12,
)


@given(st.lists(simple, min_size=1, max_size=4), st.data())
def test_a_copy_of_lists_and_words_alone_is_that_of_deepcopy(things: list[Any], data: st.DataObject) -> None:
    """Which are copied in another way as long as a game holds nothing else."""

    class Fresh(Game):
        pass

    twice = data.draw(st.sampled_from(things))
    game = object.__new__(Fresh)
    vars(game).update(things=things, twice=twice, within=[twice, {"again": things}])
    check_same(game, copy_of(game, None), {})


def test_what_cannot_change_is_not_copied() -> None:
    cards = [Card(1), Row("a", (1, 2)), Suit.BLUE, (1, (2, "x")), frozenset({1})]
    game = holding(cards=cards, other=Plain(cards))
    assert all(one is other for one, other in zip(cards, copy_of(game, None).cards, strict=True))


@pytest.mark.parametrize("held", [Card([1]), Row("a", [1]), (1, {2: 3}), Player(), Plain(1)])
def test_what_can_change_is_not_taken_for_settled(held: Any) -> None:
    assert not is_settled(held)


def test_a_list_within_itself_is_copied() -> None:
    things: list[Any] = [Plain(1)]
    things.append(things)
    mine = copy_of(holding(things=things), None)
    assert mine.things[1] is mine.things
    assert mine.things is not things


# --- the games that there are


def sample_games(folder: Path) -> list[Path]:
    """The games of the tests, and those that the documentation shows."""
    for file, content in TITLED.findall((DOCS / "own-games.md").read_text(encoding="utf-8")):
        (folder / file).write_text(content, encoding="utf-8")
    likes = DOCS.parent / "simulate" / "plain" / "likes"
    return sorted([*OWN.glob("*.py"), *folder.glob("*.py"), *likes.glob("[!_]*.py")])


def test_every_moment_of_the_sample_games_is_copied_as_deepcopy_does(tmp_path: Path) -> None:
    files = sample_games(tmp_path)
    assert len(files) >= 14
    for file in files:
        plan = make_plan(str(file), 4)
        simulator: Any = games.load(plan.game).simulator(plan)
        for index in range(4):
            for moment, _, _ in simulator.decisions(index):
                mine = copy_of(moment, None)
                apart = copy.deepcopy({name: held for name, held in vars(moment).items() if name != CHANCE})
                check_same(moment, mine, {})
                check_same(apart, {name: held for name, held in vars(mine).items() if name != CHANCE}, {})
