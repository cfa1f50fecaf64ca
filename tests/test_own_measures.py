"""Measures of one's own: asked for like all others, recounted another way, and refused in a line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from builders import as_json, one_line, output_of, run_cli, succeed

from analyses.estimates.samples import share_of
from analyses.measures import paired_games
from analyses.measures.own_measures import own_measure
from analyses.questions.compare import compare
from rules.errors import UserError
from simulate.store.runs import Run, load

MEASURES = '''
import numpy as np
import pandas as pd


def ends(games):
    """turns a game"""
    return games["turns"]


ends.margin = 2


def lost_last(seats, battles):
    """early battles won by the last seat a game.

    Games without one are left out, which makes them 0; the others come in any order.
    """
    won = battles[(battles["turn"] < 8) & (battles["winner"] == seats["seat"].max())]
    return won.groupby(level=0).size().iloc[::-1]


lost_last.margin = 0.25


def long(games):
    """games of more than 10 battles"""
    return (games["battles"] > 10).to_numpy()


long.margin = "5pp"


def of_course(progress):
    """rows of progress"""
    return progress.groupby(level=0).size()


of_course.margin = 1


def silent(games):
    return games["turns"]


def unsure(games):
    """turns a game"""
    return games["turns"]


def elsewhere(rolls):
    """sevens a game"""
    return rolls["sum_7"]


elsewhere.margin = 0.5


def misspelt(games):
    """turns a game"""
    return games["turn"]


misspelt.margin = 2


def short(games):
    """turns a game"""
    return games["turns"].to_numpy()[:-1]


short.margin = 2


def by_seat(seats):
    """points a game"""
    return seats["score"]


by_seat.margin = 2


def holes(games):
    """turns a game"""
    return games["turns"].where(games["battles"] > 10)


holes.margin = 2


def words(games):
    """turns a game"""
    return games["turns"].astype(str)


words.margin = 2


def double(games):
    """games twice over"""
    return 2 * (games["battles"] > 10)


double.margin = "5pp"
NUMBER = 3


def tied(games):
    """rolls that tie"""
    return games["ties"]


tied.margin = "2pp"
tied.per = lambda games: games["battles"] + games["ties"]


def long_turns(games):
    """turns of games of more than 10 battles"""
    return games["turns"] * (games["battles"] > 10)


long_turns.margin = 2
long_turns.per = long


def turned(games):
    """rolls for each that ties"""
    return games["battles"] + games["ties"]


turned.margin = "2pp"
turned.per = lambda games: games["ties"]


def per_word(games):
    """turns a game"""
    return games["turns"]


per_word.margin = 2
per_word.per = "games"


def below(games):
    """turns for each before the last"""
    return games["turns"]


below.margin = 1
below.per = lambda games: 40 - games["turns"]


def yes(games):
    """games of more than 10 battles"""
    return games["battles"] > 10


yes.margin = 0.05


def two(games):
    """turns and battles"""
    return games["turns"], games["battles"]


two.margin = 1


def mean(games):
    """turns a game"""
    return float(games["turns"].mean())


mean.margin = 1


def other_games(games):
    """turns a game"""
    return games["turns"].set_axis(games.index + 5000)


other_games.margin = 1


def complex_turns(games):
    """turns a game"""
    return games["turns"] * 1j


complex_turns.margin = 1


def never(battles):
    """rolls of battles of nobody"""
    return battles[battles["winner"] > 9].groupby(level=0).apply(lambda rows: rows["turn"].max())


never.margin = 1


def running(games):
    """turns so far"""
    return games["turns"].cumsum()


running.margin = 1


def beyond_mean(games):
    """turns beyond the mean"""
    return games["turns"] - games["turns"].mean()


beyond_mean.margin = 1
'''

ASKED = ("compare", "--game", "starwars", "--players", "2", "--n", "400", "--b", "dice_cap=1")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the file, and with the games of a comparison."""
    folder = tmp_path_factory.mktemp("own")
    (folder / "my.py").write_text(MEASURES, encoding="utf-8")
    succeed(*ASKED, "--measure", "turns", cwd=folder)
    return folder


@pytest.fixture(scope="module")
def runs(folder: Path) -> list[Run]:
    """The games under both rules, of the first seed."""
    every = sorted(map(load, (folder / "runs").iterdir()), key=lambda run: run.plan.options.dice_cap)
    return [run for run in every if run.plan.seed == 1][::-1]


def test_one_that_counts_as_ours_does_finds_the_same(
    runs: list[Run], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    mine, ours = compare(runs[0], runs[1], ["my.py:ends", "turns"]).changes
    assert (mine.before, mine.after, mine.estimate) == (ours.before, ours.after, ours.estimate)
    assert (mine.verdict, mine.measure.margin_words) == (ours.verdict, ours.measure.margin_words)


def test_what_is_left_out_counts_0_however_the_games_are_read(
    runs: list[Run], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games are read some at a time; the numbers belong to the games by their index."""
    monkeypatch.chdir(folder)
    monkeypatch.setattr(paired_games, "PIECE", 30)
    (found,) = compare(runs[0], runs[1], "my.py:lost_last").changes
    for run, estimate in zip(runs, (found.before, found.after), strict=True):
        battles = run["battles"]
        won = ((battles["turn"] < 8) & (battles["winner"] == 1)).groupby(battles["game"]).sum()
        assert 0 < (won > 0).sum() < 200
        assert estimate is not None
        assert estimate.value == pytest.approx(won.sum() / 200)


def test_a_ratio_divides_the_totals_of_two_functions(
    runs: list[Run], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is what the measure of the game is that counts the same; and so some games only are asked of."""
    monkeypatch.chdir(folder)
    monkeypatch.setattr(paired_games, "PIECE", 30)
    mine, ours, some = compare(runs[0], runs[1], ["my.py:tied", "tied_rolls", "my.py:long_turns"]).changes
    assert (mine.before, mine.after, mine.estimate) == (ours.before, ours.after, ours.estimate)
    assert mine.measure.short == "rolls that tie (%)"
    for run, estimate in zip(runs, (some.before, some.after), strict=True):
        long = run.games["turns"][run.games["battles"] > 10]
        assert estimate is not None
        assert estimate.value == pytest.approx(long.mean())


def test_a_table_without_a_row_that_counts_is_0_of_each_game(
    runs: list[Run], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What pandas makes of no groups at all has any shape."""
    monkeypatch.chdir(folder)
    (found,) = compare(runs[0], runs[1], "my.py:never").changes
    assert found.before is not None
    assert found.before.value == 0


@pytest.mark.parametrize("said", ["long games", "share of long games.", "the share of long games"])
def test_a_share_is_called_one_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    monkeypatch.chdir(tmp_path)
    text = f'def long(games):\n    """{said}"""\n\nlong.margin = "5pp"\n'
    (tmp_path / "my.py").write_text(text, encoding="utf-8")
    assert own_measure("my.py:long", "starwars").words == "the share of long games"


@pytest.mark.parametrize("measures", [len, ["turns", len]])
def test_a_function_of_a_notebook_is_to_stand_in_a_file(runs: list[Run], measures: Any) -> None:
    with pytest.raises(UserError, match=r"write the function into a file, and name it as mine.py:quick"):
        compare(runs[0], runs[1], measures)


def test_a_share_is_one_of_games(runs: list[Run], folder: Path) -> None:
    answer = as_json(*ASKED, "--measure", "my.py:long", cwd=folder)
    (change,) = answer["numbers"]
    assert (change["measure"], change["unit"], change["margin"]) == ("my.py:long", "share", 0.05)
    counts = [(run.games["battles"] > 10).sum() for run in runs]
    assert 0 < change["a"] * 400 - counts[0] < 200
    text = output_of(*ASKED, "--measure", "my.py:long", cwd=folder)
    assert "\n games of more than 10 battles (%)" in text
    page = next((folder / "comparisons").glob("*/report.html"))
    assert "the share of games of more than 10 battles" in page.read_text(encoding="utf-8")


def test_it_ends_play_and_is_told(folder: Path) -> None:
    done = succeed(
        "--game", "starwars", "--players", "2", "--n", "2000", "--until", "my.py:long=4pp", cwd=folder
    )
    line = done.stdout.splitlines()[1]
    (path,) = [p for p in (folder / "runs").iterdir() if load(p).last_look]
    run = load(path)
    assert run.last_look is not None
    (seen,) = run.last_look["seen"]
    long = (run.games["battles"] > 10).to_numpy()
    assert seen["value"] == pytest.approx(long.mean())
    assert seen["low"] == pytest.approx(share_of(long, 1).low, abs=1e-3)  # a width says nothing of it
    low, high = np.floor(1000 * seen["low"]) / 10, np.ceil(1000 * seen["high"]) / 10
    assert f"my.py:long is {100 * long.mean():.1f} % [{low:.1f}, {high:.1f}]" in line


def test_a_sweep_meets_a_target_of_ones_own(folder: Path) -> None:
    asked = ("sweep", "--game", "starwars", "--players", "2", "--n", "200", "--rule", "dice_cap=1,2")
    text = output_of(*asked, "--target", "my.py:ends=75", cwd=folder)
    assert "\n turns a game " in text


STUDY = """
game = "starwars"
question = "Do games last?"
games = 100
[[arms]]
name = "one die"
rules = { dice_cap = 1 }
[[measures]]
name = "my.py:long"
margin = 0.2
because = "we say so"
"""


def test_a_study_asks_for_it_with_a_margin_of_its_own(folder: Path) -> None:
    (folder / "study.toml").write_text(STUDY, encoding="utf-8")
    text = output_of("study", "study.toml", cwd=folder)
    assert "games of more than 10 battles (%)" in text
    page = next((folder / "studies").glob("*/report.html")).read_text(encoding="utf-8")
    assert "we say so" in page


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("my.py:none", "my.py has no function 'none'"),
        ("my.py:NUMBER", "my.py has no function 'NUMBER'"),
        ("other.py:long", "other.py"),
        ("my.py:silent", 'say what it measures in a docstring, as """sevens a game"""'),
        ("my.py:unsure", "say what change matters, below the function: unsure.margin = 0.5"),
        ("my.py:elsewhere", "its parameters are tables, and starwars has no table 'rolls'"),
        ("my.py:of_course", "told by the table 'progress', which is not there: --tables all,progress"),
        ("my.py:misspelt", "fails: KeyError: 'turn' (games has game, players, first, turns"),
        ("my.py:short", "must return a number for each game, a Series by game; given: ndarray of 99"),
        ("my.py:two", "must return a number for each game, a Series by game; given: tuple of 2"),
        ("my.py:mean", "given: float"),
        ("my.py:other_games", "given: a number of 5000, which is none of these games"),
        ("my.py:complex_turns", "given: values of type complex128"),
        ("my.py:yes", 'returns True or False: write its margin as of a share, such as "5pp"'),
        ("my.py:turned", ", which is no share"),
        ("my.py:below", "what is divided by is never below 0"),
        ("my.py:per_word", "per_word.per must be a function, as per_word is; given: str"),
        ("my.py:by_seat", "must return a number for each game, a Series by game; given: 200 numbers for 100"),
        ("my.py:holes", "given: nan or infinity, as for game "),
        ("my.py:words", "given: values of type str"),
        ("my.py:double", "given: 2, which is no share"),
        ("my.py:running", "must find the number of a game from this game alone; it finds "),
        ("my.py:beyond_mean", " among 50"),
    ],
)
def test_what_is_no_measure_is_refused_in_a_line(folder: Path, asked: str, said: str) -> None:
    done = run_cli(*ASKED, "--measure", asked, cwd=folder)
    line = done.stderr.splitlines()[-1]  # games that are there already are read before a function can fail
    assert (done.returncode, done.stdout) == (2, "")
    assert said in line
    assert asked in line or "other.py" in line


def test_chance_of_its_own_is_refused(folder: Path) -> None:
    """The same games would be measured otherwise the next time."""
    (folder / "lot.py").write_text("import random\n\ndef lot(games):\n    return random.random()\n")
    said = one_line(run_cli(*ASKED, "--measure", "lot.py:lot", cwd=folder))
    assert said.startswith("--measure lot.py:lot: lot.py, line 4: random.random is not the game's chance")
