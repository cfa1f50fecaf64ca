"""What the games show of what is said of them in print: the number of each claim, by who plays.

`verdicts` holds the numbers against the claims; what only one game has is read in `own`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from analyses.estimates.arrays import Numbers
from analyses.estimates.critical import LEVEL
from analyses.estimates.estimate import Estimate
from analyses.estimates.samples import difference_of, share_difference_of, share_of
from analyses.games.laws import part_after_set_up
from analyses.measures.measure import SHARE
from analyses.measures.number import Number
from analyses.measures.paired_games import arrays_of, sums_of
from analyses.measures.vocabulary import chosen
from analyses.questions.compare import compare
from analyses.questions.pairing import rescored
from analyses.questions.results import Runs, Setting, results_of
from analyses.studies.castle import model as castle
from analyses.studies.castle.games import read_rotated
from analyses.studies.castle.skill import lottery_index, odd_wins
from analyses.studies.claims import own
from analyses.studies.claims.verdicts import NUMBERS, claimed, who_of
from analyses.studies.declared import Declared, measure_of, without_margin
from rules.errors import UserError
from rules.games import OWN
from rules.words import listed_or
from simulate.io.console import note
from simulate.store.runs import Run
from simulate.store.sums import parts_of_win


def check(study: Declared, players: Sequence[int]) -> None:
    """Refuse a game of which nothing is claimed, and tables at which nothing is.

    Raises
    ------
    UserError
        Before anything is played.
    """
    claims = study.lists.get("claim", [])
    if not claims:
        raise UserError(
            f"study claims: claims are declared about {listed_or(OWN)}, not about {study.game}; ask what is "
            f"said of it in a study of yours: simulate study new NAME --game {study.game}"
        )
    if not any(_asked_at(claim, players) for claim in claims):
        at = sorted({claim.number["players"] for claim in claims if "players" in claim.number})
        now, then = (" or ".join(map(str, sizes)) for sizes in (players, at))
        raise UserError(
            f"study claims: nothing is claimed of {study.game} with {now} players, but with {then}"
        )


def _asked_at(claim: Any, players: Sequence[int]) -> bool:
    """Whether games of so many players answer a claim."""
    if "change" in claim.number:
        return len(players) > 1
    return claim.number.get("players", players[0]) in players


def analyse(study: Declared, setting: Setting, runs: Runs) -> Iterator[Number]:
    """What the games show."""
    told = castle.rulebook_numbers if study.game == "castle" else _numbers_of_claims
    entries = [entry for players in setting.players for entry in told(study, players, runs)]
    yield from entries
    yield from claimed(study, results_of(setting, runs, entries))


def notes(study: Declared, results: Any) -> list[str]:
    """What a reader must know of the games before any number."""
    return castle.notes(study, results) if study.game == "castle" else []


def _numbers_of_claims(study: Declared, players: int, runs: Runs) -> Iterator[Number]:
    """The numbers of all claims that games of so many players answer."""
    for claim in study.lists["claim"]:
        at = claim.number.get("players", players)
        if at != players or "table" in claim.number:
            continue
        key = who_of(claim)
        for item in study.lists[key]:
            who = str(getattr(item, "name", item))
            found = (
                _pair(claim, players, item, runs) if key == "pair" else _number_for(claim, players, who, runs)
            )
            keys: dict[str, int | str] = {"players": players, key: who}
            measure = without_margin(measure_of(claim.name, claim.measure))
            yield Number(measure, found, table=NUMBERS, place=keys)


def _number_for(claim: Any, players: int, policy: str, runs: Runs) -> Estimate:
    """The number of a claim about games in which all play alike."""
    number, base = claim.number, runs[f"{players}p-{policy}"][0]
    if "rules" in number:
        return _change(base, runs[f"{players}p-{policy}-{number['rules']}"][0], number["measure"])
    if "rescored" in number:
        anew = rescored(base, runs[f"{players}p-{policy}-{number['rescored']}"][0], base.plan.n)
        assert anew is not None, "rules that change more than scores"
        return _change(base, anew, number["measure"])
    if "measure" in number:
        return measured(base, number["measure"], number.get("minus", ""))
    if number["own"] == "luck":
        note(f"playing games of {policy} again with other chance")
        return part_after_set_up([base])
    read: Callable[[Run], Estimate] = getattr(own, number["own"])
    return read(base)


def _pair(claim: Any, players: int, pair: Any, runs: Runs) -> Estimate:
    """What one player among others of another policy wins, or how far that is what a lottery would give."""
    rotated = read_rotated(runs[f"{players}p-{pair.strong}-among-{pair.weak}"])
    if claim.number["pair"] == "weaker":
        others = rotated.sum(axis=(1, 2)) - odd_wins(rotated)
        return share_of(others, players * (players - 1) * parts_of_win(players))
    won = share_of(odd_wins(rotated), players * parts_of_win(players))
    return lottery_index(won, players) if claim.number["pair"] == "lottery" else won


def measured(run: Run, key: str, minus: str = "") -> Estimate:
    """A measure of a run as it is declared, or by how much one is more than another in the same games."""
    if minus:
        one, other = (_numbers(run, name) for name in (key, minus))
        is_share = chosen(run.plan, [key])[0].kind == SHARE
        return share_difference_of(one, other) if is_share else difference_of(one, other, reach=1.0)
    (sums,) = sums_of(run, chosen(run.plan, [key])[:1])
    found = sums.estimate(0, LEVEL)
    assert found is not None, "a measure of two runs"
    return found


def _numbers(run: Run, key: str) -> Numbers:
    """A measure game by game."""
    (measure,) = chosen(run.plan, [key])
    return np.concatenate([measure.numbers(arrays) for arrays in arrays_of(run)])


def _change(base: Run, house: Run, measure: str) -> Estimate:
    """What other rules change in the same games."""
    return compare(base, house, [measure]).changes[0].estimate
