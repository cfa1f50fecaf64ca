"""Values of an author's game as people read them: a title, lines under it and a colour, never a `repr`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from numbers import Integral, Real
from typing import Any

from reports.pictures.style import RESOURCE_COLOURS, SEAT_COLOURS
from rules.errors import UserError, nearest
from simulate.plain.cards import Card

LONGEST = 120
"""Letters of a text."""

DEEPEST = 3
"""How deep things are looked into for words."""

NOTHING = "\N{EN DASH}"
"""Stands for what is not there."""

COLOURS = {
    **{name: fill for name, (fill, _) in SEAT_COLOURS.items()},
    "pink": "#d8759f",
    "violet": "#7d4a9e",
    "brown": "#8a5a34",
    "grey": "#8d939e",
    "gray": "#8d939e",
    "silver": "#b4bac4",
    "gold": "#c99a1a",
    "cyan": "#3aa0ad",
    "teal": "#2a8078",
    "turquoise": "#2a8f8f",
}
"""Colours by their names."""

KNOWN = {
    **RESOURCE_COLOURS,
    "wood": RESOURCE_COLOURS["lumber"],
    "clay": RESOURCE_COLOURS["brick"],
    "sheep": RESOURCE_COLOURS["wool"],
    "wheat": RESOURCE_COLOURS["grain"],
    "corn": RESOURCE_COLOURS["grain"],
    "stone": RESOURCE_COLOURS["ore"],
    "iron": "#5d6b7a",
    "fish": "#3f86b5",
    "water": "#3f86b5",
    "fire": "#cf5a2b",
    "hearts": COLOURS["red"],
    "diamonds": COLOURS["red"],
    "spades": COLOURS["black"],
    "clubs": COLOURS["black"],
    "\N{BLACK HEART SUIT}": COLOURS["red"],
    "\N{BLACK DIAMOND SUIT}": COLOURS["red"],
    "\N{BLACK SPADE SUIT}": COLOURS["black"],
    "\N{BLACK CLUB SUIT}": COLOURS["black"],
}
"""Colours of words that have one in many games."""

PALETTE = ("#2f66b0", "#c8772a", "#3d8b4f", "#a8423a", "#7d4a9e", "#2a8f8f", "#9a7d1c", "#c25b8a", "#5d6b7a")
"""Colours of words that have none, in their order."""

OF_SEATS = ("hands", "boards", "rows", "piles", "decks", "purses")
"""Names in the plural that say of how many seats there is one."""

TITLES = ("title", "name", "word", "label")
"""Fields that say what a thing is called."""


@dataclass(frozen=True)
class Thing:
    """What is drawn as a card or a token: its title, lines under it, a colour, and perhaps whose it is."""

    title: str
    lines: tuple[str, ...] = ()
    colour: str = ""
    seat: int | None = None

    @property
    def words(self) -> str:
        """All of it in one line."""
        return " ".join([self.title, *self.lines])


def clean(text: str) -> str:
    """A text in one line, without what cannot be seen, cut if it is too long."""
    seen = "".join(letter if letter.isprintable() else " " for letter in text)
    line = " ".join(seen.split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}\N{HORIZONTAL ELLIPSIS}"


def heading_of(name: str) -> str:
    """What a zone is called that is kept in this attribute.

    >>> heading_of("left_out"), heading_of("chips_of"), heading_of("hands")
    ('left out', 'chips', 'hand')
    """
    words = clean(re.sub(r"_(of|by)?$", "", name).replace("_", " "))
    return words[:-1] if words in OF_SEATS else words


def is_number(value: Any) -> bool:
    """Whether something is counted."""
    return isinstance(value, Real) and not isinstance(value, bool)


def number_words(value: Any) -> str:
    """A number as it is read."""
    return f"{int(value)}" if isinstance(value, Integral) else f"{float(value):.4g}"


def text_of(value: Any, depth: int = 0) -> str:
    """Anything in words."""
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return clean(value)
    if is_number(value):
        return number_words(value)
    if isinstance(value, Enum):
        return clean(value.name.lower().replace("_", " "))
    if isinstance(value, Card):
        return clean(" ".join([value.title, *value.lines]))
    if depth > DEEPEST:
        return NOTHING
    if isinstance(value, Mapping):
        pairs = [f"{text_of(key, depth + 1)} {text_of(one, depth + 1)}" for key, one in value.items()]
        return clean(", ".join(pairs)) or NOTHING
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return clean(" ".join(text_of(part, depth + 1) for part in value)) or NOTHING
    if isinstance(value, set | frozenset):
        return clean(", ".join(sorted(text_of(part, depth + 1) for part in value))) or NOTHING
    if isinstance(value, list):
        return clean(", ".join(text_of(part, depth + 1) for part in value)) or NOTHING
    said = own_words(value)
    if said is not None:
        return said
    parts = [text_of(part, depth + 1) for part in fields_of(value).values()]
    return clean(" ".join(parts)) or clean(type(value).__name__)


def own_words(value: Any) -> str | None:
    """What an object says of itself, if its author wrote that."""
    kind: Any = type(value)
    if hasattr(value, "_fields") or kind.__str__ is object.__str__:
        return None
    try:
        return clean(str(value))
    except Exception:  # whatever its author's code raises: it is drawn without
        return None


def fields_of(value: Any) -> dict[str, Any]:
    """The parts of an object that are nobody's secret, by name."""
    if hasattr(value, "_fields"):
        return dict(zip(value._fields, value, strict=False))
    if is_dataclass(value):
        named = {field.name: getattr(value, field.name, None) for field in fields(value)}
    else:
        slots = getattr(type(value), "__slots__", ())
        named = dict(getattr(value, "__dict__", {})) or {
            name: getattr(value, name, None) for name in ([slots] if isinstance(slots, str) else slots)
        }
    return {name: part for name, part in named.items() if not name.startswith("_") and not callable(part)}


class Palette:
    """Gives things their words and colours; `own` are the author's colours by word."""

    def __init__(self, own: Mapping[str, str]) -> None:
        self._own = {str(word).lower(): colour_named(name) for word, name in own.items()}
        self._given: dict[str, str] = {}

    def colour_of(self, *words: str) -> str:
        """The colour of the first of some words that has one."""
        for known in (self._own, COLOURS, KNOWN, self._given):
            for word in words:
                if word.lower() in known:
                    return known[word.lower()]
        return ""

    def give(self, titles: Iterable[str]) -> None:
        """Give words that have no colour one each, if there are not too many."""
        bare = sorted({title.lower() for title in titles if title and not self.colour_of(title)})
        if 1 < len(bare) <= len(PALETTE):
            self._given.update(zip(bare, PALETTE, strict=False))

    def thing(self, value: Any, seat: int | None = None) -> Thing:
        """A value as a card or token."""
        if isinstance(value, Card):
            lines = tuple(clean(line) for line in value.lines)
            fill = colour_named(value.colour) if value.colour else self.colour_of(value.title, *lines)
            return Thing(clean(value.title), lines, fill, seat)
        if isinstance(value, tuple) and not hasattr(value, "_fields"):
            return self._of_parts([text_of(part, 1) for part in value], seat)
        if isinstance(value, str):
            return self._of_parts(clean(value).split(" "), seat)
        said = text_of(value) if is_simple(value) else own_words(value)
        if said is not None:
            return Thing(said, (), self.colour_of(said), seat)
        return self._of_fields(value, seat)

    def _of_parts(self, parts: Sequence[str], seat: int | None) -> Thing:
        """Words and numbers side by side; one that names a colour stands below the others."""
        whole = " ".join(parts)
        named = [part for part in parts if part.lower() in {**COLOURS, **KNOWN, **self._own}]
        rest = [part for part in parts if part not in named]
        if len(named) == 1 and rest and all(len(part) <= 3 for part in rest):
            return Thing(" ".join(rest), (named[0],), self.colour_of(named[0]), seat)
        return Thing(whole, (), self.colour_of(whole, *parts), seat)

    def _of_fields(self, value: Any, seat: int | None) -> Thing:
        """An object by its fields: what it is called, and under that the others."""
        parts = fields_of(value)
        if not parts:
            return Thing(text_of(value), (), "", seat)
        if not parts.keys() & set(TITLES) and all(map(is_simple, parts.values())):
            marked = self._of_parts([text_of(part, 1) for part in parts.values()], seat)
            if marked.colour and marked.lines:
                return marked
        words = [name for name, part in parts.items() if isinstance(part, str)]
        title = next(name for name in (*TITLES, *words, *parts) if name in parts)
        lines = []
        for name, part in parts.items():
            if name == title or part is None or part is False:
                continue
            label = heading_of(name)
            if part is True:
                lines.append(label)
            else:
                lines.append(text_of(part, 1) if not is_number(part) else f"{label} {number_words(part)}")
        texts = [text_of(part, 1) for part in parts.values() if isinstance(part, str | Enum)]
        return Thing(text_of(parts[title], 1), tuple(lines), self.colour_of(*texts), seat)


def is_simple(value: Any) -> bool:
    """Whether a value is a word, a number or nothing."""
    return value is None or isinstance(value, str | bool | Real | Enum)


def colour_named(name: str) -> str:
    """The colour of a name, or of six digits after a #.

    Raises
    ------
    UserError
        For another word.
    """
    word = str(name).lower()
    if re.fullmatch(r"#[0-9a-f]{6}", word, re.ASCII):
        return word
    if word in COLOURS:
        return COLOURS[word]
    raise UserError(
        f"'{clean(str(name))}' is no colour of a picture.{nearest(word, COLOURS)} Colours: "
        f"{', '.join(COLOURS)}, or six digits as #8a5a34"
    )
