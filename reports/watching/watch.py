"""A game to watch: one HTML file with the board, the hands, the scores and the words of every decision."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from analyses.measures.summary import Side, analysis_of
from analyses.runs.review import Cost, Review
from reports.boards.film import Film
from reports.boards.page import Held
from reports.boards.story import REFUSED, Line
from reports.pages.page import fill, hash_of, read
from reports.pictures.fonts import face
from reports.pictures.style import SEAT_COLOURS, variables
from reports.watching.filming import Moment, filmed
from reports.watching.gif import drawer, gif
from reports.watching.lines import across, chances, curve, seat_rules
from reports.watching.positions import note_on_errors
from reports.watching.recorded import Recorded
from reports.watching.review import costly_sentences, decisive_sentences, note_on_largest
from reports.watching.story import Told, lines_of_turn, proposal, story
from reports.words.wording import (
    capital,
    certainty,
    count,
    listed,
    percent,
    side_name,
    table_words,
    title,
    unit,
)
from rules import games
from simulate.plans.plan import Plan
from simulate.play.seam import Move, Position
from simulate.replays.replay import ToldTurn

BOARDS = ("board", "narrow-board")
"""The names of the pictures on the page: one for wide screens, and perhaps one for narrow ones."""

CHANCE, OF = "The chance to win", "chance to win as a turn begins"


def watch_page(plan: Plan, played: Any, game: int | str, command: str, review: Review | None = None) -> str:
    """The page of a game that was played again; `command` makes it anew.

    `game` is its number in a run, or what it is called; a game known by its record has no transcript.
    If somebody looked back on the game, the page shows the chance to win, and the turns that decided it.
    """
    game_of = games.load(plan.game)
    positions: Sequence[Position] = game_of.positions(plan, played.record)
    moments, films, winners = filmed(plan, played, positions)
    end, notes = moments[-1], getattr(game_of.picture, "notes", None)
    names = [f"seat {n} ({seat.colour})" for n, seat in enumerate(end.seats, 1)]
    transcript = game_of.transcript
    is_replayed = not isinstance(played, Recorded)
    told = list(transcript.turns(played)) if is_replayed else []
    lines = story(plan, played, positions)
    sides = analysis_of(plan.game).sides(plan)
    winning_sides = [side for side in sides if set(side.seats) & set(winners)]
    verb = "wins" if len(winning_sides) == 1 else "shares the win"

    places = across(_times(moments))
    charts = []
    if game_of.has_score and len(moments) > 2:
        scores = curve([m.scores for m in moments], places, end.seats, sides)
        charts.append((f"How the {unit(plan)} went", f"{unit(plan)} by turn", scores))
    if review:
        charts.append((CHANCE, OF, chances(review, places, end.seats)))
    seats = []
    for n, (name, seat) in enumerate(zip(names, end.seats, strict=True)):
        score = end.scores[n] if end.scores else None
        seats.append((name, *SEAT_COLOURS[seat.colour], score, seat.holds, n in winners))

    style = "\n".join((face(), variables(), read("page.css"), read("watch.css"), seat_rules()))
    script = "\n".join((read("board.js"), read("watch.js")))
    name = f"{title(plan)}, {f'game {game}' if isinstance(game, int) else game}"
    return fill(
        "watch.html",
        name=name,
        about=[
            *(table_words(plan, seats=True) if is_replayed else [count(plan.players, "player")]),
            *([] if is_replayed else plan.rule_words),
            *([count(played.n_turns, "turn")] if game_of.decides else []),
        ],
        finding=(
            f"{capital(told[-1].lines[-1])}."
            if game_of.is_plain and played.ended and told
            else _result(plan, end.scores, winning_sides, names, played.ended)
        ),
        style=style,
        script=script,
        allowed=(hash_of(style), hash_of(script)),
        boards=[
            film.svg(f"{name}: the {_what_is_seen(game_of)} at the end", board)
            for film, board in zip(films, BOARDS, strict=False)
        ],
        seen=_what_is_seen(game_of),
        zones=game_of.is_plain,
        data=_data(
            moments,
            films,
            places,
            names=names,
            winners=winners,
            won=verb,
            whose=_whose(told, positions),
            story=lines,
            cards=notes(positions[0].table) if notes else {},
            costs=_costs(plan, review, positions),
            seen=_what_is_seen(game_of),
            unit=unit(plan),
            chances=_chances(review),
        ),
        seats=seats,
        short=[seat.colour for seat in end.seats],
        common=end.common,
        won=verb,
        unit=unit(plan),
        charts=charts,
        **_review_facts(plan, review, positions, lines_of_turn(lines, [moment.turn for moment in moments])),
        transcript="\n".join(transcript.transcript(played)) if is_replayed else "",
        last=len(moments) - 1,
        by_decision=len(moments) - 2 > len({moment.turn for moment in moments}),
        caveat=plan.box_caveat,
        rim=_meaning_of_rim(game_of),
        command=command,
    )


def watch_gif(plan: Plan, played: Any, review: Review | None = None) -> bytes:
    """The turns that decided a game as an animated GIF; without a review those that changed most scores."""
    positions: Sequence[Position] = games.load(plan.game).positions(plan, played.record)
    moments, _, winners = filmed(plan, played, positions)
    names = [f"seat {n} ({seat.colour})" for n, seat in enumerate(moments[-1].seats, 1)]
    winning_sides = [side for side in analysis_of(plan.game).sides(plan) if set(side.seats) & set(winners)]
    result = _result(plan, moments[-1].scores, winning_sides, names, played.ended).removesuffix(".")
    lines = story(plan, played, positions)
    return gif(moments, lines, drawer(plan, positions, played.ended), result, review)


def _whose(told: Sequence[ToldTurn], positions: Sequence[Position]) -> dict[int, int | None]:
    """Whose each turn is, by its number, nobody's where all take part; without a transcript who begins it."""
    if told:
        return {turn.turn: turn.seat for turn in told if turn.turn is not None}
    return {position.turn: position.seat for position in reversed(positions[:-1])}


def _what_is_seen(game: Any) -> str:
    """What the picture of a game shows."""
    return "table" if game.is_plain else "board"


def _meaning_of_rim(game: Any) -> str:
    """What a golden rim marks, where the painters of a game draw any."""
    if game.is_plain:
        ways = {each.owned for each in game.kind.hidden.values()}
        notes = ["A golden rim marks what the last move changed."]
        notes += ["Secret: nobody sees it."] if False in ways else []
        notes += ["Own: only its seat sees it."] if True in ways else []
        return " ".join(notes)
    return "A golden rim marks what was placed last." if game.name in games.OWN else ""


def _review_facts(
    plan: Plan, review: Review | None, positions: Sequence[Position], lines: Mapping[Any, Sequence[Line]]
) -> dict[str, Any]:
    """What the page tells of a review, all of it empty without one; `lines` are those of each turn."""
    if review is None:
        words = dict.fromkeys(("largest", "largest_cost", "plays_on", "others_err"), "")
        return {"decided": [], "costly": [], "playouts": 0, **words}
    deeds = {turn: [line.words for line in told if line.kind != REFUSED] for turn, told in lines.items()}
    return {
        "decided": decisive_sentences(review, deeds),
        "costly": costly_sentences(review, _words_of(plan, positions)),
        "largest": note_on_largest(len(review.decisive)),
        "largest_cost": note_on_largest(len(review.costly)),
        "playouts": review.n,
        "plays_on": review.course.plan.policy_words,
        "others_err": note_on_errors(review.course),
    }


def _costs(plan: Plan, review: Review | None, positions: Sequence[Position]) -> list[Any]:
    """Each costly move: the moment before it, both moves, and what to say of them beside the board."""
    if review is None:
        return []
    entries = []
    for cost, (_, who, played, better, points) in zip(
        review.costly, costly_sentences(review, _words_of(plan, positions)), strict=False
    ):
        moves = [proposal(plan, positions[cost.decision], move) for move in cost.moves]
        words = [
            capital(f"{who} {played}"),
            f"Better: {better}",
            f"It cost {points} percentage points of the chance to win",
        ]
        entries.append((cost.decision, *moves, words))
    return entries


def _words_of(plan: Plan, positions: Sequence[Position]) -> Callable[[Cost, Move], str]:
    """What tells a move that was or could have been played."""
    return lambda cost, move: proposal(plan, positions[cost.decision], move).words


def _chances(review: Review | None) -> list[tuple[int, list[str]]]:
    """From which moment on which chances hold, a text a seat; at the end they are certain."""
    if review is None:
        return []
    by_moment = []
    for moment, standings in zip(review.moments, review.curve, strict=True):
        is_over = review.course.over(moment)
        text_of_seat = {}
        for standing in standings:
            chance = certainty(standing.chance.value) if is_over else percent(standing.chance, 0)
            text_of_seat.update(dict.fromkeys(standing.side.seats, chance))
        by_moment.append((moment, [text_of_seat[seat] for seat in sorted(text_of_seat)]))
    return by_moment


def _times(moments: Sequence[Moment]) -> list[float]:
    """When each moment is, in turns from the first: decisions of a turn share its time."""
    starts = [n for n, moment in enumerate(moments) if n == 0 or moment.turn != moments[n - 1].turn]
    times: list[float] = []
    for number, (begin, end) in enumerate(zip(starts, [*starts[1:], len(moments)], strict=True)):
        times += [number - 1 + (n - begin + 1) / (end - begin) for n in range(begin, end)]
    return times


def _result(
    plan: Plan, scores: Sequence[int], best: Sequence[Side], names: Sequence[str], ended: bool
) -> str:
    """Who wins, and with what."""
    if not best:
        return "The game ended without a winner." if ended else "The game goes on."
    winners = []
    for side in best:
        winners.append(side_name(plan, side) if len(side.seats) > 1 else names[side.seats[0]])
    verb = "wins" if len(best) == 1 else "share the win"
    return capital(f"{listed(winners)} {verb} with {scores[best[0].seats[0]]} {unit(plan)}.")


def _data(
    moments: Sequence[Moment],
    films: Sequence[Film],
    places: Sequence[int],
    story: Sequence[Told],
    costs: Sequence[tuple[int, Line, Line, Sequence[str]]],
    **facts: object,
) -> str:
    """What the script needs, as JSON that may stand in a page; what moments share stands in it once."""
    numbers_of_hands: dict[Any, int] = {}
    windows: dict[Any, int] = {}
    outlines: dict[str, int] = {}
    views = list(zip(*(film.windows for film in films), strict=True))

    def number(holds: Sequence[Held]) -> int:
        return numbers_of_hands.setdefault(tuple(holds), len(numbers_of_hands))

    def lit(line: Line) -> list[int]:
        return [outlines.setdefault(outline, len(outlines)) for outline in line.lit]

    data = facts | {
        "story": [
            (told.since, told.until, capital(told.line.words), lit(told.line), told.line.kind)
            for told in story
        ],
        "costs": [(moment, lit(played), lit(better), words) for moment, played, better, words in costs],
        "turn": [moment.turn for moment in moments],
        "seat": [moment.seat for moment in moments],
        "scores": [moment.scores for moment in moments],
        "holds": [[*(number(s.holds) for s in m.seats), number(m.common)] for m in moments],
        "window": [windows.setdefault(view, len(windows)) for view in views],
        "at": places,
    }
    text = json.dumps(
        data | {"held": list(numbers_of_hands), "windows": list(windows), "lit": list(outlines)},
        separators=(",", ":"),
    )
    return text.replace("<", "\\u003c")
