"""`make docs-check`: plays every command of the documentation again and compares what it prints.

    python tests/docs_check.py [--write] [PAGE ...]

A block ```` ```console ```` holds commands behind `$` and what they print; a line `...` stands for any
lines that were left out. The commands under a heading are played in one folder, which is empty but for the
files of this heading: blocks ```` ```toml ```` whose first line is their name, `# dry.toml`, and blocks with
a title, ```` ```python title="pig.py" ````. `--write` renews
what differs, line by line, and pictures in `images/played/`. In the pages of `TOLD` the numbers of the prose
have to be printed too, or be such a number rounded. How fast something was is neither compared nor renewed.
Notebooks are executed from the first cell to the last, and what they print is compared as well.
"""

from __future__ import annotations

import re
import shlex
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from builders import run_program
from pages import DOCS, TOP

from simulate.io.console import note

PAGES = (TOP / "README.md", *sorted(DOCS.glob("*.md")))
TOLD = ("index.md", "cookbook.md")
"""Pages whose prose tells nothing but what their commands print."""

BLOCK = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.S | re.M)
FILE = re.compile(r"^```toml\n# (\w+\.toml)\n(.*?)^```$", re.S | re.M)
TITLED = re.compile(r'^```\w+ title="([\w.]+)"\n(.*?)^```$', re.S | re.M)
PICTURE = re.compile(r"\]\((?:docs/)?images/played/([^)]+)\)")
LEFT_OUT = "..."
SPEED = re.compile(r" +\d[\d.,]* (?:s|min), [\d,]+ games/s$", re.M)
NOTEBOOKS = tuple(sorted((DOCS / "notebooks").glob("*.ipynb")))
NUMBER = re.compile(r"(?<![\w.:-])\d[\d,]*(?:\.\d+)?(?![\w-])")


class StaleError(Exception):
    """A page says what its commands do not print."""


@dataclass(frozen=True)
class Section:
    """What stands under one heading of a page."""

    page: Path
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(TOP)}:{self.line}"

    @property
    def blocks(self) -> list[str]:
        """Commands with what they print."""
        return BLOCK.findall(self.text)

    def prose(self) -> str:
        """The text without blocks, pictures, tables and other code."""
        without = re.sub(
            r"(?s:^```.*?^```$)|^\|.*$|!\[[^]]*\]\([^)]*\)|`[^`]*`|^#.*$", " ", self.text, flags=re.M
        )
        return re.sub(r"\]\([^)]*\)", "]", without)


def sections(page: Path) -> Iterator[Section]:
    """A page cut at its headings; what stands in a block is none."""
    start, lines, fenced = 1, list[str](), False
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(keepends=True), 1):
        fenced ^= line.startswith("```")
        if line.startswith("#") and not fenced and lines:
            yield Section(page, start, "".join(lines))
            start, lines = number, []
        lines.append(line)
    yield Section(page, start, "".join(lines))


def commands(block: str) -> list[tuple[str, list[str]]]:
    """The commands of a block, each with the lines that stand below it."""
    found: list[tuple[str, list[str]]] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif found:
            found[-1][1].append(line.rstrip())
        else:
            raise StaleError(f"{line}: stands before any command")
    return found


def play(command: str, folder: Path) -> list[str]:
    """The lines that a command prints."""
    words = shlex.split(command)
    if words[0] != "simulate":
        raise StaleError(f"{command}: only simulate is played")
    done = run_program(*words[1:], cwd=folder, COLUMNS=None)
    if done.returncode:
        raise StaleError(f"{command}: exit code {done.returncode}: {done.stderr.strip()}")
    return [line.rstrip() for line in done.stdout.rstrip().splitlines()]


def matches(told: list[str], printed: list[str]) -> bool:
    """Whether the lines told are those printed, but for what is left out, empty lines and speeds."""
    wanted, printed_now = (SPEED.sub("", "\n".join([*filter(None, lines), ""])) for lines in (told, printed))
    parts = [re.escape(part) for part in re.split(rf"^{re.escape(LEFT_OUT)}\n", wanted, flags=re.M)]
    return re.fullmatch(r"(?:.*\n)*?".join(parts), printed_now) is not None


def shape(line: str) -> str:
    """A line without its numbers; of lines that are alike, such as those of seats, the first word decides."""
    return " ".join(re.sub(r"[-+−]?\d[\d.,]*", "0", line).split())


def renewed(told: list[str], printed: list[str]) -> list[str]:
    """The lines told, each as it is printed now; all that is printed if nothing was told yet."""
    if not [line for line in told if line]:
        return [SPEED.sub("", line) for line in printed]
    found, rest = list[str](), [SPEED.sub("", line) for line in printed]
    for line in told:
        if line == LEFT_OUT:
            found.append(line)
            continue
        alike = [place for place, other in enumerate(rest) if shape(other) == shape(SPEED.sub("", line))]
        if not alike:
            raise StaleError(f"nothing like this is printed any more: {line}")
        place = next((place for place in alike if rest[place].split()[:1] == line.split()[:1]), alike[0])
        found.append(rest[place])
        rest = rest[place + 1 :]
    if not matches(found, printed):
        raise StaleError("it prints more than before: put `...` where lines are left out, or empty the block")
    return found


def numbers(text: str) -> list[str]:
    """The numbers of a text, without thousands' commas."""
    return [number.replace(",", "").rstrip(".") for number in NUMBER.findall(text)]


def untold(prose: str, printed: str) -> list[str]:
    """Numbers of the prose that are neither printed nor a rounded one of those."""
    known = [float(number) for number in numbers(re.sub(r"[-+−\[\]%=:]", " ", printed))]
    missing = []
    for number in numbers(prose):
        decimals = len(number.partition(".")[2])
        if not any(abs(value - float(number)) <= 0.5 * 10**-decimals + 1e-9 for value in known):
            missing.append(number)
    return missing


def check(section: Section, *, write: bool) -> str:
    """Play the commands of a section; its text as it should be.

    Raises
    ------
    StaleError
        For what cannot be renewed; without `write` for anything that differs.
    """
    text, heard = section.text, list[str]()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, content in [*FILE.findall(text), *TITLED.findall(text)]:
            (folder / file).write_text(content, encoding="utf-8")
        for block in section.blocks:
            lines = []
            for command, told in commands(block):
                printed = play(command, folder)
                heard += [command, *printed]
                if told and not matches(told, printed):
                    if not write:
                        raise StaleError(f"{command}: prints something else now:\n" + "\n".join(printed))
                    told = renewed(told, printed)
                lines += [f"$ {command}", *told]
            text = text.replace(block, "\n".join([*lines, ""]))
        for picture in PICTURE.findall(text):
            made, kept = folder / picture, DOCS / "images" / "played" / picture
            if not made.exists():
                raise StaleError(f"no command of this section makes {picture}")
            if not kept.exists() or made.read_bytes() != kept.read_bytes():
                if not write:
                    raise StaleError(f"images/played/{picture} is another picture now")
                kept.parent.mkdir(exist_ok=True)
                kept.write_bytes(made.read_bytes())
    missing = untold(section.prose(), "\n".join(heard)) if section.page.name in TOLD else []
    if missing:
        raise StaleError(f"the prose says what no command prints: {', '.join(missing)}")
    return text


def executed(notebook: Path) -> str:
    """A notebook as it is after it was executed in an empty folder, with what its cells print as text.

    Raises
    ------
    StaleError
        If a cell fails.
    """
    import nbformat
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError
    from traitlets.config import Config

    book = nbformat.read(notebook, as_version=4)
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as sockets:
        local = Config({"KernelManager": {"transport": "ipc", "ip": f"{sockets}/kernel"}})
        here = {"metadata": {"path": folder}}
        try:
            NotebookClient(book, timeout=600, startup_timeout=300, config=local, resources=here).execute()
        except CellExecutionError as error:
            raise StaleError(f"a cell fails: {error}") from error
    book.metadata.pop("language_info", None)
    for cell in book.cells:
        cell.metadata = {}
        if cell.cell_type == "code":
            cell.outputs = [out for out in cell.outputs if out.get("name") != "stderr"]
            for out in cell.outputs:
                if "data" in out:
                    out["data"] = {"text/plain": out["data"]["text/plain"]}
    return nbformat.writes(book) + "\n"


def check_notebook(notebook: Path, *, write: bool) -> None:
    """Execute a notebook; with `write` keep what it prints now.

    Raises
    ------
    StaleError
        Without `write`, if it prints something else than it did.
    """
    now = executed(notebook)
    if now == notebook.read_text(encoding="utf-8"):
        return
    if not write:
        raise StaleError("its cells print something else now")
    notebook.write_text(now, encoding="utf-8")


def renew(texts: dict[Section, str], section: Section, *, write: bool) -> None:
    """Check a section and keep its text as it should be."""
    texts[section] = check(section, write=write)


def timed(name: object, checked: Callable[[], None]) -> bool:
    """Whether a check went well; its time, or what is wrong, in a line."""
    begun = time.monotonic()
    try:
        checked()
    except StaleError as error:
        note(f"{name}: {error}")
        return False
    note(f"{name}: {time.monotonic() - begun:.1f} s")
    return True


def main() -> int:
    """Check everything, or the pages and notebooks named."""
    write = "--write" in sys.argv
    named = [Path(word).resolve() for word in sys.argv[1:] if word != "--write"] or [*PAGES, *NOTEBOOKS]
    well = True
    for path in named:
        if path.suffix == ".ipynb":
            well &= timed(path.relative_to(TOP), partial(check_notebook, path, write=write))
            continue
        texts = {section: section.text for section in sections(path)}
        for section in texts:
            if section.blocks:
                well &= timed(section, partial(renew, texts, section, write=write))
        if write:
            path.write_text("".join(texts.values()), encoding="utf-8")
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
