"""Instrumentation for costs: records the addresses of accesses."""

from __future__ import annotations

from xdsl.ir import Operation

from cutedsl.arch.abi.check import MAX_SITES
from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.values import Pointer
from cutedsl.ir.ops.simt import ElectOp


def measure(e: WarpEmitter, pointer: Pointer, size_bytes: int, site: int, lanes: int) -> None:
    """Hands over the lanes' addresses, if accesses are measured; only the lanes in `lanes` have one of their own."""
    if not e.plan.measures or pointer.space == "rmem" or e.meetings is not None:
        return
    f = e.f
    wanted, on = f.label("measured"), f.label("on")
    f.branch_if(f.op("icmp ne i32 %ck.measured, 0"), wanted, on)
    f.begin(wanted)
    addresses = e.addresses(pointer)
    active = e.mask_bits()
    if lanes != -1:
        active = f.op(f"and i32 {active}, {lanes}")
    e.module.declare("void @cute.check.lanes(ptr, i32, i32, i32, <32 x i64>, i32)")
    told = f"ptr %ck, i32 %row, i32 {min(site, MAX_SITES - 1)}, i32 {size_bytes}"
    f.do(f"call void @cute.check.lanes({told}, <{e.lanes} x i64> {addresses}, i32 {active})")
    f.branch(on)
    f.begin(on)


def measure_ways(e: WarpEmitter, op: Operation, holds: str) -> None:
    """Hands over which of the active lanes a branch's condition `holds` for, if branches are measured.

    A body of one elected lane is meant to leave the others out: it is no cost to report.
    """
    if not e.plan.measures or e.meetings is not None or isinstance(op.operands[0].owner, ElectOp):
        return
    f = e.f
    wanted, on = f.label("measured"), f.label("on")
    f.branch_if(f.op("icmp ne i32 %ck.measured, 0"), wanted, on)
    f.begin(wanted)
    active = e.mask_bits()
    taken = f.op(f"and i32 {active}, {e.bits(holds)}")
    e.module.declare("void @cute.check.ways(ptr, i32, i32, i32, i32)")
    site = min(e.sites.add(op, "branch"), MAX_SITES - 1)
    f.do(f"call void @cute.check.ways(ptr %ck, i32 %row, i32 {site}, i32 {active}, i32 {taken})")
    f.branch(on)
    f.begin(on)
