"""Golden games: the same rules, choices and chance give the games that were written down.

A change in what a game does must raise `RULES_VERSION` (or, if only the choices of weighted policies
change, `POLICIES_VERSION`); then the games are written anew with ::

    python -m pytest tests/test_golden.py --update-golden

which refuses while the version is the old one.
"""

from __future__ import annotations

import dataclasses
import hashlib
import importlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from builders import GREEDY, RAIDER
from stepper import played

from rules import games
from rules.kernel import INTERPRETED
from simulate.plans.plan import Plan, make_plan
from simulate.plans.policies import SEARCH_VERSION, Policy, move_features
from simulate.play.simulator import Simulator

pytestmark = pytest.mark.rules

FOLDER = Path(__file__).parent / "golden"


def weights(words: str) -> dict[str, float]:
    """Weights by name."""
    return {name: float(value) for name, _, value in (word.partition("=") for word in words.split())}


FARSIGHTED = weights("""
    points=1 rival_points=-0.8 standing=0.6 rival_standing=-0.6 field_hope=1.2 planet_hope=0.5 return_hope=3
    meeples_home=8 small_meeple=-3 big_meeple=-4 last_meeple=-2 route_ends=-0.4 field_ends=-0.5 guard=0.25
""")
SETTLER = weights("""
    points=1 rival_points=-0.75 standing=0.75 rival_standing=-0.5 city_hope=0.9 rival_city_hope=-0.4
    cloister_hope=0.3 return_hope=5 rival_return_hope=-0.5 meeples_home=9 hand=0.75 rival_hand=-0.25
    meeting=0.25 rival_meeting=-0.5 farm_meeting=0.25 rival_farm_meeting=-0.25 farm=0.6 rival_farm=-0.6
    farm_hope=0.25 farm_again=-3 knight=-3 thief=-4.5 monk=-2.75 farmer=-2.5 scarcity=-7.5 road_ends=-0.125
    city_ends=0.125
""")
FARMER = {"points": 0.5, "standing": 0.5, "farm": 1.0, "rival_farm": -1.0, "farmer_now": 2.0}
BUILDER = {"points": 1.0, "cards_to_come": 0.05, "reach": 0.25, "ready_settlement": 0.5, "ready_city": 0.5}
TRADER = weights("""
    points=1 win=12 rival_points=0.75 cards_to_come=0.75 kinds=0.5 pace_road=0.5 pace_settlement=1
    pace_city=3.5 reach=0.5 spoil=0.25 ready_settlement=2 ready_city=2 ready_card=1 ready_road=1 risk=-0.5
    road_race=0.25 army_race=0.75 card_point=3.5 card_knight=2.5 card_road_building=2.75
    card_year_of_plenty=2.75 card_monopoly=2.75 play_knight=1.5 play_road_building=-0.25
    play_year_of_plenty=-0.25 play_monopoly=-0.25 block=2 block_near=3 block_me=-12 rob=0.25 rob_near=2.5
    offer=-0.0625 deal=-0.25 deal_near=-0.5 deal_help=-0.125
""")
STRIKER = weights("""
    rid=1 drawn=2.5 drawn_short=0.5 exchanged=-0.5 stuck=-0.75 striker=0.5 rival_hand=1.25 leader_hand=0.25
    rival_last=1 rival_striker=-0.75 exposed=-0.25 rival_exposed=0.25 dithered=-0.25 resent=-0.125 extra=0.5
    out=100
""")
RIDDER = {"rid": 1.0, "drawn": 1.5, "rival_hand": 0.5, "dithered": -0.25, "out": 50.0}
STYLES = {
    "castle": {"ridder": RIDDER, "striker": STRIKER},
    "starwars": {"greedy": GREEDY, "raider": RAIDER, "farsighted": FARSIGHTED},
    "carcassonne": {"greedy": GREEDY, "farmer": FARMER, "settler": SETTLER},
    "catan": {"builder": BUILDER, "trader": TRADER},
}
"""Weights are given here, so that tuning the built-in styles changes no golden game."""

PLANS = {
    "castle": {
        "two": ("random random", ""),
        "two, weighted": ("striker ridder", ""),
        "three": ("striker random ridder", ""),
        "four": ("striker striker ridder striker", ""),
        "five": ("ridder random striker striker ridder", ""),
        "three, house rules": (
            "striker ridder striker",
            "hand=6 stock=5 exchange=9 without=herald+spy draw_limit=first_hand",
        ),
        "two, stopped": ("striker random", "max_turns=20 actions=1 merchant_may_win=false"),
    },
    "starwars": {
        "two": ("random random", ""),
        "two, weighted": ("farsighted greedy", ""),
        "three": ("farsighted raider random", ""),
        "three, house rules": (
            "raider raider greedy",
            """
            dice_cap=5 dice_faces=4 symbol_dice=at_most_one loser_points=dice_of_every_roll
            reinforce_own_planet=true unplaceable=discard_and_pass first_player=random
            win_tie=later_seat small_meeples=6
            """,
        ),
        "four": ("random greedy raider farsighted", "colours=white+green+orange+black"),
        "four, teams": ("raider farsighted greedy random", "team_mode=true"),
        "five": ("raider random farsighted greedy random", ""),
    },
    "carcassonne": {
        "two": ("random random", ""),
        "two, weighted": ("settler greedy", ""),
        "three": ("settler farmer random", ""),
        "four, first rules": (
            "random greedy farmer settler",
            "farm_method=per_city farm_points=4 small_city=half",
        ),
        "five": ("farmer random settler greedy random", ""),
        "two, no farmers": ("settler settler", "farm_method=none"),
        "two, along the River": ("settler random", "river=true"),
        "three, along a staircase": (
            "greedy farmer settler",
            "river=true river_turn=successive river_start_tile=shuffled",
        ),
        "four, along any River": ("random settler farmer random", "river=true river_turn=none"),
        "three, house rules": (
            "settler farmer greedy",
            """
            farm_method=per_field_once farm_points=5 meeples=4 road_tile_points=2 city_tile_points=3
            pennant_points=1 cloister_place_points=2 incomplete_road_tile_points=0
            incomplete_city_tile_points=2 incomplete_pennant_points=3 incomplete_cloister_place_points=3
            """,
        ),
    },
    "catan": {
        "four": ("random random random random", ""),
        "four, weighted": ("trader trader trader trader", ""),
        "three": ("trader builder random", "start=random"),
        "three, the map for a first game": ("trader builder trader", "board=beginner pieces=printed"),
        "four, any trade": ("trader builder trader random", "trade=any phases=strict"),
        "four, house rules": (
            "trader trader builder random",
            """
            board=random_tokens harbours=printed points_to_win=12 longest_road_minimum=6
            largest_army_minimum=2 win_check=end_of_phase dice=deck36 no_seven_first_round=2 bank=15
            shortage=none_paid city_ore=2 hand_limit=9 steal=may_decline friendly_robber=true
            trade_offers_per_turn=2 bank_rate=3 generic_rate=2
            """,
        ),
        "four, no robber": ("trader builder trader builder", "robber=false shortage=unlimited"),
    },
}
"""Who plays each golden game, and by which house rules."""

GAMES = {"starwars": 10, "carcassonne": 6, "catan": 4, "castle": 6}
COUNTED = {
    "starwars": ("battles",),
    "carcassonne": ("features", "farms"),
    "catan": ("production", "hexes"),
    "castle": ("plays", "cards"),
}
"""Tables of which the rows are counted."""
IN_BOTH_MODES = {
    "starwars": {"two": 0, "three, house rules": 0, "four, teams": 0},
    "carcassonne": {
        "two": 0, "two, along the River": 0, "four, along any River": 0, "three, house rules": 0
    },
    "catan": {"four": 0, "three": 2, "four, house rules": 1},
    "castle": {"two": 2, "three, house rules": 0, "two, stopped": 0},
}  # fmt: skip
"""Plans whose rules differ most, and of each a short game, which takes seconds interpreted."""

SEED = 20151204


def style(game: str, name: str) -> Policy:
    """A policy with the weights of this file."""
    if name == "random":
        return Policy("random")
    weights = STYLES[game][name]
    return Policy(name, weights=tuple((key, float(weights.get(key, 0.0))) for key in move_features(game)))


def golden_plan(game: str, name: str) -> Plan:
    """The plan of golden games."""
    styles, rules = (words.split() for words in PLANS[game][name])
    plan = make_plan(game, GAMES[game], players=len(styles), policy="random", rules=rules, seed=SEED)
    return dataclasses.replace(plan, policies=tuple(style(game, name) for name in styles))


def play(game: str, name: str, numbers: Iterable[int]) -> list[dict[str, Any]]:
    """The golden games of a plan: final points by source, winners and, unless that is slow, all moves."""
    simulator = Simulator(golden_plan(game, name))
    sources = importlib.import_module(f"rules.{game}.state").SOURCES
    found = []
    for index in numbers:
        rows = simulator.play(index, 1)
        found.append(
            {
                "game": index,
                "scores": rows["seats"]["score"].tolist(),
                "by_source": [[int(seat[source]) for source in sources] for seat in rows["seats"]],
                "winners": int(rows["games"]["winners"][0]),
                **{table: len(rows[table]) for table in COUNTED[game]},
            }
        )
        if not INTERPRETED:
            (moves,) = played(simulator, index, 1)
            found[-1]["moves"] = hashlib.sha256(np.array(moves, "<i8").tobytes()).hexdigest()[:16]
    return found


def versions(game: str) -> dict[str, int]:
    """What must rise when golden games change."""
    return {
        "rules_version": importlib.import_module(f"rules.{game}.engine").RULES_VERSION,
        "policies_version": games.load(game).playing.policies_version,
        "search_version": SEARCH_VERSION,
    }


def stored(game: str) -> dict[str, Any]:
    """What a game's golden file says."""
    found: dict[str, Any] = json.loads((FOLDER / f"{game}.json").read_text(encoding="utf-8"))
    return found


def write(game: str) -> None:
    """Write a game's golden file anew; refused if games changed and no version has risen."""
    file = FOLDER / f"{game}.json"
    fresh = {name: play(game, name, range(GAMES[game])) for name in PLANS[game]}
    if file.exists():
        old = stored(game)
        changed = [name for name, rows in old["plans"].items() if rows != fresh.get(name, rows)]
        if changed and versions(game) == {key: old[key] for key in versions(game)}:
            pytest.fail(f"{game}: games changed ({', '.join(changed)}) but neither version has risen")
    lines = [
        f'"{name}": [\n{",".join(json.dumps(row) + chr(10) for row in rows)}]' for name, rows in fresh.items()
    ]
    head = json.dumps(versions(game))[1:-1]
    file.write_text("{" + head + ', "plans": {\n' + ",\n".join(lines) + "}}\n", encoding="utf-8")


@pytest.mark.parametrize("game", games.names())
def test_golden_files_are_written_on_request(game: str, request: pytest.FixtureRequest) -> None:
    """See the top of this file."""
    if request.config.getoption("--update-golden"):
        write(game)
    assert stored(game)["plans"].keys() == PLANS[game].keys()


def test_every_game_has_golden_games() -> None:
    assert sorted(file.stem for file in FOLDER.glob("*.json")) == sorted(games.names())
    assert set(PLANS) == set(games.names())


@pytest.mark.parametrize("game", games.names())
def test_golden_games_are_of_this_version(game: str) -> None:
    golden = stored(game)
    assert {key: golden[key] for key in versions(game)} == versions(game)


@pytest.mark.parametrize(
    ("game", "name"),
    [(game, name) for game in PLANS for name in (IN_BOTH_MODES if INTERPRETED else PLANS)[game]],
)
def test_golden_games_are_played_again(game: str, name: str) -> None:
    """If this fails on purpose, raise RULES_VERSION and write the games anew; else something broke."""
    golden = stored(game)
    numbers = [IN_BOTH_MODES[game][name]] if INTERPRETED else range(GAMES[game])
    rows, then = play(game, name, numbers), [golden["plans"][name][number] for number in numbers]
    assert rows == [{key: old[key] for key in row} for row, old in zip(rows, then, strict=True)]
