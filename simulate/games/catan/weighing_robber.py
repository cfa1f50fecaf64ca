"""What the robber, a theft and a discard change."""

from __future__ import annotations

from rules.bits import count_bits
from rules.catan.bank import kinds_in_bank
from rules.catan.board import Board
from rules.catan.geometry import N_HEXES
from rules.catan.options import Options, Steal
from rules.catan.robber import robber_spots, robs_nobody
from rules.catan.state import State
from rules.kernel import Array, kernel
from simulate.games.catan.goals import hold_own, weigh_hand
from simulate.games.catan.incomes import chance_of_token
from simulate.games.catan.move_features import N_LOOT, Mind, MoveFeature

NOBODY_THERE = -1


@kernel
def see_loot(options: Options, state: State, mind: Mind) -> None:
    """Take in what a card by lot adds: from a rival each resource by its part of what they hold.

    From the bank, for who takes none from a rival, each kind that it has is equally likely (HR-3).
    """
    mind.change[MoveFeature.WIN] = 0.0
    mind.loot[:] = 0.0
    mind.consolation[:] = 0.0
    if mind.others_cards != 0.0:
        for resource in range(5):
            add_chance(options, mind, mind.loot, resource, mind.held[resource] / mind.others_cards)
    kinds = kinds_in_bank(state) if options.no_steal_card else 0
    for resource in range(5):
        if (kinds >> resource) & 1:
            add_chance(options, mind, mind.consolation, resource, 1.0 / count_bits(kinds))
    for i in range(N_LOOT):
        mind.change[MoveFeature.READY_SETTLEMENT + i] = 0.0


@kernel
def add_chance(options: Options, mind: Mind, changes: Array, resource: int, chance: float) -> None:
    """Add what a card of this resource changes, times its chance."""
    hold_own(mind)
    mind.hand[resource] += 1.0
    weigh_hand(options, mind)
    for i in range(N_LOOT):
        changes[i] += chance * mind.change[MoveFeature.READY_SETTLEMENT + i]


@kernel
def add_loot(mind: Mind, victim: int) -> None:
    """A card by lot from this seat."""
    mind.change[MoveFeature.ROB] = 1.0
    mind.change[MoveFeature.ROB_NEAR] = mind.near[victim]
    for i in range(N_LOOT):
        mind.change[MoveFeature.READY_SETTLEMENT + i] = mind.loot[i]


@kernel
def weigh_console(options: Options, mind: Mind) -> None:
    """No card from a rival, but perhaps one from the bank (HR-3)."""
    if options.no_steal_card:
        for i in range(N_LOOT):
            mind.change[MoveFeature.READY_SETTLEMENT + i] = mind.consolation[i]


@kernel
def victim_at(board: Board, options: Options, state: State, mind: Mind, h: int) -> int:
    """The rival nearest to winning that could be robbed at a hex, NOBODY_THERE if there is none (CT-65)."""
    found = NOBODY_THERE
    if options.steal == Steal.NONE:
        return found
    for seat in range(state.players):
        if (
            seat != state.asked
            and state.hand_size[seat] > 0
            and state.buildings[seat] & board.hex_corners[h]
            and (found == NOBODY_THERE or mind.near[seat] > mind.near[found])
        ):
            found = seat
    return found


@kernel
def weigh_block(options: Options, state: State, mind: Mind, h: int, sign: float) -> None:
    """The cards a roll that the robber keeps back on a hex (CT-54)."""
    chance = sign * chance_of_token(options, state.token[h])
    for seat in range(state.players):
        cards = chance * state.hex_yield[h, seat]
        if seat == state.asked:
            mind.change[MoveFeature.BLOCK_ME] += cards
        else:
            mind.change[MoveFeature.BLOCK] += cards
            mind.change[MoveFeature.BLOCK_NEAR] += cards * mind.near[seat]


@kernel
def weigh_robber(board: Board, options: Options, state: State, mind: Mind, h: int) -> None:
    """The robber goes to a hex, and somebody there is robbed (CT-63, CT-65, HR-11)."""
    weigh_block(options, state, mind, h, 1.0)
    victim = victim_at(board, options, state, mind, h)
    if victim != NOBODY_THERE and not robs_nobody(board, options, state):
        add_loot(mind, victim)
    else:
        weigh_console(options, mind)


@kernel
def worst_hex(board: Board, options: Options, state: State, mind: Mind) -> int:
    """The hex on which the robber costs rivals most and oneself nothing much."""
    spots = robber_spots(board, options, state)
    best = -1e9
    found = state.robber
    for h in range(N_HEXES):
        if (spots >> h) & 1 == 0:
            continue
        cost = 0.0
        for seat in range(state.players):
            cards = float(state.hex_yield[h, seat])
            cost += -2.0 * cards if seat == state.asked else cards * (0.5 + mind.near[seat])
        cost *= chance_of_token(options, state.token[h])
        if cost > best:
            best = cost
            found = h
    return found


@kernel
def weigh_discard(options: Options, mind: Mind, resource: int) -> None:
    """A card given up (CT-62)."""
    hold_own(mind)
    mind.hand[resource] -= 1.0
    weigh_hand(options, mind)
