"""The engine and its referee beside the naive twin: the same record judged by both, the same moves open."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

from catan_tables import REFEREE
from corpus import Json
from deals import table_of
from naive.catan import choices, compare, happen, judge, position_of, who_acts

from rules.catan.deeds import write_deed
from rules.catan.moves import Kind, move_kind, move_place
from rules.catan.options import RESOURCES
from rules.catan.position import Position
from rules.catan.record import Scribe
from rules.errors import UserError

OF_CHANCE = {
    "roll": ("dice",),
    "neutral_roll": ("dice",),
    "buy": ("card",),
    "steal": ("card",),
    "draw": ("card",),
}
"""What chance adds to an entry."""


def said(record: Json) -> Json:
    """The referee's verdict, with the result that it finds if the record is legal."""
    verdict: Json = REFEREE.judge(record).as_dict()
    if not verdict["legal"]:
        return verdict
    result = REFEREE.position.result()
    del result["points"]
    return verdict | result


def differences(record: Json, strict: bool = False) -> list[str]:
    """How referee and twin differ about a record, in words; nothing if they agree.

    Where one can make no game of it, neither should the other.
    """
    try:
        verdict = said(record)
    except UserError as error:
        if " has no key " in str(error):  # of the format, which the twin does not read
            return []
        try:
            judge(record)
        except ValueError:
            return []
        return [f"no record for the referee: {error}"]
    json.dumps(verdict, allow_nan=False)
    try:
        return compare(record, verdict, strict)
    except ValueError:
        return ["no record for the twin"]


# --- what is open


def frozen(entry: Json) -> str:
    """An entry without what chance adds, as text."""
    left = {name: value for name, value in entry.items() if name not in OF_CHANCE.get(entry["do"], ())}
    if entry["do"] == "offer":
        left["to"] = sorted(left["to"])
    return json.dumps(left, sort_keys=True)


def open_to_engine(engine: Position) -> list[str]:
    """What the engine lists, as entries; of a discard the resources that it may begin with."""
    seat, moves = engine["asked"], engine.moves()
    if move_kind(moves[0]) == Kind.DISCARD:
        return sorted(f"{seat} {RESOURCES[move_place(move)]}" for move in moves)
    return sorted(frozen(write_deed(engine, seat, move, 0)) for move in moves)


def open_to_twin(position: Json, seat: int) -> list[str]:
    """What the twin finds legal, in the same form, for the seat that the engine asks."""
    found = choices(position)
    if "discard" in found:
        cards = [event["cards"] for event in found["discard"] if event["seat"] == seat]
        return sorted({f"{seat} {name}" for pile in cards for name in pile})
    return sorted(frozen(event) for events in found.values() for event in events)


def check_open(engine: Position, position: Json) -> None:
    """Engine and twin offer the same to the seat that is asked, if the twin asks it too."""
    if engine["given_up"].any():  # the engine asks for one card of a discard after another
        return
    mine, theirs = open_to_engine(engine), open_to_twin(position, engine["asked"])
    assert mine == theirs, set(mine) ^ set(theirs)
    assert engine["asked"] in who_acts(position)


class Pair:
    """A game played by the engine, followed by the twin entry by entry, which judges it later."""

    def __init__(self, players: int, seed: int, game: int, **options: Any) -> None:
        self.engine = table_of("catan", players, **options)
        self.engine.deal(seed, game)
        self.scribe = Scribe(self.engine)
        begun = {"turns": [{"seat": self.engine["asked"]}]}  # the seat that begins
        self.position = position_of(self.scribe.record() | begun)
        self.told = 0

    def play(self, rng: Random, look: Callable[[], bool]) -> Json:
        """Play the game by lot; `look()` says before which decisions the open moves are compared."""
        while moves := self.engine.moves():
            if look():
                check_open(self.engine, self.position)
            self.scribe.play(self.choose(moves, rng))
            for event in self.scribe.turns[self.told :]:
                happen(self.position, event)
            self.told = len(self.scribe.turns)
        return self.scribe.record()

    @staticmethod
    def choose(moves: list[int], rng: Random) -> int:
        """Any move, but offers as rarely as one of them would be taken."""
        offers = [move for move in moves if move_kind(move) == Kind.OFFER]
        others = [move for move in moves if move_kind(move) != Kind.OFFER]
        return rng.choice([*others, rng.choice(offers)] if offers else others)
