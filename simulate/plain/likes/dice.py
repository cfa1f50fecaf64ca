"""Dice: roll for points as often as you dare; a one costs what the turn has brought."""

from simulate.plain import Game, option, policy


class Dice(Game):
    players = 2, 4  # the fewest and the most

    # Rules that can be changed: what it is first, and then the least and the greatest.
    goal = option(50, 20, 200)
    """Points that win."""
    bad = option(1, 1, 6)
    """The number that ends a turn."""

    def set_up(self):
        """Lay out the game. `self.players` play, and seat 0 begins."""
        self.points = [0] * self.players
        self.pot = 0  # what this turn has brought

    def moves(self):
        """The legal moves of `self.seat`: words, numbers or tuples."""
        return ["roll", "hold"]

    def play(self, move):
        """Play a move, with all that follows."""
        if move == "roll":
            die = self.roll(6)  # the dice of a turn are the same under every rule
            if die != self.bad:
                self.pot += die
                return
            self.pot = 0
        self.points[self.seat] += self.pot
        self.pot = 0
        if not self.is_over():
            self.next_seat()  # the turn is over

    def is_over(self):
        return self.points[self.seat] >= self.goal

    def score(self, seat):
        """The most win; write `low_wins = True` above if the fewest do."""
        return self.points[seat]

    @policy
    def careful(self, moves):
        """Holds with twelve in the pot, or when that wins."""
        enough = self.pot >= 12 or self.points[self.seat] + self.pot >= self.goal
        return "hold" if enough else "roll"
