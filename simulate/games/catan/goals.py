"""What a hand is saved for, and how near it is to it."""

from __future__ import annotations

from rules.catan.bank import ENDLESS
from rules.catan.board import Board
from rules.catan.building import has_road_spot
from rules.catan.dice import seven_waits_for_city
from rules.catan.options import Options, Shortage
from rules.catan.scoring import all_points, public_points
from rules.catan.state import State, Thing
from rules.catan.welfare import gives_tokens, welfare_price
from rules.kernel import inlined, kernel
from simulate.games.catan.incomes import CARD_VALUE, forget, guess_rolls_left, learn_island, see_incomes
from simulate.games.catan.move_features import N_GOALS, Goal, Mind, MoveFeature
from simulate.games.catan.sites import best_site, nearest_site, roads_to, see_sites

PATIENCE = 8.0
"""Rolls for which a goal that is missing cards loses half of its worth."""

SPARE = 0.7
"""Part of a card that what is not needed counts for, at the bank's rate."""

FARTHEST_LINK = 4
"""Roads missing to the Longest Road from which it is a goal."""

NEAR_LIMIT = 3.0
"""A hand counts as one in danger by thirds, from two cards under the limit on."""


@kernel
def look(board: Board, options: Options, state: State, mind: Mind, me: int) -> None:
    """Take in what a seat may know before it weighs moves, or a position is described."""
    same = mind.key[0] == state.chance_key[0] and mind.key[1] == state.chance_key[1]
    if not (same and mind.knows_island == 1):
        learn_island(board, options, state, mind)
    if state.n_builds < mind.builds:
        forget(mind)
    mind.builds = state.n_builds
    mind.rolls_left = guess_rolls_left(options, state)
    see_incomes(options, state, mind)
    if mind.sees_sites[me] != state.n_builds:
        mind.sees_sites[me] = state.n_builds
        see_sites(board, options, state, mind, me)
    see_rivals(options, state, mind, me)
    see_hand(options, state, mind, me)
    see_winning_goals(options, state, mind, me)
    set_goals(options, state, mind, me)
    for goal in range(N_GOALS):
        mind.ready[goal] = readiness(mind, goal)
    mind.ready_win = readiness_to_win(mind)


@kernel
def see_rivals(options: Options, state: State, mind: Mind, me: int) -> None:
    """How near the others are to winning, what they hold together, and what the awards take."""
    road, knights = options.longest_road_minimum, options.largest_army_minimum
    part = all_points(options, state, me) / options.points_to_win
    mind.nearest = part * part
    total = 0
    for seat in range(state.players):
        if seat == me:
            continue
        part = public_points(options, state, seat) / options.points_to_win
        mind.near[seat] = part * part
        mind.nearest = max(mind.nearest, mind.near[seat])
        total += state.hand_size[seat]
        road = max(road, state.road_length[seat] + (1 if state.road_holder != me else 0))
        knights = max(knights, state.knights[seat] + (1 if state.army_holder != me else 0))
    mind.road_need = road
    mind.army_need = knights
    mind.others_cards = float(total)
    cards = ENDLESS if options.shortage == Shortage.UNLIMITED else options.bank
    for resource in range(5):
        mind.held[resource] = float(cards - state.bank[resource] - state.hands[me, resource])


@kernel
def see_hand(options: Options, state: State, mind: Mind, me: int) -> None:
    """The own hand, less what is given up already, and how long each of its cards takes."""
    total = 0.0
    size = 0
    for resource in range(5):
        cards = state.hands[me, resource] - state.given_up[me, resource]
        size += cards
        mind.own[resource] = float(cards)
        mind.hand[resource] = float(cards)
        mind.card_wait[resource] = mind.wait[me, resource]
        mind.per_card[resource] = SPARE / state.rate[me, resource]
        total += mind.wait[me, resource]
    mind.mean_wait = total / 5.0
    mind.own_size = float(size)
    mind.seven_waits = 1 if seven_waits_for_city(options, state) else 0
    mind.risk = risk_of(options, mind, mind.own_size)
    mind.token_cards = 0.0
    if gives_tokens(options):
        mind.token_cards = float(state.welfare_tokens[me] // welfare_price(options, state, me))


# --- goals


@kernel
def set_goals(options: Options, state: State, mind: Mind, me: int) -> None:
    """The goals as things stand."""
    aim_to_settle(options, state, mind, me, 0, 0, 0, 0, 0)
    set_price(state, mind, Goal.GROW, Thing.CITY, 1)
    mind.goal_worth[Goal.GROW] = mind.city_worth[me, 0]
    set_price(state, mind, Goal.DRAW, Thing.CARD, 1)
    mind.goal_worth[Goal.DRAW] = CARD_VALUE if state.n_deck > 0 else 0.0
    aim_to_link(options, state, mind, me, 0, state.road_length[me])


@kernel
def set_price(state: State, mind: Mind, goal: int, thing: int, times: int) -> None:
    """A goal costs a thing so many times."""
    for resource in range(5):
        mind.goal_price[goal, resource] = float(times * state.price[thing, resource])


@kernel
def aim_to_settle(
    options: Options,
    state: State,
    mind: Mind,
    me: int,
    more_roads: int,
    closed: int,
    at: int,
    one: int,
    two: int,
) -> None:
    """The best site and the roads to it, after so many more roads of which the last leads to `at`."""
    mind.goal_worth[Goal.SETTLE] = 0.0
    i, _ = best_site(mind, me, closed, at, one, two)
    if (mind.winning >> Goal.SETTLE) & 1:  # any will do
        i = nearest_site(mind, me, closed, at, one, two)
    if i < 0 or state.n_settlements[me] >= options.settlements:
        return
    roads = roads_to(mind, me, i, at, one, two)
    if roads > options.roads - state.n_roads[me] - more_roads:
        return
    mind.goal_worth[Goal.SETTLE] = mind.spot_worth[me, mind.site[me, i]]
    for resource in range(5):
        mind.goal_price[Goal.SETTLE, resource] = float(
            state.price[Thing.SETTLEMENT, resource] + roads * state.price[Thing.ROAD, resource]
        )


@kernel
def aim_to_link(options: Options, state: State, mind: Mind, me: int, more_roads: int, length: int) -> None:
    """The Longest Road with the roads that it takes, after so many more roads and with this length."""
    mind.goal_worth[Goal.LINK] = 0.0
    missing = mind.road_need - length
    if (
        state.road_holder != me
        and 0 < missing <= FARTHEST_LINK
        and missing <= options.roads - state.n_roads[me] - more_roads
        and has_road_spot(options, state, me)
    ):
        mind.goal_worth[Goal.LINK] = float(options.longest_road_points)
        set_price(state, mind, Goal.LINK, Thing.ROAD, missing)


@kernel
def see_winning_goals(options: Options, state: State, mind: Mind, me: int) -> None:
    """The goals that would win the game, once their price is paid (CT-2, CT-115)."""
    missing = options.points_to_win - all_points(options, state, me)
    mind.winning = 0
    if options.settlement_points >= missing:
        mind.winning |= 1 << Goal.SETTLE
    if options.city_points - options.settlement_points >= missing:
        mind.winning |= 1 << Goal.GROW
    if options.longest_road_points >= missing:
        mind.winning |= 1 << Goal.LINK


# --- the hand


@inlined
def readiness(mind: Mind, goal: int) -> float:
    """The worth of a goal, discounted by how long the hand that is weighed has to wait for it.

    The wait is the mean of the waits for the missing cards one after the other and of the longest of them.
    What the goal does not need shortens it, at the rates of the bank, as do welfare tokens at their price.
    """
    worth = mind.goal_worth[goal]
    if worth == 0.0:
        return 0.0
    total = 0.0
    longest = 0.0
    missing = 0.0
    spare = mind.token_cards
    for resource in range(5):
        over = mind.hand[resource] - mind.goal_price[goal, resource]
        short = max(-over, 0.0)  # no branch: nobody can foresee it
        rolls = short * mind.card_wait[resource]
        total += rolls
        longest = max(longest, rolls)
        missing += short
        spare += max(over, 0.0) * mind.per_card[resource]
    if missing == 0.0:
        return worth
    wait = 0.5 * (total + longest) * missing / (missing + spare)
    return worth * PATIENCE / (PATIENCE + wait)


@kernel
def readiness_to_win(mind: Mind) -> float:
    """The readiness of the hand that is weighed for the goal that wins soonest, as a part of its worth."""
    best = 0.0
    if mind.winning != 0:
        for goal in range(N_GOALS):
            if (mind.winning >> goal) & 1 and mind.goal_worth[goal] > 0.0:
                best = max(best, readiness(mind, goal) / mind.goal_worth[goal])
    return best


@kernel
def risk_of(options: Options, mind: Mind, size: float) -> float:
    """Cards that a seven would cost a hand of this size, one or two under the limit in part (CT-61, HR-7)."""
    over = size - options.hand_limit + NEAR_LIMIT - 1.0
    if over <= 0.0 or mind.seven_waits:
        return 0.0
    return 0.5 * size * min(over / NEAR_LIMIT, 1.0)


@kernel
def weigh_hand(options: Options, mind: Mind) -> None:
    """Enter what the hand in `mind.hand` changes: readiness of the goals as they now are, stock and risk."""
    size = 0.0
    stock = 0.0
    for resource in range(5):
        size += mind.hand[resource]
        stock += (mind.hand[resource] - mind.own[resource]) * mind.card_wait[resource]
    for goal in range(N_GOALS):
        mind.change[MoveFeature.READY_SETTLEMENT + goal] = readiness(mind, goal) - mind.ready[goal]
    mind.change[MoveFeature.STOCK] = stock / mind.mean_wait
    mind.change[MoveFeature.RISK] = risk_of(options, mind, size) - mind.risk
    if mind.change[MoveFeature.WIN] < 1.0:  # what a piece that wins costs is missed no more
        mind.change[MoveFeature.READY_WIN] = readiness_to_win(mind) - mind.ready_win


@kernel
def hold_own(mind: Mind) -> None:
    """Judge the hand as it is."""
    for resource in range(5):
        mind.hand[resource] = mind.own[resource]


@kernel
def pay_from_hand(state: State, mind: Mind, thing: int) -> None:
    """Judge the hand after a thing is paid."""
    for resource in range(5):
        mind.hand[resource] = mind.own[resource] - state.price[thing, resource]


@kernel
def race(mine: int, need: int) -> float:
    """How near to an award: 1 / (1 + missing), and a tenth more for each one ahead, up to three."""
    missing = need - mine
    return 1.0 / (1 + missing) if missing > 0 else 1.0 + 0.1 * min(-missing, 3)
