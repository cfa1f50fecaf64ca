"""What trades change: with the bank, offered, answered and dealt."""

from __future__ import annotations

from rules.catan.moves import asked_seats, move_asked, move_given, move_wanted
from rules.catan.options import Options
from rules.catan.state import State
from rules.kernel import inlined, kernel
from simulate.games.catan.goals import hold_own, weigh_hand
from simulate.games.catan.move_features import N_MOVE_FEATURES, Mind, MoveFeature


@kernel
def weigh_bank_trade(options: Options, state: State, mind: Mind, given: int, taken: int) -> None:
    """Cards of one resource for one of another (CT-75, CT-76, CT-77)."""
    hold_own(mind)
    mind.hand[given] -= state.rate[state.asked, given]
    mind.hand[taken] += 1.0
    weigh_hand(options, mind)


@kernel
def weigh_welfare(options: Options, mind: Mind, resource: int) -> None:
    """A card from the bank for welfare tokens (HR-9)."""
    hold_own(mind)
    mind.hand[resource] += 1.0
    mind.token_cards -= 1.0
    weigh_hand(options, mind)
    mind.token_cards += 1.0


@kernel
def partner_gain(mind: Mind, seat: int) -> float:
    """A rival's wait for the cards that it gets less that for those it gives, over its mean wait."""
    more = 0.0
    total = 0.0
    for resource in range(5):
        more += (mind.give[resource] - mind.want[resource]) * mind.wait[seat, resource]
        total += mind.wait[seat, resource]
    return 5.0 * more / total


@kernel
def weigh_deal(options: Options, state: State, mind: Mind, partner: int, sign: float) -> None:
    """The trade on the table, made with a rival; `sign` is 1 for who offered it and -1 for who answers."""
    for resource in range(5):
        mind.give[resource] = float(state.give[resource])
        mind.want[resource] = float(state.want[resource])
        balance = mind.want[resource] - mind.give[resource]
        mind.hand[resource] = mind.own[resource] + sign * balance
    weigh_hand(options, mind)
    mind.change[MoveFeature.DEAL] = 1.0
    mind.change[MoveFeature.DEAL_NEAR] = mind.near[partner]
    mind.change[MoveFeature.DEAL_HELP] = sign * partner_gain(mind, partner)


# --- offers


@kernel
def was_refused(state: State, move: int) -> bool:
    """Whether the same offer came to nothing earlier in this turn."""
    bare = move - asked_seats(move_asked(move))
    for i in range(state.n_refused):
        if state.refused[i] == bare:
            return True
    return False


@inlined
def chance_to_hold(expected: float, cards: float) -> float:
    """The chance that a hand has at least one or two cards of a resource, by how many it has on average."""
    two = 0.5 * expected * expected
    several = 1.0 + expected + two
    return (expected + two) / several if cards == 1.0 else two / several


@inlined
def chance_of_yes(state: State, mind: Mind, seat: int) -> float:
    """The chance that a rival has what is wanted and likes the offer.

    Its cards are taken to be its part of all that the others hold. It likes an offer by the square of its
    wait for what it gets, against that for what it gives.
    """
    chance = 1.0
    gets = 0.0
    gives = 0.0
    part = state.hand_size[seat] / mind.others_cards
    for resource in range(5):
        wanted = mind.want[resource]
        gets += mind.give[resource] * mind.wait[seat, resource]
        gives += wanted * mind.wait[seat, resource]
        if wanted > 0.0:
            chance *= chance_to_hold(mind.held[resource] * part, wanted)
    return chance * gets * gets / (gets * gets + gives * gives)


@kernel
def weigh_offer(options: Options, state: State, mind: Mind, move: int) -> None:
    """An offer: what the trade changes times the chance that somebody says yes, which is noted (CT-79)."""
    mind.chance = 0.0
    mind.change[MoveFeature.OFFER] = 1.0
    if mind.others_cards == 0.0 or was_refused(state, move):
        return
    for resource in range(5):
        mind.give[resource] = float(move_given(move, resource))
        mind.want[resource] = float(move_wanted(move, resource))
        mind.hand[resource] = mind.own[resource] + mind.want[resource] - mind.give[resource]
    nobody = 1.0
    total = 0.0
    near = 0.0
    gain = 0.0
    for seat in range(state.players):
        if (move_asked(move) >> seat) & 1 and state.hand_size[seat] > 0:
            chance = chance_of_yes(state, mind, seat)
            nobody *= 1.0 - chance
            total += chance
            near += chance * mind.near[seat]
            gain += chance * partner_gain(mind, seat)
    if total == 0.0:
        return
    weigh_hand(options, mind)
    mind.change[MoveFeature.DEAL] = 1.0
    mind.change[MoveFeature.DEAL_NEAR] = near / total
    mind.change[MoveFeature.DEAL_HELP] = gain / total
    mind.chance = 1.0 - nobody
    for feature in range(N_MOVE_FEATURES):
        mind.change[feature] *= mind.chance
    mind.change[MoveFeature.OFFER] = 1.0
