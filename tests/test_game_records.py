"""Records that are not what they should be, files of records, and the program that judges them."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest
from builders import ROOT, one_line, run_cli, succeed
from naive.starwars import box_text, judge
from tiles_notation import STARWARS

from rules.castle.referee import Referee as CastleReferee
from rules.errors import UserError
from rules.records import read_records
from rules.starwars.referee import Referee
from rules.starwars.tiles import STANDARD

START = STARWARS.case("EX-SW-1")
FIRST: dict[str, Any] = {"seat": 0, "tile": "field-1", "at": [0, 1], "rotation": 2, "meeple": None}
LYING = {"tile": "start", "at": [0, 0], "rotation": 0}
ON = {"on": "asteroid", "segment": 0, "size": "small"}


def standard(*turns: Any, **parts: Any) -> dict[str, Any]:
    """A record that begins with the standard setup."""
    record = {"format": "houserules-game/1", "game": "starwars", "players": 2, "turns": list(turns)}
    return record | parts


@pytest.mark.parametrize(
    ("step", "values", "rule"),
    [
        ("seat", [True, None, 0.0], "SW-9"),
        ("tile", [5, ["field-1"]], "SW-16"),
        ("discarded", ["field-1", [None]], "SW-16"),
        ("at", [None, [0, 1.0], [0, True], [0, 1, 0], [0, -(10**40)], [127, 0]], "SW-14"),
        ("rotation", [4, -1, 2.0], "SW-14"),
        ("meeple", [[ON, ON], {"on": "asteroid", "segment": 0}], "SW-18"),
        ("meeple", [{}, ON | {"segment": -1}, ON | {"segment": False}, ON | {"segment": None}], "SW-19"),
        ("meeple", [{"on": "planet", "at": at, "size": "small"} for at in ([0, 10**40], None)], "SW-20"),
        ("meeple", [ON | {"on": "route", "at": [0, 0]}], "SW-20"),
        ("battles", [{}, [None]], "SW-28"),
    ],
)
def test_wrong_types_in_a_turn_are_named_by_the_rule_of_their_step(
    step: str, values: list[Any], rule: str
) -> None:
    """A value that is no place, seat or meeple breaks the rule that asks for one."""
    for value in values:
        verdict = Referee().judge(standard(FIRST | {step: value}))
        assert (verdict.legal, verdict.rule, verdict.turn) == (False, rule, 0), value


def test_a_turn_that_is_no_object_breaks_the_rule_of_turns() -> None:
    """SW-11: four steps make a turn."""
    assert Referee().judge(standard(FIRST, None)).rule == "SW-11"


@pytest.mark.parametrize(
    ("fought", "rule"),
    [
        (None, "SW-34"),
        ({"rolls": None}, "SW-34"),
        ({"rolls": [[5, 3]]}, "SW-34"),
        ({"rolls": [{"0": [5], "1": [3.0]}]}, "SW-3"),
        ({"rolls": [{"0": [5], "1": [True]}]}, "SW-3"),
        ({"rolls": [{"0": [5], "1": [10**30]}]}, "SW-3"),
        ({"rolls": [{"0": [5], "1": 3}]}, "SW-30"),
        ({"rolls": [{"0": [5], "1": []}]}, "SW-30"),
        ({"rolls": [{"0": [5], "01": [3]}]}, "SW-34"),
        ({"rolls": [{"0": [5], "1": [5]}, None]}, "SW-36"),
    ],
)
def test_wrong_types_in_a_battle(fought: dict[str, Any] | None, rule: str) -> None:
    """Dice that are none and rolls that are none have their rule too."""
    record = copy.deepcopy(START)
    record["turns"][0]["battles"] = [fought]
    verdict = Referee().judge(record)
    assert (verdict.rule, verdict.turn) == (rule, 0)


@pytest.mark.parametrize(
    "setup",
    [
        {},
        "start",
        [None],
        [LYING | {"at": [121, 0]}],
        [LYING | {"at": [0, 0.5]}],
        [LYING | {"rotation": True}],
        [LYING | {"tile": None}],
        [LYING | {"meeples": {}}],
        [LYING | {"meeple": []}],
        [LYING | {"meeple": {"seat": True, "on": "route", "segment": 0, "size": "small"}}],
        [LYING | {"meeple": {"seat": 0, "on": "route", "segment": 1.0, "size": "small"}}],
        [LYING | {"meeple": {"seat": 0, "on": ["route"], "segment": 0, "size": "small"}}],
        [LYING | {"meeple": {"seat": 0, "on": "route", "segment": 0, "size": 1}}],
    ],
)
def test_wrong_types_in_a_setup(setup: object) -> None:
    """All of them are faults of the setup."""
    verdict = Referee().judge(standard(setup=setup))
    assert (verdict.rule, verdict.turn, verdict.scores) == ("SETUP", None, [0, 0])


@pytest.mark.parametrize(
    "result",
    [
        [],
        "won",
        {"scores": None},
        {"scores": [0, False]},
        {"scores": [0]},
        {"by_source": [{"farm": 0}, {}]},
        {"winners": 0},
        {"winners": [0, 0, 1]},
        {"winners": ["0", 1]},
    ],
)
def test_wrong_types_in_a_result(result: object) -> None:
    """All of them are faults of the result; here nobody has a point and both win."""
    assert Referee().judge(standard(result={"winners": [1, 0], "scores": [0, 0]})).legal
    assert Referee().judge(standard(result=result)).rule == "RESULT"


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"players": None}, "players must be a whole number"),
        ({"players": True}, "players must be a whole number"),
        ({"players": 6}, "2 to 5 players"),
        ({"options": []}, "options must be an object"),
        ({"options": {"dice_cup": 3}}, "Did you mean 'dice_cap'"),
        ({"options": {"dice_cap": True}}, "1 to 6"),
        ({"options": {"dice_cap": 2.5}}, "1 to 6"),
        ({"options": {"colours": ["red", 3]}}, "colours"),
        ({"options": {"colours": {"red": 1}}}, "colours"),
        ({"options": {"preset": ["team"]}}, "no preset"),
        ({"options": {"preset": "team"}}, "for 4 players"),
        ({"turns": {}}, "turns must be a list"),
        ({"turns": 3}, "turns must be a list"),
        ({"final": "yes"}, "final must be true or false"),
        ({"format": "houserules-game/2"}, '"format": "houserules-game/1"'),
        ({"game": "monopoly"}, "Games: starwars"),
        ({"game": "castle"}, "a record of castle, not of starwars"),
    ],
)
def test_what_no_game_can_be_made_of(parts: dict[str, Any], words: str) -> None:
    """Not a fault of the game but of the record: one line says what is allowed."""
    with pytest.raises(UserError, match=re.escape(words)) as caught:
        Referee().judge(standard(**parts))
    assert "\n" not in str(caught.value)


# --- files of records


def read(text: str) -> list[tuple[str, dict[str, Any]]]:
    """The records of a text."""
    found = []
    for where, record in read_records(text.splitlines(keepends=True), "games.json"):
        if isinstance(record, UserError):
            raise record
        found.append((where, record))
    return found


def test_a_record_may_span_lines_and_lines_may_hold_records() -> None:
    """One record in any layout, or one a line with blank lines between."""
    assert [where for where, _ in read(json.dumps(START, indent=1))] == ["games.json"]
    lines = f"\n{json.dumps(START)}\n\n{json.dumps(START)}\n"
    assert [where for where, _ in read(lines)] == ["games.json, line 2", "games.json, line 4"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "games.json: empty"),
        ("\n \n", "games.json: empty"),
        ('{"format":\n oops}', "games.json, line 2: not valid JSON"),
        (f"{json.dumps(START)}\n{{oops", "games.json, line 2: not valid JSON"),
        (f"{json.dumps(START)}\n[]", "games.json, line 2: a game record is a JSON object, this is a list"),
        ("[\n]", "games.json: a game record is a JSON object, this is a list"),
        ("3", "games.json, line 1: a game record is a JSON object, this is a number"),
        ("{}", "games.json, line 1: there is no format"),
        ('{"format": "houserules-game/1"}', "games.json, line 1: there is no game"),
        ('{"format": NaN}', "games.json: not valid JSON: NaN is not a number"),
        (
            '{"players": 2,\n "players": 3}',
            'games.json: not valid JSON: an object has the key "players" twice',
        ),
        ("[" * 100_000, "games.json: not valid JSON: lists or objects in too many others"),
        ("1" * 5_000, "games.json: not valid JSON"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(text: str, words: str) -> None:
    """File, line and reason, in one line."""
    with pytest.raises(UserError, match="^" + re.escape(words)):
        read(text)


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (
            standard(FIRST | {"tile": "planet-hot"}),
            "there is no tile \"planet-hot\". Did you mean 'planet-hoth'?",
        ),
        (standard(setup=[LYING | {"tile": "Start"}]), "there is no tile \"Start\". Did you mean 'start'?"),
        (standard(FIRST | {"rotation": 90}), "rotation is 0 to 3 quarter turns clockwise, not 90"),
        (standard(FIRST | {"at": "0,1"}), 'a place is [x, y], whole numbers from -126 to 126, not "0,1"'),
    ],
)
def test_a_slip_of_the_pen_is_named(record: dict[str, Any], words: str) -> None:
    assert Referee().judge(record).message == words


def test_a_card_that_is_misspelt_is_named() -> None:
    setup = {"hands": [["archr"], ["queen"]], "stocks": [[], []], "exchange": []}
    verdict = CastleReferee().judge(standard(game="castle", setup=setup))
    assert verdict.message == "there is no card \"archr\". Did you mean 'archer'?"


@pytest.mark.parametrize(
    ("turn", "words"),
    [
        (
            {"card": "barbarian", "outside": True, "effects": [{"send_back": {"at": [0, 1], "depth": 1}}]},
            'no card is in play at {"at": [0, 1], "depth": 1}: a single card lies there, so the depth is 0',
        ),
        (
            {"card": "knight", "at": [0, 1], "depth": 1},
            "a Knight goes on top of a card in play, and none is at "
            '{"at": [0, 1], "depth": 1}, which is beneath a card',
        ),
    ],
)
def test_a_depth_that_a_pile_has_not_is_named(turn: dict[str, Any], words: str) -> None:
    """The pile is there; nobody looks for a fault in its place."""
    pile = {"at": [0, 1], "pile": [{"card": "soldier", "token": 1}]}
    hands = [["barbarian", "knight"], ["queen"]]
    setup = {"hands": hands, "stocks": [[], ["king"]], "exchange": ["witch"], "castle": [pile]}
    record = standard({"seat": 0, "do": "play", **turn}, game="castle", setup=setup)
    assert CastleReferee().judge(record).message == words


def test_a_card_outside_is_named_once() -> None:
    """Its place is called as it is."""
    effects = [{"send_back": {"outside": "fairy"}}]
    turn = {"seat": 0, "do": "play", "card": "barbarian", "outside": True, "effects": effects}
    setup = {
        "hands": [["barbarian"], ["queen"]],
        "stocks": [["king"], ["knight"]],
        "exchange": ["witch"],
        "castle": [{"at": [0, 1], "pile": [{"card": "soldier", "token": 1}]}],
        "outside": [{"pile": [{"card": "fairy", "token": 0}]}],
    }
    verdict = CastleReferee().judge(standard(turn, game="castle", setup=setup))
    assert verdict.message == "the Fairy outside cannot be chosen by the Barbarian"


# --- the program


def test_referee_of_legal_games(folder: Path) -> None:
    """Scores by source for people, one object a record for scripts, exit code 0."""
    lines = [json.dumps(STARWARS.case(name)) for name in ("EX-SW-1", "EX-SW-7, who stays")]
    Path("games.jsonl").write_text("\n".join(lines), encoding="utf-8")
    done = succeed("referee", "games.jsonl", cwd=folder)
    assert done.stderr == ""
    assert done.stdout.startswith("line 1: legal\n seat  score  route")
    assert re.findall(r"^ {4}(\d)  ", done.stdout, re.MULTILINE)[:2] == ["1", "2"]  # as replays count them
    assert "2 games, 0 not legal" in done.stdout
    done = run_cli("referee", "games.jsonl", cwd=folder, terminal=True)
    assert done.stderr.splitlines()[-1] == "next: simulate referee games.jsonl --json"
    done = run_cli("referee", "games.jsonl", "--json", cwd=folder)
    verdicts = [json.loads(line) for line in done.stdout.splitlines()]
    assert list(verdicts[0]) == ["legal", "turn", "rule", "message", "scores", "by_source", "winners"]
    assert [verdict["scores"] for verdict in verdicts] == [[0, 1], [3, 6 + 2]]


def test_one_bad_record_does_not_stop_the_rest(folder: Path) -> None:
    """Each is named by its line; the file counts as one that cannot be read."""
    good, other = (json.dumps(STARWARS.case(name)) for name in ("EX-SW-1", "EX-SW-7, who stays"))
    odd = json.dumps(START | {"players": "three"})
    Path("games.jsonl").write_text("\n".join([good, "{oops", odd, other]), encoding="utf-8")
    done = run_cli("referee", "games.jsonl", cwd=folder)
    assert done.returncode == 2
    assert re.findall(r"^line (\d): legal", done.stdout, re.MULTILINE) == ["1", "4"]
    assert "2 games, 0 not legal" in done.stdout
    first, second = done.stderr.splitlines()
    assert "games.jsonl, line 2: not valid JSON" in first
    assert "games.jsonl, line 3: " in second
    done = run_cli("referee", "games.jsonl", "--json", cwd=folder)
    keys = [next(iter(json.loads(line))) for line in done.stdout.splitlines()]
    assert keys == ["legal", "error", "error", "legal"]


def test_who_keeps_records_may_write_notes_into_every_object(folder: Path) -> None:
    record = copy.deepcopy(STARWARS.case("EX-SW-1"))
    record |= {"note": "at the club", "id": 17}
    for entry in (*record["setup"], *record["turns"]):
        entry |= {"note": "what a move", "id": "a"}
    Path("noted.json").write_text(json.dumps(record), encoding="utf-8")
    assert succeed("referee", "noted.json", cwd=folder).stdout.startswith("line 1: legal")


def test_referee_of_an_illegal_game(folder: Path) -> None:
    """Turn, rule and reason; exit code 1."""
    Path("game.json").write_text(json.dumps(STARWARS.case("SW-3"), indent=2), encoding="utf-8")
    done = run_cli("referee", "game.json", cwd=folder)
    assert done.returncode == 1
    assert done.stdout.startswith("not legal: turn 0: SW-3: a die of seat 1 shows 7, not 1 to 6\n")


def test_referee_of_what_is_no_record(folder: Path) -> None:
    """One line and exit code 2."""
    record = copy.deepcopy(START)
    record["options"]["dice_cup"] = 3
    Path("game.json").write_text(json.dumps(record), encoding="utf-8")
    for name, words in (("game.json", "line 1: starwars has no option"), ("none.json", "cannot be read")):
        line = one_line(run_cli("referee", name, cwd=folder))
        assert line.startswith(name)
        assert words in line


def test_a_record_in_place_of_a_run_is_told_where_it_belongs(folder: Path) -> None:
    """What is named there draws it."""
    Path("game.json").write_text(json.dumps(STARWARS.case("EX-SW-1"), indent=2), encoding="utf-8")
    said = one_line(run_cli("replay", "game.json", "--game-index", "0", cwd=folder))
    assert said.startswith(
        "game.json is a file, and a run is a folder; a game record is for simulate referee"
    )
    named = re.search(r"or simulate (from .+), which draws it", said)
    assert named is not None
    succeed(*named[1].split(), "--n", "10", cwd=folder)
    assert Path("board.png").is_file()


def test_referee_with_other_tiles(folder: Path) -> None:
    """A game that was played with a tile set of one's own is judged with it."""
    Path("tiles.toml").write_text(box_text(STANDARD, {"planet-hoth": 2}), encoding="utf-8")
    record = STARWARS.record("red black | planet-hoth(0,0)r0", "0: planet-hoth(1,0)r0")
    Path("game.json").write_text(json.dumps(record), encoding="utf-8")
    assert run_cli("referee", "game.json", cwd=folder).returncode == 1
    succeed("referee", "game.json", "--tiles", "tiles.toml", cwd=folder)


# --- what the documentation says


def test_the_example_of_the_documentation_is_legal() -> None:
    """docs/game-records.md: the record on the page, by both referees."""
    page = (ROOT / "docs" / "game-records.md").read_text(encoding="utf-8")
    record = json.loads(re.findall(r"```json\n(.*?)```", page, re.DOTALL)[0])
    verdict = Referee().judge(record).as_dict()
    assert (verdict["legal"], verdict["scores"]) == (True, record["result"]["scores"])
    assert judge(record, STANDARD)["scores"] == verdict["scores"]
    record["turns"][2]["battles"][0]["rolls"][0]["0"] = [4, 1]
    said = Referee().judge(record)
    assert f'"rule": "{said.rule}", "message": "{said.message}", "scores": {said.scores}' in page
