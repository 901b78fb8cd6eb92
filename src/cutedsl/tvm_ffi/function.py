"""`options="--enable-tvm-ffi"`: a compiled function that is a `tvm_ffi.Function` too."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import tvm_ffi

from cutedsl.codegen.abi.tvm_ffi import compile_tvm_ffi
from cutedsl.driver.call.compiled import CompiledFunction
from cutedsl.execution.arrays.dlpack import DLPackType, view_memory
from cutedsl.execution.arrays.runtime_tensor import RuntimeTensor, tensor_of
from cutedsl.execution.native_calls.handler import Program
from cutedsl.execution.native_calls.tvm_ffi import TvmFfiHandler, error_kind


class TvmFfiFunction(tvm_ffi.Function):
    """A compiled function that is also a TVM-FFI function: pass it to C++ or Rust, store it, or register it by name.

    A call from Python goes the compiled function's own way, which takes keyword arguments, defaults, tuples and
    dataclasses. It refuses what TVM-FFI does not see (gradients, negative and conjugate views of torch). All other
    calls enter `__tvm_ffi_<name>`: tensors (also plain `DLTensor*`), ints, floats, bools; tuples and the rest go
    through Python. Launches that name no stream go on the environment's: TVM-FFI's where it is set, else torch's
    current one.

    Errors: those of the compiled function; other languages get their text under the builtin class (`TypeError`, ...).
    Source: CuTe DSL documentation, "Compile with TVM FFI"; docs/design/measurements.md.
    """

    # A slot: a call finds the builtin without a Python frame. A class for each function would never be freed, because
    # TVM-FFI remembers the classes that it has seen.
    __slots__ = ("__call__", "compiled")
    compiled: CompiledFunction

    def __tvm_ffi_object__(self) -> TvmFfiFunction:
        """The object that TVM-FFI passes on: this function."""
        return self

    @property
    def artifacts(self) -> Any:
        """Everything the compilation made."""
        return self.compiled.artifacts

    @property
    def executable(self) -> Any:
        """The program in this process."""
        return self.compiled.executable

    @property
    def __ptx__(self) -> str:
        """The kernels as PTX."""
        return self.compiled.__ptx__

    @property
    def __cubin__(self) -> bytes:
        """The kernels assembled for the GPU. Errors: missing-ptxas."""
        return self.compiled.__cubin__

    @property
    def __sass__(self) -> str:
        """The kernels' assembly. Errors: missing-ptxas, missing-nvdisasm."""
        return self.compiled.__sass__

    @property
    def __mlir__(self) -> str:
        """The captured IR."""
        return self.compiled.__mlir__

    def export_to_c(
        self,
        file_path: str = "",
        file_name: str = "",
        function_prefix: str = "",
        *,
        object_file_path: str | None = None,
        function_name: str | None = None,
        gpu_arch: str | None = None,
    ) -> None:
        """As `CompiledFunction.export_to_c`; with a `function_name` an object with the symbol `__tvm_ffi_<name>`.

        The object, linked into a shared library, is a module for `tvm_ffi.load_module` and C++;
        `cute.runtime.load_module` loads it as it is. That of a program for a GPU launches on the GPU where its tensors
        are, on the environment's stream. Errors: not-yet, export-prefix, unsupported-arch.
        """
        if object_file_path is None and function_name is None:
            self.compiled.export_to_c(file_path, file_name, function_prefix, gpu_arch=gpu_arch)
        else:
            self.compiled.export_tvm_ffi(object_file_path or file_path, function_name or "func", gpu_arch)

    def argument_slots(self, args: Sequence[object], kwargs: Mapping[str, object]) -> list[list[int]]:
        """As `CompiledFunction.argument_slots`."""
        return self.compiled.argument_slots(args, kwargs)

    def given(self, args: Sequence[object], kwargs: Mapping[str, object]) -> Any:
        """As `CompiledFunction.given`; without arguments to fix, itself."""
        fixed = self.compiled.given(args, kwargs)
        return self if fixed is self.compiled else fixed


def tvm_ffi_function(compiled: CompiledFunction) -> TvmFfiFunction:
    """The compiled function as a function of TVM-FFI."""
    compiled.add_words_of_tvm_ffi()
    slow = tvm_ffi.convert(_slow(compiled))
    inner = _native(compiled, slow) or slow
    function: Any = TvmFfiFunction.__new__(TvmFfiFunction)
    function.__move_handle_from__(inner)
    function.__call__ = compiled.__call__
    function.compiled = compiled
    return function


def loaded_function(function: Callable[..., None]) -> Any:
    """A function that was loaded from an object, for TVM-FFI; calls enter it through Python."""

    def call(*args: object) -> None:
        try:
            function(*map(_plain, args))
        except Exception as error:  # TVM-FFI knows an error by the name of its class
            raise error_kind(error)(str(error)) from None

    return tvm_ffi.convert(call)


def loaded_library(path: str) -> Any:
    """The module of a shared library with functions of TVM-FFI."""
    return tvm_ffi.load_module(path)


def _native(compiled: CompiledFunction, slow: Any) -> Any:
    """The machine code that reads arguments as TVM-FFI passes them; None where only Python can read them."""
    executable, artifacts = compiled.executable, compiled.artifacts
    if artifacts.call is None or not executable.is_where_arguments_are:
        return None
    name = artifacts.source.host
    program = Program(executable.host, name, executable.launcher, executable.run_at)
    data = compile_tvm_ffi(artifacts.call, name)
    handler = TvmFfiHandler(data, name, program, tvm_ffi.LIB, slow.__chandle__())
    executable.use_streams(handler.streams)
    kept = handler, slow, executable
    return tvm_ffi.Function.__from_extern_c__(handler.address, keep_alive_object=kept)


def _slow(compiled: CompiledFunction) -> Any:
    def call(*args: object) -> None:
        try:
            compiled.call_by_python(*map(_plain, args))
        except Exception as error:  # TVM-FFI knows an error by the name of its class
            raise error_kind(error)(str(error)) from None

    return call


def _borrowed(tensor: Any) -> RuntimeTensor:
    """A tensor that came as a plain `DLTensor*`: it has no object, and TVM-FFI ends the process that exports it."""
    kind = DLPackType(tensor.dtype.type_code, tensor.dtype.bits, tensor.dtype.lanes)
    shape, strides = tuple(tensor.shape), tuple(tensor.strides)
    return tensor_of(view_memory(tensor.data_ptr(), shape, strides, kind, tensor.__dlpack_device__()))


def _plain(value: object) -> object:
    """Containers of TVM-FFI as the tuples that they are made of; pointers as numbers; borrowed tensors as ours."""
    match value:
        case tvm_ffi.Tensor() if not value.__chandle__():
            return _borrowed(value)
        case tvm_ffi.Array() | tvm_ffi.Shape() | tvm_ffi.List():
            return tuple(map(_plain, value))
        case ctypes.c_void_p():
            return value.value or 0
        case _:
            return value
