"""The answers in the folder of the lab, each a card: what was asked, what was found, and how to go on."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Any

from analyses.studies.shipped import questions
from reports.lab.choices import Form, question_in, rulebook_of_game, unknown
from reports.lab.guard import FORBIDDEN, may_run
from reports.words.phrases import in_words, printed
from rules import games
from rules.words import seated
from simulate.io.files import ANSWERS
from simulate.plans.request import BOXES
from simulate.store.answers import FINDINGS, PAGE, DamagedAnswerError, answer_in, read_answer

ORDERS: dict[str, Callable[[Card], Any]] = {
    "newest": lambda card: -card.when,
    "game": lambda card: (card.game, -card.when),
    "name": lambda card: card.title.lower(),
    "surest": lambda card: (["sure", "likely", "not settled", ""].index(card.sure), -card.when),
}
"""How cards can be sorted."""


@dataclass(frozen=True)
class Card:
    """An answer, or a question whose games are not all played."""

    folder: str
    """Where it lies, as ``comparisons/catan-5f1c2a``."""
    command: str
    when: float
    question: str = ""
    game: str = ""
    sentence: str = ""
    sure: str = ""
    games: int = 0
    runs: Mapping[str, str] = field(default_factory=dict)
    """A run of each kind of its games, by what tells them apart; the standard game first."""
    last_game: int = 0
    """The highest number of a game that each of these runs has."""
    tables: tuple[str, ...] = ()
    """The files of its tables."""
    is_answered: bool = False
    name: str = ""
    """What the user calls it."""

    @property
    def title(self) -> str:
        """What it is called: by its user, or by its question."""
        return self.name or self.question or asked_of(self.command)

    @property
    def page(self) -> str:
        """The file of its page."""
        return f"{self.folder}/{PAGE}"

    @property
    def words(self) -> list[str]:
        """The command that goes on, without the number of games at which it was stopped."""
        words = shlex.split(self.command)[1:]
        if "--until" in words and "--n" in words:
            at = words.index("--n")
            del words[at : at + 2]
        return words

    @property
    def python(self) -> str:
        """The same question in Python, for a comparison; else nothing."""
        words = shlex.split(self.command)[1:]
        return python_of(words, self.games) if self.is_answered and words[:1] == ["compare"] else ""

    @property
    def goes_on(self) -> bool:
        """Whether more games can be played of it from here: not if fewer than it may play have settled it."""
        try:
            words, options = self.words, dict(question_in(shlex.split(self.command)[1:], with_games=True)[1])
        except ValueError:
            return False
        most = options.get("--n", "")
        is_open = "--until" in options and most.isdecimal() and self.games >= int(most)
        return may_run(words) != FORBIDDEN and (is_open or not self.is_answered)


class Cards:
    """Reads the cards of a folder; what did not change is read once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._read: dict[str, tuple[float, Card]] = {}

    def all(self, names: Mapping[str, str], order: str = "newest") -> list[Card]:
        """Every card, sorted."""
        found = []
        for parent in ANSWERS.values():
            if (self.folder / parent).is_dir():
                for place in (self.folder / parent).iterdir():
                    if card := self.get(f"{parent}/{place.name}", names):
                        found.append(card)
        return sorted(found, key=ORDERS.get(order, ORDERS["newest"]))

    def get(self, folder: str, names: Mapping[str, str]) -> Card | None:
        """The card of an answer's folder, if one lies there."""
        place = self.folder / folder
        kind = answer_in(place) if place.is_dir() else ""
        if not kind:
            return None
        when = max((place / name).stat().st_mtime for name in (f"{kind}.json",))
        if folder not in self._read or self._read[folder][0] != when:
            try:
                self._read[folder] = when, _card(place, folder, when)
            except (DamagedAnswerError, ValueError, KeyError):
                return None  # `simulate verify` tells what is wrong with it
        return replace(self._read[folder][1], name=names.get(folder, ""))


def _card(place: Path, folder: str, when: float) -> Card:
    answer = read_answer(place)
    card = Card(folder, answer.command, when)
    if not answer.files:
        return card
    found = json.loads(answer.read(FINDINGS))
    return replace(
        card,
        question=printed(found["question"]),
        game=found["game"],
        sentence=printed(found["answer"]),
        sure=found["sure"],
        games=found["n"],
        runs=_runs(found["runs"]),
        last_game=min(row["games"] for row in found["runs"]) - 1,
        tables=tuple(answer.tables.values()),
        is_answered=True,
    )


def _runs(rows: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """The first run of each kind of games, by its rules and, where those are alike, by who plays."""
    differ = [name for name in ("rules", "players", "policy") if len({row[name] for row in rows}) > 1]
    runs: dict[str, str] = {}
    for row in rows:
        words = [seated(row[name]) if name == "players" else str(row[name]) for name in differ]
        runs.setdefault(printed(", ".join(words)) or "the games", row["run"])
    return runs


def asked_of(command: str) -> str:
    """What a command without an answer asks: the question of a study of the program, or its rules.

    >>> asked_of("simulate study seats --game catan --n 2000")
    'Catan: Does it matter who begins?'
    >>> asked_of("simulate compare --rule robber=false --game catan --policy novice")
    'Catan: no robber, beginners'
    >>> asked_of("simulate compare --game pig.py --rule spoiler=6"), asked_of("simulate study mine.toml")
    ('pig.py: spoiler=6', 'study mine.toml')
    """
    typed = command.removeprefix("simulate ")
    words = tuple(shlex.split(typed))
    for game in games.OWN if words[:1] == ("study",) else ():
        for question in questions(game).values():
            if words[: len(question.words)] == question.words:
                return f"{games.load(game).title}: {question.text}"
    if words[:1] in (("compare",), ("sweep",)) and "--game" in words[:-1]:
        game = words[words.index("--game") + 1]
        form = Form(rulebook_of_game(game) if game in games.OWN else unknown(game))
        return in_words(form.title_of(words))
    return typed


def name_of(file: str) -> str:
    """The name of a file that is downloaded, which says of what answer it is.

    >>> name_of("comparisons/castle-ac8c90/report.html"), name_of("sweeps/pig-5f1c2a/tables/changes.csv")
    ('castle-ac8c90.html', 'pig-5f1c2a-changes.csv')
    >>> name_of("lab/pig.png")
    'pig.png'
    """
    path = PurePosixPath(file)
    if path.parts[0] not in ANSWERS.values() or len(path.parts) < 3:
        return path.name
    answer = path.parts[1]
    return f"{answer}{path.suffix}" if path.name == PAGE else f"{answer}-{path.name}"


def python_of(words: Sequence[str], games: int) -> str:
    """A comparison as lines of Python.

    >>> print(python_of(["compare", "--game", "catan", "--rule", "robber=false"], 2000))
    from analyses.questions.compare import compare
    from simulate import run
    <BLANKLINE>
    standard = run(game='catan', n=2000)
    house = run(game='catan', n=2000, rules=['robber=false'])
    found = compare(standard, house)
    print(found.frame()[["words", "a", "b", "change", "sure"]].to_string())
    """
    both: dict[str, Any] = {}
    changed: dict[str, Any] = {}
    pairs = [word for each in words[1:] for word in (each.split("=", 1) if each.startswith("--") else [each])]
    for flag, value in zip(pairs[::2], pairs[1::2], strict=False):
        name = flag.removeprefix("--")
        if name == "rule":
            changed.setdefault("rules", []).append(value)
        elif name in ("game", "policy", "players"):
            both[name] = int(value) if name == "players" else value
            both["n"] = games
        elif name in ("preset", "code", *BOXES):
            changed[name] = value
    standard, house = (
        ", ".join(f"{name}={value!r}" for name, value in asked.items()) for asked in (both, both | changed)
    )
    return (
        "from analyses.questions.compare import compare\nfrom simulate import run\n\n"
        f"standard = run({standard})\nhouse = run({house})\nfound = compare(standard, house)\n"
        'print(found.frame()[["words", "a", "b", "change", "sure"]].to_string())'
    )
