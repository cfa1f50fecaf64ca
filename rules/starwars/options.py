"""What a house rule can change in Carcassonne: Star Wars."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.errors import UserError
from rules.options import Binding, Heading, option
from rules.tiles.options import BEGINS, FirstPlayer
from rules.words import Word

COLOURS = ("red", "black", "orange", "green", "white")
"""In the order in which seats take them (SW-10)."""

FACTIONS = ("empire", "rebel", "bounty")
FACTION_OF = {"red": "rebel", "green": "rebel", "black": "empire", "white": "empire", "orange": "bounty"}
CHARACTERS = {
    "red": "Luke Skywalker",
    "green": "Yoda",
    "black": "Darth Vader",
    "white": "Stormtrooper",
    "orange": "Boba Fett",
}

TEAM_COLOURS = ("red", "black", "green", "white")
"""The same in the team game: teams alternate (SW-59, SW-59a)."""


class SymbolDice(Word):
    """Dice for symbols of one's own faction in a contested feature (SW-31)."""

    EACH = "one for each"
    AT_MOST_ONE = "one at most"


class LoserPoints(Word):
    """What a loser is paid for (SW-40)."""

    DICE_OF_ONE_ROLL = "the dice of its pool, once"
    DICE_OF_EVERY_ROLL = "the dice of its pool for every roll it took part in"


class Unplaceable(Word):
    """What follows a drawn tile that fits nowhere and leaves the game (SW-16)."""

    DISCARD_AND_REDRAW = "the player draws again"
    DISCARD_AND_PASS = "the player loses the turn"


class WinTie(Word):
    """Who wins with equal top scores (SW-56)."""

    SHARED = "they share the win"
    LATER_SEAT = "whoever of them is later in the order of turns"


# --- in which games some options bind, by a column of the table `games`


def beyond_cap(pools: Any, one: Any, other: Any) -> Any:
    """Somebody had more dice than one of the caps, or weighed a battle with more."""
    return pools > min(one.dice_cap, other.dice_cap)


def several_symbols(symbols: Any, one: Any, other: Any) -> Any:
    """Somebody had several symbols in a contested feature, or weighed a battle there."""
    return symbols > 1


def any_discarded(tiles: Any, one: Any, other: Any) -> Any:
    """A tile fitted nowhere."""
    return tiles > 0


def any_tie(margins: Any, one: Any, other: Any) -> Any:
    """The best score was shared."""
    return margins == 0


@dataclass(frozen=True)
class Options:
    """Every number or method of the rules that a house rule could change."""

    OTHER_WORDS: ClassVar = {"figure": "meeples", "side": "faces", "fight": "dice"}
    """What people say for words of the rules, for who types it."""

    LAYING: ClassVar = Heading("laying tiles")

    unplaceable: Unplaceable = option(
        Unplaceable.DISCARD_AND_REDRAW,
        rule="SW-16",
        phrase={
            "discard_and_redraw": "another draw for a tile that fits nowhere",
            "discard_and_pass": "a turn lost to a tile that fits nowhere",
        },
        binding=Binding("discarded", any_discarded),
    )
    """A drawn tile that fits nowhere leaves the game; the player draws again, or loses the turn."""

    first_player: FirstPlayer = option(FirstPlayer.SEAT_0, rule="SW-9", phrase=BEGINS)
    """Who begins: seat 0, or a seat drawn by lot for each game."""

    MEEPLES: ClassVar = Heading("meeples")

    small_meeples: int = option(4, low=0, high=20, rule="SW-2", phrase="{} small meeples a player")
    """Small meeples of each player."""

    big_meeples: int = option(1, low=0, high=20, rule="SW-2", phrase="{} big meeples a player")
    """Big meeples of each player."""

    reinforce_own_planet: bool = option(
        False,
        rule="SW-24",
        phrase={"true": "reinforcing of one’s own planets", "false": "no reinforcing of one’s own planets"},
    )
    """A meeple may also join one's own or a partner's meeple on a neighbouring planet."""

    BATTLES: ClassVar = Heading("battles")

    dice_cap: int = option(
        3,
        low=1,
        high=6,
        rule="SW-30",
        phrase={"1": "at most 1 die a fighter", "": "at most {} dice a fighter"},
        binding=Binding("largest_pool", beyond_cap, is_weighed=True),
    )
    """Most dice of one fighter in a battle."""

    dice_faces: int = option(6, low=2, high=100, rule="SW-3", phrase="dice of {} faces")
    """Faces of a die."""

    small_meeple_dice: int = option(
        1,
        low=1,
        high=6,
        rule="SW-30",
        phrase={"1": "1 die for a small meeple", "": "{} dice for a small meeple"},
        acts_with={"small_meeples": range(1, 21)},
    )
    """Dice for a small meeple."""

    big_meeple_dice: int = option(
        2,
        low=1,
        high=6,
        rule="SW-30",
        phrase={"1": "1 die for a big meeple", "": "{} dice for a big meeple"},
        acts_with={"big_meeples": range(1, 21)},
    )
    """Dice for a big meeple."""

    symbol_dice: SymbolDice = option(
        SymbolDice.EACH,
        rule="SW-31",
        phrase={"each": "a die for each own symbol", "at_most_one": "at most one die for symbols"},
        binding=Binding("most_symbols", several_symbols, is_weighed=True),
    )
    """Dice for symbols of one's own faction in a contested feature: one for each, or one at most."""

    tied_roll_points: int = option(1, low=0, high=20, rule="SW-36", phrase="{} points for a tied roll")
    """Points at once to each fighter that shares the highest value of a roll."""

    loser_die_points: int = option(
        1, low=0, high=20, rule="SW-39", phrase="{} points to a loser for each die"
    )
    """Points to the loser of a battle for each die of its pool."""

    loser_points: LoserPoints = option(
        LoserPoints.DICE_OF_ONE_ROLL,
        rule="SW-40",
        phrase={
            "dice_of_one_roll": "losers paid for one roll",
            "dice_of_every_roll": "losers paid for every roll",
        },
        acts_with={"loser_die_points": range(1, 21)},
    )
    """What a loser is paid for: the dice of one roll, or the dice of every roll it took part in."""

    SCORING: ClassVar = Heading("scoring")

    route_tile_points: int = option(
        1, low=0, high=20, rule="SW-43", phrase="{} points for a tile of a trade route"
    )
    """Points for each tile of a trade route, complete or not."""

    field_tile_points: int = option(
        2, low=0, high=20, rule="SW-44", phrase="{} points for a tile of a complete asteroid field"
    )
    """Points for each tile of a complete asteroid field."""

    symbol_points: int = option(2, low=0, high=20, rule="SW-47", phrase="{} points for a faction symbol")
    """Points for each faction symbol of a scored feature, whatever its faction."""

    planet_place_points: int = option(
        1, low=0, high=20, rule="SW-46", phrase="{} points for each tile at a planet"
    )
    """Points for a planet's own tile and for each tile on the eight places around it."""

    END: ClassVar = Heading("the end of the game")

    incomplete_field_tile_points: int = option(
        1, low=0, high=20, rule="SW-54", phrase="{} points for a tile of an incomplete asteroid field"
    )
    """Points for each tile of an asteroid field that is incomplete at the end of the game."""

    win_tie: WinTie = option(
        WinTie.SHARED,
        rule="SW-56",
        phrase={"shared": "shared wins", "later_seat": "ties won by the later player"},
        binding=Binding("margin", any_tie),
    )
    """Equal top scores share the win, or it goes to whoever of them is later in the order of turns."""

    PLAYERS: ClassVar = Heading("teams and colours")

    team_mode: bool = option(
        False, rule="SW-59", phrase={"true": "the team game", "false": "everybody alone"}
    )
    """The four-player team game, Rebels against Empire."""

    colours: tuple[str, ...] = option(
        (),
        choices=COLOURS,
        length=5,
        rule="SW-10",
        phrase={"standard": "the usual colours", "": "the colours {}"},
    )
    """Colours by seat; standard: red black orange green white, in the team game red black green white."""


PRESETS: dict[str, dict[str, object]] = {"standard": {}, "team": {"team_mode": True}}
"""The game and its one variant (SW-57, SW-58)."""
PRESET_PLAYERS = {"team": 4}
PRESET_TEXTS = {
    "standard": "the rulebook's game: everybody alone (SW-57)",
    "team": "the team game: two teams of two (SW-59 to SW-63)",
}


def complete(options: Options, players: int, box: object = None) -> Options:
    """The options with colours by seat filled in, checked against the number of players.

    Raises
    ------
    UserError
        For colours that do not fit the players, or a team game without two teams of two (SW-59).
    """
    if options.team_mode and players != 4:
        raise UserError(f"starwars: the team game is for 4 players, not {players} (SW-59); add --players 4")
    if options.small_meeples + options.big_meeples == 0:
        raise UserError("starwars: small_meeples and big_meeples cannot both be 0: nobody could score (SW-2)")
    colours = options.colours or (TEAM_COLOURS if options.team_mode else COLOURS[:players])
    if len(colours) != players or len(set(colours)) != players:
        raise UserError(
            f"starwars: colours={'+'.join(colours)} must name {players} different colours, one a seat (SW-10)"
        )
    if options.team_mode:
        sides = [FACTION_OF[colour] for colour in colours]
        if sides[:2] != sides[2:] or set(sides) != {"empire", "rebel"}:
            raise UserError(
                f"starwars: colours={'+'.join(colours)}: in the team game seats alternate between Rebels "
                "(red, green) and Empire (black, white) (SW-59)"
            )
    return replace(options, colours=tuple(colours))
