"""What the page about seats has of its own: the bonus that repairs them, and the colours."""

from __future__ import annotations

from collections.abc import Iterator

from analyses.estimates.estimate import DIFFERENT, EQUIVALENT
from analyses.measures.measure import ORDER
from analyses.measures.number import OPEN, certainty_of
from analyses.questions.results import Results
from reports.words.findings import Finding
from reports.words.wording import capital, headed, listed, stated

__all__ = ["between", "bonus", "colours"]


def between(results: Results, first: str) -> Iterator[Finding]:
    """Of the places between first and last the one farthest from an even share, if any surely is off."""
    apart = [
        e
        for e in results.matching("places", "above_even", policy=first)
        if 1 < int(e.place["place"]) < int(e.place["players"]) and e.verdict == DIFFERENT
    ]
    if not apart:
        return
    place = int(max(apart, key=lambda e: abs(e.estimate.value)).place["place"])
    every = results.by_players_present("places", "above_even", policy=first, place=place)
    found = {p: entry for p, entry in every.items() if p > place}  # else it is the last, told of apart
    who = f"the {ORDER[place - 1]} player"
    text = headed(
        found,
        f"{who} wins {{}} percentage points [above|below] an even share",
        f"{who} wins an even share",
        f"whether playing {ORDER[place - 1]} matters",
    )
    numbers = {f"{p} players": entry for p, entry in found.items()}
    yield Finding(f"{text}.", certainty_of(stated(found, by_sign=True)), numbers, "+.1pp")


def bonus(results: Results, first: str) -> Finding:
    """What would make the wins even: points for all but the first or last; what the other of them gets."""
    found = {p: results.entry("places", "bonus", players=p, policy=first, place=p) for p in results.players}
    numbers = {f"{p} players": entry for p, entry in found.items()}
    sure = certainty_of(e for e in found.values() if not e.estimate.low <= 0 <= e.estimate.high)
    question = "which bonus for the last player would make the wins even"
    if sure == OPEN:
        return Finding(f"It is not settled {question}.", sure, numbers, "+.1f")
    who = "all but the [first get points beforehand, the last|last get points beforehand, the first] {}"
    if [*found] == [2]:
        who = "the [second|first] player gets {} points beforehand"
    text = headed(found, f"for even wins {who}", "", question, 1.0)
    return Finding(f"{text}.", sure, numbers, "+.1f")


def colours(results: Results, first: str) -> Finding:
    """Whether it matters what seats are told apart by: all colours at all tables."""
    found = results.matching("colours", "above_even", policy=first)
    most = results.players[-1]
    numbers = {str(e.place["colour"]): e for e in found if e.place["players"] == most}
    apart = [e for e in found if e.changes]
    said = "It is not settled whether all colours win about equally often."
    if apart:
        who = dict.fromkeys(
            f"{e.place['colour']} wins {'more' if e.estimate.value > 0 else 'less'} with {e.place['players']}"
            for e in apart
        )
        said = f"{capital(listed(who))} players."
    elif all(e.claim == EQUIVALENT for e in found):
        said = "The colours win about equally often: it is the seat that counts."
    return Finding(said, certainty_of(apart or found), numbers, "+.1pp")
