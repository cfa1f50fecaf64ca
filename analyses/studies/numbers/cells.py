"""What the study of numbers plays: the standard game, one thing changed at a time, and dice alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from analyses.dice import Dice
from analyses.studies.study import Setting
from simulate.cells import Cell
from simulate.plan import Plan, make_plan
from simulate.policies import Policy, read_policy

GAME = "catan"
FIRST_POLICY = "heuristic"


@dataclass(frozen=True)
class Way:
    """A way to play: what differs from the standard game, in which respect, and in words."""

    name: str
    text: str
    differs: str = ""
    rules: tuple[str, ...] = ()
    policy: str = FIRST_POLICY
    turns: bool = False
    """Whether every single roll is kept."""

    @property
    def deck(self) -> bool:
        """Whether cards take the place of dice."""
        return "dice=deck36" in self.rules

    @property
    def one_board(self) -> bool:
        """Whether every game has the same board, so that all openings are the same few."""
        return "board=beginner" in self.rules


STANDARD = Way("standard", "standard game", turns=True)
DECK = Way("deck", "36 cards for dice", "dice", ("dice=deck36",), turns=True)
NO_TRADE = Way("no_trade", "no trade between players", "trade", ("trade=none",))
ANY_TRADE = Way("any_trade", "trades of any size", "trade", ("trade=any",))
WAYS_TO_PLAY = (
    STANDARD,
    DECK,
    NO_TRADE,
    ANY_TRADE,
    Way("gentle", "friendly robber, no early seven", "robber",
        ("friendly_robber=true", "no_seven_first_round=2")),
    Way("free_tokens", "board: tokens by lot", "board", ("board=random_tokens",)),
    Way("first_map", "board: map for a first game", "board", ("board=beginner",)),
    Way("road_builder", "policy road_builder", "policy", policy="road_builder"),
    Way("ore_grain", "policy ore_grain", "policy", policy="ore_grain"),
    Way("greedy", "policy greedy", "policy", policy="greedy"),
    Way("random", "policy random", "policy", policy="random"),
)  # fmt: skip
"""The first gives the findings; the others say whether they hold elsewhere."""

LOT = "lot"
"""The name of the cell in which the first two settlements are placed by lot."""

MOVED = "moved"
"""The name of the cell with the same terrain, places and dice, but with other tokens: laid by lot, not in the
spiral. What differs in a game is due to the numbers alone."""

LOT_POLICY = Path(__file__).with_name("by_lot.py")


@dataclass(frozen=True)
class DiceWay:
    """A way to make numbers."""

    name: str
    text: str
    short: str
    """For the head of a column."""
    rules: tuple[str, ...]
    deck: bool = False
    left: int = 5
    rounds_without_seven: int = 0

    def dice(self, players: int) -> Dice:
        """Its law at a table."""
        return Dice(self.deck, self.left, self.rounds_without_seven * players)


TWO_DICE = DiceWay("two_dice", "two dice", "two dice", ())
CARDS = DiceWay("cards", "36 cards, shuffled when 5 are left", "36 cards", ("dice=deck36",), deck=True)
DICE_WAYS = (
    TWO_DICE,
    CARDS,
    DiceWay("whole_deck", "36 cards, drawn to the last", "all 36",
            ("dice=deck36", "dice_deck_left=0"), deck=True, left=0),
    DiceWay("no_early_seven", "two dice, no seven in the first two rounds", "no early 7",
            ("no_seven_first_round=2",), rounds_without_seven=2),
)  # fmt: skip

TURNS = 60
"""Rolls of every game of dice alone; about as many as a game of four players has."""

MORE_DICE = 4
"""Games of dice alone for each game of a cell: they are quick."""


def cells(setting: Setting) -> tuple[Cell, ...]:
    """What must be played: each way at each table, settlements by lot, and dice alone."""
    return (*(cell for players in setting.players for cell in _cells(setting, players)), *_dice(setting))


def _cells(setting: Setting, players: int) -> Iterator[Cell]:
    table = f"{players} players"
    for way in WAYS_TO_PLAY:
        tables = ("games", "seats", "hexes", *(("turns",) if way.turns else ()))
        plan = make_plan(
            GAME,
            setting.n,
            players=players,
            policy=way.policy,
            rules=way.rules,
            seed=setting.seed,
            tables=tables,
        )
        yield Cell(name_of(players, way.name), f"{table}, {way.text}", (plan,))
    yield Cell(name_of(players, LOT), f"{table}, settlements by lot", (_lot_plan(setting, players),))
    moved = _lot_plan(setting, players, "board=random_tokens")
    yield Cell(name_of(players, MOVED), f"{table}, settlements by lot, other tokens", (moved,))


def _lot_plan(setting: Setting, players: int, *rules: str) -> Plan:
    """Without trade between players, whose offers a policy of one's own would judge otherwise."""
    weights = [weight for _, weight in read_policy(GAME, FIRST_POLICY, players).weights or ()]
    source = f"{LOT_POLICY.read_text(encoding='utf-8')}\n\nWEIGHTS = np.array({weights})\n"
    policy = Policy("lot.py:by_lot", source=source, function="by_lot")
    tables = ("games", "seats")
    rules = (*NO_TRADE.rules, *rules)
    plan = make_plan(GAME, setting.n, players=players, rules=rules, seed=setting.seed, tables=tables)
    return replace(plan, policies=(policy,) * players)


def _dice(setting: Setting) -> Iterator[Cell]:
    """Games that nobody can win and that all end after so many turns: nothing selects their rolls."""
    for way in DICE_WAYS:
        plan = make_plan(
            GAME,
            MORE_DICE * setting.n,
            players=setting.players[0],
            policy="random",
            rules=("points_to_win=30", f"max_turns={TURNS}", *way.rules),
            seed=setting.seed,
            tables=("games", "seats", "turns"),
        )
        yield Cell(dice_name(way), f"dice alone, {way.text}", (plan,))


def name_of(players: int, way: str) -> str:
    """The name of a cell."""
    return f"{players}p-{way}"


def dice_name(way: DiceWay) -> str:
    """The name of a cell of dice alone."""
    return f"dice-{way.name}"
