"""Instrumentation for stores: reports lanes that write different values to one place.

Which of them stays is not defined. Lanes that write the same value are left alone: every lane storing the sum of its
warp is common and right.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from xdsl.dialects.builtin import i1
from xdsl.ir import Attribute

from cutedsl.arch.abi.check import CLASH_OTHER_AT, MAX_SITES, Event
from cutedsl.arch.abi.host import WARP_LANES
from cutedsl.codegen.cpu.checked.checks import call, tell
from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.values import Pointer, Val
from cutedsl.codegen.llvm.types import element_type, scalar_type, storage_bytes


def clashes(e: WarpEmitter, pointer: Pointer, vals: Sequence[Val], mlir: Attribute, site: int) -> None:
    """Reports two lanes of this store whose bytes overlap and whose values differ."""
    if not e.plan.checks or e.lanes != WARP_LANES or e.meetings is not None or pointer.word_bytes:
        return
    size = storage_bytes(mlir)
    total = size * len(vals)
    same = all(val.lanes.uniform for val in vals)
    lanes = pointer.offset.lanes
    if size > 8 or pointer.space == "rmem" or (same and len(vals) == 1) or (same and lanes.uniform):
        return
    if not lanes.varying and not lanes.uniform and _far_apart(lanes.spread, total):
        return
    f, kind = e.f, scalar_type(element_type(mlir))
    splats, e.splats = e.splats, dict(e.splats)
    slot = e.slot(f"<{2 * WARP_LANES * len(vals)} x i64>")
    for index, val in enumerate(vals):
        text = e.vector(val, element_type(mlir))
        bits = 1 if element_type(mlir) == i1 else 8 * size
        if not kind.startswith("i"):
            text = f.op(f"bitcast <{WARP_LANES} x {kind}> {text} to <{WARP_LANES} x i{bits}>")
        wide = text if bits == 64 else f.op(f"zext <{WARP_LANES} x i{bits}> {text} to <{WARP_LANES} x i64>")
        for half in range(2):
            place = f.op(f"getelementptr i8, ptr {slot}, i64 {8 * WARP_LANES * (2 * index + half)}")
            f.do(f"store <{WARP_LANES} x i64> {wide}, ptr {place}, align 64")
    places = f"<{WARP_LANES} x i64> {e.addresses(pointer)}"
    found = call(e, "clash", f"{places}, i32 {e.mask_bits()}, i64 {total}, ptr {slot}, i64 {len(vals)}")
    wrong = f.op(f"icmp ne i32 {found}, 0")
    lane, other = (
        f.op(f"and i32 {text}, {WARP_LANES - 1}") for text in (found, f.op(f"lshr i32 {found}, {CLASH_OTHER_AT}"))
    )
    tell(e, wrong, Event.CLASH, min(site, MAX_SITES - 1), (lane, other), pointer)
    e.splats = splats


def _far_apart(spread: Sequence[int], total: int) -> bool:
    """Whether lanes that access so many bytes each overlap nowhere."""
    ordered = sorted(spread)
    return all(after - before >= total for before, after in pairwise(ordered))
