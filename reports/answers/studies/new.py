"""The study that `simulate study new` writes: every key with a comment, ready to be played."""

from __future__ import annotations

import dataclasses

from analyses.games.laws import laws_of
from analyses.measures.summary import analysis_of
from analyses.measures.vocabulary import competes, declared, expanded
from analyses.studies.study import GAMES
from rules import games
from rules.options import show
from simulate.plans.plan import make_plan

TEXT = """\
# A study of {title}. Play it with: simulate study {name}.toml
# Every key but game may be left out.

question = "What does {rules} change?"
title = "{heading}"
game = "{game}"

# Who plays: numbers of players as 3, [3, 4] or "3-5"; each policy plays all seats of games of its own
# ("{usual},random" gives one a seat). simulate rules {game} --policies lists them.
players = [{players}]
policies = ["{usual}"]
# preset = "{preset}"

# Games of each arm in each setting, half of them on each of two seeds: what is called sure is shown by each
# half alone. replicate = false plays all on one seed.
games = {games}
seed = 1
replicate = 2
# A baseline with more games makes the intervals of all changes narrower.
# games_of_baseline = {of_baseline}

# Rules that hold everywhere, and rules of the baseline only. simulate rules {game} lists them.
# rules = {{ {option} = {default} }}
# baseline = {{ {option} = {default} }}

# The box, in games with tiles, a board or cards: a file beside this one, or other numbers of some tiles.
# An arm may have a box of its own.
# tiles = "mine.toml"
# board = "mine.toml"
# cards = "mine.toml"
# code = "mine.py"
# counts = {{ A = 6 }}

# Seconds a turn: then games are told in minutes, too.
# pace = 30

# Tables of the runs: "progress" measures how games go, "placements" what each tile, card or building brings,
# "decisions" how much there is to choose from, and "trades" at what rates cards of Catan are traded.
# tables = ["all", "progress", "placements"]

# Players may be tuned for the baseline and for each arm, so many times, which takes a while.
# adapt = 5

# Or rungs of the ladder of players play everything too: is a finding the same with better ones?
# strength = "random..search:1"

# Besides, the games of the baseline can be held against laws: {laws}.
# laws = [{first_law}]

# The page writes itself. Another one is plain text with Jinja in it (documentation, page questions).
# page = \"\"\"
# {{{{ answer("{rules}") }}}}
#
# {{{{ picture("{rules}") }}}}
# \"\"\"

# What is compared with the baseline in the same games: arms with names of your own ...
[[arms]]
name = "{rules}"
rules = {{ {option} = {value} }}

# ... or every combination of the values of some rules; of one rule alone they make a curve:
# [axes]
# {option} = [{default}, {value}]
# beside = {{ RULE = [1, 2] }} gives a curve for each value of a second rule, and
# target = "turns=60" asks where along the axis a measure is what you want.

# Where all is asked again: in another edition, with another box, or with other players; see page questions.
# [[variations]]
# name = "{preset}"
# preset = "{preset}"

# What is measured, and the smallest change that matters, with the reason why; leave all out to measure
# everything. The documentation, page metrics, lists them and says how to write your own: "mine.py:quick".
{measures}"""

MEASURE = """\
[[measures]]
name = "{name}"
margin = {margin:g}
because = "{because}"
"""


def starter(name: str, game: str) -> str:
    """The text of a new study of a game."""
    known = games.load(game)
    option, default, value = _changed(known.options.Options, getattr(analysis_of(game), "NEW_STUDY", ""))
    preset = next(iter(known.options.PRESETS))
    plan = make_plan(game, 1)
    every = [m for m in declared(game) if m.headline and not m.needs and m.when(plan)]
    told = [next(iter(expanded(m, plan, ()))) if not competes(plan) else m for m in every]
    shown = [m for m in told if m.name != "win_share" or not known.has_score][:2]
    return TEXT.format(
        title=known.title,
        name=name,
        heading=name.replace("_", " ").replace("-", " ").capitalize(),
        game=game,
        usual=known.usual_policy,
        rules=f"{option}={value}",
        players=known.usual_players(None),
        preset=preset,
        games=GAMES,
        of_baseline=10 * GAMES,
        laws=", ".join(laws_of(game)),
        first_law=f'"{next(iter(laws_of(game)))}"',
        option=option,
        default=default,
        value=value,
        measures="\n".join(MEASURE.format(name=m.name, margin=m.margin, because=m.because) for m in shown),
    )


def _changed(options: type, name: str) -> tuple[str, str, str]:
    """The option of this name, else a switch, else a number: with its default and another value."""
    fields = [field for field in dataclasses.fields(options) if name in ("", field.name)]
    for field in fields:
        if isinstance(field.default, bool):
            return field.name, show(field.default), show(not field.default)
    for field in fields:
        if isinstance(field.default, int) and field.metadata["high"] is not None:
            more = field.default + 1
            value = more if more <= field.metadata["high"] else field.default - 1
            return field.name, show(field.default), show(value)
    raise LookupError(f"{options.__module__} has no switch and no number among its options")
