"""The plan of a run: everything that decides what its games are, in one canonical form."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from rules import games
from rules.errors import UserError, nearest
from rules.options import as_dict, as_stored, from_stored, inert, read_options, show, split_words, typed
from simulate.plans.code import Code
from simulate.plans.constants import changed_constants
from simulate.plans.policies import SEARCH_VERSION, Policy, read_policies
from simulate.plans.request import BOXES, Request, request_of

NO_TABLES = "none"
"""Said in place of tables: only sums are kept (`simulate.store.sums`)."""


FROM_FILE = "explicit"
"""The value of a rule that is called like the box: a file of the user's says what lies in it."""


@dataclass(frozen=True)
class Plan:
    """Which games to play: game `i` is a function of this and i alone.

    `options` are complete; `box` is the text of the user's own tiles, board or cards, None for the standard.
    How many games there are, `n`, is no part of what they are: it stands in no hash.
    """

    game: str
    players: int
    options: Any
    preset: str
    policies: tuple[Policy, ...]
    seed: int
    first_game: int
    n: int
    tables: tuple[str, ...]
    box: str | None = field(default=None, repr=False)
    box_file: str | None = field(default=None, compare=False)
    code: Code | None = field(default=None, repr=False)
    """The user's own: the file of a game in plain Python, or of rules that are changed."""

    def as_dict(self) -> dict[str, Any]:
        """The canonical configuration as JSON values, user files by hash."""
        origin = games.load(self.game).origin
        return {
            "game": self.game,
            "rules_version": games.load(self.game).engine.RULES_VERSION,
            "players": self.players,
            "preset": self.preset,
            "options": as_stored(self.options),
            "box": "standard" if self.box is None else hashlib.sha256(self.box.encode()).hexdigest(),
            "policies": [policy.as_dict() for policy in self.policies],
            "policies_version": games.load(self.game).playing.policies_version,
            **({"search_version": SEARCH_VERSION} if self.searches else {}),
            "seed": self.seed,
            "first_game": self.first_game,
            "tables": list(self.tables),
            **({} if self.code is None else {"code": self.code.as_dict()}),
            **({} if origin == self.game else {"changes": origin}),
        }

    @property
    def searches(self) -> bool:
        """Whether a seat searches in a compiled game: there positions are weighed."""
        return any(policy.position for policy in self.policies)

    def described(self) -> dict[str, Any]:
        """What manifests and blocks say of it: what decides its games, how many, and the name of the box."""
        return self.as_dict() | {"n": self.n} | ({"box_file": self.box_file} if self.box_file else {})

    @staticmethod
    def from_dict(data: dict[str, Any], sources: dict[str, str]) -> Plan:
        """The plan of a manifest; `sources` are the texts of its user files, as `Plan.sources` gives them.

        Raises
        ------
        UserError
            For code of a game that nobody here has vouched for.
        """
        code = Code.from_dict(data["code"], sources) if "code" in data else None
        if code is None:
            known = games.load(data["game"])
        else:
            known = games.load_code(data["game"], code, data.get("changes", ""))
        stored = from_stored(known.options.Options, data["options"])
        options = known.complete(
            read_options(data["game"], known.options.Options, stored),
            data["players"],
            own_box(data["game"], sources.get("box.toml")),
        )
        policies = tuple(
            Policy.from_dict(policy, sources.get(f"policy-{seat}.py"))
            for seat, policy in enumerate(data["policies"])
        )
        kept = {key: data[key] for key in ("game", "players", "preset", "seed", "first_game", "n")}
        return Plan(
            **kept,
            options=options,
            policies=policies,
            tables=tuple(data["tables"]),
            box=sources.get("box.toml"),
            box_file=data.get("box_file"),
            code=code,
        )

    def sources(self) -> dict[str, str]:
        """The texts of the user's files, to be kept with the run."""
        texts = {f"policy-{seat}.py": p.source for seat, p in enumerate(self.policies) if p.source}
        texts |= {"box.toml": self.box} if self.box is not None else {}
        return texts | (self.code.sources() if self.code is not None else {})

    @property
    def standard_preset(self) -> str:
        """The preset of the standard game."""
        return next(iter(games.load(self.game).options.PRESETS))

    @property
    def box_caveat(self) -> str:
        """What to know of the game's own box; "" for a user's."""
        return games.load(self.game).caveat if self.box is None else ""

    @property
    def caveats(self) -> list[str]:
        """What a reader of any result of its games must know."""
        alike = all(policy.chooses_alike for policy in self.policies)
        set_up = games.load(self.game).playing.same_set_up(self.options) if alike else ""
        at_table = games.load(self.game).caveat_of(self.players)
        return [*filter(None, [self.box_caveat, at_table, set_up]), *self.inert]

    @property
    def inert(self) -> list[str]:
        """Which of the changed options do nothing, as the others are, and with what they would act."""
        return inert(self.options, self.players, self.changed_options())

    @property
    def policy_words(self) -> str:
        """The policies as they are typed: one name if all seats share it."""
        return ",".join(policy.name for policy in self.policies[: 1 if self.plays_alike else None])

    @property
    def table_words(self) -> str:
        """The tables as they are typed."""
        return ",".join(self.tables) or NO_TABLES

    @property
    def plays_alike(self) -> bool:
        """Whether all seats share one policy."""
        return len({policy.name for policy in self.policies}) == 1

    def changed_options(self) -> dict[str, str]:
        """The options that differ from the preset's, as they are typed, but for what follows from others.

        With fewer cards in the hands of Castle more lie in the exchange: only the hand was changed.
        """
        base, mine = self._completed({}), typed(self.options)
        changed = {name: value for name, value in mine.items() if value != base[name]}
        for name in list(changed):
            others = {other: value for other, value in changed.items() if other != name}
            with contextlib.suppress(UserError):  # without it the others do not go together
                changed = others if self._completed(others) == mine else changed
        return changed

    def _completed(self, changed: Mapping[str, str]) -> dict[str, str]:
        """Every option as it is typed, if these differ from the preset's."""
        module = games.load(self.game).options
        options = read_options(self.game, module.Options, {**module.PRESETS[self.preset], **changed})
        return typed(games.load(self.game).complete(options, self.players, own_box(self.game, self.box)))

    @property
    def differs(self) -> dict[str, str]:
        """What is not as in the standard game, by name: the preset, the options, and the file of the box."""
        preset = {} if self.preset == self.standard_preset else {"preset": self.preset}
        box = {} if self.box is None else {"box": Path(self.box_file or "of one's own").name}
        changed = self.code is not None and games.load(self.game).origin != self.game
        code = {"code": self.code.file} if changed and self.code else {}
        return preset | self.changed_options() | box | code

    @property
    def rule_words(self) -> list[str]:
        """The same in words: ``preset old``, ``meeples=8``, ``tiles ct.toml``; none for the standard game."""
        return worded(self.game, self.differs)

    def __repr__(self) -> str:
        return f"<Plan of {self.command()}>"

    def changed_since(self, described: Mapping[str, Any]) -> list[str]:
        """What is different from what was described of this plan when it was made: ``rules_version 1 -> 2``.

        Options that were added since are no difference: their defaults are what was played before. A version
        that is not named is the first.
        """
        now = self.as_dict()
        now["options"] = {name: now["options"].get(name) for name in described["options"]}
        return [
            f"{key} {_short(described.get(key, 1))} -> {_short(value)}"
            for key, value in now.items()
            if described.get(key) != value
        ]

    def differences(self, other: Plan) -> list[str]:
        """What is different in another plan: ``dice_cap 3 -> 4``, from that one to this.

        Of another game nothing else is said.
        """
        if self.game != other.game:
            return [f"game {other.game} -> {self.game}"]
        mine, theirs, before = self.as_dict(), other.as_dict(), as_dict(other.options)
        pairs = [(key, theirs[key], mine[key]) for key in mine if key not in ("options", "policies")]
        pairs += [(name, before[name], value) for name, value in as_dict(self.options).items()]
        pairs.append(("policy", other.policy_words, self.policy_words))
        found = [f"{key} {_short(old)} -> {_short(new)}" for key, old, new in pairs if old != new]
        if mine["policies"] != theirs["policies"] and self.policy_words == other.policy_words:
            changed = [
                name
                for mine_too, there in zip(self.policies, other.policies, strict=True)
                if mine_too.source == there.source
                for name in changed_constants(dict(there.constants or ()), dict(mine_too.constants or ()))
            ]
            what = f"the value of {changed[0]} in" if changed else "the weights or the code of"
            found.append(f"{what} policy {self.policy_words}")
        return found

    def command(self, out: Path | None = None) -> str:
        """The command line that makes this run."""
        return self.request(out).command()

    def request(self, out: Path | None = None) -> Request:
        """What a user asks for to get this run."""
        game = games.load(self.game)
        box: dict[str, Any] = {}
        if self.box is not None:
            box[game.box] = self.box_file or f"{game.box.upper()}.toml"
        return Request(
            game.typed,
            self.n,
            players=None if self.players == game.usual_players(self.preset) else self.players,
            policy=None if self.policy_words == game.usual_policy else self.policy_words,
            preset=None if self.preset == self.standard_preset else self.preset,
            rules=tuple(f"{name}={value}" for name, value in self.changed_options().items()),
            seed=self.seed,
            first_game=self.first_game,
            tables=Request.tables if self.tables == default_tables(self.game) else self.table_words,
            out=None if out == Path("runs") / self.name else out,
            code=game.file,
            **box,
        )

    @cached_property
    def hash(self) -> str:
        """A hash of the canonical configuration."""
        return hash_of_dict(self.as_dict())

    @property
    def name(self) -> str:
        """The name of the run's directory."""
        return f"{games.load(self.game).folder_name}-{self.hash[:6]}"

    @property
    def long_name(self) -> str:
        """The same where another run has that name."""
        return f"{games.load(self.game).folder_name}-{self.hash}"


def worded(game: str, differs: Mapping[str, str]) -> list[str]:
    """What differs from the standard game as it is told: ``preset old``, ``meeples=8``, ``tiles ct.toml``."""
    kinds = {"preset": "preset", "box": games.load(game).box, "code": "code"}
    return [f"{kinds[key]} {one}" if key in kinds else f"{key}={one}" for key, one in differs.items()]


def in_common(plans: Iterable[Plan]) -> list[str]:
    """What is not as in the standard game, and the same in all these plans of a game, in words."""
    first, *others = plans
    alike = {
        key: one
        for key, one in first.differs.items()
        if all(o.box == first.box if key == "box" else o.differs.get(key) == one for o in others)
    }
    return worded(first.game, alike)


def deciding(described: Mapping[str, Any]) -> dict[str, Any]:
    """Of what is described of a plan that which decides its games, as `Plan.as_dict` gives it."""
    return {key: value for key, value in described.items() if key not in ("n", "box_file")}


def hash_of_dict(described: Mapping[str, Any]) -> str:
    """The hash of a plan of which this is described; how many games it has is no part of it."""
    text = json.dumps(deciding(described), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def hash_of(plans: Iterable[Plan]) -> str:
    """A hash of all that decides what the games of several plans are."""
    return hashlib.sha256(" ".join(plan.hash for plan in plans).encode()).hexdigest()


def _short(value: Any) -> str:
    """A value of a configuration on a line: lists as they are typed, hashes by their first digits."""
    text = show(value)
    return text[:6] if len(text) == 64 else text


@cache
def own_box(game: str, text: str | None) -> Any:
    """What lies in the box of the user's whose file has this text; None for none."""
    return None if text is None else games.load(game).box_of(text)


def read_rules(
    game: str, players: int, preset: str | None, rules: Iterable[str], box: Any = None
) -> tuple[str, Any]:
    """The preset's name and the complete options: the preset's values, then each ``name=value``.

    `box` is what lies in a box of the user's, None for the game's own.

    Raises
    ------
    UserError
        For an unknown preset or option, or a value out of bounds.
    """
    known = games.load(game)
    module, called = known.options, " --code ".join(filter(None, (known.typed, known.file)))
    preset = preset or next(iter(module.PRESETS))
    if preset not in module.PRESETS:
        raise UserError(
            f"{called} has no preset '{preset}'.{nearest(preset, module.PRESETS)} "
            f"Presets: {', '.join(module.PRESETS)} (simulate rules {called})"
        )
    named = split_words(rules)
    if (word := box_word(game)) in named:
        raise UserError(f"what lies in the box is not a rule: write --{word} {named[word]}")
    given = {**module.PRESETS[preset], **named}
    return preset, known.complete(read_options(called, module.Options, given), players, box)


def with_own_box(game: str, request: Request) -> tuple[str, ...]:
    """The rules, and with them what a file says: `board=explicit` need not be typed beside a board."""
    known, rules = games.load(game), tuple(request.rules)
    given = known.own_box and getattr(request, known.box, None) is not None
    if not given or not hasattr(known.options.Options, known.box) or known.box in split_words(rules):
        return rules
    return (*rules, f"{known.box}={FROM_FILE}")


def box_word(game: str) -> str:
    """The word of what lies in the box, if a file of the user's may replace it and no rule is called so."""
    known = games.load(game)
    return known.box if known.own_box and not hasattr(known.options.Options, known.box) else ""


def make_plan(game: str, n: int, **asked: Any) -> Plan:
    """The plan of what is asked for, in the words of `simulate.plans.request.Request`; see `plan_of`."""
    return plan_of(request_of(game=game, n=n, **asked))


def plan_of(request: Request) -> Plan:
    """Check everything a user may say about a run and return its plan.

    Raises
    ------
    UserError
        For anything unknown or out of bounds, in one line.
    """
    known = games.load(request.game)
    if request.code is not None:
        known = games.load_changed(known.name, str(request.code))
    game = known.name
    players = known.check_players(request.players, request.preset)
    path = box_path(game, {name: getattr(request, name) for name in BOXES})
    box = None if path is None else known.load_box(path)
    preset, options = read_rules(game, players, request.preset, with_own_box(game, request), box)
    box_file, text = read_box(game, options, path)
    return Plan(
        game,
        players,
        options,
        preset,
        read_policies(game, request.policy, players, request.search or 0),
        request.seed,
        request.first_game,
        request.n,
        read_tables(game, request.tables),
        text,
        box_file,
        known.code,
    )


def box_path(game: str, given: Mapping[str, str | Path | None]) -> Path | None:
    """The file of the user's box, by its word, None for the standard one.

    Raises
    ------
    UserError
        For a file that the game has no use for.
    """
    path: Path | None = None
    known = games.load(game)
    for other, file in given.items():
        if file is None:
            continue
        if other != known.box or not known.own_box:
            raise UserError(f"--{other} {file}: {game} takes no {other} of your own")
        path = Path(file)
    return path


def read_box(game: str, options: Any, path: Path | None) -> tuple[str | None, str | None]:
    """The name and the text of the user's box, checked; None and None for the standard one.

    Raises
    ------
    UserError
        For a file that cannot be read, or does not go with the options.
    """
    known = games.load(game)
    check = getattr(known.part("rules", known.box), "check_box", None) if known.box else None
    if path is not None or check:
        box = known.load_box(path)
        if check:
            check(options, box)
    return (None, None) if path is None else (str(path), path.read_text(encoding="utf-8"))


def read_tables(game: str, words: str | Iterable[str]) -> tuple[str, ...]:
    """The tables to write: ``"all"``, or names, or both; `games` and `seats` are always among them.

    All are those that need not be asked for by name. ``"none"`` writes none: only sums are kept.
    """
    known = tuple(games.load(game).playing.tables)
    given = [w.strip() for w in words.split(",")] if isinstance(words, str) else list(words)
    if given == [NO_TABLES]:
        return ()
    for word in given:
        if word == NO_TABLES:
            raise UserError(f"--tables {','.join(given)}: none goes with no other table")
        if word not in (*known, "all"):
            raise UserError(
                f"{game} has no table '{word}'.{nearest(word, known)} "
                f"Tables: {', '.join(known)}, or all, or {NO_TABLES}"
            )
    always = default_tables(game) if "all" in given else ("games", "seats")
    return tuple(table for table in known if table in given or table in always)


def default_tables(game: str) -> tuple[str, ...]:
    """The tables that a run writes unless others are asked for."""
    tables = games.load(game).playing.tables
    return tuple(name for name, table in tables.items() if not table.on_request)
