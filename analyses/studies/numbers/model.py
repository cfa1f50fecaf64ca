"""What the games of the study of numbers show: dice, dots, openings and seats of Catan.

Whether rolls keep to their law is in `dice` and `laws`, what hexes pay in `dots`, which openings win in
`openings`, and seats, lengths and other ways to play in `seats`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from analyses.measures.number import Number
from analyses.questions.results import Results, Runs, Setting
from analyses.studies.declared import Declared
from analyses.studies.numbers.dice import alone, sums
from analyses.studies.numbers.dots import dots, scarcity
from analyses.studies.numbers.openings import openings, pip_moved
from analyses.studies.numbers.seats import ways_to_play
from simulate.plans.policies import Policy, read_policy
from simulate.plans.trust import trust

UNFINISHED = 0.01
"""Of the games of a way to play; more of them than this are worth a note."""


def by_lot(players: int) -> Policy:
    """Settlements of the set-up by lot, all else as heuristic does; its source has the weights at its end."""
    weights = [weight for _, weight in read_policy("catan", "heuristic", players).weights or ()]
    text = Path(__file__).with_name("by_lot.py").read_text(encoding="utf-8")
    source = f"{text}\n\nWEIGHTS = np.array({weights})\n"
    trust(source)
    return Policy("lot.py:by_lot", source=source, function="by_lot")


POLICIES = {"by_lot": by_lot}
"""Of this study's own, by the number of players."""


def analyse(study: Declared, setting: Setting, runs: Runs) -> Iterator[Number]:
    """What the games show."""
    ways = [way.name for way in study.lists["way"]]
    standard, deck = ways[:2]
    for players in setting.players:
        here = {way: runs[f"{players}p-{way}"][0] for way in (*ways, "lot", "moved")}
        yield from sums(study, players, {standard: here[standard], deck: here[deck]})
        yield from dots(study, players, here[standard])
        yield from scarcity(study, players, here[standard])
        for way in (standard, deck, "lot"):
            yield from openings(study, players, way, here[way])
        yield pip_moved(study, players, here["lot"], here["moved"])
        yield from ways_to_play(study, players, here)
    yield from alone(study, {way.name: runs[f"dice-{way}"][0] for way in study.lists["dice"]})


def notes(study: Declared, results: Results) -> list[str]:
    """What a reader must know before any number."""
    return [
        f"{entry.estimate:.1%} of the games of “{way.text}” with {players} players were stopped at the limit "
        "of turns; nobody wins them"
        for way in study.lists["way"]
        for players, entry in results.by_players("ways", "unfinished", way=way.name).items()
        if entry.estimate.value > UNFINISHED
    ]
