"""Everything that can be looked at, made anew: studies, a comparison, a sweep, four games to watch, an index.

    python -m reports.answers.gallery [GAMES]

writes to `reports/out`, by the program itself; `index.html` leads to all of it. GAMES a setting make a quick
look.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from analyses.measures.summary import summarise
from reports.pages.page import fill
from reports.runs.report import who_wins
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


@dataclass(frozen=True)
class Card:
    """What the index says of a page."""

    link: str
    question: str
    answer: Finding


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
    return Card(f"{folder}/report.html", found["question"], answer)


def answer_of(run: Path) -> Finding:
    """Who wins in a run."""
    return who_wins(summarise(open_run(run)))


def watched(game: str, games: int | None) -> list[Card]:
    """A run of a game: its report, and its closest game to watch."""
    run = f"runs/{game}"
    simulate("--game", game, "--n", str(games or 20_000), "--out", run)
    simulate("report", run, "--out", f"{game}.html", "--force")
    page = f"watch-{game}.html"
    simulate("review", run, "--game-index", "closest", "--n", PLAYOUTS, "--out", page, "--force")
    title, watch = load(game).title, "To be watched turn by turn, with the chance to win."
    return [
        Card(f"{game}.html", f"{title}: who wins?", answer_of(OUT / run)),
        Card(page, f"{title}: the closest game of {games or 20_000:,}", Finding(watch, "", {}, "")),
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
