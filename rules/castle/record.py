"""Writing the turns of a game of Castle as they are played."""

from __future__ import annotations

from rules.castle.cards import Do
from rules.castle.deeds import ACTIONS, EFFECTS, LATER
from rules.castle.moves import move_card, move_what
from rules.castle.position import Position
from rules.records import Data


class Scribe:
    """Writes down the turns of a game: `note` every move and every outcome before it is played."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.turns: list[Data] = []
        self._entries: dict[int, Data] = {}
        """The entry that says where a card was placed, by card; its effects belong there."""

    def note(self, move: int) -> None:
        """Write down what is about to be done."""
        position, point = self.position, self.position["point"]
        if point == Do.ACTION:
            deed = ACTIONS[move_what(move)]
            self.turns.append({"seat": position["seat"], "do": deed.word, **deed.write(position, move)})
            self._entries = {move_card(move): self.turns[-1]}
        elif point not in LATER:
            effects = self._entries[position["source"]].setdefault("effects", [])
            EFFECTS[point].note(position, move, effects)
            if point == Do.PLACE:
                self._entries[move_card(move)] = effects[-1]["place"]
