"""What a house rule can change in Trick."""

from dataclasses import dataclass

from rules.options import option


@dataclass(frozen=True)
class Options:
    """All there is to change."""

    bonus: int = option(0, low=0, high=9, rule="T-1")
    """Points more for each card that scores."""


PRESETS: dict[str, dict[str, object]] = {"standard": {}}
PRESET_TEXTS = {"standard": "the only one"}


def complete(options: Options, players: int) -> Options:
    """The options as they stand."""
    return options
