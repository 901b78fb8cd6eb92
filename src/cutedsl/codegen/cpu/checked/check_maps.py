"""Instrumentation for tensor maps in global memory: who changes, releases, acquires and uses them."""

from __future__ import annotations

from xdsl.ir import Operation

from cutedsl.arch.abi.check import MAX_SITES
from cutedsl.codegen.cpu.checked import checks
from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.values import Pointer
from cutedsl.ir.ops.tma import TmaDescriptorAtOp


def _site(e: WarpEmitter, op: Operation, kind: str, pointer: Pointer) -> int:
    return min(e.sites.add(op, kind, pointer.name), MAX_SITES - 1)


def changed(e: WarpEmitter, op: Operation, map_pointer: Pointer, place: str, *, released: bool = False) -> None:
    """The warp writes the map at `place`; `released`: and releases it at once."""
    if e.plan.checks:
        said = f"i32 {_site(e, op, 'store', map_pointer)}, ptr {place}, i1 {str(released).lower()}"
        checks.call(e, "map_changed", f"ptr %ck, i32 %row, {said}")


def released(e: WarpEmitter) -> None:
    """The warp releases its changes of maps."""
    checks.call(e, "map_released", "ptr %ck, i32 %row")


def acquired(e: WarpEmitter, op: Operation, map_pointer: Pointer, place: str) -> None:
    """The warp acquires the map at `place`."""
    checks.call(e, "map_acquired", f"ptr %ck, i32 %row, i32 {_site(e, op, 'load', map_pointer)}, ptr {place}")


def used(e: WarpEmitter, op: Operation, map_pointer: Pointer, by: checks.By) -> None:
    """A copy by `by` reads its map, if that is one in memory which kernels may change."""
    owner = op.operands[0].owner
    if isinstance(owner, TmaDescriptorAtOp):
        site = _site(e, op, "load", e.pointer(owner.operands[0]))
        said = f"i32 {site}, ptr {map_pointer.base}, i64 {by.column}, i64 {by.clock}"
        checks.call(e, "map_used", f"ptr %ck, i32 %row, {said}")
