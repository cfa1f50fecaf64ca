"""How the findings of a study do elsewhere: with other boxes, in other editions, and who wins there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from analyses.estimates.estimate import DIFFERENT, EQUIVALENT, UNDECIDED, Estimate, verdict
from analyses.measures.measure import ORDER, PLACE, SEAT
from analyses.measures.number import Number
from analyses.measures.summary import FAIR, analysis_of
from analyses.questions.compare import Comparison
from analyses.studies.outcome import Outcome
from analyses.studies.study import Arm, Setting
from reports.answers.view import View
from reports.pages.parts import Cell, Table, cell
from reports.words.changes import value_in_words
from reports.words.wording import MARKS, capital, count, listed, side_name, written
from rules.words import seated
from simulate.io.files import Rows

WINS = "win_share"
"""The measure of who wins."""

HERE = "here"
"""What tables call the study itself, beside its variations."""


@dataclass(frozen=True)
class LeadElsewhere:
    """The leading number of an arm: as the study has it, and as a variation does."""

    arm: str
    variation: str
    table: str
    """With how many players, and who plays."""
    base_number: Number | None
    number: Number

    @property
    def agrees(self) -> bool:
        """Whether both say the same."""
        if self.base_number is None:
            return False
        if self.base_number.changes and self.number.changes:
            return self.base_number.rises == self.number.rises
        return self.base_number.verdict == self.number.verdict


@dataclass(frozen=True)
class Elsewhere:
    """What all variations of a study say."""

    outcome: Outcome
    views: Mapping[Arm, View]
    """What each arm changes in the study itself."""

    @cached_property
    def leads(self) -> list[LeadElsewhere]:
        """Each arm in each variation."""
        found = []
        for (arm, setting), comparison in self.outcome.elsewhere.items():
            number = comparison.by_key.get(self._lead(arm))
            if number is not None and setting.variation is not None:
                here = self._number_in_study(arm, setting)
                found.append(
                    LeadElsewhere(arm.name, setting.variation.name, table_words(setting), here, number)
                )
        return found

    def _lead(self, arm: Arm) -> str:
        """The measure that says most of an arm."""
        view = self.views[arm]
        return (view.lead or (view.main_numbers or view.ranked)[0]).measure.key

    def _number_in_study(self, arm: Arm, setting: Setting) -> Number | None:
        """The leading number of an arm in the study itself, with as many players of a policy."""
        same = Setting(setting.players, setting.policy)
        comparison = self.outcome.cells.get((arm, same))
        return comparison.by_key.get(self._lead(arm)) if comparison else None

    @property
    def sentences(self) -> list[str]:
        """How many findings hold with other boxes, and who wins in other editions if that was asked."""
        variations = self.outcome.study.variations
        boxes = [v.name for v in variations if v.box]
        in_boxes = [one for one in self.leads if one.variation in boxes and one.base_number]
        found = []
        settled = [one for one in in_boxes if one.base_number and one.base_number.verdict != UNDECIDED]
        if settled:
            arms = list(dict.fromkeys(one.arm for one in settled))
            others = [one for one in settled if not one.agrees]
            kept = len(arms) - len({one.arm for one in others}) or "none"
            parted = {
                "not so": [one for one in others if one.number.verdict != UNDECIDED],
                "still open": [one for one in others if one.number.verdict == UNDECIDED],
            }
            rest = "".join(f"; {words}: {_arms(of)}" for words, of in parted.items() if of)
            places = f"in all of {len(boxes)} other boxes" if len(boxes) > 1 else "with the other box"
            hold = f"{kept} hold{'s' if kept == 1 else ''} {places}"
            at = "; ".join(dict.fromkeys(one.table for one in settled))
            found.append(f"Of {count(len(arms), 'settled finding')} ({at}) {hold}{rest}.")
        elif in_boxes:
            found.append("It is not settled how the findings do with other boxes: none is settled with this.")
        editions = [v.name for v in variations if not v.box]
        return [*found, *(self.fairness(name) for name in editions if self.wins(name)[1])]

    # --- who wins

    def wins(self, variation: str) -> tuple[str, dict[str, Estimate]]:
        """In the first setting of a variation: where that is, and what each side wins if all are asked.

        Where who begins is drawn by lot and all play alike, of each place in the order of play.
        """
        for (_, setting), comparison in self.outcome.elsewhere.items():
            if setting.variation is None or setting.variation.name != variation:
                continue
            if shares := _shares(comparison):
                return f"{variation}, {table_words(setting)}", shares
        return variation, {}

    def fairness(self, variation: str) -> str:
        """Whether all sides of a variation win alike, of its baseline."""
        place, wins = self.wins(variation)
        verdicts = {side: verdict(share.minus(1 / len(wins)), FAIR) for side, share in wins.items()}
        uneven = [side for side, said in verdicts.items() if said == DIFFERENT]
        more = [side for side in uneven if wins[side].value > 1 / len(wins)]
        if uneven:
            told = more or uneven
            shares = listed(f"{side} wins {value_in_words(wins[side], 100)} % of games" for side in told)
            return f"{capital(place)}: {shares}, {'more' if more else 'less'} than an even share."
        if set(verdicts.values()) == {EQUIVALENT}:
            return f"{capital(place)}: all sides win as often, within {100 * FAIR:g} percentage points."
        return f"{capital(place)}: it is not settled whether all sides win as often."

    # --- tables

    def tables(self) -> list[Table]:
        """Each finding here and in every variation, and who wins there."""
        places = list(dict.fromkeys(one.table for one in self.leads))
        columns = [
            (place, name)
            for place in places
            for name in dict.fromkeys((HERE, *(o.variation for o in self.leads if o.table == place)))
            if name != HERE or any(o.base_number for o in self.leads if o.table == place)
        ]
        rows = []
        for arm in dict.fromkeys(one.arm for one in self.leads):
            mine = [one for one in self.leads if one.arm == arm]
            numbers = {(one.table, HERE): one.base_number for one in mine}
            numbers |= {(one.table, one.variation): one.number for one in mine}
            measures = dict.fromkeys(number.measure.short for number in numbers.values() if number)
            cells = [cell_of(numbers.get(column)) for column in columns]
            rows.append([Cell(arm), Cell(", ".join(measures)), *cells])
        alike = len({place.partition(", ")[2] for place in places}) == 1  # then who plays says nothing
        shown = {place: place.partition(", ")[0] if alike else place for place in places}
        heads = [f"{name}, {shown[place]}" if len(places) > 1 else name for place, name in columns]
        caption = "The change that says most of each arm, here and elsewhere; intervals hold for all at once."
        found = [Table(caption, ["arm", "measure", *heads], rows, 2)]
        wins = []
        for variation in self.outcome.study.variations:
            place, shares = self.wins(variation.name) if not variation.box else ("", {})
            wins += [
                [Cell(place), Cell(side), cell(f"{share.times(100):.1f}")] for side, share in shares.items()
            ]
        if wins:
            found.append(Table("Games won in the baseline (%).", ["where", "side", "won"], wins, 2))
        return found

    def rows(self) -> Rows:
        """A row an arm and variation: the change there, and whether its verdict is that of the study."""
        return [
            {
                "arm": o.arm,
                "variation": o.variation,
                **o.number.as_dict(),
                "kept": o.agrees if o.base_number else None,
            }
            for o in self.leads
        ]


def cell_of(number: Number | None) -> Cell:
    """A change with its mark."""
    if number is None:
        return Cell("–")
    return cell(written(number.estimate, number.measure.spec), MARKS[number.verdict])


def table_words(setting: Setting) -> str:
    """With how many players, and who plays."""
    return f"{seated(setting.players)}, {setting.policy}"


def _shares(comparison: Comparison) -> dict[str, Estimate]:
    """What each side wins under the baseline, by seat or by place, if that was asked of all of them."""
    sides = analysis_of(comparison.base.game).sides(comparison.base)
    names = {SEAT: [side_name(comparison.base, side) for side in sides]}
    names[PLACE] = [f"who plays {place}" for place in ORDER[: len(sides)]]
    for way, called in names.items():
        at = [n.before for n in comparison.changes if n.measure.key.startswith(f"{WINS}:{way}")]
        if len(at) == len(called):
            return {side: share for side, share in zip(called, at, strict=True) if share}
    return {}


def _arms(told: Sequence[LeadElsewhere]) -> str:
    """The arms, each with its variations: ``one die (few and many)``."""
    places: dict[str, list[str]] = {}
    for one in told:
        places.setdefault(one.arm, []).append(one.variation)
    return listed(f"{arm} ({listed(names)})" for arm, names in places.items())
