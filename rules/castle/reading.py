"""Reading deeds: the moves that an entry of a record says, one after the other.

A reader yields a move and goes on when it has been played. It asks the engine for the legal moves, and looks
for the reason only if what is said is not among them. `said` is what stands under the word of an effect.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.castle.cards import Do
from rules.castle.moves import What, move_card, move_other, move_seat, move_what, pack_move
from rules.castle.notation import depth_fault, read_card, read_goal
from rules.castle.position import Position
from rules.castle.refusal import GOALS, refuse, refuse_place, refuse_target
from rules.castle.state import NOBODY
from rules.records import Illegal, is_whole, quote, seat_number

Entry = Mapping[str, Any]

# --- actions


def draw(position: Position, entry: Any, _: Entry) -> Iterator[int]:
    """The top card of one's stock comes into the hand (CA-20, CA-V2)."""
    move, seat = _legal(position, What.DRAW), position["seat"]
    if move is None and position["n_stock"][seat] == 0:
        raise Illegal("CA-20", f"the stock of seat {seat + 1} is empty")
    if move is None:
        raise Illegal("CA-V2", f"seat {seat + 1} holds as many cards as were dealt into the first hand")
    yield move


def exchange(position: Position, entry: Any, _: Entry) -> Iterator[int]:
    """A card of the hand changes places with one of the exchange (CA-21)."""
    give, take, seat = entry.get("give"), entry.get("take"), position["seat"]
    if give not in position.ids(position["hand"][seat]):
        raise Illegal("CA-21", f"seat {seat + 1} does not hold {quote(give)}")
    if take not in position.ids(position["exchange"]):
        raise Illegal("CA-21", f"{quote(take)} is not in the exchange")
    swaps = (move for move in position.moves() if move_what(move) == What.SWAP)
    yield next(m for m in swaps if _ids(position, m) == (give, take))


def play(position: Position, entry: Any, _: Entry) -> Iterator[int]:
    """A card of the hand is placed (CA-22)."""
    hand, name = position["hand"][position["seat"]], entry.get("card")
    if name not in position.ids(hand):
        raise Illegal("CA-22", f"seat {position['seat'] + 1} does not hold {quote(name)}")
    yield _placing(position, What.PLAY, hand, entry)


def _placing(position: Position, what: int, mask: int, entry: Entry) -> int:
    """The move that places the card of a mask which an entry names where it says (CA-35, CA-36, CA-37)."""
    card = next(
        c for c in range(position.box.n_cards) if mask >> c & 1 and position.id_of(c) == entry["card"]
    )
    goal = read_goal(position, entry, card)
    move = None if goal is None else _legal(position, what, card, goal)
    if move is None:
        raise refuse_place(position, card, entry, goal)
    return move


def lose(position: Position, entry: Any, _: Entry) -> Iterator[int]:
    """An action is lost if none is possible (CA-23)."""
    move = _legal(position, What.NONE)
    if move is None:
        raise Illegal("CA-23", f"seat {position['seat'] + 1} can take an action")
    yield move


# --- what effects decide


def choose_card(position: Position, said: Any, effect: Entry) -> Iterator[int]:
    """A card in play is chosen."""
    yield pack_move(What.CHOOSE, _target(position, said), 0, 0, 0)


def shift(position: Position, said: Any, effect: Entry) -> Iterator[int]:
    """A card in play goes to another place (CA-65, CA-68, CA-132)."""
    card, to = _target(position, said), effect.get("to")
    goal = read_goal(position, to, card)
    move = None if goal is None else _legal(position, What.CHOOSE, card, goal)
    if move is None:
        rule, name = GOALS[position["point"]], position.kind(card).name
        raise Illegal(rule, f"the {name} cannot be moved to {quote(to)}")
    yield move


def choose_pair(position: Position, said: Any, effect: Entry) -> Iterator[int]:
    """Two cards in play change places, or tokens (CA-112, CA-117)."""
    low, high = sorted(_targets(position, said, 2))
    yield pack_move(What.CHOOSE, low, 0, high, 0)


def replace_tokens(position: Position, said: Any, effect: Entry) -> Iterator[int]:
    """Three tokens of others, or all if there are fewer (CA-110)."""
    n = min(3, position["targets"].bit_count())
    for card in _targets(position, said, n):
        yield pack_move(What.CHOOSE, card, 0, 0, 0)


def rearrange_tokens(position: Position, said: Any, effect: Entry) -> Iterator[int]:
    """The new state of every card beside the Spy that carries a token (CA-118)."""
    n = position["targets"].bit_count()
    said = said if isinstance(said, list | tuple) else [said]
    pairs = [pair for pair in said if isinstance(pair, list | tuple) and len(pair) == 2]
    formed = len(pairs) == len(said)
    pairs = [pair for pair in pairs if pair[1] is not None or not _is_bare(position, pair[0])]
    if not formed or len(pairs) != n:
        raise refuse(
            position, f"the {_name(position)} names {n} cards with their new tokens, not {quote(said)}"
        )
    cards = _targets(position, [pair[0] for pair in pairs], n)
    for card, (place, seat) in sorted(zip(cards, pairs, strict=True), key=lambda pair: pair[0]):
        is_seat = is_whole(seat, 0, position.players - 1)
        move = _legal(position, What.CHOOSE, card, seat=seat) if is_seat else None
        if move is None:
            raise refuse(position, f"no token of seat {seat_number(seat)} is left for {quote(place)}")
        yield move


def _is_bare(position: Position, place: Any) -> bool:
    """Whether a card beside the Spy has no token; that it gets none need not be said, but may."""
    card = read_card(position, place)
    reach = position.in_reach(position["source"], position["step_index"])
    return card is not None and bool(reach >> card & 1) and position["token"][card] == NOBODY


def give(position: Position, said: Any, effect: Entry) -> Iterator[int]:
    """A card of the exchange for a player (CA-105)."""
    said = _object(position, said)
    yield _pick(position, said.get("card"), _read_seat(position, said.get("to")))


def swap_cards(position: Position, said: Any, effect: Entry) -> Iterator[int]:
    """Two cards of the hand for two of the exchange, or as many as there are (CA-106)."""
    said, n = _object(position, said), position["quota"]
    give, take = said.get("give"), said.get("take")
    for cards in (give, take):
        if not isinstance(cards, list | tuple) or len(cards) != n:
            raise refuse(position, f"{n} cards are given and {n} taken, not {quote(cards)}")
    for given, taken in zip(give, take, strict=True):
        yield _pick(position, given, other=quote(taken) if not isinstance(taken, str) else taken)


def trade(position: Position, said: Any, effect: Entry) -> Iterator[int]:
    """A card for one that was drawn from another hand (CA-113)."""
    said = _object(position, said)
    yield _pick(position, said.get("give"), _read_seat(position, said.get("with")))
    if position["point"] == Do.DRAW_BLINDLY:
        yield _pick(position, said.get("got"), position["seat"])


def go_round(position: Position, said: Any, effect: Entry) -> Iterator[int]:
    """A card of every player who has one: what each passes, or what each takes (CA-121, CA-122)."""
    point, source = position["point"], position["source"]
    named: dict[int, Any] = {}
    for pair in said if isinstance(said, list | tuple) else [None]:
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            raise refuse(position, f"{quote(pair)} is not a seat and a card")
        seat = _read_seat(position, pair[0])
        if seat in named:
            raise refuse(position, f"seat {seat + 1} comes twice")
        named[seat] = pair[1]
    while position["point"] == point and position["source"] == source:
        seat = position["asked"] if point == Do.PASS else position["partner"]
        if seat not in named:
            raise refuse(position, f"nothing is said of seat {seat + 1}")
        yield _pick(position, named.pop(seat), 0 if point == Do.PASS else seat)
    if named:
        raise refuse(position, f"there is no card for seat {next(iter(named)) + 1}")


def place(position: Position, said: Any, effect: Entry) -> Iterator[int]:
    """A card of the exchange goes to its place (CA-127)."""
    said = _object(position, said)
    name = said.get("card")
    if name not in position.ids(position["exchange"]):
        raise refuse(position, f"{quote(name)} is not in the exchange")
    yield _placing(position, What.CHOOSE, position["exchange"], said)


# --- parts of what is said


def _legal(
    position: Position, what: int, card: int = 0, place: int = 0, other: int = 0, seat: int = 0
) -> int | None:
    """The move with these parts, None if it is not legal."""
    move = int(pack_move(what, card, place, other, seat))
    return move if position.allows(move) else None


def _object(position: Position, said: Any) -> Entry:
    if not isinstance(said, Mapping):
        raise refuse(position, f"the {_name(position)} is asked for an object, not {quote(said)}")
    return said


def _name(position: Position) -> str:
    """The name of the card whose effect is going on."""
    return position.kind(position["source"]).name


def _target(position: Position, place: Any) -> int:
    """The card at a place, which the step can choose."""
    card = read_card(position, place)
    if card is None:
        raise refuse(position, f"no card is in play at {quote(place)}{depth_fault(position, place)}")
    if position["targets"] >> card & 1 == 0:
        raise refuse_target(position, position["source"], _open_steps(position), card, place)
    return card


def _open_steps(position: Position) -> list[int]:
    """The step going on and, where the order is free, the one that may take its place (CA-128)."""
    step, steps = position["step_index"], position.kind(position["source"]).steps
    free = step > 0 and steps[step - 1].do == Do.EITHER_ORDER and position["n_pending"] > 0
    return [step, step + 1] if free else [step]


def _targets(position: Position, places: Any, n: int) -> list[int]:
    """So many different cards that the step can choose."""
    if not isinstance(places, list | tuple) or len(places) != n:
        raise refuse(position, f"the {_name(position)} names {n} cards, not {quote(places)}")
    found = [_target(position, place) for place in places]
    if len(set(found)) != n:
        raise refuse(position, f"the {_name(position)} names different cards, not {quote(places)}")
    return found


def _read_seat(position: Position, seat: Any) -> int:
    if not is_whole(seat, 0, position.players - 1):
        raise refuse(position, f"there is no seat {seat_number(seat)}")
    return int(seat)


def _pick(position: Position, given: Any, seat: int = 0, other: Any = None) -> int:
    """The legal move with these cards, by their ids; those of a kind are alike."""
    for move in position.moves():
        (card, second), whose = _ids(position, move), move_seat(move)
        if (card, whose) == (given, seat) and (other is None or second == other):
            return move
    what = quote(given) if other is None else f"{quote(given)} for {quote(other)}"
    raise refuse(position, f"the {_name(position)}: {what} is not there to choose")


def _ids(position: Position, move: int) -> tuple[str, str]:
    """The ids of the two cards of a move."""
    return position.id_of(move_card(move)), position.id_of(move_other(move))
