"""What a house rule can change in Castle."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from rules.castle.kinds import IDS
from rules.errors import UserError
from rules.options import Binding, Heading, at_last_turn, option
from rules.words import Word

if TYPE_CHECKING:
    from rules.castle.cards import CardSet

MAX_TURNS = 1000


class OutWhen(Word):
    """When a player is out, and wins (CA-28)."""

    HAND_AND_STOCK = "when hand and stock are used up"
    HAND_OR_STOCK = "when either is"


class LadyBeside(Word):
    """Beside whom the Lady in Waiting is placed (CA-124)."""

    EITHER = "the Queen or the Princess"
    BOTH = "the Queen and the Princess"


class LadyReaches(Word):
    """Which men the Lady in Waiting can send back (CA-124)."""

    COURTYARD = "those on adjacent courtyard spaces"
    ADJACENT = "those on adjacent spaces of any zone"


class DrawLimit(Word):
    """Whether a player may draw while holding as many cards as were dealt into the first hand (CA-V2)."""

    NONE = "as often as one likes"
    FIRST_HAND = "not with so many cards"


COLOURS = ("black", "beige", "red", "green", "purple")
"""Colours of the tokens by seat (CA-13)."""

DEAL = {2: (9, 13), 3: (7, 8), 4: (5, 6), 5: (5, 4)}
"""Cards in each hand and in each stock, by the number of players (CA-15)."""


@dataclass(frozen=True)
class Options:
    """Every number or method of the rules that a house rule could change."""

    OTHER_WORDS: ClassVar = {"length": "turns", "deck": "stock"}
    """What people say for words of the rules, for who types it."""

    DEAL: ClassVar = Heading("cards and deal")

    hand: int | None = option(
        None,
        low=1,
        high=27,
        rule="CA-15",
        phrase={"standard": "first hands of the usual size", "": "{} cards in each first hand"},
    )
    """Cards in each first hand; standard: 9, 7, 5 or 5 with 2 to 5 players."""

    stock: int | None = option(
        None,
        low=0,
        high=27,
        rule="CA-15",
        phrase={"standard": "stocks of the usual size", "": "{} cards in each stock"},
    )
    """Cards in each stock; standard: 13, 8, 6 or 4 with 2 to 5 players."""

    exchange: int | None = option(
        None,
        low=0,
        high=58,
        rule="CA-15",
        phrase={"standard": "all cards left in the exchange", "": "{} cards in the exchange"},
    )
    """Cards in the exchange; standard: all that are left. If fewer, the others are never
    seen."""

    without: tuple[str, ...] = option(
        (),
        choices=IDS,
        length=len(IDS),
        rule="CA-14",
        phrase={"standard": "every card", "": "every card but the {}"},
    )
    """Cards taken out before dealing, all of a name; with two players the Fool and the Village Idiot are
    taken out too (two_player_box)."""

    two_player_box: bool = option(
        True,
        rule="CA-14",
        phrase={"true": "the box for two players", "false": "the whole box for two players"},
        acts_with={"players": ("2",)},
    )
    """With two players the Fool and the Village Idiot are taken out; false leaves them in."""

    seat_0_gets: str = option(
        "none",
        choices=("none", *IDS),
        rule="CA-16",
        was="seat_1_gets",
        phrase={"none": "no card sure to be dealt", "": "the {} sure to be dealt to seat 1"},
    )
    """A card that is sure to be in seat 0's first hand: it changes places with the first other card dealt
    there. Of several alike, seat 0 gets one more than the shuffle gave."""

    TURNS: ClassVar = Heading("turns")

    actions: int = option(2, low=1, high=5, rule="CA-19", phrase="{} actions a turn")
    """Actions of a turn; the Merchant gives one more (CA-26)."""

    draw_limit: DrawLimit = option(
        DrawLimit.NONE,
        rule="CA-V2",
        phrase={"none": "no limit on drawing", "first_hand": "no drawing beyond the first hand"},
    )
    """Whether a player may draw while holding as many cards as were dealt into the first hand."""

    CHARACTERS: ClassVar = Heading("characters")

    lady_beside: LadyBeside = option(
        LadyBeside.EITHER,
        rule="CA-124",
        later=True,
        phrase={
            "either": "the Lady in Waiting beside the Queen or the Princess",
            "both": "the Lady in Waiting beside the Queen and the Princess",
        },
    )
    """The Lady in Waiting is placed beside the Queen or the Princess, or on a space beside both."""

    lady_reaches: LadyReaches = option(
        LadyReaches.COURTYARD,
        rule="CA-124",
        later=True,
        phrase={
            "courtyard": "a Lady in Waiting who reaches the courtyard",
            "adjacent": "a Lady in Waiting who reaches any zone",
        },
    )
    """The Lady in Waiting sends back a man on an adjacent courtyard space, or of any zone."""

    WINNING: ClassVar = Heading("winning")

    out_when: OutWhen = option(
        OutWhen.HAND_AND_STOCK,
        rule="CA-28",
        later=True,
        phrase={
            "hand_and_stock": "a win with hand and stock used up",
            "hand_or_stock": "a win with hand or stock used up",
        },
    )
    """When a player is out, and wins: with hand and stock used up, or with either. It is seen after a play
    (CA-30): who draws the last card of the stock wins when somebody has placed a card after that."""

    merchant_may_win: bool = option(
        True, rule="CA-V1", phrase={"true": "a Merchant that may win", "false": "no win with the Merchant"}
    )
    """A player may win in the turn in which they play the Merchant."""

    max_turns: int = option(
        1000,
        low=1,
        high=MAX_TURNS,
        rule="CA-34",
        phrase="at most {} turns",
        binding=Binding("turns", at_last_turn),
    )
    """Turns after which the game is stopped and ranked by cards in hand, then in stock."""


PRESETS: dict[str, dict[str, object]] = {"standard": {}}
PRESET_TEXTS = {"standard": "the publisher's rules"}


def complete(options: Options, players: int, cards: CardSet | None = None) -> Options:
    """The options with the sizes of the deal filled in (CA-14, CA-15), dealt from these cards or the box.

    Raises
    ------
    UserError
        For a card taken out twice, or given though it is out, more cards to deal than there are, or no
        stock where an empty one wins.
    """
    if len(set(options.without)) != len(options.without):
        raise UserError(f"castle: without={'+'.join(options.without)} names a card twice (CA-14)")
    from rules.castle.cards import standard_cards  # not above: completion asks for options and must be quick

    kinds = (cards or standard_cards()).kinds
    taken = players == 2 and options.two_player_box
    out = {kind.id for kind in kinds if kind.id in options.without or (taken and not kind.two_player)}
    if options.seat_0_gets in out | {kind.id for kind in kinds if kind.count == 0}:
        raise UserError(f"castle: seat_0_gets={options.seat_0_gets}: this card is taken out (CA-14)")
    n_cards = sum(kind.count for kind in kinds if kind.id not in out)
    hand, stock = DEAL[players]
    hand = hand if options.hand is None else options.hand
    stock = stock if options.stock is None else options.stock
    exchange = n_cards - players * (hand + stock)
    if exchange < (options.exchange or 0):
        raise UserError(
            f"castle: {players} hands of {hand}, {players} stocks of {stock} and an exchange of "
            f"{options.exchange or 0} are more than the {n_cards} cards (CA-15)"
        )
    if options.exchange is not None:
        exchange = options.exchange
    if stock == 0 and options.out_when == OutWhen.HAND_OR_STOCK:
        raise UserError("castle: out_when=hand_or_stock needs a stock: with stock=0 all are out (CA-28)")
    without = tuple(name for name in IDS if name in out)
    return replace(options, hand=hand, stock=stock, exchange=exchange, without=without)
