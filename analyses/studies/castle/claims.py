"""What the rulebook of Castle says of itself, held against the games, claim by claim, for all who play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from analyses.estimate import DIFFERENT, EQUIVALENT, UNDECIDED, Estimate, wilson
from analyses.studies.castle.games import SECONDS, CellGames
from analyses.studies.castle.length import HALF_HOUR, HOUR, SELDOM
from analyses.studies.castle.skill import LUCK_MARGIN, PAIRS, difference
from analyses.studies.castle.variants import MINUTES_MARGIN
from analyses.studies.study import Entry, Results, at

HOLDS, FAILS, OPEN, ONCE = "holds", "does not hold", UNDECIDED, "not replicated"

TWO_IN_THREE = 2 / 3
VERY_RARE = 0.001


@dataclass(frozen=True)
class Claim:
    """A sentence of the rulebook, and the number that it is held against."""

    name: str
    quote: str
    measure: str
    """What is measured, as a heading."""
    unit: str
    test: str
    """When the claim holds."""
    margin: float
    above: bool = False
    """Whether it says that the number lies above the margin, or within it."""

    def verdict(self, entry: Entry) -> str:
        """It holds, it does not, these games cannot tell, or those of both seeds say two things."""
        if entry.verdict == UNDECIDED:
            return OPEN if entry.replicated is None else ONCE
        if self.above:
            return HOLDS if entry.verdict == DIFFERENT and entry.estimate.value > 0 else FAILS
        return HOLDS if entry.verdict == EQUIVALENT or entry.estimate.value < 0 else FAILS

    def decided(self, entries: Mapping[str, Entry]) -> list[str]:
        """Those for whom it holds or does not."""
        return [who for who, entry in entries.items() if self.verdict(entry) in (HOLDS, FAILS)]

    def by_verdict(self, entries: Mapping[str, Entry]) -> dict[str, list[str]]:
        """Those who play by what holds for them."""
        groups: dict[str, list[str]] = {}
        for who, entry in entries.items():
            groups.setdefault(self.verdict(entry), []).append(who)
        return groups


CLAIMS = (
    Claim(
        "luck",
        "More players: more luck …",
        "luck index with {most} players less that with {fewest}",
        "luck index",
        f"it rises by more than {LUCK_MARGIN:g}",
        LUCK_MARGIN,
        True,
    ),
    Claim(
        "shorter",
        "… and a shorter game",
        f"minutes with {{fewest}} players less those with {{most}}, at {SECONDS} seconds an action",
        "minutes",
        f"it is shorter by more than {MINUTES_MARGIN:g} minutes",
        MINUTES_MARGIN,
        True,
    ),
    Claim(
        "tactical",
        "Two players: tactical …",
        "share of wins of the better of two players",
        "share of wins above 2/3",
        "the better one wins more than two games in three",
        0.0,
        True,
    ),
    Claim(
        "hour",
        "… and up to an hour",
        f"share of two-player games over an hour, at {SECONDS} seconds an action",
        "share of games",
        f"it is one in ten ({100 * SELDOM:.0f} %) or less",
        SELDOM,
    ),
    Claim(
        "half_hour",
        "Five players: rarely more than half an hour",
        f"share of five-player games over half an hour, at {SECONDS} seconds an action",
        "share of games",
        f"it is one in ten ({100 * SELDOM:.0f} %) or less",
        SELDOM,
    ),
    Claim(
        "blocked",
        "A blocked board is very rare",
        "share of games that end blocked, all numbers of players",
        "share of games",
        f"it is one in a thousand ({100 * VERY_RARE:g} %) or less",
        VERY_RARE,
    ),
)


def claimed(results: Results, alike: Sequence[tuple[str, Sequence[CellGames]]]) -> Iterator[Entry]:
    """The number of each claim, for every policy or pair of policies that it can be asked of.

    `alike` holds for each policy its games at every table.
    """
    for claim in CLAIMS:
        for who, number in _numbers(results, claim, alike):
            yield at("claims", claim=claim.name, who=who)("number", claim.unit, number, claim.margin)


def _numbers(
    results: Results, claim: Claim, alike: Sequence[tuple[str, Sequence[CellGames]]]
) -> Iterator[tuple[str, Estimate]]:
    """Who is asked, and the number of the claim for them; nobody where the tables cannot answer it."""
    fewest, most, policies = results.players[0], results.players[-1], [policy for policy, _ in alike]
    if claim.name == "luck" and most > fewest:
        for pair in PAIRS:
            for who, measure in ((pair.name, "luck"), (pair.turned, "luck_of_weak")):
                many, few = (results.get("skill", measure, players=p, pair=pair.name) for p in (most, fewest))
                yield who, difference(many, few)
    elif claim.name == "shorter" and most > fewest:
        for policy in policies:
            long, short = (results.get("length", "minutes", players=p, policy=policy) for p in (fewest, most))
            yield policy, difference(long, short)
    elif claim.name == "tactical" and fewest == 2:
        for pair in PAIRS:
            won = results.get("skill", "strong_wins", players=2, pair=pair.name)
            yield pair.name, won.minus(TWO_IN_THREE)
    elif claim.name == "hour" and fewest == 2:
        for policy in policies:
            yield policy, results.get("length", f"over_{HOUR}", players=2, policy=policy)
    elif claim.name == "half_hour" and most == 5:
        for policy in policies:
            yield policy, results.get("length", f"over_{HALF_HOUR}", players=5, policy=policy)
    elif claim.name == "blocked":
        for policy, tables in alike:
            blocked = sum(int(played.blocked.sum()) for played in tables)
            yield policy, wilson(blocked, sum(played.n for played in tables))


def asked(results: Results) -> list[tuple[Claim, dict[str, Entry]]]:
    """The claims that these tables can answer, and the number for each who plays."""
    found = ((claim, results.where("claims", "number", claim=claim.name)) for claim in CLAIMS)
    return [
        (claim, {str(entry.keys["who"]): entry for entry in entries}) for claim, entries in found if entries
    ]


def disputed(results: Results) -> list[tuple[Claim, dict[str, Entry]]]:
    """The claims of `asked` that hold for one who plays and not for another."""
    return [
        (claim, entries)
        for claim, entries in asked(results)
        if {HOLDS, FAILS} <= claim.by_verdict(entries).keys()
    ]
