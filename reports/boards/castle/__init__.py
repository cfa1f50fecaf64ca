"""The picture of a position of Castle: the castle from above, every card in play, and what players hold."""
