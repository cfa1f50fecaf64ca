"""Do the findings about the rescored games depend on who played them?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from analyses.estimate import DIFFERENT, EQUIVALENT
from analyses.farmer_study.rules import CHANGES, ROBUST_POLICIES, Change
from analyses.studies import Results

JUDGED = ("winner_changes", "score", "farm_share", "first_wins", "lead")
"""The measures of rescored games that are held against a margin."""


@dataclass(frozen=True)
class Dispute:
    """A finding on which policies contradict each other: the verdict of each."""

    measure: str
    change: Change
    players: int
    verdicts: Mapping[str, str]

    def who(self, verdict: str) -> list[str]:
        """The policies that say so."""
        return [policy for policy, said in self.verdicts.items() if said == verdict]


def disputes(results: Results) -> Iterator[Dispute]:
    """Findings that one policy calls different and another equivalent, or different the other way."""
    for measure in JUDGED:
        for change in CHANGES:
            for players in results.setting.players:
                found = {
                    policy: results.entry(
                        "rescored_changes", measure, players=players, policy=policy, change=change.name
                    )
                    for policy in ROBUST_POLICIES
                }
                verdicts = {policy: entry.verdict for policy, entry in found.items()}
                ways = {entry.estimate.value > 0 for entry in found.values() if entry.verdict == DIFFERENT}
                if len(ways) == 2 or (ways and EQUIVALENT in verdicts.values()):
                    yield Dispute(measure, change, players, verdicts)


def comparisons(results: Results) -> int:
    """How many findings were put to all policies, for each measure."""
    return len(CHANGES) * len(results.setting.players)
