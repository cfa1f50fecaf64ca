"""Battles: who fights, with how many dice, and what a roll does.

A battle is `muster`, then `roll` and `resolve` in turn until `resolve` names a winner. A referee puts
recorded dice in the place of `roll`.
"""

from __future__ import annotations

from rules.chance import DICE, draw_below
from rules.kernel import kernel
from rules.starwars.options import LoserPoints, Options, SymbolDice
from rules.starwars.state import MAX_BATTLES, Source, State, only_side, send_home
from rules.tiles.features import BIG, SMALL, count_marks, count_of
from rules.tiles.state import MAX_SEATS


@kernel
def dice_pool(options: Options, state: State, meeples: int, marks: int, side: int) -> int:
    """Dice of a side in a feature with these packed meeples and symbols, 0 if it has no meeple there (SW-30).

    Dice for symbols (SW-31): those of the feature itself (SW-32), to each colour of the faction (SW-33). A
    team is one fighter (SW-61).
    """
    if meeples & state.side_mask[side] == 0:
        return 0
    small = 0
    big = 0
    for seat in range(state.players):
        if state.side_of[seat] == side:
            small += count_of(meeples, seat, SMALL)
            big += count_of(meeples, seat, BIG)
    symbols = count_marks(marks, state.faction_of[side])
    state.most_symbols = max(state.most_symbols, symbols)
    if options.symbol_dice == SymbolDice.AT_MOST_ONE:
        symbols = min(symbols, 1)
    dice = small * options.small_meeple_dice + big * options.big_meeple_dice + symbols
    state.largest_pool = max(state.largest_pool, dice)
    return min(dice, options.dice_cap)


@kernel
def muster(options: Options, state: State, feature: int) -> int:
    """Fill in every side's pool of dice and return the number of fighters."""
    fighters = 0
    for side in range(state.players):
        pool = dice_pool(options, state, state.meeples[feature], state.marks[feature], side)
        state.pool[side] = pool
        state.in_battle[side] = pool > 0
        fighters += pool > 0
    state.rolls = 0
    return fighters


@kernel
def roll(options: Options, state: State) -> None:
    """Every fighter still in the battle rolls its whole pool (SW-3, SW-34, SW-38)."""
    for side in range(state.players):
        if state.in_battle[side]:
            for die in range(state.pool[side]):
                state.rolled[side, die] = 1 + draw_below(state, DICE, options.dice_faces)


@kernel
def resolve(options: Options, state: State, feature: int) -> int:
    """Apply the dice just rolled; return the winner's side, or -1 if the top is shared.

    Only the highest die of each fighter counts (SW-34). Who alone has the highest value wins (SW-35) and
    stays, unpaid (SW-41). Who shares it gets a point and rolls again (SW-36), with the same dice; a tie below
    the top is none (SW-38). All others are out at once (SW-37): they go home and are paid for their dice
    (SW-39, SW-40).
    """
    state.rolls += 1
    highest = 0
    at_top = 0
    for side in range(state.players):
        if state.in_battle[side]:
            high = 0
            for die in range(state.pool[side]):
                high = max(high, state.rolled[side, die])
            state.high[side] = high
            if high > highest:
                highest = high
                at_top = 0
            if high == highest:
                at_top += 1
    winner = -1
    for side in range(state.players):
        if not state.in_battle[side]:
            continue
        if state.high[side] < highest:  # out at once (SW-37)
            paid_rolls = state.rolls if options.loser_points == LoserPoints.DICE_OF_EVERY_ROLL else 1
            state.points[side, Source.BATTLE_LOSS] += state.pool[side] * options.loser_die_points * paid_rolls
            state.in_battle[side] = 0
            send_home(state, feature, side)
        elif at_top > 1:
            state.points[side, Source.BATTLE_TIE] += options.tied_roll_points
        else:
            winner = side
    return winner


@kernel
def is_contested(state: State, feature: int) -> bool:
    """Whether two sides have meeples in the feature (SW-27, SW-60)."""
    side = only_side(state, state.meeples[feature])
    return side >= 0 and state.meeples[feature] & ~state.side_mask[side] != 0


@kernel
def fight(options: Options, state: State, feature: int) -> None:
    """Fight the battle in a contested feature to its end; then one side alone has meeples there (SW-42)."""
    muster(options, state, feature)
    winner = -1
    while winner < 0:
        roll(options, state)
        winner = resolve(options, state, feature)
    note_battle(state, feature, winner)


@kernel
def note_battle(state: State, feature: int, winner: int) -> None:
    """Enter a finished battle in the game's log and each side's count."""
    if state.n_battles >= MAX_BATTLES:
        raise IndexError("more battles in a game than the log holds")
    row = state.battles[state.n_battles]
    state.n_battles += 1
    row.turn = state.turn
    row.kind = state.kind[feature]
    row.fighters = 0
    for side in range(MAX_SEATS):
        row.dice[side] = state.pool[side] if side < state.players else 0
        if row.dice[side] > 0:
            row.fighters += 1
            state.fought[side] += 1
    row.rolls = state.rolls
    row.ties = state.rolls - 1
    row.winner = winner
    row.complete = 1 if state.open_ends[feature] == 0 else 0
    state.won[winner] += 1
