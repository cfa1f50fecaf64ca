"""The whole program: exit codes, one line for every mistake, help and summaries."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import click
import pytest
from builders import PROGRAM, imported_by, one_line, output_of, run_cli, run_program, run_words

from analyses.studies.shipped import shipped
from rules import games
from rules.starwars.options import Options
from rules.starwars.tiles import STANDARD
from simulate import __version__
from simulate.cli import program
from simulate.cli.aids import SHORT
from simulate.plans.policies import read_policy

GAME = ("--game", "starwars")
FEW = (*GAME, "--n", "20", "--policy", "random")


# --- mistakes

MISTAKES = {
    "--game starwar": "there is no game 'starwar'. Did you mean 'starwars'?",
    "--n 5": "say which game: --game starwars",
    "-g starwars --polices random": "No such option '--polices'. Did you mean '--policy'? Help: ",
    "study seats -g catan --policy varied": "'--policy': who plays is said with --panel. Help: ",
    "compare -g catan --search 4": "'--search': who plays is said with --policy search:4. Help: ",
    "tune -g catan --policy random": "No such option '--policy'. Help: ",
    "export --format csv": "No such option '--format'. Help: simulate export --help",
    "replay --game catan": "No such option '--game': a run says which game; play one with",
    "odds --game castle": "No such option '--game': Exact odds of a Star Wars Carcassonne battle. Help: ",
    "verfy": "there is no verb 'verfy'. Did you mean 'verify'?",
    "-g catan --policy search:0": "no policy 'search:0'. Did you mean 'search:",
    "-g starwars --policy heuristc": "no policy 'heuristc'. Did you mean 'heuristic'?",
    "-g starwars --policy expert": "or FILE.py:FUNCTION (simulate rules starwars --policies)",
    "carcassonne --n 9": "no verb 'carcassonne'; a game is named with --game carcassonne. Verbs: ",
    "compare carcassonne --rule farm_points=4": "not a game; a game is named with --game carcassonne",
    "compare -g starwars --players 4 --preset team": "simulate report tells of each run alone",
    "-g starwars --rule dice_caps=4": "no option 'dice_caps'. Did you mean 'dice_cap'? (1 to 6",
    "-g starwars --rule dice_cap=9": "dice_cap=9 is not allowed. Allowed: 1 to 6 (default 3, SW-30)",
    "-g starwars --rule dice_cap": "write a rule as name=value",
    "-g starwars --rule =4": "write a rule as name=value",
    "-g starwars --rule dice_cap=4 --rule dice-cap=5": "is given twice: 4 and 5",
    "compare -g starwars --rule dice_cap=4 -p 2 --players 3": "--players is given twice: 2 and 3",
    "compare -g carcassonne --tiles a.toml --tiles b.toml": "--tiles is given twice: a.toml and b.toml",
    "-g carcassonne --rule tiles=a.toml": "what lies in the box is not a rule: write --tiles a.toml",
    "compare -g carcassonne --rule tiles=a.toml": "what lies in the box is not a rule: write --tiles a.toml",
    "compare -g carcassonne --a tiles=a.toml --tiles b.toml": "tiles=a.toml: tiles b.toml are given already",
    "compare -g carcassonne --a tiles=a.toml --a tiles=b.toml": "leave one of them out",
    "sweep -g carcassonne --rule tiles=a.toml,b.toml": "--a tiles=a.toml --b tiles=b.toml",
    "-g starwars --preset solo": "has no preset 'solo'. Presets: standard, team",
    "-g starwars --preset team --players 3": "for 4 players, not 3 (SW-59); add --players 4",
    "-g castle --rule players=3": "how many play is not a rule: write --players 3",
    "sweep -g castle --rule players=2..4": "to compare them: simulate study players --game castle",
    "sweep -g castle --rule policy=greedy,heuristic": "to compare players: simulate study policies",
    "sweep -g starwars --rule win_tie=shared,Shared": "is one value; a sweep needs several",
    "-g starwars --players 1": "starwars is for 2 to 5 players, not 1",
    "-g starwars --players 6": "starwars is for 2 to 5 players, not 6",
    "-g starwars --players 2,3": "'2,3' is no number such as 3; compare, sweep and study take several",
    "-g starwars --n 0": "--n 0: must be a whole number from 1 to",
    "-g starwars --n many": "'many' is no whole number such as 100000",
    "-g starwars --n 3000000000": "--n 3000000000: must be a whole number",
    "-g starwars --seed -1": "--seed -1: must be a whole number from 0 to",
    "-g starwars --tables seat": "no table 'seat'. Did you mean 'seats'?",
    "-g starwars --policy random,greedy": "--policy names 2 policies for 3 players",
    "-g starwars --policy random,,greedy": "has no policy ''",
    "-g starwars --n 9 --backend thread": "Did you mean 'threads'?",
    "-g starwars --n 9 --jobs 0": "--jobs 0: must be a whole number from 1 to 1024",
    "-g starwars --n 9 --block-size 0": "--block-size 0: must be a whole number",
    "-g starwars --n 9 --backend dask": "--scheduler tcp://HOST:8786",
    "-g starwars --tiles gone.toml": "gone.toml: cannot be read: No such file",
    "-g starwars --policy gone.toml": "gone.toml: cannot be read: No such file",
    "-g starwars --policy gone.py:f": "gone.py: cannot be read: No such file",
    "-g starwars --policy my.py": "name the function too, as my.py:FUNCTION",
    "verify gone": "gone is not a run: it has no manifest.json",
    "compare Catan robber=false": "two runs or more, not a game; a game is named with --game catan",
    "from catan": "catan is a game and not a run; one is played with simulate --game catan",
    "verify runs/catan": "runs/catan is not a run: it has no manifest.json",
    "from runs/catan": "runs/catan: cannot be read: No such file",
    "verify Catan": "Catan is a game and not a run; one is played with simulate --game catan",
    "from --game-index 1-3": "--game-index 1-3: name one game, by its number, closest, longest, ",
    "review --game-index clos": "Did you mean 'closest'?",
    "verify": "there is no run under runs/ yet",
    "rules chess": "there is no game 'chess'",
    "rules castle --picture tiles.png": "--picture tiles.png: castle has no tiles to draw",
    "rules starwars --picture tiles.pdf": "the name must end in .png or .svg",
    "rules starwars --picture tiles.png --tiles gone.toml": "gone.toml: cannot be read",
    "rules starwars --picture tiles.png --json": "--json: --picture draws the tiles and tells no rules",
    "rules starwars --tiles my.toml": "rules are the same with every box; say --picture too",
    "rules": "Missing argument 'GAME'",
    "completion tcsh": "'tcsh' is not one of 'bash', 'zsh', 'fish'",
    "games --all": "No such option '--all'",
    "runs remove x": "there is no verb 'remove' of simulate runs. Did you mean 'rm'? Verbs: rm, show",
    "cache clean": "'clean' of simulate cache. Did you mean 'clear'?",
    "compare -g starwars --rule dice_cap=3": "nothing changes: dice_cap=3 is so on both sides already",
    "compare -g starwars --a dice_cap=2 --b dice_cap=2": "nothing changes: dice_cap=2 is so on both",
    "compare -g castle --players 2-4 --rule hand=7": "nothing changes with 3 players: hand=7 is so on both",
    "compare -g carcassonne --preset new": "nothing changes: preset new is so on both sides already",
    "compare -g starwars --preset team": "standard game and preset team do not pair: their sides differ",
    "compare -g starwars": "say what changes, as --rule KEY=VALUE; all rules: simulate rules starwars",
    "compare -g starwars --rule dice_capp=3": "no option 'dice_capp'. Did you mean 'dice_cap'?",
    "compare -g starwars --rule dice_cap=4 --measure turn": "Did you mean 'turns'?",
    "compare -g starwars --rule dice_cap=4 --measure turns,lead": "may be repeated: --measure turns",
    "compare -g starwars --rule dice_cap=4 --policy random --panel random": "--panel says who plays",
    "compare -g starwars --rule dice_cap=4 --panel ''": "--panel is empty; name one, or leave it out",
    "study policies -g starwars --panel ''": "--panel is empty; name one, or leave it out",
    "compare -g starwars --rule dice_cap=4 --policy rando": "Did you mean 'random'?",
    "compare -g starwars --rule dice_cap=4 --panel gone.toml": "--panel gone.toml: cannot be read",
    "sweep -g starwars --rule dice_cap=1..2 --panel gone.toml": "--panel gone.toml: cannot be read",
    "study policies -g starwars --panel gone.toml": "--panel gone.toml: cannot be read",
    "tune -g starwars --start gone.toml": "--start gone.toml: cannot be read",
    "tune -g starwars --value --start gone.toml": "--start gone.toml: cannot be read",
    "tune -g starwars --rival gone.toml": "--rival gone.toml: cannot be read",
    "compare -g starwars --rule dice_cap=4 --players 2-7": "write numbers from 2 to 5",
    "compare -g starwars --rule dice_cap=4 --pace 0": "--pace 0: must be seconds a turn",
    "compare -g starwars --rule dice_cap=4 --n 1": "--n 1: must be a whole number from 4",
    "compare -g starwars runs/a": "compare takes two runs or more, not 1",
    "compare -g starwars runs/a runs/b": "compare two runs, or say --game and what changes; not both",
    "compare runs/a runs/b --n 9": "--n: compare two runs, or say --game and what changes; not both",
    "compare runs/a runs/b --until decided": "--until: compare two runs, or say --game",
    "sweep -g starwars": "say which rule, as --rule KEY=1..6; all rules: simulate rules starwars",
    "sweep -g starwars --rule dice_cap=4": "is one value; a sweep needs several",
    "sweep -g starwars --rule dice_capp=1..2": "no option 'dice_capp'. Did you mean 'dice_cap'?",
    "sweep -g starwars --rule dice_cap=5..9": "dice_cap=7 is not allowed. Allowed: 1 to 6",
    "sweep -g starwars --rule dice_cap=6..1": "6..1 is empty",
    "sweep -g starwars --rule dice_cap=1,2 --rule dice_faces=4,6 --rule win_tie=shared,later_seat": "not 3",
    "sweep -g starwars --rule dice_cap=1,2 --target turns=60 --target lead=9": "a sweep has one target",
    "sweep -g starwars --rule dice_cap=1,2 --target turn=60": "Did you mean 'turns'?",
    "sweep -g starwars --rule win_tie=shared,later_seat --target turns=60": "no numbers; leave it out",
    "sweep -g starwars --rule dice_cap=1,2 --measure leed": "Did you mean 'lead'?",
    "study farmer": "there is no study 'farmer'. Did you mean 'farmers'? Studies: battles, ",
    "study farmers --players 1": "--players 1: write numbers from 2 to 5 as 2 or 2,3 or 2-5",
    "study farmers --players 2-6": "--players 2-6: write numbers from 2 to 5",
    "study farmers --players 4-2": "--players 4-2: write numbers",
    "study farmers --players two": "--players two: write numbers",
    "study farmers --n 5": "--n 5: must be a whole number from 20 to",
    "-g starwars --until turn=1": "starwars has no measure 'turn'. Did you mean 'turns'?",
    "compare -g castle --a policy=greedy --b policy=random": "who plays is not a rule: write --policy greedy",
    "compare -g castle --rule policy=greedy": "study policies --game castle, or simulate compare RUN_A RUN_B",
    "compare -g carcassonne --rule meeples=8 --measure gap": "gap says nothing of carcassonne with 2 ",
    "sweep -g carcassonne --rule farm_method=per_city,none --measure farm_share": "with 2 players, farm_m",
    "compare -g starwars --rule dice_cap=1 --until turn=1": "Did you mean 'turns'?",
    "-g starwars --until turns": "to be known as turns=0.2 or win_share=0.5pp",
    "-g starwars --until turns=few": "--until turns=few: write how exactly",
    "-g starwars --until turns=0": "--until turns=0: write how exactly",
    "-g starwars --until turns=1pp": "--until turns=1pp: turns is no share; write it in turns, as turns=1",
    "-g starwars --until win_share=1": "write win_share=0.5pp for half a percentage point",
    "-g starwars --until winner_changed=1pp": "winner_changed is told of two runs only: simulate compare",
    "-g carcassonne --rule farm_point=4": "carcassonne has no option 'farm_point'. Did you mean",
    "-g starwars --until decided --n 999": "it is the most games to play, from 1,000 to 10,000,000",
    "-g starwars --tables all,placement": "Did you mean 'placements'?",
    "-g starwars --n 9 --scheduler tcp://1:1": "--scheduler is for a Dask cluster: add --backend dask",
    "-g starwars --n 9 --no-shared-files": "--no-shared-files is for a Dask cluster: add --backend dask",
    "compare -g starwars --rule dice_cap=4 --panel random,": "random,: a name is missing beside a comma",
    "compare -g catan --rule robber=false --measure runaway": "is not there: --tables all,progress",
    "sweep -g catan --rule hand_limit=5,6 --measure runaway": "is not there: --tables all,progress",
    "compare -g carcassonne --rule farm_points=4 --tunings 3": "say --adapt too",
    "compare -g carcassonne --rule farm_points=4 --adapt --n 8": "10 games at least",
    "compare -g carcassonne --rule farm_points=4 --adapt --tunings 1": "must be a whole number from 2 to 50",
    "compare -g carcassonne --rule farm_points=4 --adapt --until decided": "say --n in place of",
    "study castle --adapt": "says itself who plays",
    "compare -g castle --rule actions=3 --strength random..novice --policy random": "--strength says who",
    "compare -g castle --rule actions=3 --strength random..novice --panel a,b": "--strength says who plays",
    "compare -g castle --rule actions=3 --strength random..novice --adapt": "adapt tunes one kind of",
    "compare -g castle --rule actions=3 --strength random..novice --until decided": "say --n in",
    "compare -g castle --rule actions=3 --strength greedy..random": "the weaker comes first",
    "study seats": "study seats: say which game: --game starwars (simulate games lists them)",
    "tune -g castle --value --only stuck": "--value fits a judgement and searches for nothing; leave",
    "study claims --preset old": "study claims: say which game: --game starwars",
    "study claims --json": "study claims: say which game: --game starwars",
    "study new mine -g catan --players 3": "study new plays nothing; leave out --players",
    "study farmers --rule river=true": "study farmers says itself what is played; leave out --rule",
    "study seats -g starwars --preset team -p 4": "alone; simulate --game starwars --n 10000 --preset",
    "study seats -g starwars --preset team": "study seats: in a team game nobody wins alone",
    "study policies -g starwars --rule team_mode=true -p 4": "rule team_mode=true says how often",
    "study seats -g carcassonne --tiles=": "--tiles is empty; name a file, or leave it out",
    "study seats -g carcassonne --preset=": "--preset is empty; name one, or leave it out",
    "study seats -g castle --tiles x.toml": "--tiles x.toml: castle takes no tiles of your own",
    "study players -g catan --players 3": "study players: name two numbers of players or more",
    "study seat -g catan": "there is no study 'seat'. Did you mean 'seats'?",
    "study seats -g starwar": "Did you mean 'starwars'?",
    "study farmers -g catan": "study farmers says itself which game; leave out --game",
    "study seats -g catan --players 2": "--players 2: write numbers from 3 to 4",
    "study claims -g carcassonne --players 5": "is claimed of carcassonne with 5 players, but with 2 or 4",
    "odds 2": "2 to 5 fighters",
    "odds 2 0": "a pool of dice is 0",
    "odds 2 x": "'x' is not a valid integer",
    "odds 2 1 --faces 1": "faces is 1; allowed: 2 to 100",
    "odds 2 1 --all": "not both",
    "odds 2 1 --fighters 2": "--fighters is for the table",
    "odds --fighters 6": "given: 6",
    "odds --picture odds.gif": "must end in .png or .svg",
    "odds --picture nowhere/odds.pdf": "the name must end in .png or .svg",
    "tune -g castle --out nowhere/tuned.csv": "the name must end in .toml",
    "odds --fighters 5 --cap 6 --picture odds.png": "make 126 columns",
}
"""What is typed, and a part of what is said."""


@pytest.mark.parametrize("words", MISTAKES)
def test_a_mistake_is_answered_in_one_line_and_nothing_is_written(folder: Path, words: str) -> None:
    assert MISTAKES[words] in one_line(run_cli(*shlex.split(words), cwd=folder))
    assert not list(folder.iterdir())


FILES = [
    ("--tiles my.toml", "[[tile]\n", "my.toml: not valid TOML"),
    (
        "--tiles my.toml",
        STANDARD.read_text(encoding="utf-8").replace('"ARSR"', '"ARSX"', 1),
        "my.toml: tile 'start': edges must be four of the letters ARS",
    ),
    ("--policy my.toml", "points = \n", "my.toml: not valid TOML"),
    ("--policy my.toml", "points = 1.0\n", "holds the styles (none)"),
    ("--policy my.toml", "[a]\n[b]\n", "holds the styles a, b; write my.toml:STYLE"),
    ("--policy my.toml:c", "[a]\n", "holds the styles a; write my.toml:STYLE"),
    ("--policy my.toml", "[a]\npoint = 1.0\n", "no move feature 'point'. Did you mean 'points'?"),
    ("--policy my.toml", '[a]\npoints = "big"\n', "a weight is a number below a million"),
    ("--policy my.toml", "[a]\npoints = inf\n", "a weight is a number below a million"),
    ("--policy my.toml", "[a]\npoints = nan\n", "a weight is a number below a million"),
    ("--policy my.py:f", "def f(:\n", "the file does not run: SyntaxError"),
    ("--policy my.py:f", "1 / 0\n", "does not run: ZeroDivisionError"),
    ("--policy my.py:f", "g = 1\n", "my.py has no function 'f'"),
    (
        "--policy my.py:f",
        "from simulate.games.catan.move_features import MoveFeature as F\n\n"
        "def f(state, moves, features):\n    return features[:, F.POINTS]\n",
        "my.py:f: reads the move features of catan, and starwars is played; import those of starwars",
    ),
    (
        "--policy my.py:f",
        "import simulate.games.catan.move_features as its\n\n"
        "def f(state, moves, features):\n    return features[:, its.MoveFeature.POINTS]\n",
        "my.py:f: reads the move features of catan, and starwars is played; import those of starwars",
    ),
]
"""What names a file, what stands in it, and a part of what is said."""


@pytest.mark.usefixtures("whole")  # so that no line says that the engine is being compiled
@pytest.mark.parametrize(("words", "text", "answer"), FILES)
def test_a_faulty_file_is_answered_in_one_line(folder: Path, words: str, text: str, answer: str) -> None:
    option, name = words.split()
    (folder / name.partition(":")[0]).write_text(text, encoding="utf-8")
    assert answer in one_line(run_cli(*GAME, "--n", "20", option, name, cwd=folder))
    assert not (folder / "runs").exists()


def test_a_directory_below_a_file_is_answered_in_one_line(folder: Path) -> None:
    (folder / "file").write_text("in the way")
    assert "--out file/run: cannot be written" in one_line(run_cli(*FEW, "--out", "file/run", cwd=folder))


def test_debug_shows_the_traceback_of_a_mistake(folder: Path) -> None:
    done = run_cli("--debug", "--game", "starwar", cwd=folder)
    assert done.returncode != 0
    assert "Traceback" in done.stderr


# --- help and lists


def test_help_names_the_options_and_verbs(folder: Path) -> None:
    said = output_of("--help", cwd=folder)
    for word in (
        "--game", "--n ", "--players", "--policy", "--preset", "--rule", "--tiles", "--seed", "--first-game",
        "--tables", "--out", "--jobs", "--backend", "--block-size", "--json", "--debug", "--version",
        "verify", "rules", "games", "completion", "simulate -g starwars -n 100k",
    ):  # fmt: skip
        assert word in said
    assert run_cli(cwd=folder).stdout == said == run_cli("-h", cwd=folder).stdout


@pytest.mark.parametrize(
    ("words", "needed"),
    [
        ("--help", set()),
        ("--version", set()),
        ("games", set()),
        ("verify --help", set()),
        ("-g catan -n 2 --policy random --out run", {"numba", "numpy", "pyarrow", "scipy"}),
    ],
)
def test_nothing_is_imported_that_is_not_needed(folder: Path, words: str, needed: set[str]) -> None:
    """Help and lists answer at once, and games are played and summed up without pandas."""
    assert imported_by(*words.split(), cwd=folder) - {"rich"} == needed


def test_whoever_only_reads_a_run_does_without_the_compiler(folder: Path) -> None:
    run_cli("-g", "catan", "-n", "2", "--policy", "random", "--out", "run", cwd=folder)
    for words in (("report", "run"), ("plot", "run"), ("runs", "show", "run"), ("export", "run")):
        assert "numba" not in imported_by(*words, cwd=folder), words


def test_windows_is_told_where_the_program_runs(folder: Path) -> None:
    code = "import simulate.cli, sys; sys.platform = 'win32'; simulate.cli.script()"
    done = run_words(sys.executable, "-c", code, cwd=folder)
    assert one_line(done, code=1) == "needs Linux or macOS; on Windows it runs inside WSL"


def test_python_runs_the_package_as_the_program(folder: Path) -> None:
    done = run_words(sys.executable, "-m", "simulate", "--version", cwd=folder)
    assert done.stdout.strip() == f"houserules, version {__version__}"


def test_games_as_json_and_as_text(folder: Path) -> None:
    listed = json.loads(run_cli("games", "--json", cwd=folder).stdout)
    assert list(listed) == list(games.names())
    assert listed["starwars"]["players"] == [2, 5]
    assert listed["starwars"]["default_players"] == 3
    done = run_cli("games", cwd=folder, terminal=True)
    assert "Star Wars Carcassonne" in done.stdout
    assert done.stderr.splitlines()[-1] == "next: simulate rules starwars"


def test_studies_as_json(folder: Path) -> None:
    assert json.loads(run_cli("study", "--json", cwd=folder).stdout) == shipped()
    assert shipped()["castle"].count("Castle") == 1


def test_rules_as_json_and_as_text(folder: Path) -> None:
    listed = json.loads(run_cli("rules", "starwars", "--json", cwd=folder).stdout)
    assert [option["name"] for option in listed["options"]] == [field.name for field in fields(Options)]
    assert {"name", "default", "allowed", "rule", "text"} <= set(listed["options"][0])
    assert listed["presets"]["team"] == {"team_mode": True}
    assert {"random", "greedy", "heuristic"} <= set(listed["policies"])
    assert "points" in listed["features"]
    text = run_cli("rules", "starwars", cwd=folder).stdout
    for option in listed["options"]:
        assert f" {option['name']} " in text
        assert option["rule"] in text
    assert "--preset team: " in text
    assert "reconstruction" in text
    policies = run_cli("rules", "starwars", "--policies", cwd=folder).stdout
    assert all(name in policies for name in listed["features"])
    assert "documentation, page players" in policies


def test_weights_are_shown_for_the_players_that_they_are_for(folder: Path) -> None:
    """Heuristics weigh otherwise at other tables; the page says at which it looks."""
    usual, two = (
        run_cli("rules", "castle", "--policies", *asked, cwd=folder).stdout for asked in ((), ("-p", 2))
    )
    assert "Move features and their weights, with 4 players;" in usual
    assert "Move features and their weights, with 2 players;" in two
    weight = dict(read_policy("castle", "heuristic", 2).weights or ())["drawn"]
    assert f" {weight:.2f}" in next(line for line in two.splitlines() if line.startswith(" drawn "))
    assert "say --policies too" in one_line(run_cli("rules", "castle", "--players", 2, cwd=folder))


# --- playing


def test_a_run_ends_with_its_summary_its_directory_and_the_next_step(folder: Path) -> None:
    done = run_program(*FEW, cwd=folder)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Star Wars Carcassonne, 20 games, 3 players, policy random, seed 1")
    assert "reconstructed" in done.stdout
    (run,) = (folder / "runs").iterdir()
    assert run.name not in done.stdout + done.stderr  # what only people need is said at a terminal only
    again = run_cli(*FEW, cwd=folder, terminal=True)
    lines = again.stderr.splitlines()
    assert lines[-2:] == [f"runs/{run.name}", f"next: simulate report runs/{run.name}"]
    assert again.stdout == done.stdout
    assert f"complete: runs/{run.name} holds all 20 games already" in again.stderr
    assert run_cli("verify", cwd=folder).stdout.startswith(f"runs/{run.name}: 20 of 20 games, complete")


def test_no_colour_where_none_is_wanted(folder: Path) -> None:
    """NO_COLOR, and output that is no terminal: no escape codes."""
    for changes in ({"NO_COLOR": "1", "FORCE_COLOR": None}, {"NO_COLOR": None, "FORCE_COLOR": None}):
        done = run_program("rules", "starwars", cwd=folder, **changes)
        assert "\x1b" not in done.stdout + done.stderr


def test_colour_where_it_is_forced_but_not_with_no_color(folder: Path) -> None:
    assert "\x1b[" in run_program("rules", "starwars", cwd=folder, NO_COLOR=None, FORCE_COLOR="1").stdout
    forced = run_program("rules", "starwars", cwd=folder, NO_COLOR="1", FORCE_COLOR="1").stdout
    assert "\x1b[3" not in forced  # no colours; bold may stay


def test_a_closed_pipe_is_no_traceback(folder: Path) -> None:
    """``simulate rules starwars | head -0``."""
    done = run_words("bash", "-c", f"set -o pipefail; {PROGRAM} rules starwars | head -0", cwd=folder)
    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.parametrize(
    ("words", "code"), [(("games", "--json"), 0), (("referee", "wrong.json", "--json"), 1), (("referee",), 2)]
)
def test_the_program_ends_with_all_said_and_the_code_of_its_words(
    folder: Path, words: tuple[str, ...], code: int
) -> None:
    """It leaves before Python has tidied up, whether a command returns or exits."""
    (folder / "wrong.json").write_text('{"format": "houserules-game/1", "game": "castle", "players": 2}')
    done, expected = run_program(*words, cwd=folder), run_cli(*words, cwd=folder)
    assert (done.returncode, done.stdout, done.stderr) == (code, expected.stdout, expected.stderr)


def test_what_can_be_written_nowhere_is_said(folder: Path) -> None:
    done = run_words("bash", "-c", f"{PROGRAM} games > /dev/full", cwd=folder)
    assert done.returncode == 1
    assert "No space left on device" in done.stderr


# --- help in groups, short options, quiet

IN_SHORT = ("-g", "starwars", "-n", "20", "--policy", "random", "-j", "1")


def every_command(group: click.Group = program) -> Iterator[tuple[str, click.Command]]:
    """The program, its verbs, and theirs."""
    context = click.Context(group)
    yield str(group.name), group
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from every_command(command)
        else:
            yield name, command


def test_help_names_every_verb_in_a_whole_line(folder: Path) -> None:
    text = run_cli("--help", cwd=folder, columns=80).stdout
    assert text.count("...") == text.splitlines()[0].count("...")
    assert max(map(len, text.splitlines())) <= 80
    for name in program.list_commands(click.Context(program)):
        (line,) = (line for line in text.splitlines() if line.startswith(f"  {name} "))
        assert line.endswith((".", "?")), line


def test_help_stands_in_groups(folder: Path) -> None:
    """Verbs by what they are for, options by what they say; each of them once."""
    text = run_cli("--help", cwd=folder).stdout
    for title in ("Ask what a rule does:", "Look at a run:", "What is played:", "How it is played:"):
        assert f"\n{title}\n" in text
    lines = [line.split()[:2] for line in text.splitlines() if line.startswith("  -")]
    assert all(sum(flag in line for line in lines) == 1 for flag in ("--json", "--backend", "--version"))
    compare = run_cli("compare", "--help", cwd=folder).stdout
    assert compare.index("What is played:") < compare.index("--rule KEY") < compare.index("How it is played:")


@pytest.mark.parametrize(("name", "command"), list(every_command()))
def test_the_short_option_is_there_wherever_the_long_one_is(name: str, command: click.Command) -> None:
    for param in command.params:
        if isinstance(param, click.Option) and param.name in SHORT:
            assert SHORT[param.name] in param.opts, f"{name} --{param.name}"


def test_short_options_ask_for_the_same_run(folder: Path) -> None:
    """And quiet says nothing but the result, of every verb."""
    long = ("--game", "starwars", "--n", "20", "--policy", "random", "--jobs", "1", "--players", "3")
    said = output_of(*long, cwd=folder)
    again = run_cli(*IN_SHORT, "-p", "3", cwd=folder)
    assert (again.returncode, again.stdout) == (0, said)
    assert "holds all 20 games already" in again.stderr
    for words in ((*IN_SHORT, "-q"), ("--quiet", *IN_SHORT), ("verify", "-q"), ("games", "--quiet")):
        assert run_cli(*words, cwd=folder, terminal=True).stderr == ""
    assert "there is no game" in run_cli("rules", "catn", "-q", cwd=folder).stderr
