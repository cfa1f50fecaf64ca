"""One game of Catan in two engines at once: ours and catanatron's, in lockstep.

One of the two is the host: it says what is legal, draws the chance and counts the points. The other is told
every move with its chance. So each side's players sit before an engine of their own, and whatever the two
engines see differently is found and counted.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from catanatron.game import TURNS_LIMIT, Game
from catanatron.models.enums import Action, ActionType
from catanatron.models.player import Color, Player
from catanatron_experimental.machine_learning.players.minimax import AlphaBetaPlayer
from catanatron_experimental.machine_learning.players.value import ValueFunctionPlayer, get_value_fn

from peers.beside import Beside
from peers.island import BothIslands
from peers.matches import Match, Settled
from peers.words import RESOURCES
from rules.catan.board import DESERT, load_board
from rules.catan.moves import NOT_NOW, Kind, move_kind, move_place
from rules.catan.position import Position
from rules.catan.state import NOBODY, Point
from simulate.plans.plan import make_plan
from simulate.play.choosing import Way
from simulate.play.playing import choose
from simulate.play.simulator import Simulator

BOTS = {"F": ValueFunctionPlayer, "AB:2": AlphaBetaPlayer}
"""Catanatron's value function, and its search of two plies with the same function."""

NO_END = 1000
"""More points than anybody gets."""

TRADE = (Kind.OFFER, Kind.ANSWER, Kind.ACCEPT)


class Table:
    """Seats at both engines, for the games of one match."""

    def __init__(self, match: Match) -> None:
        self.match = match
        rules = [f"trade={match.trade}"]
        if match.host == "catanatron":
            rules.append("shortage=none_paid")
        plan = make_plan("catan", 1, players=max(3, match.players), policy=match.ours, rules=rules)
        self.sim = Simulator(replace(plan, players=match.players))
        self.position = Position(load_board(), self.sim.state)
        self.position.open(plan.options, match.players)
        self.island = BothIslands()
        self.words = self.island.words

    def play(self, index: int) -> Settled:
        """Game `index` of the match; who sits alone goes round the table."""
        match, n = self.match, self.match.players
        self.alone = index % n
        self.is_ours = [(seat == self.alone) == (match.alone == "ours") for seat in range(n)]
        self.decisions = self.choices = self.refused = 0
        self.lots = random.Random(index)
        self.position.deal(1, index)
        bots = [BOTS[match.bot](color) for color in list(Color)[:n]]
        if match.host == "catanatron":
            self.game = Game(bots, seed=index + 1)
            self.position.lay(self.island.layout(self.game.state.board.map))
            self.position.begin(0)
            self.position.rules["points_to_win"] = NO_END  # the host says when it ends
        else:
            random.seed(index + 1)
            self.game = Game(bots, seed=index + 1, catan_map=self.island.map(self.position))
        self.beside = Beside(self.position, self.game, ours=match.host == "houserules")
        self.colors = self.game.state.colors
        self.bots: list[Player] = self.game.state.players
        winner = self._visit() if match.host == "catanatron" else self._receive()
        return self._told(winner)

    def _told(self, winner: int) -> Settled:
        """What came of the game for the seat that sits alone."""
        position, seat = self.position, self.alone
        shape, pips = load_board().geometry, [0] * 5
        for vertex in position["opening"][seat]:
            for h in shape.vertex_hexes[vertex]:
                if position["terrain"][h] != DESERT:
                    pips[position["terrain"][h]] += 6 - abs(7 - int(position["token"][h]))
        settled = int(position["n_settlements"][seat] + position["n_cities"][seat]) > 2
        road = position["road_holder"] == seat
        counted = (winner == seat, self.decisions, self.choices, self.refused, self.beside.seen)
        return Settled(*counted, settled, road, tuple(pips))

    def _compare(self, seat: int, actions: list[Action]) -> None:
        """Count what only one of the engines allows, where they ask for the same."""
        if self.position["point"] not in (Point.DISCARD, Point.ROBBER, Point.STEAL, Point.OVER):
            deeds = (self.words.deed(self.position, move) for move in self.position.moves())
            self.beside.compare({self._action(seat, deed) for deed in deeds if deed}, set(actions))

    # --- our players at catanatron's table

    def _visit(self) -> int:
        """Play in catanatron's engine; the seat that won, NOBODY for none."""
        game = self.game
        while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
            seat, actions = game.state.current_player_index, game.state.playable_actions
            self.decisions += 1
            self._compare(seat, actions)
            ours = self.is_ours[seat] and self.position["point"] not in (Point.DISCARD, Point.OVER)
            action = self._our_action(seat, actions) if ours else self.bots[seat].decide(game, actions)
            self._follow(game.execute(action))
            if self.position["point"] != Point.DISCARD:  # with us all give up their cards at once
                self.beside.agree()
        winner = game.winning_color()
        return NOBODY if winner is None else self.colors.index(winner)

    def _our_action(self, seat: int, actions: list[Action]) -> Action:
        """What our policy chooses, or its best move that catanatron allows."""
        position, known = self.position, set(actions)
        move = self._choose()
        self.choices += 1
        if position["point"] == Point.ROBBER:
            position.carry_out(move)
            victim = move_place(self._choose()) if position["point"] == Point.STEAL else None
            action = self._action(seat, self.words.robbery(move_place(move), victim))
        else:
            action = self._action(seat, self.words.deed(position, move))
        if action in known:
            return action
        self.refused += 1
        self.beside.seen[f"our choice {action.action_type.value} is refused"] += 1
        n, mind = self._weigh(seat), self.sim.mind
        for i in mind.values[0, :n].argsort()[::-1]:
            deed = self.words.deed(position, int(mind.moves[0, i]))
            if deed and (action := self._action(seat, deed)) in known:
                return action
        return actions[0]

    def _choose(self) -> int:
        """What our policy chooses: it knows how many points win, only our engine is not to end the game."""
        rules = self.position.rules
        rules["points_to_win"] = self.sim.plan.options.points_to_win
        move = int(choose(self.sim.desk))
        rules["points_to_win"] = NO_END
        return move

    def _weigh(self, seat: int) -> int:
        """List what may be done and the weighted policy's value of it in the mind; returns how many moves."""
        ways = self.sim.policies.way
        ways[0, seat], way = Way.WEIGHTED, int(ways[0, seat])
        choose(self.sim.desk)
        ways[0, seat] = way
        return len(self.position.moves())

    def _action(self, seat: int, deed: Any) -> Action:
        """A deed as catanatron has it."""
        name, value = deed
        if name == "MOVE_ROBBER":
            cube, victim, card = value
            value = (cube, None if victim is None else self.colors[victim], card)
        return Action(self.colors[seat], ActionType[name], value)

    def _follow(self, action: Action) -> None:
        """Play in our engine what was played in catanatron's."""
        value, position = action.value, self.position
        if action.action_type == ActionType.MOVE_ROBBER:
            cube, victim, card = value
            value = (cube, None if victim is None else self.colors.index(victim), card)
        for move, outcome in self.words.steps((action.action_type.value, value)):
            if move_kind(move) == Kind.ROBBER and position["point"] == Point.STEAL:
                continue  # our policy has moved it
            if move_kind(move) == Kind.ROBBER and position["point"] != Point.ROBBER:
                continue
            if not position.allows(move):
                self.beside.seen[f"we do not allow {action.action_type.value}"] += 1
            position.carry_out(move, outcome)
        position["new_cards"][:] = 0  # catanatron 3.2.1 lets a card be played in the turn it is bought

    # --- catanatron's bots at our table

    def _receive(self) -> int:
        """Play in our engine; the seat that won, NOBODY for none."""
        position, self.given_up, self.theft = self.position, list[str](), 0
        while position["point"] != Point.OVER:
            seat = position["asked"]
            if self.is_ours[seat]:
                self.choices += 1
                move = int(choose(self.sim.desk))
                self.refused += not position.allows(move)
            else:
                move = self._bot_move(seat)
            outcome = position.draw(move)
            self.decisions += 1
            if not self.is_ours[seat] and not position.allows(move):
                self.beside.seen["a bot's move is not legal here"] += 1
            deed = self.words.deed(position, move, outcome)
            robbed = move_kind(move) in (Kind.ROBBER, Kind.STEAL)
            position.carry_out(move, outcome)
            if robbed:
                self._forward_robbery(seat, move, outcome)
            elif move_kind(move) == Kind.DISCARD:
                self._forward_discard(seat, move)
            elif deed is not None:
                self.game.execute(self._action(seat, deed), validate_action=False)
            if position["point"] not in (Point.DISCARD, Point.STEAL):
                self.beside.agree(silent=move_kind(move) in TRADE)
        return position["winner"]

    def _bot_move(self, seat: int) -> int:
        """What a bot chooses among what is legal here."""
        position, moves = self.position, self.position.moves()
        if position["point"] == Point.DISCARD:  # by lot, as in its own engine
            return self.lots.choice([m for m in moves for _ in range(self._left(seat, move_place(m)))])
        if position["point"] == Point.STEAL:
            return self.theft
        if position["point"] == Point.TRADE_ANSWER:
            return moves[self._likes_offer(seat)]
        actions: dict[Action, tuple[int, int]] = {}
        for move in moves:
            if move_kind(move) == Kind.ROBBER:
                h = move_place(move)
                for victim in self._victims(seat, h) or [None]:
                    theft = Kind.STEAL | (NOT_NOW if victim is None else victim) << 5
                    actions[self._action(seat, self.words.robbery(h, victim))] = move, theft
            elif deed := self.words.deed(position, move):
                actions[self._action(seat, deed)] = move, 0
        self._compare(seat, self.game.state.playable_actions)
        self.game.state.playable_actions = list(actions)
        move, self.theft = actions[self.bots[seat].decide(self.game, list(actions))]
        return move

    def _left(self, seat: int, resource: int) -> int:
        """Cards of a resource that a seat has not given up yet."""
        return int(self.position["hands"][seat, resource] - self.position["given_up"][seat, resource])

    def _victims(self, seat: int, h: int) -> list[int | None]:
        """Whom a card can be taken from at a hex."""
        corners = load_board().geometry.hex_vertices[h]
        return [
            other
            for other in range(self.match.players)
            if other != seat
            and self.position["hand_size"][other]
            and any(self.position["buildings"][other] >> vertex & 1 for vertex in corners)
        ]

    def _likes_offer(self, seat: int) -> bool:
        """Whether a bot has what is wanted, and its own function of value likes the trade."""
        position, color, value = self.position, self.colors[seat], get_value_fn("base_fn", None)
        changed = self.game.copy()
        for r, name in enumerate(RESOURCES):
            key = f"P{seat}_{name}_IN_HAND"
            changed.state.player_state[key] += int(position["give"][r] - position["want"][r])
            if changed.state.player_state[key] < 0:
                return False
        return bool(value(changed, color) > value(self.game, color))

    def _forward_robbery(self, seat: int, move: int, card: int) -> None:
        """Tell catanatron of the robber once it is known whether a card is taken."""
        if self.position["point"] == Point.STEAL:
            return
        victim = move_place(move) if move_kind(move) == Kind.STEAL and move_place(move) != NOT_NOW else None
        deed = self.words.robbery(self.position["robber"], victim, None if victim is None else card)
        self.game.execute(self._action(seat, deed), validate_action=False)

    def _forward_discard(self, seat: int, move: int) -> None:
        """Tell catanatron of the cards that a seat gives up once it has chosen all."""
        self.given_up.append(RESOURCES[move_place(move)])
        if self.position["due"][seat] == 0:
            self.game.execute(self._action(seat, ("DISCARD", self.given_up)), validate_action=False)
            self.given_up = []
