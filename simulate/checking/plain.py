"""Tries a game in plain Python from all sides, and says what holds: for its author, before anybody asks it.

Everything is tried on a few games at each number of players. What cannot be known from outside is asked: what
lies open though it was dealt by lot.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import methodcaller
from typing import Any

from rules.errors import FailedError
from simulate.checking.finding import ASKED, FAILS, HOLDS, Finding
from simulate.checking.options import options
from simulate.checking.runs import symmetric, workers
from simulate.checking.watchdog import watchdog
from simulate.plain.chance import Guess
from simulate.plain.game import MOST_SEATS, decides, draws_more
from simulate.plain.known import PlainGame
from simulate.plain.players import RANDOM, Chooser, amount, chooser_of
from simulate.plain.sight import CHANCE, copy_of, dealt_anew, view_of
from simulate.plain.simulator import PlainSimulator
from simulate.plans.code import one_line
from simulate.plans.plan import make_plan
from simulate.plans.policies import SEARCHING, read_policy
from simulate.store.failures import shown_again

GAMES = 20
"""Games that most things are tried on, at each number of players."""

DEALS = 4
"""Ways in which what is hidden is laid otherwise at a decision."""


def check(game: PlainGame) -> Iterator[Finding]:
    """Try all that can be tried, and stop where the game itself breaks."""
    trials: list[Callable[[PlainGame], Finding | Iterator[Finding]]] = [
        _plays, _winners, _twice, _records, _pure, _features, pieces, _leaks, workers, symmetric, options,
    ]  # fmt: skip
    with watchdog(game.folder):
        for trial in trials:
            try:
                found = trial(game)
                yield from [found] if isinstance(found, Finding) else found
            except FailedError as error:
                yield Finding("fault", FAILS, f"{error}")
                return


def _simulator(game: PlainGame, n: int = GAMES, **asked: Any) -> PlainSimulator:
    plan = make_plan(game.name, n, **{"policy": RANDOM} | asked)
    simulator: PlainSimulator = game.simulator(plan)
    return simulator


# --- games


def _plays(game: PlainGame) -> Finding:
    """Whether games end at tables of all sizes.

    Raises
    ------
    FailedError
        For the first that breaks.
    """
    low, high = game.players
    tables = sorted({low, game.usual_players(), high})
    for players in tables:
        _play(game, players)
    words = " and ".join(map(str, tables)) if len(tables) < 3 else f"{tables[0]}, {tables[1]} and {tables[2]}"
    return Finding("plays", HOLDS, f"{GAMES} games each with {words} players end, with every policy")


def _play(game: PlainGame, players: int) -> None:
    """Play some games with every policy."""
    for policy in game.policy_names if decides(game.kind) else [RANDOM]:
        n = GAMES if policy in (RANDOM, *game.kind.own_policies, *game.kind.styles) else 2
        again = f"simulate --game {game.typed} --players {players} --policy {policy} --n {n} --fail-fast"
        with shown_again(again):
            _simulator(game, n, players=players, policy=policy).play(0, n)


def _winners(game: PlainGame) -> Finding:
    """Whether somebody wins."""
    rows = _simulator(game).play(0, GAMES)["games"]
    nobody = int((rows["winners"] == 0).sum())
    if not nobody:
        return Finding("winners", HOLDS, "somebody wins every game")
    if game.kind.together or game.players[0] == 1:
        return Finding("winners", HOLDS, f"{nobody} of {GAMES} games are lost")
    return Finding("winners", ASKED, f"nobody wins {nobody} of {GAMES} games: is that meant?")


def _tell(game: Any, moves: Any, move: Any) -> None:
    """Say a move in words."""
    if move is not None:
        game.tell(move)


def _twice(game: PlainGame) -> Finding:
    """Whether a game is the same in a chunk, alone and again."""
    together = _simulator(game).play(0, GAMES)
    alone = _simulator(game)
    for index in range(GAMES):
        rows = alone.followed(index, _tell)
        again = alone.followed(index, _tell)
        for name, table in rows.items():
            mine = together[name][together[name]["game"] == index]
            if table.tolist() != mine.tolist() or table.tolist() != again[name].tolist():
                text = (
                    f"game {index} is another when it is played again: is there chance that is not its own?"
                )
                return Finding("repeats", FAILS, text)
    return Finding("repeats", HOLDS, "a game is the same alone, among others and again")


def _records(game: PlainGame) -> Finding:
    """Whether the referee comes to the same end by the record of a game."""
    simulator, referee = _simulator(game), game.referee()
    for index in range(GAMES):
        played = game.replay.play(simulator, index)
        record = json.loads(json.dumps(played.record))
        verdict = referee.judge(record)
        if not verdict.legal:
            why = f"{verdict.message}; are two moves written alike?"
            text = f"game {index} is not judged as it was played: {why}"
            return Finding("records", FAILS, text)
    return Finding("records", HOLDS, "a game that is written down is judged as it was played")


# --- methods that only look


def _state(game: Any) -> dict[str, Any]:
    return {name: value for name, value in copy_of(game, None).__dict__.items() if name != CHANCE}


def _pure(game: PlainGame) -> Finding:
    """Whether what only looks changes nothing, moves are words, and a copy is apart."""
    looks: dict[str, Callable[[Any], Any]] = {
        "is_over": lambda each: each.is_over(),
        "winners": lambda each: sorted(each.winners()) if each.is_over() else None,
    }
    if game.has_score:
        looks["score"] = lambda each: [each.score(seat) for seat in range(each.players)]
    if decides(game.kind):
        looks["moves"] = lambda each: list(each.moves()) if not each.is_over() else None
    if draws_more(game.kind):
        looks["picture"] = methodcaller("picture")

    def look_at(each: Any, index: int, moves: Sequence[Any], move: Any) -> Finding | None:
        for name, look in looks.items():
            before = _state(each)
            first, second = look(each), look(each)
            if _state(each) != before:
                text = f"{name}() changes the game (game {index}, turn {each.turn}); it must only look"
                return Finding("looks", FAILS, text)
            if first != second:
                return Finding("looks", FAILS, f"{name}() says another thing when it is asked again")
        if moves and len(moves) != len(set(map(repr, moves))):
            return Finding("moves", FAILS, f"the same move stands twice in moves(): {moves!r}"[:160])
        if move is None:
            return None
        before = _state(each)
        copy_of(each, Guess(1)).play(move)
        if _state(each) == before:
            return None
        text = f"play({move!r}) on a copy changes the game it was copied from: what do they share?"
        return Finding("copies", FAILS, text)

    only_look = f"{', '.join(looks)} only look, and copies of a game are apart"
    return _first(_simulator(game), GAMES, look_at) or Finding("looks", HOLDS, only_look)


def _first(
    simulator: PlainSimulator, n: int, look_at: Callable[[Any, int, Sequence[Any], Any], Finding | None]
) -> Finding | None:
    """The first finding at the decisions of some games, of `look_at` the game, its index, moves and move.

    Raises
    ------
    FailedError
        If the author's code fails, with the game and the turn.
    """
    for index in range(n):
        with simulator.naming(index):
            for each, moves, move in simulator.decisions(index):
                if (finding := look_at(each, index, moves, move)) is not None:
                    return finding
    return None


def _features(game: PlainGame) -> Iterator[Finding]:
    """Whether every feature counts something of what its seat sees, and tells moves apart."""
    features = game.kind.own_features
    if not features:
        return
    telling = set[str]()

    def look_at(each: Any, index: int, moves: Sequence[Any], _: Any) -> Finding | None:
        if len(moves) < 2:
            return None
        view, open_copy, before = (
            view_of(each, each.seat, Guess(index)),
            copy_of(each, Guess(index)),
            _state(each),
        )
        for name, measure in features.items():
            try:
                amounts = {amount(measure, view, move) for move in moves}
                for move in moves:
                    measure(open_copy, move)
            except Exception as error:
                text = f"{name}: {one_line(error)} (game {index}, turn {each.turn})"
                return Finding("features", FAILS, text)
            telling.update([name] if len(amounts) > 1 else [])
        if _state(open_copy) == before:
            return None
        return Finding("features", FAILS, f"a feature changes the game (game {index}); it must only look")

    if (finding := _first(_simulator(game), GAMES, look_at)) is not None:
        yield finding
        return
    yield Finding("features", HOLDS, f"{', '.join(features)}: numbers, of what the seat sees")
    if idle := [name for name in features if name not in telling]:
        text = f"{', '.join(idle)}: the same for all moves of a decision, so no weight of it matters"
        yield Finding("features", ASKED, text)


# --- what is hidden


def pieces(game: PlainGame) -> Iterator[Finding]:
    """Whether all that is shuffled lies somewhere, and what lies open in the order in which it was dealt."""
    lost, opened, by_lot = set[str](), set[str](), set[str]()
    set_ups = [_watched_set_up(game, index) for index in range(GAMES)]
    same = _same_in_all([each for _, each in set_ups])
    for shuffles, each in set_ups:
        undeclared = {name: each.__dict__[name] for name in _open_names(each) if name not in same}
        lost |= _lost(each, shuffles, same)
        opened |= {name for name, value in undeclared.items() if _in_order_of(value, shuffles)}
        dealt = _kinds(shuffles)
        by_lot |= {name for name, value in undeclared.items() if dealt & set(_atoms(value))}
    if lost:
        text = (
            f"{' or '.join(sorted(lost))} shuffled things lie nowhere after the set-up: who looks ahead "
            "knows then which are left; keep them in an attribute that is secret()"
        )
        yield Finding("pieces", FAILS, text)
    elif game.kind.hidden or opened:
        yield Finding("pieces", HOLDS, "all that is shuffled lies somewhere after the set-up")
    for name in sorted(opened):
        text = (
            f"{name} lies as it was shuffled and everybody sees it, the next thing too: write {name} = "
            f"secret() or own(), or {name} = public() if that is right"
        )
        yield Finding("open", FAILS, text)

    if by_lot - opened:
        names = ", ".join(sorted(by_lot - opened))
        yield Finding("open", ASKED, f"{names}: dealt by lot and seen by everybody; else write secret()")


def _lost(each: Any, shuffles: Sequence[Sequence[Any]], same: set[str]) -> set[str]:
    """How many of the things of each shuffle lie nowhere, in words.

    What is the `same` in all games and holds several of them is a list of the things there are, such as the
    copies of each card: nothing lies there.
    """
    declared = {name for name in (*each.hidden, *each.public) if name in each.__dict__}
    dealt = _kinds(shuffles)
    lists = {name for name in same if len(dealt & set(_atoms(each.__dict__[name]))) > 1}
    places = (declared | set(_open_names(each))) - lists
    held = Counter(_atoms([each.__dict__[name] for name in places]))
    missing = [(Counter(map(repr, shuffled)) - held).total() for shuffled in shuffles]
    return {f"{n} of {len(shuffled)}" for n, shuffled in zip(missing, shuffles, strict=True) if n}


def _kinds(shuffles: Sequence[Sequence[Any]]) -> set[str]:
    """The different things that were shuffled, as they are written."""
    return {repr(thing) for shuffled in shuffles for thing in shuffled}


def _watched_set_up(game: PlainGame, index: int) -> tuple[list[list[Any]], Any]:
    """What was shuffled in the set-up of a game, and the game."""
    shuffles: list[list[Any]] = []

    class Watched(game.kind):  # type: ignore[misc, name-defined]
        def shuffled(self, things: Any, stream: str = "deck") -> list[Any]:
            shuffles.append(super().shuffled(things, stream))
            return list(shuffles[-1])

    simulator = _simulator(game)
    simulator.kind = Watched
    with simulator.naming(index):
        return shuffles, simulator.begin(index)


def _open_names(each: Any) -> list[str]:
    """Attributes that are declared neither hidden nor public, and are no options."""
    known = {CHANCE, "players", "seat", "turn", *each.hidden, *each.public, *each.own_options}
    return [name for name in each.__dict__ if name not in known]


def _same_in_all(each_game: Sequence[Any]) -> set[str]:
    """Undeclared attributes that hold the same in all games: what is dealt differs from game to game."""
    first = each_game[0]
    return {
        name
        for name in _open_names(first)
        if all(repr(each.__dict__.get(name)) == repr(first.__dict__[name]) for each in each_game)
    }


def _in_order_of(value: Any, shuffles: Sequence[Sequence[Any]]) -> bool:
    """Whether a list, the lists in it, or these one after the other stand as they were shuffled."""
    inner = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    lists = [each for each in inner if isinstance(each, list)]
    whole = [value] if isinstance(value, list) else []
    chained = [thing for each in lists for thing in each]
    return any(_is_run(each, shuffled) for each in (*whole, *lists, chained) for shuffled in shuffles)


def _is_run(things: list[Any], shuffled: Sequence[Any]) -> bool:
    """Whether two things or more stand as they were shuffled: in a row or dealt in turn, or backwards."""
    k, n = len(things), len(shuffled)
    if k < 2 or len(set(map(repr, things))) < 2:
        return False
    for step in range(1, MOST_SEATS + 1):
        for row in (list(shuffled[at : at + (k - 1) * step + 1 : step]) for at in range(n - (k - 1) * step)):
            if row == things or row[::-1] == things:
                return True
    return False


def _atoms(value: Any) -> Iterator[str]:
    """Whatever lies in a value, however deep, as it is written."""
    yield repr(value)
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from _atoms(key)
            yield from _atoms(each)
    elif isinstance(value, list | tuple | set | frozenset):
        for each in value:
            yield from _atoms(each)


def _leaks(game: PlainGame) -> Iterator[Finding]:
    """Whether any policy chooses otherwise if what its seat does not see lies otherwise."""
    if not decides(game.kind):
        return
    if not game.kind.hidden:
        yield Finding("hidden", HOLDS, "nothing is declared to be hidden: everybody sees all there is")
        return
    tried = 0
    for policy in game.policy_names[1:]:
        choose = chooser_of(game.kind, read_policy(game.name, policy, game.usual_players()))
        assert choose is not None

        def look_at(
            each: Any, index: int, moves: Sequence[Any], _: Any, name: str = policy, choose: Chooser = choose
        ) -> Finding | None:
            nonlocal tried
            if len(moves) < 2:
                return None
            tried += 1
            chosen = repr(choose(each, moves, each.seat, index))
            for deal in range(DEALS):
                other = dealt_anew(each, each.seat, Guess(deal))
                if repr(choose(other, list(other.moves()), each.seat, index)) != chosen:
                    text = f"{name} chooses otherwise if what its seat does not see lies otherwise"
                    return Finding("hidden", FAILS, f"{text} (game {index}, turn {each.turn})")
            return None

        n = 2 if SEARCHING.fullmatch(policy) else GAMES // 2
        if (finding := _first(_simulator(game), n, look_at)) is not None:
            yield finding
            return
    names = ", ".join(game.kind.hidden)
    yield Finding("hidden", HOLDS, f"{names}: at {tried:,} decisions no choice depends on what is hidden")
