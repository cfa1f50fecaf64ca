"""What is said of a game in print, as findings and tables: whether it holds, and for whom."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from textwrap import fill
from typing import Any

from analyses.measures.measure import SHARE
from analyses.measures.number import OPEN, Number, certainty_of
from analyses.questions.results import Results
from analyses.questions.strength import LADDER
from analyses.studies.claims.verdicts import FAILS, HOLDS, PACE, by_verdict, claims_answered, verdict
from analyses.studies.declared import Declared, measure_of
from reports.pages.parts import Cell, Table, estimate_cell
from reports.pictures.plots import COLOURS, annotate, label_lines, named_rows
from reports.pictures.style import QUIET, Figure
from reports.words.changes import value_in_words
from reports.words.findings import Finding
from reports.words.wording import count, listed
from simulate.io.files import Rows

__all__ = ["claim_findings", "read_as", "summary", "told", "told_title", "verdicts"]

SIDES = {"more": "more than {}", "less": "less than −{}", "within": "within {}", "at most": "at most {}"}
"""How a claim is read, before its margin."""

LONGEST_HEAD = 12
"""Letters of a line above a column of the picture."""


def claim_findings(results: Results, study: Declared, *left: str) -> list[Finding]:
    """Whether each claim holds, a sentence each; those named are `left` out."""
    return [claim(results, study, name) for name in claims_answered(study, results) if name not in left]


def claim(results: Results, study: Declared, name: str) -> Finding:
    """A claim as a card: what is said and where, whether it holds, and its number in its own unit."""
    declared, numbers = claims_answered(study, results)[name]
    groups = by_verdict(declared, numbers)
    main = next(iter(numbers))
    said = _said(groups, main)
    text = f"“{declared.text}” "
    if said == DEPENDS:
        other = next(who for who in (*groups[HOLDS], *groups[FAILS]) if _is_other(groups, who, main))
        text += (
            f"depends on who plays: {_number(declared, numbers, main)}, {_number(declared, numbers, other)}"
        )
    elif said == OPEN:
        text += f"is not settled: {_number(declared, numbers, main)}"
    else:
        text += f"{said}: {_number(declared, numbers, main)}"
    if pace := paces_of(results, name).get(main):
        text += _at_pace(pace)

    told = [number for number in numbers.values() if number.sure != OPEN]
    sure = OPEN if said == OPEN else certainty_of(told)
    spec = measure_of(declared.name, declared.measure).spec
    return Finding(f"{text}.", sure, by_strength(numbers), spec, f"claim-{name}", declared.source)


DEPENDS = "depends"


def _said(groups: Mapping[str, Sequence[str]], main: str) -> str:
    """Whether a claim holds or fails for those who give the answer, depends on who plays, or is open."""
    if HOLDS in groups and FAILS in groups:
        return DEPENDS
    return next((said for said in (HOLDS, FAILS) if main in groups.get(said, ())), OPEN)


def _is_other(groups: Mapping[str, Sequence[str]], who: str, main: str) -> bool:
    """Whether a claim comes out otherwise for one than for those who give the answer."""
    return not any(main in mine and who in mine for mine in groups.values())


def _number(declared: Any, numbers: Mapping[str, Number], who: str) -> str:
    """The number of a claim in its own unit, and for whom: ``93 points (heuristic)``.

    What it is held against, such as an even share, is not taken away from it.
    """
    measure = measure_of(declared.name, declared.measure)
    part, whole = declared.number.get("over", (0, 1))
    value = value_in_words(numbers[who].estimate.minus(-part / whole), measure.scale)
    unit = measure.unit_words
    if part and measure.kind == SHARE:
        unit = f"%{measure.unit.removeprefix('share').partition(' above ')[0]}"
    return f"{value} {unit} ({who})"


def by_strength(numbers: Mapping[str, Number]) -> dict[str, Number]:
    """The numbers of those who play, the weakest first: what a claim looks like up the ladder."""
    order = list(LADDER)
    return dict(sorted(numbers.items(), key=lambda at: order.index(at[0]) if at[0] in order else len(order)))


def paces_of(results: Results, name: str) -> dict[str, Number]:
    """For each who plays the pace at which a claim turns, if it is about minutes."""
    return {str(entry.place["who"]): entry for entry in results.matching("claims", "pace", claim=name)}


def _at_pace(pace: Number) -> str:
    """``; the verdict changes at 15 seconds an action``; nothing where too few games tell at which pace."""
    if pace.estimate.low == -math.inf:
        return ""
    if pace.estimate.low == math.inf:
        return "; the verdict changes at no pace"
    if pace.estimate.high == math.inf:
        return f"; the verdict changes at {pace.estimate.low:.2g} {PACE.unit} or more, if at any"
    return f"; the verdict changes at {value_in_words(pace.estimate)} {PACE.unit}"


SUMMED = {
    HOLDS: ("holds", "hold"),
    FAILS: ("fails", "fail"),
    DEPENDS: ("depends on who plays", "depend on who plays"),
    OPEN: ("is not settled", "are not settled"),
}
"""What a summary says of one claim and of several."""


def summary(results: Results, study: Declared) -> Finding:
    """How many claims hold, fail, depend on who plays, or are not settled."""
    every = claims_answered(study, results)
    said = Counter(
        _said(by_verdict(declared, numbers), next(iter(numbers))) for declared, numbers in every.values()
    )
    parts = [f"{said[kind]} {words[said[kind] > 1]}" for kind, words in SUMMED.items() if said[kind]]
    settled = [
        number
        for declared, numbers in every.values()
        for number in numbers.values()
        if verdict(declared, number) in (HOLDS, FAILS)
    ]
    return Finding(f"Of {count(len(every), 'claim')}, {listed(parts)}.", certainty_of(settled), {}, "")


def told_title(results: Results, study: Declared) -> str:
    """What the picture shows: how many claims hold for everybody."""
    return summary(results, study).text.removesuffix(".")


def told(page: Figure, results: Results, study: Declared) -> Rows:
    """For how many kinds of player each claim holds, is not settled, and does not hold."""
    rows = []
    for declared, entries in claims_answered(study, results).values():
        groups = {said: len(who) for said, who in by_verdict(declared, entries).items()}
        yes, no = groups.get(HOLDS, 0), groups.get(FAILS, 0)
        rows.append({"claim": declared.text, HOLDS: yes, OPEN: len(entries) - yes - no, FAILS: no})
    rows.sort(key=lambda row: (row[FAILS] - row[HOLDS], row[FAILS]))
    names = [row["claim"] for row in rows]
    page.set_figheight(0.5 + sum(0.2 + 0.16 * len(label_lines(name)) for name in names))
    colours = {HOLDS: COLOURS[0], OPEN: QUIET, FAILS: COLOURS[1]}
    most = max(sum(row[said] for said in colours) for row in rows)
    every = page.subplots(1, len(colours), sharey=True, squeeze=False)[0]
    for axes, (said, colour) in zip(every, colours.items(), strict=True):
        axes.barh(range(len(rows)), [row[said] for row in rows], color=colour, height=0.62)
        for at, row in enumerate(rows):
            if row[said]:
                annotate(axes, str(row[said]), (row[said], at), (3, 0), va="center_baseline", fontsize=9)
        named_rows(axes, names)
        axes.set_title(fill(said, LONGEST_HEAD), fontsize=10, pad=5, color=colour)
        axes.set_xlim(0, 1.15 * most)
        axes.set_xticks([])
        axes.spines["bottom"].set_visible(False)
    return rows


def read_as(results: Results, study: Declared) -> Table:
    """How each claim is read: who says it, what is measured, when it holds, and why that."""
    rows = []
    for declared, _ in claims_answered(study, results).values():
        measure = measure_of(declared.name, declared.measure)
        sides = SIDES[declared.reads].format(measure.margin_words)
        words = (declared.text, declared.source, measure.words, sides, measure.because)
        rows.append([Cell(text) for text in words])
    heads = ["what is said", "where", "measured", "holds if", "because"]
    return Table("How the claims are read.", heads, rows, 5)


def verdicts(results: Results, study: Declared) -> Table:
    """Each claim for each who plays."""
    rows = [
        [
            Cell(
                f"{declared.text} ({measure_of(declared.name, declared.measure).unit_words})"
                if number == 0
                else "",
                anchor=f"claim-{declared.name}" if number == 0 else "",
            ),
            Cell(who),
            Cell(verdict(declared, entry)),
            estimate_cell(entry.estimate, measure_of(declared.name, declared.measure).spec),
            estimate_cell(paces[who].estimate, ".1f") if who in paces else Cell(""),
        ]
        for declared, entries in claims_answered(study, results).values()
        for paces in (paces_of(results, declared.name),)
        for number, (who, entry) in enumerate(entries.items())
    ]
    caption = "The claims. One “holds” or “fails” only where the whole interval says so."
    return Table(
        caption, ["what is said", "who plays", "verdict", "number", f"turns at ({PACE.unit})"], rows, 3
    )
