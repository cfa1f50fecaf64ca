"""The documentation as a site: it builds strictly, whole, and with nothing from the network."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
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
from site_links import dead_links

from analyses.measures.vocabulary import declared
from rules.fields import fields_of
from rules.games import OWN, load
from rules.options import describe


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
        assert loaded
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
    for page in ("index", "cookbook", "notebooks/first-question"):
        assert serious_faults(tab, (site / f"{page}.html").as_uri()) == []


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
