"""The picture of a tile set: every design by its id, with the numbers that tell its segments apart."""

from __future__ import annotations

from pathlib import Path

import pytest
from builders import one_line, run_cli, succeed
from drawn import CARCASSONNE, STARWARS

from reports.boards.canvas import PIECE
from reports.boards.carcassonne.tile import CarcassonneTile
from reports.boards.page import draw
from reports.boards.starwars.tile import StarWarsTile
from reports.boards.tiles.sheet import ACROSS, GAP, SIDE, numbered
from reports.pictures.fonts import measure
from rules import games
from rules.carcassonne.tiles import STANDARD


@pytest.mark.parametrize("game", ["carcassonne", "starwars"])
def test_every_design_has_its_id_and_its_count_and_none_runs_into_the_next(game: str) -> None:
    known = games.load(game)
    words = list(draw(known.picture.sheet(known.standard_box)).axes[0].texts)
    said = [text.get_text() for text in words]
    for tile in known.standard_box.tiles:
        n = said.index(tile.id)
        assert said[n + 1] == f"× {tile.count}{', start' if tile.start else ''}"
        assert measure(tile.id, words[n].get_fontsize(), bold=True) < SIDE + GAP
    places = {words[said.index(tile.id)].get_position() for tile in known.standard_box.tiles}
    assert len(places) == len(known.standard_box.tiles)
    assert len({x for x, _ in places}) == ACROSS


def test_only_segments_that_are_not_alone_have_numbers() -> None:
    """D has one city, one road and two fields; a crossing in space has three routes."""

    def discs(tile: CarcassonneTile | StarWarsTile) -> int:
        return sum(len(paths) for paint, paths in numbered(tile) if paint.level == PIECE)

    assert discs(CarcassonneTile(CARCASSONNE["D"])) == 2
    assert discs(CarcassonneTile(CARCASSONNE["X"])) == 8
    assert discs(CarcassonneTile(CARCASSONNE["B"])) == 0
    assert discs(StarWarsTile(STARWARS["route-crossing-3"])) == 3


def test_a_set_of_ones_own_is_drawn_by_the_command(tmp_path: Path) -> None:
    text = STANDARD.read_text(encoding="utf-8")
    (tmp_path / "mine.toml").write_text(text.replace('id = "X"', 'id = "Zoo"'), encoding="utf-8")
    (tmp_path / "words.svg").write_text("no picture", encoding="utf-8")
    asked = ("rules", "carcassonne", "--tiles", "mine.toml", "--picture")
    succeed(*asked, "tiles.svg", cwd=tmp_path)
    drawn = (tmp_path / "tiles.svg").read_text(encoding="utf-8")
    assert "Carcassonne: the tiles of mine.toml" in drawn
    assert ">Zoo</text>" in drawn
    assert ">X</text>" not in drawn
    refused = one_line(run_cli(*asked, "words.svg", cwd=tmp_path))
    assert refused.startswith("--picture words.svg: lies there"), "by the name of its option"
    assert (tmp_path / "words.svg").read_text(encoding="utf-8") == "no picture"
