"""Every kind of page in a real browser: the slider of a sweep, figures as files, the game to watch; axe."""

from __future__ import annotations

import base64
import json
import re
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any, Literal
from urllib.parse import unquote

import pytest
from browser import AXE, CHROMIUM, Tab, serious_faults
from builders import succeed
from made_up import page_text, two_rules
from playwright.sync_api import Browser
from stored_studies import stored_results

from analyses.estimates.estimate import Estimate
from analyses.studies.declared import declared
from reports.answers.gallery import Card
from reports.answers.studies.template import Report
from reports.pages.chart import rows_chart
from reports.pages.page import fill
from reports.pictures.plots import drawn
from reports.pictures.thumbnail import thumbnail
from reports.words.findings import SHAPES, Finding

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine")

GAME = "--game", "starwars", "--policy", "greedy", "--players", "2"
KINDS = "index", "report", "sweep", "compare", "study", "watch"
CHART = rows_chart({"turns a game": [("", {"A": Estimate(5, 4, 6, 0.95, 9, "t")})]})
LIMIT = 3_000_000
"""Bytes of a page."""

PAPER = 658
"""Units across a sheet of A4 between its margins."""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A page of each kind by the command that makes it; those that take many games, of stored ones."""
    folder = tmp_path_factory.mktemp("pages")
    made = partial(succeed, cwd=folder)
    finding, chart = Finding("All alike.", "sure", {}, ""), thumbnail(CHART)
    cards = {
        "Games": [Card("report.html", "Who wins?", finding, "Catan", chart)],
        "Studies": [Card("a/report.html", "Why?", finding, "Castle", chart), Card("b.html", "So?", finding)],
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("reports.pages.parts.drawn", drawn)  # people see painted ones
        made(*GAME, "--n", "40", "--out", "run")
        made("report", "run", "--out", "report.html")
        made("review", "run", "--game-index", "closest", "--n", "8", "--out", "watch.html")
        made("sweep", *GAME, "--n", "40", "--rule", "dice_cap=1..3", "--out", "sweep")
        made("compare", *GAME, "--n", "40", "--rule", "dice_cap=1", "--out", "compare")
        made("study", "claims", "--game", "starwars", "--n", "20", "--out", "claims")
        report = Report(declared("farmers"), stored_results("farmers"))
        study = report.answer.html("simulate study farmers", "")
    (folder / "index.html").write_text(fill("index.html", groups=cards), encoding="utf-8")
    (folder / "study.html").write_text(study, encoding="utf-8")
    return {
        kind: folder / (f"{kind}/report.html" if kind in ("sweep", "compare", "claims") else f"{kind}.html")
        for kind in (*KINDS, "claims")
    }


@pytest.fixture
def phone(tab: Tab) -> Tab:
    """A new tab on the screen of a phone."""
    tab.resize(390, 844)
    return tab


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_fits_its_screen_and_nothing_is_refused(pages: dict[str, Path], tab: Tab, kind: str) -> None:
    tab.open(pages[kind].as_uri())
    for width in (1280, 768, 390):
        tab.resize(width, 844)
        assert tab.run("document.documentElement.scrollWidth") <= width, width
    assert tab.run("document.fonts.check('16px Inter')")
    assert tab.faults == []
    assert pages[kind].stat().st_size < LIMIT


def test_a_button_leaves_the_cards_of_a_game(pages: dict[str, Path], tab: Tab) -> None:
    """And no heading without cards."""
    tab.open(pages["index"].as_uri())
    seen = "[...document.querySelectorAll('.gallery :is(h2, h3)')].filter(e => e.getClientRects().length)"
    tab.run("document.querySelector('#games [data-game=Castle]').click()")
    assert tab.run(f"{seen}.map(e => e.textContent)") == ["Studies", "Why?"]
    tab.run("document.querySelector('#games button').click()")
    assert tab.run(f"{seen}.length") == 5
    assert tab.faults == []


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a page with two rules side by side."""
    monkeypatch.setattr("reports.pages.parts.drawn", drawn)
    page = tmp_path / "rules.html"
    page.write_text(page_text(two_rules()), encoding="utf-8")
    return page.as_uri()


def test_a_click_on_a_heading_sorts_the_rules(rules: str, tab: Tab) -> None:
    """Down at the second click; the standard game stays on top."""
    tab.open(rules)

    def clicked(column: int) -> str:
        tab.run(f"document.querySelectorAll('.sorted thead button')[{column}].click()")
        rows = "Array.from(document.querySelectorAll('.sorted tbody th'), row => row.textContent.trim())"
        return str(tab.run(f"{rows}.join()"))

    assert clicked(0) == "standard game,close,short"
    assert clicked(1) == "standard game,short,close"
    assert clicked(1) == "standard game,close,short"
    assert clicked(2) == "standard game,close,short"
    assert tab.faults == []


def test_on_a_phone_the_table_of_before_and_after_is_whole(pages: dict[str, Path], phone: Tab) -> None:
    """Its last column was cut: how sure each number is. There a sign says it, as read aloud the word, too."""
    phone.open(pages["compare"].as_uri())
    assert (
        phone.run("(([t]) => t.scrollWidth - t.clientWidth)(document.querySelectorAll('#findings .wide'))")
        <= 0
    )
    cell = "document.querySelector('#findings tbody td:last-child')"
    assert phone.run(f"{cell}.textContent.trim()") in [f"{shape} {sure}" for sure, shape in SHAPES.items()]


@pytest.mark.parametrize("kind", ["report", "sweep", "compare", "study", "claims"])
def test_on_a_phone_links_stay_beside_how_sure_a_finding_is(
    pages: dict[str, Path], phone: Tab, kind: str
) -> None:
    """A lone # stood on a line of its own."""
    phone.open(pages[kind].as_uri())
    apart = phone.run(
        "[...document.querySelectorAll('.findings p')].filter(p => p.getClientRects().length).map(p => {"
        "const middles = [...p.querySelectorAll('.chip, .row')].map(e => e.getBoundingClientRect())"
        ".map(at => (at.top + at.bottom) / 2); return Math.max(...middles) - Math.min(...middles); })"
    )
    assert apart
    assert max(apart) < 8


@pytest.mark.parametrize("kind", ["report", "sweep", "compare", "study", "claims"])
def test_on_a_phone_every_word_of_a_picture_is_whole_and_can_be_read(
    pages: dict[str, Path], phone: Tab, kind: str
) -> None:
    """They were 7 to 9 pixels high, as pictures were made for a wider screen."""
    phone.open(pages[kind].as_uri())
    phone.run("document.querySelectorAll('details').forEach(d => d.open = true)")
    words = json.loads(
        phone.run(
            "JSON.stringify([...document.querySelectorAll('figure:not(.panel) svg')].flatMap(svg => {"
            "const seen = svg.getBoundingClientRect(), scale = seen.width / svg.viewBox.baseVal.width;"
            "return [...svg.querySelectorAll('text')].map(word => [word, word.getBoundingClientRect()])"
            ".filter(([, at]) => at.top >= seen.top - 1 && at.bottom <= seen.bottom + 1)"
            ".map(([word, at]) => [word.textContent, scale * parseFloat(getComputedStyle(word).fontSize),"
            "at.left >= seen.left - 1 && at.right <= seen.right + 1]); }))"
        )
    )
    assert len(words) > 10
    assert [(word, round(high, 1)) for word, high, _ in words if high < 10] == []
    assert [word for word, _, whole in words if not whole] == []


def test_the_slider_of_a_sweep_shows_the_games_of_its_value(pages: dict[str, Path], tab: Tab) -> None:
    """By mouse and by keys; the standard stands there first."""
    tab.open(pages["sweep"].as_uri())
    shown = "[...document.querySelectorAll('.stop:not([hidden]) h3')].map(e => e.textContent)"
    assert tab.run(shown) == ["at most 3 dice a fighter (standard)"]
    tab.run("document.getElementById('dial').focus()")
    tab.press("ArrowLeft")
    assert tab.run(shown) == ["at most 2 dice a fighter"]
    said = tab.run("document.getElementById('dial').getAttribute('aria-valuetext')")
    assert said == "at most 2 dice a fighter"
    tab.press("Home")
    assert tab.run(shown) == ["at most 1 die a fighter"]
    assert tab.faults == []


def test_a_bar_that_is_pointed_at_or_reached_by_keys_says_its_interval(
    pages: dict[str, Path], tab: Tab
) -> None:
    tab.open(pages["sweep"].as_uri())
    panel = ".stop:not([hidden]) .panel"
    said = "document.querySelector('.stop:not([hidden]) .said').textContent"
    marks = json.loads(tab.run(f"document.querySelector('{panel}').dataset.marks"))
    assert tab.run(said) == ""
    tab.run(f"document.querySelector('{panel}').scrollIntoView()")
    tab.point(f"{panel} svg", 0.98)
    assert tab.run(said) == marks[-1][1]
    assert "% [" in marks[-1][1]
    tab.run(f"document.querySelector('{panel} svg').focus()")
    tab.press("ArrowLeft")
    assert tab.run(said) == marks[-2][1]
    tab.run("dial = document.getElementById('dial'); dial.value = 0; dial.dispatchEvent(new Event('input'))")
    other = json.loads(tab.run(f"document.querySelector('{panel}').dataset.marks"))
    assert tab.run(said) == other[len(marks) - 2][1]


def test_without_scripts_the_ends_and_the_standard_stand_there(
    pages: dict[str, Path], browser: Browser
) -> None:
    tab = Tab(browser, java_script_enabled=False)
    tab.open(pages["sweep"].as_uri())
    seen = (
        "[...document.querySelectorAll('.stop')].filter(e => e.getClientRects().length)"
        ".map(e => e.dataset.value)"
    )
    assert tab.run(seen) == ["0", "2"]
    assert tab.run("document.getElementById('dials').hidden")


def test_a_figure_can_be_had_as_csv_svg_and_png(pages: dict[str, Path], tab: Tab) -> None:
    """What a click on its links saves: its numbers, its text as text, and a picture of it, for a slide."""
    tab.open(pages["report"].as_uri())
    tab.run("window.took = new Promise(done => { window.all = {}; document.addEventListener('click', e => {"
            "if (!e.target.href.startsWith('data:')) return; e.preventDefault(); all[e.target.download] = "
            "e.target.href; if (Object.keys(all).length === 3) done(all); }, true); });"
            "document.querySelector('.take').querySelectorAll('a').forEach(a => a.click()); 1")  # fmt: skip
    took: dict[str, str] = tab.run("took")
    files = {name.rpartition(".")[2]: address for name, address in took.items()}
    assert unquote(files["csv"]).partition(",")[2].splitlines()[0] == ",series,value,low,high"
    svg = base64.b64decode(files["svg"].partition(",")[2]).decode()
    assert "<text" in svg
    assert "@font-face" in svg
    png = base64.b64decode(files["png"].partition(",")[2])
    assert png.startswith(b"\x89PNG")
    assert (int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")) == (1920, 1080)
    title = tab.run("document.querySelector('figure[data-title]').dataset.title")
    words = " ".join(re.findall(r"<text[^>]*>([^<]*)</text>", svg))
    assert "".join(title.split()) in "".join(unescape(words).split())
    assert "simulate --game starwars" in words
    assert "houserules 0." in words
    assert tab.faults == []


def test_a_figure_can_be_copied(pages: dict[str, Path], tab: Tab) -> None:
    """As a picture of the same size; the clipboard of a machine without a screen is told from here."""
    tab.open(pages["compare"].as_uri())
    tab.run(
        "window.put = new Promise(done => { navigator.clipboard.write = ([item]) => "
        "item.getType('image/png').then(done); }); 1"
    )
    tab.run("document.querySelector('.take button').click(); 1")
    size = tab.run("put.then(createImageBitmap).then(image => `${image.width} ${image.height}`)")
    assert size == "1920 1080"
    assert tab.faults == []


def test_a_rule_stays_in_sight_while_its_numbers_are_moved(rules: str, phone: Tab) -> None:
    """On a phone its name was pushed out, and nobody knew whose numbers these are."""
    phone.open(rules)
    left = "document.querySelector('.sorted tbody th').getBoundingClientRect().left"
    before = phone.run(left)
    phone.run("document.querySelector('.wide:has(.sorted)').scrollLeft = 9999")
    assert phone.run("document.querySelector('.wide:has(.sorted)').scrollLeft") > 0
    assert phone.run(left) == before


def test_a_long_table_is_sorted_by_a_click_on_a_heading(pages: dict[str, Path], tab: Tab) -> None:
    """Up, then down; short ones have no buttons."""
    tab.open(pages["compare"].as_uri())
    tab.run(
        "window.table = [...document.querySelectorAll('table')].find(t => t.tBodies[0].rows.length > 5); 1"
    )
    column = "[...table.tBodies[0].rows].map(row => parseFloat(row.cells[1].textContent.replace(',', '')))"
    for way in (1, -1):
        tab.run("table.tHead.rows[0].cells[1].querySelector('button').click()")
        values = [value for value in tab.run(column) if value is not None]
        assert values == sorted(values, reverse=way < 0)
    short = "[...document.querySelectorAll('table:not(.sorted)')].filter(t => t.tBodies[0].rows.length < 6)"
    assert tab.run(f"{short}.every(t => !t.querySelector('thead button'))")
    assert tab.faults == []


def test_how_sure_is_sorted_from_sure_to_not_settled(pages: dict[str, Path], tab: Tab) -> None:
    """Signs stand before the words; in the order of their codes what is not settled came first."""
    tab.open(pages["compare"].as_uri())
    order = tab.run("""(() => {
      const heads = [...document.querySelectorAll("table thead tr")].map(row => [...row.cells]);
      const head = heads.map(cells => cells.find(cell => cell.textContent === "how sure")).find(
        cell => cell?.closest("table").tBodies[0].rows.length > 5);
      const rows = [...head.closest("table").tBodies[0].rows], at = head.cellIndex;
      const said = ["○ not settled", "● sure", "◐ likely"];
      rows.forEach((row, index) => { row.cells[at].textContent = said[index % 3]; });
      head.querySelector("button").click();
      return [...head.closest("table").tBodies[0].rows].map(row => row.cells[at].textContent.slice(2));
    })()""")
    assert list(dict.fromkeys(order)) == ["sure", "likely", "not settled"]
    assert len(order) > 5


def test_every_finding_has_an_address(pages: dict[str, Path], tab: Tab) -> None:
    tab.open("about:blank")
    tab.open(f"{pages['compare'].as_uri()}#finding-1")
    assert tab.run("document.querySelector(':target').closest('.findings') !== null")
    said = tab.run("document.querySelector('meta[property=\"og:description\"]').content")
    assert said == tab.run("document.querySelector('.finding').textContent")


def test_the_chance_to_win_follows_the_game_and_a_click_goes_to_its_turn(
    pages: dict[str, Path], tab: Tab
) -> None:
    watch(pages, tab, "#turn=5")
    known: list[Any] = json.loads(tab.run("document.getElementById('data').textContent"))["chances"]
    assert len(known) > 50
    assert tab.run("document.querySelector('.chance').textContent").startswith("wins ")
    places = "new Set([...document.querySelectorAll('.now')].map(e => e.getAttribute('d'))).size"
    assert (tab.run("document.querySelectorAll('.plot').length"), tab.run(places)) == (2, 1)
    tab.run("window.plot = document.querySelectorAll('.plot')[1]; 1")
    tab.run(
        "(b => plot.dispatchEvent(new MouseEvent('click', {clientX: b.right, bubbles: true})))"
        "(plot.getBoundingClientRect())"
    )
    assert tab.run("document.querySelector('#happened h2').textContent") == "The end"
    assert tab.run("location.hash") == "#end"
    assert tab.faults == []


# --- the game to watch

LIT = "[...document.querySelectorAll('#board .lit path')].map(e => e.getAttribute('d'))"


def watch(pages: dict[str, Path], tab: Tab, place: str = "") -> None:
    """Open the page at a place; from a blank one, or there would be nothing to load."""
    tab.open("about:blank")
    tab.open(f"{pages['watch'].as_uri()}{place}")


def watch_data(tab: Tab) -> dict[str, Any]:
    """What the script of the page reads."""
    data: dict[str, Any] = json.loads(tab.run("document.getElementById('data').textContent"))
    return data


def test_a_line_lights_its_places_while_it_is_pointed_at_or_reached_by_keys(
    pages: dict[str, Path], tab: Tab
) -> None:
    watch(pages, tab, "#turn=5")
    data = watch_data(tab)
    for way in ("dispatchEvent(new MouseEvent('mouseenter'))", "focus()"):
        words = tab.run(
            f"(line => {{ line.{way}; return line.textContent; }})(document.querySelector('.line'))"
        )
        lit = next(line[3] for line in data["story"] if line[2] == words)
        assert set(tab.run(LIT)) == {data["lit"][n] for n in lit}
    assert tab.run("document.querySelectorAll('.read').length") == 1
    assert tab.faults == []


def test_the_scores_stay_in_sight_on_a_phone(pages: dict[str, Path], phone: Tab) -> None:
    """Who wins a game of Catan could not be seen there without looking further down."""
    watch(pages, phone, "#end")
    low, high, text = phone.run(
        "(chips => { const room = chips.getBoundingClientRect();"
        "return [room.top, room.bottom, chips.textContent]; })(document.getElementById('chips'))"
    )
    assert 0 <= low < high <= 844
    data = watch_data(phone)
    assert all(str(score) in text for score in data["scores"][-1])
    assert text.count("\u2605") == len(data["winners"])


def test_turns_in_which_little_happens_are_folded(pages: dict[str, Path], tab: Tab) -> None:
    watch(pages, tab)
    data = watch_data(tab)
    by_turn: dict[Any, list[str]] = {}
    for since, _, _, _, kind in data["story"]:
        by_turn.setdefault(data["turn"][since], []).append(kind)
    quiet = [turn for turn, kinds in by_turn.items() if turn != "end" and all(kinds)]
    assert quiet
    folded = "[...document.querySelectorAll('#story-lines > .fold .whose a')].map(e => e.hash)"
    assert tab.run(folded) == [f"#turn={turn}" for turn in quiet]


def test_a_better_move_has_an_arrow_to_it_and_all_of_it_is_seen(pages: dict[str, Path], tab: Tab) -> None:
    watch(pages, tab, "#turn=5")
    data = watch_data(tab)
    boxes = [n for n, outline in enumerate(data["lit"]) if outline.count("M") == 4]
    tab.run(f"window.made = boardOf({json.dumps(data)}); made.show(3); 1")
    tab.run(f"made.compare([{boxes[0]}], [{boxes[-1]}]); 1")
    assert tab.run("document.querySelectorAll('.lit .arrow').length") == 2
    inside = tab.run(
        "[...document.querySelectorAll('.lit .better, .lit .played')].every(e => {"
        "const b = e.getBBox(), s = made.boards[0].viewBox.baseVal;"
        "return b.x >= s.x && b.y >= s.y"
        " && b.x + b.width <= s.x + s.width && b.y + b.height <= s.y + s.height; })"
    )
    assert inside


def test_two_fingers_and_a_double_tap_look_closer(pages: dict[str, Path], phone: Tab) -> None:
    watch(pages, phone, "#turn=5")
    wide = "document.getElementById('board').viewBox.baseVal.width"
    x, y = phone.run("(b => [b.x + b.width / 2, b.y + b.height / 2])(board.getBoundingClientRect())")
    whole = phone.run(wide)

    fingers = phone.context.new_cdp_session(phone.page)

    def touch(kind: str, *places: tuple[float, float]) -> None:
        points = [{"x": a, "y": b, "id": n} for n, (a, b) in enumerate(places)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", (x - 30, y))
    touch("touchStart", (x - 30, y), (x + 30, y))
    touch("touchMove", (x - 60, y), (x + 60, y))
    touch("touchEnd")
    assert phone.run(wide) == pytest.approx(whole / 2, rel=0.2)
    for _ in range(2):
        touch("touchStart", (x, y))
        touch("touchEnd")
    assert phone.run(wide) == whole
    for _ in range(2):
        touch("touchStart", (x, y))
        touch("touchEnd")
    assert phone.run(wide) < whole / 2
    phone.press("0")
    assert phone.run(wide) == whole
    assert phone.faults == []


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_pieces_glide_unless_nothing_should_move(
    pages: dict[str, Path], tab: Tab, motion: Literal["reduce", "no-preference"]
) -> None:
    tab.page.emulate_media(reduced_motion=motion)
    watch(pages, tab, "#turn=5")
    tab.press("ArrowRight")
    gliding = "document.getAnimations().filter(a => a.effect.target.closest('.seen [data-in]')).length"
    glides = tab.run(gliding)
    assert (glides > 0) == (motion == "no-preference")


def test_numbers_of_an_axis_can_be_read_or_are_not_there(pages: dict[str, Path], tab: Tab) -> None:
    high = (
        "[...document.querySelectorAll('#board g[fill=currentColor] text:not([display])')]"
        ".filter(e => e.getClientRects().length).map(e => e.getBoundingClientRect().height)"
    )
    for width in (390, 1280):
        tab.resize(width, 844)
        for place in ("#turn=2", "#end"):
            watch(pages, tab, place)
            assert all(number >= 8 for number in tab.run(high)), (width, place)


# --- every page


@pytest.mark.parametrize("kind", KINDS)
def test_everything_is_open_when_printed_and_fits_the_paper(
    pages: dict[str, Path], tab: Tab, kind: str
) -> None:
    tab.resize(PAPER, 900)
    tab.open(pages[kind].as_uri())
    tab.page.emulate_media(media="print")
    assert tab.run("document.documentElement.scrollWidth") <= PAPER
    folded = tab.run(
        "[...document.querySelectorAll('details')].filter(d => d.getBoundingClientRect().height < "
        "1.5 * d.querySelector('summary').getBoundingClientRect().height).length"
    )
    assert folded == 0


@pytest.mark.skipif(AXE is None, reason="axe-core-python is not installed")
@pytest.mark.parametrize(
    ("kind", "what"), [("sweep", "h4"), ("sweep", "h2"), ("watch", "section:has(.plot)")]
)
def test_a_title_stays_whole_and_with_its_picture_on_paper(
    pages: dict[str, Path], tab: Tab, kind: str, what: str
) -> None:
    """Its first line stood at the foot of a page, the second on the next, above the picture."""
    tab.page.emulate_media(media="print")
    tab.open(pages[kind].as_uri())
    found = tab.run(f"[...document.querySelectorAll('{what}')].map(x => getComputedStyle(x).breakInside)")
    assert set(found) == {"avoid"}


@pytest.mark.parametrize("kind", KINDS)
def test_axe_finds_no_serious_fault(pages: dict[str, Path], tab: Tab, kind: str) -> None:
    assert serious_faults(tab, pages[kind].as_uri()) == []
