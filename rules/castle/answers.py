"""What a record says was chosen, and drawn, within the effect of a card, played through the table.

`Answers` holds the effects that the record lists for a play, and within it for the card that the King's
Advisor placed. Each list must hold one entry for every thing that was decided, in order, and no more.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.castle.cards import (
    DRAW_BLINDLY,
    DRAW_OUT,
    EITHER_ORDER,
    GIVE,
    MOVE,
    MOVE_KNIGHT,
    PASS,
    PLACE,
    REARRANGE_TOKENS,
    REPLACE_TOKEN,
    SWAP_CARDS,
    SWAP_PLACES,
    SWAP_TOKENS,
    TAKE,
    TAKE_TOKEN,
    TRADE,
)
from rules.castle.moves import CHOOSE, move_card, move_other, move_seat, pack_move
from rules.castle.placement import read_placing
from rules.castle.places import read_card, read_goal
from rules.castle.record import WORDS
from rules.castle.refusal import GOALS, refuse_surplus, refuse_target
from rules.castle.state import NOBODY
from rules.castle.table import Table
from rules.records import Illegal, is_whole, quote

Entry = Mapping[str, Any]


class Answers:
    """Plays the effect of a card as the entry says that placed it."""

    def __init__(self, table: Table, card: int, entry: Entry) -> None:
        self.table = table
        self._lists: dict[int, list[Any]] = {}
        self._answered: dict[int, set[str]] = {}
        """The words of the effects that each card had."""
        self._add(card, entry)

    def _add(self, card: int, entry: Entry) -> None:
        """The effects that stand in the entry which placed a card."""
        effects = entry.get("effects") or []
        self._lists[card] = list(effects) if isinstance(effects, list | tuple) else [effects]
        self._answered[card] = set()

    def _fault(self, message: str) -> Illegal:
        """A fault by the rule of the card whose effect is going on."""
        return Illegal(self.table.kind(self.table["source"]).rule, message)

    @property
    def _name(self) -> str:
        return self.table.kind(self.table["source"]).name

    # --- one after the other

    def play(self) -> None:
        """Everything that is decided until the action is complete."""
        while self.table.asks_effect:
            if self.table["point"] == EITHER_ORDER:
                self._order()
            else:
                self._answer(self._next())
        for card, effects in reversed(self._lists.items()):
            if effects:
                raise refuse_surplus(self.table, card, effects[0], self._answered[card])

    def _next(self) -> Entry:
        """The next effect in the list of the card whose step is going on, of the kind that is asked."""
        effects, word = self._lists[self.table["source"]], WORDS[self.table["point"]]
        if not effects:
            raise Illegal("CA-43", f"the {self._name} must do something yet: {word}")
        effect = effects.pop(0)
        if not isinstance(effect, Mapping) or word not in effect:
            raise Illegal("CA-43", f"the {self._name} asks for {word}, not for {quote(effect)}")
        self._answered[self.table["source"]].add(word)
        return effect

    def _order(self) -> None:
        """The King or the Knight first: as the record lists them (CA-128).

        Only the Knight is listed if the King came first and could not be moved, or if the Knight came first
        and the King cannot be moved then.
        """
        table = self.table
        effects = self._lists[table["source"]]
        first = effects[0] if effects else None
        place = first.get("move") if isinstance(first, Mapping) else None
        card = read_card(table, place)
        king_first = card in table.box.cards_of("king")
        movable = table.can_move_first()
        if card is not None and king_first and not movable:
            raise refuse_target(table, table["source"], [table["step_index"] + 1], card, place)
        as_written = king_first or (len(effects) < 2 and not movable)
        table.step(pack_move(CHOOSE, 0, 0, 0 if as_written else 1, 0))

    def _answer(self, effect: Entry) -> None:
        """What the record says to what is asked."""
        table = self.table
        point, said = table["point"], effect[WORDS[table["point"]]]
        if point != PASS and point != TAKE:
            self._check_chooser(effect)
        if point <= TAKE_TOKEN:
            self._choose(pack_move(CHOOSE, self._target(said), 0, 0, 0))
        elif point in (MOVE, MOVE_KNIGHT, DRAW_OUT):
            self._move(self._target(said), effect.get("to"))
        elif point in (SWAP_PLACES, SWAP_TOKENS):
            low, high = sorted(self._targets(said, 2))
            self._choose(pack_move(CHOOSE, low, 0, high, 0))
        elif point == REPLACE_TOKEN:
            self._replace_tokens(said)
        elif point == REARRANGE_TOKENS:
            self._rearrange_tokens(said)
        elif point == SWAP_CARDS:
            self._swap_cards(said)
        elif point == TRADE:
            self._trade(said)
        elif point == GIVE:
            self._give(said)
        elif point == PLACE:
            self._place(said)
        else:
            self._go_round(said)

    def _check_chooser(self, effect: Entry) -> None:
        """`by` names who chooses; it may be left out (CA-46, CA-111)."""
        asked, by = self.table["asked"], effect.get("by")
        if by is not None and (type(by) is not int or by != asked):
            rule = "CA-46" if asked == self.table["seat"] else "CA-111"
            raise Illegal(rule, f"seat {asked} chooses here, not {quote(by)}")

    # --- cards in play

    def _choose(self, move: int) -> None:
        """Play a choice that must be among the legal ones."""
        if move not in self.table.legal():
            raise self._fault(f"the {self._name} cannot do this")
        self.table.step(move)

    def _target(self, place: Any) -> int:
        """The card at a place, which the step can choose."""
        table = self.table
        card = read_card(table, place)
        if card is None:
            raise self._fault(f"no card is in play at {quote(place)}")
        if table["targets"] >> card & 1 == 0:
            raise refuse_target(table, table["source"], self._open_steps(), card, place)
        return card

    def _open_steps(self) -> list[int]:
        """The step going on and, where the order is free, the one that may take its place (CA-128)."""
        table = self.table
        source, step = table["source"], table["step_index"]
        free = step > 0 and table.kind(source).steps[step - 1].do == EITHER_ORDER and table["n_pending"] > 0
        return [step, step + 1] if free else [step]

    def _targets(self, places: Any, n: int) -> list[int]:
        """So many different cards that the step can choose."""
        if not isinstance(places, list | tuple) or len(places) != n:
            raise self._fault(f"the {self._name} names {n} cards, not {quote(places)}")
        found = [self._target(place) for place in places]
        if len(set(found)) != n:
            raise self._fault(f"the {self._name} names different cards, not {quote(places)}")
        return found

    def _move(self, card: int, to: Any) -> None:
        """A card goes to a place that is free for it (CA-65, CA-68, CA-132)."""
        goal = read_goal(self.table, to, card)
        move = pack_move(CHOOSE, card, 0 if goal is None else goal, 0, 0)
        if goal is None or move not in self.table.legal():
            name = self.table.kind(card).name
            raise Illegal(GOALS[self.table["point"]], f"the {name} cannot be moved to {quote(to)}")
        self.table.step(int(move))

    # --- tokens

    def _replace_tokens(self, places: Any) -> None:
        """Three tokens of others, or all if there are fewer (CA-110)."""
        n = min(3, self.table["targets"].bit_count())
        for card in self._targets(places, n):
            self._choose(pack_move(CHOOSE, card, 0, 0, 0))

    def _rearrange_tokens(self, said: Any) -> None:
        """The new state of every card beside the Spy that carries a token (CA-118)."""
        table = self.table
        n = table["targets"].bit_count()
        said = said if isinstance(said, list | tuple) else [said]
        pairs = [pair for pair in said if isinstance(pair, list | tuple) and len(pair) == 2]
        formed = len(pairs) == len(said)
        pairs = [pair for pair in pairs if pair[1] is not None or not self._is_bare(pair[0])]
        if not formed or len(pairs) != n:
            raise self._fault(f"the {self._name} names {n} cards with their new tokens, not {quote(said)}")
        cards = self._targets([pair[0] for pair in pairs], n)
        for card, (place, seat) in sorted(zip(cards, pairs, strict=True), key=lambda given: given[0]):
            move = pack_move(CHOOSE, card, 0, 0, seat) if is_whole(seat, 0, table.players - 1) else -1
            if move not in table.legal():
                raise self._fault(f"no token of {quote(seat)} is left for {quote(place)}")
            table.step(int(move))

    def _is_bare(self, place: Any) -> bool:
        """Whether a card beside the Spy has no token; that it gets none need not be said, but may."""
        table = self.table
        card = read_card(table, place)
        reach = table.in_reach(table["source"], table["step_index"])
        return card is not None and bool(reach >> card & 1) and table["token"][card] == NOBODY

    # --- hands

    def _seat(self, seat: Any) -> int:
        if not is_whole(seat, 0, self.table.players - 1):
            raise self._fault(f"there is no seat {quote(seat)}")
        return int(seat)

    def _object(self, said: Any) -> Entry:
        if not isinstance(said, Mapping):
            raise self._fault(f"the {self._name} is asked for an object, not {quote(said)}")
        return said

    def _pick(self, given: Any, seat: int = 0, other: Any = None) -> None:
        """The legal move with these cards, by their ids; those of a kind are alike."""
        table = self.table
        for move in table.legal():
            if (
                table.id_of(move_card(move)) == given
                and move_seat(move) == seat
                and (other is None or table.id_of(move_other(move)) == other)
            ):
                table.step(move)
                return
        what = quote(given) if other is None else f"{quote(given)} for {quote(other)}"
        raise self._fault(f"the {self._name}: {what} is not there to choose")

    def _give(self, said: Any) -> None:
        """A card of the exchange for a player (CA-105)."""
        said = self._object(said)
        self._pick(said.get("card"), self._seat(said.get("to")))

    def _swap_cards(self, said: Any) -> None:
        """Two cards of the hand for two of the exchange, or as many as there are (CA-106)."""
        said, n = self._object(said), self.table["quota"]
        give, take = said.get("give"), said.get("take")
        for cards in (give, take):
            if not isinstance(cards, list | tuple) or len(cards) != n:
                raise self._fault(f"{n} cards are given and {n} taken, not {quote(cards)}")
        for given, taken in zip(give, take, strict=True):
            self._pick(given, other=quote(taken) if not isinstance(taken, str) else taken)

    def _trade(self, said: Any) -> None:
        """A card for one that was drawn from another hand (CA-113)."""
        said, table = self._object(said), self.table
        self._pick(said.get("give"), self._seat(said.get("with")))
        if table["point"] == DRAW_BLINDLY:
            self._pick(said.get("got"), table["seat"])

    def _go_round(self, said: Any) -> None:
        """A card of every player who has one: what each passes, or what each takes (CA-121, CA-122)."""
        table, point = self.table, self.table["point"]
        pairs = said if isinstance(said, list | tuple) else [None]
        named: dict[int, Any] = {}
        for pair in pairs:
            if not isinstance(pair, list | tuple) or len(pair) != 2:
                raise self._fault(f"{quote(pair)} is not a seat and a card")
            if self._seat(pair[0]) in named:
                raise self._fault(f"seat {pair[0]} comes twice")
            named[self._seat(pair[0])] = pair[1]
        source = table["source"]
        while table["point"] == point and table["source"] == source:
            seat = table["asked"] if point == PASS else table["partner"]
            if seat not in named:
                raise self._fault(f"nothing is said of seat {seat}")
            self._pick(named.pop(seat), 0 if point == PASS else seat)
        if named:
            raise self._fault(f"there is no card for seat {next(iter(named))}")

    # --- the King's Advisor

    def _place(self, said: Any) -> None:
        """A card of the exchange goes to its place, and its own effect follows (CA-127)."""
        said, table = self._object(said), self.table
        name = said.get("card")
        found = [c for c in range(table.box.n_cards) if table["exchange"] >> c & 1 and table.id_of(c) == name]
        if not found:
            raise self._fault(f"{quote(name)} is not in the exchange")
        move = read_placing(table, CHOOSE, found[0], said)
        self._add(found[0], said)
        table.step(move)
