"""What is said of a game in print, as findings and tables: whether it holds, and for whom."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from textwrap import fill
from typing import Any

from analyses.questions.study import Entry, Results
from analyses.studies.claims.verdicts import FAILS, HOLDS, PACE_UNIT, asked, by_verdict, verdict, who_of
from analyses.studies.declared import Declared, Measure
from reports.answers.studies.grid import margin_words, unit_words
from reports.pages.parts import Cell, Table, shown
from reports.pictures.plots import COLOURS, annotate, label_lines, named_rows
from reports.pictures.style import QUIET, Figure
from reports.words.findings import OPEN, Finding, sureness
from reports.words.wording import COUNTS, capital, count, listed, scale_of, span
from simulate.io.files import Rows

SIDES = {"more": "more than {}", "less": "less than −{}", "within": "within {}", "at most": "at most {}"}
"""How a claim is read, before its margin."""

LONGEST_HEAD = 12
"""Letters of a line above a column of the picture."""

MOST_NAMED = 4
"""Kinds of player of whom a sentence says by name for whom it is settled."""


def findings(results: Results, study: Declared, *left: str) -> list[Finding]:
    """Whether each claim holds, a sentence each; those named are `left` out."""
    return [claim(results, study, name) for name in asked(study, results) if name not in left]


def claim(results: Results, study: Declared, name: str) -> Finding:
    """Whether a claim holds, as a finding; its numbers stand in place of ``{}``."""
    declared, entries = asked(study, results)[name]
    groups = by_verdict(declared, entries)
    decided = {who: entries[who] for said in (HOLDS, FAILS) for who in groups.get(said, ())}
    spec = measure_of(declared).spec
    yes, no = len(groups.get(HOLDS, ())), len(groups.get(FAILS, ()))
    unsettled = len(entries) - yes - no
    of_pairs = who_of(declared) == "pair"
    every = f"{len(entries)} {'pairs of players' if of_pairs else 'kinds of player'}"
    question = filled(declared.question, results)
    if yes and no:
        text = f"it depends on who plays {question}: yes for {yes} of {every}, no for {no}"
        text += f", not settled for {unsettled}" if unsettled else ""
    elif decided:
        numbers = span(decided.values(), scale_of(spec))
        text = filled(declared.holds if yes else declared.fails, results, numbers)
        if unsettled and (of_pairs or len(entries) > MOST_NAMED):
            text += f"; not settled for {unsettled} of {every}"
        elif unsettled:
            text += f", {_where(decided)}; not settled {_where(who for who in entries if who not in decided)}"
    else:
        text = f"it is not settled {question}"
    if paces := paces_of(results, name).values():
        text += f"; that turns {_at_pace(paces)}"
    return Finding(f"{capital(text)}.", sureness(decided.values()), entries, spec)


def paces_of(results: Results, name: str) -> dict[str, Entry]:
    """For each who plays the pace at which a claim turns, if it is about minutes."""
    return {str(entry.keys["who"]): entry for entry in results.where("claims", "pace", claim=name)}


def _at_pace(paces: Collection[Entry]) -> str:
    """``at 9 to 15 seconds an action``; for some at none, for others too few games tell it."""
    known = [entry for entry in paces if entry.estimate.low > -math.inf]
    if not known:
        return "at a pace that these games do not tell"
    low = min(entry.estimate.low for entry in known)
    rest = "" if len(known) == len(paces) else f", not known for {len(paces) - len(known)} of {len(paces)}"
    if low == math.inf:
        return f"at no pace{rest}"
    if any(entry.estimate.high == math.inf for entry in known):
        return f"at {low:.2g} {PACE_UNIT} or more, if at any{rest}"
    return f"at {span(known, 1.0)} {PACE_UNIT}{rest}"


def _where(names: Iterable[str]) -> str:
    """``where greedy and random play``."""
    found = list(names)
    return f"where {listed(found)} {'plays' if len(found) == 1 else 'play'}"


def filled(text: str, results: Results, *numbers: str) -> str:
    """A sentence with its number, and how many the fewest and the most players are."""
    return text.format(*numbers, few=COUNTS[results.players[0]], many=COUNTS[results.players[-1]])


def summary(results: Results, study: Declared) -> Finding:
    """Of how many claims all who play say that they hold, or do not."""
    every = asked(study, results)
    said: dict[str, list[str]] = {HOLDS: [], FAILS: [], "": []}
    for declared, entries in every.values():
        groups = set(by_verdict(declared, entries))
        said[groups.pop() if len(groups) == 1 and groups <= {HOLDS, FAILS} else ""].append(declared.name)
    yes, no, other = (len(said[key]) for key in (HOLDS, FAILS, ""))
    return Finding(
        f"Of {count(len(every), 'claim')}, {yes or 'none'} hold{'s' * (yes < 2)} and "
        f"{no or 'none'} fail{'s' * (no < 2)}, no matter who plays; "
        f"{other} depend{'s' * (other == 1)} on who plays or {'is' if other == 1 else 'are'} not settled.",
        sureness(entry for name in (*said[HOLDS], *said[FAILS]) for entry in every[name][1].values()),
        {},
        "",
    )


def told_title(results: Results, study: Declared) -> str:
    """What the picture shows: how many claims hold for everybody."""
    return summary(results, study).text.partition(";")[0]


def told(page: Figure, results: Results, study: Declared) -> Rows:
    """For how many kinds of player each claim holds, is not settled, and does not hold."""
    rows = []
    for declared, entries in asked(study, results).values():
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


def measure_of(declared: Any) -> Measure:
    """What a claim is about."""
    return Measure.of(declared.name, declared.measure)


def read_as(results: Results, study: Declared) -> Table:
    """How each claim is read: who says it, what is measured, when it holds, and why that."""
    rows = []
    for declared, _ in asked(study, results).values():
        measure = measure_of(declared)
        sides = SIDES[declared.reads].format(margin_words(measure))
        words = (declared.text, declared.source, measure.words, sides, measure.because)
        rows.append([Cell(text) for text in words])
    heads = ["what is said", "where", "measured", "holds if", "because"]
    return Table("How the claims are read.", heads, rows, 5)


def verdicts(results: Results, study: Declared) -> Table:
    """Each claim for each who plays."""
    rows = [
        [
            Cell(f"{declared.text} ({unit_words(measure_of(declared))})" if number == 0 else ""),
            Cell(who),
            Cell(verdict(declared, entry)),
            shown(entry.estimate, measure_of(declared).spec),
            shown(paces[who].estimate, ".1f") if who in paces else Cell(""),
        ]
        for declared, entries in asked(study, results).values()
        for paces in (paces_of(results, declared.name),)
        for number, (who, entry) in enumerate(entries.items())
    ]
    caption = "The claims. One “holds” or “does not hold” only where the whole interval says so."
    return Table(
        caption, ["what is said", "who plays", "verdict", "number", f"turns at ({PACE_UNIT})"], rows, 3
    )
