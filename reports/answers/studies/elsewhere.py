"""How the findings of a study do elsewhere: with other boxes, in other editions, and who wins there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from analyses.estimates.estimate import DIFFERENT, EQUIVALENT, UNDECIDED, Estimate, verdict
from analyses.measures.measure import ORDER, PLACE, SEAT
from analyses.measures.summary import FAIR, analysis_of
from analyses.questions.change import Change
from analyses.questions.replication import agreed
from analyses.studies.arms import Shown
from analyses.studies.file import StudyFile
from reports.answers.comparison_page import cell_of
from reports.pages.parts import Cell, Table, cell
from reports.words.wording import capital, count, listed, roughly, side_name
from simulate.io.files import Rows

WINS = "win_share"
"""The measure of who wins."""

HERE = "here"
"""What tables call the study itself, beside its variations."""


@dataclass(frozen=True)
class LeadElsewhere:
    """The leading change of an arm: as the study has it, and as a variation does."""

    arm: str
    variation: str
    where: str
    """With how many players, and who plays."""
    here: Change | None
    there: Change

    @property
    def kept(self) -> bool:
        """Whether both say the same."""
        if self.here is None or self.here.verdict != self.there.verdict:
            return False
        up = self.here.change.value > 0, self.there.change.value > 0
        return self.here.verdict != DIFFERENT or up[0] == up[1]


@dataclass(frozen=True)
class Elsewhere:
    """What all variations of a study say."""

    study: StudyFile
    found: Sequence[Shown]
    leads: Mapping[str, str]
    """The measure that says most of each arm."""
    here: Callable[[str, str, int, str], Change | None]
    """The change of an arm in the study itself: of a measure, with so many players of a policy."""

    @cached_property
    def told(self) -> list[LeadElsewhere]:
        """Each arm in each variation."""
        return [
            LeadElsewhere(
                each.arm.name,
                variation,
                _where(players, policy),
                self.here(each.arm.name, self.leads[each.arm.name], players, policy),
                agreed(comparisons).get(self.leads[each.arm.name]),
            )
            for each in self.found
            for (variation, players, policy), comparisons in each.elsewhere.items()
            if self.leads[each.arm.name] in comparisons[0].by_key
        ]

    @property
    def said(self) -> list[str]:
        """How many findings hold with other boxes, and who wins in other editions if that was asked."""
        boxes = [v.name for v in self.study.variations if v.box]
        in_boxes = [one for one in self.told if one.variation in boxes and one.here]
        found = []
        settled = [one for one in in_boxes if one.here and one.here.verdict != UNDECIDED]
        if settled:
            arms = list(dict.fromkeys(one.arm for one in settled))
            others = [one for one in settled if not one.kept]
            kept = len(arms) - len({one.arm for one in others}) or "none"
            parted = {
                "not so": [one for one in others if one.there.verdict != UNDECIDED],
                "still open": [one for one in others if one.there.verdict == UNDECIDED],
            }
            rest = "".join(f"; {words}: {_arms(of)}" for words, of in parted.items() if of)
            where = f"in all of {len(boxes)} other boxes" if len(boxes) > 1 else "with the other box"
            hold = f"{kept} hold{'s' if kept == 1 else ''} {where}"
            at = "; ".join(dict.fromkeys(one.where for one in settled))
            found.append(f"Of {count(len(arms), 'settled finding')} ({at}) {hold}{rest}.")
        elif in_boxes:
            found.append(
                "It is not settled how the findings do with other boxes, as none is settled with this one."
            )
        editions = [v.name for v in self.study.variations if not v.box]
        return [*found, *(self.fairness(name) for name in editions if self.wins(name)[1])]

    # --- who wins

    def wins(self, variation: str) -> tuple[str, dict[str, Estimate]]:
        """At the first table of a variation: where that is, and what each side wins if all are asked.

        Where who begins is drawn by lot and all play alike, of each place in the order of play.
        """
        for each in self.found:
            for (name, players, policy), comparisons in each.elsewhere.items():
                if name == variation:
                    one = agreed(comparisons)
                    sides = analysis_of(self.study.game).sides(one.base)
                    names = {SEAT: [side_name(one.base, side) for side in sides]}
                    names[PLACE] = [f"who plays {place}" for place in ORDER[: len(sides)]]
                    for way, called in names.items():
                        at = [c.base for c in one.changes if c.measure.key.startswith(f"{WINS}:{way}")]
                        if len(at) == len(called):
                            sure = {side: share for side, share in zip(called, at, strict=True) if share}
                            return f"{name}, {_where(players, policy)}", sure
        return variation, {}

    def fairness(self, variation: str) -> str:
        """Whether all sides of a variation win alike, of its baseline."""
        where, wins = self.wins(variation)
        verdicts = {side: verdict(e.minus(1 / len(wins)), FAIR) for side, e in wins.items()}
        uneven = [side for side, said in verdicts.items() if said == DIFFERENT]
        more = [side for side in uneven if wins[side].value > 1 / len(wins)]
        if uneven:
            told = more or uneven
            shares = listed(f"{side} wins about {roughly(wins[side], 100)} % of games" for side in told)
            return f"{capital(where)}: {shares}, {'more' if more else 'less'} than an even share."
        if set(verdicts.values()) == {EQUIVALENT}:
            return f"{capital(where)}: all sides win as often, within {100 * FAIR:g} percentage points."
        return f"{capital(where)}: it is not settled whether all sides win as often."

    # --- tables

    def tables(self) -> list[Table]:
        """Each finding here and in every variation, and who wins there."""
        places = list(dict.fromkeys(one.where for one in self.told))
        columns = [
            (where, name)
            for where in places
            for name in dict.fromkeys((HERE, *(o.variation for o in self.told if o.where == where)))
            if name != HERE or any(o.here for o in self.told if o.where == where)
        ]
        rows = []
        for arm in dict.fromkeys(one.arm for one in self.told):
            mine = [one for one in self.told if one.arm == arm]
            of = {(one.where, HERE): one.here for one in mine}
            of |= {(one.where, one.variation): one.there for one in mine}
            measures = dict.fromkeys(change.measure.short for change in of.values() if change)
            cells = [cell_of(of.get(column)) for column in columns]
            rows.append([Cell(arm), Cell(", ".join(measures)), *cells])
        alike = len({where.partition(", ")[2] for where in places}) == 1  # then who plays says nothing
        shown = {where: where.partition(", ")[0] if alike else where for where in places}
        heads = [f"{name}, {shown[where]}" if len(places) > 1 else name for where, name in columns]
        caption = "The change that says most of each arm, here and elsewhere; intervals hold for all at once."
        found = [Table(caption, ["arm", "measure", *heads], rows, 2)]
        wins = [
            [Cell(where), Cell(side), cell(f"{share.times(100):.1f}")]
            for v in self.study.variations
            if not v.box
            for where, sides in [self.wins(v.name)]
            for side, share in sides.items()
        ]
        if wins:
            found.append(Table("Games won in the baseline (%).", ["where", "side", "won"], wins, 2))
        return found

    def rows(self) -> Rows:
        """A row an arm and variation: the change there, and whether its verdict is that of the study."""
        return [
            {"arm": o.arm, "variation": o.variation, **o.there.as_dict(), "kept": o.kept if o.here else None}
            for o in self.told
        ]


def _where(players: int, policy: str) -> str:
    return f"{players} players, {policy}"


def _arms(told: Sequence[LeadElsewhere]) -> str:
    """The arms, each with its variations: ``one die (few and many)``."""
    where: dict[str, list[str]] = {}
    for one in told:
        where.setdefault(one.arm, []).append(one.variation)
    return listed(f"{arm} ({listed(names)})" for arm, names in where.items())
