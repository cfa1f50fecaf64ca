"""Games in one file of plain Python: what is read, how it is played, what is told of its faults."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from builders import one_line, output_of, run_cli, run_python, succeed

from analyses.measures.vocabulary import chosen
from analyses.studies.declared import declared
from rules import games
from rules.chance import DECK, DICE, ChanceState, draw_below, enter_episode, start_chance
from rules.errors import UserError
from rules.fields import blank
from rules.records import FORMAT
from simulate.checking import plain, watchdog
from simulate.plain.chance import Chance, Chunk
from simulate.plain.known import PlainGame
from simulate.plans.plan import make_plan

PIG = """
from simulate.plain import Game, option

class Pig(Game):
    players = 2, 8
    goal = option(30, 20, 500)
    \"\"\"Points that win.\"\"\"

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
"""

DRAW = """
from simulate.plain import Game, own, policy, secret

class Draw(Game):
    players = 3
    deck, hands = secret(), own()

    def set_up(self):
        self.deck = self.shuffled(range(20))
        self.hands = [[self.deck.pop(), self.deck.pop()] for _ in range(3)]
        self.points = [0, 0, 0]

    def moves(self):
        return sorted(self.hands[self.seat])

    def play(self, move):
        self.hands[self.seat].remove(move)
        self.points[self.seat] += move
        if len(self.deck) > 4:
            self.hands[self.seat].append(self.deck.pop())
        self.next_seat()

    def is_over(self):
        return not self.hands[self.seat]

    def score(self, seat):
        return self.points[seat]

    @policy
    def peeker(self, moves):
        \"\"\"Looks where it may not.\"\"\"
        return moves[-1] if PEEK else moves[0]
"""


def written(folder: Path, text: str, name: str = "mine.py") -> str:
    """The path of a file with a game."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def rows(game: str, n: int = 30, **asked: Any) -> dict[str, list[Any]]:
    """The rows of the first games."""
    plan = make_plan(game, n, **asked)
    tables = games.load(plan.game).simulator(plan).play(0, n)
    return {name: table.tolist() for name, table in tables.items()}


# --- chance


@pytest.mark.parametrize("n", [1, 2, 6, 52, 1 << 40])
def test_words_of_a_stream_are_those_of_compiled_games(n: int) -> None:
    state = blank(ChanceState)[0]
    chance = Chance(Chunk(7, 40, 10), 44)
    start_chance(state, 7, 44)
    for _ in range(50):
        assert chance.stream("deck").below(n) == draw_below(state, DECK, n)


@pytest.mark.parametrize("turn", [0, 3, 8, 200])
def test_dice_of_a_turn_are_those_of_compiled_games(turn: int) -> None:
    state = blank(ChanceState)[0]
    chance = Chance(Chunk(7, 40, 10), 44)
    start_chance(state, 7, 44)
    enter_episode(state, DICE, turn)
    for _ in range(20):
        assert chance.of_turn("dice", turn).below(6) == draw_below(state, DICE, 6)


def test_a_game_is_the_same_whichever_games_are_played_beside_it(tmp_path: Path) -> None:
    plan = make_plan(written(tmp_path, PIG), 60)
    simulator = games.load(plan.game).simulator(plan)
    together = simulator.play(0, 60)["seats"].tolist()
    pieces = [simulator.play(first, n)["seats"].tolist() for first, n in ((0, 7), (7, 1), (8, 52))]
    assert [row for piece in pieces for row in piece] == together


def test_two_rules_meet_the_same_dice_turn_by_turn(tmp_path: Path) -> None:
    path = written(tmp_path, PIG)
    plans = [make_plan(path, 1, rules=[f"goal={goal}"]) for goal in (20, 500)]
    dice = []
    for plan in plans:
        game = games.load(plan.game).simulator(plan).begin(0)
        game.turn = 5
        dice.append([game.roll() for _ in range(9)])
    assert dice[0] == dice[1]


# --- what is read


def test_the_text_under_an_option_says_what_it_is(tmp_path: Path) -> None:
    printed = output_of("rules", written(tmp_path, PIG), cwd=tmp_path)
    assert "Points that win." in printed


def test_two_files_of_one_text_and_two_names_are_two_games(tmp_path: Path) -> None:
    one, other = (games.load(written(tmp_path, PIG, name)) for name in ("a.py", "b.py"))
    assert one.name != other.name


def test_a_changed_file_is_another_game(tmp_path: Path) -> None:
    before = make_plan(written(tmp_path, PIG), 10)
    after = make_plan(written(tmp_path, PIG.replace("die > 1", "die > 2")), 10)
    assert before.game != after.game
    assert before.hash != after.hash


def test_what_a_file_imports_and_reads_beside_it_belongs_to_the_game(tmp_path: Path) -> None:
    text = PIG.replace(
        "class Pig", "import helper\nfrom simulate.plain import table\nROWS = table('t.csv')\nclass Pig"
    )
    (tmp_path / "helper.py").write_text("TWO = 2\n")
    (tmp_path / "t.csv").write_text("name, points\na, 1\n")
    path = written(tmp_path, text)
    first = games.load(path)
    assert set(first.code.texts) == {"mine.py", "helper.py", "t.csv"}
    (tmp_path / "t.csv").write_text("name, points\na, 12\n")
    second = games.load(path)
    (tmp_path / "helper.py").write_text("TWO = 222\n")
    third = games.load(path)
    assert len({first.name, second.name, third.name}) == 3


def test_numba_is_not_imported_for_a_game_in_plain_python(tmp_path: Path) -> None:
    path = written(tmp_path, PIG)
    play = (
        f"import sys; from simulate import run; run(game={path!r}, n=20).seats; print('numba' in sys.modules)"
    )
    assert run_python(play, tmp_path) == "False\n"


WRONG = {
    "x = 1": "no game in it",
    "1 / 0": "mine.py, line 1: ZeroDivisionError",
    "import nosuchmodule": "No module named 'nosuchmodule'",
    "def f(:": "mine.py, line 1: SyntaxError",
    PIG + "\nclass Other(Game): pass": "several games in it, Pig and Other",
    PIG.replace("def score", "def scored"): "says not who wins",
    PIG.replace("def set_up", "def setup"): "has no method set_up",
    PIG.replace("def is_over", "def over"): "has moves and no method is_over(self)",
    PIG.replace("option(30, 20, 500)", "option(30)"): "goal: say the least and the greatest value",
    PIG.replace("option(30, 20, 500)", "option(10, 20, 500)"): "goal: 10 does not lie from 20 to 500",
    PIG.replace("option(30, 20, 500)", "option('x')"): "'x' is none of its choices",
    PIG.replace("goal = option", "turn = option"): "every game has a 'turn'",
    PIG.replace("2, 8", "0, 8"): "players = (0, 8)",
    PIG.replace("2, 8", "2, 9"): "players = (2, 9)",
    PIG.replace("class Pig", "import random\nclass Pig").replace(
        "self.roll()", "random.randint(1, 6)"
    ): "random",
}


@pytest.mark.parametrize("text", WRONG, ids=lambda text: WRONG[text])
def test_a_file_that_is_no_game_is_refused_in_a_line(text: str, tmp_path: Path) -> None:
    with pytest.raises(UserError) as refused:
        games.load(written(tmp_path, text))
    assert WRONG[text] in str(refused.value)
    assert "\n" not in str(refused.value)


# --- what is hidden


def peeking(folder: Path, peek: str) -> str:
    """A game in which a policy looks at something."""
    return written(folder, DRAW.replace("PEEK", peek))


@pytest.mark.parametrize("peek", ["self.deck[-1] > 3", "self.hands[self.seat - 1][0]", "sum(self.deck)"])
def test_a_policy_that_reads_what_its_seat_does_not_see_is_refused(peek: str, tmp_path: Path) -> None:
    plan = make_plan(peeking(tmp_path, peek), 5, policy="peeker")
    _, failed = games.load(plan.game).simulator(plan).play_on(0, 5)
    assert len(failed) == 5
    name = "hands" if "hands" in peek else "deck"
    assert f"UnseenError: {name}: its seat does not see that" in failed[0].why


@pytest.mark.parametrize("peek", ["self.hands[self.seat][0] > 3", "len(self.deck) > 9", "len(self.hands[0])"])
def test_a_policy_may_read_what_its_seat_sees(peek: str, tmp_path: Path) -> None:
    assert rows(peeking(tmp_path, peek), 5, policy="peeker")


def test_check_finds_a_pile_that_is_not_declared_to_be_secret(tmp_path: Path) -> None:
    right = peeking(tmp_path, "True")
    assert "✗" not in output_of("check", right, cwd=tmp_path)
    text = DRAW.replace("PEEK", "True").replace("deck, hands = secret(), own()", "hands = own()")
    done = run_cli("check", written(tmp_path, text, "open.py"), cwd=tmp_path)
    assert done.returncode == 1
    assert "deck lies as it was shuffled and everybody sees it" in " ".join(done.stdout.split())


DEALT = """
from simulate.plain import Game, own, public, secret

KINDS = {"Guard": 5, "Priest": 2, "Baron": 2}

class Dealt(Game):
    players = 2
    deck = secret()

    def set_up(self):
        LIST
        self.deck = self.shuffled([card for card, n in KINDS.items() for _ in range(n)])
        AWAY
        self.points = [0, 0]

    def score(self, seat):
        return self.points[seat]
"""


def pieces_of(folder: Path, *planted: tuple[str, str], text: str = DEALT) -> list[tuple[str, str]]:
    """What a check finds of pieces, in a game in which something was planted: verdicts and texts."""
    for before, after in (*planted, ("LIST", "pass"), ("AWAY", "pass")):
        text = text.replace(before, after)
    game = games.load(written(folder, text))
    assert isinstance(game, PlainGame)
    return [(each.verdict, each.text) for each in plain.pieces(game)]


@pytest.mark.parametrize(
    "names",
    [
        "pass",
        "self.copies = dict(KINDS)",
        "self.kinds = list(KINDS)",
        "self.price = [[1, 'Guard'], [2, 'Baron']]",
    ],
)
@pytest.mark.parametrize("away", ["self.deck.pop()", "self.deck = self.deck[1:]", "del self.deck[:3]"])
def test_check_finds_cards_thrown_away_whatever_else_names_them(
    names: str, away: str, tmp_path: Path
) -> None:
    """A list of the cards there are is no place at which one lies: it is the same in all games."""
    ((verdict, text),) = pieces_of(tmp_path, ("LIST", names), ("AWAY", away))
    assert verdict == "fails"
    assert text.startswith(f"{3 if 'del' in away else 1} of 9 shuffled things lie nowhere after the set-up")
    assert pieces_of(tmp_path, ("LIST", names))[0][0] == "holds"


@pytest.mark.parametrize(
    ("open_to_all", "mark"),
    [
        ("self.aside = self.deck.pop()", "asked"),
        ("self.aside = [self.deck.pop()]", "asked"),
        ("self.aside = {0: (self.deck.pop(), 1)}", "asked"),
        ("self.aside = sorted(self.deck.pop() for _ in range(6))", "asked"),
        ("self.aside = [self.deck.pop() for _ in range(4)]", "fails"),
        ("self.aside = [[self.deck.pop()] for _ in range(4)]", "fails"),
    ],
)
def test_check_asks_of_what_was_dealt_and_is_seen_by_all(open_to_all: str, mark: str, tmp_path: Path) -> None:
    """However it lies there; what is declared to be public is not asked about."""
    (_, (verdict, text)) = pieces_of(tmp_path, ("AWAY", open_to_all))
    assert (verdict, text.split()[0].rstrip(":")) == (mark, "aside")
    declared = ("deck = secret()", "deck, aside = secret(), public()")
    assert [verdict for verdict, _ in pieces_of(tmp_path, ("AWAY", open_to_all), declared)] == ["holds"]


@pytest.mark.parametrize("policy", ["random", "greedy", "search:1"])
def test_winners_are_asked_for_at_the_end_only(policy: str, tmp_path: Path) -> None:
    """As the documentation says: an author need not think of a game that is under way."""
    winners = """
    def winners(self):
        assert self.is_over()
        return [self.seat]
"""
    path = written(tmp_path, PIG.replace("def score", "def points_of") + winners)
    assert len(rows(path, 4, policy=policy)["games"]) == 4


# --- what is told of faults


def test_a_fault_names_file_line_game_turn_and_move(tmp_path: Path) -> None:
    path = written(tmp_path, PIG.replace("self.pot += die", "self.pot += die if self.turn < 3 else nothing"))
    plan = make_plan(path, 5)
    _, failed = games.load(plan.game).simulator(plan).play_on(0, 5)
    line = failed[0].line(plan)
    assert "mine.py failed in game 0, turn 3, seat 2, seed 1: mine.py, line 20: NameError" in line
    assert line.endswith("move 'roll'")


def test_a_game_without_end_is_stopped(tmp_path: Path) -> None:
    text = PIG.replace("return self.points[self.seat] >= self.goal", "return False")
    plan = make_plan(written(tmp_path, text.replace("players =", "most_moves = 500; players =")), 1)
    _, failed = games.load(plan.game).simulator(plan).play_on(0, 1)
    assert "the game does not end: 500 moves were made" in failed[0].why


STUCK = PIG.replace("if self.pot else", "if self.pot else [] if self.turn > 2 else")
AMISS = {
    "moves() gives no legal move, but is_over() is false": STUCK,
    "moves() gives {'roll'}, not a list of moves": PIG.replace('else ["roll"]', 'else {"roll"}'),
    "moves() gives None, not a list of moves": PIG.replace('return ["roll", "hold"]', '["roll", "hold"]'),
    "score() gives None, not a whole number": PIG.replace("return self.points[seat]", "self.points[seat]"),
    "winners() gives [2], not a list of seats, 0 to 1": PIG + "    def winners(self):\n        return [2]\n",
    "winners() gives 1, not a list of seats, 0 to 1": PIG + "    def winners(self):\n        return 1\n",
}


@pytest.mark.parametrize("why", AMISS)
def test_a_method_that_returns_amiss_is_named_with_its_line(why: str, tmp_path: Path) -> None:
    """Python would name the line of this program that uses what it returned."""
    game = games.load(written(tmp_path, AMISS[why]))
    plan = make_plan(game.typed, 5)
    _, failed = game.simulator(plan).play_on(0, 5)
    method = why.partition("(")[0]
    line = (
        AMISS[why].splitlines().index(next(w for w in AMISS[why].splitlines() if f"def {method}(" in w)) + 1
    )
    assert f": mine.py, line {line}: {why}" in failed[0].line(plan)


def test_a_seat_that_nobody_has_is_named(tmp_path: Path) -> None:
    text = PIG.replace("self.next_seat()", "self.seat += 1")
    path = written(tmp_path, text.replace("self.points[self.seat] >= self.goal", "self.turn > 9"))
    plan = make_plan(path, 1)
    _, failed = games.load(plan.game).simulator(plan).play_on(0, 1)
    assert "seat is 2; seats are 0 to 1" in failed[0].why


def test_what_seats_know_must_be_made(tmp_path: Path) -> None:
    text = DRAW.replace("PEEK", "True").replace("own()", 'own(seen="known")')
    plan = make_plan(written(tmp_path, text), 1, policy="peeker")
    _, failed = games.load(plan.game).simulator(plan).play_on(0, 1)
    assert "hands is seen by 'known', and set_up makes no self.known" in failed[0].why


@pytest.mark.parametrize("policy", ["random", "greedy", "search:1"])
def test_a_game_in_which_nobody_can_move_is_told_of_at_every_door(policy: str, tmp_path: Path) -> None:
    """In a run, in a check, in a run that watches each move, in a playout and by the referee."""
    path = written(tmp_path, STUCK)
    why = "mine.py, line 13: moves() gives no legal move, but is_over() is false"
    words = ["--game", "mine.py", "--n", "2", "--policy", policy]
    assert why in run_cli(*words, cwd=tmp_path).stderr
    assert why in run_cli(*words, "--tables", "all,decisions", cwd=tmp_path).stderr
    assert why in " ".join(run_cli("check", "mine.py", cwd=tmp_path).stdout.split())
    record = {
        "format": FORMAT, "game": games.load(path).name, "players": 2, "seed": 1, "game_index": 0,
        "turns": ["roll"] * 200,
    }  # fmt: skip
    (tmp_path / "game.json").write_text(json.dumps(record), encoding="utf-8")
    assert why in run_cli("referee", "game.json", "--game", "mine.py", cwd=tmp_path).stderr


@pytest.mark.parametrize("method", ["set_up", "moves", "play", "is_over", "score"])
def test_an_endless_loop_is_ended_in_a_check(
    method: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watchdog, "SECONDS", 0.5)
    head = next(line for line in PIG.splitlines() if f"def {method}(" in line)
    text = PIG.replace(head, f"{head}\n        while self.turn >= 0:\n            x = 1\n")
    game = games.load(written(tmp_path, text))
    assert isinstance(game, PlainGame)
    (found,) = plain.check(game)
    line = text.splitlines().index(head) + 2
    said = re.search(
        r"mine.py failed in game 0, turn \d+, seat 1, seed 1: mine.py, line (\d+): (\w+)\(\)", found.text
    )
    assert said is not None, found.text
    assert int(said[1]) in (line, line + 1)
    assert f"{method}() has not come back after 0.5 s, perhaps an endless loop" in found.text


def test_an_option_with_which_games_fail_does_not_pass_a_check(tmp_path: Path) -> None:
    text = PIG.replace("self.pot = 0\n\n", "self.pot = 0 if self.goal < 500 else nothing\n\n")
    done = run_cli("check", written(tmp_path, text), cwd=tmp_path)
    assert done.returncode == 1
    assert " ✗ goal=500: mine.py failed in game 0, turn 0, seat 1" in done.stdout


# --- runs


def test_a_copy_of_a_run_is_not_executed_before_it_is_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    output_of("--game", written(tmp_path, PIG), "--n", 20, "--out", "run", cwd=tmp_path)
    monkeypatch.setattr("simulate.plans.trust._here", set())
    monkeypatch.setattr("rules.games._plain", {})
    monkeypatch.setenv("HOUSERULES_CACHE", str(tmp_path / "elsewhere"))
    refused = run_cli("verify", "run", cwd=tmp_path)
    assert (refused.returncode, "mine.py is code that came with the run" in one_line(refused)) == (2, True)
    assert output_of("verify", "run", "--trust", cwd=tmp_path)


def test_a_run_knows_its_game_without_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path, PIG)
    output_of("--game", path, "--n", 20, "--out", "run", cwd=tmp_path)
    Path(path).unlink()
    monkeypatch.setattr("rules.games._plain", {})
    assert "20 of 20 games, complete" in output_of("verify", "run", cwd=tmp_path)


def test_games_are_the_same_in_processes(tmp_path: Path) -> None:
    path = written(tmp_path, PIG)
    contents = []
    for backend in ("threads", "processes"):
        how = "--n", 60, "--backend", backend, "--out", backend, "--block-size", 20
        output_of("--game", path, *how, cwd=tmp_path)
        contents.append(output_of("verify", backend, cwd=tmp_path).splitlines()[-1])
    assert contents[0] == contents[1]


def test_pieces_of_a_table_are_told_by_what_they_brought(tmp_path: Path) -> None:
    text = (
        DRAW.replace("PEEK", "True").replace(
            "    deck, hands", '    pieces = ["low", "high"]\n    deck, hands'
        )
        + "\n    def brought(self):\n        return [(s, 'low' if p < 21 else 'high', p)\n"
        + "            for s, p in enumerate(self.points)]\n"
    )
    path = written(tmp_path, text)
    placed = np.array(rows(path, 20)["placements"])
    assert len(placed) == 60
    assert "brings most is high" in output_of("--game", path, "--n", 200, cwd=tmp_path)


def test_two_texts_of_a_game_are_compared_by_their_runs(tmp_path: Path) -> None:
    path = written(tmp_path, PIG)
    output_of("--game", path, "--n", 200, "--out", "before", cwd=tmp_path)
    written(tmp_path, PIG.replace("self.pot += die", "self.pot += 2 * die"))
    output_of("--game", path, "--n", 200, "--out", "after", cwd=tmp_path)
    printed = output_of("compare", "before", "after", cwd=tmp_path)
    assert re.match(
        r"With code mine.py \(\w{6}\) a game takes [\d.]+ turns in place of [\d.]+ ● sure", printed
    )


def test_games_that_tell_of_other_things_are_not_compared(tmp_path: Path) -> None:
    output_of("--game", written(tmp_path, PIG), "--n", 20, "--out", "scored", cwd=tmp_path)
    text = PIG.replace("def score(self, seat)", "def winners(self)").replace(
        "return self.points[seat]", "return [0]"
    )
    output_of("--game", written(tmp_path, text), "--n", 20, "--out", "won", cwd=tmp_path)
    refused = run_cli("compare", "scored", "won", cwd=tmp_path)
    assert refused.returncode == 2
    assert "their games differ, plain Python with a score" in one_line(refused)


def test_how_strong_players_are_is_told_with_an_interval(tmp_path: Path) -> None:
    text = DRAW.replace("PEEK", "True")
    printed = output_of("--game", written(tmp_path, text), "--policy", "greedy", "--n", 20, cwd=tmp_path)
    found = re.search(r"greedy wins ([\d.]+) % \[([\d.]+), ([\d.]+)\] \(even: 33\)", printed)
    assert found, printed
    share, low, high = map(float, found.groups())
    assert low < share < high


@pytest.mark.parametrize(
    ("players", "others"), [(2, "against one other who moves"), (4, "among 3 others who move")]
)
def test_how_strong_players_are_is_told_at_every_table(players: int, others: str, tmp_path: Path) -> None:
    """Measured at the table that was asked for, which is named: by runs and comparisons."""
    words = ["--game", written(tmp_path, PIG), "--players", players, "--policy", "greedy", "--n", 20]
    told = rf"{others} at random greedy wins [\d.]+ % \[[\d., ]+\] \(even: {100 // players}\)"
    assert re.search(told, " ".join(output_of(*words, cwd=tmp_path).split()))
    compared = output_of("compare", *words, "--rule", "goal=40", cwd=tmp_path)
    assert re.search(told, " ".join(compared.split()), re.I)


def test_a_study_of_several_players_tells_once_how_strong_they_are(tmp_path: Path) -> None:
    """Behind its findings; not that all move at random where only some do. It says where its page is."""
    words = ["study", "seats", "--game", written(tmp_path, PIG), "--n", 20, "--players", "2,3"]
    done = succeed(*words, cwd=tmp_path)
    text = " ".join(done.stdout.split())
    assert "move at random." not in text.replace("moves at random greedy", "")
    assert text.count("at random") == 1
    assert text.index("against one other who moves at random".capitalize()) > text.rindex("settled", 0, -60)
    (page,) = re.findall(r"^page: (.*)$", done.stderr, re.M)
    assert (tmp_path / page).is_file()
    assert "once" not in done.stderr


def test_rules_say_a_thing_once(tmp_path: Path) -> None:
    """Title and option stood there twice: own rules have no numbers, and a docstring begins with the name."""
    path = written(tmp_path, '"""Pig: roll or hold."""\n' + PIG)
    title, _, rule, text, *_ = output_of("rules", path, cwd=tmp_path).splitlines()
    assert (title, rule.split("   ")) == ("Pig: roll or hold", [" goal  30", "(20 to 500)"])
    assert text.strip() == "Points that win."


@pytest.mark.parametrize("goal", [20, 200])
def test_the_margin_of_turns_is_a_share_of_the_length_of_the_game(goal: int, tmp_path: Path) -> None:
    """Two turns are much in a game of ten, and little in one of two hundred."""
    path = written(tmp_path, PIG.replace("option(30,", f"option({goal},"))
    turns = [row[5] for row in rows(path, 40)["games"]]
    plan = make_plan(path, 40)
    (measure,) = chosen(plan, ["turns"])
    assert measure.margin == float(f"{0.03 * np.mean(turns):.1g}")
    assert measure.because == "3 % of the turns that a game takes"
    (of_study,) = [each for each in declared("players", plan.game).margins() if each.words == "turns a game"]
    assert of_study.margin == measure.margin
