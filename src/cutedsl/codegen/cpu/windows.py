"""Strided loads of shared memory that read the same bytes: one wide load serves them all.

`s[k, tx * 4 + j]` for `j` in 0 to 3 are four loads at distances of one element, each with a stride of four. Each alone
would load the whole row at another alignment, across cache lines, and shuffle its elements out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Operation, SSAValue

from cutedsl.codegen.cpu import access
from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.values import Pointer
from cutedsl.codegen.llvm.attributes import attribute
from cutedsl.codegen.llvm.types import bit_width, storage_bytes
from cutedsl.errors.frozen import frozen
from cutedsl.ir.types import PtrType

_LOOK_BACK: Final = 200
"""How many ops may lie between two loads that share a window."""
_DEPTH: Final = 12
_WORD_BITS: Final = 32
WORD: Final = 1 << _WORD_BITS
"""Addresses are told apart modulo this."""
_ANY_TWO_BYTES: Final = 64
"""Machines with registers of this size (AVX-512) have an instruction for any shuffle of two of them."""

Form = tuple[frozenset[tuple[SSAValue, int]], int]
"""An address modulo 2**32: the coefficients of its unknowns, and a constant."""


@frozen
class Window:
    """A wide load: the last op known to have seen it intact, its constant, its text, and how many elements it has."""

    op: Operation
    start: int
    text: str
    elems: int


def load_strided(e: WarpEmitter, op: Operation, pointer: Pointer, kind: str, size: int) -> str | None:
    """One element a lane from a window, which an earlier load may have made; None where a window does not serve."""
    if e.mask is not None or pointer.space != "smem" or not pointer.offset.lanes.affine:
        return None
    spread = pointer.offset.lanes.spread
    least = min(spread)
    elems = [(x - least) // size for x in spread]
    if any((x - least) % size for x in spread) or not access.reads_a_window(e, elems):
        return None
    unknowns, constant = address_form(op.operands[0], _DEPTH)
    key = unknowns, kind, tuple(elems)
    start = constant + least
    window = e.windows.get(key)
    apart = -1 if window is None else (start - window.start) % WORD // size
    if window is None or (start - window.start) % size or apart + max(elems) >= window.elems or not _holds(window, op):
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
    fills = e.registers is not None and e.registers.size_bytes == _ANY_TWO_BYTES == e.lanes * size
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


def _holds(window: Window, op: Operation) -> bool:
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
    if op.name == "cute.ptr.store":
        mlir = op.operands[1].type
        return isinstance(mlir, PtrType) and mlir.space.data in ("rmem", "gmem")
    return op.name.startswith(("arith.", "math.", "cute.vec.", "cute.ptr."))


def address_form(value: SSAValue, depth: int) -> Form:
    """A value as a sum of multiples of unknowns, modulo 2**32, where widening and narrowing change nothing."""
    op = value.owner
    if not depth or not isinstance(op, Operation):
        return frozenset({(value, 1)}), 0
    match op.name:
        case "arith.constant":
            number = attribute(op, "value")
            if isinstance(number, IntegerAttr):
                return frozenset(), number.value.data
        case "arith.addi":
            return _sum(address_form(op.operands[0], depth - 1), address_form(op.operands[1], depth - 1), 1)
        case "cute.ptr.add":
            mlir = op.operands[0].type
            assert isinstance(mlir, PtrType)
            return _sum(
                address_form(op.operands[0], depth - 1),
                address_form(op.operands[1], depth - 1),
                storage_bytes(mlir.element),
            )
        case "arith.muli":
            (unknowns, factor), other = address_form(op.operands[1], depth - 1), address_form(op.operands[0], depth - 1)
            if not unknowns:
                return _sum((frozenset(), 0), other, factor)
        case "cute.ptr.cast":
            return address_form(op.operands[0], depth - 1)
        case "arith.extsi" | "arith.trunci":
            if min(bit_width(x.type) for x in (op.operands[0], op.results[0])) >= _WORD_BITS:
                return address_form(op.operands[0], depth - 1)
        case _:
            pass
    return frozenset({(value, 1)}), 0


def _sum(a: Form, b: Form, factor: int) -> Form:
    """`a + factor * b`."""
    total = dict(a[0])
    for unknown, times in b[0]:
        total[unknown] = (total.get(unknown, 0) + factor * times) % WORD
    return frozenset(item for item in total.items() if item[1]), (a[1] + factor * b[1]) % WORD
