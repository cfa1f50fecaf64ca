"""Small builders for Castle: a board in words, cards played on it, and what is asked then.

    g = board("(2,2) princess/B, (1,2) king/A under knight/B, outside fairy/A, N siege_engine/B",
              hands="lady_in_waiting | soldier | spy")

Seats are A, B, C ...; ``king/A`` is the King with A's token, ``king`` has none. A place is ``(row,col)``,
a wall for the engine that faces it, or ``outside fairy`` for the pile with the Fairy at the bottom.
"""

from __future__ import annotations

import re

from rules.castle.cards import Do
from rules.castle.deeds import EFFECTS
from rules.castle.moves import (
    CHOOSE,
    DRAW,
    NONE,
    PLAY,
    SWAP,
    move_card,
    move_other,
    move_place,
    move_seat,
    move_what,
    pack_move,
)
from rules.castle.options import Options, settle
from rules.castle.plan import FACING, OPEN, PILE, SIDE, SPACES, WALLS
from rules.castle.position import lay_setup
from rules.castle.state import NOBODY
from rules.castle.table import Table

SEATS = "ABCDE"
RULES = ("actions", "draw_limit", "merchant_may_win", "max_turns")
ENTRY = re.compile(r"\s*(\(\d,\d\)|outside|[NESW]) ([^,]+)(?:,|$)")


def pile(text):
    """``king/A under knight/B`` as a pile of a record, the lowest card first."""
    cards = []
    for part in text.split(" under "):
        name, _, owner = part.strip().partition("/")
        cards.append({"card": name, "token": SEATS.index(owner) if owner else None})
    return cards


def position(text, hands="", stocks="", exchange="", players=0, first="A", last=None):
    """A board in words as the setup of a record; as many players as hands, three at least."""
    players = players or max(3, len(hands.split("|")))
    castle, outside, at = [], [], 0
    while at < len(text.rstrip()):
        found = ENTRY.match(text, at)
        assert found, text[at:]
        place, cards = found.groups()
        if place[0] == "(":
            castle.append({"at": [int(place[1]), int(place[3])], "pile": pile(cards)})
        else:
            outside.append({"pile": pile(cards)} | ({} if place == "outside" else {"wall": place}))
        at = found.end()
    setup = {
        "hands": by_seat(hands, players),
        "stocks": by_seat(stocks, players),
        "exchange": exchange.split(),
        "first": SEATS.index(first),
        "castle": castle,
        "outside": outside,
    }
    return setup | ({"last_placed": last} if last else {})


def by_seat(text, players):
    """``soldier king | spy`` as one list for each seat."""
    lists = [part.split() for part in text.split("|")]
    return lists + [[] for _ in range(players - len(lists))]


def board(text="", hands="", players=0, **given):
    """A game that begins with this board."""
    options = {name: given.pop(name) for name in RULES if name in given}
    setup = position(text, hands, players=players, **given)
    return Game(setup, len(setup["hands"]), **options)


class Game:
    """A table spoken to in words."""

    def __init__(self, setup, players=3, **options):
        self.table = Table()
        self.table.open(settle(Options(**options), players), players)
        self.setup = setup
        lay_setup(self.table, setup)

    # --- what is there

    def card(self, place):
        """The top card at a place."""
        table = self.table
        if place[0] == "(":
            return int(table["top"][int(place[1]) * SIDE + int(place[3])])
        if place in WALLS:
            lowest = table["engine"][WALLS.index(place)]
        else:
            (lowest,) = [
                c for c in table["outside"][: table["n_outside"]] if self.word(c) == place.split()[1]
            ]
        return int(table["top"][PILE + int(lowest)])

    def word(self, card):
        """The id of a card."""
        return self.table.id_of(int(card))

    def at(self, place):
        """What lies at a place, as it is written: ``king/A under knight/B``; nothing for an empty space."""
        if place[0] == "(" and self.card(place) < 0:
            return ""
        tokens = self.table["token"]
        return " under ".join(
            self.word(c) + ("" if tokens[c] == NOBODY else "/" + SEATS[tokens[c]])
            for c in self.table.pile(self.card(place))
        )

    def place(self, code):
        """The words for a place or a destination."""
        if code < SPACES:
            return f"({code // SIDE},{code % SIDE})"
        if code == OPEN:
            return "outside"
        if code >= FACING:
            return WALLS[code - FACING]
        engines = self.table["engine"].tolist()
        return (
            WALLS[engines.index(code - PILE)]
            if code - PILE in engines
            else f"outside {self.word(code - PILE)}"
        )

    def lies(self, card):
        """The words for where a card in play lies."""
        return self.place(int(self.table["where"][card]))

    def in_play(self):
        """The ids of all cards in play, sorted."""
        return sorted(name for zone in range(4) for name in self.table.ids(self.table["zones"][zone]))

    def hand(self, seat):
        """The cards of a hand, sorted, in one line."""
        return " ".join(sorted(self.table.ids(self.table["hand"][SEATS.index(seat)])))

    @property
    def exchange(self):
        """The cards of the exchange, sorted, in one line."""
        return " ".join(sorted(self.table.ids(self.table["exchange"])))

    @property
    def removed(self):
        """What the Assassin took."""
        return " ".join(self.table.ids(self.table["removed"]))

    # --- what is asked

    @property
    def asked(self):
        """The seat that decides, ``chance``, or how the game ended."""
        if self.table["over"]:
            return f"{self.table.reason()} " + "".join(SEATS[seat] for seat in self.table.winners())
        return "chance" if self.table["asked"] == NOBODY else SEATS[self.table["asked"]]

    @property
    def point(self):
        """What is asked: ``action``, or the word of a record."""
        point = self.table["point"]
        words = {do: deed.word for do, deed in EFFECTS.items()} | {
            Do.ACTION: "action",
            Do.EITHER_ORDER: "order",
            Do.DRAW_BLINDLY: "got",
            Do.TAKE: "taken",
        }
        return words[point]

    def legal(self, what=None):
        """The legal moves of a sort."""
        return [move for move in self.table.legal() if what is None or move_what(move) == what]

    def actions(self):
        """The sorts of action that are possible, in words."""
        words = {DRAW: "draw", SWAP: "exchange", PLAY: "play", NONE: "none"}
        return {words[move_what(move)] for move in self.legal()}

    def playable(self):
        """The ids of the cards that can be played now."""
        return {self.word(move_card(move)) for move in self.legal(PLAY)}

    def places(self, name):
        """Where a card of the hand, or for the King's Advisor of the exchange, may be placed."""
        moves = self.legal(PLAY if self.point == "action" else CHOOSE)
        return {self.place(move_place(move)) for move in moves if self.word(move_card(move)) == name}

    def targets(self):
        """Where the cards lie that can be chosen now."""
        return {self.lies(move_card(move)) for move in self.legal()}

    def goals(self, place):
        """Where the card at a place can be moved now."""
        return {self.place(move_place(m)) for m in self.legal() if move_card(m) == self.card(place)}

    def pairs(self):
        """The pairs of places whose cards can be chosen now."""
        return {frozenset((self.lies(move_card(move)), self.lies(move_other(move)))) for move in self.legal()}

    # --- what is done

    def play(self, name, place="outside", *choices):
        """Play a card from the hand; then choose, one after the other, cards by their places."""
        self._one(PLAY, lambda m: self.word(move_card(m)) == name and self.place(move_place(m)) == place)
        for choice in choices:
            self.choose(choice)
        return self

    def choose(self, place, to=None):
        """Choose the top card at a place, perhaps to be moved somewhere."""
        card = self.card(place)
        self._one(
            CHOOSE,
            lambda m: move_card(m) == card and (to is None or self.place(move_place(m)) == to),
        )
        return self

    def choose_pair(self, one, other):
        """Choose the top cards at two places."""
        wanted = {self.card(one), self.card(other)}
        self._one(CHOOSE, lambda m: {move_card(m), move_other(m)} == wanted)
        return self

    def pick(self, name, seat=None, other=None, place=None):
        """Choose a card of a hand or of the exchange, with a seat, a second card or a place."""
        self._one(
            None,
            lambda m: (
                self.word(move_card(m)) == name
                and (seat is None or move_seat(m) == SEATS.index(seat))
                and (other is None or self.word(move_other(m)) == other)
                and (place is None or self.place(move_place(m)) == place)
            ),
        )
        return self

    def token(self, seat):
        """The Spy gives a token of this owner to the next card."""
        self._one(CHOOSE, lambda m: move_seat(m) == SEATS.index(seat))
        return self

    def order(self, reverse):
        """The Mistress: the King first, or in reverse the Knight."""
        self.table.step(pack_move(CHOOSE, 0, 0, int(reverse), 0))
        return self

    def draw(self):
        """Draw from the stock."""
        self._one(DRAW, lambda m: True)
        return self

    def swap(self, give, take):
        """Exchange a card of the hand for one of the exchange."""
        self._one(SWAP, lambda m: self.word(move_card(m)) == give and self.word(move_other(m)) == take)
        return self

    def lose(self):
        """Lose an action because none is possible."""
        self._one(NONE, lambda m: True)
        return self

    def _one(self, what, wanted):
        """Play the only legal move of this sort that is wanted."""
        found = [move for move in self.legal(what) if wanted(move)]
        assert len(found) == 1, f"{len(found)} such moves; {self.asked} is asked {self.point}"
        self.table.step(found[0])
