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
    frame_table,
    if_kept,
    means_table,
    per_game,
    picture,
    shown,
    side_table,
)
from reports.pictures import charts
from reports.words.wording import roughly
from simulate.store.runs import Run

COUNTED = "meeples placed"
OTHERWISE = "If farms were paid otherwise"


def sections(run: Run, summary: Summary) -> list[Section]:
    """The meeples, the farms, other ways to pay them, and the features; one line for what is not there."""
    found = [meeples(summary), farms(run, summary)]
    if carcassonne.has_farmers(run.plan):
        found.append(if_kept(run, summary, OTHERWISE, rescored, "farms", "features"))
    return [*found, if_kept(run, summary, "What features pay", features, "features")]


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
        f"When the last turn is over a seat has {carcassonne.left(summary):.2f} of its "
        f"{summary.plan.options.meeples} meeples left in the supply."
    )
    return Section(
        "Where the meeples go", [prose], [bars, means_table(summary, caption, roles, ".2f"), by_role]
    )


def farms(run: Run, summary: Summary) -> Section:
    """How many farmers there are, when they are placed, and what they earn."""
    if not carcassonne.has_farmers(run.plan):
        return Section("Farms", ["These games were played without farmers (CC-31, CC-65)."])
    known = carcassonne.farmer(summary)
    more = f"{known.more:+.2f}"
    prose = [
        f"A farmer earns {known.earns:.2f} points, a meeple placed anywhere else {known.elsewhere:.2f}: "
        f"a difference of {more}. A farmer earns once, at the end, and never comes home (CC-30); another "
        "meeple may earn and be placed again.",
        f"A farmer stands for {known.stands:.1f} of the {summary.length:.1f} turns of a game. "
        "All players’ turns count, and the one in which it is placed.",
    ]
    if "farms" in run.plan.tables:
        prose.append(_farms_say(carcassonne.farms(run, summary.n)))
    by_side = side_table(
        summary,
        f"Farmers by seat, {LEVEL} intervals. Turns: from the one in which a farmer is placed to the end.",
        lambda side: carcassonne.as_farmer(summary, side),
        {
            "farmers": ("farmers", ".2f"),
            "farm points": ("points", ".1f"),
            "points for one": ("each", ".2f"),
            "turns it stands": ("stands", ".1f"),
        },
    )
    often = summary.moments.mean(summary.everyone("farmers"))
    return Section("Farms", prose, [per_game(summary.tally, often, "farmers"), by_side])


def _farms_say(known: carcassonne.Farms) -> str:
    """What the farms that hold farmers are like."""
    return (
        f"At the end {known.a_game:.2f} farms of a game hold farmers. Such a farm has {known.farmers:.2f} "
        f"farmers and {known.tiles:.1f} tiles and borders {known.cities:.2f} complete cities; "
        f"{known.barren:.1%} of them border none and pay nobody. On {known.contested:.1%} stand farmers of "
        f"two seats or more, and on {known.tied:.1%} two seats or more share the majority."
    )


def rescored(run: Run, summary: Summary) -> Section:
    """What the same games would have paid under other rules of farms and small cities."""
    if not run.is_complete:
        return Section(OTHERWISE, [f"The run is not finished: {run.command}"])
    table = carcassonne.rescored(run)
    played = FarmRule.of(run.plan.options)
    rows = [
        [
            Cell(row["rule"].method),
            Cell(row["rule"].small_city),
            Cell(row["preset"]),
            Cell(str(row["rule"].points)),
            shown(row["farm"], ".1f"),
            *(
                [Cell("as played"), Cell("")]
                if row["rule"] == played
                else [shown(row["more"], "+.1f"), shown(row["other_winners"], ".1%")]
            ),
        ]
        for _, row in table.iterrows()
    ]
    others = [preset for preset in table["preset"] if preset and preset != run.plan.preset]
    prose = [
        "The same games, paid by each farm method (CC-62 to CC-64) and by the printed editions: exact, since "
        "nothing else moves. Players who knew the rule would have placed other farmers; how they would play, "
        f"new games say: --preset {' or --preset '.join(others)}."
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
    early, late = scorings.loc[scorings["kind"] == "cities", "pennants"]
    prose = f"A complete city that pays has {early:.2f} pennants, one that pays at the end {late:.2f}."
    sizes = carcassonne.scorings_by_size(run, summary.n)
    often = sizes[(sizes["kind"] == "cities") & (sizes["tiles"] == 2) & ~sizes["final"]]
    says = "Scorings by size"
    if len(often):
        says = f"About {roughly(often['scorings'].iloc[0])} complete cities of two tiles are scored in a game"
    bars = picture(
        lambda page: charts.sizes(page, sizes),
        says,
        f"Bar charts of scorings a game by number of tiles: roads, cities and cloisters. {says}.",
        f"Scorings a game by number of tiles, with {LEVEL} intervals. The last bar holds larger features "
        "too. Of a cloister its places that hold tiles are counted.",
    )
    return Section("What features pay", [prose], [table, bars])
