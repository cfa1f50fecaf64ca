"""What is said of the games in print: one registry, how a claim is read, and numbers counted by hand."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from builders import output_of, runs_of
from made_up import Held, entry_of

from analyses.estimates.estimate import Estimate
from analyses.games.starwars import DICE
from analyses.studies.castle.games import SECONDS
from analyses.studies.claims import own
from analyses.studies.claims.model import measured
from analyses.studies.claims.verdicts import FAILS, HOLDS, OPEN, READS, verdict
from analyses.studies.declared import declared
from reports.answers.studies.claims import SIDES
from rules.games import OWN
from simulate.plans.plan import make_plan
from simulate.store.runs import Run, load

KEYS = ("name", "text", "source", "number", "reads", "measure")


@pytest.mark.parametrize("game", OWN)
def test_every_game_has_three_claims_each_with_its_source(game: str) -> None:
    claims = declared("claims", game).lists["claim"]
    assert len(claims) >= 3
    for claim in claims:
        assert set(KEYS) <= set(vars(claim)), claim.name
        assert "rulebook" in claim.source or "/" in claim.source, claim.name
        assert claim.reads in READS
        assert {"words", "unit", "as", "margin", "because"} <= set(claim.measure), claim.name
    assert len({claim.name for claim in claims}) == len(claims)


def test_the_claims_about_castle_are_declared_once() -> None:
    """Those of its study are those of the registry, with the cells that they need and no others."""
    claims, study = declared("claims", "castle"), declared("castle")
    assert claims.lists["claim"] == study.lists["claim"]
    assert 0 < len(claims.data["cells"]) < len(study.data["cells"])
    assert claims.games == study.games


@pytest.mark.parametrize("game", OWN)
def test_a_claim_about_minutes_names_its_pace_and_where_it_turns(game: str) -> None:
    """“Five players need more than half an hour in 73 to 100 % of games” rests on 20 seconds an action."""
    for claim in declared("claims", game).lists["claim"]:
        of_time = "minutes" in claim.measure["words"] or "hour" in claim.measure["words"]
        assert hasattr(claim, "pace") == of_time, claim.name
        if of_time:
            assert f"{SECONDS} seconds an action" in claim.measure["words"], claim.name


def test_every_way_to_read_a_claim_has_words() -> None:
    assert SIDES.keys() == READS.keys()


@pytest.mark.parametrize(
    ("reads", "below", "near", "above"),
    [
        ("more", FAILS, FAILS, HOLDS),
        ("less", HOLDS, FAILS, FAILS),
        ("within", FAILS, HOLDS, FAILS),
        ("at most", HOLDS, HOLDS, FAILS),
    ],
)
def test_a_claim_is_read_in_one_way(reads: str, below: str, near: str, above: str) -> None:
    claim = SimpleNamespace(reads=reads)
    for value, said in ((-5.0, below), (0.1, near), (5.0, above)):
        estimate = Estimate(value, value - 0.5, value + 0.5, 0.95, 100, "t")
        assert verdict(claim, entry_of("claims", {}, "number", "", estimate, 1.0)) == said
    wide = Estimate(1.0, -9.0, 9.0, 0.95, 100, "t")
    assert verdict(claim, entry_of("claims", {}, "number", "", wide, 1.0)) == OPEN


class Tables(Run):
    """A run of two games whose tables are given."""

    def __init__(self, game: str, **tables: pd.DataFrame) -> None:
        super().__init__(Path("a run"), make_plan(game, 2, players=3, tables="all,placements"), {})
        self.given = tables

    def frame(self, table: str, columns: Any = None, *, labels: bool = False) -> pd.DataFrame:
        """One of them."""
        return self.given[table][list(columns)]


def test_dice_of_catan_are_counted() -> None:
    """Of 12 rolls 4 are sevens; in the second game more tens come than sixes or eights."""
    rolls = pd.DataFrame(0, index=range(2), columns=own.SUMS)
    rolls.loc[0, ["sum_7", "sum_6", "sum_10"]] = 3, 2, 2
    rolls.loc[1, ["sum_7", "sum_8", "sum_10"]] = 1, 1, 3
    run = Tables("catan", rolls=rolls)
    assert own.sevens(run).value == pytest.approx(4 / 12)
    assert own.neither_six_nor_eight(run).value == 1 / 2


def test_battles_of_star_wars_are_counted() -> None:
    """Of three battles of unequal dice fewer win one; three are over planets, of which three are paid."""
    dice = np.array([[3, 1, 0, 0, 0], [1, 0, 2, 0, 0], [2, 0, 1, 0, 0], [1, 1, 0, 0, 0]])
    battles = pd.DataFrame(dice, columns=DICE).assign(
        game=[0, 0, 1, 1], kind=[2, 0, 2, 2], winner=[0, 2, 2, 1]
    )
    features = pd.DataFrame({"game": [0, 0, 1, 1], "kind": [2, 2, 2, 0]})
    run = Tables("starwars", battles=battles, features=features)
    assert own.underdogs(run).value == pytest.approx(1 / 3)
    assert own.battles_a_planet(run).value == pytest.approx(3 / 3)


def test_tiles_with_a_cloister_are_told_from_others() -> None:
    """A and B have one: these bring 9 and 7 points, the other tiles 2, 1 and 3."""
    laid = pd.DataFrame(
        {"game": [0, 0, 0, 1, 1], "piece": [0, 2, 3, 1, 4], "brought": [9.0, 2.0, 1.0, 7.0, 3.0]}
    )
    assert own.cloisters(Tables("carcassonne", placements=laid)).value == pytest.approx(8 - 2)


def test_the_registry_is_told_without_playing(folder: Path) -> None:
    said = " ".join(output_of("study", "claims", cwd=folder).split())
    for game in OWN:
        for claim in declared("claims", game).lists["claim"]:
            assert f"- {claim.text} (" in said
    assert not list(folder.iterdir())


def test_the_study_of_claims_says_whether_each_holds(folder: Path) -> None:
    words = "study claims --game starwars --n 20 --out told --json"
    found = json.loads(output_of(*words.split(), cwd=folder))
    assert found["answer"].startswith("Of 3 claims, ")
    assert found["players"] == [2, 3]  # with more nothing is claimed, and nothing was played
    assert len(found["findings"]) == 3
    page = (folder / "told" / "report.html").read_text()
    for claim in declared("claims", "starwars").lists["claim"]:
        assert claim.text in page
        assert claim.source in page
    table = page[page.index('aria-label="The claims. ') :].partition("</table>")[0]
    assert "Skill and luck are mixed equally (percentage points)" in table
    claims = pd.read_csv(folder / "told" / "tables" / "claims.csv")
    numbers = claims.query("claim == 'mixed' and who == 'heuristic among greedy'")
    by_lot = [2 * (1 - np.mean([won(folder, seat, again) for seat in (0, 1)])) for again in ("", "-again")]
    assert numbers["value"].tolist() == pytest.approx([np.mean(by_lot) - 1 / 2], abs=1e-6)


def won(folder: Path, seat: int, again: str) -> float:
    """The share of wins of the better player in one seat, from the files."""
    run = runs_of(folder / "told")[f"2p-heuristic-among-greedy{again}-seat{seat + 1}"]
    rows = load(run)["seats"]
    return float(rows.loc[rows["seat"] == seat, "win_share"].mean())


def test_of_a_handful_of_games_shares_still_differ_by_no_more_than_a_win() -> None:
    few = Held(np.random.default_rng(1), 3, np.zeros((3, 3)))
    shares, points = (measured(few, f"{name}:seat1", f"{name}:seat2") for name in ("win_share", "score"))
    assert -1.0 == shares.low < shares.high <= 1.0
    assert points.half_width > 1
