"""Tiles in hand in Carcassonne (HR-21): dealt and drawn, chosen from, told in records, dealt anew."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from builders import run_cli, simulator
from stepper import advance, begin
from tiles_notation import CARCASSONNE

from reports.boards.carcassonne.scene import seats
from reports.boards.carcassonne.tile import CarcassonneTile
from reports.boards.tiles.board import board_of
from rules.carcassonne.position import Position
from rules.carcassonne.referee import Referee
from rules.carcassonne.tiles import STANDARD, Role, load_tiles
from rules.chance import start_chance
from rules.tiles.moves import move_slot
from rules.tiles.state import NO_TILE
from rules.verbs import is_over
from simulate.games.carcassonne.hidden import deal_unseen
from simulate.games.carcassonne.replay import play
from simulate.play.desk import asked, value_moves
from simulate.play.simulator import Simulator

BARRED = {"C": 14, "U": 4, "V": 8}
"""Counts of tiles of which most fit nowhere: C is a city on all sides, and there is no other."""


def sim_of(policy: str = "random", players: int = 2, **options: Any) -> Simulator:
    """A simulator of Carcassonne with two tiles in hand."""
    return simulator(policy, players, game="carcassonne", **{"tiles_in_hand": 2} | options)


def barred(folder: Path) -> Path:
    """A tile file with these counts, and none of all others."""
    path, text = folder / "barred.toml", STANDARD.read_text(encoding="utf-8")
    for tile in load_tiles(STANDARD).tiles:
        found = rf'(id = "{tile.id}"\n)count = \d+\nstart = \w+'
        start = "true" if tile.id == "U" else "false"
        text = re.sub(found, rf"\g<1>count = {BARRED.get(tile.id, 0)}\nstart = {start}", text)
    path.write_text(text, encoding="utf-8")
    return path


def hands(state: Any) -> list[list[int]]:
    """The designs that each seat holds."""
    return [state.hand[seat, : state.hand_size[seat]].tolist() for seat in range(state.players)]


def to_come(state: Any) -> list[int]:
    """The tiles in hands and in the stack, in the order of designs."""
    stack: list[int] = state.deck_order[state.deck_next : state.n_deck].tolist()
    return sorted([*chain(*hands(state)), *stack])


def turns_of(sim: Simulator) -> Iterator[Any]:
    """The state at each turn of game 0."""
    begin(sim, 0)
    while not is_over(sim.desk.state):
        yield sim.state[0]
        advance(sim.desk, 1)


def test_everybody_begins_with_the_tiles_that_lie_on_the_stack() -> None:
    """HR-21: dealt a tile at a time from the seat that begins."""
    sim = sim_of(players=3)
    begin(sim, 0)
    state = sim.state[0]
    dealt = state.deck_order[:6].tolist()
    assert hands(state) == [dealt[seat::3] for seat in range(3)]
    assert state.deck_next == 6


def test_one_is_placed_and_one_is_drawn() -> None:
    """HR-21: hands are full until the stack is empty; then they are played out."""
    sim = sim_of()
    sizes: Counter[bool] = Counter()
    for state in turns_of(sim):
        left = int(state.n_deck - state.deck_next)
        sizes[state.hand_size[: state.players].tolist() == [2, 2]] += left > 0
    assert set(sizes) == {True, False}
    assert sizes[False] == 0
    assert sim.state[0].hand_size.sum() == 0
    assert sim.state[0].n_placed + sim.state[0].n_discarded == 72


def test_with_the_river_hands_are_dealt_when_the_lake_is_laid() -> None:
    """HR-21: its tiles are drawn and placed one by one."""
    sim = sim_of(river=True)
    roles = sim.desk.box.role
    for state in turns_of(sim):
        if state.hand_size.any():
            assert roles[state.design[state.n_placed - 1]] == Role.LAKE
            return
        assert roles[state.tile] != Role.LAND
    raise AssertionError("no hands were dealt")


def test_who_has_no_tile_is_passed_over(folder: Path) -> None:
    """HR-21: a turn with the one move 0, while others still play out their hands."""
    passes = laid_out = 0
    path = barred(folder)
    for game in range(30):
        sim = sim_of(players=3, tiles=path)
        begin(sim, game)
        while not is_over(sim.desk.state):
            state = sim.state[0]
            if state.tile == NO_TILE:
                passes += 1
                assert state.hand_size[state.seat] == 0
                assert state.deck_next == state.n_deck
                assert state.hand_size.sum() > 0
                assert value_moves(sim.desk, sim.desk.state, np.ones(27)) == 1
            advance(sim.desk, 1)
        laid_out += int(sim.state[0].n_discarded)
    assert passes > 0
    assert laid_out > 0


@pytest.mark.parametrize("options", [{}, {"river": True, "tiles_in_hand": 1}, {"tiles_in_hand": 3}])
def test_a_replay_tells_the_referee_all_of_the_hands(options: dict[str, Any]) -> None:
    """HR-21: what was dealt and drawn; the referee comes to the same hands and result."""
    sim = sim_of(**options)
    for game in range(3):
        record = play(sim, game).record
        verdict = Referee().judge(json.loads(json.dumps(record)))
        assert verdict.legal, verdict
        assert sum("hands" in turn for turn in record["turns"]) == 1


def test_hands_that_were_laid_out_are_told_too(folder: Path) -> None:
    """HR-21: whole, with those that were drawn in their place."""
    sim = sim_of(tiles=barred(folder))
    referee = Referee(sim.box)
    told = 0
    for game in range(12):
        record = play(sim, game).record
        assert referee.judge(record).legal
        told += sum("hand" in turn and "discarded" in turn for turn in record["turns"])
    assert told > 0


def test_a_policy_chooses_among_all_tiles_in_hand() -> None:
    """HR-21: each design once, and the better tile of both places is taken."""
    moves, _ = sim_of("heuristic", tiles_in_hand=3).play_noted(0)
    assert {int(move_slot(move)) for move in moves} == {0, 1, 2}


@pytest.mark.parametrize("view", ["secret", "open"])
def test_secret_hands_are_dealt_anew_in_playouts(view: str) -> None:
    """HR-21: those of others, with the stack; one's own and open ones stay."""
    sim, changed = sim_of(players=3, hand_view=view), 0
    for number, state in enumerate(turns_of(sim)):
        if state.deck_next == state.n_deck:
            break
        before, kept = hands(state), sim.state.copy()
        unseen = to_come(state)
        start_chance(sim.desk.state, 99, number)
        deal_unseen(sim.desk, sim.desk.state, asked(state))
        after = hands(state)
        assert after[asked(state)] == before[asked(state)]
        assert to_come(state) == unseen
        changed += after != before
        sim.state[0] = kept[0]
    assert (changed > 0) == (view == "secret")


def test_an_onlooker_knows_no_secret_hand() -> None:
    """HR-21: that of the seat to move is dealt anew as well, and has a tile that fits."""
    sim, changed = sim_of(), 0
    for number, state in enumerate(turns_of(sim)):
        if state.deck_next == state.n_deck:
            break
        before, kept = hands(state), sim.state.copy()
        start_chance(sim.desk.state, 99, number)
        deal_unseen(sim.desk, sim.desk.state, -1)
        changed += hands(state)[state.seat] != before[state.seat]
        assert state.tile == hands(state)[state.seat][0]
        sim.state[0] = kept[0]
    assert changed > 0


def test_a_position_says_in_its_last_turn_what_is_in_hand() -> None:
    """HR-21: the moves of all tiles in the hand are open; what nobody said is drawn."""
    record = CARCASSONNE.record("D(0,0)r0 E(0,1)r2 | in play | tiles_in_hand=2", "0: hands=V,W/U,U")
    record["turns"][0] = {"seat": 0, "hands": record["turns"][0]["hands"]}
    last = Referee().follow(record)[-1]
    position = last.position
    assert isinstance(position, Position)
    names = {position.tileset.tiles[position.design_of(move)].id for move in last.moves}
    assert names == {"V", "W"}
    assert last["deck_next"] == 4


def test_pictures_show_what_everybody_holds() -> None:
    """HR-21: beside the board, and on a page to watch."""
    record = CARCASSONNE.record("D(0,0)r0 | in play | tiles_in_hand=2", "0: hands=V,W/U,U V(1,0)r0 +E")
    position = Referee().follow(record)[-1].position
    assert isinstance(position, Position)
    texts = [[text for text, _ in seat.holds] for seat in seats(position)]
    assert texts == [["7 in reserve", "tiles W and E in hand"], ["7 in reserve", "tiles U and U in hand"]]
    words = [text for _, text in board_of(position, CarcassonneTile, ("red", "blue")).legend]
    assert words[0] == "seat 1 (red): 0 points, 7 in reserve, tiles W and E in hand"


def test_a_transcript_tells_hands(folder: Path) -> None:
    """HR-21: what is dealt before the first turn, and what is drawn in each."""
    rule = ("--policy", "random", "--rule", "tiles_in_hand=1")
    run_cli("-g", "carcassonne", "-n", 2, *rule, "--out", "hands", cwd=folder)
    text = run_cli("replay", "hands", "--game-index", 1, cwd=folder).stdout
    assert "hands are dealt: red " in text
    assert text.count("draws ") == 69
