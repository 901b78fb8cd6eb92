"""Strided loads of shared memory that read the same bytes: one wide load serves them all.

`s[k, tx * 4 + j]` for `j` in 0 to 3 are four loads at distances of one element, each with a stride of four. Each alone
would load the whole row at another alignment, across cache lines, and shuffle its elements out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from xdsl.ir import Operation

from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.memory import access
from cutedsl.codegen.cpu.plan.addresses import WORD, address_form
from cutedsl.codegen.cpu.values import Pointer
from cutedsl.codegen.cpu.wide_accesses import Window
from cutedsl.config import config
from cutedsl.ir.ops.pointer import PtrStoreOp
from cutedsl.ir.types import PtrType

_LOOK_BACK: Final = 200
"""How many ops may lie between two loads that share a window."""
_ANY_TWO_BYTES: Final = 64
"""Machines with registers of this size (AVX-512) have an instruction for any shuffle of two of them."""


def load_strided(e: WarpEmitter, op: Operation, pointer: Pointer, kind: str, size: int) -> str | None:
    """One element a lane from a window, which an earlier load may have made; None where a window does not serve."""
    if e.mask is not None or pointer.space != "smem" or not pointer.offset.lanes.affine:
        return None
    if not config().optimises("windows"):
        return None
    spread = pointer.offset.lanes.spread
    least = min(spread)
    elems = [(x - least) // size for x in spread]
    if any((x - least) % size for x in spread) or not access.reads_a_window(e, elems):
        return None
    unknowns, constant = address_form(op.operands[0])
    key = unknowns, kind, tuple(elems)
    start = constant + least
    window = e.windows.get(key)
    apart = -1 if window is None else (start - window.start) % WORD // size
    if (
        window is None
        or (start - window.start) % size
        or apart + max(elems) >= window.elems
        or not _is_still_valid(window, op)
    ):
        span = access.window_elems(max(elems) + 1)
        place = e.gep(pointer, e.add_offset(pointer, pointer.offset.text, least))
        window = Window(op, start, e.f.op(f"load <{span} x {kind}>, ptr {place}, align {size}"), span)
        apart = 0
    e.windows[key] = replace(window, op=op)
    wide = f"<{window.elems} x {kind}>"
    if _by_fours(e, size, elems):
        return _fourth(e, window.text, wide, kind, apart)
    return _shuffle(e, wide, window.text, "poison", [apart + elem for elem in elems])


def _shuffle(e: WarpEmitter, wide: str, a: str, b: str, elems: Sequence[int]) -> str:
    order = ", ".join(f"i32 {elem}" for elem in elems)
    return e.f.op(f"shufflevector {wide} {a}, {wide} {b}, <{len(elems)} x i32> <{order}>")


def _by_fours(e: WarpEmitter, size: int, elems: Sequence[int]) -> bool:
    """Whether lanes that fill one register read every fourth element, on a machine that shuffles any two registers."""
    fills = e.plan.registers is not None and e.plan.registers.size_bytes == _ANY_TWO_BYTES == e.lanes * size
    return fills and list(elems) == [4 * lane for lane in range(e.lanes)]


def _fourth(e: WarpEmitter, window: str, wide: str, kind: str, first: int) -> str:
    """Every fourth element from `first` on, out of four registers.

    Two registers give half of two neighbouring answers at a time, so that the four answers take eight shuffles. Each by
    itself takes three.
    """
    half, pair = e.lanes // 2, first - first % 2
    parts: list[str] = []
    for start in (pair, pair + 2 * e.lanes):
        parts.append(_shuffle(e, wide, window, "poison", [start + k + 4 * n for k in (0, 1) for n in range(half)]))
    own = half * (first % 2)
    order = [own + n for n in range(half)] + [e.lanes + own + n for n in range(half)]
    return _shuffle(e, f"<{e.lanes} x {kind}>", parts[0], parts[1], order)


def _is_still_valid(window: Window, op: Operation) -> bool:
    """Whether nothing can have written shared memory since the window was loaded, earlier in the same block."""
    before = op.prev_op
    for _ in range(_LOOK_BACK):
        if before is None:
            return False
        if before is window.op:
            return True
        if not _leaves_shared_memory(before):
            return False
        before = before.prev_op
    return False


def _leaves_shared_memory(op: Operation) -> bool:
    if type(op) is PtrStoreOp:
        mlir = op.operands[1].type
        return isinstance(mlir, PtrType) and mlir.space.data in ("rmem", "gmem")
    return op.name.startswith(("arith.", "math.", "cute.vec.", "cute.ptr."))
