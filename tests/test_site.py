"""The documentation as a site: it builds strictly, whole, and with nothing from the network."""

from __future__ import annotations

import html
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Literal

import numpy as np
import pytest
import shown
from browser import AXE, CHROMIUM, Tab, serious_faults
from docs_site import (
    LINKED,
    anchor,
    definitions,
    with_terms,
    with_whole_numbers,
    with_whole_options,
    without_sources,
)
from pages import TOP, rules_of
from PIL import Image
from site_links import dead_links, fault_of
from site_questions import FIRST, LEAST, QUESTIONS, TYPED

from analyses.measures.vocabulary import declared
from rules.fields import fields_of
from rules.games import OWN, load
from rules.options import describe

INQUIRIES = {"faq", "cookbook", "index", "questions"}
"""Pages with so many answers that it counts which of them is found."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, as `make docs` builds it."""
    pytest.importorskip("mkdocs", reason="the site is built with the extra 'docs': pip install '.[docs]'")
    out = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", out],
        cwd=TOP, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return out


def test_pages_load_nothing_from_the_network(site: Path) -> None:
    """No font, script, style or picture; links that a reader clicks may lead out."""
    for page in site.rglob("*.html"):
        loaded = re.findall(
            r"<(?:script|link|img|iframe|source)\b[^>]*?(?:src|href)=\"?([^\s\">]+)", page.read_text()
        )
        assert loaded or page.parent.name == "watch"  # which has all that it shows
        assert not [address for address in loaded if re.match(r"(https?:)?//", address)], page.name
    for style in site.rglob("*.css"):
        text = style.read_text(encoding="utf-8")
        assert not re.search(r"@import|url\([\"']?(https?:)?//", text), style.name


def test_no_link_of_the_site_leads_nowhere(site: Path) -> None:
    """Neither to a file nor to a place on a page; the page of the server's answer 404 had 39 dead ones."""
    assert dead_links(site) == []


@pytest.mark.parametrize(
    ("link", "why"),
    [
        ("b.html#here", ""),
        ("#there", ""),
        ("https://example.org/", ""),
        ("b.html#nowhere", "no such place"),
        ("c.html", "no such file"),
        ("../a.html", "leaves the site"),
        ("/b.html", "leaves the site"),
    ],
)
def test_a_link_is_dead_if_its_file_or_place_is_not_there(tmp_path: Path, link: str, why: str) -> None:
    (tmp_path / "a.html").write_text(f'<p id="there"><a href="{link}">x</a>')
    (tmp_path / "b.html").write_text('<p id="here">')
    assert dead_links(tmp_path) == ([f"a.html: {link}: {why}"] if why else [])


def test_the_site_has_every_option_term_and_notebook(site: Path) -> None:
    for game in OWN:
        page = (site / f"{game}.html").read_text(encoding="utf-8")
        for option in describe(load(game).options.Options):
            assert f"<code>{option.name}</code>" in page
    glossary = (site / "glossary.html").read_text(encoding="utf-8")
    for term in definitions():
        assert f'id="{anchor(term)}"' in glossary
    for notebook in (TOP / "docs" / "notebooks").glob("*.ipynb"):
        assert (site / "notebooks" / notebook.name).exists()
        page = (site / "notebooks" / f"{notebook.stem}.html").read_text()
        assert "from simulate import run" in re.sub("<[^>]*>", "", page)


def test_the_site_has_every_rule_measure_and_column(site: Path) -> None:
    measures = (site / "metrics.html").read_text(encoding="utf-8")
    index = (site / "rule-index.html").read_text(encoding="utf-8")
    tables = (site / "tables.html").read_text(encoding="utf-8")
    for game in OWN:
        assert f'id="{game}"' in index
        for number in rules_of(game):
            assert re.search(rf"<td>(<[^>]*>)?{number}<", index), number
        assert all(f"<code>{measure.name}</code>" in measures for measure in declared(game))
        for table in load(game).playing.tables.values():
            for name, field in fields_of(table.row).items():
                column = (field.columns or (table.renamed.get(name, name),))[0]
                assert f"<code>{column}</code>" in tables, column


def test_every_table_is_shown_as_one(site: Path) -> None:
    """Without an empty line before it a table of Markdown is a paragraph full of bars."""
    for page in site.rglob("*.html"):
        assert not re.search(r"^\|.*\|$", page.read_text(encoding="utf-8"), re.M), page.name


@pytest.mark.skipif(AXE is None or CHROMIUM is None, reason="no axe-core-python, or no chromium")
def test_axe_finds_no_serious_fault_on_pages_of_the_site(site: Path, tab: Tab) -> None:
    for page in ("index", "cookbook", "catan", "faq", "watch/board", "notebooks/first-question"):
        assert serious_faults(tab, (site / f"{page}.html").as_uri()) == []


def _places(found: list[list[str]]) -> list[set[str]]:
    """The pages and places that the search lists, page by page: ``faq``, ``faq#how-fast-is-it``."""
    pages = []
    for links in found[:FIRST]:
        places = set()
        for link in links:
            path, _, place = link.rpartition("/")[2].partition("#")
            page = path.partition(".html")[0]
            places |= {page, f"{page}#{place}"} if page not in INQUIRIES else {f"{page}#{place}"}
        pages.append(places)
    return pages


@pytest.mark.skipif(CHROMIUM is None, reason="no chromium")
def test_plain_questions_find_their_page_among_the_first(site: Path, tab: Tab) -> None:
    """By the search of the site itself; of a page with many questions it has to be the right one."""
    tab.resize(1400, 900)
    tab.open((site / "index.html").as_uri())
    lost = {}
    for question, wanted in QUESTIONS.items():
        found = json.loads(tab.run(TYPED.replace("QUESTION", json.dumps(question))))
        places = _places(found)
        if not any(wanted & page for page in places):
            lost[question] = places
    assert len(QUESTIONS) == 20
    assert len(QUESTIONS) - len(lost) >= LEAST, lost
    assert tab.faults == []


def test_answers_to_questions_are_places_of_the_site(site: Path) -> None:
    for place in set().union(*QUESTIONS.values()):
        page, _, anchor_ = place.partition("#")
        assert fault_of(f"{page}.html#{anchor_}", site / "index.html", site) == "", place


def test_changes_and_lists_of_words_are_not_searched(site: Path) -> None:
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    pages = {entry["location"].partition("#")[0] for entry in index["docs"]}
    assert "faq.html" in pages
    assert not pages & {"changelog.html", "glossary.html", "rule-index.html"}


@pytest.mark.skipif(CHROMIUM is None, reason="no chromium")
def test_the_first_page_answers_its_question(site: Path, tab: Tab) -> None:
    """The numbers are those that were kept, at each value of the slider; without a server."""
    tab.open((site / "index.html").as_uri())
    kept = shown.known(shown.QUESTION)
    for n, points in enumerate(kept["measures"]["turns"]["points"]):
        tab.run(
            f"(d => {{ d.value = {n}; d.dispatchEvent(new Event('input')); }})"
            "(document.getElementById('ask-dial'))"
        )
        said = tab.run("document.getElementById('ask-answer').textContent")
        assert said.startswith(
            f"A game to {kept['values'][n]} points takes about {points['value'][0]:.0f} turns"
        ), said
    assert kept["command"] in re.sub("<[^>]*>", "", (site / "index.html").read_text(encoding="utf-8"))
    assert len(tab.run("[...document.querySelectorAll('.first .md-button')].map(a => a.href)")) == 3
    assert tab.faults == []


@pytest.mark.skipif(CHROMIUM is None, reason="no chromium")
def test_the_board_of_the_first_page_moves_unless_motion_is_unwanted(site: Path, tab: Tab) -> None:
    seen = "[...document.querySelectorAll('#board [data-in]')].filter(e => !e.hasAttribute('display')).length"
    wait = "new Promise(done => setTimeout(done, 1500)).then(() => {})"
    wishes: dict[Literal["no-preference", "reduce"], bool] = {"no-preference": True, "reduce": False}
    for wish, moves in wishes.items():
        tab.page.emulate_media(reduced_motion=wish)
        tab.open((site / "watch" / "board.html").as_uri())
        before = tab.run(seen)
        tab.run(wait)
        assert (tab.run(seen) != before) == moves
    assert tab.faults == []


def test_each_game_has_ten_house_rules_and_a_game_to_watch(site: Path) -> None:
    for game in OWN:
        page = (site / f"{game}.html").read_text(encoding="utf-8")
        rules = shown.known(game)["rules"]
        assert len(rules) == 10
        for rule in rules:
            assert f'id="{shown.place_of(rule["question"])}"' in page
            assert html.escape(rule["answer"]) in page
        assert f'src="watch/{game}.html"' in page
        assert (site / "watch" / f"{game}.html").stat().st_size < 3_000_000


def test_each_picture_has_a_dark_twin(site: Path) -> None:
    """The theme shows the one that fits."""
    pictures = 0
    for page in site.glob("*.html"):
        for name in re.findall(r'<img [^>]*src="([^"]+\.png)#only-light"', page.read_text(encoding="utf-8")):
            pictures += 1
            assert f"{name.removesuffix('.png')}-dark.png#only-dark" in page.read_text(encoding="utf-8")
            corners = []
            for file in (name, f"{name.removesuffix('.png')}-dark.png"):
                with Image.open(site / file) as picture:
                    corners.append(np.asarray(picture.convert("L"))[2, 2])
            assert corners[0] > 200
            assert corners[1] < 60
    assert pictures >= 6


def test_a_link_to_a_page_says_what_it_is(site: Path) -> None:
    page = (site / "catan.html").read_text(encoding="utf-8")
    assert '<meta property="og:title" content="Catan">' in page
    assert '<meta property="og:description" content="Which rules the program plays' in page


def test_a_rule_is_asked_as_it_is_typed() -> None:
    assert (
        shown.asked({"rules": {"robber": False, "dice": "deck36"}})
        == "--rule robber=false --rule dice=deck36"
    )
    assert shown.asked({"preset": "no_trade"}) == "--preset no_trade"


def test_a_card_says_what_a_study_says_of_its_rule() -> None:
    findings = {
        "game": "catan",
        "answer": "No robber: a game takes 57 turns in place of 65.",
        "sure": "sure",
        "findings": [{"text": "Eleven points: nothing is sure to matter.", "sure": "not settled"}],
    }
    arms = [
        {"name": "eleven points", "rules": {"points_to_win": 11}},
        {"name": "no robber", "rules": {"robber": False}},
    ]
    first, second = shown.rules_shown(findings, arms)
    assert first["answer"] == "Nothing is sure to matter."
    assert second == {
        "question": "No robber?",
        "answer": "A game takes 57 turns in place of 65.",
        "sure": "sure",
        "command": "simulate compare --game catan --rule robber=false",
    }


def test_terms_that_pages_link_are_in_the_glossary() -> None:
    assert set(LINKED) <= set(definitions())


def test_the_first_use_of_a_term_in_prose_leads_to_the_glossary() -> None:
    text = "# A margin\n\n`margin` and [a margin](x.md): the margins, and a margin.\n"
    linked = text.replace("the margins", "the [margins](../glossary.md#margin){ .term }")
    assert with_terms(text, "../") == linked


def test_a_number_in_a_table_is_not_broken() -> None:
    text = "Wins: 5 % [1, 2], CT-1.\n\n| 49.2 % [-36.9, 61.5] | [a, b] | OQ-CT-7 | (1-2) >= 3 |\n"
    rule, span, bound = (f'<span class="whole">{each}</span>' for each in ("OQ-CT-7", "(1-2)", ">= 3"))
    kept = f"| 49.2\u00a0% [-36.9,\u00a061.5] | [a, b] | {rule} | {span} {bound} |\n"
    assert with_whole_numbers(text) == f"Wins: 5 % [1, 2], CT-1.\n\n{kept}"


def test_an_option_in_prose_is_not_broken() -> None:
    html = "<p>a --b <code>run --until x-y</code></p>"
    assert with_whole_options(html) == '<p>a --b <code>run <span class="whole">--until</span> x-y</code></p>'


def test_a_source_is_its_name_on_the_site() -> None:
    text = "[a.py](../rules/a.py), [changes](../CHANGELOG.md), [index](../rules/catan/numbers.txt)"
    assert without_sources(text) == "`a.py`, [changes](changelog.md), [index](rule-index.md#catan)"
