"""What the rulebook of Castle says of itself, held against the games, claim by claim, for all who play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from analyses.castle_study.games import SECONDS, Played
from analyses.castle_study.length import HALF_HOUR, HOUR, SELDOM
from analyses.castle_study.skill import LUCK_MARGIN, PAIRS, Pair, difference
from analyses.castle_study.variants import MINUTES_MARGIN
from analyses.estimate import DIFFERENT, EQUIVALENT, UNDECIDED, Estimate, wilson
from analyses.studies import Entry, Results

HOLDS, FAILS, OPEN = "holds", "does not hold", UNDECIDED

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

    def judge(self, entry: Entry) -> str:
        """One of three: it holds, it does not, or these games cannot tell."""
        if entry.verdict == UNDECIDED:
            return OPEN
        if self.above:
            return HOLDS if entry.verdict == DIFFERENT and entry.estimate.value > 0 else FAILS
        return HOLDS if entry.verdict == EQUIVALENT or entry.estimate.value < 0 else FAILS


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


def claimed(results: Results, alike: Sequence[tuple[str, Sequence[Played]]]) -> Iterator[Entry]:
    """The number of each claim, for every policy or pair of policies that it can be asked of.

    `alike` holds for each policy its games at every table.
    """
    players = results.setting.players
    policies = [policy for policy, _ in alike]
    for claim in CLAIMS:
        for who, number in _numbers(results, claim, policies, players, alike):
            place = {"claim": claim.name, "who": who}
            yield Entry("claims", place, "number", claim.unit, number, claim.margin)


def _numbers(
    results: Results,
    claim: Claim,
    policies: Sequence[str],
    players: Sequence[int],
    alike: Sequence[tuple[str, Sequence[Played]]],
) -> Iterator[tuple[str, Estimate]]:
    fewest, most = players[0], players[-1]
    if claim.name == "luck" and most > fewest:
        for pair in PAIRS:
            for who, measure in ((pair.name, "luck"), (pair.turned, "luck_of_weak")):
                if tells_apart(results, pair, measure):
                    indices = (
                        results.get("skill", measure, players=p, pair=pair.name) for p in (most, fewest)
                    )
                    yield who, difference(*indices)
    elif claim.name == "shorter" and most > fewest:
        for policy in policies:
            long, short = (results.get("length", "minutes", players=p, policy=policy) for p in (fewest, most))
            yield policy, difference(long, short)
    elif claim.name == "tactical" and fewest == 2:
        for pair in (pair for pair in PAIRS if pair.apart):
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


def tells_apart(results: Results, pair: Pair, measure: str) -> bool:
    """Whether luck matters at all between the two.

    Where the weaker one wins next to nothing at every table, no number of players could show more luck or
    less: such a pair is not asked.
    """
    return any(
        results.get("skill", measure, players=players, pair=pair.name).high > LUCK_MARGIN
        for players in results.setting.players
    )


def asked(results: Results) -> list[tuple[Claim, list[tuple[str, Entry]]]]:
    """The claims that these tables can answer, and the number for each who plays."""
    found = []
    for claim in CLAIMS:
        entries = [
            (str(entry.keys["who"]), entry)
            for entry in results.entries
            if entry.table == "claims" and entry.keys["claim"] == claim.name
        ]
        if entries:
            found.append((claim, entries))
    return found


@dataclass(frozen=True)
class Dispute:
    """A claim that holds for one who plays and not for another: the judgement of each."""

    claim: Claim
    verdicts: dict[str, str]

    def who(self, verdict: str) -> list[str]:
        """Those for whom it is so."""
        return [who for who, said in self.verdicts.items() if said == verdict]


def disputes(results: Results) -> list[Dispute]:
    """The claims on which those who play contradict each other."""
    found = []
    for claim, entries in asked(results):
        verdicts = {who: claim.judge(entry) for who, entry in entries}
        if {HOLDS, FAILS} <= set(verdicts.values()):
            found.append(Dispute(claim, verdicts))
    return found
