"""What was decided, among how many moves, and what was traded: recounted by playing the noted moves again."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from builders import content, one_line, page_of_run, refusal, run_cli, succeed, volume
from naive.decisions import recount
from stepper import begin

from analyses.estimates.estimate import Estimate
from analyses.measures.paired_games import sums_of
from analyses.measures.vocabulary import chosen
from analyses.runs.decisions import decisions
from reports.runs.answer import answer_of
from reports.runs.console import closing_summary
from rules.bits import count_bits
from rules.fields import Row
from rules.games import OWN, load
from rules.kernel import INTERPRETED
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
    "carcassonne": {"policy": "random,greedy", "rules": ["meeples=2", "tiles_in_hand=2"]},
    "castle": {"policy": "random", "rules": [f"max_turns={volume(40, 6)}"]},
    "catan": {"policy": "greedy", "rules": [f"max_turns={volume(30, 3)}", "trade=any"]},
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
    tile = state.tile
    if "hand_size" in state.dtype.names and state.hand_size[state.seat]:
        tile = state.hand[state.seat, move >> 24]  # HR-21
    return 4 if target >= 16 else 1 + int(kinds[tile, target - 1])


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
    """Who decides what, among how many moves, with what in hand; tiles in hand too (HR-21)."""
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


def test_a_long_table_has_room_for_a_few_games_at_a_time() -> None:
    """A game may have very many decisions, and nobody has memory for as many in each of a thousand games."""
    for game in OWN:
        tables = load(game).playing.tables
        assert tables[DECISIONS].most == MOST_MOVES
        assert [name for name, table in tables.items() if table.is_long] == [
            name for name in (DECISIONS, TRADES) if name in tables
        ]


def test_games_go_on_where_a_long_table_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it holds is copied then, and it begins anew: with room for one game after each."""
    plan = plan_of("carcassonne", volume(6, 3))
    whole = Simulator(plan).play(0, plan.n)
    monkeypatch.setattr("simulate.play.simulator.FEW", 1)
    again = Simulator(plan).play(0, plan.n)
    assert all(again[name].tobytes() == rows.tobytes() for name, rows in whole.items())


# --- runs


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Games of Catan with all its tables, in blocks of seven."""
    plan = plan_of("catan", volume(20, 2), tables="all,progress,placements,decisions")
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


# --- what they tell


def estimates_of(run: Run) -> dict[str, Estimate]:
    """What a run tells of decisions, by measure."""
    return dict(decisions(run)[["measure", "estimate"]].itertuples(index=False))


def check_told(run: Run) -> None:
    """Each measure is what pandas says of the whole tables."""
    told = estimates_of(run)
    counted = {name: value for name, value in recount(run).items() if not math.isnan(value)}
    assert {name: estimate.value for name, estimate in told.items()} == pytest.approx(counted)
    assert all(estimate.low <= estimate.value <= estimate.high for estimate in told.values())


@pytest.mark.parametrize("game", ["starwars", "carcassonne", "castle"])
def test_what_is_told_of_decisions_is_what_pandas_counts(game: str, tmp_path: Path) -> None:
    plan = plan_of(game, volume(12, 2))
    check_told(play(plan, Request(out=tmp_path / "run", jobs=1, block_size=5)))


def test_what_is_told_of_trades_is_what_pandas_counts(run: Run) -> None:
    """Rates, what is offered and wanted, and what is refused."""
    check_told(run)


MANY = ["--game", "catan", "--policy", "random", "--rule", "max_turns=1", "--jobs", "1"]


@pytest.fixture(scope="module")
def some_kept(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Sixteen short games of Catan, of which six are kept."""
    folder = tmp_path_factory.mktemp("kept")
    words = ("--tables", "all,decisions,trades", "--first-game", 996, "--n", 16, "--block-size", 5)
    succeed(*MANY, *words, "--out", "run", cwd=folder)
    return load_run(folder / "run")


def test_games_that_are_not_kept_count_nowhere(some_kept: Run) -> None:
    """Neither among decisions nor among turns."""
    check_told(some_kept)
    assert estimates_of(some_kept)["decisions_per_turn"].value > 16, "the set-up alone has sixteen"


MINE = '''
def asked(decisions):
    """decisions a game"""
    return decisions.groupby(level=0).size()


asked.margin = 1


def bold(games, trades):
    """games in which somebody offers something"""
    return games.index.isin(trades[trades["rate"] == 0].index)


bold.margin = "5pp"


def not_bold(games, trades):
    """games in which nobody offers anything"""
    return ~games.index.isin(trades[trades["rate"] == 0].index)


not_bold.margin = "5pp"
'''


def test_a_measure_of_ones_own_asks_the_games_that_are_kept(some_kept: Run, folder: Path) -> None:
    """A game whose rows are not kept is none without decisions, or without trades."""
    (folder / "mine.py").write_text(MINE, encoding="utf-8")
    names = [f"mine.py:{name}" for name in ("asked", "bold", "not_bold")]
    measures = chosen(some_kept.plan, names)
    told = [sums.estimate(0, 0.95) for sums in sums_of(some_kept, measures)]
    offers = some_kept[TRADES].query("rate == 0")["game"].nunique()
    values = [estimate.value for estimate in told if estimate]
    assert values == pytest.approx([len(some_kept[DECISIONS]) / 6, offers / 6, 1 - offers / 6])


SHORT = ["--game", "castle", "--policy", "random", "--rule", "max_turns=8", "--jobs", "1", "--seed", "3"]


def test_nothing_of_decisions_is_told_unasked(folder: Path) -> None:
    asked_for = ("compare", *SHORT, "--rule", "actions=3", "--n", 20)
    found = json.loads(succeed(*asked_for, "--json", cwd=folder).stdout)
    measures = {row["measure"] for row in found["numbers"]}
    assert "turns" in measures
    assert not {"legal_moves", "decisions_per_turn", "one_legal_move"} & measures
    said = one_line(run_cli(*asked_for, "--measure", "legal_moves", cwd=folder))
    assert said == (
        "legal_moves is told by the table 'decisions', which is not there: --tables all,decisions"
    )


def test_compare_tells_what_a_rule_does_to_decisions(folder: Path) -> None:
    words = ("--rule", "actions=3", "--n", 20, "--tables", "all,decisions", "--out", "told", "--json")
    found = json.loads(succeed("compare", *SHORT, *words, cwd=folder).stdout)
    numbers = {row["measure"]: row for row in found["numbers"] if row["table"] == "changes"}
    runs = [load_run(folder / one["run"]) for one in found["runs"]]
    standard, house = ([one for one in runs if one.plan.options.actions == actions] for actions in (2, 3))
    for name in ("legal_moves", "decisions_per_turn", "one_legal_move"):
        before, after = (pooled(name, each) for each in (standard, house))
        assert numbers[name]["a"] == pytest.approx(before)
        assert numbers[name]["b"] == pytest.approx(after)
        assert numbers[name]["change"] == pytest.approx(after - before)


def pooled(name: str, runs: Sequence[Run]) -> float:
    """A measure over the games of several runs."""
    rows, games = (pd.concat([run[table] for run in runs]) for table in (DECISIONS, "games"))
    if name == "decisions_per_turn":
        return float(len(rows) / games["turns"].sum())
    return float((rows["legal"] if name == "legal_moves" else rows["legal"] == 1).mean())


def test_sweep_tells_decisions_along_an_axis(folder: Path) -> None:
    words = ("--rule", "actions=1..3", "--n", 20, "--tables", "all,decisions", "--json")
    found = json.loads(succeed("sweep", *SHORT, *words, "--measure", "decisions_per_turn", cwd=folder).stdout)
    fewer, more = found["numbers"]
    assert [fewer["actions"], more["actions"]] == ["1", "3"]
    assert fewer["a"] == more["a"]
    assert fewer["b"] < fewer["a"] < more["b"]


@pytest.mark.skipif(INTERPRETED, reason="the fewest games are a thousand")
def test_games_are_played_until_decisions_are_known_well_enough(folder: Path) -> None:
    words = ("--until", "legal_moves=8", "--n", 1000, "--tables", "all,decisions", "--out", "run")
    succeed(*SHORT, *words, cwd=folder)
    told = estimates_of(load_run(folder / "run"))["legal_moves"]
    assert told.high - told.low < 2 * 8 + 1e-9


def test_a_run_says_what_was_decided_and_traded(some_kept: Run) -> None:
    """In its summary, its JSON form and its report, and of how many games."""
    said = closing_summary(some_kept)
    assert "legal moves" in said
    assert "of offers come to nothing" in said
    page = page_of_run(some_kept)
    assert "What players decide" in page
    assert "6 games of 16: the first 1,000 games, then one in 10" in page
    assert set(answer_of(some_kept).sections["decisions"]) == set(estimates_of(some_kept))


def test_a_run_without_the_tables_is_told_to_be_played_with_them(tmp_path: Path) -> None:
    run = play(make_plan("castle", 2, policy="random"), Request(out=tmp_path / "run", jobs=1))
    assert "has no table 'decisions'" in refusal(decisions, run)
    assert "legal moves" not in closing_summary(run)
