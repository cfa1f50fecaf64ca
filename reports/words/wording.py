"""What console and reports say in the same words: runs, and numbers with their margins and verdicts."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from analyses.estimates.critical import LEVEL
from analyses.estimates.estimate import CHANGES, DIFFERENT, EQUIVALENT, UNDECIDED, Estimate
from analyses.measures.measure import ORDER, counts_left, singular
from analyses.measures.summary import FAIR, Side, Summary, analysis_of
from rules import games
from simulate.io.layout import GAP, LINE, PROSE, aligned, prose, width
from simulate.plans.plan import Plan

if TYPE_CHECKING:
    from analyses.measures.number import Number
    from analyses.questions.results import Results
    from analyses.studies.panel import PanelFinding
    from simulate.store.runs import Run

MARKS = {DIFFERENT: "≠", CHANGES: "Δ", EQUIVALENT: "=", UNDECIDED: "?", "": ""}
MARKS_SAY = "≠ changes enough to matter, Δ changes, perhaps too little to matter, = alike, ? not settled"

# --- numbers


def written(estimate: Estimate, spec: str) -> str:
    """A number with its interval; `spec` is a format, such as ``+.1pp`` for shares in percentage points.

    What is exact has no interval, nor has a p-value, whose format is ``p``.
    """
    if spec == "p":
        return p_words(estimate.value)
    return format(estimate.times(100), f"{spec[:-2]}f") if spec.endswith("pp") else format(estimate, spec)


def scale_of(spec: str) -> float:
    """Shares are told in percent."""
    return 100.0 if spec.endswith(("%", "pp")) else 1.0


def certainty(share: float) -> str:
    """A share that is no estimate: ``100 %``."""
    return f"{share:.0%}".replace("%", " %")


def percent(share: Estimate, decimals: int = 1) -> str:
    """A share with its interval: ``26.0 % [19.6, 33.6]``."""
    return f"{share.times(100):.{decimals}f}".replace(" [", " % [", 1)


def p_words(p: float) -> str:
    """A p-value: ``0.43``, or that it is very small."""
    if math.isnan(p):
        return "none"
    return "below 0.001" if p < 0.001 else f"{p:.2g}" if p < 0.1 else f"{p:.2f}"


def in_short(value: float, more: int = 0) -> str:
    """A number in two digits, three from 100 on, or so many more.

    >>> in_short(3.618), in_short(119.4), in_short(1000)
    ('3.6', '119', '1,000')
    """
    return f"{float(f'{value:.{more + (3 if abs(value) >= 99.5 else 2)}g}'):,.15g}"


def both_in_short(one: float, other: float) -> tuple[str, str]:
    """Two numbers in so few digits that they are still two.

    >>> both_in_short(52.4, 74.1), both_in_short(5.12, 5.08)
    (('52', '74'), ('5.12', '5.08'))
    """
    every = [(in_short(one, more), in_short(other, more)) for more in range(4)]
    return next((pair for pair in every if pair[0] != pair[1]), every[0])


def roughly(estimate: Estimate, scale: float = 1.0) -> str:
    """The size of a number in as few digits as still lie within its interval: what a reader keeps.

    That is at most two digits, three from 100 on, however narrow the interval, and two at least where one
    would be off by more than a tenth. One that may be 0 is rounded to whole numbers, if that still lies
    within and is not 0.

    >>> roughly(Estimate(-8.264, -8.811, -7.709, 0.95, 2000, "paired t"))
    '8'
    >>> roughly(Estimate(14.6, 8.3, 20.8, 0.95, 1000, "paired shares"))  # not 10, as one digit has it
    '15'
    >>> roughly(Estimate(0.225, -0.02, 0.47, 0.95, 200, "paired t"))
    '0.23'
    """
    ends = abs(estimate.low), abs(estimate.high)
    least = 0.0 if estimate.low <= 0 <= estimate.high else min(ends)
    size, low, high = (scale * x for x in (abs(estimate.value), least, max(ends)))
    if not least and 0 < round(size) <= high:
        return f"{round(size)}"
    for digits in range(1, 4 if size >= 99.5 else 3):
        found = float(f"{size:.{digits}g}")
        if low <= found <= high and abs(found - size) <= size / 10:
            break
    return f"{found:,.15g}"


def capital(text: str) -> str:
    """The text as a sentence begins; the name of a rule or policy, or a lone letter, stays as typed.

    >>> capital("whoever begins"), capital("no_farms wins"), capital("dice_cap=3 changes little")
    ('Whoever begins', 'no_farms wins', 'dice_cap=3 changes little')
    >>> capital("b: nothing changes"), capital("a game is longer")
    ('b: nothing changes', 'A game is longer')
    >>> capital("mine.toml is stronger"), capital("search:4 is stronger")
    ('mine.toml is stronger', 'search:4 is stronger')
    """
    typed = re.match(r"\w*[_=]|\w(:|$)|[^\s.:]+[.:]\w", text)
    return text if typed else f"{text[:1].upper()}{text[1:]}"


def lowered(text: str) -> str:
    """The sentence as it goes on after another."""
    return f"{text[0].lower()}{text[1:]}"


def narrow(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as lines that fit a terminal, short ones where there is none: long labels go on below."""
    return aligned(rows, 1, GAP[:2], most=PROSE if width() is None else LINE)


def noted(notes: Iterable[str]) -> list[str]:
    """What a reader must know, a sentence a note, as lines for a terminal.

    >>> noted(["of the longer run only the first 8 games are compared"])
    ['Of the longer run only the first 8 games are compared.']
    """
    return [line for note in notes for line in prose(capital(f"{note}."))]


def unbroken(text: str) -> str:
    """The text with what belongs on one line: numbers and units, intervals, marks, ``seat 1``, ``1 to 3``.

    >>> unbroken("seat 1 wins 34 % [33, 35]").replace("\N{NO-BREAK SPACE}", "_")
    'seat_1 wins 34_%_[33,_35]'
    """
    text = re.sub(r"\[(\S+), (\S+)\]", "[\\1,\N{NO-BREAK SPACE}\\2]", text)
    return re.sub(
        r" (?=[%[])|(?<=[≠=?]) |(?<=\b(?:[Ss]eat|[Tt]eam)) (?=\d)|(?<=\d) (?=to \d)|(?<=\d to) (?=\d)",
        "\N{NO-BREAK SPACE}",
        text,
    )


def listed(words: Iterable[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    *most, last = words
    return " and ".join(filter(None, (", ".join(most), last)))


def span(estimates: Sequence[Estimate], scale: float = 100.0, sign: str = "") -> str:
    """Where the intervals of several numbers lie: ``+1.5 to +3``.

    The ends are rounded outward, to whole numbers or two digits of the greater.
    """
    low, high = scale * min(e.low for e in estimates), scale * max(e.high for e in estimates)
    step = 10.0 ** min(0, math.floor(math.log10(max(abs(low), abs(high), 1e-9) / 5)))
    ends = (math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9))
    return " to ".join(f"{'-' if k < 0 else sign * (k > 0)}{abs(k) * step:,.12g}" for k in ends)


MOST_VALUES = 5
"""A sentence lists the values of so many settings; of more it says where they lie."""

MOST_DECIMALS = 4
"""Of a number in a sentence."""

CLOSE_DECIMALS = 2
"""So many are written, that a number be close to what it stands for."""


def values_in_words(estimates: Sequence[Estimate], scale: float = 1.0, sign: str = "") -> list[str]:
    """Numbers with the same few decimals, each within its interval, and close to its value if that takes few.

    >>> found = [Estimate(x, x - 0.6, x + 0.6, 0.95, 100, "t") for x in (51.2, 45.9, 3.04)]
    >>> values_in_words(found), values_in_words(found[2:], sign="+")
    (['51', '46', '3'], ['+3'])
    >>> values_in_words([Estimate(0.6, 0.2, 1.0, 0.95, 100, "t")])  # not 1, though that lies within
    ['0.6']
    """
    every = [[in_decimals(e, scale, decimals) for e in estimates] for decimals in range(MOST_DECIMALS + 1)]

    def fits(texts: Sequence[str], close: bool) -> bool:
        shown = zip(texts, estimates, strict=True)
        return all(is_within(text, e, scale) and (not close or is_close(text, e, scale)) for text, e in shown)

    choices = [texts for texts in every[: CLOSE_DECIMALS + 1] if fits(texts, close=True)]
    choices += [texts for texts in every if fits(texts, close=False)]
    texts = choices[0] if choices else every[-1]
    return [f"{sign if float(text.replace(',', '')) > 0 else ''}{text}" for text in texts]


def in_decimals(estimate: Estimate, scale: float, decimals: int) -> str:
    """A value with so many decimals: the nearest such number, or the next if that alone lies in its interval.

    >>> in_decimals(Estimate(2 / 3, 0.65, 2 / 3, 0.95, 600, "Wilson"), 100, 0)  # all of the games: not 67
    '66'
    """
    value, step = scale * estimate.value, 10.0**-decimals
    nearest = round(value, decimals)
    choices = (nearest, nearest - step, nearest + step)
    texts = [f"{round(choice, decimals) + 0.0:,.{decimals}f}" for choice in choices]
    near = [text for text, at in zip(texts, choices, strict=True) if abs(at - value) <= step]
    return next((text for text in near if is_within(text, estimate, scale)), texts[0])


def is_within(text: str, estimate: Estimate, scale: float) -> bool:
    """Whether a number in words lies in its interval."""
    return scale * estimate.low <= float(text.replace(",", "")) <= scale * estimate.high


def is_close(text: str, estimate: Estimate, scale: float) -> bool:
    """Whether a number in words is off by a fifth of itself at most."""
    value = scale * estimate.value
    return abs(float(text.replace(",", "")) - value) <= abs(value) / 5


def values_listed(estimates: Sequence[Estimate], scale: float = 1.0, sign: str = "") -> str:
    """The values of a few settings in their order, ``51, 46 and 43``, or where those of many lie.

    Values that are alike are said once.
    """
    if len(estimates) > MOST_VALUES:
        return span(estimates, scale, sign)
    texts = values_in_words(estimates, scale, sign)
    return listed(texts) if len(set(texts)) > 1 else texts[0]


COUNTED = re.compile(r"(?<={} )((percentage|more|fewer) )?(?!less\b|times\b)\w+")
"""What a sentence counts: ``points``, ``percentage points``, ``more turns``."""


def counted(sentence: str, ends: str) -> str:
    """A sentence with a `span` in place of ``{}``.

    >>> counted("{} percentage points less", "1"), counted("{} points", "1 to 2"), counted("{} less", "1")
    ('1 percentage point less', '1 to 2 points', '1 less')
    """
    one = COUNTED.sub(lambda what: singular(what[0]), sentence) if ends == "1" else sentence
    return one.format(ends)


def headed(
    found: Mapping[int, Number],
    different: str,
    alike: str,
    question: str,
    scale: float = 100.0,
    sign: str = "",
) -> str:
    """A sentence that follows the verdicts at each number of players: the one rule for all of them.

    It states what differs by more than the margin, the value of each number of players in place of ``{}``;
    says what is alike within the margin; and of the rest that the question is not settled. Words in brackets
    depend on the direction: of ``players place {} [more|fewer] farmers`` the first is for numbers above 0. A
    number without a margin is stated as it is, unless it could lie on either side of such words.
    """
    said: list[str] = []
    groups = _by_claim(found, "[" in different)
    for (verdict, up), at in groups.items():
        values = ""
        if verdict in (DIFFERENT, CHANGES, ""):
            shown = [found[p] if up else turned(found[p]) for p in at]
            values = values_listed([number.estimate for number in shown], scale, sign)
            text = counted(CHOICE.sub(r"\1" if up else r"\2", different), values)
        elif verdict == EQUIVALENT:
            text = alike
        else:
            text = "not settled" if said else f"it is not settled {question}"

        if len(groups) > 1 or " and " in values:
            text += f" with {players_words(at)}{'' if said else ' players'}"
        said.append(text)
    return capital("; ".join(said))


def turned(entry: Number) -> Number:
    """The number with its sign turned, as ``fewer`` has it."""
    return replace(entry, estimate=entry.estimate.times(-1))


CHOICE = re.compile(r"\[([^|\]]*)\|([^\]]*)\]")
"""``[more|fewer]``."""


def _by_claim(found: Mapping[int, Number], by_sign: bool) -> dict[tuple[str, bool], list[int]]:
    """The tables by what may be said there, and by direction if that is asked: what differs first.

    What surely changes is told like what changes by more than the margin: the number says how much.
    """
    tables: dict[tuple[str, bool], list[int]] = {}
    for players, number in found.items():
        claim = DIFFERENT if number.claim == CHANGES else number.claim
        if by_sign and not claim and number.estimate.low <= 0 <= number.estimate.high:
            claim = UNDECIDED
        up = not by_sign or claim not in (DIFFERENT, "") or number.estimate.value >= 0
        tables.setdefault((claim, up), []).append(players)
    order = ("", DIFFERENT, EQUIVALENT, UNDECIDED)
    return dict(sorted(tables.items(), key=lambda group: (order.index(group[0][0]), not group[0][1])))


def stated(found: Mapping[int, Number], by_sign: bool) -> list[Number]:
    """Those that `headed` states, of which it does not say that they are not settled."""
    groups = _by_claim(found, by_sign)
    return [found[p] for (claim, _), at in groups.items() if claim != UNDECIDED for p in at]


def agreement(panels: Sequence[PanelFinding], who: str, about: str) -> str:
    """In how many findings those who play differ, of how many that could be judged."""
    judged, apart, contrary = (
        sum(marks)
        for marks in zip(*((p.is_judged, p.is_heterogeneous, p.contrary) for p in panels), strict=True)
    )
    findings = count(len(panels), "finding")
    if not judged:
        return f"On {about}, none of {findings} can be judged: of {who}, no two tell enough."
    against = f", and contradict each other’s verdict in {contrary}" if contrary else ""
    return (
        f"On {about}, {judged} of {findings} can be judged, as two or more of {who} tell enough; "
        f"they differ in {apart} of these{against}."
    )


def replication(results: Results) -> list[str]:
    """What two seeds are for, if there are two."""
    setting = results.setting
    return [] if setting.replicate is None else [two_seeds((setting.seed, setting.replicate))]


def two_seeds(seeds: Iterable[int]) -> str:
    """What it means that everything was played on these seeds."""
    return (
        f"Half of the games have seed {' and half have seed '.join(map(str, seeds))}. All games give a value "
        "and its interval. What is called sure is shown by each half alone."
    )


def about(results: Results) -> list[str]:
    """What was played, in a few words each."""
    setting = results.setting
    return [
        f"{results.games:,} games in {results.runs:,} runs",
        all_seated(results.players),
        seeds_words([seed for seed in (setting.seed, setting.replicate) if seed is not None]),
    ]


def players_words(named: Iterable[int]) -> str:
    """``2-4``, ``2 and 5``: each number that is named, once."""
    numbers = list(dict.fromkeys(named))
    whole = len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1))
    return f"{numbers[0]}-{numbers[-1]}" if whole else listed(map(str, numbers))


def all_seated(numbers: Sequence[int]) -> str:
    """How many play at some tables: ``2-4 players``, ``1 player``."""
    return f"{players_words(numbers)} player{'' if set(numbers) == {1} else 's'}"


def seeds_words(seeds: Sequence[int]) -> str:
    """``seed 1``, or ``seeds 1 and 2``."""
    return f"seed{'s' if len(seeds) > 1 else ''} {listed(map(str, seeds))}"


# --- runs


def title(plan: Plan) -> str:
    """The game's name."""
    return str(games.load(plan.game).title)


def count(n: int, what: str = "game") -> str:
    """So many games, or others of what is named in the singular.

    >>> count(1), count(2500), count(2, "change")
    ('1 game', '2,500 games', '2 changes')
    """
    return f"{n:,} {what}" if n == 1 else f"{n:,} {what}s"


def part_of(n: int, every: int, what: str) -> str:
    """How many of them something is true of, up to the verb.

    >>> part_of(1, 12, "change"), part_of(0, 1, "change"), part_of(2, 2, "change")
    ('1 of 12 changes is', '0 of 1 change are', '2 of 2 changes are')
    """
    return f"{n:,} of {count(every, what)} {'is' if n == 1 else 'are'}"


WHENEVER = "the intervals hold whenever one stops"
AS_FIXED = "the intervals are as for a number of games fixed beforehand"


def chosen_by_looking(run: Run) -> str:
    """How the number of games was chosen if results decided it, else an empty string."""
    look = run.last_look
    if look is None:
        return ""
    looks = sum(one["command"] == look["command"] and one["n"] <= look["n"] for one in run.looks)
    grown = look["n"] < run.plan.n
    verb = look["command"].split()[1]
    who = "" if verb.startswith("-") else f" (simulate {verb})"
    after = f"{'' if look['reached'] else 'not '}reached after {looks} look{'s' * (looks > 1)}"
    seen = [f"played on from {look['n']:,} games to {run.plan.n:,}"] if grown else _seen(look)
    said = [after, *seen, WHENEVER if run.was_looked_at else AS_FIXED]
    return f"until {listed(look['until'])}{who}: {'; '.join(said)}"


def _seen(look: Mapping[str, Any]) -> Iterator[str]:
    """The numbers that a look has found of one run: ``first_battle is 14.1 [13.2, 15.0]``."""
    for wish in look["until"]:
        seen = [one for one in look["seen"] if one["until"] == wish and "setting" not in one]
        if len(seen) == 1:
            value, low, high = (seen[0][key] for key in ("value", "low", "high"))
            found = Estimate(value, low, high, LEVEL, look["n"], "seen at a look")
            yield f"{seen[0]['measure']} is {found:{'.1%' if wish.endswith('pp') else '.1f'}}"


def unit(plan: Plan) -> str:
    """What scores count: points, or the cards that are left."""
    return str(games.load(plan.game).unit)


def mean_score(plan: Plan) -> str:
    """What a mean score is called: of cards left, few are good, which the word score hides."""
    return f"mean {unit(plan)} left" if counts_left(plan.game) else "mean score"


def games_words(summary: Summary) -> str:
    """How many games, and of how many if some are still to be played."""
    return count(summary.n) if summary.n == summary.plan.n else f"{summary.n:,} of {count(summary.plan.n)}"


def question_of(plan: Plan) -> str:
    """What is asked of a run: who wins or, of players who win or lose together, how often."""
    return "how often is it won?" if is_lone(analysis_of(plan.game).sides(plan)[0], plan) else "who wins?"


def is_lone(side: Side, plan: Plan) -> bool:
    """Whether a side has no other to play against."""
    return len(side.seats) == plan.players


BY_SEAT = "policies by seat"


def table_words(plan: Plan, seats: bool = False) -> list[str]:
    """Who sits at the table, and what they play: players, rules that are not standard, policy and seed.

    Where no table beside it says who plays in which seat, `seats` does.
    """
    policy = [who_plays(plan) if seats or plan.plays_alike else BY_SEAT] if who_decides(plan) else []
    return [count(plan.players, "player"), *plan.rule_words, *policy, f"seed {plan.seed}"]


def who_decides(plan: Plan) -> list[str]:
    """The policies of the seats in words; none where nobody decides anything."""
    return [plan.policy_words] if games.load(plan.game).decides else []


def who_plays(plan: Plan) -> str:
    """The policy, or those of all seats in their order: ``policies by seat: greedy, random``."""
    if plan.plays_alike:
        return f"policy {plan.policy_words}"
    return f"{BY_SEAT}: {', '.join(policy.name for policy in plan.policies)}"


def game_words(plan: Plan) -> str:
    """The game in running text: ``the standard game``, ``the game with preset old and river=true``."""
    return f"the game with {listed(plan.rule_words)}" if plan.rule_words else "the standard game"


def run_words(summary: Summary) -> list[str]:
    """What was played: the game, how often, and by whom."""
    return [title(summary.plan), games_words(summary), *table_words(summary.plan)]


def side_words(plan: Plan, side: Side) -> dict[str, str]:
    """The words of a side under their headings, with its policy if the seats differ in theirs."""
    words = {side.kind: side.number, **side.words}
    if is_lone(side, plan):
        words = {"who": "the player" if plan.players == 1 else "all players", **side.words}
    if not plan.plays_alike:
        words["policy"] = "+".join(dict.fromkeys(plan.policies[seat].name for seat in side.seats))
    return words


def side_kind(summary: Summary) -> str:
    """What the sides are: seats or teams."""
    return summary.sides[0].kind


def side_name(plan: Plan, side: Side) -> str:
    """The side in running text: ``seat 1 (red, rebel)``."""
    (kind, number), *rest = side_words(plan, side).items()
    name = number if is_lone(side, plan) else f"{kind} {number}"
    return f"{name} ({', '.join(word for _, word in rest)})" if rest else name


def wins_heading(summary: Summary) -> str:
    """What a column of wins is called."""
    return "win share" if summary.has_rivals else "games won"


def they_win(summary: Summary) -> str:
    """The only side, and what it does."""
    return "The player wins" if summary.plan.players == 1 else "The players win"


def finding(summary: Summary) -> str:
    """The run in one sentence: who wins, how far from even, the verdict, and what else counts.

    It names the one of several that is farthest from even, so its interval is one that holds for all.
    """
    if not summary.won:
        return f"Nobody won any of {count(summary.n)}."
    if not summary.has_rivals:
        if summary.is_scored and summary.won == summary.n:
            return f"A game ends with {summary.mean_score(summary.sides[0]):.1f} {unit(summary.plan)}."
        clause = f"{they_win(summary)} {summary.win_share(summary.sides[0]):.1%} of {count(summary.n)}"
        return f"{clause}." if summary.won == summary.n else f"{clause}; all others are lost."
    plan, number = summary.plan, summary.uneven
    share = summary.shares(summary.level_of_all)[number]
    above = share.minus(summary.even).times(100)
    remark = analysis_of(plan.game).remark(summary)
    distance = f"{above:+.1f} percentage points from"
    if not above.low <= 0 <= above.high:
        direction = "less" if above.value < 0 else "more"
        distance = f"{above.times(math.copysign(1, above.value)):.1f} percentage points {direction} than"
    name, kind = side_name(plan, summary.sides[number]), f"{side_kind(summary)}s"
    if summary.by_place:
        who = "the player who" if kind == "seats" else "the team that"
        name, kind = f"{who} moves {ORDER[number]}", "places in the order of play"
    margin = f"{100 * FAIR:g} percentage points"
    verdict = {
        CHANGES: f"the {kind} surely differ, perhaps by less than {margin}",
        DIFFERENT: f"the {kind} differ by more than {margin}",
        EQUIVALENT: f"the {kind} are even within {margin}",
    }.get(summary.fairness, f"it is not settled whether the {kind} are even within {margin}")
    those = count(summary.won) + ("" if summary.won == summary.n else " that somebody won")
    return (
        f"{capital(name)} wins {share:.1%} of {those}, "
        f"{distance} an even share. {capital(verdict)}.{f' {capital(remark)}.' if remark else ''}"
    )
