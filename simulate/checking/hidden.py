"""Whether anybody in a compiled game knows more than its seat sees.

What a seat does not see is what `deal_unseen` deals anew for it. At the decisions of random games it is dealt
anew here, with the chance of the game kept as it was. Then no policy may choose otherwise; a policy of the
user's may not see what was dealt (`shown`); and what was dealt must come to light as the game goes on, or
`deal_unseen` leaves in its place just what is drawn next. What lies otherwise from game to game, and is
dealt anew for nobody, everybody sees: whether that is right only the author knows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from rules.chance import ChanceState, start_chance
from rules.fields import Field, fields_of
from rules.games import Game
from rules.verbs import GameState, apply, final_scores, is_over, kernel_of, legal_moves, new_game
from simulate.checking.finding import ASKED, FAILS, HOLDS, INTERPRETED, Finding, listed, volume
from simulate.plans.plan import make_plan
from simulate.plans.policies import names, quick
from simulate.play.desk import asked, deal_unseen, shown
from simulate.play.playing import choose
from simulate.play.simulator import Simulator

DEALS = 4
"""Ways in which what is hidden is laid otherwise at a decision."""

DECISIONS, MOST_GAMES = volume(800, 60), 40
"""Decisions that are looked at, in so many games at most."""

SET_UPS = 12
"""Games whose set-up is looked at, for what is dealt by lot."""

EVERY = 3
"""Choices are compared at one in so many decisions; those of who looks ahead, at one in so many of these."""
THINKING = 12

AT_LEAST = 20
"""Decisions at which something was dealt anew, before it is missed that none of it comes to light."""

CHANCE = tuple(fields_of(ChanceState))


@dataclass
class Watch:
    """What was seen while games were played."""

    decisions: int = 0
    compared: int = 0
    dealt: int = 0
    """Decisions at which something was dealt anew."""
    surprised: int = 0
    """Of these, those after which a seat came to see what had been dealt otherwise."""
    fields: set[str] = field(default_factory=set)
    """What was ever dealt anew."""
    veiled: set[str] = field(default_factory=set)
    """What a policy of the user's was ever shown otherwise than it is."""
    live: set[str] = field(default_factory=set)
    """What such a policy is shown with more than one value in it: no trace that is wiped out."""
    bare: int = 0
    """Decisions at which such a policy sees all there is, though something was dealt anew."""
    by_place: set[str] = field(default_factory=set)
    """Policies that choose by how hidden things lay before they are dealt anew for them."""


def hidden(game: Game) -> Iterator[Finding]:
    """Whether any choice depends on what its seat does not see, and whether `deal_unseen` deals it all."""
    trial = Trial(game)
    for number in range(MOST_GAMES):
        if trial.watch.decisions >= DECISIONS:
            break
        if leak := trial.play(number):
            yield leak
            return
    watch, lots = trial.watch, trial.dealt_by_lot()
    if watch.dealt and watch.bare == watch.dealt:
        text = f"{listed(sorted(watch.fields))}: dealt anew for others, and a policy of a user's sees it: "
        yield Finding("hidden", FAILS, text + "answer the verb `shown`")
        return
    veiled = watch.veiled & watch.live if watch.fields else watch.veiled
    if left := sorted(lots & veiled - watch.fields):
        text = f"{listed(left)}: hidden from a policy of a user's, and never dealt anew by deal_unseen"
        yield Finding("hidden", FAILS, text)
        return
    names_of_fields = listed(sorted(watch.fields))
    if watch.dealt >= AT_LEAST and not watch.surprised:
        text = (
            f"{names_of_fields}: dealt anew at {watch.dealt:,} decisions, never a difference a move later: "
            "deal_unseen leaves in its place what comes to light next"
        )
        yield Finding("hidden", FAILS, text)
        return
    if watch.fields:
        text = f"{names_of_fields}: at {watch.compared:,} decisions no choice depends on what is hidden"
        if watch.by_place:
            text += f" ({listed(sorted(watch.by_place))} not tried: deal_unseen shuffles as things lie)"
        yield Finding("hidden", HOLDS, text)
    else:
        yield Finding("hidden", HOLDS, "deal_unseen changes nothing: everybody sees all there is")
    if seen := sorted(lots - watch.fields):
        text = f"{listed(seen)}: dealt by lot, never dealt anew, so seen by everybody: is that right?"
        yield Finding("open", ASKED, text)


class Trial:
    """Plays games by random moves, and deals anew at their decisions."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.watch = Watch()
        self.own = self._simulator("random")
        self._kernels = {verb: kernel_of(verb, game.name) for verb in VERBS} | {start_chance: start_chance}
        self._room = self.own.playing.new(self.own.playing.state)
        self._others = {name: self._simulator(name) for name in quick(game.name) if name != "random"}
        if not INTERPRETED and "search:1" in names(game.name):
            self._others["search:1"] = self._simulator("search:1")
        kinds = fields_of(self.own.playing.state)
        self._fields = {
            name: kind for name, kind in kinds.items() if kind.copied != "nothing" and name not in CHANCE
        }

    def _simulator(self, policy: str) -> Simulator:
        made: Simulator = self.game.simulator(make_plan(self.game.name, 1, policy=policy, seed=7))
        return made

    def _call(self, verb: Any, *given: Any) -> Any:
        return self._kernels[verb](*given)

    def play(self, number: int) -> Finding | None:
        """Play a game and look at its decisions; the first leak, if there is one."""
        sim, call, begun = self.own, self._call, self.watch.decisions
        box, rules, state = sim.desk[:3]
        call(new_game, box, rules, state, sim.plan.players, sim.plan.seed, number)
        while self.watch.decisions < DECISIONS and not call(is_over, state):
            before = sim.state.copy()
            move = int(call(choose, sim.desk))
            chosen = sim.state.copy()
            fault = self._look(before, move, self.watch.decisions - begun)
            if fault is not None:
                where = f"game {number}, turn {int(before['turn'][0])}, seat {self._viewer + 1}"
                return Finding("hidden", FAILS, f"{fault} ({where})")
            sim.state[0] = chosen[0]
            call(apply, box, rules, state, move)
        return None

    def _look(self, before: Any, move: int, n: int) -> str | None:
        """Deal anew what the seat that decides does not see; say what depends on it, if anything does."""
        sim, watch = self.own, self.watch
        sim.state[0] = before[0]
        self._viewer = int(self._call(asked, sim.desk.state))
        moves = self._moves(before)
        deals = [self._dealt(before, deal) for deal in range(DEALS)]
        hidden = {name for deal in deals for name in self._different(before, deal)}
        watch.decisions += 1
        self._look_at_view(before, hidden)
        if not hidden:
            return None
        watch.dealt += 1
        watch.fields |= hidden
        for deal in deals:
            if self._moves(deal) != moves:
                return "the legal moves depend on what their seat does not see"
        watch.surprised += self._is_surprise(before, deals, move)
        if n % EVERY == 0 and len(moves) > 1:
            watch.compared += 1
            return self._compare(before, deals, n)
        return None

    def _moves(self, state: Any) -> list[int]:
        """The legal moves in a state."""
        sim = self.own
        sim.state[0] = state[0]
        n = self._call(legal_moves, *sim.desk[:3], sim.mind.moves[0])
        moves: list[int] = sim.mind.moves[0, :n].tolist()
        return moves

    def _dealt(self, state: Any, deal: int) -> Any:
        """A copy in which what the seat that decides does not see is dealt anew; its chance is the game's."""
        sim, dealt = self.own, self._room
        sim.state[0] = dealt[0] = state[0]
        self._call(start_chance, dealt[0], deal, 1 << 40)
        self._call(deal_unseen, sim.desk, dealt[0], self._viewer)
        made = dealt.copy()
        for name in CHANCE:
            made[name] = state[name]
        return made

    def _look_at_view(self, state: Any, hidden: set[str]) -> None:
        """Note what a policy of a user's is shown otherwise than it is."""
        sim = self.own
        sim.state[0] = state[0]
        seen = self._call(shown, sim.desk, self._viewer)
        view = self._room.copy()
        view[0] = seen
        veiled = set(self._different(state, view))
        self.watch.veiled |= veiled
        self.watch.live |= {name for name in veiled if len(np.unique(view[name])) > 1}
        self.watch.bare += bool(hidden) and not veiled

    def _is_surprise(self, before: Any, deals: list[Any], move: int) -> bool:
        """Whether a move later the seat sees something that depends on how what was hidden lay."""
        after, others = self._after(before, move), [self._after(deal, move) for deal in deals]
        for name, kind in self._fields.items():
            lay, lies = self._held(before, name, kind), self._held(after, name, kind)
            came = lies.shape != lay.shape
            for deal, other in zip(deals, others, strict=True):
                dealt, now = self._held(deal, name, kind), self._held(other, name, kind)
                if came or dealt.shape != lay.shape or now.shape != lies.shape:
                    if now.shape != lies.shape:
                        return True
                    continue
                if ((dealt == lay) & (lies != lay) & (now != lies)).any():
                    return True
        return False

    def _after(self, state: Any, move: int) -> Any:
        """The state after a move, and after the final scoring if that ends the game."""
        sim = self.own
        sim.state[0] = state[0]
        self._call(apply, *sim.desk[:3], move)
        if self._call(is_over, sim.desk.state):
            self._call(final_scores, *sim.desk[:3])
        return sim.state.copy()

    def _compare(self, before: Any, deals: list[Any], n: int) -> str | None:
        """Ask each policy before and after; say which chooses otherwise."""
        for policy, sim in self._others.items():
            thinks = policy.startswith("search")
            if policy in self.watch.by_place or (thinks and n % (EVERY * THINKING)):
                continue
            chosen = self._choice(sim, before)
            if all(self._choice(sim, deal) == chosen for deal in deals):
                continue
            if thinks and self._deals_by_place(before, deals):
                self.watch.by_place.add(policy)
                continue
            return f"{policy} chooses otherwise if what its seat does not see lies otherwise"
        return None

    def _choice(self, sim: Simulator, state: Any) -> int:
        sim.state[0] = state[0]
        return int(self._call(choose, sim.desk))

    def _deals_by_place(self, before: Any, deals: list[Any]) -> bool:
        """Whether the same chance deals otherwise where hidden things lay otherwise, as a shuffle does."""
        first = self._dealt(before, DEALS)
        return any(self._different(first, self._dealt(deal, DEALS)) for deal in deals)

    def _different(self, some: Any, other: Any) -> list[str]:
        """The fields in which two states differ."""
        return [
            name
            for name, kind in self._fields.items()
            if not np.array_equal(self._held(some, name, kind), self._held(other, name, kind))
        ]

    @staticmethod
    def _held(state: Any, name: str, kind: Field) -> Any:
        """What a state holds in a field: of an array of which a field counts the items, only these."""
        value = np.asarray(state[name][0])
        if value.dtype.names:
            value = value.view(np.dtype((np.void, value.dtype.itemsize)))
        return value if kind.copied == "whole" else value[: int(state[kind.copied][0])]

    def dealt_by_lot(self) -> set[str]:
        """The fields that differ from set-up to set-up, but for those that all games have."""
        sim, found = self.own, set[str]()
        first = None
        for number in range(SET_UPS):
            self._call(new_game, *sim.desk[:3], sim.plan.players, sim.plan.seed, number)
            state = sim.state.copy()
            first = state if first is None else first
            found |= set(self._different(first, state))
        return found - set(fields_of(GameState))


VERBS: tuple[Any, ...] = (
    apply, asked, choose, deal_unseen, final_scores, is_over, legal_moves, new_game, shown,
)  # fmt: skip
