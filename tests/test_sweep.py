"""A rule from value to value: curves, where they cross what is wanted, and the command."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from builders import as_json, refusal, run_cli, succeed
from made_up import Held, curve_of, page_text
from naive import comparison as naive
from scipy import stats

import simulate
from analyses.estimates.estimate import Estimate
from analyses.measures.number import LIKELY, OPEN, SURE
from analyses.measures.vocabulary import chosen
from analyses.questions.compare import Comparison, compare
from analyses.questions.curve import (
    Axis,
    Crossing,
    Line,
    Reach,
    crossings,
    gaps,
    headlines,
    read_axis,
    read_target,
    typed_axis,
    with_baseline,
)
from analyses.studies.study import Setting
from reports.answers.curve import Curve
from reports.answers.curve_page import curve_drawn, curve_sections
from reports.answers.explore import LETTERS, WIDTH, _bars
from reports.answers.explore import _wins as wins_panel
from reports.answers.overview import Overview
from reports.pages.parts import Picture
from reports.pictures.fonts import measure
from reports.pictures.plots import finished
from reports.pictures.style import figure
from reports.words.phrases import in_words
from simulate.io.shell import to_open
from simulate.plans.plan import make_plan


def band(values: list[float], half: float | list[float]) -> list[Estimate]:
    """Estimates with these half-widths."""
    halves = half if isinstance(half, list) else [half] * len(values)
    return [Estimate(v, v - h, v + h, 0.95, 100, "t") for v, h in zip(values, halves, strict=True)]


# --- where a curve crosses


inf = math.inf


@pytest.mark.parametrize(
    ("heights", "half", "target", "expected"),
    [
        ([50, 60, 70], 2, 55, [(8, 9)]),
        ([70, 60, 50], 2, 65, [(8, 9)]),
        ([5, 10, 15], 1, 10, [(8, 10)]),
        ([0, 10, 0], 1, 5, [(8, 9), (9, 10)]),
        ([50, 60, 70], 2, 80, []),
        ([50, 60, 70], 2, 40, []),
        ([50, 60, 70], 2, 71, [(9, None)]),
        ([4.9, 5.1, 5.0], 1, 5, [(None, None)]),
        ([1, 2, 3], [0.5, inf, 0.5], 2.2, [(8, 10)]),
    ],
    ids=[
        "rising", "falling", "at a point of the curve", "twice", "above", "below",
        "only the last may reach it, perhaps beyond the axis", "flat at the target", "unknown in the middle",
    ],
)  # fmt: skip
def test_a_curve_crosses_between_two_values_that_were_played_off_the_target(
    heights: list[float], half: float | list[float], target: float, expected: list[tuple[float | None, ...]]
) -> None:
    found = crossings([8, 9, 10], band(heights, half), target)
    assert [(one.low, one.high) for one in found] == expected


def test_a_crossing_is_sure_if_the_band_is_on_one_side_before_and_on_the_other_after() -> None:
    """What holds the target at an end of the axis, or comes back, may never have crossed it."""

    def sure(heights: list[float], target: float) -> list[bool]:
        return [one.decided for one in crossings([8, 9, 10], band(heights, 2), target)]

    assert sure([50, 60, 70], 55) == sure([70, 60, 50], 55) == [True]
    assert sure([50, 60, 50], 55) == [True, True]
    assert sure([50, 60, 70], 51) == sure([50, 60, 70], 69) == [False]
    assert sure([54, 56, 55], 55) == [False]
    assert sure([50, 56, 50], 55) == [False]
    assert sure([50, 60, 70], 71) == [False]


# --- what is asked


@pytest.mark.parametrize(
    ("word", "values"),
    [
        ("points_to_win=8..12", ("8", "9", "10", "11", "12")),
        ("points-to-win=12,8,10", ("8", "10", "12")),
        ("robber=true,false", ("true", "false")),
        ("dice_cap=3", ("3",)),
    ],
)
def test_an_axis_is_read(word: str, values: tuple[str, ...]) -> None:
    axis = read_axis(word)
    assert axis.values == values
    assert axis.name == word.partition("=")[0].replace("-", "_")


def test_values_are_those_of_the_option_each_once() -> None:
    """Two words for one value were a fault of the program."""
    for word, values in {
        "team_mode=no,False,yes": ("false", "true"),
        "win_tie=Later seat,later_seat,shared": ("later_seat", "shared"),
        "dice_cap=02,2": ("2",),
    }.items():
        assert typed_axis(read_axis(word), "starwars").values == values
    assert "dice_cap=7 is not allowed" in refusal(typed_axis, read_axis("dice_cap=1..7"), "starwars")


@pytest.mark.parametrize("word", ["dice_cap", "dice_cap=", "dice_cap=1,,2", "dice_cap=1..x", "=1..2"])
def test_what_is_no_axis_is_refused(word: str) -> None:
    name = word.partition("=")[0] or "points_to_win"
    assert f"--rule {word}: write an axis as {name}=8..12 or {name}=8,10,12" in refusal(read_axis, word)


def test_an_axis_has_a_lower_and_an_upper_end_and_bounds() -> None:
    assert "6..1 is empty; the lower end comes first" in refusal(read_axis, "dice_cap=6..1")
    assert "100 values are too many; 40 at most" in refusal(read_axis, "farm_points=1..100")


def test_a_target_is_read() -> None:
    plan = make_plan("starwars", 10)
    assert read_target("turns=60", plan).value == 60
    assert read_target("win_share:seat1=25%", plan).value == 0.25
    assert read_target("win_share:seat1=0.25", plan).measure.key == "win_share:seat1"
    for word, said in {
        "turn=60": "Did you mean 'turns'?",
        "turns=many": "write what is wanted as turns=60",
        "win_share=25%": "say of which seat or place, for example win_share:seat1",
        "win_share:seat1=25": "a share lies from 0 to 1",
    }.items():
        assert said in refusal(read_target, word, plan)


def test_a_target_in_minutes_is_at_the_pace_that_is_said() -> None:
    """At a pace of 60 the sentence once said 30 seconds a turn, of minutes at 60."""
    found = read_target("minutes=45", make_plan("catan", 10), 60.0)
    assert found.measure.label == "minutes a game at 60 seconds a turn"


def test_a_target_in_minutes_says_at_which_paces_it_is_reached_there() -> None:
    minutes = read_target("minutes=101.6", make_plan("catan", 10), 60.0)

    def in_minutes(comparison: Comparison) -> Comparison:
        number = replace(comparison.get("score"), measure=minutes.measure)
        return replace(comparison, changes=(number,))

    points = [in_minutes(comparison) for comparison in points_of((0, 0.5, 1), 0, ("score", "turns"))]
    timed = curve_of({Setting(3, "heuristic"): points}, 0, "minutes=101.6", pace=60.0)
    first, second, _ = line_of(timed).points
    low, high = first.estimate("minutes").high, second.estimate("minutes").low
    said = f"101.6 minutes are reached between dice_cap=0 and 1 at {60 * 101.6 / high:.3g} to "
    assert timed.notes[-1].startswith(said)
    assert float(timed.notes[-1].split()[-4]) == pytest.approx(60 * 101.6 / low, rel=0.01)
    assert not any("minutes" in note for note in swept([0, 0.5, 1], 0, "score=101.6").notes)


def test_minutes_come_first_where_a_pace_is_said_and_not_at_all_where_none_is() -> None:
    """Once a sweep took --pace and told nothing of minutes."""
    run: Any = Held(np.random.default_rng(9), 30, np.full((30, 3), 100.0))
    assert headlines(run, False, 60.0) == ["minutes", *headlines(run, False, None)]
    assert "minutes" not in headlines(run, False, None)


def test_rounds_of_catan_are_told_only_where_somebody_asks() -> None:
    """Beside turns they say nothing. A target in rounds was once taken for one in roads."""
    plan = make_plan("catan", 10)
    assert read_target("rounds=15", plan).measure.label == "rounds a game"
    assert "rounds" not in {measure.name for measure in chosen(plan, None)}
    assert "rounds" in {measure.name for measure in chosen(make_plan("castle", 10), None)}


# --- the sentence


def swept(
    shifts: list[float],
    standard: int,
    target: str = "",
    measures: tuple[str, ...] = ("score", "turns"),
    players: int = 3,
    **asked: Any,
) -> Overview:
    """Seat 1 has ten points more in these shares of its games, by value of a rule; one is the standard."""
    setting = Setting(players, "heuristic")
    return curve_of({setting: points_of(tuple(shifts), standard, measures)}, standard, target, **asked)


@cache
def points_of(shifts: tuple[float, ...], standard: int, measures: tuple[str, ...]) -> list[Comparison]:
    luck = np.random.default_rng(4).normal(100, 20, (3000, 3))
    runs = [Held(np.random.default_rng(9), 3000, luck, shift) for shift in shifts]
    return [compare(runs[standard], run, measures, family=len(runs)) for run in runs]


def curve_with(found: Overview) -> Curve:
    """The curve of an answer."""
    assert found.curve is not None
    return found.curve


def line_of(found: Overview) -> Line:
    """Its first line."""
    return curve_with(found).all_lines[0]


def side_by_side(*found: Overview, policies: Sequence[str] = (), **asked: Any) -> Overview:
    """The lines of some curves side by side: with 2 players, 3 and so on, or with these policies."""
    by_setting = {}
    for n, each in enumerate(found):
        setting = Setting(3, policies[n]) if policies else Setting(n + 2, "heuristic")
        comparisons = [point.comparison for point in line_of(each).points]
        if policies:
            comparisons = [named(c, policies[n]) for c in comparisons]
        by_setting[setting] = comparisons
    standard = next(i for i, point in enumerate(line_of(found[0]).points) if point.standard)
    study = found[0].study
    return curve_of(by_setting, standard, study.target, axis=study.axis, **asked)


def named(comparison: Comparison, policy: str) -> Comparison:
    """The same comparison, played by others."""
    base, house = (
        replace(plan, policies=tuple(replace(p, name=policy) for p in plan.policies))
        for plan in (comparison.base, comparison.house)
    )
    return replace(comparison, base=base, house=house)


@pytest.mark.parametrize("standard", [0, 1, 2])
def test_what_rises_from_end_to_end_is_said_with_both_ends(standard: int) -> None:
    sentence = swept([0, 0.5, 1], standard).sentence
    assert re.fullmatch(r"With dice_cap=0 a player has [\d.]+ points, and [\d.]+ with 2\.", sentence)


def test_what_differs_in_the_middle_is_said_of_that_value() -> None:
    found = swept([0, 1, 0], 0)
    assert re.fullmatch(r"With dice_cap=1 a player has 103.8 points in place of 100.5\.", found.sentence)
    assert found.finding.sure == SURE


@pytest.mark.parametrize("shifts", [[0.0, 0.5, 1.0], [0.0, 1.0, 0.0]])
def test_the_measure_of_the_answer_is_drawn_and_tabled_first(shifts: list[float]) -> None:
    """Turns stay the same: their curve beneath a sentence on points would deny it."""
    found = swept(shifts, 0, measures=("turns", "score"))
    curve = curve_with(found)
    assert "a player has" in found.sentence
    assert curve.lead == "score"
    assert set(found.finding.numbers) == {"1", "2"}
    assert next(iter(found.finding.numbers.values())).measure.key == "score"
    assert curve.ordered_keys == ["score", "turns"]
    assert [section.title for section in curve_sections(curve)] == ["Points a player", "Turns a game"]
    assert found.lines().index(" points a player  ") < found.lines().index(" turns a game  ")


def test_the_caption_of_a_curve_says_what_is_shaded() -> None:
    (drawn, *_) = curve_sections(curve_with(swept([0, 1], 0, "score=101.5")))[0].items
    assert isinstance(drawn, Picture)
    assert drawn.caption.endswith(" Shaded: where it may reach 101.5.")


@pytest.mark.parametrize("players", [(2, 3), (3, 3)])
def test_what_is_shaded_in_a_panel_is_in_the_caption_and_what_is_not_is_not(players: tuple[int, int]) -> None:
    """A panel with one line is shaded, though another stands beside it."""
    one = swept([0, 1], 0, "score=101.5")
    policies = ("random", "greedy") if players == (3, 3) else ()
    found = curve_with(side_by_side(one, one, policies=policies))
    (drawn, *_) = curve_sections(found)[0].items
    assert isinstance(drawn, Picture)
    with finished(lambda page: curve_drawn(page, found, found.lead, found.reach), "", "") as (drawing, _):
        shaded = any(axes.patches for axes in drawing.axes)
    assert shaded == ("Shaded" in drawn.caption) == (players == (2, 3))


def test_what_was_stopped_is_told_once_of_each_value(folder: Path) -> None:
    """The standard is held against itself, and was told of as “the first run” and “the second run” too."""
    words = "sweep --game catan --rule points_to_win=9..10 --rule max_turns=20 --policy random --n 10 --json"
    notes = json.loads(succeed(*words.split(), cwd=folder).stdout)["notes"]
    told = [re.findall(r"games \((.*?);", note) for note in notes]
    assert told == [["points_to_win=10"], ["points_to_win=9"]]


def test_a_small_picture_names_the_line_that_it_shows() -> None:
    """Beside “with 2 players; the same way with 3” stood numbers of one of both."""
    one = swept([0, 0.5, 1], 0)
    assert list(curve_with(one).finding_of("score").numbers) == ["1", "2"]
    two = side_by_side(swept([0, 1, 0], 0), one)
    assert list(curve_with(two).finding_of("score").numbers) == ["1, 3 players", "2, 3 players"]
    assert two.sentence.endswith(" (2 players).")
    assert list(two.finding.numbers) == ["1, 2 players", "2, 2 players"]


def test_a_target_is_reached_or_never() -> None:
    assert swept([0, 0.5, 1], 0, "turns=80").sentence == (
        "Turns a game never reach 80 for dice_cap from 0 to 2: the nearest is 74.95, with dice_cap=0."
    )
    assert swept([0, 0.5, 1], 0, "score=101.6").sentence == (
        "A player has 101.6 points between dice_cap=0 and 1."
    )


def found_by(found: Overview) -> Reach:
    """Where its only line crosses the target."""
    reach = curve_with(found).reach
    assert reach is not None
    return reach.reaches[""]


def test_a_crossing_that_not_each_half_shows_is_likely_and_one_that_all_rule_out_is_never() -> None:
    """What all games decide is told, and each half says how sure that is."""
    first = line_of(swept([0, 0.5, 1], 0)).points[0]
    wanted = (first.estimate("score").high + max(half.high for half in first.halves_at("score"))) / 2
    near = swept([0, 0.5, 1], 0, f"score={wanted:.4f}")
    assert found_by(near).sure == LIKELY
    assert re.search(r"has [\d.]+ points between dice_cap=0 and 1\.$", near.sentence)
    assert near.finding.sure == LIKELY
    assert [row["reached"] for row in near.tables["crossings"]] == [True]
    top = line_of(swept([0, 0.1, 0.3], 0)).points[-1]
    beyond = (top.estimate("score").high + max(half.high for half in top.halves_at("score"))) / 2
    far = swept([0, 0.1, 0.3], 0, f"score={beyond:.4f}")
    assert re.match(r"Points a player never reach [\d.]+ for dice_cap from 0 to 2: the nearest", far.sentence)
    assert far.finding.sure == LIKELY
    reach = curve_with(far).reach
    assert reach is not None
    assert not reach.is_out_of_reach, "the page is written"


def test_of_several_lines_each_says_where_it_reaches_the_target() -> None:
    """One sentence is the answer, of the first; the others stand below it, each with its own certainty."""
    one, other = swept([0, 0.1, 1], 0, "score=101.6"), swept([0, 1, 1], 0, "score=101.6")
    both = side_by_side(one, other)
    assert both.sentence == "A player has 101.6 points between dice_cap=1 and 2 (2 players)."
    assert [finding.text for finding in curve_with(both).line_findings] == [
        "2 players: between 1 and 2.", "3 players: between 0 and 1.",
    ]  # fmt: skip


def test_a_place_beyond_or_anywhere_on_the_axis_names_the_rule() -> None:
    top = line_of(swept([0, 0.5, 1], 0)).points[-1].estimate("score")
    found = swept([0, 0.5, 1], 0, f"score={(top.value + top.high) / 2:.4f}")
    assert found.sentence.endswith(": perhaps above dice_cap=1.")
    reach = curve_with(swept([0, 0.5, 1], 0, "score=101.6")).reach
    assert reach is not None
    for ends, said in ((None, 1.0), "below dice_cap=1"), ((None, None), "anywhere along dice_cap"):
        vars(reach)["reaches"] = {"": Reach(OPEN, (Crossing(*ends),))}
        assert reach.finding.text.endswith(f": perhaps {said}.")
        assert reach.place_words("") == f"perhaps {said.replace('dice_cap=', '')}"


def test_what_nothing_surely_changes_along_an_axis_is_said() -> None:
    assert swept([0, 0, 0], 0).sentence == "Along dice_cap not one of 3,000 games differs."
    assert swept([0, 0.1, 0], 0, measures=("turns",)).sentence.startswith("Turns a game stay the same")
    assert swept([0, 0.29, 0], 0).finding.sure == OPEN


def test_what_surely_changes_at_one_value_is_told_of_it_though_the_ends_stay() -> None:
    found = curve_with(swept([0, 0, 1], 1)).finding_of("score")
    assert re.fullmatch(r"With dice_cap=2 a player has 103.8 points in place of 100.5\.", found.text)
    assert found.sure == SURE
    assert curve_with(swept([0, 0.31, 0], 0)).finding_of("score").sure == LIKELY


def test_a_range_is_that_of_the_picture_and_the_table() -> None:
    """It came from each half of the games by itself, and was wider than where the band crosses the line."""
    found = swept([0, 0.5, 1], 0, "score=101.6")
    (one,), line = found_by(found).places, line_of(found)
    values = [point.estimate("score") for point in line.points]
    (told,) = crossings([0, 1, 2], values, 101.6)
    assert one.sure
    assert (one.low, one.high) == (told.low, told.high)


def test_a_value_whose_interval_holds_the_target_is_no_end() -> None:
    """The curve crosses just past 1, but it may just before."""
    middle = line_of(swept([0, 0.5, 1], 0)).points[1].estimate("score")
    near = swept([0, 0.5, 1], 0, f"score={middle.value + 0.1 * middle.half_width:.4f}")
    assert near.sentence.endswith(" between dice_cap=0 and 2.")


# --- values that nobody played


def axis_of(*values: int | str, name: str = "dice_cap") -> Axis:
    return Axis(name, tuple(map(str, values)))


@pytest.mark.parametrize("seed", range(40))
def test_what_is_said_of_a_crossing_stays_true_whatever_is_played_in_its_gap(seed: int) -> None:
    """Between 2 and 5 “near 3.31, from 3.28 to 3.34” was said, sure; with 3 played it was near 2.8."""
    rng = np.random.default_rng(seed)
    rises = rng.exponential(1, 20) ** 3 * (1 if seed % 2 else rng.choice([-1, 1], 20))
    truth, width = np.cumsum(rises), rng.uniform(0, 2) * (seed % 4 > 1)
    played = sorted(rng.choice(20, size=rng.integers(2, 6), replace=False).tolist())
    target = float(rng.uniform(truth.min(), truth.max()))
    while True:
        axis = Axis("rule", tuple(map(str, played)))
        found = crossings(played, band([*truth[played]], width), target)
        for one in found:
            assert {one.low, one.high} <= {*played, None}, "nothing nearer than what was played"
            if one.decided:
                assert (truth[int(one.low or 0)] < target) != (truth[int(one.high or 0)] < target)
        inside = [gap[len(gap) // 2] for gap in gaps(axis, found)]
        if not inside:
            break
        played = sorted([*played, *inside])
    for one in found:
        if one.decided and width == 0:
            assert one.low is not None
            assert one.high == one.low + 1


def test_a_value_that_is_played_in_a_gap_moves_an_end_of_the_crossing() -> None:
    axis = Axis("rule", ("1", "9", "20"))

    def inside(*heights: float) -> list[range]:
        return gaps(axis, crossings([1, 9, 20], band([*heights], 1), 5))

    assert inside(0, 10, 11) == [range(2, 9)]
    assert inside(0, 5, 10) == [range(2, 9), range(10, 20)], "the middle one may be reached or not"
    assert inside(0, 1, 5) == [range(10, 20)]
    assert inside(0, 1, 2) == []
    assert gaps(Axis("rule", ("1.5", "2.5")), crossings([1.5, 2.5], band([0, 10], 1), 5)) == []


def test_what_is_never_reached_is_said_of_the_values_that_were_played() -> None:
    found = swept([0, 0.5, 1], 0, "turns=80", axis=axis_of(0, 2, 5))
    assert found.sentence == (
        "A game takes 80 turns with none of dice_cap=0, 2 and 5: the nearest is 74.95, with dice_cap=0."
    )
    reach = curve_with(found).reach
    assert reach is not None
    assert reach.place_words("") == "at no value played"


def test_no_band_is_drawn_over_values_that_nobody_played() -> None:
    for axis, kind, said in (
        (axis_of(0, 1, 2), "Poly", "Band: "),
        (axis_of(0, 2, 5), "Line", "Upright lines: "),
    ):
        curve = curve_with(swept([0, 0.5, 1], 0, "score=101.6", axis=axis))
        (drawn, *_) = curve_sections(curve)[0].items
        assert isinstance(drawn, Picture)
        assert said in drawn.caption
        with figure(6, 4) as page:
            curve_drawn(page, curve, "score", None)
            (band_or_bars,) = page.axes[0].collections
            assert kind in type(band_or_bars).__name__


def test_numbers_below_a_curve_do_not_lie_on_each_other() -> None:
    found = curve_with(swept([0, 0.5, 1, 1], 0, axis=axis_of(100, 5000, 5001, 10000)))
    with finished(lambda page: curve_drawn(page, found, "score", None), "", "") as (drawing, _):
        assert [text.get_text() for text in drawing.axes[0].get_xticklabels()] == ["100", "5000", "", "10000"]


def test_the_ring_of_a_second_curve_is_no_standard_game() -> None:
    """Its rule of the second axis is another: what it is compared with is the baseline of its curve."""
    one = swept([0, 0.5, 1], 0)
    setting = Setting(3, "heuristic", ("dice_faces=6",))
    points = points_of((0, 0.5, 1), 0, ("score",))
    two = curve_of({setting: points}, 0, second_axis=Axis("dice_faces", ("6",)))
    assert [curve_with(x).compared_with for x in (one, two)] == ["the standard game", "the baseline"]


def test_the_standard_game_is_ringed_only_where_it_is_a_value() -> None:
    assert "Ringed: the standard game." in page_text(swept([0, 0.5, 1], 0))
    beyond = curve_of({Setting(3, "heuristic"): points_of((0, 0.5, 1), 0, ("score",))}, standard=9)
    assert "Ringed" not in page_text(beyond)


def test_the_page_says_for_what_the_intervals_of_values_hold() -> None:
    """Those of changes hold for all numbers of the page, those of values for one measure."""
    told = page_text(swept([0, 0.5, 1], 0))
    assert "Intervals of the values themselves hold for all values of one measure at once." in told


def test_a_bar_of_one_card_is_in_the_singular() -> None:
    shares = Estimate(0.2, 0.1, 0.3, 0.95, 50, "t")
    bins: Any = [SimpleNamespace(low=n, high=n, share=shares) for n in (1, 2)]
    marks = _bars("Cards at the end", bins, 0.2, "cards", "of seats", None).marks
    assert [said.partition(":")[0] for _, said in marks] == ["1 card", "2 cards"]


def test_the_last_number_below_bars_is_whole() -> None:
    """Of 1000 turns the last nought was cut off at the edge."""
    shares = Estimate(0.2, 0.1, 0.3, 0.95, 50, "t")
    bins: Any = [SimpleNamespace(low=n, high=n + 49, share=shares) for n in range(0, 1001, 50)]
    svg = _bars("Length", bins, 0.2, "turns", "of games", None).svg
    found = re.findall(r'"mid" x="([\d.]+)".*?>(\d+)<', svg)
    ends = {n: float(x) + measure("0" * len(n), LETTERS) / 2 for x, n in found}
    assert "1000" in ends
    assert max(ends.values()) <= WIDTH + 0.1


def test_a_fifth_line_is_dashed_and_its_name_says_so() -> None:
    """There are four colours that nobody confuses: the first came again for another line."""
    one = swept([0, 1], 0)
    found = side_by_side(*[one] * 5, policies=[f"policy {i}" for i in range(5)])
    with figure(6, 4) as page:
        curve_drawn(page, curve_with(found), "score", None)
        (axes,) = page.axes
        names = [*(f"policy {i}" for i in range(4)), "policy 4, dashed"]
        assert [text.get_text() for text in axes.texts] == names
        assert {line.get_linestyle() for line in axes.lines} == {"-", "--", "None"}, "and rings"


def test_values_that_are_words_are_not_joined_by_a_line() -> None:
    """They have no order."""
    for axis, kind in ((axis_of(0, 1), "Poly"), (axis_of("spiral", "beginner", name="board"), "Line")):
        with figure(6, 4) as page:
            curve_drawn(page, curve_with(swept([0, 1], 0, axis=axis)), "score", None)
            (drawn,) = page.axes[0].collections
            assert kind in type(drawn).__name__


def test_values_that_are_words_stand_apart_below_each_of_several_panels() -> None:
    """They lay on each other where two panels stood side by side."""
    words = axis_of("per_city", "per_field", "none", name="farm_method")
    one = swept([0, 0.1, 0], 0, axis=words)
    found = curve_with(side_by_side(one, one))
    with finished(lambda page: curve_drawn(page, found, "score", None), "", "") as (drawing, _):
        drawing.draw_without_rendering()
        for axes in drawing.axes:
            boxes = [label.get_window_extent() for label in axes.get_xticklabels() if label.get_visible()]
            assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
        assert sum(axes.xaxis.get_tick_params()["labelbottom"] for axes in drawing.axes) == 1


def test_a_target_that_a_curve_crosses_by_luck_is_not_settled() -> None:
    """The curve crosses it, and the band of both ends holds it."""
    found = swept([0, 0.1, 0.05], 0, "score=100.7")
    assert found.sentence.startswith(
        "It is not settled whether a player has 100.7 points: perhaps anywhere along dice_cap."
    )
    assert found.finding.sure == OPEN
    assert [row["reached"] for row in found.tables["crossings"]] == [False]


# --- the command

WORDS = ("sweep", "--game", "starwars", "--policy", "random", "--n", "40", "--jobs", "1")


def test_names_of_places_leave_room_for_the_dots_of_their_wins() -> None:
    """“who plays second” reached into the picture."""
    summary = SimpleNamespace(by_place=True, even=0.5, has_rivals=True)
    shape: Any = SimpleNamespace(summary=summary, wins=lambda: band([0.5, 0.5], 0.1))
    begins = re.findall(r'class="grid" d="M([\d.]+) ', wins_panel(shape, 0.6).svg)[0]
    assert float(begins) > measure("who plays second", LETTERS)


def test_a_sweep_ends_with_its_files_and_its_numbers_have_twins(folder: Path) -> None:
    asked = "--rule dice_faces=2,6 --target battles=2.4 --pace 30 --n 60"
    done = succeed(*WORDS, *asked.split(), cwd=folder, terminal=True, columns=80)
    lines = done.stdout.splitlines()
    assert " ".join(lines[:2]).startswith("It is not settled whether there are 2.4 battles a game")
    assert max(map(len, lines)) <= 80
    (answer,) = (folder / "sweeps").iterdir()
    opens = to_open(Path("sweeps") / answer.name / "report.html")
    assert done.stderr.splitlines()[-1] == f"next: {opens}"
    files = {"sweep.json", "findings.json", "report.html", "tables"}
    assert {path.name for path in answer.iterdir()} == files
    findings = json.loads((answer / "findings.json").read_text())
    assert in_words(findings["answer"]) in (answer / "report.html").read_text()
    table = pd.read_csv(answer / "tables" / "curves.csv")
    runs = [simulate.load(path) for path in (folder / "runs").iterdir()]
    played = {(run.plan.options.dice_faces, run.plan.seed): naive.numbers(run, "battles") for run in runs}
    assert set(played) == {(2, 1), (2, 2), (6, 1), (6, 2)}
    battles = {faces: pd.concat([played[faces, 1], played[faces, 2]], ignore_index=True) for faces in (2, 6)}
    for faces, values in battles.items():  # 3, 4 and 5 might have been played, too
        row = table[(table["dice_faces"] == faces) & (table["measure"] == "battles")].iloc[0]
        mean, half = values.mean(), stats.t.ppf(1 - 0.05 / 5 / 2, 59) * values.std(ddof=1) / math.sqrt(60)
        told = [row[name] for name in ("value", "band_low", "band_high", "change")]
        assert told == pytest.approx([mean, mean - half, mean + half, (values - battles[6]).mean()])
        assert row["standard"] == (faces == 6)
    crossed = pd.read_csv(answer / "tables" / "crossings.csv")
    assert crossed["reached"].tolist() == [False]


def test_two_axes_give_a_line_for_each_value_of_the_second(folder: Path) -> None:
    """What the standard game has comes first; each line is held against its own baseline."""
    rules = ("--rule", "dice_cap=1..2", "--rule", "tied_roll_points=0..1", "--rule", "dice_faces=4")
    curves = as_json(*WORDS, *rules, "--players", "2,3", "--measure", "lead", cwd=folder)["sections"][
        "curves"
    ]
    lines = dict.fromkeys((row["players"], row["tied_roll_points"]) for row in curves)
    assert list(lines) == [(players, points) for players in (2, 3) for points in ("1", "0")]
    assert [row["dice_cap"] for row in curves[2:4]] == ["1", "2"]
    bases = {(row["tied_roll_points"], row["a"]) for row in curves if row["players"] == 2}
    assert len({beside for beside, _ in bases}) == len(bases) == 2
    assert all(simulate.load(path).plan.options.dice_faces == 4 for path in (folder / "runs").iterdir())


def test_a_second_axis_that_changes_nothing_is_no_effect_of_the_first(folder: Path) -> None:
    """The River makes Carcassonne longer, the farm scoring does not: along that the length stays the same."""
    rules = ("--rule", "farm_method=per_city,per_field", "--rule", "river=true,false")
    words = ("sweep", "--game", "carcassonne", "--policy", "random", "--n", 100, *rules, "--measure", "turns")
    found = as_json(*words, cwd=folder)
    curves = found["sections"]["curves"]
    assert list(dict.fromkeys(row["river"] for row in curves)) == ["false", "true"]
    assert all(abs(row["change"]) < 1 for row in curves), found


def test_a_target_is_crossed_along_the_axis_of_numbers(folder: Path) -> None:
    rules = ("--rule", "symbol_dice=each,at_most_one", "--rule", "dice_cap=1..2")
    found = as_json(*WORDS, *rules, "--target", "lead=9", cwd=folder)
    assert list(found["sections"]["curves"][0])[:4] == ["players", "policy", "symbol_dice", "dice_cap"]


def test_what_all_values_are_compared_with_is_a_point_of_the_curve(folder: Path) -> None:
    """If it lies between two of them: its games are there, and the curve is not straight past it."""
    found = as_json(*WORDS, "--rule", "dice_cap=1,4", "--measure", "battles", cwd=folder)
    points = {row["dice_cap"]: row["standard"] for row in found["sections"]["curves"]}
    assert points == {"1": False, "3": True, "4": False}
    assert [with_baseline(Axis("x", ("1", "6")), value).values for value in (1, 6, 7, 0)] == [("1", "6")] * 4
    assert with_baseline(Axis("board", ("spiral", "beginner")), "spiral").values == ("spiral", "beginner")


@pytest.mark.parametrize("rules", [[], ["--rule", "tied_roll_points=0..1"]], ids=["a line", "two lines"])
def test_a_target_that_no_value_reaches_ends_in_one_line_without_a_page(
    folder: Path, rules: list[str]
) -> None:
    """The line names the value that comes nearest; the games are kept, and so is an answer given before."""
    words = (*WORDS, "--rule", "dice_faces=2,6", *rules, "--measure", "battles")
    done = run_cli(*words, "--target", "battles=90", cwd=folder)
    said = done.stderr.splitlines()[-1]
    assert (done.returncode, done.stdout) == (2, "")
    assert "the nearest is " in said
    assert ", with dice_faces=" in said
    assert not (folder / "sweeps").exists()
    succeed(*words, cwd=folder)
    before = sorted((folder / "sweeps").rglob("*"))
    assert run_cli(*words, "--target", "battles=90", cwd=folder).stderr.splitlines()[-1] == said
    assert sorted((folder / "sweeps").rglob("*")) == before


GAPS = {
    "castle": "actions=1,5 --target rounds=15 --measure rounds --policy random",
    "catan": "points_to_win=4,9 --target turns=90 --measure turns --policy random --players 3",
    "starwars": "route_tile_points=0,20 --target score=60 --measure score --policy random",
    "carcassonne": "meeples=1,9 --target score=14 --measure score --policy random",
}


@pytest.mark.parametrize("game", GAPS)
def test_a_sweep_plays_the_values_between_until_neighbours_bracket_the_target(
    folder: Path, game: str
) -> None:
    """Between the whole numbers that it names none is left; it says what it plays, and how many games."""
    done = succeed("sweep", "--game", game, "--rule", *GAPS[game].split(), "--n", 100, "--json", cwd=folder)
    found = json.loads(done.stdout)
    curves, axis = found["sections"]["curves"], GAPS[game].partition("=")[0]
    values = [row[axis] for row in curves]
    (crossed,) = [row for row in found["sections"]["crossings"] if row["reached"]]
    low, high = int(crossed["low"]), int(crossed["high"])
    assert f" between {axis}={low} and {high}" in found["answer"]
    assert {*range(low, high + 1)} <= {*map(int, values)}
    bands = {int(row[axis]): row for row in curves}
    sides = [(bands[x]["band_high"] < crossed["target"]) for x in (low, high)]
    assert sides[0] != sides[1]
    assert all(
        bands[x]["band_low"] <= crossed["target"] <= bands[x]["band_high"] for x in range(low + 1, high)
    )
    assert re.search(rf"^to say where .*, {axis}=[\d,]+ is played too: \d+ games$", done.stderr, re.MULTILINE)
