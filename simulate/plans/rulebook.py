"""What may be asked of a game, for a program: its options, presets and players."""

from __future__ import annotations

import dataclasses
from typing import Any

from rules import games
from rules.options import describe
from simulate.plans.policies import built_in, move_features, unweighed


def rulebook_of(game: str) -> dict[str, Any]:
    """The options, presets, policies and move features of a game, as JSON has them.

    Raises
    ------
    UserError
        For an unknown game, or a file that holds none.
    """
    known = games.load(game)
    options = known.options
    if known.is_plain:
        policies = {name: known.text_of_policy(name) or "" for name in known.policy_names}
    else:
        styles = {name: table["text"] for name, table in built_in(known.name).items()}
        policies = unweighed(known.name) | styles
    low, high = known.players
    return {
        "game": known.typed,
        "title": known.title,
        "summary": known.summary,
        "players": {"from": low, "to": high, "usual": known.usual_players(None)},
        "box": known.box if known.own_box else "",
        "options": [dataclasses.asdict(option) for option in describe(options.Options)],
        "presets": options.PRESETS,
        "preset_texts": options.PRESET_TEXTS,
        "usual_policy": known.usual_policy,
        "policies": policies,
        "features": move_features(known.name),
    }
