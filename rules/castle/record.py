"""Writing game records of Castle: the turns as they are played, and the whole."""

from __future__ import annotations

from collections.abc import Sequence

from rules.castle.cards import Do
from rules.castle.deeds import ACTIONS, EFFECTS, LATER
from rules.castle.moves import move_card, move_what
from rules.castle.table import Table
from rules.options import as_dict
from rules.records import FORMAT, Data


class Scribe:
    """Writes down the turns of a table: `note` every move and every outcome before it is played."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.turns: list[Data] = []
        self._entries: dict[int, Data] = {}
        """The entry that says where a card was placed, by card; its effects belong there."""

    def note(self, move: int) -> None:
        """Write down what is about to be done."""
        table, point = self.table, self.table["point"]
        if point == Do.ACTION:
            deed = ACTIONS[move_what(move)]
            self.turns.append({"seat": table["seat"], "do": deed.word, **deed.write(table, move)})
            self._entries = {move_card(move): self.turns[-1]}
        elif point not in LATER:
            effects = self._entries[table["source"]].setdefault("effects", [])
            EFFECTS[point].note(table, move, effects)
            if point == Do.PLACE:
                self._entries[move_card(move)] = effects[-1]["place"]


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
