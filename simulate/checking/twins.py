"""Plays a compiled game and its twin in plain Python side by side, and asks for the same games, move by move.

Both draw their chance from the same streams. Which move is made is drawn here, and both are handed it by its
place among the legal moves: so these must stand in the same order.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rules.errors import UserError
from rules.games import Game
from rules.options import show
from rules.verbs import apply, is_over, kernel_of
from simulate.checking.finding import ASKED, FAILS, HOLDS, Finding, listed, volume
from simulate.checking.options import values_of
from simulate.plain.known import PlainGame
from simulate.plans.plan import Plan, make_plan
from simulate.play.desk import asked

GAMES, GAMES_OF_RULE = volume(50, 5), volume(20, 2)
"""Games at each number of players, and by each value of an option."""

MOST_MOVES = 20_000
"""Moves after which a game is left."""

WORDS = 4
"""Moves that are told in words, at most."""


@dataclass
class Moment:
    """What one of two games says of itself before a move."""

    over: bool
    seat: int
    moves: list[str]


class CompiledSide:
    """The compiled game."""

    def __init__(self, game: Game, plan: Plan) -> None:
        self.name, self._plan, self._transcript = game.typed, plan, game.transcript
        assert game.playing is not None  # its verbs are answered
        self.position = game.referee().position
        self._apply, self._is_over = kernel_of(apply, game.name), kernel_of(is_over, game.name)
        self._asked = kernel_of(asked, game.name)
        self._moves: list[int] = []

    def begin(self, index: int) -> None:
        """Set up a game."""
        self.position.open(self._plan.options, self._plan.players)
        self.position.deal(self._plan.seed, index)

    def moment(self) -> Moment:
        """What it says of itself."""
        position, state = self.position, self.position.states[0]
        over = bool(self._is_over(state))
        self._moves = [] if over else position.moves()
        words = [str(self._transcript.tell_move(position, move)) for move in self._moves]
        return Moment(over, int(self._asked(state)), words)

    def make(self, at: int) -> None:
        """Make a move, by its place."""
        position = self.position
        self._apply(position.tables[0], position.rules[0], position.states[0], self._moves[at])

    @property
    def turn(self) -> int:
        """The number of the turn."""
        return int(self.position["turn"])

    def scores(self) -> list[int]:
        """What each seat has."""
        return [int(score) for score in self.position.scores()]

    def end(self) -> tuple[list[int], list[int]]:
        """Scores and winners of a game that is over."""
        self.position.final_scores()
        return self.scores(), sorted(self.position.winners())


class PlainSide:
    """The game in plain Python."""

    def __init__(self, game: PlainGame, plan: Plan) -> None:
        self.name, self.has_score = game.typed, game.has_score
        self._simulator = game.simulator(plan)
        self._game: Any = None
        self._moves: list[Any] = []

    def begin(self, index: int) -> None:
        """Set up a game."""
        self._game = self._simulator.begin(index)

    def moment(self) -> Moment:
        """What it says of itself."""
        game = self._game
        over = bool(game.is_over())
        self._moves = [] if over else list(game.moves())
        return Moment(over, int(game.seat), [str(game.tell(move)) for move in self._moves])

    def make(self, at: int) -> None:
        """Make a move, by its place."""
        self._simulator.make(self._game, self._moves[at])

    def scores(self) -> list[int]:
        """What each seat has; nothing in a game without a score."""
        scores: list[int] = self._simulator.scores(self._game)
        return scores

    def end(self) -> tuple[list[int], list[int]]:
        """Scores and winners of a game that is over."""
        return self.scores(), self._simulator.result(self._game)["winners"]


def check_twins(game: Game, twin: Game) -> PlainGame:
    """Refuse what cannot be played side by side; the twin as a game in plain Python.

    Raises
    ------
    UserError
        If the twin is none, or the game is one itself.
    """
    if not isinstance(twin, PlainGame):
        raise UserError(f"--twin {twin.typed}: a twin is a game in plain Python, a file FILE.py")
    if game.is_plain:
        raise UserError(f"--twin {twin.typed}: {game.typed} is in plain Python itself; name a compiled game")
    return twin


def check_twin(game: Game, twin: PlainGame) -> Iterator[Finding]:
    """Play both, by the usual rules and by each value of an option that both have."""
    low, high = max(game.players[0], twin.players[0]), min(game.players[1], twin.players[1])
    if low > high:
        yield Finding("players", FAILS, "there is no number of players that both games are for")
        return
    if game.players != twin.players:
        told = " and ".join(
            f"{each.typed} for {each.players[0]} to {each.players[1]}" for each in (game, twin)
        )
        yield Finding("players", ASKED, f"players: {told}; both are played with {low} to {high}")
    shared = yield from _options(game, twin)
    games = moves = 0
    has_words = True
    for players in range(low, high + 1):
        for rule in ["", *(_rules(game, twin, shared, players) if players == low else ())]:
            n = GAMES_OF_RULE if rule else GAMES
            pair = Pair(game, twin, shared, players, rule)
            for index in range(n):
                if difference := pair.play(index):
                    yield Finding("twin", FAILS, difference)
                    return
            games, moves, has_words = games + n, moves + pair.moves, has_words and pair.has_words
    text = f"the same games, move by move: {games:,} games with {low} to {high} players, {moves:,} moves"
    yield Finding("twin", HOLDS, text)
    if not has_words:
        yield Finding("words", ASKED, "the games have other words for their moves, which were not compared")


def _options(game: Game, twin: PlainGame) -> Any:
    """Say what only one of the games has, and what they begin with; the options of both by name."""
    mine, theirs = ({f.name: f for f in dataclasses.fields(each.options.Options)} for each in (game, twin))
    shared = [name for name in mine if name in theirs]
    for each, own, other in ((game, mine, theirs), (twin, theirs, mine)):
        if only := [name for name in own if name not in other]:
            yield Finding("options", ASKED, f"only {each.typed} has {listed(only)}: left as it is")
    for name in shared:
        if show(mine[name].default) != show(theirs[name].default):
            first, second = show(mine[name].default), show(theirs[name].default)
            text = f"{name} is {first} in {game.typed} and {second} in {twin.typed}: played with {first}"
            yield Finding("options", ASKED, text)
    return shared


def _rules(game: Game, twin: PlainGame, shared: Sequence[str], players: int) -> Iterator[str]:
    """Each value of an option that both games allow."""
    for field in dataclasses.fields(game.options.Options):
        for value in values_of(field) if field.name in shared else ():
            rule = f"{field.name}={value}"
            try:
                Pair(game, twin, shared, players, rule)
            except UserError:
                continue
            yield rule


class Pair:
    """The two games by the same rules; `rule` is the one that is changed, "" for none."""

    def __init__(self, game: Game, twin: PlainGame, shared: Sequence[str], players: int, rule: str) -> None:
        self.players, self.rule = players, rule
        rules = [rule] if rule else []
        plan = make_plan(game.name, 1, players=players, policy="random", rules=rules)
        same = [f"{name}={show(getattr(plan.options, name))}" for name in shared]
        self.fast = CompiledSide(game, plan)
        policy = {"policy": "random"} if twin.decides else {}
        self.plain = PlainSide(twin, make_plan(twin.name, 1, players=players, rules=same, **policy))
        self.moves = 0
        self.has_words = True
        self._made: list[str] = []
        self._scored_otherwise = ""

    def play(self, index: int) -> str:
        """Play a game of both; their first difference in a line, "" for none."""
        lots = random.Random(index)
        self._made, self._scored_otherwise = [], ""
        for side in (self.fast, self.plain):
            side.begin(index)
        for _ in range(MOST_MOVES):
            mine, theirs = self.fast.moment(), self.plain.moment()
            if difference := self._difference(mine, theirs):
                return self._told(index, difference)
            if mine.over:
                break
            at = lots.randrange(len(mine.moves))
            words, other = mine.moves[at], theirs.moves[at]
            self._made.append(
                f"'{words}'" if words == other else f"'{words}', in {self.plain.name} '{other}'"
            )
            for side in (self.fast, self.plain):
                side.make(at)
            self.moves += 1
            self._note_scores()
        else:
            return self._told(index, f"both go on after {MOST_MOVES:,} moves")
        return self._difference_at_the_end(index)

    def _difference(self, mine: Moment, theirs: Moment) -> str:
        if mine.over != theirs.over:
            over, on = (self.fast, self.plain) if mine.over else (self.plain, self.fast)
            return f"{over.name} is over, {on.name} goes on"
        if mine.seat != theirs.seat and not mine.over:
            return f"in {self.fast.name} seat {mine.seat + 1} is on, in {self.plain.name} {theirs.seat + 1}"
        if len(mine.moves) != len(theirs.moves):
            first, second = (_in_words(moment.moves) for moment in (mine, theirs))
            return f"{self.fast.name} has {first}, {self.plain.name} {second}"
        if set(mine.moves).isdisjoint(theirs.moves):
            self.has_words = self.has_words and mine.over
        elif mine.moves != theirs.moves:
            at = next(i for i, words in enumerate(mine.moves) if words != theirs.moves[i])
            first, second = mine.moves[at], theirs.moves[at]
            return f"move {at + 1} is '{first}' in {self.fast.name}, '{second}' in {self.plain.name}"
        return ""

    def _note_scores(self) -> None:
        """Note where scores on the way begin to differ, to be told with the first difference of the games."""
        mine, theirs = self.fast.scores(), self.plain.scores()
        if theirs and mine != theirs and not self._scored_otherwise:
            self._scored_otherwise = (
                f"; the scores were {mine} and {theirs} after move {len(self._made)} ({self._made[-1]})"
            )

    def _difference_at_the_end(self, index: int) -> str:
        (scores, winners), (others, other_winners) = self.fast.end(), self.plain.end()
        for what, mine, theirs in (
            ("scores", scores, others if self.plain.has_score else scores),
            ("winners", [seat + 1 for seat in winners], [seat + 1 for seat in other_winners]),
        ):
            if mine != theirs:
                text = f"at the end {self.fast.name} has {what} {mine}, {self.plain.name} {theirs}"
                return self._told(index, text)
        return ""

    def _told(self, index: int, difference: str) -> str:
        """The difference with the game, the moment and the rules in which it came."""
        seat = self.fast.moment().seat + 1
        after = f" after move {len(self._made)} ({self._made[-1]})" if self._made else " at the set-up"
        rule = f", {self.rule}" if self.rule else ""
        return (
            f"game {index}, turn {self.fast.turn}, seat {seat},{after}: {difference}"
            f"{self._scored_otherwise} ({self.players} players, seed 1{rule})"
        )


def _in_words(moves: Sequence[str]) -> str:
    """How many legal moves there are, and some of them."""
    kind = "move" if len(moves) == 1 else "moves"
    return f"{len(moves)} {kind} ({listed(list(moves), WORDS)})"
