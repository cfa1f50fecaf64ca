"""Climb: draw on towards the top or stop; a card too much is a fall."""

from simulate.plain import Game, option, secret


class Climb(Game):
    players = 1

    top: int = option(21, 10, 30)
    """Where the top is."""
    near: int = option(3, 0, 10)
    """How far below it one may stop."""

    pile = secret()

    def set_up(self):
        self.pile = self.shuffled([*range(1, 11)] * 2)
        self.height, self.stopped = 0, False

    def moves(self):
        return ["draw", "stop"] if self.height else ["draw"]

    def play(self, move):
        if move == "stop":
            self.stopped = True
        else:
            self.height += self.pile.pop()
        self.turn += 1

    def is_over(self):
        return self.stopped or self.height >= self.top

    def winners(self):
        return [0] if self.top - self.near <= self.height <= self.top else []
