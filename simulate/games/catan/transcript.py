"""A game of Catan as people like to read it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.catan.board import HARBOUR_KINDS
from rules.catan.deeds import write_deed
from rules.catan.moves import Kind, move_kind, move_place
from rules.catan.options import RESOURCES
from rules.catan.position import Position
from rules.catan.state import NOBODY, SOURCES
from rules.records import Data
from simulate.games.catan.replay import Event, Played, Turn
from simulate.io.layout import lay_turns, unfolded
from simulate.replays.replay import ToldTurn

CARD_WORDS = {
    "knight": "a knight",
    "victory_point": "a victory point",
    "road_building": "road building",
    "year_of_plenty": "year of plenty",
    "monopoly": "monopoly",
}
SOURCE_WORDS = {
    "settlements": "settlements",
    "cities": "cities",
    "cards": "cards",
    "longest_road": "road",
    "largest_army": "army",
}


def transcript(played: Played) -> Iterator[str]:
    """The game line by line: the island, the turns with the points after each, the points by source."""
    colours = played.position.box.colours[-played.position.players :]
    yield from tell_island(played.record["setup"])
    yield ""
    yield from lay_turns(colours, turns(played), (turn.points for turn in played.turns))
    yield ""
    yield from tell_result(played, colours)


# --- the island


def tell_island(setup: Data) -> Iterator[str]:
    """Terrain and tokens row by row, hexes from 0 to 18, and the harbours (CT-20, CT-42)."""
    words = [
        terrain if token is None else f"{terrain} {token}"
        for terrain, token in zip(setup["terrain"], setup["tokens"], strict=True)
    ]
    yield " island, hexes 0 to 18 in rows from the top:"
    start = 0
    for length in (3, 4, 5, 4, 3):
        yield f"   {', '.join(words[start : start + length])}"
        start += length
    yield f" harbours clockwise from the top left: {', '.join(setup['harbours'])}"


# --- turns


def turns(played: Played) -> Iterator[ToldTurn]:
    """A line for each thing that happened, by turn; under None who won."""
    colours = played.position.box.colours[-played.position.players :]
    for turn in played.turns:
        seat = turn.seat if turn.number else None
        yield ToldTurn(turn.number, seat, list(tell_events(turn, colours)) or ["nothing"])
    if played.ended:
        winner = played.position["winner"]
        yield ToldTurn(None, None, ["unfinished" if winner == NOBODY else f"{colours[winner]} wins"])


def tell_events(turn: Turn, colours: Sequence[str]) -> Iterator[str]:
    """What happened in a turn; an offer with its answers is one line, and to end the turn is none."""
    events = list(turn.events)
    while events:
        event = events.pop(0)
        entry = event.entry
        if entry["do"] == "end":
            continue
        if entry["do"] == "offer":
            answers = []
            while events and events[0].entry["do"] in ("answer", "accept"):
                answers.append(events.pop(0).entry)
            yield tell_offer(entry, answers, colours)
        elif turn.number == 0 or entry["seat"] != turn.seat:
            yield f"{colours[entry['seat']]}: {tell_event(event, colours)}"
        else:
            yield tell_event(event, colours)


def tell_event(event: Event, colours: Sequence[str]) -> str:
    """One thing that a seat did, in words."""
    entry = event.entry
    deed = entry["do"]
    if deed in ("settlement", "city"):
        return f"{deed} on vertex {entry['vertex']}{_drawn(event)}"
    if deed == "road":
        return "places no second road" if entry["edge"] is None else f"road on edge {entry['edge']}"
    if deed in ("roll", "neutral_roll"):
        first, second = entry["dice"]
        words = "rolls" if deed == "roll" else "neutral roll:"
        return f"{words} {first + second} ({first}+{second}){_got(event, colours)}"
    if deed == "discard":
        return f"discards {tell_cards(entry['cards'])}"
    if deed == "robber":
        return f"moves the robber to hex {entry['hex']}"
    if deed == "steal":
        if entry["from"] is None:
            return "steals nothing"
        return f"steals {tell_cards({entry['card']: 1})} from {colours[entry['from']]}"
    if deed == "bank":
        return f"gives the bank {tell_cards(entry['give'])} for {tell_cards(entry['take'])}"
    if deed == "draw":
        return f"draws {tell_cards({entry['card']: 1})} from the bank"
    if deed == "welfare":
        return f"takes {tell_cards({entry['resource']: 1})} for {tell_tokens(-event.tokens[entry['seat']])}"
    if deed == "buy":
        return f"buys {CARD_WORDS[entry['card']]}"
    return _tell_play(event, colours)


def _tell_play(event: Event, colours: Sequence[str]) -> str:
    entry = event.entry
    word = f"plays {CARD_WORDS[entry['card']]}"
    if entry["card"] == "monopoly":
        taken = sum(event.gains[entry["seat"]])
        return f"{word} and takes {tell_cards({entry['resource']: taken}) if taken else 'nothing'}"
    if entry["card"] == "year_of_plenty":
        return f"{word}: {tell_cards(entry['take'])}"
    return word


def tell_offer(entry: Data, answers: Sequence[Data], colours: Sequence[str]) -> str:
    """An offer and what came of it."""
    chosen = next((a["with"] for a in answers if a["do"] == "accept"), None)
    said = [f"{colours[a['seat']]} {'yes' if a['yes'] else 'no'}" for a in answers if a["do"] == "answer"]
    words = f"offers {tell_cards(entry['give'])} for {tell_cards(entry['want'])}"
    outcome = f"deals with {colours[chosen]}" if chosen is not None else "no deal"
    return f"{words} ({', '.join(said) if said else 'nobody has it'}): {outcome}"


def tell_cards(cards: Mapping[str, int]) -> str:
    """``2 wool and 1 ore``."""
    return " and ".join(f"{n} {name}" for name, n in cards.items() if n) or "nothing"


def tell_tokens(n: int) -> str:
    """``3 welfare tokens``."""
    return f"{n} welfare token{'' if n == 1 else 's'}"


def _drawn(event: Event) -> str:
    """The first cards, which a settlement of the set-up pays (CT-48, HR-5)."""
    got = {name: n for name, n in zip(RESOURCES, event.gains[event.entry["seat"]], strict=True) if n > 0}
    return f", draws {tell_cards(got)}" if got else ""


def _got(event: Event, colours: Sequence[str]) -> str:
    """What a roll paid to whom."""
    paid = [
        f"{colour} {tell_cards({name: n for name, n in zip(RESOURCES, gains, strict=True) if n > 0})}"
        for colour, gains in zip(colours, event.gains, strict=True)
        if any(n > 0 for n in gains)
    ]
    if sum(event.entry["dice"]) == 7:
        return ""
    takers = [colour for colour, n in zip(colours, event.tokens, strict=False) if n > 0]
    tokens = f"; a welfare token: {', '.join(takers)}" if takers else ""
    return f": {'; '.join(paid) or 'nobody gets anything'}{tokens}"


# --- the end


def tell_result(played: Played, colours: Sequence[str]) -> Iterator[str]:
    """Points by source, the hands, and who won."""
    position = played.position
    by_source = position.by_source()
    rows = [["seat", *SOURCE_WORDS.values(), "points", "hand", ""]]
    for seat, colour in enumerate(colours):
        points = [str(by_source[seat][source]) for source in SOURCES]
        hand = tell_cards(dict(zip(RESOURCES, position["hands"][seat].tolist(), strict=True)))
        won = "wins" if position["winner"] == seat else ""
        rows.append([colour, *points, str(sum(by_source[seat].values())), hand, won])
    yield from unfolded(rows, {0, len(SOURCES) + 2, len(SOURCES) + 3}, "  ")
    if played.ended and position["winner"] == NOBODY:
        yield f" unfinished after {position['turn']} turns"


# --- a move


def tell_move(position: Position, move: int) -> str:
    """A move of the seat that decides, in words, without what chance will add."""
    kind, seat = move_kind(move), position["asked"]
    colours = position.box.colours[-position.players :]
    entry = write_deed(position, seat, move, 0)
    if kind in (Kind.SETTLEMENT, Kind.CITY):
        return f"{entry['do']} on vertex {entry['vertex']} ({_around(position, entry['vertex'])})"
    if kind == Kind.ROBBER:
        return f"moves the robber to hex {entry['hex']} ({_hex(position, entry['hex'])})"
    if kind == Kind.STEAL:
        return "steals nothing" if entry["from"] is None else f"steals from {colours[entry['from']]}"
    if kind == Kind.OFFER:
        asked = ", ".join(colours[other] for other in entry["to"])
        return f"offers {tell_cards(entry['give'])} for {tell_cards(entry['want'])} to {asked}"
    if kind == Kind.ACCEPT:
        return "deals with nobody" if entry["with"] is None else f"deals with {colours[entry['with']]}"
    if kind == Kind.WELFARE:
        return f"takes {entry['resource']} for {tell_tokens(position.welfare_price(seat))}"
    if kind == Kind.MONOPOLY:
        return f"plays monopoly on {entry['resource']}"
    plain: dict[int, str] = {
        Kind.ROLL: "rolls",
        Kind.NEUTRAL_ROLL: "rolls for nobody",
        Kind.BUY: "buys a development card",
        Kind.DISCARD: f"discards {RESOURCES[move_place(move)]}" if kind == Kind.DISCARD else "",
        Kind.ANSWER: "says yes" if entry.get("yes") else "says no",
        Kind.END: "ends the turn",
        Kind.DRAW: "draws a card from the bank",
    }
    return plain[kind] if kind in plain else tell_event(Event(entry, ()), colours)


def _around(position: Position, vertex: int) -> str:
    """The hexes at a vertex, and its harbour: ``wool 5, ore 10, generic harbour``."""
    words = [_hex(position, at) for at in position.box.geometry.vertex_hexes[vertex]]
    slot = position.tables[0].vertex_slot[vertex]
    if slot >= 0:
        words.append(f"{HARBOUR_KINDS[position['harbour'][slot]]} harbour")
    return ", ".join(words)


def _hex(position: Position, at: int) -> str:
    """A hex with its number: ``wool 5``."""
    what = (*RESOURCES, "desert")[position["terrain"][at]]
    return f"{what} {position['token'][at]}" if what in RESOURCES else what
