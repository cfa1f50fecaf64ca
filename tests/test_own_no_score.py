"""Games in plain Python without scores, for one, for teams, for all together: every verb, recounted."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from builders import as_json, numbers_of, one_line, output_of, run_cli, succeed

from simulate.replays.picking import pick
from simulate.store.runs import Run, load

GAMES = Path(__file__).parent / "own"

DUEL, SOLO, ESCAPE, RACE = UNSCORED = ("duel.py", "solo.py", "escape.py", "race.py")
"""A game for two to four, one for one, one for all together, one in which nobody decides anything."""

RULE = {DUEL: "hand=4", SOLO: "near=6", ESCAPE: "water=12", RACE: "cards=10"}
"""A rule of each, and another value."""

OF_SCORES = re.compile(
    r"\b(scores?|scored|points?|leads?|leader|leading|ahead|behind|runaway|rank|ranks)\b", re.I
)

OF_STATISTICS = re.compile(r"percentage points?|all points at once|Point at a bar|never a point")
"""What the house says that is not of scores."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with all the games."""
    shutil.copytree(GAMES, tmp_path, dirs_exist_ok=True)
    return tmp_path


def run_of(folder: Path, *words: object) -> Run:
    """The run that these words play, or have played."""
    return load(folder / as_json(*words, cwd=folder)["directory"])


def words_on(page: Path) -> str:
    """The words that a page shows."""
    text = re.sub(r"<(style|script)\b.*?</\1>", " ", page.read_text(encoding="utf-8"), flags=re.S)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text))


def of_scores(text: str) -> list[str]:
    """The words of a text that speak of scores."""
    return OF_SCORES.findall(OF_STATISTICS.sub("", text))


def measures_in(found: Any) -> Iterator[str]:
    """The measures that JSON tells of."""
    for row in found["numbers"]:
        yield row["measure"]


# --- tables


@pytest.mark.parametrize(
    ("game", "of_games", "of_seats"),
    [
        (DUEL, "players first winners shared turns decisions", "seat win_share"),
        (RACE, "players first winners shared", "seat win_share"),
        ("partners.py", "players first winners shared turns decisions margin", "seat score rank win_share"),
    ],
)
def test_tables_have_columns_for_what_there_is(folder: Path, game: str, of_games: str, of_seats: str) -> None:
    run = run_of(folder, "--game", game, "--n", 20)
    assert list(run.frame("games")) == ["game", *of_games.split()]
    assert list(run.frame("seats")) == ["game", *of_seats.split()]


def test_decisions_of_a_game_without_scores_have_no_score(folder: Path) -> None:
    run = run_of(folder, "--game", DUEL, "--n", 20, "--tables", "all,decisions")
    assert list(run.frame("decisions")) == ["game", "turn", "seat", "legal"]
    assert len(run.frame("decisions")) == run.frame("games")["decisions"].sum()


def test_table_of_progress_is_refused_without_scores(folder: Path) -> None:
    done = run_cli("--game", DUEL, "--n", 20, "--tables", "all,progress", cwd=folder)
    assert re.fullmatch(
        r"\S+ has no table 'progress'\. Tables: games, seats, decisions, or .*", one_line(done)
    )


# --- a run


@pytest.mark.parametrize("game", UNSCORED)
def test_a_run_says_nothing_of_scores(folder: Path, game: str) -> None:
    words = ["--game", game, "--n", 60]
    assert of_scores(output_of(*words, cwd=folder)) == []
    found = as_json(*words, cwd=folder)
    assert not {"score", "margin", "lead", "rank"} & set(measures_in(found))
    run = run_of(folder, *words)
    succeed("report", run.path, "--out", f"{game}.html", "--force", cwd=folder)
    assert of_scores(words_on(folder / f"{game}.html")) == []


def test_where_nobody_decides_neither_turns_nor_policies_are_told(folder: Path) -> None:
    words = ["--game", RACE, "--n", 60]
    said = output_of(*words, cwd=folder)
    assert "Highest, 60 games, 2 players, seed 1" in said
    found = as_json(*words, cwd=folder)
    assert set(measures_in(found)) == {"win_share", "tied"}
    assert found["policies"] == []
    succeed("report", run_of(folder, *words).path, "--out", "still.html", "--force", cwd=folder)
    assert not re.search(r"\b(turns?|polic(y|ies))\b", words_on(folder / "still.html"))


def test_win_shares_are_those_of_the_table(folder: Path) -> None:
    run = run_of(folder, "--game", DUEL, "--players", 3, "--n", 90)
    shares = run.frame("seats")["win_share"].to_numpy().reshape(-1, 3)
    assert (shares.sum(axis=1) == 1).all()
    told = numbers_of(as_json("--game", DUEL, "--players", 3, "--n", 90, cwd=folder), "sides", "win_share")
    assert [row["value"] for row in told] == pytest.approx(list(shares.mean(axis=0)))


def test_a_win_shared_by_any_of_eight_is_whole(folder: Path) -> None:
    run = run_of(folder, "--game", RACE, "--players", 8, "--n", 400, "--rule", "cards=8")
    winners = run.frame("games")["winners"].map(lambda mask: bin(mask).count("1"))
    assert winners.max() >= 5
    found = as_json("--game", RACE, "--players", 8, "--n", 400, "--rule", "cards=8", cwd=folder)
    shares = [row["value"] for row in numbers_of(found, "sides", "win_share")]
    assert sum(shares) == pytest.approx(1.0, abs=1e-6)
    (tied,) = numbers_of(found, "games", "tied")
    assert tied["value"] == pytest.approx((winners > 1).mean())


def test_sums_alone_tell_the_same(folder: Path) -> None:
    whole = as_json("--game", DUEL, "--n", 50, cwd=folder)
    sums = as_json("--game", DUEL, "--n", 50, "--tables", "none", cwd=folder)
    assert numbers_of(sums, "sides", "win_share") == numbers_of(whole, "sides", "win_share")
    assert numbers_of(sums, "games", "turns") == numbers_of(whole, "games", "turns")


def test_halves_played_apart_combine_and_verify(folder: Path) -> None:
    for first in (0, 30):
        succeed("--game", DUEL, "--n", 30, "--first-game", first, "--out", f"from-{first}", cwd=folder)
    succeed("combine", "from-0", "from-30", "--out", "joined", cwd=folder)
    assert "60 of 60 games, complete" in output_of("verify", "joined", cwd=folder)
    assert len(load(folder / "joined").frame("games")) == 60
    succeed("export", "joined", "--to", "csv", "--out", "tables", "--force", cwd=folder)
    assert "score" not in pd.read_csv(folder / "tables" / "seats.csv")


# --- pictures, and games that are picked


def test_plot_draws_wins_and_lengths(folder: Path) -> None:
    run = run_of(folder, "--game", DUEL, "--n", 60)
    succeed("plot", run.path, cwd=folder)
    assert (run.path / "wins.png").is_file()
    assert not (run.path / "scores.png").exists()
    succeed("plot", run.path, "--out", "wins.csv", "--force", cwd=folder)
    rows = pd.read_csv(folder / "wins.csv")
    wins = rows[rows["series"] == "games won"]["value"]
    assert wins.sum() == pytest.approx(100, abs=1e-3)
    lengths = rows[rows["series"] == "of games"]["value"]
    assert lengths.sum() == pytest.approx(100, abs=1e-3)
    assert "complete" in output_of("verify", run.path, cwd=folder)


def test_without_scores_the_longest_and_a_typical_game_are_picked(folder: Path) -> None:
    run = run_of(folder, "--game", DUEL, "--players", 3, "--n", 60)
    turns = run.frame("games")["turns"].to_numpy()
    assert turns[pick(run, "longest")] == turns.max()
    assert pick(run, "closest") == pick(run, "longest")
    assert turns[pick(run, "typical")] == np.median(turns)


@pytest.mark.parametrize(
    ("verb", "out"),
    [
        (["watch", DUEL, "--no-browser", "--n", 8], "watched"),
        (["replay", "run", "--game-index", "closest", "--out", "game.html"], "game.html"),
        (["review", "run", "--game-index", "closest", "--n", 8, "--out", "game.html"], "game.html"),
    ],
)
def test_the_longest_game_is_the_closest_without_scores(folder: Path, verb: list[object], out: str) -> None:
    """It is watched by default, and a line says so."""
    succeed("--game", DUEL, "--n", 60, "--out", "run", cwd=folder)
    done = succeed(*verb, cwd=folder)
    assert re.search(r"^game \d+: longest, as nobody is ahead by points$", done.stderr, re.M), done.stderr
    assert (folder / out).exists()


@pytest.mark.parametrize(
    ("game", "word", "said"),
    [
        (DUEL, "highest", "nobody scores in Last Card; write closest, longest, typical, random or a number"),
        (RACE, "closest", "Highest has neither points to be ahead by nor turns; write random or a number"),
        (RACE, "longest", "Highest takes no turns; write random or a number"),
        (RACE, "typical", "Highest has neither scores nor turns to tell one game from another; write random"),
    ],
)
def test_a_game_is_not_picked_by_what_there_is_not(folder: Path, game: str, word: str, said: str) -> None:
    run = run_of(folder, "--game", game, "--n", 20)
    done = run_cli("replay", run.path, "--game-index", word, cwd=folder)
    assert one_line(done).startswith(f"--game-index {word}: {said}")


# --- until, and measures


def test_play_until_what_there_is_is_known(folder: Path) -> None:
    for wish in ("win_share=4pp", "turns=0.2", "decided"):
        said = succeed("--game", DUEL, "--n", 4000, "--until", wish, cwd=folder)
        assert f"until {wish}: reached" in said.stdout
    said = succeed("--game", SOLO, "--n", 1000, "--until", "win_share=4pp", cwd=folder)
    assert "win_share is" in said.stdout


def test_who_has_no_rivals_is_not_decided(folder: Path) -> None:
    done = run_cli("--game", SOLO, "--n", 1000, "--until", "decided", cwd=folder)
    assert "one side alone has no rival to be even with" in one_line(done)


def test_a_measure_of_scores_is_unknown(folder: Path) -> None:
    words = ["compare", "--game", DUEL, "--rule", RULE[DUEL], "--n", 40, "--measure"]
    told = one_line(run_cli(*words, "score", cwd=folder))
    assert re.fullmatch(r"\S+ has no measure 'score'\. Measures: (.*)", told)
    assert of_scores(told.partition("Measures:")[2]) == []


def test_own_measures_read_the_tables_that_there_are(folder: Path) -> None:
    (folder / "mine.py").write_text(
        'def early(games):\n    "games of two turns"\n    return games["turns"] <= 2\n\n\n'
        'early.margin = "5pp"\n',
        encoding="utf-8",
    )
    found = as_json(
        "compare", "--game", DUEL, "--rule", RULE[DUEL], "--n", 60, "--measure", "mine.py:early", cwd=folder
    )
    (row,) = found["numbers"]
    parts = []
    for seed in (1, 2):
        run = run_of(folder, "--game", DUEL, "--n", 30, "--seed", seed)
        parts.append((run.frame("games")["turns"] <= 2).mean())
    assert row["a"] == pytest.approx(np.mean(parts))


# --- comparisons, sweeps and studies


@pytest.mark.parametrize("game", UNSCORED)
def test_a_comparison_says_nothing_of_scores(folder: Path, game: str) -> None:
    out = f"compared-{game}"
    said = output_of("compare", "--game", game, "--rule", RULE[game], "--n", 60, "--out", out, cwd=folder)
    assert of_scores(said) == []
    assert of_scores(words_on(folder / out / "report.html")) == []
    rows = pd.read_csv(folder / out / "tables" / "changes.csv")
    assert not {"score", "lead", "gap"} & set(rows["measure"])


@pytest.mark.parametrize(("game", "values"), [(DUEL, "2..3"), (SOLO, "2,3,6"), (RACE, "10,20")])
def test_a_sweep_says_nothing_of_scores(folder: Path, game: str, values: str) -> None:
    rule, out = f"{RULE[game].partition('=')[0]}={values}", f"swept-{game}"
    said = output_of("sweep", "--game", game, "--rule", rule, "--n", 60, "--out", out, cwd=folder)
    assert of_scores(said) == []
    assert of_scores(words_on(folder / out / "report.html")) == []


@pytest.mark.parametrize(("study", "players"), [("seats", "2"), ("players", "2,3")])
def test_studies_say_nothing_of_scores(folder: Path, study: str, players: str) -> None:
    words = ["study", study, "--game", DUEL, "--players", players, "--panel", "random", "--n", 40]
    said = output_of(*words, "--out", f"study-{study}", cwd=folder)
    assert of_scores(said) == []
    assert of_scores(words_on(folder / f"study-{study}" / "report.html")) == []


def test_a_study_of_ones_own_begins_with_measures_that_there_are(folder: Path) -> None:
    succeed("study", "new", "mine", "--game", DUEL, "--force", cwd=folder) if False else None
    succeed("study", "new", "mine", "--game", DUEL, cwd=folder)
    assert of_scores((folder / "mine.toml").read_text(encoding="utf-8").partition("[measures]")[2]) == []
    said = output_of("study", "mine.toml", "--n", 40, cwd=folder)
    assert said.startswith("hand=4")


@pytest.mark.parametrize(
    ("game", "why"),
    [
        (SOLO, "one player has no rivals"),
        (ESCAPE, "all players win or lose together"),
    ],
)
@pytest.mark.parametrize("study", ["seats", "policies"])
def test_nobody_without_rivals_is_compared(folder: Path, game: str, why: str, study: str) -> None:
    players = ["--players", "3"] if game == ESCAPE else []
    told = one_line(run_cli("study", study, "--game", game, *players, "--n", 40, cwd=folder))
    assert told.startswith(f"study {study}: {why}, so nothing can be compared; simulate --game {game}")


def test_policies_are_not_compared_where_nobody_decides(folder: Path) -> None:
    done = run_cli("study", "policies", "--game", RACE, "--players", "2", "--n", 40, cwd=folder)
    assert one_line(done) == "study policies: nobody decides anything in Highest"


# --- without rivals


@pytest.mark.parametrize(("game", "who"), [(SOLO, "The player wins"), (ESCAPE, "The players win")])
def test_of_who_has_no_rivals_it_is_told_how_often_they_win(folder: Path, game: str, who: str) -> None:
    run = run_of(folder, "--game", game, "--n", 200)
    wins = (run.frame("games")["winners"] != 0).mean()
    found = as_json("--game", game, "--n", 200, cwd=folder)
    assert re.fullmatch(rf"{who} about \d+ % of games\.", found["answer"])
    (share,) = numbers_of(found, "sides", "win_share")
    assert share["value"] == pytest.approx(wins)
    assert not {"tied", "above_even"} & set(measures_in(found))
    succeed("report", run.path, "--out", "alone.html", "--force", cwd=folder)
    words = words_on(folder / "alone.html")
    assert f"of {len(run.frame('games'))} games; all others are lost." in words
    assert "even share" not in words


def test_all_who_win_together_have_equal_parts(folder: Path) -> None:
    run = run_of(folder, "--game", ESCAPE, "--n", 100)
    shares = run.frame("seats")["win_share"].to_numpy().reshape(-1, 3)
    won = run.frame("games")["winners"].to_numpy() == 0b111
    assert set(run.frame("games")["winners"]) == {0, 0b111}
    assert not run.frame("games")["shared"].any()
    assert shares[won] == pytest.approx(1 / 3)
    assert (shares[~won] == 0).all()


def test_study_of_players_tells_how_often_all_win_together(folder: Path) -> None:
    found = as_json(
        "study", "players", "--game", ESCAPE, "--players", "2,4", "--panel", "random", "--n", 60, cwd=folder
    )
    assert found["answer"].startswith("The players win ")
    assert {row["measure"] for row in found["numbers"]} == {"won", "turns", "each"}


def test_comparison_of_who_wins_together_tells_won_and_lost(folder: Path) -> None:
    succeed("compare", "--game", ESCAPE, "--rule", "water=12", "--n", 60, "--out", "both", cwd=folder)
    words = words_on(folder / "both" / "report.html")
    assert "Won under one rule alone" in words
    assert "under A won under B lost under B" in words
    assert "nobody" not in words


def test_games_for_one_say_1_player(folder: Path) -> None:
    said = output_of("compare", "--game", SOLO, "--rule", "near=6", "--n", 60, cwd=folder)
    assert "1 player, random" in said
    assert "1 players" not in said


# --- teams


def test_a_team_has_one_score_and_wins_as_one(folder: Path) -> None:
    run = run_of(folder, "--game", "partners.py", "--n", 80)
    games, seats = run.frame("games"), run.frame("seats")
    scores = seats["score"].to_numpy().reshape(-1, 4)
    assert (scores[:, 0] == scores[:, 2]).all()
    assert (games["margin"] == np.abs(scores[:, 0] - scores[:, 1])).all()
    masks = np.where(
        scores[:, 0] > scores[:, 1], 0b0101, np.where(scores[:, 0] < scores[:, 1], 0b1010, 0b1111)
    )
    assert (games["winners"] == masks).all()
    assert (games["shared"] == (masks == 0b1111)).all()
    found = as_json("--game", "partners.py", "--n", 80, cwd=folder)
    teams = numbers_of(found, "sides", "win_share")
    assert [row["seats"] for row in teams] == [[0, 2], [1, 3]]
    ties = (masks == 0b1111).mean()
    assert teams[0]["value"] == pytest.approx((masks == 0b0101).mean() + ties / 2)
    (tied,) = numbers_of(found, "games", "tied")
    assert tied["value"] == pytest.approx(ties)


def test_partners_with_unlike_scores_are_a_fault_of_the_game(folder: Path) -> None:
    text = (GAMES / "partners.py").read_text(encoding="utf-8")
    (folder / "apart.py").write_text(text.replace("self.shown[seat % 2]", "seat"), encoding="utf-8")
    done = run_cli("--game", "apart.py", "--n", 5, cwd=folder)
    assert done.returncode != 0
    assert "score(seat) is that of a team, the same for seats 1 and 3" in done.stderr


def test_points_of_a_team_are_told_of_a_team(folder: Path) -> None:
    said = output_of(
        "compare", "--game", "partners.py", "--rule", "hand=4", "--n", 60, "--measure", "score", cwd=folder
    )
    assert said.startswith("With hand=4 a team has ")


# --- the lowest score wins


def test_the_lowest_score_wins_and_ranks_first(folder: Path) -> None:
    run = run_of(folder, "--game", "hot.py", "--n", 80)
    games, seats = run.frame("games"), run.frame("seats")
    burns = np.sort(scores := seats["score"].to_numpy().reshape(-1, 3), axis=1)
    ranks, shares = (seats[name].to_numpy().reshape(-1, 3) for name in ("rank", "win_share"))
    best = scores == burns[:, :1]
    assert ((ranks == 1) == best).all()
    assert shares == pytest.approx(best / best.sum(axis=1, keepdims=True))
    assert (games["margin"] == burns[:, 1] - burns[:, 0]).all()
    assert games["margin"][pick(run, "closest")] == games["margin"].min()
    assert scores[pick(run, "highest")].max() == scores.max()


def test_who_has_fewer_is_told_first_where_low_wins(folder: Path) -> None:
    words = ["--game", "hot.py", "--n", 200, "--policy", "greedy,random,random"]
    found = as_json(*words, cwd=folder)
    assert found["answer"].startswith("Seat 1 (greedy) wins about ")
    texts = [finding["text"] for finding in found["findings"]]
    assert any(re.match(r"Seat 1 scores about \d+ burns less than seat [23]\.", text) for text in texts)


def test_a_leader_has_the_fewest_where_low_wins(folder: Path) -> None:
    run = run_of(folder, "--game", "hot.py", "--n", 60, "--tables", "all,progress")
    course = run.frame("progress")
    found = as_json("--game", "hot.py", "--n", 60, "--tables", "all,progress", cwd=folder)
    winners = run.frame("games")["winners"].to_numpy()
    led = won = 0
    for game, rows in enumerate(rows for _, rows in course.groupby("game")):
        entries = rows["score"].to_numpy().reshape(-1, 3)
        half = entries[len(entries) // 2 - 1]
        if (half == half.min()).sum() == 1:
            led += 1
            won += bool(winners[game] >> int(half.argmin()) & 1)
    assert found["sections"]["progress"]["leader_won"]["value"] == pytest.approx(won / led)


# --- what may be left out


def test_a_score_without_rivals_is_the_answer(folder: Path) -> None:
    text = (GAMES / "hot.py").read_text(encoding="utf-8")
    (folder / "alone.py").write_text(text.replace("players = 2, 4", "players = 1, 4"), encoding="utf-8")
    words = ["--game", "alone.py", "--players", 1, "--n", 60, "--tables", "all,progress"]
    found = as_json(*words, cwd=folder)
    mean = run_of(folder, *words).frame("seats")["score"].mean()
    assert re.fullmatch(r"A game ends with about \d+ burns\.", found["answer"])
    assert numbers_of(found, "sides", "score")[0]["value"] == pytest.approx(mean)
    assert not {"margin", "tied", "first_player_lead"} & set(measures_in(found))
    texts = [finding["text"] for finding in found["findings"]]
    assert any("of all games end with" in text for text in texts)
    assert not any("seat" in text for text in texts)


def test_a_game_without_options_that_nobody_may_win_has_a_page(folder: Path) -> None:
    (folder / "coins.py").write_text(
        '"""Coins: who alone has heads wins."""\n'
        "from simulate.plain import Game\n\n\n"
        "class Coins(Game):\n    players = 2\n\n"
        "    def set_up(self):\n        self.heads = [self.below(2) for _ in range(2)]\n\n"
        "    def winners(self):\n"
        "        return [self.heads.index(1)] if sum(self.heads) == 1 else []\n",
        encoding="utf-8",
    )
    run = run_of(folder, "--game", "coins.py", "--n", 80)
    won = (run.frame("games")["winners"] != 0).sum()
    succeed("report", run.path, "--out", "coins.html", "--force", cwd=folder)
    words = words_on(folder / "coins.html")
    assert f"of {won} games that somebody won" in words
    assert "games end without a winner" in words
    assert "There is nothing to change in this game." in words
