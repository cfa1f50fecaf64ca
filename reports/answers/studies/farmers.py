"""What the page about farmers has of its own: the curves of farming, and what tuning leaves to gain."""

from __future__ import annotations

import math
from itertools import product
from typing import TYPE_CHECKING

from analyses.measures.number import OPEN, certainty_of
from analyses.questions.adapt import at_most
from analyses.questions.results import Results
from analyses.studies.declared import Declared
from reports.pictures.plots import COLOURS, DASHED, annotate, banded, numbers, quiet, ring
from reports.pictures.style import QUIET, RULE, Axes, Figure
from reports.words.findings import Finding
from reports.words.wording import headed, listed, values_in_words
from simulate.io.files import Rows

if TYPE_CHECKING:
    from analyses.estimates.estimate import Estimate

__all__ = ["farmers_title", "response", "sweep", "sweep_title", "worth"]

CUT = 1.5
"""Curves of points go down to so many times their height; the rest is ruin."""


def response(results: Results, study: Declared) -> str:
    """What those who were tuned leave to gain at most."""
    found = results.matching("response", "response_win")
    most = max(e.estimate.high for e in found)
    gained = sum(e.estimate.low > 0 for e in found)
    where = f"It surely gains something in {gained} of {len(found)} cases. " if gained else ""
    return (
        "Is the tuning good enough? One player was tuned against all five of a rule, with the same budget. "
        f"That player wins at most {at_most(most)} over an even share (95 % bound), under any rule and at "
        f"any table. {where}That is what a search finds; a cleverer one may find more."
    )


ROLES = ("farmer", "monk", "knight", "thief")
"""What a placed meeple may be."""


def worth(results: Results) -> Finding:
    """What a farmer is worth: the points that a placed one earns, beside meeples of other roles."""
    players = results.players[0]
    numbers = {role: results.entry("meeples", role, players=players, rule="per_field_3") for role in ROLES}
    texts = values_in_words([number.estimate for number in numbers.values()])
    values = dict(zip(ROLES, texts, strict=True))
    others = listed(f"a {role} {value}" for role, value in values.items() if role != "farmer")
    sure = certainty_of(numbers.values())
    text = f"A placed farmer earns {values['farmer']} points, {others}, with {players} players."
    if sure == OPEN:
        text = f"It is not settled what a placed farmer earns: about {values['farmer']} points, {others}."
    return Finding(text, sure, numbers, numbers["farmer"].measure.spec)


def farmers_title(results: Results, study: Declared) -> str:
    """What a fourth point does to farming."""
    fourth = study.lists["rule"][1]
    return headed(
        results.by_players("adapted_changes", "farmers", rule=fourth.name),
        "A fourth point per field: {} [more|fewer] farmers a player",
        "a fourth point per field leaves as many farmers",
        "whether a fourth point per field makes more farmers",
        1.0,
    )


def sweep_title(results: Results) -> str:
    """The farming that may win most: from the fewest to the most farmers, over all tables."""
    best = [e.estimate for e in results.by_players("price", "best_farmers", rule="per_field_3").values()]
    low = max(0.0, math.floor(10 * min(e.low for e in best)) / 10)
    high = math.ceil(10 * max(e.high for e in best)) / 10
    return f"Under the current rule the best farming lies between {low:.1f} and {high:.1f} farmers a game"


def sweep(page: Figure, results: Results, study: Declared, measure: str, label: str, scale: float) -> Rows:
    """A measure of one player against the farmers that this player places, by rule and number of players.

    The rule of the row stands out with its band; the others are thin lines behind it.
    """
    rules, counts = study.lists["rule"], results.players
    page.set_figheight(0.9 + 1.35 * len(rules))
    grid = page.subplots(len(rules), len(counts), sharex=True, sharey=True, squeeze=False)
    rows: Rows = []
    for (row, rule), (column, players) in product(enumerate(rules), enumerate(counts)):
        axes = grid[row, column]
        for other in rules:
            if other.name != rule.name:
                x, shown, _ = _points(results, players, other.name, measure, scale)
                axes.plot(x, [e.value for e in shown], color=RULE, linewidth=1.0, zorder=1)
        rows += _curve(axes, results, players, rule.name, measure, scale, COLOURS[0])
        even = 100 / players if measure == "win_share" else 0
        axes.axhline(even, color=QUIET, linewidth=0.9, linestyle=DASHED)
        if measure == "win_share":
            axes.yaxis.set_major_formatter("{x:g} %")
        axes.set_xlim(-0.15, 7.1)
        axes.set_xticks(range(0, 8, 2))
        quiet(axes, "y", "both")
        if column == 0:
            axes.set_title(" ", fontsize=9.5, pad=5)
            look = {"xycoords": "axes fraction", "fontsize": 9.5, "fontweight": "bold"}
            annotate(axes, rule.text, (0, 1), (0, 6), in_layout=False, **look)  # as wide as it is
        if row == 0:
            look = {"xycoords": "axes fraction", "ha": "right", "fontsize": 9.5}
            annotate(axes, f"{players} players", (1, 1), (0, 21), **look)
    lowest = 0 if measure == "win_share" else -CUT * max(axes.dataLim.y1 for axes in grid.flat)
    grid[0, 0].set_ylim(lowest)
    for axes in grid[-1]:
        axes.set_xlabel("farmers")
    page.supylabel(label, fontsize=10)
    return rows


def _points(
    results: Results, players: int, rule: str, measure: str, scale: float
) -> tuple[list[float], list[Estimate], int]:
    """Farmers placed, the measure there, and which of them is as tuned for the rule."""
    keys: dict[str, int | str] = {"players": players, "rule": rule}
    found = results.matching("sweep", measure, **keys)
    x = [entry.estimate.value for entry in results.matching("sweep", "farmers", **keys)]
    at = [entry.place["farming"] for entry in found].index("tuned")
    return x, [entry.estimate.times(scale) for entry in found], at


def _curve(
    axes: Axes, results: Results, players: int, rule: str, measure: str, scale: float, colour: str
) -> Rows:
    """One rule's line with its band of intervals; the tuned player is ringed."""
    x, shown, at = _points(results, players, rule, measure, scale)
    banded(axes, x, shown, colour, linewidth=1.6, marker="o", markersize=2.8)
    ring(axes, x[at], shown[at].value, colour, 6.5)
    return [
        {"players": players, "rule": rule, "farmers placed": farmers, **numbers(e)}
        for farmers, e in zip(x, shown, strict=True)
    ]
