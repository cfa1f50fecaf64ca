"""Playing on from a position: exact cases and a slow twin, what is hidden, intervals that hold."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from builders import as_json, box, one_line, run_cli, simulator, succeed, volume
from castle_notation import game as castle
from catan_notation import CATAN
from stepper import advance, begin
from tiles_notation import CARCASSONNE, STARWARS

from analyses.estimates.estimate import Estimate
from analyses.games.odds import battle_odds
from analyses.runs.positions import SCREENED, Position, Value, behind_best, position, screened
from reports.boards.page import save_picture
from rules import games
from rules.carcassonne.record import turn_entry
from rules.catan.board import layout_entry, standard_island
from rules.chance import start_chance
from rules.games import OWN
from rules.kernel import INTERPRETED
from rules.records import FORMAT, Data
from simulate.plans.plan import make_plan
from simulate.play.playing_on import play_while_others_err
from simulate.play.playouts import Playouts, Task
from simulate.play.seam import ONLOOKER
from simulate.replays.course import Course, open_course

N = volume(400, 60)


def course(folder: Path, record: Data, **asked: Any) -> Course:
    """The course of a record."""
    path = folder / "record.json"
    path.write_text(json.dumps({"format": FORMAT, **record}), encoding="utf-8")
    return open_course(str(path), **asked)


def record_of(game: str, players: int, index: int = 1) -> Data:
    """The record of a game, as a file would give it."""
    made = simulator(game=game, players=players)
    record: Data = json.loads(json.dumps(games.load(game).replay.play(made, index).record))
    return record


def judged(played: Course, n: int) -> Position:
    """The position after all turns, with every move."""
    return position(Playouts(played.plan, 1), played, -1, n, None)


def covers(estimate: Estimate, truth: float) -> bool:
    return estimate.low <= truth <= estimate.high


# --- a record as the game that it is


@pytest.mark.parametrize("game", OWN)
def test_a_record_is_followed_through_the_very_decisions_of_the_game(game: str, tmp_path: Path) -> None:
    options: dict[str, Any] = {"catan": {"max_turns": 12}, "castle": {"max_turns": 20}}.get(game, {})
    made = simulator(game=game, seed=3, **options)
    moves, _ = made.play_noted(1)
    found = course(tmp_path, games.load(game).replay.play(made, 1).record)
    assert len(found.decisions) == len(moves) + 1
    for moment, move in zip(found.decisions, moves, strict=False):
        assert moment.move in moment.moves
        assert game == "castle" or moment.move == move  # cards of Castle have copies
    texts = [found.tell(at, move) for at, moment in enumerate(found.decisions) for move in moment.moves[:3]]
    assert all(texts)
    assert all(text[0].isupper() == (not text[1:2].islower()) for text in texts), "a tile keeps its letter"
    assert found.over(len(moves))
    assert found.decisions[-1].moves == ()


@pytest.mark.parametrize("game", OWN)
def test_a_position_is_drawn_as_a_replay_that_stops_there(game: str, tmp_path: Path) -> None:
    """Before a turn lies what lay after the one before it."""
    made, known = simulator(game=game, seed=3), games.load(game)
    found = course(tmp_path, json.loads(json.dumps(known.replay.play(made, 1).record)))
    for turn in (5, 21):
        stopped = known.replay.play(made, 1, turn - 1)
        drawn, expected = (
            save_picture(stands, tmp_path / f"{name}.svg", "here").read_bytes()
            for name, stands in (
                ("record", found.decisions[found.at(turn)].table),
                ("replay", stopped.position),
            )
        )
        assert drawn == expected


# --- exact cases, and a twin


class Twin:
    """Plays on in every possible way by the referee alone, any legal move as likely as any other."""

    def __init__(self, tiles: Path) -> None:
        known = games.load("carcassonne")
        self.referee = known.referee(known.load_box(tiles))

    def after(self, record: Data, tile: str) -> dict[int, Data]:
        """The record after each move with this tile."""
        turns, seat = record["turns"], len(record["turns"]) % 2
        moves = self.referee.follow({**record, "turns": [*turns, {"seat": seat, "tile": tile}]})[-1].moves
        place = self.referee.position
        entries = {move: turn_entry(place, seat, (), place.designs[tile], move) for move in moves}
        return {move: {**record, "turns": [*turns, entry]} for move, entry in entries.items()}

    def share(self, record: Data, left: Sequence[str], me: int) -> Fraction:
        """The chance of a seat with these tiles still to come, in this order."""
        if not left:
            won = self.referee.judge({**record, "final": True}).winners
            return Fraction(int(me in won), len(won))
        after = self.after(record, left[0]).values()
        return sum((self.share(one, left[1:], me) for one in after), Fraction(0)) / len(after)


BEGUN = CARCASSONNE.record("", "0: E(0,1)r2 city0; 1: U(1,0)r1 road0", farm_method="none")
"""A city of seat 0, just complete, and a road of seat 1."""


def few(folder: Path) -> Path:
    """A box in which two tiles are left when the game has begun so."""
    return box(folder / "few.toml", "carcassonne", D=1, E=1, U=1, V=1, A=1)


def test_chances_and_values_are_those_of_every_way_to_play_on(tmp_path: Path) -> None:
    """Two tiles to come, one in hand: the twin plays every game there is and judges it."""
    twin = Twin(few(tmp_path))
    truth = {move: twin.share(one, ["A"], 0) for move, one in twin.after(BEGUN, "V").items()}
    begun = BEGUN | {"turns": [*BEGUN["turns"], {"seat": 0, "tile": "V"}]}
    found = judged(course(tmp_path, begun, policy="random", tiles=few(tmp_path)), 4 * N)
    assert {value.move for value in found.values} == set(truth)
    assert len(set(truth.values())) > 3
    for value in found.values:
        assert covers(value.chance, float(truth[value.move])), value.text
        assert covers(value.behind, float(max(truth.values()) - truth[value.move])), value.text
    assert covers(found.standings[0].chance, float(sum(truth.values()) / len(truth)))


def test_a_tile_that_nobody_has_drawn_yet_is_drawn(tmp_path: Path) -> None:
    twin = Twin(few(tmp_path))
    orders = [twin.share(BEGUN, order, 0) for order in (["V", "A"], ["A", "V"])]
    found = judged(course(tmp_path, BEGUN, policy="random", tiles=few(tmp_path)), 4 * N)
    assert covers(found.standings[0].chance, float(sum(orders) / 2))
    assert found.values == ()


def test_the_last_battle_decides_as_often_as_its_exact_odds(tmp_path: Path) -> None:
    """SW-35: the empire holds a rebel planet with one die; red attacks it with the last tile."""
    tiles = box(tmp_path / "few.toml", "starwars", start=1, planet_hoth=1, route_straight=1)
    turns = '0: planet-hoth(0,-1)r0 planet0; {"seat": 1, "tile": "route-straight"}'
    record = STARWARS.record("black red", turns)
    found = judged(course(tmp_path, record, tiles=tiles), 10 * N)
    by_text: dict[str, Value] = {value.text: value for value in found.values}
    for size, dice in (("small", 2), ("big", 3)):
        odds = float(battle_odds([dice, 1]).win[0])
        attacks = [value for text, value in by_text.items() if f"{size} meeple to the planet" in text]
        assert attacks
        for value in attacks:
            assert covers(value.chance, odds), value
    assert found.values[0].may_be_best


HANDS = "players: 2; A: archer; B: queen knight; stocks: -; exchange: witch"


def test_a_game_that_is_won_with_the_next_card_is_certain_but_never_a_point(tmp_path: Path) -> None:
    """CA-30: who has no card left wins."""
    found = judged(course(tmp_path, castle(HANDS)), N)
    assert [standing.chance.value for standing in found.standings] == [1.0, 0.0]
    assert found.standings[0].chance.low < 1.0
    assert all(standing.score and standing.score.low < standing.score.high for standing in found.standings)
    plays = [value for value in found.values if value.text.startswith("plays Archer")]
    assert plays
    assert all(value.chance.value == 1.0 > value.chance.low and value.may_be_best for value in plays)


def test_a_game_that_is_over_is_exact(tmp_path: Path) -> None:
    found = judged(course(tmp_path, castle(HANDS, "A archer(0,0)")), N)
    assert [(s.chance.low, s.chance.high) for s in found.standings] == [(1.0, 1.0), (0.0, 0.0)]
    assert found.values == ()


def test_a_team_wins_with_what_its_seats_win(tmp_path: Path) -> None:
    """SW-59: both partners win, and the chances of both teams add up to one."""
    made = simulator(game="starwars", players=4, preset="team")
    record = games.load("starwars").replay.play(made, 0).record
    played = course(tmp_path, record, policy="random")
    assert [standing.chance.value for standing in judged(played, 2).standings] in ([1, 0], [0, 1], [0.5, 0.5])
    for at in (-3, -4):  # a turn of each team, any move as likely as any other
        found = position(Playouts(played.plan, 1), played, at, N, None)
        chances = [standing.chance.value for standing in found.standings]
        assert sum(chances) == pytest.approx(1.0)
        mean = sum(value.chance.value for value in found.values) / len(found.values)
        assert mean == pytest.approx(chances[played.seat(at) % 2], abs=0.12)


# --- what is hidden


def outcomes(found: Course, at: int, viewer: int) -> np.ndarray:
    (played,) = Playouts(found.plan, 1).play([Task(found.decisions[at], viewer, N)])
    return played.scores


def test_what_a_seat_of_castle_cannot_see_changes_nothing(tmp_path: Path) -> None:
    """A rival's card and one of the seat's own stock change places: nobody on this seat knows."""
    known = "A: archer witch mistress; C: spy lookout soldier; exchange: herald; stocks: -"
    seen = [
        course(tmp_path, castle(f"{known}; stock A: {mine}; B: queen knight prince {theirs}"))
        for mine, theirs in (("thief", "fairy"), ("fairy", "thief"))
    ]
    for viewer in (0, 2, ONLOOKER):
        assert (outcomes(seen[0], 0, viewer) == outcomes(seen[1], 0, viewer)).all()
    assert (outcomes(seen[0], 0, 1) != outcomes(seen[1], 0, 1)).any()


def test_what_a_seat_of_catan_cannot_see_changes_nothing(tmp_path: Path) -> None:
    """CT-5: two rivals change hands, and a card of one of them changes places with one of the deck."""
    seen = [
        course(tmp_path, CATAN.record(f"0: s0 grain3 | {rivals}", max_turns=40))
        for rivals in ("1: s20 ore2 knight | 2: s40 wool2", "1: s20 wool2 victory_point | 2: s40 ore2")
    ]
    for viewer in (0, ONLOOKER):
        assert (outcomes(seen[0], 0, viewer) == outcomes(seen[1], 0, viewer)).all()
    assert (outcomes(seen[0], 0, 1) != outcomes(seen[1], 0, 1)).any()


# --- intervals and reproducibility


@pytest.mark.parametrize(
    "truth", [(0.5, 0.5, 0.5, 0.5), (0.6, 0.55, 0.3, 0.3, 0.1), (0.9, 0.2)], ids=["alike", "mixed", "clear"]
)
def test_the_intervals_behind_the_best_hold_all_at_once(
    truth: tuple[float, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Playouts that share half of their luck, as moves on the same deals do.

    A quarter of the draws will do: the level is then off by a third of a percent, and 4.6 are looked for.
    """
    monkeypatch.setattr("analyses.runs.positions.DRAWS", 5_000)
    rng, held, n, repeats = np.random.default_rng(5), 0, 300, 200
    least = max(truth) - np.array(truth)
    for _ in range(repeats):
        luck = np.where(rng.random((n, len(truth))) < 0.5, rng.random((n, 1)), rng.random((n, len(truth))))
        found = behind_best((luck < np.array(truth)).astype(float))
        held += all(covers(each, behind) for (each, _), behind in zip(found, least, strict=True))
        assert all(each.low <= each.value <= each.high for each, _ in found)
        assert any(best for _, best in found)
    assert held >= 0.95 * repeats - 3 * np.sqrt(repeats * 0.95 * 0.05)


@pytest.mark.parametrize("n", [1, 2, 5])
def test_no_move_is_behind_the_best_by_more_than_a_win(n: int) -> None:
    """Of a handful of playouts next to nothing is known; but a share of wins ends at 0 and 1."""
    for each, _ in behind_best(np.array([[1.0, 0.0, 0.5]] * n)):
        assert 0 <= each.low <= each.value <= each.high <= 1


@pytest.mark.rules
@pytest.mark.skipif(not INTERPRETED, reason="the set-up by itself would be compiled for this test alone")
@pytest.mark.parametrize(
    ("viewer", "first", "vary"),
    [(ONLOOKER, 7, {0, 1}), (1, 8, {0}), (0, 8, {0, 1}), (0, 10, set())],
)
def test_in_the_set_up_others_do_not_always_settle_alike(viewer: int, first: int, vary: set[int]) -> None:
    """CT-45: no dice are thrown there. Who judges settles where it thinks best, which others may spoil."""
    sim = simulator("heuristic", game="catan")
    settled: list[set[int]] = [set(), set(), set()]
    for seed in range(6):
        under_way = simulator(game="catan")
        begin(under_way, 3)
        advance(under_way.desk, first)
        sim.state[0] = under_way.state[0]
        start_chance(sim.state[0], seed, 0)
        play_while_others_err(sim.desk, viewer)
        assert sim.state.turn[0] == 1
        for seat, buildings in enumerate(sim.state.buildings[0, :3]):
            settled[seat].add(int(buildings))
    assert {seat for seat, places in enumerate(settled) if len(places) > 1} == vary


def test_playouts_are_the_same_with_any_number_of_workers() -> None:
    plan = make_plan("carcassonne", 1, policy="random", players=2)
    found = games.load("carcassonne").positions(plan, record_of("carcassonne", 2))
    task = Task(found[-6], ONLOOKER, N, found[-6].moves[:3])
    alone, several = (Playouts(plan, jobs).play([task, task])[1] for jobs in (1, 3))
    assert (alone.shares == several.shares).all()
    assert (alone.scores == several.scores).all()
    assert len({tuple(row) for row in alone.scores[:, 0].tolist()}) > 1
    later = Task(task.start, ONLOOKER, 2, task.moves, first=N - 2)
    assert (Playouts(plan, 1).play([later])[0].scores == alone.scores[-2:]).all()


@pytest.mark.parametrize("game", OWN)
def test_nothing_is_left_of_positions_that_were_played_on_before(game: str) -> None:
    """What a policy keeps in mind of one board is not taken for that of another."""
    plan = make_plan(game, 1, policy="heuristic", players=3)
    one, other = (games.load(game).positions(plan, record_of(game, 3, index)) for index in (1, 2))
    there = [moment for moment in one if len(moment.moves) > 1][:8]
    tasks = [Task(moment, moment.seat, 1) for moment in (there[0], there[-1])]
    used, fresh = Playouts(plan, 1), Playouts(plan, 1)
    found = [used.play([Task(other[0], ONLOOKER, 1), task])[1].scores for task in tasks]
    assert [Playouts(plan, 1).play([task])[0].scores.tolist() for task in tasks] == [
        f.tolist() for f in found
    ]
    ranks = [[each.ranked(m, m.seat) for m in there] for each in (used, fresh)]
    assert ranks[0] == ranks[1]


def test_moves_are_screened_by_halves_on_twice_as_many_games_of_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[int, int, int]] = []

    def play(tasks: list[Task]) -> list[Any]:
        asked.extend((task.n, task.first, len(task.moves)) for task in tasks)
        return [task.moves for task in tasks]

    monkeypatch.setattr(
        "analyses.runs.positions.best_first", lambda course, at, found: range(len(found))[::-1]
    )
    moment = SimpleNamespace(moves=range(11))
    made: Any = SimpleNamespace(decisions=[moment], seat=lambda at: 0, play=play)
    assert screened(made, made, 0, 3, 10) == (6, 7, 8)
    assert asked == [(10, SCREENED, 11), (20, SCREENED + 10, 5)]


# --- the command


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a record that is played on quickly."""
    folder = tmp_path_factory.mktemp("records")
    record = record_of("carcassonne", 2)
    (folder / "game.json").write_text(json.dumps(record), encoding="utf-8")
    lines = "\n".join([json.dumps(record)] * 2)
    (folder / "games.jsonl").write_text(lines, encoding="utf-8")
    wrong = {**record, "turns": [{**record["turns"][0], "seat": 1}]}
    (folder / "wrong.json").write_text(json.dumps(wrong), encoding="utf-8")
    return folder


QUICK = ("--policy", "random", "--n", 20)


def test_the_command_says_who_wins_and_which_moves_may_be_best(stored: Path) -> None:
    done = succeed("from", "game.json", "--turn", 65, *QUICK, cwd=stored, terminal=True)
    assert "turn 65, decision 65: seat 2 (blue) decides" in done.stdout
    assert "may be best" in done.stdout
    assert done.stderr.splitlines()[-1] == "next: simulate review game.json --policy random"


def test_the_position_is_drawn_too(stored: Path, tmp_path: Path) -> None:
    out = tmp_path / "board.svg"
    done = succeed("from", "game.json", "--turn", 65, *QUICK, "--out", out, cwd=stored, terminal=True)
    words = " ".join(re.sub(r"<[^>]*>", " ", out.read_text(encoding="utf-8")).split())
    assert "Carcassonne: turn 65, decision 65: seat 2 (blue) decides" in words
    assert "game.json, 2 players" in words
    assert str(out) in done.stderr
    assert "must end in .png or .svg" in one_line(
        run_cli("from", "game.json", "--out", "board.pdf", cwd=stored)
    )
    record = json.loads((stored / "game.json").read_text(encoding="utf-8"))
    last = {key: record["turns"][8][key] for key in ("seat", "tile")}
    begun = {**record, "turns": [*record["turns"][:8], last], "final": False, "result": None}
    (tmp_path / "begun.json").write_text(json.dumps(begun), encoding="utf-8")
    succeed("from", "begun.json", *QUICK, "--moves", 0, "--out", "begun.svg", cwd=tmp_path)
    assert "turn 8, decision 8" in (tmp_path / "begun.svg").read_text(encoding="utf-8")
    succeed("from", "game.json", *QUICK, "--out", out, "--force", cwd=stored)
    words = " ".join(re.sub(r"<[^>]*>", " ", out.read_text(encoding="utf-8")).split())
    scores = record["result"]["scores"]  # with the final scoring, as the answer has them
    assert all(f": {score} points" in words for score in scores)
    assert f": {max(scores)} points, wins" in words
    kept = stored / "game.json"
    assert "must end in" in one_line(run_cli("from", kept, "--out", kept, cwd=stored))


def test_first_settlements_are_judged_on_a_board_of_ones_own(tmp_path: Path) -> None:
    """The board lies in the record. Moves name the harbour beside the hexes, and the picture has the ids."""
    setup = layout_entry(standard_island().beginner)
    record = {"game": "catan", "players": 3, "options": {"board": "explicit"}, "setup": setup}
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({"format": FORMAT, **record}), encoding="utf-8")
    asked = ("from", path, "--policy", "random", "--n", 2)
    found = json.loads(succeed(*asked, "--moves", "all", "--json", cwd=tmp_path).stdout)
    moves = {move["text"] for move in found["moves"]}
    assert "settlement on vertex 0 (ore 10, generic harbour)" in moves
    assert "settlement on vertex 4 (ore 10, wool 2)" in moves
    drawn = [tmp_path / "plain.svg", tmp_path / "ids.svg"]
    for out, more in zip(drawn, ((), ("--show", "ids")), strict=True):
        succeed(*asked, "--moves", 0, "--out", out, *more, cwd=tmp_path)
    plain, ids = (path.read_text(encoding="utf-8") for path in drawn)
    assert ids.count("<path") > plain.count("<path")
    assert ["vertices in white discs" in picture for picture in (ids, plain)] == [True, False]


def test_a_record_comes_from_stdin(stored: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As one that a file holds, which may end with blank lines; no command names it again."""
    text = (stored / "game.json").read_text(encoding="utf-8")
    for verb, more in (("from", ("--turn", 65, "--moves", 3)), ("review", ())):
        monkeypatch.setattr(sys, "stdin", io.StringIO(text + "\n\n"))
        piped = succeed(verb, "-", *more, *QUICK, cwd=stored, terminal=True)
        filed = run_cli(verb, "game.json", *more, *QUICK, cwd=stored)
        assert piped.stdout == filed.stdout.replace("game.json", "stdin")
        assert piped.stderr.splitlines()[-1] == "next: simulate rules carcassonne"


def test_json_holds_every_number_and_is_the_same_again(stored: Path) -> None:
    words = ("from", "games.jsonl", "--game-index", 1, "--decision", 65, "--moves", 3, *QUICK, "--json")
    one, other = (run_cli(*words, "--jobs", jobs, cwd=stored).stdout for jobs in (1, 2))
    found = json.loads(one)
    assert one == other
    assert len(found["moves"]) == 3 < found["legal_moves"]
    assert {"chance", "behind", "may_be_best"} < set(found["moves"][0])
    assert all("(" not in move["story"] for move in found["moves"]), "places as people name them"
    assert sum(side["chance"]["value"] for side in found["sides"]) == pytest.approx(1.0)


def test_points_that_a_setup_leaves_out_are_given_to_the_seats(stored: Path, tmp_path: Path) -> None:
    """A position of one's own had no scores, so its chances were those of a game at nil all."""
    asked = ("from", "game.json", "--turn", 65, *QUICK)
    alone, ahead = (as_json(*asked, *more, cwd=stored) for more in ((), ("--points", "0,900")))
    before, after = ([side["score"]["value"] for side in found["sides"]] for found in (alone, ahead))
    assert after == pytest.approx([before[0], before[1] + 900])
    assert ahead["sides"][1]["chance"]["value"] == 1.0 > alone["sides"][1]["chance"]["value"]
    assert (alone["caveats"], ahead["caveats"]) == ([], ["points beside those of the game: 0,900"])
    looked = succeed("from", "game.json", *QUICK, "--points", "0,900", cwd=stored, terminal=True)
    assert "next: simulate review game.json --policy random --points 0,900" in looked.stderr
    start, edge = ({"tile": tile, "at": [0, y], "rotation": 2 * y} for y, tile in enumerate("DE"))
    lying = {"format": "houserules-game/1", "game": "carcassonne", "players": 2, "setup": [start, edge]}
    (tmp_path / "lying.json").write_text(json.dumps({**lying, "turns": []}), encoding="utf-8")
    said = "a setup has no points: without --points A,B every seat begins it with 0"
    words = ("from", "lying.json", *QUICK, "--out", "board.svg", "--force")
    assert as_json(*words, cwd=tmp_path)["caveats"] == [said]
    assert said not in succeed(*words, "--points", "14,21", cwd=tmp_path).stdout
    assert "14 points" in (tmp_path / "board.svg").read_text(encoding="utf-8")
    cards = {"format": "houserules-game/1", "game": "castle", "players": 2}
    dealt = {"hands": [["archer"], ["queen"]], "stocks": [[], []], "exchange": [], "first": 0}
    (tmp_path / "castle.json").write_text(
        json.dumps({**cards, "setup": dealt, "turns": []}), encoding="utf-8"
    )
    refused = run_cli("from", "castle.json", "--points", "1,2", cwd=tmp_path)
    assert "only in tile-laying games in which everybody plays alone" in one_line(refused)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("game.json", "--turn", 99), "there are turns 0 to 71"),
        (("game.json", "--decision", 99), "there are decisions 0 to 71"),
        (("game.json", "--decision", 3, "--turn", 3), "leave one out"),
        (("game.json", "--moves", "few"), "--moves few"),
        (("game.json", "--n", 1), "--n 1"),
        (("game.json", "--policy", "heuristik"), "Did you mean 'heuristic'"),
        (("games.jsonl",), "--game-index 0"),
        (("games.jsonl", "--game-index", 2), "holds 2 records"),
        (("game.json", "--game-index", 3), "holds 1 record, counted from 0"),
        (("wrong.json",), "turn 0: CC-12: it is the turn of seat 1"),
        (("nowhere.json",), "nowhere.json: cannot be read"),
        (
            ("mine.toml",),
            "on a board of Catan play first: simulate --game catan --board mine.toml",
        ),
        (("game.json", "--show", "farms"), "--show farms is for pictures; add --out"),
        (
            ("game.json", "--show", "ids", "--out", "x.svg"),
            "there are no ids in carcassonne; it can show farms",
        ),
        (("game.json", "--points", "14"), "game.json: --points 14: write whole numbers, one a seat: 0,0"),
        (("game.json", "--points", "14,-1"), "--points 14,-1: write whole numbers, one a seat: 0,0"),
    ],
)
def test_what_cannot_be_played_on_is_named_in_one_line(
    stored: Path, words: tuple[object, ...], said: str
) -> None:
    assert said in one_line(run_cli("from", *words, cwd=stored))
