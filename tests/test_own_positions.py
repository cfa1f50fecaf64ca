"""Playing on from moments of games in plain Python: exact cases, what is hidden, no score."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from builders import as_json, one_line, output_of, run_cli, succeed

from analyses.estimates.estimate import Estimate
from analyses.runs.positions import Position, position
from analyses.runs.review import review
from rules import games
from rules.seeds import MAX_GAME
from simulate.plain.sight import copy_of
from simulate.play.playouts import Playouts, Task
from simulate.play.seam import FIRST, ONLOOKER
from simulate.replays.course import Course, open_course
from simulate.store.runs import load
from simulate.working.spreading import SpreadPlayouts

GAMES = Path(__file__).parent / "own"
"""Games in one file each."""

N = 300

MANY = 12
"""Games of each run."""

GUESS = '''
"""Guess one of four cards of which you see none: right wins, wrong loses; or resign."""
from simulate.plain import Game, secret


class Guess(Game):
    players = 2

    card = secret()
    rest = secret()

    def set_up(self):
        self.card, *self.rest = self.shuffled([1, 2, 3, 4])
        self.guessed = None

    def moves(self):
        return [("guess", card) for card in (1, 2, 3, 4)] + ["resign"]

    def play(self, move):
        self.guessed = move[1] if move != "resign" else 0

    def is_over(self):
        return self.guessed is not None

    def winners(self):
        return [0] if self.guessed == self.card else [1]
'''


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The games, and runs of them by their names."""
    path = tmp_path_factory.mktemp("own")
    shutil.copytree(GAMES, path, dirs_exist_ok=True)
    (path / "guess.py").write_text(GUESS, encoding="utf-8")
    for name in ("pig", "no_thanks", "duel", "escape", "partners", "hot", "guess"):
        succeed("--game", f"{name}.py", "--n", MANY, "--jobs", 1, "--out", f"{name}-run", cwd=path)
    return path


def course(folder: Path, name: str, index: int = 3) -> Course:
    """The course of a game of a run."""
    return open_course(str(folder / f"{name}-run"), index)


def judged(played: Course, at: int, n: int = N) -> Position:
    """A moment with every move."""
    return position(Playouts(played.plan), played, at, n, None)


def outcomes(played: Course, start: Any, viewer: int, moves: Sequence[Any] = (None,), n: int = 40) -> Any:
    """What comes of playouts of a moment."""
    (found,) = Playouts(played.plan).play([Task(start, viewer, n, tuple(moves))])
    return found


def otherwise(moment: Any, **held: Any) -> Any:
    """A moment of which some things are otherwise."""
    table = copy_of(moment.table, None)
    vars(table).update(held)
    return replace(moment, table=table)


def covers(estimate: Estimate, truth: float) -> bool:
    return estimate.low <= truth <= estimate.high


# --- a game of a run, moment by moment


@pytest.mark.parametrize("name", ["pig", "no_thanks", "duel", "escape", "partners"])
def test_a_course_goes_through_the_very_decisions_of_the_game(folder: Path, name: str) -> None:
    run = load(folder / f"{name}-run")
    simulator = games.load(run.plan.game).simulator(run.plan)
    played = course(folder, name)
    told = [(game.turn, game.seat, moves, move) for game, moves, move in simulator.decisions(3)]
    assert [(m.turn, m.seat, list(m.moves), m.move) for m in played.decisions] == told
    assert [moment.is_over for moment in played.decisions] == [False] * (len(told) - 1) + [True]


def test_words_of_an_author_keep_their_letters(folder: Path) -> None:
    """A card or a name has its capital wherever it stands; the words of this program go on in a sentence."""
    text = (GAMES / "duel.py").read_text(encoding="utf-8").replace('f"play the {card}"', 'f"Guard {card}"')
    (folder / "guard.py").write_text(text, encoding="utf-8")
    succeed("--game", "guard.py", "--n", 4, "--out", "guard-run", cwd=folder)
    for verb in ("from", "review"):
        said = output_of(verb, "guard-run", "--game-index", 0, "--n", 20, cwd=folder)
        assert "guard " not in re.sub("guard-run|guard.py", "", said)
    assert "Guard " in output_of("from", "guard-run", "--game-index", 0, "--turn", 0, "--n", 20, cwd=folder)


def test_moments_tell_moves_in_the_authors_words(folder: Path) -> None:
    """Of the moment itself: what lies on the table then."""
    played = course(folder, "no_thanks")
    cards = [moment.table.card for moment in played.decisions[:-1]]
    assert [played.tell(at, ("take", card)) for at, card in enumerate(cards)] == [
        f"takes the {card}" for card in cards
    ]


def test_nothing_that_is_played_out_changes_a_moment(folder: Path) -> None:
    played = course(folder, "no_thanks")
    before = [repr(vars(moment.table)["taken"]) for moment in played.decisions]
    first, again = (outcomes(played, played.decisions[4], ONLOOKER) for _ in range(2))
    assert (first.scores == again.scores).all()
    assert [repr(vars(moment.table)["taken"]) for moment in played.decisions] == before


# --- exact cases


def test_a_card_that_nobody_has_seen_is_guessed_once_in_four_times(folder: Path) -> None:
    """Whichever it is: all guesses are worth the same, and to resign is worth nothing."""
    found = judged(course(folder, "guess"), 0)
    guesses = [value for value in found.values if value.move != "resign"]
    assert len(guesses) == 4
    assert all(covers(value.chance, 0.25) and value.may_be_best for value in guesses)
    assert found.values[-1].move == "resign"
    assert found.values[-1].chance.value == 0.0
    assert covers(found.standings[0].chance, 0.2)


def test_a_game_that_is_over_is_exact_and_nothing_is_dealt_anew(folder: Path) -> None:
    for index in range(MANY):
        played = course(folder, "guess", index)
        won = load(folder / "guess-run").rows("seats", index)["win_share"].tolist()
        assert [standing.chance.value for standing in judged(played, -1).standings] == won


def test_pig_is_won_by_who_banks_enough(folder: Path) -> None:
    played = course(folder, "pig")
    last = len(played.decisions) - 2
    winner = played.seat(last)
    assert played.decisions[last].move == "bank"
    (value,) = [value for value in judged(played, last).values if value.move == "bank"]
    assert value.chance.value == 1.0 > value.chance.low
    assert winner in np.flatnonzero(load(folder / "pig-run").rows("seats", 3)["win_share"])


def test_partners_have_their_chance_together(folder: Path) -> None:
    standings = judged(course(folder, "partners"), 0, 40).standings
    assert [standing.side.seats for standing in standings] == [(0, 2), (1, 3)]
    assert sum(standing.chance.value for standing in standings) == pytest.approx(1.0)


# --- the same chance


def test_all_moves_meet_the_same_deals_and_dice(folder: Path) -> None:
    played = course(folder, "no_thanks")
    start = played.decisions[5]
    found = outcomes(played, start, start.seat, [start.moves[0]] * 3)
    assert (found.scores == found.scores[:, :1]).all()
    assert len({tuple(scores) for scores in found.scores[:, 0].tolist()}) > 20


def test_dice_are_the_same_whatever_was_played_before(folder: Path) -> None:
    """Who has burns more at a moment of Hot has as many more at the end of every playout."""
    played = course(folder, "hot")
    start = played.decisions[4]
    burns = list(start.table.burns)
    other = otherwise(start, burns=[burns[0] + 10, *burns[1:]])
    found, more = (outcomes(played, each, ONLOOKER).scores[:, 0] for each in (start, other))
    assert (more - found == [10, 0, 0]).all()
    assert len({tuple(scores) for scores in found.tolist()}) > 20


def test_a_playout_is_the_same_in_whatever_piece_it_is_played(folder: Path) -> None:
    played = course(folder, "pig")
    whole = outcomes(played, played.decisions[2], ONLOOKER, n=600)
    (later,) = Playouts(played.plan).play([Task(played.decisions[2], ONLOOKER, 2, first=598)])
    assert (later.scores == whole.scores[-2:]).all()


@pytest.mark.parametrize("name", ["pig", "no_thanks", "duel", "escape"])
def test_playouts_are_the_same_in_processes(folder: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simulate.working.spreading.WORTH_PROCESSES", 0.0)
    monkeypatch.setattr("simulate.play.playouts.PIECE", 12)
    played = course(folder, name)
    start = next(moment for moment in played.decisions if len(moment.moves) > 1)
    tasks = [Task(start, start.seat, 40, tuple(start.moves)), Task(played.decisions[-1], ONLOOKER, 9)]
    told: list[int] = []
    spread = SpreadPlayouts(played, 2, told.append).play(tasks)
    for mine, theirs in zip(spread, Playouts(played.plan).play(tasks), strict=True):
        assert np.array_equal(mine.shares, theirs.shares)
        assert np.array_equal(mine.scores, theirs.scores)
    assert sum(told) == 40 * len(start.moves) + 9


def test_little_is_played_out_in_this_process(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simulate.working.spreading.processes", None)
    monkeypatch.setattr("simulate.working.spreading.WORTH_PROCESSES", 1e9)
    played = course(folder, "pig")
    assert SpreadPlayouts(played, 8).play([Task(played.decisions[0], ONLOOKER, 1_200)])


def test_no_playout_has_the_chance_of_a_game_of_a_run() -> None:
    assert FIRST > MAX_GAME


# --- what is hidden


def test_what_a_seat_cannot_see_changes_nothing(folder: Path) -> None:
    """The pile and the box of No Thanks! lie otherwise, and two rivals change purses."""
    played = course(folder, "no_thanks")
    start = played.decisions[9]
    table, seat = start.table, start.seat
    mine, *rivals = [(seat + k) % 3 for k in range(3)]
    purses = list(table.purses)
    purses[rivals[0]], purses[rivals[1]] = purses[rivals[1]], purses[rivals[0]]
    swapped = otherwise(start, deck=table.box + table.deck[9:], box=table.deck[:9], purses=purses)
    assert (outcomes(played, start, seat).scores == outcomes(played, swapped, seat).scores).all()
    assert (outcomes(played, start, ONLOOKER).scores == outcomes(played, swapped, ONLOOKER).scores).all()
    richer = list(table.purses)
    richer[mine] += 1
    other = otherwise(start, purses=richer)
    assert (outcomes(played, start, seat).scores != outcomes(played, other, seat).scores).any()


def test_an_onlooker_sees_no_hand(folder: Path) -> None:
    """Cards of Last card wander between both hands and the pile; what the seat sees of its own stays."""
    played = course(folder, "duel")
    start = played.decisions[0]
    hands, pile = start.table.hands, start.table.pile
    other = otherwise(start, hands=[pile[:3], *hands[1:]], pile=hands[0] + pile[3:])
    assert (outcomes(played, start, ONLOOKER).shares == outcomes(played, other, ONLOOKER).shares).all()


# --- moves in order


def test_moves_are_ranked_by_how_a_game_stands_after_them(folder: Path) -> None:
    """A die of Hot is taken if it is low, for who has fewest wins."""
    played = course(folder, "hot")
    seen = {}
    for moment in played.decisions[:-1]:
        ranked = Playouts(played.plan).ranked(moment, moment.seat)
        assert sorted(ranked) == ["roll", "take"]
        seen[moment.table.die] = ranked[0]
    assert {seen.get(1, "take"), seen.get(2, "take")} == {"take"}
    assert {seen.get(5, "roll"), seen.get(6, "roll")} == {"roll"}


def test_a_blunder_is_found_and_named(folder: Path) -> None:
    """Who resigns loses what a guess would have been worth."""
    resigned = next(
        played
        for played in (course(folder, "guess", index) for index in range(MANY))
        if played.decisions[0].move == "resign"
    )
    (cost,) = review(Playouts(resigned.plan), resigned, 100).costly
    assert (cost.seat, cost.played, cost.better[:5]) == (0, "resign", "guess")
    assert covers(cost.cost, 0.25)


# --- the commands


def test_a_position_is_told_with_scores_and_the_best_move(folder: Path) -> None:
    said = output_of("from", "pig-run", "--game-index", 3, "--turn", 2, "--n", 40, cwd=folder)
    assert said.startswith("Pig, turn 2, decision ")
    assert "chance to win" in said
    assert " points" in said


@pytest.mark.parametrize("name", ["duel", "escape", "guess"])
def test_without_a_score_none_is_told(folder: Path, name: str) -> None:
    asked = (f"{name}-run", "--game-index", 3, "--n", 40)
    told = [output_of("from", *asked, "--decision", 0, cwd=folder), output_of("review", *asked, cwd=folder)]
    assert "score" not in told[0]
    assert all(" points" not in text.replace("percentage points", "") for text in told)
    sides = as_json("from", *asked, "--decision", 0, "--json", cwd=folder)["sides"]
    assert all(set(side) == {"side", "chance"} for side in sides)
    curve = as_json("review", *asked, "--json", cwd=folder)["curve"]
    assert all(set(side) == {"side", "chance"} for moment in curve for side in moment["sides"])


def test_who_win_or_lose_together_are_one_side_of_a_review(folder: Path) -> None:
    said = output_of("review", "escape-run", "--game-index", 3, "--n", 20, cwd=folder)
    assert re.search(r"^ turn +all players$", said, re.M)


def test_a_review_says_by_what_it_chose_the_moves_that_it_examined(folder: Path) -> None:
    said = output_of("review", "pig-run", "--game-index", 3, "--n", 20, cwd=folder)
    assert "others that greedy likes" in " ".join(said.split())
    assert "heuristic" not in said


def test_a_record_is_played_on_with_its_file_and_the_next_command_names_it(folder: Path) -> None:
    succeed("replay", "pig-run", "--game-index", 3, "--turn", 4, "--out", "part.json", cwd=folder)
    asked = ("from", "part.json", "--game", "pig.py", "--n", 40)
    said = succeed(*asked, cwd=folder, terminal=True)
    assert "Pig, turn 5, decision " in said.stdout
    assert "next: simulate review part.json --game pig.py" in said.stderr


def test_a_run_needs_no_file(folder: Path) -> None:
    said = one_line(run_cli("from", "pig-run", "--game-index", 3, "--game", "pig.py", cwd=folder))
    assert "knows its game" in said


def test_the_file_of_a_game_is_no_record(folder: Path) -> None:
    said = one_line(run_cli("from", "pig.py", cwd=folder))
    assert "pig.py is no game record; play first: simulate --game pig.py --n 100" in said


def test_chances_of_a_review_are_drawn(folder: Path) -> None:
    succeed("review", "duel-run", "--game-index", 3, "--n", 20, "--out", "duel.csv", cwd=folder)
    assert (folder / "duel.csv").read_text(encoding="utf-8").startswith("turn,to_turn,side")


def test_a_run_is_verified_without_a_score_too(folder: Path) -> None:
    for name in ("pig", "duel"):
        assert f"{MANY} of {MANY} games, complete" in output_of("verify", f"{name}-run", cwd=folder)


@pytest.mark.parametrize("elsewhere", [False, True])
def test_a_fault_in_a_playout_is_named_with_the_command_that_shows_it(
    elsewhere: bool, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if elsewhere:
        monkeypatch.setattr("simulate.working.spreading.WORTH_PROCESSES", 0.0)
        monkeypatch.setattr("simulate.play.playouts.PIECE", 8)
    text = (folder / "pig.py").read_text(encoding="utf-8")
    breaks = '        self.banked[[0] if self.banked == [0, 7] and move == "bank" else 0]\n'
    at = text.index("        die = self.roll()")
    (tmp_path / "frail.py").write_text(text[:at] + breaks + text[at:], encoding="utf-8")
    for seed in range(1, 40):
        run_cli(
            "--game", "frail.py", "--n", 1, "--seed", seed, "--jobs", 1, "--out", f"r{seed}", cwd=tmp_path
        )
        done = run_cli("from", f"r{seed}", "--game-index", 0, "--decision", 0, "--n", 500, cwd=tmp_path)
        if "playout" in done.stderr:
            break
    said = done.stderr.splitlines()[-1]  # before it may stand how far the playouts are
    assert "frail.py failed in playout " in said
    assert "frail.py, line 22: TypeError: list indices must be integers" in said
    assert ", move 'bank'; again: " in said
    again = f"again: simulate from r{seed} --game-index 0 --decision 0 --n 500 --moves 8"
    assert said.endswith(again)


def test_numba_is_not_loaded_to_look_back(folder: Path) -> None:
    script = (
        "import sys\nfrom simulate.cli import main\n"
        "try:\n    main()\n"
        "except SystemExit as end:\n    assert not end.code\n"
        "assert 'numba' not in sys.modules\n"
    )
    words = ("review", "duel-run", "--game-index", "3", "--n", "8")
    command = [sys.executable, "-c", script, *words]
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)


def test_json_of_a_position_is_the_same_again(folder: Path) -> None:
    asked = ("from", "no_thanks-run", "--game-index", 3, "--decision", 4, "--n", 40, "--json")
    one, other = (run_cli(*asked, cwd=folder).stdout for _ in range(2))
    assert one == other
    card = course(folder, "no_thanks").decisions[4].table.card
    assert json.loads(one)["moves"][0]["move"] in (["pass"], ["take", card])
