"""Accesses of single elements that lie beside each other, made one access of a vector.

A tiled product written plainly reads `a[row, k]` for one k after another: unrolled, 16 bytes of one row by eight
loads. Accesses of a block of code are joined where nothing between may reach their memory: no barrier, no branch, no
store, and for stores no load. They have to fill a vector, and the address of the first has to be known as a multiple
of its size. LLVM has a pass for the same, which takes two thirds of the compile time of long kernels.

Four stores of 32 bits to global memory need no known address: the store asks at run time. Kernels with tensor cores
are left out, as accumulators leave no registers for it.
"""

from __future__ import annotations

from typing import TypeAlias

from xdsl.dialects.builtin import IntegerAttr, VectorType, i32
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue

from cutedsl.ir.facts import facts
from cutedsl.ir.fast import fast, new_block, ops_of, ops_within
from cutedsl.ir.ops.mma import MmaOp
from cutedsl.ir.ops.pointer import PtrCastOp, PtrLoadOp, PtrStoreOp
from cutedsl.ir.ops.simt import VecExtractOp, VecPackOp
from cutedsl.ir.ops.tcgen05 import Tcgen05MmaOp
from cutedsl.ir.types import PtrType
from cutedsl.passes.expand.element_places import ANY, MOST_BYTES, Place, may_share, place_of

_WORD_BYTES = 4
Access: TypeAlias = PtrLoadOp | PtrStoreOp
Open: TypeAlias = dict[Place, dict[int, list[tuple[int, Access]]]]
"""Accesses that nothing separates, by their place and constant offset, with their numbers in the block."""


def join_accesses(kernel: FuncOp, *, anywhere: bool = True) -> None:
    """Joins the accesses of a kernel, in place; without `anywhere` no store asks for its alignment at run time."""
    multiplies = any(isinstance(op, MmaOp | Tcgen05MmaOp) for op in ops_within(kernel.body.block))
    _join_within(kernel.body.block, {}, anywhere=anywhere and not multiplies)


def _join_within(block: Block, known: dict[SSAValue, int], *, anywhere: bool) -> None:
    loads: Open = {}
    stores: Open = {}
    for number, op in enumerate(ops_of(block)):
        for region in op.regions:
            for inner in region.blocks:
                _join_within(inner, known, anywhere=anywhere)
        place, constant = _place_of(op)
        for closed in [one for one in loads if _may_write(op, one.space)]:
            _join(closed, loads.pop(closed), known, anywhere)
        for closed in [one for one in stores if _may_reach(op, one.space)]:
            if not (isinstance(op, PtrStoreOp) and closed == place and constant not in stores[closed]):
                _join(closed, stores.pop(closed), known, anywhere)
        if place is not None and isinstance(op, (PtrLoadOp, PtrStoreOp)):
            opened = loads if isinstance(op, PtrLoadOp) else stores
            opened.setdefault(place, {}).setdefault(constant, []).append((number, op))
    for place, accesses in (*loads.items(), *stores.items()):
        _join(place, accesses, known, anywhere)


def _place_of(op: Operation) -> tuple[Place | None, int]:
    """The place and the constant offset of an access that may be joined."""
    found = None
    if isinstance(op, PtrLoadOp) and op.hints is None and op.policy is None:
        found = place_of(op.source, op.result.type)
    elif isinstance(op, PtrStoreOp) and op.hints is None and op.policy is None:
        found = place_of(op.target, op.value.type)
    return (None, 0) if found is None else found


def _may_write(op: Operation, space: str) -> bool:
    """Whether loads of some memory may read something else after an op."""
    return _may_reach(op, space) and not (facts(op).plain_access and facts(op).writes is None)


def _may_reach(op: Operation, space: str) -> bool:
    """Whether an op may read or write some memory, or order accesses of it."""
    found = facts(op)
    if found.pure or found.address or found.allocates is not None:
        return False
    if not found.plain_access:
        return True
    at = (*found.reads, found.writes)[0]
    kind = None if at is None else op.operands[at].type
    return may_share(kind.space.data if isinstance(kind, PtrType) else ANY, space)


def _join(
    place: Place, accesses: dict[int, list[tuple[int, Access]]], known: dict[SSAValue, int], anywhere: bool
) -> None:
    """Joins the accesses of a place that fill vectors; `anywhere` also stores at addresses known at run time only."""
    if len(accesses) < 2:
        return
    align = min(place.align_bytes(known), MOST_BYTES)
    left = dict(sorted(accesses.items()))
    counts = [count for count in (16, 8, 4, 2) if count * place.size_bytes <= align]
    if anywhere and not counts and place.space == "gmem" and place.size_bytes == _WORD_BYTES:
        counts = [MOST_BYTES // _WORD_BYTES] if all(isinstance(one[0][1], PtrStoreOp) for one in left.values()) else []
    while left:
        first = next(iter(left))
        count = next((count for count in counts if _fills(left, first, count)), 1)
        if count > 1:
            parts = [left[first + k] for k in range(count)]
            _replace(place, parts, min(align, count * place.size_bytes))
        for k in range(count):
            left.pop(first + k)


def _fills(accesses: dict[int, list[tuple[int, Access]]], first: int, count: int) -> bool:
    """Whether there are accesses for a vector of `count` elements from `first` on.

    The first load is to come before the others: its address is known there.
    """
    if first % count or any(first + k not in accesses for k in range(count)):
        return False
    start, op = accesses[first][0]
    return isinstance(op, PtrStoreOp) or all(start < accesses[first + k][0][0] for k in range(1, count))


def _replace(place: Place, parts: list[list[tuple[int, Access]]], align_bytes: int) -> None:
    """Puts one load where the first of several is, or one store where the last of several is."""
    scratch, op = new_block(), parts[0][0][1]
    kind = PtrType.of(place.element, place.space, align_bytes)
    vector, where = VectorType(place.element, [len(parts)]), op.location
    if isinstance(op, PtrLoadOp):
        wide = fast(PtrCastOp, (op.source,), (kind,), {}, where, scratch).results[0]
        load = fast(PtrLoadOp, (wide,), (vector,), {}, where, scratch, (), op.attributes)
        for k, same in enumerate(parts):
            one = fast(VecExtractOp, (load.result,), (place.element,), {"index": IntegerAttr(k, i32)}, where, scratch)
            for _, other in same:
                other.results[0].replace_all_uses_with(one.results[0])
    else:
        values = [part[0][1].operands[0] for part in parts]
        wide = fast(PtrCastOp, (op.target,), (kind,), {}, where, scratch).results[0]
        packed = fast(VecPackOp, values, (vector,), {}, where, scratch).results[0]
        fast(PtrStoreOp, (packed, wide), (), {}, where, scratch, (), op.attributes)
        op = max(part[0] for part in parts)[1]
    block = op.parent
    assert block is not None
    for made in ops_of(scratch):
        scratch.detach_op(made)
        block.insert_op_before(made, op)
    for same in parts:
        for _, other in same:
            other.detach()
            other.erase()
