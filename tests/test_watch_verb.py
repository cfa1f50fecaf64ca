"""`simulate watch`: a page of a game, opened at the turn that decided it; and moving pictures."""

from __future__ import annotations

import io
import re
import webbrowser
from pathlib import Path

import pytest
from builders import ROOT, box, one_line, run_cli, succeed
from PIL import Image

import simulate
from reports.watching.gif import LARGEST, strokes
from simulate.replays.picking import pick
from simulate.store.runs import Run

PIG = ROOT / "tests" / "own" / "pig.py"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run of games of a few tiles, which are soon looked back on."""
    folder = tmp_path_factory.mktemp("watched")
    tiles = box(folder / "few.toml", "carcassonne", D=6, B=2)
    return simulate.run("carcassonne", 8, tiles=tiles, policy="random", jobs=1, out=folder / "run")


def test_the_closest_game_is_opened_at_the_turn_that_decided_it(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    def noted(address: str) -> bool:
        opened.append(address)
        return True

    monkeypatch.setattr(webbrowser, "open", noted)
    done = run_cli("watch", run.path, "--n", 8, "--jobs", 1, cwd=folder)
    assert done.returncode == 0, done.stderr
    page = folder / "watched" / f"run-game-{pick(run, 'closest')}.html"
    (address,) = opened
    assert re.fullmatch(rf"{re.escape(page.as_uri())}#turn=\d+", address)
    text = page.read_text(encoding="utf-8")
    assert "The chance to win" in text
    assert "The moves that cost most" in text


def test_without_a_browser_the_address_is_said_and_how_sure_it_is(run: Run, folder: Path) -> None:
    done = run_cli("watch", run.path, "--game-index", 3, "--n", 8, "--no-browser", cwd=folder)
    assert "8 playouts a turn: enough to see where it turned" in done.stderr
    assert re.search(r"^file:///.*watched/run-game-3\.html#turn=\d+$", done.stderr, re.MULTILINE)
    assert len(done.stdout.splitlines()) == 1


def test_a_record_is_watched_too(run: Run, folder: Path) -> None:
    succeed("replay", run.path, "--game-index", 3, "--as", "json", "--out", "game.json", cwd=folder)
    tiles = "--tiles", run.path.parent / "few.toml"
    succeed("watch", "game.json", *tiles, "--n", 8, "--no-browser", "--out", "game.html", cwd=folder)
    page = Path("game.html").read_text(encoding="utf-8")
    assert "<h1>Carcassonne, game.json</h1>" in page
    assert "policy" not in page.split("<main>")[0].split("<body>")[1], "nobody knows who played"


def test_a_game_is_played_first(folder: Path) -> None:
    done = run_cli("watch", PIG, "--n", 8, "--jobs", 1, "--no-browser", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert len(list((folder / "runs").iterdir())) == 1
    assert len(list((folder / "watched").glob("*.html"))) == 1


def test_a_record_of_a_game_in_plain_python_is_watched_with_its_file(folder: Path) -> None:
    succeed("--game", PIG, "--n", 4, "--out", "pigs", cwd=folder)
    succeed("replay", "pigs", "--game-index", 1, "--as", "json", "--out", "pig.json", cwd=folder)
    succeed("watch", "pig.json", "--game", PIG, "--n", 8, "--no-browser", cwd=folder)
    assert (folder / "watched" / "pig.html").exists()


def test_what_is_no_run_game_or_file_is_refused(folder: Path) -> None:
    said = one_line(run_cli("watch", "cattan", "--no-browser", cwd=folder))
    assert said.startswith("cattan: no run, game or file; games are ")
    assert "Did you mean 'catan'?" in said


@pytest.mark.parametrize("verb", [("replay",), ("review", "--n", "8"), ("watch", "--n", "8")])
def test_a_moving_picture_shows_turns_and_ends_with_the_result(
    run: Run, folder: Path, verb: tuple[str, ...]
) -> None:
    succeed(*verb, run.path, "--game-index", 3, "--out", "game.gif", cwd=folder)
    data = Path("game.gif").read_bytes()
    assert len(data) < LARGEST
    picture = Image.open(io.BytesIO(data))
    assert getattr(picture, "n_frames", 1) >= 3
    assert picture.size[0] in (640, 480, 360)
    assert picture.info["loop"] == 0


def test_outlines_become_lines() -> None:
    ring, box_ = "M0 0a10 10 0 1 0 20 0a10 10 0 1 0 -20 0z", "M0 0h10v-5"
    (circle,) = strokes(ring)
    assert circle[12] == pytest.approx((20.0, 0.0))
    assert circle[24] == pytest.approx((0.0, 0.0))
    assert all((x - 10) ** 2 + y**2 == pytest.approx(100) for x, y in circle)
    assert list(strokes(box_)) == [[(0.0, 0.0), (10.0, 0.0), (10.0, -5.0)]]
