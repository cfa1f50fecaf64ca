"""A cloister for everybody in Carcassonne (HR-22): dealt, placed in place of drawing, told in records."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import naive.carcassonne
import numpy as np
import pytest
from builders import run_cli, simulator, volume
from naive.carcassonne_rules import may_place_own
from stepper import advance, begin
from test_carcassonne_hands import barred
from tiles_notation import CARCASSONNE

from reports.boards.carcassonne.scene import seats
from reports.boards.carcassonne.tile import CarcassonneTile
from reports.boards.tiles.board import board_of
from rules.carcassonne.position import Position
from rules.carcassonne.referee import Referee
from rules.carcassonne.tiles import STANDARD, Role, load_tiles
from rules.chance import start_chance
from rules.errors import UserError
from rules.kernel import INTERPRETED
from rules.tiles.grid import place_of
from rules.tiles.moves import DRAW, NOTHING, move_cell, move_rotation, move_target
from rules.tiles.state import NO_TILE
from rules.verbs import apply, is_over
from simulate.games.carcassonne.hidden import deal_unseen
from simulate.games.carcassonne.replay import play
from simulate.games.tiles.decisions import Decision
from simulate.plans.plan import make_plan
from simulate.play.desk import asked, value_moves, weigh_moves
from simulate.play.simulator import Simulator
from simulate.play.tables import DECISIONS


def sim_of(policy: str = "random", players: int = 2, **options: Any) -> Simulator:
    """A simulator of Carcassonne with a cloister for everybody."""
    return simulator(policy, players, game="carcassonne", **{"start_cloisters": "true"} | options)


def decisions_of(sim: Simulator, game: int = 0) -> Iterator[Any]:
    """The state at each decision of a game."""
    begin(sim, game)
    while not is_over(sim.desk.state):
        yield sim.state[0]
        advance(sim.desk, 1)


def names_of(sim: Simulator, designs: Any) -> list[str]:
    """The ids of designs."""
    return [sim.box.tiles[design].id for design in designs]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_begins_with_a_plain_cloister_and_the_stack_has_the_others(players: int) -> None:
    """HR-22: of the four in the box as many are dealt as there are players, and never drawn."""
    sim = sim_of(players=players)
    begin(sim, 0)
    state = sim.state[0]
    assert names_of(sim, state.own_tile[:players]) == ["B"] * players
    assert (state.own_tile[players:] == NO_TILE).all()
    assert state.n_deck == 71 - players
    assert names_of(sim, state.deck_order[: state.n_deck]).count("B") == 4 - players


def test_five_players_are_too_many_for_the_box() -> None:
    """HR-22: it holds four plain cloisters."""
    with pytest.raises(UserError, match=r"each of 5 players, and the tile set has 4 to draw \(HR-22\)"):
        sim_of(players=5)


def test_a_tile_set_of_ones_own_is_counted(folder: Path) -> None:
    """HR-22: one with too few is refused, one with enough is not; a cloister with a road does not count."""
    path = barred(folder)  # without any
    with pytest.raises(UserError, match="the tile set has 0 to draw"):
        sim_of(tiles=path)
    text = STANDARD.read_text(encoding="utf-8")
    assert 'id = "B"\ncount = 4' in text
    path.write_text(text.replace('id = "B"\ncount = 4', 'id = "B"\ncount = 5'), encoding="utf-8")
    sim = sim_of(players=5, tiles=path)
    begin(sim, 0)
    assert names_of(sim, sim.state[0].own_tile) == ["B"] * 5
    assert load_tiles(path).number("A") not in sim.state[0].own_tile


def test_tiles_in_hand_leave_nothing_to_place_it_in_place_of(folder: Path) -> None:
    """HR-21, HR-22: both together are refused in one line."""
    rules = ("--rule", "start_cloisters=true", "--rule", "tiles_in_hand=1")
    done = run_cli("-g", "carcassonne", "-n", 1, *rules, cwd=folder)
    assert done.returncode == 2
    assert "start_cloisters=true does not go with tiles_in_hand" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_to_draw_or_to_place_is_decided_before_the_tile_is_seen() -> None:
    """HR-22: and whoever places draws nothing in this turn."""
    sim, placed, drawn = sim_of(players=3), 0, 0
    for state in chain(*(decisions_of(sim, game) for game in range(6))):
        if state.may_draw == 0:
            continue
        turn, seat, own, come = (int(n) for n in (state.turn, state.seat, state.tile, state.deck_next))
        assert state.own_tile[seat] == own
        advance(sim.desk, 1)
        if state.turn == turn:
            drawn += 1
            assert state.seat == seat
            assert state.own_tile[seat] == own
            assert state.deck_next > come
            assert state.may_draw == 0
        else:
            placed += 1
            assert state.own_tile[seat] == NO_TILE
            assert state.design[state.n_placed - 1] == own
    assert placed
    assert drawn


def test_with_the_river_a_cloister_waits_until_the_lake_is_laid() -> None:
    """HR-22: the River's tiles are drawn and placed one by one."""
    sim = sim_of(river=True)
    roles = sim.desk.box.role
    begin(sim, 0)
    assert (sim.state[0].own_tile[:2] != NO_TILE).all()
    for state in decisions_of(sim):
        if state.may_draw:
            assert roles[state.design[state.n_placed - 1]] == Role.LAKE
            return
        assert roles[state.tile] != Role.LAND
    raise AssertionError("no cloister could be placed")


def test_the_game_ends_with_the_stack() -> None:
    """HR-22: a cloister that nobody placed lies aside; the game is over when there is no tile to draw."""
    sim = sim_of()
    begin(sim, 0)
    state = sim.state[0]
    while not is_over(sim.desk.state):
        if state.may_draw:
            apply(sim.desk.box, sim.desk.options, sim.desk.state, DRAW)
        else:
            advance(sim.desk, 1)
    assert (state.own_tile[:2] != NO_TILE).all()
    assert state.n_placed + state.n_discarded == 70


def in_words(sim: Simulator, move: int, design: int) -> tuple[Any, ...]:
    """A move as the naive twin has it."""
    tile, target = sim.box.tiles[design], move_target(move)
    kinds = Position.kinds
    segment = None if target == NOTHING else tile.segments[target - 1]
    meeple = None if segment is None else (kinds[segment.kind], segment.index)
    return (*place_of(move_cell(move)), move_rotation(move), meeple)


@pytest.mark.parametrize("options", [{}, {"river": True}, {"meeples": 1, "closed_farms": "score"}])
def test_legal_moves_are_those_of_the_naive_twin_at_each_decision(options: dict[str, Any]) -> None:
    """HR-22: to draw, and every place for the cloister; then every place for what was drawn."""
    sim, referee, both = sim_of(players=3, **options), Referee(), 0
    for game in range(volume(6, 2)):
        record, turn = play(sim, game).record, 0
        for decision in referee.follow(record)[:-1]:
            turn, seat = decision["turn"], decision["seat"]
            twin = naive.carcassonne.position_after(record, turn)
            twin.discarded += record["turns"][turn].get("discarded", []) if not decision["may_draw"] else []
            expected: set[Any] = set()
            if decision["may_draw"]:
                assert may_place_own(twin, seat)
                expected = {(DRAW,), *naive.carcassonne.legal_moves(twin, seat, twin.own[seat])}
                both += 1
            else:
                name = record["turns"][turn]["tile"]
                assert both or not may_place_own(twin, seat)
                expected = set(naive.carcassonne.legal_moves(twin, seat, name))
            found = [(DRAW,) if m == DRAW else in_words(sim, m, decision["tile"]) for m in decision.moves]
            assert set(found) == expected
            assert len(found) == len(expected)
    assert both


@pytest.mark.parametrize("options", [{}, {"river": True}, {"players": 4}])
def test_a_replay_tells_the_referee_whose_cloister_was_placed(options: dict[str, Any]) -> None:
    """HR-22: a key in the turn; referee and naive twin come to the same result."""
    sim = sim_of(**options)
    for game in range(3):
        record = json.loads(json.dumps(play(sim, game).record))
        assert Referee().judge(record).legal
        assert naive.carcassonne.judge(record)["legal"]
        own = [turn for turn in record["turns"] if turn.get("own")]
        assert own
        assert {turn["tile"] for turn in own} == {"B"}
        assert len({turn["seat"] for turn in own}) == len(own)


def test_every_decision_of_a_record_is_one_of_the_game() -> None:
    """HR-22: to draw is one by itself, which a review and `from` look at too."""
    sim, draws = sim_of(players=3), 0
    for game in range(4):
        moves, _ = sim.play_noted(game)
        decisions = Referee().follow(play(sim, game).record)
        assert [decision.move for decision in decisions] == [*moves, None]
        draws += moves.count(DRAW)
    assert draws


def test_what_is_unseen_is_dealt_anew_without_the_cloisters() -> None:
    """HR-22: everybody knows who has one to place."""
    sim = sim_of(players=3)
    for number, state in enumerate(decisions_of(sim)):
        kept = sim.state.copy()
        left = sorted(state.deck_order[state.deck_next : state.n_deck])
        start_chance(sim.desk.state, 99, number)
        deal_unseen(sim.desk, sim.desk.state, asked(state) if number % 2 else -1)
        for name in ("own_tile", "may_draw", "tile", "deck_next"):
            assert np.array_equal(state[name], kept[0][name]), name
        assert sorted(state.deck_order[state.deck_next : state.n_deck]) == left
        sim.state[0] = kept[0]


def test_players_by_weights_weigh_a_cloister_against_the_tile_to_expect() -> None:
    """HR-22: to draw is worth the best move with each tile to come, on average over those that fit."""
    sim = sim_of("heuristic")
    weights = sim.policies.weights[0, 0]
    for state in decisions_of(sim):
        if not state.may_draw or state.turn < 2:
            continue
        n = value_moves(sim.desk, sim.desk.state, weights)
        worth, own = float(sim.mind.values[0, 0]), int(state.tile)
        assert sim.mind.moves[0, 0] == DRAW
        best = []
        for design in state.deck_order[state.deck_next : state.n_deck].tolist():
            state.tile, state.may_draw = design, 0
            n = value_moves(sim.desk, sim.desk.state, weights)
            best.append(float(sim.mind.values[0, :n].max()))
            state.tile, state.may_draw = own, 1
        assert n > 0
        assert worth == pytest.approx(np.mean(best), abs=1e-9)
        return
    raise AssertionError("nobody had a cloister to place")


def test_features_of_drawing_are_nothing() -> None:
    """HR-22: it changes nothing yet; the cloister's moves have theirs."""
    sim = sim_of()
    begin(sim, 0)
    n = weigh_moves(sim.desk)
    assert sim.mind.moves[0, 0] == DRAW
    assert not sim.mind.told[0, 0].any()
    assert sim.mind.told[0, 1:n].any()


def test_the_table_of_decisions_tells_draws_from_tiles_that_are_laid() -> None:
    """HR-22: one tile a turn, and a row more where a cloister was kept."""
    plan = make_plan("carcassonne", 3, seed=7, tables="all,decisions", rules=["start_cloisters=true"])
    sim = Simulator(replace(plan, policies=sim_of().plan.policies))
    rows = sim.play(0, 3)
    decided = rows[DECISIONS]["decision"]
    draws = sum(sim.play_noted(game)[0].count(DRAW) for game in range(3))
    assert draws
    assert (decided == Decision.DRAW).sum() == draws
    assert (decided == Decision.TILE).sum() == (rows["games"]["tiles"] - 1).sum()


@pytest.mark.skipif(INTERPRETED, reason="playouts take long")
@pytest.mark.parametrize("policy", ["greedy", "heuristic", "search:1", "rollout"])
def test_every_policy_plays_to_the_end(policy: str) -> None:
    """HR-22: with cloisters placed and tiles drawn."""
    sim = sim_of(policy)
    record = play(sim, 0).record
    assert Referee().judge(record).legal


def test_a_position_asks_whether_to_draw() -> None:
    """HR-22: after the last turn to draw and to place are open; a tile that is named was drawn."""
    record = CARCASSONNE.record("D(0,0)r0 | in play | start_cloisters=true", "0: V(1,0)r0")
    last = Referee().follow(record)[-1]
    assert last.moves[0] == DRAW
    assert last["deck_next"] == 0
    assert last["n_deck"] == 68
    record["turns"].append({"seat": 1, "tile": "U"})
    last = Referee().follow(record)[-1]
    assert DRAW not in last.moves
    assert last["deck_next"] == 1


def test_pictures_show_who_has_a_cloister_to_place() -> None:
    """HR-22: beside the board, and on a page to watch."""
    record = CARCASSONNE.record("D(0,0)r0 | in play | start_cloisters=true", "0: own B(0,-1)r0 cloister0")
    position = Referee().follow(record)[-1].position
    assert isinstance(position, Position)
    texts = [[text for text, _ in seat.holds] for seat in seats(position)]
    assert texts == [["6 in reserve"], ["7 in reserve", "tile B of its own"]]
    words = [text for _, text in board_of(position, CarcassonneTile, ("red", "blue")).legend]
    assert words[1] == "seat 2 (blue): 0 points, 7 in reserve, tile B of its own"


def test_a_transcript_tells_whose_cloister_is_placed(folder: Path) -> None:
    """HR-22: in the turn in which it is."""
    rule = ("--policy", "random", "--rule", "start_cloisters=true")
    run_cli("-g", "carcassonne", "-n", 2, *rule, "--out", "cloisters", cwd=folder)
    text = run_cli("replay", "cloisters", "--game-index", 1, cwd=folder).stdout
    assert text.count("its own B at (") == 2
