"""Tables of games in plain Python as zones: what declarations and values say, words, pages, pictures."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter, deque, namedtuple
from dataclasses import dataclass
from enum import Enum
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from browser import AXE, CHROMIUM, Tab, serious_faults
from builders import one_line, output_of, run_cli, succeed
from docs_check import TITLED
from pages import DOCS

from reports.boards.page import Page
from reports.boards.plain.blocks import Cards, Grid, Pile, Tally, Track
from reports.boards.plain.reading import KINDS
from reports.boards.plain.scene import NARROW, WIDE
from reports.boards.plain.scene import Game as Drawn
from reports.boards.plain.words import Palette, heading_of, text_of
from reports.watching.filming import END
from rules import games
from rules.errors import UserError
from simulate.plain.cards import card
from simulate.replays.course import open_course

GAMES = Path(__file__).parent / "own"
"""Games in one file each."""

EVERY = ("pig", "no_thanks", "duel", "escape", "race", "partners", "solo", "odd", "docs_stairs", "docs_goals")
"""With a score and without, with teams, all together, alone, without a decision."""

ODD = '''
"""Odd: all sorts of things on a table, with the names of a stranger."""
from collections import Counter
from dataclasses import dataclass

from simulate.plain import Game, card, own, public, secret


@dataclass
class Ship:
    name: str
    guns: int
    _secret: int = 77


class Odd(Game):
    title = "<script>alert(1)</script>"
    players = 2, 4
    usual_players = 3
    zones = {"pot": ("counter", "the <b>pot</b>"), "asked": ""}
    role = secret()
    deck = secret()
    hands = own(seen="known")
    river = public()

    def set_up(self):
        n = self.players
        self.deck = self.shuffled([(c, k) for c in ("red", "blue") for k in range(1, 11)])
        self.role = "</svg><script>alert(2)</script>"
        self.hands = [[self.deck.pop() for _ in range(2)] for _ in range(n)]
        self.known = [set() for _ in range(n)]
        self.known[0].add(1)
        self.river = [self.deck.pop() for _ in range(n)]
        self.upcard = None
        self.pot = 100
        self.asked = object()
        self.ship = Ship("Victory</text>", 104)
        self.goods = [Counter(wood=2, ore=1) for _ in range(n)]
        self.dice = [1, 6]
        self.at = [0] * n
        self.alive = list(range(n))
        self.passed = [False] * n
        self.fun = len
        self.nothing = None
        self.cells = [None] * 9
        self.map = {(0, 0): "town", (1, 2): "wood"}
        self.lanes = {"red": [1, 2], "blue": []}
        self._hidden = "never drawn"

    def moves(self):
        return [cell for cell in range(9) if self.cells[cell] is None]

    def play(self, move):
        self.cells[move] = "XYZV"[self.seat]
        self.upcard = self.deck.pop()
        self.pot -= 5
        self.at[self.seat] += 2
        self.passed[self.seat] = True
        if self.turn == 5:
            self.alive.pop()
        self.next_seat()

    def is_over(self):
        return self.turn == 7

    def winners(self):
        return [self.seat]

    def tell(self, move):
        return f"<img src=x onerror=alert(3)> {move}"

    def picture(self):
        return {"best": card("Best & <i>last</i>", f"at {max(self.at)}", colour="gold"), "ship": self.ship}
'''


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games and a run of each, by their names."""
    path = tmp_path_factory.mktemp("zones")
    shutil.copytree(GAMES, path, dirs_exist_ok=True)
    for like in ("cards", "race"):
        succeed("new-game", f"new_{like}", "--like", like, cwd=path)
    (path / "odd.py").write_text(ODD, encoding="utf-8")
    for file, text in TITLED.findall((DOCS / "own-games.md").read_text(encoding="utf-8")):
        (path / f"docs_{file}" if file.endswith(".py") else path / file).write_text(text, encoding="utf-8")
    for name in (*EVERY, "hot", "new_cards", "new_race"):
        succeed("--game", f"{name}.py", "--n", 6, "--jobs", 1, "--out", f"{name}-run", cwd=path)
    return path


def drawn(folder: Path, name: str) -> Drawn:
    """Game 3 of a run, ready to be drawn."""
    course = open_course(str(folder / f"{name}-run"), 3)
    game: Drawn = games.load(course.plan.game).picture.read(course.plan, course.decisions)
    return game


def kinds(game: Drawn) -> dict[str, str]:
    """As what each zone is drawn, by the name of its attribute."""
    return {block.zone.name: block.zone.kind for block in game.blocks}


def block(game: Drawn, name: str, seat: int | None = None) -> Any:
    """A zone by its name, and seat if it is that of one."""
    return next(b for b in game.blocks if b.zone.name == name and b.zone.seat in (seat, None))


def page_of(folder: Path, name: str, verb: str = "replay", *more: Any) -> str:
    """The page to watch game 3."""
    out = folder / f"{name}-{verb}.html"
    if not out.exists():
        succeed(verb, f"{name}-run", "--game-index", 3, *more, "--out", out.name, cwd=folder)
    return out.read_text(encoding="utf-8")


def data_of(page: str) -> Any:
    """What the page's script reads."""
    return json.loads(page.split('id="data">')[1].split("</script>")[0])


def texts_of(page: str) -> list[str]:
    """The words in the pictures of a page."""
    return [unescape(text) for text in re.findall(r"<text[^>]*>([^<]*)</text>", page)]


# --- from declarations and values to zones


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("pig", {"rolled": "counter"}),
        (
            "no_thanks",
            {"box": "pile", "deck": "pile", "purses": "counter", "taken": "row", "card": "card",
             "lying": "counter"},
        ),
        ("duel", {"hands": "row", "pile": "pile", "alive": "seats", "shown": "card"}),
        ("partners", {"hands": "row", "pile": "pile"}),
        ("escape", {"left": "counter"}),
        ("race", {"drawn": "card"}),
        ("hot", {"die": "dice"}),
        ("solo", {"pile": "pile", "height": "counter", "stopped": "words"}),
        ("new_cards", {"deck": "pile", "hands": "row", "trick": "row"}),
        ("new_race", {"at": "track", "die": "dice"}),
        ("docs_stairs", {"feet": "track", "rolled": "dice", "carried": "row", "highest": "card"}),
        ("docs_goals", {"pile": "pile", "unused": "pile", "goods": "row", "hands": "row", "market": "row"}),
    ],
)  # fmt: skip
def test_zones_follow_from_the_class_and_the_values(folder: Path, name: str, expected: Any) -> None:
    """What is the score is not drawn beside it."""
    assert kinds(drawn(folder, name)) == expected


def test_a_secret_pile_lies_face_down_with_its_number(folder: Path) -> None:
    game = drawn(folder, "no_thanks")
    deck = block(game, "deck")
    assert isinstance(deck, Pile)
    assert deck.zone.face_down
    assert deck.zone.note == "secret"
    assert deck.counts == [len(position.table.deck) for position in game.course.positions]
    assert deck.words(0) == "23 face down"


def test_a_hand_lies_open_at_its_seat_and_says_that_it_is_its_own(folder: Path) -> None:
    game = drawn(folder, "duel")
    hand = block(game, "hands", 1)
    assert isinstance(hand, Cards)
    assert (hand.zone.heading, hand.zone.note) == ("hand", "own")
    assert hand.words(0) == ", ".join(map(str, game.course.positions[0].table.hands[1]))


def test_who_has_come_to_know_a_hand_is_said(folder: Path) -> None:
    game = drawn(folder, "odd")
    assert [block(game, "hands", seat).zone.note for seat in (0, 1)] == ["own", "own, known to 1"]
    assert "known" not in kinds(game)


def test_things_of_all_kinds_are_zones_and_what_is_private_or_said_to_be_left_out_is_none(
    folder: Path,
) -> None:
    assert kinds(drawn(folder, "odd")) == {
        "deck": "pile", "role": "card", "hands": "row", "river": "row", "upcard": "card",
        "pot": "counter", "ship": "card", "goods": "counter", "dice": "dice", "at": "track",
        "alive": "seats", "passed": "words", "cells": "grid", "map": "grid", "lanes": "rows", "best": "card",
    }  # fmt: skip


def test_a_row_that_is_as_long_as_there_are_players_is_no_ones_if_it_is_public(folder: Path) -> None:
    assert block(drawn(folder, "odd"), "river").zone.seat is None


def test_marks_that_one_seat_alone_puts_into_a_grid_are_its_own(folder: Path) -> None:
    game = drawn(folder, "odd")
    cells = block(game, "cells")
    assert isinstance(cells, Grid)
    assert (cells.n_rows, cells.n_columns) == (3, 3)
    last = [thing for row in cells.boards[-1] for thing in row if thing]
    assert {(thing.title, thing.seat) for thing in last} == {("X", 0), ("Y", 1), ("Z", 2)}


def test_a_track_ends_where_an_option_says(folder: Path) -> None:
    track = block(drawn(folder, "new_race"), "at")
    assert isinstance(track, Track)
    assert track.last == 20
    assert track.words(0) == "seat 1 on 0 and 0, seat 2 on 0 and 0"


def test_a_trick_shows_whose_each_card_is(folder: Path) -> None:
    game = drawn(folder, "new_cards")
    trick = block(game, "trick")
    for n, position in enumerate(game.course.positions):
        assert [(thing.seat, thing.title) for thing in trick.faces[n]] == [
            (seat, str(played)) for seat, played in position.table.trick.items()
        ]


def test_goods_are_counted_by_name(folder: Path) -> None:
    goods = block(drawn(folder, "odd"), "goods", 0)
    assert isinstance(goods, Tally)
    assert goods.words(0) == "wood 2, ore 1"


def test_mats_name_teams_where_there_are_any(folder: Path) -> None:
    texts = texts_of(page_of(folder, "partners"))
    assert {"team 1+3", "team 2+4"} <= set(texts)
    assert not [text for text in texts_of(page_of(folder, "escape")) if text.startswith("team")]


def test_of_cards_only_those_that_came_are_marked(folder: Path) -> None:
    game = drawn(folder, "no_thanks")
    n = next(n for n, position in enumerate(game.course.positions[:-1]) if position.move[0] == "take")
    seat = game.course.positions[n].seat
    taken = block(game, "taken", seat)
    stacks = [(thing, 1) for thing in taken.faces[n + 1]]
    assert taken._new(n + 1, stacks, 400.0) == {len(stacks) - 1}
    assert taken._new(n, stacks[:-1], 400.0) == set()


def test_zones_do_not_move_while_a_game_goes_on(folder: Path) -> None:
    """All moments are seen through one window, which each table fills."""
    data = data_of(page_of(folder, "no_thanks"))
    (windows,) = data["windows"]
    assert [window[2] for window in windows] == [8000, 3720]


# --- words


def test_attributes_are_named_as_people_say_them() -> None:
    names = ["left_out", "chips_of", "hands", "on_card", "trump"]
    assert [heading_of(name) for name in names] == ["left out", "chips", "hand", "on card", "trump"]


class Phase(Enum):
    """A word of an author's."""

    FIRST_BID = 1


@dataclass
class Piece:
    """A thing of an author's."""

    kind: str
    cost: int
    _private: int = 7


class Spoken:
    """A thing with words of its own."""

    def __str__(self) -> str:
        return "three\nmasted"


class Broken:
    """A thing whose words fail."""

    def __str__(self) -> str:
        raise ValueError


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "–"),
        (True, "yes"),
        (2.50001, "2.5"),
        ("a\tb\x00c", "a b c"),
        (Phase.FIRST_BID, "first bid"),
        ({"b", "a"}, "a, b"),
        (("take", 3), "take 3"),
        ({"wood": 3, "ore": None}, "wood 3, ore –"),
        (Piece("farm", 3), "farm 3"),
        (Spoken(), "three masted"),
        (Broken(), "Broken"),
        (object(), "object"),
        ("x" * 500, "x" * 119 + "…"),
    ],
)
def test_values_are_read_as_words_and_never_as_python(value: Any, words: str) -> None:
    assert text_of(value) == words


Line = namedtuple("Line", "name good least points")


@pytest.mark.parametrize(
    ("value", "title", "lines", "is_coloured"),
    [
        (("red", 5), "5", ("red",), True),
        ("blue 12", "12", ("blue",), True),
        (Line("Mason", "stone", 3, 7), "Mason", ("stone", "least 3", "points 7"), True),
        (Piece("farm", 3), "farm", ("cost 3",), False),
        (card("Knight", "3 points", colour="purple"), "Knight", ("3 points",), True),
        (17, "17", (), False),
    ],
)
def test_things_are_cards_with_a_title_lines_and_a_colour(
    value: Any, title: str, lines: tuple[str, ...], is_coloured: bool
) -> None:
    thing = Palette({}).thing(value)
    assert (thing.title, thing.lines, bool(thing.colour)) == (title, lines, is_coloured)


def test_an_author_gives_words_their_colours() -> None:
    assert Palette({"rope": "brown"}).thing("Rope").colour == "#8a5a34"
    with pytest.raises(UserError, match=r"'brwn' is no colour of a picture\. Did you mean 'brown'"):
        Palette({"rope": "brwn"})


# --- what the author says


@pytest.mark.parametrize(
    ("zones", "said"),
    [
        ('{"fet": "track"}', "zones: there is no 'fet' in the game. Did you mean 'feet'?"),
        ('{"feet": "trak"}', "zones: 'trak' is no kind of zone. Did you mean 'track'?"),
        ('{"feet": "track stepps"}', "write a number behind track, or the name of an option"),
        ('{"feet": 3}', "must be a word, or a word and a name"),
    ],
)
def test_what_an_author_may_not_say_is_answered_in_one_line(
    folder: Path, tmp_path: Path, zones: str, said: str
) -> None:
    text = re.sub(r"zones = .*", f"zones = {zones}", (folder / "docs_stairs.py").read_text(encoding="utf-8"))
    (tmp_path / "wrong.py").write_text(text, encoding="utf-8")
    succeed("--game", "wrong.py", "--n", 2, "--jobs", 1, "--out", "run", cwd=tmp_path)
    answer = one_line(run_cli("replay", "run", "--game-index", 1, "--out", "x.html", cwd=tmp_path))
    assert answer.startswith("wrong.py: zones: ")
    assert said in answer


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_is_said_of_a_zone_it_is_drawn_or_refused(folder: Path, kind: str) -> None:
    """No attribute of any kind ends in a fault of the program's."""
    course = drawn(folder, "odd").course
    page = Page(None)
    for name in course.values:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(course.kind, "zones", {name: kind})
            patch.setattr(page, "letter", lambda *_: None)
            patch.setattr(page, "put", lambda *_: None)
            try:
                game = Drawn(course.plan, course.game, course.positions)
            except UserError:
                continue
            for width in (WIDE, NARROW):
                for n in range(len(course.positions)):
                    game.board(width)(n, None, page)
            assert game.seats(0)


def test_a_game_that_has_these_words_for_something_else_is_drawn(tmp_path: Path) -> None:
    text = (GAMES / "pig.py").read_text(encoding="utf-8")
    more = "    players = 2, 8\n    zones = [1, 2]\n    colours = {1: 2}\n    picture = 3\n"
    (tmp_path / "words.py").write_text(text.replace("    players = 2, 8\n", more), encoding="utf-8")
    succeed("--game", "words.py", "--n", 2, "--jobs", 1, "--out", "run", cwd=tmp_path)
    succeed("replay", "run", "--game-index", 1, "--out", "x.html", cwd=tmp_path)


def test_a_fault_in_a_picture_is_named_with_its_line(folder: Path, tmp_path: Path) -> None:
    text = (folder / "docs_stairs.py").read_text(encoding="utf-8").replace("max(self.feet)", "self.top")
    (tmp_path / "wrong.py").write_text(text, encoding="utf-8")
    succeed("--game", "wrong.py", "--n", 2, "--jobs", 1, "--out", "run", cwd=tmp_path)
    said = one_line(run_cli("replay", "run", "--game-index", 1, "--out", "x.html", cwd=tmp_path), code=1)
    assert "Stairs.picture failed in turn 0, seat 1: wrong.py, line 39: AttributeError" in said


def test_check_finds_a_picture_that_changes_the_game(folder: Path, tmp_path: Path) -> None:
    text = (folder / "docs_stairs.py").read_text(encoding="utf-8")
    text = text.replace("    def picture(self):\n", "    def picture(self):\n        self.rolled = 7\n")
    (tmp_path / "wrong.py").write_text(text, encoding="utf-8")
    assert "picture() changes the game" in run_cli("check", "wrong.py", cwd=tmp_path).stdout
    assert "is_over, winners, moves, picture only look" in output_of("check", "docs_stairs.py", cwd=folder)


# --- pages


@pytest.mark.parametrize("name", EVERY)
def test_every_game_has_a_page_with_a_wide_and_a_narrow_table(folder: Path, name: str) -> None:
    page = page_of(folder, name)
    assert len(page.encode()) < 300_000
    data, words = data_of(page), texts_of(page)
    assert (data["turn"][0], data["turn"][-1]) == (None, END)
    assert re.findall(r'<svg id="([\w-]+)"', page) == ["board", "narrow-board"]
    assert {"seat 1"} <= set(words)
    assert words.count("wins") + words.count("shared win") >= 2 * bool(data["winners"])


@pytest.mark.parametrize("name", ["duel", "escape", "race", "odd", "docs_stairs"])
def test_of_a_game_without_a_score_no_score_is_shown(folder: Path, name: str) -> None:
    page = page_of(folder, name)
    assert 'class="score"' not in page
    assert "points" not in page.split("<body>")[1].split("<footer>")[0]


def test_no_page_shows_python(folder: Path) -> None:
    for name in EVERY:
        page = page_of(folder, name)
        shown = [*texts_of(page), *(text for held in data_of(page)["held"] for text, _ in held)]
        assert not [
            text for text in shown if re.search(r"None|[{}\[\]]|\bset\(|object at|never drawn|77", text)
        ]


def test_what_a_stranger_writes_is_text_on_the_page(folder: Path) -> None:
    """Names, words and moves with marks of HTML in them end up as text and nothing else."""
    page = page_of(folder, "odd")
    assert page.count("<script") == 2
    assert page.count("</svg>") == page.count("<svg")
    assert not [bad for bad in ("<b>", "<i>", "<img", "</text></text>") if bad in page]
    texts = texts_of(page)
    assert "the <b>pot</b>" in texts
    assert any(text.startswith("Victory</t") for text in texts)


def test_words_for_those_who_do_not_see_the_table_stand_beside_it(folder: Path) -> None:
    """They are read aloud, and follow the game."""
    page = page_of(folder, "no_thanks")
    data = data_of(page)
    first, last = ([data["held"][held] for held in data["holds"][n]] for n in (0, -1))
    assert first[0][0] == ["purse: 11", ""]
    assert first[-1][1] == ["deck: 23 face down", ""]
    assert last[-1][1] == ["deck: 0 face down", ""]
    assert '<div class="table zones">' in page


def test_what_the_last_move_changed_has_a_golden_rim(folder: Path) -> None:
    page = page_of(folder, "docs_stairs")
    assert "A golden rim marks what the last move changed." in page
    assert 'fill="#ffd84d"' in page
    assert "Secret" not in page.split("<footer>")[1]


def test_a_review_of_a_game_of_ones_own_is_a_page_with_chances(folder: Path) -> None:
    page = page_of(folder, "duel", "review", "--n", 8)
    assert "The chance to win" in page
    assert data_of(page)["chances"]


def test_a_game_that_is_stopped_has_a_page_that_ends_there(folder: Path) -> None:
    succeed("replay", "pig-run", "--game-index", 3, "--turn", 2, "--out", "part.html", cwd=folder)
    page = (folder / "part.html").read_text(encoding="utf-8")
    assert "The game goes on." in page
    assert data_of(page)["turn"][-1] == 2


# --- pictures


@pytest.mark.parametrize(
    "words", [("replay", "--turn", 2), ("replay",), ("from", "--turn", 1, "--n", 8), ("from", "--n", 8)]
)
def test_a_moment_is_drawn_into_a_file(folder: Path, tmp_path: Path, words: tuple[Any, ...]) -> None:
    verb, *more = words
    out = tmp_path / "table.svg"
    succeed(verb, "no_thanks-run", "--game-index", 3, *more, "--out", out, cwd=folder)
    picture = out.read_text(encoding="utf-8")
    assert ">deck<" in picture
    assert (">wins<" in picture) == ("--turn" not in words)
    assert (">to move<" in picture) == ("--turn" in words)


def test_what_a_picture_cannot_show_is_refused(folder: Path) -> None:
    said = one_line(
        run_cli("replay", "pig-run", "--game-index", 3, "--show", "farms", "--out", "x.png", cwd=folder)
    )
    assert said == "--show farms: there are no farms in pig.py; it can show nothing"


def test_a_file_may_hold_dataclasses(folder: Path) -> None:
    """Though it is no module that can be imported."""
    assert "Ship" in ODD
    assert drawn(folder, "odd")


# --- in a browser


@pytest.fixture(scope="module")
def addresses(folder: Path) -> dict[str, str]:
    """Where pages are, by game."""
    names = ("no_thanks", "odd", "docs_stairs", "docs_goals")
    for name in names:
        page_of(folder, name)
    return {name: (folder / f"{name}-replay.html").as_uri() for name in names}


SEEN = "[...document.querySelectorAll('.seen > svg')].filter(e => e.getClientRects().length)"
WORDS = "[...svg.querySelectorAll('text')].filter(e => e.getClientRects().length)"

OUTSIDE = (
    f"{SEEN}.flatMap(svg => {{ const seen = svg.getBoundingClientRect();"
    f"return {WORDS}.map(word => [word.textContent, word.getBoundingClientRect()])"
    ".filter(([, at]) => at.left < seen.left - 1 || at.right > seen.right + 1 || at.top < seen.top - 1 || "
    "at.bottom > seen.bottom + 1).map(([text]) => text); })"
)
"""Words in pictures that stick out of them."""

SMALL = (
    f"{SEEN}.flatMap(svg => {{ const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;"
    f"return {WORDS}.map(word => [word.textContent, scale * parseFloat(getComputedStyle(word).fontSize)])"
    ".filter(([, high]) => high < 7); })"
)
"""Words that are too small to be read."""


OVERLAPS = (
    f"{SEEN}.flatMap(svg => {{ const words = {WORDS}"
    ".map(word => [word.textContent, word.getBoundingClientRect()]);"
    "return words.flatMap(([one, a], n) => words.slice(n + 1).filter(([, b]) => "
    "Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && "
    "Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.7 * Math.min(a.height, b.height))"
    ".map(([other]) => [one, other])); })"
)
"""Words in pictures that lie on one another."""


@pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine")
@pytest.mark.parametrize("name", ["no_thanks", "odd", "docs_stairs", "docs_goals"])
@pytest.mark.parametrize("width", [1400, 390])
def test_a_table_fits_its_screen_and_every_word_can_be_read(
    addresses: dict[str, str], tab: Tab, name: str, width: int
) -> None:
    tab.resize(width, 900)
    tab.open(f"{addresses[name]}#turn=3")
    assert tab.run("document.documentElement.scrollWidth") <= width
    shown = (
        "[...document.querySelectorAll('.seen > svg')].filter(e => e.getClientRects().length).map(e => e.id)"
    )
    assert tab.run(shown) == (["board"] if width > 640 else ["narrow-board"])
    assert tab.run(OUTSIDE) == []
    assert tab.run(SMALL) == []
    assert tab.run(OVERLAPS) == []
    tab.press("End")
    assert tab.run("document.querySelector('#happened h2').textContent") == "The end"
    assert tab.faults == []


@pytest.mark.skipif(CHROMIUM is None or AXE is None, reason="no chromium or no axe on this machine")
@pytest.mark.parametrize("name", ["no_thanks", "docs_stairs"])
def test_axe_finds_no_serious_fault_on_a_table(addresses: dict[str, str], tab: Tab, name: str) -> None:
    assert serious_faults(tab, addresses[name]) == []


def test_deques_and_counters_are_lists_and_dicts() -> None:
    assert text_of(Counter(wood=2)) == "wood 2"
    assert text_of(list(deque([1, 2]))) == "1, 2"
