"""The page of a comparison: what changes as a picture, who wins instead, and every number folded away."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import cycle

from analyses.estimates.estimate import DIFFERENT, EQUIVALENT, FEW, TUNINGS, UNDECIDED, Estimate
from analyses.measures.placements import pieces_of
from analyses.measures.vocabulary import WINNER_CHANGED
from analyses.questions.adapt import rounded_up
from analyses.questions.change import Change
from analyses.questions.compare import Comparison
from analyses.questions.study import Entry
from reports.answers.comparison import WHENEVER, Answer, ordered, the, values_of, weight
from reports.answers.strength import section, who_of
from reports.pages.depths import Depths
from reports.pages.parts import Cell, Picture, Section, Table, cell, picture, players_table
from reports.pictures.plots import COLOURS, PLAYER_COLOURS, dots, label_lines, sourced
from reports.pictures.style import ACCENT, Figure
from reports.words.changes import by_luck
from reports.words.findings import MEANS, OPEN
from reports.words.phrases import plain
from reports.words.wording import MARKS, MARKS_SAY, capital, count, listed, lowered, percent, title
from rules import games
from rules.options import describe
from simulate.io.files import Rows

FAR = 8.0
"""Margins beyond which the picture's axis is compressed."""

CHANGE = "change from A to B"
"""What a page of a comparison shows."""

WHO = (
    "These policies play every game. They do not know that a rule was changed, unless they look at it; other "
    "players would play other games."
)

ADAPTED = (
    "These policies play every game, with weights tuned for the rule of the game; other players would play "
    "other games."
)


def page(answer: Answer, kept: str) -> str:
    """One self-contained HTML file; `kept` says where all numbers are."""
    base, *houses = answer.names
    about = [*answer.about, f"A: {base}", f"B: {listed(houses)}"]
    each = f"each of {listed(houses)} in turn" if answer.several else the(houses[0])
    how = f"A is {the(base)}, B is {each}; all other rules are the same."
    with sourced(title(answer.first.base), *about):
        told = [*answer.more_sentences, *rules_told(answer.comparisons), *answered_by(answer.rungs)]
        glance = Section("", told, [at_a_glance(answer)])
        depths = Depths(
            answer.question, about, answer.finding, glance, answer.findings, answer.notes, sections(answer),
            MEANS, note_of(answer.comparisons),
        )  # fmt: skip
    return answered(depths, answer.comparisons, how, answer.command, kept)


def at_a_glance(answer: Answer, change: str = CHANGE) -> Picture:
    """The answer against strength, if that was asked; else the largest changes."""
    if answer.climbed:
        return answer.climbed.picture(f"the {change}")
    return next(pictures(answer, AT_A_GLANCE))


def rules_told(comparisons: Sequence[Comparison]) -> list[str]:
    """What the options and presets say that differ: not everybody who reads a page has typed them."""
    told: dict[str, None] = {}
    for c in comparisons:
        options = games.load(c.base.game).options
        if c.base.preset != c.house.preset:
            presets = (options.PRESET_TEXTS[preset] for preset in (c.base.preset, c.house.preset))
            told |= dict.fromkeys(f"{capital(text)}." for text in presets)
        changed = c.base.changed_options().keys() | c.house.changed_options().keys()
        for o in describe(options.Options):
            if o.name in changed and getattr(c.base.options, o.name) != getattr(c.house.options, o.name):
                usual = "" if o.default == "standard" else f" (usually {plain(o.default)})"
                told[f"{capital(plain(o.name))}{usual}: {lowered(o.text)}"] = None
    return list(told)


def answered_by(rungs: Sequence[str]) -> list[str]:
    """Which of the rungs gives the answer, if the ladder was asked."""
    return [who_of(rungs)] if rungs else []


def tuned_for(comparisons: Sequence[Comparison]) -> bool:
    """Whether players were tuned for each rule."""
    return any(TUNINGS in x.change.method for c in comparisons for x in c.changes)


def note_of(comparisons: Sequence[Comparison]) -> str:
    """What marks and brackets mean."""
    looked = any(c.looked for c in comparisons)
    few = any(c.n < FEW for c in comparisons)
    how = "Bonferroni" if looked or few or tuned_for(comparisons) else "max-t over blocks of games"
    held = f"for all changes of this page at once ({how}){WHENEVER if looked else ''}"
    return f"{MARKS_SAY}. Brackets show where the true values lie: 95 % intervals {held}."


def answered(depths: Depths, comparisons: Sequence[Comparison], how: str, command: str, kept: str) -> str:
    """The page of what was asked by comparing games, with how it was done and who played as its last part."""
    measures = {c.measure.name: c.measure for x in comparisons for c in x.changes}
    policies = dict.fromkeys(p.name for x in comparisons for p in (*x.base.policies, *x.house.policies))
    margins = [[Cell(m.words), Cell(m.margin_words), Cell(m.because)] for m in measures.values()]
    tuned = tuned_for(comparisons)
    prose = [
        f"{how} {luck(comparisons)}",
        *([TUNED] if tuned else []),
        HALVES if any(x.halves for c in comparisons for x in c.changes) else TOGETHER,
        *([LOOKED] if any(c.looked for c in comparisons) else []),
        "A change is different if its whole interval lies beyond the margin, equivalent if all of it lies "
        "within, else undecided. The change of a share has an interval made of Wilson’s for what is gained "
        "and what is lost, which is never a point.",
    ]
    method = Section(
        "Method",
        prose,
        [
            Table("The smallest changes that matter.", ["", "margin", "because"], margins, 3),
            players_table(comparisons[0].base.game, policies, ADAPTED if tuned else WHO),
        ],
    )
    return replace(depths, evidence=[*depths.evidence, method]).html(command, kept)


OTHER_LUCK = (
    "Luck does not cancel: the intervals are about as wide as those of games that have nothing in common."
)


def luck(comparisons: Sequence[Comparison]) -> str:
    """Which games share their luck: those with the same box."""
    same = [c.same_games for c in comparisons]
    if not any(same):
        return f"What lies in the box differs, so game number i is another game with each box. {OTHER_LUCK}"
    runs = "all runs" if all(same) else "all runs with the same box"
    told = (
        f"Game number i of {runs} sees the same tiles, cards and dice, but for what the rule changes of "
        "them. So every change is taken game by game, and luck that they share cancels."
    )
    return told if all(same) else f"{told} But with another box it is another game. {OTHER_LUCK}"


HALVES = (
    "What is called sure holds in each half of the games by itself, and is told as far as both agree. A half "
    "is the games of one of two seeds or, of one seed, the first games or the last. The tables are of all."
)

TUNED = (
    "Players were tuned for each rule, several times with equal budgets, and each tuning played games of its "
    "own. The interval of a change is Student’s t over the tunings."
)

TOGETHER = "What is called sure holds over all tunings together, not in each half of the games."

LOOKED = (
    "Games were played, and looked at again and again, until enough was known. Each interval is one of a "
    "confidence sequence (Jennison and Turnbull 1989), so it holds at every look."
)


def sections(answer: Answer) -> list[Section]:
    """The evidence: what was settled, what depends on who plays, who wins instead, and every number."""
    found = [Section("How much is settled", _said(answer), list(pictures(answer)))]
    if answer.strength:
        found.append(section(list(answer.strength.values())))
    doubts = answer.disagreements()
    if doubts:
        found.append(Section("What depends on who plays, or on how many", doubts, []))
    found += _beside(answer)
    if said := _winners_said(answer):
        found.append(Section("Who wins instead", said, winners(answer)))
    if any(c.placed for c in answer.comparisons):
        of = pieces_of(answer.first.base.game)
        found.append(Section(f"What each {of.noun} brings", [PLACED], pieces(answer)))
    every = "Every number under both rules and its change, and what playing the same games twice was worth."
    found.append(Section("All numbers", [every], numbers(answer)))
    return found


HOW = {
    "rescored": "The rule changes nothing but what finished games score. So the games of the first run can "
    "be scored by it as they are: what changes then is the rule alone. Where they are played anew, players "
    "look at the new scores too, but with the weights for the old rule.",
    "adapted": "Players who adapted were tuned for their rule: what changes is the rule and what players do "
    "about it. Each rule, the first one too, was tuned for several times with equal budgets. Each tuning "
    "played games of its own, so the intervals hold the chance of tuning beside that of the games. They hold "
    "for all these changes at once (Bonferroni). One player was then tuned against the others. What that "
    "player wins over an even share is what the tuning missed, as far as a search with the same budget finds "
    "it.",
}
"""What each way of asking means."""

HEADINGS = {"rescored": "same games, scored anew", "": "same players", "adapted": "players who adapted"}


def _beside(answer: Answer) -> list[Section]:
    """What the rule does alone, with the same players, and with players who know it, side by side."""
    ways = {"rescored": answer.beside.get("rescored"), "": answer, "adapted": answer.beside.get("adapted")}
    known = {way: found for way, found in ways.items() if found is not None}
    if len(known) == 1:
        return []
    tables = []
    for i, setting in enumerate(answer.settings):
        every = [found.comparisons[i].by_key for found in known.values()]
        rows = [
            [Cell(x.measure.short), *(cell_of(of[key]) for of in every)]
            for key, x in every[0].items()
            if all(key in of for of in every) and any(of[key].verdict != EQUIVALENT for of in every)
        ]
        caption = f"{capital(setting)}. Measures that are alike everywhere are left out."
        tables.append(Table(caption, [CHANGE, *(HEADINGS[way] for way in known)], rows))
    if answer.gains:
        tables.append(_responses(answer))
    prose = [*_done(answer), *(HOW[way] for way in answer.beside)]
    return [Section("The rule, and what players do about it", prose, tables)]


def _done(answer: Answer) -> list[str]:
    """What those who adapted do otherwise, in the words of the game."""
    found = answer.beside.get("adapted")
    return [
        f"Those who adapted: {lowered(f.text).removesuffix('.')}{'' if f.sure == OPEN else f' ({f.sure})'}."
        for f in (found.findings if found else ())
    ]


def _responses(answer: Answer) -> Table:
    """What a best response gains, by setting and rule."""
    rows = [
        [Cell(setting), Cell(rule), Cell(f"{100 * gain.value:+.1f}"), Cell(f"{rounded_up(gain.high):+.1f}")]
        for setting, gains in zip(answer.settings, answer.gains, strict=True)
        for rule, gain in gains.items()
    ]
    caption = "One player who is tuned against those who adapted: wins over an even share, percentage points."
    return Table(caption, ["", "rule", "gain", "at most (95 %)"], rows, 2)


def _said(answer: Answer) -> list[str]:
    """How many changes have which verdict, and what would settle the rest."""
    every = [c for changes in answer.by_measure.values() for c in changes.values()]
    numbers = {v: sum(c.verdict == v for c in every) for v in (DIFFERENT, EQUIVALENT, UNDECIDED)}
    said = [
        f"{count(len(every), 'change')}: {numbers[DIFFERENT]} large enough to matter, "
        f"{numbers[EQUIVALENT]} too small to matter, {numbers[UNDECIDED]} not settled."
    ]
    needed = [c.games_needed for c in every if c.verdict == UNDECIDED]
    if known := [n for n in needed if n is not None]:
        most = max(known)
        said.append(
            f"It would take about {float(f'{most:.1g}'):,.0f} games to settle "
            f"{'them all' if len(known) == len(needed) else 'most of them'}, if they are as large as they "
            "seem; with --until decided as many are played as it takes."
        )
    return said


def pictures(answer: Answer, most: int | None = None) -> Iterator[Picture]:
    """A picture a policy: changes in margins, a dot and interval for each number of players.

    All of them, or the `most` that are farthest from nothing, that of the answer first.
    """
    policies = _by_policy(answer)
    for policy, mine in policies.items():
        yield _picture(answer, mine, f"{capital(policy)}: " if len(policies) > 1 else "", most)


def _by_policy(answer: Answer) -> dict[str, list[Comparison]]:
    """The comparisons by who plays."""
    found: dict[str, list[Comparison]] = {}
    for c in answer.comparisons:
        found.setdefault(c.base.policy_words, []).append(c)
    return found


def _picture(answer: Answer, mine: Sequence[Comparison], who: str, most: int | None) -> Picture:
    """The changes of some comparisons."""
    keys = ordered(mine)
    every = [x for c in mine for x in c.changes]
    sure = sum(x.verdict == DIFFERENT for x in every)
    larger = "is larger than its margin" if sure < 2 else "are larger than the margin"
    heading = capital(f"{who}{sure or 'none'} of {count(len(every), 'change')} {larger}")
    if most is not None:
        keys.sort(key=lambda k: k != answer.leading)
    if most is not None and len(keys) > most:
        far = {k: max(map(weight, answer.by_measure[k].values())) for k in keys}
        once: dict[str, str] = {}  # of a measure that is asked of every seat, the farthest
        for key in sorted(far, key=lambda k: (k != answer.leading, -far[k])):
            once.setdefault(key.partition(":")[0], key)
        keys = list(once.values())[:most]
        heading += "; here the largest"
    return picture(
        lambda page: changes_drawn(page, mine, keys, answer.settings if answer.several else ()),
        heading,
        f"Interval dots of {len(keys)} changes, each divided by its margin. The tables have the numbers.",
        "How much each number changes: left less, right more. Dot: in these games; line: where the truth "
        "lies (95 % sure of all). Shaded up to the dashes: too little to matter.",
    )


AT_A_GLANCE = 8
"""Changes that stand with the answer."""


def _winners_said(answer: Answer) -> list[str]:
    """How often the winner changes, in games that are the same."""
    said = []
    for setting, c in answer.by_setting:
        if not c.same_games:
            continue
        changed = next((x for x in c.changes if x.measure.name == WINNER_CHANGED.name), None)
        other = f"; {percent(changed.together)} have another winner{by_luck([changed])}" if changed else ""
        said.append(f"{capital(setting)}: {percent(c.differ)} of games differ in some way{other}.{_parts(c)}")
    return said


def winners(answer: Answer) -> list[Table]:
    """From whom to whom wins go."""
    tables = []
    for setting, c in answer.by_setting:
        for moves in c.moves:
            n = int(moves.counts.sum())
            rows = [
                [Cell(_winner(one, moves.by)), *(Cell(f"{100 * k / n:.1f}") for k in moves.counts[i])]
                for i, one in enumerate(moves.names)
            ]
            heading = ["wins under A", *(f"{_winner(x, moves.by)} under B" for x in moves.names)]
            tables.append(Table(f"Who wins under A and under B, percent of games, {setting}.", heading, rows))
    return tables


def _parts(comparison: Comparison) -> str:
    """When the games that differ part, if that was asked."""
    found = comparison.parting
    if found is None:
        return ""
    of = f"the first {count(len(comparison.differing))} that differ"
    if found.turn is None:
        return f" In none of {of} do the players decide differently."
    return (
        f" In {percent(found.otherwise, 0)} of {of} the players decide differently, or one game is over. "
        f"It first happens in turn {turn_words(found.turn)} (the median; turns count as in simulate replay)."
    )


def turn_words(median: Estimate) -> str:
    """A median turn as the turn that holds it: what happens 4.3 turns after the start happens in turn 4.

    >>> turn_words(Estimate(4.3, 3.8, 5.1, 0.95, 200, "median"))
    '4 [3, 5]'
    """
    if not math.isfinite(median.low):
        return f"{math.floor(median.value)} [unbounded]"
    return f"{math.floor(median.value)} [{math.floor(median.low)}, {math.floor(median.high)}]"


PLACED = (
    "What one brings is what all of its kind brought over how many were placed, to the end of the game. "
    "Intervals hold for all kinds at once, but not together with the other changes of the page."
)


def pieces(answer: Answer) -> list[Table]:
    """What each kind of piece brings under both rules, a table a setting: what changes most, first."""
    tables = []
    for setting, c in answer.by_setting:
        if not c.placed:  # a game may have no pieces at all
            continue
        of = pieces_of(c.base.game)
        rows = [
            [Cell(x.measure.name), *(Cell(v) for v in values_of(x)[:2]), cell_of(x)]
            for x in sorted(c.placed, key=weight, reverse=True)
        ]
        caption = f"{capital(of.unit)} brought by one {of.noun}, {setting}; margin {of.margin:g}."
        tables.append(Table(caption, [of.noun, "A", "B", "B - A"], rows))
    return tables


def by_players(answer: Answer) -> list[Table]:
    """Every change that is not alike: a table for each who plays, a column for each number of players."""
    tables = []
    for policy, mine in _by_policy(answer).items():
        at = [c.by_key for c in mine]
        every = {key: next(of[key].measure.short for of in at if key in of) for key in ordered(mine)}
        rows = [
            [Cell(short), *(cell_of(of.get(key)) for of in at)]
            for key, short in every.items()
            if any(key in of and of[key].verdict != EQUIVALENT for of in at)
        ]
        alike = len(every) - len(rows)
        left = f" Measures that stay alike are left out: {alike} of {len(every)}." if alike else ""
        heading = [CHANGE, *(f"{c.base.players} players" for c in mine)]
        tables.append(Table(f"{capital(policy)} players.{left}", heading, rows))
    return tables


def numbers(answer: Answer) -> list[Table]:
    """Every number, a table a setting."""
    pairs = zip(answer.by_setting, answer.pairs, strict=True)
    return [_evidence(setting, c, names) for (setting, c), names in pairs]


def at_least(value: float) -> str:
    """A number in two digits, rounded up: no smaller margin would hold.

    >>> at_least(143.2), at_least(1.31), at_least(0.056)
    ('150', '1.4', '0.056')
    """
    if not 0 < value < math.inf:
        return f"{value:g}"
    step = 10.0 ** (math.floor(math.log10(value)) - 1)
    return f"{math.ceil(round(value / step, 6)) * step:,.9g}"


def _evidence(setting: str, comparison: Comparison, names: tuple[str, str]) -> Table:
    """Every number of a comparison."""
    base, house = names
    rows = [
        [
            Cell(x.measure.short),
            *(Cell(v) for v in values_of(x)[:2]),
            cell_of(x),
            Cell(f"{x.measure.margin * x.measure.scale:g}"),
            Cell(at_least(x.equivalent_within * x.measure.scale)),
            Cell(f"{float(f'{x.games_needed:.2g}'):,.0f}" if x.games_needed else ""),
            Cell(f"{x.worth:,.1f}" if x.worth else ""),
        ]
        for x in comparison.changes
    ]
    heading = ["", "A", "B", "B - A", "margin", "alike within", "games", "pairing"]
    caption = (
        f"{capital(setting)}: A {base}, B {house}. Alike within: the smallest margin that would hold. Games: "
        "about how many would settle what is undecided. Pairing: so many times as many games without it."
    )
    return Table(caption, heading, rows)


def _winner(name: str, by: str) -> str:
    return name if name in ("shared", "nobody") else f"{'team' if '+' in name else by} {name}"


def cell_of(change: Change | None) -> Cell:
    """A change with its mark."""
    return cell(values_of(change)[2], MARKS[change.verdict]) if change else Cell("–")


def changes_drawn(
    page: Figure, comparisons: Sequence[Comparison], keys: Sequence[str], called: Sequence[str] = ()
) -> Rows:
    """Every change divided by its margin, a dot and interval for each number of players, or each rule."""
    found = [c.by_key for c in comparisons]
    shorts = {k: x.measure.short for by_key in found for k, x in by_key.items()}
    rows = {shorts[key]: [_in_margins(by_key.get(key)) for by_key in found] for key in keys}
    players = [c.base.players for c in comparisons]
    tall = max(len(label_lines(label)) for label in rows)
    page.set_figheight(0.7 + len(rows) * max(0.11 * (len(players) + 1.6), 0.16 * tall))
    axes = page.add_subplot()
    if called:
        colours = dict(zip(called, cycle(COLOURS), strict=False))
    else:
        colours = {f"{p} players": PLAYER_COLOURS.get(p, ACCENT) for p in players}
    if len(colours) == 1:
        colours = dict.fromkeys(colours, ACCENT)
    rows_drawn = dots(axes, rows, colours, 1.0, margin=1.0)
    axes.tick_params(axis="y", labelsize=8.5)
    widest = max(abs(bound) for bound in axes.dataLim.intervalx)
    if widest > FAR:
        axes.set_xscale("symlog", linthresh=2.0, linscale=1.0)
        marks = (2, 10, 50) if widest < 100 else (2, 20, 200, 2000)  # closer ones would run into each other
        ticks = [t for t in marks if t <= max(10.0, widest)]
        axes.set_xticks([*(-t for t in reversed(ticks)), -1, 0, 1, *ticks])
        axes.xaxis.set_major_formatter(lambda x, _: f"{x:+g}" if x else "0")
        axes.minorticks_off()
    else:
        reach = max(1.3, widest * 1.05)
        axes.set_xlim(-reach, reach)
    axes.set_xlabel("change, in multiples of the smallest that matters")
    return rows_drawn


def _in_margins(change: Change | None) -> Entry | None:
    if change is None or not math.isfinite(change.together.low):
        return None
    by = change.together.times(1 / change.measure.margin)
    return Entry("changes", {}, change.measure.key, "margins", by, 1.0)
