"""Pictures of Castle: every card in play is there with its name and token, and everything can be read."""

import itertools
import random
import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from castle_notation import game
from matplotlib.backends.backend_agg import FigureCanvasAgg

from reports.castle_board.cards import GLOW, ZONE_COLOURS, Box, Pen, fit, strip_heights
from reports.castle_board.picture import PITCH, draw_castle, save_castle
from reports.castle_board.places import CARD, OUTER, PLATE, TOWER, WEST_EAST, engine_at, outside_at, space_at
from reports.castle_board.position import Card, CastlePosition, Character, Player, position_of
from reports.style import SEAT_COLOURS
from reports.tiles.canvas import PIECE
from rules.castle.cards import standard_cards
from rules.castle.options import COLOURS, Options, settle
from rules.castle.referee import Referee
from rules.castle.table import Table
from rules.errors import UserError

BOARD = (
    "king/A+knight/B+knight/A(2,2) lady_in_waiting/C(1,1) ambassador/-(4,4) captain/B(0,1) soldier/C(0,2) "
    "witch/A+knight/C(0,0) siege_engine/A+knight/C@N siege_engine/B@W fairy/B@out dragon/A@out thief/C@out"
)

FULL = CastlePosition(
    players=[Player(colour, colour.capitalize(), 5, 4, "shares the win") for colour in COLOURS],
    castle={
        (row, col): [
            Card(Character("Ambassador", "courtyard", "male", True), (row + col) % 5),
            *[Card(Character("Knight", "any", "male"), n) for n in range((row * col) % 5)],
        ]
        for row in range(6)
        for col in range(6)
    },
    engines={
        wall: [Card(Character("Siege Engine", "outside"), n), *[Card(Character("Knight", "any", "male"))] * n]
        for n, wall in enumerate("NESW")
    },
    outside=[[Card(Character("Barbarian", "outside", "male"), n % 5)] for n in range(20)],
    exchange=[Character(f"Lady in Waiting {n}", "courtyard", "female") for n in range(40)],
    removed=[Character("Prince Charming", "courtyard", "male")] * 9,
    title="A title that is long " * 12,
    caption="A caption that is long " * 20,
)
"""More than any game can bring about."""


def table_of(given, *turns):
    """A table after these turns."""
    referee = Referee()
    assert referee.judge(game(given, *turns)).legal
    return referee.table


def named(given=BOARD):
    """The picture of a board in words, with a few cards off it."""
    given += "; A: spy; B: fool soldier; C: queen; stocks: -; exchange: soldier soldier archer"
    return position_of(table_of(given), "Castle: a test", "A caption.")


def play(players, game, steps):
    """A table after some random moves, or at the end of the game."""
    table = Table()
    table.open(settle(Options(), players), players)
    table.deal(1, game)
    chance = random.Random(game)
    for _ in range(steps):
        if table["over"]:
            break
        table.step(table.draw() if table.asks_chance else chance.choice(table.legal()))
    return table


def piles(position):
    return [*position.castle.values(), *position.engines.values(), *position.outside]


def texts(position):
    """Every line of text on the page."""
    return [text.get_text() for text in draw_castle(position).axes[0].texts]


def shapes(axes, fill, level=None):
    """How many shapes are filled with a colour."""
    return sum(
        int((patch.get_path().codes == 1).sum())
        for patch in axes.patches
        if matches(patch, fill) and (level is None or patch.get_zorder() == level)
    )


def matches(patch, fill):
    red, green, blue = (int(fill[n : n + 2], 16) / 255 for n in (1, 3, 5))
    return np.allclose(patch.get_facecolor(), (red, green, blue, 1.0))


# --- what a position is


def test_a_position_is_read_from_a_table():
    position = named()
    king, *knights = position.castle[2, 2]
    assert king == Card(Character("King", "courtyard", "male"), 0)
    assert [(card.character.name, card.owner) for card in knights] == [("Knight", 1), ("Knight", 0)]
    assert position.castle[4, 4][0].owner is None
    assert position.castle[0, 2][0].character == Character("Soldier", "ramparts", "male", True)
    assert {wall: len(pile) for wall, pile in position.engines.items()} == {"N": 2, "W": 1}
    assert [pile[0].character.name for pile in position.outside] == ["Fairy", "Dragon", "Thief"]
    assert Counter(character.name for character in position.exchange) == {"Soldier": 2, "Archer": 1}
    assert position.players[1] == Player("beige", "Beige", 2, 0)
    assert [player.word for player in position.players] == ["on turn", "", ""]


def test_any_state_can_be_looked_at_without_its_options():
    table = play(3, 5, 80)
    assert position_of(Table(states=table.states)) == position_of(table)


def test_the_card_placed_last_is_known_also_beneath_a_knight():
    position = named(f"{BOARD}; last: fairy")
    assert [card.character.name for pile in piles(position) for card in pile if card.last] == ["Fairy"]
    assert shapes(draw_castle(position).axes[0], GLOW) == 2  # and the key


def test_who_wins_is_said_beside_the_name():
    position = position_of(table_of("queen/B(1,1); A: archer; stocks: -; B: spy; C: fool", "A archer(0,0)"))
    assert [player.word for player in position.players] == ["wins", "", ""]
    assert "wins" in texts(position)


# --- what is on the page


@pytest.mark.parametrize(("players", "steps"), [(2, 0), (3, 60), (4, 150), (5, 3000)])
def test_every_card_of_a_game_is_on_the_page_with_its_token(players, steps):
    position = position_of(play(players, players, steps))
    figure = draw_castle(position)
    shown = Counter(word for text in figure.axes[0].texts for word in text.get_text().split())
    cards = [card for pile in piles(position) for card in pile]
    assert not Counter(word for card in cards for word in card.character.name.split()) - shown
    for seat in range(players):
        owned = sum(card.owner == seat for card in cards)
        fill, _ = SEAT_COLOURS[COLOURS[seat]]
        assert shapes(figure.axes[0], fill, PIECE + 0.1) == owned + 1  # and the panel
        assert str(owned) in [text.get_text() for text in figure.axes[0].texts]


def test_the_exchange_and_the_removed_cards_are_listed_like_ones_together():
    position = named()
    removed = [Character("Prince Charming", "courtyard", "male")]
    shown = texts(replace(position, removed=removed))
    assert "Soldier \N{MULTIPLICATION SIGN} 2" in shown
    assert {"Archer", "Exchange (3)", "Removed by the Assassin (1)", "Prince Charming"} <= set(shown)
    assert not any("Removed" in text for text in texts(position))


@pytest.mark.parametrize("position", [named(), FULL], ids=["a game", "full"])
def test_nothing_leaves_the_page(position):
    figure = draw_castle(position)
    axes = figure.axes[0]
    renderer = FigureCanvasAgg(figure).get_renderer()
    page = figure.bbox
    for text in axes.texts:
        inside = text.get_window_extent(renderer)
        assert page.x0 <= inside.x0 <= inside.x1 <= page.x1, text.get_text()
        assert page.y0 <= inside.y0 <= inside.y1 <= page.y1, text.get_text()
    width, height = figure.get_size_inches() * 72
    for patch in axes.patches:
        (west, south), (east, north) = patch.get_path().get_extents().get_points()
        assert 0 <= west <= east <= width
        assert 0 <= south <= north <= height


def test_no_line_of_text_covers_another():
    figure = draw_castle(FULL)
    renderer = FigureCanvasAgg(figure).get_renderer()
    boxes = [text.get_window_extent(renderer).padded(-1.5) for text in figure.axes[0].texts]
    assert not any(one.overlaps(other) for one, other in itertools.combinations(boxes, 2))


# --- names can be read


@pytest.mark.parametrize("kind", standard_cards().kinds, ids=lambda kind: kind.id)
def test_every_name_is_as_large_as_its_card_allows(kind):
    lines, size = fit(kind.name, CARD[0] * PITCH - 11, 27)
    assert " ".join(lines) == kind.name
    assert len(lines) <= 2
    assert size >= 9.5


def test_the_longest_names_are_legible_in_piles_too():
    figure = draw_castle(named("ambassador/A+knight/B+knight/-(2,2) prince_charming/A+knight/B(3,3)"))
    sizes = {text.get_text(): text.get_size() for text in figure.axes[0].texts}
    assert sizes["Ambassador"] >= 8
    assert sizes["Charming"] >= 9


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_each_card_of_a_pile_shows_a_strip_and_the_strips_make_the_pile(n):
    strips = strip_heights(n, 90)
    assert len(strips) == n
    assert sum(strips) == pytest.approx(90)
    assert min(strips) > 14


def test_the_names_of_a_pile_stand_in_order_from_the_top_down():
    pile = [Card(Character(name, "any"), 0) for name in ("Lowest", "Second", "Third", "Top")]
    position = CastlePosition([Player("red", "Red")], castle={(3, 3): pile})
    heights = {text.get_text(): text.get_position()[1] for text in draw_castle(position).axes[0].texts}
    assert heights["Lowest"] > heights["Second"] > heights["Third"] > heights["Top"]


def test_men_women_and_soldiers_have_different_marks_and_machines_have_none():
    def strokes(character):
        return [
            len(paths)
            for paint, paths in marks(character)
            if paint.line == ZONE_COLOURS[character.zone] and paint.fill is None
        ]

    def marks(character):
        pen = Pen(None, [])
        pen.write = lambda *words: None
        pen.pile([Card(character)], (0.0, 0.0), 80.0, 75.0)
        return pen.canvas

    assert strokes(Character("Dragon", "outside")) == []
    assert strokes(Character("Herald", "outside", "male")) == [3]
    assert strokes(Character("Soldier", "ramparts", "male", True)) == [7]
    man, woman = (list(marks(Character("A", "towers", gender)))[-1] for gender in ("male", "female"))
    assert not np.array_equal(man[1][0].vertices, woman[1][0].vertices)


# --- where things are


def test_rows_count_from_the_north_and_columns_from_the_west():
    assert space_at(0, 0)[0] < space_at(0, 5)[0]
    assert space_at(0, 0)[1] > space_at(5, 0)[1]


def test_no_two_places_overlap():
    boxes = [Box(x - CARD[0] / 2, y - CARD[1] / 2, *CARD) for x, y in map(outside_at, range(20))]
    boxes += [
        Box(x - CARD[0] / 2, y - CARD[1] / 2, *CARD)
        for x, y in (space_at(row, col) for row in range(6) for col in range(6))
    ]
    boxes += [Box(x - PLATE[0] / 2, y - PLATE[1] / 2, *PLATE) for x, y in map(engine_at, "NESW")]
    for one, other in itertools.combinations(boxes, 2):
        apart = abs(np.subtract(one.middle, other.middle))
        assert apart[0] >= (one.width + other.width) / 2 or apart[1] >= (one.height + other.height) / 2
    assert all(abs(box.middle[0]) + box.width / 2 <= WEST_EAST for box in boxes)


def test_a_card_lies_within_its_tower_and_engines_before_their_walls():
    assert np.hypot(*CARD) / 2 < TOWER
    for wall, towards in zip("NESW", [(0, 1), (1, 0), (0, -1), (-1, 0)], strict=True):
        at = np.array(engine_at(wall))
        assert at @ towards > OUTER + min(PLATE) / 2
        assert at @ towards == pytest.approx(abs(at).sum())


# --- files


def test_the_svg_is_well_formed_vector_only_and_names_every_card(tmp_path):
    position = named()
    odd = Character("Jack & <Jill> -- $9", "courtyard")
    position = replace(position, castle={**position.castle, (3, 3): [Card(odd, 0)]}, title="<&> $x$")
    text = save_castle(position, tmp_path / "castle.svg").read_text()
    ET.fromstring(text)
    assert "<image" not in text
    assert len(text) < 500_000
    for name in ("King", "Knight", "Ambassador", "Captain", "Fairy", "Dragon", "Thief", "Witch"):
        assert f"<!-- {name} -->" in text


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_the_same_position_gives_the_same_bytes(tmp_path, suffix):
    one, two = (save_castle(named(), tmp_path / f"{n}.{suffix}").read_bytes() for n in (1, 2))
    assert one == two


def test_unknown_suffix_is_refused_and_nothing_is_written(tmp_path):
    with pytest.raises(UserError, match=r"castle\.gif.*\.png or \.svg"):
        save_castle(named(), tmp_path / "castle.gif")
    assert list(tmp_path.iterdir()) == []
