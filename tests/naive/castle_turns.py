"""Actions, turns and the end of the game (CA-19 to CA-34), and everything that is open to a player.

A *head* is an action without its effects: {"do": "draw"}, {"do": "exchange", "give", "take"}, {"do": "none"}
or {"do": "play", "card"} with a place. Its *answers* are the entries of its effects in one flat list, those
of a card placed by the King's Advisor behind his own.
"""

from __future__ import annotations

import copy
from typing import Any

from . import Entry, Fault, Position
from .castle_asking import Asking
from .castle_board import cards_in_play
from .castle_cards import rule_of
from .castle_effects import place_card
from .castle_placement import check_place, place_in, places
from .castle_questions import Question

# --- what is possible


def may_draw(position: Position) -> bool:
    """Is there a card to draw (CA-20), and does no house rule forbid it (CA-V2)?"""
    return bool(position["stocks"][position["seat"]]) and not hand_is_full(position)


def hand_is_full(position: Position) -> bool:
    """Does the player hold as many cards as were dealt, in a game in which that matters (CA-V2)?"""
    limited = position["options"]["draw_limit"] == "first_hand"
    return limited and len(position["hands"][position["seat"]]) >= position["options"]["hand"]


def king_must_be_played(position: Position) -> bool:
    """The Herald's duty (CA-27): he is in play and the player holds a King that can be placed."""
    return (
        any(card["card"] == "herald" for card in cards_in_play(position))
        and "king" in position["hands"][position["seat"]]
        and bool(places(position, "king"))
    )


def heads(position: Position) -> list[Entry]:
    """Every action open to the player to act, without effects (CA-19 to CA-23, CA-27)."""
    hand = position["hands"][position["seat"]]
    playable = ["king"] if king_must_be_played(position) else sorted(set(hand))
    found = [{"do": "play", "card": kind} | place for kind in playable for place in places(position, kind)]
    if not king_must_be_played(position):
        found += [
            {"do": "exchange", "give": give, "take": take}
            for give in sorted(set(hand))
            for take in sorted(set(position["exchange"]))
        ]
        if may_draw(position):
            found.append({"do": "draw"})
    return found or [{"do": "none"}]


def next_question(position: Position, head: Entry, answers: list[Any]) -> Question | None:
    """What is asked after these answers, None if the action is complete. The position stays as it is."""
    trial = copy.deepcopy(position)
    left = list(answers)
    steps = action_steps(trial, head)
    try:
        question = next(steps)
        while left:
            question = steps.send(left.pop(0))
    except StopIteration:
        return None
    return question


def complete(position: Position, head: Entry, answers: list[Any]) -> Entry:
    """The entry of a record for a head and its answers."""
    entry = {"seat": position["seat"]} | head
    effects = nested([answer for answer in answers if answer is not None])
    return entry | ({"effects": effects} if effects else {})


# --- effects as a record lists them, and in one flat list


def nested(answers: list[Any]) -> list[Any]:
    """Answers as a record lists them: behind the King's Advisor's card they are that card's."""
    for number, answer in enumerate(answers):
        if "place" in answer:
            inner = nested(answers[number + 1 :])
            placed = answer["place"] | ({"effects": inner} if inner else {})
            return [*answers[:number], {"place": placed}]
    return answers


def flattened(effects: list[Any]) -> list[Any]:
    """The effects of a record in one list. Nothing follows the King's Advisor's card in its own list."""
    flat = []
    for number, effect in enumerate(effects):
        flat.append(effect)
        if isinstance(effect, dict) and isinstance(effect.get("place"), dict):
            inner = effect["place"].get("effects") or []
            flat += flattened(inner) if isinstance(inner, list) else [inner]
            flat += ["out of place"] * (len(effects) - number - 1)
            break
    return flat


# --- doing it


def action_steps(position: Position, head: Entry) -> Asking[None]:
    """The action itself, a generator of questions; raises what is wrong with its head."""
    seat = position["seat"]
    hand = position["hands"][seat]
    if head.get("do") == "draw":
        check_draw(position)
        hand.append(position["stocks"][seat].pop(0))
    elif head.get("do") == "exchange":
        check_exchange(position, head)
        place = position["exchange"].index(head["take"])
        position["exchange"][place] = head["give"]
        hand[hand.index(head["give"])] = head["take"]
    elif head.get("do") == "play":
        if head.get("card") not in hand:
            raise Fault("CA-22", f"seat {seat} does not hold {head.get('card')}")
        check_place(position, head["card"], place_in(head))
        hand.remove(head["card"])
        yield from place_card(position, seat, head["card"], place_in(head), seat)
    elif heads(position) != [{"do": "none"}]:
        raise Fault("CA-23", f"seat {seat} can act and has to")


def check_draw(position: Position) -> None:
    """CA-20 the stock is empty; CA-V2 the hand is full."""
    if not position["stocks"][position["seat"]]:
        raise Fault("CA-20", f"the stock of seat {position['seat']} is empty")
    if hand_is_full(position):
        raise Fault("CA-V2", f"the hand of seat {position['seat']} is full")


def check_exchange(position: Position, head: Entry) -> None:
    """CA-21: a card of the hand for a card of the exchange."""
    if head.get("give") not in position["hands"][position["seat"]]:
        raise Fault("CA-21", f"seat {position['seat']} does not hold {head.get('give')}")
    if head.get("take") not in position["exchange"]:
        raise Fault("CA-21", f"{head.get('take')} is not in the exchange")


def play_entry(position: Position, entry: Entry) -> None:
    """One entry of a record, from whose turn it is to the end of the turn (CA-25).

    What is wrong is looked for in this order:

    CA-31, CA-33, CA-34   the game is over
    CA-17                 it is another player's turn
    CA-19                 no such action
    CA-27                 the King has to be played
    CA-44                 effects of what is no play
    CA-20, CA-V2          draw
    CA-21                 exchange: the hand, then the exchange
    CA-23                 none, though something is possible
    CA-22                 a card that is not in the hand
    CA-35 ff.             its place, see castle_placing.py
    CA-43 ff.             its effects one by one, see castle_questions.py
    CA-44                 an effect too many, or why it cannot be applied
    """
    if position["reason"] is not None:
        rule = {"out": "CA-31", "blocked": "CA-33", "turn_limit": "CA-34"}[position["reason"]]
        raise Fault(rule, f"the game is over: {position['reason']}")
    if type(entry.get("seat")) is not int or entry["seat"] != position["seat"]:
        raise Fault("CA-17", f"seat {position['seat']} is to act, not {entry.get('seat')!r}")
    if entry.get("do") not in ("draw", "exchange", "play", "none"):
        raise Fault("CA-19", f"there is no action {entry.get('do')!r}")
    kings_play = entry.get("do") == "play" and entry.get("card") == "king"
    if king_must_be_played(position) and not kings_play:
        raise Fault("CA-27", f"seat {position['seat']} has to play the King")
    effects = entry.get("effects") or []
    left = flattened(effects if isinstance(effects, list) else [effects])
    position["asked"] = []
    if left and entry["do"] != "play":
        check_surplus(position, left[0])
    steps = action_steps(position, entry)
    try:
        question = next(steps)
        while True:
            question = steps.send(answer_from(question, left))
    except StopIteration:
        pass
    if left:
        check_surplus(position, left[0])
    position["asked"] = []
    end_action(position, played=entry["do"] == "play")


def answer_from(question: Question, left: list[Any]) -> Entry | None:
    """The next effect of a record, if it answers the question."""
    following = left[0] if left else None
    if question.optional and not (isinstance(following, dict) and question.key in following):
        return None
    question.check_entry(following)
    return left.pop(0)


def check_surplus(position: Position, effect: Any) -> None:
    """Raise why an effect cannot be applied for which nothing asked (CA-44).

    If the card that was placed last had no effect of this kind, for want of anything to choose, the question
    that could not be asked tells why; else the effect is one too many.
    """
    rule = rule_of(position["last_placed"]["card"]) if position["asked"] else None
    asked = [question for question in position["asked"] if question.rule == rule]
    had = {question.key for question in asked if question.was_asked}
    left = [
        question
        for question in asked
        if isinstance(effect, dict) and question.key in effect and question.key not in had
    ]
    for question in left:
        if question.speaks_of(effect[question.key]):
            question.check(effect)
    raise Fault(rule if rule and left else "CA-44", f"no effect is left for {effect}")


# --- the turn and the end


def end_action(position: Position, played: bool) -> None:
    """Count the action; after a play see who is out (CA-28 to CA-31); perhaps the turn ends."""
    if position["taken"] == 0:
        position["turns"] += 1
    position["taken"] += 1
    if played:
        winner = who_is_out(position)
        if winner is not None:
            position["reason"], position["winners"] = "out", [winner]
            return
    if position["taken"] >= position["allowed"]:
        position["seat"] = (position["seat"] + 1) % position["players"]
        begin_turn(position)


def who_is_out(position: Position) -> int | None:
    """The first out of hand and stock, or of either, from the player to act (CA-28, CA-30, CA-V1)."""
    for step in range(position["players"]):
        seat = (position["seat"] + step) % position["players"]
        barred = step == 0 and position["merchant"] and not position["options"]["merchant_may_win"]
        used_up = [not position["hands"][seat], not position["stocks"][seat]]
        enough = any(used_up) if position["options"]["out_when"] == "hand_or_stock" else all(used_up)
        if enough and not barred:
            return seat
    return None


def begin_turn(position: Position) -> None:
    """A new turn, unless the limit is reached (CA-34, CA-145) or nothing can be placed any more (CA-33)."""
    position["taken"], position["merchant"] = 0, False
    position["allowed"] = position["options"]["actions"]
    if position["turns"] >= position["options"]["max_turns"]:
        position["reason"] = "turn_limit"
    elif is_blocked(position):
        position["reason"] = "blocked"
    if position["reason"] is not None:
        position["winners"] = fewest_cards(position)


def is_blocked(position: Position) -> bool:
    """Is there no card in hands, stocks and exchange that has a legal place (CA-33)?"""
    unplayed = {kind for cards in position["hands"] + position["stocks"] for kind in cards}
    return not any(places(position, kind) for kind in unplayed | set(position["exchange"]))


def fewest_cards(position: Position) -> list[int]:
    """The seats with the fewest cards in hand, of these the fewest in stock (CA-32, CA-33)."""
    held = [
        (len(hand), len(stock)) for hand, stock in zip(position["hands"], position["stocks"], strict=True)
    ]
    return [seat for seat, cards in enumerate(held) if cards == min(held)]
