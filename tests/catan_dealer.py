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


def redeal(state: Any, rng: random.Random) -> bool:
    """Deal the state anew for the seat asked, in place; whether any hand or card differs (CT-5).

    Everybody sees how many cards a hand has, which cards are played, what the bank holds, and that who
    offers something has it. Nobody else sees the rest: which cards others hold, which of them they will
    give up, who has said yes to an offer of another seat, and the order of the deck.
    """
    before = (state.hands.tolist(), state.cards.tolist())
    deal_resources(state, rng)
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
