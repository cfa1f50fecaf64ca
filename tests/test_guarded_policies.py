"""Policies of one's own: what they may not do and what is said of it, and how they play."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from builders import one_line, run_cli, simulator

import simulate
from rules.kernel import INTERPRETED
from rules.starwars.engine import apply, new_game
from rules.starwars.moves import legal_moves
from simulate.games.starwars.weighing import weigh_moves
from simulate.plans.policies import load_function, read_policy
from simulate.play.playing import choose
from simulate.working.verify import verify

GAME = ("--game", "starwars", "--players", "2", "--n", "2", "--jobs", "1", "--out", "run")

WRITES = "it writes to the state, the moves or an array of its file, which a policy only reads"
STREAM = "it draws from a stream that is not its own; use draw_below(state, POLICY + state.seat, n)"
INDEX = "not the index of a move or a value for each"
NO_MOVE = "IndexError: the policy chose a move that does not exist"
NOT_FINITE = "RuntimeError: a value that it returns is not a finite number"

POLICIES = """
import numpy as np
from numba import njit

from rules import chance
from rules.chance import POLICY, draw_below, draw_word

MOST_STEPS = 1_000_000
TABLE = np.arange(5)


@njit
def entry(table, i):
    return table[i]


def takes_too_few(state, moves):
    return 0


class is_a_class:
    pass


def by_lot(state, moves, features):
    return draw_below(state, POLICY + state.seat, len(moves))


def cautious(state, moves, features):
    return np.argmax((features * WEIGHTS).sum(axis=1))


def first(state, moves, features):
    return 0


WEIGHTS = np.array({weights})
"""

REFUSED = {
    "adds_to_its_score": ("state.points[state.seat, 0] += 5; return 0", WRITES),
    "sets_the_turn": ("state.turn = 70; return 0", WRITES),
    "changes_the_moves": ("moves[0] = moves[len(moves) - 1]; return 0", WRITES),
    "counts_its_calls": ("TABLE[0] += 1; return 0", WRITES),
    "reads_no_field": ("return state.seats", "the state has no field 'seats'. Did you mean 'seat'? File "),
    "hands_the_state_on": ("return max(state)", "signature: >>> max(state) File "),
    "takes_too_few": ("", "takes 2, not three: state, moves and features"),
    "is_a_class": ("", "my.py has no function 'is_a_class'"),
    "returns_a_float": ("return 1.0", f"returns a float, {INDEX}"),
    "returns_a_bool": ("return len(moves) > 1", f"returns a bool, {INDEX}"),
    "returns_no_number": ('return float("nan")', f"returns a float, {INDEX}"),
    "returns_nothing_at_times": ("if len(moves) < 0: return 0", f"returns nothing in some cases, {INDEX}"),
    "returns_a_word": ('return "best"', "returns unicode_type, not the index of a move"),
    "never_returns": ("raise ValueError('no idea')", "never returns the index of a move"),
}
"""What policies do, and why they are refused before anything is played; interpreted it shows at a move."""

FAILS = {
    "chooses_beyond": ("return len(moves)", NO_MOVE),
    "chooses_before": ("return -1", NO_MOVE),
    "reads_beyond_a_table": ("return TABLE[1_000_000 * len(moves)]", "IndexError: "),
    "reads_beyond_in_a_helper": ("return entry(TABLE, 1_000_000 * len(moves))", "IndexError: "),
    "reads_beyond_the_features": ("return int(features[10_000_000 * len(moves), 0])", "IndexError: "),
    "reads_beyond_the_state": ("return state.points[10_000_000 + len(moves), 0]", "IndexError: "),
    "draws_beyond_the_streams": ("return draw_below(state, 10_000_000, len(moves))", "IndexError: "),
    "draws_beyond_through_a_module": (
        "return chance.draw_below(state, 10_000_000, len(moves))",
        "IndexError: ",
    ),
    "values_too_few": (
        "return np.zeros(len(moves) - 1)",
        "RuntimeError: it returns more or fewer values than there are moves",
    ),
    "values_no_numbers": ("return np.full(len(moves), np.inf) - np.inf", NOT_FINITE),
    "values_without_end": ("return np.full(len(moves), -np.inf)", NOT_FINITE),
    "draws_for_its_rival": (
        "draw_word(state, POLICY + 1 - state.seat); return 0",
        f"RuntimeError: {STREAM}",
    ),
    "never_ends": (
        "while len(moves) > 0: pass\n    return 0",
        "RuntimeError: endless loop: more than 1,000,000 steps (MOST_STEPS)",
    ),
}
"""What policies do, and how the games of each fail."""

INTERPRETED_FAILS = {
    "adds_to_its_score": f"RuntimeError: {WRITES}",
    "changes_the_moves": f"RuntimeError: {WRITES}",
    "returns_a_bool": "TypeError: a bool is not the index of a move",
    "returns_a_float": "TypeError: 'float' object cannot be interpreted as an integer",
    "returns_no_number": "TypeError: 'float' object cannot be interpreted as an integer",
    "returns_nothing_at_times": "TypeError: 'NoneType' object cannot be interpreted as an integer",
}
FAILURES = INTERPRETED_FAILS if INTERPRETED else {name: why for name, (_, why) in FAILS.items()}


@pytest.fixture
def mine(folder: Path) -> Path:
    """A folder with my.py, which holds them all; the cautious one weighs as the built-in `greedy` does."""
    weights = [weight for _, weight in read_policy("starwars", "greedy", 2).weights or ()]
    bodies = {name: body for name, (body, _) in (REFUSED | FAILS).items() if body}
    made = [f"\n\ndef {name}(state, moves, features):\n    {body}\n" for name, body in bodies.items()]
    (folder / "my.py").write_text(POLICIES.format(weights=weights) + "".join(made), encoding="utf-8")
    return folder


@pytest.mark.skipif(INTERPRETED, reason="found by the compiler")
@pytest.mark.parametrize("name", REFUSED)
def test_what_no_policy_may_do_is_refused_before_anything_is_played(mine: Path, name: str) -> None:
    line = one_line(run_cli(*GAME, "--policy", f"my.py:{name},greedy", cwd=mine))
    assert f"--policy my.py:{name}: " in line
    assert REFUSED[name][1] in line
    assert "x1b" not in line, "the colours that Numba adds"
    assert not (mine / "run").exists()


@pytest.mark.parametrize("name", FAILURES)
def test_what_goes_wrong_at_a_move_is_one_line_with_all_that_plays_it_again(mine: Path, name: str) -> None:
    done = run_cli(*GAME, "--policy", f"greedy,my.py:{name}", cwd=mine)
    assert done.returncode == 1
    line = done.stderr.splitlines()[-1]
    assert line.startswith(f"simulate: all 2 games failed; policy my.py:{name} failed in game 0, turn ")
    assert f", seat 2, seed 1: {FAILURES[name]}" in line
    assert line.endswith("; again: simulate replay run --game-index 0")
    again = run_cli("replay", "run", "--game-index", "0", cwd=mine)
    assert again.returncode == 1
    assert f"policy my.py:{name} failed in game 0, turn " in again.stderr.splitlines()[-1]


def test_chance_from_the_stream_of_the_seat_is_the_same_game_again(mine: Path) -> None:
    for out, jobs in (("one", 1), ("two", 2)):
        simulate.run("starwars", n=6, players=2, policy="my.py:by_lot,greedy", jobs=jobs, out=mine / out)
    one, two = (verify(simulate.load(mine / out)).content_hash for out in ("one", "two"))
    assert one == two


@pytest.mark.parametrize(
    ("head", "call", "named"),
    [
        ("import numpy as np", "np.random.randint(0, len(moves))", "np.random"),
        ("from numpy import random", "random.randint(0, len(moves))", "random"),
        ("from numpy.random import randint", "randint(0, len(moves))", "randint"),
        ("import random", "random.randrange(len(moves))", "random"),
        ("import numpy as np\nchance = np.random.default_rng()", "0", "np.random"),
        ("from numpy.random import default_rng; chance = default_rng().integers(9)", "0", "default_rng"),
        ("from secrets import randbelow; chance = randbelow(9)", "0", "randbelow"),
        ("from random import Random; chance = Random().randrange(9)", "0", "Random"),
    ],
)
def test_chance_from_elsewhere_is_refused_and_the_stream_named(
    folder: Path, head: str, call: str, named: str
) -> None:
    text = f"{head}\n\ndef lucky(state, moves, features):\n    return {call}\n"
    (folder / "my.py").write_text(text, encoding="utf-8")
    line = one_line(run_cli(*GAME, "--policy", "my.py:lucky", cwd=folder))
    at = head.count("\n") + 1 if call == "0" else text.count("\n", 0, text.index("return")) + 1
    assert f"--policy my.py:lucky: my.py, line {at}: {named}" in line
    assert "use draw_below(state, POLICY + state.seat, n) from rules.chance" in line


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("import sys\nsys.exit(0)\n", "SystemExit: 0"),
        ("while True:\n    pass\n", "RuntimeError: endless loop"),
    ],
)
def test_a_file_that_exits_or_never_ends_is_refused(folder: Path, text: str, why: str) -> None:
    source = f"MOST_STEPS = 1000\n{text}\ndef first(state, moves, features):\n    return 0\n"
    (folder / "my.py").write_text(source, encoding="utf-8")
    line = one_line(run_cli(*GAME, "--policy", "my.py:first", cwd=folder))
    assert f"--policy my.py:first: the file does not run: {why}" in line


def test_a_file_that_prints_among_the_results_is_refused(folder: Path) -> None:
    text = "def first(state, moves, features):\n    print(len(moves))\n    return 0\n"
    (folder / "my.py").write_text(text, encoding="utf-8")
    line = one_line(run_cli(*GAME, "--policy", "my.py:first", cwd=folder))
    assert "--policy my.py:first: my.py, line 2: print: results go to stdout; take it out" in line
    assert not (folder / "run").exists()


# --- policies of one's own that play


def test_the_best_move_by_the_features_is_what_a_weighted_policy_plays(mine: Path) -> None:
    """A user's function that weighs the features it gets picks a move worth as much as the built-in's."""
    sim = simulator(policy="greedy", players=3)
    desk = sim.desk
    tiles, rules, state, moves, table = desk.box, desk.options, desk.state, desk.mind.moves, desk.mind.told
    again = np.zeros_like(moves)
    cautious = load_function(read_policy("starwars", "my.py:cautious", 2))
    weights = sim.policies.weights[0, 0]
    new_game(tiles, rules, state, 3, 1, 0)
    for _ in range(25):
        n = weigh_moves(desk)
        assert legal_moves(tiles, rules, state, again) == n
        assert again[:n].tolist() == moves[:n].tolist()
        known, worth = moves[:n].tolist(), table[:n] @ weights
        assert worth[cautious(state, moves[:n], table[:n])] == pytest.approx(worth.max())
        move = choose(desk)
        assert worth[known.index(move)] == pytest.approx(worth.max())
        apply(tiles, rules, state, move)
