"""What holds for every game, Pig in a package of its own among them: verbs, records, options, columns."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any, cast

import numpy as np
import pytest
from builders import ROOT, run_python
from numba.np import numpy_support
from stepper import begin
from warm import GAMES

import rules.verbs
from rules import games
from rules.chance import ChanceState
from rules.fields import Fields, fields_of
from rules.kernel import INTERPRETED
from rules.options import describe, show
from rules.verbs import kernel_of
from simulate.plans.plan import make_plan
from simulate.play import playing
from simulate.play.playing import choose
from simulate.play.simulator import Simulator
from simulate.store.sums import summed_columns

VERBS = [name for room in (rules.verbs, playing) for name, f in vars(room).items() if hasattr(f, "is_verb")]

CONTEXTS: dict[str, list[dict[str, Any]]] = {
    "starwars": [{"policy": "random"}],
    "carcassonne": [{"river": True}, {"farm_method": "per_city"}, {"tiles_in_hand": 2, "policy": "search:1"}],
    "catan": [
        {"dice": "deck36"},
        {"trade": "any"},
        {"friendly_robber": True},
        {"friendly_robber": True, "friendly_robber_points": 20},
    ],
    "castle": [{"players": 2}, {"policy": "drawer"}],
}
"""Rules, players or policies with which an option shows what it does, if it does nothing by default."""


pytestmark = pytest.mark.usefixtures("pig")


def rows(game: str, policy: str = "random", n: int = 1, **given: Any) -> dict[str, np.ndarray]:
    """The rows of so many games."""
    return Simulator(make_plan(game, n, policy=policy, seed=7, **given)).play(0, n)


def missing(game: str, what: str, file: str) -> str:
    """A message that names the file to write."""
    return f"{game}: {what} is missing; it belongs in {file}"


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_listed_and_has_its_parts(game: str) -> None:
    """A game is its folder: options, engine, playing, replay, transcript, weights, analysis, report."""
    known = games.load(game)
    assert game in games.names()
    assert known.players[0] <= known.default_players <= known.players[1]
    for part in ("options", "engine", "referee", "playing", "replay", "transcript", "analysis", "report"):
        assert not lacking(known, part), lacking(known, part)
    assert known.weights.exists(), missing(game, "weights", str(known.weights))
    assert isinstance(known.engine.RULES_VERSION, int)


def lacking(known: games.Game, part: str) -> str:
    """What to write where a game has no module for a part; nothing if it has."""
    try:
        getattr(known, part)
    except ModuleNotFoundError as error:
        return missing(known.name, part, f"{str(error.name).replace('.', '/')}.py")
    return ""


def test_a_part_that_is_not_there_is_named_with_its_file() -> None:
    """Of a game of this project too, and where the game says that its parts are in other files."""
    pig, catan = games.load("pig"), games.load("catan")
    assert not lacking(pig, "replay")
    elsewhere = replace(pig, modules={**pig.modules, "replay": "nowhere"})
    assert lacking(elsewhere, "replay") == "pig: replay is missing; it belongs in pig/nowhere.py"
    nameless = replace(catan, name="carcasson")
    assert (
        lacking(nameless, "report") == "carcasson: report is missing; it belongs in reports/runs/carcasson.py"
    )


def test_games_of_installed_packages_are_walked_over_too(tmp_path: Path) -> None:
    """So that whoever writes one finds what it lacks: its entry point is enough."""
    info = tmp_path / "hog-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Name: hog\nVersion: 1\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[{games.GROUP}]\nhog = hog:GAME\n", encoding="utf-8")
    code = f"import sys; sys.path.append({str(ROOT / 'tests')!r}); import warm; print(*warm.GAMES)"
    assert {*games.OWN, "hog", "pig"} <= set(run_python(code, tmp_path).split())


@pytest.mark.parametrize("game", GAMES)
def test_every_game_answers_every_verb(game: str) -> None:
    """What is written once for all games is written in these."""
    assert games.load(game).playing is not None
    assert len(VERBS) > 10
    for verb in VERBS:
        assert rules.verbs.answered(game, verb), missing(game, f"verb '{verb}'", "engine.py or playing.py")


def test_a_kernel_named_like_no_verb_is_refused() -> None:
    """A misspelt one would be passed over where a game need not answer."""

    def playout_ends(state: Any) -> int:
        return 0

    with pytest.raises(ValueError, match=r"no verb 'playout_ends'\. Did you mean 'playout_end'"):
        rules.verbs.register("pig", ChanceState, playout_ends)


@pytest.mark.parametrize("game", GAMES)
def test_records_of_one_type_share_the_object_that_says_so(game: str) -> None:
    """Else Numba compares both, field by field, whenever Python calls a kernel."""
    simulator = Simulator(make_plan(game, 1, policy="random"))
    position = games.load(game).referee().position
    position.open(simulator.plan.options, simulator.plan.players)
    assert position.states[0].dtype is simulator.state[0].dtype is position.copied().states[0].dtype
    assert position.rules[0].dtype is simulator.options[0].dtype


@pytest.mark.rules
@pytest.mark.parametrize("game", GAMES)
def test_random_play_ends_and_keeps_within_its_tables(game: str) -> None:
    known = games.load(game)
    for players in {known.players[0], known.players[1]}:
        tables = rows(game, players=players)
        for name, table in known.playing.tables.items():
            if name in tables:
                assert len(tables[name]) <= table.most
        assert tables["seats"]["win_share"].sum() in (0, pytest.approx(1))


@pytest.mark.parametrize("game", GAMES)
def test_winners_come_first_and_have_the_better_scores(game: str) -> None:
    """`low_wins` says which are better, and `rank` and the sources of a score agree with them."""
    seats = rows(game, policy="greedy", n=16)["seats"]
    won = seats["win_share"] > 0
    assert (seats["rank"][won] == 1).all()
    better = seats["score"][won].mean() < seats["score"][~won].mean()
    assert better == games.load(game).low_wins, f"{game}: GAME says low_wins={games.load(game).low_wins}"
    sources = [seats[column] for of in games.load(game).analysis.SOURCES.values() for column in of]
    assert (sum(sources) == seats["score"]).all(), f"{game}: SOURCES do not add up to the score"


@pytest.mark.parametrize("game", GAMES)
def test_progress_ends_with_the_final_scores_and_changes_no_game(game: str) -> None:
    """A row a seat for each turn, in order; the last has the score of `seats`."""
    plain = rows(game, policy="greedy", n=2)
    watched = rows(game, policy="greedy", n=2, tables="all,progress")
    progress = watched.pop("progress")
    assert {name: table.tobytes() for name, table in plain.items()} == {
        name: table.tobytes() for name, table in watched.items()
    }
    for number in range(2):
        seats = plain["seats"][plain["seats"]["game"] == number]
        entries = progress[progress["game"] == number].reshape(-1, len(seats))
        assert (entries["seat"] == seats["seat"]).all()
        assert (np.diff(entries["turn"], axis=0) > 0).all()
        assert entries[-1]["score"].tolist() == seats["score"].tolist()
        assert len(entries) <= games.load(game).playing.tables["progress"].most / len(seats)


@pytest.mark.parametrize(("seed", "nth"), [(1, 7), (0, 0)])
@pytest.mark.parametrize("game", games.OWN)
def test_a_game_does_not_depend_on_those_before_it(game: str, seed: int, nth: int) -> None:
    """Whatever a worker played before, every table is the same, to the last byte.

    So the first game of seed 0 is not taken for one that is known already.
    """
    tables = list(games.load(game).playing.tables)
    plan = make_plan(game, 8, players=3, policy="heuristic,greedy,random", tables=tables, seed=seed)
    one, other = Simulator(plan), Simulator(plan)
    other.play(3, 2)
    for name, table in one.play(nth, 1).items():
        assert other.play(nth, 1)[name].tobytes() == table.tobytes(), name


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_is_the_compiled_game_and_its_record_is_legal(game: str) -> None:
    """Rows agree in every column, whichever game is replayed first; the referee finds the same scores."""
    known = games.load(game)
    simulator = Simulator(make_plan(game, 2, policy="random", seed=3))
    compiled = [simulator.play(number, 1) for number in range(2)]
    for number in (1, 0):
        played = known.replay.play(simulator, number)
        assert played.ended
        for table in ("games", "seats"):
            assert played.rows[table].tolist() == compiled[number][table].tolist()
        verdict = known.referee().judge(json.loads(json.dumps(played.record)))
        assert verdict.legal, verdict
        assert verdict.scores == played.rows["seats"]["score"].tolist()
        told = known.referee().follow(played.record)
        assert len(told) > 1, f"{game}: no decision is told by `about_to`"
        assert list(known.transcript.transcript(played))


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_stops_after_a_turn(game: str) -> None:
    """The record ends there, with the result as it stands; it goes on as that of the whole game does."""
    known, simulator = games.load(game), Simulator(make_plan(game, 2, policy="random", seed=3))
    whole = known.replay.play(simulator, 1)
    for stop in (0, 1, 9):
        part = known.replay.play(simulator, 1, stop)
        assert (part.ended, part.last_turn) == (False, stop)
        assert part.rows["games"].tolist() == whole.rows["games"].tolist()
        turns = part.record["turns"]
        assert turns == whole.record["turns"][: len(turns)] != whole.record["turns"]
        verdict = known.referee().judge(part.record)
        assert (verdict.legal, verdict.winners) == (True, []), verdict
    assert known.replay.play(simulator, 1, 10_000).record == whole.record


PLAY = """
import hashlib, json, sys
sys.path.insert(0, {tests!r})
from warm import add_pig
add_pig()
from rules.games import load
from simulate.play.simulator import Simulator
from simulate.plans.plan import make_plan
found = {{}}
for game in {games!r}:
    every = list(load(game).playing.tables)
    tables = Simulator(make_plan(game, 1, policy="random", seed=7, tables=every)).play(0, 1)
    found[game] = {{name: hashlib.sha256(rows.tobytes()).hexdigest() for name, rows in tables.items()}}
print(json.dumps(found))
"""


@pytest.mark.skipif(INTERPRETED, reason="compares with what is compiled")
def test_interpreted_and_compiled_games_are_the_same(tmp_path: Any) -> None:
    """One source, two ways to run it: every column of every table is equal, byte for byte."""
    code = PLAY.format(tests=str(ROOT / "tests"), games=GAMES)
    interpreted = json.loads(run_python(code, tmp_path, NUMBA_DISABLE_JIT="1"))
    for game in GAMES:
        every = list(games.load(game).playing.tables)
        compiled = Simulator(make_plan(game, 1, policy="random", seed=7, tables=every)).play(0, 1)
        found = {name: hashlib.sha256(rows.tobytes()).hexdigest() for name, rows in compiled.items()}
        assert found == interpreted[game], game


@pytest.mark.skipif(INTERPRETED, reason="plays many games")
@pytest.mark.parametrize("game", GAMES)
def test_every_option_changes_something(game: str) -> None:
    """An option that changes nothing is none: under some rules one of its values gives other games."""
    known = games.load(game)
    contexts = [{}, *CONTEXTS.get(game, [])]
    plain = [_hash(game, context) for context in contexts]
    for option in dataclasses.fields(known.options.Options):
        values = list(_others(option))
        assert any(
            _hash(game, {**context, option.name: value}) != before
            for context, before in zip(contexts, plain, strict=True)
            for value in values
        ), f"{game}: {option.name} changes nothing"


def _others(option: dataclasses.Field[Any]) -> Iterator[Any]:
    """Some other values of an option."""
    meta = option.metadata
    if meta["choices"]:
        yield from (choice for choice in meta["choices"] if choice != show(option.default))
    elif isinstance(option.default, bool):
        yield not option.default
    else:
        usual: Any = option.default if option.default is not None else meta["low"]
        yield from {min(usual + 1, meta["high"]), meta["low"], meta["high"]}


def _hash(game: str, given: dict[str, Any], n: int = 16) -> Any:
    """The bytes of some games; None where the rules refuse a value."""
    others = {name: given[name] for name in ("policy", "players") if name in given}
    words = [f"{name}={show(value)}" for name, value in given.items() if name not in others]
    try:
        tables = rows(game, n=n, rules=words, **{"policy": "greedy", **others})
    except ValueError:
        return None
    return {name: table.tobytes() for name, table in tables.items()}


@pytest.mark.parametrize("game", GAMES)
def test_every_column_and_every_field_says_what_it_means(game: str) -> None:
    known = games.load(game)
    for name, table in known.playing.tables.items():
        assert issubclass(table.row, Fields), f"{game}.{name}"
        for column, field in fields_of(table.row).items():
            assert field.text, f"{game}: {name}.{column}"
    for option in describe(known.options.Options):
        assert option.text


def test_no_field_of_a_record_hides_behind_an_attribute_of_numpy() -> None:
    """Interpreted, ``record.base`` is NumPy's attribute and not the field of that name."""
    for game in GAMES:
        simulator = Simulator(make_plan(game, 1, policy="random"))
        on_desk: tuple[Any, ...] = simulator.desk[:4]
        taken = [part.dtype for part in on_desk] + [simulator.mind.dtype]
        records = [*taken, *(table.rows for table in simulator.playing.tables.values())]
        names = {name for record in records for name in record.names}
        assert not {name for name in names if hasattr(np.record, name) or hasattr(np.recarray, name)}


MISSPELT = """
from rules.fields import Rows
from rules.starwars.state import State
from simulate.play import desk as common
from simulate.games.starwars.move_features import Desk
from simulate.games.starwars.tables import SeatRow

def turns(state: State) -> int:
    return state.trun

def ties(state: State, rows: Rows[SeatRow]) -> None:
    rows[0].fuoght = state.battles[0].tise

def write_row(desk: Desk) -> None:
    state, mind = desk.state, desk.mind
    print(desk.box.knid, desk.options.tema_mode, state.paleyrs, mind.shrae, mind.vaule, mind.mvoes)

def choose(desk: common.Desk) -> None:
    print(desk.policies.wya, desk.mind.spair, desk.state.saet)
"""


def test_a_misspelt_field_is_a_type_error(tmp_path: Any) -> None:
    """Mypy knows the fields of every record: a kernel that misspells one does not pass."""
    file = tmp_path / "kernel.py"
    file.write_text(MISSPELT, encoding="utf-8")
    from mypy import api

    text, _, code = api.run(["--strict", "--config-file", str(ROOT / "pyproject.toml"), str(file)])
    assert code == 1
    assert re.findall(r'"(\w+)" has no attribute "(\w+)"', text) == [
        ("State", "trun"),
        *(("SeatRow", "fuoght"), ("BattleRow", "tise")),
        *(("Tiles", "knid"), ("Options", "tema_mode"), ("State", "paleyrs")),
        *(("Mind", "shrae"), ("Mind", "vaule"), ("Mind", "mvoes")),
        *(("Policies", "wya"), ("Choosing", "spair"), ("GameState", "saet")),
    ]


def test_the_games_of_this_project_are_the_folders_with_an_engine() -> None:
    assert sorted(games.OWN) == sorted(file.parent.name for file in (ROOT / "rules").glob("*/engine.py"))


@pytest.mark.skipif(INTERPRETED, reason="asks Numba")
@pytest.mark.parametrize("game", GAMES)
def test_replays_do_not_let_numba_recognise_records_anew(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """That takes milliseconds for each record in a tuple: once the kernels are there, nothing is asked."""
    simulator = Simulator(make_plan(game, 4, policy="random", seed=3))
    for number in range(4):
        games.load(game).replay.play(simulator, number)
    asked: list[Any] = []
    recognise = numpy_support.from_struct_dtype

    def counted(value: Any) -> Any:
        asked.append(value)
        return recognise(value)

    monkeypatch.setattr(numpy_support, "from_struct_dtype", counted)
    for number in range(4):
        games.load(game).replay.play(simulator, number)
    assert asked == []


@pytest.mark.skipif(INTERPRETED, reason="asks Numba")
@pytest.mark.parametrize("game", GAMES)
def test_a_call_of_a_kernel_runs_python_only_to_find_its_types(game: str) -> None:
    """Wherever Python runs Ctrl-C may raise, and where Numba takes over a desk it does not look for that."""
    simulator = Simulator(make_plan(game, 4, policy="random", seed=3))
    kernel = cast(Any, kernel_of(choose, game)).compiled
    begin(simulator, 0)
    kernel(simulator.desk)
    here, run = sys._getframe(), set[str]()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_back is here:
            run.add(frame.f_code.co_name)

    sys.setprofile(note)
    kernel(simulator.desk)
    sys.setprofile(None)
    assert run == {"typeof_pyval"}


@pytest.mark.parametrize("game", GAMES)
def test_what_a_summary_tells_is_added_up(game: str) -> None:
    """Its headings name columns of `seats` that the sums of a run keep."""
    analysis = games.load(game).analysis
    headings = [analysis.SOURCES, *analysis.COUNTED.values()]
    told = {column for one in headings for columns in one.values() for column in columns}
    assert told <= set(summed_columns(game)[1])
