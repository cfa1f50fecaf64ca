"""Tables and look-ups of the report about farmers."""

from __future__ import annotations

from analyses.farmer_study.study import RULES
from analyses.studies import Entry, Results
from reports.parts import Cell, Table


def ranges_of(results: Results, caption: str, measure: str) -> Table:
    """From the fewest to the most farmers of some steps of the sweep."""
    rows = []
    for rule in RULES:
        low, high = (price_of(results, f"{measure}_{end}", rule.name) for end in ("from", "to"))
        cells = [
            Cell(f"{low[p].estimate.value:.1f} to {high[p].estimate.value:.1f}" if p in low else "nowhere")
            for p in results.setting.players
        ]
        rows.append([Cell(rule.text), *cells])
    heading = ["rule", *(f"{p} players" for p in results.setting.players)]
    return Table(f"{caption} The steps with their intervals: tables/sweep.csv.", heading, rows)


def price_of(results: Results, measure: str, rule: str) -> dict[int, Entry]:
    """The entries that exist: farming may pay nowhere."""
    found = {}
    for players in results.setting.players:
        try:
            found[players] = results.entry("price", measure, players=players, rule=rule)
        except KeyError:
            continue
    return found
