"""Does it pay to attack a planet in Star Wars? The best attack against the best other move, played on.

At moments of games in which an attack on a rival's planet is legal (SW-20, SW-21), the attack that the policy
`heuristic` likes best and the other move that it likes best are both played on to the end many times, on the
same tiles and dice. What is compared is the chance to win.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from analyses.estimates.estimate import Estimate
from analyses.estimates.lazy import pd
from analyses.estimates.samples import ratio_of
from analyses.games.laws import Law, by_table
from analyses.runs.positions import side_of, won
from rules.referee import Decision
from rules.starwars.battle import muster
from rules.starwars.moves import ATTACK
from rules.starwars.position import Position, lay_turn
from rules.starwars.state import MAX_TOUCHED
from rules.tiles.grid import STEP
from rules.tiles.moves import move_cell, move_target
from simulate.play.playouts import Playouts, Task
from simulate.replays.course import Course, open_course
from simulate.store.runs import Run
from simulate.store.sums import WIN

GAMES = 40
"""Games of each run that are looked at."""

EVERY = 4
"""Of the decisions of a game, one in so many is looked at."""

PLAYED_ON = 32
"""Playouts of each of the two moves."""

FEWEST = 30
"""Moments with the same dice, below which a row of the table would say nothing."""


SPECS = {"players": "", "dice": "", "moments": ",", "gain": "+.1f"}
"""How the columns of the table are written."""


@dataclass(frozen=True)
class Gain:
    """What the attack brought at one moment of a game: the dice of both sides, and the share of the win."""

    game: int
    dice: tuple[int, int]
    share: float


def dice_of(course: Course, moment: Decision, move: int) -> tuple[int, int] | None:
    """The dice of the attacker and of the strongest rival, if this move attacks a planet that a rival holds.

    None if it attacks nobody (SW-22), or if its meeple goes elsewhere.
    """
    if move_target(move) < ATTACK:
        return None
    position = moment.position
    assert isinstance(position, Position)
    states, contested = moment.states.copy(), np.zeros(MAX_TOUCHED, np.int64)
    state = states[0]
    tile = state["tile_at"][move_cell(move) + STEP[move_target(move) - ATTACK]] - 1
    planet = int(state["centre_node"][tile])
    seat = int(state["seat"])
    if planet not in contested[: lay_turn(position.tables[0], state, move, contested)]:
        return None
    muster(position.rules[0], state, planet)
    mine = int(state["side_of"][seat])
    pool = [int(dice) for dice in state["pool"][: course.plan.players]]
    return pool[mine], max(dice for side, dice in enumerate(pool) if side != mine)


def moments(course: Course, game: int) -> list[int]:
    """The decisions of a game with a legal attack that are looked at.

    Each game begins with another decision: wherever two or four play, every fourth is of the same seat.
    """
    return [
        at
        for at, moment in enumerate(course.decisions)
        if (at + game) % EVERY == 0 and any(move_target(move) >= ATTACK for move in moment.moves)
    ]


def gains(run: Run) -> Iterator[Gain]:
    """What attacks bring at some moments of the first games of a run."""
    for game in range(run.plan.first_game, run.plan.first_game + min(GAMES, run.plan.n)):
        course = open_course(str(run.path), game)
        playouts = Playouts(course.plan)
        tasks, found = [], []
        for at in moments(course, game):
            moment = course.decisions[at]
            ranked = playouts.ranked(moment.states, course.seat(at))
            attack, dice = next(
                ((move, dice) for move in ranked if (dice := dice_of(course, moment, move))), (None, None)
            )
            other = next((move for move in ranked if move_target(move) < ATTACK), None)
            if attack is not None and other is not None and dice is not None:
                tasks.append(Task(moment.states, course.seat(at), PLAYED_ON, (attack, other)))
                found.append((at, dice))
        for (at, dice), outcomes in zip(found, playouts.play(tasks) if tasks else [], strict=True):
            shares = won(outcomes, side_of(course, at)).mean(axis=0)
            yield Gain(game, dice, float(shares[0] - shares[1]))


def attacks(runs: Sequence[Run]) -> Law:
    """What the best attack brings over the best other move, by the dice of both sides."""
    rows = []
    for (players, policy), mine in by_table(runs).items():
        if policy != runs[0].plan.policy_words:
            continue  # the moments of one policy are enough
        every = [(seed, gain) for seed, run in enumerate(mine) for gain in gains(run)]
        pools = sorted({gain.dice for _, gain in every})
        for dice in (None, *pools):
            those = [(seed, gain) for seed, gain in every if dice in (None, gain.dice)]
            if len(those) >= FEWEST:
                label = "any" if dice is None else f"{dice[0]} v {dice[1]}"
                row = {"players": str(players), "dice": label, "moments": len(those)}
                rows.append(row | {"gain": mean_gain(those), "halves": _halves(those)})
    return Law(
        tuple(_said(rows)),
        "What the best attack on a rival’s planet brings over the best other move, percentage points. "
        f"Dice: of the attacker v the strongest rival. Each move was played on {PLAYED_ON} times, at one in "
        f"{EVERY} of such moments in {GAMES} games of each seed at most, when {runs[0].plan.policy_words} "
        "plays.",
        pd.DataFrame(rows, columns=list(SPECS)),
        {name: (name, spec) for name, spec in SPECS.items()},
        2,
    )


def _halves(those: Sequence[tuple[int, Gain]]) -> list[Estimate]:
    """What the games of each seed say by themselves; of one seed, the earlier and the later games."""
    seeds = {seed for seed, _ in those}
    middle = np.median([gain.game for _, gain in those])
    first = [seed == min(seeds) if len(seeds) > 1 else gain.game <= middle for seed, gain in those]
    halves = (
        [one for one, early in zip(those, first, strict=True) if early == which] for which in (True, False)
    )
    return [mean_gain(half) for half in halves if half]


def mean_gain(those: Sequence[tuple[int, Gain]]) -> Estimate:
    """The mean over moments in percentage points; the game is the unit, as its moments are alike."""
    parts = PLAYED_ON * WIN  # of a win: with shared wins, each playout adds a whole number of them
    frame = pd.DataFrame({"seed": s, "game": g.game, "parts": round(g.share * parts)} for s, g in those)
    by_game = frame.groupby(["seed", "game"])["parts"].agg(["sum", "size"])
    return ratio_of(by_game["sum"].to_numpy(), by_game["size"].to_numpy()).times(100 / parts)


def _said(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Whether attacking pays, and at which tables: likely, unless each half of the games says so."""
    known = {row["players"]: row["gain"] for row in rows if row["dice"] == "any"}
    more, less = ([players for players, gain in known.items() if _way(gain) == way] for way in (1, -1))
    still = [players for players in known if players not in (*more, *less)]
    parts = [
        f"{way} the best other move {_with(players)}"
        for way, players in (("beats", more), ("loses to", less))
        if players
    ]
    if not parts:
        yield "Whether attacking a planet is better than the best other move is not settled."
        return
    not_said = f"; the games do not say {_with(still)}" if still else ""
    said = [row for row in rows if row["dice"] == "any" and row["players"] not in still]
    alone = all(_way(half) == _way(row["gain"]) for row in said for half in row["halves"])
    likely = "" if alone else " (likely)"
    yield f"The best attack on a planet {', and '.join(parts)}{not_said}{likely}."


def _way(gain: Estimate) -> int:
    """1 if an attack surely brings something, -1 if it surely costs something, else 0."""
    return (gain.low > 0) - (gain.high < 0)


def _with(players: Sequence[object]) -> str:
    """``with 2, 3 and 4 players``."""
    *most, last = map(str, players)
    return f"with {' and '.join(filter(None, (', '.join(most), last)))} players"
