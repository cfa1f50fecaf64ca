"""`simulate compare`: what another rule changes, in the same games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import compress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rules.errors import UserError
from rules.options import split_words, typed
from simulate.cli.adapting import adapting_options, ask_for_adapting, play_adapted, read_adapting
from simulate.cli.answering import answer, open_answer
from simulate.cli.asking import Settings, ask_for_settings
from simulate.cli.help import Grouped, names_a_game
from simulate.cli.looking import Pair, check_reached, play_pairs
from simulate.cli.options import first_given, run_option
from simulate.io.console import note, working
from simulate.plans.request import command_line

if TYPE_CHECKING:
    from analyses.estimates.estimate import Estimate
    from analyses.questions.compare import Comparison
    from analyses.questions.until import Watched
    from simulate.plans.plan import Plan
    from simulate.store.answers import Answer
    from simulate.store.runs import Run

OF_RUNS = ("measures", "pace", "out", "as_json", "jobs")
"""Options that hold for runs that are there; all others say what is played."""


@click.command("compare", cls=Grouped, short_help="What a rule changes, in the same games.")
@click.argument("runs", nargs=-1, metavar="[RUN_A RUN_B ...]")
@run_option("rules", help="A rule to change; may be repeated.")
@click.option("--a", "a", multiple=True, metavar="KEY=VALUE", help="A rule of the first side only.")
@click.option("--b", "b", multiple=True, metavar="KEY=VALUE", help="A rule of the second side only.")
@ask_for_adapting
@ask_for_settings
def command(
    runs: tuple[str, ...],
    rules: tuple[str, ...],
    a: tuple[str, ...],
    b: tuple[str, ...],
    adapt: bool,
    tunings: int | None,
    **given: Any,
) -> None:
    """Say what another rule changes: the same games, on the same tiles and dice, under two rules.

    \b
    simulate compare --game catan --rule robber=false
    simulate compare --game carcassonne --a farm_points=3 --b farm_points=4
    simulate compare --game catan --rule robber=false --tables all,progress
    simulate compare --game catan --rule robber=false --adapt
    simulate compare --game catan --rule robber=false --strength random..search:4
    simulate compare --game carcassonne --preset no_farmers
    simulate compare --game carcassonne --tiles mine.toml
    simulate compare --game carcassonne --a tiles=one.toml --b tiles=other.toml
    simulate compare runs/catan-1a2b3c runs/catan-4d5e6f runs/catan-7a8b9c

    Of runs that are there, each is compared with the first.

    --rule, --tiles and --board are compared with the standard game, and so is --preset alone; beside another
    of these it holds for both. With --a and --b, which say what differs, the others hold for both.

    The games are ordinary runs under runs/ and are used again. comparisons/NAME holds a page, tables and
    findings.json.
    """
    from analyses.measures.vocabulary import chosen
    from analyses.questions.pairing import check_alike, names_of, same_games
    from simulate.store.runs import DECIDED

    own_box = given["tiles"] or given["board"]
    if runs:
        meant = "" if Path(runs[0]).exists() else names_a_game(runs[0])
        if meant or len(runs) < 2:
            raise UserError(f"compare takes two runs or more, not {'a game' if meant else '1'}{meant}")
        if flag := first_given(OF_RUNS):
            raise UserError(f"{flag}: compare two runs, or say --game and what changes; not both")
        _compare_runs(runs, given)
        return
    changes = rules or a or b or own_box
    if not changes and given["preset"] is None:
        game = given["game"] or "GAME"
        raise UserError(f"say what changes, as --rule KEY=VALUE; all rules: simulate rules {game}")
    settings = Settings(given)
    common = rules if a or b else ()
    left_out = () if a or b else ("tiles", "board") if changes else ("preset",)
    plans = [
        (settings.plan(*who, common, left_out, own=a), settings.plan(*who, rules, own=b))
        for who in settings.each()
    ]
    for one, other in plans:
        if one.hash == other.hash:
            said = ", ".join(dict.fromkeys([*rules, *a, *b])) or f"preset {settings.preset}"
            many = len(settings.players) > 1
            at, hint = (f" with {one.players} players", "; leave them out") if many else ("", "")
            raise UserError(f"nothing changes{at}: {said} is so on both sides already{hint}")
        check_alike(one, other, names_of(one, other))
        wished = [wish.name for wish in settings.wishes(one) if wish.name != DECIDED]
        for asked in (settings.measures, wished):
            chosen(one, asked, settings.pace, same=same_games(one, other))
    if not a and not b:
        _tell_same(rules, plans)
    every = [plan for pair in plans for plan in pair]
    times = read_adapting(adapt, tunings, settings.n, every, settings.until, settings.rungs)
    again = command_line("compare", rule=rules, a=a, b=b, **settings.options(), **adapting_options(times))
    begun = open_answer(settings.out, "comparison", settings.game, every, again, times, settings.rungs)
    pairs = [Pair(f"{one.players} players, {one.policy_words}", one, other) for one, other in plans]
    played, look = play_pairs(pairs, settings, again, lambda base: settings.measures)
    names = [_keys(one, settings) for one in played]
    main = [i for i, one in enumerate(played) if settings.main in (None, one.base.plan.policy_words)]
    adapted, gains = _adapted([played[i] for i in main], [names[i] for i in main], settings, times, again)
    _answer(played, names, given, begun, again, adapted=adapted, gains=gains, rungs=settings.rungs)
    check_reached(look)


def _tell_same(rules: Sequence[str], plans: Sequence[tuple[Plan, Plan]]) -> None:
    """Name the rules that are to change and are so on both sides in all settings; others do change."""
    for name, value in split_words(rules).items():
        if all(typed(one.options)[name] == typed(other.options)[name] for one, other in plans):
            note(f"{name}={value} is so on both sides already, and changes nothing")


def _adapted(
    played: Sequence[Watched], names: Sequence[Sequence[str]], settings: Settings, tunings: int, again: str
) -> tuple[list[Comparison], list[Mapping[str, Estimate]]]:
    """What changes between players who adapted to each rule, and what a best response gains under each.

    Without `tunings` those adapted who come tuned for the rules, if there are such for all of them.
    """
    from analyses.questions.adapt import LEAST_PART, tuned_for

    pairs = [(replace(x.runs[0].plan, n=x.n), replace(x.runs[1].plan, n=x.n)) for x in played]
    plans = [plan for pair in pairs for plan in pair]
    known = {} if tunings else {plan.hash: tuned_for(plan) for plan in plans}
    there = {key: found for key, found in known.items() if found}
    times = tunings or min((len(found) - 1 for found in there.values()), default=0)
    if not times or there.keys() != known.keys() or min(plan.n for plan in plans) < LEAST_PART * times:
        return [], []
    those, runs = play_adapted(plans, times, settings.jobs, again, there)
    changed = [
        those.compare(base, house, runs, asked, settings.pace, len(pairs))
        for (base, house), asked in zip(pairs, names, strict=True)
    ]
    gains: list[Mapping[str, Estimate]] = [
        {name: those.gain(plan, runs) for name, plan in zip(one.names, pair, strict=True)}
        for one, pair in zip(changed, pairs, strict=True)
    ]
    return changed, gains


def _keys(one: Watched, settings: Settings) -> list[str]:
    """The measures of a comparison: what was asked, and what is to be known."""
    from analyses.questions.until import measured

    wishes = settings.wishes(one.base.plan)
    return [m.key for m in measured(one, wishes, lambda base: settings.measures, settings.pace)]


def _compare_runs(names: Sequence[str], given: dict[str, Any]) -> None:
    """Compare runs that are there, each with the first."""
    from analyses.measures.vocabulary import chosen
    from analyses.questions.pairing import check_pairs, rules_of, same_games
    from analyses.questions.until import Watched
    from simulate.store.runs import load

    base, *houses = runs = [load(name) for name in names]
    if any(house.path.resolve() == base.path.resolve() for house in houses):
        raise UserError(f"{base.path} is compared with itself; name another run")
    check_pairs(base, houses)
    measures = given["measures"] or None
    for run in runs:
        chosen(run.plan, measures, given["pace"], same=same_games(base.plan, run.plan))
    again = command_line("compare", *names, measure=given["measures"], pace=given["pace"], out=given["out"])
    plans = [run.plan for run in runs]
    begun = open_answer(given["out"], "comparison", base.plan.game, plans, again)
    called: list[str] = []
    if len(houses) > 1:
        called = [rules_of(plan, plans) for plan in plans]
        called = [
            f"{c} ({run.path})" if called.count(c) > 1 else c for c, run in zip(called, runs, strict=True)
        ]
    played = [Watched("", base, house) for house in houses]
    _answer(played, [measures] * len(houses), given, begun, again, called)


def _answer(
    played: Sequence[Watched],
    asked: Sequence[Sequence[str] | None],
    given: Mapping[str, Any],
    begun: Answer,
    again: str,
    called: Sequence[str] = (),
    adapted: Sequence[Comparison] = (),
    gains: Sequence[Mapping[str, Estimate]] = (),
    rungs: Sequence[str] = (),
) -> None:
    """Compare the same number of games each, write the answer, and say it.

    Of several `rungs` of the ladder one gives the answer; the others test it with as many games as they have.
    """
    from analyses.measures.measure import ways_in
    from analyses.measures.vocabulary import chosen
    from analyses.questions.compare import compare, parting
    from analyses.questions.pairing import rescored
    from analyses.questions.strength import main_of
    from reports.answers.comparison import Answer
    from reports.answers.comparison_page import page as page_of
    from reports.answers.strength import of_comparisons

    pace, main = given["pace"], main_of(rungs) if rungs else None
    is_main = [main in (None, one.base.plan.policy_words) for one in played]
    most = min(run.plan.n for one in compress(played, is_main) for run in one.seeds[0])
    seeds = [[(runs[0], runs[1]) for runs in one.seeds] for one in played]
    told_anew = [
        [(base, anew) for base, house in each if (anew := rescored(base, house, min(most, base.plan.n)))]
        for each in compress(seeds, is_main)
    ]
    keys = [
        names and [m.key for m in chosen(one.base.plan, names, pace, ways_in(one.base)) if not m.needs]
        for one, names in compress(zip(played, asked, strict=True), is_main)
    ]
    if [] in told_anew or [] in keys:
        told_anew = []  # of several rules some change more than scores, or all is asked of how games go
    family = len(played) + len(told_anew)

    def with_each(
        seeds: Sequence[Sequence[tuple[Run, Run]]], names: Sequence[Sequence[str] | None] = asked
    ) -> list[Comparison]:
        return [
            compare(*first, measures, pace=pace, family=family, most=most, again=again[0] if again else None)
            for (first, *again), measures in zip(seeds, names, strict=True)
        ]

    with working(f"comparing {most:,} games"):
        every = with_each(seeds)
        found = [replace(one, parting=parting(one)) for one in compress(every, is_main)]
    came_out = Answer(
        found, again, called,
        with_each(told_anew, keys) if told_anew else [],
        adapted, gains, of_comparisons(every, rungs), rungs,
    )  # fmt: skip
    runs = [run for one in played for run in one.runs]
    after = f"simulate report {played[0].runs[1].typed}"
    answer(begun, came_out, runs, partial(page_of, came_out), given["as_json"], after)
