"""What the console and the report say in the same words."""

from __future__ import annotations

from analyses.estimate import DIFFERENT, EQUIVALENT
from analyses.summary import FAIR, Side, Summary, analysis_of
from rules import games
from simulate.plan import Plan
from simulate.policies import built_in


def title(plan: Plan) -> str:
    """The game's name."""
    return str(games.load(plan.game).title)


def count(n: int) -> str:
    """So many games.

    >>> count(1), count(2500)
    ('1 game', '2,500 games')
    """
    return f"{n:,} game" if n == 1 else f"{n:,} games"


def unit(plan: Plan) -> str:
    """What scores count: points, or the cards that are left."""
    return str(games.load(plan.game).unit)


def low_wins(plan: Plan) -> bool:
    """Whether the lowest score is the best."""
    return bool(games.load(plan.game).low_wins)


def games_words(summary: Summary) -> str:
    """How many games, and of how many if some are still to be played."""
    return count(summary.n) if summary.n == summary.plan.n else f"{summary.n:,} of {count(summary.plan.n)}"


def table_words(plan: Plan) -> list[str]:
    """Who sits at the table: players, the edition if it is not the standard one, policy and seed."""
    words = [f"{plan.players} players"]
    if plan.preset != next(iter(games.load(plan.game).options.PRESETS)):
        words.append(f"preset {plan.preset}")
    names = [policy.name for policy in plan.policies]
    words.append(f"policy {names[0]}" if len(set(names)) == 1 else "policies by seat")
    return [*words, f"seed {plan.seed}"]


def policy_words(game: str) -> dict[str, str]:
    """What each policy that comes with a game is, in a line."""
    return {"random": "any legal move with equal chance"} | {
        name: str(style["text"]) for name, style in built_in(game).items()
    }


def side_words(plan: Plan, side: Side) -> dict[str, str]:
    """The words of a side under their headings, with its policy if the seats differ in theirs."""
    kind = "seat" if len(side.seats) == 1 else "team"
    words = {kind: side.number, **side.words}
    if len({policy.name for policy in plan.policies}) > 1:
        words["policy"] = "+".join(dict.fromkeys(plan.policies[seat].name for seat in side.seats))
    return words


def side_name(plan: Plan, side: Side) -> str:
    """The side in running text: ``seat 1 (red, rebel)``."""
    (kind, number), *rest = side_words(plan, side).items()
    return f"{kind} {number} ({', '.join(word for _, word in rest)})" if rest else f"{kind} {number}"


def finding(summary: Summary) -> str:
    """The run in one sentence: who wins, how far from even, the verdict, and what else counts."""
    plan, side = summary.plan, summary.uneven
    above = summary.win_share(side).minus(summary.even).times(100)
    remark = analysis_of(plan.game).remark(summary)
    direction = "less" if above.value < 0 else "more"
    name = side_name(plan, side)
    kind = "teams" if len(side.seats) > 1 else "seats"
    margin = f"{100 * FAIR:g} percentage points"
    verdict = {
        DIFFERENT: f"the {kind} differ by more than {margin}",
        EQUIVALENT: f"the {kind} are even within {margin}",
    }.get(summary.fairness, f"whether the {kind} are even within {margin} is undecided at this n")
    return (
        f"{name[0].upper()}{name[1:]} wins {summary.win_share(side):.1%} of {count(summary.n)}, "
        f"{above.times(1 if above.value >= 0 else -1):.1f} percentage points {direction} than an even share; "
        f"{verdict}{f'; {remark}' if remark else ''}."
    )


def shared_line(summary: Summary) -> str:
    """How many games end without a single best score."""
    return f"{summary.tied:.1%} of games end in a tie"
