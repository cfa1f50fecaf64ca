"""How games go: measures on hand-made tables, a recount in plain Python, and what a user sees of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from builders import content, one_line, refusal, run_cli, simulator, volume
from matplotlib.text import Annotation

from analyses.compare import compare
from analyses.estimate import wilson
from analyses.measures import SHARE, GameArrays
from analyses.paired_games import Sums, pieces
from analyses.progress import STEPS, progress, progress_of
from analyses.samples import part_of
from analyses.standings import Standings
from analyses.summary import analysis_of
from analyses.vocabulary import of_progress
from reports.plots import finished
from reports.progress import leading, sections
from simulate.common.playing import play_watched
from simulate.plan import make_plan
from simulate.request import Request
from simulate.runs import Run, load
from simulate.workers import play

NOTICED = {"starwars": 1, "carcassonne": 1, "catan": 0.25, "castle": 0.25}


def stood(scores: Sequence[Sequence[int]], *winners: int, margin: float = 1.0) -> Standings:
    """One game: the scores of its sides entry by entry, and who wins."""
    won = np.array([[side in winners for side in range(len(scores[0]))]])
    return Standings(np.array(scores, np.float64), np.array([len(scores)]), won, margin)


# --- measures, on games that can be read off


def test_a_game_is_decided_when_the_lead_changes_for_the_last_time() -> None:
    """Side 1 leads alone from the third of four entries on."""
    game = stood([[0, 1], [3, 1], [3, 4], [3, 9]], 1)
    assert game.decided.tolist() == [3]
    assert not game.decided_by(1, 2)
    assert game.decided_by(3, 4)


def test_a_lead_that_is_shared_for_a_moment_decides_nothing_yet() -> None:
    assert stood([[5, 0], [5, 5], [6, 5], [6, 5]], 0).decided.tolist() == [3]


def test_a_shared_win_is_decided_when_those_who_share_it_are_level_and_ahead() -> None:
    assert stood([[0, 4, 0], [4, 4, 0], [7, 7, 1]], 0, 1).decided.tolist() == [2]


def test_at_the_end_the_winners_lead_whatever_broke_the_tie() -> None:
    """As in Castle, where of equal hands the smaller stock wins, or in Star Wars the later seat."""
    assert stood([[2, 1], [2, 2]], 1).decided.tolist() == [2]


def test_a_tie_passed_on_the_way_is_one_change_of_the_lead() -> None:
    assert stood([[1, 0], [1, 1], [1, 2], [2, 2], [3, 2]], 0).lead_changes().tolist() == [2]
    assert stood([[0, 0], [1, 0], [1, 1], [2, 1]], 0).lead_changes().tolist() == [0]


def test_a_change_of_the_lead_is_one_within_a_game() -> None:
    """The winner of one game is not overtaken by the first leader of the next."""
    both = Standings(
        np.array([[1, 0], [2, 0], [0, 1], [0, 2]], np.float64),
        np.array([2, 2]),
        np.array([[True, False], [False, True]]),
        1.0,
    )
    assert both.lead_changes().tolist() == [0, 0]
    assert both.decided.tolist() == [1, 1]


def test_a_runaway_leader_is_ahead_by_more_than_the_margin_from_a_quarter_on() -> None:
    """What the first entries of eight were does not count; one moment within the margin does."""
    ahead = [[0, 3], [4, 2], [5, 2], [6, 2], [7, 2], [8, 2], [9, 2], [9, 4]]
    assert stood(ahead, 0).runaway()
    assert not stood([*ahead[:4], [3, 2], *ahead[5:]], 0).runaway()
    assert not stood([*ahead[:1], [2, 4], *ahead[2:]], 0).runaway()
    assert not stood([[5, 5, 0], [7, 7, 0]], 0, 1).runaway()


def test_a_comeback_is_won_from_more_than_the_margin_behind_at_half() -> None:
    """After two of four entries; of three sides the last place is another matter."""
    assert stood([[9, 0], [3, 1], [0, 4], [0, 5]], 1).comeback()
    assert not stood([[9, 0], [2, 1], [0, 4], [0, 5]], 1).comeback()
    third = stood([[1, 0, 0], [9, 1, 0], [0, 4, 0], [0, 5, 0]], 1)
    assert third.comeback()
    assert not third.from_last()
    assert stood([[1, 0, 0], [9, 0, 0], [0, 4, 0], [0, 5, 0]], 1).from_last()


def test_who_leads_is_asked_after_whole_entries() -> None:
    """At the start nobody leads; the end is what stood before the last entry."""
    game = stood([[1, 0], [0, 2], [3, 2]], 0)
    assert [bool(game.at(step, 6, game.winners_lead)[0]) for step in range(7)] == [
        False, False, True, True, False, False, False,
    ]  # fmt: skip
    assert not stood([[1, 0]], 0).comeback()


# --- real games, recounted in plain Python


def told_again(run: Run) -> dict[str, list[float]]:
    """Each measure of each game that was won, from whole tables, one game after the other."""
    low = run.plan.game == "castle"
    sides = [side.seats[0] for side in analysis_of(run.plan.game).sides(run.plan)]
    found: dict[str, list[float]] = {measure.name: [] for measure in of_progress(run.plan.game)}
    for number, rows in run["progress"].groupby("game"):
        mine = run.seats[run.seats["game"] == number].set_index("seat")
        winners = {side for side in sides if mine["win_share"][side] > 0}
        if winners:
            entries = [
                dict(zip(entry["seat"], -entry["score"] if low else entry["score"], strict=True))
                for _, entry in rows.groupby("turn")
            ]
            for name, value in one_game(entries, sides, winners, NOTICED[run.plan.game]).items():
                found[name].append(value)
    return found


def one_game(entries: Any, sides: list[int], winners: set[int], margin: float) -> dict[str, float]:
    """The measures of one game."""
    leaders = [{side for side in sides if entry[side] == max(entry[s] for s in sides)} for entry in entries]
    leaders[-1] = winners
    decided = len(entries)
    while decided > 1 and leaders[decided - 2] == winners:
        decided -= 1
    alone = [next(iter(who)) for who in leaders if len(who) == 1]

    def ahead(entry: dict[int, int]) -> float:
        others = [entry[side] for side in sides if side not in winners]
        return max(entry[side] for side in winners) - max(others, default=-1e9)

    late = [entry for number, entry in enumerate(entries, 1) if number / len(entries) >= 0.25]
    half = entries[len(entries) // 2 - 1] if len(entries) > 1 else None
    behind = half is not None and ahead(half) < -margin
    return {
        "last_lead_change": decided / len(entries),
        "decided_by_half": decided / len(entries) <= 0.5,
        "decided_by_three_quarters": decided / len(entries) <= 0.75,
        "lead_changes": sum(a != b for a, b in pairwise(alone)),
        "runaway": len(winners) == 1 and all(ahead(entry) > margin for entry in late),
        "comeback": behind,
        "from_last": behind
        and half is not None
        and max(half[side] for side in winners) == min(half[side] for side in sides),
    }


SETTINGS: dict[str, dict[str, Any]] = {
    "starwars": {"policy": "greedy"},
    "carcassonne": {"policy": "greedy", "players": 2},
    "castle": {"policy": "greedy"},
    "catan": {"policy": "greedy", "rules": [f"max_turns={volume(60, 6)}"]},
    "team": {"policy": "random", "preset": "team"},
}


@pytest.fixture(scope="module", params=SETTINGS)
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run with progress, in blocks of seven games."""
    game = "starwars" if request.param == "team" else request.param
    plan = make_plan(game, volume(40, 2), seed=5, tables="all,progress", **SETTINGS[request.param])
    return play(plan, Request(out=tmp_path_factory.mktemp("run") / "run", jobs=1, block_size=volume(7, 1)))


def test_measures_equal_a_recount_in_plain_python(run: Run) -> None:
    found, counted = progress_of(run), told_again(run)
    assert found is not None or not counted["last_lead_change"]
    if found is not None:
        (columns,) = pieces(run, run.plan.n, more=["progress"])
        arrays = GameArrays(run.plan, columns)
        for measure in of_progress(run.plan.game):
            values = np.array(counted[measure.name], float)
            assert measure.numbers(arrays)[arrays.won] == pytest.approx(values), measure.name
        for measure in found.measures:
            mean = np.mean(counted[measure.name])
            assert found.get(measure.name).value == pytest.approx(mean), measure.name


def test_no_interval_is_a_point_and_none_leaves_its_bounds(run: Run) -> None:
    found = progress_of(run)
    if found is not None:
        for name, estimate in found.frame()[["measure", "estimate"]].itertuples(index=False):
            assert estimate.low < estimate.high, name
            assert name == "lead_changes" or 0 <= estimate.low <= estimate.high <= 1, name


def test_the_curve_counts_the_games_in_which_the_later_winner_leads(run: Run) -> None:
    found = progress_of(run)
    if found is not None:
        leading = found.leading()
        assert leading["part"].tolist() == pytest.approx([step / STEPS for step in range(STEPS + 1)])
        assert leading["estimate"][0].value == 0
        half = found.led[STEPS // 2] / found.n
        assert found.get("decided_by_half").value <= half <= 1 - found.get("comeback").value


def test_the_content_of_a_run_with_progress_does_not_depend_on_its_blocks(run: Run, tmp_path: Path) -> None:
    again = play(run.plan, Request(out=tmp_path / "again", jobs=1, block_size=run.plan.n))
    assert content(again) == content(run)
    assert again["progress"].equals(run["progress"])


# --- what a user sees


def test_a_share_of_games_that_were_won_has_the_guarded_interval_of_all_shares(run: Run) -> None:
    """Of a part of a game, too: as `part_of` says it of the same games."""
    (columns,) = pieces(run, run.plan.n, more=["progress"])
    arrays = GameArrays(run.plan, columns)
    for measure in of_progress(run.plan.game):
        if measure.kind == SHARE and measure.per is not None and arrays.won.any():
            sums = Sums(measure)
            sums.add(arrays, arrays, np.zeros(1, np.int64))
            ours = sums.estimate(0, 0.95)
            theirs = part_of(measure.numbers(arrays), measure.weights(arrays))
            assert ours is not None
            assert (ours.value, ours.low, ours.high) == pytest.approx((theirs.value, theirs.low, theirs.high))


def test_changes_of_how_games_go_are_taken_game_by_game(tmp_path: Path) -> None:
    """Each measure of a comparison is the mean of the differences that plain Python finds."""
    n = volume(60, 4)
    base, house = runs = [
        play(
            make_plan("starwars", n, policy="random", rules=rules, seed=4, tables="all,progress"),
            Request(out=tmp_path / name, jobs=1, block_size=volume(13, 2)),
        )
        for name, rules in (("base", []), ("house", ["route_tile_points=5"]))
    ]
    found, counted = compare(base, house), [told_again(run) for run in runs]
    for measure in of_progress("starwars"):
        change = found.get(measure.name)
        one, other = (np.array(told[measure.name], float) for told in counted)
        assert change.change.value == pytest.approx(np.mean(other - one)), measure.name
        assert change.base is not None
        assert change.base.value == pytest.approx(np.mean(one)), measure.name
        assert change.together.low < change.together.high


GAMES = volume(30, 1)
COMMAND = ("--game", "starwars", "--n", GAMES, "--policy", "greedy", "--jobs", 1, "--out", "runs/some")


def test_one_command_says_how_games_go(tmp_path: Path) -> None:
    done = run_cli(*COMMAND, "--tables", "all,progress", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "the lead changes for the last time after" in done.stdout
    shown = json.loads(run_cli("runs", "show", "runs/some", "--json", cwd=tmp_path).stdout)
    assert shown["tables"] == ["games", "seats", "battles", "features", "progress"]
    again = json.loads(run_cli(*COMMAND, "--tables", "all,progress", "--json", cwd=tmp_path).stdout)
    assert set(again["progress"]) == {measure.name for measure in of_progress("starwars")}
    frame = progress(load(tmp_path / "runs" / "some"))
    assert again["progress"]["last_lead_change"]["value"] == frame["estimate"][0].value
    assert run_cli("verify", "runs/some", cwd=tmp_path).returncode == 0
    assert run_cli("report", "runs/some", cwd=tmp_path).returncode == 0
    page = (tmp_path / "runs" / "some" / "report.html").read_text()
    assert "When a game is decided" in page
    assert "the share of games in which the later winner leads" in page


def test_a_run_without_the_table_says_nothing_of_it(tmp_path: Path) -> None:
    found = json.loads(run_cli(*COMMAND, "--json", cwd=tmp_path).stdout)
    assert "progress" not in found
    opened = load(tmp_path / "runs" / "some")
    assert sections(opened) == []
    assert "played with --tables games,seats,battles,features" in refusal(progress, opened)


def test_games_that_nobody_won_say_nothing(tmp_path: Path) -> None:
    """Catan that stops after two turns."""
    words = ("--game", "catan", "--n", 2, "--policy", "random", "--rule", "max_turns=2", "--out", "some")
    done = run_cli(*words, "--tables", "all,progress", "--jobs", 1, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "lead changes" not in done.stdout
    opened = load(tmp_path / "some")
    assert len(opened["progress"]) == 2 * 4 * 3
    assert sections(opened) == []
    assert "nobody won any of its games" in refusal(progress, opened)


def test_more_turns_than_there_is_room_for_are_refused() -> None:
    playing = simulator()
    table = playing.playing.tables["progress"]
    room, rows = playing.room(1, ("games", "seats")), np.zeros(4, np.int64)
    short = np.empty(6, table.rows).view(np.recarray)
    none = np.empty(0, playing.playing.tables["placements"].rows).view(np.recarray)
    with pytest.raises(IndexError, match="more turns than there is room"):
        play_watched(playing.desk, 3, 1, 0, 1, room, rows, short, none, np.zeros(2, np.int64))


def test_progress_rows_are_plain_numbers(run: Run) -> None:
    frame = run["progress"]
    assert list(frame.columns) == ["game", "turn", "seat", "score"]
    assert all(pd.api.types.is_integer_dtype(kind) for kind in frame.dtypes)


ASKED = ("--game", "carcassonne", "--policy", "random", "--n", volume(30, 2), "--jobs", 1)


def test_a_comparison_of_runs_with_the_table_shows_how_games_go(tmp_path: Path) -> None:
    """Also what the rule alone does to finished games, which do not tell how they would have gone."""
    words = ("compare", *ASKED, "--rule", "farm_points=9")
    done = run_cli(*words, "--tables", "all,progress", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    names = {measure.name for measure in of_progress("carcassonne")} - {"from_last"}
    assert names <= {change["measure"] for change in found["comparisons"][0]["changes"]}
    assert not names & {change["measure"] for change in found["rescored"][0]["changes"]}
    assert "--tables all,progress" in found["command"]
    only = run_cli(*words, "--tables", "all,progress", "--measure", "runaway", "--json", cwd=tmp_path)
    assert only.returncode == 0, only.stderr
    assert [c["measure"] for c in json.loads(only.stdout)["comparisons"][0]["changes"]] == ["runaway"]


def test_a_sweep_of_runs_with_the_table_shows_how_games_go(tmp_path: Path) -> None:
    words = ("sweep", *ASKED, "--rule", "farm_points=1,9", "--tables", "all,progress")
    done = run_cli(*words, "--target", "last_lead_change=60%", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    for name in ("last_lead_change", "decided_by_half", "runaway", "comeback"):
        assert f'"{name}"' in done.stdout


@pytest.mark.parametrize("verb", ["compare", "sweep"])
def test_a_measure_whose_table_is_not_there_says_how_to_get_it(tmp_path: Path, verb: str) -> None:
    rule = "farm_points=9" if verb == "compare" else "farm_points=1,9"
    done = run_cli(verb, *ASKED, "--rule", rule, "--measure", "runaway", cwd=tmp_path)
    answer = "runaway is told by the table 'progress', which is not there: --tables all,progress"
    assert answer in one_line(done)
    assert not list(tmp_path.iterdir())


def test_of_two_runs_only_what_both_have_a_table_for_is_compared(tmp_path: Path) -> None:
    for name, tables in (("a", "all"), ("b", "all,progress")):
        words = (*ASKED, "--rule", f"meeples={5 if name == 'a' else 7}", "--tables", tables, "--out", name)
        assert run_cli(*words, cwd=tmp_path).returncode == 0
    for runs in (("a", "b"), ("b", "a")):
        refused = run_cli("compare", *runs, "--measure", "runaway", "--out", "none", cwd=tmp_path)
        assert "runaway is told by the table 'progress'" in one_line(refused)
        assert not (tmp_path / "none").exists()
        done = run_cli("compare", *runs, "--json", "--out", "-".join(runs), cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        names = {change["measure"] for change in json.loads(done.stdout)["comparisons"][0]["changes"]}
        assert "turns" in names
        assert "runaway" not in names


@pytest.mark.parametrize(("after", "above"), [(60, False), (5, True)])
def test_the_words_beside_the_line_stand_where_it_does_not_go(after: int, above: bool) -> None:
    """Beneath it where it rises, above it where it falls into them, as it does in Castle."""
    shares = [0] * 10 + [30] + [after] * 10
    table = pd.DataFrame({"part": [i / 20 for i in range(21)], "estimate": [wilson(k, 100) for k in shares]})
    with finished(lambda page: leading(page, table), "", "") as (page, _):
        (words,) = (text for text in page.axes[0].texts if "later winner" in text.get_text())
        assert isinstance(words, Annotation)
        assert (words.xy[1] > 31, words.xyann[1] > 0) == (above, above)
