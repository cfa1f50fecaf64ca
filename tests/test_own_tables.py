"""Cards of games in plain Python from CSV files: a column an effect."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from builders import output_of

from rules import games
from rules.errors import UserError
from simulate.plans.plan import make_plan

CARDS = """Name, Coins, Victory points, Draw, copies
Copper, 1, , , 3
Estate, , 1, ,
Smithy, , , 3, 2
"""

GAME = """
from simulate.plain import Game, secret, table
CARDS = table("cards.csv"{})

class Deck(Game):
    players = 2
    pile = secret()

    def set_up(self):
        self.pile = self.shuffled(CARDS)

    def score(self, seat):
        return {}
"""


def cards(folder: Path, text: str, asked: str = "", score: str = "0") -> list[Any]:
    """The cards of a game whose table is this text."""
    (folder / "cards.csv").write_text(text, encoding="utf-8")
    path = folder / "game.py"
    path.write_text(GAME.format(asked, score), encoding="utf-8")
    game: Any = games.load(str(path))
    found: list[Any] = game.module.CARDS
    return found


def test_columns_are_attributes_and_numbers_are_numbers(tmp_path: Path) -> None:
    (*_, copper, smithy, _) = cards(tmp_path, CARDS)
    assert (copper.name, copper.coins, smithy.draw) == ("Copper", 1, 3)


def test_an_empty_cell_in_a_column_of_numbers_is_0(tmp_path: Path) -> None:
    copper = cards(tmp_path, CARDS)[0]
    assert (copper.victory_points, copper.draw) == (0, 0)


def test_an_empty_cell_in_a_column_of_words_is_no_word(tmp_path: Path) -> None:
    red, plain = cards(tmp_path, "name, colour\na, red\nb,\n")
    assert (red.colour, plain.colour) == ("red", "")


def test_a_column_may_hold_words_and_numbers(tmp_path: Path) -> None:
    """As the ranks of playing cards do."""
    assert [card.rank for card in cards(tmp_path, "rank, suit\n10, red\nJ, red\n")] == [10, "J"]


def test_a_column_that_is_said_to_hold_numbers_holds_nothing_else(tmp_path: Path) -> None:
    asked = ', numbers=["coins"]'
    assert [card.coins for card in cards(tmp_path, "name, coins\na,\nb,\n", asked)] == [0, 0]
    with pytest.raises(UserError, match=r"cards.csv, line 3, column coins: '2x' is no number"):
        cards(tmp_path, "name, coins\na, 1\nb, 2x\n", asked)
    with pytest.raises(UserError, match=r"no column 'coins'. Did you mean 'coin'\? Columns: name, coin"):
        cards(tmp_path, "name, coin\na, 1\n", asked)


def test_decimals_are_numbers_and_semicolons_may_part_columns(tmp_path: Path) -> None:
    (card,) = cards(tmp_path, "name; weight; less\nStone, grey; 1.5; -2\n")
    assert (card.name, card.weight, card.less) == ("Stone, grey", 1.5, -2)


def test_there_are_as_many_of_a_card_as_its_copies(tmp_path: Path) -> None:
    assert [card.name for card in cards(tmp_path, CARDS)] == ["Copper"] * 3 + ["Smithy"] * 2
    assert [card.name for card in cards(tmp_path, CARDS.replace("1, ,\n", "1, , 1\n"))][3] == "Estate"


WRONG = {
    "name, coins\na, 1, 2\n": "cards.csv, line 2: 3 columns; the first line has 2",
    "name, name\na, 1\n": "'name' is no name for a column",
    "name, class\na, 1\n": "'class' is no name for a column",
    "name, copies\na, two\n": "cards.csv, line 2, column copies: two: must be a whole number",
    "name, copies\na, 1\n\nb, -1\n": "cards.csv, line 4, column copies: -1: must be a whole number",
    "": "cards.csv: empty; its first line names the columns",
}


@pytest.mark.parametrize("text", WRONG)
def test_a_table_that_cannot_be_read_is_refused_with_its_line(text: str, tmp_path: Path) -> None:
    with pytest.raises(UserError) as refused:
        cards(tmp_path, text)
    assert WRONG[text] in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_column_that_there_is_not_is_named_with_the_line_that_asks_for_it(tmp_path: Path) -> None:
    cards(tmp_path, CARDS, score="sum(card.coin for card in self.pile)")
    plan = make_plan(str(tmp_path / "game.py"), 1)
    _, (failure,) = games.load(plan.game).simulator(plan).play_on(0, 1)
    said = "AttributeError: cards.csv has no column 'coin'. Did you mean 'coins'? Columns: name, coins,"
    assert failure.why.startswith(f"game.py, line 13: {said}")


def test_two_tables_are_the_values_of_an_option(tmp_path: Path) -> None:
    (tmp_path / "dear.csv").write_text(CARDS.replace("Copper, 1", "Copper, 5"), encoding="utf-8")
    cards(tmp_path, CARDS)
    text = GAME.format("", "sum(card.coins for card in self.pile) + seat").replace(
        "CARDS = table", 'CARDS = {name: table(f"{name}.csv") for name in ("cards", "dear")}\nUNUSED = table'
    )
    text = text.replace("import Game", "import Game, option").replace(
        "    pile = secret()", '    deck = option("cards", choices=["cards", "dear"])\n    pile = secret()'
    )
    path = tmp_path / "game.py"
    path.write_text(text.replace("shuffled(CARDS)", "shuffled(CARDS[self.deck])"), encoding="utf-8")
    asked = "compare", "--game", path, "--rule", "deck=dear", "--n", 100
    assert "deck=dear" in output_of(*asked, cwd=tmp_path)
    assert set(games.load(str(path)).code.texts) == {"game.py", "cards.csv", "dear.csv"}
