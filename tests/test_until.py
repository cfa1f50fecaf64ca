"""Playing until something is known: looks at fixed numbers of games, intervals that hold at all of them."""

from __future__ import annotations

import json
import math
import re
import shlex
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from builders import ROOT, as_json, numbers_of, refusal, run_cli, succeed
from made_up import Held
from naive import comparison as naive
from scipy import stats

import simulate
from analyses.estimates.critical import GROWTH, LOOKS, at_every_look, boundary
from analyses.estimates.estimate import SETTLED, Estimate, mean, paired_share, wilson
from analyses.measures.paired_games import PairedSums
from analyses.measures.vocabulary import chosen
from analyses.questions import until
from analyses.questions.compare import compare
from analyses.questions.play_until import run as run_until
from analyses.questions.until import Look, PendingWish, Watch, Watched, looks, read_until
from simulate.cli.main_job import progress_display
from simulate.plans.plan import make_plan
from simulate.store.runs import load
from simulate.working.work import stop_sign
from simulate.working.workers import stoppable

FIRST = 60
"""Games at the first look of these tests."""

GAME = ("--game", "starwars", "--policy", "random", "--players", "2")


@pytest.fixture
def early(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory where the first look comes early, so that the tests need few games."""
    monkeypatch.setattr(until, "FIRST", FIRST)
    return folder


def looked(run: Path) -> list[dict[str, Any]]:
    """The looks that a run's manifest keeps."""
    return json.loads((run / "manifest.json").read_text())["looks"]


def only_run(folder: Path) -> Path:
    (path,) = (folder / "runs").iterdir()
    return path


# --- intervals


@pytest.mark.parametrize("share", [0.3, 0.01, 0.0005])
def test_an_interval_of_the_sequence_holds_at_every_look(share: float) -> None:
    """One for a number of games fixed beforehand misses at some look in every fifth run, or oftener."""
    rng = np.random.default_rng(3)
    at = [0, *looks(200_000)]
    rounds, held, plain = 300, 0, 0
    for _ in range(rounds):
        counts = np.cumsum([rng.binomial(b - a, share) for a, b in pairwise(at)])
        every, alone = [], []
        for n, k in zip(at[1:], counts.tolist(), strict=True):
            with at_every_look():
                every.append(wilson(k, n))
            alone.append(wilson(k, n))
        held += all(one.low <= share <= one.high for one in every)
        plain += all(one.low <= share <= one.high for one in alone)
    assert held / rounds > 0.95 - 4 * math.sqrt(0.95 * 0.05 / rounds)
    assert plain / rounds < 0.8


def test_the_boundary_is_exceeded_with_the_chance_that_is_asked() -> None:
    """By a plain simulation of sums of normal variables at all looks."""
    rng = np.random.default_rng(6)
    rounds, at = 100_000, 1.5 ** np.arange(LOOKS)
    steps = rng.standard_normal((rounds, LOOKS)) * np.sqrt(np.diff(at, prepend=0))
    largest = np.abs(steps.cumsum(axis=1) / np.sqrt(at)).max(axis=1)
    for error in (0.05, 0.01):
        share = (largest > boundary(error)).mean()
        assert share == pytest.approx(error, abs=4 * math.sqrt(error / rounds))


def test_looks_are_no_more_than_the_boundary_allows_for() -> None:
    """One besides is left for whoever says a larger --n after the last."""
    at = list(looks(until.MOST))
    assert len(at) == LOOKS - 1
    assert all(b <= round(GROWTH * a) for a, b in pairwise(at))


def test_outside_of_looks_nothing_changes() -> None:
    before = wilson(40, 100), mean(10, 30, 4), paired_share(3, 4, 50)
    with at_every_look():
        inside = wilson(40, 100), mean(10, 30, 4), paired_share(3, 4, 50)
    assert (wilson(40, 100), mean(10, 30, 4), paired_share(3, 4, 50)) == before
    for one, other in zip(before, inside, strict=True):
        assert other.low < one.low < one.high < other.high


def test_looks_come_after_fixed_numbers_of_games() -> None:
    assert list(looks(8000)) == [1000, 1500, 2250, 3375, 5062, 7593, 8000]
    assert list(looks(1000)) == [1000]


def test_a_watch_adds_up_what_one_reading_finds() -> None:
    """Look by look, whatever came before; the numbers are those of the comparison."""
    rng = np.random.default_rng(4)
    luck = rng.normal(100, 20, (3000, 3))
    base, house = Held(rng, 3000, luck), Held(rng, 3000, luck, 0.1)
    wishes = read_until(["decided", "score=1", "tied_rolls=1pp"], base.plan, two=True)
    watch = Watch(wishes, [Watched("all", base, house)])
    for n in (1000, 1500, 3000):
        look = watch.look([Watched("all", base.first(n), house.first(n))], n)
    base.manifest["looks"] = [{"n": 3000}]
    found = compare(base, house)
    assert found.looked
    for seen in look.readings:
        theirs = found.get(seen.measure.key)
        ends = theirs.estimate.low, theirs.estimate.high
        assert (seen.estimate.low, seen.estimate.high) == pytest.approx(ends, rel=1e-9)
        if seen.wish.name == "decided":
            assert seen.measure.headline
            assert seen.reached == (theirs.verdict in SETTLED)


def test_a_comparison_that_was_looked_at_has_the_intervals_of_the_sequence() -> None:
    """All measures share the error (Bonferroni); a mean has Student's interval with the larger quantile."""
    rng = np.random.default_rng(5)
    luck = rng.normal(100, 20, (2000, 3))
    base, house = Held(rng, 2000, luck), Held(rng, 2000, luck)
    fixed = compare(base, house)
    house.manifest["looks"] = [{"n": 2000}]
    found = compare(base, house, family=3)
    change = naive.numbers(house, "score:seat1") - naive.numbers(base, "score:seat1")
    critical = boundary(0.05 / (3 * len(found.changes)))
    quantile = stats.t(1999).isf(stats.norm.sf(critical))
    half = quantile * change.std() / math.sqrt(2000)
    assert found.get("score:seat1").estimate.half_width == pytest.approx(half, rel=1e-9)
    for one, other in zip(fixed.changes, found.changes, strict=True):
        assert other.estimate.half_width > one.estimate.half_width
        assert other.estimate.half_width > one.estimate.half_width
    assert found.differ.half_width > fixed.differ.half_width
    assert next(found.moves[0].rows())["high"] > next(fixed.moves[0].rows())["high"]


class Known(PairedSums):
    """Sums of a measure whose change is known."""

    def __init__(self, low: float, high: float) -> None:
        super().__init__(chosen(make_plan("starwars", 1000, players=3), ["turns"])[0])
        self.ends = low, high

    def difference(self, level: float) -> Estimate:
        """The change."""
        low, high = self.ends
        return Estimate((low + high) / 2, low, high, level, 1000, "t")


def looked_at(low: float, high: float, until: str = "decided") -> Look:
    """A look at a change of turns, whose margin is 2, with this interval."""
    (wish,) = read_until([until], make_plan("starwars", 1000, players=3), two=True)
    return Look(1000, tuple(PendingWish("all", wish, 0.99, [Known(low, high)]).readings()))


def test_a_change_that_lies_at_its_margin_ends_the_question() -> None:
    """No number of games would say on which side of 2 turns it is; what is wider than that goes on."""
    assert looked_at(1.8, 2.2).reached
    assert not looked_at(1.0, 3.0).reached
    assert looked_at(2.1, 4.0).reached


def test_a_look_says_what_is_open_and_about_how_many_games_it_takes() -> None:
    said = str(looked_at(1.0, 4.0))
    assert said.startswith("1,000 games: 1 verdict is open (turns; about ")
    assert said.endswith(" games would settle it)")
    assert str(looked_at(1.0, 3.0)) == "1,000 games: 1 verdict is open (turns)"  # at 2 nothing would


def test_a_width_that_is_not_reached_does_not_look_like_what_was_wanted() -> None:
    assert str(looked_at(-1.01, 1.01, "turns=1")) == "1,000 games: turns within 1.1, not yet 1"
    assert str(looked_at(-123, 123, "turns=1")) == "1,000 games: turns within 130, not yet 1"


# --- the command line


def test_play_ends_at_the_look_where_it_is_known_and_says_so(early: Path) -> None:
    found, path = as_json(*GAME, "--until", "score=1", cwd=early), only_run(early)
    kept = looked(path)
    assert kept[0]["n"] == FIRST
    assert all(a["n"] < b["n"] <= round(GROWTH * a["n"]) for a, b in pairwise(kept))
    assert len(kept) > 1
    assert [one["reached"] for one in kept] == [False] * (len(kept) - 1) + [True]
    assert found["n"] == kept[-1]["n"] == len(load(path).games)
    widths = [max(seen["high"] - seen["low"] for seen in one["seen"]) / 2 for one in kept]
    assert widths[-1] <= 1 < min(widths[:-1])
    assert kept[0]["command"] == found["sections"]["run"]["looks"][0]["command"]
    scores = numbers_of(found, "sides", "score")
    for score, seen in zip(scores, kept[-1]["seen"][1:], strict=False):
        assert score["low"] == pytest.approx(seen["low"])
    text = run_cli(*GAME, "--until", "score=1", cwd=early).stdout.splitlines()[1]
    (seen,) = [one for one in kept[-1]["seen"] if one["measure"] == "score"]
    value, low, high = re.findall(r"[\d.]+", text.partition("score is ")[2].partition(";")[0])
    assert value == f"{seen['value']:.1f}"
    assert float(low) == pytest.approx(seen["low"], abs=0.1)
    assert float(high) == pytest.approx(seen["high"], abs=0.1)
    said = f"until score=1: reached after {len(kept)} looks; score is {value} [{low}, {high}]; the intervals"
    assert text == f"{said} are as for a number of games fixed beforehand"
    printed = run_cli("runs", "show", path, cwd=early).stdout
    assert f"looks       {text}" in printed
    assert "--until score=1" in printed.splitlines()[-1]
    assert as_json("runs", "show", path, cwd=early)["looks"] == kept


def test_from_python_a_run_is_played_until_it_is_known_as_by_the_command(early: Path) -> None:
    words: dict[str, Any] = {"players": 2, "policy": "random", "jobs": 1}
    found = run_until("turns=0.6", "starwars", n=60 * FIRST, **words, out="some")
    done = succeed(*GAME, "--until", "turns=0.6", "--n", 60 * FIRST, "--jobs", 1, "--out", "some", cwd=early)
    assert "complete" in done.stderr or found.plan.n == looked(early / "some")[-1]["n"]
    assert found.looks[-1]["reached"]
    assert found.looks[-1]["n"] == found.plan.n
    assert "no measure 'turn'" in refusal(run_until, "turn=1", "starwars", n=60 * FIRST, **words)
    assert "say what is to be known" in refusal(run_until, [], "starwars", n=60 * FIRST, **words)
    for wish in (None, 3, [3]):
        assert ": write how exactly" in refusal(run_until, wish, "starwars", n=60 * FIRST, **words)
    assert "n 1: with until it is the most games" in refusal(run_until, "turns=1", n=1, **words)


def test_how_many_games_depends_on_nothing_but_the_games(early: Path) -> None:
    """Not on workers, blocks, or games that are there already; an interrupted run ends where another does."""
    words = (*GAME, "--until", "decided", "--until", "score=3", "--n", str(8 * FIRST))
    run_cli(*words, "--jobs", "3", "--out", "a", cwd=early)
    run_cli(*words, "--jobs", "1", "--block-size", "17", "--out", "b", cwd=early)
    for out, there in (("c", FIRST + 7), ("d", 16 * FIRST)):
        run_cli(*GAME, "--n", there, "--out", out, cwd=early)
        run_cli(*words, "--out", out, cwd=early)

    def seen(name: str) -> list[dict[str, Any]]:
        return [one | {"command": ""} for one in looked(early / name)]

    assert seen("a") == seen("b") == seen("c") == seen("d")


@pytest.mark.parametrize("command", [GAME, ("compare", *GAME, "--rule", "dice_cap=1")])
def test_ctrl_c_between_two_plays_says_how_to_go_on(
    early: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    words = (*command, "--until", "score=0.7", "--n", 4 * FIRST)
    plain, taken = Watch.look, 0

    def interrupted(self: Watch, several: Sequence[Watched], n: int) -> Look:
        nonlocal taken
        taken += 1
        if taken == 2:
            raise KeyboardInterrupt
        return plain(self, several, n)

    monkeypatch.setattr(Watch, "look", interrupted)
    done = run_cli(*words, cwd=early)
    assert done.returncode == 130
    assert done.stdout.startswith("continue: simulate ")
    assert "--until score=0.7" in done.stdout
    again = run_cli(*shlex.split(done.stdout)[2:], cwd=early)
    assert again.returncode in (0, 1)
    runs = sorted((early / "runs").iterdir())
    each = FIRST * min(2, len(runs)) // len(runs)  # of two rules a half is played on each of two seeds
    assert [look["n"] for look in looked(runs[0])][:2] == [each, 3 * each // 2]


def test_a_first_block_that_is_stopped_tells_no_speed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C during a long first block: it comes back without games."""
    run = simulate.run("starwars", 2, policy="random", jobs=1)
    times = iter([0.0, 9.0, 20.0])
    monkeypatch.setattr("simulate.cli.main_job.time.monotonic", lambda: next(times))
    with progress_display(run, 2) as tell:
        tell(0)
        tell(1)
    assert capsys.readouterr().err.splitlines() == ["1 of 2 games, 0 games/s, 20 s left"]


def test_ctrl_c_in_the_last_moment_of_a_play_is_not_lost(tmp_path: Path) -> None:
    run = simulate.run("starwars", 2, policy="random", jobs=1, out=tmp_path / "a")
    with pytest.raises(KeyboardInterrupt), stoppable(progress_display)(run, 0):
        stop_sign(run.path).touch()


def test_a_report_says_that_its_number_of_games_was_chosen_by_looking(early: Path) -> None:
    run_cli(*GAME, "--until", "decided", "--n", 2 * FIRST, cwd=early)
    path = only_run(early)
    assert load(path).was_looked_at
    succeed("report", cwd=early)
    page = (path / "report.html").read_text()
    assert "Until decided: " in page
    assert "confidence sequence" in page


def test_a_run_that_waited_for_a_width_alone_has_the_intervals_of_a_fixed_number_of_games(
    early: Path,
) -> None:
    """How wide an interval is says nothing of what it shows."""
    run_cli(*GAME, "--until", "score=3", cwd=early)
    path = only_run(early)
    n, seen = looked(path)[-1]["n"], looked(path)[-1]["seen"]
    assert not looked(path)[-1]["holds_at_every_look"]
    assert not load(path).was_looked_at
    succeed("report", cwd=early)
    page = (path / "report.html").read_text()
    assert "Until score=3: reached after" in page
    assert "Chow and Robbins" in page
    fixed = as_json(*GAME, "--n", n, "--out", "fixed", cwd=early)
    for score, one in zip(numbers_of(fixed, "sides", "score"), seen[1:], strict=False):
        assert (score["low"], score["high"]) == pytest.approx((one["low"], one["high"]))
    more = as_json(*GAME, "--n", n + 1, cwd=early)
    assert more["sections"]["run"]["looks"] == []


def test_who_waits_for_verdicts_and_widths_has_intervals_that_hold_at_every_look(early: Path) -> None:
    run_cli(*GAME, "--until", "score=3", "--until", "decided", "--n", 2 * FIRST, cwd=early)
    path = only_run(early)
    assert looked(path)[-1]["holds_at_every_look"]
    assert load(path).was_looked_at


def test_looks_of_a_run_from_before_hold_at_every_look(early: Path) -> None:
    """They did not say so, and all did."""
    run_cli(*GAME, "--until", "score=3", cwd=early)
    path = only_run(early)
    run = load(path)
    del run.manifest["looks"][-1]["holds_at_every_look"]
    run.save_manifest()
    assert load(path).was_looked_at


def test_the_last_steps_towards_a_width_are_short() -> None:
    """So many games as the spread so far says, and not half as many again."""
    following = [waiting(half).next(until.MOST) for half in (1.05, 1.001, 3.0)]
    assert following == [1114, 1020, 1500]
    assert waiting(0.99).next(until.MOST) is None
    assert waiting(3.0).next(1200) == 1200


def waiting(half: float) -> Look:
    """A look at an interval with this half width, where 1 is waited for."""
    return looked_at(-half, half, "turns=1")


def test_a_sweep_to_a_width_has_plain_intervals_that_hold_for_all_values_at_once(early: Path) -> None:
    """Those that were looked at are those of the answer, also where the looks did not need them exactly."""
    words = ("sweep", *GAME, "--rule", "dice_cap=1,3", "--measure", "turns", "--until", "score=3")
    found = as_json(*words, cwd=early)
    assert not found["holds_at_every_look"]
    scores = [number for number in found["numbers"] if number["measure"] == "score"]
    assert scores
    seen = [look["seen"] for path in (early / "runs").iterdir() for look in looked(path)[-1:]]
    widths = {round(one["high"] - one["low"], 6) for each in seen for one in each}
    assert {round(one["high"] - one["low"], 6) for one in scores} <= widths
    assert max(widths) <= 6


def test_a_run_that_is_made_longer_after_verdicts_were_waited_for_keeps_its_looks(early: Path) -> None:
    """With one game more its intervals were plain again, as if nobody had looked."""
    run_cli(*GAME, "--until", "decided", "--n", 2 * FIRST, cwd=early)
    path = only_run(early)
    looks_before = looked(path)
    more = as_json(*GAME, "--n", 2 * FIRST + 100, cwd=early)
    assert more["sections"]["run"]["looks"] == looks_before
    longer = load(path)
    assert longer.was_looked_at
    plain = succeed(*GAME, "--n", 2 * FIRST + 100, "--out", "plain", "--json", cwd=early).stdout
    both = (numbers_of(found, "sides", "score") for found in (more, json.loads(plain)))
    for wide, narrow in zip(*both, strict=True):
        assert wide["value"] == narrow["value"]
        assert wide["low"] < narrow["low"]
    assert f"played on from {looks_before[-1]['n']:,} games to {2 * FIRST + 100:,}" in " ".join(
        run_cli("runs", "show", path, cwd=early).stdout.split()
    )
    succeed("report", path, cwd=early)
    assert "confidence sequence" in (path / "report.html").read_text()


def test_a_run_that_was_only_made_longer_has_plain_intervals(early: Path) -> None:
    as_json(*GAME, "--n", FIRST, cwd=early)
    assert as_json(*GAME, "--n", FIRST + 100, cwd=early)["sections"]["run"]["looks"] == []
    assert not load(only_run(early)).was_looked_at


def test_a_longer_comparison_sweep_or_study_of_runs_that_were_looked_at_keeps_the_looks(early: Path) -> None:
    words = (*GAME, "--rule", "dice_cap=1", "--measure", "turns")
    run_cli("compare", *words, "--until", "decided", "--n", 4 * FIRST, cwd=early)
    n = max(look["n"] for path in (early / "runs").iterdir() for look in looked(path))
    more = as_json("compare", *words, "--n", 2 * n + 200, cwd=early)
    assert more["holds_at_every_look"]
    swept = succeed("sweep", *GAME, "--rule", "dice_cap=1,2", "--measure", "turns", "--n", 2 * n, cwd=early)
    assert "and whenever one stops" in " ".join(swept.stdout.split())
    (early / "cap.toml").write_text(STUDY)
    told = succeed("study", "cap.toml", "--n", 2 * n + 100, cwd=early).stdout
    assert "and whenever one stops" in " ".join(told.split())
    fewer = as_json("compare", *words, "--n", FIRST // 4, cwd=early)
    assert not fewer["holds_at_every_look"], "of so few games nobody looked"


def test_runs_that_are_joined_keep_their_looks(early: Path) -> None:
    run_cli(*GAME, "--until", "decided", "--n", FIRST, "--out", "a", cwd=early)
    succeed(*GAME, "--n", 100, "--first-game", FIRST, "--out", "b", cwd=early)
    succeed("combine", "a", "b", "--out", "both", cwd=early)
    assert load(early / "both").was_looked_at


STUDY = """
game = "starwars"
question = "What does the cap of dice do?"
players = 2
policies = "random"
arms = [{ rules = { dice_cap = 1 } }]
measures = [{ name = "turns" }]
"""


def test_a_study_from_a_file_is_played_until_it_is_decided(early: Path) -> None:
    (early / "cap.toml").write_text(STUDY)
    done = succeed("study", "cap.toml", "--until", "decided", cwd=early)
    assert "games: decided reached" in done.stderr
    assert "and whenever one stops" in " ".join(done.stdout.split())
    runs = [load(path) for path in (early / "runs").iterdir()]
    assert len(runs) == 4
    assert all(run.was_looked_at for run in runs)
    assert len({run.plan.n for run in runs}) == 1
    (answer,) = (early / "studies").iterdir()
    assert "Jennison" in (answer / "report.html").read_text()
    assert json.loads((answer / "study.json").read_text())["command"] == (
        "simulate study cap.toml --until decided"
    )


def test_a_study_that_is_not_decided_keeps_its_games_and_ends_as_unfinished(early: Path) -> None:
    (early / "cap.toml").write_text(STUDY)
    done = run_cli("study", "cap.toml", "--until", "turns=0.0001", "--n", FIRST, cwd=early)
    assert done.returncode == 1
    assert re.search(
        rf"not reached after {FIRST} games: turns within .*a larger --n goes on$", done.stderr.strip()
    )
    assert f"{FIRST:,} games each" in " ".join(done.stdout.split())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("study", "seats", "--game", "castle", "--until", "decided"), "study seats plays a number of games"),
        (("study", "cap.toml", "--until", "decided", "--n", 20), "it is the most games to play"),
        (("study", "cap.toml", "--until", "decided", "--adapt"), "--adapt plays a number of games"),
        (("study", "cap.toml", "--until", "decided", "--strength", "random..novice"), "--strength plays a"),
        (("study", "cap.toml", "--until", "turn=1"), "Did you mean 'turns'?"),
    ],
)
def test_what_no_study_plays_until_is_refused(early: Path, words: tuple[object, ...], said: str) -> None:
    (early / "cap.toml").write_text(STUDY)
    done = run_cli(*words, cwd=early)
    assert done.returncode == 2
    assert said in done.stderr.splitlines()[-1]


def test_the_documentation_says_once_what_looking_again_does() -> None:
    """One page said “raise `--n`”, another not to."""
    texts = [page.read_text() for page in (ROOT / "docs").glob("*.md")]
    assert sum(text.count("**Say `--n` beforehand, or let `--until` find it.**") for text in texts) == 1
    assert not any("raise `--n`." in text for text in texts)


def test_what_is_not_reached_is_said_and_the_games_are_kept(early: Path) -> None:
    done = run_cli(*GAME, "--until", "win_share=0.1pp", "--n", 2 * FIRST, cwd=early)
    assert done.returncode == 1
    assert "until win_share=0.1pp: not reached after 3 looks" in done.stdout
    said = rf"simulate: not reached after {2 * FIRST} games: win_share:\S+ within .*pp, not yet"
    assert re.search(rf"{said}.*a larger --n goes on$", done.stderr.splitlines()[-1])
    assert len(load(only_run(early)).games) == 2 * FIRST


def test_a_comparison_is_played_until_it_is_decided(early: Path) -> None:
    words = ("compare", *GAME, "--rule", "tied_roll_points=9", "--measure", "turns", "--measure", "lead")
    done = run_cli(*words, "--until", "decided", "--n", 60 * FIRST, "--json", cwd=early)
    found = json.loads(done.stdout)
    assert found["holds_at_every_look"]
    runs = [load(path) for path in sorted((early / "runs").iterdir())]
    assert all(run.was_looked_at for run in runs)
    every = [looked(run.path) for run in sorted(runs, key=lambda run: run.plan.seed)]
    assert [every[0], every[2]] == [every[1], every[3]]
    assert found["n"] == every[0][-1]["n"] + every[2][-1]["n"]
    settled = all(number["verdict"] in SETTLED for number in found["numbers"])
    assert done.returncode == (0 if settled else 1)
    for seen, number in zip(every[0][-1]["seen"], found["numbers"], strict=True):
        assert (seen["low"], seen["high"]) == pytest.approx((number["low"], number["high"]))
    assert "--until decided" in found["command"]
    (answer,) = (early / "comparisons").iterdir()
    assert "Jennison" in (answer / "report.html").read_text()
    again = run_cli(*words, "--until", "decided", "--n", 60 * FIRST, cwd=early)
    assert "and whenever one stops" in " ".join(again.stdout.split())


def test_of_teams_whose_first_seat_is_drawn_by_lot_places_are_judged(tmp_path: Path) -> None:
    """That both teams win alike is the lot's doing: such a verdict could not fail."""
    how: dict[str, Any] = {"policy": "random", "rules": {"first_player": "random"}, "jobs": 1}
    run = simulate.run("starwars", 20, preset="team", **how, out=tmp_path / "run")
    watched = Watched("", run, None)
    (wish,) = read_until(["decided"], run.plan, two=False)
    seen = Watch([wish], [watched]).look([watched], 20).readings
    assert [one.measure.key for one in seen] == ["win_share:place1", "win_share:place2"]


def test_decided_are_measures_that_are_asked_and_none_that_has_its_own_width(tmp_path: Path) -> None:
    run = simulate.run("starwars", 20, policy="random", jobs=1, out=tmp_path / "a")
    pair = Watched("", run, run.vary({"dice_cap": 1}, jobs=1, out=tmp_path / "b"))
    wishes = read_until(["score=9", "decided"], run.plan, two=True)
    seen = Watch(wishes, [pair], lambda base: ["attacks"]).look([pair], 20).readings
    assert [(one.wish.name, one.measure.key) for one in seen] == [("score", "score"), ("decided", "attacks")]


def test_intervals_of_all_comparisons_that_are_watched_hold_at_once(tmp_path: Path) -> None:
    """Two measures in one comparison, or in each of three: so many intervals share the risk to miss."""
    run = simulate.run("starwars", 20, policy="random", jobs=1, out=tmp_path / "a")
    pair = Watched("", run, run.vary({"dice_cap": 1}, jobs=1, out=tmp_path / "b"))
    wishes = read_until(["score=9", "decided"], run.plan, two=True)
    for comparisons in (1, 3):
        watch = Watch(wishes, [pair] * comparisons, lambda base: ["attacks"])
        seen = watch.look([pair] * comparisons, 20).readings
        assert {round(1 - one.estimate.level, 9) for one in seen} == {round(0.05 / 2 / comparisons, 9)}


def test_a_measure_that_is_to_be_known_is_measured(early: Path) -> None:
    """Also if it is not among those that were asked; each setting has the same number of games."""
    words = ("compare", *GAME[:4], "--rule", "dice_cap=1", "--measure", "turns", "--players", "2,3")
    numbers = as_json(*words, "--until", "attacks=0.9", cwd=early)["numbers"]
    assert [number["measure"] for number in numbers] == ["turns", "attacks"] * 2
    assert len({number["n"] for number in numbers}) == 1
    for number in numbers[1::2]:
        assert number["high"] - number["low"] <= 2 * 0.9


def test_a_sweep_is_played_until_it_is_known(early: Path) -> None:
    words = ("sweep", *GAME, "--rule", "dice_cap=1,3", "--until", "score=3")
    done = succeed(*words, cwd=early)
    assert "and whenever one stops" not in " ".join(done.stdout.split())
    assert [line for line in done.stderr.splitlines() if line.endswith("score=3 reached")]
