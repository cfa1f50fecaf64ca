"""What the page about policies has of its own: who is strongest, circles, and how far one number goes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from analyses.estimates.estimate import DIFFERENT, EQUIVALENT
from analyses.measures.number import LIKELY, OPEN, SURE, Number, certainty_of
from analyses.questions.results import Results
from analyses.studies.declared import Declared
from analyses.studies.policies.model import cycles
from reports.answers.studies.grid import Grid, grid_of
from reports.words.findings import Finding
from reports.words.wording import capital, listed, players_words, values_in_words, values_listed

__all__ = ["at_the_table", "others", "ranked", "ranked_grid", "rivals", "strongest", "strongest_title"]

NAMED = 3
"""So many policies a sentence names one by one."""


def ranked(results: Results) -> list[str]:
    """The policies whose strength is known, by what it is at the smallest table that tells it."""
    found: dict[str, float] = {}
    for players in results.players:
        for e in results.matching("strength", "elo", players=players):
            found.setdefault(str(e.place["policy"]), e.estimate.value)
    return sorted(found, key=lambda name: -found[name])


def rivals(results: Results) -> list[str]:
    """The strongest beside `heuristic` of those whose strength is known, three at most."""
    return [name for name in ranked(results) if results.matching("strength", "below_lead", policy=name)][:3]


def ranked_grid(study: Declared, results: Results, measure: str = "below_lead") -> Grid:
    """The strengths, the strongest first: against `heuristic`, which is 0 in every setting."""
    grid = grid_of(study, results, "strength", measure, down="policy")
    names = ranked(results)
    return replace(grid, lines=sorted(grid.lines, key=lambda x: ([*names, x.label]).index(x.label)))


def strongest(results: Results) -> Finding:
    """Whether `heuristic` is the strongest at each table, or who is stronger, as far as both seeds say so.

    Of whom no strength is known, what they win alone among `heuristic` says that.
    """
    lead = results.setting.lead
    told: dict[str, list[int]] = {}
    open_: dict[str, list[int]] = {}
    for players in results.players:
        met = results.matching("pairs", "above_even", players=players, others=lead)
        gaps = {
            str(e.place[who]): e.estimate
            for who, found in (
                ("odd", met),
                ("policy", results.matching("strength", "below_lead", players=players)),
            )
            for e in found
        }
        level = [name for name, gap in gaps.items() if gap.high >= 0]
        above = [name for name, gap in gaps.items() if gap.low > 0]
        if gaps and not level:
            told.setdefault(f"{lead} is the strongest", []).append(players)
        elif above:
            verb = "is" if len(above) == 1 else "are"
            told.setdefault(f"{who_of(above)} {verb} stronger than {lead}", []).append(players)
        elif level:
            open_.setdefault(who_of(level), []).append(players)
    numbers = {
        str(e.place["policy"]): e
        for e in results.matching("strength", "below_lead", players=results.players[0])
    }
    said = [f"{text} with {players_words(players)} players" for text, players in told.items()]
    for name, counts in open_.items():
        maybe = f"{name} may be as strong as {lead}" if name == next(iter(open_)) else name
        said.append(f"{maybe} with {players_words(counts)} players")
    text = capital("; ".join(said) or "it is not settled who is the strongest")
    return Finding(f"{text}.", OPEN if not told else LIKELY if open_ else SURE, numbers, "+.0f")


def who_of(names: Sequence[str]) -> str:
    """The names of a few policies, or how many they are.

    >>> who_of(["drawer", "rusher"]), who_of(["blocker", "drawer", "farmer", "random"])
    ('drawer and rusher', '4 policies')
    """
    return listed(names) if len(names) <= NAMED else f"{len(names)} policies"


def strongest_title(results: Results) -> str:
    """The same above a picture."""
    return strongest(results).text.removesuffix(".")


def at_the_table(results: Results) -> Iterator[Finding]:
    """What it means to meet `heuristic`: points that even it out, and a match, as far as they are known.

    It is told of three, the `rivals` first; who never wins has no strength, but there are points for it. With
    several numbers of players it is told of one, at each of them.
    """
    least, *more = results.players
    met = (str(e.place["odd"]) for e in results.matching("pairs", "win_share", players=least))
    told = [name for name in dict.fromkeys([*rivals(results), *met]) if name != results.setting.lead][:3]
    nine = "Games of a match that the better player wins nine times in ten"
    even = "Points beforehand that would make wins even"
    for measure, said, spec in (("handicap", even, "+.1f"), ("match", nine, ".0f")):
        of_table = {p: found for p in results.players if (found := _meetings(results, measure, p, told))}
        if not of_table:
            continue
        first = next(iter(of_table.values()))
        if not more:
            text, numbers = f"{said}: {_each(first)}.", first
        else:
            who = next(iter(first))
            each = {p: found[who] for p, found in of_table.items() if who in found}
            sizes = values_listed([e.estimate for e in each.values()])
            text = f"{said}, {who}: {sizes} with {players_words(each)} players."
            numbers = {f"{p} players": e for p, e in each.items()}
        yield Finding(text, certainty_of(numbers.values()), numbers, spec)


def _meetings(results: Results, measure: str, players: int, told: Sequence[str]) -> dict[str, Number]:
    """A number of each pair of `heuristic` and one of these, in the order of these, where it is known."""
    known = {
        (str(e.place["odd"]), str(e.place["others"])): e
        for e in results.matching("pairs", measure, players=players)
        if e.estimate.low > 0 and certainty_of([e]) != OPEN
    }
    lead = results.setting.lead
    pairs = [pair for name in told for pair in ((name, lead), (lead, name)) if pair in known]
    return {f"{odd} against {others}": known[odd, others] for odd, others in pairs}


def _each(found: Mapping[str, Number]) -> str:
    """The number of each: ``9 for heuristic against novice``."""
    values = values_in_words([number.estimate for number in found.values()])
    return listed(f"{value} for {who}" for who, value in zip(found, values, strict=True))


def others(results: Results) -> Iterator[Finding]:
    """Whose strength is not known, circles of three, and pairs that stray from the model."""
    unknown: dict[tuple[int, ...], list[str]] = {}
    for policy in dict.fromkeys(str(e.place["odd"]) for e in results.matching("pairs", "win_share")):
        known = results.by_players_present("strength", "elo", policy=policy)
        if without := tuple(p for p in results.players if p not in known):
            unknown.setdefault(without, []).append(policy)
    for counts, names in unknown.items():
        pairs = results.matching("pairs", "above_even", players=counts[0])
        numbers = {_pairing(e): e for e in pairs if e.place["odd"] in names}
        who = f"{listed(names)} {'is' if len(names) == 1 else 'are'}"
        at = f"with {players_words(counts)} players"
        text = f"These games cannot tell how strong {who} {at}: too few were won, or lost."
        yield Finding(text, OPEN, numbers, "+.1pp")
    circles = [(p, circle) for p in results.players for circle in cycles(results, p)]
    for players, (a, b, c) in circles[:1]:
        ring = [
            results.entry("pairs", "above_even", players=players, odd=x, others=y)
            for x, y in ((a, b), (b, c), (c, a))
        ]
        text = f"With {players} players {a} beats {b}, {b} beats {c}, and {c} beats {a}."
        numbers = {str(e.place["odd"]): e for e in ring}
        yield Finding(text, certainty_of(ring), numbers, "+.1pp")
    every = [e for e in results.matching("pairs", "misfit") if not _told_turned(e)]
    apart = [e for e in every if e.verdict == DIFFERENT]
    far = sorted(every, key=lambda e: (e not in apart, -abs(e.estimate.value)))[:3]
    numbers = {_pairing(e): e for e in far}
    if apart:
        often = f"{len(apart)} of {len(every)} pairings"
        text = f"Strength is not everything: in {often} one side wins more than its strength says."
        yield Finding(text, certainty_of(apart), numbers, "+.1pp")
    elif every:
        text = "The strengths say who wins: no pairing surely goes another way."
        alike = all(e.claim == EQUIVALENT for e in every)
        yield Finding(text, certainty_of(every) if alike else OPEN, numbers, "+.1pp")


def _pairing(entry: Number) -> str:
    """Who sits alone among whom, and at which table."""
    return f"{entry.place['odd']} among {entry.place['others']}, {entry.place['players']} players"


def _told_turned(entry: Number) -> bool:
    """Whether the other of two players says the same: what one wins, the other loses."""
    return entry.place["players"] == 2 and str(entry.place["odd"]) > str(entry.place["others"])
