"""Sets as the bits of an integer: how many there are, and the lowest one."""

from __future__ import annotations

from typing import Any

from rules.extending import for_numba


def count_bits(mask: int) -> int:
    """How many bits of `mask` are set; `mask` is not negative."""
    return int(mask).bit_count()


def lowest_bit(mask: int) -> int:
    """The number of the lowest bit that is set; `mask` is positive."""
    return (int(mask) & -int(mask)).bit_length() - 1


@for_numba
def _compiled() -> None:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic, overload

    @intrinsic  # type: ignore[untyped-decorator]
    def count(typing_context: Any, mask: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.int64), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def lowest(typing_context: Any, mask: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), generate

    @overload(count_bits)
    def compiled_count(mask):  # type: ignore[no-untyped-def]
        return lambda mask: count(mask)

    @overload(lowest_bit)
    def compiled_lowest(mask):  # type: ignore[no-untyped-def]
        return lambda mask: lowest(mask)
