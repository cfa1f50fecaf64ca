"""Asks forty questions and keeps what is answered, to see what a change of the code changes in the answers.

    python tests/answers.py FOLDER                # ask all that FOLDER does not hold yet
    python tests/answers.py FOLDER --against OLD  # ask, and print what differs from the answers in OLD

Of each question the standard output, `findings.json` and the tables are kept. Games are few: what is compared
is one version of the program with another, and every number must be the same or be explained.
"""

from __future__ import annotations

import difflib
import shlex
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from builders import run_program

from simulate.io.console import note, say_whole

QUESTIONS = {
    "compare-robber": "compare -g catan --rule robber=false -n 400",
    "compare-deck": "compare -g catan --rule dice=deck36 -n 300 --tables all,progress",
    "compare-points": "compare -g catan --rule points_to_win=9 --pace 60 --measure minutes -n 200",
    "compare-trade": "compare -g catan --rule trade=none --players 3,4 -n 300",
    "compare-until": "compare -g catan --rule robber=false --until turns=6 -n 2000",
    "compare-decided": "compare -g starwars --rule dice_cap=1 --until decided --measure battles -n 4000",
    "compare-adapt": "compare -g castle --rule actions=3 --adapt --tunings 2 -n 200",
    "compare-strength": "compare -g castle --rule stock=2 --strength random,heuristic -n 400",
    "compare-panel": "compare -g starwars --rule dice_cap=4 --panel heuristic,greedy,random -n 400",
    "compare-farms": "compare -g carcassonne --rule farm_points=4 -n 400",
    "compare-edition": "compare -g carcassonne --preset no_farmers --players 2-3 -n 400",
    "compare-sides": "compare -g carcassonne --a farm_points=3 --b farm_points=4 --rule river=true -n 300",
    "compare-pieces": "compare -g starwars --rule dice_cap=1 --tables all,placements -n 400",
    "compare-team": "compare -g starwars --preset team --rule colours=black,red,white,green -n 99",
    "compare-unlike": "compare -g castle --rule stock=2 --policy heuristic,greedy,greedy,greedy -n 400",
    "compare-same": "compare -g carcassonne --rule river=true --rule river_turn=none -n 100",
    "compare-own": "compare -g catan --rule city_ore=2 --measure {own}:quick -n 300",
    "compare-counts": "compare -g castle --rule actions=3 --players 2-4 -n 300",
    "sweep-target": "sweep -g catan --rule points_to_win=8..10 --target turns=60 --measure turns -n 200",
    "sweep-meeples": "sweep -g carcassonne --rule meeples=5..7 --measure score -n 200",
    "sweep-dice": "sweep -g starwars --rule dice_cap=1..3 -n 200",
    "sweep-two": "sweep -g castle --rule actions=2..3 --rule stock=2,4 --target turns=30 -n 200",
    "sweep-strength": "sweep -g castle --rule actions=1..3 --target turns=60 --strength greedy,novice -n 99",
    "sweep-until": "sweep -g castle --rule actions=1..3 --measure turns --until turns=4 -n 1000",
    "study-arm": "study {one}",
    "study-arms": "study {several}",
    "study-box": "study {box}",
    "study-panel": "study seats -g starwars -p 2 --panel heuristic,greedy -n 200",
    "study-strength": "study {one} --strength random,heuristic",
    "study-adapt": "study {one} --adapt --tunings 2 -n 100",
    "study-seats": "study seats -g carcassonne -p 2,3 -n 200",
    "study-seats-rule": "study seats -g catan --rule robber=false -n 100",
    "study-players": "study players -g castle -p 2,3 -n 200",
    "study-policies": "study policies -g starwars -p 2 -n 200",
    "study-claims": "study claims -g castle -p 2,3 -n 200",
    "study-battles": "study battles -p 2 -n 200",
    "study-farmers": "study farmers -p 2 -n 200",
    "study-numbers": "study numbers -p 3 -n 200",
    "study-castle": "study castle -p 2,3 -n 100",
    "run-seats": "-g starwars -n 500 --seed 3",
}

FILES = {
    "own": (
        "own.py",
        'def quick(games):\n    """The share of quick games."""\n    return games.turns < 60\n\n\n'
        'quick.margin = "5pp"\n',
    ),
    "one": (
        "one.toml",
        'title = "Four dice"\nquestion = "What do four dice change?"\ngame = "starwars"\ngames = 200\n'
        '[[arms]]\nname = "four dice"\nrules = { dice_cap = 4 }\n',
    ),
    "several": (
        "several.toml",
        'title = "Dice"\nquestion = "What do dice change?"\ngame = "starwars"\ngames = 200\n'
        "players = [2, 3]\naxes = { dice_cap = [1, 4], tied_roll_points = [0, 1] }\n",
    ),
    "box": (
        "box.toml",
        'title = "Roads"\nquestion = "And with fewer crossroads?"\ngame = "carcassonne"\ngames = 200\n'
        '[[arms]]\nname = "no crossroads"\ncounts = { X = 0 }\n'
        '[[variations]]\nname = "old"\npreset = "old"\n',
    ),
}
"""What some questions read: a measure of one's own, and studies."""

KEPT = ("findings.json", "tables/*.csv")


def answer(name: str, folder: Path) -> None:
    """Ask a question in a folder of its own, and keep what was answered."""
    kept = folder / name
    if (kept / "stdout").exists():
        return
    with tempfile.TemporaryDirectory() as work:
        for path, text in FILES.values():
            (Path(work) / path).write_text(text)
        words = QUESTIONS[name].format(**{key: path for key, (path, _) in FILES.items()})
        done = run_program(*shlex.split(words), cwd=Path(work), COLUMNS="110")
        kept.mkdir(parents=True, exist_ok=True)
        for pattern in KEPT:
            for file in Path(work).glob(f"*/*/{pattern}"):
                (kept / file.name).write_bytes(file.read_bytes())
        (kept / "stderr").write_text(done.stderr)
        (kept / "stdout").write_text(f"exit code {done.returncode}\n{done.stdout}")


def differences(old: Path, new: Path) -> Iterator[str]:
    """What was answered otherwise, line by line."""
    for name in QUESTIONS:
        files = {file.name for folder in (old, new) for file in (folder / name).iterdir()} - {"stderr"}
        for file in sorted(files):
            before, after = (
                (folder / name / file).read_text().splitlines() if (folder / name / file).exists() else []
                for folder in (old, new)
            )
            yield from difflib.unified_diff(
                before, after, f"{old.name}/{name}/{file}", f"{new.name}/{name}/{file}", lineterm="", n=0
            )


def main() -> None:
    """Ask, and say what differs."""
    folder, *rest = sys.argv[1:]
    for name in QUESTIONS:
        note(name)
        answer(name, Path(folder))
    if rest[:1] == ["--against"]:
        for line in differences(Path(rest[1]), Path(folder)):
            say_whole(line)


if __name__ == "__main__":
    main()
