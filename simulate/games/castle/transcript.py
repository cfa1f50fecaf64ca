"""A game of Castle as people like to read it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rules.castle.cards import Do
from rules.castle.deeds import ACTIONS, EFFECTS
from rules.castle.moves import move_card, move_other, move_seat, move_what
from rules.castle.notation import tell_place
from rules.castle.options import COLOURS
from rules.castle.position import Position
from rules.castle.state import Reason
from rules.records import Data
from simulate.games.castle.replay import Action, Played
from simulate.io.layout import lay_turns
from simulate.replays.replay import ToldTurn


def transcript(played: Played) -> Iterator[str]:
    """The game line by line: its actions, what their effects chose, and the cards that each seat has left.

    Cards left are written as hand+stock.
    """
    colours = COLOURS[: played.position.players]
    told = (ToldTurn(one.turn, one.entry["seat"], list(_told(one, colours))) for one in played.turns)
    left = ([f"{hand}+{stock}" for hand, stock in action.left] for action in played.turns)
    heading, *lines = lay_turns(colours, told, left, 6)
    yield f"{heading}   (cards in hand + stock)"
    yield from lines
    yield ""
    yield _result(played, colours)


def turns(played: Played) -> Iterator[ToldTurn]:
    """A line for each action, what its effect chose and what went back, by turn; under None how it ended."""
    colours = COLOURS[: played.position.players]
    for number, group in groupby(played.turns, key=lambda action: action.turn):
        actions = list(group)
        lines = [line.strip() for action in actions for line in _told(action, colours)]
        yield ToldTurn(number, actions[0].entry["seat"], lines)
    if played.ended:
        yield ToldTurn(None, None, [_result(played, colours).strip()])


def _result(played: Played, colours: Sequence[str]) -> str:
    """Who has won and why, or that the game goes on."""
    result = played.record["result"]
    if result["reason"] is None:
        return " the game goes on"
    winners = " and ".join(colours[seat] for seat in result["winners"])
    verb = "wins" if len(result["winners"]) == 1 else "share the win"
    return f" {winners} {verb}: {Reason.texts()[result['reason']]}, after {result['turns']} turns"


def _told(action: Action, colours: Sequence[str]) -> Iterator[str]:
    """What was done, what the effect chose, and which cards went back, a line each."""
    entry = action.entry
    deed = next(deed for deed in ACTIONS.values() if deed.word == entry["do"])
    yield deed.tell(entry, entry, colours)
    yield from _effects(entry, colours)
    if action.back:
        went = (f"{name} to {'the exchange' if to is None else colours[to]}" for name, to in action.back)
        yield f"  sent back: {', '.join(went)}"


def _effects(entry: Data, colours: Sequence[str]) -> Iterator[str]:
    """What an effect chose, a line each."""
    for effect in entry.get("effects", []):
        deed = next(deed for deed in EFFECTS.values() if deed.word in effect)
        line = deed.tell(effect, effect[deed.word], colours)
        if line:
            yield f"  {line}"
        yield from _effects(effect.get("place", {}), colours)


def tell_move(position: Position, move: int) -> str:
    """A move of the seat that decides, in words."""
    colours, point = COLOURS[: position.players], position["point"]
    if point == Do.ACTION:
        deed = ACTIONS[move_what(move)]
        said = deed.write(position, move)
        return deed.tell({}, said, colours)
    if point == Do.EITHER_ORDER:
        return "first the Knight" if move_other(move) else "first the King"
    if point == Do.TRADE:
        return f"gives {position.kind(move_card(move)).name} to {colours[move_seat(move)]}"
    effects: list[Data] = []
    EFFECTS[point].note(position, move, effects)
    said = effects[0][EFFECTS[point].word]
    return EFFECTS[point].tell(effects[0], said, colours) or f"sends back {tell_place(said)}"
