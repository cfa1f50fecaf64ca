"""Pig: roll as often as you dare, or bank what you have; one number spoils the turn."""

from simulate.plain import Game, option


class Pig(Game):
    players = 2, 8

    target: int = option(50, 10, 500)
    """Points that end the game."""
    spoiler: int = option(1, 1, 6)
    """The number that costs the turn."""

    def set_up(self):
        self.banked = [0] * self.players
        self.rolled = 0

    def moves(self):
        return ["roll", "bank"] if self.rolled else ["roll"]

    def play(self, move):
        die = self.roll() if move == "roll" else 0
        if die not in (0, self.spoiler):
            self.rolled += die
            return
        if move == "bank":
            self.banked[self.seat] += self.rolled
        self.rolled = 0
        if not self.is_over():
            self.next_seat()

    def is_over(self):
        return max(self.banked) >= self.target

    def score(self, seat):
        return self.banked[seat]

    def tell(self, move):
        return f"banks {self.rolled}" if move == "bank" else "rolls"
