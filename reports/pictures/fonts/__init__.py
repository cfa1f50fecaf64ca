"""The one family of type of all pages and pictures: Inter, under the SIL Open Font License (`OFL.txt`).

The files hold the letters, numbers and marks that we write, made from Inter 4.001 by fontTools:
``pyftsubset Inter_400Regular.ttf --layout-features=kern,tnum,lnum,mark,mkmk,ccmp,locl --no-hinting``.
Matplotlib reads TrueType, browsers the same letters as WOFF2.
"""

from __future__ import annotations

from base64 import b64encode
from functools import cache, lru_cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.font_manager import FontProperties

FAMILY = "Inter"

FAMILIES = (FAMILY, "DejaVu Sans")
"""For matplotlib: what the first has no letter for, the second has."""

WEIGHTS = {"Regular": 400, "Bold": 700}

FOLDER = Path(__file__).parent


@cache
def register() -> None:
    """Tell matplotlib of the fonts, once."""
    from matplotlib.font_manager import fontManager

    for name in WEIGHTS:
        fontManager.addfont(FOLDER / f"{FAMILY}-{name}.ttf")


def lettered(bold: bool = False, size: float = 10.0) -> FontProperties:
    """Letters for a picture, `size` points high."""
    from matplotlib.font_manager import FontProperties

    register()
    return FontProperties(family=FAMILIES, weight="bold" if bold else "normal", size=size)


@lru_cache(maxsize=10_000)  # a page writes the same words again and again
def measure(text: str, size: float, bold: bool = False) -> float:
    """Width of a line of text, in points."""
    from matplotlib.textpath import text_to_path

    return float(text_to_path.get_text_width_height_descent(text, lettered(bold, size), False)[0])


def wrap(text: str, width: float, size: float, bold: bool = False) -> list[str]:
    """The text in lines no wider than `width` points, broken at plain spaces and at its own line ends."""
    lines: list[str] = []
    for paragraph in text.splitlines():
        line, wide = "", 0.0
        for word in filter(None, paragraph.split(" ")):
            added = measure(f" {word}" if line else word, size, bold)  # widths add up at spaces
            if line and wide + added > width:
                lines.append(line)
                line, wide = word, measure(word, size, bold)
            else:
                line, wide = f"{line} {word}".lstrip(), wide + added
        lines.append(line)
    return lines


def standing_alone(svg: bytes, title: str = "") -> bytes:
    """An SVG for a file: with the fonts that its words were measured in, and a title if it has none."""
    title_element = f"<title>{escape(title)}</title>" if title else ""
    return svg.replace(b"<defs>", f"{title_element}<defs><style>{face()}</style>".encode(), 1)


@cache
def face() -> str:
    """The rules of a style sheet that bring the fonts with them."""
    return "\n".join(
        f'@font-face {{ font-family: "{FAMILY}"; font-weight: {weight}; src: url(data:font/woff2;base64,'
        f"{b64encode((FOLDER / f'{FAMILY}-{name}.woff2').read_bytes()).decode()}) "
        'format("woff2"); }'
        for name, weight in WEIGHTS.items()
    )
