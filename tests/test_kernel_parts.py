"""What only kernels call is a part of them; what Python calls is machine code."""

from __future__ import annotations

from pathlib import Path

import numba
import pytest
from builders import run_python

from rules.kernel import INTERPRETED, kernel
from rules.kernel_parts import Dispatcher, PartCode

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")


@kernel
def half(x: float) -> float:
    """What the other calls."""
    return x // 2


@kernel
def quarter(x: float) -> float:
    """Calls the one."""
    return half(half(x))


@kernel
def countdown(x: int) -> int:
    """Calls itself."""
    return 0 if x == 0 else 1 + countdown(x - 1)


@kernel
def twice(x: int) -> int:
    """Calls one that calls itself."""
    return 2 * countdown(x)


@kernel
def refuse(x: int) -> int:
    """Raises what it is called with."""
    if x > 2:
        raise ValueError("refused", x)
    return x


@kernel
def asks(x: int) -> int:
    """Calls one that raises."""
    return refuse(x)


def test_what_only_kernels_call_is_no_machine_code() -> None:
    """Python calls `outer`: `inner` is typed once for it, and there is no object of it."""
    inner = Dispatcher(lambda x: x // 2, targetoptions={})
    outer = Dispatcher(lambda x: inner(inner(x)), targetoptions={})
    assert outer(20) == 5
    assert [type(made.library) for made in inner.part.overloads.values()] == [PartCode]
    assert not inner.overloads
    assert not outer.part.overloads
    assert len(outer.overloads) == 1


def test_python_may_call_it_later() -> None:
    assert quarter(20) == 5
    assert half(9) == 4
    assert half(x=9) == 4
    assert half(9.0) == 4.0, "another type is another version"
    assert quarter(9.0) == 2.0


def test_a_kernel_may_call_itself() -> None:
    assert twice(20) == 40
    assert countdown(3) == 3


def test_what_a_part_raises_is_raised() -> None:
    """With what is known only when it runs: that goes by the constants of the part."""
    assert asks(2) == 2
    with pytest.raises(ValueError, match=r"refused.*7"):
        asks(7)


def test_a_plain_function_of_numba_may_call_kernels() -> None:
    outside = numba.njit(lambda x: quarter(x) + 1)
    assert outside(20) == 6


def test_parts_are_kept_for_other_kernels(tmp_path: Path) -> None:
    """A second process makes another kernel of the parts that the first one typed."""
    source = """
from rules.kernel import kernel

@kernel
def half(x):
    if x < 0:
        raise ValueError("below zero", x)
    return x // 2

@kernel
def quarter(x):
    return half(half(x))

@kernel
def eighth(x):
    return half(quarter(x))
"""
    (tmp_path / "three.py").write_text(source, encoding="utf-8")

    tell = """
import os
import rules.kernel  # once for all, each of which is a process of its own
def tell(name, x):
    if os.fork():
        assert os.wait()[1] == 0
        return
    import three
    try:
        answer = getattr(three, name)(x)
    except ValueError as error:
        answer = error.args
    hits = three.half.compiled.part.stats, three.eighth.compiled.stats
    print(answer, *(sum(stats.cache_hits.values()) for stats in hits), flush=True)
    os._exit(0)
for name, x in ("quarter", 40), ("eighth", 40), ("eighth", 40), ("eighth", -8):
    tell(name, x)
"""
    cache = str(tmp_path / "cache")
    told = run_python(tell, tmp_path, HOUSERULES_CACHE=cache, NUMBA_CACHE_DIR=None, PYTHONPATH=str(tmp_path))
    assert told.splitlines() == ["10 0 0", "5 1 0", "5 0 1", "('below zero', -8) 0 1"]
