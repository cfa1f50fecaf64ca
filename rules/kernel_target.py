"""What kernels are compiled for: Numba's processor, but for indices, and records that Python hands over.

It stands beside Numba's own target and shares what that knows: what a user compiles in the same process is
compiled as Numba does.
"""

from __future__ import annotations

import operator
from typing import Any, ClassVar

from llvmlite import ir
from numba import types
from numba.core.compiler import Compiler
from numba.core.cpu import CPUContext
from numba.core.pythonapi import PythonAPI


class KernelTarget(CPUContext):  # type: ignore[misc]
    """Numba's target with indices that count from the start, and with `_KernelAPI`."""

    _internal: ClassVar[dict[Any, Any]] = {}
    """Helpers of Numba that were compiled for it."""

    @classmethod
    def beside(cls, target: CPUContext) -> KernelTarget:
        """One that shares with Numba's `target` all but compiled helpers, as its subtargets share it."""
        made: KernelTarget = cls.__new__(cls)
        made.__dict__.update(vars(target))
        made.cached_internal_func = cls._internal
        return made

    def get_function(self, function: Any, signature: Any, _firstcall: bool = True) -> Any:
        """How a call is lowered: an index of an array in a record as an unsigned number.

        Numba asks of each signed index whether it is negative and counts from the end, as Python does.
        Kernels have no such index: taken as unsigned, none is asked. Random games of Carcassonne gained 20 %.
        A negative index by mistake reads garbage, as one beyond the end does: `NUMBA_BOUNDSCHECK=1` finds it,
        and tests interpreted.
        """
        verb = getattr(function, "typing_key", function)
        if not _is_index(verb, signature.args):
            return super().get_function(function, signature, _firstcall)
        array, index, *others = signature.args
        unsigned = signature.replace(args=(array, _unsigned(index), *others))
        lower = super().get_function(verb, unsigned, _firstcall)

        def lowered(builder: Any, values: Any, loc: Any = None) -> Any:
            base, at, *rest = values
            return lower(builder, (base, self.cast(builder, at, index, unsigned.args[1]), *rest), loc)

        return lowered

    def get_python_api(self, builder: Any) -> PythonAPI:
        """What asks Python for the values of arguments."""
        return _KernelAPI(self, builder)


def _is_index(verb: Any, args: tuple[Any, ...]) -> bool:
    """Whether an item of an array in a record is read or written, by one number or several."""
    if verb is not operator.getitem and verb is not operator.setitem:
        return False
    return isinstance(args[0], types.NestedArray) and isinstance(args[1], types.Integer | types.BaseTuple)


def _unsigned(index: Any) -> Any:
    """The type of an index with unsigned numbers in place of numbers."""
    if isinstance(index, types.Integer):
        return types.uintp
    return types.Tuple(list(map(_unsigned, index))) if isinstance(index, types.BaseTuple) else index


class _KernelAPI(PythonAPI):  # type: ignore[misc]
    """Takes the bytes of a record without running Python.

    Numba asks NumPy's records for them, which are written in Python. Nor does it look whether that was
    interrupted: Ctrl-C in the midst of it was lost, or crashed the process.
    """

    def extract_record_data(self, record: Any, buffer: Any) -> Any:
        """The address of a record's bytes; null if it has none."""
        takes = ir.FunctionType(ir.IntType(32), (self.pyobj, buffer.type, ir.IntType(32)))
        take = self._get_function(takes, name="PyObject_GetBuffer")
        self.builder.call(take, (record, buffer, ir.IntType(32)(0)))
        return self.builder.load(self.builder.bitcast(buffer, self.voidptr.as_pointer()))


class KernelCompiler(Compiler):  # type: ignore[misc]
    """Numba's compiler for `KernelTarget`."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.state.targetctx = KernelTarget.beside(self.state.targetctx)
