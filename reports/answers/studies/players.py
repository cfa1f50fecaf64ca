"""What the page about numbers of players has of its own: values with each, as sure as their changes."""

from __future__ import annotations

from collections.abc import Sequence

from analyses.measures.number import CERTAINTIES, LIKELY, OPEN, Number, certainty_of
from analyses.questions.results import Results
from reports.words.findings import Finding
from reports.words.wording import capital, players_words, scale_of, values_listed
from rules.words import seated

__all__ = ["with_each", "with_each_title"]


def with_each(
    results: Results, measure: str, sentence: str, table: str = "games", policy: str = ""
) -> Finding:
    """A value with each number of players, in place of ``{}``, and how sure it is that it changes.

    It says where it is not settled whether the value differs from that with the fewest players.
    """
    keys = {"policy": policy} if policy else {}
    values = results.by_players_present(table, measure, **keys)
    changes = results.by_players_present(f"more_{table}", measure, **keys)
    settled = {players: change for players, change in changes.items() if _is_settled(change)}

    spec = next(iter(values.values())).measure.spec
    listed = values_listed([value.estimate for value in values.values()], scale_of(spec))
    said = f"{sentence.format(listed)} with {players_words(values)} players"
    if not settled:
        said = f"{said}; not settled whether that changes"
    elif still_open := [players for players in changes if players not in settled]:
        differ = "differs" if len(still_open) == 1 else "differ"
        said = f"{said}; not settled whether {players_words(still_open)} {differ}"

    labels = {seated(players): value for players, value in values.items()}
    more = {seated(players): change for players, change in changes.items()}
    return Finding(f"{capital(said)}.", _certainty(list(settled.values())), labels, spec, grounds=more)


def with_each_title(results: Results, measure: str, sentence: str, policy: str) -> str:
    """The same above a picture."""
    return with_each(results, measure, sentence, policy=policy).text.removesuffix(".")


def _is_settled(change: Number) -> bool:
    """Whether the games tell that a value changes or stays; without a margin, which way it changes."""
    if change.measure.is_judged:
        return change.sure != OPEN
    return not change.estimate.low <= 0 <= change.estimate.high


def _certainty(settled: Sequence[Number]) -> str:
    """How sure the least sure of some changes is; of one without a margin the way that it goes is known."""
    found = [
        number.sure if number.measure.is_judged else min(number.sure, LIKELY, key=CERTAINTIES.index)
        for number in settled
    ]
    return max(found, key=CERTAINTIES.index) if found else certainty_of([])
