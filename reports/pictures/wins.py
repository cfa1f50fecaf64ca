"""Who wins, and how long games take: the picture of a run of a game without scores."""

from __future__ import annotations

from pathlib import Path

from analyses.measures.measure import SHARE, Measure
from analyses.measures.number import Number
from analyses.measures.summary import Summary
from reports.pictures.charts import averaged, bars, label_of, whole_numbers
from reports.pictures.plots import DASHED, dots, sourced, write_picture
from reports.pictures.style import ACCENT, QUIET, Figure
from reports.words.wording import run_words, side_kind, side_name
from simulate.io.files import Rows

WIN_SHARE = Measure("win_share", "games won", kind=SHARE)

ROW, FRAME, BARS = 0.4, 0.75, 1.9
"""Inches of a row of dots, of what frames them, and of the bars below."""


def draw_wins(summary: Summary, said: str, path: Path) -> None:
    """Draw who wins, as is `said`, and how long games take, to `path`: a picture, or its numbers as .csv.

    Raises
    ------
    UserError
        If it cannot be written there.
    """
    with sourced(*run_words(summary)):
        write_picture(lambda page: draw(page, summary), said, caption_of(summary), path)


def caption_of(summary: Summary) -> str:
    """What the picture shows."""
    who = f"each {side_kind(summary)}" if summary.has_rivals else side_name(summary.plan, summary.sides[0])
    even = ", dashes an even share" if summary.has_rivals else ""
    said = f"Share of games that {who} won: dot with its 95 % interval{even}."
    if summary.has_turns:
        wide = averaged(summary.tally.in_a_bar)
        said += f" Below: share of games with each number of turns{wide}; solid: the middle nine tenths."
    return said


def draw(page: Figure, summary: Summary) -> Rows:
    """A row a side with what it wins; below it bars of how many turns games took."""
    wins_high = FRAME + ROW * len(summary.sides)
    high = [wins_high, BARS] if summary.has_turns else [wins_high]
    page.set_figheight(sum(high))
    panels = page.subplots(len(high), 1, squeeze=False, height_ratios=high)[:, 0]
    numbers = {
        label_of(summary, side): [Number(WIN_SHARE, summary.win_share(side))] for side in summary.sides
    }
    rows = dots(panels[0], numbers, {"games won": ACCENT})
    if summary.has_rivals:
        panels[0].axvline(100 * summary.even, color=QUIET, linewidth=0.8, linestyle=DASHED)
    panels[0].set_xlabel("% of games won")
    if summary.has_turns:
        counts = summary.tally
        bars(panels[1], counts, ACCENT, counts.middle(0.9), counts.in_a_bar)
        whole_numbers(panels[1])
        panels[1].set_xlabel("turns in the game")
        for n, share in zip(counts.numbers, counts.percent, strict=True):
            rows.append({"": f"{n} turns", "series": "of games", "value": share, "low": share, "high": share})
    return rows
