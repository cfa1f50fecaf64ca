"""A game in which no rule binds that differs is played once for both, and nobody can tell."""

from __future__ import annotations

import dataclasses
import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from builders import content, output_of, volume

from analyses.measures.paired_games import different, pieces
from rules import games
from rules.options import weighed_columns
from simulate.plans.plan import Plan, make_plan
from simulate.plans.request import Request
from simulate.play.simulator import Simulator
from simulate.store.runs import Run
from simulate.working.sharing import Sharing, binds, shared_with
from simulate.working.workers import play

GAMES = volume(300, 3)

RULES = {
    "starwars": (
        "dice_cap=4",
        "dice_cap=5",
        "symbol_dice=at_most_one",
        "unplaceable=discard_and_pass",
        "win_tie=later_seat",
        "dice_cap=5 win_tie=later_seat",
    ),
    "castle": ("max_turns=60",),
    "catan": ("bank=25", "bank=16", "bank=14 shortage=none_paid", "shortage=unlimited", "max_turns=70"),
}
"""Rules that bind in some games."""
EVERY = [(game, rules) for game, several in RULES.items() for rules in several]


def plan_of(game: str, rules: str = "", n: int = GAMES, **asked: Any) -> Plan:
    """The plan of games of the usual players under these rules, with all tables."""
    every = ",".join(games.load(game).playing.tables)
    return make_plan(game, n, rules=rules.split(), **{"tables": every.split(",")} | asked)


def declared(game: str) -> set[str]:
    """The options of a game that say in which games they bind."""
    fields = dataclasses.fields(games.load(game).options.Options)
    return {field.name for field in fields if field.metadata["binding"] is not None}


@pytest.mark.parametrize("game", games.OWN)
def test_every_binding_that_is_declared_is_tried(game: str) -> None:
    tried = {word.partition("=")[0] for rules in RULES.get(game, ()) for word in rules.split()}
    assert tried == declared(game)


@pytest.fixture(scope="module")
def rows_of() -> Callable[[Plan], dict[str, np.ndarray[Any, Any]]]:
    """Plays a plan, the standard game once."""
    played: dict[str, dict[str, np.ndarray[Any, Any]]] = {}

    def rows(plan: Plan) -> dict[str, np.ndarray[Any, Any]]:
        if plan.hash not in played:
            played[plan.hash] = Simulator(plan).play(0, plan.n)
        return played[plan.hash]

    return rows


@pytest.mark.rules
@pytest.mark.parametrize(("game", "rules"), EVERY)
def test_games_in_which_nothing_binds_are_the_same_in_every_table(
    game: str, rules: str, rows_of: Callable[[Plan], dict[str, np.ndarray[Any, Any]]]
) -> None:
    """Both are played anyway. Some games differ, else the test would prove nothing."""
    plans = plan_of(game), plan_of(game, rules)
    standard, house = map(rows_of, plans)
    free = free_games(standard, plans)
    assert free.tolist() == free_games(house, plans).tolist()
    for table in plans[0].tables:
        mine, theirs = (rows[table][np.isin(rows[table]["game"], free)] for rows in (standard, house))
        assert mine.tobytes() == theirs.tobytes(), table
    if GAMES >= 100:
        assert 0 < len(free) < GAMES
        assert standard["seats"].tobytes() != house["seats"].tobytes()


def free_games(rows: dict[str, np.ndarray[Any, Any]], plans: Sequence[Plan]) -> np.ndarray[Any, Any]:
    """The games in which none of the options binds that differ."""
    one, other = plans
    return np.flatnonzero(~binds(one, other, rows["games"]))


# --- runs


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The games that simulators play."""
    played: list[int] = []
    play_on = Simulator.play_on

    def counting(self: Simulator, first: int, n: int, fail_fast: bool = False, **how: Any) -> Any:
        played.extend(sorted({*range(first, first + n)} - {*how.get("leave_out", ())}))
        return play_on(self, first, n, fail_fast, **how)

    monkeypatch.setattr(Simulator, "play_on", counting)
    return played


def played(plan: Plan, out: Path, others: Sequence[Run] = (), **how: Any) -> Run:
    """The run of a plan."""
    return play(plan, Request(out=out, **{"jobs": 1, "block_size": 40} | how), others=others)


def files_of(run: Run) -> dict[str, bytes]:
    """All that a run says, without what tells when and where it was played."""
    manifest = json.loads((run.path / "manifest.json").read_text())
    for key in ("seconds", "jobs", "command", "created", "seal"):
        manifest.pop(key, None)
    found = {"manifest": json.dumps(manifest).encode()}
    for file in sorted(run.path.rglob("*.parquet")):
        found[str(file.relative_to(run.path))] = file.read_bytes()
    for file in sorted((run.path / "receipts").iterdir()):
        receipt = json.loads(file.read_text())
        found[file.name] = json.dumps(
            {k: v for k, v in receipt.items() if k not in ("seconds", "seal")}
        ).encode()
    return found


CAP = "dice_cap=5"


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> tuple[Run, Run]:
    """The standard game, and the same games with another cap, played."""
    folder = tmp_path_factory.mktemp("both")
    return tuple(
        played(plan_of("starwars", rules, 120), folder / name)
        for name, rules in (("standard", ""), ("house", CAP))
    )  # type: ignore[return-value]


@pytest.mark.parametrize("jobs", [1, 2])
def test_copied_games_leave_no_trace(
    tmp_path: Path, both: tuple[Run, Run], counted: list[int], jobs: int
) -> None:
    standard, house = both
    shared = played(house.plan, tmp_path / "shared", [standard], jobs=jobs)
    assert 0 < len(set(counted)) < 60
    assert files_of(shared) == files_of(house)
    assert content(shared) == content(house)


def test_workers_in_other_processes_copy_too(tmp_path: Path, both: tuple[Run, Run]) -> None:
    standard, house = both
    shared = played(house.plan, tmp_path / "shared", [standard], jobs=2, backend="processes")
    assert files_of(shared) == files_of(house)


def test_blocks_of_other_sizes_and_fewer_games_of_the_other_run_do(
    tmp_path: Path, both: tuple[Run, Run], counted: list[int]
) -> None:
    """Games that the other run does not hold are played."""
    standard, house = both
    shared = played(house.plan, tmp_path / "shared", [standard.first(70)], block_size=33)
    assert set(range(80, 120)) <= set(counted)
    assert len(set(counted)) < 110
    assert content(shared) == content(house)


def test_a_run_that_was_begun_is_continued_by_copies(
    tmp_path: Path, both: tuple[Run, Run], counted: list[int]
) -> None:
    standard, house = both
    path = tmp_path / "begun"
    shutil.copytree(house.path, path)
    for folder in ("receipts", *house.plan.tables):
        for file in (path / folder).glob("0000000040.*"):
            file.unlink()
    shared = played(house.plan, path, [standard])
    assert set(counted) <= {0, *range(40, 80)}  # and the game that loads the kernels
    assert content(shared) == content(house)


def test_of_a_damaged_run_nothing_is_copied(
    tmp_path: Path, both: tuple[Run, Run], counted: list[int]
) -> None:
    standard, house = both
    path = tmp_path / "standard"
    shutil.copytree(standard.path, path)
    for file in (path / "games").iterdir():
        file.write_bytes(file.read_bytes()[:-1] + b"x")
    damaged = Run(path, standard.plan, standard.manifest)
    assert content(played(house.plan, tmp_path / "shared", [damaged])) == content(house)
    assert set(counted) == set(range(120))


@pytest.mark.parametrize(
    "asked",
    [
        {"seed": 2},
        {"rules": "dice_cap=5 small_meeples=5"},
        {"policy": "search:1"},
        {"policy": "random,heuristic,heuristic"},
        {"players": 2},
        {"tables": ("games", "seats")},
    ],
    ids=str,
)
def test_where_more_differs_or_players_look_ahead_nothing_is_shared(
    both: tuple[Run, Run], asked: dict[str, Any]
) -> None:
    standard, _ = both
    here: dict[str, Any] = {"rules": CAP, "n": 120} | asked
    assert shared_with(plan_of("starwars", **here), [standard]) is None
    assert shared_with(plan_of("starwars", CAP, 120), [standard]) is standard


def test_searches_share_nothing_even_with_each_other(both: tuple[Run, Run]) -> None:
    """In their playouts a rule may bind that does not in the game."""
    standard, house = both
    searching = dataclasses.replace(house.plan, policies=plan_of("starwars", policy="search:1").policies)
    run = Run(standard.path, dataclasses.replace(searching, options=standard.plan.options), standard.manifest)
    assert shared_with(searching, [run]) is None


STUDY = """
game = "starwars"
games = 120
players = [2, 3]
arms = [{ rules = { dice_cap = 4 } }, { rules = { dice_cap = 4, win_tie = "later_seat" } }]
"""


def test_an_answer_says_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A comparison, a curve and a study, with the games of each rule, and with copies."""
    said = []
    for name, shares in (("played", False), ("shared", True)):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "cap.toml").write_text(STUDY)
        counting = _counting(monkeypatch, shares)
        for verb, *words in (
            ("compare", "--game", "starwars", "--rule", "dice_cap=4", "--n", 200),
            ("sweep", "--game", "starwars", "--rule", "dice_cap=3..5", "--n", 200),
            ("study", "cap.toml"),
        ):
            said.append(output_of(verb, *words, "--jobs", 1, "--json", "--out", verb, cwd=folder))
            assert bool(counting) == shares
            counting.clear()
    assert said[:3] == said[3:]


def _counting(monkeypatch: pytest.MonkeyPatch, shares: bool) -> list[Sharing]:
    """Note all that share games; or let nobody."""
    noted: list[Sharing] = []
    begin = Sharing.__init__

    def noting(self: Sharing, *args: Any) -> None:
        noted.append(self)
        begin(self, *args)

    monkeypatch.undo()
    monkeypatch.setattr(Sharing, "__init__", noting)
    if not shares:
        monkeypatch.setattr("simulate.working.workers.shared_with", lambda plan, runs: None)
    return noted


def test_what_players_weighed_tells_no_games_apart(both: tuple[Run, Run]) -> None:
    """Symbols that count for less make smaller pools: in battles that nobody fights, too."""
    (piece,) = pieces(both[0], 1_000)
    weighed = weighed_columns(type(both[0].plan.options))
    other = {table: dict(columns) for table, columns in piece.items()}
    for column in weighed:
        other["games"][column] = other["games"][column] + 1
    assert different(piece, other).all()
    assert not different(piece, other, weighed).any()
    other["games"]["ties"] = other["games"]["ties"] + 1
    assert different(piece, other, weighed).all()
