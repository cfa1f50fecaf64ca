"""One look for every picture: ink, paper, type and colours."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from reports.fonts import FAMILIES, register

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INK = "#1f2430"
QUIET = "#6b7280"
RULE = "#d9dce3"
PAPER = "#ffffff"
ACCENT = "#2f5d8a"

#: Colours of the players' meeples, readable on paper: fill, outline.
SEAT_COLOURS: dict[str, tuple[str, str]] = {
    "red": ("#c8372d", "#7d1d17"),
    "black": ("#2b2f38", "#000000"),
    "orange": ("#e58a1f", "#8f5206"),
    "green": ("#3d8b4f", "#1f5230"),
    "white": ("#f4f2ec", "#6b7280"),
    "blue": ("#2f66b0", "#173a6b"),
    "yellow": ("#e8c42e", "#8f7608"),
    "beige": ("#e3cfa4", "#7d673c"),
    "purple": ("#7d4a9e", "#46245f"),
}

#: Colours of Catan's resources, near those of the cards.
RESOURCE_COLOURS: dict[str, str] = {
    "brick": "#b4573a",
    "lumber": "#4a7a52",
    "wool": "#a8c376",
    "grain": "#dcb044",
    "ore": "#8d939e",
}

RC = {
    "figure.facecolor": PAPER,
    "axes.facecolor": PAPER,
    "savefig.facecolor": PAPER,
    "font.family": "sans-serif",
    "font.sans-serif": FAMILIES,
    "font.size": 10.5,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": RULE,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 12.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 12.0,
    "axes.labelsize": 10,
    "xtick.color": QUIET,
    "ytick.color": QUIET,
    "grid.color": RULE,
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "houserules",
}


def ink_on(red: float, green: float, blue: float) -> str:
    """The more readable of ink and paper on a fill, given in parts of 1 (contrast of WCAG 2.2)."""

    def light(*parts: float) -> float:
        linear = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return 0.05 + sum(w * p for w, p in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    fill, ink = light(red, green, blue), light(*(n / 255 for n in bytes.fromhex(INK[1:])))
    return PAPER if light(1, 1, 1) / fill > fill / ink else INK


@contextmanager
def figure(width: float, height: float) -> Iterator[Figure]:
    """A figure in the house style, `width` x `height` inches, without a window or global state."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    register()
    with mpl.rc_context(RC):
        yield Figure(figsize=(width, height), layout="constrained")
