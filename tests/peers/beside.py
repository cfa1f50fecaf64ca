"""What two engines see differently of one game of Catan: found, counted, and laid as the host has it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from peers.words import IN_ORDER, RESOURCES
from rules.catan.position import Position
from rules.catan.state import NOBODY


class Beside:
    """Our position and catanatron's game, side by side; `ours` says whose word counts."""

    def __init__(self, position: Position, game: Any, *, ours: bool) -> None:
        self.position = position
        self.state = game.state
        self.ours = ours
        self.seen: Counter[str] = Counter()

    def compare(self, here: set[Any], there: set[Any]) -> None:
        """Count what only one of the engines allows, once a decision for each kind of action."""
        for what, more in (("only here", here - there), ("only there", there - here)):
            self.seen.update({f"{kind.value} {what}" for kind in {action.action_type for action in more}})

    def agree(self, *, silent: bool = False) -> None:
        """Count where hands, bank or awards differ, and take over what the host says."""
        last = self.state.actions[-1].action_type.value
        for what in [*self._hands(), *self._bank(), *self._awards()]:
            if not silent:
                self.seen[f"another {what} after {last}"] += 1

    def _hands(self) -> Iterator[str]:
        people, hands = self.state.player_state, self.position["hands"]
        for seat in range(self.position.players):
            for r, name in enumerate(RESOURCES):
                key = f"P{seat}_{name}_IN_HAND"
                if hands[seat, r] != people[key]:
                    yield "hand"
                    hands[seat, r] = people[key] = int(hands[seat, r]) if self.ours else people[key]
                    self.position["hand_size"][seat] = hands[seat].sum()

    def _bank(self) -> Iterator[str]:
        bank = [int(self.position["bank"][RESOURCES.index(name)]) for name in IN_ORDER]
        if bank != list(self.state.resource_freqdeck):
            yield "bank"
            if self.ours:
                self.state.resource_freqdeck = bank
            for name, n in zip(IN_ORDER, self.state.resource_freqdeck, strict=True):
                self.position["bank"][RESOURCES.index(name)] = n

    def _awards(self) -> Iterator[str]:
        people = self.state.player_state
        for award, holder in (("ROAD", "road_holder"), ("ARMY", "army_holder")):
            held = [seat for seat in range(self.position.players) if people[f"P{seat}_HAS_{award}"]]
            there, here = held[0] if held else NOBODY, self.position[holder]
            if here == there:
                continue
            yield holder
            if not self.ours:
                self.position[holder] = there
                continue
            for seat, points in ((there, -2), (here, 2)):
                if seat != NOBODY:
                    people[f"P{seat}_HAS_{award}"] = points > 0
                    people[f"P{seat}_VICTORY_POINTS"] += points
                    people[f"P{seat}_ACTUAL_VICTORY_POINTS"] += points
