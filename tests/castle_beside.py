"""The engine of Castle beside its naive twin: verdicts in one form, games, positions and moves of both."""

from __future__ import annotations

import json
import random
from typing import Any

from corpus import Json
from naive.castle import (
    compare,
    heads,
    is_protected,
    judge,
    name_card,
    next_question,
    play_random,
    random_setup,
    zone,
)
from naive.castle_board import cards_in_play
from naive.castle_cards import CHOICES
from naive.castle_turns import complete

from rules.castle.initial import lay_initial, setup_entry
from rules.castle.kinds import IDS
from rules.castle.notation import card_entry
from rules.castle.options import Options
from rules.castle.options import complete as complete_options
from rules.castle.plan import PLACES
from rules.castle.position import Position
from rules.castle.record import Scribe
from rules.castle.referee import Referee
from rules.errors import UserError

STYLES = ("even", "player", "trader", "collector")

# --- verdicts


def verdict_of(referee: Referee, record: Json) -> Json | None:
    """The engine's verdict in the twin's form; None if it refuses the record."""
    try:
        found = referee.judge(record)
    except UserError:
        return None
    verdict = {"legal": found.legal, "turn": found.turn, "rule": found.rule, "message": found.message}
    if not found.legal:
        return verdict
    engine = referee.position
    setup = setup_entry(engine)
    tokens = engine["token"].tolist()
    return verdict | {
        "winners": found.winners,
        "reason": engine.reason(),
        "turns": engine["n_turns"],
        "acts": None if engine["over"] else engine["seat"],
        "hands": [sorted(hand) for hand in setup["hands"]],
        "stocks": setup["stocks"],
        "exchange": sorted(setup["exchange"]),
        "removed": sorted(setup.get("removed", [])),
        **{key: setup.get(key, []) for key in ("castle", "outside")},
        "tokens": [tokens.count(seat) for seat in range(engine.players)],
    }


def disagreement(referee: Referee, record: Json) -> list[str]:
    """Where the two referees differ about a record, as lines of text; none if they agree."""
    other = verdict_of(referee, record)
    if other is None:
        try:
            judge(record)
        except ValueError:
            return []
        return ["the engine alone refuses the record"]
    try:
        found: list[str] = compare(record, other)
    except ValueError:
        return ["the twin alone refuses the record"]
    return found


# --- games


def turned(value: Any) -> Any:
    """A record with the board turned a quarter clockwise."""
    if isinstance(value, dict):
        return {
            key: [part[1], 5 - part[0]]
            if key == "at" and isinstance(part, list) and len(part) == 2
            else dict(zip("NESW", "ESWN", strict=True)).get(part, part)
            if key == "wall"
            else turned(part)
            for key, part in value.items()
        }
    return [turned(part) for part in value] if isinstance(value, list) else value


def engine_options(rng: random.Random) -> Json:
    """Options that change how a game goes or ends, many of them standard."""
    return {
        "max_turns": rng.choice([12, 60, 200, 1000]),
        "merchant_may_win": rng.random() < 0.7,
        "draw_limit": rng.choice(["none", "none", "first_hand"]),
        "actions": rng.choice([1, 2, 2, 2, 2, 3]),
        **readings(rng),
    }


def engine_game(engine: Position, number: int) -> Json:
    """A game played by the engine, evenly among the sorts of moves, as a record with its result.

    Half the players would rather play cards than draw or exchange them, so that games end.
    """
    rng = random.Random(f"engine {number}")
    players = 2 + number % 4
    engine.open(complete_options(Options(**engine_options(rng)), players, engine.box), players)
    engine.deal(20_000 + number, number)
    setup, scribe = setup_entry(engine), Scribe(engine)
    eager = [rng.random() < 0.5 for _ in range(players)]
    while not engine["over"] and (len(scribe.turns) < 400 or engine.asks_effect):
        move = engine.draw() if engine.asks_chance else any_move(engine, eager, rng)
        scribe.note(move)
        engine.step(move)
    return engine.record(setup=setup, turns=scribe.turns)


def any_move(engine: Position, eager: list[bool], rng: random.Random) -> int:
    """A legal move at random; of actions first their sort, then the card."""
    moves = engine.moves()
    if engine.asks_effect:
        return rng.choice(moves)
    sorts = sorted({move & 7 for move in moves})
    sort = 2 if 2 in sorts and eager[engine["seat"]] and rng.random() < 0.8 else rng.choice(sorts)
    moves = [move for move in moves if move & 7 == sort]
    card = rng.choice(sorted({move >> 3 & 63 for move in moves}))
    return rng.choice([move for move in moves if move >> 3 & 63 == card])


def twin_options(rng: random.Random) -> Json:
    """Options of the twin."""
    return {
        "max_turns": rng.choice([5, 1000]),
        "merchant_may_win": rng.random() < 0.5,
        "draw_limit": rng.choice(["none", "first_hand"]),
        **readings(rng),
    }


def readings(rng: random.Random) -> Json:
    """Another reading of what a card or the rulebook says, in one game of four each."""
    return {name: words[rng.random() < 0.25] for name, words in CHOICES.items() if name != "draw_limit"}


def twin_game(number: int) -> Json:
    """A game played by the twin from the deal, to its end."""
    rng = random.Random(f"twin {number}")
    options = twin_options(rng) if number % 2 else None
    return play_random(2 + number % 4, rng, options, style=STYLES[number // 4 % 4], limit=250)


def twin_position(number: int, limit: int = 25) -> Json:
    """A position that play need not reach, and what the twin plays from there."""
    rng = random.Random(f"position {number}")
    players = 2 + number % 4
    setup = random_setup(players, rng, density=rng.choice([0.1, 0.3, 0.5, 0.7, 0.9]))
    return play_random(players, rng, twin_options(rng), setup, "player", limit=limit)


def position_with(number: int) -> tuple[Json, str]:
    """A position with one of the kinds of card in the first hand, few cards elsewhere off the board.

    Numbers count through the kinds. The King's Advisor has one card to place.
    """
    rng = random.Random(f"with {number}")
    kind, players = IDS[number % len(IDS)], 2 + number % 4
    held, fits = None, False
    while held is None or not fits:
        setup = random_setup(players, rng, density=rng.choice([0.1, 0.2, 0.4, 0.6, 0.8]))
        off_board = [setup["exchange"], setup["removed"], *setup["hands"], *setup["stocks"]]
        held = next((cards for cards in off_board if kind in cards), None)
        fits = can_be_met(setup, kind)
        if players == 2 and kind in ("fool", "village_idiot"):
            players = 3
    held.remove(kind)
    few = 1 if kind == "kings_advisor" else 3
    for cards in (setup["exchange"], *setup["hands"]):
        setup["removed"] += cards[few:]
        del cards[few:]
    setup["hands"][setup["first"]].append(kind)
    return play_random(players, rng, None, setup, limit=0), kind


def can_be_met(setup: Json, kind: str) -> bool:
    """Whether what a card's condition asks for is there, where that would be rare."""
    courtyard = [
        pile["pile"][0]["card"] for pile in setup["castle"] if zone(tuple(pile["at"])) == "courtyard"
    ]
    if kind == "ambassador":
        return len(courtyard) == 15
    wanted = {"kings_advisor": ("king", "prince"), "lady_in_waiting": ("queen", "princess")}.get(kind)
    return wanted is None or any(name in courtyard for name in wanted)


# --- protection


def protected_both(engine: Position, position: Json) -> tuple[list[str], list[str]]:
    """The protected cards by the engine and by the twin, as sorted names of places."""
    mask = engine.protected()
    mine = [
        json.dumps(card_entry(engine, card), sort_keys=True)
        for card in range(engine.box.n_cards)
        if mask >> card & 1 and engine["where"][card] < PLACES
    ]
    twins = [
        json.dumps(name_card(position, card), sort_keys=True)
        for card in cards_in_play(position)
        if is_protected(position, card)
    ]
    return sorted(mine), sorted(twins)


# --- everything that can be done


def lay(engine: Position, record: Json) -> None:
    """The engine's table at the beginning of a record."""
    players = record["players"]
    options = {key: value for key, value in record["options"].items() if key in ("max_turns", *CHOICES)}
    engine.open(complete_options(Options(**options), players), players)
    lay_initial(engine, record["setup"])


def plain(entry: Json) -> str:
    """An entry as text, the same for all ways to write it: sets have no order."""
    return json.dumps(_plain(entry), sort_keys=True)


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            key: _sorted(part) if key in SETS else _swap(part) if key == "swap_cards" else _plain(part)
            for key, part in value.items()
        }
    return [_plain(part) for part in value] if isinstance(value, list) else value


SETS = ("swap", "swap_tokens", "replace_tokens", "tokens", "pass", "taken")


def _sorted(parts: list[Any]) -> list[Any]:
    return sorted((_plain(part) for part in parts), key=lambda part: json.dumps(part, sort_keys=True))


def _swap(part: Json) -> Json:
    return {key: sorted(part[key]) for key in ("give", "take")}


def twin_heads(position: Json) -> dict[str, Json]:
    """Every action with its place that the twin knows, by its text."""
    return {plain(head): head for head in heads(position)}


def head_of(entry: Json) -> Json:
    """An entry without its effects."""
    return {key: part for key, part in entry.items() if key not in ("seat", "effects")}


def engine_heads(engine: Position) -> dict[str, int]:
    """Every action with its place, and the moves that begin it."""
    found = {}
    for move in engine.moves():
        scribe = Scribe(engine)
        scribe.note(move)
        found[plain(head_of(scribe.turns[0]))] = move
    return found


def engine_entries(engine: Position, move: int, cap: int) -> set[str] | None:
    """Every entry that begins with a move; None if there are more than `cap` ways to write them."""
    start = engine.states.copy()
    found: set[str] = set()
    paths, ways = [[move]], 0
    while paths:
        path = paths.pop()
        engine.states[...] = start
        scribe = Scribe(engine)
        for step in path:
            scribe.note(step)
            engine.step(step)
        if engine.asks_effect:
            paths += [[*path, step] for step in engine.moves()]
        else:
            found.add(plain(scribe.turns[0]))
        ways += 1
        if len(paths) + ways > cap:
            break
    engine.states[...] = start
    return found if len(paths) + ways <= cap else None


def twin_entries(position: Json, head: Json, cap: int) -> set[str] | None:
    """Every entry that begins with a head; None if there are more than `cap`."""
    found: set[str] = set()
    ways: list[list[Any]] = [[]]
    while ways:
        answers = ways.pop()
        question = next_question(position, head, answers)
        if question is None:
            found.add(plain(complete(position, head, answers)))
        else:
            for n, option in enumerate(question.options()):
                ways.append([*answers, option])
                if n > cap:
                    return None
            if question.optional:
                ways.append([*answers, None])
        if len(ways) + len(found) > cap:
            return None
    return found


def differing_moves(
    engine: Position, position: Json, rng: random.Random, kind: str | None = None, tries: int = 6
) -> tuple[list[str], int]:
    """The actions of which one of the two knows other completions, and how many were compared.

    Of every card, or of one `kind`, an action is picked at random. Those with more than 3,000 completions are
    left out.
    """
    mine = engine_heads(engine)
    twins = twin_heads(position)
    wrong = [f"head {head}" for head in set(mine) ^ set(twins)]
    by_card: dict[str, list[str]] = {}
    for text in sorted(set(mine) & set(twins)):
        by_card.setdefault(twins[text].get("card") or twins[text]["do"], []).append(text)
    compared = 0
    if kind is not None:
        by_card = {f"{kind} {n}": [text] for n, text in enumerate(by_card.get(kind, []))}
    for card in rng.sample(sorted(by_card), min(tries, len(by_card))):
        text = rng.choice(by_card[card])
        found = engine_entries(engine, mine[text], 3000)
        listed = twin_entries(position, twins[text], 3000) if found is not None else None
        if found is not None and listed is not None:
            compared += 1
            wrong += [f"engine alone {entry}" for entry in sorted(found - listed)[:3]]
            wrong += [f"twin alone {entry}" for entry in sorted(listed - found)[:3]]
    return wrong, compared
