"""`simulate runs rm` removes what this program wrote, whole runs only, and no run that is being played."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from builders import content, one_line, run_cli, succeed

import simulate
from simulate.store.opening import held, held_at_once
from simulate.store.runs import Run


def refused(run: Run, *names: object) -> str:
    """The line with which runs are not removed."""
    return one_line(run_cli("runs", "rm", "--yes", *names, cwd=run.path.parent))


def test_a_run_that_is_being_played_is_not_removed(run: Run) -> None:
    """Nor the one beside it that was named with it."""
    shutil.copytree(run.path, run.path.with_name("other"))
    with held(run.path, print):
        said = refused(run, "other", "run")
    assert said == "run is being played; wait for that command, or stop it; nothing was removed"
    for name in ("run", "other"):
        assert content(simulate.load(run.path.with_name(name)))


def test_a_command_that_waits_plays_into_no_run_that_was_removed_meanwhile(run: Run) -> None:
    """It has opened the lock before: it makes the run anew, and takes the lock that lies there now."""
    told: list[str] = []
    removing = held_at_once(run.path)
    removing.__enter__()

    def remove(text: str) -> None:
        told.append(text)
        shutil.rmtree(run.path)
        removing.__exit__(None, None, None)

    with held(run.path, remove), pytest.raises(ValueError, match="is being played"), held_at_once(run.path):
        pass
    assert len(told) == 1


def test_a_link_to_a_run_is_refused_and_names_the_run(run: Run) -> None:
    run.path.with_name("link").symlink_to("run")
    said = refused(run, "link")
    helps = "name that run, or remove the link yourself; nothing was removed"
    assert said == f"link is a link to {run.path.resolve()}; {helps}"
    assert content(simulate.load(run.path.with_name("link")))


FOREIGN: dict[str, Callable[[Path], object]] = {
    "notes.txt": lambda file: file.write_text("mine"),
    "games/x.part": lambda file: file.write_text("mine"),
    "sources/my.py": lambda file: file.write_text("mine"),
    "games/deep/0000000000.parquet": lambda file: file.write_text("mine"),
    "games/0000007777.parquet": lambda file: file.symlink_to("/etc/hostname"),
    "photos": lambda file: file.symlink_to("/etc", target_is_directory=True),
}


@pytest.mark.parametrize("name", FOREIGN)
def test_a_run_that_holds_a_file_of_others_stays_whole(run: Run, name: str) -> None:
    (run.path / name).parent.mkdir(exist_ok=True)
    FOREIGN[name](run.path / name)
    before = sorted(run.path.rglob("*"))
    said = refused(run, "run")
    assert said == f"run holds {name}, which is no file of a run; move it away; nothing was removed"
    assert sorted(run.path.rglob("*")) == before


def test_a_run_goes_with_its_page_its_picture_and_what_killed_commands_left(run: Run) -> None:
    """Named twice in different words it is one run."""
    succeed("report", "run", cwd=run.path.parent)
    (run.path / "scores.png").write_bytes(b"\x89PNG")
    for name in (".manifest.json.77.part", "games/.0000000000.parquet.1a2b3c4d.part", ".report.html.5f.part"):
        (run.path / name).touch()
    succeed("runs", "rm", "--yes", "run", run.path, cwd=run.path.parent)
    assert not run.path.exists()


def test_runs_are_joined_into_none_of_them(run: Run) -> None:
    cwd = run.path.parent
    plan: dict[str, Any] = {"policy": "random", "seed": 3, "first_game": 120, "n": 8, "jobs": 1}
    simulate.run("starwars", out=cwd / "after", **plan)
    before = content(run)
    for out in ("run", "after", "run/joined", "after/../run"):
        said = one_line(run_cli("combine", "run", "after", "--out", out, cwd=cwd))
        assert said == f"--out {out} is one of the runs to be joined, which stay as they are; name another"
    assert content(simulate.load(run.path)) == before
    assert not (run.path / "joined").exists()
