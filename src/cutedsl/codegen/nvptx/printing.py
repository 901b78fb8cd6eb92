"""Printing and traps on the device, through CUDA's `vprintf` and `__assertfail`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from xdsl.dialects.builtin import IntegerType
from xdsl.ir import Operation, SSAValue

from cutedsl.codegen.llvm.attributes import position, string
from cutedsl.codegen.llvm.types import is_float, vector_size
from cutedsl.codegen.nvptx.emitter import Handler, KernelEmitter, not_yet, type_name
from cutedsl.codegen.nvptx.value_types import value_type
from cutedsl.ir.types import PtrType


def _promoted(e: KernelEmitter, op: Operation, value: SSAValue) -> tuple[str, str]:
    """C's promotion of a variadic argument: (type, text)."""
    mlir, text = value.type, e.text(value)
    kind = value_type(mlir)
    if isinstance(mlir, PtrType):
        return "ptr", text if kind == "ptr" else e.f.op(f"addrspacecast {kind} {text} to ptr")
    if vector_size(mlir) == 0 and is_float(mlir):
        return "double", text if kind == "double" else e.f.op(f"fpext {kind} {text} to double")
    if isinstance(mlir, IntegerType):
        if mlir.width.data >= 32:
            return kind, text
        return "i32", e.f.op(f"{'zext' if mlir.width.data == 1 else 'sext'} {kind} {text} to i32")
    raise not_yet(op, f"a value of type {type_name(mlir)} cannot be printed on the GPU yet")


def _vprintf(e: KernelEmitter, text: str, arguments: Sequence[tuple[str, str]]) -> None:
    """Calls `vprintf(format, pointer to the arguments laid out as a C struct)`."""
    buffer = "null"
    if arguments:
        layout = "{ " + ", ".join(kind for kind, _ in arguments) + " }"
        buffer = e.alloca(layout, 8)
        for index, (kind, value) in enumerate(arguments):
            place = e.f.op(f"getelementptr {layout}, ptr {buffer}, i32 0, i32 {index}")
            e.f.do(f"store {kind} {value}, ptr {place}")
    e.call("i32", "vprintf", ("ptr", e.module.string(text)), ("ptr", buffer))


def _print(e: KernelEmitter, op: Operation) -> None:
    _vprintf(e, string(op, "format"), [_promoted(e, op, value) for value in op.operands])


def _trap(e: KernelEmitter, op: Operation) -> None:
    """CUDA's failed assertion: the driver prints message, place, block and thread, and the launch ends in an error."""
    file, line, _ = position(op)
    texts = [("ptr", e.module.string(text)) for text in (string(op, "message"), file or "kernel", "kernel")]
    e.call("void", "__assertfail", *texts[:2], ("i32", str(line)), texts[2], ("i64", "1"))


PRINTING: Final[Mapping[str, Handler]] = MappingProxyType({"cute.print": _print, "cute.trap": _trap})
