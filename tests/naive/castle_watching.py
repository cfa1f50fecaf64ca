"""What every seat of Castle has seen of the hands of others, from the record of what was done in the open.

A card is known to be in a hand if it went there for all to see, or if it was the seat's own; until it is seen
to leave, or until anything leaves that hand unseen, after which nothing in it is sure.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from .castle_board import cards_in_play
from .castle_judge import empty_table, lay_initial
from .castle_tables import sent_back
from .castle_turns import flattened, play_entry


class Watch:
    """The knowledge of all seats: `known[viewer][seat]` are kinds of cards in another hand."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.position = empty_table(record)
        lay_initial(self.position, record["setup"])
        self.players: int = record["players"]
        self.known = [[Counter[str]() for _ in range(self.players)] for _ in range(self.players)]

    def see(self, entry: dict[str, Any]) -> None:
        """An entry of the record is played in front of all."""
        seat, before = entry["seat"], cards_in_play(self.position)
        if entry["do"] == "exchange":
            self.leaves(seat, entry["give"])
            self.comes(seat, entry["take"])
        elif entry["do"] == "play":
            self.leaves(seat, entry["card"])
        effects = flattened(entry.get("effects") or [])
        for effect in effects:
            self.effect(seat, effect)
        play_entry(self.position, entry)
        if entry["do"] == "play":
            for card in sent_back(before, self.position, entry):
                if card["token"] is not None:
                    self.comes(card["token"], card["card"])

    def effect(self, seat: int, effect: dict[str, Any]) -> None:
        """What an effect does to hands."""
        if "give" in effect:
            self.comes(effect["give"]["to"], effect["give"]["card"])
        elif "swap_cards" in effect:
            for card in effect["swap_cards"]["give"]:
                self.leaves(seat, card)
            for card in effect["swap_cards"]["take"]:
                self.comes(seat, card)
        elif "trade" in effect:
            trade = effect["trade"]
            self.pass_on([(seat, trade["give"], trade["with"]), (trade["with"], trade["got"], seat)])
        elif "pass" in effect:
            self.pass_on([(giver, card, (giver + 1) % self.players) for giver, card in effect["pass"]])
        elif "taken" in effect:
            self.pass_on([((taker - 1) % self.players, card, taker) for taker, card in effect["taken"]])

    def leaves(self, seat: int, kind: str) -> None:
        """A card leaves a hand for all to see."""
        for viewer in range(self.players):
            self.known[viewer][seat] -= Counter([kind])

    def comes(self, seat: int, kind: str) -> None:
        """A card comes into a hand for all to see."""
        for viewer in range(self.players):
            if viewer != seat:
                self.known[viewer][seat][kind] += 1

    def pass_on(self, passed: list[tuple[int, str, int]]) -> None:
        """Cards go from hand to hand, all at once, each seen by its giver and its taker only."""
        for giver, kind, taker in passed:
            for viewer in range(self.players):
                if viewer == taker:
                    self.known[viewer][giver] -= Counter([kind])
                elif viewer != giver:
                    self.known[viewer][giver] = Counter()
        for giver, kind, taker in passed:
            self.known[giver][taker][kind] += 1
