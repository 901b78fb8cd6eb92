"""Cluster launch control on the CPU: a request takes the next cluster that no worker has begun, if one is left.

An answer is four words: the index of the cluster's first block (x, y, z), and whether there is one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from xdsl.ir import Operation

from cutedsl.arch.abi.check import MAX_SITES
from cutedsl.codegen.cpu.checked import checks
from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.lanes.lanes import UNIFORM
from cutedsl.codegen.cpu.memory.access import check_bounds, load_lanes, load_scalar
from cutedsl.codegen.cpu.tiles.tma import place_in, report_copy, to_each_rank
from cutedsl.codegen.cpu.values import Val, vector_val
from cutedsl.codegen.cpu.warp.lane_loops import each_active_lane
from cutedsl.codegen.cpu.warp.sync import complete_bytes
from cutedsl.codegen.llvm.attributes import attribute, string

_WORD_BYTES: Final = 4
_PARTS: Final = ("x", "y", "z", "canceled")
_BYTES: Final = _WORD_BYTES * len(_PARTS)


def _request(e: WarpEmitter, op: Operation) -> None:
    """Writes the answer into the blocks that it is for, as the copy engine; its bytes count there."""
    response, barrier = (e.pointer(value) for value in op.operands)
    for pointer, size, verb in ((response, _BYTES, "store"), (barrier, 8, "mbarrier")):
        check_bounds(e, pointer, size, e.sites.access(op, verb, pointer, size))
    site = e.sites.access(op, "store", response, _BYTES)
    answer = e.alloca(f"[{_BYTES} x i8]", _BYTES)
    cluster = ", ".join(f"i32 {size}" for size in e.plan.geometry.cluster_dim)

    def reply(place: str, counted: str) -> None:
        report_copy(e, op, place, str(_BYTES), site, counted, None)
        e.f.do(f"store i128 {e.f.op(f'load i128, ptr {answer}, align {_BYTES}')}, ptr {place}, align {_BYTES}")
        complete_bytes(e, op, counted, str(_BYTES))

    if e.plan.checks:
        checks.call(e, "requested", f"ptr %ck, i32 %row, i32 {min(site, MAX_SITES - 1)}")

    def turn(lane: str, state: str) -> str:
        e.f.do(f"call void @cute.take_over(ptr %state, {cluster}, ptr {answer})")
        place, counted = place_in(e, response, lane), place_in(e, barrier, lane)
        if attribute(op, "alone") is not None:
            reply(place, counted)
        else:
            everyone = (1 << e.plan.geometry.cluster_blocks) - 1
            to_each_rank(e, op, str(everyone), place, counted, reply)
        return state

    each_active_lane(e, "{}", turn)


def _answer(e: WarpEmitter, op: Operation) -> None:
    """One word of an answer."""
    pointer, at = e.pointer(op.operands[0]), _WORD_BYTES * _PARTS.index(string(op, "part"))
    site = e.sites.access(op, "load", pointer, _BYTES)
    check_bounds(e, pointer, _BYTES, site)
    checks.access(e, pointer, _BYTES, site)
    if pointer.offset.lanes.uniform:
        found = Val(load_scalar(e, pointer, "i32", _WORD_BYTES, at), UNIFORM)
    else:
        found = vector_val(load_lanes(e, pointer, "i32", _WORD_BYTES, at))
    e.env[op.results[0]] = found
    if e.plan.checks and string(op, "part") == "canceled":
        words = e.vector(found, op.results[0].type)
        refused = e.bits(e.f.op(f"icmp eq <{e.lanes} x i32> {words}, zeroinitializer"))
        some = e.f.op(f"icmp ne i32 {e.f.op(f'and i32 {refused}, {e.mask_bits()}')}, 0")
        canceled = e.f.op(f"select i1 {some}, i32 0, i32 1")
        checks.call(e, "answered", f"ptr %ck, i32 %row, i32 {min(site, MAX_SITES - 1)}, i32 {canceled}")


CLC_RULES: Final[Mapping[str, Callable[[WarpEmitter, Operation], None]]] = MappingProxyType(
    {"cute.clc.request": _request, "cute.clc.answer": _answer}
)
