"""`simulate check`: what is tried of a game, and that what is planted in one is found."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from pathlib import Path

import pytest
from builders import ROOT, Done, one_line, run_cli, run_words
from test_conformance import entry_point

HIDDEN = """
import json
from rules import games
from simulate.checking.hidden import hidden
print(json.dumps([finding.as_dict() for finding in hidden(games.load("trick"))]))
"""


def with_package(folder: Path, name: str, *changes: tuple[str, str, str]) -> str:
    """Lay a package of the tests into a folder as pip does, with files that say something else in places.

    What a process has to be told by ``PYTHONPATH``.
    """
    shutil.copytree(ROOT / "tests" / name / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    entry_point(folder, name)
    for file, before, after in changes:
        text = (folder / name / file).read_text(encoding="utf-8")
        assert before in text
        (folder / name / file).write_text(text.replace(before, after, 1), encoding="utf-8")
    return os.pathsep.join(map(str, (folder, ROOT)))


# --- what a seat of a compiled game sees


def hidden_in_trick(folder: Path, *changes: tuple[str, str, str]) -> list[tuple[str, str]]:
    """What is found of what is hidden in Trick, with something planted: verdicts and texts."""
    paths = with_package(folder, "trick", *changes)
    done = run_words(sys.executable, "-c", HIDDEN, cwd=folder, PYTHONPATH=paths, NUMBA_DISABLE_JIT="1")
    assert done.returncode == 0, done.stderr
    return [(finding["verdict"], finding["text"]) for finding in json.loads(done.stdout)]


def test_no_choice_depends_on_cards_that_are_dealt_anew(tmp_path: Path) -> None:
    ((verdict, text),) = hidden_in_trick(tmp_path)
    assert verdict == "holds"
    assert text.startswith("deck, hands: at ")


HANDS_STAY = "playing.py", "                state.hands[other, slot] = pool[n]", "                pass"
TOP_STAYS = "playing.py", "        state.deck[i] = pool[n]\n", (
    "        if i < state.n_deck - 1:\n            state.deck[i] = pool[n]\n"
)  # fmt: skip
NOTHING_DEALT = "playing.py", "    pool = np.zeros(CARDS, np.int64)\n", (
    "    if seat > -2:\n        return\n    pool = np.zeros(CARDS, np.int64)\n"
)  # fmt: skip
PEEKS = "playing.py", "    return float(card) if card > state.lies else 0.0", (
    "    return float(card + state.hands[(state.seat + 1) % state.players, slot])"
)  # fmt: skip
ALL_SHOWN = "playing.py", "deal_unseen, shown, outcome", "deal_unseen, outcome"
RENAMED = "playing.py", "def shown(", "def look("


@pytest.mark.parametrize(
    ("planted", "says"),
    [
        ([HANDS_STAY], "hands: hidden from a policy of a user's, and never dealt anew by deal_unseen"),
        ([TOP_STAYS], "deal_unseen leaves in its place what comes to light next"),
        ([NOTHING_DEALT], "deck, hands: hidden from a policy of a user's, and never dealt anew"),
        ([PEEKS], "greedy chooses otherwise if what its seat does not see lies otherwise (game 0, turn "),
        ([ALL_SHOWN, RENAMED], "a policy of a user's sees it: answer the verb `shown`"),
    ],
)
def test_a_planted_leak_is_found(tmp_path: Path, planted: list[tuple[str, str, str]], says: str) -> None:
    found = hidden_in_trick(tmp_path, *planted)
    assert [verdict for verdict, _ in found] == ["fails"]
    assert says in found[0][1]


def test_a_leak_that_a_policy_of_a_users_sees_as_well_is_asked_about(tmp_path: Path) -> None:
    """Where `shown` and `deal_unseen` leave the same in its place nothing says that it is hidden."""
    all_see = "playing.py", "        if other != seat:\n            view.hands[other] = 0\n", "        pass\n"
    found = hidden_in_trick(tmp_path, HANDS_STAY, all_see)
    assert ("asked", "hands: dealt by lot, never dealt anew, so seen by everybody: is that right?") in found


# --- a whole package, without a checkout


def checked(folder: Path, *words: str, paths: str = "") -> Done:
    """`simulate check` in a process of its own, in the interpreter."""
    program = "from simulate.cli import script; script()"
    found = {"PYTHONPATH": paths} if paths else {}
    return run_words(
        sys.executable, "-c", program, "check", *words, cwd=folder, NUMBA_DISABLE_JIT="1", **found
    )


def test_a_package_is_tried_from_all_sides(tmp_path: Path) -> None:
    """One whose games are over after five turns, too."""
    short = "options.py", "max_turns: int = option(1000,", "max_turns: int = option(5,"
    done = checked(tmp_path, "--game", "pig", paths=with_package(tmp_path, "pig", short))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "✗" not in done.stdout
    for said in (
        "all its parts are there, and it answers every verb",
        "every option and every column says what it means",
        "a game that is written down is judged as it was played",
        "a replay can stop after any turn",
        "deal_unseen changes nothing: everybody sees all there is",
        "games are the same on one worker and on two, and in a run that goes on",
    ):
        assert f" ● {said}\n" in done.stdout
    assert "each changes games" in " ".join(done.stdout.split())


def test_what_a_package_lacks_is_named_with_its_file(tmp_path: Path) -> None:
    paths = with_package(tmp_path, "trick")
    (tmp_path / "trick" / "options.py").unlink()
    done = checked(tmp_path, "--game", "trick", paths=paths)
    assert done.returncode == 1
    assert done.stdout.startswith(" ✗ trick: options is missing; it belongs in trick/options.py\n")


# --- options


OPTIONS = """
from simulate.plain import Game, option

class Toss(Game):
    players = 2
    seldom = option(False)
    never = option(False)
    dead = option(False)
    def set_up(self):
        self.points = [self.roll(), self.roll()]
        if self.seldom and self.below(100) == 0:
            self.points[0] += 9
        if self.never and self.roll() > 6:
            self.points[0] += 9
    def score(self, seat):
        return self.points[seat]
"""


def test_what_options_do_is_searched_for(tmp_path: Path) -> None:
    """A rare effect is found, one that never comes is asked about, and an option that nothing reads fails."""
    (tmp_path / "toss.py").write_text(OPTIONS, encoding="utf-8")
    done = run_cli("check", "toss.py", cwd=tmp_path)
    assert " ● seldom=true: each changes games\n" in done.stdout
    assert " ✗ dead: no rule reads it, so it changes nothing\n" in done.stdout
    assert " ? never=true changed no game of 2,000: is it so rare?\n" in done.stdout
    assert done.returncode == 1


def test_an_option_that_changed_no_game_is_a_remark(tmp_path: Path) -> None:
    (tmp_path / "toss.py").write_text(OPTIONS.replace("    dead = option(False)\n", ""), encoding="utf-8")
    done = run_cli("check", "toss.py", "--json", cwd=tmp_path)
    assert done.returncode == 0
    found = {each["text"]: each["verdict"] for each in json.loads(done.stdout)["findings"]}
    assert found["never=true changed no game of 2,000: is it so rare?"] == "asked"


# --- seats


FAIR = """
from simulate.plain import Game

class Fair(Game):
    players = 2, 4
    symmetric = True
    def set_up(self):
        self.points = [self.roll() for _ in range(self.players)]
    def score(self, seat):
        return self.points[seat] + (seat == 1 and self.points[1] < BIAS)
"""


@pytest.mark.parametrize(("bias", "mark"), [(0, "●"), (3, "✗")])
def test_seats_that_a_game_says_are_alike_do_alike(tmp_path: Path, bias: int, mark: str) -> None:
    (tmp_path / "fair.py").write_text(FAIR.replace("BIAS", f"{bias}"), encoding="utf-8")
    done = run_cli("check", "fair.py", cwd=tmp_path)
    (line,) = [line for line in done.stdout.splitlines() if "seat" in line]
    assert line.startswith(f" {mark} ")


# --- twins

TWIN = (ROOT / "tests" / "own" / "pig_twin.py").read_text(encoding="utf-8")


def beside_pig(folder: Path, text: str = TWIN, *changes: tuple[str, str, str]) -> Done:
    """Pig's package beside a game in plain Python."""
    (folder / "mine.py").write_text(text, encoding="utf-8")
    paths = with_package(folder, "pig", *changes)
    return checked(folder, "--game", "pig", "--twin", "mine.py", paths=paths)


def test_a_package_plays_the_very_games_of_its_twin_in_plain_python(tmp_path: Path) -> None:
    done = beside_pig(tmp_path)
    assert re.fullmatch(
        r" ● the same games, move by move: \d+ games with 2 to 5 players, [\d,]+ moves\n", done.stdout
    ), done.stdout + done.stderr
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ("if die > 1:", "if die > 2:", r"\('rolls'\): in pig seat \d is on, in mine.py \d"),
        ('["hold", "roll"]', '["roll", "hold"]', "move 1 is 'holds' in pig, 'rolls' in mine.py"),
        (
            "if self.at_stake else", "if self.at_stake > 2 else",
            r"\('rolls'\): pig has 2 moves \(holds, rolls\), mine.py 1 move \(rolls\)",
        ),
        ("self.over = self.points", "self.over = 9 + self.points", "mine.py is over, pig goes on"),
        (
            "return self.points[seat]", "return self.points[seat] + (seat == 1)",
            r"at the end pig has scores \[\d+, \d+\], mine.py \[\d+, \d+\]; "
            r"the scores were \[0, 0\] and \[0, 1\] after move 1 \('rolls'\)",
        ),
        ("self.points[self.seat] = 0", "self.points[self.seat] = 1", r"; the scores were .*, bust=all\)"),
    ],
)  # fmt: skip
def test_the_first_difference_from_a_twin_is_told(tmp_path: Path, before: str, after: str, says: str) -> None:
    """With the game, the turn, the seat, what each has, and the rule by which they differ."""
    assert before in TWIN
    done = beside_pig(tmp_path, TWIN.replace(before, after))
    assert done.returncode == 1
    line = " ".join(done.stdout.split())
    assert re.match(r"✗ game \d+, turn \d+, seat \d, after move \d+ \(", line), done.stdout + done.stderr
    assert re.search(says, line), line
    assert re.search(r"\(\d players, seed 1(, \w+=\w+)?\)$", line), line


def test_options_of_twins_are_paired_by_name(tmp_path: Path) -> None:
    """What only one has is told, and so is what they begin with; both are played alike."""
    text = TWIN.replace("max_turns", "limit").replace("option(100,", "option(50,").replace("2, 5", "2, 8")
    done = beside_pig(tmp_path, text)
    assert done.returncode == 0, done.stdout + done.stderr
    *told, same = done.stdout.splitlines()
    assert told == [
        " ? players: pig for 2 to 5 and mine.py for 2 to 8; both are played with 2 to 5",
        " ? only pig has max_turns: left as it is",
        " ? only mine.py has limit: left as it is",
        " ? target is 100 in pig and 50 in mine.py: played with 100",
    ]
    assert same.startswith(" ● the same games, move by move: ")


def test_a_twin_is_a_game_in_plain_python_of_a_compiled_one(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(TWIN, encoding="utf-8")
    line = one_line(run_cli("check", "mine.py", "--twin", "mine.py", cwd=tmp_path))
    assert line == "--twin mine.py: mine.py is in plain Python itself; name a compiled game"
    line = one_line(run_cli("check", "--game", "castle", "--twin", "catan", cwd=tmp_path))
    assert line == "--twin catan: a twin is a game in plain Python, a file FILE.py"
