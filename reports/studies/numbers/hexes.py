"""The report about numbers on hexes: what they pay for their dots, and which resource is scarce."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from analyses.catan import TOKENS
from analyses.studies.numbers.cells import LOT, STANDARD
from analyses.studies.numbers.dots import LENGTH_MARGIN, PAID_MARGIN
from analyses.studies.numbers.openings import EFFECT_MARGIN
from analyses.studies.study import Entry, Results
from reports.parts import Cell, Section, Table, marked, picture, shown
from reports.studies.numbers import plots
from reports.studies.numbers.words import TOKEN_PAIRS, elsewhere_words
from reports.words import by_players, listed, part, points, sized, span, told, verdicts
from rules.catan.options import RESOURCES

# --- sentences about dots


def changed(results: Results, measure: str) -> dict[int, Entry]:
    """How 6 and 8 differ from 5 and 9."""
    return results.across("dots_changes", measure, way=STANDARD.name)


def _against(found: Mapping[int, Entry], of: str) -> str:
    """So much less than another, if that is settled at every table; else by how much it differs."""
    if not all(entry.estimate.high < 0 for entry in found.values()):
        return f"{by_players(found, '+.1%')} against {of}"
    turned = {players: replace(entry, estimate=entry.estimate.times(-1)) for players, entry in found.items()}
    return f"{by_players(turned, '.1%', 'less')} than {of}"


def _of_pairs(results: Results, measure: str) -> list[str]:
    """The number of 6 and 8, and that of 5 and 9."""
    pairs = (results.across("dots", measure, way=STANDARD.name, token=token) for token in TOKEN_PAIRS)
    return [by_players(found, ".1%") for found in pairs]


def toll_sentence(results: Results) -> str:
    """What the robber takes from 6 and 8, against 5 and 9."""
    change = changed(results, "paid_change")
    return (
        f"For each dot, a settlement at a 6 or 8 is paid {_against(change, 'one at a 5 or 9')}; the robber "
        f"sits there ({verdicts(change, part(PAID_MARGIN))}); {elsewhere_words(results, 'paid_change', '%')}."
    )


def promise_sentence(results: Results) -> str:
    """What is paid of the cards that dots promise."""
    red, near = _of_pairs(results, "paid")
    return (
        f"Of the cards that their dots promise, hexes with a 6 or 8 pay {red}; those with a 5 or 9 pay "
        f"{near}."
    )


def dots_sentence(results: Results) -> str:
    """What a red number is worth after the robber, in dots."""
    return (
        f"After the robber a 6 or 8 is worth {by_players(changed(results, 'red_dots'), '.2f', 'dots')}, not "
        f"5; a 5 or 9 is worth {by_players(changed(results, 'next_dots'), '.2f')}, not 4."
    )


def favourites_sentence(results: Results) -> str:
    """How much of their yield is blocked, and how long the robber stays."""
    red, near = _of_pairs(results, "blocked")
    change = changed(results, "robber_there")
    shown = all(entry.estimate.low > 0 for entry in change.values())
    more = "more of the turns than" if shown else "of the turns, against"
    return (
        f"6 and 8 are {'' if shown else 'not shown to be '}the robber’s favourites: it blocks {red} of their "
        f"cards, and {near} of those of 5 and 9. It stands on a given 6 or 8 in "
        f"{by_players(change, '+.1pp', 'percentage points')} {more} on a given 5 or 9."
    )


def per_dot_sentence(results: Results) -> str:
    """Cards of a whole hex, dot for dot: whatever is built there."""
    change = changed(results, "hex_change")
    return (
        "Dot for dot, a whole hex with a 6 or 8, whatever is built at it, pays "
        f"{_against(change, 'a hex with a 5 or 9')} ({verdicts(change, part(PAID_MARGIN))})."
    )


ON_DOTS = toll_sentence, promise_sentence, dots_sentence, favourites_sentence, per_dot_sentence

# --- sentences about what is scarce


def effect_words(results: Results, more: str, unit: str) -> tuple[str, str]:
    """What one more of something adds to the share of wins, where policies chose and where chance did."""
    chosen, lot = (results.across("effects", "effect", way=way, more=more) for way in (STANDARD.name, LOT))
    margin = points(EFFECT_MARGIN)
    return sized(chosen, "+.1pp", margin, unit), sized(lot, "+.1pp", margin)


def scarce_sentence(results: Results) -> str:
    """What lies on the boards, and whether a pip of what is scarce is worth more."""
    few, many = (
        results.value("scarcity", "dots_exact", players=results.players[0], resource=resource)
        for resource in ("brick", "wool")
    )
    chosen, lot = effect_words(results, "scarce over others", "percentage points of wins")
    return (
        f"Brick and ore have {few:.2f} dots on a mean board, the others {many:.2f} (exact). In place of a "
        f"pip of one of the others, a pip of brick or ore in the opening goes with {chosen}, by lot with "
        f"{lot}."
    )


def length_sentence(results: Results) -> str:
    """How the dots of a resource on the board move the length of the game."""
    said = []
    for resource in ("brick", "ore"):
        found = results.across("scarcity", "length", resource=resource)
        longer = sized(found, "+.2f", f"{LENGTH_MARGIN:g} turns", "turns")
        said.append(f"a dot more of {resource} changes the length of a game by {longer}")
    return f"On the board, in place of a dot of something else, {listed(said)}."


ON_SCARCITY = scarce_sentence, length_sentence

# --- sections


def dots(results: Results) -> Section:
    """Whether hexes pay what their dots promise."""
    blocked = results.across("dots", "blocked", way=STANDARD.name, token=TOKEN_PAIRS[0])
    bars = picture(
        plots.fates,
        f"The robber keeps back {span(blocked.values())} % of what a 6 or 8 should pay",
        "Stacked bars: cards a game for each dot of a hex, by token, paid, blocked by the robber, and not "
        "paid because the bank was short; a panel for each number of players.",
        "A bar as high as the others would mean that builders find every dot equally good. What is blocked "
        "is also written above the bar, as a share of what the hex should have paid.",
        results,
    )
    return Section(
        "Does the promise of the dots hold?",
        [
            "A dot is one way of 36 to roll the number. A hex whose number comes owes a card to each "
            "settlement at it and two to each city. It pays unless the robber stands there or the bank is "
            "empty; what is paid, of what is owed, is how far the promise is kept.",
            *told(results, ON_DOTS),
        ],
        [bars, *(_tokens(results, players) for players in results.players)],
    )


def _tokens(results: Results, players: int) -> Table:
    columns = {
        "promised_per_dot": ".2f",
        "per_dot": ".2f",
        "blocked": ".1%",
        "short": ".1%",
        "robber_there": ".1%",
    }
    rows = []
    for token in (*map(str, TOKENS), *TOKEN_PAIRS):
        keys: dict[str, int | str] = {"players": players, "way": STANDARD.name, "token": token}
        numbers = (shown(results.get("dots", measure, **keys), spec) for measure, spec in columns.items())
        rows.append([Cell(token), *numbers])
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
            *told(results, ON_SCARCITY),
            "Trades with the bank are counted by rate, not by resource, so what a player pays there for "
            "brick is not told.",
        ],
        [_resources(results, players) for players in results.players],
    )


def _resources(results: Results, players: int) -> Table:
    rows = []
    for resource in RESOURCES:
        keys: dict[str, int | str] = {"players": players, "resource": resource}
        effects = (
            results.entry("effects", "effect", players=players, way=way, more=resource)
            for way in (STANDARD.name, LOT)
        )
        rows.append(
            [
                Cell(resource),
                Cell(f"{results.value('scarcity', 'dots_exact', **keys):.2f}"),
                shown(results.get("scarcity", "cards", **keys), ".1f"),
                shown(results.get("scarcity", "blocked", **keys), ".1%"),
                *(marked(effect, "+.1pp") for effect in effects),
                marked(results.entry("scarcity", "length", **keys), "+.2f"),
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
