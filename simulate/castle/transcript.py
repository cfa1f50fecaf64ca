"""A game of Castle as people like to read it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.castle.cards import IDS, standard_cards
from rules.castle.options import COLOURS
from rules.castle.plan import WALLS
from rules.records import Data
from simulate.castle.replay import Action, Played

WALL_WORDS = dict(zip(WALLS, ("north", "east", "south", "west"), strict=True))
NAMES = dict(zip(IDS, (kind.name for kind in standard_cards().kinds), strict=True))

REASONS = {
    "out": "out of cards",
    "blocked": "no card has a place any more",
    "turn_limit": "stopped at the limit of turns",
}


def transcript(played: Played) -> Iterator[str]:
    """The game line by line: its actions, what their effects chose, and the cards that each seat has left.

    Cards left are written as hand+stock.
    """
    colours = COLOURS[: played.table.players]
    width = max(map(len, colours))
    heading = "  ".join(colour.rjust(6) for colour in colours)
    yield f" turn  {'seat':<{width}}  {heading}   (cards in hand + stock)"
    last = None
    for action in played.turns:
        first, *others = _told(action, colours)
        left = "  ".join(f"{hand}+{stock}".rjust(6) for hand, stock in action.left)
        turn = "" if action.turn == last else str(action.turn)
        seat = "" if action.turn == last else colours[action.entry["seat"]]
        last = action.turn
        yield f" {turn:>4}  {seat:<{width}}  {left}   {first}"
        yield from (f"{'':{len(f' turn  {seat:<{width}}  {heading}   ')}}{line}" for line in others)
    yield ""
    yield _result(played, colours)


def _result(played: Played, colours: Sequence[str]) -> str:
    """Who has won and why, or that the game goes on."""
    result = played.record["result"]
    if result["reason"] is None:
        return " the game goes on"
    winners = " and ".join(colours[seat] for seat in result["winners"])
    verb = "wins" if len(result["winners"]) == 1 else "share the win"
    return f" {winners} {verb}: {REASONS[result['reason']]}, after {result['turns']} turns"


def _told(action: Action, colours: Sequence[str]) -> Iterator[str]:
    """What was done, what the effect chose, and which cards went back, a line each."""
    entry = action.entry
    if entry["do"] == "draw":
        yield "draws"
    elif entry["do"] == "exchange":
        yield f"exchanges {NAMES[entry['give']]} for {NAMES[entry['take']]}"
    elif entry["do"] == "none":
        yield "can do nothing"
    else:
        yield f"plays {NAMES[entry['card']]} {_goal(entry)}"
        yield from _effects(entry, colours)
    if action.back:
        went = (f"{name} to {'the exchange' if to is None else colours[to]}" for name, to in action.back)
        yield f"  sent back: {', '.join(went)}"


def _effects(entry: Data, colours: Sequence[str]) -> Iterator[str]:
    """What an effect chose, a line each; sending back is told by what went back."""
    for effect in entry.get("effects", []):
        word = next(word for word in effect if word not in ("by", "to"))
        if word == "place":
            placed = effect[word]
            yield f"  places {NAMES[placed['card']]} {_goal(placed)}"
            yield from _effects(placed, colours)
        elif word != "send_back":
            yield f"  {_effect(word, effect, colours)}"
        elif "by" in effect:
            yield f"  {colours[effect['by']]} sends back {_place(effect[word])}"


def _effect(word: str, effect: Data, colours: Sequence[str]) -> str:
    """One choice of an effect, or one outcome of chance."""
    said = effect[word]
    if word == "move":
        return f"moves {_place(said)} {_goal(effect['to'], 'to')}"
    if word == "to_exchange":
        return f"to the exchange: {_place(said)}"
    if word == "remove":
        return f"leaves the game: {_place(said)}"
    if word == "take_token":
        return f"takes the token of {_place(said)}"
    if word in ("swap", "swap_tokens"):
        what = "places" if word == "swap" else "tokens"
        return f"swaps the {what} of {_place(said[0])} and {_place(said[1])}"
    if word == "tokens":
        return "tokens now: " + ", ".join(f"{colours[seat]} {_place(place)}" for place, seat in said)
    if word == "replace_tokens":
        return "own tokens on " + ", ".join(map(_place, said))
    if word == "give":
        return f"gives {NAMES[said['card']]} of the exchange to {colours[said['to']]}"
    if word == "swap_cards":
        pairs = zip(said["give"], said["take"], strict=True)
        return "exchanges " + ", ".join(f"{NAMES[given]} for {NAMES[taken]}" for given, taken in pairs)
    if word == "trade":
        return f"gives {NAMES[said['give']]} to {colours[said['with']]} and gets {NAMES[said['got']]}"
    verb = "passes" if word == "pass" else "takes"
    return ", ".join(f"{colours[seat]} {verb} {NAMES[card]}" for seat, card in said)


def _place(place: Data) -> str:
    """Where a card lies that is chosen."""
    under = f", {place['depth']} beneath the top" if place.get("depth") else ""
    if "at" in place:
        return f"({place['at'][0]},{place['at'][1]}){under}"
    if "wall" in place:
        return f"the engine facing {WALL_WORDS[place['wall']]}{under}"
    nth = f" number {place['nth'] + 1}" if place.get("nth") else ""
    return f"{NAMES[place['outside']]}{nth} outside{under}"


def _goal(goal: Data, before: str = "at") -> str:
    """Where a card goes."""
    if "at" in goal:
        return f"{before} ({goal['at'][0]},{goal['at'][1]})"
    if "wall" in goal:
        return f"facing {WALL_WORDS[goal['wall']]}"
    return "outside" if goal["outside"] is True else f"on {_place(goal)}"
