"""A game of tiles as people tell it: what was laid, who claims what, who cuts in on whom, what is paid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from reports.boards.story import QUIET, Cell, Line, Lit, outline, owners
from reports.boards.tiles.board import WATCHED
from reports.words.wording import listed
from rules.tiles.features import COUNT_BITS
from rules.tiles.grid import place_of
from rules.tiles.moves import move_cell, move_target
from rules.tiles.position import TilePosition

NUMBERS = ("no", "one", "two", "three", "four")


@dataclass(frozen=True)
class TileWords:
    """How a game of tiles calls its features, by the word of records.

    `claims` says what a meeple does that is put there, `centres` are the features of a single tile's middle,
    `ground` is what nearly every tile has and nobody names, `marks` is what is paid for beside tiles.
    """

    names: Mapping[str, str]
    claims: Mapping[str, str]
    centres: Sequence[str]
    ground: str
    marks: Mapping[str, str] = field(default_factory=dict)

    def look(self, position: TilePosition, design: int) -> str:
        """A tile by the features that are not its ground: ``a tile with a city and two roads``."""
        counts = Counter(position.kinds[segment.kind] for segment in position.tileset.tiles[design].segments)
        parts = []
        for on, n in counts.items():
            name = self.names[on]
            if on != self.ground:
                parts.append(f"a {name}" if n == 1 else f"{NUMBERS[min(n, 4)]} {_plural(name)}")
        return f"a tile with {listed(parts)}" if parts else f"a tile of {self.names[self.ground]}"


@dataclass(frozen=True)
class Holding:
    """A feature of the tile just laid: who held its parts before, each with the tiles of its part."""

    node: int
    on: str
    parts: Sequence[Sequence[int]]

    @property
    def is_joined(self) -> bool:
        """Whether parts that different seats held are one now."""
        return len({frozenset(part) for part in self.parts}) > 1


class TileStory:
    """Tells a game; `colours` are those of the seats."""

    def __init__(self, words: TileWords, colours: Sequence[str]) -> None:
        self.words, self.colours = words, colours

    # --- a turn

    def laid(
        self, before: TilePosition, move: int, after: TilePosition, design: int, claim: str = ""
    ) -> Iterator[Line]:
        """The tile of a move, and its meeple; `claim` says the latter in words of the game's own."""
        seat = before["seat"]
        words, lit = self.tile(move, design, before)
        if claim:
            yield Line(f"{self.colours[seat]} {words}; {claim}", lit)
        elif 0 < move_target(move) <= len(before.tileset.tiles[design].segments):
            node = int(after["first_node"][after["n_placed"] - 1]) + move_target(move) - 1
            words += f"; {self.claim(before, design, move)}{self._size(after, node)}"
            yield Line(f"{self.colours[seat]} {words}", [*lit, self.feature(after, node)])
        else:
            words += self._addition(after, self.holdings(before, after), seat)
            yield Line(f"{self.colours[seat]} {words}", lit, QUIET)

    def joined(self, after: TilePosition, holding: Holding, seat: int) -> Line:
        """Who cuts in on whom."""
        words = f"{self._cut(holding, seat)}{self._size(after, holding.node)}"
        return Line(words, [self.feature(after, holding.node)])

    def paid(
        self, before: TilePosition, after: TilePosition, joined: Sequence[Holding] = ()
    ) -> Iterator[Line]:
        """What was paid; of what the tile `joined`, it is told so in the same line."""
        cuts = {int(after["feature"][holding.node]): holding for holding in joined}
        for n in range(before["n_scored"], after["n_scored"]):
            node = int(after["scored_node"][n])
            yield self._paid(after, n, node, before["seat"], cuts.get(int(after["feature"][node])))

    def finally_paid(self, before: TilePosition, after: TilePosition) -> Iterator[Line]:
        """What was paid after the last turn."""
        for n in range(before["n_scored"], after["n_scored"]):
            yield self._paid(after, n, int(after["scored_node"][n]), None, None)

    # --- who holds what

    def holdings(self, before: TilePosition, after: TilePosition) -> list[Holding]:
        """The features of the new tile that somebody held before."""
        n_before, found = before["n_nodes"], []
        for node in dict.fromkeys(after["feature"][n_before : after["n_nodes"]].tolist()):
            parts = {}
            for member in _members(after, node):
                if member < n_before:
                    part = int(before["feature"][member])
                    seats = _seats(int(before["meeples"][part]))
                    if seats:
                        parts[part] = seats
            if parts:
                found.append(Holding(node, before.kinds[int(after["kind"][node])], list(parts.values())))
        return found

    def _addition(self, after: TilePosition, held: Sequence[Holding], seat: int) -> str:
        """To whose feature a tile adds, where nobody cuts in."""
        for holding in held:
            if holding.is_joined or holding.on == self.words.ground:
                continue
            others = owners([self.colours[other] for other in holding.parts[0] if other != seat])
            mine = "its" if seat in holding.parts[0] else ""
            whose = " and ".join(filter(None, [mine, others]))
            size = self._size(after, holding.node)
            return f", which adds to {whose} {self.words.names[holding.on]}{size}"
        return ""

    def _cut(self, holding: Holding, seat: int) -> str:
        """``black cuts into red's field``; ``red joins blue's and green's field``."""
        mine = any(seat in part for part in holding.parts)
        others = sorted({other for part in holding.parts for other in part} - {seat})
        verb = "cuts into" if mine and others else "joins"
        whose = owners([self.colours[other] for other in others])
        return f"{self.colours[seat]} {verb} {whose} {self.words.names[holding.on]}"

    # --- what is paid

    def _paid(self, after: TilePosition, n: int, node: int, seat: int | None, cut: Holding | None) -> Line:
        row = after["scored"][n]
        on, points = after.kinds[int(row["kind"])], int(row["points"])
        seats = [other for other in range(after.players) if int(row["seats"]) >> other & 1]
        lit = [self.feature(after, node)]
        size = [_counted(int(row["tiles"]), "tile")]
        if row["marks"]:
            size.append(_counted(int(row["marks"]), self.words.marks[on]))
        what = f"{self.words.names[on]} ({', '.join(size)})"
        names = listed([self.colours[other] for other in seats]) if seats else "nobody"
        amount = _counted(points, "point")
        share = f"{amount} for {names}"
        if cut is not None and seat is not None:
            share = f"{amount} shared" if len(seats) > 1 else share
            return Line(f"{self._cut(cut, seat)} ({', '.join(size)}): {share}", lit)
        if len(seats) > 1:
            share = f"{amount} each for {names}"
        if seat is None:
            return Line(f"the {what} at the end: {share}", lit)
        done = "is surrounded" if on in self.words.centres else "is complete"
        return Line(f"the {what} {done}: {share}", lit)

    # --- words

    def tile(self, move: int, design: int, position: TilePosition) -> tuple[str, list[Lit]]:
        """A tile that is laid, by what is on it, and where."""
        cell = place_of(move_cell(move))
        return f"lays {self.words.look(position, design)}", [outline({cell}, WATCHED)]

    def claim(self, position: TilePosition, design: int, move: int) -> str:
        """What is said of a meeple on the tile just laid."""
        segment = position.tileset.tiles[design].segments[move_target(move) - 1]
        return self.words.claims[position.kinds[segment.kind]]

    def _size(self, after: TilePosition, node: int) -> str:
        """How many tiles a feature has, where that is more than one."""
        cells = self.cells(after, node)
        return f" ({len(cells)} tiles)" if len(cells) > 1 else ""

    # --- places

    def cells(self, position: TilePosition, node: int) -> list[Cell]:
        """Where the tiles of a feature lie."""
        speaker = int(position["feature"][node])
        low, high = int(position["tiles_low"][speaker]), int(position["tiles_high"][speaker])
        tiles = [n for n in range(position["n_placed"]) if (low >> n if n < 63 else high >> (n - 63)) & 1]
        return [place_of(int(position["cell"][n])) for n in tiles]

    def feature(self, position: TilePosition, node: int) -> Lit:
        """The outline of a feature; of one in the middle of a tile, that of the tiles around it."""
        cells = set(self.cells(position, node))
        if position.kinds[int(position["kind"][node])] in self.words.centres:
            near = {(x + i, y + j) for x, y in cells for i in (-1, 0, 1) for j in (-1, 0, 1)}
            cells = near & position.lying.keys()
        return outline(cells, WATCHED)


def _members(position: TilePosition, node: int) -> Iterator[int]:
    """The nodes of a feature."""
    member = node
    for _ in range(int(position["n_members"][node])):
        yield member
        member = int(position["next_node"][member])


def _seats(meeples: int) -> list[int]:
    """The seats that have a meeple in packed counters."""
    both_sizes = (1 << 2 * COUNT_BITS) - 1
    return [seat for seat in range(5) if meeples >> (2 * COUNT_BITS * seat) & both_sizes]


def _plural(word: str) -> str:
    return word[:-1] + "ies" if word.endswith("y") else word + "s"


def _counted(n: int, word: str) -> str:
    return f"{n} {word if n == 1 else _plural(word)}"
