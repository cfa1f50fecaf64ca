"""Colours of series are told apart by everybody, and show on paper and on a dark screen."""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pytest

from reports.pictures.plots import COLOURS, MARKERS, PLAYER_COLOURS, drawn, sourced
from reports.pictures.style import BAND, PAPER, SEAT_LINES, SERIES, STRIPE, THEME, following
from simulate.io.files import Rows

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Numbers = npt.NDArray[np.float64]

SEEN = {
    "all colours": np.eye(3),
    "deutan": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "protan": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
}
"""What an eye makes of linear red, green and blue (Machado, Oliveira and Fernandes 2009, severity 1)."""

XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.119192, 0.9503041]]
)

APART = 25.0
"""Distance in CIELAB (CIEDE2000) from which colours are plainly different."""


def linear(colour: str) -> Numbers:
    """Red, green and blue of ``#rrggbb`` in proportion to light."""
    part = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def lab(light: Numbers) -> Numbers:
    """CIELAB under daylight (D65)."""
    xyz = XYZ @ np.clip(light, 0, 1) / np.array([0.95047, 1.0, 1.08883])
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def distance(one: Numbers, other: Numbers) -> float:
    """CIEDE2000 (Sharma, Wu and Dalal 2005)."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    g = 0.5 * (1 - np.sqrt(mean**7 / (mean**7 + 25**7)))
    c1, c2 = np.hypot((1 + g) * a1, b1), np.hypot((1 + g) * a2, b2)
    h1, h2 = (np.degrees(np.arctan2(b, (1 + g) * a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    hue = h1 + h2 if c1 * c2 == 0 else (h1 + turn / 2) % 360
    big_h = 2 * np.sqrt(c1 * c2) * np.sin(np.radians(turn) / 2)
    lm, cm = (l1 + l2) / 2, (c1 + c2) / 2
    t = (
        1
        - 0.17 * np.cos(np.radians(hue - 30))
        + 0.24 * np.cos(np.radians(2 * hue))
        + 0.32 * np.cos(np.radians(3 * hue + 6))
        - 0.2 * np.cos(np.radians(4 * hue - 63))
    )
    sl = 1 + 0.015 * (lm - 50) ** 2 / np.sqrt(20 + (lm - 50) ** 2)
    sc, sh = 1 + 0.045 * cm, 1 + 0.015 * cm * t
    theta = 30 * np.exp(-(((hue - 275) / 25) ** 2))
    rt = -2 * np.sqrt(cm**7 / (cm**7 + 25**7)) * np.sin(np.radians(2 * theta))
    dl, dc, dh = (l2 - l1) / sl, (c2 - c1) / sc, big_h / sh
    return float(np.sqrt(dl**2 + dc**2 + dh**2 + rt * dc * dh))


def contrast(colour: str, paper: str = PAPER) -> float:
    """The contrast of two colours (WCAG 2.1)."""
    bright, dark = sorted((float((XYZ @ linear(c))[1]) + 0.05 for c in (colour, paper)), reverse=True)
    return bright / dark


def test_the_distance_is_that_of_the_published_examples() -> None:
    """Pairs 1, 7 and 17 of the test data of Sharma, Wu and Dalal."""
    for one, other, known in (
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
    ):
        assert distance(np.array(one), np.array(other)) == pytest.approx(known, abs=1e-3)


MODES = pytest.mark.parametrize("mode", [0, 1], ids=["light", "dark"])


@MODES
@pytest.mark.parametrize("eye", SEEN)
def test_series_and_numbers_of_players_differ_for_every_eye(eye: str, mode: int) -> None:
    colours = [both[mode] for both in SERIES.values()]
    assert set(COLOURS) == set(PLAYER_COLOURS.values()) == {light for light, _ in SERIES.values()}
    for one, other in combinations(colours, 2):
        seen = (lab(SEEN[eye] @ linear(colour)) for colour in (one, other))
        assert distance(*seen) >= APART, (one, other)


def test_every_series_has_a_colour_and_shape_of_its_own() -> None:
    assert len(set(zip(COLOURS, MARKERS, strict=True))) == len(COLOURS)


@MODES
def test_lines_and_text_show_on_paper_and_on_a_dark_screen(mode: int) -> None:
    """Series and seats have their names in their colours, so these are text as well (WCAG 2.1: 4.5:1)."""
    colours = {name: both[mode] for name, both in THEME.items()}
    for name in ("ink", "quiet", "accent", "sure", "likely", *SERIES, *(f"seat-{n}" for n in SEAT_LINES)):
        assert contrast(colours[name], colours["paper"]) >= 4.5, name
    for ground in ("tint", "band", "stripe", "felt"):
        for name in ("ink", "quiet"):
            assert contrast(colours[name], colours[ground]) >= 4.5, (name, ground)
        for name in ("accent", *SERIES):
            assert contrast(colours[name], colours[ground]) >= 3.0, (name, ground)


def test_every_colour_of_a_figure_follows_its_page() -> None:
    """What is drawn in our colours has a variable in place of each, with the light one behind it."""

    def draw(page: Figure) -> Rows:
        axes = page.add_subplot()
        for colour in (*COLOURS, *(light for light, _ in SEAT_LINES.values())):
            axes.plot([0, 1], [0, 1], "o-", color=colour)
        axes.axvspan(0, 1, color=BAND)
        axes.axhspan(0, 1, color=STRIPE)
        return []

    with sourced("a game"):
        text = following(drawn(draw, "A title", "and a caption", "svg")[0].decode())
    assert {name for name in THEME if f"var(--{name}, " in text} >= {"ink", "quiet", "paper", "band", *SERIES}
    alone = re.sub(r"var\(--[-a-z]+, #[0-9a-f]{6}\)", "", text)
    assert re.findall(r"(?:fill|stroke): *(#[0-9a-f]{6})", alone) == []


def test_every_light_colour_has_one_name() -> None:
    lights = [light for name, (light, _) in THEME.items() if not name.startswith("seat-")]
    assert len(lights) == len(set(lights))
