"""Games on the site: one of each game to watch, and a board that moves by itself."""

from __future__ import annotations

import json
import re
import tempfile
from pathlib import Path

from builders import run_program

from reports.pictures.style import variables
from rules.games import OWN

RUN = 60
"""Games, of which the closest is shown."""

MOVING = "catan"
"""The game whose board moves on the first page."""

PAGE = Path(__file__).with_name("site_board.html")
"""The page of the board that moves, with places for its colours, the board, and what is seen of it."""


def write_games(folder: Path) -> None:
    """Play a game of each kind and write its page, and the board that moves, into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        here = Path(name)
        for game in OWN:
            page = folder / f"{game}.html"
            for words in (
                ("--game", game, "--n", RUN, "--out", game),
                ("replay", game, "--game-index", "closest", "--out", f"{game}.html"),
            ):
                done = run_program(*words, cwd=here)
                if done.returncode:
                    raise RuntimeError(done.stderr)
            page.write_bytes((here / f"{game}.html").read_bytes())
    text = (folder / f"{MOVING}.html").read_text(encoding="utf-8")
    (folder / "board.html").write_text(moving(text), encoding="utf-8")


def moving(page: str) -> str:
    """The board of a game to watch, alone, moving."""
    board = re.search(r'<svg id="board".*?</svg>', page, re.S)
    data = re.search(r'<script[^>]*id="data"[^>]*>(.*?)</script>', page, re.S)
    assert board is not None
    assert data is not None
    known = json.loads(data[1])
    windows = [known["windows"][n] for n in known["window"]]
    text = PAGE.read_text(encoding="utf-8").replace("/* colours */", variables())
    text = text.replace("/* windows */", json.dumps(windows, separators=(",", ":")))
    return text.replace("<!-- board -->", board[0])
