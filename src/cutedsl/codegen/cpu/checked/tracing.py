"""Instrumentation for timelines: records the operations that order warps."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects.builtin import i32
from xdsl.ir import Operation, SSAValue

from cutedsl.arch.abi.check import ASKS, CAME, CONTEXT, PASSED, TRACED, Event
from cutedsl.codegen.cpu.checked.checks import note_lanes
from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.values import Pointer
from cutedsl.codegen.llvm.attributes import integer, string
from cutedsl.ir.facts import facts
from cutedsl.ir.ops.simt import BarrierOp
from cutedsl.ir.ops.sync import BarrierArriveOp
from cutedsl.ir.ops.tma import BulkCopyOp, TmaTileOp


def told(e: WarpEmitter, op: Operation, rule: Callable[[WarpEmitter, Operation], None]) -> None:
    """Writes an op by its rule, and its report."""
    if facts(op).waits is not None:  # the warp may be suspended: reported when it comes, too
        _report_operation(e, op, passed=False)
    rule(e, op)
    _report_operation(e, op, passed=True)


def ask_for_turn(e: WarpEmitter, op: Operation, give_turn: Callable[[], None]) -> None:
    """Asks the checker before an op whether the warp may go on, if it steers; until then others have their turns."""
    f = e.f
    ask, wait, on = f.label("ask"), f.label("held"), f.label("on")
    f.branch_if(f.op(f"icmp ugt i32 {_flag(e)}, {TRACED}"), ask, on)
    f.begin(ask)
    splats, e.splats = e.splats, dict(e.splats)
    held = _report(e, op, ASKS)
    f.branch_if(f.op(f"icmp ne i32 {held}, 0"), wait, on)
    f.begin(wait)
    give_turn()
    f.branch(ask)
    f.begin(on)
    e.splats = splats


def _flag(e: WarpEmitter) -> str:
    at = e.f.op(f"getelementptr i8, ptr %ck, i64 {CONTEXT['traced']}")
    return e.f.op(f"load i32, ptr {at}, align 4")


def _report_operation(e: WarpEmitter, op: Operation, *, passed: bool) -> None:
    """Calls the checker's report function, if operations are traced."""
    f = e.f
    wanted, on = f.label("traced"), f.label("on")
    f.branch_if(f.op(f"icmp ne i32 {_flag(e)}, 0"), wanted, on)
    f.begin(wanted)
    splats, e.splats = e.splats, dict(e.splats)  # what is computed here is not known behind
    _report(e, op, PASSED if passed else CAME)
    e.splats = splats
    f.branch(on)
    f.begin(on)


def _report(e: WarpEmitter, op: Operation, stage: int) -> str:
    """Calls the checker's report function; returns its answer."""
    f = e.f
    name = f"{op.name}.{string(op, 'kind')}" if type(op) in (TmaTileOp, BulkCopyOp) else op.name
    thing, number = _subject(e, op)
    place = f.op(f"getelementptr i8, ptr %ck, i64 {CONTEXT['report']}")
    arguments = f"ptr %ck, i32 {int(Event.HAPPENED)}, i32 %row, i32 {e.sites.add(op, 'traced', name)}, i32 {stage}"
    return f.op(f"call i32 {f.op(f'load ptr, ptr {place}, align 8')}({arguments}, i64 {thing}, i64 {number})")


def _subject(e: WarpEmitter, op: Operation) -> tuple[str, str]:
    """The barrier that an op is about, and its number (a count, bytes, a parity), as i64.

    Of atomics and ordered accesses the number has the active lanes, whose addresses are handed over.
    """
    if op.name.startswith("cute.mbarrier."):
        number = _number_in_lane_0(e, op.operands[1]) if len(op.operands) > 1 else "1"
        return _address(e, e.pointer(op.operands[0])), number
    if type(op) in (BarrierOp, BarrierArriveOp) and op.operands:
        return _number_in_lane_0(e, op.operands[0]), _number_in_lane_0(e, op.operands[1])
    known = facts(op)
    if known.observable is not None:
        pointer = e.pointer(op.operands[known.reads[0] if known.writes is None else known.writes])
        note_lanes(e, f"<{e.lanes} x i64>", e.addresses(pointer))
        return "0", e.f.op(f"zext i32 {e.mask_bits()} to i64")
    barrier = op.barrier if isinstance(op, TmaTileOp | BulkCopyOp) and op.multicast is None else None
    if barrier is not None:
        return _address(e, e.pointer(barrier)), "0"
    return "0", "0" if known.counts is None else str(integer(op, known.counts))


def _address(e: WarpEmitter, pointer: Pointer) -> str:
    """The address in lane 0."""
    offset = pointer.offset.text
    if not pointer.offset.lanes.uniform:
        kind = f"<{e.lanes} x {pointer.offset_type}>"
        offset = e.f.op(f"extractelement {kind} {e.offset_vector(pointer)}, i32 0")
    return e.f.op(f"ptrtoint ptr {e.gep(pointer, offset)} to i64")


def _number_in_lane_0(e: WarpEmitter, value: SSAValue) -> str:
    """A 32-bit number in lane 0."""
    val = e.val(value)
    text = val.text
    if not val.lanes.uniform:
        text = e.f.op(f"extractelement <{e.lanes} x i32> {e.vector(val, i32)}, i32 0")
    return e.f.op(f"sext i32 {text} to i64")
