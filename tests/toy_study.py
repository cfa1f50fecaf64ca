"""A study of two cells for the command line: does a die of four sides make Star Wars longer or shorter?

Run as a program it is ``simulate`` with this study in place of the real ones.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from analyses.estimates.samples import difference_of, mean_of
from analyses.measures.number import Number
from analyses.questions.results import Runs, Setting
from analyses.studies.declared import Declared
from rules.toml import read_toml


def analyse(study: Declared, setting: Setting, runs: Runs) -> Iterator[Number]:
    """Battles a game, and their change."""
    for players in setting.players:
        six, four = (
            runs[f"{players}p-{way}"][0].games["battles"].to_numpy(np.int64) for way in study.lists["way"]
        )
        here = study.row("battles", players=players)
        yield here("six", mean_of(six))
        yield here("change", difference_of(four, six, reach=here.reach("change")))


FOLDER = Path(__file__).with_name("toy")


def toy() -> Declared:
    """The study, with this module for its model."""
    sys.modules["analyses.studies.toy.model"] = sys.modules[__name__]
    return Declared("toy", read_toml(FOLDER / "toy.toml"), "starwars")


if __name__ == "__main__":
    from analyses.studies import shipped
    from reports.answers.studies import template
    from simulate.cli import main

    shipped.FOLDER = template.FOLDER = FOLDER
    toy()
    main()
