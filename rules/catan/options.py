"""What a house rule can change in Catan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from rules.errors import UserError
from rules.options import Binding, Heading, at_last_turn, option, show
from rules.words import Word

MAX_TURNS = 2000
MAX_ROADS = 24
MAX_OFFERS = 20

WELFARE_PRICES = (*map(str, range(13)), "points")
"""What a card may cost in welfare tokens, 0 for no such card."""
OPEN_POINTS = WELFARE_PRICES.index("points")


class Resource(Word):
    """The resources (CT-8)."""

    BRICK = "of hills"
    LUMBER = "of forest"
    WOOL = "of pasture"
    GRAIN = "of fields"
    ORE = "of mountains"


RESOURCES = tuple(Resource.texts())


class Laying(Word):
    """How the island is laid (CT-38)."""

    BEGINNER = "the map for a first game"
    SPIRAL = "terrain by lot, tokens by their letters in a spiral"
    RANDOM_TOKENS = "terrain and tokens by lot, no red numbers side by side"
    EXPLICIT = "as given in a file"


class Direction(Word):
    """Which way round the letters of tokens run (OQ-CT-7)."""

    COUNTERCLOCKWISE = "counter-clockwise"
    CLOCKWISE = "clockwise"


class Harbours(Word):
    """Kinds of harbour on a board laid by lot (CT-43)."""

    SHUFFLED = "by lot"
    PRINTED = "as printed on the frame"


class Pieces(Word):
    """The first settlements and roads (CT-34)."""

    CHOSEN = "as the players choose"
    PRINTED = "as printed on the map for a first game"


class SetupPays(Word):
    """Which settlements of the set-up pay first cards (HR-5)."""

    SECOND = "the second"
    NONE = "neither"
    BOTH = "both"


class SetupSecond(Word):
    """The second piece of the set-up (HR-6)."""

    SETTLEMENT = "a settlement"
    CITY = "a city"


class Start(Word):
    """Who begins (OQ-CT-15)."""

    SEAT_0 = "seat 0"
    RANDOM = "a seat drawn by lot"


class WinCheck(Word):
    """When the player on turn is found to have won (OQ-CT-6)."""

    EVERY_CHANGE = "after every change"
    END_OF_PHASE = "when the turn starts, when its roll is settled and when it ends"


class Dice(Word):
    """What makes the numbers (CT-19)."""

    TWO_D6 = "two dice"
    DECK36 = "36 cards with the 36 results of two dice"


class Shortage(Word):
    """What follows when the bank cannot pay all that a roll owes of a resource (CT-55, CT-56)."""

    OFFICIAL = "nobody gets any, but a single player who is owed takes the rest"
    NONE_PAID = "nobody gets any"
    UNLIMITED = "it always can"


class Steal(Word):
    """Whether who moves the robber takes a card (OQ-CT-4)."""

    FORCED = "where there is one"
    MAY_DECLINE = "or none"
    NONE = "never"


class SecondRoad(Word):
    """The second road of a road building card (HR-12)."""

    MUST = "placed if there is room for it"
    MAY = "or left out"


class Spared(Word):
    """Where the robber goes if every other hex is spared (HR-11)."""

    ANY = "to any other hex"
    DESERT = "to the desert, and nobody is robbed"


class NoSevenBefore(Word):
    """What must have happened before a seven counts (HR-7)."""

    NOTHING = "nothing"
    FIRST_CITY = "somebody has built a city"


class Phases(Word):
    """The order of trading and building (CT-58)."""

    COMBINED = "alternating freely"
    STRICT = "all trading before the first thing bought"


class Trade(Word):
    """Trade between players (CT-79)."""

    NONE = "none"
    ONE_FOR_ONE = "one card for one"
    ANY = "any numbers of cards"


# --- in which games some options bind, by a column of the table `games`


def bank_is_low(out: Any, one: Any, other: Any) -> Any:
    """One of the banks had less left of a resource than two cards, the most that anybody may choose."""
    return out > min(one.bank, other.bank) - 2


BANK_IS_LOW = Binding("most_out", bank_is_low)


@dataclass(frozen=True)
class Options:
    """Every number or method of the rules that a house rule could change; by default as printed (CT-9)."""

    OTHER_WORDS: ClassVar = {
        "discard": "hand",
        "length": "turns",
        "port": "harbours",
        "harbor": "harbours",
        "sheep": "wool",
        "thief": "robber",
        "victory": "win",
        "wheat": "grain",
        "wood": "lumber",
    }
    """What people say for words of the rules, for who types it."""

    BOARD: ClassVar = Heading("board")

    board: Laying = option(
        Laying.SPIRAL,
        rule="CT-38",
        phrase={
            "beginner": "the map for a first game",
            "spiral": "number tokens in a spiral",
            "random_tokens": "number tokens by lot",
            "explicit": "a board from a file",
        },
    )
    """The island: the map for a first game; terrain by lot and tokens by their letters in a spiral;
    terrain and tokens by lot, no red numbers side by side; or as given in a file."""

    spiral_start: str = option(
        "random",
        choices=("random", "0", "2", "7", "11", "16", "18"),
        rule="CT-31",
        phrase={"random": "the first letter on a corner by lot", "": "the first letter on corner hex {}"},
        acts_with={"board": ("spiral",)},
    )
    """The corner hex with the first letter."""

    spiral_direction: Direction = option(
        Direction.COUNTERCLOCKWISE,
        rule="OQ-CT-7",
        phrase={"counterclockwise": "letters counter-clockwise", "clockwise": "letters clockwise"},
        acts_with={"board": ("spiral",)},
    )
    """Which way round the letters run."""

    harbours: Harbours = option(
        Harbours.SHUFFLED,
        rule="CT-43",
        phrase={"shuffled": "harbours by lot", "printed": "harbours as printed"},
        without="generic_rate=4 and special_rate=4",
        acts_with={"board": ("spiral", "random_tokens")},
    )
    """Kinds of harbour on a board laid by lot: shuffled, or as printed on the frame."""

    SET_UP: ClassVar = Heading("set-up")

    pieces: Pieces = option(
        Pieces.CHOSEN,
        rule="CT-34",
        phrase={"chosen": "first settlements by choice", "printed": "first settlements as printed"},
    )
    """The first settlements and roads: chosen by the players, or as printed on the map for a first game."""

    start: Start = option(
        Start.SEAT_0, rule="OQ-CT-15", phrase={"seat_0": "seat 1 to begin", "random": "a first player by lot"}
    )
    """Who begins: seat 0, or a seat drawn by lot for each game."""

    setup_pays: SetupPays = option(
        SetupPays.SECOND,
        rule="HR-5",
        later=True,
        phrase={
            "second": "first cards for the second settlement",
            "none": "no first cards",
            "both": "first cards for both settlements",
        },
    )
    """Which settlements of the set-up draw a card from each producing hex beside them: the second, neither,
    or both."""

    setup_distance: int = option(
        2,
        low=1,
        high=2,
        rule="HR-6",
        later=True,
        phrase={"1": "first settlements side by side", "2": "first settlements two roads apart"},
    )
    """Roads between a settlement of the set-up and the next building, at least; later ones keep to two."""

    setup_second: SetupSecond = option(
        SetupSecond.SETTLEMENT,
        rule="HR-6",
        later=True,
        phrase={"settlement": "a settlement as second piece", "city": "a city as second piece"},
    )
    """What each player places second in the set-up: a settlement, or a city from the supply, which draws two
    first cards from each producing hex if it draws any."""

    WINNING: ClassVar = Heading("winning")

    points_to_win: int = option(10, low=3, high=30, rule="CT-2", phrase="{} points to win")
    """Victory points that win."""

    settlement_points: int = option(1, low=0, high=10, rule="CT-16", phrase="{} points for a settlement")
    """Victory points of a settlement."""

    city_points: int = option(2, low=0, high=10, rule="CT-16", phrase="{} points for a city")
    """Victory points of a city."""

    victory_card_points: int = option(
        1,
        low=0,
        high=10,
        rule="CT-16",
        phrase="{} points for a victory point card",
        acts_with={"victory_point_cards": range(1, 51)},
    )
    """Victory points of a victory point card."""

    longest_road_points: int = option(
        2, low=0, high=10, rule="CT-16", phrase="{} points for the Longest Road"
    )
    """Victory points of the Longest Road."""

    longest_road_minimum: int = option(
        5, low=2, high=20, rule="CT-103", phrase="a Longest Road of {} or more"
    )
    """Shortest road that earns the Longest Road."""

    largest_army_points: int = option(
        2,
        low=0,
        high=10,
        rule="CT-16",
        phrase="{} points for the Largest Army",
        acts_with={"knight_cards": range(1, 51)},
    )
    """Victory points of the Largest Army."""

    largest_army_minimum: int = option(
        3, low=1, high=20, rule="CT-110", phrase="a Largest Army of {} or more"
    )
    """Fewest knights that earn the Largest Army."""

    win_check: WinCheck = option(
        WinCheck.EVERY_CHANGE,
        rule="OQ-CT-6",
        phrase={"every_change": "a win at once", "end_of_phase": "a win only at the end of a phase"},
    )
    """When the player on turn is found to have won: after every change, or only when the turn starts, when
    its roll is settled and when it ends."""

    max_turns: int = option(
        1000,
        low=1,
        high=MAX_TURNS,
        rule="CT-121",
        phrase="at most {} turns",
        binding=Binding("turns", at_last_turn),
    )
    """Turns after which a game is left unfinished."""

    DICE: ClassVar = Heading("dice")

    dice: Dice = option(
        Dice.TWO_D6, rule="CT-19", phrase={"two_d6": "two dice", "deck36": "36 cards in place of dice"}
    )
    """Two dice, or 36 cards with the 36 results of two dice, shuffled anew when few are left."""

    dice_deck_left: int = option(
        5,
        low=0,
        high=30,
        rule="CT-19",
        phrase="a shuffle when {} of the 36 cards are left",
        acts_with={"dice": ("deck36",)},
    )
    """With dice=deck36: the cards are shuffled anew when so many are left."""

    no_seven_first_round: int = option(
        0,
        low=0,
        high=20,
        rule="CT-60",
        phrase={
            "0": "sevens from the first round on",
            "1": "no seven in the first round",
            "": "no seven in the first {} rounds",
        },
    )
    """Rounds at the start of the game in which a seven is rolled again."""

    neutral_roll: bool = option(
        False,
        rule="HR-4",
        later=True,
        phrase={"true": "a neutral roll after each round", "false": "no neutral rolls"},
    )
    """After the last player of each round the dice are rolled once for nobody: all produce, and a seven does
    nothing."""

    doubles_again: bool = option(
        False,
        rule="HR-8",
        later=True,
        phrase={"true": "another roll after two alike", "false": "one roll a turn"},
    )
    """After a roll of two alike the player on turn rolls again, at most three times in a turn; then comes
    trade."""

    no_seven_before: NoSevenBefore = option(
        NoSevenBefore.NOTHING,
        rule="HR-7",
        later=True,
        phrase={
            "nothing": "sevens before the first city",
            "first_city": "no seven before the first city",
        },
    )
    """While nobody has built a city, a seven is rolled again, or it counts."""

    two_pays_twelve: bool = option(
        False,
        rule="HR-1",
        later=True,
        phrase={"true": "two and twelve as one number", "false": "two and twelve as numbers of their own"},
    )
    """A hex with a 2 or a 12 pays on a roll of 2 and on a roll of 12."""

    BANK: ClassVar = Heading("bank and pieces")

    bank: int = option(
        19, low=4, high=100, rule="CT-12", phrase="{} cards of each resource", binding=BANK_IS_LOW
    )
    """Cards of each resource."""

    shortage: Shortage = option(
        Shortage.OFFICIAL,
        rule="CT-55",
        phrase={
            "official": "the printed rule for a bank that runs out",
            "none_paid": "nobody paid by a bank that runs out",
            "unlimited": "a bank that never runs out",
        },
        binding=BANK_IS_LOW,
    )
    """When the bank cannot pay all that a roll owes of a resource: nobody gets any unless only one player is
    owed, who takes the rest; nobody gets any even then; or the bank has no end."""

    free_card: bool = option(
        False,
        rule="HR-2",
        later=True,
        phrase={"true": "a card from the bank in each turn", "false": "no free cards"},
    )
    """Once the roll of a turn is settled, the player on turn draws a card from the bank: each kind that it
    has is equally likely."""

    settlements: int = option(5, low=2, high=20, rule="CT-14", phrase="{} settlements a player")
    """Settlements of each player."""

    cities: int = option(4, low=0, high=20, rule="CT-14", phrase="{} cities a player")
    """Cities of each player."""

    roads: int = option(15, low=2, high=MAX_ROADS, rule="CT-14", phrase="{} roads a player")
    """Roads of each player."""

    COSTS: ClassVar = Heading("costs")

    road_brick: int = option(1, low=0, high=9, rule="CT-15", phrase="{} brick for a road")
    """Brick that a road costs."""

    road_lumber: int = option(1, low=0, high=9, rule="CT-15", phrase="{} lumber for a road")
    """Lumber that a road costs."""

    settlement_brick: int = option(1, low=0, high=9, rule="CT-15", phrase="{} brick for a settlement")
    """Brick that a settlement costs."""

    settlement_lumber: int = option(1, low=0, high=9, rule="CT-15", phrase="{} lumber for a settlement")
    """Lumber that a settlement costs."""

    settlement_wool: int = option(1, low=0, high=9, rule="CT-15", phrase="{} wool for a settlement")
    """Wool that a settlement costs."""

    settlement_grain: int = option(1, low=0, high=9, rule="CT-15", phrase="{} grain for a settlement")
    """Grain that a settlement costs."""

    city_grain: int = option(2, low=0, high=9, rule="CT-15", phrase="{} grain for a city")
    """Grain that a city costs."""

    city_ore: int = option(3, low=0, high=9, rule="CT-15", phrase="{} ore for a city")
    """Ore that a city costs."""

    card_wool: int = option(1, low=0, high=9, rule="CT-15", phrase="{} wool for a development card")
    """Wool that a development card costs."""

    card_grain: int = option(1, low=0, high=9, rule="CT-15", phrase="{} grain for a development card")
    """Grain that a development card costs."""

    card_ore: int = option(1, low=0, high=9, rule="CT-15", phrase="{} ore for a development card")
    """Ore that a development card costs."""

    CARDS: ClassVar = Heading("development cards")

    knight_cards: int = option(14, low=0, high=50, rule="CT-13", phrase="{} knights in the deck")
    """Knights in the deck."""

    victory_point_cards: int = option(
        5, low=0, high=50, rule="CT-13", phrase="{} victory point cards in the deck"
    )
    """Victory point cards in the deck."""

    road_building_cards: int = option(
        2, low=0, high=50, rule="CT-13", phrase="{} road building cards in the deck"
    )
    """Road building cards in the deck."""

    year_of_plenty_cards: int = option(
        2, low=0, high=50, rule="CT-13", phrase="{} year of plenty cards in the deck"
    )
    """Year of plenty cards in the deck."""

    monopoly_cards: int = option(2, low=0, high=50, rule="CT-13", phrase="{} monopoly cards in the deck")
    """Monopoly cards in the deck."""

    second_free_road: SecondRoad = option(
        SecondRoad.MUST,
        rule="HR-12",
        later=True,
        phrase={"must": "both free roads to be placed", "may": "a second free road that may be left out"},
        acts_with={"road_building_cards": range(1, 51)},
    )
    """The second road of a road building card must be placed if there is room for it, or may be left out."""

    ROBBER: ClassVar = Heading("hands and robber")

    hand_limit: int = option(7, low=0, high=100, rule="CT-61", phrase="a hand limit of {} on a seven")
    """Who holds more cards than this on a seven gives up half of them."""

    robber: bool = option(True, rule="CT-18", phrase={"true": "the robber", "false": "no robber"})
    """Whether there is a robber; without one a seven only costs cards, and a knight only counts."""

    steal: Steal = option(
        Steal.FORCED,
        rule="OQ-CT-4",
        phrase={
            "forced": "a robber that must steal",
            "may_decline": "a robber that may steal",
            "none": "a robber that never steals",
        },
    )
    """Who moves the robber takes a card where there is one, may also take none, or never takes any."""

    friendly_robber: bool = option(
        False,
        rule="OQ-CT-21",
        phrase={"true": "the friendly robber", "false": "no friendly robber"},
        acts_with={"robber": ("true",)},
    )
    """The robber may not go beside a building of another player who has few points, unless every other hex
    is forbidden so."""

    friendly_robber_points: int = option(
        2,
        low=0,
        high=20,
        rule="OQ-CT-21",
        phrase="{} points that the friendly robber spares",
        acts_with={"friendly_robber": ("true",)},
    )
    """With friendly_robber: public points up to which a player is spared."""

    no_steal_card: bool = option(
        False,
        rule="HR-3",
        later=True,
        phrase={
            "true": "a card from the bank for who cannot steal",
            "false": "nothing for who cannot steal",
        },
        acts_with={"robber": ("true",)},
    )
    """Who moves the robber and takes no card from a player draws one from the bank: each kind that it has is
    equally likely."""

    friendly_robber_else: Spared = option(
        Spared.ANY,
        rule="HR-11",
        later=True,
        phrase={
            "any": "a friendly robber that may go anywhere if every hex is spared",
            "desert": "a friendly robber that goes to the desert if every hex is spared",
        },
        acts_with={"friendly_robber": ("true",), "friendly_robber_points": range(1, 21)},
    )
    """With friendly_robber, if every other hex is spared: the robber may go to any of them, or it goes to the
    desert, or stays there, and nobody is robbed."""

    TRADE: ClassVar = Heading("trade")

    phases: Phases = option(
        Phases.COMBINED,
        rule="CT-58",
        phrase={"combined": "trading and building in any order", "strict": "all trading before building"},
    )
    """Trading and building alternate freely, or all trading comes before the first thing bought."""

    trade: Trade = option(
        Trade.ONE_FOR_ONE,
        rule="CT-79",
        phrase={
            "none": "no trade between players",
            "one_for_one": "trade of one card for one",
            "any": "trade of any number of cards",
        },
    )
    """Trade between players: none, one card for one, or any numbers of cards."""

    trade_offers_per_turn: int = option(
        3,
        low=0,
        high=MAX_OFFERS,
        rule="CT-79",
        phrase="at most {} trade offers a turn",
        acts_with={"trade": ("one_for_one", "any")},
    )
    """Most offers that a player may make in a turn."""

    bank_rate: int = option(4, low=1, high=10, rule="CT-75", phrase="{} cards for one from the bank")
    """Equal cards that the bank takes for one without a harbour."""

    generic_rate: int = option(
        3, low=1, high=10, rule="CT-76", phrase="{} cards for one at a generic harbour"
    )
    """Equal cards that the bank takes for one with a generic harbour."""

    special_rate: int = option(
        2, low=1, high=10, rule="CT-77", phrase="{} cards for one at a special harbour"
    )
    """Cards of its resource that the bank takes for one with a special harbour."""

    welfare_price: str = option(
        "0",
        choices=WELFARE_PRICES,
        rule="HR-9",
        later=True,
        phrase={
            "0": "no welfare tokens",
            "1": "a card for each welfare token",
            "points": "a card for as many welfare tokens as open points",
            "": "a card for {} welfare tokens",
        },
    )
    """Who gets nothing from a roll takes a welfare token, and so many of them buy a card of one's choice from
    the bank: a number, or as many as one has open points; 0 is without."""


PRESETS: dict[str, dict[str, object]] = {
    "official": {},
    "beginner": {"board": "beginner", "pieces": "printed"},
    "free_tokens": {"board": "random_tokens"},
    "gentle": {"friendly_robber": True, "no_seven_first_round": 2},
    "no_trade": {"trade": "none"},
}
PRESET_TEXTS = {
    "official": "the printed rules: fifth edition, on a board laid by lot (CT-9, CT-31)",
    "beginner": "the map for a first game with the pieces printed on it (CT-33, CT-34)",
    "free_tokens": "number tokens by lot: no red numbers side by side (CT-32)",
    "gentle": "the friendly robber and no early seven: none in the first two rounds (CT-60, OQ-CT-21)",
    "no_trade": "no trade between players: as most published programs play it (CT-79)",
}


def complete(options: Options, players: int, box: object = None) -> Options:
    """The options, if they go together, for so many players.

    Raises
    ------
    UserError
        For printed pieces on another board than the one they are printed on, for two players, or with a
        set-up of one's own; for a city of the set-up where there are none; for doubles of
        cards.
    """
    if options.doubles_again and options.dice == Dice.DECK36:
        raise UserError(
            "catan: doubles_again=true needs two dice, as a card of dice=deck36 is nothing but its sum; "
            "write dice=two_d6, or leave one of them out (HR-8)"
        )
    if options.pieces == Pieces.PRINTED and options.board != Laying.BEGINNER:
        raise UserError(
            f"catan: pieces=printed belongs to board=beginner, not to board={options.board.word} (CT-34)"
        )
    if options.pieces == Pieces.PRINTED and players < 3:
        raise UserError(
            f"catan: pieces=printed has settlements for 3 or 4 players, not for {players}; "
            "write pieces=chosen, or another number of players (HR-10)"
        )
    if options.setup_second == SetupSecond.CITY and options.cities == 0:
        raise UserError(
            "catan: setup_second=city takes a city from each supply, and with cities=0 there is none (HR-6)"
        )
    for name in ("setup_distance", "setup_second"):
        if options.pieces == Pieces.PRINTED and getattr(options, name) != getattr(Options, name):
            raise UserError(
                f"catan: {name}={show(getattr(options, name))} is about pieces that players choose; "
                "with pieces=printed they lie already (HR-6)"
            )
    return options
