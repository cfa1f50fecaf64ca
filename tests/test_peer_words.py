"""The bridge to catanatron, as far as it goes without catanatron: its words for moves, and what it tells."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import peers.__main__ as command
import pytest
from pages import DOCS, part
from peers.matches import PEERS, stored
from peers.telling import lines
from peers.words import Cube, Words

from rules.catan.board import load_board
from rules.catan.moves import Kind, move_kind, move_place
from rules.catan.options import Options
from rules.catan.position import Position
from rules.catan.state import Point

SHAPE = load_board().geometry


def numbered_backwards() -> dict[Cube, list[int]]:
    """The nodes of a made-up island: its vertices counted from the end."""
    corners = zip(SHAPE.hexes, SHAPE.hex_vertices, strict=True)
    return {(q, -q - r, r): [53 - vertex for vertex in around] for (q, r), around in corners}


def decisions() -> Iterator[tuple[Position, list[int]]]:
    """Moments of a game played by lot, with the legal moves."""
    position, lots = Position(load_board()), random.Random(4)
    position.open(Options(), 4)
    position.deal(1, 0)
    for _ in range(1500):
        if position["point"] == Point.OVER:
            return
        moves = position.moves()
        yield position, moves
        building = [move for move in moves if move_kind(move) <= Kind.BUY]
        position.play(lots.choice(building or moves))


@pytest.mark.rules
def test_every_move_comes_back_from_the_words_of_catanatron() -> None:
    """All but a card of a discard, the steps of the robber and trade between players have a word."""
    words, told = Words(load_board(), numbered_backwards()), set[int]()
    wordless = {Kind.DISCARD, Kind.ROBBER, Kind.STEAL, Kind.OFFER, Kind.ANSWER, Kind.ACCEPT}
    for position, moves in decisions():
        for move in moves:
            deed = words.deed(position, move)
            assert (deed is None) == (move_kind(move) in wordless)
            if deed is not None:
                assert words.steps(deed) == [(move, 0)]
                told.add(move_kind(move))
    assert told >= {
        Kind.ROAD,
        Kind.SETTLEMENT,
        Kind.CITY,
        Kind.BUY,
        Kind.ROLL,
        Kind.BANK,
        Kind.END,
        Kind.KNIGHT,
    }


def test_chance_comes_back_from_the_words_of_catanatron() -> None:
    position, words = Position(load_board()), Words(load_board(), numbered_backwards())
    for kind, outcome, value in ((Kind.ROLL, 20, (4, 3)), (Kind.BUY, 2, "ROAD_BUILDING")):
        deed = words.deed(position, int(kind), outcome)
        assert deed is not None
        assert deed[1] == value
        assert words.steps(deed) == [(int(kind), outcome)]


def test_a_robbery_is_two_of_our_moves() -> None:
    words = Words(load_board(), numbered_backwards())
    (robber, _), (theft, card) = words.steps(words.robbery(7, 2, 4))
    assert (move_kind(robber), move_place(robber)) == (Kind.ROBBER, 7)
    assert (move_kind(theft), move_place(theft), card) == (Kind.STEAL, 2, 4)
    assert len(words.steps(words.robbery(7, None))) == 1


def test_a_numbering_that_does_not_fit_the_island_is_refused() -> None:
    nodes = numbered_backwards()
    nodes[0, 0, 0] = nodes[0, 0, 0][::-1]
    with pytest.raises(ValueError, match="two nodes"):
        Words(load_board(), nodes)


def test_without_other_programs_nothing_is_played_and_it_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "find_spec", lambda name: None)
    monkeypatch.setattr(command, "PROGRAM", Path("nowhere/carcassonne-table"))
    monkeypatch.setattr("sys.argv", ["peers"])
    assert command.main() == 2
    told = capsys.readouterr().err
    assert "not installed: catanatron" in told
    assert "not installed: carcassonne-table" in told


@pytest.mark.parametrize("game", PEERS)
def test_the_page_tells_the_matches_that_are_stored(game: str) -> None:
    assert part(DOCS / "strength.md", PEERS[game]) == "\n".join(lines(game, stored(game)))
