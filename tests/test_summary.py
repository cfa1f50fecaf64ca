"""What is read block by block equals what plain pandas says about the whole tables."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import numpy as np
import pandas as pd
import pytest
from builders import volume
from made_up import Bare, columns_of
from naive.estimates import came, check_fixed, interval, numbers
from scipy import stats

from analyses.games import starwars
from analyses.games.odds import battle_odds
from analyses.measures.summary import Summary, summarise
from reports.words.wording import finding
from rules.errors import UserError
from simulate.plans.plan import Plan, make_plan
from simulate.play.simulator import Simulator

GAMES = volume(300, 8)
SETTINGS: dict[str, dict[str, Any]] = {
    "three": {},
    "five": {"players": 5, "rules": ("dice_cap=4", "loser_points=dice_of_every_roll")},
    "team": {"players": 4, "preset": "team"},
    "by lot": {"policy": "random", "rules": ("first_player=random",)},
    "team by lot": {"players": 4, "preset": "team", "policy": "random", "rules": ("first_player=random",)},
    "lots": {"policy": "heuristic,greedy,random", "rules": ("first_player=random", "win_tie=later_seat")},
}


class Cut(Bare):
    """A run whose tables lie in memory, cut into blocks of `size` games."""

    games_done = GAMES
    command = "simulate --game starwars"

    def __init__(self, plan: Plan, tables: dict[str, pd.DataFrame], size: int) -> None:
        super().__init__(plan)
        self.kept, self.size = tables, size

    def arrays(
        self, table: str, columns: Sequence[str] | None = None, since: int = 0
    ) -> Iterator[dict[str, np.ndarray]]:
        """The table block by block, as a run gives it; all of it is asked for."""
        assert not since
        frame = self.kept[table]
        first = self.plan.first_game
        edges = [*range(first, first + self.plan.n, self.size), first + self.plan.n]
        for low, high in pairwise(np.searchsorted(frame["game"], edges)):  # rows lie in order of games
            yield columns_of(frame.iloc[low:high], columns)


@cache
def played(name: str) -> tuple[Plan, dict[str, pd.DataFrame]]:
    """The plan and the whole tables of a setting."""
    plan = make_plan("starwars", GAMES, first_game=5, **SETTINGS[name])
    return plan, {table: pd.DataFrame(rows) for table, rows in Simulator(plan).play(5, GAMES).items()}


def cut(name: str, size: int = 100) -> Cut:
    """A run of a setting in blocks of so many games."""
    return Cut(*played(name), size)


@cache
def summed(name: str, size: int = 100) -> Summary:
    """What is summed up of a setting."""
    return summarise(cut(name, size))


def told(name: str, size: int = 100) -> tuple[dict[str, pd.DataFrame], Summary]:
    """The whole tables of a setting, and what is summed up of it."""
    return played(name)[1], summed(name, size)


@cache
def battles_of(name: str, size: int) -> starwars.Battles:
    """The battles of a setting."""
    return starwars.battles(cut(name, size), GAMES)


every_setting = pytest.mark.parametrize("name", SETTINGS)
SMALL = volume(23, 7)
"""Games of a block: the last has one alone, and some are without a kind of battle or of scoring."""
every_size = pytest.mark.parametrize("size", [SMALL, 100, GAMES])


# --- who wins


@every_setting
@every_size
def test_seats_equal_plain_pandas(name: str, size: int) -> None:
    tables, summary = told(name, size)
    assert summary.n == GAMES
    for side in summary.sides:
        rows = tables["seats"][tables["seats"]["seat"] == side.seats[0]]
        assert numbers(summary.mean_score(side)) == interval(rows["score"])
        wins = tables["seats"][tables["seats"]["seat"].isin(side.seats)]["win_share"].sum()
        assert summary.win_share(side).value == pytest.approx(wins / GAMES, abs=1e-6)
        assert came(summary.scores_of(side)) == rows["score"].value_counts().to_dict()
    first = tables["seats"]["seat"].isin([side.seats[0] for side in summary.sides])
    assert came(summary.scores) == tables["seats"][first]["score"].value_counts().to_dict()


def test_a_source_of_two_columns_has_the_interval_of_their_sum() -> None:
    tables, summary = told("three")
    rows = tables["seats"][tables["seats"]["seat"] == 1]
    found = summary.means(summary.sides[1], summary.sources)["battles"]
    assert numbers(found) == interval(rows["battle_loss"] + rows["battle_tie"])


@every_setting
def test_games_equal_plain_pandas(name: str) -> None:
    tables, summary = told(name)
    games = tables["games"]
    assert summary.length.value == games["turns"].mean()
    assert summary.length.low < summary.length.value < summary.length.high, "nearly all are equally long"
    assert numbers(summary.margin) == interval(games["margin"])
    assert summary.tied.value == (games["margin"] == 0).mean()


def test_the_side_that_begins_is_found_where_lots_are_drawn() -> None:
    tables, summary = told("lots")
    seats = tables["seats"].merge(tables["games"][["game", "first"]], on="game")
    began = seats[seats["seat"] == seats["first"]].set_index("game")
    others = seats[seats["seat"] != seats["first"]].groupby("game")["score"].mean()
    assert began["first"].nunique() > 1
    assert summary.first_player_wins.value == pytest.approx(began["win_share"].mean())
    assert numbers(summary.first_player_lead) == interval(began["score"] - others)


def test_scores_below_zero_have_the_intervals_of_scores_above() -> None:
    """Where scores lie about 0 they are not taken for what is nearly always 0."""
    tables, summary = told("three")
    shift = round(tables["seats"]["score"].mean())
    seats = tables["seats"].assign(score=tables["seats"]["score"] - shift)
    below = summarise(Cut(summary.plan, tables | {"seats": seats}, GAMES))
    for side in summary.sides:
        found, moved = summary.mean_score(side), below.mean_score(side).minus(-shift)
        assert (moved.low, moved.high) == pytest.approx((found.low, found.high))


def test_a_lead_is_taken_game_by_game() -> None:
    tables, summary = told("three")
    wide = tables["seats"].pivot(index="game", columns="seat", values="score")
    found = summary.lead(summary.sides[0], summary.sides[2])
    assert numbers(found) == interval(wide[0] - wide[2])


def test_a_team_is_one_side() -> None:
    """SW-59: seats 1 and 3 against seats 2 and 4."""
    tables, summary = told("team")
    assert [side.number for side in summary.sides] == ["1+3", "2+4"]
    assert summary.even == 0.5
    ranks = [summary.rank(side).value for side in summary.sides]
    tied = (tables["games"]["margin"] == 0).mean()
    assert sum(ranks) == pytest.approx(3 - tied)


def test_where_the_lot_says_who_begins_places_are_judged_and_not_seats() -> None:
    """All seats are even by the lot alone: that says nothing of the game."""
    tables, summary = told("by lot")
    assert summary.by_place
    seats = tables["seats"].merge(tables["games"][["game", "first"]], on="game")
    place = (seats["seat"].astype(int) - seats["first"].astype(int)) % 3
    for number, share in enumerate(summary.shares()):
        assert share.value == pytest.approx(seats["win_share"][place == number].sum() / GAMES, abs=1e-6)
    assert sum(share.value for share in summary.shares()) == pytest.approx(1)
    name = ("first", "second", "third")[summary.uneven]
    assert finding(summary).startswith(f"The player who moves {name} wins ")
    assert "places in the order of play" in finding(summary)
    for other in ("three", "team", "lots"):  # seat 0 begins, and policies by seat
        assert not summed(other).by_place


def test_where_the_lot_says_which_team_begins_places_are_judged_and_not_teams() -> None:
    """Which team sits where is the lot's alone as well; a team's place is that of its first seat to move."""
    tables, summary = told("team by lot")
    assert summary.by_place
    began = tables["games"].set_index("game")["first"].astype(int) % 2
    seats = tables["seats"].astype({"seat": int})
    of_first = seats[seats["seat"] % 2 == seats["game"].map(began)]
    won = of_first["win_share"].sum() / GAMES
    assert [share.value for share in summary.shares()] == pytest.approx([won, 1 - won])
    name = ("first", "second")[summary.uneven]
    assert finding(summary).startswith(f"The team that moves {name} wins ")
    assert "places in the order of play" in finding(summary)


def test_the_leading_sentence_names_the_most_extreme_of_several_with_an_interval_for_all() -> None:
    summary = summed("three")
    side = summary.sides[summary.uneven]
    assert summary.level_of_all == pytest.approx(1 - 0.05 / 3)
    assert f"{summary.win_share(side, summary.level_of_all):.1%}" in finding(summary)


def test_a_run_without_games_is_refused() -> None:
    run = cut("three")
    run.games_done, run.path = 0, Path()
    with pytest.raises(UserError, match="no finished games yet; play them: simulate --game starwars"):
        summarise(run)


# --- Star Wars: battles and features


@every_setting
def test_facts_equal_plain_pandas(name: str) -> None:
    _, tables = played(name)
    games = tables["games"]
    battles, tied = (fact.estimate for fact in starwars.facts(summed(name)))
    assert numbers(battles) == interval(games["battles"])
    rolls = games["battles"] + games["ties"]
    assert tied.value == pytest.approx(games["ties"].sum() / rolls.sum())
    strays = games["ties"] - tied.value * rolls
    error = strays.std() / np.sqrt(GAMES) / rolls.mean()
    assert tied.half_width == pytest.approx(stats.t(GAMES - 1).ppf(0.975) * error)


@cache
def counted_by_pools(name: str) -> dict[Any, tuple[int, int]]:
    """Battles by pools of dice, and those that the largest pool won, or the first of equal ones."""
    counted: dict[Any, tuple[int, int]] = {}
    for row in cast(Iterable[Any], played(name)[1]["battles"].itertuples()):
        dice = [getattr(row, f"dice_{seat}") for seat in range(5)]
        pools = tuple(sorted((d for d in dice if d), reverse=True))
        if pools[0] == pools[-1]:
            won = row.winner == next(seat for seat, d in enumerate(dice) if d)
        else:
            won = dice[row.winner] == pools[0]
        fought, wins = counted.get(pools, (0, 0))
        counted[pools] = (fought + 1, wins + won)
    return counted


@every_setting
@every_size
def test_battles_by_pools_equal_a_plain_loop(name: str, size: int) -> None:
    _, tables = played(name)
    table = battles_of(name, size).by_pools
    rows = cast(Iterable[Any], table.itertuples())
    found = {row.pools: (row.battles, round(row.won.value * row.battles)) for row in rows}
    assert found == counted_by_pools(name)
    assert sum(e.value for e in table["a_game"]) == pytest.approx(tables["games"]["battles"].mean())


def test_battles_are_read_a_block_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long a run is: what was found in a block is forgotten when the next one has been read."""
    rolls_of, found, alive = starwars._rolls_by_kind, list[Any](), list[int]()

    def watched(block: pd.DataFrame) -> pd.DataFrame:
        rolls = rolls_of(block)
        found.append(weakref.ref(rolls))
        alive.append(sum(ref() is not None for ref in found))
        return rolls

    monkeypatch.setattr(starwars, "_rolls_by_kind", watched)
    starwars.battles(cut("three", volume(50, 2)), GAMES)
    assert len(alive) > 3
    assert max(alive) <= 2


@every_size
def test_battles_a_game_by_pools_count_games_without_any(size: int) -> None:
    _, tables = played("three")
    battles = tables["battles"]
    dice = -np.sort(-battles[[f"dice_{seat}" for seat in range(5)]].to_numpy(), axis=1)
    chosen = battles[(dice == [2, 1, 0, 0, 0]).all(axis=1)]
    a_game = chosen.groupby("game").size().reindex(tables["games"]["game"], fill_value=0)
    table = battles_of("three", size).by_pools.set_index("pools")
    assert numbers(table.at[(2, 1), "a_game"]) == interval(a_game)


def test_exact_odds_are_those_of_the_runs_rules() -> None:
    """The cap of four dice of this run, and of three fighters whoever has most dice."""
    plan, _ = played("five")
    assert starwars.favourite_wins((4, 1), plan.options) == battle_odds([4, 1], cap=4).win[0]
    three = battle_odds([3, 3, 1], cap=4).win
    assert starwars.favourite_wins((3, 3, 1), plan.options) == three[0] + three[1]
    assert starwars.favourite_wins((2, 2), plan.options) == battle_odds([2, 2]).win[0]


@every_setting
@every_size
def test_battles_by_kind_equal_plain_pandas(name: str, size: int) -> None:
    _, tables = played(name)
    found = battles_of(name, size).by_kind
    for kind, row in found.iterrows():
        here = tables["battles"][tables["battles"]["kind"] == kind]
        a_game = here.groupby("game").size().reindex(tables["games"]["game"], fill_value=0)
        assert numbers(row["battles"]) == interval(a_game)
        if len(here):
            assert row["tied_rolls"].value == pytest.approx(here["ties"].sum() / here["rolls"].sum())


@every_setting
def test_battles_per_game_are_whole_counts(name: str) -> None:
    _, tables = played(name)
    counted = summed(name, SMALL).tally
    assert came(counted) == tables["games"]["battles"].value_counts().to_dict()
    assert counted.low == 0


@every_setting
@every_size
def test_scorings_equal_plain_pandas(name: str, size: int) -> None:
    _, tables = played(name)
    for row in cast(Iterable[Any], starwars.scorings(cut(name, size), GAMES).itertuples()):
        kind = starwars.KINDS.index(row.kind)
        here = tables["features"].query(f"kind == {kind} and final == {int(row.final)}")
        assert row.scorings.value == pytest.approx(len(here) / GAMES)
        if len(here):
            assert row.points.value == pytest.approx(here["points"].mean())
            assert row.tiles.value == pytest.approx(here["tiles"].mean())
            assert row.symbols.value == pytest.approx(here["symbols"].mean())
            check_fixed(row, here, starwars.fixed(cut(name, size).plan.options))
