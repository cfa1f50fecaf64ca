"""Players of games in plain Python: weights of features, tuning, and functions in files of the user's."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from builders import as_json, one_line, output_of, refusal, run_cli

from rules import games
from rules.errors import UserError
from simulate.plain.chance import Guess
from simulate.plans.plan import make_plan
from simulate.plans.policies import read_policy
from simulate.working.tune import Arena, checked, search_for, tuned

PIG = '''
from simulate.plain import Game, feature, option, policy

class Pig(Game):
    players = 2, 8
    goal = option(30, 20, 500)

    def set_up(self):
        self.points = [0] * self.players
        self.pot = 0

    def moves(self):
        return ["roll", "hold"] if self.pot else ["roll"]

    def play(self, move):
        if move == "roll":
            die = self.roll()
            if die > 1:
                self.pot += die
                return
            self.pot = 0
        self.points[self.seat] += self.pot
        self.pot = 0
        if not self.is_over():
            self.next_seat()

    def is_over(self):
        return self.points[self.seat] >= self.goal

    def score(self, seat):
        return self.points[seat]

    @policy
    def ten(self, moves):
        """Holds at ten."""
        return "hold" if self.pot >= 10 else "roll"

    @feature
    def kept(self, move):
        """Points that are put away."""
        return self.pot if move == "hold" else 0

    @feature
    def rolls(self, move):
        """Whether it rolls on."""
        return move == "roll"
'''

FROM_TEN = "[from_ten]\ntext = 'holds at ten'\nkept = 2.0\nrolls = 19.0\n"
"""Weights that choose as the policy `ten` does."""

FEATURE = "\n    @feature\n    def more(self, move):\n        return {}\n"

HIDDEN = """
from simulate.plain import Game, feature, own, policy, secret

class Draw(Game):
    players = 2
    deck, hands = secret(), own()

    def set_up(self):
        self.deck = self.shuffled(range(12))
        self.hands = [[self.deck.pop() for _ in range(3)] for _ in range(2)]
        self.points = [0, 0]

    def moves(self):
        return sorted(self.hands[self.seat])

    def play(self, move):
        self.hands[self.seat].remove(move)
        self.points[self.seat] += move
        self.next_seat()

    def is_over(self):
        return not self.hands[self.seat]

    def score(self, seat):
        return self.points[seat]
"""


def written(folder: Path, text: str, name: str = "mine.py") -> str:
    """The path of a file."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def rows(game: str, policy: str, n: int = 40, **asked: Any) -> list[Any]:
    """Scores and wins of the first games."""
    plan = make_plan(game, n, policy=policy, **asked)
    found: list[Any] = games.load(plan.game).simulator(plan).play(0, n)["seats"].tolist()
    return found


def fault(game: str, policy: str) -> str:
    """Why the first game fails."""
    plan = make_plan(game, 1, policy=policy)
    _, (failure,) = games.load(plan.game).simulator(plan).play_on(0, 1)
    return failure.why


# --- weights of features


def test_weights_choose_the_move_of_the_greatest_sum(tmp_path: Path) -> None:
    game, weights = written(tmp_path, PIG), written(tmp_path, FROM_TEN, "w.toml")
    assert rows(game, weights) == rows(game, "ten")


def test_equal_values_are_settled_by_lot(tmp_path: Path) -> None:
    game, weights = written(tmp_path, PIG), written(tmp_path, "[nothing]\nkept = 0.0\n", "w.toml")
    found = rows(game, weights)
    assert found != rows(game, "ten")
    assert {row[3] for row in found} == {1, 2}


def test_features_are_told_with_what_they_count(tmp_path: Path) -> None:
    printed = output_of("rules", written(tmp_path, PIG), "--policies", cwd=tmp_path)
    assert re.search(r"kept +Points that are put away", printed)
    told = as_json("rules", written(tmp_path, PIG), "--json", cwd=tmp_path)
    assert told["features"] == {"kept": "Points that are put away", "rolls": "Whether it rolls on"}


WRONG = {
    "kepd = 1.0": "has no move feature 'kepd'. Did you mean 'kept'?",
    "kept = 'much'": "a weight is a number below a million",
    "kept = 1.0\nplayouts = 4": "playouts: there is none in a game in plain Python",
    "like = 'heuristic'": "like = 'heuristic': it can be none",
}


@pytest.mark.parametrize("line", WRONG)
def test_weights_that_do_not_fit_are_refused_in_a_line(line: str, tmp_path: Path) -> None:
    game, weights = written(tmp_path, PIG), written(tmp_path, f"[w]\n{line}\n", "w.toml")
    said = refusal(make_plan, game, 1, policy=weights)
    assert WRONG[line] in said
    assert "\n" not in said


def test_a_feature_that_is_no_number_is_named(tmp_path: Path) -> None:
    game = written(tmp_path, PIG + FEATURE.format("'many'"))
    weights = written(tmp_path, "[w]\nmore = 1.0\n", "w.toml")
    assert "more of the move 'roll' is 'many', and a feature is a number" in fault(game, weights)


@pytest.mark.parametrize("hidden", ["self.deck[-1]", "self.hands[1 - self.seat][0]"])
def test_a_feature_of_what_its_seat_does_not_see_is_refused(hidden: str, tmp_path: Path) -> None:
    game = written(tmp_path, HIDDEN + FEATURE.format(hidden))
    weights = written(tmp_path, "[w]\nmore = 1.0\n", "w.toml")
    assert "its seat does not see that" in fault(game, weights)
    done = run_cli("check", game, cwd=tmp_path)
    assert (done.returncode, "✗ more: UnseenError" in " ".join(done.stdout.split())) == (1, True), done.stdout


def test_a_feature_may_count_what_its_seat_sees(tmp_path: Path) -> None:
    game = written(tmp_path, HIDDEN + FEATURE.format("-move if move in self.hands[self.seat] else 0"))
    weights = written(tmp_path, "[w]\nmore = 1.0\n", "w.toml")
    assert rows(game, weights)


def test_check_names_a_feature_that_tells_no_moves_apart(tmp_path: Path) -> None:
    game = written(tmp_path, PIG + FEATURE.format("self.turn"))
    printed = " ".join(output_of("check", game, cwd=tmp_path).split())
    assert "? more: the same for all moves of a decision" in printed


# --- styles of a game


def styled(folder: Path) -> str:
    """A game whose usual players choose by weights in a file beside it."""
    written(folder, FROM_TEN, "w.toml")
    text = PIG.replace("option, policy", "option, policy, weights").replace(
        "    players = 2, 8\n", "    players = 2, 8\n    styles = weights('w.toml')\n"
    )
    return written(folder, text.replace("    @policy\n", ""))


def test_weights_beside_a_game_are_policies_of_it(tmp_path: Path) -> None:
    game = styled(tmp_path)
    assert games.load(game).usual_policy == "from_ten"
    assert rows(game, "from_ten") == rows(written(tmp_path, PIG, "other.py"), "ten")
    assert re.search(r"from_ten +holds at ten", output_of("rules", game, "--policies", cwd=tmp_path))


def test_weights_beside_a_game_belong_to_it(tmp_path: Path) -> None:
    before = games.load(styled(tmp_path))
    assert set(before.code.texts) == {"mine.py", "w.toml"}
    written(tmp_path, FROM_TEN.replace("19", "29"), "w.toml")
    assert games.load(str(tmp_path / "mine.py")).name != before.name


# --- tuning


def test_tuned_weights_beat_players_at_random(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simulate.working.tune.CHECK_GAMES", 1_000)
    game = written(tmp_path, PIG)
    how = "--rival", "random", "--generations", 4, "--games", 60, "--jobs", 1, "--out", "w.toml"
    printed = output_of("tune", "--game", game, *how, cwd=tmp_path)
    assert "win share against random at every other seat" in printed
    assert "random in that seat wins" in printed
    shares = [row[4] for row in rows(game, f"{tmp_path / 'w.toml'},random", 200) if row[1] == 0]
    assert sum(shares) / len(shares) > 0.55


def test_weights_are_the_same_on_one_worker_and_on_two(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = written(tmp_path, PIG)
    found = []
    for jobs in (1, 2):
        place = tmp_path / str(jobs)
        place.mkdir()
        monkeypatch.chdir(place)
        found.append(tuned(search_for(game, generations=2, games=12), jobs))
    assert found[0] == found[1]


def test_a_tuning_begins_at_random_and_against_the_usual_policy(tmp_path: Path) -> None:
    search = search_for(written(tmp_path, PIG))
    assert (search.start.name, search.rivals[0].name) == ("random", "ten")
    assert dict(search.start.weights or ()) == {"kept": 0.0, "rolls": 0.0}


def test_what_was_tuned_is_held_against_the_start_in_the_same_games(tmp_path: Path) -> None:
    search = search_for(written(tmp_path, PIG))
    found = checked(search, {"kept": 2.0, "rolls": 19.0}, 100, 1)
    rival_shares = checked(search, {"kept": 0.0, "rolls": 0.0}, 100, 1)
    assert found.before.tolist() == rival_shares.shares.tolist()
    assert found.shares.mean() > found.before.mean() + 0.1


def test_a_candidate_plays_for_its_whole_team(tmp_path: Path) -> None:
    text = PIG.replace("players = 2, 8", "players, teams = 4, [(0, 2), (1, 3)]").replace(
        "return self.points[seat]", "return self.points[seat] + self.points[seat - 2]"
    )
    plan = make_plan(written(tmp_path, text), 8)
    arena = Arena(plan)
    assert list(arena.sides) == [(0, 2), (1, 3)]
    _, shares = arena.outcomes(np.array([2.0, 19.0]), [np.zeros(2)], 0, 8)
    assert set(shares.tolist()) <= {0.0, 1.0}


def test_what_cannot_be_tuned_is_refused_in_a_line(tmp_path: Path) -> None:
    game = written(tmp_path, PIG)
    assert "'ten' has no weights to tune" in refusal(search_for, game, start="ten")
    assert "names no features" in refusal(search_for, written(tmp_path, HIDDEN, "h.py"))
    assert "has no move feature 'roll'. Did you mean 'rolls'?" in refusal(search_for, game, only=("roll",))
    refused = run_cli("tune", "--game", game, "--value", cwd=tmp_path)
    assert (refused.returncode, "judge no positions" in one_line(refused)) == (2, True)


# --- functions in files


TEN = "def ten(view, moves):\n    return 'hold' if view.pot >= 10 else 'roll'\n"


def function(folder: Path, text: str, name: str = "f") -> str:
    """A policy that is a function in a file."""
    body = text if text.startswith("def") else f"def f(view, moves):\n    {text}\n"
    return written(folder, body, "theirs.py") + f":{name}"


def test_a_function_in_a_file_plays(tmp_path: Path) -> None:
    game = written(tmp_path, PIG)
    assert rows(game, function(tmp_path, TEN, "ten")) == rows(game, "ten")


@pytest.mark.parametrize("hidden", ["view.deck[-1]", "view.hands[1 - view.seat][0]", "sum(view.deck)"])
def test_a_function_that_reads_what_its_seat_does_not_see_is_refused(hidden: str, tmp_path: Path) -> None:
    why = fault(written(tmp_path, HIDDEN), function(tmp_path, f"return moves[{hidden} > 3]"))
    name = "hands" if "hands" in hidden else "deck"
    assert why.startswith(f"theirs.py, line 2: UnseenError: {name}: its seat does not see that")


def test_what_a_function_does_to_its_view_changes_no_game(tmp_path: Path) -> None:
    game = written(tmp_path, HIDDEN)
    harm = (
        "view.points[0] += 9; view.hands[view.seat].clear(); view.roll(); view.next_seat(); return moves[0]"
    )
    assert rows(game, function(tmp_path, harm)) == rows(game, function(tmp_path, "return moves[0]"))


REFUSED = {
    "def f(view): return 1": "takes 1, not two: view and moves",
    "def g(view, moves): return 1": "theirs.py has no function 'f'",
    "def f(view, moves): return random.choice(moves)\nimport random": "use view.pick(moves)",
    "def f(view, moves):\n    print(1)": "print: results go to stdout",
}


@pytest.mark.parametrize("text", REFUSED)
def test_a_function_that_cannot_play_is_refused_in_a_line(text: str, tmp_path: Path) -> None:
    game = games.load(written(tmp_path, HIDDEN)).name
    with pytest.raises(UserError) as refused:
        read_policy(game, function(tmp_path, text), 2)
    assert REFUSED[text] in str(refused.value)
    assert "\n" not in str(refused.value)


def test_faults_of_a_function_are_told_with_its_line(tmp_path: Path) -> None:
    game = written(tmp_path, HIDDEN)
    assert fault(game, function(tmp_path, "return view.nothing")).startswith("theirs.py, line 2: Attribute")
    assert "f chose 99, which is no legal move" in fault(game, function(tmp_path, "return 99"))
    loop = "def f(view, moves):\n    while True:\n        pass\nMOST_STEPS = 1000"
    assert "endless loop: more than 1,000 steps" in fault(game, function(tmp_path, loop))


def test_a_search_may_play_on_by_a_function_or_by_weights(tmp_path: Path) -> None:
    game, weights = written(tmp_path, PIG), written(tmp_path, FROM_TEN, "w.toml")
    by_method = rows(game, "search:1:ten", 6)
    assert rows(game, f"search:1:{function(tmp_path, TEN, 'ten')}", 6) == by_method
    assert rows(game, f"search:1:{weights}", 6) == by_method
    assert rows(game, "search:1:random", 6) != by_method


def test_a_changed_function_makes_another_run(tmp_path: Path) -> None:
    game = written(tmp_path, PIG)
    before = make_plan(game, 4, policy=function(tmp_path, TEN, "ten"))
    after = make_plan(game, 4, policy=function(tmp_path, TEN.replace("10", "11"), "ten"))
    assert before.hash != after.hash


def test_a_run_keeps_the_function_and_a_stranger_must_trust_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = written(tmp_path, PIG)
    how = "--policy", function(tmp_path, TEN, "ten"), "--n", 20, "--out", "run"
    output_of("--game", game, *how, cwd=tmp_path)
    (tmp_path / "theirs.py").unlink()
    assert "20 of 20 games, complete" in output_of("verify", "run", cwd=tmp_path)
    monkeypatch.setattr("simulate.plans.trust._here", set())
    monkeypatch.setenv("HOUSERULES_CACHE", str(tmp_path / "elsewhere"))
    refused = run_cli("replay", "run", "--game-index", 0, cwd=tmp_path)
    assert (refused.returncode, "is code that came with the run" in one_line(refused)) == (2, True)


def test_games_with_a_function_are_the_same_in_processes(tmp_path: Path) -> None:
    game = written(tmp_path, PIG)
    contents = []
    for backend in ("threads", "processes"):
        how = "--n", 60, "--backend", backend, "--out", backend, "--block-size", 20
        output_of("--game", game, "--policy", function(tmp_path, TEN, "ten"), *how, cwd=tmp_path)
        contents.append(output_of("verify", backend, cwd=tmp_path).splitlines()[-1])
    assert contents[0] == contents[1]


# --- searches

SURE = """
from simulate.plain import Game, policy

class Sure(Game):
    players = 2
    def set_up(self):
        self.taken = None
    def moves(self):
        return ["lose", "win"]
    def play(self, move):
        self.taken = move
    def is_over(self):
        return self.taken is not None
    def score(self, seat):
        return 5 if (seat == self.seat) == (self.taken == "win") else 0
    @policy
    def fool(self, moves):
        return "lose"
"""


def test_a_search_leaves_the_usual_move_only_for_one_that_is_well_ahead(tmp_path: Path) -> None:
    """A move that wins where the usual one loses is; one that looks better by luck mostly is not."""
    assert {row[4] for row in rows(written(tmp_path, SURE), "search:1") if row[1] == 0} == {1.0}
    game = written(tmp_path, PIG, "pig.py")
    won = [sum(row[4] for row in rows(game, f"{who},ten", 120) if row[1] == 0) for who in ("ten", "search:4")]
    assert won[1] > 0.8 * won[0]


def test_who_looks_ahead_meets_the_same_dice_of_a_turn_whatever_was_rolled_before() -> None:
    rolled, held = Guess(7), Guess(7)
    [rolled.of_turn("dice", 3).below(6) for _ in range(5)]
    later = [[guess.of_turn("dice", 4).below(6) for _ in range(9)] for guess in (rolled, held)]
    assert later[0] == later[1]
    faces = [Guess(seed).of_turn("dice", 1).below(6) for seed in range(6_000)]
    assert all(900 < faces.count(face) < 1_100 for face in range(6))
