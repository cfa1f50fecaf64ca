"""Studies that come with the program: a TOML file says what is played and measured, a model reads the games.

The file `NAME.toml` in this folder holds the question, the lists of what is varied, the cells, and the tables
with their measures, margins and reasons. The module `NAME.model` beside it turns the games into numbers, and
`reports/answers/studies/NAME.jinja` is the page. `docs/questions.md` lists the keys.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from types import SimpleNamespace
from typing import Any

from analyses.estimates.critical import at_every_look
from analyses.estimates.estimate import EXACT, LEAST_REACH, Estimate
from analyses.measures.measure import NO_MARGIN, NUMBER, SHARE, Measure, length_noticed
from analyses.measures.number import Number, Place
from analyses.measures.summary import analysis_of
from analyses.questions.results import Results, Runs, Setting, in_every_seat, results_of
from analyses.questions.strength import WEAKEST, games_of, with_rungs
from analyses.studies import shipped
from rules import games
from rules.errors import UserError
from rules.options import rule_words
from rules.toml import read_toml
from rules.words import seated
from simulate.plans.plan import Plan, make_plan
from simulate.plans.policies import Policy, quick, read_policy
from simulate.plans.request import USUAL_POLICY
from simulate.working.cells import Cell

AGAIN = "-again"
"""Ends the names of the cells on the other seed."""

OF_TEAMS = 10_000
"""Games of the run that tells of teams what no study of players can."""


class Item(SimpleNamespace):
    """One value of a list that has more to it than its name: `rule.text`, `rule.policy`.

    One with `players` is for these tables only.
    """

    name: str

    def __format__(self, spec: str) -> str:
        return format(self.name, spec)


OF_LENGTH = "of a game's length"
"""In place of a margin: the one that the game has for its number of turns, with its reason."""


def measure_of(key: str, table: Mapping[str, Any]) -> Measure:
    """A measure as a table of a study's file has it: words, unit, how it is written, margin and reason."""
    return Measure(
        key,
        table.get("words", key.replace("_", " ")),
        table.get("margin", NO_MARGIN),
        table.get("because", ""),
        kind=SHARE if table["as"].endswith(("%", "pp")) else NUMBER,
        unit=table["unit"],
        spec=table["as"],
    )


def without_margin(measure: Measure) -> Measure:
    """The same measure held against none."""
    return replace(measure, margin=NO_MARGIN, because="")


@dataclass(frozen=True)
class Row:
    """A row of a table; called, it makes the entry of a number measured there."""

    study: Declared
    table: str
    place: Place

    def __call__(self, measure: str, estimate: Estimate) -> Number:
        """An estimate of a measure at this place, held against the margin that the study declares.

        What is exact is not judged: a verdict that cannot fail says nothing.
        """
        found = self.study.measure(self.table, measure)
        if estimate.method == EXACT:
            found = without_margin(found)
        return Number(found, estimate, table=self.table, place=self.place)

    def reach(self, measure: str) -> float:
        """By how much a game that was not seen might change it at least, see `samples.difference_of`."""
        found = self.study.measure(self.table, measure)
        return LEAST_REACH * found.margin if found.is_judged else 0.0

    def narrow(self, table: str = "", **place: int | str) -> Row:
        """The same place in another table, or a narrower one."""
        return Row(self.study, table or self.table, {**self.place, **place})


@dataclass(frozen=True)
class Declared:
    """A study as its file declares it."""

    name: str
    data: Mapping[str, Any]
    game: str
    rungs: tuple[str, ...] = ()
    """Of the ladder, who play all that the list `strength` names is asked of; slow ones play fewer games."""
    panel: tuple[str, ...] = ()
    """Who plays, of a study that lets the user say it with `panel`; as its file says if nobody is named."""
    house: Mapping[str, Any] = field(default_factory=dict)
    """Edition, rules and box, in the words of `Request`: of a study with `house` the user may say them."""

    @property
    def title(self) -> str:
        """The name in lists, and of the page."""
        return str(self.data["title"])

    @property
    def called(self) -> str:
        """The name of its answers: with the game, if it is for any."""
        return self.name if "game" in self.data else f"{self.name}-{self.game}"

    def played_game(self, players: Sequence[int]) -> list[str]:
        """The game, and what is not as in the standard game at these tables: ``Catan``, ``robber=false``."""
        differs = make_plan(self.game, 1, players=players[0], **self.house).rule_words
        return [games.load(self.game).title, *differs]

    def question(self, players: Sequence[int]) -> str:
        """What is asked at these tables."""
        title, *differs = self.played_game(players)
        game = f"{title} with {', '.join(differs)}" if differs else title
        return str(self.data["question"]).format(game=game)

    @property
    def games(self) -> int:
        """Games a cell over both seeds, unless the user says."""
        return int(self.data["games"])

    @property
    def players(self) -> tuple[int, ...]:
        """Numbers of players that it knows."""
        low, high = self.data.get("players") or games.load(self.game).printed_players
        if low == 1 < high and not self.data.get("alone"):
            low = 2
        return tuple(range(low, high + 1))

    @property
    def model(self) -> Any:
        """The module that reads the games."""
        return importlib.import_module(f"analyses.studies.{self.name}.model")

    @cached_property
    def lists(self) -> dict[str, list[Any]]:
        """What is varied: by name, its values in their order; what depends on the game, the model lists."""
        of_game = self.model.lists(self) if hasattr(self.model, "lists") else {}
        named = {self.climbs: self.panel} if self.climbs and self.panel else {}
        every = self.data.get("lists", {}) | of_game | named
        usual = games.load(self.game).usual_policy
        if self.climbs and usual != USUAL_POLICY and not self.panel:
            every[self.climbs] = list(dict.fromkeys([usual, *quick(self.game)]))
        if self.climbs and not self.panel:
            who = every[self.climbs]
            every[self.climbs] = with_rungs(who, self.rungs) if self.rungs else self._unlike(who)
        return {
            name: [Item(**value) if isinstance(value, dict) else value for value in values]
            for name, values in every.items()
        }

    def _unlike(self, who: Sequence[Any]) -> list[Any]:
        """Those who play; where they would set up alike in every game, those alone who do not."""
        playing, low = games.load(self.game).playing, self.players[0]
        if not self.data.get("house") or not playing.same_set_up(
            make_plan(self.game, 1, players=low, **self.house).options
        ):
            return list(who)
        others = (one for one in who if not read_policy(self.game, one, low).chooses_alike)
        return [playing.varied, *others]

    @property
    def climbs(self) -> str:
        """The list of those who play, in which rungs of the ladder can stand; nothing if there is none."""
        return str(self.data.get("strength", ""))

    def listed(self, name: str, players: int) -> list[Any]:
        """The values of a list that there are with so many players."""
        return [v for v in self.lists[name] if players in getattr(v, "players", (players,))]

    def check(self, players: Sequence[int]) -> None:
        """Refuse, in one line, what the study cannot answer at these tables, before anything is played.

        Raises
        ------
        UserError
            For teams too: a place in the order of play is a player's, and so is a policy. Nor is there
            anything to compare of players without rivals, unless the study says so.
        """
        preset = self.house.get("preset")
        usual = games.load(self.game).usual_players(preset)  # before any other number is asked for in vain
        asked = [(at, self.house) for at in players if self.house]
        for at, house in [(usual, {"preset": preset}), *asked]:
            plan = make_plan(self.game, OF_TEAMS, players=at, **house)
            if 1 < len(analysis_of(self.game).sides(plan)) < at:
                raise UserError(
                    f"study {self.name}: in a team game nobody wins alone; {plan.command()} "
                    "says how often each team wins"
                )
        for at in players if not self.data.get("alone") else ():
            plan = make_plan(self.game, OF_TEAMS, players=at, **self.house)
            if len(analysis_of(self.game).sides(plan)) == 1:
                why = "one player has no rivals" if at == 1 else "all players win or lose together"
                raise UserError(
                    f"study {self.name}: {why}, so nothing can be compared; {plan.command()} says how often "
                    f"{'the player wins' if at == 1 else 'they win'}"
                )
        if hasattr(self.model, "check"):
            self.model.check(self, players)

    def played(self, players: Sequence[int]) -> tuple[int, ...]:
        """Those of these numbers of players that any cell is played with."""
        cells = [cell.get("players", players) for cell in self.data["cells"] if not _is_once(cell)]
        return tuple(p for p in players if any(p in of for of in cells))

    # --- tables

    def measure(self, table: str, key: str) -> Measure:
        """What a measure is in a table: as the table says, or as the study says for all tables.

        A margin that stands with the study holds in the tables that are ``judged``.
        """
        of_table = self.data["tables"][table]
        own, common = of_table.get("measures", {}).get(key), self.data.get("measures", {}).get(key)
        found = own or common
        if found is None:
            raise KeyError(f"{self.name}.toml: table {table} has no measure '{key}'")
        if found.get("margin") == OF_LENGTH:
            found = {**found, **dict(zip(("margin", "because"), length_noticed(self.game), strict=True))}
        whole = measure_of(key, found)
        whole = replace(whole, words=whole.words.replace("{usual}", games.load(self.game).usual_policy))
        if own is not None or of_table.get("judged", False):
            return whole
        spec = whole.spec.removeprefix("+").replace("pp", "%")
        return without_margin(replace(whole, spec=spec))

    def margins(self) -> list[Measure]:
        """Every measure with a margin, once."""
        found = {
            (m.words, m.margin): m
            for table, of_table in self.data["tables"].items()
            for key in (*of_table.get("measures", {}), *self.data.get("measures", {}))
            if (m := self.measure(table, key)).is_judged
        }
        return list(found.values())

    def row(self, table: str, **place: int | str) -> Row:
        """The row of a table for this place."""
        return Row(self, table, place)

    # --- games

    def cells(self, setting: Setting) -> tuple[Cell, ...]:
        """What must be played."""
        once, each = ([c for c in self.data["cells"] if _is_once(c) == is_once] for is_once in (True, False))
        at_tables = [(players, pattern) for players in setting.players for pattern in each]
        return tuple(
            self._cell(pattern, setting, players, scope)
            for players, pattern in (*at_tables, *((setting.players[0], pattern) for pattern in once))
            for scope in self._scopes(pattern, players, setting)
        )

    def _scopes(self, pattern: Mapping[str, Any], players: int, setting: Setting) -> Iterator[dict[str, Any]]:
        """The values of the lists that a cell is played for, one by one."""
        if not _is_once(pattern) and players not in pattern.get("players", setting.players):
            return
        names = pattern.get("each", [])
        for values in product(*(self.listed(name, players) for name in names)):
            scope = dict(zip(names, values, strict=True))
            if not any(self._skip_name(scope[key]) in left for key, left in pattern.get("skip", {}).items()):
                yield {"players": players, **scope}

    def _skip_name(self, value: Any) -> str:
        """The name by which cells skip a value; a rung that is not of the study is skipped as `random` is."""
        name = f"{value}"
        raw = self.data.get("lists", {}).get(self.climbs, [])
        known = name not in self.rungs or name in (v if isinstance(v, str) else v["name"] for v in raw)
        return name if known else WEAKEST

    def _cell(
        self, pattern: Mapping[str, Any], setting: Setting, players: int, scope: Mapping[str, Any]
    ) -> Cell:
        """The games of a pattern, with everything filled in."""
        one = {key: filled(value, scope) for key, value in pattern.items() if key not in ("each", "skip")}
        first, n = 0, setting.n * one.get("games", 1)
        if (rung := f"{scope.get(self.climbs, '')}") in self.rungs:
            n = games_of(rung, n)
        if one.get("share_seats"):
            n = max(2, n / players)
        if shared := one.get("part_of"):
            sharing = self.lists[shared]
            first = sharing.index(scope[shared]) * math.ceil(setting.n / len(sharing))
            n = max(2, n / len(sharing))
        plan = make_plan(
            self.game,
            math.ceil(n),
            players=players,
            **dict(self.house) | {"rules": (*self.house.get("rules", ()), *rule_words(one.get("rules", ())))},
            seed=setting.seed,
            first_game=first,
            **({"tables": tuple(one["tables"])} if "tables" in one else {}),
        )
        who = self._policy(one["others"] if "odd" in one else one["policy"], players)
        plan = replace(plan, policies=(who,) * players)
        plans: tuple[Plan, ...] = (plan,)
        if "odd" in one:
            plans = in_every_seat(plan, self._policy(one["odd"], players), who)
        elif "plans" in one:
            plans = getattr(self.model, one["plans"])(plan)
        return Cell(one["name"], f"{seated(players)}, {one['text']}", plans)

    def _policy(self, asked: str | Mapping[str, Any], players: int) -> Policy:
        """A policy by its name; or one that is changed: ``{ policy = "heuristic", add = { city = 0.5 } }``.

        With `weights_of` it has the weights tuned for that many players at every table, or for the ``fewest``
        that can play. A name that the model has among its `POLICIES` is a policy of the study's own.
        """
        name = asked if isinstance(asked, str) else asked["policy"]
        at = players if isinstance(asked, str) else asked.get("weights_of", players)
        at = self.players[0] if at == "fewest" else at
        own = getattr(self.model, "POLICIES", {})
        policy = own[name](at) if name in own else read_policy(self.game, name, at)
        if isinstance(asked, str) or policy.weights is None:
            return policy
        weights = dict(policy.weights) | asked.get("set", {})
        for feature, more in asked.get("add", {}).items():
            weights[feature] += more
        return replace(policy, name=asked["called"], weights=tuple(weights.items()))

    def all_cells(self, setting: Setting) -> tuple[Cell, ...]:
        """All cells, then all on the other seed if there is one."""
        if setting.replicate is None:
            return self.cells(setting)
        cells, others = (self.cells(half) for half in setting.halves)
        return (*cells, *(replace(c, name=f"{c.name}{AGAIN}", text=f"{c.text}, again") for c in others))

    # --- numbers

    def results(self, setting: Setting, runs: Runs) -> Results:
        """What the games of all cells show, each finding replicated on the other seed if there is one."""
        looked = any(run.was_looked_at for several in runs.values() for run in several)
        with at_every_look(looked):
            return replace(self._finished(self._replicated(setting, runs)), looked=looked)

    def _replicated(self, setting: Setting, runs: Runs) -> Results:
        """What the games of both seeds show, if there is another one."""
        if setting.replicate is None:
            return self._measured(setting, runs)
        first = {name: found for name, found in runs.items() if not name.endswith(AGAIN)}
        others = {name.removesuffix(AGAIN): found for name, found in runs.items() if name not in first}
        one, other = map(self._measured, setting.halves, (first, others))
        return replace(one.replicated_by(other), setting=setting)

    def _measured(self, setting: Setting, runs: Runs) -> Results:
        """What the games of one seed show."""
        return results_of(setting, runs, list(self.model.analyse(self, setting, runs)))

    def _finished(self, results: Results) -> Results:
        """The same with what follows from these very numbers, and what a reader must know of them."""
        if hasattr(self.model, "following"):
            more = self.model.following(self, results)
            results = replace(results, entries=[*results.entries, *more])
        notes = tuple(self.model.notes(self, results)) if hasattr(self.model, "notes") else ()
        return replace(results, notes=(*results.notes, *notes))


def _is_once(pattern: Mapping[str, Any]) -> bool:
    """Whether a cell is played with the fewest players only, after all others."""
    return pattern.get("players") == "fewest"


def filled(value: Any, scope: Mapping[str, Any]) -> Any:
    """A value of a pattern with what is varied put in: ``{rule}``, ``{rule.text}``, ``{step:+g}``.

    A text that is nothing but one name in braces becomes what the name stands for, be it a table or a number.

    >>> filled({"name": "{players}p-{rule}", "rules": "{rule.rules}"},
    ...        {"players": 2, "rule": Item(name="half", rules={"small_city": "half"})})
    {'name': '2p-half', 'rules': {'small_city': 'half'}}
    """
    if isinstance(value, Mapping):
        return {key: filled(each, scope) for key, each in value.items()}
    if isinstance(value, list):
        return [filled(each, scope) for each in value]
    if not isinstance(value, str):
        return value
    name, *rest = value[1:-1].split(".") if value.startswith("{") and value.endswith("}") else ("",)
    if name not in scope or any(not part.isidentifier() for part in rest):
        return value.format(**scope)
    found = scope[name]
    for part in rest:
        found = getattr(found, part)
    return found.name if isinstance(found, Item) else found


def declared(name: str, game: str | None = None) -> Declared:
    """The study of this name; one for any game needs a game."""
    data = read_toml(shipped.FOLDER / f"{name}.toml")
    game = data.get("game") or game or ""
    return Declared(name, _with_own(data, game), game)


def _with_own(data: Mapping[str, Any], game: str) -> Mapping[str, Any]:
    """A study with what its table `of` says of this game only: lists, cells and tables.

    With `from` these are those of another study, of its cells those that are marked with the key `claims`.
    """
    own = data.get("of", {}).get(game, {})
    if "from" in own:
        other = read_toml(shipped.FOLDER / f"{own['from']}.toml")
        own = {**other, "cells": [cell for cell in other["cells"] if cell.get("claims")]}
    found = {**data, "games": own.get("games", data["games"])}
    for key in ("lists", "tables"):
        found[key] = data.get(key, {}) | own.get(key, {})
    return found | {"cells": [*data.get("cells", []), *own.get("cells", [])]}
