"""The seven: discards, moving the robber, taking a card."""

from __future__ import annotations

from rules.catan.bank import ask_draw, draw_cards, draw_kind, hand_over
from rules.catan.board import DESERT, Board
from rules.catan.geometry import N_HEXES
from rules.catan.options import Options, Spared, Steal
from rules.catan.scoring import public_points
from rules.catan.state import MAX_SEATS, Point, State
from rules.chance import STEAL
from rules.kernel import kernel

# --- discards


@kernel
def ask_discards(options: Options, state: State) -> None:
    """Whoever holds more than the limit owes half of the hand, rounded down (CT-61)."""
    for seat in range(state.players):
        state.due[seat] = state.hand_size[seat] // 2 if state.hand_size[seat] > options.hand_limit else 0


@kernel
def next_discard(state: State) -> bool:
    """Ask the first seat that still owes cards; when nobody does, all pay at once (CT-62).

    Returns whether somebody is asked.
    """
    for seat in range(state.players):
        if state.due[seat] > 0:
            state.point = Point.DISCARD
            state.asked = seat
            return True
    for seat in range(state.players):
        for resource in range(5):
            cards = state.given_up[seat, resource]
            state.given_up[seat, resource] = 0
            draw_cards(state, seat, resource, -cards)
            state.discarded[seat] += cards
    return False


@kernel
def give_up(state: State, resource: int) -> None:
    """The seat asked chooses a card; it stays in the hand, unseen, till all have chosen (CT-62)."""
    state.given_up[state.asked, resource] += 1
    state.due[state.asked] -= 1


# --- the robber


@kernel
def robber_spots(board: Board, options: Options, state: State) -> int:
    """The set of hexes to which the robber may go: any but its own (CT-63, CT-64, OQ-CT-21, HR-11)."""
    spots = ((1 << N_HEXES) - 1) & ~(1 << state.robber)
    if not options.friendly_robber:
        return spots
    friendly = spots & ~spared_hexes(board, options, state)
    if friendly == 0:
        return desert_spots(state) if options.friendly_robber_else == Spared.DESERT else spots
    return friendly


@kernel
def spared_hexes(board: Board, options: Options, state: State) -> int:
    """The set of hexes beside a building of another seat that has few points (OQ-CT-21)."""
    spared = 0
    for seat in range(state.players):
        if seat != state.seat and public_points(options, state, seat) <= options.friendly_robber_points:
            spared |= state.buildings[seat]
    hexes = 0
    for h in range(N_HEXES):
        if board.hex_corners[h] & spared:
            hexes |= 1 << h
    return hexes


@kernel
def desert_spots(state: State) -> int:
    """The deserts, but only the robber's own hex if that is one, or if there is none (HR-11)."""
    here = 1 << state.robber
    deserts = 0
    for h in range(N_HEXES):
        if state.terrain[h] == DESERT:
            deserts |= 1 << h
    return here if deserts == 0 or deserts & here else deserts


@kernel
def robs_nobody(board: Board, options: Options, state: State) -> bool:
    """Whether the robber will rob nobody where it goes now, as every other hex is spared (HR-11)."""
    if not options.friendly_robber or options.friendly_robber_else != Spared.DESERT:
        return False
    return (spared_hexes(board, options, state) | (1 << state.robber)) == (1 << N_HEXES) - 1


@kernel
def victims(board: Board, options: Options, state: State) -> int:
    """The set of other seats with a building at the robber and a card to take (CT-65, CT-67)."""
    found = 0
    if options.steal == Steal.NONE:
        return found
    for seat in range(state.players):
        if (
            seat != state.seat
            and state.hand_size[seat] > 0
            and state.buildings[seat] & board.hex_corners[state.robber]
        ):
            found |= 1 << seat
    return found


@kernel
def ask_robber(options: Options, state: State) -> bool:
    """The seat on turn must move the robber, if there is one (CT-63). Returns whether it must."""
    if not options.robber:
        return False
    state.point = Point.ROBBER
    state.asked = state.seat
    return True


@kernel
def move_robber(board: Board, options: Options, state: State, h: int) -> bool:
    """Put the robber on a hex, where it stays (CT-63, CT-68). Returns whether there is somebody to rob."""
    harmless = robs_nobody(board, options, state)
    state.robber = h
    if harmless or victims(board, options, state) == 0:
        return False
    state.point = Point.STEAL
    return True


# --- the theft


@kernel
def may_decline(options: Options) -> bool:
    """Whether the mover may leave a card where there is one to take (OQ-CT-4)."""
    return options.steal == Steal.MAY_DECLINE


@kernel
def draw_stolen(state: State, victim: int) -> int:
    """A card of the victim by lot, each with the same chance (CT-66): its resource."""
    return draw_kind(state, STEAL, state.hands[victim], state.hand_size[victim])


@kernel
def take_stolen(state: State, victim: int, resource: int) -> None:
    """This card goes from the victim to the seat on turn (CT-65); only these two see which it is (CT-5)."""
    thief = state.seat
    hand_over(state, victim, thief, resource, 1)
    for viewer in range(MAX_SEATS + 1):
        if viewer != thief and viewer != victim:
            state.sure[thief, resource, viewer] -= 1
            for other in range(5):
                if other != resource:
                    state.sure[victim, other, viewer] = max(state.sure[victim, other, viewer] - 1, 0)
    state.lost[victim] += 1
    state.robbed[thief] += 1
    state.stolen = resource


@kernel
def console(options: Options, state: State) -> bool:
    """Who has moved the robber and taken no card may have to draw one (HR-3). Returns whether they must."""
    return options.no_steal_card and ask_draw(state)
