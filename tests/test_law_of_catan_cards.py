"""Catan's deck of development cards and the card that the robber takes: by lot, each card alike."""

from __future__ import annotations

import numpy as np
from chance_laws import assert_law, assert_shuffled, compiled_only
from deals import SEED, Numbers, catan_draw, catan_table

from rules.catan.moves import Kind, pack_move
from rules.catan.position import Position

pytestmark = compiled_only

GAMES = 3000
KINDS = [14, 5, 2, 2, 2]
"""Knights, victory points, road building, year of plenty, monopoly (CT-13)."""


def deal(position: Position, game: int, turn: int) -> None:
    """A game before this turn; every hand is full of cards."""
    position.deal(SEED, game)
    position["hands"][:] = 20
    position["hand_size"][:] = 100
    position["turn"] = turn - 1


def decks(n: int, turns: int = 1, **options: object) -> Numbers:
    """The kinds of all cards as they are bought, a row a game; bought in the first so many turns."""
    position = catan_table(4, points_to_win=30, **options)
    rows = []
    for game in range(n):
        found: list[int] = []
        deal(position, game, 1)
        for turn in range(turns):
            position.open_at(turn % 4, True)
            for _ in range(25 // turns):
                position.play(pack_move(Kind.BUY, 0, 0))
                found.append(position["bought"])
        rows.append(found)
    return np.array(rows)


def test_every_order_of_the_development_cards_is_equally_likely() -> None:
    """CT-13, CT-90: the deck is shuffled."""
    found = decks(GAMES)
    assert np.bincount(found[0], minlength=5).tolist() == KINDS
    assert_shuffled(found)


def test_the_deck_is_the_same_whenever_its_cards_are_bought() -> None:
    """CT-123: common random numbers; the third card is the third card, in whichever turn and by whomever."""
    plain = decks(40)
    assert (decks(40, turns=5) == plain).all()
    assert (decks(40, dice="deck36", start="random", board="random_tokens") == plain).all()
    assert len(np.unique(plain, axis=0)) == 40


def theft(position: Position, game: int, turn: int, hand: list[int], earlier: int = 0) -> int:
    """What is stolen from this hand in this turn of a game, after so many thefts in the turn before."""
    deal(position, game, turn - 1)
    position.open_at(0, True)
    for _ in range(earlier):
        catan_draw(position, Kind.STEAL, 1)
    position.open_at(1, True)
    position["hands"][2] = hand
    position["hand_size"][2] = sum(hand)
    return catan_draw(position, Kind.STEAL, 2)


def stolen(n: int, turn: int, hand: list[int]) -> list[int]:
    """What is stolen from this hand in this turn of n games."""
    position = catan_table(4, max_turns=1000)
    return [theft(position, game, turn, hand) for game in range(n)]


def test_every_card_of_a_hand_is_stolen_equally_often() -> None:
    """CT-66: each card, not each resource."""
    for hand in ([3, 1, 0, 2, 4], [1, 1, 1, 1, 1], [0, 7, 0, 0, 1]):
        assert_law(np.bincount(stolen(GAMES, 5, hand), minlength=5), hand)


def test_thefts_of_two_turns_and_of_two_games_are_independent() -> None:
    """CT-66: what was taken says nothing of what is taken next."""
    hand = [1, 1, 1, 1, 0]
    one, other = np.array(stolen(GAMES, 5, hand)), np.array(stolen(GAMES, 6, hand))
    assert_law(np.bincount(one * 4 + other, minlength=16), np.ones(16))
    assert_law(np.bincount(one[:-1] * 4 + one[1:], minlength=16), np.ones(16))


def test_a_theft_depends_on_the_turn_alone() -> None:
    """CT-123: thefts of earlier turns, and dice, do not change it."""
    position = catan_table(4, max_turns=1000)
    hand = [5, 4, 3, 2, 1]
    for game in range(20):
        assert theft(position, game, 6, hand) == theft(position, game, 6, hand, earlier=7)


def drawn(position: Position, game: int, turn: int, bank: list[int], earlier: int = 0) -> int:
    """What comes from this bank in this turn of a game, after so many thefts."""
    deal(position, game, turn)
    position.open_at(1, True)
    for _ in range(earlier):
        catan_draw(position, Kind.STEAL, 2)
    position["bank"][:] = bank
    return catan_draw(position, Kind.DRAW)


def test_each_kind_that_the_bank_has_is_drawn_equally_often() -> None:
    """HR-2: each kind, not each card."""
    position = catan_table(4, max_turns=1000)
    for bank in ([19, 1, 2, 7, 3], [0, 19, 0, 1, 0]):
        cards = [drawn(position, game, 5, bank) for game in range(GAMES)]
        assert_law(np.bincount(cards, minlength=5), [float(n > 0) for n in bank])


def test_cards_from_the_bank_and_thefts_do_not_change_each_other() -> None:
    """HR-2, HR-3: a stream of chance of its own, turn by turn."""
    position, bank, hand = catan_table(4, max_turns=1000), [4, 4, 4, 4, 4], [5, 4, 3, 2, 1]
    for game in range(20):
        assert drawn(position, game, 6, bank) == drawn(position, game, 6, bank, earlier=3)
        stolen_first = theft(position, game, 6, hand)
        deal(position, game, 6)
        position.open_at(1, True)
        catan_draw(position, Kind.DRAW)
        position["hands"][2], position["hand_size"][2] = hand, sum(hand)
        assert catan_draw(position, Kind.STEAL, 2) == stolen_first
