"""Looking back on a game: what decided it is said only if it is sure, and a blunder is found."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from builders import as_json, one_line, run_cli, simulator, succeed
from test_positions import BEGUN, Twin, course, few

from analyses.runs.positions import standings
from analyses.runs.review import Review, costs, review, swings
from reports.watching.review import (
    as_dict,
    decisive_sentences,
    draw,
    headline,
    joined_deeds,
    note_on_largest,
    review_lines,
)
from rules import games
from rules.records import Data
from simulate.play.playouts import Outcomes, Playouts, Task
from simulate.replays.course import Course


@pytest.fixture(scope="module")
def blunder(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """A game whose last move threw it away."""
    folder = tmp_path_factory.mktemp("blunder")
    twin = Twin(few(folder))
    for before in twin.after(BEGUN, "V").values():
        ends = list(twin.after(before, "A").values())
        won = [float(twin.share(end, [], 1)) for end in ends]
        if min(won) == 0.0 and max(won) == 1.0:
            record = ends[won.index(0.0)]
            return course(folder, record, policy="random", tiles=few(folder))
    raise AssertionError("no last move decides")


@pytest.fixture(scope="module")
def found(blunder: Course) -> Review:
    """The look back on it."""
    return review(Playouts(blunder.plan, 1), blunder, 60)


def test_a_last_move_that_threw_the_game_away_is_named(found: Review) -> None:
    worst = found.costly[0]
    assert (worst.turn, worst.seat, worst.cost.value) == (3, 1, 1.0)
    assert worst.cost.n == 4 * 60
    assert 0.5 < worst.cost.low < 1.0
    assert worst.played == found.course.tell(3, found.course.decisions[3].move or 0)
    assert found.curve[-1][0].chance.method == "exact"


def test_nothing_to_look_at_costs_no_playouts(blunder: Course) -> None:
    """A game that was stopped early may hold no doubtful move; several threads have nothing to share then."""
    assert list(Playouts(blunder.plan, 2).play([])) == []


def test_the_playouts_that_say_what_a_move_cost_had_no_part_in_choosing_it(
    blunder: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the worst of many would look worse than it is."""
    seen: list[tuple[int, int, int]] = []
    play = Playouts.play

    def noted(self: Playouts, tasks: Iterable[Task]) -> list[Outcomes]:
        tasks = list(tasks)
        seen.append((min(t.first for t in tasks), max(t.first + t.n for t in tasks), len(tasks)))
        return play(self, tasks)

    monkeypatch.setattr(Playouts, "play", noted)
    costs(Playouts(blunder.plan, 1), blunder, 40)
    ranges = sorted((low, high) for low, high, _ in seen)
    assert len(ranges) == 3
    assert all(before[1] <= after[0] for before, after in pairwise(ranges))


# --- swings


TURNS = 20


def quiet_course() -> Course:
    """Twenty turns of a game; what is said of them is made up."""
    made = simulator(game="carcassonne", players=3)
    known = games.load("carcassonne")
    record: Data = json.loads(json.dumps(known.replay.play(made, 0).record))
    return Course(made.plan, ("made up",), known.positions(made.plan, record)[: TURNS + 1])


def made_up(rng: np.random.Generator, chances: Any) -> Outcomes:
    """Playouts of a position with these chances to win."""
    winner = rng.choice(len(chances), size=200, p=chances)
    shares = (winner[:, None, None] == np.arange(len(chances))).astype(float)
    return Outcomes(shares, shares)


def test_turns_that_change_nothing_are_not_said_to_have_decided_the_game() -> None:
    """Sixty changes a game, all of them nothing: in one game of twenty at most one is taken for something."""
    rng, quiet, wrong, repeats = np.random.default_rng(3), quiet_course(), 0, 150
    for _ in range(repeats):
        found = swings(quiet, range(TURNS + 1), [made_up(rng, (0.5, 0.3, 0.2)) for _ in range(TURNS + 1)])
        assert len(found) == TURNS
        wrong += any(each.change.low > 0 or each.change.high < 0 for each in found)
    assert wrong <= 0.05 * repeats + 3 * np.sqrt(repeats * 0.05 * 0.95)


def test_the_turn_that_decided_a_game_is_found() -> None:
    rng = np.random.default_rng(4)
    before, after = (0.5, 0.3, 0.2), (0.1, 0.7, 0.2)
    outcomes = [made_up(rng, before if turn <= 12 else after) for turn in range(TURNS + 1)]
    best, *others = swings(quiet_course(), range(TURNS + 1), outcomes)
    assert best.turn == 12
    assert best.side.seats in ((0,), (1,))
    assert best.change.low > 0.1 or best.change.high < -0.1
    assert not any(each.change.low > 0 or each.change.high < 0 for each in others)


def test_no_turn_changes_a_chance_by_more_than_from_never_to_always() -> None:
    """A last turn that won the game was said to bring +95 percentage points, +75 to +114."""

    def of(wins: int) -> Outcomes:
        shares = np.where(np.arange(60) < wins, 1.0, 0.0)[:, None, None] * np.array([1.0, 0.0, 0.0])
        return Outcomes(shares, shares)

    best, *_ = swings(quiet_course(), range(TURNS + 1), [of(3)] * TURNS + [of(60)])
    assert best.change.value == pytest.approx(0.95)
    assert best.change.low < 0.9
    assert best.change.high == 1.0


def test_turns_in_which_nothing_happened_have_one_line_and_one_error(tmp_path: Path) -> None:
    """One error of chance stood in thirteen rows, as if thirteen times as many playouts showed it."""
    quiet, rng = quiet_course(), np.random.default_rng(5)
    calm, then = (made_up(rng, (0.5, 0.3, 0.2)) for _ in range(2))
    curve = tuple(standings(quiet, outcomes, False) for outcomes in [calm] * 13 + [then, calm, calm])
    found = Review(quiet, 200, tuple(range(16)), curve, (), (), 0)
    lines = list(review_lines(found))
    rows = lines[lines.index("Chance to win in percent as a turn begins") + 2 :]
    assert [row.split("  ")[0].strip() for row in rows[:3]] == ["0 to 12", "13", "14 to now"]
    assert rows[3].startswith("In turns of one line nothing changed that an onlooker sees")
    kept = [(one["turn"], one["to_turn"]) for one in as_dict(found)["curve"]]
    assert kept == [(0, 12), (13, 13), (14, 15)]
    draw(found, tmp_path / "game.csv")
    assert len(pd.read_csv(tmp_path / "game.csv")) == 3 * 3


def test_the_chances_of_two_lines_of_a_review_are_never_the_same_playouts(stored: Path) -> None:
    """In Castle an onlooker learns nothing when a player draws."""
    curve = as_json(*WORDS, cwd=stored)["curve"]
    assert all(one["sides"] != other["sides"] for one, other in pairwise(curve))
    assert [one["turn"] for one in curve[1:-1]] == [one["to_turn"] + 1 for one in curve[:-2]]


# --- the command


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of two short games, played at random."""
    folder = tmp_path_factory.mktemp("run")
    words = ("--game", "castle", "--players", 2, "--policy", "random", "--n", 2, "--jobs", 1)
    succeed(*words, "--rule", "max_turns=24", "--out", "run", cwd=folder)
    return folder


WORDS = ("review", "run", "--game-index", 1, "--n", 10)


def test_a_review_is_told_drawn_and_the_same_again_as_json(stored: Path) -> None:
    done = succeed(*WORDS, "--out", "game.png", cwd=stored, terminal=True)
    assert (stored / "game.png").read_bytes().startswith(b"\x89PNG")
    assert "Chance to win in percent as a turn begins" in done.stdout
    assert done.stderr.splitlines()[-1].startswith("next: simulate from run --game-index 1 --decision ")
    one, other = (
        run_cli(*WORDS, "--json", "--out", "game.svg", "--jobs", jobs, cwd=stored).stdout for jobs in (1, 2)
    )
    assert one == other
    assert "<svg" in (stored / "game.svg").read_text(encoding="utf-8")
    found = json.loads(one)
    for moment in found["curve"]:
        assert sum(side["chance"]["value"] for side in moment["sides"]) == pytest.approx(1.0)
    assert found["curve"][-1]["over"]
    played = as_json("from", "run", "--game-index", 1, cwd=stored)
    last = found["curve"][-1]["sides"]
    assert [side["chance"] for side in played["sides"]] == [side["chance"] for side in last]


def test_costly_moves_of_one_seat_leave_no_room_to_those_of_the_others(stored: Path) -> None:
    """Of a loser who asked where it was lost, half of what is examined were the winner's moves."""
    every, mine = as_json(*WORDS, cwd=stored), as_json(*WORDS, "--seat", 2, cwd=stored)
    assert every["moves_of"] is None
    assert {move["seat"] for move in every["moves_examined"]} == {0, 1}
    assert mine["moves_of"] == 1
    assert {move["seat"] for move in mine["moves_examined"]} == {1}
    other = as_json(*WORDS, "--seat", 1, cwd=stored)
    assert (
        mine["decisions_with_a_choice"] + other["decisions_with_a_choice"] == every["decisions_with_a_choice"]
    )
    assert (mine["curve"], mine["decisive"]) == (every["curve"], every["decisive"])
    said = succeed(*WORDS, "--seat", 2, "--out", "mine.html", cwd=stored).stdout
    assert f"{mine['decisions_with_a_choice']} decisions of seat 2 had a choice." in said
    page = (stored / "mine.html").read_text(encoding="utf-8")
    assert "--n 10 --seat 2 --out mine.html" in re.sub("<.*?>", "", page[page.index("Make it again") :])


def test_what_comes_next_and_makes_it_again_plays_on_in_the_same_way(stored: Path) -> None:
    """Other players, or another seed, would find other chances."""
    how = ("--policy", "greedy", "--seed", 7)
    done = succeed(*WORDS, *how, "--out", "game.html", cwd=stored, terminal=True)
    typed = "run --game-index 1 --policy greedy --seed 7 --"
    assert done.stderr.splitlines()[-1].startswith(f"next: simulate from {typed}decision ")
    page = (stored / "game.html").read_text(encoding="utf-8")
    again = re.sub("<.*?>", "", page[page.index("Make it again") :])
    assert f"simulate review {typed}n 10 --out game.html" in again
    assert "Who plays on: greedy." in page
    chances = json.loads(page.split('id="data">')[1].split("</script>")[0])["chances"]
    assert "[" in chances[0][1][0]
    assert set(chances[-1][1]) <= {"0 %", "50 %", "100 %"}, "what is over has no interval"
    decisive = as_json(*WORDS, *how, cwd=stored)["decisive"]
    assert f"<h2>The turns that decided it{note_on_largest(len(decisive))}</h2>" in page
    printed = " ".join(done.stdout.split())
    assert "Who plays on: greedy. Their seed is 7." in printed
    assert "policy random, seed 1" in printed, "who played the game is another question"
    done = run_cli("from", "run", "--game-index", 1, *how, "--n", 10, cwd=stored, terminal=True)
    assert done.stderr.splitlines()[-1] == f"next: simulate review {typed.removesuffix(' --')}"


def test_a_record_that_stops_has_no_end(stored: Path) -> None:
    """Its last chances stood in a row “end”, as if the game were over."""
    succeed("replay", "run", "--game-index", 1, "--as", "json", "--turn", 3, "--out", "part.json", cwd=stored)
    for words, last in (("part.json",), "now"), (("run", "--game-index", 1), "end"):
        printed = succeed("review", *words, "--n", 10, cwd=stored).stdout
        rows = printed.partition("as a turn begins\n")[2].partition("\n\n")[0].splitlines()
        assert rows[-1].split()[0] == last
        assert ("[" in rows[-1]) == (last == "now")


def test_what_was_done_in_a_turn_is_told_whole_on_a_page(found: Review) -> None:
    assert found.decisive
    deeds = {swing.turn: ["red lays a tile", "the city is complete"] for swing in found.decisive}
    for _swing, (_, said) in zip(found.decisive, decisive_sentences(found, deeds), strict=True):
        assert said.endswith(".")
        assert " ..." not in said
        assert said.endswith(". Red lays a tile; the city is complete.")
    long = [f"big meeple to the planet at {i},0" for i in range(9)]
    assert joined_deeds(long) == f"{'; '.join(long[:3])}; and 6 more events"
    assert joined_deeds([]) == ""


def test_a_turn_without_a_choice_that_decided_the_game_says_so(
    found: Review, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "no choice" not in "".join(review_lines(found))
    monkeypatch.setattr("reports.watching.review.deeds_of", lambda found, swing: [])
    swing = found.decisive[0]
    first = found.course.tell(swing.decision, found.course.decisions[swing.decision].move)
    assert f"no choice: {first}"[:20] in "".join(review_lines(found)), "and which move that was"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("run",), "run holds games 0 to 1"),
        (("run", "--game-index", 5), "run holds games 0 to 1"),
        (("run", "--game-index", 0, "--out", "game.jpg"), ".png, .svg or .csv"),
        (("run", "--game-index", 0, "--n", 2), "--n 2"),
        (("run", "--game-index", 0, "--seed", -1), "--seed -1"),
        (("run", "--game-index", 0, "--seat", 0), "--seat 0: there are seats 1 to 2"),
        (("run", "--game-index", 0, "--seat", 3), "--seat 3: there are seats 1 to 2"),
        (("run", "--game-index", 0, "--tiles", "my.toml"), "--tiles my.toml"),
        (
            ("run", "--game-index", 0, "--points", "3,0", "--out", "game.html"),
            "a page to watch shows the game as it was played; draw the chances alone: --out game.png",
        ),
    ],
)
def test_what_cannot_be_reviewed_is_named_in_one_line(
    stored: Path, words: tuple[object, ...], said: str
) -> None:
    assert said in one_line(run_cli("review", *words, cwd=stored))


def test_of_many_turns_that_decided_a_game_the_largest_are_told_as_such(
    found: Review, tmp_path: Path
) -> None:
    """The picture and the page showed five and said nothing of the others."""
    first = found.decisive[0]
    for several, said in ((1, ""), (8, " (the 5 largest of 8)")):
        many = replace(found, swings=(first,) * several)
        draw(many, tmp_path / "game.svg")
        shown = " ".join(re.sub("<.*?>", " ", (tmp_path / "game.svg").read_text(encoding="utf-8")).split())
        assert f"Dotted: the turns that decided it{said}." in shown
        assert f"Turns that decided it{said}: " in "\n".join(review_lines(many))


def test_a_picture_of_chances_names_the_points_that_seats_had_besides(found: Review, tmp_path: Path) -> None:
    """Its chances are those of another game than the one that its run holds."""
    shown = []
    for given in ({}, {"points": "3,0"}):
        draw(replace(found, course=replace(found.course, given=given)), tmp_path / "game.svg")
        text = re.sub("<.*?>", " ", (tmp_path / "game.svg").read_text(encoding="utf-8"))
        shown.append("Points beside those of the game: 3,0." in " ".join(text.split()))
    assert shown == [False, True]


def test_a_picture_without_a_turn_that_decided_does_not_explain_dotted_lines(
    found: Review, tmp_path: Path
) -> None:
    draw(replace(found, swings=()), tmp_path / "calm.svg")
    assert "Dotted" not in (tmp_path / "calm.svg").read_text(encoding="utf-8")


def test_the_headline_says_no_more_than_the_intervals(found: Review) -> None:
    assert found.decisive
    first = found.decisive[0]
    alone, beside = (replace(found, swings=(first,) * n) for n in (1, 2))
    assert f"turn {first.turn} changed most" in headline(alone)
    assert f"turn {first.turn} seems to have changed most" in headline(beside)  # another one as much
    near = replace(
        first, change=replace(first.change, value=0.0, low=0.0, high=abs(first.change.value) * 0.99)
    )
    assert f"turn {first.turn} seems to have changed most" in headline(replace(found, swings=(first, near)))
    calm = Review(found.course, found.n, found.moments, found.curve, (), (), 0)
    assert "no single turn surely changed" in headline(calm)
