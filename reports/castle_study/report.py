"""The study of Castle as one HTML report and as lines for a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from analyses.castle_study.cards import CARD_MARGIN
from analyses.castle_study.claims import CLAIMS, asked
from analyses.castle_study.length import HALF_HOUR, HOUR
from analyses.castle_study.skill import LUCK_MARGIN, PAIRS
from analyses.castle_study.study import EVERYBODY, POLICIES
from analyses.castle_study.variants import MINUTES_MARGIN, VARIANTS
from analyses.estimate import Estimate
from analyses.studies import Results
from analyses.summary import FAIR
from reports.castle_study.card_sections import console_cards, power, returns, variants, who_plays
from reports.castle_study.card_words import VARIANT_WORDS, card_sentence, return_sentence, variant_sentence
from reports.castle_study.method import WHO, method, note
from reports.castle_study.sections import length, rulebook, seats, skill
from reports.castle_study.words import (
    PACE,
    claim_number,
    claim_sentences,
    deal_sentence,
    dispute_sentences,
    headline,
    length_sentence,
    luck_sentence,
    pace_sentences,
    plain_1,
    plain_2,
    seat_sentence,
    won_sentence,
)
from reports.page import fill
from reports.study_parts import Row, lines_of
from reports.study_words import (
    MARKS_SAY,
    about,
    at_tables,
    care,
    percent,
    percentage_points,
    signed,
    signed_2,
)
from reports.words import policy_words

TITLE = "Castle: how long, how much luck, which cards?"


def page(results: Results, command: str) -> str:
    """One self-contained HTML file."""
    texts = policy_words("castle")
    return fill(
        "study.html",
        title=TITLE,
        about=["Castle", *about(results)],
        finding=headline(results),
        care=care(results, dispute_sentences(results)),
        careful="who plays",
        said=in_short(results),
        note=note(),
        sections=[
            rulebook(results),
            length(results),
            skill(results),
            seats(results),
            power(results),
            returns(results),
            variants(results),
            who_plays(results),
        ],
        policies=[(name, texts.get(name, "")) for name in EVERYBODY],
        margins=[
            *((f"“{claim.quote}”", f"holds if {claim.test}") for claim in CLAIMS),
            ("share of wins of a place at the table, or of one player", f"{100 * FAIR:g} percentage points"),
            ("share of wins of a card", f"{100 * CARD_MARGIN:g} percentage points"),
            *((f"another rule: {words}", margin) for words, _, margin in VARIANT_WORDS.values()),
        ],
        method=method(results.setting.n),
        who=WHO,
        command=command,
    )


def in_short(results: Results) -> list[str]:
    """What a player wants to know first."""
    return [
        *claim_sentences(results),
        won_sentence(results),
        luck_sentence(results),
        length_sentence(results),
        *pace_sentences(results),
        seat_sentence(results),
        card_sentence(results),
        return_sentence(results),
    ]


def sentences(results: Results) -> list[str]:
    """All findings that may be quoted, the doubts first."""
    return [
        *dispute_sentences(results),
        *in_short(results),
        deal_sentence(results),
        *(length_sentence(results, policy) for policy in POLICIES[1:]),
        *(seat_sentence(results, policy) for policy in POLICIES[1:]),
        *(variant_sentence(results, variant) for variant in VARIANTS),
    ]


# --- the terminal


def summary(results: Results) -> str:
    """The findings in lines for a terminal."""
    lines = [f"{TITLE} {', '.join(about(results))}", ""]
    lines += [f" {text}" for text in care(results, dispute_sentences(results))]
    lines += ["", " the rulebook"]
    for claim, entries in asked(results):
        lines.append(f"   “{claim.quote}” ({claim.test})")
        lines += [
            f"     {who:<28}{claim_number(claim, entry.estimate):<28}{claim.judge(entry)}"
            for who, entry in entries
        ]
    for title, rows in _blocks(results):
        lines += lines_of(results, title, rows)
    lines += [
        "",
        f" cards in the first hand that change the share of wins by more than {100 * CARD_MARGIN:g} "
        "percentage points",
        *console_cards(results),
    ]
    return "\n".join([*lines, "", f" {MARKS_SAY}", "", headline(results)])


def _blocks(results: Results) -> Iterator[tuple[str, list[Row]]]:
    """The tables that a terminal shows."""

    def lengths(measure: str, show: Callable[[Estimate], str]) -> list[Row]:
        return [(policy, at_tables(results, "length", measure, policy=policy), show) for policy in EVERYBODY]

    yield "rounds", lengths("rounds", plain_1)
    yield "turns", lengths("turns", plain_1)
    yield f"minutes at {PACE}", lengths("minutes", plain_1)
    yield "games over half an hour", lengths(f"over_{HALF_HOUR}", percent)
    yield "games over an hour", lengths(f"over_{HOUR}", percent)
    yield (
        "one better player wins",
        [(pair.name, at_tables(results, "skill", "strong_wins", pair=pair.name), percent) for pair in PAIRS],
    )
    yield (
        f"luck index (margin of a difference {LUCK_MARGIN:g})",
        [(pair.name, at_tables(results, "skill", "luck", pair=pair.name), plain_2) for pair in PAIRS],
    )
    yield (
        f"who begins: share of wins over an even share, pp (margin {100 * FAIR:g})",
        [
            (policy, at_tables(results, "seats", "above_fair", policy=policy, position=1), percentage_points)
            for policy in POLICIES
        ],
    )
    yield (
        f"other rules: change of minutes (margin {MINUTES_MARGIN:g}), {POLICIES[0]}",
        [
            (v.label, at_tables(results, "variants", "minutes", variant=v.name, policy=POLICIES[0]), signed)
            for v in VARIANTS
        ],
    )
    yield (
        f"other rules: change of the luck index (margin {LUCK_MARGIN:g}), {PAIRS[0].name}",
        [
            (v.label, at_tables(results, "variants", "luck", variant=v.name, policy=PAIRS[0].name), signed_2)
            for v in VARIANTS
        ],
    )


__all__ = ["page", "sentences", "summary"]
