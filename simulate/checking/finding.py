"""What comes of trying one thing."""

from __future__ import annotations

from dataclasses import dataclass

from rules.kernel_way import is_set

HOLDS, FAILS, ASKED = "holds", "fails", "asked"
"""What may come of trying: it holds, it does not, or the author must say."""

INTERPRETED = is_set("NUMBA_DISABLE_JIT")


@dataclass(frozen=True)
class Finding:
    """One thing that was tried."""

    what: str
    verdict: str
    text: str

    def as_dict(self) -> dict[str, str]:
        """JSON form."""
        return {"what": self.what, "verdict": self.verdict, "text": self.text}


def volume(compiled: int, interpreted: int) -> int:
    """How many games can be afforded, where kernels are compiled and where they are not."""
    return interpreted if INTERPRETED else compiled


def listed(words: list[str], most: int = 12) -> str:
    """Words with commas between them; of many the first."""
    return ", ".join(words[:most]) + (f" and {len(words) - most} more" if len(words) > most else "")
