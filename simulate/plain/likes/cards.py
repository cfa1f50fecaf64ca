"""Cards: everybody plays a card, the highest takes all; each card taken is a point."""

from simulate.plain import Game, option, own, policy, secret


class Cards(Game):
    players = 2, 5  # the fewest and the most

    # Rules that can be changed: what it is first, and then the least and the greatest.
    cards = option(30, 20, 60)
    """Cards in the deck, numbered from 1."""
    hand = option(4, 1, 4)
    """Cards in a hand."""
    lowest_wins = option(False)
    """Whether the lowest card takes the trick."""

    # What is hidden is declared. Nobody sees a secret; of what is own each seat sees its part.
    deck = secret()
    hands = own()

    def set_up(self):
        """Lay out the game. `self.players` play, and seat 0 begins."""
        self.deck = self.shuffled(range(1, self.cards + 1))
        self.hands = [[self.deck.pop() for _ in range(self.hand)] for _ in range(self.players)]
        self.trick = {}  # the card of each seat that has played
        self.taken = [0] * self.players

    def moves(self):
        """The legal moves of `self.seat`: words, numbers or tuples."""
        return sorted(self.hands[self.seat])

    def play(self, move):
        """Play a move, with all that follows."""
        self.hands[self.seat].remove(move)
        if self.deck:
            self.hands[self.seat].append(self.deck.pop())
        self.trick[self.seat] = move
        self.next_seat()
        if len(self.trick) == self.players:
            best = min if self.lowest_wins else max
            winner = best(self.trick, key=self.trick.get)
            self.taken[winner] += self.players
            self.trick, self.seat = {}, winner  # who takes the trick begins the next

    def is_over(self):
        return not self.hands[self.seat]

    def score(self, seat):
        """The most win; write `low_wins = True` above if the fewest do."""
        return self.taken[seat]

    @policy
    def thrifty(self, moves):
        """Takes a trick as cheaply as it can, and throws away its worst card if it cannot."""
        sign = -1 if self.lowest_wins else 1
        by_worth = sorted(moves, key=lambda card: sign * card)
        best = max((sign * card for card in self.trick.values()), default=-99)
        return next((card for card in by_worth if sign * card > best), by_worth[0])
