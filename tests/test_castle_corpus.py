"""Every example of the corpus on the referee and the engine of Castle, and on its naive twin."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from castle_beside import (
    engine_entries,
    engine_heads,
    head_of,
    plain,
    twin_entries,
    twin_heads,
    verdict_of,
)
from castle_notation import CASTLE, RULE, agreement
from corpus import Entry, Example, Json
from naive.castle import compare, play_entry, position_after

from rules.castle.cards import standard_cards
from rules.castle.referee import Referee

REFEREE = Referee()
MOST_WAYS = 5000


@pytest.mark.rules
@pytest.mark.parametrize("heading", CASTLE.entries)
def test_example(heading: str) -> None:
    """The engine says of every line what the corpus says, and of all that lies what the twin says."""
    for claim in CASTLE.examples(heading):
        verdict = verdict_of(REFEREE, claim.record)
        assert verdict is not None, claim.where
        assert claim.verdict is not None, claim.where
        assert compare(claim.record, verdict) == [], claim.where
        assert agreement(verdict, claim.verdict) == [], f"{claim.where}: {verdict['message']}"
        if not verdict["legal"]:
            assert verdict["message"], claim.where
            assert "\n" not in verdict["message"], claim.where
        if claim.asks is not None:
            check_open(claim, *claim.asks)


def check_open(claim: Example, kind: str, said: Any) -> None:
    """What can be done on the table of the referee and in the position of the twin is what is claimed."""
    mine, position = engine_heads(REFEREE.position), position_after(claim.record)
    twins = twin_heads(position)
    assert set(mine) == set(twins), claim.where
    found: list[Any]
    if kind == "actions":
        found = sorted({head.get("card", head["do"]) for head in twins.values()})
        assert found == said, claim.where
        return
    begun, wanted = said
    if kind == "places":
        found = [place_of(head) for head in twins.values() if head.get("card") == begun]
    else:
        head = plain(head_of(begun))
        assert head in mine, claim.where
        found = sorted(engine_entries(REFEREE.position, mine[head], MOST_WAYS) or ())
        assert found == sorted(twin_entries(position, twins[head], MOST_WAYS) or ()), claim.where
    if isinstance(wanted, int):
        assert len(found) == wanted, claim.where
    else:
        texts = [text if isinstance(text, str) else plain(text) for text in found]
        assert sorted(texts) == sorted(plain(part) for part in wanted), claim.where


def place_of(head: Json) -> Json:
    """Where a card is placed."""
    return {key: part for key, part in head.items() if key not in ("do", "card")}


# --- the corpus as a whole


def test_every_rule_of_a_card_and_every_example_is_there() -> None:
    """No worked example of the rule page is left out, and every card is in three entries at least."""
    named = [rule for heading in CASTLE.entries for rule in rules_of(heading)]
    numbers = {int(rule.removeprefix("EX-CA-")) for rule in named if rule.startswith("EX")}
    assert numbers == {*range(1, 11), *range(12, 16), *range(17, 21), *range(22, 27), 28}
    assert {kind.rule for kind in standard_cards().kinds if named.count(kind.rule) < 3} == set()


def rules_of(heading: str) -> set[str]:
    """The numbers with which a heading begins, and of the rules that the entry finds broken."""
    broken = {example.verdict["rule"] for example in CASTLE.examples(heading) if example.verdict}
    return {*RULE.findall(heading.partition(":")[0]), *broken} - {None}


def test_a_turn_is_open_just_if_it_is_legal() -> None:
    """The twin lists a legal turn, or one with the same effect, among what is open, and no forbidden one."""
    for claim in CASTLE.played():
        entry = claim.record["turns"][-1] if claim.record["turns"] else None
        if entry is None or not isinstance(entry.get("do"), str):
            continue
        position = position_after(claim.record, len(claim.record["turns"]) - 1)
        head = twin_heads(position).get(plain(head_of(entry))) if position["reason"] is None else None
        listed = twin_entries(position, head, MOST_WAYS) or () if head else ()
        if claim.verdict and not claim.verdict["legal"]:
            assert plain(entry) not in listed, claim.where
        else:
            after = leads_to(position, entry)
            ways = (json.loads(text) for text in listed)
            assert plain(entry) in listed or after in (leads_to(position, way) for way in ways), claim.where


def leads_to(position: Json, entry: Json) -> Json:
    """The position after an entry."""
    after: Json = copy.deepcopy(position)
    play_entry(after, entry)
    return after


def test_a_line_that_cannot_be_read_is_named() -> None:
    """The error says file and line, and shows the line."""
    given = (2, "  given prince/B(1,1); A: courtier")
    for step in (
        "when A courtier[1,2]",
        "when A courtier(1,2): sends_back (1,1)",
        "then B: prince; hands: 3",
        "then prince(1,1)",
        "whenever A draw",
        "given prince/B(1,1); A: spy; A: thief",
    ):
        with pytest.raises(ValueError, match=r"^castle_x\.txt:3: ") as caught:
            CASTLE.read(Entry("castle_x.txt", "", [given, (3, f"  {step}")]))
        assert step in str(caught.value)
