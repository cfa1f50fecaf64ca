"""The lab in a real browser: stories from the choice of a game to a server that is killed while it plays."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from browser import AXE, CHROMIUM, Tab, serious_faults
from builders import PROGRAM, ROOT
from playwright.sync_api import Browser, Page, expect

from reports.lab.cards import Card, Cards
from reports.lab.choices import Form, rulebook_of_game
from reports.lab.jobs import LONELY, Job
from reports.lab.server import Lab

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine")

LONG = 180_000
"""Milliseconds that a story waits for games: other tests play meanwhile."""

expect.set_options(timeout=LONG)


POOLS = """
from simulate.plain import Game, option


class Pools(Game):
    players = 2
    red = option(3, 1, 10)

    def set_up(self):
        self.hits = [sum(self.roll() >= 5 for _ in range(n)) for n in (self.red, 3)]

    def score(self, seat):
        return self.hits[seat]
"""
"""A game of no decisions, of which a question is settled in a moment."""

SLOW = "spoiler", "6", "pig.py"
"""A question that takes long to settle."""

QUICK = "red", "9", "pools.py"
"""One that takes a moment."""

IN_SIGHT = """(() => {
  const focused = document.activeElement;
  const { left, right, top, bottom } = focused.getBoundingClientRect();
  const within = (low, high, size) => Math.min(Math.max((low + high) / 2, 0), size - 1);
  const hit = document.elementFromPoint(within(left, right, innerWidth), within(top, bottom, innerHeight));
  return bottom > 0 && top < innerHeight && focused.matches(":focus-visible")
    && (focused.contains(hit) || hit.contains(focused));
})()"""
"""Whether what has the focus shows that, and nothing lies over its middle."""


class Server:
    """A lab that is open in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        words = [sys.executable, "-m", "simulate", "app", "--no-browser"]
        self.process = subprocess.Popen(
            words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self.process.stdout is not None
        self.entrance = self.process.stdout.readline().strip()
        self.address = self.entrance.partition("?")[0]

    def close(self) -> None:
        """Close it as Ctrl-C does."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(60)

    def kill(self) -> None:
        """Kill it."""
        self.process.kill()
        self.process.wait()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with games of the user's own."""
    shutil.copy(ROOT / "tests" / "own" / "pig.py", tmp_path)
    (tmp_path / "pools.py").write_text(POOLS)
    return tmp_path


@pytest.fixture
def lab(folder: Path) -> Iterator[Server]:
    """The lab in it."""
    with closing(Server(folder)) as opened:
        yield opened


@pytest.fixture
def page(lab: Server, tab: Tab) -> Iterator[Page]:
    """Its first page, on the screen of a desk; whatever a story does, no page reports a fault."""
    tab.page.set_default_timeout(LONG)
    tab.open(lab.entrance)
    yield tab.page
    assert tab.faults == []


def ask(page: Page, rule: str, value: str, game: str) -> None:
    """Ask what a rule of a game does."""
    page.goto(f"{page.url.split('/', 3)[0]}//{page.url.split('/')[2]}/ask/{game}")
    unfold(page)
    box = page.locator(f"[name='rule.{rule}']")
    if box.evaluate("e => e.tagName") == "SELECT":
        box.select_option(value)
    else:
        box.fill(value)
    page.get_by_role("button", name="Play", exact=True).click()


def unfold(page: Page) -> None:
    """Open all groups of rules."""
    page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")


def settled(page: Page) -> None:
    """Wait for the answer of the question that is played."""
    page.wait_for_url("**/card/**", timeout=LONG)


def answer(page: Page) -> Any:
    """The page of the answer within the card."""
    return page.frame_locator("iframe")


def cards(folder: Path) -> list[dict[str, Any]]:
    """The findings of all comparisons."""
    return [json.loads(file.read_text()) for file in sorted(folder.glob("comparisons/*/findings.json"))]


# --- stories


def test_a_designer_asks_catan_without_the_robber_and_sees_the_answer_grow(page: Page) -> None:
    page.get_by_role("link", name="Catan").click()
    page.get_by_label("Find a rule").fill("whether there is a robber")
    page.locator("[name='rule.robber']").select_option("false")
    expect(page.locator("#count")).to_have_text("1 rule changes")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("heading", name="Catan: no robber")).to_be_visible()
    expect(page.locator(".answer")).to_contain_text("turns in place of")
    assert page.locator(".numbers tbody tr").count() >= 4
    first = page.locator(".bar .range").first.get_attribute("width")
    expect(page.locator(".bar .range").first).not_to_have_attribute("width", first or "")
    page.get_by_role("button", name="Stop").click()
    settled(page)
    expect(answer(page).locator(".finding").first).to_contain_text("turns in place of")


def test_a_question_is_played_until_it_is_settled(page: Page, folder: Path) -> None:
    ask(page, *QUICK)
    settled(page)
    (found,) = cards(folder)
    assert found["holds_at_every_look"]
    assert found["sure"] == "sure"


def test_what_was_stopped_goes_on(page: Page, folder: Path) -> None:
    ask(page, *SLOW)
    page.locator(".numbers").wait_for()
    page.get_by_role("button", name="Stop").click()
    settled(page)
    before = cards(folder)[0]["n"]
    page.get_by_role("button", name="Go on").click()
    page.locator(".numbers").wait_for()
    page.get_by_role("button", name="Stop").click()
    settled(page)
    assert cards(folder)[0]["n"] >= before


def test_the_answer_is_that_of_the_command_line_byte_by_byte(
    page: Page, folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    ask(page, *QUICK)
    settled(page)
    page.get_by_text("In a terminal, in Python").click()
    command = page.locator("#command").inner_text()
    other = tmp_path_factory.mktemp("terminal")
    shutil.copy(folder / "pools.py", other)
    subprocess.run([PROGRAM, *command.split()[1:]], cwd=other, check=True, capture_output=True)
    for name in ("findings.json", "tables/changes.csv", "report.html"):
        (mine,), (theirs,) = (list(at.glob(f"comparisons/*/{name}")) for at in (folder, other))
        assert mine.read_bytes() == theirs.read_bytes(), name


def test_reload_back_and_a_link_lead_to_the_card(page: Page, lab: Server, browser: Browser) -> None:
    ask(page, *QUICK)
    settled(page)
    link = page.url
    page.reload()
    expect(answer(page).locator("h1")).to_be_visible()
    page.get_by_role("link", name="houserules").click()
    page.go_back()
    assert page.url == link
    page.go_forward()
    page.locator(".card h3 a").first.click()
    assert page.url == link
    with closing(Tab(browser)) as other:
        other.open(lab.entrance)
        other.open(link)
        expect(answer(other.page).locator("h1")).to_be_visible()


def test_two_tabs_see_the_same_question_play_and_a_second_one_waits(
    page: Page, lab: Server, browser: Browser
) -> None:
    ask(page, *SLOW)
    page.locator(".queue a").wait_for()
    with closing(Tab(browser)) as other:
        other.open(lab.entrance)
        expect(other.page.locator("#queue")).to_contain_text("Pig: ")
        ask(other.page, *QUICK)
        expect(other.page.locator(".answer")).to_contain_text("Its turn comes")
        expect(page.locator("#queue")).to_contain_text("1 waiting")
        page.locator(".numbers").wait_for()
        page.get_by_role("button", name="Stop").click()
        settled(other.page)


def test_who_closes_the_browser_finds_it_stopped_and_told_so(
    page: Page, lab: Server, browser: Browser
) -> None:
    ask(page, *SLOW)
    page.locator(".numbers").wait_for()
    link = page.url
    page.goto("about:blank")
    page.wait_for_timeout(1000 * (LONELY + 3))
    with closing(Tab(browser)) as other:
        other.open(lab.entrance)
        other.open(link)
        expect(other.page.locator("main")).to_contain_text("no page of the lab was open")


def test_a_server_that_is_killed_while_it_plays_loses_nothing(
    page: Page, lab: Server, folder: Path, browser: Browser
) -> None:
    ask(page, *SLOW)
    page.locator(".numbers").wait_for()
    page.goto("about:blank")
    lab.kill()
    kept = sum(1 for _ in folder.glob("runs/*/blocks/*")) + sum(1 for _ in folder.glob("runs/*/games/*"))
    assert kept
    with closing(Server(folder)) as again, closing(Tab(browser)) as tab:
        tab.open(again.entrance)
        tab.page.get_by_role("link", name="spoiler").first.click()
        tab.page.get_by_role("button", name="Go on").click()
        expect(tab.page.locator(".numbers")).to_be_visible(timeout=LONG)


def test_a_game_is_shown_beside_the_same_one_under_the_other_rule(page: Page) -> None:
    page.goto(f"{page.url}ask/castle")
    unfold(page)
    page.locator("[name='rule.actions']").fill("3")
    page.get_by_label("a quick look").check()
    page.get_by_role("button", name="Play", exact=True).click()
    settled(page)
    page.get_by_text("Show me a game").click()
    page.get_by_role("button", name="Beside the standard game").click()
    page.locator("iframe").nth(1).wait_for()
    expect(page.locator(".about")).to_contain_text("They part in turn")
    expect(page.locator(".beside h2")).to_have_text(["standard game", "3 actions a turn"])
    runs = page.locator("[name='run']").evaluate_all("inputs => inputs.map(input => input.value)")
    page.get_by_role("button", name="Play on from there").first.click()
    expect(page.locator(".position")).to_contain_text("chance to win")
    expect(page.locator("#command")).to_contain_text(f"simulate from {runs[0]} ")
    page.go_back()
    page.get_by_role("button", name="Try other moves").last.click()
    expect(page.locator("#command")).to_contain_text(f"simulate from {runs[1]} ")


def test_other_moves_are_tried_from_the_moment_that_is_shown(page: Page) -> None:
    """The page of the game, which may do nothing to the lab, says which moment it shows."""
    page.goto(f"{page.url}ask/pig.py")
    page.get_by_role("button", name="Watch a close game").click()
    game = page.frame_locator(".watched")
    game.get_by_role("button", name="To the start").click()
    game.get_by_role("button", name="A turn on").click()
    page.get_by_role("button", name="Try other moves").click()
    expect(page.locator(".position")).to_contain_text("Turn 1: seat 2 decides")
    expect(page.get_by_role("heading", name="Its moves")).to_be_visible()
    assert page.locator("tbody tr", has_text="%").count() == 3  # two seats, and one move: to roll
    assert page.locator(".position img").evaluate("e => e.naturalWidth") > 0


def test_a_game_that_is_over_offers_no_moves(page: Page) -> None:
    page.goto(f"{page.url}ask/pig.py")
    page.get_by_role("button", name="Watch a close game").click()
    button = page.get_by_role("button", name="Try other moves")
    expect(button).to_be_visible()
    page.frame_locator(".watched").get_by_role("button", name="To the end").click()
    expect(button).to_be_hidden()


def test_only_groups_with_a_rule_that_is_found_are_shown(page: Page) -> None:
    page.goto(f"{page.url}ask/catan")
    page.get_by_label("Find a rule").fill("whether there is a robber")
    expect(page.locator("#ask details:visible > summary")).to_have_text(["Hands and robber"])
    expect(page.locator("[name='rule.robber']")).to_be_in_viewport()
    page.get_by_label("Find a rule").fill("nothing of the kind")
    expect(page.get_by_text("No rule has all these words.")).to_be_visible()
    page.get_by_label("Find a rule").fill("")
    assert page.locator("#ask details:visible").count() > 5


def test_a_question_that_is_ready_is_asked_by_a_click(page: Page) -> None:
    page.goto(f"{page.url}ask/pools.py")
    page.get_by_text("Questions that are ready to ask").click()
    page.get_by_role("button", name="Does it matter who begins?").click()
    expect(page.get_by_role("heading", name="Pools: Does it matter who begins?")).to_be_visible()
    expect(page.locator("#command")).to_have_text("simulate study seats --game pools.py --n 2000")
    page.get_by_role("button", name="Stop").click()


def test_a_study_that_was_stopped_keeps_its_question(page: Page) -> None:
    page.goto(f"{page.url}ask/catan")
    page.get_by_text("Questions that are ready to ask").click()
    page.get_by_role("button", name="Does it matter who begins?").click()
    expect(page.locator("progress")).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    page.get_by_role("link", name="houserules").click()
    expect(page.locator(".card h3")).to_have_text("Catan: Does it matter who begins?")


def test_a_workbook_is_made_and_offered_only_where_it_can_be_written(page: Page, folder: Path) -> None:
    ask(page, *QUICK)
    settled(page)
    page.get_by_text("Export", exact=True).click()
    page.get_by_role("button", name="Workbook").click()
    expect(page.locator(".made a")).to_be_visible()
    page.evaluate("window.stays = true")
    page.wait_for_timeout(1000)
    assert page.evaluate("window.stays"), "a page of what is done was loaded again and again"
    (card,) = Cards(folder).all({})
    values: dict[str, Any] = {"card": card, "job": None, "has_excel": False, "current": None, "waiting": []}
    offered = Lab(folder)._rendered("card.html", **values)
    assert "Workbook" not in offered
    assert "houserules-lab[excel]" in offered


def test_a_game_of_ones_own_is_played_again_when_it_is_saved(page: Page, folder: Path) -> None:
    page.get_by_role("link", name="pig.py").click()
    expect(page.locator(".summary").first).to_contain_text("turns a game")
    save_pig(folder, 8)
    expect(page.locator("section")).to_have_count(2)
    expect(page.locator(".summary")).to_have_count(2)
    older, newer = page.get_by_role("link", name="Open the report").evaluate_all(
        "links => links.map(e => e.href)"
    )
    assert older != newer
    page.get_by_role("button", name="Check it from all sides").click()
    expect(page.locator("pre")).to_contain_text("somebody wins every game")


def save_pig(folder: Path, sides: int) -> None:
    """Save the game of Pig with a die of so many sides."""
    text = (ROOT / "tests" / "own" / "pig.py").read_text()
    assert "self.roll()" in text
    (folder / "pig.py").write_text(text.replace("self.roll()", f"self.roll({sides})"))


def test_a_game_that_is_saved_while_it_plays_is_played_as_it_is_now(page: Page, folder: Path) -> None:
    """Its older text was played to the end, and the newer one never."""
    page.get_by_role("link", name="pig.py").click()
    expect(page.locator("progress, .answer").first).to_be_visible()
    for sides in (8, 200):
        save_pig(folder, sides)
        page.wait_for_timeout(600)
    expect(page.locator("section").first.locator(".summary")).to_contain_text(re.compile(r"\b0\.1\d+ "))


def test_the_summary_of_a_game_of_ones_own_fits_a_phone(page: Page, tab: Tab) -> None:
    tab.resize(390, 844)
    page.get_by_role("link", name="pig.py").click()
    page.locator(".summary").wait_for()
    expect(page.locator(".summary thead th")).to_have_text(["seat", "mean score", "win share"])
    assert tab.run("[...document.querySelectorAll('pre, .wide')].every(e => e.scrollWidth <= e.clientWidth)")


def test_a_question_that_is_stopped_at_once_leads_to_its_earlier_answer(page: Page, lab: Server) -> None:
    ask(page, *QUICK)
    settled(page)
    link = page.url
    ask(page, *SLOW)
    page.locator(".queue a").wait_for()
    ask(page, *QUICK)  # waits, and is stopped before it begins
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("link", name="9 against").click()
    assert page.url == link
    page.goto(lab.address)
    page.locator(".queue a").click()
    page.get_by_role("button", name="Stop").click()


def test_a_game_is_shown_by_its_number_and_any_game_keeps_its_page(page: Page, folder: Path) -> None:
    """The page of any game was written over by the next one."""
    ask(page, *QUICK)
    settled(page)
    link = page.url
    page.get_by_text("Show me a game").click()
    page.get_by_label("or its number").fill("17")
    page.get_by_role("button", name="Watch it").click()
    expect(page.frame_locator(".watched").locator("h1")).to_contain_text("game 17")
    for _ in range(2):
        page.goto(link)
        page.get_by_text("Show me a game").click()
        page.get_by_label("Which").select_option("random")
        page.get_by_role("button", name="Watch it").click()
        number = page.locator("h1").inner_text().rpartition(" ")[2]
        expect(page.frame_locator(".watched").locator("h1")).to_contain_text(f"game {number}")
    assert not list(folder.glob("lab/*random*"))


def test_a_file_of_ones_own_is_counted_as_a_change(page: Page, folder: Path) -> None:
    (folder / "mine.toml").write_text("")
    page.goto(f"{page.url}ask/castle")
    page.get_by_label("Cards of your own").select_option("mine.toml")
    expect(page.locator("#count")).to_have_text("mine.toml")


@pytest.mark.parametrize(
    ("command", "games", "goes_on"),
    [
        ("compare --game catan --rule robber=false --until decided", 1500, False),
        ("compare --game catan --rule robber=false --n 2000 --until decided", 1500, False),
        ("compare --game catan --rule robber=false --n 2000 --until decided", 2000, True),
        ("study seats --game catan --n 2000", 2000, False),
    ],
)
def test_only_what_is_open_goes_on(command: str, games: int, goes_on: bool) -> None:
    """The button of a settled answer led to that answer."""
    card = Card("comparisons/a", f"simulate {command}", 0.0, games=games, is_answered=True)
    assert card.goes_on == goes_on
    assert Card("comparisons/a", f"simulate {command}", 0.0).goes_on


def test_a_long_range_is_not_proposed_as_a_whole(page: Page) -> None:
    """Of a rule whose standard depends on who plays."""
    page.goto(f"{page.url}ask/castle")
    unfold(page)
    page.locator("[name='sweep']").select_option("hand")
    expect(page.get_by_label("Values")).to_have_value("1..5")


def test_notes_for_a_terminal_are_not_shown() -> None:
    """Nobody typed an option in the lab."""
    job = Job(("study", "seats"), "seats")
    for note in ("--n counts the games of both seeds together", "cell 1 of 4: 4 players, search:4"):
        job.hear({"note": note})
        assert job.note == ""
    job.hear({"note": "continuing runs: 400 of 4,000 games are there"})
    assert job.note.startswith("continuing")


def test_a_rule_is_swept_and_its_curve_fills(page: Page, folder: Path) -> None:
    page.goto(f"{page.url}ask/pools.py")
    unfold(page)
    page.locator("[name='sweep']").select_option("red")
    expect(page.get_by_label("Values")).to_have_value("1..5")
    page.get_by_label("From").fill("3")
    page.get_by_label("To", exact=True).fill("6")
    expect(page.get_by_label("Values")).to_have_value("3..6")
    expect(page.locator("#count")).to_have_text("a curve: Red, 3..6")
    page.get_by_label("a quick look").check()
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".curve circle").nth(3).wait_for()
    settled(page)
    assert len(list(folder.glob("sweeps/*/report.html"))) == 1


def test_cards_are_named_sorted_and_laid_side_by_side(page: Page) -> None:
    for red in ("8", "9"):
        ask(page, "red", red, "pools.py")
        settled(page)
    page.get_by_text("Name it").click()
    page.get_by_label("Name", exact=True).fill("A short game")
    page.get_by_role("button", name="Keep").click()
    expect(page.locator("h1").first).to_have_text("A short game")
    page.get_by_role("link", name="houserules").click()
    page.get_by_role("link", name="name", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.locator("[aria-current]")).to_be_focused()
    expect(page.locator(".card h3").first).to_have_text("A short game")
    for box in page.locator(".pick input").all():
        box.check()
    page.get_by_role("button", name="Show the marked ones side by side").click()
    assert page.locator("iframe").count() == 2


def test_a_variant_leaves_who_plays_as_it_was_chosen(page: Page) -> None:
    page.goto(f"{page.url}ask/catan")
    page.locator("[name='players'][value='3']").check()
    page.get_by_label("Beginners").check()
    variant = page.get_by_role("button", name="No trade")
    variant.focus()
    page.keyboard.press("Enter")
    expect(variant).to_be_focused()
    expect(variant).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#count")).to_contain_text("1 rule changes")
    page.get_by_role("button", name="Play", exact=True).click()
    words = "simulate compare --game catan --players 3 --policy novice --preset no_trade --until decided"
    expect(page.locator("#command")).to_have_text(words)


def test_a_heading_says_who_plays() -> None:
    words = ["compare", "--game", "catan", "--players", "3", "--policy", "novice", "--rule", "robber=false"]
    assert Form(rulebook_of_game("catan")).title_of(words) == "Catan: 3 players, beginners, robber=false"
    words[0], words[-1] = "sweep", "points_to_win=8..12"
    assert Form(rulebook_of_game("catan")).title_of(words).endswith("beginners, points to win, 8 to 12")


def test_a_heading_says_names_that_nobody_knows_as_they_were_sent() -> None:
    """A form that was sent by hand: what is wrong with it is told by the command."""
    words = ["sweep", "--game", "catan", "--policy", "nobody", "--rule", "nothing=1..3"]
    assert Form(rulebook_of_game("catan")).title_of(words) == "Catan: nobody, nothing, 1 to 3"


def test_a_variant_that_is_pressed_again_is_taken_back(page: Page) -> None:
    page.goto(f"{page.url}ask/catan")
    variant = page.get_by_role("button", name="No trade")
    variant.click()
    page.get_by_role("button", name="Gentle").click()
    expect(variant).to_have_attribute("aria-pressed", "false")
    variant.click()
    variant.click()
    expect(page.locator("#count")).to_have_text("nothing changes yet")


def test_a_quick_look_shows_numbers_before_its_last_game(page: Page) -> None:
    page.goto(f"{page.url}ask/pig.py")
    page.locator("[name='rule.spoiler']").fill("6")
    page.get_by_label("a quick look").check()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".numbers")).to_be_visible()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()


@pytest.mark.parametrize("width", [1400, 390])
def test_the_focus_is_in_sight_on_every_page(page: Page, tab: Tab, lab: Server, width: int) -> None:
    """Neither the line above nor that of *Play* lies over what has the focus."""
    tab.resize(width, 844)
    for path in ("", "ask/catan", "own/pig.py"):
        page.goto(f"{lab.address}{path}")
        if path.startswith("own"):
            page.locator(".summary").wait_for()
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement === document.body"):
                break
            assert page.evaluate(IN_SIGHT), page.evaluate("document.activeElement.outerHTML")


def test_the_focus_stays_while_the_answer_is_written_anew(page: Page) -> None:
    ask(page, *SLOW)
    link = page.locator(".queue a")
    link.focus()
    page.locator(".numbers").wait_for()
    page.evaluate("write(document.getElementById('queue'), '<a href=\"/\">another</a>')")
    expect(page.get_by_role("link", name="another")).to_be_focused()


def test_all_of_it_goes_by_the_keyboard(page: Page) -> None:
    page.goto(f"{page.url}ask/pools.py")
    page.locator("[name='rule.red']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    settled(page)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "To the content"


# --- what is refused


def test_a_question_that_changes_nothing_is_refused_in_a_line(page: Page, tab: Tab) -> None:
    page.goto(f"{page.url}ask/pig.py")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("nothing changes yet")
    tab.faults.clear()  # the browser tells of the code, 422


def status_of(address: str, method: str = "GET", **headers: str) -> int:
    """The status of a request that no browser makes."""
    data = b"" if method == "POST" else None
    asked = urllib.request.Request(address, data, headers, method=method)
    try:
        with urllib.request.urlopen(asked) as told:
            return int(told.status)
    except urllib.error.HTTPError as error:
        return error.code


def test_nobody_comes_in_without_the_token_or_from_elsewhere(lab: Server, tab: Tab) -> None:
    tab.open(lab.entrance)
    (cookie,) = tab.context.cookies()
    key = f"{cookie.get('name')}={cookie.get('value')}"
    assert cookie.get("httpOnly")
    assert status_of(lab.address) == 403
    assert status_of(lab.address, Cookie=key) == 200
    assert status_of(lab.address, Cookie=key, Host="evil.example") == 400
    check = f"{lab.address}check/pig.py"
    assert status_of(check, "POST", Cookie=key, Origin="http://evil.example") == 403
    assert status_of(check, "POST", Cookie=key) == 403


def test_no_file_outside_its_folder_is_read(lab: Server, tab: Tab, folder: Path) -> None:
    tab.open(lab.entrance)
    (cookie,) = tab.context.cookies()
    key = f"{cookie.get('name')}={cookie.get('value')}"
    (folder / "out.csv").symlink_to(ROOT / "tests" / "ladder.json")
    (folder / ".secret.json").write_text("{}")
    for name in (
        "../../etc/passwd",
        "..%2f..%2fetc%2fpasswd",
        "pig.py",
        "out.csv",
        ".secret.json",
        "lab.jso",
    ):
        assert status_of(f"{lab.address}file/{name}", Cookie=key) == 404, name


def test_commands_of_a_strangers_folder_are_not_run(folder: Path, browser: Browser) -> None:
    """What waited is kept in a file; a verb that removes something, or code from elsewhere, is refused."""
    words = [["runs", "rm", "--all"], ["compare", "--game", "catan", "--code", "/tmp/evil.py"]]
    waiting = [{"words": each, "title": "evil"} for each in words]
    (folder / "lab.json").write_text(json.dumps({"names": {}, "waiting": waiting}))
    with closing(Server(folder)) as lab, closing(Tab(browser)) as tab:
        tab.open(lab.entrance)
        for _ in words:
            tab.page.get_by_role("link", name="evil").first.click()
            tab.page.get_by_role("button", name="Go on").click()
            expect(tab.page.locator("h1")).to_have_text("That did not work")
            tab.page.get_by_role("link", name="houserules").click()


# --- for everybody


@pytest.mark.skipif(AXE is None, reason="axe-core-python is not installed")
def test_axe_finds_no_serious_fault(page: Page, tab: Tab, lab: Server) -> None:
    ask(page, *QUICK)
    settled(page)
    for address in (lab.address, f"{lab.address}ask/catan", f"{lab.address}own/pig.py", page.url):
        assert serious_faults(tab, address) == [], address


def test_pages_fit_a_phone(page: Page, tab: Tab, lab: Server) -> None:
    ask(page, *SLOW)
    page.locator(".numbers").wait_for()
    playing = page.url
    tab.resize(390, 844)
    for address in (playing, lab.address, f"{lab.address}ask/castle", f"{lab.address}own/pig.py"):
        page.goto(address)
        assert tab.run("document.documentElement.scrollWidth") <= 390, address


def test_long_names_fit_a_phone(page: Page, tab: Tab, lab: Server, folder: Path) -> None:
    file = f"{'cards_' * 12}.toml"
    (folder / file).write_text("")
    ask(page, *QUICK)
    settled(page)
    page.get_by_text("Name it").click()
    page.get_by_label("Name", exact=True).fill("W" * 80)
    page.get_by_role("button", name="Keep").click()
    expect(page.locator("h1").first).to_have_text("W" * 80)
    tab.resize(390, 844)
    card = page.url.partition("/card/")[2]
    for address in (page.url, f"{lab.address}beside?card={card}", f"{lab.address}ask/castle"):
        page.goto(address)
        assert tab.run("document.documentElement.scrollWidth") <= 390, address
    page.get_by_label("Cards of your own").select_option(file)
    expect(page.locator("#count")).to_have_text(file)
    assert tab.run("document.documentElement.scrollWidth") <= 390


def test_the_script_is_small() -> None:
    assert (ROOT / "reports" / "lab" / "static" / "lab.js").stat().st_size < 30_000


def test_a_lab_that_is_closed_says_so(folder: Path) -> None:
    lab = Server(folder)
    before = time.monotonic()
    lab.close()
    assert lab.process.returncode == 0
    assert time.monotonic() - before < 30
