"""Pictures of Castle: every card in play is there with its name and token, and everything can be read."""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from drawn import BOARD, OFF_IT, castle

from reports.boards.canvas import PIECE, Canvas
from reports.boards.castle.cards import GLOW, ZONE_COLOURS, Cards, Rectangle, strip_heights
from reports.boards.castle.coordinates import (
    CARD,
    OUTER,
    PLATE,
    TOWER,
    WEST_EAST,
    engine_at,
    outside_at,
    piles,
    space_at,
)
from reports.boards.castle.scene import board, scene
from reports.boards.film import Film
from reports.boards.page import draw
from reports.boards.symbols import symbol
from reports.pictures.style import SEAT_COLOURS
from rules.castle.options import COLOURS, Options, complete
from rules.castle.position import Position


def play(players: int, game: int, steps: int) -> Position:
    """A table after some random moves, or at the end of the game."""
    position = Position()
    position.open(complete(Options(), players), players)
    position.deal(1, game)
    chance = random.Random(game)
    for _ in range(steps):
        if position["over"]:
            break
        position.step(position.draw() if position.asks_chance else chance.choice(position.moves()))
    return position


def axes_of(position: Position) -> Any:
    """The page of a table."""
    return draw(scene(position)).axes[0]


def texts(position: Position) -> list[str]:
    """Every line of text on the page."""
    return [text.get_text() for text in axes_of(position).texts]


def shapes(axes: Any, fill: str, level: float | None = None) -> int:
    """How many shapes are filled with a colour."""
    return sum(
        int((patch.get_path().codes == 1).sum())
        for patch in axes.patches
        if matches(patch, fill) and (level is None or patch.get_zorder() == pytest.approx(level))
    )


def matches(patch: Any, fill: str) -> bool:
    red, green, blue = (int(fill[n : n + 2], 16) / 255 for n in (1, 3, 5))
    return np.allclose(patch.get_facecolor(), (red, green, blue, 1.0))


# --- what is on the page


def test_every_pile_is_found_where_it_lies() -> None:
    position = castle()
    found = {position.id_of(lowest): (tuple(at), size) for lowest, at, size in piles(position)}
    assert found == {
        "king": (space_at(2, 2), CARD),
        "lady_in_waiting": (space_at(1, 1), CARD),
        "ambassador": (space_at(4, 4), CARD),
        "captain": (space_at(0, 1), CARD),
        "soldier": (space_at(0, 2), CARD),
        "witch": (space_at(0, 0), CARD),
        "siege_engine": (engine_at("W"), PLATE),
        "fairy": (outside_at(0), CARD),
        "dragon": (outside_at(1), CARD),
        "thief": (outside_at(2), CARD),
    }
    engines = [tuple(at) for lowest, at, _ in piles(position) if position.id_of(lowest) == "siege_engine"]
    assert engines == [engine_at("N"), engine_at("W")]


def test_any_state_can_be_looked_at_without_its_options() -> None:
    position = play(3, 5, 80)
    assert texts(Position(states=position.states.view(np.recarray))) == texts(position)


def test_the_card_placed_last_is_known_also_beneath_a_knight() -> None:
    assert shapes(axes_of(castle()), GLOW) == 1  # the key
    assert shapes(axes_of(castle(f"{BOARD}; last: witch{OFF_IT}")), GLOW) == 2


def test_who_wins_or_is_on_turn_is_said_beneath_the_name() -> None:
    given = "queen/B(1,1); A: archer; stocks: -; B: spy; C: fool"
    assert {"on turn", "wins"} & set(texts(castle(given))) == {"on turn"}
    position = castle(given, "A archer(0,0)")
    heights = {text.get_text(): text.get_position()[1] for text in axes_of(position).texts}
    assert heights["Black"] > heights["wins"] > heights["Beige"]
    assert "on turn" not in heights


@pytest.mark.parametrize(("players", "steps"), [(2, 0), (3, 60), (4, 150), (5, 3000)])
def test_every_card_of_a_game_is_on_the_page_with_its_token(players: int, steps: int) -> None:
    position = play(players, players, steps)
    axes = axes_of(position)
    words = [text.get_text() for text in axes.texts]
    shown = Counter(word for text in words for word in text.split())
    cards = [card for lowest, _, _ in piles(position) for card in position.pile(lowest)]
    assert not Counter(word for card in cards for word in position.kind(card).name.split()) - shown
    for seat in range(players):
        owned = sum(position["token"][card] == seat for card in cards)
        fill, _ = SEAT_COLOURS[COLOURS[seat]]
        assert shapes(axes, fill, PIECE + 0.001) == owned + 1  # and the panel
        in_hand, in_stock = int(position["hand"][seat]).bit_count(), int(position["n_stock"][seat])
        row = {t.get_position()[1] for t in axes.texts if t.get_text() == COLOURS[seat].capitalize()}
        numbers = [t.get_text() for t in axes.texts if t.get_position()[1] in row]
        assert numbers[-3:] == [str(in_hand), str(in_stock), str(owned)]


def test_the_exchange_and_the_removed_cards_are_listed_like_ones_together() -> None:
    position = castle()
    assert not any("Removed" in text for text in texts(position))
    shown = texts(castle(f"{BOARD}; removed: prince_charming{OFF_IT}"))
    assert "Soldier \N{MULTIPLICATION SIGN} 2" in shown
    assert {"Archer", "Exchange (3)", "Removed by the Assassin (1)", "Prince Charming"} <= set(shown)


# --- names can be read


def test_the_longest_names_are_legible_in_piles_too() -> None:
    given = "ambassador/A+knight/B+knight/-(2,2) prince_charming/A+knight/B(3,3)"
    sizes = {text.get_text(): text.get_size() for text in axes_of(castle(given)).texts}
    assert sizes["Ambassador"] >= 8
    assert sizes["Charming"] >= 9


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_each_card_of_a_pile_shows_a_strip_and_the_strips_make_the_pile(n: int) -> None:
    strips = strip_heights(n, 90)
    assert len(strips) == n
    assert sum(strips) == pytest.approx(90)
    assert min(strips) > 14


def test_the_names_and_tokens_of_a_pile_stand_in_order_from_the_top_down() -> None:
    position = castle("fool/A+knight/B+knight/-+knight/C(3,3)")
    axes = axes_of(position)
    names = [text for text in axes.texts if text.get_text() in ("Fool", "Knight")][:4]
    assert [text.get_text() for text in names] == ["Fool", "Knight", "Knight", "Knight"]
    heights = [text.get_position()[1] for text in names]
    assert heights == sorted(heights, reverse=True)
    owners = {}
    for seat in range(3):
        fill, _ = SEAT_COLOURS[COLOURS[seat]]
        tokens = [p for p in axes.patches if matches(p, fill) and p.get_zorder() == PIECE + 0.001]
        corners = np.vstack([token.get_path().vertices for token in tokens])
        owners[seat] = corners[np.argmin(corners[:, 0]), 1]  # the other one is in the panel
    assert owners[0] > owners[1] > owners[2]


def test_men_women_and_soldiers_have_different_marks_and_machines_have_none() -> None:
    def marks(card: str) -> list[Any]:
        """The lines in the colour of the card's zone."""
        position = castle(card)
        ((lowest, _, _),) = piles(position)
        page: Any = SimpleNamespace(
            canvas=Canvas(), write=lambda *args, **look: None, note=lambda *args: None
        )
        Cards(page, position).pile(lowest, (0.0, 0.0), 80.0, 75.0)
        ink = ZONE_COLOURS[position.kind(lowest).zone]
        return [path for paint, paths in page.canvas if paint.line == ink for path in paths]

    def same(one: Any, name: str) -> bool:
        ((_, (drawn,)),) = symbol(f"castle/{name}")
        return np.array_equal(one.codes, drawn.codes)

    assert marks("dragon/A@out") == []
    (man,), (woman,) = marks("herald/A@out"), marks("queen/A(1,1)")
    assert same(man, "male")
    assert same(woman, "female")
    assert not np.array_equal(man.vertices, woman.vertices)
    sign, swords = marks("soldier/A(0,1)")
    assert same(sign, "male")
    assert same(swords, "soldier")


# --- where things are


def test_rows_count_from_the_north_and_columns_from_the_west() -> None:
    assert space_at(0, 0)[0] < space_at(0, 5)[0]
    assert space_at(0, 0)[1] > space_at(5, 0)[1]


def test_no_two_places_overlap() -> None:
    boxes = [Rectangle(x - CARD[0] / 2, y - CARD[1] / 2, *CARD) for x, y in map(outside_at, range(20))]
    boxes += [
        Rectangle(x - CARD[0] / 2, y - CARD[1] / 2, *CARD)
        for x, y in (space_at(row, col) for row in range(6) for col in range(6))
    ]
    boxes += [Rectangle(x - PLATE[0] / 2, y - PLATE[1] / 2, *PLATE) for x, y in map(engine_at, "NESW")]
    for one, other in itertools.combinations(boxes, 2):
        apart = abs(np.subtract(one.middle, other.middle))
        assert apart[0] >= (one.width + other.width) / 2 or apart[1] >= (one.height + other.height) / 2
    assert all(abs(box.middle[0]) + box.width / 2 <= WEST_EAST for box in boxes)


def test_a_card_lies_within_its_tower_and_engines_before_their_walls() -> None:
    assert np.hypot(*CARD) / 2 < TOWER
    for wall, towards in zip("NESW", [(0, 1), (1, 0), (0, -1), (-1, 0)], strict=True):
        at = np.array(engine_at(wall))
        assert at @ towards > OUTER + min(PLATE) / 2
        assert at @ towards == pytest.approx(abs(at).sum())


def test_words_of_a_board_to_watch_can_be_read() -> None:
    """They were five pixels high on a page, where the board is 440 high at most."""
    film = Film()
    film.add(board(castle()))
    svg = film.svg("")
    high = int(re.findall(r'viewBox="[-\d]+ [-\d]+ \d+ (\d+)"', svg)[0])
    sizes = {
        word: float(size)
        for size, words in re.findall(r'<g [^>]*font-size="([\d.]+)"[^>]*>\n((?:<text.*\n)+)', svg)
        for word in re.findall(r">([^<]+)</text>", words)
    }
    assert {"Outside", *"NESW"} <= sizes.keys()
    assert min(440 * sizes[word] / high for word in ("Outside", *"NESW")) > 8
