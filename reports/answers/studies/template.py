"""The page of a study: its template `NAME.jinja`, filled with what the games show.

It is written in the language of all pages (`reports.answers.language`; docs/questions.md tells of it). It has
three parts, from what everybody reads to what only doubters do: ``# At a glance``, the answer and one
picture; ``# Findings``, up to seven lines that begin with ``- ``; ``# Evidence``, sections that begin with
``## ``. Between stand paragraphs with empty lines between. It may use

    the lists of the study, by name           ``{% for rule in rules %}`` of ``[[lists.rule]]``: with an s
    the functions of the study's own module   what `__all__` of `NAME.py` names, with results and study given;
                                              a finding or table of theirs is a paragraph
    n, seed, unit, player_counts              games of a cell, the first seed, what scores count, who plays
    decides, together                         whether anybody decides anything; whether nobody has rivals
    finding(table, measure, different=, alike=, question=, ...)
                                              a sentence that follows the verdicts, with its certainty and
                                              a small picture (`reports.words.wording.headed` says how)
    sentence(...), title(...)                 the sentence alone, of what is sure
    agreement(table, measures, who, about)    in how many findings those who play differ
    measured(table, measure)                  the numbers of a table, to ask whether there are any
    grid(table, measures, down=, across=)     rows and columns of numbers
    grids(table, measures, down=, across=)    one for each number of players
    grids_by_measure(table, {measure: text})  one for each measure
    stacked(grid, grid), beside(grid, grid)   one below the other, and side by side
    grid_table(caption, grid, heading)        a paragraph of its own
    dots(title, alt, grid, below)             a picture of a grid, likewise
    panels(title, alt, grids, below)          one panel for each of several grids
    drawing(name, title, alt, caption, ...)   a picture that a function of the study's own module draws
    margins(), players(names, who)            the margins with their reasons; who plays
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from inspect import signature
from pathlib import Path
from typing import Any

from analyses.measures.number import CERTAINTIES, LIKELY, OPEN, Number, certainty_of
from analyses.measures.vocabulary import competes
from analyses.questions.results import Results, Spot, spot_of
from analyses.questions.strength import Climb
from analyses.studies.declared import Declared
from analyses.studies.panel import panels as panels_of
from reports.answers.paragraphs import item_of, kept, paragraphs, sections_of
from reports.answers.strength import StrengthFinding, as_dict, rows_of, section
from reports.answers.studies.grid import (
    Grid,
    beside,
    draw_dots,
    draw_panels,
    grid_of,
    label_of,
    row_name,
    stacked,
    table_of_margins,
)
from reports.pages.answer import Answer
from reports.pages.chart import Chart, rows_chart
from reports.pages.depths import Depths
from reports.pages.parts import Cell, Section, Table, picture, players_table
from reports.pictures.plots import sourced
from reports.words import wording as words
from reports.words.findings import MEANS, Finding
from rules import games
from rules.words import seated
from simulate.plans.plan import make_plan
from simulate.plans.request import USUAL_POLICY

FOLDER = Path(__file__).parent
"""The templates."""

BRACKETS = "Brackets are 95 % intervals: the true value lies within, 19 times in 20."

ALL = "all tables"

PARTS = ("At a glance", "Findings", "Evidence")


@dataclass(frozen=True)
class Report:
    """What a study says of its games."""

    study: Declared
    results: Results

    # --- the page

    @property
    def _about(self) -> list[str]:
        return [*self.study.played_game(self.results.players), *words.about(self.results)]

    @cached_property
    def page(self) -> Depths:
        """The template, filled and cut into its parts, each finding with what strength does to it."""
        page = self._told
        if not self.strength:
            return page

        def marked(finding: Finding) -> Finding:
            climbed = self._climbed(finding)
            return climbed.marked(finding, leads=finding is page.answer) if climbed else finding

        with sourced(*self._about):
            against = section(self.strength, [self.strength[0].picture("the answer")])
        findings, evidence = [marked(finding) for finding in page.findings], [against, *page.evidence]
        return replace(page, answer=marked(page.answer), findings=findings, evidence=evidence)

    @cached_property
    def _told(self) -> Depths:
        """The template, filled and cut."""
        from reports.answers.language import Language

        source = (FOLDER / f"{self.study.name}.jinja").read_text(encoding="utf-8")
        items: list[Any] = []
        rows: dict[Spot, str] = {}
        with sourced(*self._about):
            text = Language().fill(source, self._names(items, rows))
        answer, glance, findings, evidence = cut(text, items)
        answer, *findings = (linked(finding, rows) for finding in (answer, *findings))
        note = " ".join([f"{words.MARKS_SAY}. {BRACKETS}", *words.replication(self.results)])
        return Depths(
            self.study.question(self.results.players), self._about, answer, glance, findings,
            self.results.notes, evidence, MEANS, note,
        )  # fmt: skip

    @cached_property
    def strength(self) -> list[StrengthFinding]:
        """The findings of the page that rungs of the ladder play, each at every rung."""
        return [found for found in map(self._climbed, (self._told.answer, *self._told.findings)) if found]

    def _climbed(self, finding: Finding) -> StrengthFinding | None:
        """A finding at every rung of the ladder; nothing of one that rungs do not play."""
        rungs = self.study.rungs
        first = f"{self.study.lists[self.study.climbs][0]}" if rungs else ""
        changes = finding.grounds or finding.numbers
        climbs: dict[str, Climb] = {}
        for entry in changes.values() if rungs else ():
            who = next((key for key in (self.study.climbs, "who") if entry.place.get(key) == first), None)
            if who is None:
                continue
            rest = {name: value for name, value in entry.place.items() if name != who}
            every = self.results.matching(entry.table, entry.measure.key, **rest)
            at = {f"{e.place[who]}": e for e in every if e.place.keys() == entry.place.keys()}
            numbers = {
                rung: at[key] for rung in rungs if (key := first if rung == USUAL_POLICY else rung) in at
            }
            if len(numbers) == len(rungs):
                climbs[seated(int(rest["players"])) if "players" in rest else ALL] = Climb(numbers)
        if not climbs:
            return None
        one = next(iter(changes.values()))
        spec = self._spec(one.table, one.measure.key) if finding.grounds else finding.spec
        return StrengthFinding(self._words(one), spec, climbs)

    def _words(self, entry: Number) -> str:
        """What a number is, and where but for table and players; that of a claim stands with the claim."""
        if "claim" in entry.place:
            (claim,) = (c for c in self.study.lists["claim"] if c.name == entry.place["claim"])
            return str(claim.measure["words"])
        rest = {k: v for k, v in entry.place.items() if k not in ("players", self.study.climbs)}
        places = [label_of(self.study, key, value) for key, value in rest.items()]
        return ", ".join([entry.measure.words, *places])

    @property
    def answer(self) -> Answer:
        """The answer of the study."""
        setting, finding = self.results.setting, self.page.answer
        tables = self.results.tables()
        if self.strength:
            tables["strength"] = rows_of(self.strength)
        return Answer(
            question=self.study.question(setting.players),
            game=self.study.game,
            common=self.study.played_game(setting.players)[1:],
            finding=finding,
            findings=self.page.findings,
            notes=self.results.notes,
            players=setting.players,
            policies=self._policies,
            n=setting.n,
            seeds=[seed for seed in (setting.seed, setting.replicate) if seed is not None],
            looked=self.results.looked,
            numbers=[
                {"table": number.table, **number.place, **number.as_dict()} for number in self.results.entries
            ],
            tables=tables,
            sections={"strength": as_dict(self.strength, self.study.rungs)} if self.study.rungs else {},
            chart=self._chart,
            depths=lambda: self.page,
            lines=self._lines,
        )

    @property
    def _chart(self) -> Chart:
        """The numbers behind the answer, a row each."""
        answer = self.page.answer
        scale = words.scale_of(answer.spec)
        rows = [(name, {"value": number.estimate.times(scale)}) for name, number in answer.numbers.items()]
        measures = dict.fromkeys(number.measure.short for number in answer.numbers.values())
        return rows_chart({" and ".join(measures): rows})

    def is_alone(self, players: int) -> bool:
        """Whether so many players have no rivals."""
        return not competes(make_plan(self.study.game, 1, players=players, **self.study.house))

    @property
    def _policies(self) -> list[str]:
        """Who plays, of the list that names them."""
        if not games.load(self.study.game).decides:
            return []
        return [f"{who}" for who in self.study.lists.get("policy", ())]

    def _lines(self) -> str:
        """The answer and the findings in lines for a terminal."""
        lines = self.page.lines(f"{self.study.title} {', '.join(self.page.about)}", False)
        return "\n".join([lines, "", *self.strength[0].lines("value")]) if self.strength else lines

    # --- what a template may use

    def _names(self, items: list[Any], rows: dict[Spot, str]) -> dict[str, Any]:
        """All that the template may use, by its name there; `rows` takes the rows of its tables."""
        lists = {re.sub("([^aeiou])ys$", r"\1ies", f"{name}s"): v for name, v in self.study.lists.items()}
        facts = {
            "n": self.results.setting.n,
            "seed": self.results.setting.seed,
            "unit": games.load(self.study.game).unit,
            "decides": games.load(self.study.game).decides,
            "together": all(map(self.is_alone, self.results.players)),
            "player_counts": self.results.players,
            "usual": self.results.setting.lead,
        }
        made = {**self._texts(), **self._grids(), **self._items(items, rows), **self._own(items)}
        return {**lists, **facts, **made}

    def _texts(self) -> dict[str, Callable[..., Any]]:
        """Functions that make a part of a sentence, or numbers."""

        def sentence(*asked: Any, **named: Any) -> str:
            return self._finding(*asked, **named).text

        def title(*asked: Any, **named: Any) -> str:
            return sentence(*asked, **named).removesuffix(".")

        def agreement(
            table: str,
            measures: Sequence[str],
            who: str,
            about: str,
            key: str = "policy",
            among: Collection[str] | None = None,
        ) -> str:
            return words.agreement(panels_of(self.results, table, measures, key, among), who, about)

        return {
            "sentence": sentence,
            "title": title,
            "agreement": agreement,
            "measured": self.results.matching,
        }

    def _grids(self) -> dict[str, Callable[..., Any]]:
        """Functions that make rows and columns of numbers."""

        def grid(*asked: Any, **named: Any) -> Grid:
            return grid_of(self.study, self.results, *asked, **named)

        def grids(*asked: Any, **named: Any) -> dict[int, Grid]:
            return {p: grid(*asked, **named, players=p) for p in self.results.players}

        def grids_by_measure(table: str, measures: Mapping[str, str], **named: Any) -> dict[str, Grid]:
            return {text: grid(table, measure, **named) for measure, text in measures.items()}

        return {
            "grid": grid,
            "grids": grids,
            "grids_by_measure": grids_by_measure,
            "stacked": stacked,
            "beside": beside,
        }

    def _items(self, items: list[Any], rows: dict[Spot, str]) -> dict[str, Callable[..., str]]:
        """Functions that make a finding, a table or a picture, and put a token in its place."""

        def finding(*asked: Any, **named: Any) -> str:
            return kept(items, self._finding(*asked, **named))

        def contradictions(*asked: Any, **named: Any) -> str:
            made = self._contradictions(*asked, **named)
            return made if isinstance(made, str) else kept(items, made)

        def grid_table(caption: str, grid: Grid, heading: str = "") -> str:
            name = f"table-{len(items) + 1}"
            for line, entries in enumerate(grid.lines):
                for number in entries.entries.values():
                    rows.setdefault(spot_of(number), row_name(name, line))
            return kept(items, grid.table(caption, heading, name))

        def dots(title: str, alt: str, grid: Grid, below: str, caption: str = "") -> str:
            return kept(items, picture(lambda page: draw_dots(page, grid, below), title, alt, caption))

        def panels(title: str, alt: str, grids: Mapping[Any, Grid], below: str, caption: str = "") -> str:
            return kept(items, picture(lambda page: draw_panels(page, grids, below), title, alt, caption))

        def drawing(name: str, title: str, alt: str, caption: str, *asked: Any) -> str:
            draw = getattr(self._module, name)
            return kept(
                items, picture(lambda page: self._given(draw, page=page)(*asked), title, alt, caption)
            )

        def margins() -> str:
            table = table_of_margins(self.study, self.results)
            return kept(items, table) if table.rows else ""

        def players(names: Sequence[str], who: str) -> str:
            return kept(items, players_table(self.study.game, names, who, "of this study"))

        return {
            "finding": finding,
            "contradictions": contradictions,
            "grid_table": grid_table,
            "dots": dots,
            "panels": panels,
            "drawing": drawing,
            "margins": margins,
            "players": players,
        }

    @property
    def _module(self) -> Any:
        """What the study has of its own; nothing of one without."""
        there = (FOLDER / f"{self.study.name}.py").exists()
        return importlib.import_module(f"reports.answers.studies.{self.study.name}") if there else None

    def _own(self, items: list[Any]) -> dict[str, Callable[..., Any]]:
        """The functions of the study's own module; those that draw are asked for by `drawing`."""

        def shown(made: Any) -> Any:
            """A token for a finding or table, one for each of several; texts and lists as they are."""
            if isinstance(made, Finding | Table):
                return kept(items, made)
            if isinstance(made, Iterator | list):
                return [shown(each) for each in made]
            return made

        def named(function: Callable[..., Any]) -> Callable[..., Any]:
            mine = self._given(function)
            return lambda *asked, **named: shown(mine(*asked, **named))

        functions = {name: getattr(self._module, name) for name in getattr(self._module, "__all__", ())}
        return {
            name: named(function)
            for name, function in functions.items()
            if "page" not in signature(function).parameters
        }

    def _given(self, function: Callable[..., Any], **also: Any) -> Callable[..., Any]:
        """A function whose first parameters are given if they are called `results` or `study`."""
        known = {"results": self.results, "study": self.study, **also}
        return partial(function, *(known[name] for name in signature(function).parameters if name in known))

    def _spec(self, table: str, measure: str) -> str:
        return self.study.measure(table, measure).spec

    def _finding(
        self,
        table: str,
        measure: str,
        different: str,
        alike: str = "",
        question: str = "",
        sign: str = "",
        **keys: int | str,
    ) -> Finding:
        """A sentence about a number at each table, which follows its verdicts.

        It is as sure as the least sure number that it states. Of numbers without a margin that are hardly
        known the `question` is not settled, if there is one.
        """
        found, spec = self.results.by_players_present(table, measure, **keys), self._spec(table, measure)
        scale, by_sign = words.scale_of(spec), "[" in different
        told = words.stated(found, by_sign)
        sure = certainty_of(told)

        if any(not number.measure.is_judged for number in told) and by_sign:
            sure = min(sure, LIKELY, key=CERTAINTIES.index)  # the sentence says which way, and that is known
        text = words.headed(found, different, alike, question, scale, sign)
        if question and told and sure == OPEN:
            values = words.values_listed([number.estimate for number in told], scale, sign)
            unit = "%" if spec.endswith("%") else self.study.measure(table, measure).unit
            tables = f" with {words.players_words(found)} players" if len(found) > 1 else ""
            text = f"It is not settled {question}: {values} {unit}{tables}"
        return Finding(f"{text}.", sure, by_players(found), spec)

    def _contradictions(
        self,
        table: str,
        measures: Sequence[str],
        down: str = "",
        key: str = "policy",
        among: Collection[str] | None = None,
    ) -> Table | str:
        """Where one says different and another equivalent, or different the other way."""
        found = [p for p in panels_of(self.results, table, measures, key, among) if p.contrary]
        if not found:
            return "No two of them contradict each other’s verdict."
        who = dict.fromkeys(name for p in found for name in p.entries)
        rows = []
        for p in found:
            marks = (words.MARKS[p.entries[name].verdict] if name in p.entries else "–" for name in who)
            place = [label_of(self.study, down, p.place[down])] if down else []
            named = [self.study.measure(table, p.measure).words, *place, str(p.place["players"]), *marks]
            rows.append([Cell(text) for text in named])
        caption = "Every contradiction: for one the difference matters, for another it does not or is turned."
        heads = ["measure", *([down] if down else []), "players"]
        return Table(caption, [*heads, *(name.replace("_", " ") for name in who)], rows, len(heads))


def linked(finding: Finding, rows: Mapping[Spot, str]) -> Finding:
    """A finding with links to the rows of the evidence that its first numbers stand in."""
    links = [
        next((rows[spot] for number in numbers.values() if (spot := spot_of(number)) in rows), "")
        for numbers in (finding.numbers, finding.grounds)
    ]
    return replace(finding, link=finding.link or links[0], grounds_link=links[1])


def by_players(found: Mapping[int, Number]) -> dict[str, Number]:
    """Numbers by what a small picture calls them."""
    return {seated(players): number for players, number in found.items()}


def cut(text: str, items: Sequence[Any]) -> tuple[Finding, Section, list[Finding], list[Section]]:
    """The parts of a filled template: answer, what stands with it, findings and evidence.

    `items` are what its tokens stand for.
    """
    part = ""
    parts: dict[str, list[Any]] = {name: [] for name in PARTS}
    for piece in paragraphs(text):
        if piece.startswith("# "):
            part = piece[2:]
        else:
            parts[part].append(item_of(piece.removeprefix("- "), items))
    glance, findings, evidence = parts.values()
    answer = next(item for item in glance if isinstance(item, Finding))
    beside = next(iter(sections_of(item for item in glance if item is not answer)), Section("", []))
    return answer, beside, findings, sections_of(evidence)
