"""Does it pay to attack a planet in Star Wars? The best attack against the best other move, played on.

At moments of games in which an attack on a rival's planet is legal (SW-20, SW-21), the attack that the policy
`heuristic` likes best and the other move that it likes best are both played on to the end many times, on the
same tiles and dice. What is compared is the chance to win.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from analyses.estimates.estimate import Estimate
from analyses.estimates.lazy import pd
from analyses.estimates.samples import ratio_of
from analyses.games.laws import Law, by_table
from analyses.runs.positions import side_of, won
from rules.starwars.battle import muster
from rules.starwars.moves import ATTACK
from rules.starwars.position import Position, lay_turn
from rules.starwars.state import MAX_TOUCHED
from rules.tiles.grid import STEP
from rules.tiles.moves import move_cell, move_target
from simulate.play import seam
from simulate.play.moments import CompiledPosition
from simulate.play.playouts import Playouts, Task
from simulate.replays.course import Course, open_course
from simulate.store.runs import Run
from simulate.store.sums import WIN

GAMES = 40
"""Games of each run that are looked at."""

EVERY = 4
"""One decision of this many is looked at."""

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


def dice_of(course: Course, moment: seam.Position, move: int) -> tuple[int, int] | None:
    """The dice of the attacker and of the strongest rival, if this move attacks a planet that a rival holds.

    None if it attacks nobody (SW-22), or if its meeple goes elsewhere.
    """
    if move_target(move) < ATTACK:
        return None
    assert isinstance(moment, CompiledPosition)
    position = moment.table
    assert isinstance(position, Position)
    state = moment.decision.states.copy()[0]
    contested = np.zeros(MAX_TOUCHED, np.int64)
    tile = state["tile_at"][move_cell(move) + STEP[move_target(move) - ATTACK]] - 1
    planet = int(state["centre_node"][tile])
    seat = int(state["seat"])
    if planet not in contested[: lay_turn(position.tables[0], state, move, contested)]:
        return None
    muster(position.rules[0], state, planet)
    attacker = int(state["side_of"][seat])
    pool = [int(dice) for dice in state["pool"][: course.plan.players]]
    return pool[attacker], max(dice for side, dice in enumerate(pool) if side != attacker)


def moments(course: Course, game: int) -> list[int]:
    """The decisions of a game with a legal attack that are looked at.

    Each game begins with another decision: wherever two or four play, every fourth is of the same seat.
    """
    with_attack = []
    for decision, moment in enumerate(course.decisions):
        if (decision + game) % EVERY == 0 and any(move_target(move) >= ATTACK for move in moment.moves):
            with_attack.append(decision)
    return with_attack


def gains(run: Run) -> Iterator[Gain]:
    """What attacks bring at some moments of the first games of a run."""
    for game in range(run.plan.first_game, run.plan.first_game + min(GAMES, run.plan.n)):
        course = open_course(str(run.path), game)
        playouts = Playouts(course.plan)
        tasks, settings = [], []
        for decision in moments(course, game):
            moment = course.decisions[decision]
            ranked = playouts.ranked(moment, course.seat(decision))
            best_attack = _best_attack(course, moment, ranked)
            best_other = next((move for move in ranked if move_target(move) < ATTACK), None)
            if best_attack is not None and best_other is not None:
                attack, dice = best_attack
                tasks.append(Task(moment, course.seat(decision), PLAYED_ON, (attack, best_other)))
                settings.append((decision, dice))

        outcomes = playouts.play(tasks) if tasks else []
        for (decision, dice), outcomes_there in zip(settings, outcomes, strict=True):
            shares = won(outcomes_there, side_of(course, decision)).mean(axis=0)
            yield Gain(game, dice, float(shares[0] - shares[1]))


def _best_attack(
    course: Course, moment: seam.Position, ranked: Iterable[int]
) -> tuple[int, tuple[int, int]] | None:
    """The first attack on a rival's planet among moves in their order, and the dice of both sides."""
    for move in ranked:
        dice = dice_of(course, moment, move)
        if dice:
            return move, dice
    return None


def attacks(runs: Sequence[Run]) -> Law:
    """What the best attack brings over the best other move, by the dice of both sides."""
    rows = []
    for (players, policy), runs_of_table in by_table(runs).items():
        if policy != runs[0].plan.policy_words:
            continue  # the moments of one policy are enough

        all_gains = [(seed, gain) for seed, run in enumerate(runs_of_table) for gain in gains(run)]
        pools = sorted({gain.dice for _, gain in all_gains})
        for dice in (None, *pools):
            seed_gains = [(seed, gain) for seed, gain in all_gains if dice in (None, gain.dice)]
            if len(seed_gains) >= FEWEST:
                label = "any" if dice is None else f"{dice[0]} v {dice[1]}"
                row = {"players": str(players), "dice": label, "moments": len(seed_gains)}
                rows.append(row | {"gain": mean_gain(seed_gains), "halves": _halves(seed_gains)})
    return Law(
        (_finding(rows),),
        "What the best attack on a rival’s planet brings over the best other move, percentage points. "
        f"Dice: of the attacker v the strongest rival. Each move was played on {PLAYED_ON} times, at one in "
        f"{EVERY} of such moments in {GAMES} games of each seed at most, when {runs[0].plan.policy_words} "
        "plays.",
        pd.DataFrame(rows, columns=list(SPECS)),
        {name: (name, spec) for name, spec in SPECS.items()},
        2,
    )


def _halves(seed_gains: Sequence[tuple[int, Gain]]) -> list[Estimate]:
    """What the games of each seed say by themselves; of one seed, the earlier and the later games."""
    seeds = {seed for seed, _ in seed_gains}
    middle = np.median([gain.game for _, gain in seed_gains])
    halves: dict[bool, list[tuple[int, Gain]]] = {True: [], False: []}
    for seed, gain in seed_gains:
        in_first = seed == min(seeds) if len(seeds) > 1 else bool(gain.game <= middle)
        halves[in_first].append((seed, gain))
    return [mean_gain(half) for half in halves.values() if half]


def mean_gain(seed_gains: Sequence[tuple[int, Gain]]) -> Estimate:
    """The mean over moments in percentage points; the game is the unit, as its moments are alike."""
    parts = PLAYED_ON * WIN  # of a win: with shared wins, each playout adds a whole number of them
    rows = [{"seed": s, "game": g.game, "parts": round(g.share * parts)} for s, g in seed_gains]
    by_game = pd.DataFrame(rows).groupby(["seed", "game"])["parts"].agg(["sum", "size"])
    return ratio_of(by_game["sum"].to_numpy(), by_game["size"].to_numpy()).times(100 / parts)


def _finding(rows: Sequence[Mapping[str, Any]]) -> str:
    """Whether attacking pays, and at which tables: likely, unless each half of the games says so."""
    directions = {row["players"]: _direction(row["gain"]) for row in rows if row["dice"] == "any"}
    gaining = [players for players, direction in directions.items() if direction > 0]
    losing = [players for players, direction in directions.items() if direction < 0]
    unsettled = [players for players, direction in directions.items() if direction == 0]

    clauses = []
    if gaining:
        clauses.append(f"beats the best other move {_with(gaining)}")
    if losing:
        clauses.append(f"loses to the best other move {_with(losing)}")
    if not clauses:
        return "Whether attacking a planet is better than the best other move is not settled."

    exception = f"; the games do not say {_with(unsettled)}" if unsettled else ""
    likely = "" if _halves_agree(rows, unsettled) else " (likely)"
    return f"The best attack on a planet {', and '.join(clauses)}{exception}{likely}."


def _halves_agree(rows: Sequence[Mapping[str, Any]], unsettled: Sequence[str]) -> bool:
    """Whether each half of the games says by itself what all of them say, at every table that is settled."""
    for row in rows:
        if row["dice"] != "any" or row["players"] in unsettled:
            continue
        if any(_direction(half) != _direction(row["gain"]) for half in row["halves"]):
            return False
    return True


def _direction(gain: Estimate) -> int:
    """1 if an attack surely brings something, -1 if it surely costs something, else 0."""
    return (gain.low > 0) - (gain.high < 0)


def _with(players: Sequence[object]) -> str:
    """``with 2, 3 and 4 players``."""
    *others, last = map(str, players)
    numbers = f"{', '.join(others)} and {last}" if others else last
    return f"with {numbers} players"
