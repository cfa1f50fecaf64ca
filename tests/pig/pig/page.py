"""What is told of Pig beyond who wins."""

from analyses.measures.summary import Fact, Headings, Summary
from analyses.measures.vocabulary import counted
from reports.pages.parts import LEVEL, Section, means_table
from simulate.store.runs import Run

DICE: Headings = {"rolls": ("rolls",), "ones": ("busts",)}
COUNTED = {"dice": DICE}
MEASURES = counted({"ones": ("busts",)}, "{} that a player rolls", 1.0, "one more is noticed")


def facts(summary: Summary) -> list[Fact]:
    """How long a game takes, and how often the die is rolled."""
    rolls = summary.moments.mean(summary.everyone("rolls"))
    return [Fact("turns", summary.length, "{:.1f} turns a game"), Fact("rolls", rolls, "{:.1f} rolls")]


def sections(run: Run, summary: Summary) -> list[Section]:
    """What the seats roll."""
    table = means_table(summary, f"Rolls of a game, {LEVEL} intervals.", DICE, ".2f")
    return [Section("What the seats roll", ["A one ends the turn."], [table])]
