"""How long a game of Castle is, how much skill counts, what its cards are worth, and is its rulebook right?

For each number of players, all by policies that play the same deals: everybody alike (`length`,
seats in `skill`, cards in `cards`), one player better or worse than the rest (`skill`),
one card given to seat 1 (`cards`), other rules (`variants`); then the rulebook's own
claims (`claims`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from analyses.studies.castle.cards import NAMES, given, powers, returns
from analyses.studies.castle.claims import claimed
from analyses.studies.castle.games import CellGames, Whole, read_cell, read_rotated
from analyses.studies.castle.length import lengths
from analyses.studies.castle.skill import PAIRS, WEIGHTS_OF, places, skills
from analyses.studies.castle.variants import VARIANT_POLICIES, VARIANTS, Variant, changes, luck_changes
from analyses.studies.study import Entry, Results, Runs, Setting, in_every_seat, results_of
from rules.castle.cards import IDS, standard_cards
from simulate.cells import Cell
from simulate.plan import Plan, make_plan
from simulate.policies import Policy, read_policy

GAMES = 1_000
PLAYERS = (2, 3, 4, 5)

GAME = "castle"

POLICIES = ("heuristic", "greedy", "random")
"""Who plays where all seats are alike; the first gives the findings, the others test them."""

STYLES = ("rusher", "controller", "drawer")
"""Other ways to play well, which test the findings about length, seats, cards dealt and the rulebook."""

EVERYBODY = POLICIES + STYLES

MORE = 4
"""Games of the first policy, in multiples of the others': all cards are judged by them."""

MORE_GIVEN = 2
"""Games with a card given to seat 1, likewise: 37 comparisons must each be told apart."""

UNFINISHED = 0.01
"""A policy of whose games more than this are stopped at the limit of turns gets a warning."""


def cells(setting: Setting) -> tuple[Cell, ...]:
    """What must be played."""
    return tuple(cell for players in setting.players for cell in _cells(setting, players))


def _cells(setting: Setting, players: int) -> Iterator[Cell]:
    n, table = setting.n, f"{players} players"
    for policy in EVERYBODY:
        first = policy == POLICIES[0]
        tables = ("games", "seats", "cards", *(("plays",) if first else ()))
        plan = _plan(setting, n * MORE if first else n, players, policy, tables)
        yield Cell(alike_name(players, policy), f"{table}, policy {policy}", (plan,))
    for pair in PAIRS:
        yield _rotated(setting, players, pair.strong, pair.weak)
        if players > 2:  # with two it is the same
            yield _rotated(setting, players, pair.weak, pair.strong)
    for variant in VARIANTS:
        rules = variant.words(players)
        for policy in VARIANT_POLICIES:
            plan = _plan(setting, n, players, policy, ("games", "seats"), rules)
            yield Cell(variant_name(players, variant, policy), f"{table}, {variant.text}", (plan,))
        yield _rotated(setting, players, PAIRS[0].strong, PAIRS[0].weak, variant)
    for card in dealt_to(players):
        plan = _plan(
            setting, n * MORE_GIVEN, players, POLICIES[0], ("games", "seats"), (f"seat_0_gets={card}",)
        )
        yield Cell(given_name(players, card), f"{table}, seat 1 is given: {NAMES[card]}", (plan,))


def _plan(
    setting: Setting,
    n: int,
    players: int,
    policy: str,
    tables: tuple[str, ...],
    rules: tuple[str, ...] = (),
) -> Plan:
    return make_plan(GAME, n, players=players, policy=policy, rules=rules, seed=setting.seed, tables=tables)


def _rotated(setting: Setting, players: int, odd: str, others: str, variant: Variant | None = None) -> Cell:
    """One player who is not like the others, in each seat in turn."""
    rules = variant.words(players) if variant else ()
    base = _plan(setting, setting.n, players, others, ("games", "seats"), rules)
    one, rest = (rung(name) for name in (odd, others))
    words = f"{players} players, one {odd} among {others}"
    return Cell(odd_name(players, odd, others, variant), words, in_every_seat(base, one, rest))


def rung(name: str) -> Policy:
    """One of a pair, as strong at every table."""
    policy = read_policy(GAME, name, WEIGHTS_OF)
    return replace(policy, name=f"{name}-of-{WEIGHTS_OF}") if policy.weights else policy


def dealt_to(players: int) -> list[str]:
    """The kinds of card in the game (CA-14)."""
    kinds = standard_cards().kinds
    return [name for name in IDS if players > 2 or kinds[IDS.index(name)].two_player]


# --- the names of cells


def alike_name(players: int, policy: str) -> str:
    """All seats play alike."""
    return f"{players}p-{policy}"


def odd_name(players: int, odd: str, others: str, variant: Variant | None = None) -> str:
    """One seat is odd, perhaps under another rule."""
    return f"{players}p-{odd}-among-{others}{f'-{variant.name}' if variant else ''}"


def variant_name(players: int, variant: Variant, policy: str) -> str:
    """All seats play alike under another rule."""
    return f"{players}p-{policy}-{variant.name}"


def given_name(players: int, card: str) -> str:
    """A card is given to seat 1."""
    return f"{players}p-given-{card}"


# --- the numbers


def analyse(setting: Setting, runs: Runs) -> Results:
    """What the games show."""
    entries: list[Entry] = []
    played: dict[str, list[CellGames]] = {policy: [] for policy in EVERYBODY}
    for players in setting.players:
        for policy in EVERYBODY:
            run = runs[alike_name(players, policy)][0]
            games = read_cell(run)
            played[policy].append(games)
            entries += lengths(players, policy, games)
            entries += places(players, policy, games)
            entries += powers(players, policy, run, games)
            entries += returns(players, policy, run)
            for variant in VARIANTS:
                if policy in VARIANT_POLICIES:
                    other = read_cell(runs[variant_name(players, variant, policy)][0])
                    entries += changes(players, variant, policy, games, other)
        base = runs[alike_name(players, POLICIES[0])][0]
        cards = {card: runs[given_name(players, card)][0] for card in dealt_to(players)}
        entries += given(players, POLICIES[0], base, played[POLICIES[0]][-1], cards)
        entries += _skill(players, runs)
    results = results_of(setting, runs, entries)
    results = replace(results, entries=[*entries, *claimed(results, list(played.items()))])
    return replace(results, notes=notes(results))


def _skill(players: int, runs: Runs) -> Iterator[Entry]:
    for pair in PAIRS:
        strong, weak = (
            _read_odd(players, runs, odd, others)
            for odd, others in ((pair.strong, pair.weak), (pair.weak, pair.strong))
        )
        yield from skills(players, pair, strong, weak)
        if pair is PAIRS[0]:
            for variant in VARIANTS:
                other = read_rotated(runs[odd_name(players, pair.strong, pair.weak, variant)])
                yield from luck_changes(players, variant, pair.name, strong, other)


def _read_odd(players: int, runs: Runs, odd: str, others: str) -> Whole:
    """The games of one odd player; of two players either is the odd one."""
    if players == 2 and (name := odd_name(2, others, odd)) in runs:
        return read_rotated(runs[name])[:, ::-1]
    return read_rotated(runs[odd_name(players, odd, others)])


def notes(results: Results) -> list[str]:
    """What a reader must know of the games before any number."""
    found = []
    for policy in EVERYBODY:
        many = [
            f"{entry.estimate:.1%} of games of {players} players"
            for players, entry in results.across("length", "unfinished", policy=policy).items()
            if entry.estimate.value > UNFINISHED
        ]
        if many:
            found.append(
                f"{policy} never ends {', '.join(many)}: these are stopped after 1000 turns, so their "
                "lengths are cut short, and the fewest cards win"
            )
    return found
