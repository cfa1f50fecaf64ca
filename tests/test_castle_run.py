"""Castle through the whole program: runs, their tables, replays, records and pages."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from builders import numbers_of, output_of, page_of_run, refusal, volume

import simulate
from analyses.estimates.estimate import Estimate
from analyses.games import castle
from analyses.measures.summary import summarise
from reports.pictures.scores import Scores
from reports.runs.castle import played
from reports.runs.console import closing_summary
from reports.runs.report import who_wins
from reports.words.wording import finding
from rules.castle.cards import standard_cards
from simulate.games.castle.transcript import transcript
from simulate.plans.plan import make_plan
from simulate.replays.replay import Replayer
from simulate.store.runs import Run
from simulate.working.tune import checked, search_for, tuned

GAMES = volume(120, 4)
PLAN: dict[str, Any] = {"n": GAMES, "players": 3, "policy": "heuristic,greedy,random", "seed": 3}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A finished run, in blocks of unequal size."""
    out = tmp_path_factory.mktemp("castle") / "run"
    return simulate.run("castle", **PLAN, jobs=1, block_size=50, out=out)


def test_the_transcript_tells_every_action(run: Run) -> None:
    """One line for each action, and the cards that went back."""
    played = Replayer(run).play(1)
    lines = list(transcript(played))
    assert lines[0].split()[:2] == ["turn", "seat"]
    verbs = ("plays", "draws", "exchanges", "can do nothing")
    told = [line for line in lines[1:] if any(f"   {verb}" in line for verb in verbs)]
    assert len([line for line in told if "+" in line]) == len(played.turns)
    assert sum("sent back" in line for line in lines) == sum(bool(action.back) for action in played.turns)
    assert "wins: out of cards" in lines[-1]


# --- what is said of a run


def test_the_summary_says_who_has_few_cards_left(run: Run) -> None:
    summary = summarise(run)
    seats = run.seats
    for side in summary.sides:
        mine = seats[seats["seat"] == side.seats[0]]
        assert summary.mean_score(side).value == pytest.approx(mine["score"].mean())
        assert summary.win_share(side).value == pytest.approx(mine["win_share"].mean())
    assert summary.tied.value == pytest.approx(run.games["shared"].mean())
    assert sum(share.value for share in castle.endings(summary).values()) == pytest.approx(1)
    text = closing_summary(run)
    assert "cards placed" in text
    assert "mean cards left" in text
    assert "mean score" not in text
    assert "points" not in text
    found = run.summary().as_dict()
    assert {row["measure"] for row in found["numbers"] if row.get("group") == "cards"} == {"hand", "stock"}
    (unfinished,) = numbers_of(found, "games", "unfinished")
    assert unfinished["value"] == run.games["unfinished"].mean()
    assert "points" not in Scores(summary).say()
    assert "points" not in finding(summary).replace("percentage points", "")


def test_the_page_speaks_of_cards_left_and_not_of_a_score(run: Run) -> None:
    page = page_of_run(run)
    for words in (
        "Cards that a seat has left, means with",
        "; together they are the mean cards left.",
        "ended with each number of cards left.",
        "the same tiles or cards in the same order",
        "Shaded up to the dashes: within 2 percentage points",
    ):
        assert words in page
    assert "mean score" not in page


def test_a_lot_that_says_who_begins_makes_seats_alike(tmp_path: Path) -> None:
    """What is said is of places in the order of play; nothing is of seats, which only the lot tells apart."""
    summary = summarise(simulate.run("castle", n=60, out=tmp_path / "run"))
    said = Scores(summary).say()
    assert summary.by_place
    assert re.fullmatch(r"(Half|About \d+ %) of all seats end with \d+( to \d+)? cards", said)
    assert "seat" not in who_wins(summary).text


def test_what_becomes_of_the_cards(run: Run) -> None:
    """By kind: of single cards, means and shares that add up."""
    table = castle.by_card(run, GAMES)
    kinds = {kind.name: kind for kind in standard_cards().kinds}
    assert table["cards"].sum() == 56
    for _, row in table.iterrows():
        assert row["cards"] == kinds[row["card"]].count
        ends = ("in_play", "in_hand", "in_stock", "elsewhere")
        assert sum(row[column].value for column in ends) == pytest.approx(1)
    cards = run.frame("cards")
    soldiers = cards[cards["card"].between(8, 20)]
    found = table.set_index("card").loc["Soldier"]
    assert found["played"].value == pytest.approx(soldiers["played"].mean())
    assert found["back"].value == pytest.approx(soldiers["back"].mean())
    both = zip(table["played"], table["played_at_once"], strict=True)
    assert all(one.low >= wide.low and one.high <= wide.high for one, wide in both)


def test_which_card_is_played_most_is_said_as_far_as_it_is_settled() -> None:
    def of(name: str, mean: float, half: float = 0.1) -> dict[str, object]:
        return {"card": name, "played_at_once": Estimate(mean, mean - half, mean + half, 0.95, 100, "ratio")}

    told = played(pd.DataFrame([of("Traitor", 1.64), of("Captain", 1.62), of("Spy", 1.1), of("Fool", 0.2)]))
    assert told == (
        "The card that is played most often is one of 2: Traitor and Captain; the card that is played least "
        "is Fool. Both hold for all cards at once."
    )


# --- the program


def test_castle_from_the_command_line(folder: Path) -> None:
    """A run, its summary, verify, a replay, its record judged, and the report."""
    ran = output_of("--game", "castle", "--n", 30, "--players", 2, "--rule", "without=spy", cwd=folder)
    rules = "without=spy+fool+village_idiot"
    assert ran.startswith(f"Castle, 30 games, 2 players, {rules}, policy heuristic, seed 1")
    path = next((folder / "runs").iterdir())
    assert "60 seats" in output_of("verify", path, cwd=folder)
    output_of("replay", path, "--game-index", 7, "--out", "game.json", cwd=folder)
    judged = json.loads(output_of("referee", "game.json", "--json", cwd=folder))
    assert (judged["legal"], len(judged["winners"])) == (True, 1)
    assert "seat  score  hand  stock" in output_of("referee", "game.json", cwd=folder)
    told = output_of("replay", path, "--game-index", 7, "--turn", 3, cwd=folder)
    assert told.startswith(f"Castle, game 7 of seed 1, 2 players, {rules}, policy heuristic, up to turn 3")
    assert "the game goes on" in told
    output_of("report", path, cwd=folder)
    page = (path / "report.html").read_text(encoding="utf-8")
    for heading in ("How games end", "What the seats do", "becomes of the cards", "Where cards are left"):
        assert heading in page
    assert "castle takes no tiles of your own" in refusal(make_plan, "castle", 3, tiles="my.toml")


def test_tuning_keeps_the_anchor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The weight of a card that I am rid of stays 1, and it cannot be tuned."""
    monkeypatch.chdir(tmp_path)
    given: dict[str, Any] = {"players": 2, "generations": 1, "games": 20}
    search = search_for("castle", only=("drawn", "stuck"), **given)
    found = checked(search, tuned(search, 1), 100, 1)
    assert (found.weights["rid"], len(found.shares), len(found.before)) == (1, 100, 100)
    assert "unit of all others" in refusal(search_for, "castle", only=("rid",), **given)
