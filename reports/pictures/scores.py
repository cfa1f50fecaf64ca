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
from reports.words.wording import capital, roughly, run_words, side_kind, side_name, unit
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
        if not self.summary.has_rivals:
            return EQUIVALENT
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
        words, kind, are_left = unit(plan), side_kind(self.summary), counts_left(plan.game)
        if self.summary.by_place or not self.summary.has_rivals:
            clause = ""
        elif self.verdict == DIFFERENT:
            clause = f"{self._lead_clause()}; "
        else:
            clause = f"all {kind}s have as many {words} left" if are_left else f"all {kind}s score alike"
            if self.verdict != EQUIVALENT:
                clause = f"it is not settled whether {clause}"
            clause += "; "

        share = 100 * counts.between(low, high) / counts.n
        if share < NEARLY_HALF:
            portion = "half of all"
        else:
            portion = "all" if share == 100 else f"about {share:.0f} % of all"
        values = f"{low} to {high}" if low < high else f"{low}"
        if not self.summary.has_rivals:
            kind = "game"
        return capital(f"{clause}{portion} {kind}s end with {values} {words}")

    def _lead_clause(self) -> str:
        """By how much the best is ahead of the last."""
        game, kind = self.summary.plan.game, side_kind(self.summary)
        best, last = f"{kind} {self.ranked[0].number}", f"{kind} {self.ranked[-1].number}"
        size = sized(roughly(self.lead), unit(self.summary.plan))
        if counts_left(game):
            return f"{best.capitalize()} has about {size} fewer left than {last}"
        relation = "less than" if games.load(game).low_wins else "more than"
        return f"{best.capitalize()} scores about {size} {relation} {last}"


def draw_scores(summary: Summary, path: Path) -> None:
    """Draw how the scores are distributed and write it to `path`: a picture, or its numbers as .csv.

    Raises
    ------
    UserError
        If it cannot be written there.
    """
    with sourced(*run_words(summary)):
        write_picture(lambda page: draw(page, summary), Scores(summary).say(), caption_of(summary), path)


def caption_of(summary: Summary) -> str:
    """What the picture shows."""
    kind, suffix = side_kind(summary), " left" if counts_left(summary.plan.game) else ""
    is_settled = Scores(summary).verdict == DIFFERENT
    population = f"games in which a {kind}" if is_settled else f"all {kind}s that"
    if not summary.has_rivals:
        population = "all games that"
    return (
        f"Share of {population} ended with each number of {unit(summary.plan)}{suffix}"
        f"{averaged(summary.scores.in_a_bar)}. Solid: half of them or more; line: the mean."
    )


def draw(page: Figure, summary: Summary) -> Rows:
    """The share of games with each score: of all sides as one, or a row a side where one is ahead."""
    scores, kind, wide = Scores(summary), side_kind(summary), summary.scores.in_a_bar
    is_settled = scores.verdict == DIFFERENT
    if is_settled:
        series = []
        for side in scores.ranked:
            colour = seat_line(side.words.get("colour", ""))
            label = label_of(summary, side)
            series.append((label, summary.scores_of(side), summary.mean_score(side), colour))
    else:
        name = f"every {kind}" if summary.has_rivals else side_name(summary.plan, summary.sides[0])
        series = [(name, summary.scores, scores.mean, ACCENT)]
    page.set_figheight((0.5 if is_settled else 1.1) + 1.15 * len(series))
    panels = page.subplots(len(series), 1, sharex=True, sharey=True, squeeze=False)[:, 0]
    rows, highest = [], 0.0
    for axes, (name, counts, mean, colour) in zip(panels, series, strict=True):
        bars(axes, counts, colour, counts.half(), wide)
        axes.axvline(mean.value, color=PAPER, linewidth=2)
        axes.axvline(mean.value, color=INK, linewidth=0.9)
        axes.set_title(name, fontsize=9.5, pad=5)
        axes.set_title(f"mean {mean:.1f}", loc="right", fontsize=9.5, fontweight="normal", pad=5)
        highest = max(highest, axes.get_ylim()[1])
        for n, share in zip(counts.numbers, counts.percent, strict=True):
            rows.append({kind: name, unit(summary.plan): n, "percent": share})
    panels[0].set_ylim(0, highest)
    left = " left" if counts_left(summary.plan.game) else ""
    panels[-1].set_xlabel(f"{unit(summary.plan)}{left} at the end of the game")
    return rows
