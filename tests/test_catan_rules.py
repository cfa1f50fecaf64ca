"""The worked examples of the rules of Catan, as records on the map for a first game."""

import random
from collections import Counter

import numpy as np
import pytest
from builders import volume
from catan_tables import SHAPE, Desk, fault, hand, path, pieces, played
from hypothesis import given
from hypothesis import strategies as st

from rules.catan.board import load_board
from rules.catan.building import place_city, place_settlement
from rules.catan.engine import new_game
from rules.catan.moves import MOVES, move_kind
from rules.catan.options import RESOURCES, Options
from rules.catan.production import produce
from rules.catan.robber import draw_stolen
from rules.catan.table import Table

pytestmark = pytest.mark.rules

PRINTED = pieces("0 s8-28 r13-41", "1 s41-39 r52-56", "2 s14-40 r15-58", "3 s31-17 r37-25")
"""Red, blue, orange and white as printed on the map."""
RED, BLUE, ORANGE, WHITE = range(4)


def opening(players=3, **options):
    """Records that begin with the set-up phase."""
    return {"players": players, "options": options}


def hands(table):
    """All hands."""
    return [hand(table, seat) for seat in range(table.players)]


# --- set-up


@pytest.mark.parametrize(
    ("vertex", "cards"),
    [(28, {"grain": 1, "lumber": 2}), (29, {"lumber": 1, "ore": 1}), (38, {"lumber": 1})],
)
def test_the_second_settlement_pays_its_hexes(vertex, cards):
    """EX-CT-5 (CT-48)."""
    start = ["0 settlement 0", "0 road 0", "1 settlement 2", "1 road 4", "2 settlement 51", "2 road 66"]
    table = played(*start, f"2 settlement {vertex}", **opening())
    assert hand(table, 2) == cards
    assert hand(table, 0) == {}


def test_the_printed_pieces_can_be_placed_in_turn():
    """CT-34, CT-45: as a set-up, they leave the table as the printed set-up does."""
    colours = [(14, 15, 40, 58), (31, 37, 17, 25), (41, 52, 39, 56)]
    first = [
        word
        for seat, (v, e, _, _) in enumerate(colours)
        for word in (f"{seat} settlement {v}", f"{seat} road {e}")
    ]
    second = [
        word
        for seat in (2, 1, 0)
        for word in (f"{seat} settlement {colours[seat][2]}", f"{seat} road {colours[seat][3]}")
    ]
    table = played(*first, *second, **opening())
    assert (table["turn"], table["asked"]) == (1, 0)
    assert table["hand_size"][:3].tolist() == [3, 3, 3]


# --- production


def test_a_roll_pays_every_building_on_its_number():
    """EX-CT-6 (CT-53)."""
    table = played("0 roll 3 5", players=4, pieces=PRINTED)
    assert hands(table) == [{"lumber": 1}, {"lumber": 1}, {}, {"ore": 1}]


def test_the_robber_blocks_its_hex():
    """EX-CT-7 (CT-54)."""
    table = played("0 roll 3 5", players=4, pieces=PRINTED, robber=11)
    assert hands(table) == [{"lumber": 1}, {"lumber": 1}, {}, {}]
    assert table["blocked"][WHITE].tolist() == [0, 0, 0, 0, 1]
    assert (table["hexes"]["blocked"][11], table["hexes"]["produced"][12]) == (1, 2)


def test_a_shortage_pays_nobody_and_leaves_other_resources_alone():
    """EX-CT-8 (CT-55): wool is short, ore is not."""
    place = {
        "players": 3,
        "pieces": pieces("0 c9", "1 c19-35", "2 s51"),
        "hands": [{}, {}, {"wool": 16}],
    }
    table = played("0 roll 1 3", **place)
    assert hands(table) == [{}, {"grain": 2}, {"wool": 16}]
    assert table["bank"].tolist() == [19, 19, 3, 17, 19]
    assert table["short"][:3, 2].tolist() == [2, 2, 0]
    assert table["hexes"]["short"][5] == 4


def test_a_single_claimant_takes_the_rest():
    """EX-CT-9 (CT-56): a city and a settlement are owed 3, the bank has 1, or nothing."""
    for left in (1, 0):
        place = {"pieces": pieces("0 c9 s20"), "hands": [{}, {"wool": 19 - left}, {}]}
        table = played("0 roll 1 3", **place)
        assert table["hands"][0, 2] == left
        assert table["bank"][2] == 0


def test_nobody_is_paid_though_one_share_could_be():
    """EX-CT-10 (CT-55, CT-56)."""
    place = {"pieces": pieces("0 c9", "1 s19"), "hands": [{}, {}, {"wool": 17}]}
    table = played("0 roll 1 3", **place)
    assert table["hands"][:2, 2].tolist() == [0, 0]
    assert table["bank"][2] == 2


def test_the_exception_for_one_claimant_can_be_left_out():
    """OQ-CT-2: shortage=none_paid."""
    place = {"pieces": pieces("0 c9"), "hands": [{}, {"wool": 18}, {}]}
    assert played("0 roll 1 3", **place)["hands"][0, 2] == 1
    assert played("0 roll 1 3", **place, options={"shortage": "none_paid"})["hands"][0, 2] == 0


def test_a_bank_without_end_never_runs_short():
    """OQ-CT-2: shortage=unlimited."""
    place = {"pieces": pieces("0 c9"), "hands": [{}, {"wool": 40}, {}], "options": {"shortage": "unlimited"}}
    assert played("0 roll 1 3", **place)["hands"][0, 2] == 2


def paid(owed, bank, shortage):
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
def test_any_roll_pays_what_the_rules_say(number, bank, shortage, robber):
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


# --- the seven


@pytest.mark.parametrize(("held", "due"), [(6, 0), (7, 0), (8, 4), (9, 4), (10, 5), (15, 7)])
def test_half_of_a_large_hand_is_given_up(held, due):
    """EX-CT-11 (CT-61): development cards do not count."""
    place = {
        "pieces": PRINTED[:8],
        "hands": [{}, {"wool": held}, {}],
        "cards": [{"seat": 1, "card": "knight"}] * 3,
    }
    table = played("0 roll 3 4", **place)
    assert table["due"][1] == due
    if due:
        table = played("0 roll 3 4", f"1 discard {due} wool", "0 robber 0", **place)
        assert hand(table, 1) == {"wool": held - due}
        assert table["discarded"][1] == due


def test_discards_are_settled_together_and_come_in_any_order():
    """CT-62: nothing leaves a hand before all have chosen."""
    place = {"pieces": PRINTED[:8], "hands": [{"ore": 8}, {"wool": 8}, {"grain": 9}]}
    table = played("0 roll 3 4", "2 discard 4 grain", "0 discard 4 ore", **place)
    assert table["hand_size"][:3].tolist() == [8, 8, 9]
    table = played("0 roll 3 4", "2 discard 4 grain", "0 discard 4 ore", "1 discard 4 wool", **place)
    assert table["hand_size"][:3].tolist() == [4, 4, 5]


def test_the_robber_must_move_and_may_go_to_the_desert():
    """EX-CT-13 (CT-63, CT-64)."""
    table = played("0 roll 3 4", pieces=PRINTED[:8])
    targets = {(move >> 5) & 127 for move in table.moves()}
    assert {MOVES[move_kind(move)] for move in table.moves()} == {"robber"}
    assert targets == set(range(19)) - {9}
    table = played("0 roll 3 4", "0 robber 0", "0 end", "1 roll 1 6", pieces=PRINTED[:8])
    assert 9 in {(move >> 5) & 127 for move in table.moves()}


def test_a_stolen_card_is_uniform_over_the_cards():
    """EX-CT-12 (CT-66): of 3 wool and 1 ore the ore goes in one theft of four."""
    desk = Desk(3)
    n, ore = volume(20_000, 400), 0
    new_game(*desk.kernel_arguments[:3], 3, 1, 0)
    desk.state.hands[1] = [0, 0, 3, 0, 1]
    desk.state.hand_size[1] = 4
    for _ in range(n):
        ore += draw_stolen(desk.state, 1) == 4
    assert abs(ore / n - 1 / 4) < 4 * (3 / 16 / n) ** 0.5


def test_only_who_has_a_card_can_be_robbed():
    """CT-65, CT-67."""
    place = {"pieces": PRINTED[:12], "hands": [{}, {"ore": 1}, {}]}
    table = played("0 roll 3 4", "0 robber 17", **place)  # beside orange's vertex 40
    assert MOVES[move_kind(table.moves()[0])] == "end"
    table = played("0 roll 3 4", "0 robber 18", "0 steal 1 ore", **place)  # beside blue's 41
    assert hands(table) == [{"ore": 1}, {}, {}]
    assert (table["robbed"][0], table["lost"][1]) == (1, 1)


def test_a_thief_may_decline_if_so_agreed():
    """OQ-CT-4."""
    place = {"pieces": PRINTED[:12], "hands": [{}, {"ore": 1}, {}], "options": {"steal": "may_decline"}}
    decline = {"seat": 0, "do": "steal", "from": None}
    table = played("0 roll 3 4", "0 robber 18", decline, **place)
    assert hands(table) == [{}, {"ore": 1}, {}]
    place["options"] = {"steal": "none"}
    assert MOVES[move_kind(played("0 roll 3 4", "0 robber 18", **place).moves()[0])] == "end"


def test_the_friendly_robber_spares_the_poor():
    """OQ-CT-21: hexes at buildings of others with two points are no targets, unless that leaves none."""
    place = {"pieces": PRINTED[:12] + pieces("1 c52"), "options": {"friendly_robber": True}}
    table = played("0 roll 3 4", **place)  # orange has 2 points, blue 4, red is on turn
    spared = {h for vertex in (14, 40) for h in SHAPE.vertex_hexes[vertex]}
    assert {(move >> 5) & 127 for move in table.moves()} == set(range(19)) - {9} - spared
    norths = "-".join(str(corners[0]) for corners in SHAPE.hex_vertices)  # one at every hex, none adjacent
    everywhere = {"pieces": pieces(f"1 s{norths}"), "options": {"friendly_robber": True, "settlements": 20}}
    assert len(played("0 roll 3 4", **everywhere).moves()) == 18
    everywhere["options"]["friendly_robber_points"] = 19
    assert len(played("0 roll 3 4", **everywhere).moves()) == 18


def test_without_a_robber_a_seven_costs_cards_only():
    place = {"pieces": PRINTED[:12], "hands": [{}, {"ore": 8}, {}], "options": {"robber": False}}
    table = played("0 roll 3 4", "1 discard 4 ore", "0 end", "1 roll 3 3", **place)
    assert table["turn"] == 2
    place["cards"] = [{"seat": 0, "card": "knight"}]
    table = played("0 play knight", "0 roll 3 3", **place)
    assert table["knights"][0] == 1


def test_the_hand_limit_is_an_option():
    """CT-61."""
    place = {"pieces": PRINTED[:8], "hands": [{}, {"wool": 9}, {}], "options": {"hand_limit": 9}}
    assert played("0 roll 3 4", "0 robber 0", **place)["hand_size"][1] == 9


def test_a_large_hand_is_kept_until_a_seven():
    """EX-CT-36 (CT-59)."""
    assert played("0 end", rolled=True, hands=[{"wool": 10, "ore": 10}, {}, {}])["turn"] == 2


# --- trade


@pytest.mark.parametrize(
    ("vertices", "rates"),
    [("s0-42", [3, 3, 2, 3, 3]), ("s42", [4, 4, 2, 4, 4]), ("s0", [3, 3, 3, 3, 3]), ("s8", [4, 4, 4, 4, 4])],
)
def test_harbours_set_the_rates(vertices, rates):
    """EX-CT-14 (CT-75 to CT-77, CT-44)."""
    table = played(pieces=pieces(f"0 {vertices}"), rolled=True)
    assert table["rate"][0].tolist() == rates


def test_the_bank_trades_at_the_best_rate():
    """CT-75 to CT-78: it is used up by the trades listed and by where they were made."""
    place = {"pieces": pieces("0 s0-42"), "hands": [{"wool": 2, "ore": 3}, {}, {}], "rolled": True}
    table = played("0 bank 2 wool for 1 brick", "0 bank 3 ore for 1 grain", **place)
    assert hand(table, 0) == {"brick": 1, "grain": 1}
    assert table["bank_trades"][0].tolist() == [0, 1, 1]


def test_an_offer_is_answered_in_turn_and_chosen_from():
    """CT-79: who lacks what is wanted is passed over; answers are for the proposer's eyes."""
    place = {
        "players": 4,
        "pieces": PRINTED,
        "hands": [{"wool": 1}, {"ore": 1}, {}, {"ore": 2}],
        "rolled": True,
        "to_move": 0,
    }
    offer = "0 offer 1 wool for 1 ore"
    table = played(offer, **place)
    assert table["asked"] == 1
    table = played(offer, "1 answer yes", **place)
    assert table["asked"] == 3
    table = played(offer, "1 answer yes", "3 answer yes", **place)
    assert [MOVES[move_kind(move)] for move in table.moves()] == ["accept"] * 3
    table = played(offer, "1 answer yes", "3 answer yes", "0 accept 3", **place)
    assert hands(table) == [{"ore": 1}, {"ore": 1}, {}, {"wool": 1, "ore": 1}]
    assert (table["deals"][0], table["deals_joined"][3], table["offers"][0]) == (1, 1, 1)
    table = played(offer, "1 answer yes", "3 answer no", "0 accept nobody", **place)
    assert hands(table)[0] == {"wool": 1}


def test_an_offer_that_nobody_can_meet_is_over_at_once():
    """CT-79: it counts as one of the turn's offers; stating that nobody was chosen is optional."""
    place = {"pieces": PRINTED[:8], "hands": [{"wool": 1}, {}, {}], "rolled": True}
    for last in ([], ["0 accept nobody"]):
        table = played("0 offer 1 wool for 1 ore", *last, **place)
        assert (table["offers_made"], len(hands(table)[0])) == (1, 1)


def test_a_turn_has_so_many_offers():
    """CT-79."""
    place = {"pieces": PRINTED[:8], "hands": [{"wool": 1}, {}, {}], "rolled": True}
    offer = "0 offer 1 wool for 1 ore"
    assert fault(*[offer] * 4, **place) == (3, "CT-79")
    table = played(*[offer] * 3, **place)
    assert "offer" not in {MOVES[move_kind(move)] for move in table.moves()}


def test_larger_offers_are_legal_where_any_are():
    """EX-CT-35 (CT-71, CT-72), also beyond those that policies choose from."""
    place = {"hands": [{"wool": 5, "grain": 1}, {"ore": 9, "brick": 1}, {}], "rolled": True}
    place["options"] = {"trade": "any"}
    table = played("0 offer 2 wool for 1 ore", "1 answer yes", "0 accept 1", **place)
    assert hands(table)[:2] == [{"wool": 3, "grain": 1, "ore": 1}, {"wool": 2, "ore": 8, "brick": 1}]
    played("0 offer 1 wool 1 grain for 1 brick", "1 answer no", **place)
    table = played("0 offer 5 wool for 9 ore", "1 answer yes", "0 accept 1", **place)
    assert table["hands"][0, 4] == 9


def test_offers_listed_for_policies():
    """CT-79: one for one, or up to two cards a side, no resource on both sides, all of them held."""
    for trade, most in (("one_for_one", 1), ("any", 2)):
        place = {"hands": [{"wool": 2, "ore": 1}, {}, {}], "rolled": True, "options": {"trade": trade}}
        table = played(**place)
        found = set()
        for move in table.moves():
            if MOVES[move_kind(move)] == "offer":
                give = tuple(move >> (5 + 5 * r) & 31 for r in range(5))
                want = tuple(move >> (30 + 5 * r) & 31 for r in range(5))
                assert move >> 55 == 0b110
                found.add((give, want))
        sides = [side for side in np.ndindex(3, 3, 3, 3, 3) if 1 <= sum(side) <= most]
        expected = {
            (give, want)
            for give in sides
            for want in sides
            if all(a <= b for a, b in zip(give, (0, 0, 2, 0, 1), strict=True))
            and not any(a and b for a, b in zip(give, want, strict=True))
        }
        assert found == expected


def test_strict_phases_end_trading_with_the_first_purchase():
    """CT-58, OQ-CT-20: a card bought ends it, free roads do not."""
    place = {
        "pieces": pieces(f"0 s8 {path(8, 13)}"),
        "hands": [{"wool": 5, "grain": 5, "ore": 1}, {}, {}],
        "cards": [{"seat": 0, "card": "road_building"}],
        "rolled": True,
        "options": {"phases": "strict"},
    }
    trade = "0 bank 4 wool for 1 brick"
    assert fault("0 buy knight", trade, **place) == (1, "CT-58")
    played("0 play road_building", f"0 road {path(13, 18)[1:]}", f"0 road {path(18, 24)[1:]}", trade, **place)


# --- building


def test_a_city_frees_a_settlement():
    """EX-CT-31 (CT-85, CT-86)."""
    place = {
        "pieces": pieces(f"0 s0-2-8-10-17 {path(17, 23, 18)}"),
        "hands": [{"brick": 1, "lumber": 1, "wool": 1, "grain": 3, "ore": 3}, {}, {}],
        "rolled": True,
    }
    assert fault("0 settlement 18", **place) == (0, "CT-86")
    table = played("0 city 8", "0 settlement 18", **place)
    assert (table["n_settlements"][0], table["n_cities"][0]) == (5, 1)


def test_costs_are_options():
    """CT-15."""
    place = {"pieces": pieces("0 s8"), "hands": [{"ore": 1}, {}, {}], "rolled": True}
    assert fault("0 city 8", **place) == (0, "CT-80")
    table = played("0 city 8", **place, options={"city_ore": 1, "city_grain": 0})
    assert (hand(table, 0), table.scores()[0]) == ({}, 2)


# --- development cards


def holding(*names, new=False, **place):
    """Seat 0 to move, holding these cards."""
    return {"cards": [{"seat": 0, "card": name, "new": new} for name in names], **place}


def test_a_card_waits_for_the_next_turn():
    """EX-CT-29 (CT-93): per card; an older one of the same kind may be played."""
    ready = {"hands": [{"wool": 1, "grain": 1, "ore": 1}, {}, {}], "rolled": True, "pieces": PRINTED[:4]}
    assert fault("0 buy knight", "0 play knight", **ready) == (1, "CT-93")
    played("0 buy knight", "0 play knight", **ready, **holding("knight"))
    assert fault("0 play knight", **ready, **holding("knight", new=True)) == (0, "CT-93")


def test_a_victory_point_card_wins_at_once():
    """EX-CT-29 (CT-99, CT-116)."""
    nine = pieces("0 c0-2-8-10 s17")
    place = {"pieces": nine, "hands": [{"wool": 1, "grain": 1, "ore": 1}, {}, {}], "rolled": True}
    table = played("0 buy victory_point", **place)
    assert (table.winners(), table.by_source()[0]["cards"]) == ([0], 1)
    assert played("0 buy knight", **place).winners() == []
    assert fault("0 buy victory_point", "0 end", **place) == (1, "CT-116")


def test_the_third_knight_can_win_before_the_robber_moves():
    """CT-112, CT-116."""
    place = {"pieces": pieces("0 c0-2-8-10"), "knights": [2, 0, 0], **holding("knight")}
    table = played("0 play knight", **place)
    assert (table.winners(), table.turns()) == ([0], 1)
    later = {"options": {"win_check": "end_of_phase"}}
    assert played("0 play knight", **place, **later).winners() == []
    assert played("0 play knight", "0 robber 0", "0 roll 1 1", **place, **later).winners() == [0]


def test_points_gained_on_anothers_turn_win_at_the_start_of_the_own():
    """CT-115, CT-117: not before."""
    place = {
        "pieces": pieces(
            f"0 s21 {path(21, 16, 11, 7, 3, 0, 4)}",
            f"1 c36-48-25-45 {path(36, 41, 45, 49, 52, 48)}",
            f"2 {path(7, 12, 17)}",
        ),
        "hands": [{}, {}, {"brick": 1, "lumber": 1, "wool": 1, "grain": 1}],
        "to_move": 2,
    }
    turn = ["2 roll 1 1", "2 settlement 7"]
    table = played(*turn, **place)
    assert (table.scores()[1], table.winners()) == (10, [])
    table = played(*turn, "2 end", "0 roll 1 1", "0 end", **place)
    assert (table.winners(), table.turns()) == ([1], 3)


def test_road_building_places_what_it_can():
    """EX-CT-32 (CT-96): with fourteen roads on the board, one."""
    long = path(21, 16, 11, 7, 3, 0, 4, 1, 5, 2, 6, 10, 15, 20, 26)
    place = {"pieces": pieces(f"0 s21 {long}"), **holding("road_building")}
    table = played("0 play road_building", f"0 road {path(26, 32)[1:]}", "0 roll 1 1", **place)
    assert (table["n_roads"][0], table["free_roads"]) == (15, 0)
    fifteen = {"pieces": pieces(f"0 s21 {long} {path(26, 32)}"), **holding("road_building")}
    assert fault("0 play road_building", **fifteen) == (0, "CT-96")


def test_road_building_needs_a_place():
    """CT-96, OQ-CT-10: hemmed in by rivals."""
    around = pieces(f"0 s0 {path(3, 0, 4)}", f"1 s7-8 {path(4, 1)}", f"2 {path(3, 7)} {path(4, 8)}")
    place = {"pieces": around, **holding("road_building")}
    assert fault("0 play road_building", **place) == (0, "CT-96")


def test_year_of_plenty_takes_two():
    """CT-97."""
    table = played("0 play year_of_plenty 1 ore 1 wool", **holding("year_of_plenty"))
    assert (hand(table, 0), table["bank"].tolist()) == ({"wool": 1, "ore": 1}, [19, 19, 18, 19, 18])


def test_year_of_plenty_takes_the_last_card_of_the_bank():
    """CT-97, OQ-CT-19: from an empty bank it takes nothing and is not played."""
    rest = {"brick": 19, "lumber": 19, "wool": 19, "grain": 19}
    place = holding("year_of_plenty", hands=[{}, rest | {"ore": 18}, {}])
    assert fault("0 play year_of_plenty 2 ore", **place) == (0, "CT-97")
    assert hand(played("0 play year_of_plenty 1 ore", **place), 0) == {"ore": 1}
    place["hands"] = [{}, rest | {"ore": 19}, {}]
    assert fault("0 play year_of_plenty 1 ore", **place) == (0, "CT-97")
    assert [MOVES[move_kind(move)] for move in played(**place).moves()] == ["roll"]


def test_monopoly_takes_all():
    """EX-CT-33 (CT-98)."""
    place = {"players": 4, "hands": [{"wool": 2}, {"wool": 3}, {}, {"wool": 1}]}
    table = played("0 play monopoly wool", **place, **holding("monopoly"))
    assert hands(table) == [{"wool": 6}, {}, {}, {}]
    assert (table["bank"][2], table["monopolised"][0]) == (13, 4)


def test_one_card_is_played_a_turn():
    """CT-92."""
    place = holding("monopoly", "year_of_plenty")
    assert fault("0 play monopoly wool", "0 play year_of_plenty 2 ore", **place) == (1, "CT-92")


def test_cards_come_from_the_deck_in_an_order_that_nothing_decided_changes():
    """CT-90, CT-123: the nth card of a game is the same, and all orders are equally likely."""
    first = Counter()
    table = Table()
    table.open(Options(card_wool=0, card_grain=0, card_ore=0, trade="none"), 3)
    for game in range(volume(400, 20)):
        bought = []
        table.deal(1, game)
        rng = random.Random(game % 2)
        while len(bought) < 3:
            moves = table.moves()
            buys = [move for move in moves if MOVES[move_kind(move)] == "buy"]
            table.play(buys[0] if buys else rng.choice(moves))
            if buys:
                bought.append(table["bought"])
        first[bought[0]] += 1
    n = sum(first.values())
    assert abs(first[0] / n - 14 / 25) < 4 * (14 / 25 * 11 / 25 / n) ** 0.5


# --- what is known of the map


def test_the_map_says_what_these_tests_take_for_granted():
    island = load_board()
    yields = {h: RESOURCES[t] for h, t in enumerate(island.beginner.terrain) if t < 5}
    assert (yields[5], island.beginner.tokens[5]) == ("wool", 4)
    assert (yields[14], island.beginner.tokens[14]) == ("grain", 4)
