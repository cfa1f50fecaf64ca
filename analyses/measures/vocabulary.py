"""The measures that every game has, those of one game, and which of them a question asks for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any

import numpy as np

from analyses.estimates.arrays import Numbers
from analyses.measures.decisions import DECISIONS_PER_TURN, LEGAL_MOVES, ONE_LEGAL_MOVE
from analyses.measures.measure import (
    ALL,
    CLOSENESS,
    FAIRNESS,
    LENGTH,
    LUCK,
    NUMBER,
    PLACE,
    SEAT,
    SHARE,
    Formula,
    GameArrays,
    Measure,
    counts_left,
    length_noticed,
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
from rules.words import seated
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
    analysis, known = analysis_of(game), games.load(game)
    unit = known.unit
    score_unit = f"{unit} left" if counts_left(game) else unit
    margin, because = noticed(game)
    points: tuple[str, ...] = getattr(analysis, "POINT_RULES", ())

    in_turns = [
        Measure(
            "turns", "turns a game", *length_noticed(game), of_games("turns"), unit="turns",
            headline=True, source=f"duration, {BROWNE}",
            question=LENGTH, says="a game takes {} turns", set_by=("max_turns",),
        ),
        Measure(
            MINUTES, f"minutes a game at {pace:g} seconds a turn", 5.0,
            "evenings are planned in steps of five minutes",
            Formula("games.turns × seconds a turn / 60", lambda arrays: arrays.game("turns") * pace / 60),
            unit="minutes", asked=True, pace=pace, question=LENGTH, set_by=("max_turns",),
            says=f"a game takes {{}} minutes at {pace:g} seconds a turn",
        ),
    ]  # fmt: skip
    win_share = Measure(
        "win_share", "the share of games won", FAIR, EVEN,
        Formula("the side’s part of the win", lambda arrays: arrays.wins),
        kind=SHARE, by=(SEAT, PLACE), of_one="the share of games won by {}", headline=True,
        source=f"advantage, {BROWNE}; win bias, {ISAKSEN}",
        question=FAIRNESS, says="{who} wins {} % of games",
    )  # fmt: skip
    of_score = [
        Measure(
            "score", f"{score_unit} a player", margin, because,
            Formula("the side’s score", lambda arrays: arrays.scores),
            unit=unit, by=(ALL, SEAT, PLACE), of_one=f"{score_unit} of {{}}", headline=True,
            says=f"{{who}} has {{}} {score_unit}", set_by=points,
        ),
    ]  # fmt: skip
    of_lead = [
        Measure(
            "lead", f"{unit} between the winner and the next", margin, because,
            of_games("margin"), unit=unit, headline=True, question=CLOSENESS,
            says=f"the winner is {{}} {unit} ahead of the next",
            source=f"closeness, {ISAKSEN}", when=competes,
        ),
        Measure(
            "gap", f"{unit} between first and last", margin, because,
            Formula("greatest minus least score of a side", lambda arrays: np.ptp(arrays.scores, axis=1)),
            unit=unit, question=CLOSENESS, says=f"{{}} {unit} lie between first and last",
            when=lambda plan: len(analysis_of(game).sides(plan)) > 2,  # of two it is the lead
        ),
    ]  # fmt: skip
    measures = [*(in_turns if known.decides else []), win_share, *(of_score if known.has_score else [])]
    measures += of_lead if known.has_score and known.has_rivals else []
    if analysis.CAN_TIE:
        tied = "1 if games.shared, or games.margin = 0" if known.has_score else "1 if games.shared"
        measures.append(
            Measure(
                "ties", "the share of games that end in a tie", 0.02, "two games in a hundred",
                Formula(tied, _tied),
                kind=SHARE, source=f"drawishness, {BROWNE}; tie percentage, {ISAKSEN}",
                question=CLOSENESS, says="{} % of games end in a tie", when=competes,
            )
        )  # fmt: skip
    if len(analysis.SOURCES) > 1:
        for heading, columns in analysis.SOURCES.items():
            measures.append(_of_source(heading, columns, game))
    return tuple(measures)


def competes(plan: Plan) -> bool:
    """Whether sides play against each other."""
    return len(analysis_of(plan.game).sides(plan)) > 1


def _tied(arrays: GameArrays) -> Numbers:
    shared = "shared" in arrays.tables["games"]
    return arrays.game("shared") if shared else (arrays.game("margin") == 0).astype(float)


def _of_source(heading: str, columns: tuple[str, ...], game: str) -> Measure:
    """The points of a seat that come from one source."""
    unit = games.load(game).unit
    margin, because = noticed(game)
    link = "in the" if counts_left(game) else "from"
    return Measure(
        f"{unit}_{link.replace(' ', '_')}_{heading.replace(' ', '_')}",
        f"{unit} a player {link} {heading}",
        margin,
        because,
        of_seats(*columns),
        unit=unit,
        set_by=getattr(analysis_of(game), "POINT_RULES", ()),
    )


WON = Formula("games that somebody won", lambda arrays: arrays.won.astype(float))

LED = Formula("games that one side leads alone at 1/2", lambda arrays: arrays.of_course(Standings.led_alone))

TWENTIETH = "one game in twenty"


def of_progress(game: str) -> tuple[Measure, ...]:
    """The measures of how a game goes, told by the table `progress` (`analyses.measures.standings`).

    Shares are of games that were won: where a game may end without a winner, a ratio of two totals.
    """
    known = games.load(game)
    if PROGRESS not in known.playing.tables or not known.has_rivals:
        return ()
    columns = known.playing.tables["games"].columns.names or ()
    per = WON if known.is_plain or "finished" in columns else None

    def progress_measure(
        name: str, words: str, text: str, count: Callable[[Standings], Numbers], **facts: Any
    ) -> Measure:
        """A share of games with a margin of one in twenty, but for the `facts` that differ."""
        defaults: dict[str, Any] = {
            "margin": 0.05,
            "because": TWENTIETH,
            "kind": SHARE,
            "per": per,
            "needs": (PROGRESS,),
            "question": CLOSENESS,
            "when": competes,
        }
        number = Formula(text, lambda arrays: arrays.of_course(count))
        return Measure(name, words, number=number, **defaults | facts)

    return (
        progress_measure(
            "last_lead_change", "the part of a game over at the last change of the lead",
            "the first entry from which on the winners lead, and nobody else; over the number of entries",
            lambda games: games.decided / games.lengths,
            because="one turn in twenty", per=WON, headline=True,
            says="the lead changes for the last time when {} % of the game is over",
        ),
        progress_measure(
            "decided_by_half", "the share of games decided by half",
            "1 if `last_lead_change` is at most 1/2",
            lambda games: games.decided_by(1, 2), headline=True,
            says="{} % of games are decided by half",
        ),
        progress_measure(
            "decided_by_three_quarters", "the share of games decided by three quarters",
            "1 if `last_lead_change` is at most 3/4",
            lambda games: games.decided_by(3, 4),
            says="{} % of games are decided by three quarters",
        ),
        progress_measure(
            "lead_changes", "changes of the lead a game",
            "how often another side leads alone than the one that did before",
            Standings.lead_changes,
            margin=0.5, because="one more in every second game", kind=NUMBER, unit="changes",
            says="the lead changes {} times a game",
            source=f"lead change, {BROWNE}",
        ),
        progress_measure(
            "runaway", "the share of games with a runaway leader",
            "1 if from 1/4 of the game to its end one side is ahead of all others by more than the margin",
            Standings.runaway, headline=True,
            says="{} % of games have a runaway leader",
        ),
        progress_measure(
            "comeback", "the share of games won from behind",
            "1 if at 1/2 every winner is behind the best of the others by more than the margin",
            Standings.comeback, headline=True, source=f"drama, {BROWNE}",
            question=LUCK, says="{} % of games are won from behind",
        ),
        progress_measure(
            "leader_won", "the share of leaders at half who win",
            "1 if at 1/2 one side leads alone, and wins",
            Standings.leader_won, per=LED,
            question=LUCK, says="who leads at half wins {} % of games",
        ),
        progress_measure(
            "from_last", "the share of games won from the last place",
            "1 if, besides, at 1/2 nobody has less than the winners",
            Standings.from_last,
            question=LUCK, says="{} % of games are won from the last place",
            when=lambda plan: len(analysis_of(game).sides(plan)) > 2,  # of two it is the other place
        ),
    )  # fmt: skip


ROUNDS = Measure(
    "rounds", "rounds a game", 1.0, "a round is the least that players feel",
    of_games("rounds"), unit="rounds",
    question=LENGTH, says="a game takes {} rounds", set_by=("max_turns",),
)  # fmt: skip
"""Of games that may go round any number of times."""

WINNER_CHANGED = Measure(
    "winner_changed", "the share of games with another winner", 0.05, TWENTIETH,
    Formula("1 if the parts of the win differ between the two games", lambda arrays: np.zeros(arrays.n)),
    kind=SHARE, says="{} % of games have another winner",
    between=lambda base, house: (base.wins != house.wins).any(axis=1).astype(float),
)  # fmt: skip
"""Only of two runs: how often the same game, on the same tiles and dice, has another winner.

It is told against how often that would be by luck alone, if both games had nothing in common.
"""


ALONE: Mapping[str, dict[str, Any]] = {
    "win_share": {
        "words": "the share of games won",
        "because": "two games in a hundred",
        "says": "{} % of games are won",
        "source": "",
    },
    "winner_changed": {
        "words": "the share of games won under one rule alone",
        "says": "{} % of games are won under one rule alone",
    },
}
"""What differs of a measure where all players win or lose together."""

NONE: Mapping[str, tuple[str, ...]] = MappingProxyType({})


def declared(game: str, pace: float = PACE) -> tuple[Measure, ...]:
    """All measures of a game, each once: those of every game, those of two runs, and its own.

    Last come how it goes, and what is decided.
    """
    own: tuple[Measure, ...] = getattr(analysis_of(game), "MEASURES", ())
    rules: tuple[str, ...] = getattr(analysis_of(game), "DECISION_RULES", ())
    decided: tuple[Measure, ...] = ()
    if games.load(game).decides:
        decided = (LEGAL_MOVES, replace(DECISIONS_PER_TURN, set_by=rules), ONE_LEGAL_MOVE)
    return (*general(game, pace), WINNER_CHANGED, *own, *of_progress(game), *decided)


def counted(
    headings: Headings, words: str, margin: float, because: str, set_by: Mapping[str, tuple[str, ...]] = NONE
) -> tuple[Measure, ...]:
    """A measure for each heading, the mean of a player: `words` has a place for the heading.

    `set_by` are the options that move that of a heading by definition.
    """
    return tuple(
        Measure(
            heading.replace(" ", "_"),
            words.format(heading),
            margin,
            because,
            of_seats(*columns),
            unit=heading,
            deed=True,
            grows=True,
            set_by=set_by.get(heading, ()),
        )
        for heading, columns in headings.items()
    )


def of_pieces(plans: Sequence[Plan]) -> list[Measure]:
    """A measure for each kind of piece that any of these plans has: what one such piece brings."""
    pieces = pieces_of(plans[0].game)
    kinds = dict.fromkeys(kind for plan in plans for kind in pieces.names(plan))
    return [
        Measure(
            kind, f"{pieces.unit} brought by one {kind}", pieces.margin, pieces.because,
            Formula("placements.brought", partial(GameArrays.brought, kind=kind)),
            per=Formula("rows of placements", partial(GameArrays.placed, kind=kind)),
            unit=pieces.unit, needs=(PLACEMENTS,),
        )
        for kind in kinds
    ]  # fmt: skip


def expanded(measure: Measure, plan: Plan, ways: Sequence[str]) -> Iterable[Measure]:
    """A measure at every seat and place of a table, as far as it is asked in these ways.

    Where teams play, points are those of a team, which stand at each of its seats.
    """
    sides = analysis_of(plan.game).sides(plan)
    teams = sides[0].kind == "team"
    if teams and measure.unit == games.load(plan.game).unit:
        measure = replace(measure, words=measure.words.replace(" a player", " a team"))

    if len(sides) == 1:
        yield replace(measure, by=(), **ALONE.get(measure.name, {}))
        return
    if not measure.by:
        yield measure
        return
    for way in measure.by:
        if way == ALL:
            yield replace(measure, by=(), who="a team" if teams else "")
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

    vocabulary = [measure for measure in declared(plan.game, pace or PACE) if measure.when(plan)]
    if names is None:
        measures = _by_default(vocabulary, plan, minutes=pace is not None, same=same)
        return tuple(member for measure in measures for member in expanded(measure, plan, ways))

    # A name with its seat or place is taken in any case, one without means only the sides that differ.
    members = [member for measure in vocabulary for member in expanded(measure, plan, (SEAT, PLACE))]
    measures = []
    for name in names:
        for measure in _by_name(name, members, plan, ways):
            _check_tells(measure, name, plan, same)
            if measure not in measures:
                measures.append(measure)
    return tuple(measures)


def _by_default(vocabulary: Iterable[Measure], plan: Plan, minutes: bool, same: bool) -> list[Measure]:
    """The measures that runs of a plan tell unasked: those whose tables they keep."""
    measures = []
    for measure in vocabulary:
        if not set(measure.needs) <= set(plan.tables):
            continue
        if measure.asked and not (minutes and measure.name == MINUTES):
            continue
        if measure.between is not None and not same:
            continue
        measures.append(measure)
    return measures


def _by_name(name: str, members: Sequence[Measure], plan: Plan, ways: Sequence[str]) -> list[Measure]:
    """The measures that a name means: one by its key or of one's own, else those of all its sides.

    `members` are all measures of the plan, at every seat and place.
    """
    if callable(name):
        raise UserError(f"measure {name}: write the function into a file, and name it as mine.py:quick")
    if OWN.fullmatch(name):
        return [own_measure(name, plan.game)]

    if by_key := [member for member in members if member.key == name]:
        return by_key
    by_name = [member for member in members if member.name == name]
    if PLACE not in ways:
        by_name = [member for member in by_name if not member.at.startswith(PLACE)]
    if not by_name:
        raise _unknown(name, members, plan)
    return by_name


def _unknown(name: str, members: Iterable[Measure], plan: Plan) -> UserError:
    """The error for a name that no measure of a plan has: similar names, or why this plan has it not."""
    names = list(dict.fromkeys(member.name for member in members))
    names_of_game = {measure.name for measure in declared(plan.game)}

    if name.partition(":")[0] in names_of_game.difference(names):
        table = ", ".join([seated(plan.players), *(plan.rule_words or ["standard game"])])
        problem = f"{name} says nothing of {plan.game} with {table}."
    else:
        keys = [member.key for member in members]
        similar = nearest(name, list(dict.fromkeys(names + keys)))
        problem = f"{plan.game} has no measure '{name}'.{similar}"
    return UserError(f"{problem} Measures: {', '.join(names)}")


def _check_tells(measure: Measure, name: str, plan: Plan, same: bool) -> None:
    """Refuse a measure of two runs that hold different games, and one whose tables are not kept."""
    if measure.between is not None and not same:
        raise UserError(f"{name} is told of the same games under two rules, and what lies in the box differs")
    for table in measure.needs:
        if table not in plan.tables:
            raise UserError(
                f"{name} is told by the table '{table}', which is not there: --tables all,{table}"
            )


def left_unfinished(game: str) -> Measure | None:
    """The measure of games that a limit of turns ended, if the game has such a limit."""
    return next((measure for measure in declared(game) if measure.name == "unfinished"), None)
