"""Varying addresses that are contiguous for some neighbouring lanes: rows whose stride only the call knows.

`x[tidx // 16, tidx % 16]` of a tensor with a dynamic stride is two runs of 16 lanes a warp: two vector accesses where a
gather asks for 32 elements. `x[tidx // 16, k]` is two elements, and `x[tidx % 16, k]` sixteen, each for two lanes. What
is known of such an address is found from the ops that compute it, at the access.
"""

from __future__ import annotations

from dataclasses import replace

from xdsl.ir import Operation, SSAValue

from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.plan.addresses import DEPTH
from cutedsl.codegen.cpu.plan.distances import RUNS, is_followed, is_run, lane_distances, run_distances
from cutedsl.codegen.cpu.values import Pointer
from cutedsl.codegen.llvm.types import scalar_type, storage_bytes
from cutedsl.config import config
from cutedsl.ir.ops.pointer import PtrAddOp
from cutedsl.ir.types import PtrType


def with_runs(e: WarpEmitter, value: SSAValue, pointer: Pointer, size_bytes: int, *, loads: bool) -> Pointer:
    """The pointer with its runs, where neighbouring lanes are known to access contiguous elements, or to load one."""
    if e.mask is not None or not e.lanes or pointer.word_bytes or not pointer.offset.lanes.varying:
        return pointer
    if not config().optimises("lane-runs"):
        return pointer
    for lanes in RUNS:
        found = run_distances(e.plan.shapes, value, lanes, e.lanes)
        if is_run(found, lanes, size_bytes):
            return replace(pointer, runs=run_starts(e, value, lanes))
        if loads and found is not None and not any(found):
            return replace(pointer, runs=run_starts(e, value, lanes), alike=True)
    return pointer


def period(e: WarpEmitter, value: SSAValue, pointer: Pointer) -> int:
    """After how many lanes the places are known to be the first ones again; 0 where they are not."""
    if e.mask is not None or not pointer.offset.lanes.varying:
        return 0
    for lanes in reversed(RUNS):
        others = [lane % lanes for lane in range(e.lanes)]
        found = lane_distances(e.plan.shapes, value, others) if lanes < e.lanes else None
        if found is not None and not any(found):
            return lanes
    return 0


def run_starts(e: WarpEmitter, value: SSAValue, lanes: int) -> tuple[str, ...]:
    """Where each run of so many lanes starts."""
    return tuple(_value_of_lane(e, value, first, DEPTH) for first in range(0, e.lanes, lanes))


def load_runs(e: WarpEmitter, pointer: Pointer, kind: str, size: int) -> str:
    """One element a lane, each run loaded as a vector."""
    lanes = e.lanes // len(pointer.runs)
    vector, places = f"<{lanes} x {kind}>", [e.gep(pointer, start) for start in pointer.runs]
    if pointer.alike:
        return e.concatenated([_repeated(e, place, kind, size, lanes) for place in places], kind, lanes)
    if pointer.space == "gmem" and e.loop_depth:  # a tile's rows go on where the next iteration of the loop reads
        e.module.declare("void @llvm.prefetch.p0(ptr, i32, i32, i32)")
        for place in places:
            ahead = e.f.op(f"getelementptr i8, ptr {place}, i64 {lanes * size}")
            e.f.do(f"call void @llvm.prefetch.p0(ptr {ahead}, i32 0, i32 3, i32 1)")
    return e.concatenated([e.f.op(f"load {vector}, ptr {place}, align {size}") for place in places], kind, lanes)


def _repeated(e: WarpEmitter, place: str, kind: str, size: int, lanes: int) -> str:
    """One element for so many lanes."""
    vector = f"<{lanes} x {kind}>"
    one = e.f.op(f"insertelement {vector} poison, {kind} {e.f.op(f'load {kind}, ptr {place}, align {size}')}, i32 0")
    return e.f.op(f"shufflevector {vector} {one}, {vector} poison, <{lanes} x i32> zeroinitializer")


def store_runs(e: WarpEmitter, pointer: Pointer, kind: str, size: int, vector: str) -> None:
    """The inverse of `load_runs`; runs are stored in the order of the lanes, so that of an overlap the last stays."""
    lanes, full = e.lanes // len(pointer.runs), f"<{e.lanes} x {kind}>"
    for index, start in enumerate(pointer.runs):
        order = ", ".join(f"i32 {index * lanes + lane}" for lane in range(lanes))
        run = e.f.op(f"shufflevector {full} {vector}, {full} poison, <{lanes} x i32> <{order}>")
        e.f.do(f"store <{lanes} x {kind}> {run}, ptr {e.gep(pointer, start)}, align {size}")


def _value_of_lane(e: WarpEmitter, value: SSAValue, lane: int, depth: int) -> str:
    """The number (of a pointer the byte offset) that a lane has, computed by scalars as far as possible."""
    found, f = e.env[value], e.f
    assert not isinstance(found, tuple)
    val, kind = (found.offset, found.offset_type) if isinstance(found, Pointer) else (found, scalar_type(value.type))
    if not val.lanes.varying:
        apart = val.lanes.spread[lane]
        return f.op(f"add {kind} {val.text}, {apart}") if apart else val.text
    op = value.owner
    if not (depth and isinstance(op, Operation) and is_followed(op) and all(x in e.env for x in op.operands)):
        return f.op(f"extractelement <{e.lanes} x {kind}> {val.text}, i32 {lane}")
    texts = [_value_of_lane(e, operand, lane, depth - 1) for operand in op.operands]
    kinds = [_kind_of(e, operand) for operand in op.operands]
    if type(op) is PtrAddOp:
        assert isinstance(op.operands[0].type, PtrType)
        step = _resized(e, texts[1], kinds[1], kind, "sext")
        size = storage_bytes(op.operands[0].type.element)
        return f.op(f"add {kind} {texts[0]}, {f.op(f'mul {kind} {step}, {size}')}")
    if len(texts) == 1:
        return _resized(e, texts[0], kinds[0], kind, "zext" if op.name == "arith.extui" else "sext")
    return f.op(f"{'add' if op.name == 'arith.addi' else 'mul'} {kind} {texts[0]}, {texts[1]}")


def _kind_of(e: WarpEmitter, value: SSAValue) -> str:
    found = e.env[value]
    return found.offset_type if isinstance(found, Pointer) else scalar_type(value.type)


def _resized(e: WarpEmitter, text: str, have: str, want: str, extend: str) -> str:
    if have == want or not text.startswith("%"):
        return text
    return e.f.op(f"{extend if int(have[1:]) < int(want[1:]) else 'trunc'} {have} {text} to {want}")
