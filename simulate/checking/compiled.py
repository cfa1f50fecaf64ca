"""Tries a compiled game from all sides: one of this project, of an installed package, or with rules changed.

Each function tries one thing that holds for every game; together they are what `simulate check --game NAME`
says. What a game says of itself above the rooms where games are played, its `analysis`, is handed over.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import cycle, islice
from types import ModuleType
from typing import Any, TypeAlias

import numpy as np

import rules.verbs
from rules.errors import FailedError, UserError
from rules.fields import Fields, fields_of
from rules.games import Game, load
from rules.options import describe
from simulate.checking.finding import ASKED, FAILS, HOLDS, INTERPRETED, Finding, volume
from simulate.checking.hidden import hidden
from simulate.checking.options import options
from simulate.checking.runs import symmetric, workers
from simulate.plans.code import one_line
from simulate.plans.plan import Plan, make_plan
from simulate.plans.policies import names, quick
from simulate.play import playing
from simulate.play.seam import TableRows
from simulate.play.tables import PROGRESS
from simulate.working.elsewhere import ask_elsewhere, last_words

VERBS = [name for room in (rules.verbs, playing) for name, f in vars(room).items() if hasattr(f, "is_verb")]
"""What every game answers."""

PARTS = ("options", "engine", "referee", "playing", "replay", "transcript")
"""The parts of a game that play it."""

SEED = 7

Findings: TypeAlias = Iterable[Finding]

Trial: TypeAlias = Callable[[Game], "Finding | Findings"]
"""Tries one thing of a game."""


def check(game: Game, told: Sequence[str], analysis: Callable[[], ModuleType]) -> Iterator[Finding]:
    """Try all that can be tried, and stop where the game has not all its parts.

    `told` are its parts that tell of it, and `analysis` gets the one that says what scores are made of.
    """
    missing = parts(game, told)
    yield from missing
    if any(finding.verdict == FAILS for finding in missing):
        return
    of_scores: list[Trial] = [progress] if game.has_score else []
    trials: list[Trial] = [
        described, ends, lambda game: winners(game, analysis()), *of_scores, apart, records, stops,
        hidden, workers, symmetric, interpreted, options,
    ]  # fmt: skip
    for trial in trials:
        yield from tried(trial, game)
    if game.origin != game.name:
        yield from tried(changes, game)


def tried(trial: Trial, game: Game) -> Iterator[Finding]:
    """What comes of a trial; whatever the code of the game raises in it is a finding, too."""
    try:
        found = trial(game)
        yield from [found] if isinstance(found, Finding) else found
    except (KeyboardInterrupt, MemoryError):
        raise
    except (UserError, FailedError) as error:
        yield Finding("fault", FAILS, str(error))
    except Exception as error:
        yield Finding("fault", FAILS, f"{one_line(error)}; NUMBA_DISABLE_JIT=1 and --debug show where")


def rows(game: Game, policy: str = "random", n: int = 1, **asked: Any) -> TableRows:
    """The rows of so many games."""
    plan = make_plan(game.name, n, policy=policy, seed=SEED, **asked)
    played: TableRows = game.simulator(plan).play(0, n)
    return played


def _is_same(some: TableRows, others: TableRows) -> bool:
    """Whether rows of the same tables are the same to the last byte."""
    return {name: table.tobytes() for name, table in some.items()} == {
        name: table.tobytes() for name, table in others.items()
    }


# --- what there is


def lacking(game: Game, part: str) -> str:
    """What to write where a game has no module for a part; nothing if it has."""
    try:
        getattr(game, part)
    except ModuleNotFoundError as error:
        return f"{game.name}: {part} is missing; it belongs in {str(error.name).replace('.', '/')}.py"
    return ""


def parts(game: Game, told: Sequence[str]) -> list[Finding]:
    """Whether a game has its parts, those that tell of it among them, and answers every verb."""
    missing = [text for part in (*PARTS, *told) if (text := lacking(game, part))]
    if not missing:
        if game.has_styles and not game.weights.exists():
            missing.append(f"{game.name}: weights are missing; they belong in {game.weights}")
        if not isinstance(game.engine.RULES_VERSION, int):
            missing.append(f"{game.name}: RULES_VERSION must be a whole number")
        missing += [
            f"{game.name}: verb '{verb}' is missing; it belongs in engine.py or playing.py"
            for verb in VERBS
            if not rules.verbs.answered(game.name, verb)
        ]
    low, high = game.players
    if not low <= game.default_players <= high:
        missing.append(f"{game.name} is for {low} to {high} players, and {game.default_players} by default")
    if missing:
        return [Finding("parts", FAILS, text) for text in missing]
    return [Finding("parts", HOLDS, "all its parts are there, and it answers every verb")]


def described(game: Game) -> Finding:
    """Whether every option, and every column of its tables, says what it is."""
    for name, table in game.playing.tables.items():
        if not issubclass(table.row, Fields):
            return Finding("texts", FAILS, f"the rows of table {name} are no Fields")
        for column, field in fields_of(table.row).items():
            if not field.text:
                return Finding("texts", FAILS, f"{name}.{column} does not say what it means")
    for option in describe(game.options.Options):
        if not option.text:
            return Finding("texts", FAILS, f"option {option.name} does not say what it is")
    return Finding("texts", HOLDS, "every option and every column says what it means")


# --- games


def ends(game: Game) -> Finding:
    """Whether games end, at every number of players and by every policy, and keep within their tables."""
    low, high = game.players
    n = volume(20, 1)
    for players in range(low, high + 1):
        tables = rows(game, n=n, players=players)
        for name, table in game.playing.tables.items():
            if name in tables and np.bincount(tables[name]["game"], minlength=1).max() > table.most:
                return Finding("ends", FAILS, f"a game has more than the {table.most:,} rows of table {name}")
        shares = tables["seats"]["win_share"].reshape(n, players).sum(axis=1)
        if not np.isin(np.round(shares, 5), (0.0, 1.0)).all():
            return Finding("ends", FAILS, f"the shares of a win add up to {shares.max()}, not to 1")
    at_once = quick(game.name)
    for policy in at_once:
        rows(game, policy, n)
    others = [] if INTERPRETED else [name for name in names(game.name) if name == "search:1"]
    for policy in others:
        rows(game, policy, 2)
    text = f"{n} games with {low} to {high} players each end, with {', '.join([*at_once, *others])}"
    return Finding("ends", HOLDS, text)


def winners(game: Game, analysis: ModuleType) -> Iterator[Finding]:
    """Whether somebody wins, who has the better score if there is one; whether ranks and sources agree."""
    n = volume(16, 4)
    seats = rows(game, quick(game.name)[0], n)["seats"]
    won = seats["win_share"] > 0
    if not won.any():
        yield Finding("winners", FAILS, f"nobody wins any of {n} games")
        return
    is_ranked = "rank" in seats.dtype.names
    if is_ranked and not (seats["rank"][won] == 1).all():
        yield Finding("winners", FAILS, "who has won has not rank 1")
        return
    if game.has_score and (why := _wrong_scores(game, analysis, seats, won)):
        yield Finding("winners", FAILS, why)
        return
    nobody = n - round(float(seats["win_share"].sum()))
    if nobody:
        yield Finding("winners", ASKED, f"nobody wins {nobody} of {n} games: is that meant?")
    else:
        by = [word for word, is_there in (("score", game.has_score), ("rank", is_ranked)) if is_there]
        yield Finding("winners", HOLDS, f"somebody wins every game{', by ' if by else ''}{' and '.join(by)}")


def _wrong_scores(game: Game, analysis: ModuleType, seats: Any, won: Any) -> str:
    """Why the scores of seats do not say who has won, or what they are made of; nothing if they do."""
    lost = seats["score"][~won]
    is_less = bool(len(lost)) and seats["score"][won].mean() < lost.mean()
    if len(lost) and is_less != game.low_wins:
        return f"winners have {'less' if is_less else 'more'}, and GAME says low_wins={game.low_wins}"
    sources = [seats[column] for of in analysis.SOURCES.values() for column in of]
    return "" if (sum(sources) == seats["score"]).all() else "SOURCES do not add up to the score"


def progress(game: Game) -> Finding:
    """Whether scores on the way end with the final ones, and to watch a game changes nothing in it."""
    n, policy = 2, quick(game.name)[0]
    plain, watched = rows(game, policy, n), rows(game, policy, n, tables="all,progress")
    noted = watched.pop(PROGRESS)
    if not _is_same(plain, watched):
        return Finding("progress", FAILS, "a game is another when its progress is written")
    most = game.playing.tables[PROGRESS].most
    for number in range(n):
        seats = plain["seats"][plain["seats"]["game"] == number]
        entries = noted[noted["game"] == number].reshape(-1, len(seats))
        if not (entries["seat"] == seats["seat"]).all() or not (np.diff(entries["turn"], axis=0) > 0).all():
            return Finding("progress", FAILS, "progress has not a row a seat for each turn, in order")
        if entries[-1]["score"].tolist() != seats["score"].tolist():
            return Finding("progress", FAILS, "progress does not end with the final scores: see score_now")
        if entries.size > most:
            return Finding("progress", FAILS, f"a game has more rows of progress than {most:,}")
    return Finding("progress", HOLDS, "scores turn by turn end with the final ones")


def apart(game: Game) -> Finding:
    """Whether a game does not depend on those that a worker played before it.

    So the first game of seed 0 is not taken for one that is known already.
    """
    players = game.default_players
    policy = ",".join(islice(cycle(quick(game.name)), players))
    for seed, nth in ((1, 7), (0, 0)):
        tables = list(game.playing.tables)
        plan = make_plan(game.name, 8, players=players, policy=policy, tables=tables, seed=seed)
        fresh, used = game.simulator(plan), game.simulator(plan)
        used.play(3, 2)
        if not _is_same(fresh.play(nth, 1), used.play(nth, 1)):
            text = f"game {nth} of seed {seed} is another one after others were played: what is left of them?"
            return Finding("apart", FAILS, text)
    return Finding("apart", HOLDS, "a game is the same whatever was played before it")


# --- records


def records(game: Game) -> Finding:
    """Whether a replay is the game that was played, and the referee comes to the same end by its record."""
    n = volume(10, 2)
    simulator = game.simulator(make_plan(game.name, n, policy="random", seed=3))
    played = [simulator.play(number, 1) for number in range(n)]
    for number in reversed(range(n)):
        again = game.replay.play(simulator, number)
        for table in ("games", "seats"):
            if again.rows[table].tolist() != played[number][table].tolist():
                return Finding("records", FAILS, f"game {number} is another when it is replayed: {table}")
        record = json.loads(json.dumps(again.record))
        verdict = game.referee().judge(record)
        if not verdict.legal:
            why = f"turn {verdict.turn}: {verdict.rule}: {verdict.message}"
            return Finding("records", FAILS, f"game {number} is not judged as it was played: {why}")
        scores = again.rows["seats"]["score"].tolist() if game.has_score else verdict.scores
        if verdict.scores != scores:
            text = f"game {number}: the referee finds the scores {verdict.scores}, and the game {scores}"
            return Finding("records", FAILS, text)
        if len(game.referee().follow(record)) < 2:
            return Finding("records", FAILS, "no decision is told by `about_to`")
        if not list(game.transcript.transcript(again)):
            return Finding("records", FAILS, "the transcript of a game is empty")
    return Finding("records", HOLDS, "a game that is written down is judged as it was played")


def stops(game: Game) -> Finding:
    """Whether a replay that stops after a turn has the beginning of the record, and a result as it stands."""
    simulator = game.simulator(make_plan(game.name, 2, policy="random", seed=3))
    whole = game.replay.play(simulator, 1)
    for stop in {0, 1, 9} & set(range(whole.last_turn)):
        part = game.replay.play(simulator, 1, stop)
        turns, every = part.record["turns"], whole.record["turns"]
        if (part.ended, part.last_turn) != (False, stop):
            return Finding("stops", FAILS, f"a replay to turn {stop} ends in turn {part.last_turn}")
        if part.rows["games"].tolist() != whole.rows["games"].tolist():
            return Finding("stops", FAILS, f"a replay to turn {stop} has not the rows of the whole game")
        if turns != every[: len(turns)] or turns == every:
            return Finding("stops", FAILS, f"the record to turn {stop} is not the beginning of the whole one")
        verdict = game.referee().judge(part.record)
        if not verdict.legal or verdict.winners:
            text = f"the record to turn {stop} is not judged as it stands: {verdict.message or 'won already'}"
            return Finding("stops", FAILS, text)
    if game.replay.play(simulator, 1, 10_000_000).record != whole.record:
        return Finding("stops", FAILS, "a replay that stops after its end is not the whole game")
    return Finding("stops", HOLDS, "a replay can stop after any turn")


# --- compiled and interpreted


def digests(plan: Plan) -> dict[str, str]:
    """A hash of the rows of each table of a plan's games."""
    tables = load(plan.game).simulator(plan).play(0, plan.n)
    return {name: sha256(table.tobytes()).hexdigest() for name, table in tables.items()}


def interpreted(game: Game) -> Finding:
    """Whether the interpreter plays the same game as compiled kernels: every table, byte for byte."""
    if INTERPRETED:
        return Finding("compiled", ASKED, "nothing is compiled with NUMBA_DISABLE_JIT=1: try without, too")
    plan = make_plan(game.name, 1, policy="random", seed=SEED, tables=list(game.playing.tables))
    done = ask_elsewhere(digests, plan, {"NUMBA_DISABLE_JIT": "1"})
    if done.returncode:
        return Finding("compiled", FAILS, f"interpreted a game fails: {last_words(done)}")
    others, mine = json.loads(done.stdout), digests(plan)
    wrong = [name for name in mine if mine[name] != others.get(name)]
    if wrong:
        return Finding("compiled", FAILS, f"interpreted a game has other rows: {', '.join(wrong)}")
    return Finding("compiled", HOLDS, "interpreted and compiled games are the same, byte for byte")


# --- rules of the user's own


def changes(game: Game) -> Finding:
    """Whether a file of the user's changes games, and none as long as the options that it adds are off."""
    n, policies = volume(200, 2), ["random"] if INTERPRETED else ["random", game.usual_policy]
    standard = load(game.origin)
    is_same = all(_is_same(rows(game, policy, n), rows(standard, policy, n)) for policy in policies)
    added = ", ".join(getattr(game, "added", ()))
    if added and not is_same:
        text = f"with {added} as at first games are not those of {game.origin}: let them be, till it is set"
        return Finding("code", FAILS, text)
    if added:
        return Finding("code", HOLDS, f"until {added} is set {n} games are the very same as without the file")
    if is_same:
        return Finding("code", ASKED, f"{game.file} changed no game of {n}: is it so rare?")
    return Finding("code", HOLDS, f"{game.file} changes games")
