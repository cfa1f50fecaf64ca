"""Deals anew what a seat of Catan does not see, without help of the package."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import numpy.typing as npt

Pile = npt.NDArray[np.int64]


def listed(pile: Pile) -> list[int]:
    """The cards of a pile, one by one."""
    return [kind for kind, count in enumerate(pile.tolist()) for _ in range(count)]


def piled(cards: list[int]) -> Pile:
    """Cards as a pile: how many of each of five kinds."""
    return np.bincount(cards, minlength=5).astype(np.int64)


def take(pool: list[int], n: int, rng: random.Random) -> list[int]:
    """Take so many cards from a pool by lot."""
    return [pool.pop(rng.randrange(len(pool))) for _ in range(n)]


Hands = tuple[tuple[int, ...], ...]
"""What each seat holds, by resource."""


class Witness:
    """All hands that are possible for whoever has watched the game as one seat, or as none (CT-5).

    `place` is where the state says what it knows. Whatever comes or goes lies open, but for a theft: only the
    two players see which card it was.
    """

    def __init__(self, state: Any, viewer: int) -> None:
        self.viewer, self.seen = viewer, as_hands(state)
        self.place = viewer if viewer >= 0 else 4
        self.possible: set[Hands] = {self.seen}
        self.thefts = state.robbed.tolist()

    def watch(self, state: Any) -> None:
        """What has changed since it looked last: one theft, or else what all see."""
        now = as_hands(state)
        change = np.array(now) - np.array(self.seen)
        self.seen = now
        if (thefts := state.robbed.tolist()) == self.thefts:
            came = {as_hands(np.array(hands) + change) for hands in self.possible}
        else:
            thief = next(seat for seat, n in enumerate(thefts) if n > self.thefts[seat])
            victim = int(np.flatnonzero(change.sum(axis=1) < 0)[0])
            self.thefts = thefts
            it = int(np.flatnonzero(change[thief])[0])
            each = [it] if self.viewer in (thief, victim) else range(5)
            moved = np.zeros((5, *change.shape), np.int64)
            for card in each:
                moved[card, thief, card], moved[card, victim, card] = 1, -1
            came = {as_hands(np.array(hands) + moved[card]) for hands in self.possible for card in each}
        self.possible = {hands for hands in came if min(map(min, hands)) >= 0}
        assert now in self.possible

    def least(self) -> Pile:
        """What each seat is sure to hold, [seat, resource]."""
        return np.min([np.array(hands) for hands in self.possible], axis=0)


def as_hands(given: Any) -> Hands:
    """The hands of a state, or such an array."""
    return tuple(map(tuple, getattr(given, "hands", given).tolist()))


def redeal(state: Any, rng: random.Random, witness: Witness | None = None) -> bool:
    """Deal the state anew for the seat asked, in place; whether any hand or card differs (CT-5).

    Everybody sees how many cards a hand has, which cards are played, what the bank holds, and that who
    offers something has it. Nobody else sees the rest: which cards others hold, which of them they will
    give up, who has said yes to an offer of another seat, and the order of the deck. Where a `witness`
    counts cards, the hands are some that are possible for it.
    """
    before = (state.hands.tolist(), state.cards.tolist())
    if witness is None:
        deal_resources(state, rng)
    else:
        deal_possible(state, rng, witness)
    deal_cards(state, rng)
    if state.asked != state.seat:  # what the seat on turn bought or stole last
        state.bought = rng.choice([state.bought, *range(5)])
        state.stolen = rng.choice([state.stolen, *range(5)])
    return bool(before != (state.hands.tolist(), state.cards.tolist()))


def others(state: Any) -> list[int]:
    """All seats but the one asked."""
    return [seat for seat in range(int(state.players)) if seat != state.asked]


def deal_resources(state: Any, rng: random.Random) -> None:
    """The hands of the others, and what of them is to be given up on a seven."""
    me, mover = int(state.asked), int(state.seat)
    if me != mover:
        state.yes = 0
    sure = {seat: np.zeros(5, np.int64) for seat in others(state)}
    if mover in sure:
        sure[mover] = state.give.copy()
    for seat in sure:
        if int(state.yes) >> seat & 1:
            sure[seat] = state.want.copy()
    pool = [card for seat in sure for card in listed(state.hands[seat] - sure[seat])]
    for seat, kept in sure.items():
        state.hands[seat] = kept + piled(take(pool, int(state.hand_size[seat] - kept.sum()), rng))
        chosen = take(listed(state.hands[seat]), int(state.given_up[seat].sum()), rng)
        state.given_up[seat] = piled(chosen)
    assert not pool


def deal_possible(state: Any, rng: random.Random, witness: Witness) -> None:
    """Hands that are possible, where who makes an offer has the cards, and who says yes to it."""
    needed = {int(state.seat): state.give} | {s: state.want for s in range(4) if int(state.yes) >> s & 1}
    possible = [
        hands
        for hands in sorted(witness.possible)
        if all((np.array(hands[seat]) >= cards).all() for seat, cards in needed.items())
    ]
    if state.asked != state.seat:
        state.yes = 0
    state.hands[:] = rng.choice(possible)
    for viewer in others(state):  # what these know is hidden too
        state.sure[:, :, viewer] = 0
    for seat in others(state):
        chosen = take(listed(state.hands[seat]), int(state.given_up[seat].sum()), rng)
        state.given_up[seat] = piled(chosen)


def deal_cards(state: Any, rng: random.Random) -> None:
    """The unplayed development cards of the others, and the deck."""
    pool = listed(state.deck) + [card for seat in others(state) for card in listed(state.cards[seat])]
    for seat in others(state):
        played = state.cards_bought[seat] - state.cards[seat]
        state.cards[seat] = piled(take(pool, int(state.unplayed[seat]), rng))
        state.cards_bought[seat] = state.cards[seat] + played
        if seat == state.seat:
            state.new_cards[:] = piled(take(listed(state.cards[seat]), int(state.new_cards.sum()), rng))
    state.deck[:] = piled(pool)
