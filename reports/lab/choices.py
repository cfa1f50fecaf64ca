"""What can be chosen of a game, as a form shows it; and the command that a filled form asks for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

from analyses.studies.shipped import Question, questions
from rules.errors import UserError

SLIDER = 60
"""Steps that a slider has at most; a longer range is typed."""

FILES = {"tiles": "Tiles", "board": "Board", "cards": "Cards"}
"""What a file of the user's may replace in the box."""

PLAYERS = {
    "novice": ("Beginners", "they play as the usual players do, and err as people do"),
    "heuristic": ("Good players", "the usual players, tuned by many games against each other"),
    "search:4": ("Strong players", "good players who think ahead; about a hundred times slower"),
}
"""Who may play a game of the house: in a word, and what that means."""

OF_ANY_GAME = {
    "random": "At random",
    "greedy": "One move ahead",
    "search:1": "Thinking ahead",
    "search:4": "Thinking ahead, four times as long",
}
"""What plays any game, in a word."""

QUICK = "2000"
"""Games of a quick look."""


@dataclass(frozen=True)
class Choice:
    """A value that somebody can choose, as it is typed, and in words."""

    value: str
    label: str
    text: str = ""


@dataclass(frozen=True)
class Control:
    """What sets an option: a slider, a switch, a list, or a line to type in."""

    name: str
    label: str
    text: str
    rule: str
    standard: str
    kind: str
    """``slider``, ``number``, ``switch``, ``list`` or ``words``."""
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()

    @property
    def span(self) -> str:
        """Its values from the lowest to the highest, as a sweep is told of them."""
        return ",".join(self.choices) or f"{self.low}..{self.high}"


def control_of(option: Mapping[str, str]) -> Control:
    """The control of an option, as a rulebook describes it.

    >>> control_of({"name": "bank", "default": "19", "allowed": "4 to 100", "rule": "", "text": ""}).kind
    'number'
    """
    allowed, default = option["allowed"], option["default"]
    common = (option["name"], in_words(option["name"]), option["text"], option["rule"], default)
    if allowed == "true | false":
        return Control(*common, "switch", choices=("true", "false"))
    if match := re.fullmatch(r"(?:standard \| )?(-?\d+) to (-?\d+)", allowed):
        low, high = int(match[1]), int(match[2])
        slides = high - low <= SLIDER and default != "standard"
        return Control(*common, "slider" if slides else "number", low, high)
    if " | " in allowed:
        return Control(*common, "list", choices=tuple(allowed.split(" | ")))
    return Control(*common, "words")


def in_words(name: str) -> str:
    """A name as it is typed, in words.

    >>> in_words("points_to_win")
    'Points to win'
    """
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]


@dataclass(frozen=True)
class Form:
    """All that can be chosen of a game."""

    rulebook: Mapping[str, Any]

    @property
    def game(self) -> str:
        """The game, as it is typed."""
        return str(self.rulebook["game"])

    @property
    def title(self) -> str:
        """What people call it."""
        return str(self.rulebook["title"])

    @property
    def players(self) -> range:
        """How many may play."""
        players = self.rulebook["players"]
        return range(players["from"], players["to"] + 1)

    @property
    def policies(self) -> list[Choice]:
        """Who may play, the usual players first among equals."""
        known = self.rulebook["policies"]
        if "heuristic" in known:
            return [
                Choice(name, *words)
                for name, words in PLAYERS.items()
                if name in known or name.startswith("search")
            ]
        return [Choice(name, OF_ANY_GAME.get(name, in_words(name)), text) for name, text in known.items()]

    @property
    def groups(self) -> dict[str, list[Control]]:
        """The controls in the groups of the rules."""
        groups: dict[str, list[Control]] = {}
        for option in self.rulebook["options"]:
            groups.setdefault(in_words(option["group"]) or "Rules", []).append(control_of(option))
        return groups

    @property
    def controls(self) -> dict[str, Control]:
        """All controls by the names of their options."""
        return {control.name: control for controls in self.groups.values() for control in controls}

    @property
    def presets(self) -> list[Choice]:
        """Editions and variants that change something."""
        texts = self.rulebook["preset_texts"]
        return [
            Choice(name, in_words(name), texts.get(name, ""))
            for name, rules in self.rulebook["presets"].items()
            if rules
        ]

    @property
    def studies(self) -> dict[str, Question]:
        """Questions that are asked by a click, by the names of their studies."""
        return questions(self.game)

    def values_of(self, preset: str) -> dict[str, str]:
        """The rules of a preset, as they are typed; none for what is no preset."""
        rules = self.rulebook["presets"].get(preset, {})
        return {name: typed(value) for name, value in rules.items()}

    # --- the command

    def changed(self, filled: Mapping[str, str]) -> dict[str, str]:
        """The rules of a filled form that are not the standard ones, by name."""
        found = {}
        for name, control in self.controls.items():
            value = filled.get(f"rule.{name}", control.standard).strip()
            if value and value != control.standard:
                found[name] = value
        return found

    def title_of(self, words: Sequence[str]) -> str:
        """What is asked by a command, for a heading: ``Catan: robber=false``."""
        labels = {choice.value: choice.label for choice in self.policies}
        is_swept = words[0] == "sweep"
        said = []
        for word, value in pairwise(words):
            if word == "--rule" and is_swept:
                name, _, values = value.partition("=")
                label = self.controls[name].label if name in self.controls else name
                said.append(f"{label.lower()}, {values.replace('..', ' to ')}")
                is_swept = False  # the other rules hold everywhere
            elif word in ("--rule", "--preset"):
                said.append(value)
            elif word == "--players":
                said.append(f"{value} players")
            elif word == "--policy":
                said.append(labels.get(value, value).lower())
        said += [word.partition("=")[2] for word in words if word.startswith("--") and "=" in word]
        return f"{self.title}: {', '.join(said)}"

    def command(self, filled: Mapping[str, str]) -> list[str]:
        """The words of the command that a filled form asks for.

        Raises
        ------
        UserError
            If it changes nothing, so that there is nothing to compare.
        """
        changed, swept = self.changed(filled), filled.get("sweep", "")
        words = ["sweep" if swept else "compare", "--game", self.game]
        usual = self.rulebook["players"]["usual"]
        if filled.get("players", "") not in ("", str(usual)):
            words += ["--players", filled["players"]]
        if filled.get("policy", "") not in ("", self.rulebook["usual_policy"]):
            words += ["--policy", filled["policy"]]
        files = [f"--{name}={filled[name]}" for name in (*FILES, "code") if filled.get(name)]
        words += files
        if swept:
            words += ["--rule", f"{swept}={filled.get('values', '').strip()}"]
            changed.pop(swept, None)
        preset = next(
            (choice.value for choice in self.presets if self.values_of(choice.value) == changed), ""
        )
        if preset and not swept:
            words += ["--preset", preset]
        else:
            for name, value in changed.items():
                words += ["--rule", f"{name}={value}"]
        if not (changed or swept or files):
            raise UserError("nothing changes yet: move a slider, choose a variant, or a file of your own")
        games = filled.get("games", "")
        return [*words, "--until", "decided", *(["--n", games] if games else [])]


@cache
def rulebook_of_game(game: str) -> dict[str, Any]:
    """What can be chosen of a game of the house."""
    from simulate.plans.rulebook import rulebook_of

    return rulebook_of(game)


def unknown(game: str) -> dict[str, Any]:
    """The rulebook of a game of which only the name is known, as to know more executes it."""
    return {"game": game, "title": game, "policies": {}, "options": [], "presets": {}, "preset_texts": {}}


def question_in(words: Sequence[str], with_games: bool = False) -> tuple[list[str], list[tuple[str, str]]]:
    """What is asked by a command, in whatever order and of however many games: its verbs and its options.

    >>> question_in(["compare", "--tiles=a.toml", "--n", "9", "--game", "pig"])
    (['compare'], [('--game', 'pig'), ('--tiles', 'a.toml')])
    """
    parts = [part for word in words for part in (word.split("=", 1) if word.startswith("--") else [word])]
    first = next((at for at, part in enumerate(parts) if part.startswith("--")), len(parts))
    options = zip(parts[first::2], parts[first + 1 :: 2], strict=False)
    return parts[:first], sorted((name, value) for name, value in options if with_games or name != "--n")


def typed(value: object) -> str:
    """A value of a preset as it is typed."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return "+".join(map(str, value))
    return str(value)
