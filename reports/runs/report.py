"""The report of a run: one HTML file with its pictures inside, fit to be shown or printed."""

from __future__ import annotations

import math
from collections.abc import Mapping

from analyses.estimates.critical import at_every_look
from analyses.estimates.estimate import CHANGES, DIFFERENT, EQUIVALENT
from analyses.measures.circles import circling_of
from analyses.measures.measure import NO_MARGIN, ORDER, SHARE, Measure, counts_left, sized
from analyses.measures.number import LIKELY, OPEN, SURE, Number, certainty_of
from analyses.measures.summary import FAIR, Summary, summarise
from analyses.measures.vocabulary import EVEN
from reports.pages.depths import Depths
from reports.pages.parts import (
    LEVEL,
    Cell,
    Picture,
    Section,
    Table,
    means_table,
    picture,
    players_table,
    side_table,
)
from reports.pictures import charts
from reports.pictures import scores as score_charts
from reports.pictures.plots import dots, sourced
from reports.pictures.style import ACCENT, Figure
from reports.runs import decisions, placements, progress
from reports.words.findings import CLOSELY, ROUGHLY, Finding, as_said
from reports.words.wording import (
    capital,
    chosen_by_looking,
    count,
    finding,
    games_words,
    lowered,
    mean_score,
    question_of,
    roughly,
    run_words,
    side_kind,
    side_name,
    table_words,
    they_win,
    title,
    unit,
    wins_heading,
)
from rules import games
from rules.options import Described, by_group, show
from simulate.io.files import Rows
from simulate.store.failures import failed_words
from simulate.store.runs import Run


def depths_of(run: Run) -> Depths:
    """Who wins, what is said beside it, and all numbers of a run.

    Raises
    ------
    UserError
        If the run has no games yet.
    """
    summary, plan = summarise(run), run.plan
    with at_every_look(run.was_looked_at), sourced(*run_words(summary)):
        return Depths(
            f"{title(plan)}: {question_of(plan)}",
            [games_words(summary), *table_words(plan)],
            who_wins(summary),
            Section("", [], [_even(summary)] if summary.won and summary.has_rivals else []),
            findings(summary),
            notes_of(run, summary),
            [
                seats(summary),
                *scores(summary),
                *points(summary),
                *progress.sections(run),
                *placements.sections(run),
                *decisions.sections(run),
                *games.load(plan.game).report.sections(run, summary),
                method(run, summary),
                rules(run),
            ],
            MEANS,
            f"Brackets are {LEVEL} intervals: the true value lies within, 19 times in 20.",
        )


def notes_of(run: Run, summary: Summary) -> list[str]:
    """What a reader must know before any number: games in circles, games that failed, and looks."""
    circles = str(circling_of(run, summary) or "")
    failed = failed_words(run.failed, run.games_done)
    return list(filter(None, (circles, summary.caveat, chosen_by_looking(run), failed)))


MEANS = {
    SURE: f"the whole line lies outside the shaded band or inside; or {CLOSELY}",
    LIKELY: ROUGHLY,
    OPEN: "these games cannot tell; more games may",
}


ABOVE_EVEN = Measure(
    "above_even", "wins over an even share", FAIR, EVEN, kind=SHARE, unit="share of wins", spec="+.1pp"
)
"""What is asked of every seat or place."""


def who_wins(summary: Summary) -> Finding:
    """Whether all win alike, as far as the games say."""
    if not summary.won:
        return Finding("Nobody won any of these games.", SURE, {}, "")
    if not summary.has_rivals:
        return _won_together(summary)
    shares = summary.shares(summary.level_of_all)
    names = [side_name(summary.plan, side) for side in summary.sides]
    if summary.by_place:
        names = [f"plays {ORDER[place]}" for place in range(len(shares))]
    numbers = {
        name: Number(ABOVE_EVEN, share.minus(summary.even)) for name, share in zip(names, shares, strict=True)
    }

    kind = side_kind(summary)
    place = "place in the order of play" if summary.by_place else kind
    win = f"Every {place} wins about equally often"
    leader, number = list(numbers.items())[summary.uneven]
    if summary.fairness in (DIFFERENT, CHANGES):
        if summary.by_place:
            leader = f"the team that {leader}" if kind == "team" else f"the player who {leader}"
        more_or_less = "more" if number.estimate.value > 0 else "less"
        size = sized(roughly(number.estimate, 100), "percentage points")
        text = f"{leader} wins about {size} {more_or_less} than an even share"
        return Finding(f"{capital(text)}.", SURE, numbers, ABOVE_EVEN.spec)
    if summary.fairness == EQUIVALENT:
        return Finding(f"{win}.", SURE, numbers, ABOVE_EVEN.spec)
    return Finding(f"It is not settled whether {lowered(win)}.", OPEN, numbers, ABOVE_EVEN.spec)


def _won_together(summary: Summary) -> Finding:
    """How often those win who have nobody against them."""
    (side,) = summary.sides
    name = side_name(summary.plan, side)
    if summary.won == summary.n and summary.is_scored:  # what is asked is the score
        words, mean = unit(summary.plan), summary.mean_score(side)
        score = Number(Measure("score", mean_score(summary.plan), unit=words, spec=".1f"), mean)
        text = f"A game ends with about {sized(roughly(mean), words)}."
        return Finding(text, certainty_of([score]), {name: score}, ".1f")
    number = Number(_share_of_games("win_share", "games won"), summary.win_share(side))
    text = f"{they_win(summary)} about {roughly(number.estimate, 100)} % of games."
    if summary.won == summary.n:
        text = f"{they_win(summary)} all of these games."
    return Finding(text, certainty_of([number]), {name: number}, ".1%")


RARE = 0.01
"""A share of games below which it does not matter how small it is."""


def _share_of_games(name: str, words: str, margin: float = NO_MARGIN) -> Measure:
    """A share of all games."""
    return Measure(name, words, margin, kind=SHARE, unit="share of games", spec=".1%")


def findings(summary: Summary) -> list[Finding]:
    """Findings beside who wins: scores, where points come from, length, and how close it is."""
    measured = []
    if summary.has_turns:
        length = Number(Measure("length", "turns a game", unit="turns", spec=".1f"), summary.length)
        measured.append((f"A game takes about {sized(roughly(summary.length), 'turns')}.", length, ".1f"))
    if summary.is_compared:
        words = unit(summary.plan)
        ahead = Number(Measure("margin", f"{words} ahead", unit=words, spec=".1f"), summary.margin)
        text = f"{best(summary)} about {sized(roughly(summary.margin), words)} ahead of the next."
        measured.append((text, ahead, ".1f"))
    if 0 < summary.won < summary.n and summary.has_rivals:
        open_end = Number(_share_of_games("nobody_won", "games without a winner"), summary.nobody_won)
        share = roughly(summary.nobody_won, 100)
        measured.insert(0, (f"About {share} % of games end without a winner.", open_end, ".1%"))
    if summary.can_tie:
        measured.append(_ties(summary))
    numbers = [Finding(text, certainty_of([number]), {"": number}, spec) for text, number, spec in measured]

    said = score_charts.Scores(summary).say().split("; ") if summary.is_scored else []
    texts = [capital(text) for text in said]
    if len(summary.sources) > 1:
        texts.append(charts.sources_say(summary))
    return [*(as_said(f"{text}.") for text in texts), *numbers]


def _ties(summary: Summary) -> tuple[str, Number, str]:
    """How often games tie: a sentence, the number, and how that is written; below a percent, a bound."""
    bound = math.ceil(100 * summary.tied.high) / 100
    rare = bound if bound <= RARE or not summary.tied.value else None
    share = f"Fewer than {100 * rare:.0f}" if rare else f"About {roughly(summary.tied, 100)}"
    number = Number(_share_of_games("tied", "games that end in a tie", rare or NO_MARGIN), summary.tied)
    return f"{share} % of games end in a tie.", number, ".1%"


def _even(summary: Summary) -> Picture:
    """What each wins over an even share."""
    answer = who_wins(summary)
    of_won = "" if summary.won == summary.n else f" of the {count(summary.won)} that somebody won"
    place = "place" if summary.by_place else side_kind(summary)
    return picture(
        lambda page: _even_drawn(page, answer.numbers),
        answer.text.removesuffix("."),
        "Dots with intervals: wins of each seat, or place in the order of play, over an even share.",
        f"What each {place} wins{of_won}, more or less than an even share of {100 * summary.even:.3g} %. "
        f"Dot: in these games; line: where the truth lies ({LEVEL} sure of all). Shaded up to the "
        f"dashes: within {100 * FAIR:g} percentage points, too little to matter.",
    )


def _even_drawn(page: Figure, numbers: Mapping[str, Number]) -> Rows:
    page.set_figheight(0.7 + 0.4 * len(numbers))
    axes = page.add_subplot()
    series = {name: [entry] for name, entry in numbers.items()}
    rows = dots(axes, series, {"": ACCENT}, margin=FAIR)
    axes.set_xlabel("percentage points over an even share")
    return rows


def seats(summary: Summary) -> Section:
    """Who wins, and what beginning is worth."""
    columns = {mean_score(summary.plan): ("score", ".1f")} if summary.is_scored else {}
    columns[wins_heading(summary)] = "win_share", ".1%"
    caption = [f"Means over {count(summary.n)} with {LEVEL} intervals."]
    if summary.has_rivals:
        share = "win share" if summary.won == summary.n else "share of the games that somebody won"
        columns["against even"] = "above_even", "+.1pp"
        caption += [
            f"Even: {share} minus {summary.even:.1%}, in percentage points.".replace("%,", " %,"),
            "A shared win counts as a fraction.",
            "Each interval holds by itself, that of the first sentence for all at once.",
        ]
    if summary.is_compared and len(summary.sides) > 2:  # of two it says nothing new
        columns["mean rank"] = ("rank", ".2f")
    table = side_table(summary, " ".join(caption), summary.result, columns)

    headline = finding(summary)
    closing = [ahead(summary)] if summary.has_rivals else []
    if summary.has_turns and "A game takes" not in headline:
        closing.append(f"A game takes {summary.length:.1f} turns.")
    said = [headline, *beginning(summary), " ".join(filter(None, closing))]
    title = "Who wins" if summary.has_rivals else "How often it is won"
    return Section(title, [text for text in said if text], [table])


def best(summary: Summary) -> str:
    """Who is ahead of the next: not every game has a winner."""
    return "The winner is" if summary.won == summary.n else "The best seat is"


def ahead(summary: Summary) -> str:
    """By how much the winner wins, and how often nobody does alone."""
    ties = f"{summary.tied:.1%} of games end in a tie"
    if not summary.is_scored:
        return f"{capital(ties)}." if summary.can_tie else ""
    clause = f"{best(summary)} {summary.margin:.1f} {unit(summary.plan)} ahead of the next"
    return f"{clause}; {ties} at the top." if summary.can_tie else f"{clause}."


def beginning(summary: Summary) -> list[str]:
    """What beginning is worth, if the games can tell it from the beginner's policy."""
    if not (summary.beginning_says_something and summary.has_rivals):
        return []
    first = summary.sides[0]
    name = side_name(summary.plan, first)
    beginner = f"{name} begins. It wins" if summary.one_begins else "the first player wins"
    games = "games" if summary.won == summary.n else "all games"
    clause = f"{capital(beginner)} {summary.first_player_wins:.1%} of {games}"
    is_said = summary.one_begins and summary.uneven == 0  # just now, as an interval for all seats
    if not summary.is_scored:
        return [f"{capital(name)} begins."] if is_said else [f"{clause}."]
    clause = f"{name} begins. It" if is_said else f"{clause} and"
    rivals = "the other" if len(summary.sides) == 2 else "the mean of the others"
    lead = f"{summary.first_player_lead:+.1f} {unit(summary.plan)}"
    scores = f"has {lead} left" if counts_left(summary.plan.game) else f"scores {lead}"
    return [f"{capital(clause)} {scores} against {rivals}."]


def scores(summary: Summary) -> list[Section]:
    """The distribution of scores, if there are any."""
    if not summary.is_scored:
        return []
    low, high = summary.scores.numbers[0], summary.scores.numbers[-1]
    means = "; ".join(
        f"{side_name(summary.plan, side)}: mean {summary.mean_score(side):.1f}" for side in summary.sides
    )
    bars = picture(
        lambda page: score_charts.draw(page, summary),
        score_charts.Scores(summary).say(),
        f"Bars of final scores from {low} to {high} {unit(summary.plan)}. {means}.",
        score_charts.caption_of(summary),
    )
    return [Section("Scores", [], [bars])]


def points(summary: Summary) -> list[Section]:
    """Where points come from; of a single source there is nothing to say."""
    if len(summary.sources) < 2:
        return []
    words, kind = unit(summary.plan), side_kind(summary)
    if counts_left(summary.plan.game):
        title, label, of_one = f"Where {words} are left", f"{words} left", f"{words} that a {kind} has left"
    else:
        title, label, of_one = f"Where {words} come from", f"{words} a game", f"{words} of a {kind} in a game"
    bars = picture(
        lambda page: charts.means(page, summary, summary.sources, label),
        charts.sources_say(summary),
        f"Bars of {words} by source: {', '.join(summary.sources)}. The table has the numbers.",
        f"{capital(of_one)}, means with {LEVEL} intervals; together they are the {mean_score(summary.plan)}.",
    )

    caption = f"{capital(of_one)}, means with {LEVEL} intervals."
    return [Section(title, [], [bars, means_table(summary, caption, summary.sources, ".1f")])]


LOOKED = (
    "How many games were played was decided by looking at them. Each interval is one of a confidence "
    "sequence (Jennison and Turnbull 1989), wider than for a number of games fixed beforehand."
)

WIDTHS = (
    "How many games were played was decided by how wide intervals were. That says nothing of what they show, "
    "so they are as for a number of games fixed beforehand (Chow and Robbins 1965)."
)


def method(run: Run, summary: Summary) -> Section:
    """How the numbers came about, who played, and with what."""
    versions = run.plan.as_dict()
    versions_used = {
        "made": run.manifest["created"],
        "rules version": versions["rules_version"],
        "policies version": versions["policies_version"],
        **run.manifest["versions"],
    }
    decided = games.load(run.plan.game).decides
    if not decided:
        del versions_used["policies version"]

    holds = [
        "These policies play every game; other players would play other games, so a finding holds for these "
        "policies."
    ]
    apart = "The seats of one game are not independent, so the game is the unit. "
    if not summary.has_rivals:
        apart = ""
    made_of = "the rules, the policies, the seed" if decided else "the rules, the seed"
    prose = [
        *(holds if decided else []),
        f"{apart}Wilson’s intervals for shares "
        "of wins, Student’s t for means, the delta method for ratios of totals. In many games even a "
        "tiny difference stands out from chance: look at its size first.",
        f"Game number i is a function of {made_of} and i alone. A run with another "
        "rule and the same seed sees the same tiles or cards in the same order, and the same dice. "
        "So two rules can be compared game by game.",
    ]
    if run.last_look:
        prose.insert(len(prose) - 1, LOOKED if run.was_looked_at else WIDTHS)
    tables = [
        Table("Made with.", ["", "version"], [[Cell(k), Cell(str(v))] for k, v in versions_used.items()], 2)
    ]
    if decided:
        tables.insert(0, players_table(run.plan.game, [p.name for p in dict.fromkeys(run.plan.policies)]))
    return Section("Method", prose, tables)


def rules(run: Run) -> Section:
    """Every option with its value in this run, its default, its rule and its text: a table a group."""
    changed_options, is_plain = run.plan.changed_options(), games.load(run.plan.game).is_plain

    def row(option: Described) -> list[Cell]:
        value = show(getattr(run.plan.options, option.name))
        follows = option.default == "standard"  # filled in by the number of players and the preset
        is_changed = option.name in changed_options if follows else value != option.default
        note = f"changed; default {option.default}" if is_changed else ""
        return [Cell(option.name), Cell(value, note), Cell(option.text, "" if is_plain else option.rule)]

    tables = [
        Table(f"{capital(group or 'all options')}.", ["option", "value", "meaning"], [*map(row, options)], 3)
        for group, options in by_group(games.load(run.plan.game).options.Options).items()
    ]
    if not tables:
        return Section("Rules of these games", ["There is nothing to change in this game."], [])
    differ = "Some differ from the default." if changed_options else "All options have their default values."
    numbered = "" if is_plain else " Numbers name the rule that an option changes."
    return Section("Rules of these games", [f"{differ}{numbered}"], tables)
