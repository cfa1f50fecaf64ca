"""Hot: take a die or leave it; the fewest burns win."""

from simulate.plain import Game, option


class Hot(Game):
    players = 2, 4
    usual_players = 3
    low_wins = True
    unit = "burns"

    rounds: int = option(5, 1, 20)
    """How often each takes a die."""

    def set_up(self):
        self.burns = [0] * self.players
        self.die = self.roll()

    def moves(self):
        return ["take", "roll"]

    def play(self, move):
        if move == "roll":
            self.die = self.roll()
        self.burns[self.seat] += self.die
        self.next_seat()
        self.die = self.roll()

    def is_over(self):
        return self.turn >= self.rounds * self.players

    def score(self, seat):
        return self.burns[seat]
