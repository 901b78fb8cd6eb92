"""`cute.runtime`: arrays and placeholders to call and compile with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutedsl.driver.call.ahead import load_module
from cutedsl.errors.names.lazy_names import missing_names
from cutedsl.execution.arrays.fake import (
    FakeStream,
    FakeTensor,
    make_fake_compact_tensor,
    make_fake_stream,
    make_fake_tensor,
)
from cutedsl.execution.arrays.runtime_pointer import RuntimePointer, make_ptr, nullptr
from cutedsl.execution.arrays.runtime_tensor import RuntimeTensor, from_dlpack, name_numeric_classes, name_tensor_class
from cutedsl.lang.tensors.pointer import Pointer
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.staging import scalars as _scalars  # makes every numeric class
from cutedsl.staging.operators import CLASS_OF
from cutedsl.types import AddressSpace

name_numeric_classes(CLASS_OF)
name_tensor_class(Tensor)
assert _scalars


_Tensor, _Pointer, _FakeTensor = RuntimeTensor, RuntimePointer, FakeTensor
"""Names that programs use in `isinstance` checks of arguments."""


def find_runtime_libraries(enable_tvm_ffi: bool = False) -> list[str]:
    """The libraries that an exported program needs besides the GPU's driver: none, as its object is self-contained.

    With TVM-FFI that is the framework's own library, which whoever loads the function has.
    Source: CuTe DSL documentation, "Runtime".

    >>> find_runtime_libraries()
    []
    """
    del enable_tvm_ffi
    return []


if not TYPE_CHECKING:
    __getattr__ = missing_names("cute.runtime")


__all__ = [
    "AddressSpace",
    "FakeStream",
    "FakeTensor",
    "Pointer",
    "RuntimePointer",
    "RuntimeTensor",
    "Tensor",
    "find_runtime_libraries",
    "from_dlpack",
    "load_module",
    "make_fake_compact_tensor",
    "make_fake_stream",
    "make_fake_tensor",
    "make_ptr",
    "nullptr",
]
