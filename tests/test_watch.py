"""The page to watch a game: one file that is whole, small and right, and can be stepped through."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from browser import CHROMIUM, Tab
from builders import box, one_line, run_cli, succeed, volume

import reports.watching.watch
import simulate
from reports.boards.canvas import Paint
from reports.boards.film import Film
from reports.boards.page import Page, Seat, Window
from reports.watching.filming import END, filmed
from reports.watching.watch import watch_page
from rules.games import OWN, load
from rules.position import GamePosition
from simulate.replays.picking import pick
from simulate.replays.replay import Replayer, replay
from simulate.store.runs import Run

LIMIT = 3_000_000
"""Bytes of a page."""


@pytest.fixture(scope="module", params=OWN)
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A small run of each game."""
    out = tmp_path_factory.mktemp("watch") / request.param
    return simulate.run(request.param, volume(6, 2), policy="greedy", first_game=3, out=out, jobs=1)


@pytest.fixture(scope="module")
def brief(run: Run) -> Run:
    """Games that are cut short, or played with few tiles."""
    game, out = run.plan.game, run.path.with_name("brief")
    if game in ("catan", "castle"):
        return run.vary({"max_turns": 12}, jobs=1, out=out)
    few = {"start": 1, "planet_hoth": 2, "route_straight": 4} if game == "starwars" else {"D": 6, "B": 2}
    tiles = box(run.path.with_name("few.toml"), game, **few)
    return simulate.run(game, 2, policy="greedy", tiles=tiles, first_game=3, jobs=1, out=out)


@pytest.fixture(scope="module")
def team(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, list[int]]:
    """The page of a short game that one team wins, and the scores of the seats."""
    folder = tmp_path_factory.mktemp("team")
    tiles = box(folder / "few.toml", "starwars", start=1, planet_hoth=4, field_4=2, route_straight=4)
    run = simulate.run("starwars", 8, preset="team", policy="random", tiles=tiles, jobs=1, out=folder / "run")
    game = int(run.games.query("margin > 0")["game"].iloc[0])
    page = watch_page(run.plan, replay(run, game), 0, "")
    return page, run.rows("seats", game)["score"].tolist()


@pytest.fixture(scope="module")
def watched(run: Run) -> tuple[str, Any]:
    """The page of the first game, and the moments, films and winners that it was made of."""
    out, made = run.path.parent / f"{run.path.name}.html", []

    def noted(*given: Any) -> Any:
        made.append(filmed(*given))
        return made[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reports.watching.watch, "filmed", noted)
        succeed("replay", run.path, "--game-index", "3", "--out", out, cwd=run.path.parent)
    return out.read_text(encoding="utf-8"), made[0]


@pytest.fixture
def page(watched: tuple[str, Any]) -> str:
    """The page of the first game."""
    return watched[0]


@pytest.fixture
def data(page: str) -> dict[str, Any]:
    """What the page's script reads."""
    return json.loads(page.split('id="data">')[1].split("</script>")[0])


# --- the file


def test_page_is_one_small_file_that_asks_for_nothing(page: str) -> None:
    assert len(page.encode()) < LIMIT
    rest = page.replace("http://www.w3.org/2000/svg", "")
    asks = r"https?:|//\w+\.\w|<link|<img|<iframe|@import|url\((?!data:)| src=| style=| on\w+="
    assert not re.search(asks, rest)


def test_what_a_golden_rim_means_is_told(page: str) -> None:
    assert "A golden rim marks what was placed last." in page


def test_a_game_of_a_package_has_the_page_that_its_scene_draws(
    folder: Path, pig: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What docs/adding-a-game.md asks of it is enough, and no rim is told of that it does not draw."""

    def board(position: GamePosition) -> Callable[[Page], Window]:
        def draw(page: Page) -> Window:
            page.write((0.0, 0.0), f"{position['at_stake']} at stake")
            return -10.0, -10.0, 100.0, 20.0

        return draw

    game = load("pig")
    scene = SimpleNamespace(
        board=board,
        seats=lambda position: [Seat("red", [("a die", "")]), Seat("blue", [])],
        common=lambda position: [("the bank", "")],
    )
    monkeypatch.setitem(vars(game), "picture", scene)
    run = simulate.run("pig", 1, policy="greedy", jobs=1)
    succeed("review", run.path, "--game-index", "0", "--n", "8", "--out", "seen.html", cwd=folder)
    page = (folder / "seen.html").read_text(encoding="utf-8")
    assert all(words in page for words in ("seat 1 (red)", "a die", "the bank", "at stake"))
    for name in ("red", "blue"):
        assert len(re.findall(rf"<text[^>]*>{name}<", page)) == 1, (
            "the chance of each has a line with its name"
        )
    assert "golden rim" not in page


@pytest.mark.parametrize(("game", "err"), [("catan", True), ("castle", False)])
def test_a_page_with_chances_says_where_others_err(folder: Path, game: str, err: bool) -> None:
    run = simulate.run(game, 1, players=3, policy="random", jobs=1, rules={"max_turns": 6})
    succeed("review", run.path, "--game-index", "0", "--n", "8", "--out", "seen.html", cwd=folder)
    page = (folder / "seen.html").read_text(encoding="utf-8")
    assert ("Who plays on: random. In the set-up players who go by weights" in page) == err


def test_partners_of_a_team_share_one_line_and_its_name(team: tuple[str, list[int]]) -> None:
    """They have the same points: of two lines one would lie hidden under the other."""
    page, (one, other, *_) = team
    named = re.findall(r'<text x="6"[^>]*>([^<]*)</text>', page)
    assert named == [f"team 1+3 {one}", f"team 2+4 {other}"]


def test_page_allows_its_own_style_and_script_and_nothing_else(page: str) -> None:
    policy = page.split('http-equiv="Content-Security-Policy" content="')[1].split('"')[0]
    allowed = ["default-src 'none'"]
    for tag in ("style", "script"):
        text = page.split(f"<{tag}>")[1].split(f"</{tag}>")[0]
        allowed.append(f"{tag}-src 'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'")
    assert unescape(policy).split("; ")[:3] == allowed


def test_every_control_has_a_name(page: str) -> None:
    for tag in re.findall(r"<(?:button|input)[^>]*>", page):
        assert 'aria-label="' in tag, tag
    assert re.search(r"<label>speed <select", page)
    assert ":focus-visible" in page
    assert "prefers-color-scheme: dark" in page


def test_without_scripts_the_end_and_the_whole_transcript_stand_there(
    run: Run, page: str, data: dict[str, Any]
) -> None:
    """Shapes are shown as at the last moment, controls are hidden, no line of the transcript is missing."""
    played = replay(run, 3)
    told = unescape(re.split("<pre[^>]*>", page)[1].split("</pre>")[0])
    assert told == "\n".join(load(run.plan.game).transcript.transcript(played))
    assert '<section id="controls" class="controls" aria-label="Steps" hidden>' in page
    last = len(data["turn"]) - 1
    shapes = re.findall(r'data-in="([\d\- ]+)"( display="none")?', page)
    assert shapes
    for spans, hidden in shapes:
        assert spans.endswith(f"-{last}") == (not hidden)


# --- what it tells


def test_a_team_that_wins_does_not_share_the_win(team: tuple[str, list[int]]) -> None:
    page, _ = team
    assert re.search(r">Team (1\+3 \(red\+green|2\+4 \(black\+white), \w+\) wins with \d+ points\.<", page)
    assert "the win" not in page


def test_every_turn_can_be_reached_and_is_told(run: Run, data: dict[str, Any]) -> None:
    """Moments go from the start through all turns in order to the end, each with a window and words."""
    played = replay(run, 3)
    turns = [told.turn for told in load(run.plan.game).transcript.turns(played)]
    numbers = [turn for turn in data["turn"] if turn not in (None, END)]
    assert (data["turn"][0], data["turn"][-1]) == (None, END)
    assert numbers == sorted(numbers)
    assert set(numbers) == {turn for turn in turns if turn is not None}
    assert set(map(str, numbers)) <= set(data["whose"])
    assert len(data["window"]) == len(data["at"]) == len(data["scores"]) == len(data["turn"])
    told = {data["turn"][line[0]] for line in data["story"]}
    assert set(numbers) | {END} == told
    for since, until, words, lit, _ in data["story"]:
        assert data["turn"][since] == data["turn"][until]
        assert words[:1] == words[:1].upper()
        assert all(0 <= outline < len(data["lit"]) for outline in lit)
    assert data["at"] == sorted(data["at"])


def test_scores_of_each_turn_are_those_of_the_game(run: Run, data: dict[str, Any]) -> None:
    played = replay(run, 3)
    assert data["scores"][-1] == played.rows["seats"]["score"].tolist()
    after = dict(zip(data["turn"], data["scores"], strict=True))
    for number, turn in enumerate(played.turns):
        if run.plan.game == "catan":
            assert after[turn.number] == list(turn.points)
        elif run.plan.game == "castle":
            assert turn.turn in after
        else:
            assert after[number] == turn.result["scores"]


def test_hands_are_those_of_the_game(run: Run, watched: tuple[str, Any]) -> None:
    """What seats hold after a turn, and at the end, is what the replay says."""
    moments, films, winners = watched[1]
    picture = load(run.plan.game).picture
    assert all(len(film.windows) == len(moments) for film in films)
    won = run.rows("seats", 3)["win_share"] > 0
    assert winners == np.flatnonzero(won).tolist()
    if run.plan.game in ("catan", "castle"):
        for stop in (2, 9):
            position = Replayer(run).play(3, stop).position
            moment = next(m for m in reversed(moments) if m.turn == stop)
            assert moment.seats == picture.seats(position)
            assert moment.common == picture.common(position)


def test_a_film_holds_each_shape_once_with_the_moments_in_which_it_is_seen() -> None:
    """A disc that leaves and comes back is one path; what is always there has no moments."""
    film = Film()

    def drawer(seen: bool) -> Any:
        def draw(page: Page) -> Window:
            page.canvas.polygon(Paint(0, "#111111"), [(0, 0), (1, 0), (1, 1)])
            if seen:
                page.canvas.disc(Paint(1, "#222222"), (2, 2), 1)
                page.write((3, 3), "a < b")
            return 0.0, 0.0, 4.0, 4.0

        return draw

    for seen in (False, True, True, False, True, False):
        film.add(drawer(seen))
    svg = film.svg("the end")
    assert svg.count("<path") == 2
    assert svg.count('data-in="1-2 4-4" display="none"') == 2
    assert '<path d="M0 0l10 0 0-10z"/>' in svg
    assert "a &lt; b</text>" in svg
    assert 'viewBox="0 -40 40 40"' in svg


# --- which game, and what is refused


def test_words_pick_the_game_that_they_say(run: Run) -> None:
    """The closest, the longest, the highest; a typical game is not farther from the medians than others."""
    games, seats = run.games.set_index("game"), run.seats
    assert games["margin"][pick(run, "closest")] == games["margin"].min()
    assert games["turns"][pick(run, "longest")] == games["turns"].max()
    best = seats.groupby("game")["score"].max()
    assert best[pick(run, "highest")] == best.max()
    measured = (games["turns"], games["margin"], seats.groupby("game")["score"].mean())
    away = np.array([np.abs(v - v.median()) / (v.std(ddof=0) or 1) for v in measured]).sum(axis=0)
    assert away[pick(run, "typical") - 3] == pytest.approx(away.min())
    assert pick(run, "random") in games.index


def test_a_word_picks_the_game_of_a_transcript_and_of_a_position(run: Run) -> None:
    game = pick(run, "longest")
    done = run_cli("replay", run.path, "--game-index", "longest", cwd=run.path)
    assert (done.returncode, done.stderr) == (0, f"game {game}: longest\n")
    assert f", game {game} of seed 1" in done.stdout.splitlines()[0]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["--out", "x.pdf"],
            "--out x.pdf: a game is written as .txt, .json, .jsonl, .svg, .png, .html or .gif, not .pdf",
        ),
        (["--as", "text", "--out", "x.html"], "--as text goes into a file named *.txt"),
        (["--as", "html", "--out", "x.txt"], "--as html goes into a file named *.html"),
        (["--turn", "999"], "--turn 999: game 3 has turns up to "),
        (["--turn", "999", "--out", "x.html"], "--turn 999: game 3 has turns up to "),
        (["--turn", "999", "--as", "json"], "--turn 999: game 3 has turns up to "),
        (["--game-index", "closet"], "Did you mean 'closest'?"),
        (["--game-index", "3-4", "--as", "html"], "--as html shows one game"),
    ],
)
def test_what_cannot_be_written_is_refused_in_one_line(
    run: Run, folder: Path, words: list[str], said: str
) -> None:
    """Exit code 2, and no file."""
    assert said in one_line(run_cli("replay", run.path, "--game-index", "3", *words, cwd=folder))
    assert not list(folder.iterdir())


def test_the_last_turn_is_shown(brief: Run, folder: Path) -> None:
    """The turn that a refusal names is there, also as a page that ends with it."""
    last = replay(brief, 3).last_turn
    succeed("replay", brief.path, "--game-index", "3", "--turn", last, "--out", "x.html", cwd=folder)
    assert f'"{last}":' in Path("x.html").read_text(encoding="utf-8")


# --- in a browser


@pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine")
def test_the_page_is_watched_in_a_browser(run: Run, page: str, data: dict[str, Any], tab: Tab) -> None:
    """On a phone: a link to a turn, keys, slider, play; nothing is refused, nothing sticks out."""
    assert page
    address = (run.path.parent / f"{run.path.name}.html").as_uri()
    heading = "document.querySelector('#happened h2').textContent"
    shown = (
        "[...document.querySelectorAll('#board [data-in]')].every(e => "
        "(e.getAttribute('display') !== 'none') === "
        "e.dataset.in.split(' ').map(s => s.split('-')).some(([a, b]) => +a <= now && now <= +b))"
    )
    tab.resize(390, 844)
    tab.open(f"{address}#turn=5")
    assert tab.run(heading).startswith("Turn 5: ")
    now = len(data["turn"]) - 1 - data["turn"][::-1].index(5)
    assert tab.run("+document.getElementById('slider').value") == now
    assert tab.run(shown.replace("now", str(now)))
    tab.press("ArrowRight")
    assert tab.run(heading).startswith("Turn 6: ")
    assert tab.run("location.hash") == "#turn=6"
    tab.press("ArrowLeft")
    tab.press("ArrowLeft")
    assert tab.run(heading).startswith("Turn 4: ")
    tab.press("End")
    assert tab.run(heading) == "The end"
    marks = tab.run("[...document.querySelectorAll('.wins .name')].map(e => e.textContent)")
    assert marks == [data["names"][seat] for seat in data["winners"]]
    tab.press("Home")
    assert tab.run(heading) == "The start"
    tab.press("ArrowRight", shift=True)
    assert tab.run("+document.getElementById('slider').value") == 1
    tab.run("document.getElementById('speed').value = '120'")
    tab.press(" ")
    assert tab.run("document.getElementById('play').getAttribute('aria-label')") == "Pause"
    tab.page.wait_for_timeout(700)
    tab.press(" ")
    assert tab.run("+document.getElementById('slider').value") > 1
    for n in range(0, len(data["turn"]), 7):
        tab.run(f"location.hash = '#decision={n}'")
    assert tab.run("document.documentElement.scrollWidth") <= 390
    step = tab.run(
        "(() => { const t = performance.now(); document.getElementById('first').click();"
        "document.getElementById('last').click(); return performance.now() - t; })()"
    )
    assert step < 1000
    assert tab.faults == []


def test_a_seat_has_one_of_the_colours_of_seats() -> None:
    """Its game may be one of the user's own."""
    with pytest.raises(ValueError, match="no seat is #888888; the colours are red, black, "):
        Seat("#888888", [])
