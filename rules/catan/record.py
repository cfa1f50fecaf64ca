"""Writing game records of Catan: the board, the flat list of what happened, the result."""

from __future__ import annotations

from rules.catan.board import DESERT, HARBOUR_KINDS, TERRAIN
from rules.catan.deeds import write_cards, write_deed
from rules.catan.moves import Kind, move_kind, move_place
from rules.catan.options import RESOURCES, Shortage
from rules.catan.state import CARDS, NOBODY, PIECES, Thing
from rules.catan.table import Table
from rules.options import as_dict
from rules.records import FORMAT, Data


def board_entry(table: Table) -> Data:
    """The board as it lies (CT-39)."""
    return {
        "terrain": [TERRAIN[kind] for kind in table["terrain"]],
        "tokens": [
            None if kind == DESERT else int(token)
            for kind, token in zip(table["terrain"], table["token"], strict=True)
        ],
        "harbours": [HARBOUR_KINDS[kind] for kind in table["harbour"]],
        "robber": table["robber"],
    }


def position_entry(table: Table) -> Data:
    """A position in play, before or after the roll of the seat on turn, as a setup."""
    seats = range(table.players)
    pieces = []
    for n in range(table["n_builds"]):
        _, seat, thing, place = table["builds"][n].tolist()
        if thing != Thing.SETTLEMENT or table["settlements"][seat] >> place & 1:
            pieces.append({"seat": seat, PIECES[thing]: place})
    cards = []
    for seat in seats:
        for kind, name in enumerate(CARDS):
            new = int(table["new_cards"][kind]) if seat == table["seat"] else 0
            for n in range(int(table["cards"][seat, kind])):
                cards.append({"seat": seat, "card": name, "new": n < new})
    holders = {"longest_road": table["road_holder"], "largest_army": table["army_holder"]}
    return {
        **board_entry(table),
        "pieces": pieces,
        "hands": [write_cards(table["hands"][seat]) for seat in seats],
        "cards": cards,
        "knights": table["knights"][: table.players].tolist(),
        "to_move": table["seat"],
        "rolled": bool(table["rolled"]),
        **{name: None if seat == NOBODY else seat for name, seat in holders.items()},
    }


def start_entry(table: Table) -> Data:
    """The setup of a game just set up: the board, with the printed pieces if they were placed."""
    return position_entry(table) if table["turn"] else board_entry(table)


class Scribe:
    """Writes down a game as it is played, with all that chance adds, from its set-up on (CT-122)."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.setup = start_entry(table)
        self.turns: list[Data] = []
        self._given_up = [0] * 5

    def play(self, move: int) -> None:
        """Play a move, drawing chance, and write it down; a discard is one entry for all its cards."""
        table = self.table
        seat, outcome = table["asked"], table.draw(move)
        table.settle(move, outcome)
        if move_kind(move) != Kind.DISCARD:
            self.turns.append(write_deed(table, seat, move, outcome))
            return
        self._given_up[move_place(move)] += 1
        if table["due"][seat] == 0:
            cards = write_cards(self._given_up)
            self.turns.append({"seat": seat, "do": "discard", "cards": cards})
            self._given_up = [0] * 5

    def record(self) -> Data:
        """The record so far; every option stands in it."""
        table = self.table
        return {
            "format": FORMAT,
            "game": "catan",
            "options": as_dict(table.options),
            "players": table.players,
            "setup": self.setup,
            "turns": self.turns,
            "result": result_entry(table),
        }


def result_entry(table: Table) -> Data:
    """The result as it stands; a bank without end is not counted.

    Who has given up cards on a seven no longer has them, whoever else still owes some (CT-62).
    """
    winners = table.winners()
    seats = range(table.players)
    gone = [table["given_up"][seat] * (table["due"][seat] == 0) for seat in seats]
    hands = [(table["hands"][seat] - gone[seat]).tolist() for seat in seats]
    bank = (table["bank"] + sum(gone)).tolist()
    result: Data = {
        "points": table.scores(),
        "winner": winners[0] if winners else None,
        "turns": table.turns(),
        "longest_road": None if table["road_holder"] == NOBODY else table["road_holder"],
        "largest_army": None if table["army_holder"] == NOBODY else table["army_holder"],
        "hands": [dict(zip(RESOURCES, hand, strict=True)) for hand in hands],
    }
    if table.options.shortage != Shortage.UNLIMITED:
        result["bank"] = dict(zip(RESOURCES, bank, strict=True))
    return result
