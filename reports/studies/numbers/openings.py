"""The report about numbers on openings: which win, and what a pip, a kind of resource and a harbour add."""

from __future__ import annotations

from analyses.studies.numbers.cells import LOT, MOVED, STANDARD
from analyses.studies.numbers.openings import EFFECT_MARGIN, HARBOURS, KINDS, PIPS
from analyses.studies.study import Results
from reports.parts import LEVEL, Cell, Section, Table, picture, shown
from reports.studies.numbers import plots
from reports.studies.numbers.hexes import effect_words
from reports.studies.numbers.words import elsewhere_words, opening_of, pips_words
from reports.words import COUNTS, by_players, headed, listed, points, sized, told, verdicts

COMMON = 0.02
"""Of openings: bins with fewer are not spoken of."""

# --- sentences


def pip_sentence(results: Results) -> str:
    """What a pip goes with where policies chose and where chance did; and what it brings when it is moved."""
    chosen, lot, moved = (
        results.across("effects", "effect", way=way, more="pips") for way in (STANDARD.name, LOT, MOVED)
    )
    margin = points(EFFECT_MARGIN)
    return (
        f"One more pip in the opening goes with {by_players(chosen, '+.1pp', 'percentage points')} of the "
        f"wins ({verdicts(chosen, margin)}; {elsewhere_words(results, 'pip_effect')}), and where openings "
        f"are dealt by lot with {sized(lot, '+.1pp', margin)}. In the experiment, the same games with other "
        f"numbers on the board, one more pip brings {sized(moved, '+.1pp', margin)}: so much is its effect."
    )


def bins_sentence(results: Results) -> str:
    """From few pips to many, of the bins that hold at least one opening in fifty."""
    said = []
    for players in results.players:
        found = [
            (pips_words(low, high), both[0].estimate)
            for low, high in PIPS
            if (both := opening_of(results, players, STANDARD.name, "pips", low, high))
            and both[1].estimate.value >= COMMON
        ]
        (few, least), (many, most) = found[0], found[-1]
        said.append(f"with {COUNTS[players]} players from {least:.1%} ({few}) to {most:.1%} ({many})")
    return f"The share of wins goes, by the pips of both settlements, {listed(said)}."


def most_pips_sentence(results: Results) -> str:
    """How often most pips win."""
    found = results.across("most_pips", "win_share", way=STANDARD.name)
    even = listed(f"{100 / players:.0f} %" for players in found)
    return (
        f"Who alone has most pips wins {by_players(found, '.1%')} of such games, an even share being {even}."
    )


def mix_sentence(results: Results) -> str:
    """What variety and a harbour are worth beside pips."""
    said = []
    for more, words in (
        ("resources", "one more kind of resource"),
        ("harbours", "a settlement at a harbour"),
    ):
        chosen, lot = effect_words(results, more, "percentage points of wins")
        said.append(f"{words} goes with {chosen}, by lot {lot}")
    return f"With as many pips, {'; '.join(said)}."


def harbour_sentence(results: Results) -> str:
    """Openings with and without a harbour, as they come."""
    said = []
    for players in results.players:
        found = [
            f"{both[0].estimate:.1%}"
            for low, high in reversed(HARBOURS)
            if (both := opening_of(results, players, STANDARD.name, "harbours", low, high))
        ]
        said.append(f"{' against '.join(found)} with {COUNTS[players]} players")
    return (
        f"Taken as they come, openings with a harbour win, against those without, {listed(said)}: a harbour "
        "lies at the coast and costs pips."
    )


ON_OPENINGS = pip_sentence, bins_sentence, most_pips_sentence, mix_sentence, harbour_sentence

# --- the section


def openings(results: Results) -> Section:
    """Which openings win."""
    margin = points(EFFECT_MARGIN)
    pictures = [
        picture(
            plots.openings,
            headed(
                results.across("effects", "effect", way=STANDARD.name, more="pips"),
                "One more pip goes with {} percentage points of wins",
                f"with one more pip go as many wins, within {margin}",
                "whether one more pip goes with more wins",
                sign="+",
            ),
            "Dots with intervals: share of wins by the pips of the first two settlements, chosen by the "
            "players and dealt by lot, a panel for each number of players.",
            f"Bars: {LEVEL} intervals. Dashed: an even share. Where openings are dealt by lot the rivals are "
            "weaker, so the same pips win more.",
            results,
        ),
        picture(
            plots.effects,
            headed(
                results.across("effects", "effect", way=MOVED, more="pips"),
                "In the experiment a pip brings a settlement {} percentage points of wins",
                f"in the experiment a pip brings a settlement no wins, within {margin}",
                "in the experiment, what a pip brings a settlement",
                sign="+",
            ),
            "Dots with intervals: what one more pip of each resource, one more kind of resource and a "
            "harbour add to the share of wins, chosen, dealt by lot, and with other numbers in the same "
            "games, a panel for each number of players.",
            "Conditional logit, all else and the rivals staying the same, by lot the hexes touched too; mean "
            "over all seats. The experiment: the same games with other numbers. Shaded: within the margin of "
            f"{margin}.",
            results,
        ),
    ]
    return Section(
        "Which openings win?",
        [
            "The first two settlements of each seat, by the pips they draw on, the kinds of resource, and "
            "whether one stands at a harbour. Pips, kinds and harbours go together, so a model tells them "
            "apart. Where players chose, what goes with winning need not be its cause. In a cell of its own "
            "the settlements are placed by lot and everything else is played as ever (without trade between "
            "players). Even there a place has its pips from its hexes, so there the model keeps the hexes "
            "that it touches the same; and in one more cell the same games are played with other numbers on "
            "the same terrain. There only the numbers moved, so what they bring is their effect.",
            *told(results, ON_OPENINGS),
        ],
        [*pictures, *(_bins(results, players) for players in results.players)],
    )


def _bins(results: Results, players: int) -> Table:
    words = {("pips", low, high): pips_words(low, high) for low, high in PIPS}
    for low, high in KINDS:
        words["resources", low, high] = f"{high} kinds of resource" if low == high else f"up to {high} kinds"
    for low, high in HARBOURS:
        words["harbours", low, high] = "a harbour" if high else "no harbour"
    rows = []
    for (about, low, high), text in words.items():
        cells = [Cell(text)]
        for way in (STANDARD.name, LOT):
            both = opening_of(results, players, way, about, low, high)
            if both is None:
                cells += [Cell("none")] * 2
            else:
                win, often = (entry.estimate for entry in both)
                cells += [Cell(f"{100 * often.value:.1f} %"), shown(win, ".1%")]
        rows.append(cells)
    return Table(
        f"Openings with {players} players: how many there are of each kind, and their share of wins; an even "
        f"share is {100 / players:.1f} %.",
        ["opening", "chosen", "wins", "by lot", "wins"],
        rows,
    )
