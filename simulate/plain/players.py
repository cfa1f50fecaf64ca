"""Who plays games in plain Python: by lot, by greed, by search, or by a method of the game's author.

A chooser gets the game, its legal moves, the seat and a number by lot of its own. None of them is shown what
its seat does not see: it is dealt anew for who looks ahead, and refused to a policy of the author's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from simulate.plain.chance import Guess
from simulate.plain.game import Game, best_seats, decides, has_score
from simulate.plain.sight import copy_of, dealt_anew, view_of, with_chance

Chooser: TypeAlias = Callable[[Any, Sequence[Any], int, int], Any]
"""Chooses one of the moves of a game, for a seat, with a number by lot."""

RANDOM, GREEDY = "random", "greedy"

SEARCH = re.compile(r"search:([1-9]\d*)")

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
    return [RANDOM, GREEDY, *kind.own_policies, "search:1", "search:4"]


def text_of(kind: type[Game], name: str) -> str | None:
    """What a policy does, in a line."""
    if match := SEARCH.fullmatch(name):
        return SEARCHES.format("once" if match[1] == "1" else f"{match[1]} times")
    if name in kind.own_policies:
        said = (kind.own_policies[name].__doc__ or "").strip().splitlines()
        return said[0].rstrip(".") if said else "a policy of the game's author"
    return TEXTS.get(name)


def usual(kind: type[Game]) -> str:
    """Who plays unless somebody says otherwise."""
    return kind.usual_policy or next(iter(kind.own_policies), RANDOM)


def chooser_of(kind: type[Game], name: str) -> Chooser | None:
    """How a policy of this name chooses; None where any move will do."""
    if name == RANDOM:
        return None
    if name == GREEDY:
        return greedy(kind)
    if match := SEARCH.fullmatch(name):
        return search(kind, int(match[1]))
    return own_policy(kind.own_policies[name])


def own_policy(choose: Callable[..., Any]) -> Chooser:
    """The chooser of a method, or of a function, of the user's."""

    def chosen(game: Any, moves: Sequence[Any], seat: int, word: int) -> Any:
        move = choose(view_of(game, seat, Guess(word)), list(moves))
        if move not in moves:
            raise ValueError(f"{choose.__name__} chose {move!r}, which is no legal move")
        return move

    return chosen


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


def search(kind: type[Game], n: int) -> Chooser:
    """Play each move on to the end `n` times by the usual policy, all moves on the same deals and dice."""
    plays = playout_of(kind)

    def chosen(game: Any, moves: Sequence[Any], seat: int, word: int) -> Any:
        guess, last = Guess(word), len(moves) - 1
        shares, leads = [0.0] * len(moves), [0.0] * len(moves)
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


def playout_of(kind: type[Game]) -> Callable[[Any], None]:
    """Plays a game that was dealt anew on to its end, by the game's own policy.

    Nothing in it is what lies on the table: the policy may see all of it.
    """
    choose = kind.own_policies.get(usual(kind))

    def played(game: Any) -> None:
        below = game._chance.below
        over, moves_of, play = game.is_over, game.moves, game.play
        for _ in range(MOST_AHEAD):
            if over():
                return
            moves = moves_of()
            if len(moves) == 1:
                play(moves[0])
            elif choose is None:
                play(moves[below(len(moves))])
            else:
                play(choose(game, moves))
        raise RuntimeError(f"a playout does not end after {MOST_AHEAD:,} decisions")

    return played
