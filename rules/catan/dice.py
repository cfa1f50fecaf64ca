"""The dice: two of six faces, or 36 cards; early sevens rolled again if so agreed (CT-19, CT-60, HR-7)."""

from __future__ import annotations

from rules.bits import count_bits
from rules.catan.options import MAX_TURNS, Dice, NoSevenBefore, Options, SetupSecond
from rules.catan.state import ALL_CARDS, ROLLS_A_TURN, Point, State
from rules.chance import DICE, draw_below, draw_bit, enter_episode
from rules.kernel import kernel

NEUTRAL = ROLLS_A_TURN
"""The place of a neutral roll in the turn that it follows."""

SEVENS = sum(1 << (6 * a + 5 - a) for a in range(6))


@kernel
def seven_is_rerolled(options: Options, state: State) -> bool:
    """Whether the turn is in a round without sevens, or before the first city if so agreed (CT-60, HR-7).

    A seven of a neutral roll does nothing, and counts (HR-4).
    """
    if state.point == Point.NEUTRAL_ROLL:
        return False
    if state.turn <= options.no_seven_first_round * state.players:
        return True
    return seven_waits_for_city(options, state)


@kernel
def seven_waits_for_city(options: Options, state: State) -> bool:
    """Whether sevens are rolled again until somebody builds a city (HR-7)."""
    return options.no_seven_before == NoSevenBefore.FIRST_CITY and not has_built_city(options, state)


@kernel
def has_built_city(options: Options, state: State) -> bool:
    """Whether anybody has built a city, those of the set-up not counted (HR-7)."""
    set_up = state.players if options.setup_second == SetupSecond.CITY else 0
    return state.n_cities.sum() > set_up


@kernel
def draw_dice(options: Options, state: State) -> int:
    """The number of a result of two dice, 6 * (first - 1) + second - 1, by lot (CT-19).

    Dice of a turn are drawn from its own episode, so that nothing that was decided changes them (CT-123); so
    are those of each further roll in it (HR-8), and of a neutral one (HR-4).
    """
    enter_episode(state, DICE, state.turn + (MAX_TURNS + 1) * throw_place(state))
    if options.dice == Dice.DECK36:
        return draw_bit(state, DICE, dice_cards_now(options, state))
    rerolled = seven_is_rerolled(options, state)
    while True:
        first, second = draw_below(state, DICE, 6), draw_below(state, DICE, 6)
        if first + second != 5 or not rerolled:
            return 6 * first + second


@kernel
def dice_cards_now(options: Options, state: State) -> int:
    """The set of the cards of dice that can come now; a seven that is not wanted yet goes back.

    They are shuffled anew when few are left, or when none can come.
    """
    if count_bits(state.dice_cards) <= options.dice_deck_left:
        state.dice_cards = ALL_CARDS
    if not seven_is_rerolled(options, state):
        return state.dice_cards
    if state.dice_cards & ~SEVENS == 0:
        state.dice_cards = ALL_CARDS
    return state.dice_cards & ~SEVENS


@kernel
def dice_can_show(options: Options, state: State, number: int) -> bool:
    """Whether this result of two dice can come: a seven that counts, a sum that is left."""
    total = number // 6 + number % 6 + 2
    if total == 7 and seven_is_rerolled(options, state):
        return False
    return options.dice != Dice.DECK36 or same_sum(dice_cards_now(options, state), total) >= 0


@kernel
def rolls_again(options: Options, state: State) -> bool:
    """Whether the dice show two alike and are rolled once more in this turn (HR-8)."""
    return options.doubles_again and state.die[0] == state.die[1] and state.rolled < ROLLS_A_TURN


@kernel
def note_dice(options: Options, state: State, first: int, second: int) -> int:
    """The dice show this; returns their sum."""
    total = first + second
    if options.dice == Dice.DECK36:
        take_dice_card(options, state, first, second)
    state.die[0] = first
    state.die[1] = second
    state.sums[total] += 1
    state.throws[state.n_throws] = throw_code(throw_place(state), total)
    state.n_throws += 1
    return total


@kernel
def throw_place(state: State) -> int:
    """Where the roll that is due stands in its turn: after how many others, or NEUTRAL (HR-4, HR-8)."""
    return NEUTRAL if state.point == Point.NEUTRAL_ROLL else state.rolled


@kernel
def throw_code(place: int, total: int) -> int:
    """A roll in the log: its place in the turn, and the sum."""
    return 16 * place + total


@kernel
def place_of_throw(code: int) -> int:
    """The place of this roll in its turn."""
    return code // 16


@kernel
def throw_total(code: int) -> int:
    """The sum of its dice."""
    return code % 16


@kernel
def take_dice_card(options: Options, state: State, first: int, second: int) -> None:
    """The card of this result leaves the deck, or if it is gone the first one with the same sum."""
    cards = dice_cards_now(options, state)
    card = 6 * (first - 1) + second - 1
    if (cards >> card) & 1 == 0:
        card = same_sum(cards, first + second)
    state.dice_cards &= ~(1 << card)


@kernel
def same_sum(cards: int, total: int) -> int:
    """The first of these cards with this sum, -1 if there is none."""
    for first in range(1, 7):
        second = total - first
        if 1 <= second <= 6 and (cards >> (6 * (first - 1) + second - 1)) & 1:
            return 6 * (first - 1) + second - 1
    return -1
