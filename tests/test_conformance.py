"""What holds for every game, Pig in a package of its own among them: verbs, records, options, columns."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
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
from rules.kernel import INTERPRETED
from rules.verbs import kernel_of
from simulate.checking import compiled, options, runs
from simulate.checking.finding import FAILS, HOLDS, Finding
from simulate.checking.hidden import hidden
from simulate.plans.plan import make_plan
from simulate.play.playing import choose
from simulate.play.simulator import Simulator
from simulate.store.sums import summed_columns

pytestmark = pytest.mark.usefixtures("pig")


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pig is found by other processes, too."""
    entry_point(tmp_path, "pig")
    monkeypatch.syspath_prepend(tmp_path)


def entry_point(folder: Path, name: str) -> None:
    """What pip leaves behind of a package that names its game."""
    info = folder / f"{name}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Name: {name}\nVersion: 1\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[{games.GROUP}]\n{name} = {name}:GAME\n", encoding="utf-8")


def hold(findings: Finding | Iterable[Finding]) -> None:
    """Nothing that `simulate check` tries fails; what it asks the author is no failure."""
    for finding in [findings] if isinstance(findings, Finding) else findings:
        assert finding.verdict != FAILS, finding.text


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_listed_and_has_its_parts(game: str) -> None:
    """A game is its folder: options, engine, playing, replay and so on; it answers every verb."""
    assert game in games.names()
    hold(compiled.parts(games.load(game), ("analysis", "report")))


def test_a_part_that_is_not_there_is_named_with_its_file() -> None:
    """Of a game of this project too, and where the game says that its parts are in other files."""
    pig, catan = games.load("pig"), games.load("catan")
    assert not compiled.lacking(pig, "replay")
    elsewhere = replace(pig, modules={**pig.modules, "replay": "nowhere"})
    assert compiled.lacking(elsewhere, "replay") == "pig: replay is missing; it belongs in pig/nowhere.py"
    nameless = replace(catan, name="carcasson")
    assert (
        compiled.lacking(nameless, "report")
        == "carcasson: report is missing; it belongs in reports/runs/carcasson.py"
    )


def test_games_of_installed_packages_are_walked_over_too(tmp_path: Path) -> None:
    """So that whoever writes one finds what it lacks: its entry point is enough."""
    entry_point(tmp_path, "hog")
    code = f"import sys; sys.path.append({str(ROOT / 'tests')!r}); import warm; print(*warm.GAMES)"
    assert {*games.OWN, "hog", "pig"} <= set(run_python(code, tmp_path).split())


def test_there_are_verbs_to_answer() -> None:
    assert len(compiled.VERBS) > 10


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
def test_play_ends_and_keeps_within_its_tables(game: str) -> None:
    hold(compiled.ends(games.load(game)))


@pytest.mark.parametrize("game", GAMES)
def test_winners_come_first_and_have_the_better_scores(game: str) -> None:
    """`low_wins` says which are better, and `rank` and the sources of a score agree with them."""
    known = games.load(game)
    hold(compiled.winners(known, known.analysis))


@pytest.mark.parametrize("game", GAMES)
def test_progress_ends_with_the_final_scores_and_changes_no_game(game: str) -> None:
    """A row a seat for each turn, in order; the last has the score of `seats`."""
    hold(compiled.progress(games.load(game)))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_does_not_depend_on_those_before_it(game: str) -> None:
    """Whatever a worker played before, every table is the same, to the last byte."""
    hold(compiled.apart(games.load(game)))


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_is_the_compiled_game_and_its_record_is_legal(game: str) -> None:
    """Rows agree in every column, whichever game is replayed first; the referee finds the same scores."""
    hold(compiled.records(games.load(game)))


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_stops_after_a_turn(game: str) -> None:
    """The record ends there, with the result as it stands; it goes on as that of the whole game does."""
    hold(compiled.stops(games.load(game)))


@pytest.mark.parametrize("game", GAMES)
def test_no_choice_depends_on_what_its_seat_does_not_see(game: str) -> None:
    hold(hidden(games.load(game)))


@pytest.mark.parametrize("game", GAMES)
def test_games_are_the_same_on_two_workers_and_in_a_run_that_goes_on(game: str) -> None:
    hold(runs.workers(games.load(game)))


@pytest.mark.skipif(INTERPRETED, reason="plays many games")
@pytest.mark.parametrize("game", GAMES)
def test_no_seat_does_better_where_the_game_says_that_they_are_alike(game: str) -> None:
    hold(runs.symmetric(games.load(game)))


@pytest.mark.skipif(INTERPRETED, reason="compares with what is compiled")
@pytest.mark.parametrize("game", GAMES)
def test_interpreted_and_compiled_games_are_the_same(game: str, installed: None) -> None:
    """One source, two ways to run it: every column of every table is equal, byte for byte."""
    hold(compiled.interpreted(games.load(game)))


@pytest.mark.skipif(INTERPRETED, reason="plays many games")
@pytest.mark.parametrize("game", GAMES)
def test_every_option_changes_something(game: str) -> None:
    """One that changes nothing is none: with some others, at some table, it gives other games.

    A value may be so rare that a search of some seconds finds none; that is told, and fails nothing.
    """
    found = list(options.options(games.load(game)))
    hold(found)
    assert found[0].verdict == HOLDS


@pytest.mark.parametrize("game", GAMES)
def test_every_column_and_every_field_says_what_it_means(game: str) -> None:
    hold(compiled.described(games.load(game)))


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
