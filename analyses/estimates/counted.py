"""How often each whole number came: scores, lengths, battles in a game."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from simulate.store.sums import Counts, Tally


@dataclass(frozen=True)
class Counted:
    """How often each whole number came, from `low` on."""

    low: int
    often: Counts

    @classmethod
    def of(cls, tally: Tally, *series: int) -> Counted:
        """All that some series of a tally count."""
        return cls(tally.low, tally.counts[:, list(series)].sum(axis=1))

    @property
    def n(self) -> int:
        """How many numbers were counted."""
        return int(self.often.sum())

    @property
    def numbers(self) -> range:
        """The numbers, the greatest that came as the last."""
        return range(self.low, self.low + len(self.often))

    @property
    def least(self) -> int:
        """The least number that came."""
        return self.low + int(self.often.nonzero()[0][0])

    @property
    def percent(self) -> npt.NDArray[np.float64]:
        """The share of each of `numbers`, in percent."""
        return 100 * self.often / self.n

    @property
    def in_a_bar(self) -> int:
        """How many numbers in a row share a bar, or chance would be what shows (Freedman, Diaconis 1981)."""
        low, high = self.middle(0.5)
        return max(1, int(2 * (high - low) / self.n ** (1 / 3)))

    def bars(self, wide: int) -> npt.NDArray[np.float64]:
        """The share of each number from the least on, in percent: the mean of `wide` in a row."""
        percent = self.percent[self.least - self.low :]
        for start in range(0, len(percent), wide):
            percent[start : start + wide] = percent[start : start + wide].mean()
        return percent

    def from_zero(self) -> Counted:
        """These counts with all numbers from 0 on; none may be negative."""
        return Counted(0, np.pad(self.often, (self.low, 0)))

    def between(self, low: int, high: int | None = None) -> int:
        """How many numbers from `low` to `high` came, both included, or from `low` on."""
        end = len(self.often) if high is None else max(high + 1 - self.low, 0)
        return int(self.often[max(low - self.low, 0) : end].sum())

    def up_to(self, share: float) -> int:
        """The least number that at least this share of all do not exceed."""
        return self.low + int((self.often.cumsum() / self.n).searchsorted(share))

    def middle(self, share: float) -> tuple[int, int]:
        """The numbers between which this share of all lies in the middle."""
        return self.up_to((1 - share) / 2), self.up_to((1 + share) / 2)

    def half(self) -> tuple[int, int]:
        """The fewest numbers in a row that hold half of all; of as many, those that hold most."""
        cumulated = np.concatenate([[0], self.often.cumsum()])
        for length in range(1, len(self.often) + 1):
            totals = cumulated[length:] - cumulated[:-length]
            if 2 * totals.max() >= self.n:
                break
        first = self.low + int(totals.argmax())
        return first, first + length - 1
