"""The page with a picture of a board: a title, the scene, a caption, and the file that it is saved in.

save(Scene(300.0, 200.0, paint), "board.svg", title="game 17, the end")
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports.boards.canvas import Canvas, Point
from reports.pictures.fonts import FAMILIES, measure, standing_alone, wrap
from reports.pictures.style import INK, QUIET, RC, SEAT_COLOURS, Figure, figure
from reports.words.phrases import in_words
from rules.errors import UserError
from rules.games import load
from simulate.io.files import write_whole

if TYPE_CHECKING:
    from rules.position import GamePosition

#: In points (1/72 inch): around everything, and the type of titles, of text and of notes.
MARGIN = 22.0
TITLE, TEXT, NOTE = 15.0, 10.5, 9.0

#: Pixels of a PNG: this many an inch, unless the page would hold more than this many in all.
DENSITY, PIXELS = 200.0, 16e6

ABOVE = 20
"""The level of words: above every shape."""


@dataclass(frozen=True)
class Scene:
    """What a page shows between its title and its caption, all in points.

    `paint` draws it on the page from its left upper corner; `under_title` and `over_caption` are the gaps
    to them, where there is one.
    """

    width: float
    height: float
    paint: Callable[[Page, float, float], None]
    under_title: float = 12.0
    over_caption: float = 10.0


Window = tuple[float, float, float, float]
"""The part of a board that is shown: its left, lower, right and upper side, in points."""


Held = tuple[str, str]
"""Something that lies beside the board, in words, and a colour to mark it, or none."""


@dataclass(frozen=True)
class Seat:
    """A seat by its colour, and what it has beside the board."""

    colour: str
    holds: Sequence[Held]

    def __post_init__(self) -> None:
        if self.colour not in SEAT_COLOURS:
            raise ValueError(f"no seat is {self.colour}; the colours are {', '.join(SEAT_COLOURS)}")


Row = tuple[float, "Callable[[Page, float, float], None] | None"]
"""A row of what stands beside a board: its height, and what draws it from its left upper corner."""


class Page:
    """A page to draw on, in points from its left lower corner; `canvas` is for small shapes in points."""

    def __init__(self, axes: Any) -> None:
        self.axes = axes
        self.canvas = Canvas()

    def write(
        self,
        place: Point,
        text: str,
        size: float = TEXT,
        *,
        bold: bool = False,
        colour: str = INK,
        ha: str = "left",
        va: str = "baseline",
    ) -> float:
        """Write a line; returns how wide it is."""
        self.letter(place, text, size, bold, colour, ha, va)
        return measure(text, size, bold)

    def letter(self, place: Point, text: str, size: float, bold: bool, colour: str, ha: str, va: str) -> None:
        """Put a line on the page."""
        look = {"size": size, "weight": "bold" if bold else "normal", "family": FAMILIES, "color": colour}
        self.axes.text(*place, text, ha=ha, va=va, zorder=ABOVE, parse_math=False, **look)

    def put(self, canvas: Canvas, origin: Point, side: float) -> None:
        """Put a canvas on the page, its unit `side` points long."""
        canvas.draw(self.axes, origin, side)

    def note(self, middle: Point, width: float, height: float, text: str) -> None:
        """Words on a part of the page, for whoever points there: a file has none."""

    def rows(self, rows: Sequence[Row], left: float, top: float) -> None:
        """Draw rows from `top` downwards."""
        for height, draw_row in rows:
            if draw_row:
                draw_row(self, left, top)
            top -= height


def draw(scene: Scene, title: str = "", caption: str = "") -> Figure:
    """The page with a scene, ready to save."""
    width = round(scene.width + 2 * MARGIN)
    titles = wrap(title, width - 2 * MARGIN, TITLE, bold=True)
    notes = wrap(in_words(caption), width - 2 * MARGIN, NOTE)
    head = len(titles) * TITLE * 1.35 + (scene.under_title if titles else 0.0)
    foot = len(notes) * NOTE * 1.45 + (scene.over_caption if notes else 0.0)
    height = float(round(2 * MARGIN + head + scene.height + foot))
    with figure(width / 72, height / 72) as fig:
        fig.set_layout_engine("none")
        axes = fig.add_axes((0, 0, 1, 1))
        axes.set(xlim=(0, width), ylim=(0, height))
        axes.set_axis_off()
        page = Page(axes)
        for n, line in enumerate(titles, 1):
            page.write((MARGIN, height - MARGIN - n * TITLE * 1.35 + 4), line, TITLE, bold=True)
        scene.paint(page, MARGIN, height - MARGIN - head)
        page.put(page.canvas, (0.0, 0.0), 1.0)
        for n, line in enumerate(reversed(notes)):
            page.write((MARGIN, MARGIN + n * NOTE * 1.45), line, NOTE, colour=QUIET)
    return fig


def save(scene: Scene, path: str | Path, title: str = "", caption: str = "") -> Path:
    """Draw a scene into the .png or .svg file that the path names, the same bytes every time.

    Returns the path. Raises `UserError` for any other suffix.
    """
    import matplotlib as mpl

    path = Path(path)
    form = path.suffix.lower().removeprefix(".")
    if form not in ("png", "svg"):
        raise UserError(
            f"{path}: a board is drawn as .png or .svg, not {path.suffix or 'without a suffix'!r}"
        )
    fig = draw(scene, title, caption)
    width, height = fig.get_size_inches()
    density = min(DENSITY, (PIXELS / (width * height)) ** 0.5)
    metadata = {"Date": None, "Title": title or "A board"} if form == "svg" else {"Software": None}
    page = io.BytesIO()
    with mpl.rc_context(RC):
        fig.savefig(page, format=form, dpi=density if form == "png" else 72, metadata=metadata)
    data = page.getvalue()
    write_whole(path, standing_alone(data) if form == "svg" else data)
    return path


def save_picture(
    position: GamePosition, path: Path, title: str, caption: str = "", show: str | None = None
) -> Path:
    """Draw a position of a game; ``.svg`` or ``.png`` by the file's suffix.

    `show` is what the picture shows besides, a word of the game's `picture.SHOW`, or None.

    Raises
    ------
    UserError
        For another suffix, or what the game cannot show.
    """
    game = load(position.game)
    check_show(game, show)
    return save(game.picture.scene(position, show), path, f"{game.title}: {title}", caption)


def check_show(game: Any, show: str | None) -> None:
    """Refuse what pictures of a game cannot show besides.

    Raises
    ------
    UserError
        If there is no such thing in the game.
    """
    if show and show not in game.picture.SHOW:
        shows = " or ".join(game.picture.SHOW) or "nothing"
        raise UserError(f"--show {show}: there are no {show} in {game.typed}; it can show {shows}")
