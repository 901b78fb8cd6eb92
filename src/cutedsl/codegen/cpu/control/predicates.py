"""Scalar tests of conditions: a cheap sufficient condition for "every lane agrees"."""

from __future__ import annotations

from typing import Final

from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.values import Both, Compare, Val

_GREATER: Final = frozenset({"sgt", "sge", "ugt", "uge"})


def can_be_all(val: Val) -> bool:
    """Whether the condition may hold in all 32 lanes: not for `tid == 0`, nor for a fixed part of the lanes."""
    if isinstance(val.test, Both):
        return can_be_all(val.test.left) and can_be_all(val.test.right)
    if isinstance(val.test, Compare):
        return val.test.predicate != "eq" or len(set(val.test.affine.lanes.spread)) == 1
    return not val.lanes.known


def all_lanes(e: WarpEmitter, val: Val) -> str:
    """An i1 that is true only if the condition holds in every lane (it may be false although it does)."""
    if isinstance(val.test, Both):
        left, right = (all_lanes(e, x) for x in (val.test.left, val.test.right))
        return e.f.op(f"and i1 {left}, {right}")
    if isinstance(val.test, Compare) and (text := _compare(e, val.test)) is not None:
        return text
    if val.lanes.uniform:
        return val.text
    return e.f.op(f"icmp eq i32 {e.bits(e.condition(val))}, -1")


def _compare(e: WarpEmitter, test: Compare) -> str | None:
    """The test of the extreme lane, computed so that nothing wraps; None where that needs the vector."""
    if test.predicate == "eq":
        return None
    if test.predicate == "ne":
        return _outside(e, test)
    unsigned = test.predicate[0] == "u"
    spread = test.affine.lanes.spread
    if min(spread) < 0 and not _in_range(test):
        return None
    if test.width == 64:
        return _compare_wide(e, test) if _in_range(test) else None
    extend = "zext" if unsigned else "sext"
    base = _extended(e, extend, test.affine.text)
    limit = _extended(e, extend, test.uniform.text)
    if test.predicate in _GREATER:
        if not _in_range(test):
            return None
        edge = e.f.op(f"add i64 {base}, {min(spread)}")
    else:
        edge = e.f.op(f"add i64 {base}, {max(spread)}")
    return e.f.op(f"icmp {test.predicate} i64 {edge}, {limit}")


def _compare_wide(e: WarpEmitter, test: Compare) -> str:
    spread = test.affine.lanes.spread
    edge = min(spread) if test.predicate in _GREATER else max(spread)
    moved = e.f.op(f"add i64 {test.affine.text}, {edge}")
    return e.f.op(f"icmp {test.predicate} i64 {moved}, {test.uniform.text}")


def _in_range(test: Compare) -> bool:
    """Whether no lane's value wraps, and none is negative for an unsigned comparison."""
    lanes = test.affine.lanes
    if lanes.low is None or lanes.high is None:
        return False
    half = 1 << (test.width - 1)
    least = 0 if test.predicate[0] == "u" else -half
    return lanes.low + min(lanes.spread) >= least and lanes.high + max(lanes.spread) < half


def _outside(e: WarpEmitter, test: Compare) -> str:
    """`x != y` in all lanes if `y` lies outside the lanes' span."""
    kind, spread = f"i{test.width}", test.affine.lanes.spread
    distance = e.f.op(f"sub {kind} {test.uniform.text}, {test.affine.text}")
    shifted = e.f.op(f"sub {kind} {distance}, {min(spread)}")
    return e.f.op(f"icmp ugt {kind} {shifted}, {max(spread) - min(spread)}")


def _extended(e: WarpEmitter, instruction: str, text: str) -> str:
    if not text.startswith("%"):
        return text if instruction == "sext" else str(int(text) & 0xFFFFFFFF)
    return e.f.op(f"{instruction} i32 {text} to i64")
