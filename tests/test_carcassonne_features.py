"""The move features that a Carcassonne policy is told, against playing every legal move.

`Outlook` reads a table in plain Python: what the features are about, as it stands. A feature is the change
that a move brings to it.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from builders import simulator, volume
from stepper import advance, begin

from rules.carcassonne.engine import apply
from rules.carcassonne.moves import legal_moves
from rules.carcassonne.options import METHODS
from rules.carcassonne.state import MAX_MOVES, State
from rules.carcassonne.tiles import Feature
from rules.fields import blank
from rules.kernel import Struct
from rules.tiles.board import code_at, is_over
from rules.tiles.features import COUNT_BITS
from rules.tiles.grid import STEP
from rules.tiles.moves import NOTHING, move_target
from rules.tiles.state import MAX_SEATS, NO_TILE
from simulate.games.carcassonne.move_features import MoveFeature
from simulate.games.carcassonne.weighing import value_moves
from simulate.games.tiles.outlook import MAX_ENDS
from simulate.play.desk import weigh_moves
from simulate.play.playing import choose
from simulate.play.simulator import Simulator

FEATURES = tuple(MoveFeature.texts())
MEETINGS = ("meeting", "rival_meeting", "farm_meeting", "rival_farm_meeting")
KIND_WORDS: dict[int, str] = {
    Feature.CITY: "knight",
    Feature.ROAD: "thief",
    Feature.CLOISTER: "monk",
    Feature.FIELD: "farmer",
}


class Table:
    """The fields of a state, each read once, without the detour of NumPy's records: most of the time."""

    def __init__(self, array: Struct) -> None:
        self.record = array[0]
        plain = array.view(np.ndarray)
        self.fields = {name: plain[name] for name in plain.dtype.names}

    def __getattr__(self, name: str) -> Any:
        value = self.__dict__[name] = self.fields[name][0]
        return value


class Outlook:
    """What a table means to the seat `me` and to its rivals, feature by feature in the words of `FEATURES`.

    Everything that the stack decides is taken from `judging`, the turn in which the move is chosen.
    """

    def __init__(self, state: Table, me: int, judging: Judging) -> None:
        self.state, self.me, self.judging = state, me, judging
        self.chances = judging.chances(state)
        self.values = dict.fromkeys(FEATURES, 0.0)
        n = state.n_nodes
        nodes = np.flatnonzero((state.feature[:n] == np.arange(n)) & (state.meeples[:n] != 0))
        for node in nodes.tolist():
            counts = counts_of(state.meeples[node])
            holders = {seat for seat in range(MAX_SEATS) if counts[seat] == max(counts)}
            for seat, count in enumerate(counts):
                if count:
                    self.add_feature(node, seat, count, seat in holders)

    def add(self, name: str, seat: int, amount: float) -> None:
        """Add to a feature, or to its twin if the seat is a rival."""
        name = name if seat == self.me else f"rival_{name}"
        if name in self.values:
            self.values[name] += amount

    def add_feature(self, node: int, seat: int, count: int, holds: bool) -> None:
        """What a seat has of a road, city, cloister or farm."""
        state, judging, options = self.state, self.judging, self.judging.options
        kind, ends = int(state.kind[node]), int(state.open_ends[node])
        tiles, pennants = tiles_of(state, node), int(state.marks[node])
        if kind == Feature.FIELD:
            if holds:
                cities = len(cities_by(state, node))
                self.add("farm", seat, cities * options.farm_points)
                self.add("farm_hope", seat, tiles * judging.share * options.farm_points / 3)
            if options.closed_farms == "score":
                self.add("return_hope", seat, count * judging.q ** min(ends, MAX_ENDS - 1) * judging.share)
            return
        likely = judging.q ** min(ends, MAX_ENDS - 1)
        if kind != Feature.CLOISTER:
            likely = self.chances[node]
        self.add("return_hope", seat, count * likely * judging.share)
        if not holds:
            return
        if kind == Feature.ROAD:
            self.add("standing", seat, tiles * options.incomplete_road_tile_points)
            self.add("road_ends", seat, ends * judging.share)
        elif kind == Feature.CITY:
            now = tiles * options.incomplete_city_tile_points + pennants * options.incomplete_pennant_points
            full = tiles * options.city_tile_points + pennants * options.pennant_points
            full = full // 2 if tiles == 2 and options.small_city == "half" else full
            self.add("standing", seat, now)
            self.add("city_hope", seat, (full - now) * likely)
            self.add("city_ends", seat, ends * judging.share)
        else:
            self.add("standing", seat, (9 - ends) * options.incomplete_cloister_place_points)
            self.add("cloister_hope", seat, ends * options.cloister_place_points * judging.share)

    def farm_pay(self, method: str) -> tuple[list[int], bool]:
        """What farmers would be paid now, by seat (CC-62 to CC-64), and whether a city has several farms."""
        state, n = self.state, self.state.n_nodes
        nodes = np.flatnonzero((state.feature[:n] == np.arange(n)) & (state.kind[:n] == Feature.FIELD))
        farms = [(counts_of(state.meeples[f]), cities_by(state, int(f))) for f in nodes if state.meeples[f]]
        paid = [0] * MAX_SEATS
        fed: list[set[int]] = [set() for _ in paid]
        for counts, cities in farms:
            for seat in range(MAX_SEATS):
                if counts[seat] == max(counts):
                    paid[seat] += len(cities) if method == "per_field" else len(cities - fed[seat])
                    fed[seat] |= cities
        if method == "per_city":
            paid = [0] * MAX_SEATS
            for city in set().union(*(cities for _, cities in farms)):
                around = [counts for counts, cities in farms if city in cities]
                totals = [sum(column) for column in zip(*around, strict=True)]
                for seat in range(MAX_SEATS):
                    paid[seat] += totals[seat] == max(totals)
        every = [city for _, cities in farms for city in cities]
        return [units * self.judging.options.farm_points for units in paid], len(every) > len(set(every))


class Judging:
    """A position in which a move is chosen: what is the same for all moves."""

    def __init__(self, sim: Simulator) -> None:
        self.desk, self.options = sim.desk, sim.plan.options
        before, self.spare = blank(State), blank(State)
        before[0] = sim.desk.state
        state = self.before = Table(before)
        self.me, self.left = int(state.seat), int(state.n_deck - state.deck_next)
        self.share, self.q = self.left / state.n_deck, self.left / (self.left + 8)
        self.deck = state.deck_order[state.deck_next : state.n_deck].tolist()
        self.filled: dict[int, float] = {}
        self.ways, self.around = facing(state)
        self.outlook = Outlook(state, self.me, self)
        n = weigh_moves(sim.desk)
        self.moves = sim.desk.mind.moves[:n].tolist()
        self.told = [dict(zip(FEATURES, row, strict=True)) for row in sim.desk.mind.told[:n].tolist()]

    def easy(self, state: Table, cell: int) -> float:
        """The chance that an open cell is filled: n / (4 + n) if n tiles left fit it, at least 0.01."""
        code = int(code_at(state.record, cell))
        if code not in self.filled:
            fitting = sum(self.desk.box.fits[design, code] != 0 for design in self.deck)
            self.filled[code] = max(fitting / (4 + fitting), 0.01)
        return self.filled[code]

    def chances(self, state: Table) -> dict[int, float]:
        """The chance to complete each held road and city: that all open cells are filled which it faces.

        Each part that the new tile joins counts for itself, and each cell beside it changes what it was.
        """
        before, found = self.before, dict[int, float]()
        for node in range(state.n_nodes):
            if state.feature[node] != node or not state.meeples[node] or state.kind[node] == Feature.FIELD:
                continue
            nodes = [other for other in range(state.n_nodes) if state.feature[other] == node]
            parts = {int(before.feature[other]) for other in nodes if other < before.n_nodes}
            old = [self.ways.get(part, set()) for part in parts]
            if nodes[-1] < before.n_nodes:
                chance = math.prod(self.easy(before, cell) for cell in old[0])
                changes = (self.easy(state, cell) / self.easy(before, cell) - 1 for cell in old[0])
                found[node] = chance * (1 + sum(changes))
                continue
            new = self.beside(state, {node}, middles=True) - set().union(*old)
            open_still = [cell for cells in (*old, new) for cell in cells if state.tile_at[cell] == 0]
            found[node] = math.prod(self.easy(state, cell) for cell in open_still)
        return found

    def beside(self, after: Table, features: set[int], *, middles: bool) -> set[int]:
        """The empty cells that these features face by the new tile."""
        tile = after.n_placed - 1
        ports = range(1, 12, 3) if middles else range(12)
        cells = {port: int(after.cell[tile]) + STEP[port // 3] for port in ports}
        return {
            cell
            for port, cell in cells.items()
            if after.tile_at[cell] == 0
            and after.port_node[tile, port] >= 0
            and int(after.feature[after.port_node[tile, port]]) in features
        }

    def meetings(self, after: Table) -> dict[str, float]:
        """What is gained and lost in chances to join features: at the new tile's cell, and beside it."""
        before, found = self.before, dict.fromkeys(MEETINGS, 0.0)
        here = int(after.cell[after.n_placed - 1])
        for one, other in combinations(sorted(self.around[here]), 2):
            both = [(self.full(before, f), counts_of(before.meeples[f])) for f in (one, other)]
            if before.kind[one] == before.kind[other]:
                self.meet(found, before.kind[one], -self.easy(before, here), *both)
        new = {int(after.feature[node]) for node in range(before.n_nodes, after.n_nodes)}
        for group in (g for g in new if after.meeples[g]):
            for cell in self.beside(after, {group}, middles=False):
                for other in self.around.get(cell, ()):
                    if before.kind[other] == after.kind[group] and after.feature[other] != group:
                        mine = self.full(after, group), counts_of(after.meeples[group])
                        theirs = self.full(before, other), counts_of(before.meeples[other])
                        self.meet(found, after.kind[group], self.easy(after, cell), mine, theirs)
        return found

    def full(self, state: Table, feature: int) -> int:
        """What a road or city would pay if complete, and a farm for the cities complete before the move."""
        options, kind = self.options, state.kind[feature]
        if kind == Feature.FIELD:
            nodes = [n for n in range(self.before.n_nodes) if state.feature[n] == feature]
            parts = {int(self.before.feature[n]) for n in nodes}
            return len(set().union(*(cities_by(self.before, part) for part in parts))) * options.farm_points
        tiles = tiles_of(state, feature)
        if kind == Feature.ROAD:
            return tiles * options.road_tile_points
        points = tiles * options.city_tile_points + int(state.marks[feature]) * options.pennant_points
        return points // 2 if tiles == 2 and options.small_city == "half" else points

    def meet(self, found: dict[str, float], kind: int, chance: float, *both: tuple[int, list[int]]) -> None:
        """Add what each seat would gain if two features became one."""
        (one, mine), (other, theirs) = both
        joined = [a + b for a, b in zip(mine, theirs, strict=True)]
        name = "farm_meeting" if kind == Feature.FIELD else "meeting"
        for seat in range(self.before.players):
            gain = (one + other) * (joined[seat] == max(joined))
            gain -= one * (mine[seat] == max(mine)) + other * (theirs[seat] == max(theirs))
            found[name if seat == self.me else f"rival_{name}"] += chance * gain

    def in_hand(self, seat: int, supply: int) -> float:
        """1 + 1/2 + ... for the meeples in a supply, at most one for each turn that the seat has left."""
        later = (seat - self.me) % self.before.players
        turns = [n for n in range(1, self.left + 1) if n % self.before.players == later]
        return sum(1 / (n + 1) for n in range(min(supply, len(turns))))

    def after(self, move: int) -> Table:
        """The table after a move."""
        self.spare[0] = self.before.record
        apply(self.desk.box, self.desk.options, self.spare[0], move)
        return Table(self.spare)

    def expected(self, move: int, after: Table) -> dict[str, Any]:
        """The features of a move as its play shows them."""
        before, me, share = self.before, self.me, self.share
        new, old = Outlook(after, me, self), self.outlook
        found = {name: new.values[name] - old.values[name] for name in FEATURES}
        gained = (after.points - before.points).sum(axis=1).tolist()
        home = (after.supply - before.supply).tolist()
        target = int(move_target(move))
        if target != NOTHING:
            home[me] += 1
            kind = int(after.kind[after.first_node[after.n_placed - 1] + target - 1])
            returning = kind == Feature.FIELD and self.options.closed_farms == "score"
            found["thief" if returning else KIND_WORDS[kind]] += share
            found["scarcity"] += share / before.supply[me]
            if kind == Feature.FIELD:
                found["farmer_now"] += 1
                found["farm_again"] += self.again(after, target)
        found |= {"points": gained[me], "rival_points": sum(gained) - gained[me]}
        found |= {"meeples_home": home[me] * share, "rival_meeples_home": (sum(home) - home[me]) * share}
        hands = [
            self.in_hand(seat, after.supply[seat]) - self.in_hand(seat, before.supply[seat])
            for seat in range(before.players)
        ]
        found |= {"hand": hands[me], "rival_hand": sum(hands) - hands[me]}
        return found | self.meetings(after)

    def again(self, after: Table, target: int) -> int:
        """Complete cities of the new farmer's farm that farms of mine supply already."""
        if self.options.farm_method == "per_field":
            return 0
        state, mine = self.before, set()
        for node in range(state.n_nodes):
            if state.feature[node] == node and state.kind[node] == Feature.FIELD:
                counts = counts_of(state.meeples[node])
                if counts[self.me] and counts[self.me] == max(counts):
                    mine |= cities_by(state, node)
        farm = after.feature[after.first_node[after.n_placed - 1] + target - 1]
        return len(cities_by(after, farm) & mine)


def facing(state: Table) -> tuple[dict[int, set[int]], dict[int, set[int]]]:
    """The open cells that each road and city faces, and the features with meeples around each open cell."""
    ways, around = defaultdict(set), defaultdict(set)
    for tile in range(state.n_placed):
        for port, node in enumerate(state.port_node[tile].tolist()):
            there = int(state.cell[tile]) + STEP[port // 3]
            if node < 0 or state.tile_at[there] > 0:
                continue
            feature = int(state.feature[node])
            if port % 3 == 1:
                ways[feature].add(there)
            if state.meeples[feature]:
                around[there].add(feature)
    return ways, around


def counts_of(meeples: int) -> list[int]:
    """The meeples of each seat in packed counters."""
    return [int(meeples) >> (2 * COUNT_BITS * seat) & 63 for seat in range(MAX_SEATS)]


def tiles_of(state: Table, node: int) -> int:
    """The distinct tiles of a feature."""
    return (int(state.tiles_low[node]) | int(state.tiles_high[node]) << 63).bit_count()


def cities_by(state: Table, farm: int) -> set[int]:
    """The numbers of the complete cities that a farm borders."""
    near = int(state.near_low[farm]) | int(state.near_high[farm]) << 63
    return {number for number in range(126) if near >> number & 1}


def positions(sim: Simulator, game: int, every: int) -> Iterator[Judging]:
    """Every so many turns of a game played by the simulator's policies; interpreted, of its beginning."""
    state = sim.desk.state
    begin(sim, game)
    while not is_over(state) and state.turn < volume(60, 9):
        if (state.turn + game) % every == 0:
            assert state.tile != NO_TILE
            yield Judging(sim)
        advance(sim.desk, 1)


def borders_more_than_on_the_tile(tiles: Struct, before: Table, after: Table) -> bool:
    """Whether a farm of the new tile borders a city that the move completes only somewhere else."""
    tile = after.n_placed - 1
    first, design = int(after.first_node[tile]), int(after.design[tile])
    segments = range(tiles.n_segments[design])
    done = set(range(before.n_complete, after.n_complete))
    for farm in {int(after.feature[first + s]) for s in segments if after.kind[first + s] == Feature.FIELD}:
        bordered = {
            int(after.feature[first + city])
            for s in segments
            for city in segments
            if after.feature[first + s] == farm and tiles.borders[design, s] >> city & 1
        }
        bordered = {
            city for city in bordered if after.kind[city] == Feature.CITY and after.open_ends[city] == 0
        }
        if len(bordered) != len(cities_by(after, farm) & done):
            return True
    return False


HOUSE = {
    "small_city": "half",
    "meeples": 4,
    "farm_points": 4,
    "city_tile_points": 3,
    "pennant_points": 1,
    "cloister_place_points": 2,
    "incomplete_road_tile_points": 2,
    "incomplete_pennant_points": 3,
    "incomplete_cloister_place_points": 3,
}
GAMES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "random": ("random", 2, {}),
    "heuristic": ("heuristic", 2, {}),
    "farmer": ("farmer", 4, {}),
    "five": ("heuristic", 5, {}),
    "river": ("heuristic", 3, {"river": "true", "river_turn": "none"}),
    "house rules": ("blocker", 3, HOUSE),
    "first rules": ("heuristic", 3, {"farm_method": "per_city", "farm_points": 4}),
    "second rules": ("farmer", 2, {"farm_method": "per_field_once"}),
    "closed farms": ("farmer", 3, {"closed_farms": "score"}),
    "no farmers": ("city_builder", 3, {"farm_method": "none", "meeples": 3}),
}


@pytest.mark.parametrize("name", GAMES)
def test_features_are_what_playing_the_move_shows(name: str) -> None:
    """Every legal move of many positions: each feature is the change that the move brings."""
    policy, players, options = GAMES[name]
    sim = simulator(policy, players, game="carcassonne", **options)
    looked = 0
    for at in positions(sim, len(name), 6):
        for move, told in zip(at.moves, at.told, strict=True):
            after = at.after(move)
            found = at.expected(move, after)
            if borders_more_than_on_the_tile(sim.desk.box, at.before, after):
                paid = ("points", "rival_points") if sim.plan.options.closed_farms == "score" else ()
                found |= {feature: told[feature] for feature in ("farm", "rival_farm", *paid)}
            assert told == pytest.approx(found, abs=1e-9), (int(at.before.turn), move)
            looked += 1
    assert looked > volume(200, 10)


@pytest.mark.parametrize("method", METHODS)
def test_a_farm_feature_is_what_farms_would_be_paid(method: str) -> None:
    """By the rule in force (CC-62 to CC-64), as long as no city has farmers on two of its farms."""
    sim = simulator("random", 3, game="carcassonne", farm_method=method)
    looked = 0
    for at in positions(sim, 3, 5):
        before, shared = at.outlook.farm_pay(method)
        for move, told in zip(at.moves, at.told, strict=True):
            after = at.after(move)
            paid, shared_then = Outlook(after, at.me, at).farm_pay(method)
            closing = after.n_complete > at.before.n_complete
            if closing or (method != "per_field" and (shared or shared_then)):
                continue
            gained = [b - a for a, b in zip(before, paid, strict=True)]
            assert told["farm"] == gained[at.me]
            assert told["rival_farm"] == sum(gained) - gained[at.me]
            looked += 1
    assert looked > volume(200, 10)


@pytest.mark.parametrize("policy", ["greedy", "heuristic"])
def test_a_weighted_policy_values_moves_by_these_features(policy: str) -> None:
    """Few weights or many, the value of a move is the weighted sum of what a user's policy is told."""
    sim = simulator(policy, 3, game="carcassonne")
    desk, weights = sim.desk, sim.policies.weights[0, 0]
    listed = np.zeros(MAX_MOVES, np.int32)
    for at in positions(sim, 1, 5):
        n = value_moves(desk, desk.state, weights)
        assert desk.mind.moves[:n].tolist() == at.moves
        assert n == legal_moves(desk.box, desk.options, desk.state, listed)
        assert listed[:n].tolist() == at.moves
        worth = [sum(w * f for w, f in zip(weights, told.values(), strict=True)) for told in at.told]
        assert desk.mind.values[:n].tolist() == pytest.approx(worth, abs=1e-9)
        assert worth[at.moves.index(int(choose(desk)))] == pytest.approx(max(worth), abs=1e-8)


def test_tiles_left_are_counted_anew_for_another_game() -> None:
    """The chance to fill a cell depends on the tiles left of this very game, whatever was judged before."""
    sim, fresh = (simulator("heuristic", 2, game="carcassonne") for _ in range(2))
    for at in positions(sim, 0, 4):
        last = at
    for one, other in zip(positions(sim, 7, 3), positions(fresh, 7, 3), strict=True):
        assert one.told == other.told
        assert one.deck != last.deck
