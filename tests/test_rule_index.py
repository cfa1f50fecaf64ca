"""The number of a rule leads to the code that keeps it: by a search, and by docs/rule-index.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pages import INDEX, NO_CODE, NUMBER, SOURCES, TOP, docstrings, keepers, rule_index, rules_of

from rules.games import OWN

FILES = [path for room in SOURCES for path in sorted((TOP / room).rglob("*.py"))]
ALL = {number for game in OWN for number in rules_of(game)}

CUT_SHORT = re.compile(rf"{NUMBER}\s*(?:(?:to|and|or|,|/|-|–)\s*\d|(?:to|-|–)\s*[A-Z]{{2}}-)")
"""A range of numbers, or one that leaves its letters to the number before it."""


@pytest.mark.parametrize("game", OWN)
def test_every_rule_has_one_line_of_its_own(game: str) -> None:
    """In `rules/GAME/numbers.txt`, and none is given twice."""
    lines = (TOP / "rules" / game / "numbers.txt").read_text(encoding="utf-8").splitlines()
    assert len(rules_of(game)) == len(lines)
    assert len({number.split("-")[0] for number in rules_of(game)}) == 1
    for line in lines:
        assert re.fullmatch(rf"{NUMBER} +\S.*", line)


@pytest.mark.parametrize("game", OWN)
def test_every_rule_is_cited_in_full_where_it_is_kept(game: str) -> None:
    """By a function, class or option, unless the line of the rule says that no code keeps it."""
    for number, text in rules_of(game).items():
        assert (number in keepers()) != text.endswith(NO_CODE), f"{number} {text}"


def test_every_rule_that_is_cited_exists() -> None:
    cited = {number for file in FILES for _, text in docstrings(file) for number in re.findall(NUMBER, text)}
    assert cited - ALL == set()


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(TOP).as_posix())
def test_docstrings_cite_rules_one_by_one(file: Path) -> None:
    """CC-16, CC-17, CC-18: neither a range nor a number without its letters can be searched for."""
    for name, text in docstrings(file):
        assert not CUT_SHORT.search(text), f"{name}: {CUT_SHORT.search(text)}"


@pytest.mark.parametrize(
    "text", ["CC-16 to CC-18", "CA-84 to 87", "CC-39, 42", "CT-3 and 4", "CT-3–5", "SW-59a/60"]
)
def test_what_cannot_be_searched_for_is_noticed(text: str) -> None:
    assert CUT_SHORT.search(f"Scores ({text}).")


@pytest.mark.parametrize("text", ["CC-16, CC-17", "CC-16 and CC-17", "CA-V1, OQ-CT-4", "CT-3 to win"])
def test_what_can_be_searched_for_is_left_alone(text: str) -> None:
    assert not CUT_SHORT.search(f"Scores ({text}).")


def test_the_index_is_as_the_docstrings_are() -> None:
    """If not: python tests/pages.py."""
    assert INDEX.read_text(encoding="utf-8") == rule_index()
