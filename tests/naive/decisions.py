"""What the tables of decisions and trades tell, in plain pandas: a number for each measure."""

from __future__ import annotations

from typing import Any

RESOURCES = ("brick", "lumber", "wool", "grain", "ore")


def recount(run: Any) -> dict[str, float]:
    """Every measure of the tables that the run has."""
    found: dict[str, float] = {}
    if "decisions" in run.tables:
        found |= decided(run)
    if "trades" in run.tables:
        found |= traded(run["trades"])
    return found


def decided(run: Any) -> dict[str, float]:
    """Of decisions; the turns are those of the games that have any."""
    rows, games = run["decisions"], run.games
    turns = games.loc[games["game"].isin(rows["game"]), "turns"].sum()
    found = {
        "legal_moves": rows["legal"].mean(),
        "decisions_per_turn": len(rows) / turns,
        "one_legal_move": (rows["legal"] == 1).mean(),
    }
    if "meeples" in rows:
        found["without_meeple"] = (rows.loc[rows["decision"] == 0, "meeples"] == 0).mean()
    return found


def traded(rows: Any) -> dict[str, float]:
    """Of offers to players and trades with the bank."""
    offers, bank = rows[rows["rate"] == 0], rows[rows["rate"] > 0]
    no, yes = (offers[name].map(lambda seats: bin(seats).count("1")).sum() for name in ("refused", "agreed"))
    found = {
        "offers_refused": (offers["struck"] == 0).mean(),
        "answers_no": no / (no + yes),
        "bank_rate_paid": bank["rate"].mean(),
    }
    for resource in RESOURCES:
        offered, wanted = (offers[f"{side}_{resource}"].sum() for side in ("given", "wanted"))
        found[f"offered_{resource}"] = offered / sum(offers[f"given_{each}"].sum() for each in RESOURCES)
        found[f"wanted_{resource}"] = wanted / sum(offers[f"wanted_{each}"].sum() for each in RESOURCES)
        with_it = offers[offers[f"given_{resource}"] > 0]
        found[f"refused_{resource}"] = (with_it["struck"] == 0).mean()
        deals = [row for _, row in offers.iterrows() if row["struck"]]
        sides = [(row, *both) for row in deals for both in (("given", "wanted"), ("wanted", "given"))]
        found[f"{resource}_rate_players"] = rate(resource, sides)
        found[f"{resource}_rate_bank"] = rate(
            resource, [(row, "given", "wanted") for _, row in bank.iterrows()]
        )
    return found


def rate(resource: str, sides: Any) -> float:
    """Cards of a resource given for a card, by those who gave nothing else."""
    given = got = 0
    for row, mine, theirs in sides:
        gave = {each: row[f"{mine}_{each}"] for each in RESOURCES}
        if gave[resource] and sum(gave.values()) == gave[resource]:
            given += gave[resource]
            got += sum(row[f"{theirs}_{each}"] for each in RESOURCES)
    return given / got if got else float("nan")
