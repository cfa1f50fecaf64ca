"""Of positions called 70 %, 70 % are won: the chances of onlookers against games that were played."""

from __future__ import annotations

import numpy as np
import pytest
from builders import simulator
from chance_laws import compiled_only
from scipy import stats

from rules.games import OWN, load
from rules.referee import Decision
from rules.verbs import apply, new_game
from simulate.play.moments import CompiledPosition
from simulate.play.playouts import Playouts, Task
from simulate.play.seam import ONLOOKER
from simulate.play.simulator import Simulator

pytestmark = [compiled_only, pytest.mark.verify]

GAMES = 2500
PLAYOUTS = 100
LONGEST = {"starwars": 75, "carcassonne": 71, "catan": 80, "castle": 50}
"""A turn is drawn among so many, and the game is left out if it has ended by then: how long a game lasts says
who wins it, so it must not decide which of its turns is looked at."""

EDGES = np.array([0.0, 0.03, 0.08, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95, 1.01])


def standing(made: Simulator, game: int, turn: int) -> tuple[CompiledPosition, np.ndarray] | None:
    """A game as a turn begins, and the shares of its win in the end; None if it has no such turn."""
    name = made.plan.game
    moves, rows = made.play_noted(game)
    new_game(made.desk.box, made.options[0], made.state[0], made.plan.players, made.plan.seed, game)
    for move in moves:
        if made.state.turn[0] >= turn:
            moment = Decision(made.state.copy(), (), None, load(name).referee().position)
            return CompiledPosition(name, moment), rows["seats"]["win_share"].astype(float)
        apply(made.desk.box, made.options[0], made.state[0], move)
    return None


@pytest.mark.parametrize("game", OWN)
def test_of_positions_called_70_percent_70_percent_are_won(game: str) -> None:
    """Half of the playouts of a position choose its bin, the other half is its forecast.

    So a forecast strays from its truth without regard to the bin. The seats of a position are dependent:
    their strays in a bin have the variance of a multinomial draw, of one game and of a mean of playouts.
    """
    made = simulator("heuristic", game=game, players=3, seed=29)
    turns = np.random.default_rng(7).integers(0, LONGEST[game], GAMES)
    found = [standing(made, i, int(turn)) for i, turn in enumerate(turns)]
    kept = [each for each in found if each is not None]
    assert len(kept) > 0.4 * GAMES
    played = Playouts(made.plan, 2).play(Task(start, ONLOOKER, PLAYOUTS) for start, _ in kept)
    n = len(EDGES) - 1
    strays, variances, counted = np.zeros(n), np.zeros(n), np.zeros(n)
    for outcomes, (_, won) in zip(played, kept, strict=True):
        shares = outcomes.shares[:, 0]
        chooses, says, all_say = shares[::2].mean(axis=0), shares[1::2].mean(axis=0), shares.mean(axis=0)
        in_bin = np.digitize(chooses, EDGES) - 1 == np.arange(n)[:, None]
        counted += in_bin.sum(axis=1)
        strays += in_bin @ (won - says)
        each = in_bin @ all_say
        variances += (each - each**2) * (1 + 2 / PLAYOUTS)
    full = counted >= 40
    scores = strays[full] / np.sqrt(variances[full])
    report = np.column_stack([EDGES[:-1][full], counted[full], strays[full] / counted[full], scores])
    assert full.sum() >= 6, report
    assert stats.chi2.sf(float(scores @ scores), full.sum()) > 0.001, report
    assert np.abs(scores).max() < 4, report
