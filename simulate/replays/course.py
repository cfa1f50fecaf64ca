"""The course of a game, moment by moment: from a record, or a game of a run, to be played on anywhere."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any

from rules import games
from rules.errors import UserError
from rules.records import Data, read_records, read_rules
from simulate.io.files import STDIN, lines_of, name_of
from simulate.plans.plan import Plan, box_path
from simulate.plans.plan import read_box as box_of
from simulate.plans.policies import read_policies
from simulate.plans.request import Request, command_line
from simulate.play.moments import CompiledPosition
from simulate.play.seam import Move, Position
from simulate.replays.replay import replay
from simulate.store.runs import load_with_games


@dataclass(frozen=True)
class Course:
    """A game that was played: its decisions in order, and last the position after all its turns.

    `plan` says by which rules and policies it is played on; `origin` is what names it on a command line, and
    `given` the options that say how it is played on. `record` is that of the whole game.
    """

    plan: Plan
    origin: tuple[str, ...]
    decisions: Sequence[Position]
    given: Mapping[str, Any] = field(default_factory=dict)
    record: Data = field(default_factory=dict)
    played: Plan | None = None
    """By which it was played, if it is a game of a run: others may play on."""

    @property
    def seated(self) -> Plan:
        """Who sat at the table: those who played, or where nobody knows them those who play on."""
        return self.played or self.plan

    def command(self, verb: str, **options: Any) -> str:
        """The command that asks this of the game, played on in the same way."""
        return command_line(verb, *self.origin, **self.given, **options)

    def at(self, turn: int | None = None, decision: int | None = None) -> int:
        """The number of the decision with which a turn begins; the last one if neither is given.

        Raises
        ------
        UserError
            If there is none such.
        """
        last = len(self.decisions) - 1
        if decision is not None:
            if not 0 <= decision <= last:
                raise UserError(f"--decision {decision}: there are decisions 0 to {last}")
            return decision
        if turn is None:
            return last
        numbers = [moment.turn for moment in self.decisions]
        if turn not in numbers:
            low, high = numbers[0], numbers[-1]
            raise UserError(f"--turn {turn}: nobody decides in such a turn; there are turns {low} to {high}")
        return numbers.index(turn)

    @property
    def said(self) -> str:
        """What names it in a heading."""
        return " ".join((name_of(self.origin[0]), *self.origin[1:]))

    @property
    def kept(self) -> bool:
        """Whether a command line can name it again: what came from stdin is no more."""
        return self.origin[0] != STDIN

    def turns(self) -> list[int]:
        """The decisions with which turns begin, and the last."""
        numbers = [moment.turn for moment in self.decisions]
        begins = [i for i, n in enumerate(numbers[:-1]) if i == 0 or n != numbers[i - 1]]
        return [*begins, len(numbers) - 1]

    def over(self, at: int) -> bool:
        """Whether the game has ended."""
        return self.decisions[at].is_over

    def seat(self, at: int) -> int:
        """Who decides."""
        return self.decisions[at].seat

    def tell(self, at: int, move: Move) -> str:
        """A move in words, as they go on in a sentence; tiles and an author's words keep their letters."""
        text = self.decisions[at].tell(move)
        if games.load(self.plan.game).is_plain:
            return text
        return text[:1].lower() + text[1:] if text[1:2].islower() else text


def open_course(
    path: str | None,
    index: int | None = None,
    policy: str | None = None,
    seed: int | None = None,
    points: str | None = None,
    game: str | None = None,
    code: str | None = None,
    **files: Path | None,
) -> Course:
    """The course of a game: `path` is a file of records (``-``: stdin), or a run; `index` names the game.

    `policy` says who plays on, if not those who played the run; of a record, if not `heuristic`. `points` are
    what each seat has beside the points of the game, as ``14,21``. `game` is the file of a game in plain
    Python of which the record is, or the game that rules of `code` change. `files` are those of a box of the
    user's, by its word.

    Raises
    ------
    UserError
        For what cannot be read, or a record that is not legal.
    """
    given: dict[str, Any] = {
        "policy": policy,
        "seed": seed,
        "points": points,
        "game": game,
        "code": code,
        **files,
    }
    games.load_for_records(game, code)
    place = Path(path or "")
    is_run = place.is_dir() or (games.named_by(str(place)) and not place.exists())
    if path is not None and not is_run:  # a game in place of a run is answered where runs are read
        record, words = _record(path, index), () if index is None else ("--game-index", str(index))
        try:
            return _course(record, _plan_of(record, policy, seed, files), given, path, *words)
        except UserError as error:
            raise UserError(f"{' '.join([name_of(path), *words])}: {error}") from None
    run = load_with_games(path)
    low, high = run.plan.first_game, run.end - 1
    for word, file in {**files, "game": game, "code": code}.items():
        if file is not None:
            raise UserError(f"--{word} {file}: {run.path} knows its {word}")
    if index is None or not low <= index <= high:
        asked_for = f"say which game, as --game-index {low}" if index is None else f"--game-index {index}"
        raise UserError(f"{asked_for}: {run.path} holds games {low} to {high}")
    plan = replace(run.plan, tables=("games", "seats"), seed=run.plan.seed if seed is None else seed)
    if policy is not None:
        plan = replace(plan, policies=read_policies(plan.game, policy, plan.players))
    found = _course(replay(run, index).record, plan, given, str(run.path), "--game-index", str(index))
    return replace(found, played=run.plan)


def _course(record: Data, plan: Plan, given: Mapping[str, Any], *origin: str) -> Course:
    decisions: Sequence[Position] = games.load(plan.game).positions(plan, record)
    if given["points"] is not None:
        decisions = with_points(plan, decisions, given["points"])
    return Course(plan, origin, decisions, given, record)


def with_points(plan: Plan, decisions: Sequence[Position], points: str) -> list[Position]:
    """The same game of seats that have so many points more, as ``14,21``, from its first decision on."""
    more = [
        int(word) if re.fullmatch(r"\d{1,4}", word.strip(), re.ASCII) else -1 for word in points.split(",")
    ]
    if games.load(plan.game).box != "tiles" or getattr(plan.options, "team_mode", False):
        raise UserError(f"--points {points}: only in tile-laying games in which everybody plays alone")
    if len(more) != plan.players or min(more) < 0:
        raise UserError(
            f"--points {points}: write whole numbers, one a seat: {','.join(['0'] * plan.players)}"
        )
    return [moment.with_points(more) for moment in decisions if isinstance(moment, CompiledPosition)]


def _record(path: str, index: int | None) -> Data:
    """The record of this number in a file."""
    if path.endswith(".toml"):
        play = command_line(game="catan", board=path, n=100)
        raise UserError(
            f"{path} is no game record; on a board of Catan play first: {play}, and ask of its game 0"
        )
    if path.endswith(games.FILE):
        play = command_line(game=path, n=100)
        raise UserError(f"{path} is no game record; play first: {play}, and ask of its game 0")
    lines, name = lines_of(path), name_of(path)
    found = [record for _, record in islice(read_records(lines, name), (index or 0) + 1)]
    if index is None and any(line.strip() for line in lines):
        raise UserError(f"{name} holds several records; say which, counted from 0: --game-index 0")
    if index is not None and len(found) <= index:
        many = "1 record" if len(found) == 1 else f"{len(found)} records"
        raise UserError(f"--game-index {index}: {name} holds {many}, counted from 0")
    if isinstance(found[-1], UserError):
        raise found[-1]
    return found[-1]


def _plan_of(record: Data, policy: str | None, seed: int | None, files: Mapping[str, Path | None]) -> Plan:
    """The plan by which a record is played on."""
    game = record["game"]
    known = games.load(game)
    path = box_path(game, files)
    own = None if path is None else known.load_box(path)
    options, _, players = read_rules(game, record, known.referee.players_rule, own)
    given: Any = (record.get("options") or {}).get("preset")
    # the board of a record lies in its setup
    file, box = (None, None) if path is None else box_of(game, options, path)
    seed = Request.seed if seed is None else seed
    return Plan(
        game, players, options, given or next(iter(known.options.PRESETS)),
        read_policies(game, policy, players), seed, 0, 1, ("games", "seats"),
        box, file, known.code,
    )  # fmt: skip
