"""Deals anew what a seat of Castle has not seen, without help of the package."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from builders import simulator
from deals import mask_cards
from naive.castle_watching import Watch
from stepper import advance, begin

from rules.castle.cards import Do, standard_cards
from rules.castle.engine import is_over
from rules.castle.kinds import IDS
from rules.castle.plan import BOX, HAND, STOCK
from rules.castle.state import NO_CARD
from simulate.games.castle.replay import play

KIND = [IDS[int(kind)] for kind in standard_cards().tables["kind"][0]]


@dataclass
class Seen:
    """A decision: the simulator stands at it; `sure` are the cards of other hands that are not redealt."""

    sim: Any
    viewer: int
    sure: list[int]
    at_action: bool


def decisions(policy: str, players: int, game: int) -> Iterator[Seen]:
    """Every decision of a game, with what the seat asked knows by the record of open play.

    Before an action this is all there is to know, and the package must know just the same. In the middle of
    an effect, cards that have moved since are taken as known besides.
    """
    record = play(simulator(policy, players, game="castle"), game).record
    sim, watch, entries = simulator(policy, players, game="castle"), Watch(record), iter(record["turns"])
    begin(sim, game)
    state, sure, begun = sim.desk.state, [[0] * players] * players, state_places(sim)
    while not is_over(state):
        at_action = bool(state.point == Do.ACTION)
        if at_action:
            sure = [
                [known(watch, state, viewer, seat) for seat in range(players)] for viewer in range(players)
            ]
            begun = state_places(sim)
            entry = next(entries)
        viewer = int(state.asked)
        moved = sum(1 << card for card, place in enumerate(state_places(sim)) if place != begun[card])
        kept = [
            0 if seat == viewer else int(state.hand[seat]) & (sure[viewer][seat] | moved)
            for seat in range(players)
        ]
        yield Seen(sim, viewer, kept, at_action)
        advance(sim.desk, 1)
        if state.point == Do.ACTION:
            watch.see(entry)


def state_places(sim: Any) -> list[int]:
    """Where every card is."""
    return [int(place) for place in sim.desk.state.where[: len(KIND)]]


def known(watch: Watch, state: Any, viewer: int, seat: int) -> int:
    """The cards of another hand that the viewer knows, as a mask; the package must say the same of kinds."""
    if viewer == seat:
        return int(state.hand[seat])
    mask = int(state.hand[seat]) & int(state.seen[viewer])
    kinds = Counter(KIND[card] for card in mask_cards(mask))
    assert kinds == watch.known[viewer][seat], f"seat {viewer} of the hand of seat {seat}"
    return mask


def redeal(seen: Seen, other: Any, rng: random.Random) -> bool:
    """Put the game into another simulator with all that is hidden dealt anew; whether it differs.

    Sizes of hands and stocks stay. Traces of where hidden cards lay at first are mixed with them.
    """
    other.state[0] = seen.sim.state[0]
    state, viewer = other.desk.state, seen.viewer
    hidden = mask_cards(state.undealt)
    hands: list[tuple[int, int]] = []
    for seat in range(int(state.players)):
        if seat != viewer:
            loose = mask_cards(int(state.hand[seat]) & ~seen.sure[seat])
            hands.append((seat, len(loose)))
            hidden += loose
            state.hand[seat] = int(state.hand[seat]) & seen.sure[seat]
        hidden += [int(card) for card in state.stock[seat][: int(state.n_stock[seat])]]
    before = [int(place) for place in state.where]
    order = rng.sample(hidden, len(hidden))
    first = rng.sample([int(state.dealt[card]) for card in hidden], len(hidden))
    for card, place in zip(hidden, first, strict=True):
        state.dealt[card] = place
    for seat in range(int(state.players)):
        state.seen[seat] = int(state.seen[seat]) & ~sum(1 << card for card in hidden)
    for seat, size in hands:
        for card in [order.pop() for _ in range(size)]:
            state.hand[seat] = int(state.hand[seat]) | 1 << card
            state.where[card] = HAND + seat
    for seat in range(int(state.players)):
        for depth in range(int(state.n_stock[seat])):
            state.stock[seat][depth] = order.pop()
            state.where[state.stock[seat][depth]] = STOCK + seat
    state.in_game = (int(state.in_game) | sum(1 << card for card in hidden)) & ~sum(1 << c for c in order)
    state.undealt = sum(1 << card for card in order)
    for card in order:
        state.where[card] = BOX
    state.spare[:] = 0
    for seat in range(int(state.players)):
        if seat != viewer and state.picked[seat] != NO_CARD and int(state.hand[seat]):
            state.picked[seat] = rng.choice(mask_cards(state.hand[seat]))  # passed, or to be passed (CA-121)
    return before != [int(place) for place in state.where]
