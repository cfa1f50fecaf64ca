"""What is wrong with a discard, a robber move, a theft or a played card (CT-61 to CT-68, CT-92 to CT-99).

Each function yields (rule, message), the rule that is named first; nothing if all is well.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from . import Entry, Position
from .catan_board import RESOURCES, Cards, Wrong, vertices_of
from .catan_building import a_road_can_be_placed, is_number
from .catan_options import bank_is_bottomless, box_of_cards
from .catan_position import buildings, full_dice_deck, hand_size, holds, public_points, unplayed

PLAYABLE = ("knight", "road_building", "year_of_plenty", "monopoly")


def read_cards(value: Any) -> Cards | Any:
    """Resource cards of a record without the zeros, or None for what is no such thing."""
    if not isinstance(value, dict) or any(resource not in RESOURCES for resource in value):
        return None
    if any(type(count) is not int or count < 0 for count in value.values()):
        return None
    return {resource: count for resource, count in value.items() if count}


# --- the dice


def without_seven(position: Position) -> bool:
    """Is a 7 rolled again in this turn (CT-60, HR-7)? That of a neutral roll is not (HR-4)."""
    if position["neutral_due"]:
        return False
    return early(position) or (
        position["options"]["no_seven_before"] == "first_city" and not a_city_was_built(position)
    )


def a_city_was_built(position: Position) -> bool:
    """Has anybody built a city, those of the set-up not counted (HR-6, HR-7)?"""
    set_up = position["players"] if position["options"]["setup_second"] == "city" else 0
    return len(position["cities"]) > set_up


def early(position: Position) -> bool:
    """Is this turn in one of the first rounds without a 7 (CT-60)?"""
    return position["turns"] <= position["options"]["no_seven_first_round"] * position["players"]


def dice_that_can_come(position: Position, every: bool = False) -> dict[int, int]:
    """The deck for dice as it is when the next card is taken: number of cards by sum (CT-19).

    It is shuffled anew when few are left, or only sevens where none may come; those are left out unless
    `every` card is asked for.
    """
    cards, rerolled = position["dice_cards"], without_seven(position)
    few = sum(cards.values()) <= position["options"]["dice_deck_left"]
    if few or (rerolled and not any(count for total, count in cards.items() if total != 7)):
        cards = full_dice_deck()
    return {total: count for total, count in cards.items() if every or not (rerolled and total == 7)}


def roll_faults(position: Position, event: Entry) -> Iterator[Wrong]:
    """Two dice of six faces (CT-19); no 7 too early, if so agreed (CT-60, HR-7)."""
    dice = event.get("dice")
    if not isinstance(dice, list) or len(dice) != 2 or not all(is_number(die, 7) and die for die in dice):
        yield "CT-19", f"two dice do not show {dice!r}"
    elif sum(dice) == 7 and without_seven(position):
        yield ("CT-60" if early(position) else "HR-7"), "this 7 is rolled again"
    elif position["options"]["dice"] == "deck36" and not dice_that_can_come(position)[sum(dice)]:
        yield "CT-19", f"the deck for dice has no {sum(dice)} left"


def neutral_roll_faults(position: Position, event: Entry) -> Iterator[Wrong]:
    """A roll like any other (HR-4)."""
    yield from roll_faults(position, event)


# --- the seven


def to_discard(position: Position) -> dict[int, int]:
    """Who has to discard how many cards on a 7 (CT-61)."""
    limit = position["options"]["hand_limit"]
    sizes = {seat: hand_size(position, seat) for seat in range(position["players"])}
    return {seat: size // 2 for seat, size in sizes.items() if size > limit and size > 1}


def discard_faults(position: Position, event: Entry) -> Iterator[Wrong]:
    """Half of the hand, all at once (CT-61)."""
    seat, cards = event["seat"], read_cards(event.get("cards"))
    if cards is None:
        yield "CT-61", f"{event.get('cards')!r} are not resource cards"
        return
    if sum(cards.values()) != position["owing"].get(seat):
        yield "CT-61", f"seat {seat} discards {position['owing'].get(seat, 0)} cards"
    if not holds(position, seat, cards):
        yield "CT-61", f"seat {seat} does not hold these cards"


def touched_by(position: Position, place: int) -> set[int]:
    """Every seat with a building on a hex."""
    owner = buildings(position)
    return {owner[vertex] for vertex in vertices_of(place) if vertex in owner}


def spared(position: Position, place: int, seat: int) -> bool:
    """Is a hex touched by another player with few public points (OQ-CT-21)?"""
    few = position["options"]["friendly_robber_points"]
    return any(public_points(position, other) <= few for other in touched_by(position, place) - {seat})


def robber_hexes(position: Position, seat: int) -> list[int]:
    """Every hex to which this seat may move the robber (CT-63, CT-64, OQ-CT-21, HR-11)."""
    others = [place for place in range(19) if place != position["robber"]]
    if position["options"]["friendly_robber"]:
        if all_spared(position, seat):
            return (
                safe_places(position) if position["options"]["friendly_robber_else"] == "desert" else others
            )
        return [place for place in others if not spared(position, place, seat)]
    return others


def all_spared(position: Position, seat: int) -> bool:
    """Does the friendly robber keep off every hex but the one on which it stands (HR-11)?"""
    others = [place for place in range(19) if place != position["robber"]]
    return position["options"]["friendly_robber"] and all(spared(position, place, seat) for place in others)


def safe_places(position: Position) -> list[int]:
    """The desert, for a robber that may go nowhere else; there it stays, or where none is (HR-11)."""
    deserts = [place for place in range(19) if position["terrain"][place] == "desert"]
    stays = position["robber"] in deserts or not deserts
    return [position["robber"]] if stays else deserts


def robber_faults(position: Position, event: Entry) -> Iterator[Wrong]:
    """Another hex (CT-63)."""
    place = event.get("hex")
    if not is_number(place, 19):
        yield "CT-63", f"{place!r} is not a hex"
    elif place == position["robber"] and place not in robber_hexes(position, event["seat"]):
        yield "CT-63", f"the robber is on hex {place} already"
    elif place not in robber_hexes(position, event["seat"]):
        yield "OQ-CT-21", f"the friendly robber keeps off hex {place}"


def victims(position: Position, seat: int) -> list[int]:
    """Whom this seat can rob where the robber stands: a building there and a card (CT-65, CT-67)."""
    if position["options"]["steal"] == "none" or position["harmless"]:
        return []
    return sorted(
        other for other in touched_by(position, position["robber"]) - {seat} if hand_size(position, other)
    )


def steal_faults(position: Position, event: Entry) -> Iterator[Wrong]:
    """One card of one other player on the hex (CT-65 to CT-67)."""
    seat, victim, card = event["seat"], event.get("from"), event.get("card")
    if victim is None:
        if victims(position, seat) and position["options"]["steal"] == "forced":
            yield "CT-67", "somebody can be robbed"
        if card is not None:
            yield "CT-65", f"{card!r} is taken from nobody"
    elif position["options"]["steal"] == "none":
        yield "OQ-CT-4", "nothing is stolen in this game"
    elif not is_number(victim, position["players"]):
        yield "CT-65", f"there is no seat {victim!r}"
    elif victim == seat:
        yield "CT-67", "nobody robs themself"
    elif victim not in touched_by(position, position["robber"]):
        yield "CT-65", f"seat {victim} has no building on hex {position['robber']}"
    elif not hand_size(position, victim):
        if victims(position, seat) or card is not None:  # where nobody can be robbed it may be written down
            yield "CT-67", f"seat {victim} has no card"
    elif position["harmless"]:
        yield "HR-11", "nobody is robbed where every other hex is spared"
    elif not isinstance(card, str) or not position["hands"][victim].get(card):
        yield "CT-66", f"seat {victim} does not hold {card!r}"


# --- a card from the bank by lot


def kinds_in_bank(position: Position) -> list[str]:
    """The resources that the bank has (HR-2)."""
    bottomless = bank_is_bottomless(position["options"])
    return [resource for resource in RESOURCES if bottomless or position["bank"][resource]]


def draw_faults(position: Position, event: Entry) -> Iterator[Wrong]:
    """A card of the bank (HR-2)."""
    if event.get("card") not in kinds_in_bank(position):
        yield "HR-2", f"the bank has no {event.get('card')!r}"


# --- playing a card


def play_faults(position: Position, event: Entry) -> Iterator[Wrong]:
    """One card a turn, not bought in it (CT-92, CT-93), with what it needs (CT-96 to CT-98)."""
    seat, card = event["seat"], event.get("card")
    if not isinstance(card, str) or card not in box_of_cards(position["options"]):
        yield "CT-13", f"{card!r} is not a development card"
        return
    if card == "victory_point":
        yield "CT-99", "victory point cards are not played"
        return
    if position["card_played"]:
        yield "CT-92", "a card was played in this turn"
    mine = unplayed(position, seat, card)
    if not mine:
        yield "CT-90", f"seat {seat} has no {card}"
    elif all(held["new"] for held in mine):
        yield "CT-93", f"the {card} was bought in this turn"
    if card == "road_building" and not a_road_can_be_placed(position, seat):
        yield "CT-96", f"seat {seat} has no road or no place for it"
    if card == "year_of_plenty":
        yield from plenty_faults(position, event.get("take"))
    if card == "monopoly" and event.get("resource") not in RESOURCES:
        yield "CT-98", f"{event.get('resource')!r} is not a resource"


def plenty_faults(position: Position, take: Any) -> Iterator[Wrong]:
    """Two cards that the bank has; the last card if there is only one (CT-97)."""
    cards, bank = read_cards(take), position["bank"]
    if cards is None:
        yield "CT-97", f"{take!r} are not resource cards"
        return
    bottomless = bank_is_bottomless(position["options"])
    number = 2 if bottomless else min(2, sum(bank.values()))
    if number == 0:
        yield "CT-97", "the bank is empty"
    elif sum(cards.values()) != number:
        yield "CT-97", f"the card brings {number} cards"
    elif not bottomless and any(bank[resource] < count for resource, count in cards.items()):
        yield "CT-97", "the bank does not hold these cards"
