"""What an answer says: before and after, in the order in which designers ask, with one certainty a clause."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from made_up import Held, comparison_of, made_up, number, overview_of, page_text
from prose import MOST_WORDS, sentences

from analyses.estimates.estimate import CHANGES, DIFFERENT, EQUIVALENT, UNDECIDED, Estimate
from analyses.measures.measure import CLOSENESS, FAIRNESS, LENGTH, QUESTIONS
from analyses.measures.number import LIKELY, OPEN, SURE, Number
from analyses.measures.vocabulary import WINNER_CHANGED, chosen, declared
from analyses.questions.compare import Comparison, compare
from analyses.studies.study import Setting
from reports.answers.evidence import numbers, rounded_up
from reports.answers.overview import Overview, values_of
from reports.answers.page import answer_of, at_a_glance, blocks, depths_of, note_of
from reports.words.changes import before_and_after, both_in_words, statement
from reports.words.wording import MARKS, MARKS_SAY
from rules.games import OWN, load
from rules.options import describe
from simulate.io.layout import PROSE
from simulate.plans.plan import make_plan


@pytest.fixture(scope="module")
def compared() -> Comparison:
    """Seat 1 has ten points more in a third of its games."""
    return made_up(1, 4000, 1 / 3)


# --- before and after


@pytest.mark.parametrize(
    ("key", "before", "change", "said"),
    [
        ("turns", 65, -7, "a game takes 58 turns in place of 65"),
        ("score", 90, 5, "a player has 95 points in place of 90"),
        ("score:seat3", 90, -5, "seat 3 has 85 points in place of 90"),
        ("lead", 12, 3, "the winner is 15 points ahead of the next in place of 12"),
        ("battles", 9, 2, "there are 11 battles a game in place of 9"),
    ],
)
def test_a_change_is_told_before_and_after_in_the_units_of_the_game(
    key: str, before: float, change: float, said: str
) -> None:
    assert before_and_after(number(key, change - 0.5, change + 0.5, before=before)) == said


def test_a_share_is_told_in_percent() -> None:
    found = number("win_share:seat1", 0.02, 0.04)
    before, after = (Estimate(x, x - 0.004, x + 0.004, 0.95, 50, "Wilson") for x in (0.333, 0.363))
    told = before_and_after(replace(found, before=before, after=after))
    assert told == "seat 1 wins 36 % of games in place of 33 %"


def test_a_number_in_words_lies_within_its_interval_and_two_are_two() -> None:
    rng = np.random.default_rng(2)
    for _ in range(500):
        values = rng.normal(0, 10.0 ** rng.integers(-1, 3), 2)
        before, after = (
            Estimate(v, v - h, v + h, 0.95, 9, "t")
            for v, h in zip(values, rng.uniform(0.01, 9, 2), strict=True)
        )
        texts = both_in_words(before, after)
        for text, value in zip(texts, (before, after), strict=True):
            assert value.low <= float(text.replace(",", "")) <= value.high
        assert texts[0] != texts[1]


def test_before_after_and_change_of_a_row_have_as_many_decimals() -> None:
    for found in (number(), number("lead", 0.02, 0.03), number("win_share:seat1", 0.0123, 0.0131)):
        before, after, change = values_of(found)
        decimals = {len(text.partition(" ")[0].partition(".")[2]) for text in (before, after, change)}
        assert len(decimals) == 1


# --- what leads


def lead_of(*found: Number, **rules: Any) -> str:
    """The measure that the answer is about."""
    lead = overview_of(comparison_of(*found, **rules)).main.lead
    return lead.measure.key if lead else ""


def test_the_first_of_the_ordered_questions_that_surely_changes_leads() -> None:
    """Length, closeness, fairness, luck, and of the rest what changes most: not whatever is largest."""
    turns, lead, wins, far = (
        number(),
        number("lead", 3, 4),
        number("win_share:seat1", 0.03, 0.04),
        number("battles", 50, 60),
    )
    assert lead_of(far, wins, lead, turns) == "turns"
    assert lead_of(far, wins, lead, number("turns", -1, 1)) == "lead"
    assert lead_of(far, wins, number("lead", -0.1, 0.1)) == "win_share:seat1"
    assert lead_of(far, number("attacks", 0.3, 0.4)) == "battles"
    about = number("turns", 1, 3)
    assert about.verdict == CHANGES
    assert lead_of(far, about) == "turns", "it surely changes, though perhaps by less than the margin"
    assert lead_of(number("turns", -3, 3), number("lead", -0.1, 0.1)) == ""


def test_what_the_rule_itself_counts_never_leads() -> None:
    points = number("score", 9, 11)
    assert lead_of(points, number("attacks", 1, 2), route_tile_points=9) == "attacks"
    ties = number("tied_rolls", 0.1, 0.2)
    assert lead_of(ties, dice_faces=4) == ""
    view = overview_of(comparison_of(ties, number("turns", -1, 1), dice_faces=4)).main
    assert "tied_rolls" in {row.measure.key for row in view.rows}, "its row is there"
    assert "tied_rolls" not in " ".join(finding.text for finding in view.findings)


def test_what_the_user_asks_for_leads_whatever_it_says() -> None:
    from analyses.studies.study import Margin

    found = comparison_of(number("score", 9, 11), route_tile_points=9)
    lead = overview_of(found, margins=(Margin("score", None, ""),)).main.lead
    assert lead is not None
    assert lead.measure.key == "score"


def test_what_follows_from_a_longer_game_is_not_told_beside_its_length() -> None:
    battles = number("battles", 2, 3)
    assert "battles" in overview_of(comparison_of(number("turns", -1, 1), battles)).sentence
    view = overview_of(comparison_of(number("turns", 5, 6), battles)).main
    assert view.findings == []
    assert [row.measure.key for row in view.rows] == ["turns", "battles"]


def seats(*values: float) -> list[Number]:
    """The points of each seat, known to one."""
    return [number(f"score:seat{n}", v - 1, v + 1) for n, v in enumerate(values, 1)]


def test_of_seats_that_move_alike_none_is_named() -> None:
    assert lead_of(*seats(5, 5.2, 4.9)) == ""
    assert lead_of(*seats(5, 9, 4.9)) == "score:seat2", "the farthest of those that do not"
    assert lead_of(*seats(5, -5, 4.9)) == "score:seat1"


def test_what_is_counted_as_open_stands_in_the_rows() -> None:
    """Also a seat of seats that move alike, and not how often another wins, which is no row."""
    found = comparison_of(number("turns", -1, 1), *seats(0, 0.2, 0.1), number("winner_changed", -0.1, 0.1))
    view = overview_of(found).main
    assert view.finding.text == "With dice_cap=4 nothing is sure to matter; 2 of 4 measures are not settled."
    assert [row.measure.key for row in view.rows if row.claim == UNDECIDED] == ["score:seat2", "score:seat3"]


def test_a_verdict_does_not_say_how_sure_it_is() -> None:
    """What only all games show may not be called sure in one column and likely in the next."""
    for verdict in MARKS:
        assert "sure" not in verdict
    assert "sure" not in MARKS_SAY


def test_another_winner_never_leads_and_is_held_against_luck(compared: Comparison) -> None:
    (won,) = [n for n in compared.changes if n.measure.name == WINNER_CHANGED.name]
    assert won.before is not None
    assert won.after is not None
    assert won.before.low < won.before.value < won.before.high, "what luck alone gives has an interval, too"
    assert won.estimate.value == pytest.approx(won.after.value - won.before.value)
    assert lead_of(won) == ""
    rows = overview_of(replace(compared, base=comparison_of().base, house=comparison_of().house)).main.rows
    assert won.measure.key not in {row.measure.key for row in rows}


def test_the_same_rule_with_other_cards_gives_as_many_other_winners_as_luck() -> None:
    """Against nothing it was always different."""
    verdicts = []
    for seed in range(8):
        first, second = (
            Held(
                np.random.default_rng(100 + seed + n),
                2000,
                np.random.default_rng(seed + 50 * n).normal(100, 20, (2000, 3)),
            )
            for n in (0, 1)
        )
        (won,) = compare(first, second, [WINNER_CHANGED.name]).changes
        assert won.after is not None
        assert won.after.value > 0.5
        verdicts.append(won.verdict)
    assert DIFFERENT not in verdicts
    assert EQUIVALENT in verdicts


def test_minutes_lead_where_a_pace_is_said() -> None:
    base, house = (Held(np.random.default_rng(1), 400, np.full((400, 3), 100.0)) for _ in range(2))
    house.held["games"]["turns"] -= 10
    found = compare(base, house, pace=60.0)
    plans = comparison_of()
    answer = overview_of(replace(found, base=plans.base, house=plans.house), pace=60.0)
    assert re.search(r"a game takes 6[\d.]+ minutes at 60 seconds a turn in place of 7", answer.sentence)


@pytest.mark.parametrize("game", OWN)
def test_options_that_move_a_measure_by_definition_are_options(game: str) -> None:
    options = {option.name for option in describe(load(game).options.Options)}
    for measure in declared(game):
        assert set(measure.set_by) - {"max_turns"} <= options, measure.key
        assert measure.question in QUESTIONS
        if measure.says:
            assert "{}" in measure.says


# --- sentences


@pytest.mark.parametrize(
    ("found", "text", "sure"),
    [
        (number(), "With dice_cap=4 a game takes 57 turns in place of 65.", SURE),
        (number("turns", -9, -7, 0.5), "With dice_cap=4 a game takes 57 turns in place of 65.", SURE),
        (number("turns", 2.5, 3.5, 4.0), "With dice_cap=4 a game takes 68 turns in place of 65.", LIKELY),
        (
            number("turns", -1, 1),
            "With dice_cap=4 nothing changes enough to matter; 1 measure compared.",
            SURE,
        ),
        (
            number("turns", -3, 3),
            "With dice_cap=4 nothing is sure to matter; 1 of 1 measure is not settled.",
            OPEN,
        ),
    ],
)
def test_the_answer_is_one_sentence_and_how_sure_it_is(found: Number, text: str, sure: str) -> None:
    answer = overview_of(comparison_of(found))
    assert (answer.sentence, answer.finding.sure) == (text, sure)


def test_no_sentence_has_more_than_twenty_words(compared: Comparison) -> None:
    plans = comparison_of()
    answer = overview_of(replace(compared, base=plans.base, house=plans.house))
    for finding in (answer.finding, *answer.findings):
        assert len(finding.text.split()) <= 20, finding.text
    assert [text for text in sentences(depths_text(answer)) if len(text.split()) > MOST_WORDS] == []


def depths_text(answer: Overview) -> str:
    """All prose of the page."""
    depths = depths_of(answer)
    return " ".join([depths.note, *(text for section in depths.evidence for text in section.prose)])


def test_rules_are_joined_as_words_are_and_a_base_of_ones_own_is_named() -> None:
    answer = overview_of(comparison_of(number()), name="dice_cap=1, dice_faces=4")
    assert answer.sentence.startswith("With dice_cap=1 and dice_faces=4 a game takes ")
    titled = overview_of(comparison_of(number()), name="four dice", is_titled=True)
    assert titled.sentence == "Four dice: a game takes 57 turns in place of 65."


def test_each_setting_has_its_own_values_and_no_range_over_them() -> None:
    found = overview_of(
        comparison_of(number(before=51), players=2), comparison_of(number(before=46), players=3),
        comparison_of(number(before=43), players=4),
    )  # fmt: skip
    assert found.sentence == (
        "With dice_cap=4 a game takes 43, 38 and 35 turns with 2-4 players in place of 51, 46 and 43."
    )
    assert found.finding.sure == SURE
    parted = overview_of(comparison_of(number(), players=3), comparison_of(number("turns", -3, 3), players=4))
    assert parted.sentence == "With dice_cap=4 a game takes 57 turns in place of 65 (3 players)."
    (block, other) = blocks(parted)
    assert (block.name, other.name) == ("3 players", "4 players")
    assert [f.sure for f in block.findings[:1]] == [SURE]
    assert other.findings[0].text.startswith("With dice_cap=4 nothing is sure to matter")


def test_policies_are_switches_and_no_clauses() -> None:
    found = overview_of(comparison_of(number()), comparison_of(number("turns", 7, 9), policy="greedy"))
    assert found.sentence == "With dice_cap=4 a game takes 57 turns in place of 65 (heuristic)."
    assert [block.name for block in blocks(found)] == ["heuristic", "greedy"]
    assert found.disagreements() == [
        "Turns a game: -8.0 [-9.0, -7.0] with heuristic and +8.0 [+7.0, +9.0] with greedy."
    ]
    html = page_text(found)
    assert 'id="switch"' in html
    assert html.count("aria-pressed") >= 2
    assert "<option" not in html


def test_many_settings_are_a_list() -> None:
    """A hundred buttons are no way to find one."""
    policies = [f"p{n}" for n in range(14)]
    found = overview_of(*(comparison_of(number(), policy=policy) for policy in policies))
    html = page_text(found)
    chosen = html.partition('id="switch"')[2].partition("</div>")[0]
    assert re.findall(r"<option[^>]*>(\w+)<", chosen) == policies
    assert chosen.count(" selected") == 1
    assert "<button" not in chosen


def test_length_always_has_a_finding_and_a_row() -> None:
    answer = overview_of(comparison_of(number("lead", 3, 4), number("turns", -1, 1)))
    assert "the winner is" in answer.sentence
    assert answer.findings[0].text == "Turns a game stay the same, within 2 turns."
    assert answer.main.rows[0].measure.question == LENGTH
    assert [row.measure.question for row in answer.main.rows] == [LENGTH, CLOSENESS]
    assert chosen(make_plan("catan", 9), ["win_share"])[0].question == FAIRNESS


def test_what_is_open_is_said_to_be_open() -> None:
    assert statement(number("turns", -3, 3)) == "it is not settled whether turns a game change"
    against = number("turns", 2.5, 3.5)
    halves = [replace(against, estimate=against.estimate.times(sign), halves=()) for sign in (1, -1)]
    contradicted = replace(against, halves=halves)
    assert contradicted.sure == OPEN
    assert statement(contradicted) == "it is not settled whether turns a game change"


# --- where it stands


def test_lines_of_the_terminal_are_short_and_end_with_signs(compared: Comparison) -> None:
    plans = comparison_of()
    text = overview_of(replace(compared, base=plans.base, house=plans.house)).lines()
    assert max(map(len, text.splitlines())) <= PROSE
    assert re.search(r" [≠Δ=?]  [●◐○]$", text, re.MULTILINE)


def test_the_same_interval_stands_in_words_rows_pictures_and_json() -> None:
    answer = overview_of(comparison_of(number("turns", -9, -7, 0.5)))
    (row,) = answer_of(answer).as_dict()["numbers"]
    assert (row["low"], row["high"]) == (-9, -7)
    assert (row["low_first"], row["high_again"]) == (-9.5, -6.5)
    text = page_text(answer)
    assert text.replace("\N{NO-BREAK SPACE}", " ").count("[-9.0, -7.0]") >= 2
    assert "-8.0 [-9.0, -7.0]  ≠  ●" in answer.lines()


def test_every_number_of_a_finding_is_linked_to_its_row() -> None:
    answer = overview_of(comparison_of(number(), number("lead", 3, 4)), comparison_of(number(), players=4))
    text = page_text(answer)
    links = re.findall(r'class="row" href="#([^"]+)"', text)
    assert links
    for link in links:
        assert text.count(f'id="{link}"') == 1


def test_the_first_picture_is_on_the_games_own_axis() -> None:
    one = at_a_glance(overview_of(comparison_of(number())))
    rows = one.csv.splitlines()
    assert rows[0].startswith("measure,,side,value")
    assert [row.split(",")[2] for row in rows[1:]] == ["A", "B"]
    assert [round(float(row.split(",")[3])) for row in rows[1:]] == [65, 57]
    two = at_a_glance(overview_of(comparison_of(number(), players=2), comparison_of(number(), players=3)))
    assert "by the number of players" in two.title


def test_the_page_says_for_what_its_intervals_hold_and_what_pairing_is_worth(compared: Comparison) -> None:
    """Pairing that is worth nothing takes as many games: not once more."""
    for n, how in (30, "max-t over blocks of games"), (29, "Bonferroni"):
        assert f"intervals for all changes of this page at once ({how})." in note_of([replace(compared, n=n)])
    looked = note_of([replace(compared, looked=True)])
    assert "intervals for all changes of this page at once (Bonferroni), and whenever one stops." in looked
    answer = overview_of(comparison_of(number()))
    table = numbers(answer, answer.main)
    assert table.caption.endswith("Pairing: so many times as many games without it.")


def test_a_margin_that_would_hold_is_rounded_up_and_written_out() -> None:
    """0.994 is not alike within 0.99; and 140 was 1.4e+02."""
    for value in (0.994, 140.1, 0.0561, 12345.0):
        text = rounded_up(value)
        assert "e" not in text
        assert float(text.replace(",", "")) >= value


def told(settings: Sequence[Setting]) -> list[tuple[int, str]]:
    """Who plays, in order."""
    return [(setting.players, setting.policy) for setting in settings]


def test_the_answer_is_of_the_usual_number_of_players() -> None:
    found = overview_of(comparison_of(number(), players=2), comparison_of(number("lead", 3, 4), players=3))
    assert told([found.main_setting]) == [(3, "heuristic")], "three is usual in Star Wars"
