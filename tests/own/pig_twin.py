"""Pig, as the package of tests/pig has it: the same options, the same dice, its moves in the same order."""

from simulate.plain import Game, option


class Pig(Game):
    players = 2, 5

    target = option(100, 10, 1000)
    """Points that win."""
    faces = option(6, 2, 100)
    """Faces of the die."""
    bust = option("turn", choices=["turn", "all"])
    """What a one costs."""
    max_turns = option(1000, 1, 10000)
    """Turns after which an unfinished game stops."""

    def set_up(self):
        self.points = [0] * self.players
        self.at_stake = 0
        self.over = False

    def moves(self):
        return ["hold", "roll"] if self.at_stake else ["roll"]

    def play(self, move):
        if move == "roll":
            die = self.roll(self.faces)
            if die > 1:
                self.at_stake += die
                return
            if self.bust == "all":
                self.points[self.seat] = 0
        else:
            self.points[self.seat] += self.at_stake
            self.over = self.points[self.seat] >= self.target
        self.at_stake = 0
        self.next_seat()
        self.over = self.over or self.turn >= self.max_turns

    def is_over(self):
        return self.over

    def score(self, seat):
        return self.points[seat]

    def tell(self, move):
        return f"{move}s"
