"""Playing on until something is known: a run, or all runs of a question, look after look."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from analyses.measures.measure import Measure
from analyses.questions.until import MOST, Look, Names, Watch, Watched, Wish, check_most, looks, read_until
from rules.errors import UserError
from simulate.plans.plan import Plan, plan_of
from simulate.plans.request import Request, request_of, with_keywords
from simulate.store.failures import check_none_failed
from simulate.store.opening import find_run
from simulate.store.runs import Run
from simulate.working.workers import play


def play_until(
    wishes: Sequence[Wish],
    most: int,
    grow: Callable[[int], Sequence[Watched]],
    told: Callable[[Look, int | None], None],
    command: str,
    names: Names = lambda base: None,
    pace: float | None = None,
    weigh: Callable[[Measure], Measure] = lambda measure: measure,
) -> Look:
    """Play until all is known that is wished for, or `most` games are there; the last look.

    `grow` plays so many games, and `told` hears of each look and of the number of games at the next one.
    Every run keeps each look, with the `command`, in its manifest. `names`, `pace` and `weigh` are as
    for `Watch`.
    """
    watching: Watch | None = None
    n: int | None = next(looks(most))
    while n is not None:
        several = grow(n)
        watching = watching or Watch(wishes, several, names, pace, weigh)
        look = watching.look(several, n)
        for run in {run.path: run for one in several for run in one.runs}.values():
            run.note_look(look.as_dict() | {"n": run.plan.n, "command": command})
        n = look.next(most)
        told(look, n)
    return look


def play_run_until(
    plan: Plan,
    until: Sequence[str],
    how: Request,
    command: str,
    grow: Callable[[Plan], Run],
    told: Callable[[Look, int | None], None],
) -> tuple[Run, Look]:
    """Play a run until all is known that is wished for, its plan's `n` at most; the run and the last look.

    `grow` plays what is missing of a plan, `how` says where; the other arguments are those of `play_until`.
    """
    wishes = read_until(until, plan, two=False)

    def watched(n: int) -> list[Watched]:
        part = replace(plan, n=n)
        run = find_run(part, how.out)
        played = grow(part) if run is None or not run.is_complete else run
        check_none_failed(played)
        return [Watched("", played, None)]

    look = play_until(wishes, plan.n, watched, told, command)
    found = find_run(replace(plan, n=look.n), how.out)
    assert found is not None  # it was played
    return found, look


@with_keywords
def run(until: str | Sequence[str], game: str = "starwars", n: int = MOST, **asked: Any) -> Run:
    """Play until it is known: ``run("win_share=0.5pp", game="catan")``; `n` is the most games to play.

    The other keywords are those of `simulate.run`. The last of the run's `looks` says whether all is reached.

    Raises
    ------
    rules.errors.UserError
        For anything unknown or out of bounds, in one line.
    """
    request = request_of(game=game, n=n, **asked)
    check_most(request.n)
    several = isinstance(until, Iterable) and not isinstance(until, str)
    wishes = [str(wish) for wish in until] if several else [str(until)]
    if not wishes:
        raise UserError('say what is to be known, as "win_share=0.5pp"; simulate.run plays without it')
    again = command_of(request, wishes)
    played, _ = play_run_until(
        plan_of(request), wishes, request, again, lambda part: play(part, request), lambda look, after: None
    )
    return played


def command_of(request: Request, until: Sequence[str]) -> str:
    """The command that plays until these are known."""
    return request.command(n=None if request.n == MOST else request.n, until=until)
