"""Numbers of a study in rows and columns, and how pages write them."""

from __future__ import annotations

from math import inf, nan
from typing import Any

import numpy as np
import pytest
from made_up import entry_of

from analyses.estimates.estimate import Estimate
from analyses.estimates.samples import exact
from analyses.measures.number import LIKELY, OPEN, Number
from analyses.questions.results import Results, Setting
from analyses.studies.declared import Declared
from reports.answers.studies.grid import Grid, GridLine, beside, draw_dots, draw_panels, grid_of
from reports.answers.studies.template import Report
from reports.pictures.plots import finished
from reports.words.wording import p_words, written

STUDY = Declared(
    "numbers",
    {
        "lists": {"way": [{"name": "b", "text": "the second"}, {"name": "a", "text": "the first"}]},
        "tables": {
            "wins": {
                "measures": {
                    "share": {"unit": "share of wins", "as": ".1%"},
                    "change": {"unit": "share of wins", "as": "+.1pp", "margin": 0.02, "because": "so"},
                    "less": {"unit": "part of cards", "as": "+.1%", "margin": 0.02, "because": "so"},
                }
            }
        },
    },
    "catan",
)


def entry(measure: str, value: float, **keys: int | str) -> Number:
    """A number known to half a percentage point."""
    estimate = Estimate(value, value - 0.005, value + 0.005, 0.95, 100, "made")
    return STUDY.row("wins", **keys)(measure, estimate)


ENTRIES = [
    entry(measure, value + players / 100, way=way, players=players)
    for way, value in (("a", -0.2), ("b", -0.1), ("c", 0.3))
    for players in (3, 4)
    for measure in ("share", "change", "less")
    if (way, players) != ("c", 4)
]
RESULTS = Results(Setting((3, 4), 10, 1), ENTRIES, 30, 3)


def shown(grid: Grid) -> tuple[str, list[list[str]]]:
    """The caption of its table, and heading and rows."""
    table = grid.table("Wins", "way")
    return table.caption, [list(table.heading), *([cell.text for cell in row] for row in table.rows)]


def test_rows_come_as_listed_and_what_is_missing_is_a_dash() -> None:
    assert shown(grid_of(STUDY, RESULTS, "wins", "share", down="way")) == (
        "Wins.",
        [
            ["way", "3 players", "4 players"],
            ["the second", "-7.0 %", "-6.0 %"],
            ["the first", "-17.0 %", "-16.0 %"],
            ["c", "33.0 %", "–"],
        ],
    )


def test_rows_and_columns_are_chosen_and_named() -> None:
    at: dict[str, Any] = {"down": "players", "among": [4], "across": "way"}
    found = grid_of(STUDY, RESULTS, "wins", "share", **at, columns={"a": "one", "b": "two"})
    assert shown(found)[1] == [["way", "one", "two"], ["4 players", "-16.0 %", "-6.0 %"]]


def test_measures_are_columns_whose_units_the_caption_says() -> None:
    caption, rows = shown(
        grid_of(STUDY, RESULTS, "wins", ["share", "change"], down="way", across="measure", players=3)
    )
    assert caption == "Wins. Change, percentage points; margin 2."
    assert rows[0] == ["way", "share", "change"]
    assert rows[1] == ["the second", "-7.0 %", "-7.0 ≠"]


def test_grids_side_by_side_share_their_rows() -> None:
    """In the order of the longer one, and though their columns have the same names."""
    short, long = (
        grid_of(STUDY, RESULTS, "wins", "share", down="way", players=p, across="players") for p in (4, 3)
    )
    assert shown(beside(short, long))[1] == [
        ["way", "4 players", "3 players"],
        ["the second", "-6.0 %", "-7.0 %"],
        ["the first", "-16.0 %", "-17.0 %"],
        ["c", "–", "33.0 %"],
    ]
    assert shown(beside(short, short))[1][1] == ["the second", "-6.0 %", "-6.0 %"]


def test_panels_with_one_axis_show_the_numbers_of_all_of_them() -> None:
    """What lay beyond the numbers of the first panel was cut off."""
    grids: dict[int | str, Grid] = {
        players: Grid(STUDY, {0: "wins"}, [GridLine("c", {0: entry("share", value, players=players)})])
        for players, value in ((3, 0.1), (4, 0.8))
    }
    with finished(lambda page: draw_panels(page, grids, "wins"), "Wins", "") as (page, _):
        assert [axes.get_xlim()[1] > 80.5 for axes in page.axes] == [True, True]


def test_the_dots_of_a_row_stand_about_its_middle() -> None:
    """Though one of the numbers of players be missing in it."""
    grid = grid_of(STUDY, RESULTS, "wins", "share", down="way")
    with finished(lambda page: draw_dots(page, grid, "wins"), "Wins", "") as (page, _):
        (axes,) = page.axes
        dots = [line for line in axes.lines if line.get_marker() != "None"]
        places = [np.asarray(dot.get_ydata(), float).item() for dot in dots]
    of_row = [[place for place in places if round(place) == row] for row in range(3)]
    assert [len(each) for each in of_row] == [2, 2, 1]
    assert [sum(each) / len(each) for each in of_row] == pytest.approx([0, 1, 2])


@pytest.mark.parametrize(("low", "sure"), [(-0.59, LIKELY), (-0.80, OPEN)])
def test_a_number_of_which_only_the_direction_is_known_is_likely(low: float, sure: str) -> None:
    """The sentence said which way, and the mark beside it that the games do not say."""
    found = Estimate(-0.36, low, -0.36 - (low + 0.36), 0.95, 20, "made")
    entries = [entry_of("wins", {"players": 2}, "change", "cards", found, None)]
    report = Report(STUDY, Results(Setting((2,), 20, 1), entries, 10, 2))
    said = report._finding(
        "wins", "change", "who begins has {} cards [more|fewer]", question="whether it matters"
    )
    assert said.sure == sure


def test_what_is_exact_has_no_interval_and_p_is_written_in_words() -> None:
    assert written(exact(0.25), ".1%") == "25.0 %"
    assert written(exact(2.5), "+.1f") == "+2.5"
    assert written(Estimate(0.0123, -inf, inf, 0.95, 9, "chi-square"), "p") == "0.012"
    assert [p_words(p) for p in (0.43210, 0.0004, nan)] == ["0.43", "below 0.001", "none"]
