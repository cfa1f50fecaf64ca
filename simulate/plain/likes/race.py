"""Race: two runners each, one die; who lands on another sends it back. First with both home wins."""

from simulate.plain import Game, option, policy


class Race(Game):
    players = 2, 4  # the fewest and the most

    # Rules that can be changed: what it is first, and then the least and the greatest.
    length = option(20, 10, 60)
    """Fields to the end."""
    runners = option(2, 1, 4)
    """Runners of each player."""
    exact = option(False)
    """Whether a runner must reach the end exactly."""

    def set_up(self):
        """Lay out the game. `self.players` play, and seat 0 begins."""
        self.at = [[0] * self.runners for _ in range(self.players)]
        self.die = self.roll(6)

    def moves(self):
        """The legal moves of `self.seat`: words, numbers or tuples."""
        mine = self.at[self.seat]
        fits = [i for i, field in enumerate(mine) if field < self.length and self.lands(field) is not None]
        return [("move", i) for i in fits] or ["pass"]

    def lands(self, field):
        """Where a runner comes to lie, None if it may not move."""
        after = field + self.die
        if after > self.length:
            return None if self.exact else self.length
        return after

    def play(self, move):
        """Play a move, with all that follows."""
        if move != "pass":
            runner = move[1]
            field = self.at[self.seat][runner] = self.lands(self.at[self.seat][runner])
            if field < self.length:
                for seat in range(self.players):
                    if seat != self.seat:
                        self.at[seat] = [0 if there == field else there for there in self.at[seat]]
        if not self.is_over():
            self.next_seat()
            self.die = self.roll(6)  # the dice of a turn are the same under every rule

    def is_over(self):
        return all(field == self.length for field in self.at[self.seat])

    def winners(self):
        """Nobody scores here: who is home has won."""
        return [self.seat]

    @policy
    def hunter(self, moves):
        """Sends another back where it can, else moves the runner that is farthest."""
        others = {
            field for seat, all_of in enumerate(self.at) if seat != self.seat for field in all_of if field
        }
        mine = self.at[self.seat]

        def worth(move):
            return (move != "pass" and self.lands(mine[move[1]]) in others, move != "pass" and mine[move[1]])

        return max(moves, key=worth)
