"""Plays the games of a plan in plain Python: what `simulate.play.simulator` is for compiled games."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np

from rules.errors import FailedError, UserError
from rules.options import as_dict
from rules.records import Data, Illegal
from simulate.plain.chance import Chance, Chunk, Guess, Lots
from simulate.plain.faults import RulesError, fault_in, no_move, wrong_winners
from simulate.plain.game import Game, decides, has_rivals, has_score, sides_of
from simulate.plain.moments import PlainPosition
from simulate.plain.players import Chooser, amount, by_weights, chooser_of, seeing, values_ahead
from simulate.plain.sight import CHANCE, copy_of, dealt_anew, view_of
from simulate.plain.tables import as_columns
from simulate.plans.code import one_line, where
from simulate.plans.plan import Plan
from simulate.plans.policies import Policy
from simulate.play.seam import FIRST
from simulate.play.tables import DECISIONS, PLACEMENTS, PROGRESS
from simulate.store.failures import Failure

LAST_TURN = 32_767
"""The greatest number that tables hold for a turn."""

Rows = dict[str, list[Any]]
"""Rows by table."""

LOOKS = 16
"""Deals in which the moves of a moment are valued to put them in order."""


class PlainSimulator:
    """Plays the games of a plan, one after the other; one for each worker."""

    def __init__(self, plan: Plan, kind: type[Game], playing: Any, folder: Path) -> None:
        self.plan, self.kind, self._folder = plan, kind, folder
        self.playing = playing
        self._start = {**as_dict(plan.options), "players": plan.players, "seat": 0, "turn": 0}
        self._choosers: list[Chooser | None] = [chooser_of(kind, policy) for policy in plan.policies]
        self._scored, self._decides = has_score(kind), decides(kind)
        self._pieces = {name: number for number, name in enumerate(kind.pieces)}
        self._chunk = Chunk(plan.seed, 0, 0)
        self._seats = range(plan.players)
        self._sides = sides_of(kind, plan.players)
        self._partners = {seat: side for side in self._sides for seat in side if len(side) > 1}
        self._compared = self._scored and has_rivals(kind)
        self._watched = [name for name in (PROGRESS, DECISIONS) if name in plan.tables]
        self._game: Game | None = None
        self._move: Any = None

    def set_weights(self, players: Sequence[Any]) -> None:
        """Let each seat choose by weights of the features in their order or by a policy."""
        self._choosers = [self._chooser(player) for player in players]

    def _chooser(self, player: Any) -> Chooser | None:
        if isinstance(player, Policy):
            return chooser_of(self.kind, player)
        weights = dict(zip(self.kind.own_features, map(float, player), strict=True))
        return seeing(by_weights(self.kind, weights))

    def sizes(self, first: int, n: int) -> list[float]:
        """How much each feature differs between the moves of a decision, in the root of the mean square.

        The decisions are those of some games; 1 of a feature that never differs.
        """
        features, squares, decided = list(self.kind.own_features.values()), 0.0, 0
        for index in range(first, first + n):
            with self.naming(index):
                for game, moves, _ in self.decisions(index):
                    if len(moves) > 1:
                        view = view_of(game, game.seat, Guess(index))
                        amounts = np.array(
                            [[amount(each, view, move) for each in features] for move in moves]
                        )
                        squares, decided = squares + amounts.var(axis=0), decided + 1
        sizes = np.sqrt(squares / max(1, decided)) * np.ones(len(features))
        return [float(size) or 1.0 for size in sizes]

    # --- one game

    def begin(self, index: int) -> Any:
        """Game `index` as it is set up."""
        if not 0 <= index - self._chunk.first < self._chunk.n:
            self._chunk = Chunk(self.plan.seed, index, 1)
        game: Any = self.kind.__new__(self.kind)
        self._game, self._move = game, None
        game.__dict__.update(self._start)
        game.__dict__[CHANCE] = Chance(self._chunk, index)
        game.set_up()
        return game

    def lots(self, index: int) -> list[Lots]:
        """The chance of the policy in each seat."""
        return [Lots(self._chunk, index, seat, self.plan.players) for seat in self._seats]

    def _played(self, index: int, otherwise: Chunk | None = None) -> tuple[Any, int, int]:
        """A game played to its end, after its set-up perhaps `otherwise`; who began, and how many moves."""
        game = self.begin(index)
        if otherwise is not None:
            self._chunk = otherwise
            game.__dict__[CHANCE] = Chance(otherwise, index)
        first = game.seat
        return game, first, self._to_the_end(game, self.lots(index)) if self._decides else 0

    def _to_the_end(self, game: Any, lots: Sequence[Lots]) -> int:
        """Play a game on to its end by the policies; how many moves that took.

        `decisions` does the same and stops at each move; here it is written out, as most games are played so.
        """
        choosers, belows = self._choosers, [lot.below for lot in lots]
        is_over, moves_of, play, most = game.is_over, game.moves, game.play, game.most_moves
        n, move = 0, self._move
        try:
            while not is_over():
                moves = moves_of()
                k = len(moves)
                if k == 1:
                    move = moves[0]
                elif not k:
                    raise no_move(game)
                else:
                    seat = game.seat
                    choose = choosers[seat]
                    if choose is None:
                        move = moves[belows[seat](k)]
                    else:
                        move = choose(game, moves, seat, lots[seat].word())
                play(move)
                n += 1
                if n > most:
                    raise RuntimeError(f"the game does not end: {most:,} moves were made (most_moves)")
        except BaseException:
            self._move = move
            raise
        return n

    def make(self, game: Any, move: Any) -> None:
        """Make a legal move in a game."""
        self._move = move
        game.play(move)

    def decisions(self, index: int) -> Any:
        """A game played to its end, as it was before each move: yields the game, the legal moves, the move.

        The last has no moves.
        """
        game = self.begin(index)
        if self._decides:
            lots = self.lots(index)
            for _ in range(game.most_moves):
                if game.is_over():
                    break
                moves, seat = list(game.moves()), game.seat
                choose = self._choosers[seat]
                if not moves:
                    raise no_move(game)
                if len(moves) == 1:
                    move = moves[0]
                elif choose is None:
                    move = moves[lots[seat].below(len(moves))]
                else:
                    move = choose(game, moves, seat, lots[seat].word())
                yield game, moves, move
                self.make(game, move)
            else:
                raise RuntimeError(f"the game does not end: {game.most_moves:,} moves were made (most_moves)")
        yield game, [], None

    # --- a position played on

    def play_out(
        self, start: PlainPosition, viewer: int, moves: Sequence[Any], first: int, n: int
    ) -> np.ndarray[Any, np.dtype[np.float64]]:
        """Play a position on with each of some moves, as `simulate.play.seam.GameSimulator` has it.

        Raises
        ------
        FailedError
            If the author's code fails.
        """
        found = np.zeros((n, len(moves), self.plan.players, 2))
        self._chunk = Chunk(self.plan.seed, FIRST + first, n)
        for k in range(n):
            with self.naming(first + k, "playout"):
                dealt = self._dealt(start, viewer, first + k)
                for i, move in enumerate(moves):
                    index = FIRST + first + k
                    game = self._game = copy_of(dealt, Chance(self._chunk, index))
                    if move is not None:
                        self.make(game, move)
                    self._to_the_end(game, self.lots(index))
                    winners = self._winners(game)
                    found[k, i, list(winners), 0] = 1 / len(winners) if winners else 0.0
                    if self._scored:
                        found[k, i, :, 1] = self.scores(game)
        return found

    def ranked(self, start: PlainPosition, viewer: int) -> list[Any]:
        """The legal moves of a position, those first after which it stands best in the mean of some deals."""
        values_of, moves = values_ahead(self.kind), start.moves
        values = np.zeros((len(moves), 2))
        for k in range(LOOKS):
            with self.naming(k, "playout"):
                values += np.array(values_of(self._dealt(start, viewer, k), moves, viewer, k))
        order = np.lexsort((-values[:, 1], -values[:, 0]))
        return [moves[i] for i in order]

    def _dealt(self, start: PlainPosition, viewer: int, playout: int) -> Any:
        """A position in which what `viewer` does not see is dealt anew; as it is in a game that is over."""
        guess = Guess((self.plan.seed << 64) + FIRST + playout)
        self._game, self._move = start.table, None
        return copy_of(start.table, guess) if start.is_over else dealt_anew(start.table, viewer, guess)

    # --- rows

    def scores(self, game: Any) -> list[int]:
        """What each seat has; nothing in a game without a score."""
        return [int(game.score(seat)) for seat in self._seats] if self._scored else []

    def result(self, game: Any) -> Data:
        """How a game stands, as records have it: nobody has won before it is over."""
        scores = {"scores": self.scores(game)} if self._scored else {}
        return {**scores, "winners": sorted(self._winners(game)) if game.is_over() else []}

    def _winners(self, game: Any) -> set[int]:
        """Who has won, with those who win together with them."""
        named = game.winners()
        winners = {int(seat) for seat in named}
        if not winners.issubset(self._seats):
            raise wrong_winners(game, named)
        if self._partners:
            winners |= {partner for seat in winners for partner in self._partners.get(seat, ())}
        return winners

    def _write(self, game: Any, index: int, first: int, n: int, rows: Rows) -> None:
        """Add the rows of a game that is over."""
        if PLACEMENTS in rows:
            turn, kinds = min(game.turn, LAST_TURN), self._pieces
            brought = game.brought()
            rows[PLACEMENTS] += [(index, turn, seat, kinds[name], points) for seat, name, points in brought]
        winners = self._winners(game)
        share = 1 / len(winners) if winners else 0.0
        mask = sum(1 << seat for seat in winners)
        shared = len(winners) > 1 and not any(winners == set(side) for side in self._partners.values())
        row: list[int] = [index, self.plan.players, first, mask, shared]
        if self._decides:
            row += [game.turn, n]
        if not self._scored:
            rows["games"].append(tuple(row))
            rows["seats"] += [(index, seat, share if seat in winners else 0.0) for seat in self._seats]
            return
        scores = [game.score(seat) for seat in self._seats]
        if not self._compared:
            rows["games"].append(tuple(row))
            for seat, score in enumerate(scores):
                rows["seats"].append((index, seat, score, share if seat in winners else 0.0))
            return
        ordered = sorted(scores, reverse=not game.low_wins)
        best = self._of_sides(ordered, scores)
        rows["games"].append((*row, abs(best[0] - best[1]) if len(best) > 1 else 0))
        for seat, score in enumerate(scores):
            won = share if seat in winners else 0.0
            rows["seats"].append((index, seat, score, 1 + ordered.index(score), won))

    def _of_sides(self, ordered: Sequence[int], scores: Sequence[int]) -> Sequence[int]:
        """The scores of the sides, the best first: partners have one together."""
        if not self._partners:
            return ordered
        for side in self._sides:
            if len({scores[seat] for seat in side}) > 1:
                seats = " and ".join(str(seat + 1) for seat in side)
                raise ValueError(f"score(seat) is that of a team, the same for seats {seats}")
        of_sides = [scores[side[0]] for side in self._sides]
        return sorted(of_sides, reverse=not self.kind.low_wins)

    def _watch(self, index: int, rows: Rows) -> tuple[Any, int, int]:
        """Play a game and note how it stands as it goes on."""
        first, turn, n = None, 0, 0
        progress = rows.get(PROGRESS)
        for game, moves, move in self.decisions(index):
            if first is None:
                first, turn = game.seat, game.turn
            if progress is not None and (game.turn != turn or move is None):
                over = min(turn, LAST_TURN)
                progress += [(index, over, seat, game.score(seat)) for seat in self._seats]
                turn = game.turn
            if move is None:
                break
            n += 1
            if DECISIONS in rows:
                row = index, min(game.turn, LAST_TURN), game.seat
                scored = (0, len(moves), 0, game.score(game.seat)) if self._scored else (len(moves),)
                rows[DECISIONS].append((*row, *scored))
        return game, first or 0, n

    def play_on(
        self, first: int, n: int, fail_fast: bool = False
    ) -> tuple[dict[str, np.ndarray[Any, Any]], list[Failure]]:
        """Play games; the rows of each table, and the games that failed, which have none.

        With `fail_fast` the first such game is the last that is played.
        """
        rows: Rows = {name: [] for name in dict.fromkeys(("games", "seats", *self.plan.tables))}
        failed: list[Failure] = []
        self._chunk = Chunk(self.plan.seed, first, n)
        for index in range(first, first + n):
            lengths = {name: len(table) for name, table in rows.items()}
            try:
                game, began, moves = self._watch(index, rows) if self._watched else self._played(index)
                self._write(game, index, began, moves, rows)
            except (KeyboardInterrupt, MemoryError):
                raise
            except BaseException as error:  # SystemExit, too
                for name, length in lengths.items():
                    del rows[name][length:]
                failed.append(self._failure(index, error))
                if fail_fast:
                    break
        tables = self.playing.tables
        return {name: as_columns(rows.get(name, []), tables[name]) for name in self.plan.tables}, failed

    def _failure(self, index: int, error: BaseException) -> Failure:
        """Where a game failed, and which move was made last."""
        turn, seat = (self._game.turn, self._game.seat) if self._game is not None else (0, 0)
        fault = self._fault(error)
        why = f"{self._line(error)}{one_line(error)}" if fault is None else str(fault)
        if self._move is not None:
            when = "move" if fault is None else "last move"
            why += f", {when} {' '.join(repr(self._move).split())}"
        return Failure(index, int(turn), int(seat), why)

    def _line(self, error: BaseException) -> str:
        """The line of the author's code that an error passed, or of a policy of the user's."""
        files = {policy.file for policy in self.plan.policies if policy.source is not None}
        return where(error, self._folder, files)

    def _fault(self, error: BaseException) -> RulesError | None:
        """The method that returned amiss, where an error passed no line of the author's code."""
        if isinstance(error, RulesError):
            return error
        if self._game is None or self._line(error):
            return None
        with suppress(Exception):  # it is the first error that counts
            return fault_in(self._game)
        return None

    @contextmanager
    def naming(self, index: int, kind: str = "game") -> Iterator[None]:
        """Name the game in which the author's code fails inside, or the playout.

        Raises
        ------
        FailedError
            With all about it in a line.
        """
        try:
            yield
        except (KeyboardInterrupt, MemoryError, UserError, FailedError, Illegal):
            raise
        except BaseException as error:  # SystemExit, too
            raise FailedError(self._failure(index, error).line(self.plan, kind)) from error

    def play(self, first: int, n: int) -> dict[str, np.ndarray[Any, Any]]:
        """Play games and return the rows of each table of the plan.

        Raises
        ------
        FailedError
            If a game fails.
        """
        tables, failed = self.play_on(first, n, fail_fast=True)
        if failed:
            raise FailedError(failed[0].line(self.plan))
        return tables

    def followed(
        self, index: int, see: Callable[[Any, Sequence[Any], Any], None]
    ) -> dict[str, np.ndarray[Any, Any]]:
        """Play a game; its rows of `games` and `seats`.

        `see` looks at the game before each move, with the legal moves and the one chosen, and at its end.

        Raises
        ------
        FailedError
            If the game fails.
        """
        rows: Rows = {"games": [], "seats": []}
        first, n = None, 0
        with self.naming(index):
            for game, moves, move in self.decisions(index):
                first = game.seat if first is None else first
                n += move is not None
                see(game, moves, move)
            self._write(game, index, first or 0, n, rows)
        return {name: as_columns(rows[name], self.playing.tables[name]) for name in rows}

    def moves(self, index: int) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """A number for each move of a game, the same for the same move, and the turn of each."""
        made: list[tuple[Any, int]] = []
        self.followed(index, lambda game, moves, move: made.append((move, game.turn)))
        digests = [
            int.from_bytes(hashlib.blake2b(repr(move).encode(), digest_size=7).digest())
            for move, _ in made[:-1]
        ]
        return np.array(digests, np.int64), np.array([turn for _, turn in made[:-1]], np.int64)

    def play_otherwise(self, first: int, n: int, others: Sequence[int]) -> dict[str, np.ndarray[Any, Any]]:
        """Play n games as they are set up, each with the chance of each of these seeds.

        Rows of `games` and `seats`, game by game, and of a game seed by seed.
        """
        rows: Rows = {"games": [], "seats": []}
        for index in range(first, first + n):
            for seed in others:
                self._chunk = Chunk(self.plan.seed, index, 1)
                game, began, moves = self._played(index, Chunk(seed, index, 1))
                self._write(game, index, began, moves, rows)
        return {name: as_columns(rows[name], self.playing.tables[name]) for name in rows}
