"""Options: bounds, names and presets; every refusal is one clear line."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.castle.options import Options as CastleOptions
from rules.errors import UserError
from rules.options import (
    as_dict,
    as_stored,
    as_struct,
    describe,
    from_stored,
    option,
    read_options,
    show,
    split_words,
    struct_dtype,
)
from rules.starwars.options import (
    CHARACTERS,
    COLOURS,
    FACTION_OF,
    FACTIONS,
    PRESET_TEXTS,
    PRESETS,
    Options,
    complete,
)
from rules.starwars.state import COLOUR_FACTIONS
from rules.words import Word
from simulate.plan import read_rules

FIELDS = {field.name: field for field in dataclasses.fields(Options)}
NUMBERS = [name for name, field in FIELDS.items() if type(field.default) is int]
CHOICES = [name for name, field in FIELDS.items() if isinstance(field.default, Word)]
SWITCHES = [name for name, field in FIELDS.items() if type(field.default) is bool]


def read(**given: Any) -> Options:
    """Options with these values over the defaults."""
    return read_options("starwars", Options, given)


def refusal(call: Callable[..., object], *args: Any, **given: Any) -> str:
    """The one line with which something is refused."""
    with pytest.raises(UserError) as caught:
        call(*args, **given)
    text = str(caught.value)
    assert "\n" not in text
    return text


def values_of(name: str) -> st.SearchStrategy[Any]:
    """A strategy for the allowed values of an option."""
    field = FIELDS[name]
    if name in NUMBERS:
        return st.integers(field.metadata["low"], field.metadata["high"])
    if name in SWITCHES:
        return st.booleans()
    if name == "colours":
        return st.permutations(COLOURS).flatmap(lambda c: st.integers(0, 5).map(lambda n: tuple(c[:n])))
    return st.sampled_from(field.metadata["choices"])


any_options = st.fixed_dictionaries({}, optional={name: values_of(name) for name in FIELDS})


# --- defaults


def test_the_defaults_are_those_of_the_rulebook() -> None:
    """SW-2, 3, 16, 24, 30, 31, 36, 39, 40, 43, 44, 46, 47, 54, 56."""
    assert as_dict(Options()) == {
        "symbol_dice": "each",
        "reinforce_own_planet": False,
        "loser_points": "dice_of_one_roll",
        "dice_cap": 3,
        "dice_faces": 6,
        "small_meeple_dice": 1,
        "big_meeple_dice": 2,
        "tied_roll_points": 1,
        "loser_die_points": 1,
        "route_tile_points": 1,
        "field_tile_points": 2,
        "incomplete_field_tile_points": 1,
        "symbol_points": 2,
        "planet_place_points": 1,
        "small_meeples": 4,
        "big_meeples": 1,
        "unplaceable": "discard_and_redraw",
        "win_tie": "shared",
        "first_player": "seat_0",
        "team_mode": False,
        "colours": [],
    }


def test_every_colour_has_its_character_and_faction() -> None:
    """SW-4: two Rebels, two of the Empire, one bounty hunter."""
    assert set(CHARACTERS) == set(COLOURS) == set(FACTION_OF)
    assert sorted(FACTION_OF.values()) == ["bounty", "empire", "empire", "rebel", "rebel"]
    assert [FACTIONS[i] for i in COLOUR_FACTIONS] == [FACTION_OF[colour] for colour in COLOURS]


def test_a_default_lies_within_its_bounds() -> None:
    with pytest.raises(ValueError, match="the default 3 of an option lies outside its bounds, 5 to 9"):
        option(3, low=5, high=9, rule="CC-1")


def test_options_are_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Options().dice_cap = 4  # type: ignore[misc]


# --- names of before


def test_an_option_that_was_called_otherwise_is_named_as_it_is_called_now() -> None:
    """Seats in options count from 0."""
    assert refusal(read_options, "castle", CastleOptions, {"seat_1_gets": "king"}) == (
        "castle: 'seat_1_gets' is called 'seat_0_gets' now; write seat_0_gets=king"
    )


def test_what_is_stored_of_options_has_their_first_names_and_no_later_ones_unless_changed() -> None:
    """What was stored before there were more is read, and what is stored now is the same."""
    plain = as_stored(CastleOptions())
    assert plain["seat_1_gets"] == "none"
    assert not {"seat_0_gets", "out_when", "lady_beside", "lady_reaches"} & set(plain)
    changed = read_options("castle", CastleOptions, {"seat_0_gets": "king", "lady_beside": "both"})
    stored = as_stored(changed)
    assert stored == plain | {"seat_1_gets": "king", "lady_beside": "both"}
    assert read_options("castle", CastleOptions, from_stored(CastleOptions, stored)) == changed


# --- bounds


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_is_taken_up_to_its_bounds_and_not_beyond(name: str) -> None:
    low, high = FIELDS[name].metadata["low"], FIELDS[name].metadata["high"]
    assert getattr(read(**{name: str(low)}), name) == low
    assert getattr(read(**{name: high}), name) == high
    for value in (low - 1, high + 1, "many", "2.5", "", "1e3", "0x3"):
        text = refusal(read, **{name: value})
        assert f"{name}={value}" in text
        assert f"Allowed: {low} to {high} (default {FIELDS[name].default}, SW-" in text


@pytest.mark.parametrize("name", CHOICES)
def test_a_choice_is_one_of_the_known_words(name: str) -> None:
    known = FIELDS[name].metadata["choices"]
    for word in known:
        assert getattr(read(**{name: word}), name).word == word
    text = refusal(read, **{name: known[0] + "s"})
    assert f"{name}={known[0]}s is not allowed. Did you mean '{known[0]}'?" in text
    assert all(word in text for word in known)
    assert f"(default {show(FIELDS[name].default)}, SW-" in text


@pytest.mark.parametrize("name", SWITCHES)
def test_a_switch_takes_the_usual_words(name: str) -> None:
    for word in ("true", "yes", "on", "1", "True", True):
        assert getattr(read(**{name: word}), name) is True
    for word in ("false", "no", "off", "0", "FALSE", False):
        assert getattr(read(**{name: word}), name) is False
    assert "Allowed: true | false (default false, SW-" in refusal(read, **{name: "maybe"})


def test_colours_are_joined_by_plus_or_comma() -> None:
    assert read(colours="red+white").colours == ("red", "white")
    assert read(colours=["red", "white"]).colours == ("red", "white")
    assert read(colours="red,white").colours == ("red", "white")
    assert read(colours="standard").colours == read(colours="").colours == ()
    for value in ("blue+red", "red;black", "red+", "red+black+orange+green+white+red"):
        text = refusal(read, colours=value)
        assert "red black orange green white, joined by + or , (default standard, SW-10)" in text


# --- names


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    text = refusal(read, dice_caps=4)
    assert text == (
        "starwars has no option 'dice_caps'. Did you mean 'dice_cap'? (1 to 6, default 3) "
        "All options: simulate rules starwars"
    )


def test_a_name_like_no_other_is_answered_without_a_guess() -> None:
    assert refusal(read, zzz=4) == "starwars has no option 'zzz'. All options: simulate rules starwars"


@pytest.mark.parametrize("word", ["dice_cap", "=4", " =4", ""])
def test_a_word_without_name_or_value_is_refused(word: str) -> None:
    assert "write a rule as name=value" in refusal(split_words, [word])


def test_a_name_given_twice_is_refused() -> None:
    assert "--rule dice_cap is given twice: 4 and 5" in refusal(split_words, ["dice_cap=4", "dice-cap=5"])


def test_hyphens_do_for_underscores() -> None:
    assert split_words(["dice-cap=4"]) == {"dice_cap": "4"}


# --- presets


def test_every_preset_has_a_text_and_legal_values() -> None:
    assert set(PRESETS) == set(PRESET_TEXTS)
    assert next(iter(PRESETS.values())) == {}
    for values in PRESETS.values():
        read(**values)


def test_a_rule_given_by_hand_goes_over_the_preset() -> None:
    preset, options = read_rules("starwars", 4, "team", ["team_mode=false", "dice_cap=5"])
    assert (preset, options.team_mode, options.dice_cap) == ("team", False, 5)


def test_an_unknown_preset_is_answered_with_the_nearest() -> None:
    text = refusal(read_rules, "starwars", 4, "teams", [])
    assert "has no preset 'teams'. Did you mean 'team'? Presets: standard, team" in text


# --- complete: what depends on the number of players


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_seats_take_their_colours_in_the_standard_order(players: int) -> None:
    """SW-10."""
    assert complete(Options(), players).colours == COLOURS[:players]


def test_the_team_game_has_colours_of_its_own() -> None:
    """SW-59a: Rebels and Empire by turns."""
    assert complete(Options(team_mode=True), 4).colours == ("red", "black", "green", "white")


@pytest.mark.parametrize("colours", [("red",), ("red", "red", "black"), COLOURS])
def test_colours_must_be_different_and_one_a_seat(colours: tuple[str, ...]) -> None:
    """SW-7, SW-10."""
    assert "must name 3 different colours, one a seat (SW-10)" in refusal(
        complete, Options(colours=colours), 3
    )


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_team_game_is_for_four(players: int) -> None:
    text = refusal(complete, Options(team_mode=True), players)
    assert f"for 4 players, not {players} (SW-59); add --players 4" in text


@pytest.mark.parametrize(
    "colours",
    ["red+green+black+white", "red+black+white+green", "red+orange+green+white", "red+black+orange+white"],
)
def test_teams_alternate_and_have_no_bounty_hunter(colours: str) -> None:
    """SW-59."""
    assert "in the team game seats alternate" in refusal(complete, read(team_mode=True, colours=colours), 4)


@pytest.mark.parametrize("colours", ["black+red+white+green", "green+white+red+black"])
def test_teams_may_sit_the_other_way_round(colours: str) -> None:
    assert "+".join(complete(read(team_mode=True, colours=colours), 4).colours) == colours


def test_somebody_must_have_a_meeple() -> None:
    """SW-2."""
    assert "cannot both be 0" in refusal(complete, Options(small_meeples=0, big_meeples=0), 3)
    assert complete(Options(small_meeples=0), 3).big_meeples == 1


def test_complete_options_stay_as_they_are() -> None:
    once = complete(Options(team_mode=True), 4)
    assert complete(once, 4) == once


# --- forms


@given(any_options)
def test_options_survive_json_and_the_command_line(given_values: dict[str, Any]) -> None:
    options = read(**given_values)
    assert read(**json.loads(json.dumps(as_dict(options)))) == options
    words = [f"{name}={show(getattr(options, name))}" for name in FIELDS]
    assert read(**split_words(words)) == options


@given(any_options)
def test_the_record_for_kernels_holds_every_option_as_a_number(given_values: dict[str, Any]) -> None:
    options = read(**given_values)
    record = as_struct(options)
    assert record.dtype.names == tuple(FIELDS)
    for name, field in FIELDS.items():
        value, number = getattr(options, name), record[name][0]
        if name == "colours":
            assert number.tolist() == [COLOURS.index(c) for c in value] + [-1] * (5 - len(value))
        elif name in CHOICES:
            assert field.metadata["choices"][number] == value
        else:
            assert number == value


def test_the_record_depends_on_the_class_alone() -> None:
    assert as_struct(Options()).dtype == as_struct(Options(dice_cap=5)).dtype == struct_dtype(Options)


def test_every_option_is_described_with_text_bounds_and_rule() -> None:
    described = {each.name: each for each in describe(Options)}
    assert list(described) == list(FIELDS)
    for name, each in described.items():
        assert each.rule.startswith("SW-")
        assert each.text.endswith(".")
        assert each.default == show(FIELDS[name].default)
        assert each.allowed
    assert described["dice_cap"].allowed == "1 to 6"
    assert described["win_tie"].allowed == "shared | later_seat"
    assert described["colours"].default == "standard"


def test_another_game_gets_all_of_this_from_a_dataclass() -> None:
    described = describe(Toy)
    assert [(d.name, d.default, d.allowed, d.rule) for d in described] == [
        ("cows", "2", "0 to 9", "T-1"),
        ("wild", "true", "true | false", "T-2"),
    ]
    assert read_options("toy", Toy, {"cows": "9", "wild": "off"}) == Toy(9, False)
    assert "toy has no option 'cow'. Did you mean 'cows'?" in refusal(read_options, "toy", Toy, {"cow": 1})


@dataclasses.dataclass(frozen=True)
class Toy:
    """A game of two rules."""

    cows: int = option(2, low=0, high=9, rule="T-1")
    """Cows of each player."""

    wild: bool = option(True, rule="T-2")
    """Whether they are wild."""
