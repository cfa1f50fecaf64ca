"""The kinds of card by their ids, in the order of `cards.toml`: what options may name."""

from __future__ import annotations

from pathlib import Path

from rules.toml import read_toml

STANDARD = Path(__file__).with_name("cards.toml")

IDS = tuple(str(card["id"]) for card in read_toml(STANDARD)["card"])
"""Every kind of card, in the order of the file."""
