"""`simulate study NAME|FILE`: play what a question about a rule needs, and answer it in a report."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from rules.errors import UserError, nearest
from rules.toml import read_toml
from simulate.cli.adapting import adapting_options, ask_for_adapting, read_adapting
from simulate.cli.asking import (
    STRENGTH,
    changed_game,
    names_a_panel,
    read_first_seed,
    read_jobs,
    read_of_baseline,
    read_panel,
    read_players,
    read_rungs,
)
from simulate.cli.options import (
    OF_BASELINE,
    UNTIL,
    first_given,
    most_games,
    path_option,
    run_option,
    was_given,
)
from simulate.cli.studying import Asking, answer_study, answer_tables
from simulate.io.console import next_step, say, say_json
from simulate.io.files import write_whole
from simulate.plans.request import BOXES, FIELDS, Request, check_asked, command_line, flag_of, told_as

LEAST_GAMES = 20


@click.command("study", short_help="A larger question, answered on a page.")
@click.argument("name", metavar="[NAME|FILE.toml|new]", required=False)
@click.argument("new_name", metavar="[NEW NAME]", required=False)
@run_option("game", help="The game of a new study, or of one for any game.")
@run_option(
    "players",
    type=str,
    help="Numbers of players, as 2 or 2,3 or 2-5: a rule for two may do something else for five.  "
    "[default: all that the study knows]",
)
@run_option(
    "n",
    default=None,
    metavar="GAMES",
    help="Games of each rule in each setting, half of them on each of two seeds. Four times as many "
    "halve the intervals.  "
    "[default: the study's own, a few minutes]",
)
@UNTIL
@OF_BASELINE
@run_option(
    "seed",
    type=int,
    default=None,
    help="Half of the games have this seed, so that luck cancels. The others have the next, and test what is "
    f"found.  [default: {Request.seed}, or the file's]",
)
@run_option("jobs", type=int)
@path_option(
    "--out",
    "DIR",
    "Where report and tables go. The games are ordinary runs under runs/.  [default: studies/NAME-HASH]",
)
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print the findings as one JSON object; without NAME the studies there are.",
)
@click.option(
    "--panel",
    metavar="A,B",
    help="Of the studies `seats` and `players`: who plays, the first for the answer; of `policies`: who "
    "meets whom, and heuristic. FILE.toml too.",
)
@run_option("preset", help="Of the studies `seats`, `players` and `policies`: an edition of the rules.")
@run_option("rules", help="Of the same: a rule to change; may be repeated.")
@run_option("tiles")
@run_option("board")
@run_option("cards")
@run_option("code")
@STRENGTH
@ask_for_adapting
@click.option("--full", is_flag=True, help="Print the evidence too: every table.")
@names_a_panel
def command(name: str | None, new_name: str | None, as_json: bool, full: bool, **given: Any) -> None:
    """Answer a question about a rule: play many settings on the same tiles and report what differs.

    \b
    simulate study                          the studies there are
    simulate study farmers                  one of them
    simulate study seats --game catan       one for any game
    simulate study houserules --game catan  what each house rule does, side by side
    simulate study seats --game catan --strength random..search:4
    simulate study seats --game catan --rule robber=false
    simulate study policies --game catan --panel greedy,mine.toml
    simulate study claims                   what is said of the games in print
    simulate study new robber --game catan  write robber.toml, to start from
    simulate study robber.toml              play it
    simulate study robber.toml --until decided

    A study plays every rule with every number of players and way to play, each as a run. Then it writes a
    report in one HTML file, and every number with its interval as CSV. The same command again continues
    an interrupted study and opens a finished one.
    """
    from analyses.studies.shipped import ANY_GAME, FOLDER, shipped

    every = shipped()
    if name is None:
        if as_json:
            say_json(every)
            return
        for known, text in every.items():
            say(f" {known:<11}{text}")
        next_step(f"simulate study {next(iter(every))}")
        return
    game = given["game"]
    if name == "new":
        if flag := first_given(("game",)):
            raise UserError(f"study new plays nothing; leave out {flag} and write it into the file")
        _write_new(new_name, game)
        return
    if new_name is not None:
        raise UserError(f"study {name}: a second name is for `simulate study new NAME` only")
    path = FOLDER / f"{name}.toml" if name in every else Path(name)
    if path.suffix != ".toml":
        raise UserError(
            f"there is no study '{name}'.{nearest(name, every)} Studies: {', '.join(every)}, or a file "
            "NAME.toml"
        )
    of_any = every.get(name, "").startswith(ANY_GAME)
    if game is not None and not of_any:
        raise UserError(f"study {name} says itself which game; leave out --game")
    if name == "claims" and not first_given(("jobs",)):
        _tell_claims()
        return
    if game is None and of_any:
        raise UserError(f"study {name}: say which game: --game starwars (simulate games lists them)")
    asked = Asked(name, path, given)
    # A study that ships declares its tables; one without is written as a user's own.
    if name in every and isinstance(read_toml(path).get("tables"), dict):
        if given["adapt"] or given["tunings"] is not None:
            raise UserError(f"study {name} says itself who plays; --adapt is for studies that compare arms")
        _declared(asked, as_json, full)
    else:
        with told_as({"--policy": "policies"}):
            _study_file(asked, as_json, full)


class Asked:
    """What the user asks of the study that a file declares."""

    def __init__(self, name: str, path: Path, given: Mapping[str, Any]) -> None:
        self.name, self.path, self.given = name, path, given
        self.game: str | None = given["game"]
        if self.game is not None:
            self.game = changed_game(self.game, given["code"])
        self.panel = read_panel(given["panel"])
        house = {name: given[name] for name in ("preset", "rules", *BOXES)}
        self.house = {name: value for name, value in house.items() if value not in (None, ())}
        self.until: tuple[str, ...] = given["until"]
        self.out: Path | None = given["out"]
        self.jobs = read_jobs(given["jobs"])
        self.of_baseline = read_of_baseline(given["of_baseline"])

    @property
    def house_words(self) -> str:
        """The options that say it."""
        code = ["code"] if self.given["code"] else []
        return " and ".join(f"--{flag_of(FIELDS[name])}" for name in [*self.house, *code])

    def games(self, usual: int) -> int:
        """Games of a cell; with ``--until`` the most."""
        n = self.given["n"]
        if self.until:
            return most_games(n)
        if n is None:
            return check_asked("n", usual, low=LEAST_GAMES, place=f"{self.path}: games =")
        return check_asked("n", n, low=LEAST_GAMES)

    def total(self, in_file: bool = False) -> str:
        """What a number of games means, for who says one. Else nothing."""
        if self.until or not (was_given("n") or in_file):
            return ""
        said = "--n" if was_given("n") else f"{self.path}: games ="
        return f"{said} counts the games of both seeds together"

    def first_seed(self, usual: int) -> int:
        """The first of two seeds."""
        seed = self.given["seed"]
        return read_first_seed(usual if seed is None else seed)

    def command(self, now: Sequence[Any], usual: Sequence[Any], tunings: int = 0) -> str:
        """The command line that makes it: players, games and seed where they are not as usual."""
        words = {
            flag: ",".join(map(str, value)) if isinstance(value, tuple) else value
            for flag, value, normal in zip(("players", "n", "seed"), now, usual, strict=True)
            if value != normal
        }
        if self.until and not was_given("n"):
            words.pop("n", None)
        words |= {flag_of(FIELDS[name]): value for name, value in self.house.items()}
        words |= {name: self.given[name] for name in ("panel", "strength", "until", "out")}
        words["baseline"] = self.of_baseline or None
        asked = {name: self.given[name] for name in ("game", "code")}
        return command_line("study", self.name, **asked, **words, **adapting_options(tunings))


def _declared(asked: Asked, as_json: bool, full: bool) -> None:
    """Play a study that comes with the program, and answer it."""
    from analyses.questions.replication import second
    from analyses.questions.results import Setting
    from analyses.studies.declared import declared
    from rules import games

    if asked.until:
        raise UserError(
            f"study {asked.name} plays a number of games that is fixed: say --n in place of --until"
        )
    if asked.of_baseline:
        raise UserError(f"study {asked.name} compares nothing with a baseline; leave out --baseline")
    study = declared(asked.name, asked.game)
    rungs = read_rungs(asked.given["strength"], study.game)
    if rungs and not study.climbs:
        raise UserError(f"study {asked.name} sets all players against each other; leave out --strength")
    if asked.panel and not study.data.get("panel"):
        raise UserError(f"study {asked.name} says itself who plays; leave out --panel")
    if asked.panel and rungs:
        raise UserError("--strength says who plays, each in games of its own; leave out --panel")
    if asked.house_words and not study.data.get("house"):
        raise UserError(f"study {asked.name} says itself what is played; leave out {asked.house_words}")
    study = replace(study, rungs=rungs, panel=asked.panel, house=asked.house)
    players, seed = read_players(asked.given["players"], study.players), asked.first_seed(Request.seed)
    study.check(players)
    usual = games.load(study.game).usual_policy
    setting = Setting(study.played(players), asked.games(study.games), seed, second(seed), usual)
    command = asked.command((players, setting.n, seed), (study.players, study.games, Request.seed))
    asking = Asking(
        "study", command, asked.out, asked.jobs, (), as_json, full, says={"study": study.name},
        first=asked.total(),
    )  # fmt: skip
    answer_tables(study, setting, asking)


def _study_file(asked: Asked, as_json: bool, full: bool) -> None:
    """Play a study that a file declares, and answer it."""
    from analyses.questions.replication import second
    from analyses.studies.outcome import plans_of
    from analyses.studies.reading import read_study
    from analyses.studies.study import GAMES
    from reports.answers.prose import check_template
    from simulate.store.answers import STUDY

    declared = read_study(asked.path, asked.game)
    if asked.panel:
        raise UserError(f"--panel: {asked.path} says itself who plays, as policies =")
    if asked.house_words:
        raise UserError(f"{asked.house_words}: {asked.path} says itself what is played")
    check_template(declared)
    players = read_players(asked.given["players"], declared.players)
    of_baseline = asked.of_baseline or declared.of_baseline
    study = replace(declared, players=players, n=asked.games(declared.n), of_baseline=of_baseline)
    if asked.given["seed"] is not None:
        seed = asked.first_seed(declared.seed)
        other = None if declared.replicate is None else second(seed)
        study = replace(study, seed=seed, replicate=other)
    strength = read_rungs(asked.given["strength"], study.game, asked.until) or study.strength
    if strength and asked.until:
        raise UserError(
            f"--until: {asked.path} asks rungs of the ladder, as strength =, each a number of games that is "
            "fixed; leave one of them out"
        )
    study = replace(study, strength=strength)
    adapt, tunings = asked.given["adapt"], asked.given["tunings"]
    times = read_adapting(
        adapt or bool(study.adapt), tunings or study.adapt, study.n, plans_of(study), asked.until, strength
    )
    now, usual = ((one.players, one.n, one.seed) for one in (study, declared))
    command = asked.command(now, usual, times if adapt else 0)
    asking = Asking(
        "study", command, asked.out, asked.jobs, asked.until, as_json, full,
        {STUDY: asked.path.read_bytes()}, {"study": study.name}, asked.total(declared.n != GAMES),
    )  # fmt: skip
    answer_study(replace(study, adapt=times or None), asking)


def _tell_claims() -> None:
    """All claims of all games, and where each was read."""
    from analyses.studies.declared import declared
    from rules.games import OWN, load
    from simulate.io.layout import prose

    for game in OWN:
        say(load(game).title)
        for claim in declared("claims", game).lists["claim"]:
            say("\n".join(prose(f"- {claim.text} ({claim.source})", " ", "   ")))
    next_step("simulate study claims --game catan")


def _write_new(name: str | None, game: str | None) -> None:
    """Write a commented study to start from."""
    from reports.answers.studies.new import starter

    if name is None:
        raise UserError("study new: give it a name, for example simulate study new robber --game catan")
    path = Path(name if name.endswith(".toml") else f"{name}.toml")
    text = starter(path.stem, game or "catan")
    if os.path.lexists(path):
        raise UserError(f"{path} is there already; choose another name")
    write_whole(path, text.encode())
    next_step(command_line("study", path), path)
