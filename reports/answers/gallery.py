"""Everything that can be looked at, made anew: studies, a comparison, a sweep, four games to watch, an index.

    python -m reports.answers.gallery [GAMES]

writes to `reports/out`, by the program itself; `index.html` leads to all of it. GAMES a setting make a quick
look.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from base64 import b64encode
from dataclasses import dataclass
from html import escape
from io import BytesIO
from pathlib import Path

from PIL import Image

from reports.pages.page import fill
from reports.pictures.thumbnail import thumbnail
from reports.runs.answer import answer_of as run_answer
from reports.words.findings import Finding, unmarked
from rules.games import OWN, load
from simulate.io.console import note
from simulate.store.runs import load as open_run

OUT = Path(__file__).parents[1] / "out"


STUDIES = {
    "farmers": "study farmers",
    "numbers": "study numbers",
    "castle": "study castle",
    "battles": "study battles",
    "houserules": "study houserules --game catan",
    "claims": "study claims --game catan",
    "seats": "study seats --game carcassonne",
    "players": "study players --game castle",
    "policies": "study policies --game starwars",
}
"""Pages, by the folders that they go to and the words that make them."""

QUESTIONS = {
    "no-robber": "compare --game catan --rule robber=false --players 3,4",
    "how-many-points": "sweep --game catan --rule points_to_win=8..12 --target turns=60",
}
"""The same of a comparison and a sweep."""

PLAYOUTS = "200"
"""A turn of a game to watch."""


BOARD = 480, 270
"""Pixels of the picture of a board, at most."""


@dataclass(frozen=True)
class Card:
    """What the index says and shows of a page."""

    link: str
    question: str
    answer: Finding
    game: str = ""
    """The title of the game that it is about, if it is one."""
    picture: str = ""
    """Its chart or board, as an element."""

    @property
    def place(self) -> str:
        """The address of the card."""
        return re.sub(r"\W+", "-", self.link.removesuffix(".html").removesuffix("/report"))


def simulate(*words: str) -> None:
    """The program with these words, in the folder of the gallery; it stops if that fails."""
    note(f"simulate {' '.join(words)}")
    program = Path(sys.executable).with_name("simulate")
    subprocess.run([program, *words], cwd=OUT, check=True, stdout=subprocess.DEVNULL)


def card_of(folder: str, words: str, games: int | None) -> Card:
    """A study, comparison or sweep, and its answer."""
    simulate(*words.split(), "--out", folder, *(["--n", str(games)] if games else []))
    found = json.loads((OUT / folder / "findings.json").read_text(encoding="utf-8"))
    answer = Finding(unmarked(found["answer"]), found["sure"], {}, "")
    title = load(found["game"]).title
    return Card(f"{folder}/report.html", found["question"], answer, title, thumbnail(found["chart"]))


def answer_of(run: Path) -> tuple[Finding, str]:
    """Who wins in a run, in words and as a picture."""
    answer = run_answer(open_run(run))
    return answer.finding, thumbnail(answer.chart)


def board_of(picture: Path, title: str) -> str:
    """The picture of a board, small, as an element."""
    with Image.open(picture) as board:
        board.thumbnail(BOARD)
        sink = BytesIO()
        board.convert("RGB").save(sink, "webp", quality=80)
    data = b64encode(sink.getvalue()).decode()
    return f'<img class="small" alt="The board of {escape(title)}" src="data:image/webp;base64,{data}">'


def watched(game: str, games: int | None) -> list[Card]:
    """A run of a game: its report, and its closest game to watch."""
    run = f"runs/{game}"
    simulate("--game", game, "--n", str(games or 20_000), "--out", run)
    simulate("report", run, "--out", f"{game}.html", "--force")
    page = f"watch-{game}.html"
    simulate("review", run, "--game-index", "closest", "--n", PLAYOUTS, "--out", page, "--force")
    picture = f"board-{game}.png"
    simulate("replay", run, "--game-index", "closest", "--out", picture, "--force")
    title, watch = load(game).title, "To be watched turn by turn, with the chance to win."
    finding, wins = answer_of(OUT / run)
    board, closest = board_of(OUT / picture, title), f"{title}: the closest game of {games or 20_000:,}"
    return [
        Card(f"{game}.html", f"{title}: who wins?", finding, title, wins),
        Card(page, closest, Finding(watch, "", {}, ""), title, board),
    ]


def main() -> None:
    """Make everything."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else None
    OUT.mkdir(exist_ok=True)
    begun = time.monotonic()
    groups = {
        "Questions": [card_of(*page, games) for page in QUESTIONS.items()],
        "Studies": [card_of(*page, games) for page in STUDIES.items()],
        "Games": [card for game in OWN for card in watched(game, games)],
    }
    (OUT / "index.html").write_text(fill("index.html", groups=groups), encoding="utf-8")
    note(f"{OUT / 'index.html'}: {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main()
