"""Last card: play a card of yours; whoever plays less than the table shows is out."""

from simulate.plain import Game, option, own, secret


class LastCard(Game):
    players = 2, 4

    hand: int = option(3, 2, 4)
    """Cards in a hand."""

    pile = secret()
    hands = own()

    def set_up(self):
        cards = self.shuffled(list(range(1, 11)) * 2)
        self.hands = [sorted(cards.pop() for _ in range(self.hand)) for _ in range(self.players)]
        self.pile = cards
        self.alive, self.shown = list(range(self.players)), 0

    def moves(self):
        return sorted(set(self.hands[self.seat]))

    def play(self, card):
        hand, alive = self.hands[self.seat], self.alive
        hand.remove(card)
        place = alive.index(self.seat)
        if card < self.shown or not hand:
            alive.remove(self.seat)
            place -= 1
        self.shown = card if card >= self.shown else 0
        self.seat = alive[(place + 1) % len(alive)]
        self.turn += 1

    def is_over(self):
        return len(self.alive) == 1

    def winners(self):
        return self.alive

    def tell(self, card):
        return f"play the {card}"
