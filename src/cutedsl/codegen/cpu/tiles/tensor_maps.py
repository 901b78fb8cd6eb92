"""Tensor maps that a kernel makes, on the CPU: a map is a request of `arch/tensor_map.py`, changed in place.

A change is seen at once, so that fences have nothing to do but in checked runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xdsl.dialects.builtin import i64
from xdsl.ir import Operation, SSAValue

from cutedsl.arch.abi.host import ErrorCode
from cutedsl.arch.tensor_map import DESCRIPTOR_ALIGN_BYTES, DESCRIPTOR_BYTES, MAX_BOX, MAX_RANK, REQUEST
from cutedsl.codegen.cpu.checked import check_alignment, check_maps
from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.lanes.lanes import UNIFORM
from cutedsl.codegen.cpu.memory import access
from cutedsl.codegen.cpu.memory.pointers import ZERO_OFFSET
from cutedsl.codegen.cpu.tiles.tma import box_extents, emit_tma_make, first_lane, map_facts, place_in
from cutedsl.codegen.cpu.values import Pointer, Val
from cutedsl.codegen.cpu.warp.lane_loops import each_active_lane
from cutedsl.codegen.llvm.attributes import attribute, integer, string

_COPY: Final = "void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)"


def emit_descriptor_at(e: WarpEmitter, op: Operation) -> None:
    """The map at the address of the lane that issues; the call ends where nothing has made one."""
    pointer = _checked(e, op, op.operands[0], "load")
    place = place_in(e, pointer, first_lane(e))
    field = e.f.op(f"getelementptr i8, ptr {place}, i64 {REQUEST['rank']}")
    rank = e.f.op(f"load i32, ptr {field}, align 4")
    none = e.f.op(f"icmp ugt i32 {e.f.op(f'sub i32 {rank}, 1')}, {MAX_RANK - 1}")
    detail = (e.f.op(f"ptrtoint ptr {place} to i64"),)
    e.fail_if(none, ErrorCode.ILLEGAL_ACCESS, e.sites.add(op, "load", pointer.name), e.mask_bits(), detail)
    e.env[op.results[0]] = Pointer(place, ZERO_OFFSET, "generic")


def _checked(e: WarpEmitter, op: Operation, value: SSAValue, kind: str) -> Pointer:
    """A pointer to a map, in bounds and aligned."""
    pointer = e.pointer(value)
    site = e.sites.add(op, kind, pointer.name)
    access.check_bounds(e, pointer, DESCRIPTOR_BYTES, site)
    check_alignment.aligned(e, pointer, DESCRIPTOR_ALIGN_BYTES, site)
    return pointer


def _copy(e: WarpEmitter, target: str, source: str) -> None:
    e.module.declare(_COPY)
    e.f.do(f"call void @llvm.memmove.p0.p0.i64(ptr {target}, ptr {source}, i64 {DESCRIPTOR_BYTES}, i1 false)")


def emit_descriptor_word(e: WarpEmitter, op: Operation) -> None:
    """A word of the kernel's map, as `MapRequest` has it: code that copies all words copies the map."""
    place = e.f.op(f"getelementptr i64, ptr {e.pointer(op.operands[0]).base}, i64 {integer(op, 'word')}")
    e.env[op.results[0]] = Val(e.f.op(f"load i64, ptr {place}, align 8"), UNIFORM)


def emit_descriptor_address(e: WarpEmitter, op: Operation) -> None:
    """Where the kernel's map lies, in every lane."""
    e.env[op.results[0]] = Val(e.f.op(f"ptrtoint ptr {e.pointer(op.operands[0]).base} to i64"), UNIFORM)


def emit_copy_descriptor(e: WarpEmitter, op: Operation) -> None:
    """The kernel's map to each active lane's place."""
    source, target = e.pointer(op.operands[0]), _checked(e, op, op.operands[1], "store")

    def turn(lane: str, state: str) -> str:
        place = place_in(e, target, lane)
        check_maps.changed(e, op, target, place)
        _copy(e, place, source.base)
        return state

    each_active_lane(e, "{}", turn)


def emit_make(e: WarpEmitter, op: Operation) -> None:
    """A map of the host's, or of what the kernel computed, for copies that the same lane issues."""
    if e.plan.launches is not None:
        emit_tma_make(e, op)
        return
    made, lane = e.alloca(f"[{DESCRIPTOR_BYTES} x i8]", DESCRIPTOR_ALIGN_BYTES), first_lane(e)
    _write(e, op, made, op.operands, lane)
    e.env[op.results[0]] = Pointer(made, ZERO_OFFSET, "generic")


def emit_replace(e: WarpEmitter, op: Operation) -> None:
    """Address, extents and strides of each active lane's map; all of it, where the op says what the elements are."""
    target = _checked(e, op, op.operands[0], "store")

    def turn(lane: str, state: str) -> str:
        place = place_in(e, target, lane)
        check_maps.changed(e, op, target, place)
        _write(e, op, place, op.operands[1:], lane)
        return state

    each_active_lane(e, "{}", turn)


def _write(e: WarpEmitter, op: Operation, start: str, operands: Sequence[SSAValue], lane: str) -> None:
    """What an op says of a tensor, and of its elements and boxes, to the map at `start`."""
    source, texts = e.pointer(operands[0]), [_number(e, x, lane) for x in operands[1:]]
    whole, extents = attribute(op, "element") is not None, list[int | str]()
    if whole:
        texts, extents = box_extents(e, op, texts)
    rank = (len(texts) + 1) // 2

    def put(name: str, index: int, kind: str, text: str | int) -> None:
        size = 4 if kind == "i32" else 8
        place = e.f.op(f"getelementptr i8, ptr {start}, i64 {REQUEST[name] + size * index}")
        e.f.do(f"store {kind} {text}, ptr {place}, align {size}")

    if whole:
        e.f.do(f"store [{DESCRIPTOR_BYTES} x i8] zeroinitializer, ptr {start}, align 8")
        for index in range(rank, MAX_RANK):
            put("dims", index, "i64", 1)
        _check_extents(e, op, extents)
        for name, index, value in map_facts(e, op, rank, extents):
            put(name, index, "i32", value)
    put("address", 0, "ptr", place_in(e, source, lane))
    for index, text in enumerate(texts):
        put(*(("dims", index) if index < rank else ("strides", index - rank)), "i64", text)


def _check_extents(e: WarpEmitter, op: Operation, extents: Sequence[int | str]) -> None:
    """The call ends where no tensor map has such a box; the host's maps are checked by the runtime."""
    for extent in extents:
        if isinstance(extent, str):
            wrong = e.f.op(f"icmp ugt i64 {e.f.op(f'sub i64 {extent}, 1')}, {MAX_BOX - 1}")
            site = e.sites.add(op, "trap", f"a tensor map's box has an extent that is not from 1 to {MAX_BOX}")
            e.fail_if(wrong, ErrorCode.TRAP, site, e.mask_bits())


def _number(e: WarpEmitter, value: SSAValue, lane: str) -> str:
    number = e.val(value)
    if number.lanes.uniform:
        return number.text
    return e.f.op(f"extractelement <{e.lanes} x i64> {e.vector(number, i64)}, i32 {lane}")


def emit_publish(e: WarpEmitter, op: Operation) -> None:
    """One copy for the warp."""
    target, source = (_checked(e, op, x, kind) for x, kind in zip(op.operands, ("store", "load"), strict=True))
    lane = first_lane(e)
    place = place_in(e, target, lane)
    check_maps.changed(e, op, target, place, released=True)
    _copy(e, place, place_in(e, source, lane))


def emit_fence(e: WarpEmitter, op: Operation) -> None:
    """Nothing but for the checker."""
    if not e.plan.checks:
        return
    if string(op, "kind") == "release":
        check_maps.released(e)
        return
    pointer = e.pointer(op.operands[0])
    check_maps.acquired(e, op, pointer, place_in(e, pointer, first_lane(e)))
