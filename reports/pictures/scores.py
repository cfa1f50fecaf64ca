"""How scores are distributed: all seats as one where none is surely ahead, else one below the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from analyses.estimates.estimate import DIFFERENT, EQUIVALENT, Estimate, verdict
from analyses.measures.measure import counts_left, noticed, sized
from analyses.measures.summary import Side, Summary
from reports.pictures.charts import averaged, bars, label_of
from reports.pictures.plots import sourced, write_picture
from reports.pictures.style import ACCENT, INK, PAPER, Figure, seat_line
from reports.words.wording import capital, roughly, run_words, side_kind, unit
from rules import games
from simulate.io.files import Rows

NEARLY_HALF = 52.5
"""Percent up to which we say half."""


@dataclass(frozen=True)
class Scores:
    """The scores of a run, and whether somebody is ahead."""

    summary: Summary

    @cached_property
    def ranked(self) -> Sequence[Side]:
        """The sides, best mean first."""
        return sorted(
            self.summary.sides,
            key=lambda side: self.summary.mean_score(side).value,
            reverse=not games.load(self.summary.plan.game).low_wins,
        )

    @cached_property
    def lead(self) -> Estimate:
        """The mean of the best over that of the last; it holds for all pairs at once."""
        return self.summary.lead(self.ranked[0], self.ranked[-1], self.summary.level_of_pairs)

    @cached_property
    def verdict(self) -> str:
        """Whether that is more than anybody would notice; seats that only a lot tells apart are alike."""
        return EQUIVALENT if self.summary.by_place else verdict(self.lead, noticed(self.summary.plan.game)[0])

    @property
    def mean(self) -> Estimate:
        """The mean of all sides."""
        moments, sides = self.summary.moments, self.summary.sides
        return moments.mean(self.summary.everyone("score")).times(1 / len(sides))

    def say(self) -> str:
        """The title: who is ahead, if that is settled, and where most scores lie."""
        plan, counts = self.summary.plan, self.summary.scores
        low, high = counts.half()
        what, kind, left = unit(plan), side_kind(self.summary), counts_left(plan.game)
        best, last = (f"{kind} {side.number}" for side in (self.ranked[0], self.ranked[-1]))
        if self.verdict == DIFFERENT:
            size = sized(roughly(self.lead), what)
            than = "less than" if games.load(plan.game).low_wins else "more than"
            more = f"has about {size} fewer left than" if left else f"scores about {size} {than}"
            text = f"{best.capitalize()} {more} {last}"
        else:
            alike = f"all {kind}s {f'have as many {what} left' if left else 'score alike'}"
            text = alike if self.verdict == EQUIVALENT else f"it is not settled whether {alike}"
        text = "" if self.summary.by_place else f"{text}; "
        share = 100 * counts.between(low, high) / counts.n
        part = (
            "half of all" if share < NEARLY_HALF else "all" if share == 100 else f"about {share:.0f} % of all"
        )
        values = f"{low} to {high}" if low < high else f"{low}"
        return capital(f"{text}{part} {kind}s end with {values} {what}")


def draw_scores(summary: Summary, path: Path) -> None:
    """Draw how the scores are distributed and write it to `path`: a picture, or its numbers as .csv.

    Raises
    ------
    UserError
        If it cannot be written there.
    """
    with sourced(*run_words(summary)):
        write_picture(lambda page: draw(page, summary), Scores(summary).say(), shown(summary), path)


def shown(summary: Summary) -> str:
    """What the picture shows."""
    kind, left = side_kind(summary), " left" if counts_left(summary.plan.game) else ""
    apart = Scores(summary).verdict == DIFFERENT
    those = f"games in which a {kind}" if apart else f"all {kind}s that"
    return (
        f"Share of {those} ended with each number of {unit(summary.plan)}{left}"
        f"{averaged(summary.scores.in_a_bar)}. Solid: half of them or more; line: the mean."
    )


def draw(page: Figure, summary: Summary) -> Rows:
    """The share of games with each score: of all sides as one, or a row a side where one is ahead."""
    scores, kind, wide = Scores(summary), side_kind(summary), summary.scores.in_a_bar
    apart = scores.verdict == DIFFERENT
    every = [
        (
            label_of(summary, side),
            summary.scores_of(side),
            summary.mean_score(side),
            seat_line(side.words.get("colour", "")),
        )
        for side in (scores.ranked if apart else ())
    ] or [(f"every {kind}", summary.scores, scores.mean, ACCENT)]
    page.set_figheight((0.5 if apart else 1.1) + 1.15 * len(every))
    panels = page.subplots(len(every), 1, sharex=True, sharey=True, squeeze=False)[:, 0]
    rows, highest = [], 0.0
    for axes, (name, counts, mean, colour) in zip(panels, every, strict=True):
        bars(axes, counts, colour, counts.half(), wide)
        axes.axvline(mean.value, color=PAPER, linewidth=2)
        axes.axvline(mean.value, color=INK, linewidth=0.9)
        axes.set_title(name, fontsize=9.5, pad=5)
        axes.set_title(f"mean {mean:.1f}", loc="right", fontsize=9.5, fontweight="normal", pad=5)
        highest = max(highest, axes.get_ylim()[1])
        rows += [
            {kind: name, unit(summary.plan): n, "percent": share}
            for n, share in zip(counts.numbers, counts.percent, strict=True)
        ]
    panels[0].set_ylim(0, highest)
    left = " left" if counts_left(summary.plan.game) else ""
    panels[-1].set_xlabel(f"{unit(summary.plan)}{left} at the end of the game")
    return rows
