"""Tables and words fit the width they have, and no number is parted from its interval."""

from __future__ import annotations

from pathlib import Path

import pytest
from builders import run_cli, succeed
from hypothesis import given
from hypothesis import strategies as st

from simulate.io.layout import GAP, aligned, fold, phrases, prose, width
from simulate.store.runs import Run

CATAN = [
    ["seat", "colour", "mean score", "settlements", "cities", "brick", "lumber"],
    ["1", "red", "7.42 [7.21, 7.62]", "2.2", "3.5", "7.4", "10.1"],
    ["2", "blue", "7.41 [7.20, 7.62]", "2.7", "2.9", "8.7", "11.5"],
]
GROUPS = {3: "points", 5: "cards produced by rolls"}


@pytest.fixture
def columns(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Sets how wide the terminal is."""
    monkeypatch.setenv("COLUMNS", "50")
    return monkeypatch


def test_a_table_too_wide_goes_on_below_group_by_group_with_its_labels(columns: pytest.MonkeyPatch) -> None:
    assert aligned(CATAN, 2, above=GROUPS) == [
        " seat   colour          mean score",
        " 1      red      7.42 [7.21, 7.62]",
        " 2      blue     7.41 [7.20, 7.62]",
        "",
        "                 points",
        " seat   colour   settlements   cities",
        " 1      red              2.2      3.5",
        " 2      blue             2.7      2.9",
        "",
        "                 cards produced by rolls",
        " seat   colour   brick   lumber",
        " 1      red        7.4     10.1",
        " 2      blue       8.7     11.5",
    ]


def test_words_are_folded_before_a_table_is_parted(columns: pytest.MonkeyPatch) -> None:
    rows = [["", "change"], ["the share of games that another seat wins", "+1.2 [+0.3, +2.1]"]]
    assert aligned(rows, 1) == [
        "                                      change",
        " the share of games that",
        " another seat wins         +1.2 [+0.3, +2.1]",
    ]


def test_without_a_terminal_rows_stay_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """What reads them looks for lines."""
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.setattr("os.get_terminal_size", lambda file: (_ for _ in ()).throw(OSError()))
    assert width() is None
    assert len(aligned(CATAN, 2, above=GROUPS)) == len(CATAN) + 1
    assert fold("word " * 100) == "word " * 100


CELLS = st.text("abc 0123456789", max_size=12).map(lambda text: " ".join(text.split()))


@given(
    rows=st.integers(1, 7).flatmap(
        lambda n: st.lists(st.lists(CELLS, min_size=n, max_size=n), min_size=1, max_size=5)
    ),
    wide=st.integers(40, 120),
    words=st.integers(1, 2),
)
def test_no_line_is_too_long_and_nothing_is_lost(rows: list[list[str]], wide: int, words: int) -> None:
    words = min(words, len(rows[0]))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", str(wide))
        lines = aligned(rows, words)
    assert max(map(len, lines)) <= wide
    said = " ".join(lines).split()
    for row in rows:
        for cell in row:
            assert all(said.count(word) >= 1 for word in cell.split())


def test_an_interval_is_never_parted(columns: pytest.MonkeyPatch) -> None:
    columns.setenv("COLUMNS", "40")
    said = "the lead changes for the last time after 90.0 % [88.2, 91.5] of a game"
    assert prose(said) == ["the lead changes for the last time after", "90.0 % [88.2, 91.5] of a game"]
    assert phrases([said, "sevens 11.1 [10.6, 11.6]"])[-1] == " sevens 11.1 [10.6, 11.6]"
    assert GAP.strip() == ""


@pytest.mark.parametrize("wide", [80, 60])
def test_the_closing_summary_fits_the_terminal(run: Run, wide: int) -> None:
    words = ["--game", "starwars", "--n", "120", "--policy", "random", "--seed", "3", "--out", run.path]
    done = succeed(*words, cwd=run.path.parent, columns=wide)
    assert max(map(len, done.stdout.splitlines())) <= wide
    assert all(line.count("[") == line.count("]") for line in done.stdout.splitlines())


@pytest.mark.parametrize("words", ["games", "rules catan", "rules castle --policies", "study"])
@pytest.mark.parametrize("wide", [80, 60])
def test_lists_fit_the_terminal(tmp_path: Path, words: str, wide: int) -> None:
    done = run_cli(*words.split(), cwd=tmp_path, columns=wide)
    assert max(map(len, done.stdout.splitlines())) <= wide
