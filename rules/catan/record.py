"""Writing game records of Catan: the board and the flat list of what happened."""

from __future__ import annotations

from rules.catan.board import Layout, layout_entry
from rules.catan.deeds import write_cards, write_deed
from rules.catan.moves import Kind, move_kind, move_place
from rules.catan.position import Position
from rules.catan.state import CARDS, NOBODY, PIECES, Thing
from rules.records import Data


def board_entry(position: Position) -> Data:
    """The board as it lies (CT-39)."""
    terrain, tokens, harbours = (tuple(position[name].tolist()) for name in ("terrain", "token", "harbour"))
    return layout_entry(Layout(terrain, tokens, harbours, position["robber"]))


def position_entry(position: Position) -> Data:
    """A position in play, before or after the roll of the seat on turn, as a setup."""
    seats = range(position.players)
    pieces = []
    for n in range(position["n_builds"]):
        _, seat, thing, place, _ = position["builds"][n].tolist()
        if thing != Thing.SETTLEMENT or position["settlements"][seat] >> place & 1:
            pieces.append({"seat": seat, PIECES[thing]: place})
    cards = []
    for seat in seats:
        for kind, name in enumerate(CARDS):
            new = int(position["new_cards"][kind]) if seat == position["seat"] else 0
            for n in range(int(position["cards"][seat, kind])):
                cards.append({"seat": seat, "card": name, "new": n < new})
    welfare = position.options.welfare_price != "0"
    tokens = {"welfare_tokens": position["welfare_tokens"][: position.players].tolist()} if welfare else {}
    holders = {"longest_road": position["road_holder"], "largest_army": position["army_holder"]}
    return {
        **board_entry(position),
        "pieces": pieces,
        "hands": [write_cards(position["hands"][seat]) for seat in seats],
        "cards": cards,
        "knights": position["knights"][: position.players].tolist(),
        **tokens,
        "to_move": position["seat"],
        "rolled": bool(position["rolled"]),
        **{name: None if seat == NOBODY else seat for name, seat in holders.items()},
    }


class Scribe:
    """Writes down a game as it is played, with all that chance adds, from its set-up on (CT-122)."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.setup = position_entry(position) if position["turn"] else board_entry(position)
        """The board, with the printed pieces if they were placed."""
        self.turns: list[Data] = []
        self._given_up = [0] * 5

    def play(self, move: int) -> None:
        """Play a move, drawing chance, and write it down; a discard is one entry for all its cards."""
        position = self.position
        seat, outcome = position["asked"], position.draw(move)
        position.carry_out(move, outcome)
        if move_kind(move) != Kind.DISCARD:
            self.turns.append(write_deed(position, seat, move, outcome))
            return
        self._given_up[move_place(move)] += 1
        if position["due"][seat] == 0:
            cards = write_cards(self._given_up)
            self.turns.append({"seat": seat, "do": "discard", "cards": cards})
            self._given_up = [0] * 5

    def record(self) -> Data:
        """The record so far."""
        return self.position.record(setup=self.setup, turns=list(self.turns))
