"""Writing game records of Castle: the position before the first turn, and the turns as they are played."""

from __future__ import annotations

from collections.abc import Sequence

from rules.castle.cards import (
    ACTION,
    DRAW_BLINDLY,
    DRAW_OUT,
    EITHER_ORDER,
    GIVE,
    MOVE,
    MOVE_KNIGHT,
    OWNER_SENDS_BACK,
    PASS,
    PLACE,
    REARRANGE_TOKENS,
    REMOVE,
    REPLACE_TOKEN,
    SEND_BACK,
    SWAP_CARDS,
    SWAP_PLACES,
    SWAP_TOKENS,
    TAKE,
    TAKE_TOKEN,
    TO_EXCHANGE,
    TRADE,
)
from rules.castle.moves import DRAW, PLAY, SWAP, move_card, move_other, move_place, move_seat, move_what
from rules.castle.places import card_entry, goal_entry, pile_entry, space_entry
from rules.castle.plan import SPACES
from rules.castle.state import NO_CARD, NOBODY
from rules.castle.table import Table
from rules.options import as_dict
from rules.records import FORMAT, Data

WORDS = {
    SEND_BACK: "send_back",
    OWNER_SENDS_BACK: "send_back",
    TO_EXCHANGE: "to_exchange",
    REMOVE: "remove",
    TAKE_TOKEN: "take_token",
    MOVE: "move",
    MOVE_KNIGHT: "move",
    DRAW_OUT: "move",
    SWAP_PLACES: "swap",
    REPLACE_TOKEN: "replace_tokens",
    SWAP_TOKENS: "swap_tokens",
    REARRANGE_TOKENS: "tokens",
    GIVE: "give",
    SWAP_CARDS: "swap_cards",
    TRADE: "trade",
    PASS: "pass",
    TAKE: "taken",
    PLACE: "place",
}
"""The word of a record for what is decided, by what is asked."""

# --- the position


def setup_entry(table: Table) -> Data:
    """The position as it lies; the player to act is at the start of a turn."""
    seats = range(table.players)
    stocks = [table["stock"][seat][: table["n_stock"][seat]].tolist() for seat in seats]
    entry: Data = {
        "hands": [table.ids(table["hand"][seat]) for seat in seats],
        "stocks": [[table.id_of(card) for card in reversed(stock)] for stock in stocks],
        "exchange": table.ids(table["exchange"]),
        "first": table["seat"],
    }
    if table["occupied"]:
        spaces = [space for space in range(SPACES) if table["occupied"] >> space & 1]
        entry["castle"] = [
            space_entry(space) | {"pile": _pile(table, table["lowest"][space])} for space in spaces
        ]
    if table["n_outside"]:
        entry["outside"] = [_outside(table, int(card)) for card in table["outside"][: table["n_outside"]]]
    if table["last_placed"] != NO_CARD:
        entry["last_placed"] = _last_placed(table, table["last_placed"])
    if table["removed"]:
        entry["removed"] = table.ids(table["removed"])
    return entry


def _pile(table: Table, lowest: int) -> list[Data]:
    tokens = table["token"].tolist()
    return [
        {"card": table.id_of(card), "token": None if tokens[card] == NOBODY else tokens[card]}
        for card in table.pile(int(lowest))
    ]


def _outside(table: Table, lowest: int) -> Data:
    named = pile_entry(table, lowest)
    return {"pile": _pile(table, lowest)} | ({"wall": named["wall"]} if "wall" in named else {})


def _last_placed(table: Table, card: int) -> str | Data:
    """The card's id, or its place if another such card is in play."""
    in_play = [other for zone in range(4) for other in table.ids(table["zones"][zone])]
    name = table.id_of(card)
    return name if in_play.count(name) == 1 else card_entry(table, card)


# --- turns


class Scribe:
    """Writes down the turns of a table: `note` every move and every outcome before it is played."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.turns: list[Data] = []
        self._entries: dict[int, Data] = {}
        """The entry that says where a card was placed, by card; its effects belong there."""

    def note(self, move: int) -> None:
        """Write down what is about to be done."""
        point = self.table["point"]
        if point == ACTION:
            self._note_action(move)
        elif point == DRAW_BLINDLY:
            self._effects()[-1]["trade"]["got"] = self.table.id_of(move_card(move))
        elif point != EITHER_ORDER:  # what is done first is written first
            self._note_answer(point, move)

    def _note_action(self, move: int) -> None:
        """An action of the player to act."""
        what, entry = move_what(move), {"seat": self.table["seat"]}
        if what == DRAW:
            entry |= {"do": "draw"}
        elif what == SWAP:
            given, taken = (self.table.id_of(card) for card in (move_card(move), move_other(move)))
            entry |= {"do": "exchange", "give": given, "take": taken}
        elif what == PLAY:
            entry |= {"do": "play", **self._placed(move)}
            self._entries = {move_card(move): entry}
        else:
            entry |= {"do": "none"}
        self.turns.append(entry)

    def _placed(self, move: int) -> Data:
        return {"card": self.table.id_of(move_card(move)), **goal_entry(self.table, move_place(move))}

    def _effects(self) -> list[Data]:
        """The effects written so far of the card whose step is going on."""
        effects: list[Data] = self._entries[self.table["source"]].setdefault("effects", [])
        return effects

    def _note_answer(self, point: int, move: int) -> None:
        """What somebody chose, or chance drew, within an effect."""
        table, effects, word = self.table, self._effects(), WORDS[point]
        card, other = move_card(move), move_other(move)
        asked = table["asked"]
        if point <= TAKE_TOKEN:
            by = {"by": asked} if asked != table["seat"] else {}
            effects.append({word: card_entry(table, card), **by})
        elif point in (MOVE, MOVE_KNIGHT, DRAW_OUT):
            effects.append({word: card_entry(table, card), "to": goal_entry(table, move_place(move))})
        elif point in (SWAP_PLACES, SWAP_TOKENS):
            effects.append({word: [card_entry(table, card), card_entry(table, other)]})
        elif point == GIVE:
            effects.append({word: {"card": table.id_of(card), "to": move_seat(move)}})
        elif point == TRADE:
            effects.append({word: {"with": move_seat(move), "give": table.id_of(card)}})
        elif point == PLACE:
            entry = self._placed(move)
            self._entries[card] = entry
            effects.append({word: entry})
        else:
            self._note_part(point, move)

    def _note_part(self, point: int, move: int) -> None:
        """One of several answers that stand in one effect."""
        table, effects, word = self.table, self._effects(), WORDS[point]
        card = move_card(move)
        first = not effects if point == REPLACE_TOKEN else table["n_chosen"] == 0
        if first:
            effects.append({word: {"give": [], "take": []} if point == SWAP_CARDS else []})
        part = effects[-1][word]
        if point == REPLACE_TOKEN:
            part.append(card_entry(table, card))
        elif point == REARRANGE_TOKENS:
            part.append([card_entry(table, card), move_seat(move)])
        elif point == SWAP_CARDS:
            part["give"].append(table.id_of(card))
            part["take"].append(table.id_of(move_other(move)))
        else:
            seat = table["asked"] if point == PASS else move_seat(move)
            part.append([seat, table.id_of(card)])


# --- the whole


def result_entry(table: Table) -> Data:
    """The result as it stands; before the game is over nobody has won."""
    left = table.by_source()
    return {
        "winners": table.winners(),
        "reason": table.reason(),
        "turns": table["n_turns"],
        "hands": [seat["hand"] for seat in left],
        "stocks": [seat["stock"] for seat in left],
    }


def game_record(table: Table, setup: Data, turns: Sequence[Data], result: Data) -> Data:
    """The record of a game; every option stands in it."""
    return {
        "format": FORMAT,
        "game": table.game,
        "options": as_dict(table.options),
        "players": table.players,
        "setup": setup,
        "turns": list(turns),
        "result": result,
    }
