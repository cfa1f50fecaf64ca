"""Does the test suite notice faults? Plants known ones, one at a time, and tells which tests find each.

A fault is a piece of text in a function and what stands there instead: a wrong tie, a robber that does not
block, a shuffle that leaves out a card. The tree (the files that git tracks) is copied to a temporary folder,
the fault is planted there, and tests are run, the likely ones first, until one fails. ::

    python tests/mutants.py --list
    python tests/mutants.py --fast                      only the tests named as likely, and golden games
    python tests/mutants.py --only "the robber"         the faults whose names begin so
    python tests/mutants.py --json mutants.json

Golden games notice any change but do not know what is right: a fault that was there when they were written
is in them. So they come last, and a fault that only they find is told apart. A kill counts only if its test
passes without the fault; a fault that does not import or has unknown names is a mistake of this file. The
exit code is 1 if a fault is found by no test at all, 2 if something here is wrong.
"""

from __future__ import annotations

import argparse
import ast
import compileall
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ("rules", "simulate", "analyses", "reports")
STAGES = ("hints", "game", "all")
KILLED, GOLDEN, SURVIVED, WRONG = "killed", "golden games only", "survived", "mistake"
CLUMSY = ("NameError", "SyntaxError", "IndentationError", "ImportError", "ModuleNotFoundError", "TypingError")
"""How a fault fails that says nothing about the tests."""

FAILURE = re.compile(r"^(?:FAILED|ERROR) (\S+?\.py::[^\s\[]+(?:\[.*?\])?)(?: - (.*))?$", re.MULTILINE)
"""A line of pytest's summary: the test and why it failed."""

TESTS_OF = {
    "starwars": "starwars or battle or board or tileset or test_tile or kernel",
    "carcassonne": "carcassonne or board or rescoring or test_tile",
    "catan": "catan or dice",
    "castle": "castle",
}
"""Words in the names of the tests of each game, as pytest's ``-k`` takes them."""

CORPUS = {
    "carcassonne": ("test_corpus.py -k carcassonne",),
    "catan": ("test_corpus.py -k catan",),
    "castle": ("test_castle_corpus.py", "test_castle_twins.py"),
}
"""Tests of a game that find most faults of its rules."""


@dataclass(frozen=True)
class Fault:
    """What to plant where.

    `old` stands exactly once in the functions or classes named `function` (anywhere if that is empty) of
    the files whose path holds `within`; white space in it matches any other. `hints` are the tests most
    likely to find it, those of `CORPUS` if none are named: a file of tests and perhaps ``-k`` words. They run
    interpreted unless `compiled`.
    """

    name: str
    within: str
    function: str
    old: str
    new: str
    hints: tuple[str, ...] = ()
    compiled: bool = False

    @property
    def games(self) -> tuple[str, ...]:
        """The games that it touches."""
        if self.within == "rules/tiles":
            return "starwars", "carcassonne"
        found = tuple(game for game in TESTS_OF if game in self.within)
        return found or (tuple(TESTS_OF) if self.within.startswith("rules") else ())


FAULTS = (
    # --- Star Wars
    Fault(
        "two fighters that share the highest roll: the later one wins",
        "starwars", "resolve", "elif at_top > 1:", "elif at_top > 2:",
        ("test_battle_law.py",),
    ),
    Fault(
        "the meeples of a loser stay on the feature",
        "starwars", "resolve", "send_home(state, feature, side)", "state.high[side] = 0",
        ("test_battle_law.py",),
    ),
    Fault(
        "symbol dice are those of another faction",
        "starwars", "dice_pool", "count_marks(marks, state.faction_of[side])",
        "count_marks(marks, (state.faction_of[side] + 1) % 3)",
        ("test_battle_law.py -k symbol",),
    ),
    Fault(
        "a tie goes to the later seat as if seat 0 had begun",
        "starwars", "find_winners", "seat = (state.first + i) % state.players", "seat = i",
        ("test_starwars_properties.py -k tie_goes_to_the_later_seat",),
    ),
    Fault(
        "an own planet may be reinforced though the option forbids it",
        "starwars", "may_attack", "options.reinforce_own_planet == 1 or mine == 0", "True or mine == 0",
        ("test_corpus.py -k starwars", "test_tile_twins.py -k 'starwars and legal_moves'"),
    ),
    Fault(
        "tiles of Star Wars: the bottom tile of the stack is never shuffled",
        "starwars", "new_game", "shuffle(state, DECK, state.deck_order, state.n_deck)",
        "shuffle(state, DECK, state.deck_order, state.n_deck - 1)",
        ("test_law_of_tile_stacks.py -k starwars",), compiled=True,
    ),
    Fault(
        "dice of Star Wars: every turn rolls those of the first",
        "starwars", "apply", "enter_episode(state, DICE, state.turn)", "enter_episode(state, DICE, 0)",
        ("test_replay.py", "test_tile_symmetry.py -k equal_players"), compiled=True,
    ),
    Fault(
        "tiles of Star Wars: two asteroid fields of a tile are one",
        "starwars/tiles.toml", "", 'edges = "AASS" routes = [] asteroids = [["N"], ["E"]]',
        'edges = "AASS"\nroutes = []\nasteroids = [["N", "E"]]',
        ("test_tile_tables.py", "test_corpus.py -k starwars", "test_board_picture.py"),
    ),
    # --- Carcassonne
    Fault(
        "of seats with equally many meeples only the first is paid",
        "carcassonne", "score_feature", "if n == most:", "if n == most and paid == 0:",
    ),
    Fault(
        "a second meeple on a feature is forgotten and does not come home",
        "carcassonne", "score_feature", "state.supply[seat] += n", "state.supply[seat] += min(n, 1)",
    ),
    Fault(
        "small_city = half also halves cities of three tiles",
        "carcassonne", "feature_points", "n_tiles == 2 and", "n_tiles <= 3 and",
    ),
    Fault(
        "farms that join forget the cities of one of them",
        "rules/tiles", "join", "board.near_low[kept] |= board.near_low[gone]",
        "board.near_low[kept] |= np.int64(0)",
        ("test_corpus.py -k carcassonne", "test_tile_twins.py -k 'carcassonne and random_games'",),
    ),
    Fault(
        "river_turn = successive only looks at the tile just before",
        "carcassonne", "may_turn", "return hand != state.river_bend", "return hand != state.river_hand",
        ("test_corpus.py -k carcassonne", "test_tile_twins.py -k 'carcassonne and legal_moves'",),
    ),
    Fault(
        "tiles of Carcassonne: only half of the land is shuffled",
        "carcassonne", "new_game", "state.deck_order[n_river:], n - n_river)",
        "state.deck_order[n_river:], (n - n_river) // 2)",
        ("test_law_of_tile_stacks.py -k 'carcassonne or land'",), compiled=True,
    ),
    Fault(
        "tiles of Carcassonne: the last River tile before the lake is never shuffled",
        "carcassonne", "_stack_river", "shuffle(state, DECK, state.deck_order, n)",
        "shuffle(state, DECK, state.deck_order, n - 1)",
        ("test_law_of_tile_stacks.py -k river",), compiled=True,
    ),
    Fault(
        "tiles of Carcassonne: two designs come in each other's number",
        "carcassonne/tiles.toml", "", '''
            id = "G" count = 1 start = false edges = "FCFC" cities = [ {edges=["E","W"], pennant=false} ]
            roads = [] rivers = [] cloister = false
            fields = [ {ports=["Nw","Ne"], cities=[0]}, {ports=["Se","Sw"], cities=[0]} ]
            [[tile]] id = "H" count = 3''',
        '''id = "G"\ncount = 3\nstart = false\nedges = "FCFC"\ncities = [ {edges=["E","W"], pennant=false} ]
            roads = []\nrivers = []\ncloister = false
            fields = [ {ports=["Nw","Ne"], cities=[0]}, {ports=["Se","Sw"], cities=[0]} ]
            [[tile]]\nid = "H"\ncount = 1''',
        ("test_tile_tables.py", "test_corpus.py -k carcassonne"),
    ),
    # --- Catan
    Fault(
        "a theft between others takes nothing from what is sure of the robbed hand",
        "rules/catan/robber", "take_stolen", "if other != resource:", "if other == -1:",
        ("test_catan_hidden_cards.py",), compiled=True,
    ),
    Fault(
        "everybody sees which card a thief takes",
        "rules/catan/robber", "take_stolen", "if viewer != thief and viewer != victim:", "if viewer < 0:",
        ("test_catan_hidden_cards.py",), compiled=True,
    ),
    Fault(
        "who deals hands anew forgets what was counted",
        "simulate/games/catan/hidden", "deal_unseen", "state.sure[seat, resource, counts]", "0",
        ("test_catan_hidden_cards.py",), compiled=True,
    ),
    Fault(
        "the robber does not block its hex",
        "catan", "produce", "if h == state.robber and options.robber:",
        "if h == state.robber and not options.robber:",
    ),
    Fault(
        "of several equally long roads the first takes the card",
        "catan", "award_road", "elif length == longest:", "elif length < 0:",
        ("test_catan_roads.py -k award",),
    ),
    Fault(
        "a short bank pays every claimant of a resource",
        "catan", "pay_resource", "claimants > 1 or", "claimants > 9 or",
    ),
    Fault(
        "a card may be played in the turn in which it was bought",
        "catan", "may_play", "> state.new_cards[kind]", "> 0",
        ("test_corpus.py -k catan",),
    ),
    Fault(
        "swapped seats: the second round of the set-up goes forward again",
        "catan", "setup_seat", "2 * n - 1 - step", "step - n",
    ),
    Fault(
        "the friendly robber spares nobody with exactly so many points",
        "catan", "spared_hexes", "<= options.friendly_robber_points", "< options.friendly_robber_points",
    ),
    Fault(
        "dice of Catan: the second die never shows a six",
        "catan", "draw_dice", "draw_below(state, DICE, 6), draw_below(state, DICE, 6)",
        "draw_below(state, DICE, 6), draw_below(state, DICE, 5)",
        ("test_law_of_catan_dice.py",), compiled=True,
    ),
    Fault(
        "dice of Catan: every turn rolls those of the first",
        "catan", "draw_dice", "enter_episode(state, DICE, state.turn +", "enter_episode(state, DICE, 0 *",
        ("test_law_of_catan_dice.py",), compiled=True,
    ),
    Fault(
        "cards of Catan: the last card of the deck comes last",
        "catan", "draw_card", "draw_kind(state, DECK, state.deck, state.n_deck)",
        "draw_kind(state, DECK, state.deck, max(state.n_deck - 1, 1))",
        ("test_law_of_catan_cards.py",), compiled=True,
    ),
    Fault(
        "harbours of Catan: one of the nine is never shuffled",
        "catan", "lay_out", "shuffle(state, BOARD, state.harbour, N_HARBOURS)",
        "shuffle(state, BOARD, state.harbour, N_HARBOURS - 1)",
        ("test_law_of_catan_boards.py",), compiled=True,
    ),
    # --- Castle
    Fault(
        "a skipped protection: four engines storm protected soldiers too",
        "castle", "storm", "& ~protected(cards, state)", "",
    ),
    Fault(
        "three soldiers make a full wall",
        "castle", "check_wall", "< 4:", "< 3:",
    ),
    Fault(
        "merchant_may_win = false keeps everybody from going out in that turn",
        "castle", "check_out", "if i == 0 and state.merchant and", "if state.merchant and",
    ),
    Fault(
        "a blocked game that several share is won by the last of them alone",
        "castle", "find_winners", "winners |= 1 << seat", "winners = 1 << seat",
    ),
    Fault(
        "swapped seats: the Fool passes cards to the right",
        "castle", "pass_left", "pass_to(state, state.picked[giver], giver, (giver + 1) % state.players)",
        "pass_to(state, state.picked[giver], giver, (giver + state.players - 1) % state.players)",
        ("test_castle_corpus.py",),
    ),
    Fault(
        "draw_limit = first_hand allows one card more",
        "castle", "may_draw", "< options.hand", "<= options.hand",
        ("test_castle_corpus.py",),
    ),
    Fault(
        "the deal of Castle is off by one: the last card is never shuffled",
        "castle", "deal", "shuffle(state, DECK, order, cards.n_cards)",
        "shuffle(state, DECK, order, cards.n_cards - 1)",
        ("test_law_of_castle_deals.py",), compiled=True,
    ),
    Fault(
        "cards of Castle: the Courtesan never draws the last card of a hand",
        "rules/chance", "draw_bit", "count_bits(mask)", "max(count_bits(mask) - 1, 1)",
        ("test_law_of_castle_deals.py", "test_castle_corpus.py"), compiled=True,
    ),
    # --- chance
    Fault(
        "a shuffle never leaves a card in its place",
        "rules/chance", "shuffle", "draw_below(state, stream, i + 1)", "draw_below(state, stream, i)",
        ("test_chance.py -k orders",),
    ),
    # --- policies
    Fault(
        "Castle: everybody sees cards that two players swap",
        "castle", "pass_to", "state.seen[giver] |= 1 << card",
        "for viewer in range(state.players):\n        state.seen[viewer] |= 1 << card",
        ("test_castle_hidden_cards.py",),
    ),
    Fault(
        "Catan: playouts know the cards that others have bought",
        "catan", "deal_unseen", "deal_cards(state, me)", "pass",
        ("test_catan_policies.py -k new_deal",),
    ),
    Fault(
        "Catan: playouts know what others have given up or answered unseen",
        "simulate/games/catan", "deal_unseen", "take_back(state, me)", "pass",
        ("test_catan_hidden_cards.py -k new_deal",),
    ),
    Fault(
        "a search thinks twice as much of what the weights say",
        "simulate/play", "take_candidates", "(4.0 * scale)", "(2.0 * scale)",
        ("test_search.py -k some_playouts",),
    ),
    Fault(
        "a search drops moves that are hardly behind",
        "simulate/play", "drop_behind", "< TOO_LITTLE", "< 20.0 * TOO_LITTLE",
        ("test_search.py -k next_to_nothing",),
    ),
    Fault(
        "a search thinks that what was lost with both of two moves is the same",
        "simulate/play", "comes_to_the_same", "return judged", "return True",
        ("test_search.py -k end_alike",),
    ),
    Fault(
        "a long search looks no farther in the set-up than later",
        "simulate/play", "choose_search", "max(ahead, OPENING)", "ahead",
        ("test_search.py -k looks_far",),
    ),
    Fault(
        "tiles: playouts know the order of the stack",
        "simulate/games/tiles", "shuffle_stack", "state.deck_order[start:end], end - start)",
        "state.deck_order[start:end], 0)",
        ("test_tile_hidden_stack.py -k playouts", "test_law_of_tile_stacks.py -k playouts"), compiled=True,
    ),
    Fault(
        "tiles: a user's policy sees which tile comes next",
        "simulate/games/tiles", "shown", "forget_stack(desk.box, view)", "pass",
        ("test_tile_hidden_stack.py",), compiled=True,
    ),
    Fault(
        "Star Wars: features of the wrong seat, mine are the rivals'",
        "starwars", "_weigh_holding", "rival = 0 if side == me else 1", "rival = 1 if side == me else 0",
        ("test_tile_symmetry.py", "test_guarded_policies.py -k 'best_move or plays_as_well'"), compiled=True,
    ),
    Fault(
        "a style is like another one of two players, however many play",
        "simulate", "_weighted", 'table["like"], players)', 'table["like"], 2)',
        ("test_search.py -k number_of_players",),
    ),
    Fault(
        "tuned weights are checked in the games that chose them",
        "simulate/working/tune", "checked", "(search.generations + 1) * search.games", "search.games",
        ("test_adapt.py -k gains_nothing",),
    ),
    Fault(
        "positions are judged by the weights of the fewest players",
        "simulate", "position_weights", "(abs(int(count) - players), count)", "(int(count), count)",
        ("test_search.py -k number_of_players",),
    ),
    # --- columns of tables
    Fault(
        "column battles.complete says the opposite",
        "starwars", "note_battle", "state.open_ends[feature] == 0 else 0",
        "state.open_ends[feature] != 0 else 0",
        ("test_recounted_tables.py -k star_wars",),
    ),
    Fault(
        "column seats.farmer_turns counts a turn too few",
        "carcassonne", "write_seats", "* state.turn - state.farmer_turn[seat]",
        "* (state.turn - 1) - state.farmer_turn[seat]",
        ("test_recounted_tables.py -k carcassonne",),
    ),
    Fault(
        "column seats.robbed of Catan stands one seat farther",
        "catan", "write_seats", "row.robbed = state.robbed[seat]",
        "row.robbed = state.robbed[(seat + 1) % state.players]",
        ("test_recounted_tables.py -k catan",),
    ),
    Fault(
        "column cards.end of Castle is where a card was dealt",
        "simulate/games/castle", "", "row.end = place_number(state.where[card])",
        "row.end = place_number(state.dealt[card])",
        ("test_recounted_tables.py -k castle",), compiled=True,
    ),
    # --- estimators
    Fault(
        "z of 1.64: an interval of 95 % is one of 90 %",
        "analyses", "_score_ends", "normal(level)", "normal(level - 0.05)",
        ("test_estimate.py -k wilson",),
    ),
    Fault(
        "z of 1.64 for quantiles",
        "analyses", "quantile_of", "(1 + level) / 2", "level",
        ("test_docs.py -k samples", "test_castle_study.py -k quantile"),
    ),
    Fault(
        "the difference of two estimates takes the wrong arm of an interval",
        "analyses", "difference", "old.high - old.value", "old.value - old.low",
        ("test_study_arithmetic.py", "test_castle_study.py -k difference"),
    ),
    Fault(
        "the delta method of a relative change leaves out the other ratio",
        "analyses", "relative_change", "new_strays / old_ratio - new_ratio / old_ratio**2 * old_strays",
        "new_strays / old_ratio",
        ("test_study_arithmetic.py",),
    ),
    Fault(
        "the delta method of a ratio leaves out what top and bottom share",
        "analyses", "ratio", "- 2 * value * products", "",
        ("test_study_arithmetic.py", "test_estimate.py -k ratio"),
    ),
    Fault(
        "seats are shifted by one in groups of turns",
        "analyses", "groups_of", "turn % players == seat", "(turn + 1) % players == seat",
        ("test_study_arithmetic.py",),
    ),
    Fault(
        "paired games are treated as unpaired",
        "analyses", "difference_of", "(new_values - old_values) / parts",
        "(np.sort(new_values) - np.sort(old_values)[::-1]) / parts",
        ("test_estimate.py -k pair",),
    ),
    Fault(
        "points that even out several sides hold one at a time",
        "analyses", "evening", "shared_level(sides - 1)", "shared_level(1)",
        ("test_order_and_policies.py -k points",),
    ),
    Fault(
        "comparisons that are watched hold one at a time",
        "analyses", "__init__", "shared_level(len(every) * family)", "shared_level(len(every))",
        ("test_until.py -k hold_at_once",), compiled=True,
    ),
    Fault(
        "a turn is said to have changed most though another may have",
        "analyses", "leads", "min(abs(first.change.low), abs(first.change.high))", "abs(first.change.value)",
        ("test_review.py -k headline",), compiled=True,
    ),
    Fault(
        "an example in a docstring is wrong",
        "analyses", "wilson", "[0.0000, 0.0370]", "[0.0000, 0.0307]",
        ("test_docs.py -k examples_of_a_module",),
    ),
    Fault(
        "a season: whoever wins as many games as another has won it",
        "analyses", "most_won", "/ (1 + level)", "/ 1",
        ("test_order_and_policies.py -k match",), compiled=True,
    ),
    Fault(
        "where heuristic sets up alike in all games a study asks it first",
        "analyses", "_unlike", "[playing.varied, *others]", "list(who)",
        ("test_order_and_policies.py -k seats_are_asked",), compiled=True,
    ),
    # --- numbers and answers
    Fault(
        "one half of the games is enough to be sure",
        "analyses", "sure", "all(map(self._is_shown, self.halves))", "any(map(self._is_shown, self.halves))",
        ("test_halves.py -k not_repeat",), compiled=True,
    ),
    Fault(
        "a half that contradicts all games is not looked at",
        "analyses", "sure", "or any(map(self._is_against, self.halves))", "",
        ("test_halves.py -k contradict",), compiled=True,
    ),
    Fault(
        "what surely changes by about the margin is undecided",
        "analyses", "verdict", "if difference.low > 0 or difference.high < 0:", "if difference.low > margin:",
        ("test_halves.py -k contradict", "test_docs.py -k examples_of_a_module"), compiled=True,
    ),
    Fault(
        "each seed of a study plays all games",
        "analyses", "games_on", "return n - n // 2 if seed == self.seed else n // 2", "return n",
        ("test_halves.py -k next_seed",), compiled=True,
    ),
    Fault(
        "numbers of two seeds are as wide as those of one",
        "analyses", "pooled", "e.value for e in estimates)) / k", "e.value for e in estimates)) / k**0.5",
        ("test_study.py -k both_seeds",), compiled=True,
    ),
    Fault(
        "by luck the winners of one rule are those of the other",
        "analyses", "_luck", "second[:, None] + first[None, :]", "first[:, None] + second[None, :]",
        ("test_compare.py -k luck",), compiled=True,
    ),
    Fault(
        "a crossing is sure if one half shows it",
        "analyses", "reach_of", "place.decided and all(", "place.decided and any(",
        ("test_sweep.py -k not_each_half",), compiled=True,
    ),
    Fault(
        "closeness is told before length",
        "analyses/measures", "", "LENGTH, CLOSENESS, FAIRNESS, LUCK, REST = range(5)",
        "CLOSENESS, LENGTH, FAIRNESS, LUCK, REST = range(5)",
        ("test_answer.py -k ordered",), compiled=True,
    ),
    Fault(
        "what the rule itself counts leads the answer",
        "reports", "left_out", "if self._is_said_by_rule(number)", "if not number.measure.words",
        ("test_answer.py -k rule_itself",), compiled=True,
    ),
    Fault(
        "another winner leads the answer",
        "reports", "lead", "and number.measure.name != WINNER_CHANGED.name", "",
        ("test_answer.py -k never_leads",), compiled=True,
    ),
    Fault(
        "before and after change places in words",
        "reports", "before_and_after", "both_in_words(before, after, measure.scale)",
        "both_in_words(after, before, measure.scale)",
        ("test_answer.py -k before_and_after",), compiled=True,
    ),
    Fault(
        "a number in words may lie outside its interval",
        "reports", "is_within", "return scale * estimate.low <= float",
        "return estimate.n > 0 or scale * estimate.low <= float",
        ("test_answer.py -k lies_within",), compiled=True,
    ),
    # --- runs
    Fault(
        "of small blocks all games are read, though some are asked for",
        "simulate", "_rows", "between(self._kept[file.sha256], low, high)", "self._kept[file.sha256]",
        ("test_runs.py -k opened_once",), compiled=True,
    ),
    Fault(
        "readers do not look at the checksums of receipts",
        "simulate", "_opened", "hashlib.sha256(data).hexdigest() != promised.sha256", "not data",
        ("test_damage.py",), compiled=True,
    ),
    Fault(
        "a receipt is believed without its seal",
        "simulate", "unsealed", 'data.pop("seal") != _seal(data)', 'not data.pop("seal")',
        ("test_damage.py",), compiled=True,
    ),
    Fault(
        "readers do not look at the plan of a receipt",
        "simulate", "_receipt", "receipt.plan not in (None, self.hash)", "receipt.plan is False",
        ("test_damage.py",), compiled=True,
    ),
    Fault(
        "readers do not look at the program of a receipt",
        "simulate", "_receipt", "receipt.program != self.program", "receipt.program is False",
        ("test_programs.py",), compiled=True,
    ),
    Fault(
        "a lost manifest is made of blocks of two programs",
        "simulate", "rebuilt", "(receipt.plan, receipt.program), []", "(receipt.plan, None), []",
        ("test_damage.py -k two_programs",), compiled=True,
    ),
    Fault(
        "slices are joined though a game between them is missing",
        "simulate", "_joined", "begins > before.end:", "begins > before.end + 1:",
        ("test_combine.py -k gap",), compiled=True,
    ),
    Fault(
        "readers swallow another schema version",
        "simulate", "open_table", "!= SCHEMA_VERSION.encode()", "is None",
        ("test_verify.py -k named",), compiled=True,
    ),
    Fault(
        "readers swallow other columns",
        "simulate", "open_table", "file.schema_arrow.names != names",
        "len(file.schema_arrow.names) < len(names)",
        ("test_verify.py -k named",), compiled=True,
    ),
    Fault(
        "a block of any number of games is read",
        "simulate", "read_receipt", "1 <= receipt.n <= MOST_GAMES", "1 <= receipt.n",
        ("test_strangers.py -k millions",), compiled=True,
    ),
    Fault(
        "a folder that is a link is followed out of a run",
        "simulate", "_opened", "IN_FOLDER | os.O_NOFOLLOW", "IN_FOLDER",
        ("test_strangers.py",), compiled=True,
    ),
    Fault(
        "what a live command writes is taken for a leftover",
        "simulate", "_remove_unlocked", "_lock(file)", "file",
        ("test_outputs.py -k leaves",), compiled=True,
    ),
    Fault(
        "a file takes its place and its folder is not synced",
        "simulate", "replacing", "sync(folder)", "part = name",
        ("test_outputs.py -k synced",), compiled=True,
    ),
    Fault(
        "want of memory is a failed game of a policy",
        "simulate", "_failure", "KeyboardInterrupt | MemoryError", "KeyboardInterrupt",
        ("test_memory.py -k policy",), compiled=True,
    ),
    Fault(
        "a run is removed while it is played",
        "simulate", "held_at_once", "lock is None", "lock == -1",
        ("test_removal.py -k played",), compiled=True,
    ),
    Fault(
        "verify swallows games out of order",
        "simulate", "_read", "(games[1:] < games[:-1]).any()", "False",
        ("test_verify.py -k named",), compiled=True,
    ),
    Fault(
        "an option is left out of the plan's hash",
        "simulate", "as_dict", '"options": as_stored(self.options),',
        '"options": {k: v for k, v in as_stored(self.options).items() if k != "route_tile_points"},',
        ("test_plan_hash.py",), compiled=True,
    ),
    Fault(
        "a user's tile set is not part of the plan's hash",
        "simulate", "as_dict", "hashlib.sha256(self.box.encode()).hexdigest()", '"own"',
        ("test_plan_hash.py",), compiled=True,
    ),
    Fault(
        "a user's policy is not part of the plan's hash",
        "simulate", "as_dict", "hashlib.sha256(self.source.encode()).hexdigest()", '"own"',
        ("test_plan_hash.py",), compiled=True,
    ),
)  # fmt: skip


# --- planting


class MistakeError(Exception):
    """A fault that cannot be planted, or that no test can be blamed for."""


def pieces_of(text: str, name: str) -> Iterator[tuple[int, int]]:
    """Where in a source the functions and classes of this name lie, methods too."""
    starts = [0]
    for line in text.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line.decode()))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name:
            assert node.end_lineno is not None
            yield starts[node.lineno - 1], starts[node.end_lineno]


def find(tree: Path, fault: Fault) -> tuple[Path, int, int]:
    """The file and the part of it that the fault replaces.

    Raises
    ------
    MistakeError
        If the text is not there exactly once.
    """
    pattern = re.compile(r"\s+".join(map(re.escape, fault.old.split())))
    found = []
    suffixes = (".py",) if fault.function else (".py", ".toml")
    for top in SOURCES:
        for path in sorted((tree / top).rglob("*")):
            if path.suffix not in suffixes or fault.within not in path.relative_to(tree).as_posix():
                continue
            text = path.read_text(encoding="utf-8")
            if not pattern.search(text):
                continue
            pieces = pieces_of(text, fault.function) if fault.function else iter([(0, len(text))])
            for begin, end in pieces:
                found += [(path, *match.span()) for match in pattern.finditer(text, begin, end)]
    if len(found) != 1:
        where = f"in {fault.function}() " if fault.function else ""
        raise MistakeError(f"'{fault.old}' stands {len(found)} times {where}below *{fault.within}*, not once")
    return found[0]


def plant(tree: Path, fault: Fault) -> str:
    """Plant a fault in a copy of the tree; returns the file.

    Raises
    ------
    MistakeError
        If its text is not there exactly once, or what stands there then cannot be imported.
    """
    path, begin, end = find(tree, fault)
    text = path.read_text(encoding="utf-8")
    path.write_text(text[:begin] + fault.new + text[end:], encoding="utf-8")
    for stale in path.parent.glob(f"__pycache__/{path.stem}.*"):
        stale.unlink()
    file = path.relative_to(tree)
    if path.suffix == ".py":
        code = f"import {'.'.join(file.with_suffix('').parts)} as m; print(m.__file__)"
        line, env = [sys.executable, "-c", code], environment(tree, False)
        done = subprocess.run(line, cwd=tree, env=env, capture_output=True, text=True)
        if done.returncode or not Path(done.stdout.strip()).samefile(path):
            raise MistakeError(f"{file} cannot be imported: {done.stderr.strip().splitlines()[-1:]}")
    return file.as_posix()


# --- running tests


@dataclass(frozen=True)
class Trial:
    """What one call of pytest found: the first test that failed and why, if any."""

    test: str = ""
    why: str = ""
    none_chosen: bool = False


def environment(tree: Path, compiled: bool) -> dict[str, str]:
    """The environment for programs that use the copy and no other tree, with a kernel cache of its own."""
    own = {"PYTHONPATH": str(tree), "HOUSERULES_CACHE": str(tree.parent / "cache"), "COLUMNS": "1000"}
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    return kept | own | ({} if compiled else {"NUMBA_DISABLE_JIT": "1"})


def run_tests(tree: Path, words: Sequence[str], compiled: bool, limit: float) -> Trial:
    """Run these tests until the first fails.

    Raises
    ------
    MistakeError
        If tests cannot be collected, fail for a reason that says nothing about them, or take too long.
    """
    with subprocess.Popen(
        [sys.executable, "-m", "pytest", "-xq", "-p", "no:cacheprovider", "--tb=no", "-rfE", *words],
        cwd=tree,
        env=environment(tree, compiled),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,  # so that programs that tests started end with it
    ) as process:
        try:
            said, _ = process.communicate(timeout=limit)
        except BaseException as error:
            os.killpg(process.pid, signal.SIGKILL)
            if not isinstance(error, subprocess.TimeoutExpired):
                raise
            raise MistakeError(f"no answer within {limit:.0f} s: pytest {' '.join(words)}") from None
    if process.returncode in (0, 5):
        return Trial(none_chosen=process.returncode == 5)
    failed = FAILURE.search(said)
    if process.returncode != 1 or not failed:
        last = " | ".join(line.strip("!= ") for line in said.strip().splitlines()[-3:])
        raise MistakeError(f"pytest ended with {process.returncode}: {last}")
    test, why = failed[1], failed[2] or ""
    if why.startswith(CLUMSY):
        raise MistakeError(f"{test} fails by {why}")
    return Trial(test, why)


@dataclass(frozen=True)
class Outcome:
    """What became of a fault."""

    name: str
    file: str
    result: str
    by: str
    why: str
    compiled: bool
    reached: str
    """The last stage of tests that ran, whole unless one of them failed."""
    seconds: float
    cpu: float


@dataclass(frozen=True)
class Step:
    """One call of pytest on the way through the stages."""

    stage: str
    words: tuple[str, ...]
    compiled: bool


def steps(tree: Path, fault: Fault, until: str) -> Iterator[Step]:
    """The tests to try, likely ones first, golden games last."""
    for hint in fault.hints or CORPUS[fault.games[0]]:
        file, _, chosen = hint.partition(" -k ")
        chosen = chosen.strip("'")
        paths = [str(path.relative_to(tree)) for path in (tree / "tests").rglob(file)]
        if paths:
            words = f"({chosen}) and not golden" if chosen else "not golden"
            yield Step("hints", (*paths, "-k", words), fault.compiled)
        else:
            sys.stderr.write(f"{fault.name}: there is no tests/{file}; its hint is out of date\n")
    mine = " or ".join(f"({TESTS_OF[game]})" for game in fault.games)
    if until in ("game", "all") and mine:
        yield Step("game", ("tests", "-m", "rules and not verify", "-k", f"({mine}) and not golden"), False)
        yield Step("game", ("tests", "-k", f"({mine}) and not golden"), True)
    if until == "all":
        others = f"not golden and not ({mine})" if mine else "not golden"
        yield Step("all", ("tests", "-k", others), True)
    for game in fault.games:
        yield Step("golden", ("tests", "-k", f"golden and {game}"), False)


def try_fault(clean: Path, tree: Path, fault: Fault, until: str, limit: float) -> Outcome:
    """Plant a fault in a fresh copy and run tests until one fails."""
    begun, used = time.perf_counter(), cpu_seconds()
    file, reached, result, trial, compiled = "", "", SURVIVED, Trial(), False
    try:
        copy_clean(clean, tree)
        file = plant(tree, fault)
        for step in steps(tree, fault, until):
            trial, compiled = run_tests(tree, step.words, step.compiled, limit), step.compiled
            if trial.none_chosen:
                sys.stderr.write(f"{fault.name}: no test is chosen by {' '.join(step.words)}\n")
            if trial.test:
                result = GOLDEN if step.stage == "golden" else KILLED
                break
            reached = reached if step.stage == "golden" else step.stage
    except MistakeError as mistake:
        result, trial = WRONG, Trial(why=str(mistake))
    spent = time.perf_counter() - begun, cpu_seconds() - used
    return Outcome(fault.name, file, result, trial.test, trial.why[:300], compiled, reached, *spent)


def check_killers(clean: Path, tree: Path, outcomes: Sequence[Outcome], limit: float) -> str:
    """What is wrong with the tests that killed: they must pass without a fault; '' if nothing."""
    copy_clean(clean, tree)
    for compiled in (False, True):
        tests = {o.by for o in outcomes if o.by and o.compiled == compiled}
        if tests:
            trial = run_tests(tree, sorted(tests), compiled, limit)
            if trial.test or trial.none_chosen:
                which = trial.test or "a test that killed"
                return f"{which} fails or is missing without any fault: {trial.why}"
    return ""


# --- the copy


def copy_tracked(tree: Path, to: Path) -> None:
    """Copy the files that git tracks, as they stand in the working tree, and compile them."""
    listed = subprocess.check_output(["git", "-C", str(tree), "ls-files", "-z"], text=True)
    for name in filter(None, listed.split("\0")):
        if (tree / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(tree / name, to / name)
    compileall.compile_dir(to, quiet=2)


def copy_clean(clean: Path, tree: Path) -> None:
    """A copy without faults in the place where all are planted, so that kernels are compiled once."""
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(clean, tree)


def cpu_seconds() -> float:
    """CPU seconds of all programs that were started and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


# --- the program


def report(outcomes: Sequence[Outcome]) -> None:
    """The table: fault, what became of it, seconds."""
    width = max(len(o.name) for o in outcomes)
    for o in outcomes:
        by = o.by.removeprefix("tests/") if o.by else o.why if o.result == WRONG else f"after {o.reached}"
        sys.stdout.write(f"{o.name:{width}}  {o.result:17}  {o.seconds:6.1f}  {by}\n")
    results = Counter(o.result for o in outcomes)
    counts = ", ".join(f"{results[r]} {r}" for r in (KILLED, GOLDEN, SURVIVED, WRONG))
    cpu = sum(o.cpu for o in outcomes)
    sys.stdout.write(f"\n{len(outcomes)} faults: {counts}; {cpu:.0f} CPU seconds\n")


def main() -> int:
    """Plant faults and say what became of them; the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--list", action="store_true", help="name the faults")
    parser.add_argument("--only", action="append", metavar="NAME", help="faults whose names begin so")
    parser.add_argument("--until", choices=STAGES, default="all", help="the last stage of tests to run")
    parser.add_argument("--fast", action="store_true", help="the same as --until hints")
    parser.add_argument("--limit", type=float, default=1800, help="seconds for one call of pytest")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there, too")
    parser.add_argument("--tree", type=Path, default=ROOT, help="another working tree to plant faults in")
    given = parser.parse_args()
    faults = [f for f in FAULTS if not given.only or f.name.startswith(tuple(given.only))]
    if not faults:
        parser.error(f"no fault begins with {' or '.join(given.only)}; see --list")
    if given.list:
        sys.stdout.writelines(f"{fault.name}\n" for fault in faults)
        return 0
    outcomes: list[Outcome] = []
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))  # tests end, the copy goes
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        clean, tree = Path(folder) / "clean", Path(folder) / "tree"
        copy_tracked(given.tree.resolve(), clean)
        until = "hints" if given.fast else given.until
        for fault in faults:
            outcomes.append(try_fault(clean, tree, fault, until, given.limit))
            sys.stderr.write(f"{outcomes[-1].result:17}  {fault.name}\n")
            if given.json:
                found = json.dumps([asdict(outcome) for outcome in outcomes], indent=1)
                given.json.write_text(found + "\n", encoding="utf-8")
        wrong = check_killers(clean, tree, outcomes, given.limit)
    report(outcomes)
    if wrong:
        sys.stderr.write(f"{wrong}\n")
    if wrong or any(o.result == WRONG for o in outcomes):
        return 2
    return int(any(o.result == SURVIVED for o in outcomes))


if __name__ == "__main__":
    sys.exit(main())
