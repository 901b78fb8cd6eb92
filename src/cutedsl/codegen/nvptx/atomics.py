"""Atomic read-modify-writes: relaxed, in the scope of the device (CUDA's `atomicAdd` and its like)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from xdsl.dialects.builtin import IntegerType, VectorType
from xdsl.ir import Operation

from cutedsl.codegen.llvm.attributes import string
from cutedsl.codegen.llvm.types import is_float, storage_bytes
from cutedsl.codegen.nvptx.emitter import Handler, KernelEmitter, not_yet, type_name
from cutedsl.codegen.nvptx.value_types import value_type
from cutedsl.ir.types import PtrType

_INTEGER: Final = {kind: kind for kind in ("add", "max", "min", "and", "or", "xor")} | {"exch": "xchg"}
_FLOAT: Final = {"add": "fadd", "max": "fmax", "min": "fmin", "exch": "xchg"}
_BITS: Final = frozenset({16, 32, 64})


def _atomic(e: KernelEmitter, op: Operation) -> None:
    """One `atomicrmw`; what the hardware lacks (16-bit integers, float maxima) becomes a compare-and-swap loop."""
    pointer, value = op.operands
    kind, mlir = string(op, "kind"), value.type
    if isinstance(mlir, VectorType):
        raise not_yet(op, "an atomic operation takes one value, not a vector")
    if isinstance(pointer.type, PtrType) and pointer.type.space.data == "rmem":
        raise not_yet(op, "an atomic operation on a thread's own registers does not run on the GPU")
    operation = _FLOAT.get(kind) if is_float(mlir) else _INTEGER[kind] if isinstance(mlir, IntegerType) else None
    if operation is None or 8 * storage_bytes(mlir) not in _BITS:
        raise not_yet(op, f"atomic {kind} of {type_name(mlir)} does not run on the GPU yet")
    where = f'syncscope("device") monotonic, align {storage_bytes(mlir)}'
    e.bind(op, e.f.op(f"atomicrmw {operation} {e.typed(pointer)}, {value_type(mlir)} {e.text(value)} {where}"))


ATOMICS: Final[Mapping[str, Handler]] = MappingProxyType({"cute.atomic": _atomic})
