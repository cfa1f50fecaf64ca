"""What the author of a game in plain Python writes: a class with the rules, and what is at hand for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar

Thing = TypeVar("Thing")
Choose = TypeVar("Choose", bound=Callable[..., Any])

MOST_SEATS = 8
"""How many may sit at a table."""


@dataclass(frozen=True)
class OwnOption:
    """A rule that can be changed, as its author declares it."""

    default: Any
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()


def option(default: Any, low: int | None = None, high: int | None = None, choices: Sequence[str] = ()) -> Any:
    """Declare a rule that can be changed: a whole number with bounds, a switch, or one of some words.

    The text in quotes under it says what it is. In the game `self.NAME` is its value::

        goal = option(100, 20, 500)
        \"\"\"Points that win.\"\"\"
        bust = option("turn", choices=["turn", "all"])
        \"\"\"What a one costs.\"\"\"
    """
    return OwnOption(default, low, high, tuple(choices))


@dataclass(frozen=True)
class Hidden:
    """What lies hidden in an attribute: from whom, and among which things it may lie elsewhere."""

    pool: str
    owned: bool
    seen: str


def secret(pool: str = "cards", *, seen: str = "") -> Any:
    """Declare that nobody sees what an attribute holds: a pile, a card laid aside, a number.

    Things of one `pool` may lie in each other's places: they are dealt anew together for who looks ahead.
    `seen` names an attribute in which ``self.SEEN[seat]`` are the places of the list that this seat has
    come to know.
    """
    return Hidden(pool, False, seen)


def own(pool: str = "cards", *, seen: str = "") -> Any:
    """Declare that item `s` of an attribute is seen by seat `s` alone: its hand, its number of chips.

    `seen` names an attribute in which ``self.SEEN[seat]`` are the seats whose item this seat has come to
    know.
    """
    return Hidden(pool, True, seen)


class Public:
    """Marks what everybody sees."""


def public() -> Any:
    """Declare that everybody sees what an attribute holds, though it lies as it was shuffled.

    What is not declared is seen by all, too; this says to `simulate check` that it is meant.
    """
    return Public()


def policy(choose: Choose) -> Choose:
    """Declare a method to be a way to play: it gets the legal moves and returns one of them.

    It is asked of what its seat sees: to read anything else is refused. Its docstring says what it does.
    """
    choose.is_policy = True  # type: ignore[attr-defined]
    return choose


def feature(measure: Choose) -> Choose:
    """Declare a method to be a feature of a move: it gets a move and returns a number, before it is played.

    It is asked of what the seat sees, as a policy is. The line in quotes under it says what it counts.
    Players weigh moves by features: see `Game.styles`, and ``simulate tune``.
    """
    measure.is_feature = True  # type: ignore[attr-defined]
    return measure


class Game:
    """A game: subclass it, say what can be changed, and write the rules as methods.

    Write `set_up`, `moves`, `play` and `is_over`; and `score`, or `winners` if there is no score. `seat` is
    who decides next, `turn` how many turns are over, `players` how many play.
    """

    players: Any = (2, 4)
    """How many can play, the fewest and the most; in a game how many do."""
    usual_players: int | None = None
    """How many play unless somebody says otherwise: the fewest, if this says nothing."""
    title = ""
    """Its name; that of the class, if this says nothing."""
    unit = "points"
    """What a score counts."""
    low_wins = False
    """Whether the lowest score wins."""
    together = False
    """Whether all players win or lose together."""
    symmetric = False
    """Whether it makes no difference where somebody sits: all play at once, or who begins is drawn by lot."""
    teams: Sequence[Sequence[int]] = ()
    """Seats that win or lose together, if such play: ``[(0, 2), (1, 3)]``."""
    zones: Mapping[str, Any] = MappingProxyType({})
    """How attributes are drawn, by name: ``{"at": "track 30", "river": ("row", "on offer"), "log": ""}``."""
    colours: Mapping[str, str] = MappingProxyType({})
    """Colours of things by a word of theirs: ``{"wood": "brown"}``."""
    usual_policy = ""
    """Who plays unless somebody says otherwise: the first of its own policies, or else `random`."""
    styles: Mapping[str, Mapping[str, Any]] = MappingProxyType({})
    """Policies by weights of its features, each a table of a TOML file: ``styles = weights("pig.toml")``."""

    pieces: Sequence[str] = ()
    """The names of pieces or cards of which `brought` says what each brought."""
    piece = "card"
    """What one of them is."""
    most_moves = 20_000
    """Moves after which a game is taken for one that does not end."""

    seat: int
    turn: int
    own_options: ClassVar[dict[str, OwnOption]]
    hidden: ClassVar[dict[str, Hidden]]
    public: ClassVar[set[str]]
    own_policies: ClassVar[dict[str, Callable[..., Any]]]
    own_features: ClassVar[dict[str, Callable[..., Any]]]
    _chance: Any

    def __init_subclass__(cls) -> None:
        declared = {name: value for kind in reversed(cls.__mro__) for name, value in vars(kind).items()}
        cls.own_options = {name: value for name, value in declared.items() if isinstance(value, OwnOption)}
        cls.hidden = {name: value for name, value in declared.items() if isinstance(value, Hidden)}
        cls.public = {name for name, value in declared.items() if isinstance(value, Public)}
        cls.own_policies = {
            name: value for name, value in declared.items() if getattr(value, "is_policy", False)
        }
        cls.own_features = {
            name: value for name, value in declared.items() if getattr(value, "is_feature", False)
        }

    # --- the rules, to be written

    def set_up(self) -> None:
        """Lay out the game: chance is at hand, seat 0 begins unless this says otherwise."""
        raise NotImplementedError

    def moves(self) -> Sequence[Any]:
        """The legal moves of `self.seat`, as words, numbers or tuples; a game without decisions has none."""
        return ()

    def play(self, move: Any) -> None:
        """Play a legal move, with all that follows from it and all that chance adds."""
        raise NotImplementedError

    def is_over(self) -> bool:
        """Whether the game has ended; a game without decisions is over when it is set up."""
        return True

    def score(self, seat: int) -> int:
        """What a seat has by now, a whole number: unless it is written otherwise, what its pieces brought."""
        return sum(points for owner, _, points in self.brought() if owner == seat)

    def winners(self) -> Iterable[int]:
        """The seats that have won: unless it is written otherwise, those with the best score."""
        return best_seats([self.score(seat) for seat in range(self.players)], self.low_wins)

    def brought(self) -> Iterable[tuple[int, str, int]]:
        """What each of the `pieces` that somebody had brought, at the end: its seat, its name, points."""
        return ()

    def tell(self, move: Any) -> str:
        """A move in words, before it is played."""
        return " ".join(map(str, move)) if isinstance(move, tuple) else str(move)

    def picture(self) -> Mapping[str, Any]:
        """More to be drawn, by name, as if these were attributes; None in place of one leaves it out."""
        return {}

    # --- at hand

    def next_seat(self) -> None:
        """End the turn: the next seat is on."""
        self.seat = (self.seat + 1) % self.players
        self.turn += 1

    def roll(self, sides: int = 6, stream: str = "dice") -> int:
        """Roll a die. The dice of a turn are the same under every rule, however many were rolled before."""
        return 1 + self._chance.of_turn(stream, self.turn).below(sides)

    def below(self, n: int, stream: str = "deck") -> int:
        """A whole number from 0 to n - 1 by lot."""
        return self._chance.stream(stream).below(n)

    def pick(self, things: Sequence[Thing], stream: str = "deck") -> Thing:
        """One of some things by lot."""
        return things[self._chance.stream(stream).below(len(things))]

    def shuffled(self, things: Iterable[Thing], stream: str = "deck") -> list[Thing]:
        """These things in random order, in a new list."""
        shuffled = list(things)
        below = self._chance.stream(stream).below
        for i in range(len(shuffled) - 1, 0, -1):
            j = below(i + 1)
            shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
        return shuffled


def best_seats(scores: Sequence[int], low_wins: bool) -> list[int]:
    """The seats with the best score."""
    best = min(scores) if low_wins else max(scores)
    return [seat for seat, score in enumerate(scores) if score == best]


def has_score(kind: type[Game]) -> bool:
    """Whether a game counts anything by which it is won."""
    return kind.score is not Game.score or kind.brought is not Game.brought


def sides_of(kind: type[Game], players: int) -> list[tuple[int, ...]]:
    """The seats that win or lose together, side by side: one each, unless the game says otherwise."""
    if kind.together:
        return [tuple(range(players))]
    in_teams = {seat for team in kind.teams for seat in team}
    alone = [(seat,) for seat in range(players) if seat not in in_teams]
    return sorted([*map(tuple, kind.teams), *alone])


def has_rivals(kind: type[Game]) -> bool:
    """Whether a game can have more than one side."""
    most = kind.players if isinstance(kind.players, int) else kind.players[1]
    return most > 1 and not kind.together


def draws_more(kind: type[Game]) -> bool:
    """Whether the author says more of what is to be drawn: the word may stand for something else."""
    written = [vars(each)["picture"] for each in kind.__mro__ if "picture" in vars(each)]
    return len(written) > 1 and callable(written[0])


def decides(kind: type[Game]) -> bool:
    """Whether anybody decides anything in a game."""
    return kind.moves is not Game.moves
