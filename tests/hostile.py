"""Hostile input: whole texts made broken, whole values made wrong, and words that no option expects."""

from __future__ import annotations

import json
import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from builders import Done, run_cli
from spoiling import JUNK, spoil

LONG = "a" * 20_000
DEEP: Any = []
for _ in range(300):
    DEEP = [DEEP]

VALUES = [
    *JUNK, 2**63, -(2**63), 10**40, 1e308, -1e-308, float("nan"), float("inf"), "\0", "\n", "é", "🎲", LONG,
    DEEP, {"a": DEEP}, [[]] * 50, [0] * 5_000, {str(n): n for n in range(500)}, "../..", "1e400", " ", "%s{}",
]  # fmt: skip
"""What may stand where something else is expected."""

TOKENS = [
    b"[" * 50_000, b"{" * 50_000, b'{"a":' * 20_000, b"\xff\xfe", b"\0", b'"', b"'''", b"[", b"]", b"}", b",",
    b"=", b"9" * 5_000, b"1e999", b"-0", b"NaN", b"\r", b"\n\n", b"\xef\xbb\xbf", b"a.b.c = 1\n", b"[[x]]\n",
    b"a." * 5_000, b"#", b"0x" + b"f" * 300, b"9999-99-99", b"2020-01-01T00:00:00",
]  # fmt: skip
"""What may be put between any two bytes."""

WORDS = [
    "", " ", "-", "--", "-1", "0", "1", "2", "03", "1e400", "1.5", "9" * 30, "9" * 5_000, "NaN", "inf",
    "0x10",
    "1,2", "2,", ",", "2-1", "1-", "..", "/", "/dev/null", "/dev/full", ".", "~", "a=b", "=", "dice_cap=",
    "dice_cap=1e999", "dice_cap=--1", "dice_cap=4", "dice_cap=1..9999999999", "dice_cap=4,4", "farm=",
    "score=0", "score=-1", "score=nan", "win_share=0pp", "win_share=1e-300", "decided", "[", "{}", "%s%n",
    LONG,
    "🎲", "é", "\t", "a\nb", "\x1b[31m", "heuristic,", "heuristic:0", "search:", "search:1e9", "rollout:-1",
    "x.py:", ":f", "x.toml", "random", "random,random", "nobody", "all", "all,all", "games", "progress",
    "nothing.png", "nothing.svg", "nothing", "no/such/folder", "no/such.html", "closest", "0-1",
    "1-0", "0-9999",
]  # fmt: skip
"""What may be given to any option."""


def garbled(data: bytes, rng: Random) -> bytes:
    """Bytes with one to three places changed, lost, doubled or filled with what does not belong there."""
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        at = rng.randrange(len(data) + 1)
        end = min(len(data), at + rng.choice([1, 1, 2, 8, 100, 10_000]))
        way = rng.randrange(5)
        if way == 0 and at < end:
            data = data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]
        elif way == 1:
            data = data[:at] + data[end:]
        elif way == 2:
            data = data[:end] + data[at:end] + data[end:]
        elif way == 3:
            data = data[:at] + rng.choice(TOKENS) + data[at:]
        else:
            data = data[:at]
    return data


def wrong(value: dict[str, Any], rng: Random) -> dict[str, Any]:
    """A JSON or TOML value with one to three parts spoilt, and perhaps a key that nobody knows."""
    made: Any = spoil(value, rng, VALUES)
    if rng.random() < 0.1:
        made[rng.choice(["", "x", "format", "n", LONG])] = rng.choice(VALUES)
    return made


def as_toml(table: dict[str, Any]) -> bytes:
    """A table as TOML, all that is inside it inline."""
    return "".join(f"{_key(key)} = {_inline(value)}\n" for key, value in table.items()).encode()


def _key(key: str) -> str:
    return json.dumps(key, ensure_ascii=False).replace("\x7f", "\\u007f")


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(str(key))} = {_inline(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_inline, value)) + "]"
    if isinstance(value, float):
        return {"NaN": "nan", "Infinity": "inf", "-Infinity": "-inf"}.get(json.dumps(value), repr(value))
    return '"null"' if value is None else _key(value) if isinstance(value, str) else json.dumps(value)


# --- what is asked of a command, whatever it is given

SECONDS = 60
"""What no command about one small file takes, however busy the machine."""
FLOOD = 400
"""Megabytes by which no refusal makes the process grow."""


@contextmanager
def bounded() -> Iterator[None]:
    """Neither a hang nor a flood of memory."""

    def ring(number: int, frame: object) -> None:
        raise AssertionError("it hangs")

    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    old = signal.signal(signal.SIGALRM, ring)
    signal.alarm(SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, old)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < before + FLOOD * 1024


def check(*words: object, cwd: Path) -> Done:
    """Run a command: accepted, failed as designed, or refused in one line."""
    with bounded():
        done = run_cli(*words, cwd=cwd)
    assert done.returncode in (0, 1, 2), done
    assert "a fault of houserules" not in done.stderr, done.stderr
    assert "Traceback" not in done.stderr, done.stderr
    if done.returncode == 2:
        assert len(done.stderr.splitlines()[-1]) < 2_000, "a line too long to be read"
        assert done.stderr.splitlines()[-1].startswith("simulate: ")
    return done
