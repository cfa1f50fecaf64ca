"""Records of games whose moves are made of declared parts: a seed, an index, and nothing but the moves.

Such a game needs no referee of its own. Chance is a function of seed and index, so the moves say the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from rules.games import Game
from rules.moves import GameMove, keys_of
from rules.position import GamePosition
from rules.records import Data, Illegal, place_of_move, quote, read_seed_and_index
from rules.referee import GameReferee
from rules.verbs import apply, final_scores, is_over, kernel_of, read_score, registered

MOST_LEGAL = 1 << 12
"""Legal moves of one decision that there is room for, if there can be so many moves."""


def most_moves(moves: type[GameMove]) -> int:
    """The legal moves of a decision that there is room for."""
    return min(moves.size, MOST_LEGAL)


class MovePosition(GamePosition):
    """One game at a time, played move by move."""

    moves_of: ClassVar[type[GameMove]]
    unit: ClassVar[str]

    def play(self, move: int) -> None:
        """Play a legal move, with all that follows from it and all that chance adds."""
        self.about_to(move)
        kernel_of(apply, self.game)(self.tables[0], self.rules[0], self.states[0], move)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(is_over(self.states[0]))

    def final_scores(self) -> None:
        """Nothing: a game that has ended is scored where somebody asks, apart from what is played on."""

    def _scored(self) -> Any:
        """The state, or of a game that has ended a copy in which it is scored."""
        states = self.states.copy()
        if self.is_over:
            kernel_of(final_scores, self.game)(self.tables[0], self.rules[0], states[0])
        return states[0]

    def scores(self) -> list[int]:
        """The score of each seat; nothing where there is none."""
        if not self.unit:
            return []
        read, state = kernel_of(read_score, self.game), self._scored()
        return [int(read(state, seat)) for seat in range(self.players)]

    def by_source(self) -> list[dict[str, int]]:
        """The score of each seat, all of one source."""
        return [{self.unit: score} for score in self.scores()]

    def winners(self) -> list[int]:
        """The seats that won; none before the game is over."""
        winners = int(self._scored()["winners"]) if self.is_over else 0
        return [seat for seat in range(self.players) if winners >> seat & 1]

    def result(self) -> Data:
        """The result as it stands, as records have it."""
        scores = {"scores": self.scores()} if self.unit else {}
        return {**scores, "winners": self.winners()}

    def tell(self, move: int) -> str:
        """A move in words."""
        return self.moves_of(move).tell()


class MoveReferee(GameReferee):
    """Judges records, one after the other, by playing their moves."""

    players_rule = "players"
    position: MovePosition

    def _lay_setup(self, record: Mapping[str, Any]) -> None:
        """Set up the game that the seed and the index name."""
        self.position.deal(*read_seed_and_index(record))

    def _play_turn(self, turn: int, entry: Any) -> None:
        """One move."""
        position = self.position
        if position.is_over:
            raise Illegal("moves", f"{quote(entry)} comes after the end")
        moves = position.moves()
        legal = [position.moves_of(move).as_json() for move in moves]
        position.play(moves[place_of_move(entry, legal, position["seat"])])


def position_of(game: Game) -> type[MovePosition]:
    """The class of a game's positions."""
    known = registered(game.name)
    if known.moves is None:
        raise TypeError(
            f"{game.name} says neither what its moves are made of (register(..., moves=Move)) nor how "
            "its records are judged (a module `referee`)"
        )
    own = {
        "game": game.name,
        "state_type": known.state,
        "most_moves": most_moves(known.moves),
        "moves_of": known.moves,
        "unit": game.unit,
    }
    return type("Position", (MovePosition,), own)


def referee_of(game: Game) -> type[MoveReferee]:
    """The class that judges a game's records."""
    assert game.engine is not None  # its kernels answer the verbs
    position = position_of(game)
    in_result = ("scores", "winners") if game.unit else ("winners",)
    keys = {
        **dict.fromkeys(("seed", "game_index")),
        "turns": [keys_of(position.moves_of)],
        "result": dict.fromkeys(in_result),
    }
    return type("Referee", (MoveReferee,), {"keys": keys, "position_of": position})
