"""Escape: all climb out before the water has risen, or nobody does."""

from simulate.plain import Game, option


class Escape(Game):
    players = 1, 4
    usual_players = 3
    together = True

    steps: int = option(6, 2, 20)
    """Steps that each must climb."""
    water: int = option(15, 5, 60)
    """Turns after which all is under water."""

    def set_up(self):
        self.left = [self.steps] * self.players

    def moves(self):
        return [
            "climb",
            *(("help", seat) for seat, left in enumerate(self.left) if left and seat != self.seat),
        ]

    def play(self, move):
        seat, size = (self.seat, self.roll(3)) if move == "climb" else (move[1], 1)
        self.left[seat] = max(0, self.left[seat] - size)
        self.next_seat()

    def is_over(self):
        return not any(self.left) or self.turn >= self.water

    def winners(self):
        return [] if any(self.left) else range(self.players)
