"""What Star Wars Carcassonne is asked beside who wins: its battles and what its features pay."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from operator import add
from statistics import NormalDist
from typing import Any

import numpy as np

from analyses.estimates.arrays import Numbers
from analyses.estimates.estimate import FEW, Estimate, mean, wilson
from analyses.estimates.lazy import pd
from analyses.estimates.moments import Moments, wide
from analyses.games.laws import Law, Laws
from analyses.games.odds import battle_odds
from analyses.measures.decisions import WITHOUT_MEEPLE
from analyses.measures.labels import seat_names
from analyses.measures.measure import SHARE, Formula, GameArrays, Measure, of_games, of_seats
from analyses.measures.placements import Pieces, tile_names
from analyses.measures.scorings import SCORED, Fixed, by_kind_and_time
from analyses.measures.summary import Fact, Headings, Side, Summary
from rules.starwars.options import FACTION_OF, Options
from rules.starwars.tiles import KINDS as FEATURES
from simulate.games.starwars.tables import CHOSEN
from simulate.games.tiles.decisions import Decision
from simulate.plans.plan import Plan
from simulate.store.runs import Run

SOURCES: Headings = {
    "routes": ("route",),
    "fields": ("asteroid",),
    "planets": ("planet",),
    "battles": ("battle_loss", "battle_tie"),
}
COUNTED: Mapping[str, Headings] = {}
CAN_TIE = True
PIECES = Pieces("tile", "points", tile_names)
CODES: dict[str, Callable[[Plan], dict[int, str]]] = {
    "kind": lambda plan: dict(enumerate(FEATURES)),
    "decision": lambda plan: dict(enumerate(Decision.texts())),
    "chosen": lambda plan: dict(enumerate(CHOSEN)),
    "winner": lambda plan: {
        side.seats[0]: " + ".join(seat_names(plan)[seat] for seat in side.seats) for side in sides(plan)
    },
}
"""What codes of columns are called."""
SCORES_ONLY_AT_END = True
"""Whether points that a seat had beforehand would change nothing before the final scores are compared."""
TOLD_APART_BY = "colours"
"""The option that says what seats are told apart by: the study of seats turns it round the table."""

FIGHTS = of_games("battles", "ties")
"""Rolls: a battle ends with its first roll that does not tie (SW-36)."""


def first_battle(games: GameArrays) -> tuple[Numbers, Numbers]:
    """The turn of the first battle of each game, and whether it has one; both 0 without a battle."""
    rows = games.tables["battles"]
    # battles lie in the order of their turns, so the first row of a game is its first battle
    games_with_battle, first_rows = np.unique(rows["game"], return_index=True)
    has_battle = np.isin(np.asarray(games.tables["games"]["game"]), games_with_battle)
    turn = np.zeros(games.n)
    turn[has_battle] = np.asarray(rows["turn"])[first_rows]
    return turn, has_battle.astype(np.float64)


POINT_RULES = (
    "tied_roll_points", "loser_die_points", "loser_points", "route_tile_points", "field_tile_points",
    "incomplete_field_tile_points", "symbol_points", "planet_place_points",
)  # fmt: skip
"""The options that say what counts how many points: they move scores by definition."""
ROLLED = ("symbol_dice", "dice_cap", "dice_faces", "small_meeple_dice", "big_meeple_dice")
"""The options that say what is rolled: how often rolls tie follows from these."""

MEASURES = (
    Measure(
        "battles", "battles a game", 1.0, "one more fight is noticed",
        of_games("battles"), unit="battles", headline=True, deed=True, grows=True,
    ),
    Measure(
        "first_battle", "turns before the first battle", 3.0, "a round at a table of three",
        Formula("battles.turn of the first, in games that have one", lambda a: first_battle(a)[0]),
        per=Formula("1 if there is a battle", lambda a: first_battle(a)[1]),
        unit="turns", needs=("battles",), deed=True,
    ),
    Measure(
        "tied_rolls", "the share of rolls that tie", 0.02, "two rolls in a hundred",
        of_games("ties"), per=FIGHTS, kind=SHARE, set_by=ROLLED, says="{} % of rolls tie",
    ),
    Measure(
        "attacks", "attacks on planets a player", 0.25, "one more attack in four games of a player",
        of_seats("attacks"), unit="attacks", deed=True, grows=True,
    ),
    Measure(
        "discarded", "tiles a game that fit nowhere", 0.5, "a tile in every second game",
        of_games("discarded"), unit="tiles",
    ),
    WITHOUT_MEEPLE,
)  # fmt: skip

KINDS = ("routes", "fields", "planets")
"""Kinds of feature in the order of their numbers in the tables (SW-5)."""

DICE = [f"dice_{seat}" for seat in range(5)]
DIGITS = np.array([10_000, 1_000, 100, 10, 1])
"""Pools as one number, largest first: 3 dice against 2 are 32000. No pool has ten dice (SW-30)."""


def sides(plan: Plan) -> tuple[Side, ...]:
    """Every seat for itself, or the two teams of the team game (SW-59)."""
    colours: tuple[str, ...] = plan.options.colours
    groups = [(0, 2), (1, 3)] if plan.options.team_mode else [(seat,) for seat in range(plan.players)]
    sides_of_table = []
    for seats in groups:
        colour = "+".join(colours[seat] for seat in seats)
        sides_of_table.append(Side(seats, {"colour": colour, "faction": FACTION_OF[colours[seats[0]]]}))
    return tuple(sides_of_table)


def facts(summary: Summary) -> list[Fact]:
    """How often there are battles, and if there are, how often their rolls tie."""
    battles = Fact("battles", summary.moments.mean("battles"), "battles {:.2f} a game")
    rolls = {"battles": 1, "ties": 1}  # a battle ends with its first roll that does not tie (SW-36)
    if not summary.moments.total(rolls):
        return [battles]
    return [battles, Fact("tied_rolls", summary.moments.part("ties", rolls), "{:.1%} of rolls tie")]


def remark(summary: Summary) -> str | None:
    """Who wins is said; no other number is asked first."""
    return None


def as_fighter(summary: Summary, side: Side) -> dict[str, Estimate]:
    """A side's attacks on planets, battles and the share of them won, a game."""
    moments = summary.moments
    return {
        "attacks": moments.mean({f"attacks_{seat}": 1 for seat in side.seats}),
        "fought": moments.mean(summary.column(side, "fought")),
        "won": moments.part(summary.column(side, "won"), summary.column(side, "fought")),
    }


@dataclass(frozen=True)
class Battles:
    """The battles of a run."""

    by_kind: pd.DataFrame
    """A row a kind of feature: battles a game, and the share of their rolls that tie."""
    by_pools: pd.DataFrame
    """A row a set of dice pools, largest first: the number of such battles, how many a game, how often the
    favourite won, and the exact chance of it. The favourite is whoever has most dice; of equal pools, the
    earliest seat. Given their pools the dice of two battles are independent: for `won` the battle is the
    unit."""


def battles(run: Run, games: int) -> Battles:
    """Read the table `battles` of a run of so many `games` once, block by block."""
    blocks = run.blocks("battles", ["game", "kind", *DICE, "rolls", "winner"])
    moments, outcomes = [], []
    for block in blocks:
        moments.append(Moments.of(_rolls_by_kind(block)))
        outcomes.append(_outcomes_by_pools(block))
    by_kind = reduce(add, moments).over(games)
    by_pools = pd.concat(outcomes).groupby("code").sum()
    return Battles(_by_kind(by_kind), _by_pools(by_pools, games, run.plan.options))


def _rolls_by_kind(block: pd.DataFrame) -> pd.DataFrame:
    """A row a game: battles and rolls by kind of feature."""
    rolls = pd.DataFrame(block.groupby(["game", "kind"])["rolls"].agg(battles="size", rolls="sum"))
    return wide(rolls, ["kind"], [range(len(KINDS))])


def _by_kind(moments: Moments) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "kind": kind,
            "battles": moments.mean(f"battles_{k}"),
            # Every battle has one roll that does not tie: its last (SW-36).
            "tied_rolls": moments.part({f"rolls_{k}": 1, f"battles_{k}": -1}, f"rolls_{k}"),
        }
        for k, kind in enumerate(KINDS)
    )


def _outcomes_by_pools(block: pd.DataFrame) -> pd.DataFrame:
    """By code of the pools: battles, the sum over games of their squares, and wins of the favourite."""
    dice = block[DICE].to_numpy()
    most = dice.max(axis=1)
    least = np.where(dice > 0, dice, most[:, None]).min(axis=1)
    earliest = (dice > 0).argmax(axis=1)
    winner = block["winner"].to_numpy()
    won = np.where(most == least, winner == earliest, dice[np.arange(len(dice)), winner] == most)

    rows = pd.DataFrame({"game": block["game"], "code": -np.sort(-dice, axis=1) @ DIGITS, "won": won})
    a_game = pd.DataFrame(rows.groupby(["code", "game"])["won"].agg(battles="size", won="sum"))
    return a_game.assign(squares=a_game["battles"] ** 2).groupby("code").sum()


def _by_pools(outcomes: pd.DataFrame, games: int, options: Options) -> pd.DataFrame:
    rows = []
    for code, fought, squares, wins in outcomes[["battles", "squares", "won"]].itertuples():
        pools = tuple(int(dice) for dice in str(code).rstrip("0"))
        rows.append(
            {
                "pools": pools,
                "battles": fought,
                "a_game": mean(fought, squares, games),
                "won": wilson(wins, fought),
                "exact": float(favourite_wins(pools, options)),
            }
        )
    return pd.DataFrame(rows, columns=["pools", "battles", "a_game", "won", "exact"])


def favourite_wins(pools: tuple[int, ...], options: Options) -> Fraction:
    """The exact chance that a fighter with most dice wins; of equal pools, a given one.

    >>> favourite_wins((2, 1), Options())
    Fraction(25, 36)
    """
    odds = battle_odds(
        pools,
        faces=options.dice_faces,
        cap=options.dice_cap,
        tie_points=options.tied_roll_points,
        loser_die_points=options.loser_die_points,
        loser_points_rule=options.loser_points.word,
    )
    if min(pools) == max(pools):
        return odds.win[0]
    return sum((w for w, dice in zip(odds.win, pools, strict=True) if dice == max(pools)), Fraction(0))


def scorings(run: Run, games: int) -> pd.DataFrame:
    """What features pay, from the table `features`; tiles of a planet are its nine places that hold one."""
    columns = ("tiles", "symbols", "points")
    blocks = run.blocks("features", [*SCORED, *columns])
    return by_kind_and_time(blocks, games, KINDS, columns, fixed(run.plan.options))


def fixed(options: Any) -> Fixed:
    """What the rules fix of a planet: its nine tiles when it is complete, and its own symbol (SW-46)."""
    points = 9 * options.planet_place_points + options.symbol_points
    return {
        ("planets", False): {"tiles": 9, "symbols": 1, "points": points},
        ("planets", True): {"symbols": 1},
    }


def odds_beside_play(runs: Sequence[Run]) -> Law:
    """How often the favourite won beside the exact chance, in standard errors, by the dice on both sides.

    Given their pools the dice of two battles are independent, so the battle is the unit.
    """
    all_battles = pd.concat([battles(run, run.plan.n).by_pools for run in runs])
    counts = zip(all_battles["won"], all_battles["battles"], strict=True)
    all_battles["wins"] = [round(won.value * n) for won, n in counts]
    total = all_battles.groupby("pools", sort=False).agg({"battles": "sum", "wins": "sum", "exact": "first"})
    total = total.sort_values("battles", ascending=False, kind="stable")

    rows = []
    for pools, n, won, exact in total.itertuples():
        if n < FEW or not 0 < exact < 1:
            continue
        errors = (won / n - exact) / math.sqrt(exact * (1 - exact) / n)
        dice = " v ".join(map(str, pools))
        rows.append({"pools": dice, "battles": n, "won": wilson(won, n), "exact": exact, "errors": errors})
    sentence, detail = _odds_finding(rows)
    return Law(
        (sentence,),
        f"How often the favourite won in play beside the exact chance, by the dice of each fighter.{detail}",
        pd.DataFrame(rows, columns=["pools", "battles", "won", "exact", "errors"]),
        {
            "dice": ("pools", ""),
            "battles": ("battles", ","),
            "favourite won": ("won", ".1%"),
            "exact": ("exact", ".2%"),
            "standard errors": ("errors", "+.1f"),
        },
    )


def _odds_finding(rows: Sequence[Mapping[str, Any]]) -> tuple[str, str]:
    """Whether play keeps to the odds, corrected for the number of pools; and how far it strays."""
    if not rows:
        return "Too few battles were fought to hold them against the exact odds.", ""
    farthest = max(rows, key=lambda row: abs(row["errors"]))
    critical = NormalDist().inv_cdf(1 - 0.025 / len(rows))
    total = sum(row["battles"] for row in rows)
    by_chance = abs(farthest["errors"]) <= critical
    stray = "no more than chance does" if by_chance else "more than chance does (likely)"
    detail = (
        f" Of {len(rows)} sets of dice {farthest['pools']} strays farthest, by "
        f"{abs(farthest['errors']):.1f} standard errors; up to {critical:.1f} is chance."
    )
    return f"In {total:,} battles the dice stray from the odds {stray}.", detail


def _attacks(runs: Sequence[Run]) -> Law:
    """See `analyses.games.attacks`, which takes long to import."""
    from analyses.games.attacks import attacks

    return attacks(runs)


LAWS: Laws = {"battle_odds": odds_beside_play, "attacks": _attacks}
