"""One look for every picture and page: ink, paper, type and colours, in light and in dark."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from reports.pictures.fonts import FAMILIES, register

if TYPE_CHECKING:
    from matplotlib.axes import Axes as Axes
    from matplotlib.figure import Figure as Figure
else:  # matplotlib is loaded where something is drawn, and not before
    Axes = Figure = Any

SERIES = {
    "first": ("#004488", "#3c86ea"),
    "second": ("#9c2a00", "#d95b51"),
    "third": ("#008472", "#ffee33"),
    "fourth": ("#111111", "#fefefe"),
}
"""Colours of lines and dots that stand side by side: four that nobody confuses, each readable as text."""

SEAT_LINES = {
    "red": ("#c8372d", "#f0695f"),
    "black": ("#2b2f38", "#aab0bb"),
    "orange": ("#8f5206", "#f0a04a"),
    "green": ("#2f7a41", "#6cc482"),
    "white": ("#676e7b", "#f4f2ec"),
    "blue": ("#2f66b0", "#7fb0f0"),
    "yellow": ("#826c00", "#e8c42e"),
    "beige": ("#7d673c", "#e3cfa4"),
    "purple": ("#7d4a9e", "#c08ae0"),
}
"""A seat's colour as a line or a word, near that of its meeples."""

THEME: dict[str, tuple[str, str]] = {
    "ink": ("#1f2430", "#e6e8ec"),
    "quiet": ("#5b6270", "#a3a9b5"),
    "rule": ("#d9dce3", "#3a404b"),
    "accent": ("#2f5d8a", "#8ab6e0"),
    "tint": ("#f6f5f1", "#22262e"),
    "paper": ("#ffffff", "#16191f"),
    "band": ("#f0eee6", "#2a2e36"),
    "stripe": ("#f8f8f9", "#1b1f26"),
    "felt": ("#f6f5f0", "#343a45"),
    "gold": ("#c99a1a", "#e0b35c"),
    "sure": ("#1d5c3f", "#7fd0a5"),
    "likely": ("#7a5200", "#e0b35d"),
    **SERIES,
    **{f"seat-{name}": colours for name, colours in SEAT_LINES.items()},
}
"""Every colour of pages and figures by its name: on a light screen or paper, and on a dark screen.

A figure is drawn in the light ones; on a page each is a variable of that name, so it follows the page.
"""

INK, QUIET, RULE, ACCENT, PAPER, BAND, STRIPE = (
    THEME[name][0] for name in ("ink", "quiet", "rule", "accent", "paper", "band", "stripe")
)

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

SEATS = ("red", "blue", "yellow", "green", "orange", "purple", "white", "black")
"""The colours of seats in their order, in games that say nothing of colours."""

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
    "xtick.labelsize": 9,
    "ytick.labelsize": 9,
    "xtick.color": QUIET,
    "ytick.color": QUIET,
    "grid.color": RULE,
    "grid.linewidth": 0.6,
    "svg.fonttype": "none",
    "svg.hashsalt": "houserules",
}


def variables() -> str:
    """The rules of a style sheet that give a page its colours, light and dark."""
    light_rules = " ".join(f"--{name}: {light};" for name, (light, _) in THEME.items())
    dark_rules = " ".join(f"--{name}: {dark};" for name, (_, dark) in THEME.items())
    return f":root {{ {light_rules} }}\n@media (prefers-color-scheme: dark) {{ :root {{ {dark_rules} }} }}"


def following(svg: str) -> str:
    """A figure whose colours are those of its page; the light ones where there is no page.

    >>> following('<path style="fill: #1f2430"/>')
    '<path style="fill: var(--ink, #1f2430)"/>'
    """
    names = {light: name for name, (light, _) in THEME.items()}

    def variable(match: re.Match[str]) -> str:
        return f"var(--{names[match[0]]}, {match[0]})" if match[0] in names else match[0]

    return re.sub(r"#[0-9a-f]{6}\b", variable, svg)


def seat_line(colours: str) -> str:
    """The colour of the line of a seat, or of a team's first; the accent where seats have none."""
    return THEME.get(f"seat-{colours.split('+')[0]}", (ACCENT, ACCENT))[0]


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
