"""Who plays games in plain Python: by lot, by greed, by search, by weights, or by code of the user's.

A chooser gets the game, its legal moves, the seat and a number by lot of its own. None of them is shown what
its seat does not see: it is dealt anew for who looks ahead, and refused to features and code of the user's.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from simulate.plain.chance import Guess
from simulate.plain.faults import no_move
from simulate.plain.game import Game, best_seats, decides, has_score
from simulate.plain.sight import copy_of, dealt_anew, view_of, with_chance
from simulate.plans.policies import PLAIN_CALL, SEARCHING, Policy, load_function

Chooser: TypeAlias = Callable[[Any, Sequence[Any], int, int], Any]
"""Chooses one of the moves of a game, for a seat, with a number by lot."""

Choose: TypeAlias = Callable[[Any, Sequence[Any]], Any]
"""Chooses one of the moves by all that it is shown of a game."""

RANDOM, GREEDY = "random", "greedy"

TEXTS = {
    RANDOM: "any legal move with equal chance",
    GREEDY: "the move after which it stands best, one move ahead",
}
"""What policies do that every game has."""

SEARCHES = "plays every move on to the end {}, what is hidden dealt anew"


def names(kind: type[Game]) -> list[str]:
    """The policies of a game, as they are offered."""
    if not decides(kind):
        return [RANDOM]
    return [RANDOM, GREEDY, *kind.own_policies, *kind.styles, "search:1", "search:4"]


def methods(kind: type[Game]) -> list[str]:
    """The policies of a game that need no weights."""
    return [RANDOM, GREEDY, *kind.own_policies] if decides(kind) else [RANDOM]


def text_of(kind: type[Game], name: str) -> str | None:
    """What a policy does, in a line."""
    if match := SEARCHING.fullmatch(name):
        often = "once" if match[1] == "1" else f"{match[1]} times"
        return SEARCHES.format(often + (f" by {match[2]}" if match[2] else ""))
    if name in kind.styles:
        return str(kind.styles[name]["text"])
    if name in kind.own_policies:
        return said_of(kind.own_policies[name]) or "a policy of the game's author"
    return TEXTS.get(name)


def said_of(method: Callable[..., Any]) -> str:
    """What stands in quotes under a method, in a line; "" for nothing."""
    lines = (method.__doc__ or "").strip().splitlines()
    return lines[0].rstrip(".") if lines else ""


def usual(kind: type[Game]) -> str:
    """Who plays unless somebody says otherwise."""
    return kind.usual_policy or next(iter([*kind.own_policies, *kind.styles]), RANDOM)


def chooser_of(kind: type[Game], policy: Policy) -> Chooser | None:
    """How a policy chooses; None where any move will do."""
    match = SEARCHING.fullmatch(policy.name)
    name = policy.name if match is None else match[2] or usual(kind)
    if policy.search:
        return search(kind, policy.search, choice_of(kind, policy, name))
    if name == GREEDY:
        return greedy(kind)
    choose = choice_of(kind, policy, name)
    return None if choose is None else seeing(choose)


def choice_of(kind: type[Game], policy: Policy, name: str) -> Choose | None:
    """How a policy of this name chooses by what it is shown; None for `random` and `greedy`."""
    if policy.weights is not None:
        return by_weights(kind, dict(policy.weights))
    if policy.source is not None:
        choose: Choose = load_function(policy, PLAIN_CALL)
        return choose
    return kind.own_policies.get(name)


def seeing(choose: Choose) -> Chooser:
    """The chooser of who is shown what its seat sees, and refused the rest."""

    def chosen(game: Any, moves: Sequence[Any], seat: int, word: int) -> Any:
        move = choose(view_of(game, seat, Guess(word)), list(moves))
        if move not in moves:
            raise ValueError(f"{choose.__name__} chose {move!r}, which is no legal move")
        return move

    return chosen


def by_weights(kind: type[Game], weights: Mapping[str, float]) -> Choose:
    """Choose the move of the greatest sum of weighed features; of equals any."""
    weighed = [(kind.own_features[name], weight) for name, weight in weights.items() if weight]

    def weigh(view: Any, moves: Sequence[Any]) -> Any:
        values = []
        for move in moves:
            value = 0.0
            for feature, weight in weighed:
                try:
                    value += weight * feature(view, move)
                except TypeError:
                    amount(feature, view, move)  # which says it if it gives no number
                    raise
            values.append(value)
        best = max(values)
        equals = [move for move, value in zip(moves, values, strict=True) if value == best]
        return equals[0] if len(equals) == 1 else equals[view._chance.below(len(equals))]

    return weigh


def amount(feature: Callable[..., Any], view: Any, move: Any) -> float:
    """How much a feature counts of a move."""
    value = feature(view, move)
    if not isinstance(value, int | float):
        raise TypeError(f"{feature.__name__} of the move {move!r} is {value!r}, and a feature is a number")
    return value


# --- how well a game stands, or ended


def side_of(game: Any, seat: int) -> Sequence[int]:
    """Who wins or loses with a seat, itself included."""
    if game.together:
        return range(game.players)
    return next((team for team in game.teams if seat in team), (seat,))


def lead(game: Any, seat: int, scores: Sequence[int]) -> float:
    """How far the side of a seat is ahead of the best other; its own score if there is no other side."""
    side = side_of(game, seat)
    others = [score for each, score in enumerate(scores) if each not in side]
    if game.low_wins:
        return (min(others) if others else 0) - scores[seat]
    return scores[seat] - (max(others) if others else 0)


def scores_of(game: Any) -> list[int]:
    """What each seat has by now; nothing in a game without a score."""
    return [game.score(seat) for seat in range(game.players)] if has_score(type(game)) else []


def outcome(game: Any, seat: int) -> tuple[float, float]:
    """The part of the win of a seat's side in a game that is over; how far it is ahead, or 0."""
    scores, side = scores_of(game), side_of(game, seat)
    by_score = type(game).winners is Game.winners
    winners = best_seats(scores, game.low_wins) if by_score else list(game.winners())
    share = sum(winner in side for winner in winners) / len(winners) if winners else 0.0
    return share, lead(game, seat, scores) if scores else 0.0


def values_ahead(kind: type[Game]) -> Callable[[Any, Sequence[Any], int, int], list[tuple[float, float]]]:
    """Values moves of a game that was dealt anew, with a number by lot, by how it stands after each.

    A win comes first, then the lead.
    """
    worth = getattr(kind, "worth", None)

    def value(trial: Any, seat: int) -> tuple[float, float]:
        if trial.is_over():
            won, ahead = outcome(trial, seat)
            return (won or -1.0), ahead
        if worth is not None:
            return 0.0, worth(trial, seat)
        scores = scores_of(trial)
        return 0.0, lead(trial, seat, scores) if scores else 0.0

    def valued(dealt: Any, moves: Sequence[Any], seat: int, word: int) -> list[tuple[float, float]]:
        values = []
        for move in moves:
            trial = copy_of(dealt, Guess(word))
            trial.play(move)
            values.append(value(trial, seat))
        return values

    return valued


def greedy(kind: type[Game]) -> Chooser:
    """One move ahead: the move of the best value; of equals any."""
    valued = values_ahead(kind)

    def chosen(game: Any, moves: Sequence[Any], seat: int, word: int) -> Any:
        guess = Guess(word)
        values = valued(dealt_anew(game, seat, guess), moves, seat, word)
        best = max(values)
        return moves[guess.pick([i for i, each in enumerate(values) if each == best])]

    return chosen


MOST_AHEAD = 10_000
"""Decisions of a playout; a game that goes on beyond does not end."""


ADVANCE = 1.0
"""Wins by which a move must be ahead of the usual one in a playout; in `n`, times the root of `n`."""


def search(kind: type[Game], n: int, choose: Choose | None) -> Chooser:
    """Play each move on to the end `n` times, all moves on the same deals and dice.

    Everybody plays as `choose` does, or any moves for None. Nothing in a playout is what lies on the table:
    whoever chooses may see all of it. The move of `choose` has an advance: few playouts are mostly luck.
    """
    plays, usual_move = playout_by(choose), None if choose is None else seeing(choose)

    def chosen(game: Any, moves: Sequence[Any], seat: int, word: int) -> Any:
        guess, last = Guess(word), len(moves) - 1
        shares, leads = [0.0] * len(moves), [0.0] * len(moves)
        if usual_move is not None:
            shares[moves.index(usual_move(game, moves, seat, word))] = ADVANCE * math.sqrt(n)
        least = most = 0.0
        for k in range(n):
            dealt = dealt_anew(game, seat, guess)
            for i, move in enumerate(moves):
                trial = copy_of(dealt, Guess(word + k)) if i < last else with_chance(dealt, Guess(word + k))
                trial.play(move)
                plays(trial)
                share, ahead = outcome(trial, seat)
                shares[i] += share
                leads[i] += ahead
                least, most = min(least, ahead), max(most, ahead)
        reach = most - least or 1.0
        values = [share + ahead / reach for share, ahead in zip(shares, leads, strict=True)]
        best = max(values)
        return moves[guess.pick([i for i, each in enumerate(values) if each == best])]

    return chosen


def playout_by(choose: Choose | None) -> Callable[[Any], None]:
    """Plays a game that was dealt anew on to its end."""

    def played(game: Any) -> None:
        below = game._chance.below
        over, moves_of, play = game.is_over, game.moves, game.play
        for _ in range(MOST_AHEAD):
            if over():
                return
            moves = moves_of()
            if len(moves) == 1:
                play(moves[0])
            elif not moves:
                raise no_move(game)
            elif choose is None:
                play(moves[below(len(moves))])
            else:
                play(choose(game, moves))
        raise RuntimeError(f"a playout does not end after {MOST_AHEAD:,} decisions")

    return played
