"""How games go and what each piece brings: made-up games, recounts in plain Python, and what a user sees."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from builders import content, one_line, page_of_run, refusal, run_cli, simulator, succeed, volume
from matplotlib.text import Annotation

import simulate
from analyses.estimates.critical import shared_level
from analyses.estimates.estimate import Estimate, wilson
from analyses.estimates.samples import part_of, ratio_of
from analyses.measures.measure import SHARE, GameArrays
from analyses.measures.paired_games import PairedSums, pieces
from analyses.measures.placements import (
    KindSums,
    PieceKind,
    Pieces,
    Placements,
    pieces_of,
    placements,
    placements_of,
)
from analyses.measures.standings import Standings
from analyses.measures.summary import analysis_of
from analyses.measures.vocabulary import of_progress
from analyses.questions.compare import compare
from analyses.runs.progress import STEPS, progress, progress_of
from reports.pictures.plots import finished
from reports.runs import placements as pieces_page
from reports.runs.placements import say
from reports.runs.progress import leading, sections
from rules.carcassonne.tiles import STANDARD
from rules.fields import Row, blank
from rules.games import OWN
from rules.position import EMPTY
from simulate.plans.plan import make_plan
from simulate.plans.request import Request
from simulate.play.playing import play_watched
from simulate.play.simulator import Simulator
from simulate.play.tables import WATCHED, write_log
from simulate.store.runs import Run, load
from simulate.working.workers import play

NOTICED = {"starwars": 1, "carcassonne": 1, "catan": 0.25, "castle": 0.25}


def stood(scores: Sequence[Sequence[int]], *winners: int, margin: float = 1.0) -> Standings:
    """One game: the scores of its sides entry by entry, and who wins."""
    won = np.array([[side in winners for side in range(len(scores[0]))]])
    return Standings(np.array(scores, np.float64), np.array([len(scores)]), won, margin)


# --- measures, on games that can be read off


@pytest.mark.parametrize(
    ("scores", "winners", "decided"),
    [
        ([[0, 1], [3, 1], [3, 4], [3, 9]], [1], 3),  # leads alone from the third of four entries on
        ([[5, 0], [5, 5], [6, 5], [6, 5]], [0], 3),  # a lead that is shared decides nothing yet
        ([[0, 4, 0], [4, 4, 0], [7, 7, 1]], [0, 1], 2),  # those who share the win are level and ahead
        ([[2, 1], [2, 2]], [1], 2),  # at the end winners lead, whatever broke the tie
    ],
)
def test_a_game_is_decided_when_the_lead_changes_for_the_last_time(
    scores: list[list[int]], winners: list[int], decided: int
) -> None:
    game = stood(scores, *winners)
    assert game.decided.tolist() == [decided]
    assert not game.decided_by(decided - 1, len(scores))
    assert game.decided_by(decided, len(scores))


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


def test_a_leader_at_half_leads_alone_and_may_win_or_not() -> None:
    """Of two who are level nobody leads; who shares the win has won."""
    ahead = [[0, 9], [3, 1], [0, 4], [0, 5]]
    assert stood(ahead, 1).led_alone()
    assert not stood(ahead, 1).leader_won()
    assert stood(ahead, 0).leader_won()
    assert stood(ahead, 0, 1).leader_won()
    level = stood([[0, 9], [3, 3], [4, 0], [5, 0]], 0)
    assert not level.led_alone()
    assert not level.leader_won()


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
    leading = leaders[len(entries) // 2 - 1] if half is not None else set()
    return {
        "last_lead_change": decided / len(entries),
        "decided_by_half": decided / len(entries) <= 0.5,
        "decided_by_three_quarters": decided / len(entries) <= 0.75,
        "lead_changes": sum(a != b for a, b in pairwise(alone)),
        "runaway": len(winners) == 1 and all(ahead(entry) > margin for entry in late),
        "comeback": behind,
        "leader_won": leading <= winners if len(leading) == 1 else math.nan,
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
    """A run with both tables, in blocks of seven games."""
    game = "starwars" if request.param == "team" else request.param
    plan = make_plan(game, volume(40, 2), seed=5, tables="all,progress,placements", **SETTINGS[request.param])
    return play(plan, Request(out=tmp_path_factory.mktemp("run") / "run", jobs=1, block_size=volume(7, 1)))


def test_measures_equal_a_recount_in_plain_python(run: Run) -> None:
    found, counted = progress_of(run), told_again(run)
    assert found is not None or not counted["last_lead_change"]
    if found is not None:
        (columns,) = pieces(run, run.plan.n, more=["progress"])
        arrays = GameArrays(run.plan, columns)
        for measure in of_progress(run.plan.game):
            values = np.array(counted[measure.name], float)
            numbers, asked = measure.numbers(arrays)[arrays.won], measure.weights(arrays)[arrays.won] > 0
            assert numbers == pytest.approx(np.nan_to_num(values)), measure.name
            assert (asked == ~np.isnan(values)).all(), measure.name
        for measure in found.measures:
            asked = np.array(counted[measure.name], float)
            mean = np.mean(asked[~np.isnan(asked)])
            assert found.estimates[measure.name].value == pytest.approx(mean, nan_ok=True), measure.name


def test_the_curve_counts_the_games_in_which_the_later_winner_leads(run: Run) -> None:
    found = progress_of(run)
    if found is not None:
        leading = found.leading()
        assert leading["part"].tolist() == pytest.approx([step / STEPS for step in range(STEPS + 1)])
        assert leading["estimate"][0].value == 0
        half = found.led[STEPS // 2] / found.n
        assert found.estimates["decided_by_half"].value <= half <= 1 - found.estimates["comeback"].value


def test_the_tables_change_no_game_and_depend_on_no_block(run: Run, tmp_path: Path) -> None:
    again = play(run.plan, Request(out=tmp_path / "again", jobs=1, block_size=run.plan.n))
    assert content(again) == content(run)
    assert again["progress"].equals(run["progress"])
    plain = Simulator(replace(run.plan, tables=run.plan.tables[:-2])).play(0, 1)
    rows = Simulator(run.plan).play(0, 1)
    assert list(rows) == [*plain, "progress", "placements"]
    assert all(rows[name].tobytes() == table.tobytes() for name, table in plain.items())
    mine = run["placements"].query("game == 0")
    assert rows["placements"]["brought"].tolist() == pytest.approx(mine["brought"].tolist())


# --- what a user sees


def test_a_share_of_games_that_were_won_has_the_guarded_interval_of_all_shares(run: Run) -> None:
    """Of a part of a game, too: as `part_of` says it of the same games."""
    (columns,) = pieces(run, run.plan.n, more=["progress"])
    arrays = GameArrays(run.plan, columns)
    for measure in of_progress(run.plan.game):
        if measure.kind == SHARE and measure.per is not None and arrays.won.any():
            sums = PairedSums(measure)
            sums.add(arrays, arrays, np.zeros(1, np.int64))
            ours = sums.estimate(0, 0.95)
            theirs = part_of(measure.numbers(arrays), measure.weights(arrays))
            assert ours is not None
            assert (ours.value, ours.low, ours.high) == pytest.approx((theirs.value, theirs.low, theirs.high))


GAMES = volume(30, 1)
COMMAND = ("--game", "starwars", "--n", GAMES, "--policy", "greedy", "--jobs", 1, "--out", "runs/some")


def test_one_command_says_how_games_go_and_what_pieces_bring(tmp_path: Path) -> None:
    words = (*COMMAND, "--tables", "all,progress,placements")
    said = succeed(*words, cwd=tmp_path).stdout
    assert "the lead changes for the last time after" in said
    assert "that somebody won" not in said, "somebody won every game"
    assert "points brought by one" in said
    assert "Brought: points that features paid to the player who laid it" in said
    shown = json.loads(run_cli("runs", "show", "runs/some", "--json", cwd=tmp_path).stdout)
    assert shown["tables"] == ["games", "seats", "battles", "features", "progress", "placements"]
    run = load(tmp_path / "runs" / "some")
    again = json.loads(run_cli(*words, "--json", cwd=tmp_path).stdout)["sections"]
    assert set(again["progress"]) == {measure.name for measure in of_progress("starwars")}
    assert again["progress"]["last_lead_change"]["value"] == progress(run)["estimate"][0].value
    pieces, frame = again["placements"]["pieces"], placements(run)
    assert [one["piece"] for one in pieces] == frame["name"].tolist()
    assert pieces[0]["brought"]["value"] == frame["brought"][0].value
    succeed("verify", "runs/some", cwd=tmp_path)
    succeed("report", "runs/some", cwd=tmp_path)
    page = (run.path / "report.html").read_text()
    assert "When a game is decided" in page
    assert "what each has by then, hidden or not" in page
    assert "the share of games in which the later winner leads" in page
    assert "Which tile brings most" in page


def test_a_run_without_the_tables_says_nothing_of_them(tmp_path: Path) -> None:
    found = json.loads(run_cli(*COMMAND, "--json", cwd=tmp_path).stdout)
    assert not {"progress", "placements"} & set(found["sections"])
    opened = load(tmp_path / "runs" / "some")
    assert sections(opened) == pieces_page.sections(opened) == []
    assert placements_of(opened) is None
    for told in (progress, placements):
        assert "played with --tables games,seats,battles,features" in refusal(told, opened)


def test_games_that_somebody_won_are_told_from_all_games(tmp_path: Path) -> None:
    """Catan that stops after 20 turns: how games go is told of those that somebody won by then."""
    rules = ("--rule", "points_to_win=4", "--rule", "max_turns=20")
    words = ("--game", "catan", "--n", 12, "--policy", "greedy", *rules, "--out", "some")
    said = succeed(*words, "--tables", "all,progress", "--jobs", 1, cwd=tmp_path).stdout
    opened = load(tmp_path / "some")
    won = int(opened.games["finished"].sum())
    assert 0 < won < 12
    assert f"\n in the {won} games that somebody won:\n the lead changes" in said


def test_games_that_nobody_won_say_nothing(tmp_path: Path) -> None:
    """Catan that stops after two turns."""
    words = ("--game", "catan", "--n", 2, "--policy", "random", "--rule", "max_turns=2", "--out", "some")
    done = succeed(*words, "--tables", "all,progress", "--jobs", 1, cwd=tmp_path)
    assert "lead changes" not in done.stdout
    opened = load(tmp_path / "some")
    assert len(opened["progress"]) == 2 * 4 * 3
    assert sections(opened) == []
    assert "nobody won any of its games" in refusal(progress, opened)
    page = page_of_run(opened)
    assert "These policies play every game" in page
    assert "played to its end" not in page


def test_more_turns_than_there_is_room_for_are_refused() -> None:
    playing = simulator()
    table = playing.playing.tables["progress"]
    room, rows = playing.room(1, ("games", "seats"))
    short = np.empty(6, table.rows).view(np.recarray)
    pieces, decisions = (
        np.empty(0, playing.playing.tables[name].rows).view(np.recarray) for name in WATCHED[1:3]
    )
    with pytest.raises(IndexError, match="more turns than there is room"):
        play_watched(
            playing.desk,
            3,
            1,
            0,
            1,
            room,
            rows,
            short,
            pieces,
            decisions,
            EMPTY[:0],
            np.ones((4, 1), np.bool_),
            np.zeros(4, np.int64),
        )


ASKED = ("--game", "carcassonne", "--policy", "random", "--n", volume(30, 2), "--jobs", 1)


def test_a_comparison_of_runs_with_the_table_shows_how_games_go(tmp_path: Path) -> None:
    """Also what the rule alone does to finished games, which do not tell how they would have gone."""
    words = ("compare", *ASKED, "--rule", "farm_points=9")
    done = succeed(*words, "--tables", "all,progress", "--json", cwd=tmp_path)
    found = json.loads(done.stdout)
    names = {measure.name for measure in of_progress("carcassonne")} - {"from_last"}
    assert names <= {number["measure"] for number in found["numbers"]}
    assert not names & {number["measure"] for number in found["sections"]["rescored_changes"]}
    assert "--tables all,progress" in found["command"]
    only = succeed(*words, "--tables", "all,progress", "--measure", "runaway", "--json", cwd=tmp_path)
    assert [number["measure"] for number in json.loads(only.stdout)["numbers"]] == ["runaway"]


def test_of_two_runs_only_what_both_have_a_table_for_is_compared(tmp_path: Path) -> None:
    for name, tables in (("a", "all"), ("b", "all,progress")):
        words = (*ASKED, "--rule", f"meeples={5 if name == 'a' else 7}", "--tables", tables, "--out", name)
        succeed(*words, cwd=tmp_path)
    for runs in (("a", "b"), ("b", "a")):
        refused = run_cli("compare", *runs, "--measure", "runaway", "--out", "none", cwd=tmp_path)
        assert "runaway is told by the table 'progress'" in one_line(refused)
        assert not (tmp_path / "none").exists()
        done = succeed("compare", *runs, "--json", "--out", "-".join(runs), cwd=tmp_path)
        names = {number["measure"] for number in json.loads(done.stdout)["numbers"]}
        assert "turns" in names
        assert "runaway" not in names


@pytest.mark.parametrize(("half", "after", "above"), [(30, 60, False), (30, 5, True), (4, 40, True)])
def test_the_words_beside_the_line_stand_where_it_does_not_go(half: int, after: int, above: bool) -> None:
    """Beneath it where it rises; above it where it falls into them, as in Castle, or where the axis is."""
    shares = [0] * 10 + [half] + [after] * 10
    table = pd.DataFrame({"part": [i / 20 for i in range(21)], "estimate": [wilson(k, 100) for k in shares]})
    with finished(lambda page: leading(page, table), "", "") as (page, _):
        (words,) = (text for text in page.axes[0].texts if "later winner" in text.get_text())
        assert isinstance(words, Annotation)
        assert (words.xy[1] > 31, words.xyann[1] > 0) == (above, above)


# --- what was placed and what it brought


def sums(placed: list[int], brought: list[int]) -> KindSums:
    """Games in which so many of a kind were placed, and brought so much."""
    found = KindSums()
    found.add(np.array(placed), np.array(brought, float))
    return found


# --- estimates


def test_what_one_brought_is_a_ratio_of_totals_with_the_game_as_unit() -> None:
    placed, brought = np.array([1, 2, 1, 3] * 20), np.array([4, 7, 0, 9] * 20)
    ours, theirs = sums(placed.tolist(), brought.tolist()).estimate(0.95), ratio_of(brought, placed)
    assert (ours.value, ours.low, ours.high) == pytest.approx((theirs.value, theirs.low, theirs.high))


def test_blocks_add_up() -> None:
    both, apart = sums([1, 2, 1, 1], [3, 4, 0, 1]), sums([1, 2], [3, 4])
    apart.add(np.array([1, 1]), np.array([0.0, 1.0]))
    assert apart == both


@pytest.mark.parametrize("brought", [[0] * 50, [2] * 50, [0] * 49 + [1]])
def test_what_hardly_ever_varied_is_no_point(brought: list[int]) -> None:
    """It may in games that were not seen; what was never below 0 is not said to be."""
    found = sums([1] * 50, brought).estimate(0.95)
    assert 0 <= found.low < found.value + 1e-12
    assert found.high - found.value > 0.07


def test_what_brought_anything_in_few_games_may_bring_as_much_as_others() -> None:
    """In no game it brought any: that says little where others bring 9, or -9."""
    for n, high in ((2, 5), (100, 0.3)):
        found = sums([1] * n, [0] * n)
        assert found.estimate(0.95, most=9.0).high > high
        assert found.estimate(0.95, -9.0, 9.0).low < -high
        assert found.estimate(0.95, most=9.0).low == 0


@pytest.mark.parametrize("n", [50, 400])
def test_what_seldom_brings_much_is_covered(n: int) -> None:
    """A dozen kinds bring 10 in few games, as many others 2 or so: some interval missed in 7 of 10 runs."""
    rng, level, missed, runs = np.random.default_rng(7), shared_level(24), 0, volume(200, 20)
    chances = np.geomspace(0.2, 2.0, 12) / n
    for _ in range(runs):
        kinds = []
        for chance in chances:
            kinds += [(rng.random(n) < chance) * 10.0, rng.poisson(2.0, n) * 1.0]
        told = [sums([1] * n, brought.tolist()) for brought in kinds]
        most = max(each.most for each in told)
        truths = np.repeat(10 * chances, 2)
        truths[1::2] = 2.0
        ends = [each.estimate(level, 0.0, most) for each in told]
        missed += any(not e.low <= truth <= e.high for e, truth in zip(ends, truths, strict=True))
    assert missed <= 0.05 * runs + 3 * math.sqrt(0.0475 * runs)


def test_a_handful_of_games_that_brought_nearly_the_same_is_covered() -> None:
    """Ten games with each of forty kinds, which bring 4 or 5 and seldom 12: in every run some were missed."""
    rng, level, missed, runs = np.random.default_rng(3), shared_level(40), 0, 100
    for _ in range(runs):
        kinds = rng.choice([4, 5, 12], (40, 10), p=[0.7, 0.2, 0.1])
        told = [sums([1] * 10, brought.tolist()).estimate(level, most=12.0) for brought in kinds]
        missed += any(not each.low <= 5.0 <= each.high for each in told)
    assert missed <= 0.05 * runs


def test_what_usually_brings_the_same_is_covered() -> None:
    """Each brings 2, and in few games one less in all: Student's interval missed in 11 cases of 100."""
    rng = np.random.default_rng(4)
    rounds, n, share, missed = 400, 200, 0.0175, 0
    for _ in range(rounds):
        found = KindSums()
        placed = rng.integers(1, 3, n)
        found.add(placed, 2 * placed - (rng.random(n) < share))
        each = found.estimate(0.95)
        missed += not each.low <= 2 - share / 1.5 <= each.high
    assert missed / rounds < 0.05


def test_of_a_single_game_nothing_is_known() -> None:
    assert math.isinf(sums([1], [3]).estimate(0.95).high)


def pieces_bring(noun: str, ends: Mapping[str, tuple[float, float, int]]) -> Placements:
    """Pieces by their names: the ends of what each brings, and how many were placed."""
    kinds = (
        PieceKind(name, n, Estimate((low + high) / 2, low, high, 0.95, n, "ratio"))
        for name, (low, high, n) in ends.items()
    )
    return Placements(Pieces(noun, "points", lambda plan: []), "", tuple(kinds))


def test_what_may_bring_most_is_said_as_far_as_it_is_settled() -> None:
    def of(*ends: tuple[float, float]) -> Placements:
        return pieces_bring("tile", {name: (*both, 9) for name, both in zip("ABCDEF", ends, strict=False)})

    assert say(of((5, 6), (3, 4), (1, 2))) == "the tile that brings most is A"
    assert say(of((5, 7), (4, 6), (1, 2))) == "the tile that brings most is one of 2: A and B"
    several = say(of(*[(4, 6)] * 5, (1, 2)))
    assert several == "the tile that brings most is one of 5, A, B and C among them"
    assert say(of((5, 7), (4, 6), (1, 9))) == "it is not settled which tile brings most"


def test_what_is_in_few_games_is_not_said_to_bring_most_perhaps() -> None:
    """Two dozen games of Catan in which a settlement beside no hex brought nothing let it bring 44 cards."""
    ends = {
        "city, 9 dots": (5, 6, 900),
        "city, 8 dots": (4, 6, 900),
        "road": (0, 1, 900),
        "city, 0 dots": (0, 44, 9),
    }
    assert say(pieces_bring("piece", ends)) == (
        "the piece that brings most is one of 2: “city, 9 dots” and “city, 8 dots”; "
        "these games tell too little of “city, 0 dots”"
    )


def test_what_brought_something_in_few_games_is_not_said_to_bring_most_perhaps() -> None:
    """A card that never sent one back in 48 games may send back 4, as far as Wilson's bound knows."""
    kinds = [
        PieceKind("Dragon", 60, sums([1] * 60, [1, 2, 3] * 20).estimate(0.999)),
        PieceKind("Ambassador", 48, sums([1] * 48, [0] * 48).estimate(0.999, -20, 20)),
    ]
    said = say(Placements(Pieces("card", "cards", lambda plan: []), "", tuple(kinds)))
    assert said == "the card that brings most is Dragon; these games tell too little of Ambassador"


# --- real games


def test_each_kind_is_what_pandas_says_of_the_table_the_best_first(run: Run) -> None:
    table = run["placements"]
    names = pieces_of(run.plan.game).names(run.plan)
    table["name"] = [names[piece] for piece in table["piece"]]
    counted = table.groupby("name")["brought"].agg(["mean", "count"])
    found = placements(run)
    assert set(found["name"]) == set(counted.index)
    for name, placed, estimate in found[["name", "placed", "brought"]].itertuples(index=False):
        assert placed == counted["count"][name]
        assert estimate.value == pytest.approx(counted["mean"][name], abs=1e-6)
        assert estimate.low < estimate.high
        assert estimate.level == pytest.approx(1 - 0.05 / len(found))
    values = [estimate.value for estimate in found["brought"]]
    assert values == sorted(values, reverse=True)


def test_what_a_rule_changes_of_a_piece_is_no_point(tmp_path: Path) -> None:
    """Most cards of Castle send nobody back under any rule: games that were not seen may yet differ."""
    base = simulate.run("castle", 40, policy="random", tables="all,placements", jobs=1, out=tmp_path / "a")
    changes = compare(base, base.vary({"actions": 3}, jobs=1, out=tmp_path / "b")).placed
    still = [c for c in changes if c.before and c.after and c.before.value == c.after.value == 0]
    assert len(still) > 5
    for change in changes:
        for estimate in (change.before, change.after, change.estimate):
            assert estimate is not None
            assert estimate.low < estimate.high
    assert all(change.estimate.low < 0 < change.estimate.high for change in still)


# --- what another rule does to what each brings


def played(folder: Path, tables: str = "all,placements") -> tuple[Run, Run]:
    """The same games under two rules, in blocks of seven."""
    how: dict[str, Any] = {"jobs": 1, "block_size": 7}
    asked = {"players": 2, "policy": "random", "tables": tables}
    base = simulate.run("starwars", volume(30, 3), **asked, **how, out=folder / "base")
    return base, base.vary({"planet_place_points": 3}, **how, out=folder / "house")


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> tuple[Run, Run]:
    return played(tmp_path_factory.mktemp("placed"))


def brought(run: Run) -> pd.Series[float]:
    """What one piece of each name brought, by its definition."""
    rows = run["placements"]
    names = np.array(pieces_of("starwars").names(run.plan))
    rows = rows.assign(name=names[rows["piece"].to_numpy()])
    means: pd.Series[float] = rows.groupby("name")["brought"].mean()
    return means


def test_the_change_of_what_a_piece_brings_is_that_of_the_tables(pair: tuple[Run, Run]) -> None:
    base, house = map(brought, pair)
    found = {change.measure.name: change for change in compare(*pair).placed}
    assert set(found) == set(base.index) & set(house.index)
    for name, change in found.items():
        assert change.estimate.value == pytest.approx(house[name] - base[name], abs=1e-4)
        assert change.before is not None
        assert change.before.value == pytest.approx(base[name], abs=1e-4)


def test_one_command_says_what_a_rule_does_to_each_piece(folder: Path) -> None:
    asked = "--rule planet_place_points=3 --n 20 --players 2 --policy random --tables all,placements"
    done = succeed("compare", "--game", "starwars", *asked.split(), "--out", "told", cwd=folder)
    assert "points brought by one tile" in done.stdout
    assert "What each tile brings" in (folder / "told" / "report.html").read_text()
    rows = pd.read_csv(folder / "told" / "tables" / "placements.csv")
    found = json.loads((folder / "told" / "findings.json").read_text())["sections"]["placements"]
    assert rows["piece"].tolist() == [one["piece"] for one in found]
    assert rows["change"].tolist() == pytest.approx([one["change"] for one in found])


def test_a_comparison_names_the_tiles_that_one_side_has_alone(folder: Path) -> None:
    """Whose own tiles those are looked for them in vain: what they bring has no change."""
    text = STANDARD.read_text(encoding="utf-8")
    last = text.rpartition("[[tile]]")[2]
    cross = last.replace('id = "X"', 'id = "Cross"')
    (folder / "more.toml").write_text(f"{text}\n[[tile]]{cross}", encoding="utf-8")
    asked = "--game carcassonne --tiles more.toml --n 20 --policy random --tables all,placements --json"
    found = json.loads(succeed("compare", *asked.split(), cwd=folder).stdout)
    assert found["notes"][1:] == [
        "no change is told of Cross, placed with tiles more.toml alone; "
        f"simulate report {found['runs'][2]['run']} tells what these bring"
    ]


def test_a_log_longer_than_its_table_is_refused() -> None:
    """And not written behind it."""
    with pytest.raises(IndexError, match="more rows than its Table has room for"):
        write_log(blank(Row, 3), 3, 0, blank(Row, 2), 0)


@pytest.mark.parametrize("game", OWN)
def test_the_pieces_of_every_game_have_a_margin_with_its_reason_and_no_comma_in_their_names(
    game: str,
) -> None:
    """Sentences list them: "one of 2: settlement, 13 dots and city, 2 dots" cannot be read."""
    of = pieces_of(game)
    assert of.margin > 0
    assert of.because
    assert not any("," in name for name in of.names(make_plan(game, 1)))
