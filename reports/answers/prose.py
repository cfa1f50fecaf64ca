"""The prose of a study's own page: a template, with the numbers and pictures that it asks for.

A template is plain text in Jinja's syntax: paragraphs with empty lines between, and ``## Heading`` before a
section. What may stand in it is told in docs/questions.md; `prose_sections` fills it, and `check_template`
refuses what it does not know. What is no text, such as a picture or a table, is a paragraph of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from inspect import signature
from textwrap import shorten
from typing import Any

from analyses.estimates.estimate import CHANGES, DIFFERENT, EQUIVALENT, Estimate
from analyses.measures.measure import SHARE, ways_of
from analyses.measures.number import Number
from analyses.measures.vocabulary import chosen
from analyses.questions.compare import Comparison
from analyses.questions.pairing import same_games
from analyses.studies.study import Arm, Study
from reports.answers.elsewhere import cell_of
from reports.answers.evidence import by_players, margins_pictures, numbers, pieces, winners
from reports.answers.overview import Overview
from reports.answers.paragraphs import TOKEN, item_of, kept, paragraphs, sections_of
from reports.pages.parts import Cell, Picture, Section, Table, frame_table
from reports.words.wording import two_seeds
from rules.errors import UserError, nearest

FEW = 2
"""Settings of which a page shows every number and change; of more it shows the changes that are not alike."""


def _number(number: Number, estimate: Estimate | None, sign: str = "") -> str:
    """A number with its interval and unit, in the unit that people read."""
    if estimate is None:
        return "none"
    measure = number.measure
    unit = ("percentage points" if sign else "%") if measure.kind == SHARE else measure.unit
    return f"{estimate.times(measure.scale):{sign}.1f} {unit}".strip()


def _verdict(number: Number) -> str:
    """What a change says against its margin, in words."""
    margin = number.measure.margin_words
    if number.verdict == DIFFERENT:
        return f"different by more than {margin}"
    if number.verdict == CHANGES:
        return f"surely different, perhaps by less than {margin}"
    return f"equivalent within {margin}" if number.verdict == EQUIVALENT else f"not settled against {margin}"


def _arm(answer: Overview, name: str) -> Arm:
    return next(arm for arm in answer.arms if arm.name == name)


def _many(answer: Overview, arm: Arm) -> bool:
    return len(answer.views_of(arm)) > FEW


def number_at(
    answer: Overview, arm: str, measure: str, players: int | None = None, policy: str | None = None
) -> Number | None:
    """The change of a measure in one setting: the first, unless another is named."""
    for view in answer.views_of(_arm(answer, arm)):
        base = view.comparison.base
        if players in (None, base.players) and policy in (None, base.policy_words):
            return number_of(view.comparison, measure)
    return None


def number_of(comparison: Comparison, measure: str) -> Number | None:
    """The change of a measure; None if nothing is told of it, as of seats if who begins is drawn by lot.

    Where seat 1 always begins a place is a seat.
    """
    by_key = comparison.by_key
    return by_key.get(measure) or by_key.get(measure.replace(":place", ":seat"))


def _of(make: Callable[[Number], str]) -> Callable[..., str]:
    """What a template may say of a change: of a measure with an arm, in one setting."""

    def said(
        answer: Overview, arm: str, measure: str, players: int | None = None, policy: str | None = None
    ) -> str:
        number = number_at(answer, arm, measure, players, policy)
        return "(not told)" if number is None else make(number)

    return said


TEXTS: Mapping[str, Callable[..., str]] = {
    "answer": lambda answer, arm: answer.view(_arm(answer, arm)).finding.text,
    "change": _of(lambda number: _number(number, number.estimate, "+")),
    "verdict": _of(_verdict),
    "baseline": _of(lambda number: _number(number, number.before)),
    "value": _of(lambda number: _number(number, number.after)),
    "said": lambda answer, law: " ".join(answer.outcome.laws[law].said),
}
"""What a template may say, by the names of its functions; `check_template` knows what their arguments are."""


def _pictures(answer: Overview, arm: str) -> Iterable[Picture]:
    return margins_pictures(answer, _arm(answer, arm))


def _winners(answer: Overview, arm: str) -> Iterable[Table]:
    return winners(answer.views_of(_arm(answer, arm)), answer)


def _numbers(answer: Overview, arm: str) -> Iterable[Table]:
    mine = _arm(answer, arm)
    if _many(answer, mine):
        return [by_players(answer, mine)]
    return [numbers(answer, view) for view in answer.views_of(mine)]


def _placements(answer: Overview, arm: str) -> Iterable[Table]:
    return pieces(answer.views_of(_arm(answer, arm)), answer)


def _of_law(answer: Overview, law: str) -> Iterable[Table]:
    found = answer.outcome.laws[law]
    return [frame_table(found.caption, found.frame, found.columns, found.words)]


PARTS: Mapping[str, Callable[..., Iterable[Table | Picture]]] = {
    "picture": lambda answer, arm: _pictures(answer, arm),
    "winners": lambda answer, arm: _winners(answer, arm),
    "numbers": lambda answer, arm: _numbers(answer, arm),
    "placements": lambda answer, arm: _placements(answer, arm),
    "across": lambda answer, *names: [_across(answer, names)],
    "elsewhere": lambda answer: answer.elsewhere.tables(),
    "table": lambda answer, law: _of_law(answer, law),
}
"""What a template may show in a line of its own."""


def check_template(study: Study) -> None:
    """Fill the template with nothing, to find mistakes before anything is played.

    Raises
    ------
    UserError
        For a mistake in the template, or a name that it does not know.
    """
    first = study.settings()[0]
    base = study.plan(first, study.baseline)
    measures: dict[str, list[str]] = {}
    for arm, _ in study.differing_arms(study.settings()):
        plans = base, study.plan(first, arm)
        both = (ways_of(plans, drawn) for drawn in (True, False))
        every = (chosen(base, study.measures, study.pace, ways, same_games(*plans)) for ways in both)
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


def _filled(study: Study, words: dict[str, Any]) -> list[str]:
    """The paragraphs of the template with these words."""
    from jinja2 import TemplateError

    from reports.answers.language import Language

    words = {
        "question": study.question,
        "title": study.title,
        "laws": study.laws,
        "variations": [v.name for v in study.variations],
    } | words
    try:
        found = list(paragraphs(Language().fill(study.page, words)))
    except UserError:
        raise
    except (TemplateError, TypeError, ValueError, ArithmeticError, SyntaxError) as error:
        raise UserError(f"{study.file}: page: {' '.join(str(error).split())}") from None
    for text in found:
        if TOKEN.search(text) and not TOKEN.fullmatch(text):
            said = shorten(TOKEN.sub("...", text), 60, placeholder=" ...")
            raise UserError(f"{study.file}: page: '{said}': a picture or a table stands in a line of its own")
    return found


def prose_sections(answer: Overview) -> list[Section]:
    """The filled template, cut into sections."""
    items: list[Sequence[Table | Picture]] = []

    def part(make: Callable[..., Iterable[Table | Picture]]) -> Callable[..., str]:
        return lambda *asked, **named: kept(items, list(make(answer, *asked, **named)))

    words: dict[str, Any] = {
        "findings": [answer.view(arm).finding.text for arm in answer.arms],
        "replication": two_seeds(answer.study.seeds) if answer.study.replicate else "",
        "arms": [arm.name for arm in answer.arms],
        "besides": [finding.text for finding in answer.other_findings],
    }
    words |= {name: partial(make, answer) for name, make in TEXTS.items()}
    words |= {name: part(make) for name, make in PARTS.items()}
    pieces: list[str | Table | Picture] = []
    for text in _filled(answer.study, words):
        item = item_of(text, items)
        pieces += [" ".join(text.split())] if isinstance(item, str) else item
    return sections_of(pieces, "Before all")


def _across(answer: Overview, measures: Sequence[str]) -> Table:
    """The changes of some measures, a row an arm and setting; a dash where a measure says nothing."""
    rows: list[list[Cell]] = []
    heads: dict[str, str] = {}
    for view in answer.views:
        numbers = [number_of(view.comparison, measure) for measure in measures]
        heads |= {key: n.measure.short for key, n in zip(measures, numbers, strict=True) if n}
        rows.append([Cell(view.arm.name), Cell(answer.settings[view.setting]), *map(cell_of, numbers)])
    caption = "The change from the baseline; intervals hold for all numbers of the page at once."
    return Table(caption, ["arm", "with", *(heads.get(measure, measure) for measure in measures)], rows, 2)
