"""What records of Catan do not show: any roll, chance in the engine, and what the table counts."""

import random

import numpy as np
import pytest
from catan_tables import SHAPE, Desk, hands, played
from hypothesis import given
from hypothesis import strategies as st

from rules.catan import bank
from rules.catan.building import place_city, place_settlement
from rules.catan.engine import new_game
from rules.catan.options import MAX_TURNS, Options
from rules.catan.production import produce
from rules.catan.state import State
from rules.fields import dtype_of

pytestmark = pytest.mark.rules

# --- production


def paid(owed: list[int], bank: int, shortage: str) -> list[int]:
    """What each seat is paid of one resource, in the words of CT-55 and CT-56."""
    claimants = [seat for seat, cards in enumerate(owed) if cards]
    if sum(owed) <= bank or shortage == "unlimited":
        return list(owed)
    if len(claimants) == 1 and shortage == "official":
        return [bank if seat == claimants[0] else 0 for seat in range(len(owed))]
    return [0] * len(owed)


@given(
    st.integers(0, 2**32),
    st.lists(st.integers(0, 19), min_size=5, max_size=5),
    st.sampled_from(["official", "none_paid"]),
    st.integers(0, 18),
)
def test_any_roll_pays_what_the_rules_say(number: int, bank: list[int], shortage: str, robber: int) -> None:
    """CT-53 to CT-57: any buildings, any bank, any hex under the robber; seat order does not matter."""
    rng = random.Random(number)
    desk = Desk(4, shortage=shortage, board="spiral")
    new_game(*desk.kernel_arguments[:3], 4, 1, number % 1000)
    state, buildings = desk.state, {}
    for vertex in rng.sample(range(54), 14):
        if state.open_vertices >> vertex & 1:
            seat, cards = rng.randrange(4), rng.choice([1, 1, 2])
            place_settlement(desk.boards[0], state, seat, vertex)
            if cards == 2:
                place_city(desk.boards[0], state, seat, vertex)
            buildings[vertex] = seat, cards
    state.bank[:] = bank
    state.robber = robber
    roll = rng.choice([2, 3, 4, 5, 6, 8, 9, 10, 11, 12])
    owed = np.zeros((4, 5), int)
    for vertex, (seat, cards) in buildings.items():
        for h in SHAPE.vertex_hexes[vertex]:
            if state.token[h] == roll and h != robber:
                owed[seat, state.terrain[h]] += cards
    produce(desk.rules[0], state, roll)
    for resource in range(5):
        expected = paid(owed[:, resource].tolist(), bank[resource], shortage)
        assert state.hands[:, resource].tolist() == expected
        assert state.bank[resource] == bank[resource] - sum(expected)
        assert state.short[:, resource].tolist() == (owed[:, resource] - expected).tolist()
    assert state.hexes["produced"].sum() == state.hands.sum()
    assert state.hexes["short"].sum() == state.short.sum()
    assert not state.owed.any()


def test_what_was_not_produced_is_counted() -> None:
    """CT-54, CT-55, CT-126: by seat and by hex, blocked and short."""
    table = played("$ROLLS_EIGHT | 4 players | before the roll | robber 11", "0 roll 3 5")
    assert table["blocked"][3].tolist() == [0, 0, 0, 0, 1]
    assert (table["hexes"]["blocked"][11], table["hexes"]["produced"][12]) == (1, 2)
    table = played("0: c9 | 1: c19 c35 | 2: s51 wool16 | before the roll", "0 roll 1 3")
    assert hands(table) == [{}, {"grain": 2}, {"wool": 16}]
    assert table["short"][:3, 2].tolist() == [2, 2, 0]
    assert table["hexes"]["short"][5] == 4


# --- the seven


def test_nothing_leaves_a_hand_before_all_have_discarded() -> None:
    """CT-62: discards are settled together, in whatever order they come."""
    eight_each = "0: s8 r13 ore8 | 1: s41 r52 wool8 | 2: grain9 | before the roll"
    table = played(eight_each, "0 roll 3 4; 2 discard grain4; 0 discard ore4")
    assert table["hand_size"][:3].tolist() == [8, 8, 9]
    assert table["due"][:3].tolist()[1] == 4
    table = played(eight_each, "0 roll 3 4; 2 discard grain4; 0 discard ore4; 1 discard wool4")
    assert table["hand_size"][:3].tolist() == [4, 4, 5]
    assert table["discarded"][:3].tolist() == [4, 4, 4]


# --- what the table counts


def test_thefts_and_trades_are_counted_by_seat() -> None:
    """CT-65, CT-75 to CT-79, CT-98: who took, who lost, by which rate, with whom."""
    table = played("$THIEF | before the roll", "0 roll 3 4; 0 robber 0; 0 steal 1 ore")
    assert (table["robbed"][0], table["lost"][1]) == (1, 1)
    table = played("0: s0 s42 wool2 ore3", "0 bank wool2 for brick; 0 bank ore3 for grain")
    assert table["bank_trades"][0].tolist() == [0, 1, 1]
    offer = "0 offer wool for ore to 1 2 3; 1 yes; 3 yes; 0 accept 3"
    table = played("0: wool | 1: ore | 3: ore2 | 4 players", offer)
    assert (table["deals"][0], table["deals_joined"][3], table["offers"][0]) == (1, 1, 1)
    table = played("0: wool2 monopoly | 1: wool3 | 3: wool | 4 players", "0 play monopoly wool")
    assert table["monopolised"][0] == 4
    assert played("0: wool", "0 offer wool for ore to 1 2")["offers_made"] == 1  # though nobody can meet it


def test_capacities_hold_what_the_options_allow() -> None:
    assert dtype_of(State)["roll_log"].shape == (MAX_TURNS + 1,)
    assert Options.__dataclass_fields__["roads"].metadata["high"] == dtype_of(State)["road_list"].shape[1]
    assert bank.ENDLESS > 100 * MAX_TURNS
