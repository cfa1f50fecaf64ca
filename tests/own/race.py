"""Draw: who has the highest card? Two highest draw, and nobody decides anything."""

from simulate.plain import Game, option


class Highest(Game):
    players = 2, 8

    cards: int = option(20, 8, 60)
    """Cards in the deck."""

    def set_up(self):
        self.drawn = [self.below(self.cards) for _ in range(self.players)]

    def winners(self):
        return [seat for seat, card in enumerate(self.drawn) if card == max(self.drawn)]
