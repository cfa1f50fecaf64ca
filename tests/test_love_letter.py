"""Love Letter as a package: secret hands, players who are knocked out, and no score at all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from builders import ROOT, succeed

from rules import games
from rules.chance import start_chance
from rules.kernel import INTERPRETED
from rules.verbs import copy_game, is_over
from simulate.checking.compiled import winners
from simulate.checking.finding import HOLDS
from simulate.plans.plan import make_plan
from simulate.play.desk import asked, deal_unseen, shown
from simulate.play.playing import choose
from simulate.play.simulator import Simulator

FOLDER = ROOT / "tests" / "love_letter"
GUARD, PRIEST, BARON, HANDMAID, PRINCE, KING, COUNTESS, PRINCESS = range(1, 9)


@pytest.fixture(autouse=True)
def love_letter(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The game as if its package were installed."""
    point = EntryPoint("love_letter", "love_letter:GAME", games.GROUP)
    monkeypatch.setattr(games, "entry_points", EntryPoints((point,)).select)
    monkeypatch.syspath_prepend(str(FOLDER))
    games.names.cache_clear()
    yield games.load("love_letter")
    games.names.cache_clear()
    games.forget()


def simulator(n: int = 1, **given: Any) -> Simulator:
    """What plays so many games."""
    return Simulator(make_plan("love_letter", n, **{"policy": "random", "seed": 3, **given}))


def test_the_package_is_short() -> None:
    """What a game says of itself, and nothing else."""
    files = [file for file in FOLDER.rglob("*") if file.suffix in (".py", ".toml")]
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) <= 400


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_round_is_won_by_who_is_in(players: int) -> None:
    tables = simulator(20, players=players).play(0, 20)
    seats = tables["seats"].reshape(20, players)
    assert seats["win_share"].sum(axis=1) == pytest.approx(np.ones(20))
    assert not seats["win_share"][seats["out"] == 1].any()
    assert (tables["games"]["turns"] <= 16).all()


def test_who_wins_is_tried_without_a_score_and_without_ranks(love_letter: Any) -> None:
    (found,) = winners(love_letter, ModuleType("analysis"))
    assert (found.verdict, found.text) == (HOLDS, "somebody wins every game")


def test_there_is_no_column_of_a_score_or_a_margin(love_letter: Any) -> None:
    every = {name: table.columns.names for name, table in love_letter.playing.tables.items()}
    assert "progress" not in every
    assert every["games"] == ("game", "players", "turns", "winners", "shared")
    assert every["seats"] == ("game", "seat", "win_share", "out", "discarded")
    assert "score" not in every["decisions"]


def test_all_cards_are_somewhere() -> None:
    """In the deck, aside, open, in a hand, or discarded: their numbers add up to those of the box."""
    plays = simulator(4, players=2)
    whole = 5 * 1 + 2 * (2 + 3 + 4 + 5) + 6 + 7 + 8
    for game in range(4):
        plays.play(game, 1)
        state = plays.state[0]
        held = sum(int(state[name].sum()) for name in ("deck", "aside", "laid_open", "hand", "drawn"))
        assert held + int(state.discarded.sum()) == whole


def test_records_are_legal_and_say_their_cards(love_letter: Any) -> None:
    played = love_letter.replay.play(simulator(), 0)
    record = json.loads(json.dumps(played.record))
    verdict = love_letter.referee().judge(record)
    assert verdict.legal, verdict
    assert verdict.as_dict()["winners"] == record["result"]["winners"]
    assert "scores" not in verdict.as_dict()
    assert all(turn["card"] in ("guard", "countess") or "guess" not in turn for turn in record["turns"])


def test_a_move_that_is_not_legal_is_refused_with_those_that_are(love_letter: Any) -> None:
    record = love_letter.replay.play(simulator(), 0).record
    record["turns"][1] = {"card": "princess", "target": 0}
    verdict = love_letter.referee().judge(record)
    assert (verdict.legal, verdict.turn, verdict.rule) == (False, 1, "moves")
    assert verdict.message.startswith(
        'seat 2 may not play {"card": "princess", "target": 0}; legal: {"card": '
    )


def moments(plays: Simulator, game: int) -> Iterator[tuple[Any, int]]:
    """The states of a game before each decision, and who decides."""
    plays.play(0, 1)  # whatever the desk holds, another game follows
    for moment in games.load("love_letter").positions(plays.plan, _record(plays, game)):
        state = moment.decision.states[0]
        if not is_over(state):
            yield state, int(asked(state))


def _record(plays: Simulator, game: int) -> Any:
    return games.load("love_letter").replay.play(plays, game).record


@pytest.mark.parametrize(
    "policy",
    ["greedy", pytest.param("search:1", marks=pytest.mark.skipif(INTERPRETED, reason="looks far"))],
)
def test_no_choice_depends_on_what_is_not_seen(policy: str) -> None:
    """Whatever the others hold and however the deck lies, who sees the same does the same."""
    reads, looks = simulator(policy="random"), simulator(policy=policy)
    differ = 0
    for game in range(2):
        for state, seat in moments(reads, game):
            chosen = set()
            for other in range(3):
                copy_game(looks.state[0], state)
                if other:
                    start_chance(looks.state[0], other, 7)
                    deal_unseen(looks.desk, looks.state[0], seat)
                    differ += looks.state[0].hand.tolist() != state.hand.tolist()
                start_chance(looks.state[0], 11, 5)
                chosen.add(int(choose(looks.desk)))
            assert len(chosen) == 1
    assert differ > 10


def test_what_a_seat_has_come_to_know_stays_as_it_is() -> None:
    plays = simulator(players=2)
    state = plays.state[0]
    found = set()
    for known in (0, 1):
        for seed in range(40):
            state.hand[:2] = PRINCESS, KING
            state.deck[:4] = GUARD, PRIEST, BARON, HANDMAID
            state.known[0, 1] = known
            start_chance(state, seed, 0)
            deal_unseen(plays.desk, state, 0)
            assert state.hand[0] == PRINCESS
            found.add((known, int(state.hand[1])))
    assert {card for known, card in found if known} == {KING}
    assert len({card for known, card in found if not known}) > 3


def test_a_policy_of_a_users_is_shown_neither_hands_of_others_nor_chance_to_come() -> None:
    plays = simulator(players=3, seed=4)
    hands: set[tuple[int, ...]] = set()
    for state, seat in moments(plays, 0):
        for seed in range(20):
            copy_game(plays.state[0], state)
            start_chance(plays.state[0], seed, 1)
            view: Any = shown(plays.desk, seat)
            assert view.hand[seat] == state.hand[seat]
            assert (view.chance_words != state.chance_words).any()
            hands.add(tuple(np.asarray(view.hand)))
    assert len(hands) > 10


def test_who_looks_ahead_is_called_what_it_is(folder: Path) -> None:
    said = succeed("rules", "love_letter", "--policies", cwd=folder).stdout
    assert "heuristic" not in said
    assert "greedy that plays its best moves on to the end of the game" in said


@pytest.mark.skipif(INTERPRETED, reason="looks far")
def test_looking_ahead_wins_more_often() -> None:
    seats = simulator(400, policy="search:4,random,random,random").play(0, 400)["seats"]
    assert seats["win_share"][seats["seat"] == 0].mean() > 0.33


def test_a_summary_speaks_of_no_score(folder: Path) -> None:
    said = succeed("--game", "love_letter", "--n", 40, "--jobs", 1, "--out", "few", cwd=folder).stdout
    assert "policy random" in said
    assert not {word for word in ("score", "points", "margin", "heuristic") if word in said}
    told = succeed("review", "few", "--game-index", 1, "--n", 10, cwd=folder).stdout
    assert "score" not in told
