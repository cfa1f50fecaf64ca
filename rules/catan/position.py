"""A position: one game of Catan played through the engine from Python, move by move.

A referee and a replay play so. `play` draws what chance adds to a move, `carry_out` takes it as given.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.catan import engine
from rules.catan.board import Island, Layout
from rules.catan.building import place_city, place_road, place_settlement
from rules.catan.dice import seven_is_rerolled
from rules.catan.layout import index_layout
from rules.catan.moves import MAX_MOVES, MOST_CARDS, pack_offer
from rules.catan.options import RESOURCES, Options, Pieces, Shortage
from rules.catan.state import NOBODY, SOURCES, SUPPLIES, State, Thing
from rules.catan.trade import open_offer
from rules.catan.turns import begin_setup, place_printed, sets_up_city
from rules.catan.welfare import welfare_price
from rules.position import GamePosition
from rules.records import Data


class Position(GamePosition):
    """One game at a time. The caller hands over moves that are legal; of offers `moves` lists only some."""

    game = "catan"
    state_type = State
    most_moves = MAX_MOVES
    options: Options
    box: Island

    # --- before the first turn

    def lay(self, layout: Layout) -> None:
        """Lay a given board (CT-38)."""
        self["terrain"][:] = layout.terrain
        self["token"][:] = layout.tokens
        self["harbour"][:] = layout.harbours
        self["robber"] = layout.robber
        index_layout(self.rules[0], self.states[0])

    def begin(self, first: int) -> None:
        """The board lies: this seat begins the set-up (CT-45)."""
        begin_setup(self.states[0], first)
        if self.options.pieces == Pieces.PRINTED:
            place_printed(self.tables[0], self.rules[0], self.states[0])

    def sets_up_city(self) -> bool:
        """Whether the next piece of the set-up is a city (HR-6)."""
        return bool(sets_up_city(self.rules[0], self.states[0]))

    def put(self, seat: int, thing: int, place: int) -> None:
        """Put down a piece of a given position: a road, a settlement or a city."""
        board, state = self.tables[0], self.states[0]
        if thing == Thing.ROAD:
            place_road(board, state, seat, place)
            return
        place_settlement(board, state, seat, place)
        if thing == Thing.CITY:
            place_city(board, state, seat, place)

    def open_at(self, seat: int, rolled: bool) -> None:
        """The pieces and cards of a given position lie: this seat is on turn."""
        self["first"] = seat
        engine.open_position(self.tables[0], self.rules[0], self.states[0], seat, rolled)

    # --- play

    def play(self, move: int) -> None:
        """Play a move, drawing what chance adds to it."""
        self.carry_out(move, self.draw(move))

    def draw(self, move: int) -> int:
        """What chance adds to a move that is about to be played."""
        return int(engine.draw_outcome(self.rules[0], self.states[0], move))

    def can_come(self, move: int, outcome: int) -> bool:
        """Whether chance can add this outcome to a legal move."""
        return bool(engine.can_come(self.rules[0], self.states[0], move, outcome))

    def carry_out(self, move: int, outcome: int = engine.NO_OUTCOME) -> None:
        """Play a move with this outcome of chance: dice, a kind of card or a resource."""
        self.about_to(move)
        engine.carry_out(self.tables[0], self.rules[0], self.states[0], move, outcome)

    def offer(self, give: Sequence[int], want: Sequence[int], seats: int) -> None:
        """Make any offer, listed or not, to a set of seats (CT-79)."""
        if max(*give, *want) <= MOST_CARDS:  # a larger one is no move
            self.about_to(pack_offer(give, want, seats))
        self["give"][:] = give
        self["want"][:] = want
        open_offer(self.states[0], seats)

    # --- what there is

    def rerolls_seven(self) -> bool:
        """Whether a seven of this turn is rolled again (CT-60, HR-7)."""
        return bool(seven_is_rerolled(self.rules[0], self.states[0]))

    def supply(self, thing: int) -> int:
        """How many roads, settlements or cities a seat has in all (CT-14)."""
        return int(getattr(self.options, SUPPLIES[thing]))

    def left(self, seat: int, thing: int) -> int:
        """How many of them are not on the board (CT-86)."""
        return self.supply(thing) - int(self[f"n_{SUPPLIES[thing]}"][seat])

    def welfare_price(self, seat: int) -> int:
        """Welfare tokens for a card (HR-9)."""
        return int(welfare_price(self.rules[0], self.states[0], seat))

    def by_source(self) -> list[dict[str, int]]:
        """Victory points by source for each seat (CT-113)."""
        self.final_scores()
        return [dict(zip(SOURCES, row, strict=True)) for row in self["points"][: self.players].tolist()]

    def winners(self) -> list[int]:
        """The seat that has won, in a list; empty in an unfinished game."""
        return [] if self["winner"] == NOBODY else [self["winner"]]

    def turns(self) -> int:
        """Turns that were played: with a roll, or won before it (CT-120).

        A turn under way that has not been rolled for is none yet.
        """
        begun = self["rolled"] or self.winners()
        return max(0, self["turn"] - int(not begun))

    def result(self) -> Data:
        """The result as it stands; a bank without end is not counted.

        Who has given up cards on a seven no longer has them, whoever else still owes some (CT-62).
        """
        winners = self.winners()
        seats = range(self.players)
        gone = [self["given_up"][seat] * (self["due"][seat] == 0) for seat in seats]
        hands = [(self["hands"][seat] - gone[seat]).tolist() for seat in seats]
        bank = (self["bank"] + sum(gone)).tolist()
        result: Data = {
            "points": self.scores(),
            "winner": winners[0] if winners else None,
            "turns": self.turns(),
            "longest_road": None if self["road_holder"] == NOBODY else self["road_holder"],
            "largest_army": None if self["army_holder"] == NOBODY else self["army_holder"],
            "hands": [dict(zip(RESOURCES, hand, strict=True)) for hand in hands],
        }
        if self.options.shortage != Shortage.UNLIMITED:
            result["bank"] = dict(zip(RESOURCES, bank, strict=True))
        if self.options.welfare_price != "0":
            result["welfare_tokens"] = self["welfare_tokens"][: self.players].tolist()
        return result
