"""How Pig is played: what a player looks at when it weighs a move, and in a position."""

from typing import TypeAlias

from pig.engine import Do, State
from pig.options import Options
from rules.kernel import Struct, kernel
from rules.verbs import register
from rules.words import Word
from simulate.play.desk import GameDesk
from simulate.play.noting import Noting, note
from simulate.play.usual import playing_of


class MoveFeature(Word):
    """The features of a move, in the order of weight vectors."""

    POINTS = "points that are safe if I hold"
    RISK = "points at stake if I roll, by the chance of a one"
    GAIN = "points that a roll brings on average"
    WIN = "1 if holding wins the game"
    BEHIND = "points that the best rival is ahead of me, if I roll"


class PositionFeature(Word):
    """The features of a seat in a position, in the order of their weights."""

    POINTS = "points that are safe"
    NEAR = "the same, squared, over those that win"
    AT_STAKE = "points at stake in its turn"


Desk: TypeAlias = GameDesk[Struct, Options, State, Noting]


@kernel
def note_features(desk: Desk, state: State, move: int) -> None:
    """Note the features of a move."""
    options, mind = desk.options, desk.mind
    if move == Do.HOLD:
        note(mind, MoveFeature.POINTS, state.at_stake)
        if state.score[state.seat] + state.at_stake >= options.target:
            note(mind, MoveFeature.WIN, 1.0)
        return
    best = 0
    for seat in range(state.players):
        if seat != state.seat:
            best = max(best, state.score[seat])
    note(mind, MoveFeature.RISK, state.at_stake / options.faces)
    note(mind, MoveFeature.GAIN, (options.faces + 2) * (options.faces - 1) / (2.0 * options.faces))
    note(mind, MoveFeature.BEHIND, max(0, best - state.score[state.seat]))


@kernel
def describe_position(desk: Desk, state: State) -> None:
    """Write the position features of every seat."""
    for seat in range(state.players):
        features = desk.mind.position[seat]
        features[PositionFeature.POINTS] = state.score[seat]
        features[PositionFeature.NEAR] = state.score[seat] ** 2 / desk.options.target
        features[PositionFeature.AT_STAKE] = state.at_stake if seat == state.seat else 0


register("pig", State, note_features, describe_position)

PLAYING = playing_of("pig", move_features=MoveFeature, position_features=PositionFeature)
