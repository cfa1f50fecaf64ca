"""What is said of findings against the strength of those who play: a mark, lines, a table and a picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, TypeAlias

from analyses.measures.measure import Measure
from analyses.measures.number import Number, with_estimate
from analyses.questions.strength import LADDER, MOVES, OPEN, SETTLED, Climb, games_to_settle, main_of
from analyses.questions.until import ROUNDED_UP
from reports.pages.parts import Cell, Picture, Section, Table, estimate_cell, picture
from reports.pictures.plots import COLOURS, MARKERS, dots
from reports.pictures.style import Figure
from reports.words.findings import Finding
from reports.words.where import tables_in_words
from reports.words.wording import MARKS, capital, listed, narrow, scale_of, written
from simulate.io.files import Rows

HOW = (
    "Every rung of the ladder played all seats of games of its own, on the same tiles and dice. Rungs that "
    "search play fewer games, as each of their games takes longer.",
    f"A finding {MOVES} if the two strongest rungs differ by more than its margin for certain. It is "
    f"{SETTLED} if they differ by less for certain, else {OPEN}. The interval of their difference is made of "
    "both of theirs (Zou and Donner 2008), over all games. Nothing pairs them: what a rule changes in a game "
    "is nearly independent from rung to rung.",
)
"""What marks mean, and how they are found."""


@dataclass(frozen=True)
class StrengthFinding:
    """A finding by the strength of those who play, at each table."""

    name: str
    """What changes, in a few words."""
    spec: str
    """How its numbers are written."""
    climbs: Mapping[str, Climb]
    """By where it was found: ``4 players``, ``dice_cap=4``."""

    @property
    def file_name(self) -> str:
        """The name in files, where shares are no percentages."""
        return self.name.removesuffix(" (%)")

    @property
    def marks(self) -> str:
        """The marks and where: ``still moves at search:4 with 2 players; settled from novice on with 3``."""
        return self._by_place({at: climb.mark_words for at, climb in self.climbs.items()})

    def _by_place(self, said: Mapping[str, str]) -> str:
        groups: dict[str, list[str]] = {}
        for at, text in said.items():
            if text:
                groups.setdefault(text, []).append(at)
        if len(groups) < 2:
            return next(iter(groups), "")
        return "; ".join(f"{text} {tables_in_words(at, self.climbs)}" for text, at in groups.items())

    @property
    def sentence(self) -> str:
        """The same as a sentence after that of the finding; nothing of a number without a margin."""
        is_change = self.spec.startswith("+")
        after = (
            self._by_place({at: climb.clause for at, climb in self.climbs.items()})
            if is_change
            else self.plain
        )
        return f"{capital(after)}." if after else ""

    @property
    def plain(self) -> str:
        """The marks as clauses, and where."""
        return self._by_place({at: climb.plain for at, climb in self.climbs.items()})

    @property
    def settled(self) -> str:
        """The sentence, if anything is settled by it."""
        tells = any(climb.mark in (MOVES, SETTLED) for climb in self.climbs.values())
        return self.sentence if tells else ""

    @property
    def standalone(self) -> str:
        """The same as a sentence that stands alone."""
        return f"{capital(self.name)}: {self.plain or 'held against no margin'}."

    def marked(self, finding: Finding, leads: bool = False) -> Finding:
        """A finding with its mark; with one table its small picture shows the rungs.

        That nothing is settled is said of the finding that `leads`, not of all again.
        """
        alone = next(iter(self.climbs.values())).numbers if len(self.climbs) == 1 else finding.numbers
        text = f"{finding.text} {self.sentence if leads else self.settled}".strip()
        return replace(finding, text=text, numbers=alone)

    # --- the terminal

    def lines(self, change: str) -> list[str]:
        """A line a rung: its games, the number, and how much more the strongest find."""
        top = next(iter(self.climbs.values())).top
        rows = [[f"{self.name} against strength", "games", change, "", f"{top} minus it", ""]]
        several = len(self.climbs) > 1
        for at, climb in self.climbs.items():
            rows += [[f"  {at}", "", "", "", "", ""]] if several else []
            for rung, entry in climb.numbers.items():
                step = climb.steps.get(rung)
                more = [written(step.estimate, signed(self.spec)), MARKS[step.verdict]] if step else ["", ""]
                number = [f"{entry.estimate.n:,}", written(entry.estimate, self.spec), MARKS[entry.verdict]]
                rows.append([f"  {'  ' * several}{rung}", *number, *more])
        return narrow(rows)

    # --- the page

    def picture(self, about: str) -> Picture:
        """A dot and interval a rung, the weakest on top, for each table; of many tables for the first."""
        margin = next(iter(next(iter(self.climbs.values())).numbers.values())).margin
        drawn = replace(self, climbs=dict(islice(self.climbs.items(), len(MARKERS))))
        more = len(self.climbs) - len(drawn.climbs)
        return picture(
            lambda page: climbs_drawn(page, drawn),
            f"{capital(self.name)}: {self.marks or 'by who plays'}",
            f"Interval dots of {self.name}, from the weakest players to the strongest. The tables have the "
            "numbers.",
            f"{capital(about)}, from the weakest players on top to the strongest; in brackets their games."
            + (" Shaded up to the dashes: too little to matter." if margin is not None else "")
            + (f" The tables below have {more} more." if more else ""),
        )

    def row(self, at: str) -> list[Cell]:
        """The finding at every rung, and its mark."""
        climb = self.climbs[at]
        numbers = [estimate_cell(entry.estimate, self.spec) for entry in climb.numbers.values()]
        return [Cell(capital(self.name)), *numbers, Cell(climb.mark_words)]


def climbs_drawn(page: Figure, found: StrengthFinding) -> Rows:
    """A finding by rung, a dot and interval for each table."""
    first = next(iter(found.climbs.values()))
    page.set_figheight(0.6 + len(first.numbers) * (0.14 + 0.12 * len(found.climbs)))
    axes = page.add_subplot()
    rows = {
        f"{rung} ({entry.estimate.n:,})": [climb.numbers[rung] for climb in found.climbs.values()]
        for rung, entry in first.numbers.items()
    }
    margin = first.numbers[first.top].margin
    colours = dict(zip(found.climbs, COLOURS, strict=False))
    drawn = dots(axes, rows, colours, scale_of(found.spec), margin=margin)
    axes.set_xlabel(found.name)
    return drawn


def signed(spec: str) -> str:
    """A format that shows the sign."""
    return f"+{spec.removeprefix('+')}".replace("%", "pp")


def section(found: Sequence[StrengthFinding], pictures: Sequence[Picture] = ()) -> Section:
    """Every finding at every rung, a table for each number of players, or whatever tells them apart."""
    tables = []
    for at in dict.fromkeys(at for each in found for at in each.climbs):
        mine = [each for each in found if at in each.climbs]
        numbers = mine[0].climbs[at].numbers
        heads = [f"{rung} ({entry.estimate.n:,})" for rung, entry in numbers.items()]
        caption = f"{capital(at)}: findings by who plays; in brackets how many games."
        tables.append(Table(caption, ["", *heads, "against strength"], [each.row(at) for each in mine]))
    return Section("Against strength", list(HOW), [*pictures, *tables])


def rows_of(found: Iterable[StrengthFinding]) -> Rows:
    """A row a finding, table and rung."""
    return [
        {"finding": each.file_name, "at": at, **row}
        for each in found
        for at, climb in each.climbs.items()
        for row in climb.rows()
    ]


def as_dict(found: Iterable[StrengthFinding], rungs: Sequence[str]) -> dict[str, Any]:
    """JSON form."""
    return {
        "rungs": list(rungs),
        "answers": main_of(rungs),
        "findings": [
            {
                "finding": each.file_name,
                "at": at,
                "mark": climb.mark or None,
                "settled_from": climb.settled_from if climb.mark == SETTLED else None,
                "numbers": climb.rows(),
            }
            for each in found
            for at, climb in each.climbs.items()
        ],
    }


# --- of changes

Telling: TypeAlias = Callable[[Number], Number]
"""Which number of a change is told."""


def change_of(number: Number) -> Number:
    """The change itself."""
    return number


def value_of(number: Number) -> Number:
    """A measure under the second rule."""
    return with_estimate(number, number.after or number.estimate)


def of_changes(
    told: Iterable[tuple[str, str, Iterable[Number]]],
    rungs: Sequence[str],
    telling: Telling = change_of,
    changes_of: bool = True,
) -> dict[str, StrengthFinding]:
    """The changes of each measure by its key: where, by which rung, and what was found.

    A place that not all rungs have is left out.
    """
    numbers: dict[str, dict[str, dict[str, Number]]] = {}
    measures: dict[str, Measure] = {}
    for at, rung, changes in told:
        for number in changes:
            key = number.measure.key
            measures[key] = number.measure
            numbers.setdefault(key, {}).setdefault(at, {})[rung] = telling(number)
    found = {}
    for key, places in numbers.items():
        climbs = {
            at: Climb({rung: by_rung[rung] for rung in rungs})
            for at, by_rung in places.items()
            if by_rung.keys() >= set(rungs)
        }
        if climbs:
            spec = measures[key].spec
            found[key] = StrengthFinding(
                measures[key].short, spec if changes_of else spec.removeprefix("+"), climbs
            )
    return found


def settling_of(found: StrengthFinding, rungs: Sequence[str], planned: int) -> str:
    """How many games of the slowest rung would settle a finding, as the quick ones tell before it plays.

    `planned` are those that it is to play. Nothing if the finding is held against no margin.
    """
    main, top = main_of(rungs), rungs[-1]
    games = [games_to_settle(climb.numbers[main], rungs) for climb in found.climbs.values()]
    needed = max((n for n in games if n is not None), default=None)
    if needed is None:
        return ""
    what = f"settle {found.file_name} against strength if {top} finds what {main} finds"
    if needed <= planned:
        return f"{planned:,} games of {top} will likely {what}"
    each = LADDER[top]
    n = int(ROUNDED_UP.create_decimal(needed * each))
    return f"about {n // each:,} games of {top} would {what}; it plays {planned:,} (--n {n} plays as many)"


def who_of(rungs: Sequence[str]) -> str:
    """Who gives the answer, and who tests it."""
    main = main_of(rungs)
    others = [rung for rung in rungs if rung != main]
    return f"The answer is that of {main}; {listed(others)} test{'s' * (len(others) == 1)} it."
