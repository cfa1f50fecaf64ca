"""Pictures of the documentation for a dark page, made of the light ones.

A chart is turned over as a whole: paper becomes night, ink becomes light, and every colour keeps its hue. On
a picture of tiles or boards only the paper around them is, and the words on it.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Pixels = NDArray[np.float64]

BOARDS = {"tiles", "board", "farms", "island", "castle"}
"""Pictures, by name, of things that look at night as they do by day."""

DARK, LIGHT = 0.09, 0.93
"""How light paper and ink are at night; that of ordinary paper is 1."""

WORD = 1500
"""Pixels of the largest letter or mark on the paper; what is larger is a tile or a board."""


def dark(path: Path) -> bytes:
    """The dark twin of a picture, as PNG."""
    with Image.open(path) as picture:
        pixels = np.asarray(picture.convert("RGB"), dtype=np.float64) / 255
    turned = turned_over(pixels)
    if path.stem in BOARDS:
        turned = np.where(_things(pixels)[..., None], pixels, turned)
    sink = BytesIO()
    image = Image.fromarray(np.rint(255 * turned).astype(np.uint8))
    image.quantize(256, dither=Image.Dither.NONE).save(sink, "png", optimize=True)
    return sink.getvalue()


def turned_over(pixels: Pixels) -> Pixels:
    """Each pixel as light as it was dark, in its hue."""
    most, least = pixels.max(-1), pixels.min(-1)
    lightness = (most + least) / 2
    shift = (1 - lightness) - lightness
    over = np.clip(pixels + shift[..., None], 0, 1)
    return DARK + (LIGHT - DARK) * over


def _things(pixels: Pixels) -> NDArray[np.bool_]:
    """Where tiles and boards lie: connected parts that are no paper and larger than a word."""
    from scipy.ndimage import binary_fill_holes, label

    parts, _ = label(pixels.min(-1) < 0.97, np.ones((3, 3)))
    sizes = np.bincount(parts.ravel())
    sizes[0] = 0
    things: NDArray[np.bool_] = binary_fill_holes(sizes[parts] > WORD)
    return things
