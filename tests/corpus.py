"""A corpus: positions, what is played from them and what comes of it, as text in the notation of a game.

    # a remark, or a drawing
    let THREE_AT_11 = 0: s20 r31 grain | 1: s31 r37 wool | 2: c32 r48 brick2

    CT-66, the last card: one card is a hand to steal from
      $THREE_AT_11 | before the roll
      > 0 roll 3 4; 0 robber 11; 0 steal 1 wool => hands 0: grain+wool, 2: brick2
      > 0 roll 3 4; 0 robber 11; 0 steal 1 gold => breaks CT-66 -- no such card

A heading stands at the edge: the name of the entry, and what it shows. Below it stand positions, their parts
divided by bars, and under each position its cases, `> TURNS => VERDICT`, with semicolons between turns and
between the parts of a verdict; two dashes begin a word on the case. Every case is a record of its own and is
judged alone. A part that is made of `name=value` sets options, in a position for all of its cases, before the
turns for this one. A part in JSON is laid over the record, a turn in JSON stands as it is. A line indented by
six or more goes on with the line before. `let` gives a text a name, `$NAME` puts it there.

`breaks CC-24` means that the last turn breaks that rule, `breaks CC-24 at 1` that the turn with this index
does; faults of a setup and of a stated result break SETUP and RESULT. `breaks SETUP: words` asks for words
of the message, `refused: words` says that no game can be made of the record. All else is the game's notation.
Castle has lines of its own below the headings, see castle_notation.py. Two blanks and `#` begin a remark.
Files are scanned for headings only; a record is made when it is asked for.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).with_name("corpus")
LET = re.compile(r"let (?P<name>\w+) = (?P<text>.*)")
BROKEN = re.compile(r"breaks (?P<rule>[A-Z]+[\w-]*)(?: at (?P<turn>\d+))?(?:: (?P<says>.*))?")
OPTION = re.compile(r"(?P<name>[a-z]\w*)=(?P<value>\S+)")

Json = dict[str, Any]


@dataclass(frozen=True)
class Example:
    """A record, what it shows, and the part of the verdict that it fixes; `where` names its line.

    `says` are words of the referee's message. Where no game can be made of the record there is no verdict.
    """

    where: str
    shows: str
    record: Json
    verdict: Json | None
    says: str = ""
    asks: tuple[str, Any] | None = None
    """What is asked of the position in the end, and the answer, in the notation of Castle."""


@dataclass(frozen=True)
class Notation:
    """How a game is written.

    `position` makes the parts of a record from the parts of a position, `turn` an entry of the turns from its
    text, `verdict` from the parts of a verdict what is laid over the record (a stated result) and what is
    expected of the judge.
    """

    game: str
    position: Callable[[list[str]], Json]
    turn: Callable[[str], Json]
    verdict: Callable[[list[str], Json], tuple[Json, Json]]


@dataclass(frozen=True)
class Entry:
    """A heading and the lines below it, each with its number."""

    file: str
    shows: str
    lines: list[tuple[int, str]]

    def steps(self) -> Iterator[tuple[str, str]]:
        """Its lines, each with where it stands."""
        return ((f"{self.file}:{number}", line.strip()) for number, line in joined(self.lines))


class Corpus:
    """The entries of all files of a game, by name."""

    heading = re.compile(r"(?P<name>[^\s#:][^:]*): (?P<shows>\S.*)")

    def __init__(self, game: str) -> None:
        self.game = game

    @cached_property
    def files(self) -> dict[str, list[str]]:
        """The lines of each file."""
        paths = sorted(FOLDER.glob(f"{self.game}*.txt"))
        return {path.name: path.read_text(encoding="utf-8").splitlines() for path in paths}

    @cached_property
    def entries(self) -> dict[str, Entry]:
        """Every entry by its name, found by the headings alone."""
        found: dict[str, Entry] = {}
        for file, lines in self.files.items():
            body: list[tuple[int, str]] | None = None
            for number, line in enumerate(lines, 1):
                if line.startswith(" "):
                    if body is None:
                        raise ValueError(f"{file}:{number}: stands under no heading")
                    body.append((number, line))
                elif line.startswith("let "):
                    body = []
                elif line and not line.startswith("#"):
                    heading = self.heading.fullmatch(line)
                    if not heading:
                        raise ValueError(f"{file}:{number}: no heading NAME: WHAT IT SHOWS: {line!r}")
                    if heading["name"] in found:
                        raise ValueError(f"{file}:{number}: a second entry {heading['name']!r}")
                    body = []
                    found[heading["name"]] = Entry(file, heading["shows"], body)
        return found

    @cached_property
    def texts(self) -> dict[str, str]:
        """What `let` has named."""
        found: dict[str, str] = {}
        for lines in self.files.values():
            for _, line in joined(list(enumerate(lines, 1))):
                if let := LET.fullmatch(line):
                    found[let["name"]] = self.spelt_out(let["text"], found)
        return found

    @staticmethod
    def spelt_out(text: str, texts: dict[str, str]) -> str:
        """A text with what its names stand for."""
        return re.sub(r"\$(\w+)", lambda name: texts[name[1]], text)

    def examples(self, name: str) -> list[Example]:
        """The cases of an entry; a mistake in one of them is told with its line."""
        entry = self.entries[name]
        made = self.read(entry)
        if not made:
            raise ValueError(f"{entry.file}: {name!r} has no case")
        return made

    def read(self, entry: Entry) -> list[Example]:
        """What the lines of an entry say."""
        raise NotImplementedError

    def every(self) -> Iterator[Example]:
        """Every case of every entry."""
        for name in self.entries:
            yield from self.examples(name)

    def case(self, name: str) -> Json:
        """The record of the first case of an entry."""
        return self.examples(name)[0].record


class Cases(Corpus):
    """A corpus of positions, each followed by its cases."""

    def __init__(self, notation: Notation) -> None:
        super().__init__(notation.game)
        self.notation = notation

    def read(self, entry: Entry) -> list[Example]:
        """The cases of each position."""
        position, made = "", []
        for where, line in entry.steps():
            with told(where, line):
                text = self.spelt_out(line, self.texts)
                if text.startswith(">"):
                    made.append(self.example(where, entry.shows, position, text[1:]))
                else:
                    position = text
        return made

    def example(self, where: str, shows: str, position: str, case: str) -> Example:
        """One case, from a line without its mark."""
        case, _, word = case.partition(" -- ")
        turns, arrow, verdict = case.partition("=>")
        if not arrow:
            raise ValueError("a case is > TURNS => VERDICT")
        record = self.record(position, turns)
        shows += f": {word.strip()}" if word else ""
        refused = verdict.strip().startswith("refused: ")
        if refused:
            return Example(where, shows, record, None, verdict.strip().removeprefix("refused: "))
        stated, expected, says = self.expected(parts(verdict, ";"), record)
        return Example(where, shows, record | stated, expected, says)

    def record(self, position: str = "", turns: str = "", /, **options: Any) -> Json:
        """A record from the text of a position and of what is played."""
        listed, chosen, over = [], dict(options), []
        for part in parts(self.spelt_out(position, self.texts), "|"):
            if part.startswith("{"):
                over.append(json.loads(part))
            elif given := options_of(part):
                chosen |= given
            else:
                listed.append(part)
        played = parts(self.spelt_out(turns, self.texts), ";")
        if played and (given := options_of(played[0])):
            chosen |= given
            played = played[1:]
        given = self.notation.position(listed)
        record: Json = {"format": "houserules-game/1", "game": self.notation.game, **given}
        record["options"] = record.get("options", {}) | chosen
        record["turns"] = [self.turn(text) for text in played]
        for part in over:
            for name, value in part.items():
                both = isinstance(value, dict) and isinstance(record.get(name), dict)
                record[name] = record[name] | value if both else value
        return record

    def turn(self, text: str) -> Any:
        """An entry of the turns, in the notation of the game or in JSON."""
        plain = text.startswith(("{", "[")) or text in ("null", "1")
        return json.loads(text) if plain else self.notation.turn(text)

    def expected(self, verdict: list[str], record: Json) -> tuple[Json, Json, str]:
        """What a verdict lays over the record, the part of the referee's verdict that it fixes, and words."""
        broken = BROKEN.fullmatch(verdict[0])
        if not broken:
            return *self.notation.verdict(verdict, record), ""
        seen = self.notation.verdict(verdict[1:], record)[1] if verdict[1:] else {}
        turn = int(broken["turn"]) if broken["turn"] else len(record["turns"]) - 1
        whole = broken["rule"] in ("SETUP", "RESULT")
        found = seen | {"legal": False, "turn": None if whole else turn, "rule": broken["rule"]}
        return {}, found, broken["says"] or ""


@contextmanager
def told(where: str, line: str) -> Iterator[None]:
    """A mistake in a line is told with the line, and where it stands."""
    try:
        yield
    except (KeyError, ValueError, AttributeError, IndexError) as error:
        raise ValueError(f"{where}: {line}: {type(error).__name__} {error}") from error


def joined(lines: list[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Lines by number, each with those that go on with it; remarks are left out."""
    begun: tuple[int, str] | None = None
    for number, whole in lines:
        line = re.sub(r"(^| +)# .*", "", whole).rstrip()
        if not line:
            continue
        if begun and line.startswith(" " * 6):
            begun = begun[0], f"{begun[1]} {line.strip()}"
            continue
        if begun:
            yield begun
        begun = number, line
    if begun:
        yield begun


def parts(text: str, mark: str) -> list[str]:
    """What a mark divides, without the blanks around; nothing of an empty text."""
    return [part.strip() for part in text.split(mark) if part.strip()]


def options_of(text: str) -> Json:
    """Options, if the text is made of nothing else."""
    found = [OPTION.fullmatch(word) for word in text.split()]
    return {each["name"]: value_of(each["value"]) for each in found if each} if all(found) else {}


def value_of(text: str) -> Any:
    """A value as JSON has it, or a word."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


def differences(example: Example, verdict: Json) -> str:
    """How a verdict differs from what an example expects, in words; nothing if it does not."""
    expected = example.verdict or {}
    told = [
        f"{key} is {verdict[key]}, not {value}" for key, value in expected.items() if verdict[key] != value
    ]
    return f"{example.where}: {'; '.join(told)}: {verdict['message']}" if told else ""
