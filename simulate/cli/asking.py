"""What verbs that play many settings share: their options, what is read from them, and the games."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

import click

from rules import games
from rules.errors import UserError
from rules.seeds import MAX_SEED
from rules.words import seated
from simulate.cli.options import (
    OF_BASELINE,
    UNTIL,
    all_of,
    most_games,
    path_option,
    run_option,
    was_given,
)
from simulate.plans.request import BOXES, F, Request, check_asked, told_as

if TYPE_CHECKING:
    from analyses.studies.study import Arm, Box, Study
    from simulate.plans.plan import Plan
    from simulate.store.runs import Run

GAMES = 20_000
"""Games of a setting, unless the user says."""

LEAST = 4
"""Of them: two on each seed."""

STRENGTH = click.option(
    "--strength", metavar="A..B",
    help="Rungs of the ladder, as random..search:4: what is found, from the weakest players to the best.",
)  # fmt: skip


def _one_each(ctx: click.Context, param: click.Parameter, names: tuple[str, ...]) -> tuple[str, ...]:
    """The measures as they are given; several in one word are refused."""
    for name in names:
        if "," in name:
            each = " ".join(f"--measure {one.strip()}" for one in name.split(","))
            raise UserError(f"--measure {name}: the option takes one name and may be repeated: {each}")
    return names


def names_a_panel(command: F) -> F:
    """What is said of a policy of a command names ``--panel``, if that named it."""

    @functools.wraps(command)
    def named(**given: Any) -> None:
        with told_as({"--policy": "--panel"} if given["panel"] else {}):
            command(**given)

    return cast(F, named)


ask_for_settings = all_of(
    names_a_panel,
    run_option("game"),
    run_option("players", type=str, help="Numbers of players, as 2, 2,3 or 2-5.  [default: the game's own]"),
    click.option("--panel", metavar="A,B", help="Policies; each plays all seats of games of its own."),
    STRENGTH,
    run_option("policy", help="Who plays: one name for all seats or one a seat."),
    run_option("preset", help="An edition of the rules."),
    run_option("tiles"),
    run_option("board"),
    run_option("cards"),
    run_option("code"),
    run_option(
        "n", default=GAMES, metavar="GAMES",
        help="Games of each rule in each setting, half of them on each of two seeds."
    ),
    UNTIL,
    OF_BASELINE,
    run_option(
        "seed", type=int,
        help="Half of the games have this seed. The others have the next, and test what is found."
    ),
    click.option(
        "--measure", "measures", multiple=True, metavar="NAME", callback=_one_each,
        help="Measure only this; may be repeated. All of them, and how to write your own as "
        "FILE.py:FUNCTION: the documentation, page metrics.",
    ),
    run_option(
        "tables",
        help="Tables of the runs; all,progress also measures how games go, all,placements what each "
        "tile, card or building brings, all,decisions what players may choose from, and in Catan "
        "all,trades what they trade.",
    ),
    click.option("--pace", type=float, metavar="SECONDS", help="Seconds a turn: games in minutes, too."),
    run_option("jobs", type=int),
    path_option(
        "--out", "DIR", "Where the answer goes.  [default: a folder named by the game and a hash]"
    ),
    click.option("--json", "as_json", is_flag=True, help="Print the findings as one JSON object."),
)  # fmt: skip
"""Gives a command the options that say who plays how many games, and what of them is measured."""


class Settings:
    """Who plays how many games at which tables, and what of them is measured: what the user said, checked.

    `rungs` are those of the ladder, if it was asked for: then they are the policies, and slow ones play
    fewer games.

    Raises
    ------
    UserError
        For anything unknown or out of bounds.
    """

    def __init__(self, given: Mapping[str, Any]) -> None:
        if given["game"] is None:
            raise UserError("say which game: --game starwars (simulate games lists them)")
        self.given = given
        self.game = changed_game(given["game"], given["code"])
        self.until: tuple[str, ...] = given["until"]
        self.rungs = read_rungs(given["strength"], self.game, self.until)
        many = [name for name in ("strength", "panel", "policy") if given[name]]
        if len(many) > 1:
            raise UserError(f"--{many[0]} says who plays, each in games of its own; leave out --{many[1]}")
        self.pace: float | None = given["pace"]
        known, self.preset = games.load(self.game), given["preset"]
        low, high = known.players
        self.players: tuple[int, ...] = (known.usual_players(self.preset),)
        if given["players"] is not None:
            self.players = read_players(given["players"], range(low, high + 1))
        self.policies: tuple[str, ...] = read_panel(given["panel"]) or (
            given["policy"] or known.usual_policy,
        )
        n = most_games(given["n"]) if self.until else given["n"]
        self.n = check_asked("n", n, low=LEAST)
        self.of_baseline = read_of_baseline(given["of_baseline"])
        self.seed = read_first_seed(given["seed"])
        self.measures: tuple[str, ...] | None = given["measures"] or None
        self.jobs = read_jobs(given["jobs"])
        self.out: Path | None = given["out"]
        self.as_json: bool = given["as_json"]

    def study(self, baseline: Arm, arms: Sequence[Arm], without: Collection[str] = (), **more: Any) -> Study:
        """The study that is asked: arms compared with a baseline by everybody who plays.

        Settings are `without` the ``preset`` or ``box`` that the user gave where an arm says it.

        Raises
        ------
        UserError
            For rules that cannot be played, or what nobody can measure.
        """
        from analyses.questions.replication import second
        from analyses.studies.study import Box, Margin, Study

        preset = None if "preset" in without else self.given["preset"]
        box = Box() if "box" in without else Box(**{name: self.given[name] for name in BOXES})
        study = Study(
            name=self.game,
            game=self.game,
            players=self.players,
            policies=() if self.rungs else self.policies,
            baseline=baseline,
            arms=tuple(arms),
            n=self.n,
            of_baseline=self.of_baseline,
            seed=self.seed,
            replicate=second(self.seed),
            preset=preset,
            box=box,
            margins=tuple(Margin(name, None, "") for name in self.measures or ()),
            pace=self.pace,
            tables=tuple(name.strip() for name in self.given["tables"].split(",")),
            strength=self.rungs,
            **more,
        )
        self._check(study)
        return study

    def side(self, words: Sequence[str]) -> tuple[tuple[str, ...], Box]:
        """The rules of one side alone, and its box: ``tiles=FILE``."""
        from analyses.studies.study import Box
        from simulate.plans.plan import box_word

        rules, box = [], Box()
        for word in words:
            name, _, file = word.partition("=")
            if name != box_word(self.game):
                rules.append(word)
            elif self.given[name] is None and not box:
                box = Box.of(name, file)
            else:
                held = self.given[name] or getattr(box, name)
                raise UserError(f"{word}: {name} {held} are given already; leave one of them out")
        return tuple(rules), box

    def _check(self, study: Study) -> None:
        """Refuse a study that cannot be played or measured."""
        from analyses.measures.vocabulary import chosen
        from analyses.questions.until import read_until

        for setting in study.settings():
            for arm in (study.baseline, *study.arms):
                plan = study.plan(setting, arm)
                chosen(plan, self.measures, self.pace)
                read_until(self.until, plan, two=True, pace=self.pace)

    def options(self) -> dict[str, Any]:
        """The options of the command line that say all this."""
        who = ("game", "players", "panel", "strength", "policy", "preset", *BOXES, "code")
        return {name: self.given[name] for name in who} | {
            "n": self.n if was_given("n") else None,
            "until": self.until,
            "baseline": self.of_baseline or None,
            "seed": None if self.seed == Request.seed else self.seed,
            "measure": self.measures,
            "tables": None if self.given["tables"] == Request.tables else self.given["tables"],
            "pace": self.pace,
            "out": self.out,
        }


def changed_game(game: str, code: str | None) -> str:
    """The name of a game, with the rules of a file of the user's if there is one."""
    return game if code is None else games.load_changed(game, code).name


def read_rungs(words: str | None, game: str, until: Sequence[str] = ()) -> tuple[str, ...]:
    """The rungs of the ladder of a game that ``--strength`` names; none if it was not said.

    Raises
    ------
    UserError
        For what is no part of the ladder, and options that do not go together.
    """
    from analyses.questions.strength import read_strength

    if words is None:
        return ()
    if until:
        raise UserError("--strength plays a number of games that is fixed: say --n in place of --until")
    return read_strength(words, game)


def read_panel(words: str | None) -> tuple[str, ...]:
    """The policies that ``--panel`` names; none if it was not said."""
    names = () if words is None else tuple(name.strip() for name in words.split(","))
    if names == ("",):
        raise UserError("--panel is empty; name one, or leave it out")
    if "" in names:
        raise UserError(f"--panel {words}: a name is missing beside a comma")
    return tuple(dict.fromkeys(names))


def play_plans(
    plans: Sequence[Plan], jobs: int, again: str, told: bool = True,
    texts: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, Run]:  # fmt: skip
    """Play what is missing of these plans under ``runs/``: their runs by hash; so are `texts`, if need be."""
    from simulate.store.opening import places_of
    from simulate.working.cells import Cell, play_cells

    every = {plan.hash: plan for plan in plans}
    called = {key: place.name for key, place in places_of(every.values()).items()}
    seeds = len({plan.seed for plan in plans}) > 1
    cells = [
        Cell(called[key], (texts.get(key) or _text(plan)) + f", seed {plan.seed}" * seeds, (plan,))
        for key, plan in every.items()
    ]
    runs = play_cells(cells, Path(), jobs, again, "runs", told)
    return {key: runs[called[key]][0] for key in every}


def is_played(plan: Plan) -> bool:
    """Whether all games of a plan are there, under ``runs/``."""
    from simulate.store.opening import find_run

    run = find_run(plan, None)
    return run is not None and run.games_done == plan.n


def _text(plan: Plan) -> str:
    """A setting, for the line of progress."""
    who = [plan.policy_words] if games.load(plan.game).decides else []
    return ", ".join([seated(plan.players), *who, *(plan.rule_words or ["standard game"])])


def read_players(words: str | None, known: Sequence[int]) -> tuple[int, ...]:
    """``2``, ``2,3`` or ``2-5`` as numbers in order; all that are known for None."""
    if words is None:
        return tuple(known)
    found: set[int] = set()
    for part in words.split(","):
        match = re.fullmatch(r"\s*(\d{1,3})\s*(?:-\s*(\d{1,3})\s*)?", part)
        low, high = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if len(known) == 1 and (low, high) != (known[0], known[0]):
            raise UserError(f"--players {words}: here it can be {known[0]} only")
        if match is None or low > high or low not in known or high not in known:
            raise UserError(
                f"--players {words}: write numbers from {known[0]} to {known[-1]} as {known[0]} or "
                f"{known[0]},{known[1]} or {known[0]}-{known[-1]}"
            )
        found |= set(range(low, high + 1))
    return tuple(sorted(found))


def read_of_baseline(games: int | None) -> int:
    """How many games of the baseline are asked for; 0 for as many as of each rule."""
    if games is None:
        return 0
    try:
        return check_asked("n", games, low=LEAST)
    except UserError as error:
        raise UserError(str(error).replace("--n", "--baseline", 1)) from None


def read_jobs(jobs: int | None) -> int:
    """How many workers: one a core for None."""
    return check_asked("jobs", jobs) if jobs is not None else os.cpu_count() or 1


def read_first_seed(seed: int) -> int:
    """A seed, if there is a next one for the games that replicate what is found."""
    return check_asked("seed", seed, high=MAX_SEED - 1)
