"""Rules in words, for those who read a page and have typed nothing: ``robber=false`` is ``no robber``.

A terminal answers with options as they were typed, and so does the command at the end of each page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from analyses.measures import singular
from reports.words import unbroken

Phrase = str | Mapping[str, str]
"""What a rule says of any value, ``{}``, or of each that it may have; under ``""`` of all others."""

_BEGINS: Phrase = {"seat_0": "seat 1 to begin", "random": "a first player by lot"}

PHRASES: Mapping[str, Phrase] = {
    # Star Wars Carcassonne
    "symbol_dice": {"each": "a die for each own symbol", "at_most_one": "at most one die for symbols"},
    "reinforce_own_planet": {
        "true": "reinforcing of one’s own planets",
        "false": "no reinforcing of one’s own planets",
    },
    "loser_points": {
        "dice_of_one_roll": "losers paid for one roll",
        "dice_of_every_roll": "losers paid for every roll",
    },
    "dice_cap": {"1": "at most 1 die a fighter", "": "at most {} dice a fighter"},
    "dice_faces": "dice of {} faces",
    "small_meeple_dice": {"1": "1 die for a small meeple", "": "{} dice for a small meeple"},
    "big_meeple_dice": {"1": "1 die for a big meeple", "": "{} dice for a big meeple"},
    "tied_roll_points": "{} points for a tied roll",
    "loser_die_points": "{} points to a loser for each die",
    "route_tile_points": "{} points for a tile of a trade route",
    "field_tile_points": "{} points for a tile of a complete asteroid field",
    "incomplete_field_tile_points": "{} points for a tile of an incomplete asteroid field",
    "symbol_points": "{} points for a faction symbol",
    "planet_place_points": "{} points for each tile at a planet",
    "small_meeples": "{} small meeples a player",
    "big_meeples": "{} big meeples a player",
    "unplaceable": {
        "discard_and_redraw": "another draw for a tile that fits nowhere",
        "discard_and_pass": "a turn lost to a tile that fits nowhere",
    },
    "win_tie": {"shared": "shared wins", "later_seat": "ties won by the later player"},
    "first_player": _BEGINS,
    "team_mode": {"true": "the team game", "false": "everybody alone"},
    "colours": {"standard": "the usual colours", "": "the colours {}"},
    # Carcassonne
    "farm_method": {
        "per_city": "farmers scored city by city",
        "per_field": "farmers scored farm by farm",
        "per_field_once": "farmers scored once a city",
        "none": "no points for farmers",
    },
    "farm_points": "{} points for a city of a farm",
    "small_city": {"half": "half points for small cities", "full": "full points for small cities"},
    "meeples": "{} meeples a player",
    "road_tile_points": "{} points for a tile of a complete road",
    "city_tile_points": "{} points for a tile of a complete city",
    "pennant_points": "{} points for a pennant of a complete city",
    "cloister_place_points": "{} points for a place of a complete cloister",
    "incomplete_road_tile_points": "{} points for a tile of an incomplete road",
    "incomplete_city_tile_points": "{} points for a tile of an incomplete city",
    "incomplete_pennant_points": "{} points for a pennant of an incomplete city",
    "incomplete_cloister_place_points": "{} points for a place of an incomplete cloister",
    "river": {"true": "The River", "false": "no River"},
    "river_turn": {
        "immediate": "no two like bends of The River in a row",
        "successive": "bends of The River left and right in turn",
        "none": "all bends of The River allowed",
    },
    "river_start_tile": {
        "removed": "the start tile left out beside The River",
        "shuffled": "the start tile shuffled in beside The River",
    },
    # Catan
    "board": {
        "beginner": "the map for a first game",
        "spiral": "number tokens in a spiral",
        "random_tokens": "number tokens by lot",
        "explicit": "a board from a file",
    },
    "spiral_start": {
        "random": "the first letter on a corner by lot",
        "": "the first letter on corner hex {}",
    },
    "spiral_direction": {"counterclockwise": "letters counter-clockwise", "clockwise": "letters clockwise"},
    "harbours": {"shuffled": "harbours by lot", "printed": "harbours as printed"},
    "pieces": {"chosen": "first settlements by choice", "printed": "first settlements as printed"},
    "start": _BEGINS,
    "points_to_win": "{} points to win",
    "settlement_points": "{} points for a settlement",
    "city_points": "{} points for a city",
    "victory_card_points": "{} points for a victory point card",
    "longest_road_points": "{} points for the Longest Road",
    "longest_road_minimum": "a Longest Road of {} or more",
    "largest_army_points": "{} points for the Largest Army",
    "largest_army_minimum": "a Largest Army of {} or more",
    "win_check": {"every_change": "a win at once", "end_of_phase": "a win only at the end of a phase"},
    "max_turns": "at most {} turns",
    "dice": {"two_d6": "two dice", "deck36": "36 cards in place of dice"},
    "dice_deck_left": "a shuffle when {} of the 36 cards are left",
    "no_seven_first_round": {
        "0": "sevens from the first round on",
        "1": "no seven in the first round",
        "": "no seven in the first {} rounds",
    },
    "bank": "{} cards of each resource",
    "shortage": {
        "official": "the printed rule for a bank that runs out",
        "none_paid": "nobody paid by a bank that runs out",
        "unlimited": "a bank that never runs out",
    },
    "settlements": "{} settlements a player",
    "cities": "{} cities a player",
    "roads": "{} roads a player",
    "road_brick": "{} brick for a road",
    "road_lumber": "{} lumber for a road",
    "settlement_brick": "{} brick for a settlement",
    "settlement_lumber": "{} lumber for a settlement",
    "settlement_wool": "{} wool for a settlement",
    "settlement_grain": "{} grain for a settlement",
    "city_grain": "{} grain for a city",
    "city_ore": "{} ore for a city",
    "card_wool": "{} wool for a development card",
    "card_grain": "{} grain for a development card",
    "card_ore": "{} ore for a development card",
    "knight_cards": "{} knights in the deck",
    "victory_point_cards": "{} victory point cards in the deck",
    "road_building_cards": "{} road building cards in the deck",
    "year_of_plenty_cards": "{} year of plenty cards in the deck",
    "monopoly_cards": "{} monopoly cards in the deck",
    "hand_limit": "a hand limit of {} on a seven",
    "robber": {"true": "the robber", "false": "no robber"},
    "steal": {
        "forced": "a robber that must steal",
        "may_decline": "a robber that may steal",
        "none": "a robber that never steals",
    },
    "friendly_robber": {"true": "the friendly robber", "false": "no friendly robber"},
    "friendly_robber_points": "{} points that the friendly robber spares",
    "phases": {"combined": "trading and building in any order", "strict": "all trading before building"},
    "trade": {
        "none": "no trade between players",
        "one_for_one": "trade of one card for one",
        "any": "trade of any number of cards",
    },
    "trade_offers_per_turn": "at most {} trade offers a turn",
    "bank_rate": "{} cards for one from the bank",
    "generic_rate": "{} cards for one at a generic harbour",
    "special_rate": "{} cards for one at a special harbour",
    # Castle
    "hand": {"standard": "first hands of the usual size", "": "{} cards in each first hand"},
    "stock": {"standard": "stocks of the usual size", "": "{} cards in each stock"},
    "exchange": {"standard": "all cards left in the exchange", "": "{} cards in the exchange"},
    "without": {"standard": "every card", "": "every card but the {}"},
    "two_player_box": {"true": "the box for two players", "false": "the whole box for two players"},
    "seat_0_gets": {"none": "no card sure to be dealt", "": "the {} sure to be dealt to seat 1"},
    "actions": "{} actions a turn",
    "draw_limit": {"none": "no limit on drawing", "first_hand": "no drawing beyond the first hand"},
    "merchant_may_win": {"true": "a Merchant that may win", "false": "no win with the Merchant"},
    "out_when": {
        "hand_and_stock": "a win with hand and stock used up",
        "hand_or_stock": "a win with hand or stock used up",
    },
    "lady_beside": {
        "either": "the Lady in Waiting beside the Queen or the Princess",
        "both": "the Lady in Waiting beside the Queen and the Princess",
    },
    "lady_reaches": {
        "courtyard": "a Lady in Waiting who reaches the courtyard",
        "adjacent": "a Lady in Waiting who reaches any zone",
    },
}
"""Every option of every game, to stand behind ``with``; options that share a name mean the same."""

PRESETS: Mapping[str, str] = {
    "standard": "the standard rules",
    "team": "the team game",
    "new": "the rules in force",
    "old": "the rules of the first printing",
    "middle": "the rules of the second text",
    "no_farmers": "no farmers",
    "official": "the printed rules",
    "beginner": "the map for a first game",
    "free_tokens": "number tokens by lot",
    "gentle": "the friendly robber and no early seven",
    "no_trade": "no trade between players",
}
"""Every preset of every game, to stand behind ``with``."""


def printed(text: str) -> str:
    """A text as a page or picture has it: rules in words, and on one line what belongs there."""
    return unbroken(in_words(text))


def in_words(text: str) -> str:
    """What is said of rules, without the names of options; those of a game that is not ours stay.

    >>> in_words("robber=false against the standard game")
    'no robber against the standard game'
    >>> in_words("between points_to_win=9 and 10, with preset no_farmers"), in_words("along dice_cap")
    ('between 9 and 10 points to win, with no farmers', 'along dice cap')
    >>> in_words("--rule robber=false, --preset old")
    '--rule robber=false, --preset old'
    """
    return _typed().sub(_told, text)


@cache
def _typed() -> re.Pattern[str]:
    """A rule as it is typed, a preset, or an option that nobody takes for plain words."""
    every = sorted(PHRASES, key=len, reverse=True)
    odd = "|".join(name for name in every if "_" in name)
    value = r"(?P<value>\d+ (?:and|to) \d+\b|\d+\.\d+|\w[\w+]*)"
    return re.compile(
        rf"(?<!--rule )(?<![\w-])(?:(?P<name>{'|'.join(every)})={value}"
        rf"|preset (?P<preset>{'|'.join(PRESETS)})\b|(?P<odd>{odd})\b(?!=))"
    )


def _told(found: re.Match[str]) -> str:
    if found["preset"]:
        return PRESETS[found["preset"]]
    if found["odd"]:
        return plain(found["odd"])
    phrase, value = PHRASES[found["name"]], found["value"]
    if isinstance(phrase, Mapping):
        phrase = phrase.get(value) or phrase.get("", found[0])
    before, here, after = phrase.partition("{}")
    return f"{before}{plain(value)}{singular(after) if value == '1' else after}" if here else phrase


def plain(typed: str) -> str:
    """A name or value as it is typed, in words.

    >>> plain("one_for_one"), plain("ghost+archer"), plain("true")
    ('one for one', 'ghost and archer', 'yes')
    """
    return {"true": "yes", "false": "no"}.get(typed, typed.replace("_", " ").replace("+", " and "))
