"""Cards of one's own for Castle: what a file may say, and what games with it are like (HR-30)."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from builders import refusal, run_cli, succeed, volume
from castle_beside import (
    differing_moves,
    disagreement,
    engine_game,
    lay,
    protected_both,
    twin_game,
    twin_position,
)
from naive.castle import position_after
from naive.castle_cards import KINDS, own_cards

from rules.castle.cards import load_cards
from rules.castle.kinds import IDS
from rules.castle.options import Options, complete
from rules.castle.own_cards import FIXED
from rules.castle.plan import MAX_CARDS, ZONES
from rules.castle.position import Position
from rules.castle.referee import Referee
from simulate.plans.plan import make_plan
from simulate.play.simulator import Simulator

CONDITIONED = (
    "ghost", "queen", "ambassador", "lady_in_waiting", "kings_advisor", "mistress", "prince_charming",
)  # fmt: skip
"""Characters whose condition of placing is about spaces."""

Change = dict[str, Any]


def text_of(changes: list[Change]) -> str:
    """Changes as a file says them."""
    lines = [["[[card]]", *(f"{key} = {json.dumps(value)}" for key, value in one.items())] for one in changes]
    return "\n".join(line for table in lines for line in table)


def changes_of(rng: random.Random) -> list[Change]:
    """Changes to some characters at random; there are cards enough to deal, and not too many to play."""
    changes, spare = [], MAX_CARDS - sum(count for count, *_ in KINDS.values())
    for name in rng.sample(IDS, 12):
        change: Change = {"id": name}
        if rng.random() < 0.5:
            change["effect"] = rng.choice(IDS)
        if rng.random() < 0.5 and name not in FIXED:
            change["zone"] = rng.choice(ZONES[:3] if name in CONDITIONED else ZONES)
        if rng.random() < 0.5:
            most = KINDS[name][0] + (0 if name == "mistress" else min(2, spare))
            change["count"] = rng.randint(0 if spare < 8 else most, most)
            spare -= change["count"] - KINDS[name][0]
        changes.append(change)
    return changes


@contextmanager
def table(folder: Path, number: int) -> Iterator[tuple[Referee, Position]]:
    """Referee and engine with cards at random, and the twin with the same."""
    changes, path = changes_of(random.Random(f"own cards {number}")), folder / "cards.toml"
    path.write_text(text_of(changes), encoding="utf-8")
    with own_cards(changes):
        box = load_cards(path)
        yield Referee(box), Position(box)


def check_games(folder: Path, numbers: range) -> None:
    """What either plays the other finds legal, with the same end."""
    for number in numbers:
        with table(folder, number) as (referee, engine):
            for record in (engine_game(engine, number), twin_game(number)):
                assert disagreement(referee, record) == [], number
                assert referee.judge(record).legal, number


def check_positions(folder: Path, numbers: range) -> None:
    """In any position the same cards are protected, and the same is open to every card of a hand."""
    for number in numbers:
        with table(folder, number) as (_, engine):
            for record in (twin_position(number, limit=0), twin_position(10_000 + number, limit=0)):
                position = position_after(record)
                lay(engine, record)
                mine, twins = protected_both(engine, position)
                assert mine == twins, number
                if position["reason"] is None:
                    wrong, _ = differing_moves(engine, position, random.Random(number), tries=3)
                    assert wrong == [], number


def test_games_with_own_cards_are_judged_alike(tmp_path: Path) -> None:
    check_games(tmp_path, range(volume(12, 2)))


def test_moves_with_own_cards_are_the_same(tmp_path: Path) -> None:
    check_positions(tmp_path, range(volume(24, 4)))


@pytest.mark.verify
def test_many_games_with_own_cards(tmp_path: Path) -> None:
    check_games(tmp_path, range(100, 500))
    check_positions(tmp_path, range(100, 1000))


# --- what a file says


def cards(folder: Path, text: str) -> Path:
    """A file with this text."""
    path = folder / "my.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_what_a_file_leaves_out_stays_as_it_is(tmp_path: Path) -> None:
    """HR-30: copies, area and effect of the Herald change; his condition, and all others, do not."""
    text = '[[card]]\nid = "herald"\ncount = 2\nzone = "towers"\neffect = "archer"\n'
    mine, box = load_cards(cards(tmp_path, text)), load_cards()
    changed = {one.id for one, other in zip(mine.kinds, box.kinds, strict=True) if one != other}
    herald, archer = (mine.kinds[IDS.index(name)] for name in ("herald", "archer"))
    assert changed == {"herald"}
    assert (herald.count, ZONES[herald.zone], herald.steps) == (2, "towers", archer.steps)
    assert herald.how == box.kinds[IDS.index("herald")].how
    assert mine.n_cards == box.n_cards + 1


def test_an_effect_of_another_comes_with_the_reading_of_its_rule(tmp_path: Path) -> None:
    """The Fool as Lady in Waiting reaches as far as she does; she as Fool does not (CA-124)."""
    text = '[[card]]\nid = "fool"\neffect = "lady_in_waiting"\n'
    box = load_cards(cards(tmp_path, text))
    assert box.kinds[IDS.index("fool")].acts_as == IDS.index("lady_in_waiting")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[[card]]\nid = "heral"', "Did you mean 'herald'?"),
        ('[[card]]\nid = "herald"\neffect = "archr"', "Did you mean 'archer'?"),
        ('[[card]]\nid = "herald"\nzone = "tower"', "Did you mean 'towers'?"),
        ('[[card]]\nid = "herald"\ncounts = 2', "Did you mean 'count'?"),
        ('[[card]]\nid = "herald"\ncount = -1', "count must be a whole number from 0 to 60, not -1"),
        ('[[card]]\nid = "mistress"\ncount = 2', "from 0 to 1 (whose token it is decides for the King)"),
        ('[[card]]\nid = "soldier"\ncount = 18', "61 cards; at most 60 can be played"),
        ('[[card]]\nid = "knight"\nzone = "towers"', "its zone stays as it is: it lies on another card"),
        ('[[card]]\nid = "queen"\nzone = "outside"', "its zone cannot be the outside"),
        ('[[card]]\nid = "queen"\n[[card]]\nid = "queen"', "the id is used twice"),
        ("[[card]]\ncount = 2", "card 'number 1': has no 'id'"),
        ("[[tile]]", "holds no [[card]] tables"),
    ],
)
def test_what_a_file_cannot_say(tmp_path: Path, text: str, says: str) -> None:
    """One line that names the file, the card, and what may be meant."""
    line = refusal(load_cards, cards(tmp_path, text))
    assert line.startswith(str(tmp_path / "my.toml"))
    assert says in line


def test_the_deal_counts_the_cards_of_the_file(tmp_path: Path) -> None:
    """CA-15: what is left is the exchange; fewer cards than are dealt are refused."""
    more = load_cards(cards(tmp_path, '[[card]]\nid = "soldier"\ncount = 15'))
    assert (complete(Options(), 4).exchange, complete(Options(), 4, more).exchange) == (12, 14)
    fewer = load_cards(cards(tmp_path, '[[card]]\nid = "soldier"\ncount = 0'))
    assert "are more than the 43 cards" in refusal(complete, Options(), 4, fewer)
    assert "this card is taken out" in refusal(complete, Options(seat_0_gets="soldier", stock=1), 4, fewer)


# --- runs


def games(cards: Path | None, policy: str = "heuristic") -> dict[str, np.ndarray]:
    """Games with these cards, by table."""
    return Simulator(make_plan("castle", volume(40, 1), policy=policy, cards=cards)).play(0, volume(40, 1))


def test_a_file_that_changes_nothing_plays_the_same_games(tmp_path: Path) -> None:
    same = games(cards(tmp_path, '[[card]]\nid = "king"\ncount = 1\neffect = "king"'))
    assert all(np.array_equal(rows, same[name]) for name, rows in games(None).items())


@pytest.mark.parametrize("policy", ["heuristic", "random", "novice"])
def test_players_play_with_any_cards(tmp_path: Path, policy: str) -> None:
    for number in range(volume(8, 1)):
        text = text_of(changes_of(random.Random(f"own cards {number}")))
        assert len(games(cards(tmp_path, text), policy)["games"])


def test_a_run_knows_its_cards(tmp_path: Path) -> None:
    """Its name, its record of games, and what is said of it; another file is another run."""
    cards(tmp_path, '[[card]]\nid = "herald"\neffect = "archer"\n')
    told = succeed("--game", "castle", "--n", 20, "--cards", "my.toml", "--out", "run", cwd=tmp_path)
    assert "cards my.toml" in told.stdout
    standard, own = make_plan("castle", 1), make_plan("castle", 1, cards=tmp_path / "my.toml")
    assert standard.hash != own.hash
    record = succeed("replay", "run", "--game-index", 3, "--as", "json", cwd=tmp_path).stdout
    (tmp_path / "game.json").write_text(record, encoding="utf-8")
    assert "legal" in succeed("referee", "game.json", "--cards", "my.toml", cwd=tmp_path).stdout
    succeed("from", "run", "--game-index", 3, "--turn", 4, cwd=tmp_path)
    succeed("from", "game.json", "--cards", "my.toml", "--turn", 4, cwd=tmp_path)
    succeed("verify", "run", cwd=tmp_path)
    done = run_cli("--game", "catan", "--n", 2, "--cards", "my.toml", cwd=tmp_path)
    assert done.returncode == 2
    assert "catan takes no cards of your own" in done.stderr


def test_own_cards_are_compared_with_those_of_the_box(tmp_path: Path) -> None:
    cards(tmp_path, '[[card]]\nid = "soldier"\ncount = 11\n')
    done = succeed("compare", "--game", "castle", "--cards", "my.toml", "--n", 30, "--json", cwd=tmp_path)
    assert "cards my.toml" in done.stdout
