"""Varying addresses that are contiguous for some neighbouring lanes: rows whose stride only the call knows.

`x[tidx // 16, tidx % 16]` of a tensor with a dynamic stride is two runs of 16 lanes a warp: two vector accesses where a
gather asks for 32 elements. What is known of such an address is found from the ops that compute it, at the access.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xdsl.ir import Operation, SSAValue

from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.lanes import Lanes
from cutedsl.codegen.cpu.values import Pointer
from cutedsl.codegen.llvm.types import storage_bytes
from cutedsl.ir.types import PtrType

_RUNS: Final = (16, 8)
_DEPTH: Final = 12
"""How many ops back the runs of a value are followed."""


def run_lanes(e: WarpEmitter, pointer: SSAValue, size_bytes: int) -> int:
    """How many neighbouring lanes access contiguous elements at a varying place; 0 where that is not known."""
    if e.mask is not None:
        return 0
    for lanes in _RUNS:
        if lanes < e.lanes and _apart(e, pointer, lanes, _DEPTH) == [
            lane % lanes * size_bytes for lane in range(e.lanes)
        ]:
            return lanes
    return 0


def load_runs(e: WarpEmitter, pointer: Pointer, kind: str, size: int, lanes: int) -> str:
    """One element a lane, each run loaded as a vector."""
    vector, places = f"<{lanes} x {kind}>", _places(e, pointer, lanes)
    if pointer.space == "gmem" and e.loop_depth:  # a tile's rows go on where the next turn of the loop reads
        e.module.declare("void @llvm.prefetch.p0(ptr, i32, i32, i32)")
        for place in places:
            ahead = e.f.op(f"getelementptr i8, ptr {place}, i64 {lanes * size}")
            e.f.do(f"call void @llvm.prefetch.p0(ptr {ahead}, i32 0, i32 3, i32 1)")
    return e.concatenated([e.f.op(f"load {vector}, ptr {place}, align {size}") for place in places], kind, lanes)


def store_runs(e: WarpEmitter, pointer: Pointer, kind: str, size: int, vector: str, lanes: int) -> None:
    """The inverse of `load_runs`; runs are stored in the order of the lanes, so that of an overlap the last stays."""
    full = f"<{e.lanes} x {kind}>"
    for first, place in zip(range(0, e.lanes, lanes), _places(e, pointer, lanes), strict=True):
        order = ", ".join(f"i32 {first + lane}" for lane in range(lanes))
        run = e.f.op(f"shufflevector {full} {vector}, {full} poison, <{lanes} x i32> <{order}>")
        e.f.do(f"store <{lanes} x {kind}> {run}, ptr {place}, align {size}")


def _places(e: WarpEmitter, pointer: Pointer, lanes: int) -> list[str]:
    kind, vector = f"<{e.lanes} x {pointer.offset_type}>", e.offset_vector(pointer)
    starts = [e.f.op(f"extractelement {kind} {vector}, i32 {first}") for first in range(0, e.lanes, lanes)]
    return [e.gep(pointer, start) for start in starts]


def _apart(e: WarpEmitter, value: SSAValue, lanes: int, depth: int) -> list[int] | None:
    """How far each lane's number is from that of its run's first lane, modulo the width; None where unknown."""
    shape = e.shapes[value]
    if not isinstance(shape, Lanes):
        return None
    if not shape.varying:
        spread = shape.spread
        return [spread[lane] - spread[lane - lane % lanes] for lane in range(e.lanes)]
    op = value.owner
    if not depth or not isinstance(op, Operation):
        return None
    if op.name not in ("arith.addi", "arith.muli", "arith.extsi", "arith.extui", "cute.ptr.add", "cute.ptr.cast"):
        return None
    found = [_apart(e, operand, lanes, depth - 1) for operand in op.operands]
    operands = [one for one in found if one is not None]
    return _combined(op, operands) if len(operands) == len(found) else None


def _combined(op: Operation, operands: Sequence[list[int]]) -> list[int] | None:
    match op.name:
        case "arith.addi":
            return [a + b for a, b in zip(*operands, strict=True)]
        case "cute.ptr.add":
            mlir = op.operands[0].type
            assert isinstance(mlir, PtrType)
            size = storage_bytes(mlir.element)
            return [a + b * size for a, b in zip(*operands, strict=True)]
        case "cute.ptr.cast":
            return operands[0]
        case _:  # products and wider numbers are equal where what they are made of is
            return None if any(any(one) for one in operands) else operands[0]
