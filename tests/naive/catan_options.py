"""The options of Catan as the twin reads them: the one place that knows their names and values.

A reading of an option by a rule goes through `position["options"]`, which holds every name below.
"""

from __future__ import annotations

import random
from typing import Any

from . import Options
from .catan_board import RESOURCES, Cards

DEFAULTS: Options = {
    # the board
    "board": "spiral",  # CT-38
    "spiral_start": "random",  # CT-31, or a corner hex
    "spiral_direction": "counterclockwise",  # CT-31
    "harbours": "shuffled",  # CT-43
    "pieces": "chosen",  # CT-34
    "start": "seat_0",  # CT-4
    "setup_pays": "second",  # HR-5
    "setup_distance": 2,  # HR-6
    "setup_second": "settlement",  # HR-6
    # winning
    "points_to_win": 10,  # CT-2
    "settlement_points": 1,  # CT-16
    "city_points": 2,  # CT-16
    "victory_card_points": 1,  # CT-16
    "longest_road_points": 2,  # CT-16
    "longest_road_minimum": 5,  # CT-103
    "largest_army_points": 2,  # CT-16
    "largest_army_minimum": 3,  # CT-110
    "win_check": "every_change",  # CT-116
    "max_turns": 1000,  # CT-121
    # dice
    "dice": "two_d6",  # CT-19
    "dice_deck_left": 5,
    "no_seven_first_round": 0,  # CT-60
    "neutral_roll": False,  # HR-4
    "doubles_again": False,  # HR-8
    "no_seven_before": "nothing",  # HR-7
    "two_pays_twelve": False,  # HR-1
    # the bank and the pieces
    "bank": 19,  # CT-12, cards of each resource
    "shortage": "official",  # CT-55, CT-56
    "free_card": False,  # HR-2
    "settlements": 5,  # CT-14
    "cities": 4,  # CT-14
    "roads": 15,  # CT-14
    # costs (CT-15)
    "road_brick": 1,
    "road_lumber": 1,
    "settlement_brick": 1,
    "settlement_lumber": 1,
    "settlement_wool": 1,
    "settlement_grain": 1,
    "city_grain": 2,
    "city_ore": 3,
    "card_wool": 1,
    "card_grain": 1,
    "card_ore": 1,
    # development cards (CT-13)
    "knight_cards": 14,
    "victory_point_cards": 5,
    "road_building_cards": 2,
    "year_of_plenty_cards": 2,
    "monopoly_cards": 2,
    "second_free_road": "must",  # HR-12
    # the robber
    "hand_limit": 7,  # CT-61
    "robber": True,  # CT-18
    "steal": "forced",  # CT-67
    "friendly_robber": False,  # OQ-CT-21
    "friendly_robber_points": 2,
    "no_steal_card": False,  # HR-3
    "friendly_robber_else": "any",  # HR-11
    # trade
    "phases": "combined",  # CT-58
    "trade": "one_for_one",  # CT-79
    "trade_offers_per_turn": 3,  # CT-79
    "bank_rate": 4,  # CT-75
    "generic_rate": 3,  # CT-76
    "special_rate": 2,  # CT-77
    "welfare_price": "0",  # HR-9
}
CHOICES: dict[str, tuple[str, ...]] = {
    "board": ("beginner", "spiral", "random_tokens", "explicit"),
    "spiral_start": ("random", "0", "2", "7", "11", "16", "18"),
    "spiral_direction": ("counterclockwise", "clockwise"),
    "harbours": ("shuffled", "printed"),
    "pieces": ("chosen", "printed"),
    "start": ("seat_0", "random"),
    "setup_pays": ("second", "none", "both"),
    "setup_second": ("settlement", "city"),
    "win_check": ("every_change", "end_of_phase"),
    "dice": ("two_d6", "deck36"),
    "shortage": ("official", "none_paid", "unlimited"),
    "steal": ("forced", "may_decline", "none"),
    "second_free_road": ("must", "may"),
    "friendly_robber_else": ("any", "desert"),
    "no_seven_before": ("nothing", "first_city"),
    "phases": ("combined", "strict"),
    "trade": ("none", "one_for_one", "any"),
    "welfare_price": (*map(str, range(13)), "points"),
}
PRESETS: dict[str, Options] = {
    "official": {},
    "beginner": {"board": "beginner", "pieces": "printed"},
    "free_tokens": {"board": "random_tokens"},
    "gentle": {"friendly_robber": True, "no_seven_first_round": 2},
    "no_trade": {"trade": "none"},
}


def full_options(given: Any = None) -> Options:
    """Every option by name, the defaults with the given ones over them."""
    if not isinstance(given or {}, dict):
        raise ValueError(f"options are not {given!r}")
    given = dict(given or {})
    preset = given.pop("preset", "official")
    if not isinstance(preset, str) or preset not in PRESETS:
        raise ValueError(f"the option preset is not {preset!r}")
    options = DEFAULTS | PRESETS[preset] | given
    if type(options["welfare_price"]) is int:
        options["welfare_price"] = str(options["welfare_price"])
    for name, value in options.items():
        if name not in DEFAULTS:
            raise ValueError(f"there is no option {name!r}")
        if name in CHOICES and value not in CHOICES[name]:
            raise ValueError(f"the option {name} is one of {CHOICES[name]}, not {value!r}")
        if type(DEFAULTS[name]) in (int, bool) and type(value) is not type(DEFAULTS[name]):
            raise ValueError(f"the option {name} is not {value!r}")
    if options["doubles_again"] and options["dice"] == "deck36":
        raise ValueError("the option doubles_again needs dice")
    if options["pieces"] == "printed" and options["board"] != "beginner":
        raise ValueError("the option pieces is printed only with the map that they are printed on")
    if options["pieces"] == "printed" and (options["setup_distance"], options["setup_second"]) != (
        2,
        "settlement",
    ):
        raise ValueError("no set-up is agreed on where pieces are printed (HR-6)")
    if options["setup_second"] == "city" and options["cities"] == 0:
        raise ValueError("there is no city for the set-up (HR-6)")
    return options


def box_of_cards(options: Options) -> Cards:
    """The development cards of the box: how many of each kind (CT-13)."""
    kinds = ("knight", "victory_point", "road_building", "year_of_plenty", "monopoly")
    return {kind: options[f"{kind}_cards"] for kind in kinds}


def supply_of(options: Options) -> dict[str, int]:
    """The pieces of one player (CT-14)."""
    return {"settlement": options["settlements"], "city": options["cities"], "road": options["roads"]}


def cost_of(options: Options, what: str) -> Cards:
    """What a road, settlement or city costs, or to `buy` a card (CT-15): cards by resource."""
    name = "card" if what == "buy" else what
    return {resource: options.get(f"{name}_{resource}", 0) for resource in RESOURCES}


def bank_is_bottomless(options: Options) -> bool:
    """Does the bank pay whatever it is asked for? Its count may then fall below zero."""
    return options["shortage"] == "unlimited"


def random_options(rng: random.Random) -> Options:
    """House rules at random, all within bounds that give games of a reasonable length."""
    options: Options = {name: rng.choice(allowed) for name, allowed in CHOICES.items() if rng.random() < 0.3}
    if options.get("pieces") == "printed":
        options |= {"board": "beginner", "setup_second": "settlement"}
    numbers: dict[str, tuple[int, ...]] = {
        "setup_distance": (1,) if options.get("pieces") != "printed" else (2,),
        "bank": (8, 12, 25),
        "trade_offers_per_turn": (0, 1, 5),
        "friendly_robber": (True,),
        "friendly_robber_points": (3, 4, 8),
        "robber": (False,),
        "free_card": (True,),
        "no_steal_card": (True,),
        "no_seven_first_round": (1, 5),
        "two_pays_twelve": (True,),
        "neutral_roll": (True,),
        "doubles_again": (True,),
        "dice_deck_left": (0, 12),
        "points_to_win": (6, 8, 9),
        "settlement_points": (0, 2),
        "city_points": (1, 3),
        "victory_card_points": (0, 2),
        "hand_limit": (5, 9, 12),
        "longest_road_minimum": (3, 4, 7),
        "largest_army_minimum": (1, 2, 4),
        "longest_road_points": (1, 3),
        "largest_army_points": (1, 3),
        "settlements": (3, 7),
        "cities": (1, 6),
        "roads": (6, 20),
        "road_brick": (0, 2),
        "settlement_wool": (0, 2),
        "city_grain": (1, 3),
        "city_ore": (2, 4),
        "card_wool": (0, 2),
        "knight_cards": (0, 5, 25),
        "road_building_cards": (0, 8),
        "year_of_plenty_cards": (0, 8),
        "monopoly_cards": (0, 8),
        "bank_rate": (3, 5),
        "generic_rate": (2, 4),
        "special_rate": (1, 3),
    }
    options |= {name: rng.choice(allowed) for name, allowed in numbers.items() if rng.random() < 0.15}
    if options.get("doubles_again"):
        options["dice"] = "two_d6"
    return options
