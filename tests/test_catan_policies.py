"""How Catan's policies choose: legally, in their styles, and by what their seat may know alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from builders import simulator, volume
from catan_tables import played as table_after
from stepper import advance, begin, played

from rules.catan.engine import apply, is_over, new_game
from rules.catan.legal import legal_moves
from rules.catan.moves import Kind, move_kind, move_place
from rules.catan.options import RESOURCES
from rules.catan.scoring import public_points
from rules.catan.state import Point
from rules.chance import start_chance
from rules.kernel import INTERPRETED, Array, Struct, kernel
from simulate.games.catan.goals import look
from simulate.games.catan.hidden import deal_unseen
from simulate.games.catan.move_features import Desk, MoveFeature
from simulate.games.catan.weighing_trade import was_refused
from simulate.plans.plan import make_plan
from simulate.play.desk import weigh_moves
from simulate.play.playing import choose
from simulate.play.simulator import Simulator

STYLES = ("greedy", "heuristic", "road_builder", "ore_grain", "no_trade", "balanced", "varied")


def catan(policy: str = "heuristic", players: int = 4, **options: Any) -> Simulator:
    """A simulator of Catan."""
    return simulator(policy=policy, players=players, game="catan", **options)


def seats_of(policy: str, n: int, **options: Any) -> Array:
    """The rows of `seats` of n games, a row of the array for each game."""
    rules = [f"{name}={value}" for name, value in options.items()]
    plan = make_plan("catan", n, policy=policy, rules=rules, tables="games,seats")
    return Simulator(plan).play(0, n)["seats"].reshape(n, -1)


def positions(sim: Simulator, games: range, every: int) -> Iterator[Struct]:
    """Play games and stop after every so many decisions; the state is that of the simulator."""
    for game in games:
        begin(sim, game)
        advance(sim.desk, every)
        while not is_over(sim.desk.state):
            yield sim.desk.state
            advance(sim.desk, every)


# --- legal, and in all positions


@pytest.mark.parametrize("policy", ["random", *STYLES])
def test_every_choice_is_legal(policy: str) -> None:
    """Each policy plays whole games by the rules, with three players and with four."""
    for players in (3, 4):
        games = played(catan(policy, players, max_turns=volume(300, 12)), 0, volume(20, 1), volume(1, 40))
        assert all(len(moves) > 30 for moves in games)


def test_every_kind_of_trade_is_played_by_the_rules() -> None:
    """Offers of up to two cards a side, strict phases, a friendly robber, other dice."""
    options: dict[str, Any] = {
        "trade": "any",
        "phases": "strict",
        "friendly_robber": "true",
        "dice": "deck36",
        "steal": "may_decline",
        "max_turns": volume(300, 10),
    }
    played(catan("heuristic,random,greedy,no_trade", **options), 0, volume(10, 1), volume(1, 40))


@pytest.mark.skipif(INTERPRETED, reason="plays thousands of turns")
def test_rollout_plays_by_the_rules() -> None:
    """A few turns, as its playouts are slow."""
    (moves,) = played(catan("rollout,heuristic,heuristic", players=3, max_turns=volume(6, 1)), 0, 1)
    assert len(moves) >= 12


# --- what is hidden


def redealt(sim: Simulator, state: Struct, seed: int) -> Array:
    """A copy of the state with another deal of what the seat that decides does not see."""
    copy = sim.mind.spare[0].copy()
    copy[0] = state
    other = copy[0]
    start_chance(other, seed, 1)
    deal_unseen(sim.desk, other, int(state.asked))
    for name in ("chance_key", "chance_words", "chance_episode", "chance_used"):
        other[name][:] = state[name]
    return copy


def test_a_new_deal_keeps_what_is_known() -> None:
    """Sizes of hands, numbers of cards and the own cards stay; cards are neither lost nor made."""
    free = {f"card_{name}": 0 for name in ("wool", "grain", "ore")}
    sim, differ = catan("random", seed=8, max_turns=volume(100, 40), **free), np.zeros(2, bool)
    for state in positions(sim, range(volume(4, 1)), 19):
        me = int(state.asked)
        other = redealt(sim, state, 3)[0]
        assert other.hands.sum(axis=1).tolist() == state.hand_size.tolist()
        assert other.hands.sum(axis=0).tolist() == state.hands.sum(axis=0).tolist()
        assert other.hands[me].tolist() == state.hands[me].tolist()
        assert other.cards[me].tolist() == state.cards[me].tolist()
        assert other.cards.sum(axis=1).tolist() == state.unplayed.tolist()
        kinds = [(each.deck + each.cards.sum(axis=0)).tolist() for each in (other, state)]
        assert kinds[0] == kinds[1]
        assert other.n_deck == state.n_deck == other.deck.sum()
        differ |= (other.hands != state.hands).any(), (other.cards != state.cards).any()
    assert differ.all()


# --- features


def test_features_of_moves_that_change_nothing_are_zero() -> None:
    """To end the turn and to refuse are worth nothing; building says its points."""
    sim = catan(seed=4, max_turns=volume(100, 10))
    points: dict[int, int] = {Kind.SETTLEMENT: 1, Kind.CITY: 1}
    seen = set()
    for state in positions(sim, range(volume(4, 1)), 11):
        n = weigh_moves(sim.desk)
        table, moves = sim.mind.told[0], sim.mind.moves[0]
        again = np.zeros_like(moves)
        assert legal_moves(sim.desk.box, sim.desk.options, state, again) == n
        assert again[:n].tolist() == moves[:n].tolist()
        assert np.isfinite(table[:n]).all()
        if state.point in (Point.MAIN, Point.TRADE_ANSWER):
            assert not table[0].any()
        for i in range(n):
            kind = move_kind(int(moves[i]))
            seen.add(kind)
            if kind in points:
                assert table[i, MoveFeature.POINTS] == points[kind]
    assert len(seen) > volume(8, 3)


def test_a_robber_where_nobody_is_robbed_counts_the_card_from_the_bank() -> None:
    """HR-3: who takes none from a player knows that one is drawn."""
    sim, empty = catan(seed=4, max_turns=volume(60, 10), no_steal_card="true"), 0
    for state in positions(sim, range(volume(2, 1)), 1):
        if state.point == Point.ROBBER and state.bank.sum() > 0:
            for i in range(weigh_moves(sim.desk)):
                robbed = sim.mind.told[0, i, MoveFeature.ROB] == 1
                assert sim.mind.told[0, i, MoveFeature.STOCK] > 0
                empty += not robbed
    assert empty > 0


def test_welfare_tokens_are_spent_on_what_a_hand_waits_for() -> None:
    """HR-9: a card that is missing makes goals readier, one that nothing needs does not."""
    sim, spent, missing = catan(seed=4, max_turns=volume(60, 10), welfare_price="1"), 0, 0
    for _ in positions(sim, range(volume(2, 1)), 1):
        n = weigh_moves(sim.desk)
        told = sim.mind.told[0]
        chosen = move_kind(choose(sim.desk))
        cards = [i for i in range(n) if move_kind(int(sim.mind.moves[0, i])) == Kind.WELFARE]
        ready = slice(MoveFeature.READY_SETTLEMENT, MoveFeature.READY_ROAD + 1)
        missing += any((told[i, ready] > 0).any() for i in cards)
        spent += chosen == Kind.WELFARE
    assert missing > 0
    assert spent > 0


def test_judging_leaves_the_game_as_it_is() -> None:
    """Features are found without a trace in the state but for scratch fields."""
    sim = catan(seed=3, max_turns=volume(100, 10))
    for _ in positions(sim, range(volume(3, 1)), 13):
        before = sim.state.copy()
        weigh_moves(sim.desk)
        for name in before.dtype.names:
            if not name.startswith("walk"):
                assert np.array_equal(before[name], sim.state[name]), name


MANY_CARDS: dict[str, Any] = {"card_wool": 0, "card_grain": 0, "card_ore": 0, "knight_cards": 5}
"""Development cards are free, and more of them are progress cards."""


def part_not_counted(state: Struct, seat: int, resource: int) -> float:
    """Cards of a resource that a rival is thought to hold: those counted, and its part of the rest (CT-5)."""
    me = int(state.asked)
    rivals = [rival for rival in range(int(state.players)) if rival != me]
    counted = {rival: state.sure[rival, :, me] for rival in rivals}
    unknown = {rival: int(state.hand_size[rival] - counted[rival].sum()) for rival in rivals}
    all_held = int(state.hands[rivals, resource].sum())  # the bank's count tells
    rest = all_held - sum(int(counted[rival][resource]) for rival in rivals)
    share = unknown[seat] / sum(unknown.values()) if any(unknown.values()) else 0.0
    return float(counted[seat][resource] + rest * share)


def test_a_monopoly_counts_the_cards_that_it_takes() -> None:
    """CT-98: as many as it takes when it is played, and from whom they are thought to come."""
    sim = catan("random", seed=6, max_turns=volume(150, 40), **MANY_CARDS)
    taken, by_chance = 0, 0
    for state in positions(sim, range(volume(6, 1)), 2):
        me, kept = int(state.asked), sim.state.copy()
        for i in range(weigh_moves(sim.desk)):
            move = int(sim.mind.moves[0, i])
            if move_kind(move) != Kind.MONOPOLY:
                continue
            features, resource = sim.mind.told[0, i].copy(), move_place(move)
            near = 0.0
            for seat in range(4):
                if seat != me:
                    points = public_points(sim.desk.options, state, seat) / 10
                    thought = part_not_counted(state, seat, resource)
                    near += points**2 * thought
                    by_chance += thought != state.hands[seat, resource]
            assert features[MoveFeature.MONOPOLY_NEAR] == pytest.approx(near)
            before = int(state.monopolised[me])
            apply(sim.desk.box, sim.desk.options, state, move)
            assert features[MoveFeature.MONOPOLY_CARDS] == state.monopolised[me] - before
            taken += int(state.monopolised[me]) - before
            sim.state[0] = kept[0]
    assert taken >= volume(60, 0)
    assert by_chance >= volume(10, 0)


def test_cards_played_before_the_roll_are_told_apart() -> None:
    """CT-92: a seat can keep a knight or a progress card until it has seen the dice."""
    sim, early, later = catan("random", seed=6, max_turns=volume(100, 40), **MANY_CARDS), 0, 0
    for state in positions(sim, range(volume(3, 1)), 7):
        for i in range(weigh_moves(sim.desk)):
            kind = move_kind(int(sim.mind.moves[0, i]))
            told = sim.mind.told[0, i]
            before = state.point == Point.PRE_ROLL
            is_progress = Kind.ROAD_BUILDING <= kind <= Kind.MONOPOLY
            assert told[MoveFeature.KNIGHT_EARLY] == (before and kind == Kind.KNIGHT)
            assert told[MoveFeature.PROGRESS_EARLY] == (before and is_progress)
            assert (told[MoveFeature.PLAY_LATE] > 0) == is_progress
            early += before and is_progress
            later += is_progress and not before
    assert early > 0 or INTERPRETED
    assert later > 0 or INTERPRETED


@pytest.mark.parametrize(
    ("hand", "win_at", "ready"),
    [
        ("grain2 ore3", 3, 1.0),
        ("wool brick lumber grain", 3, 1.0),
        ("grain2 ore2", 3, None),
        ("grain2 ore3", 5, 0.0),
    ],
)
def test_readiness_to_win(hand: str, win_at: int, ready: float | None) -> None:
    """Two settlements: at three points a city wins, or a third settlement; at five neither does."""
    table = table_after(f"0: s39 s8 8-12-7 {hand} | 1: s20 r30 | points_to_win={win_at}")
    sim = catan(players=3, points_to_win=win_at)
    look(sim.desk.box, sim.desk.options, table.states[0], sim.desk.mind, 0)
    found = float(sim.mind.ready_win[0])
    assert found == ready if ready is not None else 0.0 < found < 1.0


def test_who_can_win_at_once_is_ready_to() -> None:
    """Whenever a piece that can be built wins, the hand is ready; what that piece costs is no loss then."""
    sim, wins = catan("greedy", seed=4, points_to_win=volume(6, 3), max_turns=volume(300, 30)), 0
    for state in positions(sim, range(volume(30, 1)), 1):
        if state.point != Point.MAIN:
            continue
        kept = sim.state.copy()
        for i in range(weigh_moves(sim.desk)):
            move = int(sim.mind.moves[0, i])
            kind = move_kind(move)
            if kind > Kind.CITY:
                continue
            features = sim.mind.told[0, i].copy()
            apply(sim.desk.box, sim.desk.options, state, move)
            if is_over(state):
                assert features[MoveFeature.WIN] == 1.0
                assert features[MoveFeature.READY_WIN] == 0.0
                assert sim.mind.ready_win[0] == 1.0 or kind == Kind.ROAD  # which may join two
                wins += 1
            sim.state[0] = kept[0]
    assert wins >= volume(10, 0)


def draws_at(vertex: int, **options: Any) -> float:
    """Cards a roll that players expect of a settlement on the map for a first game."""
    sim = catan(board="beginner", **options)
    begin(sim, 0)
    weigh_moves(sim.desk)
    return float(sim.mind.yield_of[0][vertex].sum())


def test_players_know_that_a_two_pays_on_a_twelve() -> None:
    """HR-1: a settlement on the hex with the 2 draws by one more of 36 rolls."""
    assert draws_at(9, two_pays_twelve=True) == pytest.approx(draws_at(9) + 1 / 36)


@pytest.mark.parametrize(("built", "at_risk"), [("s39", 0.0), ("c39", 5.0)])
def test_players_know_that_a_seven_waits_for_the_first_city(built: str, at_risk: float) -> None:
    """HR-7: until somebody builds a city a hand of ten costs nothing."""
    table = table_after(f"0: wool10 | 1: {built} | no_seven_before=first_city")
    sim = catan(players=3, no_seven_before="first_city")
    look(sim.desk.box, sim.desk.options, table.states[0], sim.desk.mind, 0)
    assert sim.mind.risk[0] == at_risk


# --- styles


@kernel
def count_choices(desk: Desk, players: int, seed: int, game: int, found: Array) -> None:
    """Play a game; count robbers moved, those to an own hex, offers, those refused before in the turn."""
    state = desk.state
    new_game(desk.box, desk.options, state, players, seed, game)
    while not is_over(state):
        move = choose(desk)
        if move_kind(move) == Kind.ROBBER:
            found[0] += 1
            found[1] += state.hex_yield[move_place(move), state.asked] > 0
        elif move_kind(move) == Kind.OFFER:
            found[2] += 1
            found[3] += was_refused(state, move)
        apply(desk.box, desk.options, state, move)


def counted(games: int, **options: Any) -> list[int]:
    """What `count_choices` finds in games of the heuristic."""
    sim, found = catan(seed=2, **options), np.zeros(4, np.int64)
    for game in range(games):
        count_choices(sim.desk, 4, 2, game, found)
    return list(map(int, found))


def test_the_robber_goes_where_it_does_not_hurt_oneself() -> None:
    """Its own hexes it mostly leaves alone; nor does it make a refused offer again in a turn (CT-79)."""
    robbers, own, offers, refused = counted(volume(40, 1), max_turns=volume(200, 12))
    assert own <= 0.1 * robbers
    assert offers > volume(1000, 3)
    assert refused == 0


@pytest.mark.rules
@pytest.mark.parametrize(
    ("policy", "varies"), [("heuristic", False), ("varied", True), ("varied,heuristic,heuristic", True)]
)
def test_on_a_board_that_never_changes_only_who_errs_settles_otherwise(policy: str, varies: bool) -> None:
    """CT-33, CT-45: and only in the set-up. After it `varied` chooses as heuristic does."""
    sim, heuristic = (catan(who, 3, board="beginner") for who in (policy, "heuristic"))
    settled = set()
    for game in range(volume(6, 3)):
        begin(sim, game)
        advance(sim.desk, 12)
        assert sim.state.turn[0] == 1
        settled.add(tuple(sim.state.buildings[0, :3].tolist()))
        for _ in range(20):
            heuristic.state[0] = sim.state[0]
            assert choose(sim.desk) == choose(heuristic.desk)
            advance(heuristic.desk, 1)
            sim.state[0] = heuristic.state[0]
    assert (len(settled) > 1) == varies


@pytest.mark.parametrize(
    ("rules", "policy", "told"),
    [
        (["board=beginner"], "heuristic", True),
        (["board=beginner"], "search:1,heuristic,heuristic,greedy", True),
        (["board=beginner"], "varied,heuristic,heuristic,heuristic", False),
        (["board=beginner"], "novice", False),
        (["board=beginner"], "random", False),
        (["board=beginner", "pieces=printed"], "heuristic", False),
        ([], "heuristic", False),
    ],
)
def test_a_set_up_that_is_the_same_in_all_games_is_told(rules: list[str], policy: str, told: bool) -> None:
    caveats = make_plan("catan", 10, policy=policy, rules=rules).caveats
    assert ["the same places in every game" in line for line in caveats] == [True] * told


def test_no_trade_neither_offers_nor_accepts() -> None:
    """The style trades with the bank only."""
    rows = seats_of("no_trade,heuristic,no_trade,heuristic", volume(40, 1), max_turns=volume(1000, 25))
    for seat in (0, 2):
        for column in ("offers", "deals", "deals_joined"):
            assert not rows[column][:, seat].any()
    assert rows["offers"][:, [1, 3]].any()


def bought(rows: Array) -> float:
    """The development cards that a seat buys."""
    return sum(rows[name].mean() for name in rows.dtype.names if name.startswith("bought_"))


def resources(rows: Array) -> float:
    """The share of the resources that a seat's first two settlements draw."""
    return float(np.mean([rows[f"pips_{name}_1"] + rows[f"pips_{name}_2"] > 0 for name in RESOURCES]))


if volume(1, 0):  # the strength of policies shows in many games only

    def test_styles_differ_in_the_expected_direction() -> None:
        """Means over games of four of a kind."""
        base, roads, ore, balanced = (
            seats_of(name, 200) for name in ("heuristic", "road_builder", "ore_grain", "balanced")
        )
        assert roads["roads"].mean() > base["roads"].mean() + 0.5
        assert bought(ore) > bought(base)
        assert ore["pips_ore_1"].mean() > base["pips_ore_1"].mean()
        assert resources(balanced) > resources(base)

    def test_heuristic_beats_greedy_and_greedy_beats_random() -> None:
        """Far more than a fair share of 25 %."""
        assert seats_of("heuristic,greedy,greedy,greedy", 400)["win_share"][:, 0].mean() > 0.45
        assert seats_of("greedy,random,random,random", 100)["win_share"][:, 0].mean() > 0.9

    def test_a_monopoly_waits_for_several_cards() -> None:
        """CT-98: it takes three or more on average, and who plays one wins more than a fair share."""
        rows = seats_of("heuristic", 600)
        played = rows["played_monopoly"]
        assert rows["monopolised"].sum() > 3.0 * played.sum()
        assert rows["win_share"][played > 0].mean() > 0.3

    def test_who_does_not_trade_among_traders_loses() -> None:
        """The trade model is worth something: a seat without it wins less than its share."""
        assert seats_of("no_trade,heuristic,heuristic,heuristic", 600)["win_share"][:, 0].mean() < 0.23

    def test_games_of_the_heuristic_are_finished_in_good_time() -> None:
        """Shorter games are stronger play; nearly all end."""
        plan = make_plan("catan", 500, tables="games,seats")
        games = Simulator(plan).play(0, 500)["games"]
        assert games["turns"].mean() < 85
        assert games["finished"].all()
