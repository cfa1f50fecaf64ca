"""Kernels that take in those that they call, and only then become machine code.

Numba optimises each function that it compiles, and makes machine code of it, for Python to call: with
all that it calls, which was optimised before. So the innermost is done again for each that leads to it.
Most kernels are called by kernels alone. As a part of those it is enough to type and to lower them once;
what Python calls is then optimised as a whole. Castle compiles in a third of the time.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import llvmlite.binding as llvm
import numpy as np
from numba import types
from numba.core import cgutils, compiler
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.registry import CPUDispatcher
from numba.experimental.function_type import FunctionModel
from numba.extending import NativeValue, register_model, unbox

from rules.kernel_target import KernelCompiler
from rules.kernel_types import type_of


class PartCode(JITCodeLibrary):  # type: ignore[misc]
    """Code that others take in: linked with what it calls, but not optimised, and no machine code."""

    @classmethod
    def read(cls, codegen: Any, name: str, bitcode: bytes) -> PartCode:
        """The code that was kept."""
        code = cls(codegen, name)
        code._final_module = llvm.parse_bitcode(bitcode)
        code._finalize_final_module()
        return code

    def serialize_using_object_code(self) -> Any:
        """What is kept: there is no object."""
        return self.serialize_using_bitcode()

    def _optimize_final_module(self) -> None:
        """Nothing: that is done where it has been taken in."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class _PartCompiler(KernelCompiler):
    """Types and lowers a function, without what Python would call it by."""

    def compile_extra(self, function: Callable[..., Any]) -> Any:
        """The part; its code is what others know it by."""
        state = self.state
        state.flags.no_compile = state.flags.no_cpython_wrapper = state.flags.no_cfunc_wrapper = True
        state.library = PartCode(state.targetctx.codegen(), function.__qualname__)
        made = super().compile_extra(function)
        state.targetctx.insert_user_function(made.library, made.fndesc, [made.library])
        return made._replace(entry_point=made.library)


class _Part(CPUDispatcher):  # type: ignore[misc]
    """A function as kernels call it."""

    def __init__(self, kernel: Dispatcher) -> None:
        super().__init__(kernel.py_func, targetoptions=kernel.targetoptions, pipeline_class=_PartCompiler)

    def add_overload(self, made: Any) -> None:
        """Note a version, without an entry for Python."""
        self.overloads[tuple(made.signature.args)] = made


class Dispatcher(CPUDispatcher):  # type: ignore[misc]
    """A function as Python calls it; kernels that call it take in its part."""

    part_cache: Callable[[], FunctionCache] | None = None
    """Makes what keeps the versions of the part."""

    def __init__(self, function: Callable[..., Any], targetoptions: dict[str, Any]) -> None:
        options = {"nopython": True, **targetoptions}
        super().__init__(function, targetoptions=options, pipeline_class=KernelCompiler)

    @cached_property
    def part(self) -> _Part:
        """What kernels take in, made when the first is compiled."""
        part = _Part(self)
        if self.part_cache is not None:
            part._cache = self.part_cache()
        return part

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """What a call from a kernel is typed by; a version that was asked for by its signature is called."""
        if not self._can_compile:
            return super().get_call_template(args, kws)
        return self.part.get_call_template(args, kws)

    def get_overload(self, sig: Any) -> Any:
        """What a call from a kernel leads to."""
        return super().get_overload(sig) if not self._can_compile else self.part.get_overload(sig)

    def disable_compile(self, val: bool = True) -> None:
        """There will be no other version: now kernels can be handed this one."""
        super().disable_compile(val)
        (made,) = self.overloads.values()
        self.address = made.library.get_pointer_to_function(made.fndesc.llvm_func_name)

    def typeof_pyval(self, value: Any) -> Any:
        """Numba's type of an argument, which it keeps while the call lasts."""
        if not isinstance(value, tuple | np.record):
            return super().typeof_pyval(value)
        kind = type_of(value)
        self._types_active_call.add(kind)
        return kind

    def get_function_type(self) -> Any:
        """The type by which kernels are handed it; None if it can have several versions."""
        found = super().get_function_type()
        return found and Handed(found.signature)

    @property
    def is_compiling(self) -> Any:
        """Whether a version is being compiled: then a call to it is a recursion."""
        return super().is_compiling or self.part.is_compiling

    def add_overload(self, made: Any) -> None:
        """Note a version that Python can call, and give what it took in the constants of their own."""
        super().add_overload(made)
        for environment in made._find_referenced_environments():
            made.codegen.set_env(environment.env_name, environment)


class StoredPart(CompileResultCacheImpl):  # type: ignore[misc]
    """How parts are kept: by what machine code is made of, beside the kernels."""

    def get_filename_base(self, fullname: str, abiflags: str) -> str:
        """What the names of a part's files begin with."""
        return f"part-{super().get_filename_base(fullname, abiflags)}"

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        """A part that was kept."""
        (name, _, bitcode), described, environment, signature, _, _, types, reloads, environments = payload
        for reload in reloads:
            reload()
        code = PartCode.read(target_context.codegen(), name, bitcode)
        return compiler.compile_result(
            target_context=target_context,
            typing_context=target_context.typing_context,
            library=code,
            environment=environment,
            entry_point=code,
            fndesc=described,
            type_annotation=types,
            signature=signature,
            objectmode=False,
            lifted=(),
            reload_init=reloads,
            referenced_envs=environments,
        )


# --- functions that kernels are handed are taken over without running Python
#
# Of a kernel that a kernel is handed, as a user's policy, Numba looks up two addresses: 0.2 ms for each call
# with a desk. Nor does it look whether that was interrupted: Ctrl-C in the midst of it was lost, or crashed
# the process.


class Handed(types.FunctionType):  # type: ignore[misc]
    """Numba's type of a kernel with one version as others get it."""


register_model(Handed)(FunctionModel)


@unbox(Handed)  # type: ignore[untyped-decorator]
def _address_of(kind: Handed, kernel: Any, c: Any) -> NativeValue:
    function = cgutils.create_struct_proxy(kind)(c.context, c.builder)
    number = c.pyapi.object_getattr_string(kernel, "address")
    function.jit_addr = c.pyapi.long_as_voidptr(number)
    c.pyapi.decref(number)
    return NativeValue(function._getvalue())
