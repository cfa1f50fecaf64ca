"""What a legal event does to the position."""

from __future__ import annotations

from . import Entry, Position
from .catan_awards import settle_largest_army, settle_longest_road
from .catan_board import HEXES_AT, RESOURCES, YIELD, Cards
from .catan_building import a_road_can_be_placed
from .catan_options import bank_is_bottomless, cost_of
from .catan_position import hand_size, move_cards, no_cards, point, points, producing, unplayed
from .catan_robbing import (
    all_spared,
    dice_that_can_come,
    kinds_in_bank,
    read_cards,
    to_discard,
    victims,
)
from .catan_trading import asked, welfare_price


def happen(position: Position, event: Entry) -> None:
    """Let a legal event happen, with all that follows by itself."""
    position["nothing_to_choose"] = None
    EFFECTS[event["do"]](position, event)
    settled = not position["settled"] and position["rolled"] and point(position) == "main"
    position["settled"] |= settled
    if event["do"] == "end":
        return
    if settled or position["options"]["win_check"] == "every_change":  # the roll is a phase of its own
        check_win(position)
    if settled and position["options"]["free_card"] and position["winner"] is None:
        position["draw_due"] = bool(kinds_in_bank(position))  # HR-2


def check_win(position: Position) -> None:
    """The player whose turn it is wins with enough points (CT-2, CT-115, CT-116)."""
    seat = position["to_move"]
    if position["turns"] and points(position, seat) >= position["options"]["points_to_win"]:
        position["winner"] = seat


# --- turns


def begin_turn(position: Position) -> None:
    """A turn begins; who reached the goal in between wins now (CT-117)."""
    position["turns"] += 1
    position.update(rolled=False, rolls=0, settled=False, card_played=False, offers=0, built=False)
    check_win(position)


def end(position: Position, event: Entry) -> None:
    """The turn ends; after a round there may be a neutral roll first (CT-59, HR-4)."""
    check_win(position)
    if position["winner"] is not None:
        return
    if position["turns"] >= position["options"]["max_turns"]:
        position["stopped"] = True  # CT-121
        return
    round_ends = position["turns"] % position["players"] == 0
    position["neutral_due"] = position["options"]["neutral_roll"] and round_ends
    if not position["neutral_due"]:
        next_turn(position)


def neutral_roll(position: Position, event: Entry) -> None:
    """All produce, and a 7 does nothing; then the next turn begins (HR-4)."""
    take_dice_card(position, sum(event["dice"]))
    if sum(event["dice"]) != 7:
        produce(position, sum(event["dice"]))
    position["neutral_due"] = False
    next_turn(position)


def next_turn(position: Position) -> None:
    """The next seat clockwise is on turn (CT-50)."""
    for card in position["unplayed"]:
        card["new"] = False
    position["to_move"] = (position["to_move"] + 1) % position["players"]
    begin_turn(position)


def roll(position: Position, event: Entry) -> None:
    """A 7 brings discards and the robber (CT-60 to CT-63), other sums produce; two alike, again (HR-8)."""
    position["rolled"] = True
    position["rolls"] += 1
    alike = event["dice"][0] == event["dice"][1]
    position["again"] = position["options"]["doubles_again"] and alike and position["rolls"] < 3
    take_dice_card(position, sum(event["dice"]))
    if sum(event["dice"]) == 7:
        position["owing"] = to_discard(position)
        position["robber_due"] = position["options"]["robber"]
    else:
        produce(position, sum(event["dice"]))


def take_dice_card(position: Position, total: int) -> None:
    """With a deck for dice, the card leaves it; it has been shuffled if need be (CT-19)."""
    position["dice_cards"] = dice_that_can_come(position, every=True)
    if position["options"]["dice"] == "deck36":
        position["dice_cards"][total] -= 1


def pays(position: Position, place: int, number: int) -> bool:
    """Does a hex pay on this number (CT-53)? The 2 and the 12 may be one (HR-1)."""
    both = position["options"]["two_pays_twelve"] and number in (2, 12)
    return position["tokens"][place] in ((2, 12) if both else (number,))


def owed(position: Position, number: int) -> list[Cards]:
    """What everybody is owed for a roll, as hands (CT-53, CT-54)."""
    due = [no_cards() for _ in range(position["players"])]
    for lying, cards in ((position["settlements"], 1), (position["cities"], 2)):
        for vertex, seat in lying.items():
            for place in HEXES_AT[vertex]:
                blocked = position["options"]["robber"] and place == position["robber"]
                if pays(position, place, number) and not blocked:
                    due[seat][YIELD[position["terrain"][place]]] += cards
    return due


def produce(position: Position, number: int) -> None:
    """Pay what is owed, or less where the bank is short (CT-55 to CT-57)."""
    due, bank, shortage = owed(position, number), position["bank"], position["options"]["shortage"]
    before = [hand_size(position, seat) for seat in range(position["players"])]
    for resource in RESOURCES:
        owed_to = [seat for seat, cards in enumerate(due) if cards[resource]]
        short = sum(cards[resource] for cards in due) > bank[resource]
        if short and shortage == "official" and len(owed_to) == 1:
            due[owed_to[0]][resource] = bank[resource]
        elif short and shortage != "unlimited":
            owed_to = []
        for seat in owed_to:
            move_cards(bank, position["hands"][seat], {resource: due[seat][resource]})
    if position["options"]["welfare_price"] != "0":
        for seat, size in enumerate(before):
            position["welfare_tokens"][seat] += hand_size(position, seat) == size  # HR-9


# --- building


def pay(position: Position, seat: int, what: str) -> None:
    """Pay the cost to the bank (CT-80)."""
    move_cards(position["hands"][seat], position["bank"], cost_of(position["options"], what))
    position["built"] = True


def settlement(position: Position, event: Entry) -> None:
    """A settlement; it may cut a road (CT-105). In set-up it may pay cards (CT-48, HR-5)."""
    seat, vertex = event["seat"], event["vertex"]
    in_setup = point(position) == "setup_settlement"
    position["settlements"][vertex] = seat
    if not in_setup:
        pay(position, seat, "settlement")
        settle_longest_road(position)
        return
    set_up(position, seat, vertex, 1)


def set_up(position: Position, seat: int, vertex: int, cards: int) -> None:
    """The first road goes here; first cards are paid, as many for each hex as the piece draws (CT-48)."""
    position["road_from"] = vertex
    pays = {"second": [2], "none": [], "both": [1, 2]}[position["options"]["setup_pays"]]
    if (2 if len(position["to_place"]) <= position["players"] else 1) in pays:
        for resource in producing(position, vertex) * cards:
            if position["bank"][resource] or bank_is_bottomless(position["options"]):
                move_cards(position["bank"], position["hands"][seat], {resource: 1})


def road(position: Position, event: Entry) -> None:
    """A road: of set-up, free, or paid for."""
    seat, at = event["seat"], point(position)
    if event.get("edge") is None:
        position["free_roads"] = 0  # left out (HR-12)
        return
    position["roads"][event["edge"]] = seat
    if at == "setup_road":
        position["road_from"] = None
        position["to_place"].pop(0)
        if not position["to_place"]:
            begin_turn(position)  # CT-49
        return
    if at == "free_road":
        position["free_roads"] -= 1
        if not a_road_can_be_placed(position, seat):
            position["free_roads"] = 0  # forfeited (CT-96)
    else:
        pay(position, seat, "road")
    settle_longest_road(position)


def city(position: Position, event: Entry) -> None:
    """The settlement goes back to the supply (CT-85); in set-up there is none (HR-6)."""
    if point(position) == "setup_city":
        position["cities"][event["vertex"]] = event["seat"]
        set_up(position, event["seat"], event["vertex"], 2)
        return
    pay(position, event["seat"], "city")
    del position["settlements"][event["vertex"]]
    position["cities"][event["vertex"]] = event["seat"]


def buy(position: Position, event: Entry) -> None:
    """The top card of the deck (CT-90)."""
    pay(position, event["seat"], "buy")
    position["unplayed"].append({"seat": event["seat"], "card": event["card"], "new": True})


# --- robber and cards


def discard(position: Position, event: Entry) -> None:
    """Cards back to the bank (CT-61)."""
    move_cards(position["hands"][event["seat"]], position["bank"], read_cards(event["cards"]))
    del position["owing"][event["seat"]]


def robber(position: Position, event: Entry) -> None:
    """The robber moves; somebody has to be robbed if somebody can be (CT-63 to CT-67, HR-11)."""
    desert = position["options"]["friendly_robber_else"] == "desert"
    position["harmless"] = desert and all_spared(position, event["seat"])
    position["robber"] = event["hex"]
    position["robber_due"] = False
    if victims(position, event["seat"]):
        position["thief_at"] = event["hex"]
    else:
        position["nothing_to_choose"] = "steal"
        no_card_taken(position)


def no_card_taken(position: Position) -> None:
    """Who has moved the robber for nothing may draw a card (HR-3)."""
    position["draw_due"] = position["options"]["no_steal_card"] and bool(kinds_in_bank(position))


def draw(position: Position, event: Entry) -> None:
    """A card from the bank (HR-2, HR-3)."""
    position["draw_due"] = False
    move_cards(position["bank"], position["hands"][event["seat"]], {event["card"]: 1})


def steal(position: Position, event: Entry) -> None:
    """One card from the victim (CT-65)."""
    position["thief_at"] = None
    if event.get("card") is not None:
        hands = position["hands"]
        move_cards(hands[event["from"]], hands[event["seat"]], {event["card"]: 1})
    else:
        no_card_taken(position)


def play(position: Position, event: Entry) -> None:
    """A development card (CT-95 to CT-98), an old one of its kind (CT-93)."""
    seat, kind = event["seat"], event["card"]
    old = next(card for card in unplayed(position, seat, kind) if not card["new"])
    position["unplayed"].remove(old)
    position["played"].append({"seat": seat, "card": kind})
    position["card_played"] = True
    if kind == "knight":
        settle_largest_army(position, seat)  # before the robber moves (CT-112)
        position["robber_due"] = position["options"]["robber"]
    elif kind == "road_building":
        position["free_roads"] = 2
    elif kind == "year_of_plenty":
        move_cards(position["bank"], position["hands"][seat], read_cards(event["take"]))
    else:
        resource = event["resource"]
        for hand in position["hands"]:
            move_cards(hand, position["hands"][seat], {resource: hand[resource]})


# --- trade


def bank(position: Position, event: Entry) -> None:
    """Maritime trade (CT-75 to CT-78)."""
    hand = position["hands"][event["seat"]]
    move_cards(hand, position["bank"], read_cards(event["give"]))
    move_cards(position["bank"], hand, read_cards(event["take"]))


def welfare(position: Position, event: Entry) -> None:
    """A card for tokens (HR-9)."""
    seat = event["seat"]
    position["welfare_tokens"][seat] -= welfare_price(position, seat)
    move_cards(position["bank"], position["hands"][seat], {event["resource"]: 1})


def offer(position: Position, event: Entry) -> None:
    """An offer, and who has to answer it (CT-79)."""
    position["offers"] += 1
    position["offer"] = {
        "give": read_cards(event["give"]),
        "want": read_cards(event["want"]),
        "to_ask": asked(position, event),
        "yes": [],
    }
    close_refused_offer(position)


def answer(position: Position, event: Entry) -> None:
    """One answer (CT-79)."""
    position["offer"]["to_ask"].remove(event["seat"])
    if event["yes"]:
        position["offer"]["yes"].append(event["seat"])
    close_refused_offer(position)


def close_refused_offer(position: Position) -> None:
    """An offer is over when all have been asked and nobody said yes."""
    if not position["offer"]["to_ask"] and not position["offer"]["yes"]:
        position["offer"] = None
        position["nothing_to_choose"] = "accept"


def accept(position: Position, event: Entry) -> None:
    """The proposer picks one of the willing, or none; the cards move at once (CT-79)."""
    chosen, terms, hands = event.get("with"), position["offer"], position["hands"]
    position["offer"] = None
    if chosen is not None:
        move_cards(hands[event["seat"]], hands[chosen], terms["give"])
        move_cards(hands[chosen], hands[event["seat"]], terms["want"])


EFFECTS = {
    effect.__name__: effect
    for effect in (
        *(settlement, road, city, buy, roll, end, neutral_roll, discard),
        *(robber, steal, draw, play, bank, welfare, offer, answer, accept),
    )
}
