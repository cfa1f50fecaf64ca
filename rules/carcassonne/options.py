"""What a house rule can change in Carcassonne."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from rules import games
from rules.errors import UserError
from rules.options import Heading, option
from rules.tiles.options import BEGINS, FirstPlayer
from rules.words import Word

COLOURS = ("red", "blue", "yellow", "green", "black")
"""In the order in which seats take them."""


class FarmMethod(Word):
    """How farmers score (CC-61, CC-62, CC-63, CC-64, CC-65)."""

    PER_CITY = "the most farmers around each city"
    PER_FIELD = "the most farmers on each farm"
    PER_FIELD_ONCE = "the same, each city paid to a player only once"
    NONE = "there are no farmers"


PAYING = (FarmMethod.PER_CITY, FarmMethod.PER_FIELD, FarmMethod.PER_FIELD_ONCE)
"""The methods that pay."""
METHODS = tuple(method.word for method in PAYING)


class ClosedFarms(Word):
    """What becomes of a farm with farmers when its last open edge is closed (HR-20)."""

    STAY = "its farmers stay to the end of the game"
    SCORE = "it is scored and its farmers go home"


class SmallCity(Word):
    """What a complete city of two tiles is worth (CC-45)."""

    HALF = "half of what its tiles and pennants say"
    FULL = "all of it"


class RiverTurn(Word):
    """Bends of the River that are forbidden (CC-75)."""

    IMMEDIATE = "of the same hand as the bend just before"
    SUCCESSIVE = "of the same hand as the last bend, however far back"
    NONE = "none"


class RiverStartTile(Word):
    """What becomes of the start tile of the base game when the River is played (CC-69)."""

    REMOVED = "it is put away"
    SHUFFLED = "it is shuffled with the others"


class HandView(Word):
    """Who sees the tiles in a hand (HR-21)."""

    SECRET = "the player who holds them"
    OPEN = "everybody"


MOST_IN_HAND = 3


@dataclass(frozen=True)
class Options:
    """Every number or method of the rules that a house rule could change."""

    OTHER_WORDS: ClassVar = {
        "castle": "city",
        "final": "incomplete",
        "follower": "meeples",
        "monastery": "cloister",
        "shield": "pennant",
    }
    """What people say for words of the rules, for who types it."""

    LAYING: ClassVar = Heading("laying tiles")

    river: bool = option(False, rule="CC-68", phrase={"true": "The River", "false": "no River"})
    """Begin with the twelve tiles of The River."""

    river_turn: RiverTurn = option(
        RiverTurn.IMMEDIATE,
        rule="CC-75",
        phrase={
            "immediate": "no two like bends of The River in a row",
            "successive": "bends of The River left and right in turn",
            "none": "all bends of The River allowed",
        },
        acts_with={"river": ("true",)},
    )
    """Bends that are forbidden: of the same hand as the bend just before, or as the last bend however far
    back, or none."""

    river_start_tile: RiverStartTile = option(
        RiverStartTile.REMOVED,
        rule="CC-69",
        phrase={
            "removed": "the start tile left out beside The River",
            "shuffled": "the start tile shuffled in beside The River",
        },
        acts_with={"river": ("true",)},
    )
    """What becomes of the start tile of the base game when the River is played."""

    first_player: FirstPlayer = option(FirstPlayer.SEAT_0, rule="CC-3", later=True, phrase=BEGINS)
    """Who begins: seat 0, or a seat drawn by lot for each game."""

    tiles_in_hand: int = option(
        0, low=0, high=MOST_IN_HAND, rule="HR-21", later=True, phrase="{} tiles in hand"
    )
    """Tiles that everybody holds, placing one of them in a turn and drawing one at its end; with 0 a tile is
    drawn and placed."""

    hand_view: HandView = option(
        HandView.SECRET,
        rule="HR-21",
        later=True,
        phrase={"secret": "secret hands", "open": "open hands"},
        acts_with={"tiles_in_hand": tuple(str(n) for n in range(1, MOST_IN_HAND + 1))},
    )
    """Who sees the tiles in a hand: the player who holds them, or everybody."""

    start_cloisters: bool = option(
        False,
        rule="HR-22",
        later=True,
        phrase={"true": "a cloister for everybody", "false": "no cloister to begin with"},
    )
    """Everybody begins with a cloister without a road, to be placed in some turn in place of drawing a tile.
    Not with tiles_in_hand."""

    MEEPLES: ClassVar = Heading("meeples")

    meeples: int = option(7, low=1, high=40, rule="CC-2", phrase="{} meeples a player")
    """Meeples of each player."""

    SCORING: ClassVar = Heading("scoring")

    road_tile_points: int = option(
        1, low=0, high=20, rule="CC-39", phrase="{} points for a tile of a complete road"
    )
    """Points for each tile of a complete road."""

    city_tile_points: int = option(
        2, low=0, high=20, rule="CC-42", phrase="{} points for a tile of a complete city"
    )
    """Points for each tile of a complete city."""

    pennant_points: int = option(
        2, low=0, high=20, rule="CC-42", phrase="{} points for a pennant of a complete city"
    )
    """Points for each pennant of a complete city."""

    small_city: SmallCity = option(
        SmallCity.FULL,
        rule="CC-45",
        phrase={"half": "half points for small cities", "full": "full points for small cities"},
    )
    """A complete city of two tiles is worth half of what its tiles and pennants say, or all of it."""

    cloister_place_points: int = option(
        1, low=0, high=20, rule="CC-47", phrase="{} points for a place of a complete cloister"
    )
    """Points for each of the nine places of a complete cloister."""

    FARMS: ClassVar = Heading("farms")

    farm_method: FarmMethod = option(
        FarmMethod.PER_FIELD,
        rule="CC-62",
        phrase={
            "per_city": "farmers scored city by city",
            "per_field": "farmers scored farm by farm",
            "per_field_once": "farmers scored once a city",
            "none": "no points for farmers",
        },
    )
    """How farmers score: the most farmers around each city (per_city), the most farmers on each farm
    (per_field), the same with each city paid to a player only once (per_field_once), or no farmers."""

    farm_points: int = option(
        3,
        low=0,
        high=20,
        rule="CC-66",
        phrase="{} points for a city of a farm",
        acts_with={"farm_method": METHODS},
    )
    """Points for each complete city that a farm supplies."""

    closed_farms: ClosedFarms = option(
        ClosedFarms.STAY,
        rule="HR-20",
        later=True,
        phrase={"stay": "farmers to the end of the game", "score": "farmers home when their farm is closed"},
        acts_with={"farm_method": METHODS},
    )
    """What comes of a farm with farmers whose last open edge is closed: they stay to the end of the game; or
    it is scored at the end of that turn. Cities that are complete then count, its farmers go home, and it
    pays nothing later. Not with farm_method=per_city."""

    END: ClassVar = Heading("the end of the game")

    incomplete_road_tile_points: int = option(
        1, low=0, high=20, rule="CC-50", phrase="{} points for a tile of an incomplete road"
    )
    """Points for each tile of a road that is incomplete at the end of the game."""

    incomplete_city_tile_points: int = option(
        1, low=0, high=20, rule="CC-50", phrase="{} points for a tile of an incomplete city"
    )
    """Points for each tile of a city that is incomplete at the end of the game."""

    incomplete_pennant_points: int = option(
        1, low=0, high=20, rule="CC-50", phrase="{} points for a pennant of an incomplete city"
    )
    """Points for each pennant of a city that is incomplete at the end of the game."""

    incomplete_cloister_place_points: int = option(
        1, low=0, high=20, rule="CC-50", phrase="{} points for a place of an incomplete cloister"
    )
    """Points for each filled place, its own included, of a cloister that is incomplete at the end."""


PRESETS: dict[str, dict[str, object]] = {
    "new": {},
    "old": {"farm_method": "per_city", "farm_points": 4, "small_city": "half"},
    "middle": {"farm_method": "per_field_once", "farm_points": 3, "small_city": "half"},
    "no_farmers": {"farm_method": "none", "small_city": "full"},
}
PRESET_TEXTS = {
    "new": "the rules in force: most farmers on each farm, 3 points a city, small cities in full (CC-63)",
    "old": "the rules of the first printing: most farmers round each city, 4 points, small ones half (CC-62)",
    "middle": "the rules of the second text: farm by farm, each city once a player, small ones half (CC-64)",
    "no_farmers": "no farmers: the base sheet since 2014 without its farmer supplement (CC-65)",
}


def complete(options: Options, players: int, box: object = None) -> Options:
    """The options, if they go together; nothing in them depends on the number of players.

    Raises
    ------
    UserError
        For closed farms that score when it is cities that are paid for; for cloisters to begin with beside
        tiles in hand, or of which the box, the game's own if there is no other, has too few.
    """
    if options.closed_farms == ClosedFarms.SCORE and options.farm_method == FarmMethod.PER_CITY:
        raise UserError(
            "carcassonne: closed_farms=score does not go with farm_method=per_city, which pays each city "
            "once, at the end, to all farms around it together (HR-20, CC-62); write farm_method=per_field"
        )
    if options.start_cloisters:
        check_cloisters(options, players, box or games.load("carcassonne").standard_box)
    return options


def check_cloisters(options: Options, players: int, box: Any) -> None:
    """Refuse cloisters to begin with (HR-22) where they cannot be dealt or placed."""
    from rules.carcassonne.tiles import count_plain_cloisters  # not above: completion must be quick

    if options.tiles_in_hand > 0:
        raise UserError(
            "carcassonne: start_cloisters=true does not go with tiles_in_hand: with a hand nobody draws "
            "before placing, so there is nothing to place a cloister in place of (HR-21, HR-22)"
        )
    if (n := count_plain_cloisters(box.tables[0])) < players:
        raise UserError(
            "carcassonne: start_cloisters=true deals a cloister without a road to each of "
            f"{players} players, and the tile set has {n} to draw (HR-22); let fewer play, or add some with "
            "--tiles"
        )
