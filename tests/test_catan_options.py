"""The options of Catan: bounds, defaults, rule numbers, presets."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

import pytest
from builders import ROOT, refusal

from rules.catan import GAME, bank
from rules.catan.options import MAX_TURNS, PRESET_TEXTS, PRESETS, Laying, Options, Trade, complete
from rules.catan.state import State
from rules.fields import dtype_of
from rules.options import describe, read_options

FIELDS = {field.name: field for field in dataclasses.fields(Options)}


def read(**given: Any) -> Options:
    """Options with these values over the defaults."""
    return read_options("catan", Options, given)


def test_the_defaults_are_the_printed_rules() -> None:
    """CT-2, CT-12 to CT-16, CT-61, CT-79, CT-103, CT-110, CT-121."""
    o = Options()
    assert (o.points_to_win, o.bank, o.hand_limit, o.max_turns) == (10, 19, 7, 1000)
    assert (o.settlements, o.cities, o.roads) == (5, 4, 15)
    assert (o.road_brick, o.road_lumber, o.city_grain, o.city_ore) == (1, 1, 2, 3)
    assert (o.knight_cards, o.victory_point_cards) == (14, 5)
    assert (o.road_building_cards, o.year_of_plenty_cards, o.monopoly_cards) == (2, 2, 2)
    assert (o.longest_road_minimum, o.largest_army_minimum) == (5, 3)
    assert (o.bank_rate, o.generic_rate, o.special_rate) == (4, 3, 2)
    assert (o.board, o.trade, o.trade_offers_per_turn) == (Laying.SPIRAL, Trade.ONE_FOR_ONE, 3)


def test_every_option_has_bounds_a_rule_and_a_text() -> None:
    described = describe(Options)
    assert [each.name for each in described] == list(FIELDS)
    for each in described:
        assert re.fullmatch(r"(OQ-)?CT-\d+", each.rule), each.name
        assert each.text.endswith(".")
        assert each.allowed


@pytest.mark.parametrize("name", [name for name, field in FIELDS.items() if type(field.default) is int])
def test_numbers_keep_to_their_bounds(name: str) -> None:
    meta = FIELDS[name].metadata
    low, high = meta["low"], meta["high"]
    assert low <= FIELDS[name].default <= high
    for value in (low, high):
        assert getattr(read(**{name: value}), name) == value
    for value in (low - 1, high + 1, "many"):
        assert f"catan: {name}={value} is not allowed" in refusal(read, **{name: value})


@pytest.mark.parametrize("name", [name for name, field in FIELDS.items() if field.metadata["choices"]])
def test_methods_are_refused_by_name(name: str) -> None:
    text = refusal(read, **{name: "otherwise"})
    assert all(choice in text for choice in FIELDS[name].metadata["choices"])


def test_an_unknown_option_is_answered_with_the_nearest() -> None:
    assert "Did you mean 'hand_limit'? (0 to 100, default 7)" in refusal(read, hand_limits=8)


def test_presets_have_texts_and_legal_values() -> None:
    assert set(PRESETS) == set(PRESET_TEXTS)
    assert next(iter(PRESETS.items())) == ("official", {})
    for values in PRESETS.values():
        complete(read(**values), 4)


def test_printed_pieces_belong_to_their_map() -> None:
    """CT-34."""
    assert "belongs to board=beginner" in refusal(complete, read(pieces="printed"), 4)


def test_the_rules_page_names_every_option_with_its_rule_and_default() -> None:
    page = (ROOT / "docs" / "catan.md").read_text(encoding="utf-8").partition("## Options")[2]
    for each in describe(Options):
        row = next(line for line in page.splitlines() if line.startswith(f"| `{each.name}` |"))
        assert f"| {each.rule} |" in row
        assert f"| {each.default.strip('`')} |" in row.replace("`", "")


def test_capacities_hold_what_the_options_allow() -> None:
    assert dtype_of(State)["roll_log"].shape == (MAX_TURNS + 1,)
    assert FIELDS["roads"].metadata["high"] == dtype_of(State)["road_list"].shape[1]
    assert bank.ENDLESS > 100 * MAX_TURNS


def test_the_package_says_what_it_is() -> None:
    assert (GAME.title, GAME.players) == ("Catan", (3, 4))
