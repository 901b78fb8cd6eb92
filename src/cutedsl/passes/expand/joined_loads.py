"""Loads of single elements that lie beside each other, made one load of a vector.

A tiled product written plainly reads `a[row, k]` for one k after another: unrolled, 16 bytes of one row by eight
loads. Loads of a block of code are joined where no store to their memory, no barrier and no branch lies between. They
have to fill a vector, and the address of the first has to be known as a multiple of its size. LLVM has a pass for the
same, which takes two thirds of the compile time of long kernels.
"""

from __future__ import annotations

from typing import Final

from xdsl.dialects.builtin import (
    BFloat16Type,
    Float16Type,
    Float32Type,
    Float64Type,
    IntegerAttr,
    IntegerType,
    VectorType,
    i32,
)
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Operation, SSAValue

from cutedsl.errors.frozen import frozen
from cutedsl.ir.facts import facts
from cutedsl.ir.fast import fast, new_block, ops_of
from cutedsl.ir.ops.pointer import PtrAddOp, PtrCastOp, PtrExtentOp, PtrFromIntOp, PtrLoadOp, SmemAllocOp
from cutedsl.ir.ops.simt import VecExtractOp
from cutedsl.ir.types import PtrType, natural_align_bytes
from cutedsl.passes.integers.known_integers import set_bits
from cutedsl.passes.integers.signs import Sum, sum_of

_MOST_BYTES: Final = 16
"""The widest access of a thread."""
_OWN: Final = "rmem"
"""Memory of one thread, which is registers."""
_ANY: Final = "generic"


@frozen
class Place:
    """Where a load reads: the kind of element, and elements from a pointer of which nothing more is known."""

    space: str
    element: Attribute
    root: SSAValue
    terms: frozenset[tuple[SSAValue, int]]


Loads = dict[int, list[tuple[int, PtrLoadOp]]]
"""Loads of a place that nothing separates, by the constant part of their offset, with their numbers in the block."""


def join_loads(kernel: FuncOp) -> None:
    """Joins the loads of a kernel, in place."""
    _join_within(kernel.body.block, {})


def _join_within(block: Block, known: dict[SSAValue, int]) -> None:
    beside: dict[Place, Loads] = {}
    for number, op in enumerate(ops_of(block)):
        for region in op.regions:
            for inner in region.blocks:
                _join_within(inner, known)
        if isinstance(op, PtrLoadOp):
            _add(beside, op, number)
        else:
            for place in [place for place in beside if _separates(op, place.space)]:
                _join(place, beside.pop(place), known)
    for place, loads in beside.items():
        _join(place, loads, known)


def _add(beside: dict[Place, Loads], op: PtrLoadOp, number: int) -> None:
    found = None if op.hints is not None or op.policy is not None else _place_of(op)
    if found is not None:
        place, constant = found
        beside.setdefault(place, {}).setdefault(constant, []).append((number, op))


def _separates(op: Operation, space: str) -> bool:
    """Whether loads from some memory after an op are not joined with those before it."""
    found = facts(op)
    if found.pure or found.address or found.allocates is not None:
        return False
    if found.plain_access and found.writes is not None:
        kind = op.operands[found.writes].type
        written = kind.space.data if isinstance(kind, PtrType) else _ANY
        return written in (space, _ANY) or (space == _ANY and written != _OWN)
    return True


def _place_of(op: PtrLoadOp) -> tuple[Place, int] | None:
    """The place of a load of one element, and the constant part of its offset; None where they are not known."""
    element, ptr = op.result.type, op.source
    assert isinstance(ptr.type, PtrType)
    space = ptr.type.space.data
    if space in (_OWN, "tmem") or _size_bytes(element) is None:
        return None
    offset = Sum({})
    while True:
        kind = ptr.type
        if not isinstance(kind, PtrType) or kind.element != element or kind.swizzle.data or kind.space.data != space:
            return None
        owner = ptr.owner
        if isinstance(owner, PtrAddOp):
            offset = offset.plus(sum_of(owner.operands[1]))
        elif not isinstance(owner, (PtrCastOp, PtrExtentOp)):
            break
        ptr = owner.operands[0]
    return Place(space, element, ptr, frozenset(offset.terms.items())), offset.constant


def _size_bytes(element: Attribute) -> int | None:
    """Of a type that memory and registers hold alike."""
    match element:
        case Float16Type() | BFloat16Type():
            return 2
        case Float32Type():
            return 4
        case Float64Type():
            return 8
        case IntegerType() if element.width.data in (8, 16, 32, 64):
            return element.width.data // 8
        case _:
            return None


def _align_bytes(place: Place, size_bytes: int, known: dict[SSAValue, int]) -> int:
    """A power of two that divides the address of a place, but for the constant part of an offset."""
    owner, kind = place.root.owner, place.root.type
    assert isinstance(kind, PtrType)
    given = isinstance(owner, (SmemAllocOp, PtrFromIntOp)) or (
        isinstance(owner, Block) and isinstance(owner.parent_op(), FuncOp)
    )
    align = kind.align.data if given else natural_align_bytes(place.element)
    for value, count in place.terms:
        bits = set_bits(value, known)
        align = min(align, size_bytes * (count & -count) * (bits & -bits or _MOST_BYTES))
    return align


def _join(place: Place, loads: Loads, known: dict[SSAValue, int]) -> None:
    """Joins the loads of a place that fill vectors."""
    if len(loads) < 2:
        return
    size_bytes = _size_bytes(place.element)
    assert size_bytes is not None
    most = min(_align_bytes(place, size_bytes, known), _MOST_BYTES) // size_bytes
    left = dict(sorted(loads.items()))
    while left:
        first = next(iter(left))
        count = most
        while count > 1 and not _fills(left, first, count):
            count //= 2
        if count > 1:
            _replace([[op for _, op in left[first + k]] for k in range(count)], place, count * size_bytes)
        for k in range(max(count, 1)):
            left.pop(first + k)


def _fills(loads: Loads, first: int, count: int) -> bool:
    """Whether there are loads for a vector of `count` elements from `first` on, the first of them before all others."""
    if first % count or any(first + k not in loads for k in range(count)):
        return False
    return all(loads[first][0][0] < loads[first + k][0][0] for k in range(1, count))


def _replace(parts: list[list[PtrLoadOp]], place: Place, size_bytes: int) -> None:
    """Puts one load where the first of several is; its elements are their results."""
    start, element = parts[0][0], place.element
    block, scratch = start.parent, new_block()
    assert block is not None
    kind = PtrType.of(element, place.space, size_bytes)
    where = start.location
    wide = fast(PtrCastOp, (start.source,), (kind,), {}, where, scratch).results[0]
    vector = VectorType(element, [len(parts)])
    load = fast(PtrLoadOp, (wide,), (vector,), {}, where, scratch, (), start.attributes)
    for k, same in enumerate(parts):
        one = fast(VecExtractOp, (load.result,), (element,), {"index": IntegerAttr(k, i32)}, where, scratch)
        for op in same:
            op.result.replace_all_uses_with(one.results[0])
    for op in ops_of(scratch):
        scratch.detach_op(op)
        block.insert_op_before(op, start)
    for same in parts:
        for op in same:
            op.detach()
            op.erase()
