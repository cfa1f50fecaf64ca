"""What a run shows of itself in a notebook: its summary, its picture, its page, labels in place of codes.

They are made by the layers above, from which this one imports nothing else: they are looked up here, when
they are asked for.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

    from simulate.plan import Plan

SHOWING = "reports.showing"
LABELS = "analyses.labels"


class Views:
    """The base of `simulate.runs.Run`: the same as the verbs `report` and `plot`, and the closing summary."""

    def summary(self) -> Any:
        """The closing summary, a `reports.showing.Told`: text in a terminal, a table in a notebook.

        Raises
        ------
        UserError
            If the run holds no finished block.
        FailedError
            If every game failed.
        """
        return import_module(SHOWING).summary(self)

    def plot(self, out: str | Path | None = None) -> Any:
        """Draw the scores as ``simulate plot`` does, to `out` (.png or .svg) or into the run; the picture.

        Raises
        ------
        UserError
            If no picture can be written there.
        """
        return import_module(SHOWING).plot(self, out)

    def report(self, out: str | Path | None = None) -> Any:
        """Write the page of ``simulate report`` to `out` (.html) or into the run; its `path` and `headline`.

        Raises
        ------
        UserError
            If it cannot be written there.
        """
        return import_module(SHOWING).report(self, out)

    def _repr_html_(self) -> str:
        return str(import_module(SHOWING).html(self))


def labelled(frame: pd.DataFrame, plan: Plan) -> pd.DataFrame:
    """Rows of a table with words in place of codes: `analyses.labels.labelled`."""
    return import_module(LABELS).labelled(frame, plan)
