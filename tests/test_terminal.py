"""Text of others on a terminal: it is shown, and commands nothing."""

from __future__ import annotations

import io
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from unicodedata import category

import pytest
from builders import ROOT, one_line, run_cli
from rich.console import Console
from rich.progress import Progress, TextColumn
from rich.status import Status
from rich.text import Text

from reports.words.wording import narrow
from simulate.io import console
from simulate.io.shell import command_of, quoted, visible
from simulate.io.terminal import Terminal

HOSTILE = [chr(n) for n in range(sys.maxunicode + 1) if category(chr(n)) in ("Cc", "Cf", "Cs", "Zl", "Zp")]
"""Every character that commands a terminal, turns its text around, ends a line or cannot be encoded."""

WRITERS: dict[str, Callable[[str], None]] = {
    "say": console.say,
    "say_whole": console.say_whole,
    "note": console.note,
}


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """What stdout and stderr would show."""
    shown = io.StringIO()
    made = Terminal(file=shown, force_terminal=True, color_system=None, width=10_000, soft_wrap=True)
    monkeypatch.setattr(console, "out", lambda: made)
    monkeypatch.setattr(console, "err", lambda: made)
    return shown


@pytest.mark.parametrize("write", WRITERS)
def test_no_character_that_is_not_seen_reaches_a_terminal(write: str, terminal: io.StringIO) -> None:
    WRITERS[write]("a" + "".join(sign for sign in HOSTILE if sign != "\n") + "b")
    text = terminal.getvalue().rstrip("\n")
    assert text.startswith("a\\x00")
    assert text.endswith("b")
    assert not set(text) & set(HOSTILE)
    assert "\\x1b" in text
    assert "\\u202e" in text


def test_bars_and_what_changes_in_place_show_no_commands_of_others(terminal: io.StringIO) -> None:
    evil = "\x1b]0;owned\x07 \u202e [red]name"
    with Progress(TextColumn("{task.description}", markup=False), console=console.err()) as bar:
        bar.add_task(evil, total=1)
    with Status(Text(evil), console=console.err()):
        pass
    text = terminal.getvalue()
    assert text.count("\\x1b]0;owned \\u202e") >= 2
    assert "\x1b]" not in text
    assert "\u202e" not in text


def test_every_console_of_the_program_is_the_one_that_filters() -> None:
    made = re.compile(r"(?<!\w)Console\(|click\.(echo|secho)\(|\bstd(out|err)\.write\(")
    allowed = {"simulate/io/terminal.py", "simulate/cli/__init__.py", "simulate/cli/commands/completion.py"}
    for package in ("rules", "simulate", "analyses", "reports"):
        for file in (ROOT / package).rglob("*.py"):
            if str(file.relative_to(ROOT)) not in allowed:
                assert not made.search(file.read_text(encoding="utf-8")), file
    assert isinstance(console.out(), Terminal)
    assert issubclass(Terminal, Console)


@pytest.mark.parametrize("sign", ["\x1b[31m", "\x9b31m", "\u202e", "\u2066", "\x07", "\u200b"])
def test_a_name_of_a_run_reaches_stdout_and_stderr_as_its_codes(sign: str, tmp_path: Path) -> None:
    words = ["--game", "starwars", "--n", 4, "--players", 2, "--policy", "random", "--out", f"r{sign}x"]
    for _ in range(2):  # played, then opened
        done = run_cli(*words, cwd=tmp_path, terminal=True)
        assert done.returncode == 0
        assert sign not in done.stdout + done.stderr
        assert f"r{ascii(sign)[1:-1]}x" in done.stderr
    assert sign not in one_line(run_cli("verify", f"no{sign}", cwd=tmp_path))


def test_a_command_with_any_file_name_can_be_typed_again() -> None:
    for name in ["a b", "it's", "r\x1b[31m\u202e", "new\nline", "back\\slash\x07", "\udcff", "-x", "grün"]:
        typed = subprocess.run(
            ["bash", "-c", f"printf %s {quoted(name)}"], capture_output=True, check=True
        ).stdout
        assert typed.decode("utf-8", "surrogateescape") == name
        assert visible(quoted(name)) == quoted(name)
    assert command_of(["simulate", "report", "a b"]) == shlex.join(["simulate", "report", "a b"])


def test_where_stdout_has_no_sign_for_a_letter_the_command_can_be_typed_again() -> None:
    code = (
        "import sys; from simulate.plans.request import command_line; "
        "print(command_line('report', sys.argv[1]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "grün"], capture_output=True, cwd=ROOT, check=True,
        env={"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    assert done.stdout == b"simulate report $'gr\\xc3\\xbcn'\n"


ROW = " turns a game   42.5   35.7   -6.9 [-7.4, -6.4]  ≠  ●"


@pytest.mark.parametrize(("quiet", "coloured"), [(False, True), (True, False)])
def test_signs_of_an_answer_have_colours_at_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], quiet: bool, coloured: bool
) -> None:
    """Unless NO_COLOR is set; words and numbers have none."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    if quiet:
        monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr("simulate.io.console.out", lambda: Terminal(highlight=False, soft_wrap=True))
    console.say(ROW)
    printed = capsys.readouterr().out.rstrip("\n")
    assert ("\x1b[32m●" in printed) == coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", printed) == ROW


def test_in_a_pipe_signs_are_signs(capsys: pytest.CaptureFixture[str]) -> None:
    console.say(ROW)
    assert capsys.readouterr().out == f"{ROW}\n"


@pytest.mark.parametrize(("columns", "lines"), [("80", 3), ("120", 2)])
def test_a_wide_terminal_breaks_no_label(monkeypatch: pytest.MonkeyPatch, columns: str, lines: int) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    label = "cards between the winner and the next and the one who is behind these"
    assert len(narrow([["", "A", "B"], [label, "1.55 [1.50, 1.60]", "1.40"]])) == lines
