"""What holds for the pictures of all games: whole on the page, small, the same every time, well-formed."""

from __future__ import annotations

import functools
import random
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from drawn import SCENES
from matplotlib.backends.backend_agg import FigureCanvasAgg, RendererAgg
from matplotlib.figure import Figure

import reports.boards
from reports.boards.canvas import Canvas, Paint
from reports.boards.page import Scene, draw, save
from reports.boards.symbols import symbol, varied
from reports.pictures.fonts import measure, wrap
from rules.errors import UserError
from rules.games import OWN, load

SVG = "{http://www.w3.org/2000/svg}"
FOLDER = Path(reports.boards.__file__).parent
SHEETS = sorted(path.parent.name for path in FOLDER.glob("*/symbols.svg"))
TITLE, CAPTION = "Game 3 <the end> & $5: a title that is long " * 6, "Two lines\nof caption that is long " * 9

EMPTY = Scene(300.0, 100.0, lambda page, left, top: None)

every_scene = pytest.mark.parametrize("name", SCENES)


@functools.cache
def page(name: str) -> tuple[Figure, RendererAgg]:
    """A drawn scene, and what measures its words."""
    figure = draw(SCENES[name](), TITLE, CAPTION)
    return figure, FigureCanvasAgg(figure).get_renderer()


@every_scene
def test_nothing_leaves_the_page(name: str) -> None:
    figure, renderer = page(name)
    axes, sheet = figure.axes[0], figure.bbox
    for text in axes.texts:
        inside = text.get_window_extent(renderer)
        assert sheet.x0 + 4 < inside.x0 < inside.x1 < sheet.x1 - 4, text.get_text()
        assert sheet.y0 + 4 < inside.y0 < inside.y1 < sheet.y1 - 4, text.get_text()
    width, height = figure.get_size_inches() * 72
    assert len(axes.patches) > 20
    for patch in axes.patches:
        (west, south), (east, north) = patch.get_path().get_extents().get_points()
        assert 4 < west <= east < width - 4
        assert 4 < south <= north < height - 4


@pytest.mark.parametrize("name", [name for name in SCENES if "catan" not in name])
def test_no_line_of_text_covers_another(name: str) -> None:
    figure, renderer = page(name)
    boxes = np.array([t.get_window_extent(renderer).padded(-1.5).extents for t in figure.axes[0].texts])
    low, high = boxes[:, :2], boxes[:, 2:]
    overlap = ((low[:, None] < high[None]) & (high[:, None] > low[None])).all(axis=2)
    assert overlap.sum() == len(boxes)  # each only itself


@every_scene
def test_shapes_are_gathered_by_paint(name: str) -> None:
    """A few hundred paths at most, not many thousand."""
    assert len(page(name)[0].axes[0].patches) < 450


@every_scene
def test_the_svg_is_well_formed_vector_only_titled_and_small(tmp_path: Path, name: str) -> None:
    text = save(SCENES[name](), tmp_path / "board.svg", TITLE, CAPTION).read_text()
    assert ET.fromstring(text).findtext(SVG + "title") == TITLE
    assert "<image" not in text
    assert "@font-face" in text  # its words were measured in these letters
    assert len(text) < 1_300_000


@pytest.mark.parametrize("suffix", ["svg", "png"])
@pytest.mark.parametrize("name", ["starwars", "catan", "castle"])
def test_the_same_scene_gives_the_same_bytes(
    tmp_path: Path, name: str, suffix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reports.boards.page.DENSITY", 50.0)  # to be soon painted
    one, two = (save(SCENES[name](), tmp_path / f"{n}.{suffix}", "A board").read_bytes() for n in (1, 2))
    assert one == two


def test_unknown_suffix_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"board\.gif.*\.png or \.svg"):
        save(EMPTY, tmp_path / "board.gif")
    assert list(tmp_path.iterdir()) == []


def test_a_line_that_is_too_long_is_broken_at_spaces_and_at_its_own_ends() -> None:
    lines = wrap("one two three\nfour", measure("one two", 10), 10)
    assert lines == ["one two", "three", "four"]


@pytest.mark.parametrize("game", OWN)
def test_each_game_has_a_scene(game: str) -> None:
    assert callable(load(game).picture.scene)
    assert set(load(game).picture.SHOW) <= {"farms", "ids"}


def test_a_game_without_pictures_says_so() -> None:
    with pytest.raises(UserError, match=r"no pictures of plain; `simulate replay` tells"):
        assert replace(load("catan"), name="plain", package="rules").picture


# --- sheets of symbols


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_symbol_of_a_sheet_is_drawn_and_shown_once_in_it(sheet: str) -> None:
    root = ET.parse(FOLDER / sheet / "symbols.svg").getroot()
    names = [element.attrib["id"] for element in root.iter(SVG + "symbol")]
    shown = [element.attrib["href"].removeprefix("#") for element in root.findall(SVG + "use")]
    assert shown == names == list(dict.fromkeys(names))
    for name in names:
        assert sum(len(paths) for _, paths in symbol(f"{sheet}/{name}")) > 0


def test_what_comes_later_in_a_symbol_covers_what_comes_before() -> None:
    levels = [paint.level for paint, _ in symbol("catan/forest")]
    assert levels == sorted(levels)
    assert len({level for level in levels if level > 0}) > 10


def test_the_painter_chooses_the_colours_of_a_symbol() -> None:
    assert {paint.fill for paint, _ in symbol("carcassonne/house")} >= {"#b9502f"}
    roofs = {paint.fill for paint, _ in symbol("carcassonne/house", roof="#123456")}
    assert "#123456" in roofs
    assert "#b9502f" not in roofs


def test_things_that_vary_differ_in_height_and_in_nothing_else() -> None:
    plain, other = (
        np.vstack([p.vertices for _, paths in canvas for p in paths])
        for canvas in (symbol("catan/forest"), varied("catan/forest", random.Random(1)))
    )
    assert np.allclose(plain[:, 0], other[:, 0])
    assert not np.allclose(plain[:, 1], other[:, 1])
    assert np.abs(plain - other).max() < 0.05


def test_a_stamp_is_moved_sized_turned_and_raised() -> None:
    canvas, thing = Canvas(), Canvas()
    thing.line(Paint(1.0, None, "#000000", 0.1), [(0, 0), (1, 2)])
    thing.line(Paint(2.0, None, "#000000", 0.1, scales=True), [(0, 0), (0, 1)])
    canvas.stamp(thing, (10, 20), size=(2, 3), level=5, rotation=1, lines=7)
    (kept, (one,)), (scaled, (two,)) = canvas
    assert np.allclose(one.vertices, [(10, 20), (16, 18)])
    assert np.allclose(two.vertices, [(10, 20), (13, 20)])
    assert (kept.level, scaled.level) == (6, 7)
    assert (kept.width, scaled.width) == pytest.approx((0.7, 0.3))
