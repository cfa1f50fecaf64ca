"""The plan of the castle, the card file, and the options."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from builders import refusal

from rules.bits import count_bits
from rules.castle.cards import load_cards, standard_cards
from rules.castle.engine import new_game
from rules.castle.kinds import IDS
from rules.castle.options import Options, OutWhen, complete
from rules.castle.plan import (
    HAND,
    NEAR,
    WALL_OF,
    WALL_SPACES,
    ZONE_OF,
    space_of,
)
from rules.castle.position import Position
from rules.castle.state import State
from rules.fields import blank
from rules.options import as_struct, describe, read_options

pytestmark = pytest.mark.rules

# --- the plan


def test_zones_and_walls() -> None:
    """CA-2 to CA-5: 4 towers, four walls of four, 16 courtyard spaces; 110 adjacent pairs."""
    assert np.bincount(ZONE_OF).tolist() == [16, 16, 4]
    assert [count_bits(wall) for wall in WALL_SPACES] == [4] * 4
    assert sum(count_bits(spaces) for spaces in NEAR) == 2 * 110
    for wall, at in enumerate([(0, 2), (3, 5), (5, 4), (1, 0)]):
        assert WALL_OF[space_of(*at)] == wall
    assert WALL_OF[space_of(0, 0)] == -1


# --- the card file


def test_the_box() -> None:
    """CA-12: 56 cards of 37 kinds; by zone 21, 15, 6, 10 and the four Knights."""
    cards = load_cards()
    assert (cards.n_cards, len(cards.kinds)) == (56, 37)
    by_zone = [sum(kind.count for kind in cards.kinds if kind.zone == zone) for zone in range(5)]
    assert by_zone == [21, 15, 6, 10, 4]
    several = {kind.id: kind.count for kind in cards.kinds if kind.count > 1}
    assert several == {"soldier": 13, "siege_engine": 5, "knight": 4}
    assert [kind.id for kind in cards.kinds if kind.soldier] == ["captain", "traitor", "soldier"]
    assert {kind.id for kind in cards.kinds if not kind.two_player} == {"fool", "village_idiot"}


def test_every_kind_cites_its_rule() -> None:
    """CA-101 to CA-137, each once."""
    assert [kind.rule for kind in load_cards().kinds] == [f"CA-{n}" for n in range(101, 138)]


def test_genders() -> None:
    """The women of CA-129, besides the Fairy; machine, beast and spirit have none."""
    kinds = load_cards().kinds
    women = {kind.id for kind in kinds if kind.gender == "female"}
    assert women == {"queen", "princess", "courtesan", "lady_in_waiting", "mistress", "witch", "fairy"}
    assert {kind.id for kind in kinds if kind.gender == "none"} == {"ghost", "siege_engine", "dragon"}


# --- options


def read(**given: list[str] | str) -> Options:
    """Options of Castle from words."""
    return read_options("castle", Options, given)


def test_the_standard_deal_is_filled_in() -> None:
    """CA-14: what is filled in once stays; with two players Fool and Village Idiot are out."""
    for players in (2, 3, 4, 5):
        completed = complete(Options(), players)
        assert completed.without == (("fool", "village_idiot") if players == 2 else ())
        assert complete(completed, players) == completed


@pytest.mark.parametrize("word", ["fool,village_idiot", "fool+village_idiot", ["fool", "village_idiot"]])
def test_cards_are_taken_out_by_name(word: list[str] | str) -> None:
    """Joined by comma or plus, or a list of a record."""
    assert read(without=word).without == ("fool", "village_idiot")
    assert complete(read(without=word), 4).exchange == 10


def test_standard_sizes_have_a_name() -> None:
    """`standard` is the number of the rules."""
    assert read(hand="standard", stock="3") == Options(stock=3)
    assert as_struct(Options())["hand"][0] == -1
    assert describe(Options)[0].allowed == "standard | 1 to 27"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"without": "fol"}, "without=fol is not allowed. Did you mean 'fool'?"),
        ({"without": "fool,queeen"}, "Did you mean 'queen'?"),
        ({"hand": "0"}, "Allowed: standard | 1 to 27 (default standard, CA-15)"),
        ({"hand": None, "stock": "-1"}, "stock=-1 is not allowed"),
    ],
)
def test_options_out_of_bounds_are_refused(given: dict[str, str], words: str) -> None:
    """What was given, what is allowed, and the nearest name."""
    assert words in refusal(lambda: read(**given))


def test_more_cards_than_there_are_cannot_be_dealt() -> None:
    """CA-15."""
    said = refusal(complete, Options(hand=10), 5)
    assert "5 hands of 10, 5 stocks of 4 and an exchange of 0 are more than the 56 cards (CA-15)" in said
    assert "an exchange of 13" in refusal(complete, Options(exchange=13), 4)
    assert "54 cards" in refusal(complete, Options(hand=27, stock=1), 2)
    assert complete(Options(hand=27, stock=0), 2).exchange == 0


def test_a_card_cannot_be_taken_out_twice() -> None:
    """CA-14."""
    assert "names a card twice" in refusal(complete, Options(without=("fool", "fool")), 4)


def test_with_two_the_fool_and_the_village_idiot_may_stay() -> None:
    """CA-14 changed."""
    completed = complete(Options(two_player_box=False), 2)
    assert (completed.without, completed.exchange) == ((), 12)
    assert complete(Options(two_player_box=False), 4).without == ()


def where_dealt(game: int, players: int, **options: Any) -> npt.NDArray[np.int64]:
    """Where each card is after the deal of a game."""
    cards, rules, states = standard_cards(), as_struct(complete(Options(**options), players)), blank(State)
    new_game(cards.tables[0], rules[0], states[0], players, 1, game)
    return states["dealt"][0].copy()


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("name", ["king", "knight", "soldier"])
def test_a_card_can_be_given_to_seat_0(players: int, name: str) -> None:
    """It changes places with one other card; everybody else is dealt what they were."""
    kinds = standard_cards().tables["kind"][0]
    for game in range(20):
        before, after = (where_dealt(game, players, **given) for given in ({}, {"seat_0_gets": name}))
        moved = np.flatnonzero(before != after)
        mine = kinds[np.flatnonzero(before == HAND)] == IDS.index(name)
        if name == "king" and mine.any():
            assert not len(moved)
            continue
        assert len(moved) == 2
        assert (after[moved] == before[moved[::-1]]).all()
        (got,) = moved[after[moved] == HAND]
        assert kinds[got] == IDS.index(name)
        assert (kinds[moved] == IDS.index(name)).sum() == 1


def test_a_card_that_is_out_cannot_be_given() -> None:
    """CA-14."""
    assert "this card is taken out" in refusal(complete, Options(seat_0_gets="fool"), 2)
    assert complete(Options(seat_0_gets="fool", two_player_box=False), 2).without == ()


def test_an_empty_stock_cannot_win_where_there_is_none() -> None:
    """CA-28: everybody would be out with the first play."""
    text = refusal(complete, Options(stock=0, out_when=OutWhen.HAND_OR_STOCK), 3)
    assert text == "castle: out_when=hand_or_stock needs a stock: with stock=0 all are out (CA-28)"
    assert complete(Options(stock=0), 3).stock == 0


def test_every_kind_can_be_taken_out_alone() -> None:
    """The deal goes on without it."""
    for name in IDS:
        n = load_cards().kinds[IDS.index(name)].count
        stock = 6 if n < 13 else 5
        assert complete(Options(without=(name,), stock=stock), 4).exchange == 56 - n - 4 * (5 + stock)


# --- the deal


def dealt(players: int, game: int = 0, **options: Any) -> Position:
    """A table after the deal."""
    position = Position()
    position.open(complete(Options(**options), players), players)
    position.deal(1, game)
    return position


@pytest.mark.parametrize(
    ("players", "hand", "stock", "exchange", "used"),
    [(2, 9, 13, 10, 54), (3, 7, 8, 11, 56), (4, 5, 6, 12, 56), (5, 5, 4, 11, 56)],
)
def test_the_standard_deal(players: int, hand: int, stock: int, exchange: int, used: int) -> None:
    """EX-CA-2: hands, stocks and exchange make 54 cards for two players, else 56 (CA-14, CA-15)."""
    position = dealt(players)
    assert position.by_source() == [{"hand": hand, "stock": stock}] * players
    assert position["exchange"].bit_count() == exchange
    assert position["in_game"].bit_count() == used == players * (hand + stock) + exchange


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_first_seat_is_drawn(players: int) -> None:
    """CA-17, CA-18: the dealer's left neighbour begins, any seat."""
    firsts = {dealt(players, game=game)["first"] for game in range(40)}
    assert firsts == set(range(players))


def test_cards_can_be_taken_out() -> None:
    """CA-14: all of a name; the exchange is smaller by as many."""
    position = dealt(4, without=("knight", "herald"))
    assert position["exchange"].bit_count() == 12 - 5
    out = [*position.box.cards_of("knight"), *position.box.cards_of("herald")]
    assert not any(position["in_game"] >> card & 1 for card in out)


def test_without_a_card_the_others_come_in_the_same_order() -> None:
    """A card that lay in the exchange changes no hand and no stock."""
    whole = dealt(4)
    lying = whole.ids(whole["exchange"])
    name = next(name for name in lying if name not in ("soldier", "knight", "siege_engine"))
    less = dealt(4, without=(name,))
    assert less["hand"].tolist() == whole["hand"].tolist()
    assert less["stock"].tolist() == whole["stock"].tolist()
    assert set(less.ids(less["exchange"])) == set(lying) - {name}


def test_a_smaller_exchange_leaves_cards_unseen() -> None:
    """CA-15: the rest is in nobody's reach."""
    position = dealt(4, exchange=8)
    assert position["exchange"].bit_count() == 8
    assert position["undealt"].bit_count() == 4
    assert position["undealt"] & position["in_game"] == 0
