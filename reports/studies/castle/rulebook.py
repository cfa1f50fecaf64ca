"""The report about Castle on what its rulebook says of itself, and on whether that depends on who plays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from analyses.estimate import Estimate
from analyses.studies.castle.cards import CARD_MARGIN, NAMES
from analyses.studies.castle.claims import FAILS, HOLDS, TWO_IN_THREE, Claim, asked, disputed
from analyses.studies.castle.study import EVERYBODY
from analyses.studies.panel import panels
from analyses.studies.study import Entry, Results
from reports.parts import Cell, Section, Table, cell, marked
from reports.words import COUNTS, MARKS_TWICE, agreement, listed

CLAIM_FORMATS = {"luck": "+.2f", "shorter": "+.1f", "blocked": ".3%"}
"""How the numbers of claims are written; the others are percentages."""

ASKED: Mapping[str, tuple[str, ...]] = {
    "seats": ("above_fair",),
    "power": ("dealt",),
    "variants": ("winner_changes", "rounds", "minutes", "first_wins"),
}
"""The measures of each table that all policies are asked for, and that are held against a margin."""


# --- sentences


def claim_number(claim: Claim, estimate: Estimate) -> str:
    """The number of a claim as people say it."""
    shown = estimate.minus(-TWO_IN_THREE) if claim.name == "tactical" else estimate
    return format(shown, CLAIM_FORMATS.get(claim.name, ".1%"))


def claim_measure(results: Results, claim: Claim) -> str:
    """What is measured, with the numbers of players that were played."""
    return claim.measure.format(fewest=COUNTS[results.players[0]], most=COUNTS[results.players[-1]])


def claim_sentence(results: Results, claim: Claim, entries: Mapping[str, Entry]) -> str:
    """A claim, its number for each who plays, and whether it holds."""
    who, *others = entries
    said = f"{claim_number(claim, entries[who].estimate)} for {who}"
    if others:
        estimates = sorted((entries[other].estimate for other in others), key=lambda e: e.value)
        ends = [claim_number(claim, e).partition(" [")[0] for e in (estimates[0], estimates[-1])]
        said += f" ({' to '.join(dict.fromkeys(ends))} for the others)"
    groups = claim.by_verdict(entries)
    verdicts = "; ".join(f"{verdict} for {listed(who)}" for verdict, who in groups.items())
    if len(groups) == 1:
        verdicts = f"{next(iter(groups))}, whoever plays"
    return f"“{claim.quote}”: {claim_measure(results, claim)}: {said} (margin: {claim.test}): {verdicts}."


def claim_sentences(results: Results) -> list[str]:
    """All claims that these tables can answer."""
    return [claim_sentence(results, claim, entries) for claim, entries in asked(results)]


def dispute_sentences(results: Results) -> list[str]:
    """Where those who play contradict each other; first, about the rulebook."""
    found, claims = disputed(results), len(asked(results))
    said = []
    for claim, entries in found:
        who = claim.by_verdict(entries)
        said.append(f"“{claim.quote}” holds for {listed(who[HOLDS])}, not for {listed(who[FAILS])}")
    judged = sum(len(claim.decided(entries)) > 1 for claim, entries in asked(results))
    first = (
        f"{judged} of the rulebook’s {claims} claims can be judged, being decided for two or more who play; "
        f"they contradict each other in {len(found)}{': ' if said else ''}{'; '.join(said)}."
    )
    about = {"seats": "the order of play", "power": "cards dealt", "variants": "other rules"}
    return [
        first,
        *(
            agreement(panels(results, table, ASKED[table]), "the policies", words)
            for table, words in about.items()
        ),
    ]


# --- sections


def rulebook(results: Results) -> Section:
    """The claims one by one."""
    rows = [
        [
            Cell(f"“{claim.quote}”" if number == 0 else ""),
            Cell(who),
            cell(claim_number(claim, entry.estimate)),
            Cell(claim.verdict(entry)),
        ]
        for claim, entries in asked(results)
        for number, (who, entry) in enumerate(entries.items())
    ]
    tests = [
        f"“{claim.quote}” is read as: {claim_measure(results, claim)}; it holds if {claim.test}."
        for claim, _ in asked(results)
    ]
    table = Table(
        "The rulebook’s claims. It “holds” or “does not hold” only where the whole interval says so.",
        ["the rulebook says", "who plays", "number", "verdict"],
        rows,
        2,
    )
    return Section("What the rulebook says of itself", tests, [table])


def rulebook_lines(results: Results) -> Iterator[str]:
    """The same for a terminal."""
    yield from ("", " the rulebook")
    for claim, entries in asked(results):
        yield f"   “{claim.quote}” ({claim.test})"
        for who, entry in entries.items():
            yield f"     {who:<28}{claim_number(claim, entry.estimate):<28}{claim.verdict(entry)}"


def who_plays(results: Results) -> Section:
    """Where policies contradict each other."""
    claims = [
        [Cell(f"“{claim.quote}”"), Cell(who), Cell(claim.verdict(entry))]
        for claim, entries in disputed(results)
        for who, entry in sorted(entries.items(), key=lambda pair: claim.verdict(pair[1]) != HOLDS)
    ]
    cards = [
        [
            Cell(NAMES[str(dispute.keys["card"])]),
            Cell(f"{dispute.keys['players']} players"),
            *(marked(dispute.entries.get(policy), "+.1pp") for policy in EVERYBODY),
        ]
        for dispute in panels(results, "power", ASKED["power"])
        if dispute.contrary
    ]
    items = []
    if claims:
        caption = "The rulebook’s claims on which those who play contradict each other."
        items.append(Table(caption, ["claim", "who plays", "verdict"], claims, 3))
    if cards:
        items.append(
            Table(
                "Cards on which policies contradict each other: share of wins when dealt the card, over an "
                f"even share, percentage points; margin {100 * CARD_MARGIN:g}. {MARKS_TWICE}.",
                ["card", "table", *EVERYBODY],
                cards,
                2,
            )
        )
    return Section("Does it depend on who plays?", dispute_sentences(results), items)
