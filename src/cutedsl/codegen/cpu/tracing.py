"""What a checked kernel tells of the operations that order its warps, where somebody wants a timeline of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from xdsl.dialects.builtin import i32
from xdsl.ir import Operation, SSAValue

from cutedsl.arch.check_abi import CONTEXT, Event
from cutedsl.codegen.cpu.checks import note_lanes
from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.values import Pointer
from cutedsl.codegen.llvm.attributes import attribute, integer, string

ORDERED: Final = frozenset({"cute.atomic", "cute.atomic_cas", "cute.ordered_load", "cute.ordered_store"})
TOLD: Final = frozenset(
    {
        *("cute.barrier", "cute.barrier_arrive", "cute.sync_warp", "cute.fence", "cute.cluster_arrive"),
        *("cute.cluster_wait", "cute.mbarrier.init", "cute.mbarrier.arrive", "cute.mbarrier.arrive_tx"),
        *("cute.mbarrier.expect_tx", "cute.mbarrier.copy_arrive", "cute.mbarrier.wait"),
        *("cute.cp_async", "cute.cp_async_commit", "cute.cp_async_wait", "cute.tma.tile", "cute.bulk.copy"),
        *("cute.bulk.commit", "cute.bulk.wait"),
        *(*ORDERED, "cute.mbarrier.test"),
        *("cute.wgmma", "cute.wgmma_fence", "cute.wgmma_commit", "cute.wgmma_wait"),
    }
)
"""The operations that are told."""

_WAITS: Final = frozenset({"cute.barrier", "cute.cluster_wait", "cute.mbarrier.wait"})
"""Those where a warp may be suspended: they are also told when it comes to them."""
_COUNTS: Final = {"cute.cp_async_wait": "count", "cute.bulk.wait": "pending", "cute.wgmma_wait": "count"}
_BARRIER_AT: Final = {("cute.tma.tile", "load"): 2, ("cute.bulk.copy", "g2s"): 3, ("cute.bulk.copy", "s2s"): 3}
"""The operand that is the mbarrier of a copy."""


def told(e: WarpEmitter, op: Operation, rule: Callable[[WarpEmitter, Operation], None]) -> None:
    """Writes an op by its rule, and what tells of it."""
    if op.name in _WAITS:
        _tell(e, op, passed=False)
    rule(e, op)
    _tell(e, op, passed=True)


def _tell(e: WarpEmitter, op: Operation, *, passed: bool) -> None:
    """Calls the checker's report function, if operations are traced."""
    f = e.f
    wanted, on = f.label("traced"), f.label("on")
    flag_at = f.op(f"getelementptr i8, ptr %ck, i64 {CONTEXT['traced']}")
    f.branch_if(f.op(f"icmp ne i32 {f.op(f'load i32, ptr {flag_at}, align 4')}, 0"), wanted, on)
    f.begin(wanted)
    splats, e.splats = e.splats, dict(e.splats)  # what is computed here is not known behind
    name = f"{op.name}.{string(op, 'kind')}" if op.name in ("cute.tma.tile", "cute.bulk.copy") else op.name
    thing, number = _subject(e, op)
    place = f.op(f"getelementptr i8, ptr %ck, i64 {CONTEXT['report']}")
    arguments = (
        f"ptr %ck, i32 {int(Event.HAPPENED)}, i32 %row, i32 {e.sites.add(op, 'traced', name)}, i32 {int(passed)}"
    )
    f.op(f"call i32 {f.op(f'load ptr, ptr {place}, align 8')}({arguments}, i64 {thing}, i64 {number})")
    e.splats = splats
    f.branch(on)
    f.begin(on)


def _subject(e: WarpEmitter, op: Operation) -> tuple[str, str]:
    """The barrier that an op is about, and its number (a count, bytes, a parity), as i64.

    Of atomics and ordered accesses the number has the active lanes, whose addresses are handed over.
    """
    if op.name.startswith("cute.mbarrier."):
        number = _number(e, op.operands[1]) if len(op.operands) > 1 else "1"
        return _address(e, e.pointer(op.operands[0])), number
    if op.name in ("cute.barrier", "cute.barrier_arrive") and op.operands:
        return _number(e, op.operands[0]), _number(e, op.operands[1])
    if op.name in ORDERED:
        pointer = e.pointer(op.operands[1 if op.name == "cute.ordered_store" else 0])
        note_lanes(e, f"<{e.lanes} x i64>", e.addresses(pointer))
        return "0", e.f.op(f"zext i32 {e.mask_bits()} to i64")
    barrier = _BARRIER_AT.get((op.name, string(op, "kind", "")))
    if barrier is not None and attribute(op, "multicast") is None:
        return _address(e, e.pointer(op.operands[barrier])), "0"
    return "0", str(integer(op, _COUNTS[op.name])) if op.name in _COUNTS else "0"


def _address(e: WarpEmitter, pointer: Pointer) -> str:
    """The address in lane 0."""
    offset = pointer.offset.text
    if not pointer.offset.lanes.uniform:
        kind = f"<{e.lanes} x {pointer.offset_type}>"
        offset = e.f.op(f"extractelement {kind} {e.offset_vector(pointer)}, i32 0")
    return e.f.op(f"ptrtoint ptr {e.gep(pointer, offset)} to i64")


def _number(e: WarpEmitter, value: SSAValue) -> str:
    """A 32-bit number in lane 0."""
    val = e.val(value)
    text = val.text
    if not val.lanes.uniform:
        text = e.f.op(f"extractelement <{e.lanes} x i32> {e.vector(val, i32)}, i32 0")
    return e.f.op(f"sext i32 {text} to i64")
