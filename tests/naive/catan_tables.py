"""Every column of the tables of a game of Catan, counted from its record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from .catan_awards import road_length
from .catan_board import HARBOURS, HEXES_AT, RESOURCES, YIELD
from .catan_events import happen, pays
from .catan_judge import turns_played
from .catan_position import buildings, points, points_by_source, rate
from .catan_robbing import read_cards
from .catan_setup import position_of
from .progress import stood

Row = dict[str, Any]
CARDS = ("knight", "victory_point", "road_building", "year_of_plenty", "monopoly")
NOBODY = -1


def pips(position: Any, place: int) -> int:
    """In how many of 36 ways two dice show a number that a hex pays on."""
    return sum(pays(position, place, a + b) for a in range(1, 7) for b in range(1, 7))


class Count:
    """What is counted as the events of a game happen."""

    def __init__(self, players: int) -> None:
        self.seats = [Counter[str]() for _ in range(players)]
        self.opening: list[list[int]] = [[] for _ in range(players)]
        self.rolls: list[Row] = []
        self.hexes = [Counter[str]() for _ in range(19)]
        self.built: list[Row] = []
        self.trades: list[Row] = []
        self.most_out = 0

    def event(self, position: dict[str, Any], event: dict[str, Any]) -> None:
        """Count one event, and let it happen."""
        mine, do = self.seats[event["seat"]], event["do"]
        if do in ("roll", "neutral_roll"):
            self.roll(position, event)
            return
        if do in ("settlement", "city") and position["turns"] == 0:
            self.opening[event["seat"]].append(event["vertex"])
        if do == "accept" and event.get("with") is not None:
            mine["deals"] += 1
            self.seats[event["with"]]["deals_joined"] += 1
        elif do == "bank":
            (resource,) = [name for name, n in read_cards(event["give"]).items() if n]
            given = read_cards(event["give"])[resource]
            assert given == rate(position, event["seat"], resource)
            mine[f"trades_{given}"] += 1
        elif do == "buy":
            mine[f"bought_{event['card']}"] += 1
        elif do == "play":
            mine[f"played_{event['card']}"] += 1
            if event["card"] == "monopoly":
                hands = position["hands"]
                others = [hand for seat, hand in enumerate(hands) if seat != event["seat"]]
                mine["monopolised"] += sum(hand[event["resource"]] for hand in others)
        elif do == "discard":
            mine["discarded"] += sum(read_cards(event["cards"]).values())
        elif do == "steal" and event.get("card") is not None:
            mine["robbed"] += 1
            self.seats[event["from"]]["stolen"] += 1
        elif do in ("settlement", "city", "road") and event.get("edge", 0) is not None:
            before = ["settlement"] if do == "city" and position["turns"] == 0 else []  # HR-6
            for piece in [*before, do]:
                self.build(position, event | {"do": piece})
                mine[f"{piece}_built"] += 1
        mine[do] += 1
        self.trade(position, event)
        robber = position["robber"]
        happen(position, event)
        self.held(position["hands"])
        if do == "end" and position["winner"] != event["seat"]:
            self.hexes[robber]["robbed"] += 1

    def roll(self, position: dict[str, Any], event: dict[str, Any]) -> None:
        """What a roll pays, and what it does not, by seat and by hex."""
        number = sum(event["dice"])
        neutral = event["do"] == "neutral_roll"
        self.rolls.append(
            {"turn": position["turns"], "seat": NOBODY if neutral else event["seat"], "roll": number}
        )
        before = [dict(hand) for hand in position["hands"]]
        self.draw(position, number)
        happen(position, event)
        self.held(position["hands"])
        if number == 7:
            return
        wanted = [Counter(hand) for hand in before]
        for seat, hand in enumerate(position["hands"]):
            for resource in RESOURCES:
                due = self.due(position, seat, resource, number)
                wanted[seat][resource] += sum(cards for _, cards in due)
                paid = hand[resource] - before[seat][resource]
                self.seats[seat][resource] += paid
                short = sum(cards for _, cards in due) - paid
                self.seats[seat]["short"] += short
                for place, cards in sorted(due):
                    lacking = min(cards, short)
                    self.hexes[place]["short"] += lacking
                    self.hexes[place]["produced"] += cards - lacking
                    short -= lacking
        self.held(wanted)

    def held(self, hands: Sequence[Mapping[str, int]]) -> None:
        """Hands, or what would be in them if the bank could pay all: how much of one resource is out."""
        self.most_out = max(self.most_out, *(sum(hand[name] for hand in hands) for name in RESOURCES))

    def build(self, position: dict[str, Any], event: dict[str, Any]) -> None:
        """A row of `placements`, which has brought nothing yet."""
        do, place = event["do"], event["edge" if event["do"] == "road" else "vertex"]
        dots = 0
        if do != "road":
            dots = sum(pips(position, h) for h in HEXES_AT[place])
        self.built.append(
            {
                "turn": position["turns"],
                "seat": event["seat"],
                "piece": ("road", "settlement", "city").index(do) * 16 + dots,
                "place": place,
                "brought": 0,
            }
        )

    def trade(self, position: dict[str, Any], event: dict[str, Any]) -> None:
        """A row of `trades` begins with an offer or at the bank; answers are noted in the last one."""
        do, seat = event["do"], event["seat"]
        if do in ("offer", "bank"):
            given, got = (read_cards(event[side]) for side in ("give", "want" if do == "offer" else "take"))
            others = event.get("to") or [s for s in range(position["players"]) if s != seat]
            self.trades.append(
                {
                    "turn": position["turns"],
                    "seat": seat,
                    "rate": 0 if do == "offer" else sum(given.values()),
                    **{f"given_{resource}": given.get(resource, 0) for resource in RESOURCES},
                    **{f"wanted_{resource}": got.get(resource, 0) for resource in RESOURCES},
                    "asked": sum(1 << other for other in others) if do == "offer" else 0,
                    "agreed": 0,
                    "refused": 0,
                    "partner": NOBODY,
                    "struck": int(do == "bank"),
                }
            )
        elif do == "answer":
            self.trades[-1]["agreed" if event["yes"] else "refused"] += 1 << seat
        elif do == "accept" and event.get("with") is not None:
            self.trades[-1] |= {"partner": event["with"], "struck": 1}

    def draw(self, position: dict[str, Any], number: int) -> None:
        """A roll draws a card for each settlement and, once more, for each city at a hex with its number."""
        for row in self.built:
            for h in HEXES_AT[row["place"]] if row["piece"] >= 16 else ():
                robbed = position["options"]["robber"] and h == position["robber"]
                row["brought"] += pays(position, h, number) and not robbed

    def due(self, position: Any, seat: int, resource: str, number: int) -> list[tuple[int, int]]:
        """What each hex owes a seat for a roll; what the robber keeps back is counted on the way."""
        owed: Counter[int] = Counter()
        for lying, cards in ((position["settlements"], 1), (position["cities"], 2)):
            for vertex in [vertex for vertex, owner in lying.items() if owner == seat]:
                for place in HEXES_AT[vertex]:
                    if YIELD.get(position["terrain"][place]) != resource or not pays(position, place, number):
                        continue
                    if position["options"]["robber"] and place == position["robber"]:
                        self.seats[seat]["blocked"] += cards
                        self.hexes[place]["blocked"] += cards
                    else:
                        owed[place] += cards
        return list(owed.items())


def recount(record: dict[str, Any], game: int) -> dict[str, list[Row]]:
    """The rows of each table, those of `production` in any order."""
    position = position_of(record)
    first = position["first"]
    count = Count(record["players"])
    progress: list[Row] = []
    for event in record["turns"]:
        turn = position["turns"]
        count.event(position, event)
        totals = [points(position, seat) for seat in range(record["players"])]
        if position["turns"] > turn:
            progress += stood(turn, totals)
    hexes = [hex_row(position, count, place) for place in range(19)]
    tables = {
        "games": [game_row(position, count, totals, first)],
        "seats": [seat_row(position, count, totals, seat) for seat in range(record["players"])],
        "rolls": [{f"sum_{n}": rolled(count, n) for n in range(2, 13)}],
        "hexes": hexes,
        "production": production_rows(hexes),
        "turns": turn_rows(position, count, first),
        "throws": count.rolls,
        "placements": count.built,
        "trades": count.trades,
        "progress": progress + stood(position["turns"], totals),
    }
    return {name: [{"game": game, **row} for row in rows] for name, rows in tables.items()}


def rolled(count: Count, number: int) -> int:
    """How often a number was rolled."""
    return sum(row["roll"] == number for row in count.rolls)


def game_row(position: Any, count: Count, totals: list[int], first: int) -> Row:
    """The row of `games`."""
    turns, winner = turns_played(position), position["winner"]
    best, second = sorted(totals, reverse=True)[:2]
    terrain = list(position["terrain"])
    holders = [position["longest_road"], position["largest_army"]]
    road, army = (NOBODY if holder is None else holder for holder in holders)

    def added(*names: str) -> int:
        return sum(seat[name] for seat in count.seats for name in names)

    return {
        "players": position["players"],
        "first": first,
        "turns": turns,
        "rounds": -(-turns // position["players"]),
        "winners": 0 if winner is None else 1 << winner,
        "finished": int(winner is not None),
        "margin": best - second,
        "desert": terrain.index("desert") if "desert" in terrain else -1,
        "sevens": rolled(count, 7),
        "knights": added("played_knight"),
        "steals": added("robbed"),
        "discarded": added("discarded"),
        "offers": added("offer"),
        "deals": added("deals"),
        "bank_trades": added("trades_4", "trades_3", "trades_2"),
        "road_holder": road,
        "army_holder": army,
        "most_out": count.most_out,
    }


def seat_row(position: Any, count: Count, totals: list[int], seat: int) -> Row:
    """A row of `seats`."""
    mine, winner = count.seats[seat], position["winner"]
    before = sum(total > totals[seat] for total in totals)
    if winner is not None and winner != seat and totals[winner] <= totals[seat]:
        before += 1
    row = {
        "seat": seat,
        "score": totals[seat],
        "rank": 1 if seat == winner else 1 + before,
        "win_share": float(seat == winner),
        **points_by_source(position, seat),
        "roads": mine["road_built"],
        "settlements_built": mine["settlement_built"],
        "cities_built": mine["city_built"],
        "road_length": road_length(position, seat),
        "offers": mine["offer"],
        "harbours": harbours(position, seat),
    }
    row |= {f"{verb}_{card}": mine[f"{verb}_{card}"] for verb in ("bought", "played") for card in CARDS}
    others = ("deals", "deals_joined", "trades_4", "trades_3", "trades_2", *RESOURCES)
    lost = ("blocked", "short", "discarded", "stolen", "robbed", "monopolised")
    row |= {name: mine[name] for name in (*others, *lost)}
    for which in (1, 2):
        vertex = count.opening[seat][which - 1]
        ways: Counter[str] = Counter()
        for place in HEXES_AT[vertex]:
            if position["terrain"][place] in YIELD:
                ways[YIELD[position["terrain"][place]]] += pips(position, place)
        row |= {f"vertex_{which}": vertex, f"pips_{which}": ways.total()}
        row |= {f"pips_{resource}_{which}": ways[resource] for resource in RESOURCES}
    return row


def harbours(position: Any, seat: int) -> int:
    """The kinds of harbour a seat has, as a bit set."""
    found = 0
    for vertices, kind in zip(HARBOURS, position["harbours"], strict=True):
        if any(buildings(position).get(vertex) == seat for vertex in vertices):
            found |= 1 << (5 if kind == "generic" else RESOURCES.index(kind))
    return found


def hex_row(position: Any, count: Count, place: int) -> Row:
    """A row of `hexes`."""
    terrain, token = position["terrain"][place], position["tokens"][place]
    found = {name: count.hexes[place][name] for name in ("produced", "blocked", "short", "robbed")}
    return {
        "hex": place,
        "terrain": RESOURCES.index(YIELD[terrain]) if terrain in YIELD else 5,
        "number": token or 0,
        "pips": pips(position, place),
        **found,
    }


def production_rows(hexes: list[Row]) -> list[Row]:
    """The rows of `production`: the hexes with the same number and resource together."""
    found: dict[tuple[int, int], Row] = {}
    for row in hexes:
        if row["number"]:
            empty = {"number": row["number"], "resource": row["terrain"]} | dict.fromkeys(ADDED, 0)
            total = found.setdefault((row["number"], row["terrain"]), empty)
            total["hexes"] += 1
            for name in ADDED[1:]:
                total[name] += row[name]
    return list(found.values())


ADDED = ("hexes", "produced", "blocked", "short")


def turn_rows(position: Any, count: Count, first: int) -> list[Row]:
    """The rows of `turns`, counted from 1; 0 for a turn that was won before its roll."""
    players = position["players"]
    first_rolls: dict[int, int] = {}
    for row in count.rolls:
        first_rolls.setdefault(row["turn"], row["roll"])
    return [
        {"turn": turn, "seat": (first + turn - 1) % players, "roll": first_rolls.get(turn, 0)}
        for turn in range(1, turns_played(position) + 1)
    ]
