"""What an author may say of how things look: a card with words and a colour."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Card:
    """A card as it is drawn: its title, lines under it, and the name of its colour."""

    title: str
    lines: tuple[str, ...] = ()
    colour: str = ""


def card(title: object, *lines: object, colour: str = "") -> Card:
    """A card to be drawn, in `Game.picture`: ``card("Mason", "3 stone", "7 points", colour="grey")``."""
    return Card(str(title), tuple(map(str, lines)), colour)
