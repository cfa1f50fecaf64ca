"""`simulate odds`: the exact odds of a Star Wars Carcassonne battle."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rules.starwars.options import Options
from simulate.cli.options import FORCE, path_option
from simulate.io.console import next_step, say, say_json
from simulate.io.layout import aligned
from simulate.plans.request import command_line

if TYPE_CHECKING:
    from analyses.games.odds import BattleOdds

STANDARD = Options()

LONGEST_FRACTION = 24
"""Characters of the longest fraction shown in a table; --json shows longer ones."""

FIRST_ROLL = " wins roll, ties, loses: alone on top, sharing the top, below it in the first roll"
POINTS_SAY = " points: expected in the whole battle, without those of the feature"
"""Under a table: what its numbers are."""

MANY = "-"
"""Stands for a fraction too long to show."""


@click.command("odds", short_help="Exact odds of a Star Wars Carcassonne battle.")
@click.argument("pools", nargs=-1, type=int, metavar="[DICE]...")
@click.option(
    "--faces",
    default=STANDARD.dice_faces,
    help="Faces of a die. More faces mean fewer ties, so fewer points for them.",
)
@click.option(
    "--cap",
    default=STANDARD.dice_cap,
    help="Most dice a fighter may roll (SW-30). Pools above it are cut; raise it to see what the limit does.",
)
@click.option(
    "--tie-points",
    default=STANDARD.tied_roll_points,
    help="Points to each who shares the top of a roll (SW-36), whoever wins in the end.",
)
@click.option(
    "--loser-points",
    default=STANDARD.loser_die_points,
    help="Points to a loser for each die (SW-39): what softens a lost battle.",
)
@click.option(
    "--loser-points-rule",
    default=STANDARD.loser_points.word,
    metavar="RULE",
    help="dice_of_one_roll counts a loser's dice once; dice_of_every_roll once for each roll the loser took "
    "part in, the other reading of the rulebook (SW-40).",
)
@click.option(
    "--all", "all_pools", is_flag=True, help="A table of all pools up to the cap, instead of one battle."
)
@click.option(
    "--fighters",
    type=int,
    help="Fighters in the table of all pools, 2 to 5; 2 unless given. One battle has one for each DICE.",
)
@path_option(
    "--picture",
    "FILE",
    "Also write a heat map of all pools to this file; its suffix, .png or .svg, is the format.",
)
@FORCE
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, with every fraction in full.")
def command(
    pools: tuple[int, ...],
    all_pools: bool,
    fighters: int | None,
    picture: Path | None,
    force: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Exact odds of a Star Wars Carcassonne battle.

    Give the dice of each fighter, two to five numbers: `simulate odds 2 1`. Without numbers it shows all
    battles of two. Nothing is simulated: what a run's battles show can be held against these odds.
    """
    if pools and all_pools:
        raise click.UsageError(
            "give the dice of one battle or --all, not both: simulate odds --all --fighters N"
        )
    if pools and fighters is not None:
        raise click.UsageError("--fighters is for the table of all pools; one battle has one for each DICE")
    count = len(pools) or (2 if fighters is None else fighters)
    dice = {name: options[name] for name in ("faces", "cap")}
    house = {name: options[name] for name in ("tie_points", "loser_points", "loser_points_rule")}
    from analyses.games.odds import POINTS, battle_odds, check_fighters, odds_table, whole_in
    from simulate.io.files import PICTURE, check_output

    check_fighters(count)
    if picture:  # what draws is loaded only then
        from reports.pictures.odds import save_heat_map
        from reports.pictures.plots import check_picture

        check_picture(picture)
        check_output(picture, PICTURE, force)

    whole_in("loser_points", house["loser_points"], POINTS)  # by the name of its flag
    rules = dice | house
    rules["loser_die_points"] = rules.pop("loser_points")
    if pools:
        odds = battle_odds(pools, **rules)
        facts, lines = _battle_json(odds), _battle_lines(odds, pools, dice["cap"])
    else:
        rows = odds_table(count, **rules).to_dict("records")
        facts = {"n_fighters": count, "battles": rows}
        lines = _table_lines(rows, count, **dice)
    if picture:
        save_heat_map(picture, fighters=count, **dice)

    if as_json:
        say_json(dice | house | facts)
        return
    for line in lines:
        say(line)
    files = [picture] if picture else []
    next_step(_next_command(count, dice | house, bool(pools), picture), *files)


def _battle_lines(odds: BattleOdds, pools_given: tuple[int, ...], cap: int) -> list[str]:
    """One battle for a reader: percentages, then the same as fractions."""
    sizes = ", ".join(map(str, odds.pools[:-1])) + f" and {odds.pools[-1]}"
    note = f" ({', '.join(map(str, pools_given))} cut to the cap)" if odds.pools != pools_given else ""
    rows = list(
        zip(odds.pools, odds.roll_win, odds.roll_tie, odds.roll_lose, odds.win, odds.points, strict=True)
    )
    heading = ["", "dice", "wins roll", "ties", "loses", "wins battle", "points"]
    percentages = [
        [f"fighter {i}", str(size), *map(_percent, chances), f"{float(points):.4f}"]
        for i, (size, *chances, points) in enumerate(rows, 1)
    ]
    fractions = [
        [f"fighter {i}", str(size), *map(_fraction, values)] for i, (size, *values) in enumerate(rows, 1)
    ]

    lines = [
        f"Battle of {sizes} dice{note}, {odds.faces} faces, at most {_dice(cap)} a fighter; exact",
        "",
        *aligned([heading, *percentages, [""] * len(heading), *fractions], 1, "  ", labels=2),
        "",
        f" {float(odds.tied_rolls):.4f} tied rolls expected in the battle{_brackets(odds.tied_rolls)}; "
        f"the first roll ties in {_percent(odds.tied_roll)}{_brackets(odds.tied_roll)}",
        FIRST_ROLL,
        POINTS_SAY,
    ]
    if any(MANY in row for row in fractions):
        lines.append(f" {MANY} a fraction too long to show; --json prints it")
    return lines


def _table_lines(rows: list[dict[Any, Any]], fighters: int, faces: int, cap: int) -> list[str]:
    """The table of all pools for a reader; fractions for the two chances to win."""
    heading = ["mine", "theirs", "wins roll", "", "ties", "loses", "wins battle", "", "tied rolls", "points"]
    body = [
        [
            str(row["dice"]),
            row["rivals"],
            _percent(row["roll_win"]),
            _fraction(row["roll_win_exact"]),
            _percent(row["roll_tie"]),
            _percent(row["roll_lose"]),
            _percent(row["win"]),
            _fraction(row["win_exact"]),
            f"{row['tied_rolls']:.4f}",
            f"{row['points']:.4f}",
        ]
        for row in rows
    ]
    lines = [
        f"All battles of {fighters} fighters, my dice against theirs, {faces} faces, "
        f"at most {_dice(cap)} a fighter; exact",
        "",
        *aligned([heading, *body], 0, "  ", labels=2),
        "",
        FIRST_ROLL,
        " tied rolls: expected in the whole battle",
        f"{POINTS_SAY}, for me",
    ]
    if any(MANY in row for row in body):
        lines.append(f" {MANY} a fraction too long to show; --json prints it")
    return lines


def _battle_json(odds: BattleOdds) -> dict[str, Any]:
    """One battle for a script."""
    from analyses.games.odds import with_fractions

    names = ("roll_win", "roll_tie", "roll_lose", "win", "points")
    fighters = []
    for i, size in enumerate(odds.pools):
        of_fighter = {name: getattr(odds, name)[i] for name in names}
        fighters.append({"dice": size} | with_fractions(of_fighter))
    of_battle = {"tied_roll": odds.tied_roll, "tied_rolls": odds.tied_rolls, "rolls": odds.rolls}
    return {"fighters": fighters} | with_fractions(of_battle)


def _dice(n: int) -> str:
    return "1 die" if n == 1 else f"{n} dice"


def _percent(chance: Fraction | float) -> str:
    return f"{100 * float(chance):.2f} %"


def _fraction(value: Fraction | str) -> str:
    text = str(value)
    return text if len(text) <= LONGEST_FRACTION else MANY


def _brackets(value: Fraction) -> str:
    """The fraction in brackets behind its decimal form, if it is short."""
    text = _fraction(value)
    return "" if text == MANY else f" ({text})"


def _next_command(fighters: int, options: dict[str, Any], one_battle: bool, picture: Path | None) -> str:
    """From one battle to the table, from the table to the picture, from there to the game."""
    if picture:
        return "simulate --game starwars"
    defaults = {parameter.name: parameter.default for parameter in command.params}
    words = {name: value for name, value in options.items() if value != defaults[name]}
    differing = {"fighters": None if fighters == 2 else fighters} | words
    return command_line("odds", "--all", **differing, picture=None if one_battle else "odds.png")
