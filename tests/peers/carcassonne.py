"""One game of Carcassonne in two engines at once: ours and carcassonne-ai's, in lockstep.

The host says what is legal and counts the points; we always draw the tiles. The other engine is told every
move. Whatever the two see differently is found and counted.
"""

from __future__ import annotations

import random
from collections import Counter
from subprocess import PIPE, Popen

from peers.matches import PROGRAM, Match, Scored
from peers.tiles import Deed, Tiles
from rules.carcassonne.position import Position
from rules.carcassonne.tiles import load_tiles
from simulate.plans.plan import make_plan
from simulate.play.playing import choose
from simulate.play.simulator import Simulator


class Peer:
    """A table of carcassonne-ai, in a process of its own."""

    def __init__(self) -> None:
        self._process = Popen([PROGRAM], stdin=PIPE, stdout=PIPE, text=True, bufsize=1)

    def ask(self, *words: str | int) -> str:
        """The answer to a question."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(*words, file=self._process.stdin, flush=True)
        return self._process.stdout.readline().strip()

    def points(self, *, final: bool) -> tuple[list[int], list[int]]:
        """Points and meeples left of both players."""
        first, second, *left = map(int, self.ask("points", int(final)).split())
        return [first, second], left


class Table:
    """Seats at both engines, for the games of one match."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.sim = Simulator(make_plan("carcassonne", 1, players=match.players, policy=match.ours))
        self.position = Position(load_tiles(), self.sim.state)
        self.peer = Peer()
        self.tiles = Tiles(self.position.tileset, self.peer.ask("tiles"))

    def play(self, index: int) -> Scored:
        """Game `index` of the match; who sits alone goes round the table."""
        position, alone = self.position, index % 2
        self.seen: Counter[str] = Counter()
        self.choices = self.refused = decisions = 0
        self.lots = random.Random(index)
        position.open(self.sim.plan.options, self.match.players)
        position.deal(1, index)
        self.peer.ask("new")
        self._tell_discards()
        apart = [0, 0]
        while not position["over"]:
            decisions += 1
            self._turn(ours=(position["seat"] == alone) == (self.match.alone == "ours"))
            apart = self._agree(apart)
        position.final_scores()
        points, theirs = position.scores(), self.peer.points(final=True)[0]
        self._compare_ends(points, theirs)
        if self.match.host != "houserules":
            points = theirs
        mine, other = points[alone], points[1 - alone]
        return Scored(
            mine > other, decisions, self.choices, self.refused, self.seen, mine == other, mine, other
        )

    def _tell_discards(self) -> None:
        """Tell of the tiles that had no place and left the game."""
        position = self.position
        drawn = position["deck_order"][position["turn_draw"] : position["deck_next"]].tolist()
        for design in drawn if position["over"] else drawn[:-1]:
            self.peer.ask("discard", self.tiles.number[design], position["seat"])

    def _turn(self, *, ours: bool) -> None:
        """Compare what is legal, and play one turn in both engines."""
        position = self.position
        seat, design = position["seat"], position["tile"]
        number, here = self.tiles.number[design], position.moves()
        there = self._legal(number, seat)
        for what, more in (("here", set(here) - there.keys()), ("there", there.keys() - set(here))):
            self.seen[f"move only {what}"] += len(more)
        host = set(here) if self.match.host == "houserules" else there.keys()
        move = int(choose(self.sim.desk)) if ours else self._bot_move(number, seat)
        self.choices += ours
        if move not in host:
            self.seen["our choice is refused" if ours else "a bot's move is not legal"] += 1
            self.refused += ours
            move = self.lots.choice(sorted(host))
        answer = self.peer.ask("play", *there.get(move, self.tiles.deed(design, move)), seat)
        if answer != "ok":
            raise RuntimeError(f"carcassonne-ai cannot follow: {answer}")
        position.lay(move)
        position.finish()
        self._tell_discards()

    def _legal(self, number: int, seat: int) -> dict[int, Deed]:
        """What carcassonne-ai allows, by our number of the move; of what looks the same, one."""
        deeds = [_deed(number, answer) for answer in self.peer.ask("legal", number, seat).split(";")]
        return {self.tiles.move(deed): deed for deed in deeds}

    def _bot_move(self, number: int, seat: int) -> int:
        """What the bot chooses; -1 where it fails."""
        answer = self.peer.ask("bot", number, seat)
        if answer in ("none", "panic"):
            self.seen["the bot fails"] += 1
            return -1
        return self.tiles.move(_deed(number, answer))

    def _agree(self, apart: list[int]) -> list[int]:
        """Count where a turn brings other points or leaves other meeples; how far the points are apart."""
        points, left = self.peer.points(final=False)
        now = [mine - theirs for mine, theirs in zip(self.position.scores(), points, strict=True)]
        self.seen["other points in a turn"] += now != apart
        self.seen["other meeples left"] += left != self.position["supply"][:2].tolist()
        return now

    def _compare_ends(self, here: list[int], there: list[int]) -> None:
        """Count where the final scoring differs, and whether it makes another winner."""
        self.seen["other points at the end"] += here != there
        lead, their_lead = here[0] - here[1], there[0] - there[1]
        self.seen["another winner"] += (lead > 0, lead < 0) != (their_lead > 0, their_lead < 0)


def _deed(number: int, answer: str) -> Deed:
    """A deed with a tile, as it is answered."""
    rotation, row, column, feature = map(int, answer.split())
    return number, rotation, row, column, feature
