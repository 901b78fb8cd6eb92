"""Instrumentation for coordinates: reports those outside their modes."""

from __future__ import annotations

from xdsl.ir import Operation

from cutedsl.arch.abi.check import MAX_SITES, Event
from cutedsl.codegen.cpu.checked.checks import call, note_lanes
from cutedsl.codegen.cpu.emitter import UNLIKELY, WarpEmitter
from cutedsl.codegen.cpu.values import Val
from cutedsl.codegen.llvm.attributes import attribute, integer, string
from cutedsl.codegen.llvm.types import bit_width


def emit_check_mode(e: WarpEmitter, op: Operation) -> None:
    """Compares without signs, so that what is negative is outside too; entries known to lie inside cost nothing."""
    at, extent = (e.val(x) for x in op.operands)
    if not e.plan.checks or _inside(at, extent):
        return
    f, mlir, width = e.f, op.operands[0].type, bit_width(op.operands[0].type)
    scalar = not e.lanes or (at.lanes.uniform and extent.lanes.uniform)
    splats, e.splats = e.splats, dict(e.splats)
    kind = f"i{width}" if scalar else f"<{e.lanes} x i{width}>"
    texts = [x.text if scalar else e.vector(x, mlir) for x in (at, extent)]
    outside = f.op(f"icmp uge {kind} {texts[0]}, {texts[1]}")
    if scalar:
        wrong, bits = outside, e.mask_bits()
    else:
        bits = e.bits(e.with_mask(outside))
        wrong = f.op(f"icmp ne i32 {bits}, 0")
    report, on = f.label("report"), f.label("on")
    f.branch_if(wrong, report, on, suffix=UNLIKELY)
    f.begin(report)
    # The extent in the upper half, the entry in the lower one.
    long = "i64" if scalar else f"<{e.lanes} x i64>"
    wide = [text if width == 64 else f.op(f"sext {kind} {text} to {long}") for text in texts]
    half = "32" if scalar else "splat (i64 32)"
    low = "4294967295" if scalar else "splat (i64 4294967295)"
    both = f.op(f"or {long} {f.op(f'shl {long} {wide[1]}, {half}')}, {f.op(f'and {long} {wide[0]}, {low}')}")
    if scalar:
        one = f.op(f"insertelement <32 x i64> poison, i64 {both}, i32 0")
        both = f.op(f"shufflevector <32 x i64> {one}, <32 x i64> poison, <32 x i32> zeroinitializer")
        long = "<32 x i64>"
    note_lanes(e, long, both)
    site = e.sites.add(op, "store" if attribute(op, "writes") is not None else "load", string(op, "name", ""))
    said = f"i32 {bits}, i32 {integer(op, 'mode')}"
    call(e, "event", f"ptr %ck, i32 %row, i32 {int(Event.OUTSIDE)}, i32 {min(site, MAX_SITES - 1)}, {said}")
    f.branch(on)
    f.begin(on)
    e.splats = splats


def _inside(at: Val, extent: Val) -> bool:
    lanes = at.lanes
    if extent.text.startswith("%") or lanes.low is None or lanes.high is None:
        return False
    return lanes.low + min(lanes.spread) >= 0 and lanes.high + max(lanes.spread) < int(extent.text)
