"""Random games of Castle as records, for referees to judge."""

from __future__ import annotations

import copy
import random
from typing import Any

from . import Entry, Options, Position, Record
from .castle_board import new_position, spaces_in
from .castle_cards import DEAL, box, zone_of_kind
from .castle_judge import lay_initial, result_of
from .castle_turns import complete, heads, next_question, play_entry

STYLES = {
    "even": {"play": 1, "exchange": 1, "draw": 1, "none": 1},
    "player": {"play": 6, "exchange": 1, "draw": 2, "none": 1},
    "trader": {"play": 2, "exchange": 5, "draw": 1, "none": 1},
    "collector": {"play": 1, "exchange": 1, "draw": 6, "none": 1},
}
"""How often each kind of action is chosen where it is possible, as weights."""


def deal(players: int, rng: random.Random) -> Record:
    """The setup of a new game (CA-14 to CA-18)."""
    cards = sorted(box(players).elements())
    rng.shuffle(cards)
    in_hand, in_stock = DEAL[players]
    hands = [[cards.pop() for _ in range(in_hand)] for _ in range(players)]
    stocks = [[cards.pop() for _ in range(in_stock)] for _ in range(players)]
    return {"hands": hands, "stocks": stocks, "exchange": cards, "first": rng.randrange(players)}


def play_random(
    players: int,
    rng: random.Random,
    options: Options | None = None,
    setup: Record | None = None,
    style: str = "player",
    limit: int | None = None,
) -> Record:
    """Play a random legal game, to its end or for so many actions, and return its record.

    The kind of action is drawn by the weights of the style, then a card, then its place, then each choice
    and chance outcome, evenly among what is open.
    """
    setup = deal(players, rng) if setup is None else setup
    position = new_position(players, options)
    lay_initial(position, copy.deepcopy(setup))
    turns: list[Entry] = []
    while position["reason"] is None and (limit is None or len(turns) < limit):
        entry = random_entry(position, rng, STYLES[style])
        play_entry(position, entry)
        turns.append(entry)
    return {
        "format": "houserules-game/1",
        "game": "castle",
        "options": position["options"],
        "players": players,
        "setup": setup,
        "turns": turns,
        "result": result_of(position),
    }


def random_entry(position: Position, rng: random.Random, weights: dict[str, int]) -> Entry:
    """A legal entry at random."""
    found = heads(position)
    kinds = sorted({head["do"] for head in found})
    (kind,) = rng.choices(kinds, [weights[kind] for kind in kinds])
    found = [head for head in found if head["do"] == kind]
    if kind == "play":
        card = rng.choice(sorted({head["card"] for head in found}))
        found = [head for head in found if head["card"] == card]
    head = rng.choice(found)
    return complete(position, head, random_answers(position, head, rng))


def random_answers(position: Position, head: Entry, rng: random.Random) -> list[Any]:
    """Random answers to all that an action asks; what may be left out is left out half of the time."""
    answers: list[Any] = []
    while True:
        question = next_question(position, head, answers)
        if question is None:
            return answers
        skipped = question.optional and rng.random() < 0.5
        answers.append(None if skipped else question.draw(rng))


def random_setup(players: int, rng: random.Random, density: float = 0.6) -> Record:
    """A position that play need not reach: cards scattered over castle, hands and all the rest."""
    position = new_position(players)
    setup: Record = {
        "hands": [[] for _ in range(players)],
        "stocks": [[] for _ in range(players)],
        "exchange": [],
        "removed": [],
        "castle": [],
        "outside": [],
        "first": rng.randrange(players),
        "last_placed": None,
    }
    cards = sorted(box(players).elements())
    rng.shuffle(cards)
    cards.sort(key=lambda kind: kind == "knight")  # Knights last, so that they find cards to lie on
    for kind in cards:
        token = rng.choice([None, *range(players), *range(players)])
        if rng.random() < density and scatter(setup, kind, token, rng):
            continue
        piles = [*setup["hands"], *setup["hands"], *setup["stocks"], setup["exchange"], setup["removed"]]
        rng.choice(piles).append(kind)
    lay_initial(position, copy.deepcopy(setup))
    return setup


def scatter(setup: Record, kind: str, token: int | None, rng: random.Random) -> bool:
    """Put a card in play somewhere in its zone, or outside; was there a place?"""
    card = {"card": kind, "token": token}
    if kind == "knight":
        piles = setup["castle"] + setup["outside"]
        if piles:
            rng.choice(piles)["pile"].append(card)
        return bool(piles)
    if kind == "siege_engine":
        walls = [wall for wall in "NESW" if wall not in [pile.get("wall") for pile in setup["outside"]]]
        if walls:
            setup["outside"].append({"wall": rng.choice(walls), "pile": [card]})
        return bool(walls)
    taken = [tuple(pile["at"]) for pile in setup["castle"]]
    free = [space for space in spaces_in(zone_of_kind(kind)) if space not in taken]
    if zone_of_kind(kind) == "outside" or rng.random() < 0.1:
        setup["outside"].append({"pile": [card]})
        return True
    if free:
        setup["castle"].append({"at": list(rng.choice(free)), "pile": [card]})
    return bool(free)
