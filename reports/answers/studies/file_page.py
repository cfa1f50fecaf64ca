"""The page of a study from a file: prose from its template, with the numbers and pictures it asks for.

A template is plain text in Jinja's syntax: paragraphs with empty lines between, and ``## Heading`` before a
section. What may stand in it is told in docs/studies.md; `_sections` fills it, and `check_template` refuses
what it does not know. What is no text, such as a picture or a table, is a paragraph of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from inspect import signature
from textwrap import shorten
from typing import Any

from analyses.estimates.estimate import DIFFERENT, EQUIVALENT
from analyses.games.laws import Law
from analyses.measures.measure import SHARE, ways_of
from analyses.measures.vocabulary import chosen
from analyses.questions.change import Change
from analyses.questions.pairing import same_games
from analyses.studies.arms import differing
from analyses.studies.file import StudyFile
from reports.answers.comparison import Answer
from reports.answers.comparison_page import (
    answered,
    at_a_glance,
    by_players,
    cell_of,
    note_of,
    numbers,
    pictures,
    pieces,
    winners,
)
from reports.answers.strength import section
from reports.answers.studies.file import StudyAnswer, change_of
from reports.answers.studies.template import TOKEN, kept, paragraphs, sections_of
from reports.pages.depths import Depths
from reports.pages.parts import Cell, Picture, Section, Table, frame_table
from reports.pictures.plots import sourced
from reports.words.changes import MOST
from reports.words.findings import MEANS, as_said
from reports.words.wording import game_words
from rules.errors import UserError, nearest

USUAL = """\
{% for arm in arms %}
## {{ arm | capital }}

{{ picture(arm) }}

{{ winners(arm) }}

{{ placements(arm) }}

{{ numbers(arm) }}

{% endfor %}
{% if variations %}
## Elsewhere

{{ elsewhere() }}

{% endif %}
{% for law in laws %}
## {{ law | replace("_", " ") | capital }}

{{ said(law) }}

{{ table(law) }}

{% endfor %}
"""
"""The template of a study that has none."""

CHANGE = "change from the baseline"

SIDES = "A is the baseline, B the arm."
"""What the tables of an arm call the two that are compared."""

FEW = 2
"""Settings of which a page shows every number and change; of more it shows the changes that are not alike."""

LEAST = 2
"""Findings about arms that a page tells, however many laws there are."""


def _number(change: Change, estimate: Any, sign: str = "") -> str:
    """A number with its interval and unit, in the unit that people read."""
    if estimate is None:
        return "none"
    measure = change.measure
    unit = ("percentage points" if sign else "%") if measure.kind == SHARE else measure.unit
    return f"{estimate.times(measure.scale):{sign}.1f} {unit}".strip()


def _verdict(change: Change) -> str:
    """What a change says against its margin, in words."""
    margin = change.measure.margin_words
    if change.verdict == DIFFERENT:
        return f"different by more than {margin}"
    return f"equivalent within {margin}" if change.verdict == EQUIVALENT else f"not settled against {margin}"


def _many(answer: Answer) -> bool:
    return len(answer.comparisons) > FEW


def _pictures(answer: Answer) -> Iterable[Picture]:
    return [at_a_glance(answer, CHANGE)] if _many(answer) else pictures(answer)


def _of(make: Callable[[Change], str]) -> Callable[..., str]:
    """What a template may say of a change: of a measure with an arm, at one table."""

    def said(
        of: StudyAnswer, arm: str, measure: str, players: int | None = None, policy: str | None = None
    ) -> str:
        change = of.change(arm, measure, players, policy)
        return "(not told)" if change is None else make(change)

    return said


TEXTS: Mapping[str, Callable[..., str]] = {
    "answer": lambda of, arm: of.said(arm),
    "change": _of(lambda c: _number(c, c.together, "+")),
    "verdict": _of(_verdict),
    "baseline": _of(lambda c: _number(c, c.base)),
    "value": _of(lambda c: _number(c, c.house)),
    "said": lambda of, law: " ".join(of.laws[law].said),
}
"""What a template may say, by the names of its functions; `check_template` knows what their arguments are."""

PARTS: Mapping[str, Callable[..., Iterable[Table | Picture]]] = {
    "picture": lambda of, arm: _pictures(of.answers[arm]),
    "winners": lambda of, arm: winners(of.answers[arm]),
    "numbers": lambda of, arm: (by_players if _many(of.answers[arm]) else numbers)(of.answers[arm]),
    "placements": lambda of, arm: pieces(of.answers[arm]),
    "across": lambda of, *names: [_across(of, names)],
    "elsewhere": lambda of: of.elsewhere.tables(),
    "table": lambda of, law: [_of_law(of.laws[law])],
}
"""What a template may show in a line of its own."""


def page(answer: StudyAnswer, kept: str) -> str:
    """One self-contained HTML file; `kept` says where all numbers are."""
    compared = answer.comparisons
    how = f"Each arm is compared with the baseline, {game_words(compared[0].base)}. {answer.replicated}"
    with sourced(*answer.played):
        return answered(depths_of(answer), compared, how, answer.command, kept)


def evidence(answer: StudyAnswer) -> str:
    """All depths in lines for a terminal."""
    return depths_of(answer).lines(f"{answer.study.title} {', '.join(answer.played)}", True)


def depths_of(answer: StudyAnswer) -> Depths:
    """The answer, the findings and the evidence."""
    lead, *others = answer.ranked
    of_laws = [as_said(text) for text in answer.besides]
    found = [answer.finding(arm) for arm in others][: max(MOST - len(of_laws), LEAST)] + of_laws
    glance = Section("", [], [at_a_glance(answer.answers[lead], CHANGE)])
    return Depths(
        answer.study.question, answer.played, answer.finding(lead), glance, found, answer.notes,
        [*_against(answer), *_sections(answer)], MEANS, f"{SIDES} {note_of(answer.comparisons)}",
    )  # fmt: skip


def _against(answer: StudyAnswer) -> list[Section]:
    """What is said first of each arm against the strength of those who play, if that was asked."""
    leads = {arm: each.climbed for arm, each in answer.answers.items()}
    found = [replace(lead, name=f"{arm}: {lead.name}") for arm, lead in leads.items() if lead]
    return [section(found)] if found else []


def check_template(study: StudyFile) -> None:
    """Fill the template with nothing, to find mistakes before anything is played.

    Raises
    ------
    UserError
        For a mistake in the template, or a name that it does not know.
    """
    who = next(study.seatings())
    base = study.plan(who, study.baseline, study.seed)
    measures: dict[str, list[str]] = {}
    for arm, _ in differing(study):
        plans = base, study.plan(who, arm, study.seed)
        both = (ways_of(plans, drawn) for drawn in (True, False))
        every = (chosen(base, study.measures, ways=ways, same=same_games(*plans)) for ways in both)
        # only games tell whether who begins is drawn by lot
        measures[arm.name] = list(dict.fromkeys(m.key for told in every for m in told))
    of_any = dict.fromkeys(key for told in measures.values() for key in told)

    def known(name: str, names: Iterable[str], why: str, hint: str) -> None:
        if name not in (every := list(names)):
            raise UserError(f"{study.file}: page: {why}.{nearest(name, every)} {hint}")

    def check(given: Mapping[str, Any]) -> None:
        """Refuse an argument that this study does not know."""
        if "arm" in given:
            why = f"no arm '{given['arm']}' that differs from the baseline"
            known(given["arm"], measures, why, f"Arms: {', '.join(measures)}")
        told = measures[given["arm"]] if "arm" in given else of_any
        for measure in [given["measure"]] if "measure" in given else given.get("names", ()):
            known(measure, told, f"no measure '{measure}'", f"Measures: {', '.join(told)}")
        players, policy = given.get("players"), given.get("policy")
        if players not in (None, *study.players) or policy not in (None, *study.policies):
            raise UserError(f"{study.file}: page: {players or policy} is not played in this study")
        if "law" in given:
            why = f"the study does not ask for the law '{given['law']}'"
            known(given["law"], study.laws, why, f"Write laws = ['{given['law']}']")

    def checked(name: str, function: Callable[..., Any], shown: str) -> Callable[..., str]:
        """A function of a template under its name there: it only looks at its arguments."""
        takes = signature(partial(function, None))

        def asked_for(*asked: Any, **named: Any) -> str:
            try:
                given = takes.bind(*asked, **named).arguments
            except TypeError as error:
                wanted = ", ".join(takes.parameters)
                raise UserError(f"{study.file}: page: {name}({wanted}): {error}") from None
            check(given)
            return shown

        return asked_for

    texts = {name: checked(name, function, "") for name, function in TEXTS.items()}
    parts = {name: checked(name, function, kept([], None)) for name, function in PARTS.items()}
    told_of: dict[str, Any] = {"arms": list(measures), "findings": (), "besides": (), "replication": ""}
    _filled(study, told_of | texts | parts)


def _filled(study: StudyFile, words: dict[str, Any]) -> list[str]:
    """The paragraphs of the template with these words."""
    from jinja2 import TemplateError

    from reports.answers.studies.language import Language

    words = {
        "question": study.question,
        "title": study.title,
        "laws": study.laws,
        "variations": [v.name for v in study.variations],
    } | words
    try:
        found = list(paragraphs(Language().fill(study.page or USUAL, words)))
    except UserError:
        raise
    except (TemplateError, TypeError, ValueError, ArithmeticError, SyntaxError) as error:
        raise UserError(f"{study.file}: page: {' '.join(str(error).split())}") from None
    for text in found:
        if TOKEN.search(text) and not TOKEN.fullmatch(text):
            said = shorten(TOKEN.sub("...", text), 60, placeholder=" ...")
            raise UserError(f"{study.file}: page: '{said}': a picture or a table stands in a line of its own")
    return found


def _sections(answer: StudyAnswer) -> list[Section]:
    """The filled template, cut into sections."""
    items: list[Sequence[Table | Picture]] = []

    def part(make: Callable[..., Iterable[Table | Picture]]) -> Callable[..., str]:
        return lambda *asked, **named: kept(items, list(make(answer, *asked, **named)))

    words: dict[str, Any] = {
        "findings": answer.findings,
        "replication": answer.replicated,
        "arms": list(answer.answers),
        "besides": answer.besides,
    }
    words |= {name: partial(make, answer) for name, make in TEXTS.items()}
    words |= {name: part(make) for name, make in PARTS.items()}
    pieces: list[str | Table | Picture] = []
    for text in _filled(answer.study, words):
        match = TOKEN.fullmatch(text)
        pieces += items[int(match[1])] if match else [" ".join(text.split())]
    return sections_of(pieces, "Before all")


def _of_law(law: Law) -> Table:
    """What came of a law."""
    return frame_table(law.caption, law.frame, law.columns, law.words)


def _across(answer: StudyAnswer, measures: Sequence[str]) -> Table:
    """The changes of some measures, a row an arm and table; a dash where a measure says nothing."""
    rows: list[list[Cell]] = []
    heads: dict[str, str] = {}
    for arm, each in answer.answers.items():
        for setting, comparison in each.by_setting:
            changes = [change_of(comparison, measure) for measure in measures]
            heads |= {key: c.measure.short for key, c in zip(measures, changes, strict=True) if c}
            rows.append([Cell(arm), Cell(setting), *map(cell_of, changes)])
    caption = "The change from the baseline; intervals hold for all numbers of the page at once."
    return Table(caption, ["arm", "with", *(heads.get(measure, measure) for measure in measures)], rows, 2)
