"""The pages of docs/, their commands and index of rules, and the examples in docstrings say what is true."""

from __future__ import annotations

import doctest
import json
import re
from importlib import import_module
from pathlib import Path

import pytest
from docs_check import (
    NOTEBOOKS,
    Section,
    StaleError,
    check,
    check_notebook,
    matches,
    renewed,
    sections,
    untold,
)
from pages import (
    DOCS,
    NO_CODE,
    NUMBER,
    PLACE,
    SOURCES,
    TOP,
    docstrings,
    keepers,
    parts,
    rule_index,
    rules_of,
)

from rules.games import OWN, load

PAGES = [TOP / "README.md", TOP / "CHANGELOG.md", *sorted(DOCS.glob("*.md"))]


def test_the_python_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", (DOCS / "python.md").read_text(), re.S)
    assert len(blocks) >= 6
    space: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, "docs/python.md", "exec"), space)
    assert space["record"]["players"] == 2  # type: ignore[index]


def test_the_policies_of_the_page_of_players_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from simulate import run

    monkeypatch.chdir(tmp_path)
    page = (DOCS / "players.md").read_text()
    Path("my.py").write_text(re.findall(r"```python\n(.*?)```", page, re.S)[0])
    Path("bold.toml").write_text(re.findall(r"```toml\n(.*?)```", page, re.S)[0])
    played = run(n=50, players=2, policy="my.py:cautious,bold.toml")
    assert len(played.games) == 50


def test_the_measures_of_the_page_of_measures_measure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from analyses.questions.compare import compare
    from simulate import run

    monkeypatch.chdir(tmp_path)
    page = (DOCS / "metrics.md").read_text()
    Path("mine.py").write_text(re.findall(r"```python\n(.*?)```", page, re.S)[0])
    named = list(dict.fromkeys(re.findall(r"mine\.py:\w+", page)))
    assert len(named) == 2
    runs = [run(game="catan", n=20, rules=rules) for rules in ([], ["robber=false"])]
    found = compare(runs[0], runs[1], named)
    assert [change.measure.key for change in found.changes] == named


def test_what_code_declares_has_a_place_on_one_page() -> None:
    """Options, presets, measures, columns, styles: they are filled in when the site is built."""
    assert sorted(place for page in PAGES for place in PLACE.findall(page.read_text())) == sorted(parts())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
        assert (page.parent / link).exists(), link


@pytest.mark.parametrize("page", ["game-records.md", "positions.md"])
def test_the_records_of_a_page_are_legal(page: str) -> None:
    blocks = re.findall(r"```json\n(.*?)```", (DOCS / page).read_text(), re.S)
    assert blocks
    for block in blocks:
        record = json.loads(block)
        assert load(record["game"]).referee().judge(record).legal, record["game"]


# --- the examples in docstrings

CODE = [path for room in SOURCES for path in sorted((TOP / room).rglob("*.py"))]
MODULES = [
    ".".join(file.relative_to(TOP).with_suffix("").parts).removesuffix(".__init__")
    for file in CODE
    if ">>>" in file.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name: str) -> None:
    """Only modules that have examples are imported."""
    module = import_module(name)
    assert any(found.examples for found in doctest.DocTestFinder().find(module))
    assert doctest.testmod(module).failed == 0


def test_there_are_examples_of_all_kinds() -> None:
    """Of errors, estimates, studies and pictures."""
    assert {
        "rules.errors",
        "analyses.estimates.estimate",
        "analyses.estimates.samples",
        "reports.words.wording",
    } <= set(MODULES)


# --- what commands print

PRINTED = """\
Catan, 500 games    3.0 s, 167 games/s

 seat   wins
 1      24.6
 2      25.8

runs/x""".splitlines()


@pytest.mark.parametrize(
    ("told", "true"),
    [
        (PRINTED, True),
        (["Catan, 500 games", "...", " 2      25.8", "..."], True),
        (["Catan, 500 games    9.9 s, 1 games/s", "..."], True),
        (["Catan, 500 games", " 2      25.8", "..."], False),
        (["Catan, 500 games", "...", " 2      25.9", "..."], False),
        (["Catan, 500 games", "...", " 2      25.8"], False),
    ],
)
def test_what_a_page_tells_is_what_is_printed_but_for_what_is_left_out(told: list[str], true: bool) -> None:
    assert matches(told, PRINTED) is true


def test_old_numbers_are_renewed_line_by_line() -> None:
    told = ["Catan, 400 games", "...", " 2      11.1", "..."]
    assert renewed(told, PRINTED) == ["Catan, 500 games", "...", " 2      25.8", "..."]


def test_a_line_that_is_printed_no_more_is_named() -> None:
    with pytest.raises(StaleError, match="nothing like this is printed any more: 3 wins"):
        renewed(["3 wins"], PRINTED)


def test_numbers_of_the_prose_are_printed_or_rounded() -> None:
    said = "In 1,000 games 25 % or 24.6 %, rule CT-15, 3-4 players; but never 31."
    assert untold(said, "1,000 games [24.58, 26.0]") == ["31"]


def test_sections_are_cut_at_headings_and_not_at_comments_of_code(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# A\n\n```\n# no heading\n```\n\n## B\n", encoding="utf-8")
    assert [section.text for section in sections(page)] == ["# A\n\n```\n# no heading\n```\n\n", "## B\n"]


def test_a_wrong_number_is_found_and_renewed(tmp_path: Path) -> None:
    """By the exact odds of a battle, which are not played."""
    line = " fighter 1     2    125/216      1/6   55/216        26/36    73/90"
    text = f"```console\n$ simulate odds 2 1\n...\n{line}\n...\n```\n"
    section = Section(Path(__file__), 1, text)
    with pytest.raises(StaleError, match="simulate odds 2 1: prints something else now"):
        check(section, write=False)
    assert check(section, write=True) == text.replace("26/36", "25/36")


@pytest.mark.verify
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_prints_what_it_tells(notebook: Path) -> None:
    pytest.importorskip("nbclient", reason="needs the extra 'docs': pip install '.[docs]'")
    check_notebook(notebook, write=False)


# --- the number of a rule leads to the code that keeps it

ALL = {number for game in OWN for number in rules_of(game)}

CUT_SHORT = re.compile(rf"{NUMBER}\s*(?:(?:to|and|or|,|/|-|–)\s*\d|(?:to|-|–)\s*[A-Z]{{2}}-)")
"""A range of numbers, or one that leaves its letters to the number before it."""


@pytest.mark.parametrize("game", OWN)
def test_every_rule_has_one_line_of_its_own(game: str) -> None:
    """In `rules/GAME/numbers.txt`, and none is given twice."""
    lines = (TOP / "rules" / game / "numbers.txt").read_text(encoding="utf-8").splitlines()
    assert len(rules_of(game)) == len(lines)
    assert len({number.split("-")[0] for number in rules_of(game)} - {"HR"}) == 1
    for line in lines:
        assert re.fullmatch(rf"{NUMBER} +\S.*", line)


@pytest.mark.parametrize("game", OWN)
def test_every_rule_is_cited_in_full_where_it_is_kept(game: str) -> None:
    """By a function, class or option, unless the line of the rule says that no code keeps it."""
    for number, text in rules_of(game).items():
        assert (number in keepers()) != text.endswith(NO_CODE), f"{number} {text}"


def test_every_rule_that_is_cited_exists() -> None:
    cited = {number for file in CODE for _, text in docstrings(file) for number in re.findall(NUMBER, text)}
    assert cited - ALL == set()


@pytest.mark.parametrize("file", CODE, ids=lambda file: file.relative_to(TOP).as_posix())
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


def test_the_index_has_every_rule_in_a_row() -> None:
    assert re.findall(rf"^\| ({NUMBER}) \|", rule_index(), re.M) == [r for g in OWN for r in rules_of(g)]
