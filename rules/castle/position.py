"""A position: one game of Castle played through the engine, decision by decision.

A referee and a replay stop at every decision and at every draw of chance, to see who is asked what and to
say what was drawn. `engine.apply` draws by itself.
"""

from __future__ import annotations

from rules.castle import engine
from rules.castle.actions import must_play_king
from rules.castle.cards import CardSet, Do, Kind
from rules.castle.effects.shift import find_movable
from rules.castle.options import Options
from rules.castle.piles import put, set_token, stack_card, to_exchange, to_hand, to_removed
from rules.castle.plan import EXCHANGE, HAND, OPEN, STOCK
from rules.castle.state import MAX_MOVES, NO_CARD, NOBODY, SOURCES, Reason, State
from rules.castle.targets import in_reach, protected
from rules.position import GamePosition
from rules.records import Data


class Position(GamePosition):
    """One game at a time. The caller hands over legal moves and cards that are where it says.

    Where chance is asked, `moves` lists the outcomes that it can draw.
    """

    game = "castle"
    state_type = State
    most_moves = MAX_MOVES
    sources = SOURCES
    """Where cards are left, in the words of records."""
    options: Options
    box: CardSet

    # --- before the first turn

    def lay(self, card: int, place: int, owner: int = NOBODY) -> None:
        """Put a card of a given position where it is to be: on the board, perhaps with a token, or elsewhere.

        It goes on top of a stock; REMOVED holds what the Assassin took before (CA-126).
        """
        state = self.states[0]
        if place <= OPEN:
            put(self.tables[0], state, card, place)
            set_token(state, card, owner)
        elif place < STOCK:
            to_hand(state, card, place - HAND)
        elif place < EXCHANGE:
            seat = place - STOCK
            stack_card(state, card, seat, self["n_stock"][seat])
            self["n_stock"][seat] += 1
        elif place == EXCHANGE:
            to_exchange(state, card)
        else:
            to_removed(state, card)
        self["in_game"] |= 1 << card

    def begin(self, first: int) -> None:
        """All cards of a given position are where they are to be: the first turn begins."""
        engine.begin(self.tables[0], self.rules[0], self.states[0], first)

    # --- decisions

    def step(self, move: int) -> None:
        """Play a legal move, or an outcome of chance, up to the next decision or draw."""
        if not self.asks_chance:
            self.about_to(move)
        engine.step(self.tables[0], self.rules[0], self.states[0], move)

    def draw(self) -> int:
        """What chance draws now, from the stream of the game."""
        return int(engine.draw_outcome(self.states[0]))

    @property
    def asks_chance(self) -> bool:
        """Whether chance is asked."""
        return bool(self["point"] >= Do.DRAW_BLINDLY)

    @property
    def asks_effect(self) -> bool:
        """Whether something within the effect of a card is asked."""
        return bool(self["point"] != Do.ACTION)

    def king_first(self) -> bool:
        """Whether the Herald makes the player to act play the King now (CA-27)."""
        return bool(must_play_king(self.tables[0], self.states[0]))

    # --- what there is

    def kind(self, card: int) -> Kind:
        """The kind of a card."""
        return self.box.kind_of(card)

    def id_of(self, card: int) -> str:
        """The id of a card."""
        return self.kind(card).id

    def ids(self, mask: int) -> list[str]:
        """The ids of the cards in a mask."""
        return [self.id_of(card) for card in range(self.box.n_cards) if int(mask) >> card & 1]

    def protected(self) -> int:
        """Every protected card, as a mask (CA-79)."""
        return int(protected(self.tables[0], self.states[0]))

    def in_reach(self, card: int, step: int) -> int:
        """The cards that a step of a card speaks of, protected or not, as a mask."""
        return int(in_reach(self.tables[0], self.states[0], card, int(self["where"][card]), step))

    def can_move_first(self) -> bool:
        """Whether the next step that waits, a move, can be carried out now (CA-128)."""
        entry = int(self["pending"][self["n_pending"] - 1])
        return bool(find_movable(self.tables[0], self.states[0], entry >> 3, entry & 7))

    def pile(self, card: int) -> list[int]:
        """The cards of the pile in which a card lies, the lowest first."""
        above, beneath = self["above"], self["beneath"]
        while beneath[card] != NO_CARD:
            card = int(beneath[card])
        found = [card]
        while above[card] != NO_CARD:
            card = int(above[card])
            found.append(card)
        return found

    def by_source(self) -> list[dict[str, int]]:
        """Cards left of each seat, in hand and in stock."""
        hands, stocks = self["hand"].tolist(), self["n_stock"].tolist()
        return [{"hand": hands[seat].bit_count(), "stock": stocks[seat]} for seat in range(self.players)]

    def winners(self) -> list[int]:
        """The seats that won; none before the game is over."""
        self.final_scores()
        return super().winners()

    def reason(self) -> str | None:
        """Why the game ended, None if it has not."""
        return Reason(self["reason"]).word if self["reason"] else None

    def result(self) -> Data:
        """The result as it stands; before the game is over nobody has won."""
        left = self.by_source()
        return {
            "winners": self.winners(),
            "reason": self.reason(),
            "turns": self["n_turns"],
            "hands": [seat["hand"] for seat in left],
            "stocks": [seat["stock"] for seat in left],
        }
