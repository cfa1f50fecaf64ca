"""Small builders for tests of Catan: records on the map for a first game, and tables from them."""

from __future__ import annotations

import copy
import itertools

import numpy as np

from rules.catan.board import load_board
from rules.catan.geometry import derive
from rules.catan.moves import MAX_MOVES
from rules.catan.options import Options, settle
from rules.catan.record import Scribe
from rules.catan.referee import Referee
from rules.catan.state import new_state
from rules.catan.table import Table
from rules.options import as_record, read_options

SHAPE = derive()
REFEREE = Referee()
WEALTH = {"brick": 4, "lumber": 4, "wool": 4, "grain": 4, "ore": 4}


def pieces(*words):
    """Pieces from words: ``"0 s8 c28 r13-41"`` is seat 0's settlement, city and roads 13 and 41."""
    found = []
    for line in words:
        seat, *things = line.split()
        for thing in things:
            name = {"s": "settlement", "c": "city", "r": "road"}[thing[0]]
            found += [{"seat": int(seat), name: int(place)} for place in thing[1:].split("-")]
    return found


def path(*vertices):
    """The word for the roads along these vertices."""
    edges = [SHAPE.edges.index(tuple(sorted(pair))) for pair in itertools.pairwise(vertices)]
    return "r" + "-".join(map(str, edges))


def record(*turns, players=3, options=None, **setup):
    """A record on the map for a first game; `setup` are the parts of a position in play."""
    return {
        "format": "houserules-game/1",
        "game": "catan",
        "options": {"board": "beginner"} | (options or {}),
        "players": players,
        "setup": setup,
        "turns": [do(turn) if isinstance(turn, str) else turn for turn in turns],
    }


def do(words):
    """An entry from words: ``"0 road 13"``, ``"0 roll 3 4"``, ``"0 play knight"`` and so on."""
    seat, deed, *rest = words.split()
    entry = {"seat": int(seat), "do": deed}
    if deed in ("settlement", "city"):
        entry["vertex"] = int(rest[0])
    elif deed == "road":
        entry["edge"] = int(rest[0])
    elif deed == "roll":
        entry["dice"] = [int(rest[0]), int(rest[1])]
    elif deed == "robber":
        entry["hex"] = int(rest[0])
    elif deed == "steal":
        entry |= {"from": int(rest[0]), "card": rest[1]}
    elif deed == "discard":
        entry["cards"] = cards(*rest)
    elif deed in ("bank", "offer"):
        cut = rest.index("for")
        entry |= {"give": cards(*rest[:cut]), "take" if deed == "bank" else "want": cards(*rest[cut + 1 :])}
    elif deed in ("buy", "play"):
        entry["card"] = rest[0]
        if rest[1:]:
            entry |= {"resource": rest[1]} if rest[0] == "monopoly" else {"take": cards(*rest[1:])}
    elif deed == "answer":
        entry["yes"] = rest[0] == "yes"
    elif deed == "accept":
        entry["with"] = None if rest[0] == "nobody" else int(rest[0])
    return entry


def cards(*words):
    """``("2", "wool", "1", "ore")`` as cards by resource."""
    return {name: int(n) for n, name in zip(words[::2], words[1::2], strict=True)}


def judge(made):
    """The verdict on a record, which stays as it was."""
    return REFEREE.judge(copy.deepcopy(made))


def played(*turns, **given):
    """The table after a record that is legal."""
    verdict = judge(record(*turns, **given))
    assert verdict.legal, (verdict.turn, verdict.rule, verdict.message)
    return REFEREE.table


def fault(*turns, **given):
    """The turn and the rule of the first fault of a record."""
    verdict = judge(record(*turns, **given))
    assert not verdict.legal
    assert verdict.winners == []
    return verdict.turn, verdict.rule


def hand(table, seat):
    """A hand by resource, those of which there are some."""
    names = ("brick", "lumber", "wool", "grain", "ore")
    return {name: int(n) for name, n in zip(names, table["hands"][seat], strict=True) if n}


class Desk:
    """What the kernels take: board, options, state and room for moves."""

    def __init__(self, players=4, island=None, **options):
        self.options = settle(read_options("catan", Options, options), players)
        self.players = players
        self.island = island or load_board()
        self.boards, self.rules = self.island.tables, as_record(self.options)
        self.states, self.moves = new_state(), np.zeros(MAX_MOVES, np.int64)

    @property
    def kernel_arguments(self):
        """The first arguments of the stepper's kernels."""
        return self.boards[0], self.rules[0], self.states[0], self.moves

    @property
    def state(self):
        """The record that kernels take."""
        return self.states[0]


def written(rng, players, seed=1, game=0, **options):
    """A game played by lot from Python, as a record."""
    table = Table()
    table.open(settle(read_options("catan", Options, options), players), players)
    table.deal(seed, game)
    scribe = Scribe(table)
    while moves := table.moves():
        scribe.play(rng.choice(moves))
    return scribe.record()
