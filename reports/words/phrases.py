"""Rules in words, for those who read a page and have typed nothing: ``robber=false`` is ``no robber``.

A terminal answers with options as they were typed, and so does the command at the end of each page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import fields
from functools import cache

from analyses.measures.measure import singular
from reports.words.wording import unbroken
from rules.games import Game, loaded
from rules.options import Phrase


def printed(text: str) -> str:
    """A text as a page or picture has it: rules in words, and on one line what belongs there."""
    return unbroken(in_words(text))


def in_words(text: str) -> str:
    """What is said of rules of the games that are loaded, without the names of options.

    An option or preset without a phrase stays as it is typed.

    >>> from rules.games import load
    >>> games = [load(name) for name in ("starwars", "carcassonne", "catan")]
    >>> in_words("robber=false against the standard game")
    'no robber against the standard game'
    >>> in_words("between points_to_win=9 and 10, with preset no_farmers"), in_words("along dice_cap")
    ('between 9 and 10 points to win, with no farmers', 'along dice cap')
    >>> in_words("--rule robber=false, --preset old")
    '--rule robber=false, --preset old'
    """
    sought, phrases, presets = _known(loaded())

    def told(found: re.Match[str]) -> str:
        if found["preset"]:
            return presets[found["preset"]]
        if found["odd"]:
            return plain(found["odd"])
        return _said(phrases[found["name"]], found["value"]) or found[0]

    return sought.sub(told, text)


@cache
def _known(games: tuple[Game, ...]) -> tuple[re.Pattern[str], dict[str, Phrase], dict[str, str]]:
    """What is sought in a text: a rule as typed, a preset, or an option that nobody takes for plain words.

    And what is said of each option, and of each preset: what its text begins with.
    """
    every = (field for game in games for field in fields(game.options.Options))
    phrases = {field.name: phrase for field in every if (phrase := field.metadata["phrase"])}
    texts = (each for game in games for each in game.options.PRESET_TEXTS.items())
    presets = {name: re.split(r": | \(", text)[0] for name, text in texts}
    value = r"(?P<value>\d+ (?:and|to) \d+\b|\d+\.\d+|\w[\w+]*)"
    sought = re.compile(
        rf"(?<!--rule )(?<![\w-])(?:(?P<name>{_any(phrases)})={value}"
        rf"|preset (?P<preset>{_any(presets)})\b|(?P<odd>{_any(n for n in phrases if '_' in n)})\b(?!=))"
    )
    return sought, phrases, presets


def _any(names: Iterable[str]) -> str:
    """A pattern of any of some names, of two that begin alike the longer."""
    return "|".join(sorted(map(re.escape, names), key=len, reverse=True)) or "(?!)"


def _said(phrase: Phrase, value: str) -> str:
    """A phrase of a value; "" for a value without one."""
    if isinstance(phrase, Mapping):
        phrase = phrase.get(value) or phrase.get("", "")
    before, here, after = phrase.partition("{}")
    return f"{before}{plain(value)}{singular(after) if value == '1' else after}" if here else phrase


def plain(typed: str) -> str:
    """A name or value as it is typed, in words.

    >>> plain("one_for_one"), plain("ghost+archer"), plain("true")
    ('one for one', 'ghost and archer', 'yes')
    """
    return {"true": "yes", "false": "no"}.get(typed, typed.replace("_", " ").replace("+", " and "))
