"""What was decided, among how many moves, and what was traded: recounted by playing the noted moves again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from builders import content, refusal, run_cli, succeed, volume
from stepper import begin

from rules.bits import count_bits
from rules.fields import Row
from rules.games import OWN, load
from rules.verbs import apply, legal_moves
from simulate.plans.plan import Plan, make_plan
from simulate.plans.request import Request
from simulate.play.desk import asked, score_now
from simulate.play.simulator import Simulator
from simulate.play.tables import DECISIONS, MOST_MOVES, TRADES, WATCHED, Table
from simulate.store.runs import Run
from simulate.store.runs import load as load_run
from simulate.working.workers import play

SETTINGS: dict[str, dict[str, Any]] = {
    "starwars": {"policy": "greedy,random,heuristic"},
    "carcassonne": {"policy": "random,greedy", "rules": ["meeples=2"]},
    "castle": {"policy": "random", "rules": ["max_turns=40"]},
    "catan": {"policy": "greedy", "rules": ["max_turns=30", "trade=any"]},
}


def plan_of(game: str, n: int, tables: str = "all,decisions", **asked_for: Any) -> Plan:
    """A plan with the table; Catan has trades, too."""
    tables += ",trades" if game == "catan" else ""
    return make_plan(game, n, seed=7, tables=tables, **SETTINGS[game] | asked_for)


def chosen_of_tile(state: Any, kinds: Any, move: int) -> int:
    """0 without a meeple, 1 more than the kind of the segment beneath it, 4 beside the tile in Star Wars."""
    target = (move >> 18) & 31
    if target == 0:
        return 0
    return 4 if target >= 16 else 1 + int(kinds[state.tile, target - 1])


def moment(game: str, sim: Simulator, move: int) -> dict[str, int]:
    """What each game tells of a decision, looked up in the state."""
    state = sim.state[0]
    if game == "catan":
        hand, unplayed = state.hands[state.asked].sum(), state.cards[state.asked].sum()
        return {"decision": state.point, "chosen": move & 31, "hand": hand, "unplayed": unplayed}
    if game == "castle":
        hand = count_bits(state.hand[state.asked])
        return {"decision": state.point, "chosen": move & 7, "hand": hand}
    meeples = state.supply if game == "carcassonne" else state.reserve.sum(axis=1)
    chosen = chosen_of_tile(state, sim.box.tables[0].kind, move)
    return {"decision": int(state.tile < 0), "chosen": chosen, "meeples": meeples[state.seat]}


def replayed(game: str, sim: Simulator, number: int) -> list[dict[str, int]]:
    """A row a decision, by playing the moves of a game again, one by one."""
    moves, rows, buffer = sim.moves(number)[0].tolist(), [], np.zeros(sim.playing.moves, np.int64)
    begin(sim, number)
    box, options, state = sim.desk[:3]
    for move in moves:
        legal = legal_moves(box, options, state, buffer)
        seat = int(asked(state))
        assert move in buffer[:legal]
        told = {"legal": len(set(buffer[:legal].tolist())), "score": score_now(sim.desk, state, seat)}
        rows.append({"game": number, "turn": state.turn, "seat": seat} | told | moment(game, sim, move))
        apply(box, options, state, move)
    return [{name: int(value) for name, value in row.items()} for row in rows]


@pytest.mark.parametrize("game", OWN)
def test_each_decision_is_that_of_the_moves_played_again(game: str) -> None:
    """Who decides what, among how many moves, with what in hand."""
    sim = Simulator(plan_of(game, volume(6, 1)))
    written = sim.play(0, sim.plan.n)[DECISIONS]
    counted = [row for number in range(sim.plan.n) for row in replayed(game, sim, number)]
    names = written.dtype.names or ()
    assert set(names) == set(counted[0])
    for name in names:
        assert written[name].tolist() == [row[name] for row in counted], name


@pytest.mark.parametrize("game", OWN)
def test_the_tables_change_no_game(game: str) -> None:
    plan = plan_of(game, volume(8, 2))
    rows = Simulator(plan).play(0, plan.n)
    plain = Simulator(replace(plan, tables=tuple(t for t in plan.tables if t not in WATCHED))).play(0, plan.n)
    assert list(rows) == [*plain, *(DECISIONS, TRADES)[: 2 if game == "catan" else 1]]
    assert all(rows[name].tobytes() == table.tobytes() for name, table in plain.items())


@pytest.mark.parametrize("game", OWN)
def test_every_column_says_what_its_numbers_mean(game: str) -> None:
    """The words of what was decided and chosen stand in the column."""
    sim = Simulator(plan_of(game, volume(20, 2)))
    rows, table = sim.play(0, sim.plan.n)[DECISIONS], sim.playing.tables[DECISIONS]
    for name in ("decision", "chosen"):
        text = vars(table.row).get(name, vars(table.row.__mro__[1]).get(name)).text
        assert all(f"{number} " in text for number in np.unique(rows[name])), (name, text)


# --- which games have rows


def test_whether_a_game_is_kept_depends_on_its_index_alone() -> None:
    """All of the first ones, then one in so many: those that the number divides."""
    table = Table(Row, 1, first_games=5, one_in=10)
    assert [game for game in range(31) if table.keeps(game)] == [0, 1, 2, 3, 4, 10, 20, 30]
    assert table.keeps(np.arange(31)).nonzero()[0].tolist() == [0, 1, 2, 3, 4, 10, 20, 30]
    assert Table(Row, 1).keeps(np.arange(31)).all()


def test_of_many_games_of_catan_one_in_ten_is_kept() -> None:
    """Its decisions and trades; the other tables have every game."""
    plan = plan_of("catan", 1012, rules=["max_turns=1"], policy="random")
    rows = Simulator(plan).play(996, 16)
    assert np.unique(rows[DECISIONS]["game"]).tolist() == [996, 997, 998, 999, 1000, 1010]
    assert set(rows[TRADES]["game"]) <= set(rows[DECISIONS]["game"])
    assert np.unique(rows["games"]["game"]).tolist() == [*range(996, 1012)]


def test_a_long_table_has_room_for_one_game_at_a_time() -> None:
    """A game may have very many decisions, and nobody has memory for as many in each of a thousand games."""
    for game in OWN:
        tables = load(game).playing.tables
        assert tables[DECISIONS].is_long
        assert not any(table.is_long for name, table in tables.items() if name not in (DECISIONS, TRADES))
        assert tables[DECISIONS].most == MOST_MOVES


# --- runs


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Games of Catan with all its tables, in blocks of seven."""
    rules = [f"max_turns={volume(30, 3)}", "trade=any"]
    plan = plan_of("catan", volume(20, 2), tables="all,progress,placements,decisions", rules=rules)
    how = Request(out=tmp_path_factory.mktemp("run") / "run", jobs=1, block_size=volume(7, 1))
    return play(plan, how)


def test_the_tables_depend_on_no_block(run: Run, tmp_path: Path) -> None:
    again = play(run.plan, Request(out=tmp_path / "again", jobs=1, block_size=run.plan.n))
    assert content(again) == content(run)
    assert again[DECISIONS].equals(run[DECISIONS])
    assert again[TRADES].equals(run[TRADES])


FAILING = """
def late(state, moves, features):
    if state.turn > 5 and state.chance_key[1] % 4 == 1:
        raise ValueError("no idea any more")
    return 0
"""


def test_a_game_that_fails_has_no_decisions(tmp_path: Path) -> None:
    (tmp_path / "my.py").write_text(FAILING, encoding="utf-8")
    words = "--game carcassonne --n 3 --jobs 1 --out run --policy my.py:late,random --tables all,decisions"
    assert run_cli(*words.split(), cwd=tmp_path).returncode == 1
    with pytest.warns(match="1 of 3 games failed"):
        run = load_run(tmp_path / "run")
    assert run[DECISIONS]["game"].unique().tolist() == run.games["game"].tolist() == [0, 2]


def test_one_command_keeps_combines_repairs_and_exports_the_tables(tmp_path: Path) -> None:
    words = "--game castle --jobs 1 --policy random --rule max_turns=10 --tables all,decisions"
    for first, name in ((0, "a"), (3, "b")):
        succeed(*words.split(), "--n", 3, "--first-game", first, "--out", name, cwd=tmp_path)
    succeed("combine", "a", "b", "--out", "both", cwd=tmp_path)
    both = load_run(tmp_path / "both")
    assert both[DECISIONS]["game"].unique().tolist() == [*range(6)]
    assert "decisions" in succeed("runs", "show", "both", cwd=tmp_path).stdout
    rows = both[DECISIONS]
    (both.path / DECISIONS / "0000000000.parquet").unlink()
    assert run_cli("verify", "both", cwd=tmp_path).returncode == 1
    succeed("repair", "both", cwd=tmp_path)
    succeed("verify", "both", cwd=tmp_path)
    assert load_run(tmp_path / "both")[DECISIONS].equals(rows)
    succeed("export", "both", "--tables", DECISIONS, "--labels", "--out", "decisions.csv", cwd=tmp_path)
    head, row = (tmp_path / "decisions.csv").read_text(encoding="utf-8").splitlines()[:2]
    assert head == "game,turn,seat,decision,legal,chosen,score,hand"
    assert ",action," in row


def test_a_run_without_the_table_says_how_to_get_it(tmp_path: Path) -> None:
    run = play(make_plan("castle", 2, policy="random"), Request(out=tmp_path / "run", jobs=1))
    assert "played with --tables games,seats,plays,cards" in refusal(lambda run: run[DECISIONS], run)
