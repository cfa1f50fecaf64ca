"""No Thanks!: take the card that lies there with its chips, or pay a chip to hand it on."""

from simulate.plain import Game, option, own, secret


class NoThanks(Game):
    players = 3, 7
    low_wins = True

    chips: int = option(11, 3, 20)
    """Chips of each player."""
    removed: int = option(9, 0, 25)
    """Cards that nobody gets to see."""

    deck = secret()
    box = secret()
    purses = own("chips")

    def set_up(self):
        deck = self.shuffled(range(3, 36))
        self.box, self.deck = deck[: self.removed], deck[self.removed :]
        self.purses = [self.chips] * self.players
        self.taken = [[] for _ in range(self.players)]
        self.card, self.lying = self.deck.pop(), 0

    def moves(self):
        return [("take", self.card)] + [("pass",)] * (self.purses[self.seat] > 0)

    def play(self, move):
        if move == ("pass",):
            self.purses[self.seat] -= 1
            self.lying += 1
            self.next_seat()
        else:
            self.taken[self.seat].append(self.card)
            self.purses[self.seat] += self.lying
            self.card, self.lying = self.deck.pop() if self.deck else 0, 0

    def is_over(self):
        return self.card == 0

    def score(self, seat):
        cards = self.taken[seat]
        return sum(card for card in cards if card - 1 not in cards) - self.purses[seat]

    def tell(self, move):
        return f"takes the {self.card}" if move[0] == "take" else "no thanks"
