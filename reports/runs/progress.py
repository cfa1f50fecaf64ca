"""What the page of a run says of how its games go, if it has the table `progress`."""

from __future__ import annotations

from analyses.estimates.lazy import pd
from analyses.measures.measure import SHARE, noticed, sized
from analyses.runs.progress import progress_of
from reports.pages.parts import LEVEL, Cell, Section, Table, estimate_cell, picture
from reports.pictures.plots import annotate, banded, numbers, quiet
from reports.pictures.style import ACCENT, Figure
from reports.words.wording import count, unit
from simulate.io.files import Rows
from simulate.store.runs import Run

HALF = 0.5

WORDS, DIP, DEEP = 40, 2, 12
"""How far words reach beside the line, how far the band may dip into them, and how far they reach beneath it,
in percent of the axes."""


def sections(run: Run) -> list[Section]:
    """When games are decided, who runs away and who comes from behind; nothing for a run that cannot tell."""
    course = progress_of(run)
    if course is None:
        return []
    leads = course.leading()
    half = leads.loc[leads["part"] == HALF, "estimate"].item()
    margin = sized(f"{noticed(course.plan.game)[0]:g}", unit(course.plan))
    stations = ", ".join(f"{row.part:.0%} {row.estimate:.1%}" for row in leads[::5].itertuples())
    line = picture(
        lambda page: leading(page, leads),
        f"Halfway through, the later winner leads in {half:.1%} of games",
        "Line from the start of the game to its end: the share of games in which the later winner leads. "
        + stations,
        "The later winner, and nobody else, has the best score; the line ends before the last turn, or the "
        f"scoring after it. Band: {LEVEL} at each point by itself.",
    )

    rows = []
    for measure in course.measures:
        spec = ".1%" if measure.kind == SHARE else ".2f"
        rows.append([Cell(measure.words), estimate_cell(course.estimates[measure.name], spec)])
    table = Table(
        f"{count(course.n)} that were won, {LEVEL} intervals. A game is decided when the lead "
        f"changes for the last time. A runaway leader is more than {margin} ahead from a quarter of the game "
        f"on; a game is won from behind if the winner is more than {margin} behind at half.",
        ["", "these games"],
        rows,
    )

    last = course.estimates["last_lead_change"]
    prose = [
        f"The lead changes for the last time after {last:.1%} of a game on average.",
        "Scores are what each has by then, hidden or not; what is counted only at the end counts only there.",
    ]
    return [Section("When a game is decided", prose, [line, table])]


def leading(page: Figure, table: pd.DataFrame) -> Rows:
    """A line with its band: in how many games the later winner leads, by part of the game."""
    page.set_figheight(3.0)
    axes = page.add_subplot()
    ends = [estimate.times(100) for estimate in table["estimate"]]
    parts = [100 * part for part in table["part"]]
    banded(axes, parts, ends, ACCENT, 0.2, linewidth=1.8)
    number = int(HALF * (len(parts) - 1))
    middle = parts[number], ends[number].value
    axes.plot(*middle, "o", color=ACCENT, markersize=5, markeredgewidth=0)

    estimates_beside = [e for x, e in zip(parts, ends, strict=True) if middle[0] <= x <= middle[0] + WORDS]
    if middle[1] > DEEP and min(e.low for e in estimates_beside) > ends[number].low - DIP:
        annotate(axes, "the later winner leads", middle, (8, -12), color=ACCENT)
    else:  # the line falls into words beneath it, or the axis is there
        top = middle[0], max(e.high for e in estimates_beside)
        annotate(axes, "the later winner leads", top, (8, 6), color=ACCENT)

    axes.set(xlim=(0, 100), ylim=(0, 100), xlabel="of the game is over", ylabel="of games")
    axes.xaxis.set_major_formatter("{x:.0f} %")
    axes.yaxis.set_major_formatter("{x:.0f} %")
    quiet(axes, "y")
    return [{"percent of the game": x, **numbers(end)} for x, end in zip(parts, ends, strict=True)]
