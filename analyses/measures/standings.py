"""How the sides of some games stood, entry by entry: who leads when, who stays ahead, who comes from behind.

A game has an entry for each turn, one for a set-up phase, and one for the scoring after its last turn; entry
k of R ends when k/R of the game is over. Those with the best score lead; at the end it is the winners,
whatever ties were broken by.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from analyses.estimates.arrays import Flags, Floats, Whole


@dataclass(frozen=True)
class Standings:
    """How the sides stood in some games that were won."""

    scores: Floats
    """A row an entry, game by game, and in it a number a side: the more, the better."""
    lengths: Whole
    """Entries of each game."""
    winners: Flags
    """A row a game and in it whether each side won."""
    margin: float
    """What is noticed: a lead counts as large if it is larger."""

    @cached_property
    def begins(self) -> Whole:
        """The first entry of each game."""
        return np.cumsum(self.lengths) - self.lengths

    @cached_property
    def number(self) -> Whole:
        """The number of each entry in its game, from 1."""
        return np.arange(1, len(self.scores) + 1) - np.repeat(self.begins, self.lengths)

    @cached_property
    def won(self) -> Flags:
        """For each entry the sides that win its game."""
        return np.repeat(self.winners, self.lengths, axis=0)

    @cached_property
    def leads(self) -> Flags:
        """For each entry the sides that lead: those with the best score, at the end the winners."""
        found: Flags = self.scores == self.scores.max(axis=1, keepdims=True)
        found[self.begins + self.lengths - 1] = self.winners
        return found

    @cached_property
    def winners_lead(self) -> Flags:
        """Whether the winners lead, and nobody else."""
        return np.asarray((self.leads == self.won).all(axis=1))

    @cached_property
    def ahead(self) -> Floats:
        """For each entry how far the best of the winners is ahead of the best of the others."""
        others = np.where(self.won, -np.inf, self.scores).max(axis=1)
        return np.asarray(np.where(self.won, self.scores, -np.inf).max(axis=1) - others)

    @cached_property
    def decided(self) -> Whole:
        """The entry from which on the winners lead, and nobody else, to the end."""
        return 1 + np.maximum.reduceat(np.where(self.winners_lead, 0, self.number), self.begins)

    def at(self, step: int, steps: int, of_entries: Flags) -> Flags:
        """What is true of each game when so many of its `steps` parts are over.

        Nothing at the start; the end is what stood before the last entry, for after it the game is won.
        """
        entry = np.minimum(self.lengths * step // steps, self.lengths - 1)
        return np.where(entry > 0, of_entries[self.begins + np.maximum(entry, 1) - 1], False)

    def decided_by(self, step: int, steps: int) -> Flags:
        """Whether each game is decided when so many of its parts are over."""
        return self.decided * steps <= self.lengths * step

    def lead_changes(self) -> Whole:
        """How often another side leads alone than the one that did before."""
        alone = np.flatnonzero(self.leads.sum(axis=1) == 1)
        game = np.repeat(np.arange(len(self.lengths)), self.lengths)[alone]
        leader = self.leads[alone].argmax(axis=1)
        changed = (leader[1:] != leader[:-1]) & (game[1:] == game[:-1])
        return np.bincount(game[1:][changed], minlength=len(self.lengths))

    def runaway(self) -> Flags:
        """Whether one side is ahead by more than the margin from a quarter of the game to its end."""
        early = 4 * self.number < np.repeat(self.lengths, self.lengths)
        one = self.winners.sum(axis=1) == 1
        return one & np.logical_and.reduceat(early | (self.ahead > self.margin), self.begins)

    def comeback(self) -> Flags:
        """Whether every winner is behind by more than the margin at half of the game."""
        return self.at(1, 2, self.ahead < -self.margin)

    def led_alone(self) -> Flags:
        """Whether one side leads alone at half of the game."""
        return self.at(1, 2, self.leads.sum(axis=1) == 1)

    def leader_won(self) -> Flags:
        """Whether a side that leads alone at half of the game is among the winners."""
        return self.led_alone() & self.at(1, 2, np.asarray((self.leads & self.won).any(axis=1)))

    def from_last(self) -> Flags:
        """Whether a winner is behind by more than the margin at half of the game, and nobody stands worse."""
        best = np.where(self.won, self.scores, -np.inf).max(axis=1)
        return self.at(1, 2, (self.ahead < -self.margin) & (best == self.scores.min(axis=1)))
