"""`simulate tune`: improve a policy's weights by self-play."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from rules.errors import UserError
from simulate.cli.options import FORCE, run_option, was_given
from simulate.io.console import next_step, note, say, stop
from simulate.plans.request import BOXES, USUAL_POLICY, bounds_of, command_line, told_as

USUAL = f"{USUAL_POLICY}; of a game in plain Python its usual one"

TUNED = "tuned"
"""The style in a file that is written, whatever the file is called."""


@click.command(short_help="Improve the weights of a policy by self-play.")
@run_option("game", required=True, help="The game to tune for.")
@run_option("players", type=int, metavar=None)
@click.option("--start", help=f"The policy whose weights to improve.  [default: {USUAL}]")
@click.option("--rival", help=f"The policy at all other seats.  [default: {USUAL}]")
@run_option("preset", metavar=None, help="A published edition of the rules.")
@run_option("rules", help="A house rule to tune for.")
@run_option("tiles")
@run_option("board")
@run_option("cards")
@run_option("code")
@click.option(
    "--only",
    metavar="A,B",
    default="",
    show_default=False,
    help="Change the weights of these features only; fewer are found sooner.  [default: all]",
)
@click.option("--generations", type=click.IntRange(1, 10_000), default=40, help="Rounds of search.")
@click.option(
    "--games",
    type=click.IntRange(10, 1_000_000),
    default=1_000,
    help="Games a candidate plays in each generation; more see smaller differences.",
)
@run_option("seed", type=int, metavar=None, help="The same seed finds the same weights.")
@run_option(
    "jobs",
    type=click.IntRange(*bounds_of("jobs")),
    metavar=None,
    help="Workers.  [default: 2; of a game in plain Python one a core]",
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False),
    default="tuned.toml",
    help="Where the weights go.",
)
@click.option(
    "--value",
    is_flag=True,
    help="Fit what a position is worth, for search:N, to --games of --start against itself.",
)
@FORCE
def command(
    start: str | None,
    rival: str | None,
    only: str,
    generations: int,
    out: str,
    value: bool,
    force: bool,
    **options: Any,
) -> None:
    """Improve a policy's weights by self-play (CMA-ES) and write them to a TOML file.

    The file can be played with --policy FILE.toml. At the end the tuned weights and those of --start play
    fresh games against --rival. Only better weights are written, else exit code 1.

    The worth of a candidate is near its share of wins, but narrow wins and losses count almost as a half.
    A search ends early when twenty generations have gained nothing. What it knows is kept below tunings/,
    so the same command goes on where it was interrupted.
    """
    from analyses.estimates.estimate import wilson
    from analyses.estimates.samples import share_change
    from rules import games
    from simulate.io.files import STYLE, check_output, check_suffix
    from simulate.working.tune import Generation, checked, search_for, tuned, write_style

    file = Path(out)
    check_suffix(file, STYLE)
    check_output(file, STYLE, force)
    if value:
        if needless := [f"--{name}" for name in ("rival", "only", "generations") if was_given(name)]:
            raise UserError(f"--value fits a judgement and searches for nothing; leave out {needless[0]}")
        if games.load(options["game"]).is_plain:
            raise UserError("--value: games in plain Python judge no positions: a search plays on to the end")
        _fit(file, start or USUAL_POLICY, options)
        return
    given_jobs = options.pop("jobs")
    names = tuple(word.strip() for word in only.split(",") if word.strip())
    search = search_for(start=start, rival=rival, only=names, generations=generations, **options)
    jobs = given_jobs or (os.cpu_count() or 1 if search.is_plain else 2)
    start, rival = search.start.name, search.rivals[0].name
    last: list[int] = []

    def tell(generation: Generation) -> None:
        note(f"generation {generation.number} of {generation.of}: best worth {generation.best:.3f}")
        last[:] = [generation.number]

    def command_again(**changes: Any) -> str:
        words = _played(options) | {"start": start, "rival": rival, "only": only or None}
        words |= {"generations": generations, "games": options["games"], "seed": options["seed"]}
        return command_line("tune", **words | changes, out=out)

    try:
        tuning = checked(search, tuned(search, jobs, tell), search.checked_in, jobs=jobs)
    except KeyboardInterrupt:
        stop("stopped: what the search knows is kept", command_again())
    if last[0] < generations:
        note(f"stopped after generation {last[0]}: the last twenty gained nothing")

    _say_weights(tuning.weights)
    wins = wilson(float(tuning.shares.sum()), len(tuning.shares))
    gain = share_change(tuning.shares, tuning.before).times(100)
    say(f"win share against {rival} at every other seat: {wins:.1%}, {len(tuning.shares):,} fresh games")
    start_wins = wilson(float(tuning.before.sum()), len(tuning.before))
    say(f"{start} in that seat wins {start_wins:.1%} of the same games")
    change = f"a change of {gain:+.1f} percentage points"
    if not gain.low > 0:
        say(f"{change}: not better for certain, so nothing was written")
        changes = {"seed": options["seed"] + 1}
        if last[0] == generations:
            changes = {"generations": 2 * generations}
        next_step(command_again(**changes))
        sys.exit(1)
    say(change)
    write_style(file, TUNED, f"{start} tuned against {rival}", tuning.weights)
    next_step(_play(file, rival, options, search.plan.players, search.checked_in), file)


def _fit(file: Path, policy: str, options: Mapping[str, Any]) -> None:
    """Fit the weights of position features, say how well the chances hold, and write them."""
    from analyses.runs.values import fit_values
    from rules import games
    from simulate.plans.policies import read_policy
    from simulate.working.tune import write_style

    game, n = options["game"], options["games"]
    players = games.load(game).check_players(options["players"], options["preset"])
    with told_as({"--policy": "--start"}):
        weights = read_policy(game, policy, players).weights
    if weights is None:
        raise UserError(
            f"'{policy}' has no weights for a search to begin with; name one that weighs moves, such as "
            f"{USUAL_POLICY}"
        )
    fit = fit_values(policy=policy, **options)
    _say_weights(fit.weights)
    say(f"{fit.positions:,} positions of {n:,} games; in one game of five, which the fit has not seen,")
    say("of seats whose chance is called")
    for tenth in fit.bins:
        say(f" {100 * tenth.chance:5.1f} %  {tenth.won:.1%} win")
    text = f"looks ahead; positions are judged by {n} games of {policy}"
    write_style(file, TUNED, text, dict(weights), {players: fit.weights})
    next_step(_play(file, policy, options, players, 200), file)


def _say_weights(weights: Mapping[str, float]) -> None:
    for name, weight in weights.items():
        say(f" {name:<22}{weight:8.3f}")
    say()


def _play(file: Path, rivals: str, options: Mapping[str, Any], players: int, n: int) -> str:
    """The command that plays `n` games of what was found against `rivals`, by the rules it was tuned for."""
    seats = ",".join([str(file)] + [rivals] * (players - 1))
    return command_line(**{**_played(options), "players": players, "policy": seats, "n": n})


def _played(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that say what is played."""
    words = {name: options[name] for name in ("game", "players", "preset", "code")}
    words["rule"] = options["rules"]
    return words | {name: options[name] for name in BOXES}
