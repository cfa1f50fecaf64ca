"""Where something is so, in words: with how many players, and when who plays."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from reports.words.wording import listed, players_words

TABLE = re.compile(r"(?:(?P<players>\d+) players)?(?:, )?(?P<policy>.*)")
"""What tells comparisons of one question apart: ``3 players``, ``greedy``, ``3 players, greedy``."""

FEW_POLICIES = 2
"""So few who play say nothing of all others."""

FEW = 3
"""Groups of tables that a sentence names; more are counted."""


def tables_in_words(some: Sequence[str], every: Collection[str]) -> str:
    """Where something is so, of all that was asked.

    >>> every = [f"{p} players, {who}" for p in (2, 3, 4) for who in ("heuristic", "greedy")]
    >>> tables_in_words(every, every)
    'with 2-4 players when heuristic and greedy play'
    >>> tables_in_words(every[::2], every)
    'with 2-4 players when heuristic plays'
    >>> tables_in_words(every[:3], every)
    'with 2 players when heuristic and greedy play, and with 3 players when heuristic plays'

    With more than two policies, all of them are no matter who plays.

    >>> every = [f"{p} players, {who}" for p in (2, 3) for who in ("heuristic", "greedy", "random")]
    >>> tables_in_words(every, every)
    'with 2 and 3 players, no matter who plays'
    >>> tables_in_words(["2 players"], ["2 players", "5 players"])
    'with 2 players'
    >>> tables_in_words(["dice_cap=4"], ["dice_cap=4", "dice_cap=5"])
    'with dice_cap=4'
    """
    tables = {name: _table(name) for name in every}
    if any(not players and "=" in who for players, who in tables.values()):
        return f"with {listed(some)}"
    policies = list(dict.fromkeys(who for _, who in tables.values()))
    by_who: dict[tuple[str, ...], list[int]] = {}
    players_of: dict[int, list[str]] = {}
    for players, who in (tables[name] for name in some):
        players_of.setdefault(players, []).append(who)
    for players, who_play in players_of.items():
        by_who.setdefault(tuple(who_play), []).append(players)
    if len(by_who) > FEW:
        return f"in {len(some)} of {len(every)} kinds of game"
    return ", and ".join(_group(players, who, policies) for who, players in by_who.items())


def _table(name: str) -> tuple[int, str]:
    """How many play, 0 if all comparisons have as many, and who, if that differs."""
    match = TABLE.fullmatch(name)
    assert match is not None  # every part of it may be empty
    return int(match["players"] or 0), match["policy"]


def _group(players: Sequence[int], who: Sequence[str], policies: Sequence[str]) -> str:
    """``with 2-4 players when heuristic plays``."""
    sizes = f"with {players_words(players)} players" if any(players) else ""
    if policies == [""]:
        return sizes
    if len(who) == len(policies) > FEW_POLICIES:
        return f"{sizes}, no matter who plays".removeprefix(", ")
    plays = "plays" if len(who) == 1 else "play"
    return f"{sizes} when {listed(who)} {plays}".strip() if len(policies) > 1 else sizes
