"""What Carcassonne is asked beside who wins: what meeples earn, how farms stand, and what features pay."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from analyses.estimates.estimate import Estimate
from analyses.estimates.lazy import pd
from analyses.estimates.moments import Moments, moments_of
from analyses.games.rescoring import FarmRule, read_scored, wins
from analyses.measures.decisions import WITHOUT_MEEPLE
from analyses.measures.measure import SHARE, Measure, all_seats, of_games
from analyses.measures.placements import Pieces, tile_names
from analyses.measures.scorings import SCORED, Fixed, by_kind_and_time, by_size
from analyses.measures.summary import Fact, Headings, Side, Summary
from analyses.measures.vocabulary import counted
from rules.carcassonne.options import COLOURS, METHODS, PAYING, PRESETS, ClosedFarms, FarmMethod, Options
from rules.carcassonne.tiles import KINDS as FEATURES
from rules.options import read_options
from simulate.games.carcassonne.tables import CHOSEN, PLACED
from simulate.games.tiles.decisions import Decision
from simulate.plans.plan import Plan
from simulate.store.runs import Run

SOURCES: Headings = {"roads": ("road",), "cities": ("city",), "cloisters": ("cloister",), "farms": ("farm",)}
ROLES: Headings = {role: (role,) for role in PLACED}
"""Roles of meeples, in the order of the sources that they earn from (CC-23)."""

COUNTED = {"meeples placed": ROLES}
CAN_TIE = True
PIECES = Pieces("tile", "points", tile_names)
CODES: dict[str, Callable[[Plan], dict[int, str]]] = {
    "kind": lambda plan: dict(enumerate(FEATURES)),
    "decision": lambda plan: dict(enumerate(Decision.texts())),
    "chosen": lambda plan: dict(enumerate(CHOSEN)),
}
"""What codes of columns are called."""
RESCORED = "analyses.games.rescoring"
"""Where the games of a run are told as another rule scores them."""
TUNED = "analyses.studies.farmers.tunings"
"""Where those are who were tuned for other rules."""
SCORES_ONLY_AT_END = True
"""Whether points that a seat had beforehand would change nothing before the final scores are compared."""

POINT_RULES = (
    "farm_method", "farm_points", "small_city", "road_tile_points", "city_tile_points", "pennant_points",
    "cloister_place_points", "incomplete_road_tile_points", "incomplete_city_tile_points",
    "incomplete_pennant_points", "incomplete_cloister_place_points",
)  # fmt: skip
"""The options that say what counts how many points: they move scores by definition."""

MEASURES = (
    Measure(
        "cities", "complete cities a game", 0.5, "a city in every second game",
        of_games("cities"), unit="cities", headline=True,
    ),
    Measure(
        "farms", "farms with farmers a game", 0.25, "a farm in every fourth game",
        of_games("farms"), unit="farms", when=lambda plan: has_farmers(plan),
    ),
    Measure(
        "farm_share", "the share of points from farms", 0.02, "two points of a hundred",
        all_seats("farm"), per=all_seats("score"), kind=SHARE, headline=True,
        set_by=POINT_RULES, says="farms bring {} % of all points",
        when=lambda plan: has_farmers(plan),
    ),
    Measure(
        "discarded", "tiles a game that fit nowhere", 0.5, "a tile in every second game",
        of_games("discarded"), unit="tiles",
    ),
    *counted(ROLES, "{} placed by each player", 0.25, "one more in four games of a player"),
    WITHOUT_MEEPLE,
)  # fmt: skip

KINDS = ("roads", "cities", "cloisters")
"""Kinds of feature in the order of their numbers in the tables (CC-4)."""

LARGEST = 9
"""Tiles from which features are counted together: nine are a whole cloister, and few roads or cities."""


def sides(plan: Plan) -> tuple[Side, ...]:
    """Every seat for itself (CC-3)."""
    return tuple(Side((seat,), {"colour": COLOURS[seat]}) for seat in range(plan.players))


def has_farmers(plan: Plan) -> bool:
    """Whether meeples may stand on fields (CC-31)."""
    return bool(plan.options.farm_method != FarmMethod.NONE)


def facts(summary: Summary) -> list[Fact]:
    """Cities, farms and discarded tiles a game, how far the winner leads, and what beginning gains."""
    moments = summary.moments
    farm_facts = []
    if has_farmers(summary.plan):
        farm_facts = [
            Fact("farms", moments.mean("farms"), "farms with farmers {:.2f}"),
            Fact("farm_share", farm_share(summary), "{:.1%} of points from farms"),
        ]
    return [
        Fact("cities", moments.mean("cities"), "complete cities {:.2f} a game"),
        *farm_facts,
        Fact("discarded", moments.mean("discarded"), "tiles discarded {:.3f}"),
        Fact("margin", summary.margin, "the winner leads by {:.1f} points"),
        *summary.beginning,
    ]


def remark(summary: Summary) -> str | None:
    """How much farms matter."""
    return f"farms pay {farm_share(summary):.1%} of all points" if has_farmers(summary.plan) else None


def farm_share(summary: Summary) -> Estimate:
    """Share of all points that farms pay."""
    return summary.moments.part(summary.everyone("farm"), summary.everyone("score"))


# --- meeples


def earnings(summary: Summary) -> pd.DataFrame:
    """A row a role: meeples placed and points a seat, and points for one meeple."""
    moments, share = summary.moments, 1 / len(summary.sides)
    rows = []
    for role, source in zip(ROLES, SOURCES.values(), strict=True):
        if role == "farmers" and not has_farmers(summary.plan):
            continue
        placed, points = summary.everyone(role), summary.everyone(*source)
        rows.append(
            {
                "role": role,
                "placed": moments.mean(placed).times(share),
                "points": moments.mean(points).times(share),
                "each": moments.ratio(points, placed),
            }
        )
    return pd.DataFrame(rows)


@dataclass(frozen=True)
class Farmer:
    """What one farmer earns beside a meeple placed elsewhere, and how long it stands."""

    earns: Estimate
    """Points for a farmer."""
    elsewhere: Estimate
    """Points for a thief, knight or monk."""
    more: Estimate
    """The one minus the other, in the same games."""
    stands: Estimate
    """Turns, of all players, from the one in which a farmer is placed to the last in which it stands."""


def farmer(summary: Summary) -> Farmer:
    """A farmer stays to the end (CC-30), or until its farm is closed (HR-20).

    Another meeple may come home and be placed again.
    """
    moments, everyone = summary.moments, summary.everyone
    farmers, farm_points = everyone("farmers"), everyone("farm")
    other_meeples = everyone("thieves", "knights", "monks")
    other_points = everyone("road", "city", "cloister")
    return Farmer(
        moments.ratio(farm_points, farmers),
        moments.ratio(other_points, other_meeples),
        moments.ratio_difference(farm_points, farmers, other_points, other_meeples),
        moments.ratio(everyone("farmer_turns"), farmers),
    )


def as_farmer(summary: Summary, side: Side) -> dict[str, Estimate]:
    """A side's farmers, their points, points for one and the turns that one stands."""
    moments = summary.moments
    return {
        "farmers": moments.mean(summary.column(side, "farmers")),
        "points": moments.mean(summary.column(side, "farm")),
        "each": moments.ratio(summary.column(side, "farm"), summary.column(side, "farmers")),
        "stands": moments.ratio(summary.column(side, "farmer_turns"), summary.column(side, "farmers")),
    }


def meeples_left(summary: Summary) -> Estimate:
    """Meeples in the supply of a seat when the last turn is over."""
    return summary.moments.mean(summary.everyone("left")).times(1 / len(summary.sides))


# --- farms


@dataclass(frozen=True)
class Farms:
    """The farms that held farmers when scored; all but the first are means or shares over these farms."""

    a_game: Estimate
    farmers: Estimate
    tiles: Estimate
    cities: Estimate
    """Complete cities that the farm borders."""
    barren: Estimate
    """Share that borders none."""
    contested: Estimate
    """Share with farmers of two seats or more."""
    tied: Estimate
    """Share on which two seats or more have most farmers."""


def farms(run: Run, games: int) -> Farms:
    """Read the table `farms` of a run of so many `games` once, block by block."""
    moments = moments_of(map(_farms_by_game, run.blocks("farms")), games)
    columns = ("farmers", "tiles", "cities", "barren", "contested", "tied")
    return Farms(moments.mean("farms"), *(moments.ratio(column, "farms") for column in columns))


def _farms_by_game(block: pd.DataFrame) -> pd.DataFrame:
    """A row a game: the sums over its farms."""
    farmers = block[[column for column in block if str(column).startswith("farmers_")]].to_numpy()
    largest = farmers.max(axis=1, initial=0)
    rows = pd.DataFrame(
        {
            "game": block["game"],
            "farms": 1,
            "farmers": farmers.sum(axis=1),
            "tiles": block["tiles"],
            "cities": block["cities"],
            "barren": block["cities"] == 0,
            "contested": (farmers > 0).sum(axis=1) > 1,
            "tied": (farmers == largest[:, None]).sum(axis=1) > 1,
        }
    )
    return rows.groupby("game").sum()


def farm_rules(options: Options) -> dict[FarmRule, str]:
    """The rules to ask about, and the preset of each: every method with all else in force, every preset."""
    rules = {replace(FarmRule.of(options), method=method): "" for method in METHODS}
    for name, values in PRESETS.items():
        preset = read_options("carcassonne", Options, values)
        if preset.farm_method in PAYING:
            rules[FarmRule.of(preset)] = name
    if options.closed_farms == ClosedFarms.SCORE:  # which has no city pay for itself (HR-20)
        return {rule: name for rule, name in rules.items() if rule.method != FarmMethod.PER_CITY.word}
    return rules


def rescored(run: Run) -> pd.DataFrame:
    """The same games with farms and small cities paid by other rules: a row a rule of `farm_rules`.

    Means of a seat: cities that farms are paid for, points for them, score, and how much more that is than
    in the games as played; and the share of games with other winners.
    """
    rules = farm_rules(run.plan.options)
    scored = read_scored(run)
    as_played = scored.scores(FarmRule.of(run.plan.options))
    columns = {"as_played": as_played.sum(axis=1)}
    for i, rule in enumerate(rules):
        scores = scored.scores(rule)
        columns[f"cities_{i}"] = scored.cities[rule.method].sum(axis=1)
        columns[f"farm_{i}"] = scored.farms(rule).sum(axis=1)
        columns[f"score_{i}"] = scores.sum(axis=1)
        columns[f"other_{i}"] = (wins(scores) != wins(as_played)).any(axis=1)
    moments, share = Moments.of(pd.DataFrame(columns)), 1 / run.plan.players
    return pd.DataFrame(
        {
            "rule": rule,
            "preset": preset,
            "cities": moments.mean(f"cities_{i}").times(share),
            "farm": moments.mean(f"farm_{i}").times(share),
            "score": moments.mean(f"score_{i}").times(share),
            "more": moments.mean({f"score_{i}": 1, "as_played": -1}).times(share),
            "other_winners": moments.win_share(f"other_{i}", 1),
        }
        for i, (rule, preset) in enumerate(rules.items())
    )


# --- roads, cities and cloisters


def scorings(run: Run, games: int) -> pd.DataFrame:
    """What features pay, from the table `features`: a row a kind and time.

    Scorings a game and, for one, mean tiles (of a cloister: its nine places that hold tiles), pennants and
    points, and the share that two seats or more are paid for.
    """
    columns = ("tiles", "pennants", "points", "shared")
    blocks = run.blocks("features", [*SCORED, "tiles", "pennants", "points", "seats"])
    marked = (block.assign(shared=np.bitwise_count(block["seats"].to_numpy()) > 1) for block in blocks)
    return by_kind_and_time(marked, games, KINDS, columns, fixed(run.plan.options))


def fixed(options: Any) -> Fixed:
    """What the rules fix: a cloister has nine places and one monk (CC-47, CC-48); pennants lie in cities."""
    lonely = {"pennants": 0, "shared": 0}
    points = 9 * options.cloister_place_points
    return {
        ("cloisters", False): {"tiles": 9, "points": points, **lonely},
        ("cloisters", True): lonely,
        ("roads", False): {"pennants": 0},
        ("roads", True): {"pennants": 0},
    }


def scorings_by_size(run: Run, games: int) -> pd.DataFrame:
    """Scorings a game and points of one: a row a kind, time and number of tiles up to `LARGEST`."""
    return by_size(run.blocks("features", [*SCORED, "tiles", "points"]), games, KINDS, LARGEST)
