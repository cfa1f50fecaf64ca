"""Options: bounds, names and presets; every refusal is one clear line."""

from __future__ import annotations

import dataclasses
import itertools
import json
import re
from typing import Any

import pytest
from builders import refusal
from hypothesis import given
from hypothesis import strategies as st
from naive import carcassonne_board, catan_options, starwars_board

from rules import games
from rules.castle.options import Options as CastleOptions
from rules.games import OWN
from rules.options import (
    as_dict,
    as_stored,
    as_struct,
    by_group,
    describe,
    from_stored,
    option,
    read_options,
    show,
    split_words,
)
from rules.starwars.options import CHARACTERS, COLOURS, FACTION_OF, FACTIONS, Options, complete
from rules.starwars.state import COLOUR_FACTIONS
from rules.words import Word
from simulate.plans.plan import read_rules

FIELDS = {field.name: field for field in dataclasses.fields(Options)}
"""Those of Star Wars."""
OPTIONS = {game: games.load(game).options for game in OWN}
EVERY = {(game, field.name): field for game in OWN for field in dataclasses.fields(OPTIONS[game].Options)}
NUMBERS = [key for key, f in EVERY.items() if type(f.default) is int and f.metadata["low"] <= f.default]
CHOICES = [key for key, field in EVERY.items() if isinstance(field.default, Word)]
SWITCHES = [key for key, field in EVERY.items() if type(field.default) is bool]


def read(game: str = "starwars", **given: Any) -> Any:
    """Options with these values over the defaults."""
    return read_options(game, OPTIONS[game].Options, given)


def values_of(name: str) -> st.SearchStrategy[Any]:
    """A strategy for the allowed values of an option."""
    field = FIELDS[name]
    if type(field.default) is int:
        return st.integers(field.metadata["low"], field.metadata["high"])
    if type(field.default) is bool:
        return st.booleans()
    if name == "colours":
        return st.permutations(COLOURS).flatmap(lambda c: st.integers(0, 5).map(lambda n: tuple(c[:n])))
    return st.sampled_from(field.metadata["choices"])


any_options = st.fixed_dictionaries({}, optional={name: values_of(name) for name in FIELDS})


# --- defaults


@pytest.mark.parametrize(
    ("game", "twin"),
    [
        ("starwars", starwars_board.DEFAULTS | {"colours": []}),
        ("carcassonne", carcassonne_board.DEFAULTS),
        ("catan", catan_options.DEFAULTS),
    ],
)
def test_the_defaults_are_those_of_the_rulebook(game: str, twin: dict[str, Any]) -> None:
    """As the twins know them, with the number of each rule."""
    assert as_dict(read(game)) == twin


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


@pytest.mark.parametrize(("game", "name"), NUMBERS)
def test_a_number_is_taken_up_to_its_bounds_and_not_beyond(game: str, name: str) -> None:
    field = EVERY[game, name]
    low, high, rule = (field.metadata[key] for key in ("low", "high", "rule"))
    assert getattr(read(game, **{name: str(low)}), name) == low
    assert getattr(read(game, **{name: high}), name) == high
    for value in (low - 1, high + 1, "many", "2.5", "", "1e3", "0x3"):
        text = refusal(read, game, **{name: value})
        assert f"{name}={value}" in text
        assert f"Allowed: {low} to {high} (default {field.default}, {rule})" in text


@pytest.mark.parametrize("value", ["+6", "1_0", "\u0666"])
def test_a_number_that_might_mean_another_is_refused(value: str) -> None:
    """Who writes +6 wants six more, and gets no game with six."""
    said = refusal(read, "catan", bank=value)
    assert f"bank={value} is not allowed." in said
    assert ("Write the number to play with, not how much more or less." in said) == (value == "+6")


@pytest.mark.parametrize(("game", "name"), CHOICES)
def test_a_choice_is_one_of_the_known_words(game: str, name: str) -> None:
    field = EVERY[game, name]
    known = field.metadata["choices"]
    for word in known:
        assert getattr(read(game, **{name: word}), name).word == word
    text = refusal(read, game, **{name: known[-1] + "s"})
    assert f"{name}={known[-1]}s is not allowed. Did you mean '{known[-1]}'?" in text
    assert all(word in text for word in known)
    assert f"(default {show(field.default)}, {field.metadata['rule']})" in text


@pytest.mark.parametrize("word", ["none", "no", "off", "None"])
def test_who_wants_no_harbours_is_told_what_to_write(word: str) -> None:
    said = refusal(read, "catan", harbours=word)
    assert "is not allowed. To play without any write generic_rate=4 and special_rate=4. Allowed: " in said


@pytest.mark.parametrize(("game", "name"), SWITCHES)
def test_a_switch_takes_the_usual_words(game: str, name: str) -> None:
    for word in ("true", "yes", "on", "1", "True", True):
        assert getattr(read(game, **{name: word}), name) is True
    for word in ("false", "no", "off", "0", "FALSE", False):
        assert getattr(read(game, **{name: word}), name) is False
    said = f"Allowed: true | false (default {show(EVERY[game, name].default)}, "
    assert said in refusal(read, game, **{name: "maybe"})


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
    assert refusal(read, dice_caps=4) == (
        "starwars has no option 'dice_caps'. Did you mean 'dice_cap'? (1 to 6, default 3) "
        "All options: simulate rules starwars"
    )


def test_an_unknown_name_is_answered_with_the_options_that_speak_of_it() -> None:
    assert "no option 'meeples'. Options about that: small_meeples, big_meeples, " in refusal(read, meeples=4)
    assert "no option 'tie'. Did you mean 'win_tie'?" in refusal(read, tie=4)
    assert "no option 'battle'. Options about that: dice_cap, loser_die_points. All" in refusal(
        read, battle=1
    )
    assert "field_tile_points ... All options" in refusal(read, points=1), "of many the first five"
    said = refusal(read_options, "castle", CastleOptions, {"dragon": False})
    assert "no option 'dragon'. Options about that: without, seat_0_gets. All" in said, "it is a choice"


def test_a_choice_is_known_as_pages_write_it() -> None:
    for words in ("Lady in Waiting+King’s Advisor", "lady-in-waiting, King's Advisor"):
        found = read_options("castle", CastleOptions, {"without": words})
        assert found.without == ("lady_in_waiting", "kings_advisor")
    assert read(win_tie="Later seat").win_tie == read(win_tie="later_seat").win_tie


def test_a_name_like_no_other_is_answered_without_a_guess() -> None:
    assert refusal(read, zzz=4) == "starwars has no option 'zzz'. All options: simulate rules starwars"


# --- presets


@pytest.mark.parametrize("game", OWN)
def test_every_preset_has_a_text_and_legal_values(game: str) -> None:
    known = OPTIONS[game]
    assert set(known.PRESETS) == set(known.PRESET_TEXTS)
    assert next(iter(known.PRESETS.values())) == {}
    for values in known.PRESETS.values():
        known.complete(read(game, **values), 4)


def test_a_rule_given_by_hand_goes_over_the_preset() -> None:
    preset, options = read_rules("starwars", 4, "team", ["team_mode=false", "dice_cap=5"])
    assert (preset, options.team_mode, options.dice_cap) == ("team", False, 5)


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
        elif isinstance(field.default, Word):
            assert field.metadata["choices"][number] == value
        else:
            assert number == value


@pytest.mark.parametrize(("game", "letters"), [*zip(OWN, ("SW", "CC", "CT", "CA"), strict=True)])
def test_every_option_is_described_with_text_bounds_and_rule(game: str, letters: str) -> None:
    described = describe(OPTIONS[game].Options)
    assert [(game, each.name) for each in described] == [key for key in EVERY if key[0] == game]
    for each in described:
        assert re.fullmatch(rf"(OQ-)?{letters}-[V\d]+[a-z]?|HR-\d+", each.rule), each
        assert each.text.endswith(".")
        assert each.allowed


@pytest.mark.parametrize("game", OWN)
def test_every_option_stands_in_a_group_and_each_group_stands_together(game: str) -> None:
    groups = [each.group for each in describe(OPTIONS[game].Options)]
    assert "" not in groups
    assert len(list(itertools.groupby(groups))) == len(set(groups)) >= 4
    assert [o for options in by_group(OPTIONS[game].Options).values() for o in options] == [
        *describe(OPTIONS[game].Options)
    ]


@pytest.mark.parametrize(
    ("game", "word", "meant"),
    [
        ("catan", "sheep", "card_wool"),
        ("catan", "discard", "'hand_limit'"),
        ("catan", "thief", "robber"),
        ("carcassonne", "followers", "'meeples'"),
        ("carcassonne", "monastery", "cloister_place_points"),
        ("starwars", "sides", "'dice_faces'"),
        ("castle", "draw", "'draw_limit'"),
    ],
)
def test_a_word_of_the_table_finds_the_option_that_it_means(game: str, word: str, meant: str) -> None:
    assert meant in refusal(read_options, game, OPTIONS[game].Options, {word: 3})


@pytest.mark.parametrize("word", ["pips", "zebra", "abbot"])
def test_letters_that_happen_to_be_alike_suggest_nothing(word: str) -> None:
    """``discard`` was taken for ``dice``, and ``pips`` for ``pieces``."""
    assert "Did you mean" not in refusal(read_options, "catan", OPTIONS["catan"].Options, {word: 3})
