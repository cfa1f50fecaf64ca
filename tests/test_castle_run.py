"""Castle through the whole program: runs, their tables, replays, records and pages."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import click
import numpy as np
import pandas as pd
import pytest
from builders import content, refusal, run_cli, volume
from click.testing import CliRunner

import simulate
from analyses import castle
from analyses.estimate import Estimate
from analyses.summary import summarise
from reports.castle import played
from reports.console import closing_summary, summary_as_dict
from reports.report import who_wins
from reports.scores import Scores
from reports.words import finding
from rules.castle.cards import standard_cards
from rules.castle.referee import Referee
from simulate.castle.replay import play
from simulate.castle.tables import IN_EXCHANGE, IN_STOCK, IN_ZONE
from simulate.castle.transcript import transcript
from simulate.cli.commands import referee, replay, report, verify
from simulate.common.simulator import Simulator
from simulate.plan import make_plan
from simulate.replay import Replayer
from simulate.runs import Run
from simulate.tune import checked, search_for, tuned

GAMES = volume(120, 4)
PLAN: dict[str, Any] = {"n": GAMES, "players": 3, "policy": "heuristic,greedy,random", "seed": 3}
CHANGED = [
    {"players": 2, "policy": "heuristic"},
    {"players": 5, "policy": "random,heuristic,greedy,random,heuristic"},
    {
        "players": 4,
        "rules": {"actions": 1, "exchange": 5, "without": ("king", "knight"), "draw_limit": "first_hand"},
    },
    {"players": 2, "policy": "random", "rules": {"max_turns": 25}},
]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A finished run, in blocks of unequal size."""
    out = tmp_path_factory.mktemp("castle") / "run"
    return simulate.run("castle", **PLAN, jobs=1, block_size=50, out=out)


@pytest.fixture(scope="module", params=range(len(CHANGED) + 1))
def any_run(request: pytest.FixtureRequest, run: Run, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs with other tables of players and other rules."""
    if request.param == len(CHANGED):
        return run
    out = tmp_path_factory.mktemp("castle") / "run"
    return simulate.run("castle", volume(60, 2), **CHANGED[request.param], jobs=1, out=out)


# --- the same games in any way


@pytest.mark.parametrize(
    "way",
    [
        {"jobs": 2, "block_size": 17},
        pytest.param({"jobs": 2, "block_size": 40, "backend": "processes"}, marks=pytest.mark.verify),
    ],
    ids=str,
)
def test_workers_and_blocks_leave_no_trace(run: Run, tmp_path: Path, way: dict[str, Any]) -> None:
    made = simulate.run("castle", **PLAN, **way, out=tmp_path / "run")
    assert content(made) == content(run)


def test_slices_by_first_game_are_parts_of_the_whole(run: Run, tmp_path: Path) -> None:
    cut = GAMES // 3
    parts = [
        simulate.run("castle", **(PLAN | {"n": n}), first_game=first, out=tmp_path / str(first))
        for first, n in ((0, cut), (cut, GAMES - cut))
    ]
    for table in ("games", "seats", "plays", "cards"):
        joined = pd.concat([part.frame(table) for part in parts], ignore_index=True)
        pd.testing.assert_frame_equal(joined, run.frame(table))


# --- tables


def test_the_tables_add_up(any_run: Run) -> None:
    """What a game counts is what its seats, its plays and its cards count."""
    games, seats = any_run.games.set_index("game"), any_run.seats
    by_game = seats.groupby("game")[["draws", "exchanges", "lost", "sent_back", "got_back", "plays"]].sum()
    for column in ("draws", "exchanges", "lost", "sent_back"):
        assert (games[column] == by_game[column]).all(), column
    assert (games["to_exchange"] == games["sent_back"] - by_game["got_back"]).all()
    assert (games["plays"] >= by_game["plays"]).all()
    assert (seats["score"] == seats["hand"] + seats["stock"]).all()
    assert np.allclose(seats.groupby("game")["win_share"].sum(), 1)
    assert (seats[seats["rank"] == 1]["win_share"] > 0).all()
    assert ((seats["win_share"] > 0).to_numpy() == (seats["rank"] == 1).to_numpy()).all()
    plays = any_run.frame("plays").groupby("game")
    assert (plays.size() == games["plays"]).all()
    for seat in range(any_run.plan.players):
        back = seats[seats["seat"] == seat].set_index("game")["got_back"]
        assert (plays[f"sent_{seat}"].sum() == back).all()
    assert (plays["sent_exchange"].sum() == games["to_exchange"]).all()


def test_winners_have_the_lowest_score(any_run: Run) -> None:
    """CA-28, CA-33: few cards win."""
    games, seats = any_run.games.set_index("game"), any_run.seats
    best = seats.loc[seats["rank"] == 1].groupby("game")
    out = games["reason"] == 1
    assert (best["score"].min()[out] == 0).all()
    assert (best["hand"].max() == seats.groupby("game")["hand"].min())[~out].all()
    assert ((games["margin"] == 0) == (games["shared"] == 1))[~out].all()
    assert (games["margin"] >= 0).all()
    assert (games["unfinished"] == (games["reason"] == 3)).all()


def test_the_table_of_cards_agrees_with_the_others(any_run: Run) -> None:
    """CA-12: every card of a game once; where they end is what the seats have left."""
    games, seats, cards = any_run.games.set_index("game"), any_run.seats, any_run.frame("cards")
    by_game = cards.groupby("game")
    assert (by_game["card"].nunique() == by_game.size()).all()
    assert (by_game["played"].sum() == games["plays"]).all()
    assert (by_game["back"].sum() == games["sent_back"]).all()
    for seat in range(any_run.plan.players):
        mine = seats[seats["seat"] == seat].set_index("game")
        for place, column in ((seat, "hand"), (IN_STOCK + seat, "stock")):
            n = (cards["end"] == place).groupby(cards["game"]).sum()
            assert (n == mine[column]).all()
    in_castle = cards["end"].between(IN_ZONE, IN_ZONE + 2).groupby(cards["game"]).sum()
    assert (in_castle == games["in_castle"]).all()
    assert ((cards["token"] < 0) | (cards["end"] >= IN_ZONE)).all()
    assert (cards["dealt"] <= IN_EXCHANGE).all()


# --- replay


@pytest.mark.parametrize("given", [PLAN, *CHANGED], ids=str)
def test_replay_is_the_compiled_game(given: dict[str, Any]) -> None:
    """Rows agree in every column; the record is legal and gives the same result."""
    rules = [f"{k}={'+'.join(v) if isinstance(v, tuple) else v}" for k, v in given.get("rules", {}).items()]
    n = volume(5, 1)
    plan = make_plan("castle", n, players=given["players"], policy=given.get("policy"), rules=rules, seed=7)
    simulator, referee = Simulator(plan), Referee()
    tables, players = simulator.play(0, n), plan.players
    for game in reversed(range(n)):
        played = play(simulator, game)
        assert played.ended
        assert played.rows["games"].tolist() == tables["games"][game : game + 1].tolist()
        assert (
            played.rows["seats"].tolist() == tables["seats"][game * players : (game + 1) * players].tolist()
        )
        verdict = referee.judge(json.loads(json.dumps(played.record)))
        assert verdict.legal, verdict
        assert sum(len(action.back) for action in played.turns) == tables["games"]["sent_back"][game]


def test_a_replay_stops_after_a_turn() -> None:
    """The record ends there, with the result as it stands, and goes on as the whole game does."""
    simulator = Simulator(make_plan("castle", 1, players=2, seed=7))
    whole, part = play(simulator, 5), play(simulator, 5, 9)
    assert not part.ended
    assert part.record["result"]["reason"] is None
    assert [action.turn for action in part.turns][-1] == 9
    assert part.record["turns"] == whole.record["turns"][: len(part.turns)]
    assert part.rows["games"].tolist() == whole.rows["games"].tolist()
    assert part.position["turn"] == 10
    assert Referee().judge(part.record).legal
    assert play(simulator, 5, 10_000).record == whole.record


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
    assert "mean score" in text
    assert "points" not in text
    data = summary_as_dict(run)
    assert data["sides"][0]["cards"].keys() == {"hand", "stock"}
    assert data["games"]["unfinished"]["value"] == run.games["unfinished"].mean()
    assert "points" not in Scores(summary).say()
    assert "points" not in finding(summary).replace("percentage points", "")


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
    done = run_cli("--game", "castle", "--n", 30, "--players", 2, "--rule", "without=spy", cwd=folder)
    assert done.returncode == 0, done.stderr
    rules = "without=spy+fool+village_idiot"
    assert done.stdout.startswith(f"Castle, 30 games, 2 players, {rules}, policy heuristic, seed 1")
    path = next((folder / "runs").iterdir())
    record = folder / "game.json"
    assert "60 seats" in said(verify.command, path)
    said(replay.command, path, "--game-index", 7, "--out", record)
    assert json.loads(said(referee.command, record, "--json"))["legal"]
    told = said(replay.command, path, "--game-index", 7, "--turn", 3)
    assert told.startswith(f"Castle, game 7 of seed 1, 2 players, {rules}, policy heuristic, up to turn 3")
    assert "the game goes on" in told
    said(report.command, path)
    page = (path / "report.html").read_text(encoding="utf-8")
    for heading in (
        "How games end",
        "What the seats do",
        "What becomes of the cards",
        "Where cards are left",
    ):
        assert heading in page
    assert "castle takes no tiles of your own" in refusal(make_plan, "castle", 3, tiles="my.toml")


def said(command: click.Command, *words: object) -> str:
    """What a command of the program says."""
    done = CliRunner().invoke(command, [str(word) for word in words])
    assert done.exit_code == 0, done.output
    return done.output


def test_tables_that_were_not_kept_are_missed_in_one_line(folder: Path) -> None:
    bare = simulate.run("castle", volume(20, 2), tables="games", policy="random", out=folder / "bare", jobs=1)
    assert "has no table 'cards'" in refusal(lambda: bare.frame("cards"))


def test_tuning_keeps_the_anchor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The weight of a card that I am rid of stays 1, and it cannot be tuned."""
    monkeypatch.chdir(tmp_path)
    given: dict[str, Any] = {"players": 2, "generations": 1, "games": 20}
    search = search_for("castle", only=("drawn", "stuck"), **given)
    found = checked(search, tuned(search, 1), 100, 1)
    assert (found.weights["rid"], len(found.shares), len(found.before)) == (1, 100, 100)
    assert "unit of all others" in refusal(search_for, "castle", only=("rid",), **given)


def test_a_policy_of_ones_own(folder: Path) -> None:
    """It is given what its seat sees, and the features of each move."""
    (folder / "my.py").write_text(
        "from simulate.castle.move_features import MoveFeature\n\n\n"
        "def eager(state, moves, features):\n"
        "    best = 0\n"
        "    value = -1e9\n"
        "    for i in range(len(moves)):\n"
        "        worth = features[i, MoveFeature.RID] + features[i, MoveFeature.RIVAL_HAND]\n"
        "        worth += 9.0 * features[i, MoveFeature.OUT]\n"
        "        if worth > value:\n"
        "            value = worth\n"
        "            best = i\n"
        "    return best\n",
        encoding="utf-8",
    )
    run = simulate.run("castle", 20, players=2, policy="my.py:eager,random", jobs=1, out=folder / "own")
    assert run.seats.query("seat == 0")["win_share"].mean() > 0.7
