"""Every corpus on the engine, through its referee, and on the naive twin: one text, two judges."""

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import corpus
import naive.carcassonne
import naive.catan
import naive.starwars
import pytest
from builders import refusal
from catan_notation import CATAN
from catan_twins import said as said_of_catan
from corpus import Cases, Example, Json, differences
from tiles_notation import CARCASSONNE, STARWARS

from rules.games import load
from rules.starwars.tiles import STANDARD

pytestmark = pytest.mark.rules


@dataclass(frozen=True)
class Judged:
    """A corpus, who judges it, and the examples of the rule page that it leaves to other tests."""

    corpus: Cases
    twin: Callable[[Json], Json]
    examples: list[int]
    says: Callable[[Json], Json] | None = None
    """What a referee says and more, where the twin does so too."""

    def fresh(self) -> Any:
        """A referee of the game that has judged nothing yet."""
        return load(self.corpus.game).referee()

    @cached_property
    def referee(self) -> Callable[[Json], Json]:
        """The verdicts of one referee on all records, as JSON."""
        kept = self.fresh()
        return self.says or (lambda record: kept.judge(record).as_dict())


GAMES = {
    "starwars": Judged(
        STARWARS,
        lambda record: naive.starwars.judge(record, STANDARD),
        [1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 18, 19, 21, 22, 23],
    ),
    "carcassonne": Judged(
        CARCASSONNE,
        naive.carcassonne.judge,
        [*range(1, 19), *range(22, 27), *range(28, 32), 33],  # EX-CC-27 counts places
    ),
    "catan": Judged(
        CATAN,
        naive.catan.judge,
        [*range(1, 20), 21, 23, 24, 26, 27, *range(29, 34), 35, 36],  # EX-CT-34 counts pips
        said_of_catan,
    ),
}
ENTRIES = [
    pytest.param(game, name, id=f"{game}: {name}")
    for game, judged in GAMES.items()
    for name in judged.corpus.entries
]


def both(judged: Judged, example: Example) -> None:
    """The referee and the twin say what the example expects, and the same about all that both speak of."""
    found = judged.referee(example.record)
    assert differences(example, found) == ""
    assert example.says in (found["message"] or ""), (example.where, found["message"])
    assert found["legal"] or re.fullmatch(r".+", found["message"]), example.where  # in one line
    twin = judged.twin(example.record)
    assert differences(example, twin) == ""
    shared = (set(found) & set(twin)) - {"message"}
    assert {part: found[part] for part in shared} == {part: twin[part] for part in shared}, example.where
    assert len(twin.get("rules", [])) <= 1, (example.where, "leaves open which rule to name")


@pytest.mark.parametrize(("game", "name"), ENTRIES)
def test_the_referee_and_the_twin_give_the_verdict_of_the_corpus(game: str, name: str) -> None:
    """Every case of every entry: what comes of it, or the rule that is broken and where."""
    judged = GAMES[game]
    for example in judged.corpus.examples(name):
        if example.verdict is None:
            line = refusal(judged.fresh().judge, example.record)
            assert example.says in line, example.where
        else:
            both(judged, example)


@pytest.mark.parametrize("game", GAMES)
def test_no_example_of_the_rule_page_is_left_out(game: str) -> None:
    names = " ".join(GAMES[game].corpus.entries)
    numbers = re.findall(r"EX-(?!HR)[A-Z]+-(\d+)", names)
    assert sorted({int(number) for number in numbers}) == GAMES[game].examples


@pytest.mark.parametrize("game", GAMES)
def test_verdicts_do_not_depend_on_what_was_judged_before(game: str) -> None:
    """One referee judges many records; the one before leaves nothing behind."""
    judged = GAMES[game]
    names = random.Random(1).sample(list(judged.corpus.entries), 30)
    kept = judged.fresh()
    for example in (each for name in names for each in judged.corpus.examples(name)[:2]):
        if example.verdict is not None:
            found = kept.judge(example.record)
            assert found == judged.fresh().judge(example.record), example.where


def test_no_trap_of_carcassonne_is_left_out() -> None:
    traps = {int(name.split()[1].rstrip(",")) for name in CARCASSONNE.entries if name.startswith("trap")}
    assert sorted(traps) == list(range(1, 13))


def test_every_rule_of_catan_has_a_legal_and_an_illegal_record() -> None:
    """CT-40 to CT-122; CT-123 to CT-126 are about engines and statistics."""
    shown: dict[bool, set[int]] = {True: set(), False: set()}
    for name in CATAN.entries:
        rules_named = [int(number) for number in re.findall(r"(?<!EX-)CT-(\d+)", name)]
        for example in CATAN.examples(name) if rules_named else ():
            if example.verdict is not None:
                shown[example.verdict["legal"]] |= set(rules_named)
    assert set(range(40, 123)) <= shown[True] & shown[False]


# --- how a corpus is read

WRITTEN = """
let CORNER = 0: s0 r0

CT-1, fine: three lines are enough
  $CORNER | trade=any
  > hand_limit=9; 0 end => legal
"""


def read(folder: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> Cases:
    """A corpus of Catan of this text alone."""
    (folder / "catan.txt").write_text(text, encoding="utf-8")
    monkeypatch.setattr(corpus, "FOLDER", folder)
    return Cases(CATAN.notation)


def test_names_and_options_are_put_in_their_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = WRITTEN + "  > 0 end => legal\n"
    first, second = read(tmp_path, monkeypatch, text).examples("CT-1, fine")
    assert first.record["options"] == {"trade": "any", "hand_limit": 9}
    assert second.record["options"] == {"trade": "any"}
    assert first.record["setup"]["pieces"] == [{"seat": 0, "settlement": 0}, {"seat": 0, "road": 0}]
    assert (first.where, second.where) == ("catan.txt:6", "catan.txt:7")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("=> legal", "=> fine", "catan.txt:6: > hand_limit=9; 0 end => fine: KeyError"),
        ("=> legal", "", "catan.txt:6: > hand_limit=9; 0 end: ValueError a case is > TURNS => VERDICT"),
        ("0 end", "0 sing a", "catan.txt:6: > hand_limit=9; 0 sing a => legal: ValueError no turn: '0 s"),
        ("$CORNER", "$EDGE", "catan.txt:5: $EDGE | trade=any: KeyError 'EDGE'"),
        ("| trade", "| x 3 | trade", "txt:6: > hand_limit=9; 0 end => legal: ValueError no part of a pos"),
        ("  > hand", "# hand", "catan.txt: 'CT-1, fine' has no case"),
        ("CT-1, fine: three", "three", "catan.txt:4: no heading NAME: WHAT IT SHOWS: 'three lines are"),
        ("let CORNER = 0: s0 r0", "  0: s0 r0", "catan.txt:2: stands under no heading"),
        ("let CORNER = 0: s0 r0", "CT-1, fine: once\n", "catan.txt:5: a second entry 'CT-1, fine'"),
    ],
)
def test_a_mistake_is_told_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, words: str
) -> None:
    made = read(tmp_path, monkeypatch, WRITTEN.replace(old, new))
    with pytest.raises(ValueError, match=re.escape(words)):
        made.examples("CT-1, fine")
