"""How every study puts numbers into words: the size first, then the margin and the verdict."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from analyses.estimate import DIFFERENT, EQUIVALENT, UNDECIDED, Estimate
from analyses.studies import Entry, Results

COUNTS = {2: "two", 3: "three", 4: "four", 5: "five"}
MARKS = {DIFFERENT: "≠", EQUIVALENT: "=", UNDECIDED: "?", "": ""}
MARKS_SAY = "≠ different by more than the margin, = equivalent within it, ? undecided at this n"


def listed(words: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def between(low: float, high: float, spec: str) -> str:
    """``1.5 to 3.0``, or the one number that both are."""
    ends = [format(low, spec), format(high, spec)]
    return ends[0] if ends[0] == ends[1] else " to ".join(ends)


def percent(estimate: Estimate) -> str:
    """A share."""
    return f"{estimate:.1%}"


def percentage_points(estimate: Estimate) -> str:
    """A difference of shares."""
    return f"{estimate.times(100):+.1f}"


def signed(estimate: Estimate) -> str:
    """A difference of points."""
    return f"{estimate:+.1f}"


def signed_2(estimate: Estimate) -> str:
    """A small difference."""
    return f"{estimate:+.2f}"


def by_players(entries: Mapping[int, Entry], show: Callable[[Estimate], str], unit: str = "") -> str:
    """The same number at each table: ``a points with two, b with three and c with four players``."""
    numbers = [show(entry.estimate) for entry in entries.values()]
    numbers[0] = f"{numbers[0]} {unit}".rstrip()
    said = [f"{number} with {COUNTS[players]}" for players, number in zip(entries, numbers, strict=True)]
    return f"{listed(said)} players"


def judged(entries: Mapping[int, Entry], margin: str) -> str:
    """The margin, then the verdicts, those of several tables together."""
    groups: dict[str, list[str]] = {}
    for players, entry in entries.items():
        groups.setdefault(entry.verdict, []).append(COUNTS[players])
    if len(groups) == 1:
        return f"margin {margin}: {next(iter(groups))}"
    said = [f"{verdict} with {listed(tables)}" for verdict, tables in groups.items()]
    return f"margin {margin}: {'; '.join(said)}"


def about(results: Results) -> list[str]:
    """What was played, in a few words each."""
    return [
        f"{results.games:,} games in {results.cells} cells",
        f"{listed([str(p) for p in results.setting.players])} players",
        f"seed {results.setting.seed}",
    ]


def care(results: Results, disputes: Sequence[str]) -> list[str]:
    """What comes before every finding: notes on the games, then where policies disagree."""
    return [*(f"{text[0].upper()}{text[1:]}." for text in results.notes), *disputes]


def at_tables(results: Results, table: str, measure: str, **keys: int | str) -> dict[int, Entry]:
    """The entry of each number of players."""
    return {p: results.entry(table, measure, players=p, **keys) for p in results.setting.players}
