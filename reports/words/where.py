"""Where something is so, in words: with how many players, and when who plays."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

from reports.words.findings import LIKELY, SURE
from reports.words.wording import capital, listed, players_words

TABLE = re.compile(r"(?:(?P<players>\d+) players)?(?:, )?(?P<policy>.*)")
"""What tells comparisons of one question apart: ``3 players``, ``greedy``, ``3 players, greedy``."""

FEW = 3
"""Groups of tables that a sentence names; more are counted."""

IN_PART = "in part the other way"


def where(some: Sequence[str], every: Collection[str]) -> str:
    """Where something is so, of all that was asked.

    >>> every = [f"{p} players, {who}" for p in (2, 3, 4) for who in ("heuristic", "greedy")]
    >>> where(every, every)
    'with 2-4 players, no matter who plays'
    >>> where(every[::2], every)
    'with 2-4 players when heuristic plays'
    >>> where(every[:3], every)
    'with 2 players, no matter who plays, and with 3 players when heuristic plays'
    >>> where(["2 players"], ["2 players", "5 players"])
    'with 2 players'
    >>> where(["dice_cap=4"], ["dice_cap=4", "dice_cap=5"])
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


def beside(
    agreeing: Collection[str],
    every: Sequence[str],
    told: Collection[str],
    contrary: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """Who of those beside whom a sentence tells of do not find the same everywhere, as one more sentence.

    >>> every = [f"{p} players, {who}" for p in (2, 3) for who in ("heuristic", "greedy", "random")]
    >>> beside(["2 players, greedy", "3 players, heuristic"], every, every[::3])
    ' Only in part when greedy plays, not shown when random plays.'
    >>> beside(every, every, every[::3])
    ''

    Where it is `contrary`, they find the opposite, as surely as that says.

    >>> opposite = ["2 players, greedy", "2 players, random", "3 players, random"]
    >>> beside([], every, every[::3], dict.fromkeys(opposite, "sure"))
    ' In part the other way when greedy plays, the other way when random plays.'
    """
    others: dict[str, list[str]] = {}
    for name in every:
        if name not in told:
            found = "same" if name in agreeing else contrary.get(name, "")
            others.setdefault(_table(name)[1], []).append(found)
    groups: dict[str, list[str]] = {}
    for who, each in others.items():
        if not {SURE, LIKELY}.isdisjoint(each):
            words = "the other way" if {SURE, LIKELY}.issuperset(each) else IN_PART
            groups.setdefault(f"{LIKELY} {words}" if LIKELY in each else words, []).append(who)
        elif "" in each:
            groups.setdefault("only in part" if "same" in each else "not shown", []).append(who)
    parts = [
        f"{words} when {listed(who)} play{'s' if len(who) == 1 else ''}" for words, who in groups.items()
    ]
    return f" {capital(', '.join(parts))}." if parts else ""


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
    if len(who) == len(policies) > 1:
        return f"{sizes}, no matter who plays".removeprefix(", ")
    plays = "plays" if len(who) == 1 else "play"
    return f"{sizes} when {listed(who)} {plays}".strip() if len(policies) > 1 else sizes
