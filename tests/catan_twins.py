"""The engine and its referee beside the naive twin: the same record judged by both, the same moves open."""

from __future__ import annotations

import copy
import json

from naive.catan import choices, compare, happen, judge, position_of, who_acts

from rules.catan.deeds import write_deed
from rules.catan.moves import Kind, move_kind, move_place
from rules.catan.options import RESOURCES, Options, settle
from rules.catan.record import Scribe, result_entry
from rules.catan.referee import Referee
from rules.catan.table import Table
from rules.errors import UserError
from rules.options import read_options

REFEREE = Referee()
OF_CHANCE = {"roll": ("dice",), "buy": ("card",), "steal": ("card",)}
"""What chance adds to an entry."""


def said(record):
    """The referee's verdict, with the result that it finds if the record is legal."""
    verdict = REFEREE.judge(copy.deepcopy(record)).as_dict()
    if not verdict["legal"]:
        return verdict
    result = result_entry(REFEREE.table)
    del result["points"]
    return verdict | result


def differences(record, strict=False):
    """How referee and twin differ about a record, in words; nothing if they agree.

    Where one can make no game of it, neither should the other.
    """
    try:
        verdict = said(record)
    except UserError as error:
        return [] if refused_by_twin(record) else [f"no record for the referee: {error}"]
    if refused_by_twin(record):
        return ["no record for the twin"]
    return compare(record, verdict, strict)


def refused_by_twin(record):
    """Whether the twin can make no game of a record."""
    try:
        judge(record)
    except ValueError:
        return True
    return False


# --- what is open


def frozen(entry):
    """An entry without what chance adds, as text."""
    left = {name: value for name, value in entry.items() if name not in OF_CHANCE.get(entry["do"], ())}
    if entry["do"] == "offer":
        left["to"] = sorted(left["to"])
    return json.dumps(left, sort_keys=True)


def open_to_engine(table):
    """What the engine lists, as entries; of a discard the resources that it may begin with."""
    seat, moves = table["asked"], table.moves()
    if move_kind(moves[0]) == Kind.DISCARD:
        return sorted(f"{seat} {RESOURCES[move_place(move)]}" for move in moves)
    return sorted(frozen(write_deed(table, seat, move, 0)) for move in moves)


def open_to_twin(position, seat):
    """What the twin finds legal, in the same form, for the seat that the engine asks."""
    found = choices(position)
    if "discard" in found:
        cards = [event["cards"] for event in found["discard"] if event["seat"] == seat]
        return sorted({f"{seat} {name}" for pile in cards for name in pile})
    return sorted(frozen(event) for events in found.values() for event in events)


class Pair:
    """A game played by the engine, followed by the twin entry by entry, which judges it later."""

    def __init__(self, players, seed, game, **options):
        self.table = Table()
        self.table.open(settle(read_options("catan", Options, options), players), players)
        self.table.deal(seed, game)
        self.scribe = Scribe(self.table)
        begun = {"turns": [{"seat": self.table["asked"]}]}  # the seat that begins
        self.position = position_of(self.scribe.record() | begun)
        self.told = 0

    def play(self, rng, look):
        """Play the game by lot; `look()` says before which decisions the open moves are compared."""
        while moves := self.table.moves():
            if look() and not self.table["given_up"].any():
                mine, theirs = open_to_engine(self.table), open_to_twin(self.position, self.table["asked"])
                assert mine == theirs, (self.told, set(mine) ^ set(theirs))
                assert self.table["asked"] in who_acts(self.position)
            self.scribe.play(self.choose(moves, rng))
            for event in self.scribe.turns[self.told :]:
                happen(self.position, event)
            self.told = len(self.scribe.turns)
        return self.scribe.record()

    @staticmethod
    def choose(moves, rng):
        """Any move, but offers as rarely as one of them would be taken."""
        offers = [move for move in moves if move_kind(move) == Kind.OFFER]
        others = [move for move in moves if move_kind(move) != Kind.OFFER]
        return rng.choice([*others, rng.choice(offers)] if offers else others)
