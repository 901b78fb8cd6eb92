"""Cluster launch control on the CPU: a request takes the next cluster that no worker has begun, if one is left.

An answer is four words. The first is the index x of the cluster's first block. The second has y, and z in its upper
half. The lowest bit of the third says whether there is a cluster. The PTX ISA leaves the 16 bytes open; programs for
sm_100a read them as such words.
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
_BYTES: Final = 4 * _WORD_BYTES
_PARTS: Final = MappingProxyType({"x": (0, 0, 32), "y": (1, 0, 16), "z": (1, 16, 16), "canceled": (2, 0, 1)})
"""The word of each part of an answer, its first bit there and its bits."""


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
        _pack(e, answer)
        place, counted = place_in(e, response, lane), place_in(e, barrier, lane)
        if attribute(op, "alone") is not None:
            reply(place, counted)
        else:
            everyone = (1 << e.plan.geometry.cluster_blocks) - 1
            to_each_rank(e, op, str(everyone), place, counted, reply)
        return state

    each_active_lane(e, "{}", turn)


def _pack(e: WarpEmitter, answer: str) -> None:
    """Makes an answer's words of x, y, z and whether there is a cluster."""
    places = [e.f.op(f"getelementptr i8, ptr {answer}, i32 {_WORD_BYTES * k}") for k in range(4)]
    _, y, z, canceled = (e.f.op(f"load i32, ptr {place}, align {_WORD_BYTES}") for place in places)
    both = e.f.op(f"or i32 {y}, {e.f.op(f'shl i32 {z}, 16')}")
    for place, word in zip(places[1:], (both, canceled, "0"), strict=True):
        e.f.do(f"store i32 {word}, ptr {place}, align {_WORD_BYTES}")


def _answer(e: WarpEmitter, op: Operation) -> None:
    """One part of an answer."""
    word, first, bits = _PARTS[string(op, "part")]
    pointer, at = e.pointer(op.operands[0]), _WORD_BYTES * word
    site = e.sites.access(op, "load", pointer, _BYTES)
    check_bounds(e, pointer, _BYTES, site)
    checks.access(e, pointer, _BYTES, site)
    if pointer.offset.lanes.uniform:
        text = load_scalar(e, pointer, "i32", _WORD_BYTES, at)
        found = Val(_bits(e, text, "i32", str, first, bits), UNIFORM)
    else:
        text = load_lanes(e, pointer, "i32", _WORD_BYTES, at)
        found = vector_val(_bits(e, text, f"<{e.lanes} x i32>", lambda n: f"splat (i32 {n})", first, bits))
    e.env[op.results[0]] = found
    if e.plan.checks and string(op, "part") == "canceled":
        words = e.vector(found, op.results[0].type)
        refused = e.bits(e.f.op(f"icmp eq <{e.lanes} x i32> {words}, zeroinitializer"))
        some = e.f.op(f"icmp ne i32 {e.f.op(f'and i32 {refused}, {e.mask_bits()}')}, 0")
        canceled = e.f.op(f"select i1 {some}, i32 0, i32 1")
        checks.call(e, "answered", f"ptr %ck, i32 %row, i32 {min(site, MAX_SITES - 1)}, i32 {canceled}")


def _bits(e: WarpEmitter, word: str, kind: str, number: Callable[[int], str], first: int, bits: int) -> str:
    """Some bits of words; they are the lowest or highest ones of 32."""
    if first:
        return e.f.op(f"lshr {kind} {word}, {number(first)}")
    return word if bits == 8 * _WORD_BYTES else e.f.op(f"and {kind} {word}, {number((1 << bits) - 1)}")


CLC_RULES: Final[Mapping[str, Callable[[WarpEmitter, Operation], None]]] = MappingProxyType(
    {"cute.clc.request": _request, "cute.clc.answer": _answer}
)
