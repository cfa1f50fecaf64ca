"""What a notebook shows of a run, and what the verbs `report` and `plot` do: one code for both."""

from __future__ import annotations

import json
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from analyses.estimates.critical import at_every_look
from analyses.estimates.lazy import pd
from analyses.measures.summary import summarise
from reports.pages.answer import Answer, findings_of, rows_of_runs
from reports.pictures.plots import check_picture
from reports.pictures.scores import draw_scores
from reports.pictures.wins import draw_wins
from reports.runs.answer import answer_of
from reports.runs.console import closing_summary, heading_of, rows_of
from reports.runs.report import who_wins
from rules import games
from simulate.io.files import PAGE, check_no_link, check_output, check_suffix, picture_of, write_whole
from simulate.store.answers import FINDINGS
from simulate.store.runs import Run, warn_of_missing


@dataclass(frozen=True, repr=False)
class ShownSummary:
    """The closing summary of a run: as text, as a table in a notebook, as numbers."""

    run: Run

    def __repr__(self) -> str:
        return closing_summary(self.run)

    def frame(self) -> pd.DataFrame:
        """A row a side: what it is called, its mean score and share of wins, what its points are from."""
        summary = summarise(self.run)
        with at_every_look(self.run.was_looked_at):
            return pd.DataFrame(rows_of(summary), columns=pd.Index([*heading_of(summary)[0]]))

    def as_dict(self) -> dict[str, Any]:
        """The object that ``--json`` prints."""
        return findings(self.run)

    def _repr_html_(self) -> str:
        return self.frame().to_html(index=False, border=0)


@dataclass(frozen=True)
class ShownPicture:
    """A picture that was written, or its numbers: where, and for a notebook what it shows."""

    path: Path

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        if self.path.suffix.lower() == ".csv":
            return {"text/plain": self.path.read_text(encoding="utf-8")}
        if self.path.suffix.lower() == ".svg":
            return {"image/svg+xml": self.path.read_text(encoding="utf-8")}
        return {"image/png": self.path.read_bytes()}


def summary(run: Run) -> ShownSummary:
    """The closing summary; refused now if there is nothing to tell."""
    summarise(run)
    return ShownSummary(run)


def plot(run: Run, out: str | Path | None = None, force: bool = False) -> ShownPicture:
    """Draw the scores to `out`, or into the run; with `force` whatever lies there.

    Where there are none it is who wins, and how long games take.
    """
    scored = games.load(run.plan.game).has_score
    path = run.path / ("scores.png" if scored else "wins.png") if out is None else Path(out)
    check_picture(path, numbers=True)
    if out is None:
        check_no_link(path)
    else:
        check_output(path, picture_of(path), force)
    summary = summarise(run)
    warn_of_missing(run)
    with at_every_look(run.was_looked_at):
        if scored:
            draw_scores(summary, path)
        else:
            draw_wins(summary, who_wins(summary).text.removesuffix("."), path)
    return ShownPicture(path)


def answer(run: Run) -> Answer:
    """Who wins, and all numbers of the games; refused now if there is nothing to tell."""
    return answer_of(run)


def findings(run: Run) -> dict[str, Any]:
    """The answer as a script reads it: what ``--json`` prints."""
    return findings_of(answer_of(run), run.command, rows_of_runs([run]), run.path)


@dataclass(frozen=True)
class ShownPage:
    """A page that was written: where, and what it says first."""

    path: Path
    answer: Answer

    @property
    def headline(self) -> str:
        """The answer in a sentence, and how sure it is."""
        return repr(self.answer)

    def _repr_html_(self) -> str:
        return f'<p><a href="{escape(str(self.path))}">{escape(self.headline)}</a></p>'


def report(run: Run, out: str | Path | None = None, force: bool = False) -> ShownPage:
    """Write the page about the run to `out`, or into the run; with `force` whatever lies there.

    Beside a page in the run lie its findings, as beside that of any other answer.
    """
    path = run.path / "report.html" if out is None else Path(out)
    if out is None:
        check_no_link(path)
    else:
        check_output(path, PAGE, force)
    check_suffix(path, PAGE)
    run.check_any()
    warn_of_missing(run)
    answer = answer_of(run)
    where = f"{FINDINGS} beside this page" if out is None else "this command with --json"
    kept = f"All numbers: {where}. The games are the tables of the run, played by {run.played_by}."
    page = answer.html(run.command, kept)
    if out is None:
        write_whole(run.path / FINDINGS, json.dumps(findings(run), indent=1, allow_nan=False).encode())
    write_whole(path, page.encode(errors="backslashreplace"))
    return ShownPage(path, answer)


def html(run: Run) -> str:
    """A run in a notebook: what it is, and if games are there, what came out."""
    head = f"<p><b>{escape(repr(run)[1:-1])}</b></p>"
    if run.games_done <= len(run.failed):
        return head
    return f"{head}\n{ShownSummary(run)._repr_html_()}"
