"""A game played again, part by part, is the game that was played at one stroke."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from builders import one_line, replace_file, run_cli, succeed, volume
from naive.starwars import box_text, judge

import simulate
from rules.errors import FailedError
from rules.starwars.referee import Referee
from rules.starwars.tiles import STANDARD
from simulate.games.starwars.replay import play
from simulate.games.starwars.transcript import transcript
from simulate.plans.plan import make_plan
from simulate.play.simulator import Simulator
from simulate.replays.replay import replay
from simulate.store.runs import Run

DISCARDS = {"field-1": 12, "field-4": 5, "field-3-rebel": 2, "planet-hoth": 3, "route-crossing-4": 2}
HOUSE = "loser_points=dice_of_every_roll dice_faces=2 symbol_dice=at_most_one reinforce_own_planet=true"
TIE = "win_tie=later_seat"
PLANS: dict[str, dict[str, Any]] = {
    "standard": {"policy": "heuristic"},
    "two": {"players": 2, "policy": "random,greedy"},
    "team": {"preset": "team", "players": 4, "policy": "heuristic,random,greedy,random"},
    "five, house rules": {"players": 5, "policy": "random", "rules": [*HOUSE.split(), "first_player=random"]},
    "discard and redraw": {"tiles": True, "policy": "random", "rules": ["first_player=random", TIE]},
    "discard and pass": {"tiles": True, "policy": "random", "rules": ["unplaceable=discard_and_pass"]},
}
GAMES = volume(12, 2)


@pytest.fixture(scope="module")
def tiles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A box in which many tiles fit nowhere."""
    path = tmp_path_factory.mktemp("box") / "tiles.toml"
    path.write_text(box_text(STANDARD, DISCARDS), encoding="utf-8")
    return path


@pytest.fixture(scope="module", params=PLANS)
def simulator(request: pytest.FixtureRequest, tiles: Path) -> Simulator:
    """A simulator for each plan."""
    words = PLANS[request.param]
    few = {"tiles": tiles} if "tiles" in words else {}
    return Simulator(make_plan("starwars", GAMES, seed=7, first_game=100, **words | few))


def test_records_are_legal(simulator: Simulator, tiles: Path) -> None:
    """Referee and naive twin find every record legal, with the scores of the game."""
    referee = Referee(simulator.box)
    for game in range(100, 100 + GAMES):
        played = play(simulator, game)
        record = json.loads(json.dumps(played.record))
        verdict = referee.judge(record).as_dict()
        assert verdict["legal"], verdict
        assert {key: verdict[key] for key in record["result"]} == record["result"]
        assert verdict["scores"] == played.rows["seats"]["score"].tolist()
        assert judge(record, tiles if simulator.plan.box else STANDARD)["legal"]


def test_meeples_on_the_board_and_in_reserve_are_all(simulator: Simulator) -> None:
    """SW-2: those who went home are no longer standing, in mid-game and at the end."""
    options = simulator.plan.options
    for stop in (3, 11, None):
        position = play(simulator, 101, stop).position
        for seat, left in enumerate(position.reserve()):
            stand = [sum(meeple[:2] == (seat, size) for meeple in position.standing) for size in (0, 1)]
            assert np.add(left, stand).tolist() == [options.small_meeples, options.big_meeples]


def test_discards_are_in_the_records(tiles: Path) -> None:
    """SW-16: discarded tiles are named; a stack that runs out on discards ends with a turn without tile."""
    simulator = Simulator(make_plan("starwars", 30, tiles=tiles, policy="random"))
    records = [play(simulator, game).record for game in range(volume(30, 10))]
    assert any("discarded" in turn and turn["tile"] for record in records for turn in record["turns"])
    assert any(record["turns"][-1]["tile"] is None for record in records)


def test_transcript_tells_all(simulator: Simulator) -> None:
    """A line for every turn, battle and scoring, and the final scores in the last lines."""
    played = play(simulator, 100)
    lines = list(transcript(played))
    told = sum(1 + len(turn.battles) + len(turn.scorings) for turn in played.turns) + len(played.final)
    assert len(lines) >= told + 3
    for line, score in zip(lines[-simulator.plan.players :], played.record["result"]["scores"], strict=True):
        assert f"  {score}" in line


# --- the program


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A small run."""
    out = tmp_path_factory.mktemp("run") / "r"
    return simulate.run("starwars", 8, policy="random", first_game=40, out=out, jobs=1)


def test_transcript_on_the_command_line(run: Run) -> None:
    """Heading, turns, scores, and the next step last."""
    done = succeed("replay", run.path, "--game-index", "43", cwd=run.path, terminal=True)
    assert done.stdout.splitlines()[0] == "Star Wars Carcassonne, game 43 of seed 1, 3 players, policy random"
    after = f"next: simulate replay {run.path} --game-index 43 --out game-43.svg"
    assert done.stderr.splitlines() == ["", after]


def test_policies_of_a_game_stand_in_the_order_of_the_seats(tmp_path: Path) -> None:
    """They stood as in a dictionary, or were not named at all, where nothing else says who sits where."""
    run = simulate.run("castle", 2, players=3, policy="random,greedy,random", out=tmp_path / "r", jobs=1)
    said = "policies by seat: random, greedy, random"
    done = succeed("replay", run.path, "--game-index", 1, cwd=tmp_path)
    assert done.stdout.splitlines()[0].endswith(said)
    for verb, out in (("replay", "game.html"), ("from", "position.svg")):
        more = ("--moves", 0, "--n", 10, "--turn", 3) if verb == "from" else ()
        succeed(verb, run.path, "--game-index", 1, "--out", out, *more, cwd=tmp_path)
        shown = " ".join(re.sub("<.*?>", " ", (tmp_path / out).read_text(encoding="utf-8")).split())
        assert said in shown, verb


def test_records_of_a_range_are_judged_legal(run: Run, folder: Path) -> None:
    """A range as JSON Lines goes straight into the referee, by file or by pipe."""
    done = run_cli("replay", run.path, "--game-index", "41-44", "--as", "json", cwd=folder)
    records = [json.loads(line) for line in done.stdout.splitlines()]
    stored = [run.rows("seats", game)["score"].tolist() for game in range(41, 45)]
    assert [record["result"]["scores"] for record in records] == stored
    Path("games.jsonl").write_text(done.stdout, encoding="utf-8")
    succeed("referee", "games.jsonl", cwd=folder)


def test_pictures(run: Run, folder: Path) -> None:
    """The suffix of --out says what to draw; --turn stops the game before."""
    succeed("replay", run.path, "--game-index", "41", "--out", "end.svg", cwd=folder)
    drawn = Path("end.svg").read_text(encoding="utf-8")
    assert "<svg" in drawn
    assert re.search(r"; \d+ turns", drawn)
    succeed("replay", run.path, "--game-index", "41", "--turn", "9", "--out", "nine.png", cwd=folder)
    assert Path("nine.png").read_bytes().startswith(b"\x89PNG")
    succeed("replay", run.path, "--game-index", "41", "--turn", "9", "--out", "nine.svg", cwd=folder)
    drawn = Path("nine.svg").read_text(encoding="utf-8")
    assert "after turn 9" in drawn
    assert "10 turns" not in drawn  # turn 0 is the first: two numbers would say two things


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--game-index", "48"], "holds games 40 to 47"),
        (["--game-index", "39-41"], "holds games 40 to 47"),
        (["--game-index", "42-41"], "42-41 is empty; the lower end comes first"),
        (["--game-index", "x"], "write a game as 17, several as 17-20, or closest"),
        (["--game-index", "41-42", "--as", "png"], "shows one game"),
        (
            ["--game-index", "41", "--out", "x.svg", "--show", "hands"],
            "there are no hands in starwars; it can show nothing",
        ),
        (["--game-index", "41", "--as", "png", "--out", "a.svg"], "goes into a file named *.png"),
    ],
)
def test_what_cannot_be_shown_is_refused_in_one_line(run: Run, words: list[str], said: str) -> None:
    """Games outside the run, ranges as pictures: exit code 2."""
    assert said in one_line(run_cli("replay", run.path, *words, cwd=run.path))


def test_rows_that_were_changed_are_noticed(tmp_path: Path) -> None:
    """A run whose rows are not what the rules give does not replay: exit code 1, one line."""
    made = simulate.run("starwars", 2, policy="random", out=tmp_path / "r", jobs=1, block_size=2)
    path = made.table_path("seats", 0)
    table = pq.read_table(path)
    scores = table["score"].to_pylist()
    scores[0] += 1
    changed = table.set_column(table.column_names.index("score"), "score", pa.array(scores, pa.int32()))
    pq.write_table(changed, path)
    replace_file(made, "seats", 0, path.read_bytes())
    with pytest.raises(FailedError, match=r"game 0 does not replay: seats\.score"):
        replay(simulate.load(made.path), 0)
    assert replay(simulate.load(made.path), 1)
    assert "simulate verify" in one_line(run_cli("replay", made.path, "--game-index", "0", cwd=tmp_path), 1)
