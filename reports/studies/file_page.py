"""The page of a study from a file: prose from its template, with the numbers and pictures it asks for.

A template is plain text in Jinja's syntax: paragraphs with empty lines between, and ``## Heading`` before a
section. What may stand in it is told in docs/studies.md; `_sections` fills it, and `check_template` refuses
what it does not know. What is no text, such as a picture or a table, is a paragraph of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial, wraps
from inspect import signature
from textwrap import shorten
from typing import Any

from analyses.change import Change
from analyses.estimate import DIFFERENT, EQUIVALENT
from analyses.laws import Law
from analyses.measures import SHARE, ways_of
from analyses.pairing import same_games
from analyses.studies.arms import differing
from analyses.studies.file import StudyFile
from analyses.vocabulary import chosen
from reports.changes import MOST
from reports.comparison import Answer
from reports.comparison_page import (
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
from reports.depths import Depths
from reports.findings import MEANS, as_said
from reports.parts import Cell, Picture, Section, Table, frame_table
from reports.plots import sourced
from reports.strength import section
from reports.studies.file import StudyAnswer, change_of
from reports.studies.template import TOKEN, kept, paragraphs, sections_of
from reports.words import capital, game_words
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

FEW = 2
"""Settings of which a page shows every number and change; of more it shows the changes that are not alike."""

LEAST = 2
"""Findings about arms that a page tells, however many laws there are."""


def _many(answer: Answer) -> bool:
    return len(answer.comparisons) > FEW


PARTS: Mapping[str, Callable[[Answer], Iterable[Table | Picture]]] = {
    "picture": lambda answer: [at_a_glance(answer)] if _many(answer) else pictures(answer),
    "winners": winners,
    "numbers": lambda answer: (by_players if _many(answer) else numbers)(answer),
    "placements": pieces,
}
"""What a template may show of an arm."""


def page(answer: StudyAnswer, runs: Sequence[str]) -> str:
    """One self-contained HTML file."""
    compared = answer.comparisons
    how = f"Each arm is compared with the baseline, {game_words(compared[0].base)}. {answer.replicated}"
    with sourced(*answer.played):
        return answered(depths_of(answer), compared, how, answer.command, runs)


def evidence(answer: StudyAnswer) -> str:
    """All depths in lines for a terminal."""
    return depths_of(answer).lines(f"{answer.study.title} {', '.join(answer.played)}", True)


def depths_of(answer: StudyAnswer) -> Depths:
    """The answer, the findings and the evidence."""
    lead, *others = answer.ranked
    of_laws = [as_said(text) for text in answer.besides]
    found = [answer.finding(arm) for arm in others][: max(MOST - len(of_laws), LEAST)] + of_laws
    glance = Section("", [], [at_a_glance(answer.answers[lead])])
    return Depths(
        answer.study.question, answer.played, answer.finding(lead), glance, found, answer.notes,
        [*_against(answer), *_sections(answer)], MEANS, note_of(answer.comparisons),
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
    who = next(study.tables())
    base = study.plan(who, study.baseline, study.seed)
    measures: dict[str, list[str]] = {}
    for arm, _ in differing(study):
        plans = base, study.plan(who, arm, study.seed)
        both = (ways_of(plans, drawn) for drawn in (True, False))
        every = (chosen(base, study.measures, ways=ways, same=same_games(*plans)) for ways in both)
        # only games tell whether who begins is drawn by lot
        measures[arm.name] = list(dict.fromkeys(m.key for told in every for m in told))
    arms, of_any = list(measures), list(dict.fromkeys(key for told in measures.values() for key in told))

    def known(name: str, names: Sequence[str], why: str, hint: str) -> str:
        if name not in names:
            raise UserError(f"{study.file}: page: {why}.{nearest(name, names)} {hint}")
        return ""

    def known_arm(arm: str) -> str:
        why = f"no arm '{arm}' that differs from the baseline"
        return known(arm, arms, why, f"Arms: {', '.join(arms)}")

    def known_of(told: Sequence[str], measure: str) -> str:
        return known(measure, told, f"no measure '{measure}'", f"Measures: {', '.join(told)}")

    def known_measure(arm: str, measure: str, players: int | None = None, policy: str | None = None) -> str:
        known_arm(arm)
        known_of(measures[arm], measure)
        if players not in (None, *study.players) or policy not in (None, *study.policies):
            raise UserError(f"{study.file}: page: {players or policy} is not played in this study")
        return ""

    def known_law(law: str) -> str:
        why = f"the study does not ask for the law '{law}'"
        return known(law, study.laws, why, f"Write laws = ['{law}']")

    def shown(check: Callable[..., str]) -> Callable[..., str]:
        @wraps(check)
        def found(*asked: Any, **named: Any) -> str:
            return check(*asked, **named) + kept([], None)

        return found

    def checked(name: str, check: Any) -> Any:
        """A function of a template under its name there: refused if it is asked for with other arguments."""
        if not callable(check):
            return check

        def asked_for(*asked: Any, **named: Any) -> str:
            try:
                signature(check).bind(*asked, **named)
            except TypeError as error:
                wanted = ", ".join(signature(check).parameters)
                raise UserError(f"{study.file}: page: {name}({wanted}): {error}") from None
            return str(check(*asked, **named))

        return asked_for

    words: dict[str, Any] = {
        **dict.fromkeys(("question", "title", "replication"), ""),
        **dict.fromkeys(("findings", "besides"), ()),
        **dict.fromkeys(PARTS, shown(known_arm)),
        **dict.fromkeys(("change", "verdict", "baseline", "value"), known_measure),
        "answer": known_arm,
        "said": known_law,
        "table": shown(known_law),
        "arms": arms,
        "laws": study.laws,
        "variations": [v.name for v in study.variations],
        "across": shown(lambda *names: "".join(known_of(of_any, name) for name in names)),
        "elsewhere": shown(lambda: ""),
    }
    _filled(study, {name: checked(name, found) for name, found in words.items()})


def _filled(study: StudyFile, words: dict[str, Any]) -> list[str]:
    """The paragraphs of the template with these words."""
    from jinja2 import StrictUndefined, TemplateError
    from jinja2.sandbox import SandboxedEnvironment

    environment = SandboxedEnvironment(undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    environment.filters["capital"] = capital
    try:
        found = list(paragraphs(environment.from_string(study.page or USUAL).render(words)))
    except (TemplateError, TypeError) as error:
        raise UserError(f"{study.file}: page: {' '.join(str(error).split())}") from None
    for text in found:
        if TOKEN.search(text) and not TOKEN.fullmatch(text):
            said = shorten(TOKEN.sub("...", text), 60, placeholder=" ...")
            raise UserError(f"{study.file}: page: '{said}': a picture or a table stands in a line of its own")
    return found


def _sections(answer: StudyAnswer) -> list[Section]:
    """The filled template, cut into sections."""

    def of(make: Callable[[Change], str]) -> Callable[..., str]:
        def said(arm: str, measure: str, players: int | None = None, policy: str | None = None) -> str:
            change = answer.change(arm, measure, players, policy)
            return "(not told)" if change is None else make(change)

        return said

    items: list[Sequence[Table | Picture]] = []
    keep = partial(kept, items)

    def part(make: Callable[[Answer], Iterable[Table | Picture]]) -> Callable[[str], str]:
        return lambda arm: keep(list(make(answer.answers[arm])))

    words: dict[str, Any] = {
        "question": answer.study.question,
        "title": answer.study.title,
        "findings": answer.findings,
        "replication": answer.replicated,
        "arms": list(answer.answers),
        "answer": answer.said,
        "change": of(lambda c: _number(c, c.together, "+")),
        "verdict": of(_verdict),
        "baseline": of(lambda c: _number(c, c.base)),
        "value": of(lambda c: _number(c, c.house)),
        "laws": list(answer.laws),
        "said": lambda law: " ".join(answer.laws[law].said),
        "variations": [v.name for v in answer.study.variations],
        "besides": answer.besides,
        "elsewhere": lambda: keep(answer.elsewhere.tables()),
        "across": lambda *measures: keep([_across(answer, measures)]),
        "table": lambda law: keep([_of_law(answer.laws[law])]),
    } | {name: part(make) for name, make in PARTS.items()}
    pieces: list[str | Table | Picture] = []
    for text in _filled(answer.study, words):
        match = TOKEN.fullmatch(text)
        pieces += items[int(match[1])] if match else [" ".join(text.split())]
    return [part for part in sections_of(pieces, "Before all") if part.prose or part.items]


def _of_law(law: Law) -> Table:
    """What came of a law."""
    return frame_table(law.caption, law.frame, law.columns, law.words)


def _across(answer: StudyAnswer, measures: Sequence[str]) -> Table:
    """The changes of some measures, a row an arm and table; a dash where a measure says nothing."""
    rows: list[list[Cell]] = []
    heads: dict[str, str] = {}
    for arm, each in answer.answers.items():
        for setting, comparison in zip(each.settings, each.comparisons, strict=True):
            changes = [change_of(comparison, measure) for measure in measures]
            heads |= {key: c.measure.short for key, c in zip(measures, changes, strict=True) if c}
            rows.append([Cell(arm), Cell(setting), *map(cell_of, changes)])
    caption = "The change from the baseline; intervals hold for all numbers of the page at once."
    return Table(caption, ["arm", "with", *(heads.get(measure, measure) for measure in measures)], rows, 2)


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
