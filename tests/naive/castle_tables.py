"""Every column of the tables of a game of Castle, counted from its record.

A record names the kind of a card and not which of several alike it is; so here a card has the number of the
first of its kind.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from .castle_board import cards_in_play, pile_named, zone, zone_of
from .castle_cards import KINDS
from .castle_judge import empty_table, lay_initial
from .castle_turns import flattened, play_entry
from .progress import stood

Row = dict[str, Any]
ZONES = ("courtyard", "ramparts", "towers", "outside")
REASONS = {"out": 1, "blocked": 2, "turn_limit": 3}
MAX_SEATS = 5
FIRST = {kind: sum(count for count, *_ in list(KINDS.values())[:i]) for i, kind in enumerate(KINDS)}
"""The number of the first card of each kind."""


def kind_number(card: int) -> int:
    """The number of the first card of the same kind."""
    return max(first for first in FIRST.values() if first <= card)


def recount(record: dict[str, Any], game: int) -> dict[str, list[Row]]:
    """The rows of each table, those of `cards` in order of kinds."""
    position = empty_table(record)
    lay_initial(position, record["setup"])
    players, first = record["players"], position["seat"]
    dealt = whereabouts(position)
    did = [Counter[str]() for _ in range(players)]
    plays: list[Row] = []
    progress: list[Row] = []
    played: Counter[str] = Counter()
    back: Counter[str] = Counter()
    for entry in record["turns"]:
        seat, began = entry["seat"], position["turns"] - (position["taken"] > 0)
        did[seat][entry["do"]] += 1
        before = cards_in_play(position)
        zones = zones_of_places(position, entry)
        play_entry(position, entry)
        if position["taken"] == 0:
            progress += stood(began, cards_left(position))
        if entry["do"] != "play":
            continue
        for kind, where in zones:
            played[kind] += 1
            plays.append(
                {"turn": began, "seat": seat, "card": FIRST[kind], "zone": where} | dict.fromkeys(SENT, 0)
            )
        for card in sent_back(before, position, entry):
            back[card["card"]] += 1
            plays[-1]["sent_exchange" if card["token"] is None else f"sent_{card['token']}"] += 1
            did[seat]["sent"] += 1
            if card["token"] is not None:
                did[card["token"]]["got"] += 1
        for other in chosen_by_others(entry):
            did[seat]["sent"] -= 1
            did[other]["sent"] += 1
    tables = {
        "games": [game_row(record, position, plays, did, first)],
        "seats": [seat_row(position, did[seat], seat) for seat in range(players)],
        "plays": plays,
        "placements": [placement(row) for row in plays],
        "cards": card_rows(dealt, whereabouts(position), played, back),
        "progress": progress + stood(position["turns"] - (position["reason"] == "out"), cards_left(position)),
    }
    return {name: [{"game": game, **row} for row in rows] for name, rows in tables.items()}


SENT = [*(f"sent_{seat}" for seat in range(MAX_SEATS)), "sent_exchange"]


def placement(play: Row) -> Row:
    """A row of `placements`: of a card placed, the cards that went back to others less those to its seat."""
    sent = {seat: play[f"sent_{seat}"] for seat in range(MAX_SEATS)}
    own = sent.pop(play["seat"])
    named = {"turn": play["turn"], "seat": play["seat"], "piece": play["card"], "place": play["zone"]}
    return named | {"brought": sum(sent.values()) - own}


# --- what an entry did


def zones_of_places(position: Any, entry: Any) -> list[tuple[str, int]]:
    """The cards that an entry places, each with the number of its zone, read before they are placed."""
    found = []
    if entry["do"] == "play":
        steps = [entry, *(e["place"] for e in flattened(entry.get("effects") or []) if "place" in e)]
        for step in steps:
            if step["card"] == "knight":
                space = (
                    pile_named(position, step)["at"] if "outside" in step or "wall" in step else step["at"]
                )
            else:
                space = step.get("at")
            found.append((step["card"], ZONES.index(zone(None if space is None else tuple(space)))))
    return found


def sent_back(before: list[Any], position: Any, entry: Any) -> list[Any]:
    """The cards that an entry sent back; the Magician and the Assassin take theirs in another way.

    What an Advisor placed may send the Advisor himself back, who was not in play before.
    """
    after = cards_in_play(position)
    left = [card for card in before if not any(card is other for other in after)]
    effects = flattened(entry.get("effects") or [])
    placed = [entry["card"], *(effect["place"]["card"] for effect in effects if "place" in effect)]
    if placed[-1] in ("magician", "assassin"):
        assert len(left) <= 1
        return []
    new = [card["card"] for card in after if not any(card is other for other in before)]
    if len(placed) > 1 and entry["card"] not in new:
        left.append({"card": entry["card"], "token": entry["seat"]})
    return left


def chosen_by_others(entry: Any) -> list[int]:
    """Who sent a card back that is not the player to act (CA-111)."""
    effects = flattened(entry.get("effects") or [])
    return [effect["by"] for effect in effects if effect.get("by", entry["seat"]) != entry["seat"]]


# --- where everything is


def whereabouts(position: Any) -> dict[str, list[tuple[int, int]]]:
    """For each kind the places of its cards, by the numbers of the table, and whose tokens lie on them."""
    found: dict[str, list[tuple[int, int]]] = {kind: [] for kind in KINDS}
    piles = [(position["exchange"], 20), (position["removed"], 22)]
    for seat in range(position["players"]):
        piles += [(position["hands"][seat], seat), (position["stocks"][seat], 10 + seat)]
    for cards, number in piles:
        for kind in cards:
            found[kind].append((number, -1))
    for card in cards_in_play(position):
        token = -1 if card["token"] is None else card["token"]
        found[card["card"]].append((30 + ZONES.index(zone_of(position, card)), token))
    return found


def card_rows(dealt: Any, end: Any, played: Counter[str], back: Counter[str]) -> list[Row]:
    """A row a kind that was dealt: sorted places, and how often its cards were placed and sent back."""
    return [
        {
            "card": FIRST[kind],
            "dealt": sorted(place for place, _ in dealt[kind]),
            "end": sorted(end[kind]),
            "played": played[kind],
            "back": back[kind],
        }
        for kind in KINDS
        if dealt[kind]
    ]


# --- games and seats


def standing(position: Any, seat: int) -> tuple[int, ...]:
    """What orders the seats at the end, the lowest first."""
    hand, stock = len(position["hands"][seat]), len(position["stocks"][seat])
    if position["reason"] == "out":
        return (seat not in position["winners"], hand + stock)
    return (hand, stock)


def cards_left(position: Any) -> list[int]:
    """The cards in hand and stock of each seat."""
    return [len(hand) + len(stock) for hand, stock in zip(position["hands"], position["stocks"], strict=True)]


def seat_row(position: Any, did: Counter[str], seat: int) -> Row:
    """A row of `seats`."""
    hand, stock = len(position["hands"][seat]), len(position["stocks"][seat])
    mine = standing(position, seat)
    winners = position["winners"]
    return {
        "seat": seat,
        "score": hand + stock,
        "hand": hand,
        "stock": stock,
        "rank": 1 + sum(standing(position, other) < mine for other in range(position["players"])),
        "win_share": (seat in winners) / len(winners),
        "draws": did["draw"],
        "exchanges": did["exchange"],
        "plays": did["play"],
        "lost": did["none"],
        "got_back": did["got"],
        "sent_back": did["sent"],
    }


def margin(position: Any) -> int:
    """Cards by which the winner is ahead of the next."""
    if len(position["winners"]) > 1:
        return 0
    (winner,) = position["winners"]
    others = [seat for seat in range(position["players"]) if seat != winner]
    following = min(others, key=lambda seat: standing(position, seat))
    hands, stocks = (
        len(position[name][following]) - len(position[name][winner]) for name in ("hands", "stocks")
    )
    return hands + stocks if position["reason"] == "out" else hands or stocks


def game_row(record: Any, position: Any, plays: list[Row], did: list[Counter[str]], first: int) -> Row:
    """The row of `games`."""
    turns, players = position["turns"], record["players"]
    inside = [card for card in cards_in_play(position) if zone_of(position, card) != "outside"]
    to_exchange = sum(row["sent_exchange"] for row in plays)
    reason = REASONS[position["reason"]]
    return {
        "players": players,
        "first": first,
        "turns": turns,
        "rounds": -(-turns // players),
        "reason": reason,
        "blocked": int(reason == 2),
        "unfinished": int(reason == 3),
        "winners": sum(1 << seat for seat in position["winners"]),
        "shared": int(len(position["winners"]) > 1),
        "margin": margin(position),
        "plays": len(plays),
        "draws": sum(seat["draw"] for seat in did),
        "exchanges": sum(seat["exchange"] for seat in did),
        "lost": sum(seat["none"] for seat in did),
        "sent_back": sum(row[name] for row in plays for name in SENT),
        "to_exchange": to_exchange,
        "removed": len(position["removed"]),
        "in_castle": len(inside),
        "outside": len(cards_in_play(position)) - len(inside),
    }
