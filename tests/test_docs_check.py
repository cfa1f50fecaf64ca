"""What compares the documentation with what its commands print."""

from __future__ import annotations

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

PRINTED = [
    "Catan, 500 games    3.0 s, 167 games/s",
    "",
    " seat   wins",
    " 1      24.6",
    " 2      25.8",
    "",
    "runs/x",
]


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
    pytest.importorskip(
        "nbclient", reason="notebooks are executed with the extra 'docs': pip install '.[docs]'"
    )
    check_notebook(notebook, write=False)
