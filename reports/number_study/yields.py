"""Sections of the report about numbers: what hexes pay for their dots, and what is scarce."""

from __future__ import annotations

from analyses.number_study.cells import LOT, STANDARD
from analyses.number_study.dots import LENGTH_MARGIN, TOKENS
from analyses.number_study.openings import EFFECT_MARGIN
from analyses.studies import Results
from reports.number_study import plots
from reports.number_study.hex_words import (
    dots_sentence,
    favourites_sentence,
    length_sentence,
    per_dot_sentence,
    promise_sentence,
    scarce_sentence,
    toll_sentence,
)
from reports.number_study.words import TOKEN_PAIRS
from reports.parts import Cell, Section, Table, shown
from reports.study_parts import cell_of, picture_of
from reports.study_words import between, percentage_points, signed_2
from rules.catan.options import RESOURCES


def dots(results: Results) -> Section:
    """Whether hexes pay what their dots promise."""
    blocked = [
        100 * results.get("dots", "blocked", players=p, way=STANDARD.name, token=TOKEN_PAIRS[0]).value
        for p in results.setting.players
    ]
    picture = picture_of(
        plots.fates(
            results,
            f"The robber keeps back {between(min(blocked), max(blocked), '.0f')} % of what a 6 or 8 "
            "should pay",
        ),
        "Stacked bars: cards a game for each dot of a hex, by token, paid, blocked by the robber, and not "
        "paid because the bank was short; a panel for each number of players.",
        "A bar as high as the others would mean that builders find every dot equally good. What is blocked "
        "is also written above the bar, as a share of what the hex should have paid.",
    )
    return Section(
        "Does the promise of the dots hold?",
        [
            "A dot is one way of 36 to roll the number. A hex whose number comes owes a card to each "
            "settlement at it and two to each city. It pays unless the robber stands there or the bank is "
            "empty; what is paid, of what is owed, is how far the promise is kept.",
            toll_sentence(results),
            promise_sentence(results),
            dots_sentence(results),
            favourites_sentence(results),
            per_dot_sentence(results),
        ],
        [picture, *(_tokens(results, players) for players in results.setting.players)],
    )


def _tokens(results: Results, players: int) -> Table:
    rows = []
    for token in (*map(str, TOKENS), *TOKEN_PAIRS):
        keys: dict[str, int | str] = {"players": players, "way": STANDARD.name, "token": token}
        rows.append(
            [
                Cell(token),
                shown(results.get("dots", "promised_per_dot", **keys), ".2f"),
                shown(results.get("dots", "per_dot", **keys), ".2f"),
                *(shown(results.get("dots", m, **keys), ".1%") for m in ("blocked", "short", "robber_there")),
            ]
        )
    return Table(
        f"Hexes by token with {players} players: cards a game for each dot, promised and paid; the shares of "
        "the promise that the robber and the empty bank keep back; and the share of turns at whose end the "
        "robber stands on such a hex.",
        ["token", "promised a dot", "paid a dot", "blocked", "bank short", "robber there"],
        rows,
    )


def scarcity(results: Results) -> Section:
    """Which resource is scarce, and what that costs."""
    return Section(
        "What is scarce?",
        [
            "Three hexes bear brick and three ore, four bear each of the others. Boards are laid by lot, so "
            "what their dots do to the length of games is an effect of the dots.",
            scarce_sentence(results),
            length_sentence(results),
            "Trades with the bank are counted by rate, not by resource, so what a player pays there for "
            "brick is not told.",
        ],
        [_resources(results, players) for players in results.setting.players],
    )


def _resources(results: Results, players: int) -> Table:
    rows = []
    for resource in RESOURCES:
        keys: dict[str, int | str] = {"players": players, "resource": resource}
        exact = results.get("scarcity", "dots_exact", **keys).value
        rows.append(
            [
                Cell(resource),
                Cell(f"{exact:.2f}"),
                shown(results.get("scarcity", "cards", **keys), ".1f"),
                shown(results.get("scarcity", "blocked", **keys), ".1%"),
                *(
                    cell_of(
                        results.entry("effects", "effect", players=players, way=way, more=resource),
                        percentage_points,
                    )
                    for way in (STANDARD.name, LOT)
                ),
                cell_of(results.entry("scarcity", "length", **keys), signed_2),
            ]
        )
    return Table(
        f"Resources with {players} players: dots of a mean board (exact); cards paid a game by all hexes; "
        "the share blocked; what a pip in the opening adds to the share of wins (percentage points, margin "
        f"{100 * EFFECT_MARGIN:g}); and what a dot on the board in place of another adds to a game (turns, "
        f"margin {LENGTH_MARGIN:g}).",
        ["resource", "dots", "cards", "blocked", "pip, chosen", "pip, by lot", "turns a dot"],
        rows,
    )
