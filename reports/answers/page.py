"""The page of an answer: before and after on the game's own axis, what else changes, and all numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from analyses.estimates.estimate import CHANGES, DIFFERENT, EQUIVALENT, FEW, TUNINGS, UNDECIDED, Estimate
from analyses.measures.measure import Measure
from analyses.measures.number import Number
from analyses.measures.placements import pieces_of
from analyses.measures.vocabulary import WINNER_CHANGED, competes
from analyses.questions.adapt import rounded_up
from analyses.questions.compare import Comparison
from reports.answers.before_after import MOST_PANELS, Row, before_after_drawn, by_players_drawn
from reports.answers.curve_page import curve_sections, explorer_of, numbers_of_curve
from reports.answers.elsewhere import cell_of
from reports.answers.evidence import CHANGE, PLACED, anchor, margins_pictures, numbers, pieces, winners
from reports.answers.overview import WHENEVER, Overview, values_of
from reports.answers.prose import prose_sections
from reports.answers.side_by_side import side_by_side
from reports.answers.strength import section, who_of
from reports.answers.view import View, the
from reports.pages.answer import Answer
from reports.pages.chart import Chart, lines_chart, rows_chart
from reports.pages.depths import Block, Depths
from reports.pages.parts import Cell, Picture, Section, Table, frame_table, picture, players_table
from reports.pictures.plots import sourced
from reports.words.findings import MEANS, SHAPES, Finding
from reports.words.phrases import plain
from reports.words.wording import (
    MARKS_SAY,
    capital,
    count,
    game_words,
    lowered,
    percent,
    title,
    two_seeds,
    who_decides,
)
from rules import games
from rules.options import describe
from rules.words import seated

WHO = (
    "These policies play every game. They do not know that a rule was changed, unless they look at it; other "
    "players would play other games."
)

ADAPTED = (
    "These policies play every game, with weights tuned for the rule of the game; other players would play "
    "other games."
)


def answer_of(overview: Overview) -> Answer:
    """The answer of a study of rules."""
    comparisons = overview.comparisons
    return Answer(
        question=overview.question,
        game=overview.study.game,
        common=overview.common,
        finding=overview.finding,
        findings=overview.findings,
        notes=overview.notes,
        disagreements=overview.disagreements(),
        players=sorted({comparison.base.players for comparison in comparisons}),
        policies=list(dict.fromkeys(who for c in comparisons for who in who_decides(c.base))),
        n=overview.first.n,
        seeds=overview.first.seeds,
        looked=overview.first.looked,
        numbers=overview.numbers,
        tables=overview.tables,
        sections=overview.sections,
        chart=chart_of(overview),
        depths=partial(depths_of, overview),
        lines=overview.lines,
    )


def depths_of(overview: Overview) -> Depths:
    """The answer, the findings and the evidence."""
    about = overview.about
    if not overview.curve:
        about = [*about, f"A: {overview.base}", f"B: {_second_name(overview)}"]

    with sourced(title(overview.first.base), *about):
        rules = rules_told(overview.comparisons)
        told = [*([] if overview.several else rules), *_answered_by(overview)]
        curves = curve_sections(overview.curve) if overview.curve else []
        glance = Section("", told, curves[0].items if curves else first_items(overview))
        own = prose_sections(overview) if overview.study.page else []
        of_arms = [Section("What the rules say", rules)] if overview.several and not curves else []
        sections = [*own, *of_arms, *curves[1:], *evidence_sections(overview), method(overview)]
        return Depths(
            overview.question, about, linked(overview, overview.finding), glance,
            [linked(overview, finding) for finding in overview.findings], overview.notes, sections, MEANS,
            note_of(overview.comparisons), explorer_of(overview.curve) if overview.curve else None,
            blocks(overview),
        )  # fmt: skip


def _second_name(overview: Overview) -> str:
    return "each arm in turn" if overview.several else overview.main.name


def _answered_by(overview: Overview) -> list[str]:
    """Which of the rungs gives the answer, if the ladder was asked."""
    return [who_of(overview.study.strength)] if overview.study.strength else []


def rules_told(comparisons: Sequence[Comparison]) -> list[str]:
    """What the options and presets say that differ: not everybody who reads a page has typed them."""
    told: dict[str, None] = {}
    for comparison in comparisons:
        base, house = comparison.base, comparison.house
        known = games.load(house.game)
        options = known.options
        if house.code != base.code and known.change:
            told[known.change] = None
        if base.preset != house.preset:
            texts = (options.PRESET_TEXTS[preset] for preset in (base.preset, house.preset))
            told |= dict.fromkeys(f"{capital(text)}." for text in texts)
        changed = base.changed_options().keys() | house.changed_options().keys()
        for o in describe(options.Options):
            if o.name in changed and getattr(base.options, o.name, None) != getattr(house.options, o.name):
                usual = "" if o.default == "standard" else f" (usually {plain(o.default)})"
                told[f"{capital(plain(o.name))}{usual}: {lowered(o.text)}"] = None
    return list(told)


# --- what everybody reads


def first_items(overview: Overview) -> list[Picture | Table]:
    """What stands with the answer: before and after as a picture, and several arms side by side."""
    table = [side_by_side(overview)] if overview.several else []
    return [at_a_glance(overview), *table]


def at_a_glance(overview: Overview) -> Picture:
    """Before and after on the game's own axis: of the leading measure, or of the first that are told."""
    if overview.climbed:
        return overview.climbed.picture(f"the {CHANGE}")
    lead, views = _lead_of(overview), _views_told(overview)
    if mine := _views_by_players(overview):
        return _by_players(lead.measure, mine)
    return _of_measure(lead, views) if len(views) > 1 else _of_first(overview.main)


def chart_of(overview: Overview) -> Chart:
    """The same picture as numbers, for a slide or a card; of a curve that of the answer."""
    if overview.curve:
        return overview.curve.chart
    lead, views = _lead_of(overview), _views_told(overview)
    scale, key = lead.measure.scale, lead.measure.key
    if mine := [view for view in _views_by_players(overview) if key in view.comparison.by_key]:
        players = [view.setting.players for view in mine]
        sides = [_sides(view.comparison.by_key[key], scale) for view in mine]
        lines = {side: [value for each in sides if (value := each[side])] for side in ("A", "B")}
        if all(len(points) == len(players) for points in lines.values()):
            return lines_chart(lead.measure.short, "players", [f"{p}" for p in players], players, lines)
    if len(views) > 1:
        rows = [
            (name, _sides(view.comparison.by_key[key], scale))
            for name, view in views
            if key in view.comparison.by_key
        ]
        return rows_chart({lead.measure.short: rows})
    told = _told_first(overview.main)
    return rows_chart({n.measure.short: [("", _sides(n, n.measure.scale))] for n in told})


def _sides(number: Number, scale: float) -> dict[str, Estimate | None]:
    """A number before and after, as it is printed."""
    sides = {"A": number.before, "B": number.after}
    return {side: value.times(scale) if value else None for side, value in sides.items()}


def _lead_of(overview: Overview) -> Number:
    """The number that the picture is of."""
    return overview.main.lead or (overview.main.main_numbers or overview.main.ranked)[0]


def _views_told(overview: Overview) -> list[tuple[str, View]]:
    """The views that the picture has, with their names: of each arm one, or of the only arm each setting."""
    if overview.several:
        return [(view.arm.name, view) for view in map(overview.view, overview.arms)]
    views = overview.views_of(overview.main.arm)
    return [(overview.settings[view.setting], view) for view in views]


def _views_by_players(overview: Overview) -> list[View]:
    """The views of the only arm, if they differ by nothing but the number of players."""
    if overview.several:
        return []
    views = overview.views_of(overview.main.arm)
    mine = [view for view in views if view.setting.policy == overview.main_setting.policy]
    players = {view.setting.players for view in mine}
    return mine if len(players) > 1 and len(players) == len(mine) else []


def _of_measure(lead: Number, views: Sequence[tuple[str, View]]) -> Picture:
    """A measure before and after, a row a view."""
    key = lead.measure.key
    rows = [Row(name, view.comparison.by_key[key]) for name, view in views if key in view.comparison.by_key]
    measure = lead.measure
    return picture(
        lambda page: before_after_drawn(page, {measure.short: rows}),
        capital(f"{measure.label}, before and after"),
        f"Dots with intervals of {measure.label} under A and under B. The tables have the numbers.",
        f"{capital(measure.short)}. Hollow: A; filled: B. Lines: where the truth lies (95 %).",
    )


def _told_first(view: View) -> list[Number]:
    """The measures that the first picture of one comparison shows: that of the answer on top."""
    told = [
        number for number in view.main_numbers if number.measure.name != WINNER_CHANGED.name
    ] or view.ranked
    first = [view.lead] if view.lead else []
    return [*first, *(number for number in told if number is not view.lead)][:MOST_PANELS]


def _of_first(view: View) -> Picture:
    """The measures that are told first, before and after, each on its own axis."""
    rows = {number.measure.short: [Row("", number)] for number in _told_first(view)}
    return picture(
        lambda page: before_after_drawn(page, rows),
        "Before and after",
        f"Dots with intervals of {count(len(rows), 'measure')} under A and under B. The tables have them.",
        "Hollow: A; filled: B. Lines: where the truth lies (95 %).",
    )


def _by_players(measure: Measure, views: Sequence[View]) -> Picture:
    """A measure before and after with each number of players, as two lines."""
    numbers = {
        view.setting.players: view.comparison.by_key[measure.key]
        for view in views
        if measure.key in view.comparison.by_key
    }
    return picture(
        lambda page: by_players_drawn(page, measure, numbers),
        capital(f"{measure.label} by the number of players"),
        f"Lines of {measure.label} under A and B, by the number of players. The tables have the numbers.",
        f"{capital(measure.short)} by the number of players. Dashed: A; solid: B. Upright lines: where the "
        "truth lies (95 %).",
    )


def blocks(overview: Overview) -> list[Block]:
    """A block a view: its table of before and after, and of several its findings."""
    if overview.curve:
        return []
    several = len(overview.views) > 1
    found = []
    for view in overview.views:
        findings = [view.finding, *view.findings] if several else []
        table = before_after_table(overview, view)
        told = [linked(overview, finding, view) for finding in findings]
        found.append(Block(overview.label(view), told, [table], is_first=view is overview.main))
    return found


MOST_ROWS = 12
"""Of the table that everybody reads; all numbers are in the evidence."""


def before_after_table(overview: Overview, view: View) -> Table:
    """Measure, before, after, change, how sure: what is told first, on top."""
    rows = []
    for number in view.rows[:MOST_ROWS]:
        before, after, _ = values_of(number)
        sure = Cell(f"{SHAPES[number.sure]} {number.sure}")
        rows.append([Cell(number.measure.short), Cell(before), Cell(after), cell_of(number), sure])
    rest = len(view.rows) - len(rows)
    more = f" {capital(count(rest, 'more number'))} in the evidence." if rest > 0 else ""
    caption = f"A: {view.base}; B: {view.name}.{more}"
    return Table(caption, ["", "A", "B", "B - A", "how sure"], rows)


def linked(overview: Overview, finding: Finding, view: View | None = None) -> Finding:
    """A finding with a link to the row of its number in the evidence."""
    number = next(iter(finding.numbers.values()), None)
    if number is None or overview.curve:
        return finding
    mine = view or _view_of(overview, number)
    return replace(finding, link=anchor(overview, mine, number)) if mine else finding


def _view_of(overview: Overview, number: Number) -> View | None:
    """The view that a number stands in."""
    return next((view for view in overview.views if any(n is number for n in view.comparison.changes)), None)


# --- the evidence


def evidence_sections(overview: Overview) -> list[Section]:
    """What was settled, what depends on who plays, who wins instead, and every number."""
    found = []
    if not overview.curve:
        found.append(Section("How much is settled", _settled(overview), list(margins_pictures(overview))))
    strength = overview.curve.strength if overview.curve else overview.strength
    if strength:
        found.append(section(list(strength.values())))
    if doubts := overview.disagreements():
        found.append(Section("What depends on who plays, or on how many", doubts, []))
    found += _ways_of_asking(overview)
    if not overview.curve and (said := _winners_said(overview)):
        alone = not all(competes(view.comparison.base) for view in overview.views)
        title = "Won under one rule alone" if alone else "Who wins instead"
        found.append(Section(title, said, winners(overview.views, overview)))
    if any(comparison.placed for comparison in overview.comparisons):
        kinds = pieces_of(overview.first.base.game)
        found.append(Section(f"What each {kinds.noun} brings", [PLACED], pieces(overview.views, overview)))
    if overview.study.variations:
        found.append(Section("Elsewhere", overview.elsewhere.sentences, overview.elsewhere.tables()))
    for name, law in overview.outcome.laws.items():
        table = frame_table(law.caption, law.frame, law.columns, law.words)
        found.append(Section(capital(name.replace("_", " ")), list(law.said), [table]))
    if overview.curve:
        return [*found, numbers_of_curve(overview.curve)]
    every = "Every number under both rules and its change, and what playing the same games twice was worth."
    return [*found, Section("All numbers", [every], [numbers(overview, view) for view in overview.views])]


def _settled(overview: Overview) -> list[str]:
    """How many changes have which verdict, and what would settle the rest."""
    every = [number for comparison in overview.comparisons for number in comparison.changes]
    numbers = {v: sum(n.verdict == v for n in every) for v in (DIFFERENT, CHANGES, EQUIVALENT, UNDECIDED)}
    said = [
        f"{count(len(every), 'number')}: {numbers[DIFFERENT]} change by enough to matter, {numbers[CHANGES]} "
        f"change, perhaps by too little to matter, {numbers[EQUIVALENT]} stay alike, "
        f"{numbers[UNDECIDED]} are not settled."
    ]
    needed = [n.games_needed for n in every if n.verdict in (UNDECIDED, CHANGES)]
    if known := [n for n in needed if n is not None]:
        which = "them all" if len(known) == len(needed) else "most of them"
        said.append(
            f"About {float(f'{max(known):.1g}'):,.0f} games would settle {which}, if they are as large as "
            "they seem. With --until decided as many are played as it takes."
        )
    return said


# --- who wins instead


def _winners_said(overview: Overview) -> list[str]:
    """How often the winner changes, in games that are the same."""
    said = []
    for view in overview.views:
        comparison = view.comparison
        if not comparison.same_games:
            continue
        changed = next((n for n in comparison.changes if n.measure.name == WINNER_CHANGED.name), None)
        other = ""
        if changed and changed.before and changed.after:
            by_luck = percent(changed.before)
            what = "have another winner" if competes(comparison.base) else "are won under one rule alone"
            other = f" {percent(changed.after)} {what}, where luck alone gives {by_luck}."
        differ = f"{capital(overview.label(view))}: {percent(comparison.differ)} of games differ in some way"
        said.append(f"{differ}.{other}{_parts(comparison)}")
    return said


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


# --- other ways of asking

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


def _ways_of_asking(overview: Overview) -> list[Section]:
    """What the rule does alone, with the same players, and with players who know it, side by side."""
    ways = {
        "rescored": overview.outcome.rescored,
        "": overview.outcome.cells,
        "adapted": overview.outcome.adapted,
    }
    known = {way: cells for way, cells in ways.items() if cells}
    tables = []
    for view in overview.views if len(known) > 1 else ():
        at = view.arm, view.setting
        columns = [cells[at].by_key for cells in known.values() if at in cells]
        rows = [
            [Cell(number.measure.short), *(cell_of(by_key[key]) for by_key in columns)]
            for key, number in columns[0].items()
            if all(key in by_key for by_key in columns)
            and any(by_key[key].verdict != EQUIVALENT for by_key in columns)
        ]
        heads = [HEADINGS[way] for way, cells in known.items() if at in cells]
        caption = f"{capital(overview.label(view))}. Measures that are alike everywhere are left out."
        tables.append(Table(caption, [CHANGE, *heads], rows))
    if overview.outcome.gains:
        tables.append(_responses(overview))
    if not tables:
        return []
    prose = [*_deeds_of_adapted(overview), *(HOW[way] for way in known if way)]
    if overview.curve:
        prose = [HOW["adapted"]]
    return [Section("The rule, and what players do about it", prose, tables)]


def _deeds_of_adapted(overview: Overview) -> list[str]:
    """What those who adapted do otherwise, in the words of the game."""
    said = []
    for view in overview.adapted:
        for finding in [view.finding, *view.findings]:
            said.append(f"{capital(overview.label(view))}: {lowered(finding.text)} ({finding.sure})")
    return said


def _responses(overview: Overview) -> Table:
    """What a best response gains, by setting and rule."""
    rows = []
    for (arm, setting), gains in overview.outcome.gains.items():
        place = (
            seated(setting.players) if overview.curve else overview.label(View(arm, setting, overview.first))
        )
        for rule, gain in gains.items():
            most = Cell(f"{rounded_up(gain.high):+.1f}")
            rows.append([Cell(place), Cell(rule), Cell(f"{100 * gain.value:+.1f}"), most])
    caption = "One player who is tuned against those who adapted: wins over an even share, percentage points."
    return Table(caption, ["", "rule", "gain", "at most (95 %)"], rows, 2)


# --- how it was done


def tuned_for(comparisons: Sequence[Comparison]) -> bool:
    """Whether players were tuned for each rule."""
    return any(TUNINGS in number.estimate.method for c in comparisons for number in c.changes)


def note_of(comparisons: Sequence[Comparison]) -> str:
    """What marks and brackets mean."""
    looked = any(c.looked for c in comparisons)
    few = any(c.n < FEW for c in comparisons)
    how = "Bonferroni" if looked or few or tuned_for(comparisons) else "max-t over blocks of games"
    held = f"for all changes of this page at once ({how}){WHENEVER if looked else ''}"
    return f"{MARKS_SAY}. Brackets show where the true values lie: 95 % intervals {held}."


def method(overview: Overview) -> Section:
    """How it was done, what matters, and who played."""
    comparisons = overview.comparisons
    measures = {number.measure.name: number.measure for c in comparisons for number in c.changes}
    policies = dict.fromkeys(p.name for c in comparisons for p in (*c.base.policies, *c.house.policies))
    margins = [[Cell(m.words), Cell(m.margin_words), Cell(m.because)] for m in measures.values()]
    tables = [Table("The smallest changes that matter.", ["", "margin", "because"], margins, 3)]
    tuned = tuned_for(comparisons)
    prose = [f"{_sides_words(overview)} {luck(comparisons)}"]
    if tuned:
        prose.append(TUNED)
    seeds = overview.first.seeds
    halved = any(number.halves for c in comparisons for number in c.changes)
    prose.append((two_seeds(seeds) if len(seeds) > 1 else HALVES) if halved else TOGETHER)
    if any(c.looked for c in comparisons):
        prose.append(LOOKED)
    if any(c.of_baseline > c.n for c in comparisons):
        prose.append(LONG_BASELINE)
    prose.append(VERDICTS)
    if games.load(overview.study.game).decides:
        tables.append(players_table(overview.study.game, policies, ADAPTED if tuned else WHO))
    return Section("Method", prose, tables)


def _sides_words(overview: Overview) -> str:
    if overview.curve:
        with_what = ", ".join(dict.fromkeys([overview.curve.compared_with, game_words(overview.curve.plan)]))
        if overview.study.second_axis:
            with_what = f"the baseline of its curve, which has the standard {overview.curve.axis.name}"
        how = f"Every value is compared with {with_what}; all other rules are the same."
        return f"{how} Nothing is taken to hold between two values that were played."
    called = "each arm in turn" if overview.several else the(overview.main.name)
    return f"A is {the(overview.base)}, B is {called}; all other rules are the same."


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
    "All games give a value and its interval. What is called sure is shown by each half alone: the first "
    "games and the last."
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

LONG_BASELINE = (
    "The baseline was played longer, and so it is known how far its games that are compared stray from its "
    "mean. As much of a change as goes with that was chance: it is taken away (a control variate, with the "
    "coefficient of every second game from those between them)."
)

VERDICTS = (
    "A change matters if its whole interval lies beyond the margin, and is alike if all of it lies within. "
    "Else it changes if the interval lies on one side of 0, and is not settled if it does not. The "
    "change of a share has an interval made of Wilson’s for what is gained and what is lost, which is never "
    "a point."
)
