"""What a house rule can change in Love Letter."""

from dataclasses import dataclass

from rules.options import option


@dataclass(frozen=True)
class Options:
    """Every number or method of the rules that a house rule could change."""

    guards: int = option(5, low=3, high=7, rule="LL-1")
    """Guards in the deck."""

    tie_break: bool = option(True, rule="LL-4")
    """Whether of equal cards at the end the one wins who has discarded more."""

    guess_guards: bool = option(False, rule="LL-5")
    """Whether a Guard may guess that somebody holds a Guard."""
