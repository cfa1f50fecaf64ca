"""Carcassonne: Star Wars (2015), base game; its rules have the numbers SW-…."""

from rules.games import Game

GAME = Game(
    name="starwars",
    title="Star Wars Carcassonne",
    summary="routes, asteroid fields and planets; battles with dice; 2-5 players, team game for 4",
    players=(2, 5),
    default_players=3,
    default_reason="one of each faction",
    unit="points",
    box="tiles",
    own_box=True,
    caveat="tile set: reconstructed (see simulate rules starwars)",
    notes=(
        "The tile set is a reconstruction: the box holds 76 tiles of known kinds, but how many of each "
        "design and where the symbols lie has not been published. Results that depend on the mix carry this "
        "caveat; --tiles FILE plays with a set of your own (copy rules/starwars/tiles.toml).",
        "Rule numbers such as SW-31 are explained in the documentation, page starwars.",
    ),
)
