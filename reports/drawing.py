"""A drawn page: its margins and type, lines of text that fit, and the file it is saved in."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

from reports.style import RC
from rules.errors import UserError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: In points (1/72 inch): around everything, and the type of titles, of text and of notes.
MARGIN = 22.0
TITLE, TEXT, NOTE = 15.0, 10.5, 9.0

#: Pixels of a PNG: this many an inch, unless the page would hold more than this many in all.
DENSITY, PIXELS = 200.0, 16e6


def measure(text: str, size: float, bold: bool = False) -> float:
    """Width of a line of text, in points."""
    font = FontProperties(family=["sans-serif"], weight="bold" if bold else "normal", size=size)
    return float(text_to_path.get_text_width_height_descent(text, font, False)[0])


def wrap(text: str, width: float, size: float, bold: bool = False) -> list[str]:
    """The text in lines no wider than `width` points, broken at spaces and at its own line ends."""
    lines: list[str] = []
    for paragraph in text.splitlines():
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}".strip()
            if line and measure(longer, size, bold) > width:
                lines.append(line)
                longer = word
            line = longer
        lines.append(line)
    return lines


def save_drawing(fig: Figure, path: str | Path, title: str) -> Path:
    """Save a page as the .png or .svg that the path names, the same bytes every time; returns the path."""
    import matplotlib as mpl

    path = Path(path)
    form = suffix(path)
    width, height = fig.get_size_inches()
    density = min(DENSITY, (PIXELS / (width * height)) ** 0.5)
    metadata = {"Date": None, "Title": title} if form == "svg" else {"Software": None}
    page = io.BytesIO()
    with mpl.rc_context(RC):
        fig.savefig(page, format=form, dpi=density if form == "png" else 72, metadata=metadata)
    path.write_bytes(page.getvalue())
    return path


def suffix(path: str | Path) -> str:
    """The form that a path names, "png" or "svg"; any other is refused."""
    form = Path(path).suffix.lower().removeprefix(".")
    if form not in ("png", "svg"):
        raise UserError(
            f"{path}: a board is drawn as .png or .svg, not {Path(path).suffix or 'without a suffix'!r}"
        )
    return form
