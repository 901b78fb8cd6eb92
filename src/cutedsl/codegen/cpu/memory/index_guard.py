"""The run-time check behind an index that the lane analysis took not to wrap (see `widening`)."""

from __future__ import annotations

from xdsl.dialects.builtin import i32, i64
from xdsl.ir import Operation

from cutedsl.arch.abi.host import ErrorCode
from cutedsl.codegen.cpu.emitter import LIKELY, WarpEmitter
from cutedsl.codegen.cpu.lanes.widening import never_wraps
from cutedsl.codegen.cpu.values import Val


def guard_index(e: WarpEmitter, op: Operation, index: Val, width: int, *, unsigned: bool) -> None:
    """Ends the call if an active lane of an affine index wraps in its `width` bits.

    One scalar comparison (two where lanes lie on both sides of the base); the lanes are looked at out of line.
    """
    if not e.lanes or not index.lanes.affine or never_wraps(index.lanes, width, unsigned=unsigned):
        return
    f, spread, kind = e.f, index.lanes.spread, f"i{width}"
    least, most = (0, (1 << width) - 1) if unsigned else (-(1 << (width - 1)), (1 << (width - 1)) - 1)
    order = "u" if unsigned else "s"
    fine = f.op(f"icmp {order}le {kind} {index.text}, {most - max(max(spread), 0)}")
    if min(spread) < 0:
        low = f.op(f"icmp {order}ge {kind} {index.text}, {least - min(spread)}")
        fine = f.op(f"and i1 {fine}, {low}")
    inside, outside, known = f.label("index"), f.label("wraps"), f.known
    f.branch_if(fine, inside, outside, suffix=LIKELY)
    f.begin(outside)
    splats, e.splats = e.splats, dict(e.splats)
    bits = e.bits(e.with_mask(_wrapped_lanes(e, index, width, order)))
    site = e.sites.add(op, "index")
    e.fail_if(f.op(f"icmp ne i32 {bits}, 0"), ErrorCode.INDEX_WRAPS, site, bits, (_first_wide(e, index, kind),))
    e.splats = splats
    f.branch(inside)
    f.begin(inside, known)


def _wrapped_lanes(e: WarpEmitter, index: Val, width: int, order: str) -> str:
    """The lanes whose offset points one way and whose value went the other."""
    f, kind, bools = e.f, f"<{e.lanes} x i{width}>", f"<{e.lanes} x i1>"
    lanes, base = e.vector(index, i64 if width == 64 else i32), e.splat(index.text, f"i{width}")
    up = f"<{', '.join('i1 true' if index.lanes.spread[n] >= 0 else 'i1 false' for n in range(e.lanes))}>"
    below, above = f.op(f"icmp {order}lt {kind} {lanes}, {base}"), f.op(f"icmp {order}gt {kind} {lanes}, {base}")
    return f.op(f"select {bools} {up}, {bools} {below}, {bools} {above}")


def _first_wide(e: WarpEmitter, index: Val, kind: str) -> str:
    return index.text if kind == "i64" else e.f.op(f"sext {kind} {index.text} to i64")
