"""Partners: two teams play cards of 1 to 9 in turn; a team has the sum of what its players show."""

from simulate.plain import Game, option, own, secret


class Partners(Game):
    players = 4
    teams = ((0, 2), (1, 3))

    hand: int = option(3, 1, 5)
    """Cards in a hand."""

    pile = secret()
    hands = own()

    def set_up(self):
        cards = self.shuffled([*range(1, 10)] * 4)
        self.hands = [[cards.pop() for _ in range(self.hand)] for _ in range(4)]
        self.pile = cards
        self.shown = [0, 0]

    def moves(self):
        return sorted(set(self.hands[self.seat]))

    def play(self, card):
        self.hands[self.seat].remove(card)
        self.shown[self.seat % 2] += card if card != 9 or self.shown[self.seat % 2] % 2 else 0
        self.next_seat()

    def is_over(self):
        return not any(self.hands)

    def score(self, seat):
        return self.shown[seat % 2]
