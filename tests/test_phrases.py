"""Pages and pictures tell rules in words; what is typed stands in the command that makes them again."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from html import unescape
from pathlib import Path

import pytest
from builders import succeed
from made_up import entry_of

import reports.words.phrases
from analyses.estimates.estimate import Estimate, wilson
from analyses.measures.measure import SHARE, Measure
from analyses.measures.number import Number
from reports.answers.gallery import Card
from reports.pages.page import fill
from reports.pictures.plots import drawn, named_rows
from reports.pictures.style import Figure
from reports.words.findings import Finding, bars
from reports.words.phrases import in_words
from rules.games import OWN, load
from rules.options import Described, describe
from simulate.io.files import Rows

GAME = "--game", "starwars", "--policy", "greedy", "--players", 2, "--n", 40
SVG = "{http://www.w3.org/2000/svg}"

OPTIONS = {(game, o.name): o for game in OWN for o in describe(load(game).options.Options)}


def values_of(option: Described) -> list[str]:
    """Some values that an option may have: all of its words, or its default and a one."""
    words = option.allowed.split(" | ")
    return words if len(words) > 1 and " to " not in option.allowed else [option.default, "1"]


@pytest.mark.parametrize(("game", "name"), OPTIONS)
def test_every_value_of_every_option_has_words(game: str, name: str) -> None:
    option = OPTIONS[game, name]
    for value in values_of(option):
        said = in_words(f"{name}={value}")
        assert not re.search(r"[_={}]", said), said
        assert not re.search(r"\b1 \w+s\b", said), said


def test_without_a_phrase_a_rule_stays_as_it_is_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reports.words.phrases, "loaded", tuple)
    assert in_words("my_rule=4 against preset standard") == "my_rule=4 against preset standard"


@pytest.mark.parametrize("game", OWN)
def test_every_preset_has_words_to_stand_behind_with(game: str) -> None:
    for preset in load(game).options.PRESETS:
        said = in_words(f"with preset {preset}")
        assert not re.search(r"preset|[_(]|[A-Z]{2}", said), said


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (
            "With dice_cap=1 and dice_faces=4 there are",
            "With at most 1 die a fighter and dice of 4 faces there are",
        ),
        ("From points_to_win=8 to 12, turns go", "From 8 to 12 points to win, turns go"),
        ("without=ghost+black_knight", "every card but the ghost and black knight"),
        ("Carcassonne with preset no_farmers: who begins?", "Carcassonne with no farmers: who begins?"),
        ("seats=3 and my_rule=4 of another game", "seats=3 and my_rule=4 of another game"),
        ("no_farms wins", "no_farms wins"),
    ],
)
def test_only_rules_are_told_in_words(typed: str, told: str) -> None:
    assert in_words(typed) == told


def said_on(page: Path) -> str:
    """What a page says to a reader, its command and the files of its numbers left out."""
    text = unescape(page.read_text(encoding="utf-8")).replace("\N{NO-BREAK SPACE}", " ")
    return re.sub(
        r"<pre>.*?</pre>|<style.*?</style>|<script>.*?</script>|href=\"data:.*?\"", "", text, flags=re.DOTALL
    )


def test_a_comparison_a_sweep_and_their_pictures_name_no_option(folder: Path) -> None:
    succeed("compare", *GAME, "--rule", "dice_cap=1", "--out", "compare", cwd=folder)
    sweep = "--rule", "dice_cap=1..3", "--rule", "win_tie=shared,later_seat"
    succeed("sweep", *GAME, *sweep, "--out", "sweep", cwd=folder)
    compared, swept = (folder / kind / "report.html" for kind in ("compare", "sweep"))
    title = "Star Wars Carcassonne: at most 1 die a fighter against the standard game"
    assert f"<h1>{title}</h1>" in said_on(compared)
    assert "<p>Dice cap (usually 3): most dice of one fighter in a battle.</p>" in said_on(compared)
    said = said_on(swept)
    assert "dice cap from 1 to 3, with shared wins and ties won by the later player</h1>" in said
    assert "<h3>at most 3 dice a fighter (baseline)</h3>" in said
    succeed("sweep", *GAME, "--rule", "win_tie=shared,later_seat", "--out", "words", cwd=folder)
    words = folder / "words" / "report.html"
    assert "<h1>Star Wars Carcassonne: shared wins and ties won by the later player</h1>" in said_on(words)
    assert not re.search(r"win_tie|later_seat", said_on(words))
    trade = "--rule", "trade=none,one_for_one,any", "--n", 100, "--measure", "deals"
    succeed("sweep", "--game", "catan", *trade, "--out", "trade", cwd=folder)
    assert "With no trade between players there are 0 trades between players a game" in said_on(
        folder / "trade" / "report.html"
    )
    for page in (compared, swept):
        assert not re.search(r"dice_cap|win_tie|later_seat", said_on(page))
        assert "dice_cap=1" in page.read_text(encoding="utf-8")  # in its command


def test_the_index_of_pages_names_no_option() -> None:
    found = Finding("With robber=false there are about 8 fewer turns a game.", "sure", {}, "")
    page = fill("index.html", groups={"": [Card("a.html", "Catan: robber=false against it", found)]})
    assert "Catan: no robber against it" in page
    assert "With no robber there are" in page


def test_rows_of_a_picture_are_named_in_words() -> None:
    def draw(page: Figure) -> Rows:
        named_rows(page.add_subplot(), ["robber=false"])
        return []

    data, _ = drawn(draw, "Of robber=false", "", "svg")
    words = ["".join(each.itertext()) for each in ET.fromstring(data).iter(SVG + "text")]
    assert "no robber" in words
    assert "Of no robber" in words


def entry(value: float, half: float = 0.5) -> Number:
    """A number with a margin."""
    estimate = Estimate(value, value - half, value + half, 0.95, 100, "paired t")
    return entry_of("changes", {}, "turns", "turns", estimate, 1.0)


def test_the_small_picture_of_a_single_number_has_no_name_to_tell_it_apart() -> None:
    alone, two = bars({"": entry(3.0)}, "+.1f"), bars({"a": entry(3.0), "b": entry(2.0)}, "+.1f")
    assert 'aria-label="+3.0 [+2.5, +3.5]"' in alone
    assert 'aria-label="a: +3.0 [+2.5, +3.5]; b: ' in two


def test_the_numbers_of_a_small_picture_have_the_same_decimals() -> None:
    picture = bars({"8": entry(-0.36, 0.33), "9": entry(-0.1)}, "+.1f")
    assert re.findall(r'class="value"[^>]*>([^<]+)<', picture) == ["-0.36", "-0.10"]


def test_the_small_picture_of_a_share_does_not_reach_below_0() -> None:
    """The dot of 0 stood in the middle, as if there were less than nothing."""
    share = Number(Measure("tied", "ties", 0.01, kind=SHARE, spec=".1%"), wilson(0, 400))
    middles = re.findall(r'<circle cx="([\d.]+)"', bars({"": share}, ".1%") + bars({"": share}, "+.1pp"))
    assert float(middles[0]) < 20 < float(middles[1])
