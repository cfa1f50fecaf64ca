"""What a report on Carcassonne says beyond who wins: meeples, farms and what features pay."""

from __future__ import annotations

from analyses.games import carcassonne
from analyses.games.rescoring import FarmRule
from analyses.measures.summary import Summary
from reports.pages.parts import (
    LEVEL,
    Cell,
    Section,
    Table,
    by_kind_and_time,
    estimate_cell,
    frame_table,
    if_kept,
    means_table,
    per_game,
    picture,
    side_table,
)
from reports.pictures import charts
from reports.words.wording import roughly
from rules.carcassonne.options import ClosedFarms
from simulate.store.runs import Run

COUNTED = "meeples placed"
OTHERWISE = "If farms were paid otherwise"


def sections(run: Run, summary: Summary) -> list[Section]:
    """The meeples, the farms, other ways to pay them, and the features; one line for what is not there."""
    in_order = [meeples(summary), farms(run, summary)]
    if carcassonne.has_farmers(run.plan):
        in_order.append(if_kept(run, summary, OTHERWISE, rescored, "farms", "features"))
    in_order.append(if_kept(run, summary, "What features pay", features, "features"))
    return in_order


def meeples(summary: Summary) -> Section:
    """Where the meeples go, and what one earns there."""
    roles = carcassonne.ROLES
    caption = f"Meeples placed in a game by role, {LEVEL} intervals."
    by_role = frame_table(
        f"By role, over all seats, {LEVEL} intervals. Points for one: all points of the source over all "
        "meeples placed for it, also those that were outnumbered or paid nothing.",
        carcassonne.earnings(summary),
        {
            "role": ("role", ""),
            "placed by a seat": ("placed", ".2f"),
            "points of a seat": ("points", ".1f"),
            "points for one": ("each", ".2f"),
        },
    )

    bars = picture(
        lambda page: charts.means(page, summary, roles, f"{COUNTED} a game"),
        charts.pieces_say(summary, COUNTED),
        f"Bars of meeples placed by role: {', '.join(roles)}. The table has the numbers.",
        f"Meeples that a seat places in a game by role, means with {LEVEL} intervals.",
    )

    prose = (
        f"When the last turn is over a seat has {carcassonne.meeples_left(summary):.2f} of its "
        f"{summary.plan.options.meeples} meeples left in the supply."
    )
    return Section(
        "Where the meeples go", [prose], [bars, means_table(summary, caption, roles, ".2f"), by_role]
    )


def farms(run: Run, summary: Summary) -> Section:
    """How many farmers there are, when they are placed, and what they earn."""
    if not carcassonne.has_farmers(run.plan):
        return Section("Farms", ["These games were played without farmers (CC-31, CC-65)."])
    farmer = carcassonne.farmer(summary)
    earns = (
        "A farmer earns once, at the end, and never comes home (CC-30); another meeple may earn and be "
        "placed again."
    )
    if run.plan.options.closed_farms == ClosedFarms.SCORE:
        earns = "A farmer whose farm is closed earns at once and comes home; others earn at the end (HR-20)."
    prose = [
        f"A farmer earns {farmer.earns:.2f} points, a meeple placed anywhere else {farmer.elsewhere:.2f}: "
        f"a difference of {farmer.more:+.2f}. {earns}",
        f"A farmer stands for {farmer.stands:.1f} of the {summary.length:.1f} turns of a game. "
        "All players’ turns count, and the one in which it is placed.",
    ]
    if "farms" in run.plan.tables:
        prose.append(_farms_say(run, carcassonne.farms(run, summary.n)))
    by_side = side_table(
        summary,
        f"Farmers by seat, {LEVEL} intervals. Turns: from the one in which a farmer is placed to "
        "the last in which it stands.",
        lambda side: carcassonne.as_farmer(summary, side),
        {
            "farmers": ("farmers", ".2f"),
            "farm points": ("points", ".1f"),
            "points for one": ("each", ".2f"),
            "turns it stands": ("stands", ".1f"),
        },
    )

    farmers_a_game = summary.moments.mean(summary.everyone("farmers"))
    return Section("Farms", prose, [per_game(summary.tally, farmers_a_game, "farmers"), by_side])


def _farms_say(run: Run, farms: carcassonne.Farms) -> str:
    """What the farms that hold farmers are like."""
    closing = run.plan.options.closed_farms == ClosedFarms.SCORE
    when = "At the end, or as they are closed," if closing else "At the end"
    return (
        f"{when} {farms.a_game:.2f} farms of a game hold farmers. Such a farm has {farms.farmers:.2f} "
        f"farmers and {farms.tiles:.1f} tiles and borders {farms.cities:.2f} complete cities; "
        f"{farms.barren:.1%} of them border none and pay nobody. On {farms.contested:.1%} stand farmers of "
        f"two seats or more, and on {farms.tied:.1%} two seats or more share the majority."
    )


def rescored(run: Run, summary: Summary) -> Section:
    """What the same games would have paid under other rules of farms and small cities."""
    if not run.is_complete:
        return Section(OTHERWISE, [f"The run is not finished: {run.command}"])
    table = carcassonne.rescored(run)
    played = FarmRule.of(run.plan.options)
    rows = []
    for _, row in table.iterrows():
        rule = row["rule"]
        if rule == played:
            changes = [Cell("as played"), Cell("")]
        else:
            changes = [estimate_cell(row["more"], "+.1f"), estimate_cell(row["other_winners"], ".1%")]
        rows.append(
            [
                Cell(rule.method),
                Cell(rule.small_city),
                Cell(row["preset"]),
                Cell(str(rule.points)),
                estimate_cell(row["farm"], ".1f"),
                *changes,
            ]
        )

    presets = [preset for preset in table["preset"] if preset and preset != run.plan.preset]
    prose = [
        "The same games, paid by each farm method (CC-62 to CC-64) and by the printed editions: exact, since "
        "nothing else moves. Players who knew the rule would have placed other farmers; how they would play, "
        f"new games say: --preset {' or --preset '.join(presets)}."
    ]

    caption = (
        f"Means of a seat and game with {LEVEL} intervals. Small city: what a complete city of two tiles is "
        "worth (CC-45). A city: points for a city (CC-66). Change: of the mean score, against the games as "
        "played. Other winners: games that others would have won, or shared."
    )

    heading = ["method", "small city", "preset", "a city", "farm points", "change", "other winners"]
    return Section(OTHERWISE, prose, [Table(caption, heading, rows, 3)])


def features(run: Run, summary: Summary) -> Section:
    """What a complete and an incomplete feature pays, and how large features grow."""
    scorings = carcassonne.scorings(run, summary.n)
    table = by_kind_and_time(
        scorings,
        {"points": ".2f", "tiles": ".2f", "shared": ".1%"},
        "Tiles of a cloister are its nine places that hold one. Shared: two seats or more are each paid in "
        "full (CC-34).",
    )

    in_play, at_end = scorings.loc[scorings["kind"] == "cities", "pennants"]
    prose = f"A complete city that pays has {in_play:.2f} pennants, one that pays at the end {at_end:.2f}."
    sizes = carcassonne.scorings_by_size(run, summary.n)
    small_cities = sizes[(sizes["kind"] == "cities") & (sizes["tiles"] == 2) & ~sizes["final"]]
    headline = "Scorings by size"
    if len(small_cities):
        count = roughly(small_cities["scorings"].iloc[0])
        headline = f"About {count} complete cities of two tiles are scored in a game"
    bars = picture(
        lambda page: charts.sizes(page, sizes),
        headline,
        f"Bar charts of scorings a game by number of tiles: roads, cities and cloisters. {headline}.",
        f"Scorings a game by number of tiles, with {LEVEL} intervals. The last bar holds larger features "
        "too. Of a cloister its places that hold tiles are counted.",
    )
    return Section("What features pay", [prose], [table, bars])
