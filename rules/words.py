"""Words of a game that kernels know by number: what an option may be set to, the features of a move."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence


class WordMeta(enum.EnumMeta):
    """The class of classes of words, by which a kernel knows them (`rules.kernel`)."""


class Word(enum.IntEnum, metaclass=WordMeta):
    """Declares words in order, each with its meaning; the numbers count from 0.

    class FarmMethod(Word):
        PER_CITY = "most farmers around each city"
        PER_FIELD = "most farmers on each farm"
    """

    text: str

    def __new__(cls, text: str) -> Word:
        """The next word; `text` says what it means."""
        member = int.__new__(cls, len(cls.__members__))
        member._value_ = len(cls.__members__)
        member.text = text
        return member

    @property
    def word(self) -> str:
        """As it is typed and printed."""
        return self.name.lower()

    def __eq__(self, other: object) -> bool:
        """Equal to its number and to its word: ``options.farm_method == "per_city"`` means what it says."""
        return self.word == other if isinstance(other, str) else int(self) == other

    __hash__ = enum.IntEnum.__hash__

    @classmethod
    def texts(cls) -> dict[str, str]:
        """The meaning of each word, in order."""
        return {member.word: member.text for member in cls}


def listed_or(words: Sequence[str]) -> str:
    """``a, b or c``."""
    return f"{', '.join(words[:-1])} or {words[-1]}"


def with_numbers(words: Iterable[str], first: int = 0) -> str:
    """Words behind their numbers, which tables hold.

    >>> with_numbers(("courtyard", "ramparts"))
    '0 courtyard; 1 ramparts'
    """
    return "; ".join(f"{number} {word}" for number, word in enumerate(words, first))


def seated(players: int) -> str:
    """How many play.

    >>> seated(1), seated(3)
    ('1 player', '3 players')
    """
    return f"{players} player{'' if players == 1 else 's'}"
