"""What the games of the study of Castle show.

How long they are, also under other rules, is in `outcomes`, one player better or worse than the rest and the
order of play in `skill`, cards in `cards`, the rulebook's own claims in `claims`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from analyses.estimates.arrays import Whole
from analyses.measures.number import Number
from analyses.questions.results import Results, Runs, Setting, results_of
from analyses.studies.castle.cards import powers, returns, worth_by_exchange
from analyses.studies.castle.games import read_cell, read_rotated
from analyses.studies.castle.outcomes import changes, lengths, luck_change
from analyses.studies.castle.skill import places, skills
from analyses.studies.claims.verdicts import claimed
from analyses.studies.declared import Declared
from rules.castle.cards import standard_cards

UNFINISHED = 0.01
"""A policy of whose games more than this are stopped at the limit of turns gets a warning."""


def lists(study: Declared) -> dict[str, list[dict[str, Any]]]:
    """All kinds of card, and the tables that have them (CA-14)."""
    cards = [
        {
            "name": k.id,
            "text": k.name,
            "copies": k.count,
            "players": (2, 3, 4, 5) if k.two_player else (3, 4, 5),
        }
        for k in standard_cards().kinds
    ]
    return {"card": cards}


def analyse(study: Declared, setting: Setting, runs: Runs) -> Iterator[Number]:
    """What the games show."""
    entries = [entry for players in setting.players for entry in _at_table(study, players, runs)]
    yield from entries
    yield from claimed(study, results_of(setting, runs, entries))


def _at_table(study: Declared, players: int, runs: Runs) -> Iterator[Number]:
    """What the games of so many players show."""
    yield from rulebook_numbers(study, players, runs)
    variants, first = study.listed("variant", players), study.lists["policy"][0]
    for policy in study.lists["policy"]:
        run = runs[f"{players}p-{policy}"][0]
        played = read_cell(run)
        yield from places(study, players, policy, played)
        yield from powers(study, players, policy, run, played)
        yield from returns(study, players, policy, run)
        if policy == first:
            cards = [(c, runs[f"{players}p-given-{c}"][0]) for c in study.listed("card", players)]
            yield from worth_by_exchange(study, players, policy, run, played, cards)
        for variant in variants:
            if (name := f"{players}p-{policy}-{variant}") in runs:
                here = study.row("variants", players=players, variant=variant.name, policy=policy)
                yield from changes(here, variant, played, read_cell(runs[name][0]))
    for pair in study.lists["pair"]:
        strong = _read_odd(players, runs, pair.strong, pair.weak)
        for variant in variants:
            if (name := f"{players}p-{pair.strong}-among-{pair.weak}-{variant}") in runs:
                here = study.row("variants", players=players, variant=variant.name, policy=pair.name)
                yield luck_change(here, variant, players, strong, read_rotated(runs[name]))


def rulebook_numbers(study: Declared, players: int, runs: Runs) -> Iterator[Number]:
    """The numbers that the rulebook speaks of: how long games are, and how much luck there is."""
    for policy in study.lists["policy"]:
        played = read_cell(runs[f"{players}p-{policy}"][0])
        yield from lengths(study.row("length", players=players, policy=policy), played)
    for pair in study.lists["pair"]:
        strong = _read_odd(players, runs, pair.strong, pair.weak)
        weak = _read_odd(players, runs, pair.weak, pair.strong)
        yield from skills(study.row("skill", players=players, pair=pair.name), players, strong, weak)


def _read_odd(players: int, runs: Runs, odd: str, others: str) -> Whole:
    """The games of one odd player; of two players either is the odd one."""
    if (name := f"{players}p-{odd}-among-{others}") in runs:
        return read_rotated(runs[name])
    return read_rotated(runs[f"{players}p-{others}-among-{odd}"])[:, ::-1]


def notes(study: Declared, results: Results) -> list[str]:
    """What a reader must know of the games before any number."""
    found = []
    for policy in study.lists["policy"]:
        many = [
            f"{entry.estimate:.1%} of games with {players} players"
            for players, entry in results.by_players("length", "unfinished", policy=policy).items()
            if entry.estimate.value > UNFINISHED
        ]
        if many:
            found.append(
                f"where {policy} plays, {', '.join(many)} do not end by themselves. They are stopped after "
                "1000 turns, so their lengths are cut short, and the fewest cards win"
            )
    return found
