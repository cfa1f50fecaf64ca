"""Rules of a user's own in a game that is there: ``--code FILE``."""

from __future__ import annotations

import json
import re
import shutil
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from builders import ROOT, one_line, refusal, run_cli, run_program, run_python
from naive import carcassonne, carcassonne_scoring
from naive.tile_position import Feature, kind_of, tiles_of

from analyses.studies.reading import read_study
from rules import games
from rules.kernel import INTERPRETED
from rules.kernel_cache import cache_folder, program_of
from rules.options import describe
from simulate.plans.plan import Plan, make_plan
from simulate.plans.request import command_line
from simulate.store.runs import read_run

FILES = ROOT / "tests" / "own_rules"
INNS, PENNANTS, ROBBER = (FILES / f"{name}.py" for name in ("inns", "pennants", "robber"))
INN_OF = {"A": 0, "D": 0, "L": 1}
"""The road of each tile that has an inn."""

GAMES = 3

PLAYED = f"""
import json
from rules import games
from simulate.plans.plan import make_plan

def told(game, n={GAMES}, **asked):
    plan = make_plan(game, n, policy="random", **asked)
    known = games.load(plan.game)
    rows = known.simulator(plan).play(0, n)
    return {{name: [list(map(float, row)) for row in rows[name].tolist()] for name in ("games", "seats")}}
"""

CARCASSONNE = f"""{PLAYED}
def record(file, index):
    plan = make_plan("carcassonne", 1, policy="random", code=file)
    known = games.load(plan.game)
    return known.replay.play(known.simulator(plan), index).record

inns, pennants = {str(INNS)!r}, {str(PENNANTS)!r}
print(json.dumps({{
    "before": told("carcassonne"),
    "inns": told("carcassonne", code=inns),
    "records": [record(inns, 0), record(inns, 1)],
    "off": told("carcassonne", code=pennants),
    "on": told("carcassonne", code=pennants, rules=["bare_cities=true"]),
    "after": told("carcassonne"),
}}))
"""

ROBBED = f"""
import json
from rules import games
from simulate.plans.plan import make_plan

plan = make_plan("catan", 1, policy="random", rules=["max_turns=4"], code={str(ROBBER)!r})
known = games.load(plan.game)
simulator = known.simulator(plan)
simulator.play(0, 1)
state, robber = simulator.state[0], known.part("rules", "robber")
state.seat = 0
state.hands[:] = 0
state.hands[1] = 1, 1, 1, 0, 0
state.hand_size[:] = 0
state.hand_size[1] = 3
hands = []
for _ in range(2):
    robber.take_stolen(state, 1, int(state.hands[1].argmax()))
    hands.append(state.hand_size[:2].tolist())
print(json.dumps(hands))
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Random games of Carcassonne under several rules, all in one process, interpreted."""
    return json.loads(run_python(CARCASSONNE, tmp_path_factory.mktemp("own"), NUMBA_DISABLE_JIT="1"))


def column(game: str, table: str, name: str, rows: list[list[float]]) -> list[float]:
    """A column of rows that came as JSON."""
    at = games.load(game).playing.tables[table].columns.names.index(name)
    return [row[at] for row in rows]


# --- the game that is changed, and the one that is not


def test_the_standard_game_is_the_same_before_and_after(played: Any) -> None:
    assert played["before"] == played["after"]
    assert played["inns"] != played["before"]


def test_an_added_option_is_off_and_then_games_are_the_same(played: Any) -> None:
    assert played["off"] == played["before"]
    assert played["on"] != played["before"]


def test_the_standard_game_keeps_its_cache() -> None:
    name = make_plan("carcassonne", 1, code=INNS).game
    assert cache_folder(name).parent == cache_folder("carcassonne").parent
    assert cache_folder(name) != cache_folder("carcassonne")
    assert program_of(name) == program_of("carcassonne")


@pytest.mark.skipif(INTERPRETED, reason="compares with interpreted games")
def test_compiled_games_are_the_interpreted_ones(played: Any) -> None:
    plan = make_plan("carcassonne", GAMES, policy="random", code=INNS)
    rows = games.load(plan.game).simulator(plan).play(0, GAMES)
    for table, told in played["inns"].items():
        assert [list(map(float, row)) for row in rows[table].tolist()] == told


# --- the three rules


def with_inns(standard: Any, complete: bool) -> Any:
    """What a feature is worth to the naive twin, if roads have inns."""

    def points(position: Any, feature: Feature) -> int:
        inn = kind_of(feature) == "road" and any(
            index == INN_OF.get(position.board[cell]["tile"]) for cell, _, index in feature
        )
        if inn:
            return 2 * len(tiles_of(feature)) if complete else 0
        return standard(position, feature)

    return points


def test_inns_pay_as_the_naive_twin_says(played: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A road with an inn pays 2 a tile if it is complete, and nothing if it is not."""
    scores = column("carcassonne", "seats", "score", played["inns"]["seats"])
    standard = column("carcassonne", "seats", "score", played["before"]["seats"])
    for name, complete in (("points_when_complete", True), ("points_when_incomplete", False)):
        twin = with_inns(getattr(carcassonne_scoring, name), complete)
        monkeypatch.setattr(carcassonne_scoring, name, twin)
    for index, record in enumerate(played["records"]):
        verdict = carcassonne.judge(record | {"game": "carcassonne"})
        assert verdict["scores"] == scores[2 * index : 2 * index + 2]
    assert scores[:4] != standard[:4]


def test_a_tile_set_may_say_where_an_inn_is(tmp_path: Path) -> None:
    """Keys of a ``[[tile]]`` that the game does not know are there for who reads them."""
    text = (ROOT / "rules" / "carcassonne" / "tiles.toml").read_text(encoding="utf-8")
    (tmp_path / "mine.toml").write_text(text.replace('id = "U"', 'id = "U"\ninn = 0'), encoding="utf-8")
    plan = make_plan("carcassonne", 1, code=INNS, tiles=tmp_path / "mine.toml")
    box = games.load(plan.game).box_of(str(plan.box))
    inns = {tile.id for tile in box.tiles if any(s.kind == 0 and s.marks[0] for s in tile.segments)}
    assert inns == {*INN_OF, "U"}


def test_a_city_without_a_pennant_pays_nothing(played: Any) -> None:
    """All else is as before: random players choose the same moves."""
    before, on = (played[side]["seats"] for side in ("before", "on"))
    for source in ("road", "cloister", "farm"):
        assert column("carcassonne", "seats", source, before) == column("carcassonne", "seats", source, on)
    cities, less = (column("carcassonne", "seats", "city", rows) for rows in (before, on))
    assert all(a >= b for a, b in zip(cities, less, strict=True))
    assert sum(cities) > sum(less)


def test_the_robber_steals_two_cards(tmp_path: Path) -> None:
    """Of three cards it leaves one, and of one none: the hands of the thief and of the victim."""
    assert json.loads(run_python(ROBBED, tmp_path, NUMBA_DISABLE_JIT="1")) == [[2, 1], [3, 0]]


def test_the_page_shows_these_files() -> None:
    page = (ROOT / "docs" / "own-rules.md").read_text(encoding="utf-8")
    shown = dict(re.findall(r'^```python title="(\w+\.py)"\n(.*?)^```$', page, re.S | re.M))
    assert shown == {file.name: file.read_text(encoding="utf-8") for file in (INNS, PENNANTS, ROBBER)}


# --- what a run knows of its rules


def changed_plan(folder: Path, text: str, **files: str) -> Plan:
    """The plan of games with the rules of this file, and of others beside it."""
    for name, content in files.items():
        (folder / name.replace("_", ".")).write_text(content, encoding="utf-8")
    (folder / "mine.py").write_text(text, encoding="utf-8")
    return make_plan("carcassonne", 2, code=folder / "mine.py")


DOUBLE = """
from rules.carcassonne import scoring
from simulate.house import original, replaces

@replaces(scoring.feature_points)
def feature_points(options, kind, n_tiles, pennants, complete):
    return 2 * original(options, kind, n_tiles, pennants, complete)
"""


def test_another_text_is_another_run(tmp_path: Path) -> None:
    first = changed_plan(tmp_path, DOUBLE)
    assert changed_plan(tmp_path, DOUBLE).hash == first.hash
    assert changed_plan(tmp_path, DOUBLE.replace("2 *", "3 *")).hash != first.hash


def test_files_beside_it_and_data_belong_to_it(tmp_path: Path) -> None:
    text = f"import beside\nfrom pathlib import Path\nPath(__file__).with_name('d.csv').read_text()\n{DOUBLE}"
    first = changed_plan(tmp_path, text, beside_py="N = 1", d_csv="1")
    assert changed_plan(tmp_path, text, beside_py="N = 2", d_csv="1").hash != first.hash
    assert changed_plan(tmp_path, text, beside_py="N = 1", d_csv="2").hash != first.hash
    assert changed_plan(tmp_path, text, beside_py="N = 1", d_csv="1").hash == first.hash


def test_the_command_of_a_plan_makes_it_again() -> None:
    plan = make_plan("carcassonne", 2, code=PENNANTS, rules=["bare_cities=true"])
    assert plan.command() == f"simulate --game carcassonne --n 2 --rule bare_cities=true --code {PENNANTS}"
    assert plan.rule_words == ["bare_cities=true", "code pennants.py"]


QUICK = ("--n", 2, "--policy", "random", "--tables", "none")


def test_processes_play_the_same_games_and_a_copy_asks_for_trust(tmp_path: Path) -> None:
    shutil.copy(PENNANTS, tmp_path)
    asked = ("--game", "carcassonne", "--code", "pennants.py", "--rule", "bare_cities=true", "--n", 4)
    quick = (*asked, "--policy", "random", "--block-size", 2, "--jobs", 2)
    env = {"NUMBA_DISABLE_JIT": "1"}
    for backend in ("threads", "processes"):
        done = run_program(*quick, "--backend", backend, "--out", backend, cwd=tmp_path, **env)
        assert done.returncode == 0, done.stderr
    kept = tmp_path / "threads" / "sources" / "code-pennants.py"
    assert kept.read_bytes() == PENNANTS.read_bytes()
    contents = [run_program("verify", run, cwd=tmp_path, **env).stdout.split()[-1] for run in
                ("threads", "processes")]  # fmt: skip
    assert contents[0] == contents[1]
    elsewhere = env | {"HOUSERULES_CACHE": str(tmp_path / "elsewhere")}
    line = one_line(run_program("runs", "show", "threads", cwd=tmp_path, **elsewhere))
    assert line.startswith("pennants.py is code that came with the run")
    assert "--trust" in line
    (tmp_path / "pennants.py").unlink()
    done = run_program("runs", "show", "threads", "--trust", cwd=tmp_path, **elsewhere)
    assert "code pennants.py" in done.stdout


# --- options


def test_added_options_are_told_like_the_others() -> None:
    known = games.load(make_plan("carcassonne", 1, code=PENNANTS).game)
    *others, added = describe(known.options.Options)
    assert [each.name for each in others] == [
        each.name for each in describe(games.load("carcassonne").options.Options)
    ]
    assert (added.name, added.default, added.rule) == ("bare_cities", "false", "pennants.py")
    assert added.text == "A city without a pennant pays nothing."


def test_an_unknown_option_is_told_in_the_words_of_the_user() -> None:
    line = refusal(make_plan, "carcassonne", 2, code=PENNANTS, rules=["bare_citys=true"])
    called = f"carcassonne --code {PENNANTS}"
    assert line.startswith(f"{called} has no option 'bare_citys'. Did you mean 'bare_cities'?")
    assert line.endswith(f"All options: simulate rules {called}")


@pytest.mark.parametrize(
    ("added", "why"),
    [
        ("meeples = option(8, 1, 9)", "carcassonne has an option 'meeples' already; name yours otherwise"),
        ("inns = option(True)", "inns: an added rule is off at first: write inns = option(False)"),
        ("inns = option(3)", "inns: say the least and the greatest value: option(3, LEAST, GREATEST)"),
    ],
)
def test_options_that_clash_are_refused(tmp_path: Path, added: str, why: str) -> None:
    line = refusal(changed_plan, tmp_path, f"from simulate.house import option\n{added}\n")
    assert line == f"{tmp_path}/mine.py: {why}"


# --- faults


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        (
            "pennants, complete):",
            "pennants):",
            ": feature_points(options, kind, n_tiles, pennants) must be feature_points(options, kind, "
            "n_tiles, pennants, complete), as rules.carcassonne.scoring.feature_points is that it replaces",
        ),
        (
            "scoring.feature_points",
            "scoring.road_points",
            " does not run: mine.py, line 5: AttributeError: module 'rules.carcassonne.scoring' has no "
            "attribute 'road_points'",
        ),
        (
            "@replaces(scoring.feature_points)",
            "@replaces(scoring.SMALL)",
            ": feature_points replaces 0, which is no function of a game's own",
        ),
        (
            "from rules.carcassonne import scoring",
            "from rules.catan import scoring",
            " does not run: mine.py, line 5: AttributeError: module 'rules.catan.scoring' has no attribute "
            "'feature_points'",
        ),
        ("import original", "import origin", " does not run: mine.py, line 3: ImportError"),
        ("def feature", "deff feature", " does not run: mine.py, line 6: SyntaxError: invalid syntax"),
    ],
)
def test_a_fault_is_one_line(tmp_path: Path, before: str, after: str, why: str) -> None:
    (tmp_path / "mine.py").write_text(DOUBLE.replace(before, after), encoding="utf-8")
    done = run_cli("--game", "carcassonne", "--code", "mine.py", "--n", 2, cwd=tmp_path)
    assert one_line(done).startswith(f"mine.py{why}")


def test_a_function_of_another_game_is_refused(tmp_path: Path) -> None:
    text = "from rules.catan import scoring as s\nfrom simulate.house import replaces\n"
    line = refusal(
        changed_plan, tmp_path, f"{text}@replaces(s.public_points)\ndef f(options, state, seat): pass"
    )
    assert "f replaces rules.catan.scoring.public_points, which is not of this game" in line


def test_code_of_a_game_of_ones_own_stands_in_its_file(tmp_path: Path) -> None:
    (tmp_path / "pig.py").write_text(PIG, encoding="utf-8")
    shutil.copy(INNS, tmp_path)
    done = run_cli("--game", "pig.py", "--code", "inns.py", "--n", 2, cwd=tmp_path)
    assert one_line(done) == "--code inns.py: pig.py has code of your own already; change it there"


PIG = """
from simulate.plain import Game

class Toss(Game):
    players = 1, 2
    def set_up(self):
        self.points = [self.roll() for _ in range(self.players)]
    def score(self, seat):
        return self.points[seat]
"""


def test_a_rule_that_fails_is_named_with_the_game(tmp_path: Path) -> None:
    """What raises costs the game, as with a policy of a user's."""
    (tmp_path / "mine.py").write_text(
        DOUBLE.replace("return 2 *", "assert n_tiles < 4\n    return 2 *"), "utf-8"
    )
    done = run_program(
        "--game",
        "carcassonne",
        "--code",
        "mine.py",
        *QUICK,
        "--fail-fast",
        cwd=tmp_path,
        NUMBA_DISABLE_JIT="1",
    )
    assert done.returncode == 1
    assert "mine.py failed in game 0, turn " in done.stderr


# --- questions


def test_an_added_option_that_nothing_sets_is_named(tmp_path: Path) -> None:
    shutil.copy(PENNANTS, tmp_path)
    asked = ("--game", "carcassonne", "--code", "pennants.py", "--policy", "random", "--n", 4)
    done = run_program("compare", *asked, cwd=tmp_path, NUMBA_DISABLE_JIT="1")
    assert "pennants.py adds bare_cities, which nothing sets here: --rule NAME=VALUE does" in done.stderr


def test_a_study_file_may_say_code_for_all_or_for_an_arm(tmp_path: Path) -> None:
    shutil.copy(PENNANTS, tmp_path)
    shutil.copy(INNS, tmp_path)
    head = 'game = "carcassonne"\ncode = "pennants.py"\n'
    (tmp_path / "all.toml").write_text(f"{head}[[arms]]\nrules = {{ bare_cities = true }}", "utf-8")
    (tmp_path / "arm.toml").write_text('game = "carcassonne"\n[[arms]]\ncode = "inns.py"', "utf-8")
    for name, files in (("all", ["pennants.py", "pennants.py"]), ("arm", [None, "inns.py"])):
        study = read_study(tmp_path / f"{name}.toml")
        (setting,) = study.settings()
        plans = [study.plan(setting, arm) for arm in (study.baseline, *study.arms)]
        assert [plan.code.file if plan.code else None for plan in plans] == files


def test_other_rules_in_the_same_games_keep_the_code(tmp_path: Path) -> None:
    """`Run.vary` plays by the file that the run keeps, wherever the user's is now."""
    code = f"""
import shutil, simulate
shutil.copy({str(PENNANTS)!r}, "mine.py")
simulate.run("carcassonne", 2, code="mine.py", policy="random", tables="none", out="run")
"""
    run_python(code, tmp_path, NUMBA_DISABLE_JIT="1")
    (tmp_path / "mine.py").unlink()
    code = """
import simulate
plan = simulate.load("run").vary({"bare_cities": True}).plan
print(plan.rule_words)
"""
    said = run_python(code, tmp_path, NUMBA_DISABLE_JIT="1")
    assert said.strip() == "['bare_cities=true', 'code mine.py']"


def test_compare_holds_the_standard_game_against_the_file(tmp_path: Path) -> None:
    shutil.copy(INNS, tmp_path)
    asked = ("--game", "carcassonne", "--code", "inns.py", "--policy", "random", "--n", 8, "--out", "answer")
    done = run_program("compare", *asked, cwd=tmp_path, NUMBA_DISABLE_JIT="1")
    assert "A: standard game;" in done.stdout.replace("\n", " ")
    assert "B: code inns.py" in done.stdout.replace("\n", " ")
    plans = {read_run(run).plan.game.partition("_")[2][:4] for run in (tmp_path / "runs").iterdir()}
    assert plans == {"", "inns"}
    text = (tmp_path / "answer" / "report.html").read_text(encoding="utf-8")
    assert "a road with an inn pays 2 points a tile" in text


# --- records


def test_records_of_a_changed_game_are_judged_by_its_rules(tmp_path: Path) -> None:
    """Whoever reads one says the game and the file; without them the game is named, and what to type."""
    shutil.copy(INNS, tmp_path)
    own = ("--game", "carcassonne", "--code", "inns.py")
    simulate = partial(run_program, cwd=tmp_path, NUMBA_DISABLE_JIT="1")
    played = simulate(*own, "--policy", "random", "--n", 1, "--out", "run")
    assert played.returncode == 0, played.stderr
    simulate("replay", "run", "--game-index", 0, "--out", "game.json")
    judged = simulate("referee", "game.json", *own)
    assert judged.returncode == 0, judged.stdout + judged.stderr
    assert one_line(simulate("referee", "game.json")) == (
        "game.json, line 1: a record of carcassonne with rules of one's own, or another text of them; say "
        "them: --game carcassonne --code FILE.py"
    )
    line = one_line(simulate("referee", "game.json", "--code", "inns.py"))
    assert line == "--code inns.py: say which game it changes: --game NAME"
    told = simulate("from", "game.json", *own, "--turn", 68, "--n", 8)
    assert told.returncode == 0, told.stderr
    assert "carcassonne_inns" not in told.stdout + told.stderr


def test_a_changed_game_is_named_as_its_user_types_it() -> None:
    name = make_plan("carcassonne", 1, code=PENNANTS).game
    assert games.as_typed(f"{name} has no such table") == f"carcassonne --code {PENNANTS} has no such table"
    assert command_line("rules", name) == f"simulate rules carcassonne --code {PENNANTS}"


# --- trying them


TRIED = """
import json
from rules import games
from simulate.checking.compiled import changes, records
from simulate.checking.options import options

inns, pennants, on = (games.load_changed("carcassonne", f"{name}.py") for name in ("inns", "pennants", "on"))
tried = [changes(inns), records(inns), changes(pennants), *options(pennants), changes(on)]
print(json.dumps([[each.verdict, each.text] for each in tried]))
"""


def test_rules_of_ones_own_are_tried_like_a_game(tmp_path: Path) -> None:
    """Each added option changes something and off nothing; records are judged by the new rules."""
    for file in (INNS, PENNANTS):
        shutil.copy(file, tmp_path)
    text = PENNANTS.read_text(encoding="utf-8")
    (tmp_path / "on.py").write_text(text.replace("if options", "if not options"), encoding="utf-8")
    assert json.loads(run_python(TRIED, tmp_path, NUMBA_DISABLE_JIT="1")) == [
        ["holds", "inns.py changes games"],
        ["holds", "a game that is written down is judged as it was played"],
        ["holds", "until bare_cities is set 2 games are the very same as without the file"],
        ["holds", "bare_cities=true: each changes games"],
        [
            "fails",
            "with bare_cities as at first games are not those of carcassonne: let them be, till it is set",
        ],
    ]
