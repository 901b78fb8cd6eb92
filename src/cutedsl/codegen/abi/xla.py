"""An XLA custom call around a host function: a table, and C that walks it (`native/xla`).

Interface: `arch/abi/xla.py`.
"""

from __future__ import annotations

from typing import Final

from cutedsl.arch.abi.xla import DTYPES, STATE_SUFFIX
from cutedsl.codegen.abi.constants import state_text, words_text
from cutedsl.codegen.llvm.compile import compile_native
from cutedsl.codegen.llvm.runtime import declared_once
from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.native import built_text
from cutedsl.native.structures import structure

_HANDLER_STATE: Final = structure("HandlerState")

_TEXT: Final = declared_once(built_text("xla"))


@frozen
class XlaBuffer:
    """An operand or result: XLA's element type, the slot of its address, what the address must be a multiple of."""

    dtype_code: int
    slot: int
    align_bytes: int


@frozen
class XlaCall:
    """One custom call: the slots as far as they are known, buffers in XLA's order, the slot of the stream if any."""

    slots: tuple[int, ...]
    operands: tuple[XlaBuffer, ...]
    results: tuple[XlaBuffer, ...]
    stream_slot: int | None
    version: tuple[int, int]


def dtype_code(name: str) -> int:
    """XLA's number of an element type. Errors: argument-unsupported."""
    if name not in DTYPES:
        raise fail("argument-unsupported", f"XLA has no element type for {name}")
    return DTYPES[name]


def compile_xla(call: XlaCall, name: str) -> bytes:
    """The object with the handler `name`."""
    return compile_native(xla_text(call, name), more=_TEXT).data


def xla_text(call: XlaCall, name: str) -> str:
    """LLVM text that defines the handler `name` and its state, which holds the host function's address."""
    stream = -1 if call.stream_slot is None else call.stream_slot
    table = [len(call.operands), len(call.results), stream, *call.version]
    for buffer in (*call.operands, *call.results):
        table += [buffer.dtype_code, buffer.slot, buffer.align_bytes]
    slots = [word if word < 2**63 else word - 2**64 for word in call.slots]
    count = max(1, len(slots))
    return f"""
declare ptr @cute.xla(ptr, ptr, ptr, ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
{words_text("xla.slots", slots)}
{words_text("xla.table", table)}
{state_text(name + STATE_SUFFIX, _HANDLER_STATE)}
define ptr @"{name}"(ptr %frame) {{
  %slots = alloca [{count} x i64], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr %slots, ptr @xla.slots, i64 {8 * count}, i1 0)
  %error = call ptr @cute.xla(ptr %frame, ptr @"{name}{STATE_SUFFIX}", ptr @xla.table, ptr %slots)
  ret ptr %error
}}
"""
