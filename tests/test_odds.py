"""Exact odds of a battle (SW-30, SW-34 to SW-41), against hand-made laws and two independent computations."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import builders
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from analyses.games.odds import CAP, FACES, LOSER_POINTS_RULES, battle_odds, odds_table
from rules.errors import UserError
from simulate.cli import program

F = Fraction
PNG, SVG = b"\x89PNG", b"<?xml"

pools_of_dice = st.lists(st.integers(1, 4), min_size=2, max_size=5)
faces_of_dice = st.integers(2, 8)
rules = st.sampled_from(LOSER_POINTS_RULES)


@cache
def tops_by_enumeration(pools: tuple[int, ...], faces: int = 6) -> dict[tuple[int, ...], Fraction]:
    """Who shares the top, for every way the dice of one roll can fall."""
    tops = Counter[tuple[int, ...]]()
    for dice in product(range(1, faces + 1), repeat=sum(pools)):
        rest = iter(dice)
        highest = [max(next(rest) for _ in range(size)) for size in pools]
        tops[tuple(i for i, high in enumerate(highest) if high == max(highest))] += 1
    return {top: F(count, faces ** sum(pools)) for top, count in tops.items()}


def follow_chances(
    pools: Sequence[int], faces: int, tie_points: int, loser_points: int, every_roll: bool
) -> tuple[list[float], list[float], float]:
    """Win chances, points and tied rolls by following all states roll by roll until (almost) none is left."""
    n = len(pools)
    win, points, tied_rolls = [0.0] * n, [0.0] * n, 0.0
    waiting = {tuple(range(n)): 1.0}
    for roll in range(1, 150):
        after: dict[tuple[int, ...], float] = defaultdict(float)
        for active, chance in waiting.items():
            for local, p in tops_by_enumeration(tuple(pools[i] for i in active), faces).items():
                here = chance * float(p)
                top = tuple(active[k] for k in local)
                for i in set(active) - set(top):
                    points[i] += here * loser_points * pools[i] * (roll if every_roll else 1)
                if len(top) == 1:
                    win[top[0]] += here
                    continue
                tied_rolls += here
                after[top] += here
                for i in top:
                    points[i] += here * tie_points
        waiting = after
    assert sum(waiting.values()) < 1e-12
    return win, points, tied_rolls


def run_cli(*words: str) -> str:
    """What the command prints; a user's mistake is raised as it is."""
    return CliRunner().invoke(program, ["odds", *words], catch_exceptions=False, standalone_mode=False).output


# --- laws one can check by hand ---


def test_one_die_against_one() -> None:
    """SW-34 to SW-36: 15 of 36 rolls win, 6 tie, so a fifth of a tied roll is expected."""
    odds = battle_odds([1, 1])
    assert odds.roll_win == odds.roll_lose == (F(5, 12), F(5, 12))
    assert odds.win == (F(1, 2), F(1, 2))
    assert odds.rolls == F(6, 5)
    assert odds.points == (F(7, 10), F(7, 10)), "a fifth for ties, half a point for losing (SW-39)"


def test_two_dice_against_one() -> None:
    """SW-34: two dice win 125 of 216 rolls and lose 55; ties repeat the same odds, so 125 : 55 in the end."""
    odds = battle_odds([2, 1])
    assert odds.roll_win == (F(125, 216), F(55, 216))
    assert odds.win == (F(125, 180), F(55, 180))
    assert odds.points == (F(1, 5) + 2 * F(55, 180), F(1, 5) + F(125, 180))


@pytest.mark.parametrize("dice", [1, 2, 3, 6])
def test_one_die_ties_a_sixth_of_the_rolls(dice: int) -> None:
    """SW-36: whatever the rival's highest die, one of six faces equals it."""
    assert battle_odds([dice, 1], cap=6).tied_roll == F(1, 6)


def test_three_coins_against_each_other() -> None:
    """SW-37: with two faces and one die each, a lone 2 wins; two 2s put the third out; else all roll again.

    W = 1/8 + (2/8)(1/2) + (2/8) W = 1/3, and tied rolls D = 5/8 + (3/8)(1) + (2/8) D = 4/3.
    """
    odds = battle_odds([1, 1, 1], faces=2)
    assert odds.roll_win == (F(1, 8),) * 3
    assert odds.roll_tie == (F(4, 8),) * 3
    assert odds.tied_roll == F(5, 8)
    assert odds.win == (F(1, 3),) * 3
    assert odds.tied_rolls == F(4, 3)


def test_a_tie_below_the_top_is_no_tie() -> None:
    """SW-38, EX-SW-6: 6, 4, 4 decides the battle; three fighters tie less often than some two dice match."""
    some_two_match = 1 - F(6 * 5 * 4, 6**3)
    two_match_below_the_top = F(3 * 15, 6**3)
    assert battle_odds([1, 1, 1]).tied_roll == some_two_match - two_match_below_the_top


# --- independent computations ---


@pytest.mark.parametrize(
    "pools", [(2, 1), (3, 1), (2, 2), (3, 2), (3, 3), (1, 1, 1), (3, 2, 1), (2, 1, 1, 1)]
)
def test_first_roll_is_what_enumeration_finds(pools: tuple[int, ...]) -> None:
    """SW-34 to SW-37: all ways for the dice to fall, counted one by one."""
    tops = tops_by_enumeration(pools)
    odds = battle_odds(pools)
    for i in range(len(pools)):
        assert odds.roll_win[i] == tops[(i,)]
        assert odds.roll_tie[i] == sum(p for top, p in tops.items() if i in top and len(top) > 1)
        assert odds.roll_lose[i] == sum(p for top, p in tops.items() if i not in top)
    assert odds.tied_roll == sum(p for top, p in tops.items() if len(top) > 1)


@pytest.mark.parametrize("rule", LOSER_POINTS_RULES)
@pytest.mark.parametrize(
    ("pools", "faces"), [((3, 2), 4), ((3, 2, 1), 3), ((2, 1, 1, 2), 2), ((3, 3, 2, 1, 1), 2)]
)
def test_battle_is_what_following_the_chances_finds(pools: tuple[int, ...], faces: int, rule: str) -> None:
    """SW-36 to SW-40: the exact solution equals the sum over all rolls, under both readings of SW-40."""
    odds = battle_odds(pools, faces=faces, tie_points=2, loser_die_points=3, loser_points_rule=rule)
    win, points, tied_rolls = follow_chances(pools, faces, 2, 3, rule == "dice_of_every_roll")
    assert [float(x) for x in odds.win] == pytest.approx(win, abs=1e-9)
    assert [float(x) for x in odds.points] == pytest.approx(points, abs=1e-9)
    assert float(odds.tied_rolls) == pytest.approx(tied_rolls, abs=1e-9)


# --- properties ---


@given(pools_of_dice, faces_of_dice)
def test_chances_sum_to_one(pools: tuple[int, ...], faces: int) -> None:
    """SW-35: one fighter wins; and each fighter wins, ties or loses the first roll."""
    odds = battle_odds(pools, faces=faces, cap=4)
    assert sum(odds.win) == 1
    assert sum(odds.roll_win) + odds.tied_roll == 1
    for chances in zip(odds.roll_win, odds.roll_tie, odds.roll_lose, strict=True):
        assert sum(chances) == 1
        assert min(chances) >= 0


@given(st.data(), pools_of_dice, rules)
def test_seating_does_not_matter(data: st.DataObject, pools: tuple[int, ...], rule: str) -> None:
    """SW-34: all roll at once, so changing places only changes places."""
    order = data.draw(st.permutations(range(len(pools))))
    odds = battle_odds(pools, loser_points_rule=rule)
    moved = battle_odds([pools[i] for i in order], loser_points_rule=rule)
    assert moved.tied_rolls == odds.tied_rolls
    for name in ("roll_win", "roll_tie", "roll_lose", "win", "points"):
        assert getattr(moved, name) == tuple(getattr(odds, name)[i] for i in order)


@given(pools_of_dice, faces_of_dice)
def test_more_dice_win_more(pools: tuple[int, ...], faces: int) -> None:
    """SW-34: a larger pool has the larger chance; equal pools have the same."""
    odds = battle_odds(pools, faces=faces, cap=4)
    pairs = sorted(zip(odds.pools, odds.win, strict=True))
    for (fewer, less), (more, greater) in pairwise(pairs):
        assert (less < greater) if fewer < more else (less == greater)


@given(pools_of_dice, st.integers(0, 5))
def test_each_loser_is_paid_its_pool_once(pools: tuple[int, ...], loser_points: int) -> None:
    """SW-39, SW-40: without points for ties, points are pool times the chance to lose."""
    odds = battle_odds(pools, tie_points=0, loser_die_points=loser_points)
    paid = tuple(loser_points * size * (1 - win) for size, win in zip(odds.pools, odds.win, strict=True))
    assert odds.points == paid


@given(st.integers(1, 3), st.integers(1, 3))
def test_counting_every_roll_multiplies_by_the_rolls(mine: int, theirs: int) -> None:
    """SW-40, the alternative: of two fighters the loser takes part in all rolls, however many."""
    once = battle_odds([mine, theirs], tie_points=0)
    every = battle_odds([mine, theirs], tie_points=0, loser_points_rule="dice_of_every_roll")
    assert every.points == tuple(points * once.rolls for points in once.points)


# --- options ---


def test_pools_are_cut_to_the_cap() -> None:
    """SW-30, EX-SW-7: four dice are three."""
    assert battle_odds([4, 1]) == battle_odds([3, 1])
    assert battle_odds([4, 1]).pools == (3, 1)
    assert battle_odds([4, 1], cap=6).pools == (4, 1)


def test_with_a_cap_of_one_all_are_equal() -> None:
    """SW-30: a cap of one die takes the worth from every further meeple."""
    assert battle_odds([3, 2, 1], cap=1).win == (F(1, 3),) * 3


@pytest.mark.parametrize("faces", [2, 4, 6, 20, 100])
def test_dice_with_other_faces(faces: int) -> None:
    """SW-36: one die ties one die once in `faces` rolls, so 1/(faces - 1) tied rolls are expected."""
    odds = battle_odds([1, 1], faces=faces)
    assert odds.tied_roll == F(1, faces)
    assert odds.tied_rolls == F(1, faces - 1)


def test_the_largest_battle_can_be_printed() -> None:
    """The bounds keep a fraction within the digits that Python turns into text."""
    largest = range(CAP[1] - 4, CAP[1] + 1)
    odds = battle_odds(largest, cap=CAP[1], faces=FACES[1], loser_points_rule="dice_of_every_roll")
    assert all(str(points) for points in odds.points)


@pytest.mark.parametrize(
    ("pools", "options", "message"),
    [
        ([3], {}, "2 to 5 fighters, each with a pool of dice; given: 1"),
        ([1] * 6, {}, "2 to 5 fighters, each with a pool of dice; given: 6"),
        ([1, 0], {}, "a pool of dice is 0; allowed: 1 or more"),
        ([1, 1.5], {}, "a pool of dice is 1.5; allowed: a whole number, 1 or more"),
        ([1, 1], {"faces": 1}, "faces is 1; allowed: 2 to 100"),
        ([1, 1], {"cap": 0}, "cap is 0; allowed: 1 to 12"),
        ([1, 1], {"tie_points": -1}, "tie_points is -1; allowed: 0 to 100"),
        ([1, 1], {"loser_die_points": 101}, "loser_die_points is 101; allowed: 0 to 100"),
        ([1, 1], {"loser_points_rule": "dice_every_roll"}, "Did you mean 'dice_of_every_roll'?"),
    ],
)
def test_bad_numbers_are_refused_in_one_line(
    pools: tuple[int, ...], options: dict[str, Any], message: str
) -> None:
    with pytest.raises(UserError) as refused:
        battle_odds(pools, **options)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


# --- the table ---


@pytest.mark.parametrize(("fighters", "cap", "rows"), [(2, 3, 9), (3, 3, 18), (2, 6, 36), (5, 2, 10)])
def test_table_has_each_battle_once_for_each_view(fighters: int, cap: int, rows: int) -> None:
    table = odds_table(fighters, cap)
    assert len(table) == rows
    assert not table.duplicated(["dice", "rivals"]).any()


def test_table_holds_floats_and_the_exact_fractions() -> None:
    row: Any = odds_table(3, 3, faces=4, tie_points=2).set_index(["dice", "rivals"]).loc[(2, "3 1")]
    odds = battle_odds([2, 3, 1], faces=4, tie_points=2)
    assert row["win_exact"] == str(odds.win[0])
    assert row["win"] == float(odds.win[0])
    assert F(row["points_exact"]) == odds.points[0]
    assert F(row["tied_rolls_exact"]) == odds.tied_rolls


# --- the command line ---


def test_command_shows_percentages_and_fractions() -> None:
    output = run_cli("2", "1")
    assert "57.87 %" in output
    assert "125/216" in output
    assert "25/36" in output
    assert "0.2000 tied rolls expected in the battle (1/5)" in output


@pytest.mark.parametrize("words", [("2", "1"), ("--all",)])
def test_command_says_what_its_columns_are(words: tuple[str, ...]) -> None:
    """Of the first roll, or of the whole battle; points are those of the dice alone."""
    output = run_cli(*words)
    assert " wins roll, ties, loses: alone on top, sharing the top, below it in the first roll\n" in output
    assert " points: expected in the whole battle, without those of the feature" in output


def test_command_says_that_it_cut_a_pool() -> None:
    assert "at most 1 die a fighter" in run_cli("1", "1", "--cap", "1")
    assert "Battle of 3 and 1 dice (5, 1 cut to the cap)" in run_cli("5", "1")


def test_command_without_dice_shows_all_battles_of_two() -> None:
    assert run_cli() == run_cli("--all", "--fighters", "2")
    assert "3667/5850" in run_cli()


def test_command_leaves_out_fractions_too_long_to_read() -> None:
    output = run_cli("3", "2", "2", "1")
    assert "a fraction too long to show; --json prints it" in output
    assert max(map(len, output.splitlines())) < 110


def test_next_step_keeps_the_options(tmp_path: Path) -> None:
    for words in ([], ["--faces", "8", "--loser-points-rule", "dice_of_every_roll"]):
        done = builders.run_cli("odds", "2", "1", *words, cwd=tmp_path, terminal=True)
        assert done.stderr.splitlines()[-1] == " ".join(["next: simulate odds --all", *words])


def test_json_of_a_battle_is_exact() -> None:
    printed = run_cli("3", "2", "2", "1", "--json")
    assert printed.count("\n") == 1
    facts = json.loads(printed)
    odds = battle_odds([3, 2, 2, 1])
    assert [fighter["dice"] for fighter in facts["fighters"]] == [3, 2, 2, 1]
    assert [F(fighter["win_exact"]) for fighter in facts["fighters"]] == list(odds.win)
    assert F(facts["tied_rolls_exact"]) == odds.tied_rolls
    assert facts["faces"] == 6


def test_json_of_all_battles() -> None:
    facts = json.loads(run_cli("--all", "--fighters", "3", "--json"))
    assert facts["n_fighters"] == 3
    assert len(facts["battles"]) == 18


@pytest.mark.parametrize(("name", "start"), [("odds.png", PNG), ("odds.svg", SVG)])
@pytest.mark.parametrize("fighters", ["2", "3"])
def test_picture_is_written(tmp_path: Path, name: str, start: bytes, fighters: str) -> None:
    run_cli("--fighters", fighters, "--picture", str(tmp_path / name))
    data = (tmp_path / name).read_bytes()
    assert data.startswith(start)
    assert (b"a second die lifts the chance to win from" in data) == (start == SVG)
    assert (b"@font-face" in data) == (start == SVG)


@pytest.mark.parametrize("name", ["odds.png", "odds.svg"])
def test_picture_is_the_same_each_time(tmp_path: Path, name: str) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        run_cli("--cap", "1", "--picture", str(tmp_path / folder / name))
    assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
