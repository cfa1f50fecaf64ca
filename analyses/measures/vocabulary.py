"""The measures that every game has, those of one game, and which of them a question asks for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from analyses.estimates.arrays import Numbers
from analyses.measures.measure import (
    ALL,
    NUMBER,
    PLACE,
    SEAT,
    SHARE,
    Formula,
    GameArrays,
    Measure,
    counts_left,
    noticed,
    of_games,
    of_seats,
)
from analyses.measures.own_measures import OWN, own_measure
from analyses.measures.placements import pieces_of
from analyses.measures.standings import Standings
from analyses.measures.summary import FAIR, Headings, analysis_of
from rules import games
from rules.errors import UserError, nearest
from simulate.plans.plan import Plan
from simulate.play.tables import PLACEMENTS, PROGRESS

BROWNE = "Browne (2008)"
ISAKSEN = "Isaksen et al. (2016)"

EVEN = "as far as a seat may be from even before people call it unfair"

MINUTES = "minutes"
"""The measure that is told first where somebody asks for it."""

PACE = 30.0
"""Seconds a turn, unless another pace is stated."""

SLOWEST = 3600.0
"""Seconds a turn, at most."""


def general(game: str, pace: float = PACE) -> tuple[Measure, ...]:
    """The measures of every game, in the words of this one; `pace` is in seconds a turn."""
    known, analysis = games.load(game), analysis_of(game)
    unit, (margin, because) = known.unit, noticed(game)
    left = f"{unit} left" if counts_left(game) else unit
    found = [
        Measure(
            "turns", "turns a game", 2.0, "two turns are the least that players feel",
            of_games("turns"), unit="turns", headline=True, source=f"duration, {BROWNE}",
        ),
        Measure(
            MINUTES, f"minutes a game at {pace:g} seconds a turn", 5.0,
            "evenings are planned in steps of five minutes",
            Formula("games.turns × seconds a turn / 60", lambda arrays: arrays.game("turns") * pace / 60),
            unit="minutes", asked=True, pace=pace,
        ),
        Measure(
            "win_share", "the share of games won", FAIR, EVEN,
            Formula("the side’s part of the win", lambda arrays: arrays.wins),
            kind=SHARE, by=(SEAT, PLACE), of_one="the share of games won by {}", headline=True,
            source=f"advantage, {BROWNE}; win bias, {ISAKSEN}",
        ),
        Measure(
            "score", f"{left} a player", margin, because,
            Formula("the side’s score", lambda arrays: arrays.scores),
            unit=unit, by=(ALL, SEAT, PLACE), of_one=f"{left} of {{}}", headline=True,
        ),
        Measure(
            "lead", f"{unit} between the winner and the next", margin, because,
            of_games("margin"), unit=unit, headline=True,
            source=f"closeness, {ISAKSEN}",
        ),
        Measure(
            "gap", f"{unit} between first and last", margin, because,
            Formula("greatest minus least score of a side", lambda arrays: np.ptp(arrays.scores, axis=1)),
            unit=unit,
            when=lambda plan: len(analysis_of(game).sides(plan)) > 2,  # of two it is the lead
        ),
    ]  # fmt: skip
    if analysis.CAN_TIE:
        found.append(
            Measure(
                "ties", "the share of games that end in a tie", 0.02, "two games in a hundred",
                Formula("1 if games.shared, or games.margin = 0", _tied),
                kind=SHARE, source=f"drawishness, {BROWNE}; tie percentage, {ISAKSEN}",
            )
        )  # fmt: skip
    if len(analysis.SOURCES) > 1:
        found += [_of_source(heading, columns, game) for heading, columns in analysis.SOURCES.items()]
    return tuple(found)


def _tied(arrays: GameArrays) -> Numbers:
    shared = "shared" in arrays.tables["games"]
    return arrays.game("shared") if shared else (arrays.game("margin") == 0).astype(float)


def _of_source(heading: str, columns: tuple[str, ...], game: str) -> Measure:
    """The points of a seat that come from one source."""
    unit, (margin, because) = games.load(game).unit, noticed(game)
    link = "in the" if counts_left(game) else "from"
    return Measure(
        f"{unit}_{link.replace(' ', '_')}_{heading.replace(' ', '_')}",
        f"{unit} a player {link} {heading}",
        margin,
        because,
        of_seats(*columns),
        unit=unit,
    )


WON = Formula("games that somebody won", lambda arrays: arrays.won.astype(float))

LED = Formula("games that one side leads alone at 1/2", lambda arrays: arrays.of_course(Standings.led_alone))

TWENTIETH = "one game in twenty"


def of_progress(game: str) -> tuple[Measure, ...]:
    """The measures of how a game goes, told by the table `progress` (`analyses.measures.standings`).

    Shares are of games that were won: where a game may end without a winner, a ratio of two totals.
    """
    columns = games.load(game).playing.tables["games"].columns.names or ()
    per = WON if "finished" in columns else None

    def going(name: str, words: str, text: str, of: Callable[[Standings], Numbers], **more: Any) -> Measure:
        number = Formula(text, lambda arrays: arrays.of_course(of))
        given: dict[str, Any] = {
            "margin": 0.05,
            "because": TWENTIETH,
            "kind": SHARE,
            "per": per,
            "needs": (PROGRESS,),
        }
        return Measure(name, words, number=number, **given | more)

    return (
        going(
            "last_lead_change", "the part of a game over at the last change of the lead",
            "the first entry from which on the winners lead, and nobody else; over the number of entries",
            lambda games: games.decided / games.lengths,
            because="one turn in twenty", per=WON, headline=True,
        ),
        going(
            "decided_by_half", "the share of games decided by half",
            "1 if `last_lead_change` is at most 1/2",
            lambda games: games.decided_by(1, 2), headline=True,
        ),
        going(
            "decided_by_three_quarters", "the share of games decided by three quarters",
            "1 if `last_lead_change` is at most 3/4",
            lambda games: games.decided_by(3, 4),
        ),
        going(
            "lead_changes", "changes of the lead a game",
            "how often another side leads alone than the one that did before",
            Standings.lead_changes,
            margin=0.5, because="one more in every second game", kind=NUMBER, unit="changes",
            source=f"lead change, {BROWNE}",
        ),
        going(
            "runaway", "the share of games with a runaway leader",
            "1 if from 1/4 of the game to its end one side is ahead of all others by more than the margin",
            Standings.runaway, headline=True,
        ),
        going(
            "comeback", "the share of games won from behind",
            "1 if at 1/2 every winner is behind the best of the others by more than the margin",
            Standings.comeback, headline=True, source=f"drama, {BROWNE}",
        ),
        going(
            "leader_won", "the share of leaders at half who win",
            "1 if at 1/2 one side leads alone, and wins",
            Standings.leader_won, per=LED,
        ),
        going(
            "from_last", "the share of games won from the last place",
            "1 if, besides, at 1/2 nobody has less than the winners",
            Standings.from_last,
            when=lambda plan: len(analysis_of(game).sides(plan)) > 2,  # of two it is the other place
        ),
    )  # fmt: skip


ROUNDS = Measure(
    "rounds", "rounds a game", 1.0, "a round is the least that players feel",
    of_games("rounds"), unit="rounds",
)  # fmt: skip
"""Of games that may go round any number of times."""

WINNER_CHANGED = Measure(
    "winner_changed", "the share of games with another winner", 0.05, TWENTIETH,
    Formula("1 if the parts of the win differ between the two games", lambda arrays: np.zeros(arrays.n)),
    kind=SHARE,
    between=lambda base, house: (base.wins != house.wins).any(axis=1).astype(float),
)  # fmt: skip
"""Only of two runs: how often the same game, on the same tiles and dice, has another winner."""


def declared(game: str, pace: float = PACE) -> tuple[Measure, ...]:
    """All measures of a game, each once: those of every game, those of two runs, its own, and how it goes."""
    own: tuple[Measure, ...] = getattr(analysis_of(game), "MEASURES", ())
    return (*general(game, pace), WINNER_CHANGED, *own, *of_progress(game))


def counted(headings: Headings, words: str, margin: float, because: str) -> tuple[Measure, ...]:
    """A measure for each heading, the mean of a player: `words` has a place for the heading."""
    return tuple(
        Measure(
            heading.replace(" ", "_"),
            words.format(heading),
            margin,
            because,
            of_seats(*columns),
            unit=heading,
            deed=True,
        )
        for heading, columns in headings.items()
    )


def of_pieces(plans: Sequence[Plan]) -> list[Measure]:
    """What one of each kind of piece brings, of all kinds that any of these plans of a game has."""
    of = pieces_of(plans[0].game)
    return [
        Measure(
            kind, f"{of.unit} brought by one {kind}", of.margin, of.because,
            Formula("placements.brought", partial(GameArrays.brought, kind=kind)),
            per=Formula("rows of placements", partial(GameArrays.placed, kind=kind)),
            unit=of.unit, needs=(PLACEMENTS,),
        )
        for kind in dict.fromkeys(name for plan in plans for name in of.names(plan))
    ]  # fmt: skip


def expanded(measure: Measure, plan: Plan, ways: Sequence[str]) -> Iterable[Measure]:
    """A measure at every seat and place of a table, as far as it is asked in these ways.

    Where teams play, points are those of a team, which stand at each of its seats.
    """
    sides = analysis_of(plan.game).sides(plan)
    teams = sides[0].kind == "team"
    if teams and measure.unit == games.load(plan.game).unit:
        measure = replace(measure, words=measure.words.replace(" a player", " a team"))
    if not measure.by:
        yield measure
        return
    for way in measure.by:
        if way == ALL:
            yield replace(measure, by=())
        elif way in ways:
            for number, side in enumerate(sides, 1):
                yield replace(
                    measure, by=(), at=f"{way} {number}", headline=measure.headline and number == 1,
                    who=f"team {side.number}" if teams and way == SEAT else "",
                )  # fmt: skip


def chosen(
    plan: Plan,
    names: Iterable[str] | None,
    pace: float | None = None,
    ways: Sequence[str] = (SEAT, PLACE),
    same: bool = True,
) -> tuple[Measure, ...]:
    """The measures of runs of a plan: those named, or all that can say something.

    `ways` are those of `analyses.measures.measure.ways_of`. A `pace` asks for minutes. Who wins instead says
    nothing where two runs do not hold the `same` games. A name may be of one seat or place, such as
    ``win_share:seat1``; ``win_share`` alone is of all seats and, where they are not the same, all places;
    ``score`` is the mean.

    Raises
    ------
    UserError
        For an unknown name, one that these runs cannot tell, a pace that is none, or a plan without tables.
    """
    if pace is not None and not 0 < pace <= SLOWEST:
        raise UserError(f"--pace {pace:g}: must be seconds a turn, above 0 and up to {SLOWEST:g}")
    if not plan.tables:
        raise UserError("measures are told by the tables games and seats, and --tables none keeps no table")
    every = [m for m in declared(plan.game, pace or PACE) if m.when(plan)]
    if names is None:
        told = [m for m in every if set(m.needs) <= set(plan.tables)]
        paced = {MINUTES} if pace is not None else set()
        said = [m for m in told if (not m.asked or m.name in paced) and (same or m.between is None)]
        return tuple(one for measure in said for one in expanded(measure, plan, ways))
    at_all = [one for measure in every for one in expanded(measure, plan, (SEAT, PLACE))]
    apart = [one for one in at_all if PLACE in ways or not one.at.startswith(PLACE)]
    found: list[Measure] = []
    for name in names:
        if callable(name):
            raise UserError(f"measure {name}: write the function into a file, and name it as mine.py:quick")
        named = [one for one in at_all if name == one.key] or [one for one in apart if name == one.name]
        if OWN.fullmatch(name):
            named = [own_measure(name, plan.game)]
        if not named:
            known = list(dict.fromkeys([m.name for m in every] + [m.key for m in at_all]))
            none = f"{plan.game} has no measure '{name}'.{nearest(name, known)}"
            if name.partition(":")[0] in {m.name for m in declared(plan.game)} - {m.name for m in every}:
                table = ", ".join([f"{plan.players} players", *(plan.rule_words or ["standard game"])])
                none = f"{name} says nothing of {plan.game} with {table}."
            raise UserError(f"{none} Measures: {', '.join(m.name for m in every)}")
        if named[0].between is not None and not same:
            raise UserError(
                f"{name} is told of the same games under two rules, and what lies in the box differs"
            )
        for lacking in named[0].needs:
            if lacking not in plan.tables:
                raise UserError(
                    f"{name} is told by the table '{lacking}', which is not there: --tables all,{lacking}"
                )
        found += [one for one in named if one not in found]
    return tuple(found)


def left_unfinished(game: str) -> Measure | None:
    """The measure of games that a limit of turns ended, if the game has such a limit."""
    return next((measure for measure in declared(game) if measure.name == "unfinished"), None)
