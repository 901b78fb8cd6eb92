"""Where pointers into shared memory stand, so that swizzled addresses are computed from what is known of them.

A swizzle exchanges bits of the byte address. Shared memory begins at a multiple of 1024 bytes, and allocations are at
constant offsets in it. So the address of most pointers is a constant plus the offset that the author wrote. A pointer
that came through a loop or an argument is asked for its address instead.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from xdsl.ir import SSAValue

from cutedsl.errors.frozen import frozen
from cutedsl.ir.dtypes import storage_bits
from cutedsl.ir.ops.pointer import PtrAddOp, PtrCastOp, PtrToIntOp, address_type
from cutedsl.ir.types import PtrType, swizzle_of
from cutedsl.passes.expand.swizzled_addresses import terms_of

if TYPE_CHECKING:
    from cutedsl.passes.integers.index_math import IndexBuilder, IRInt

SMEM_BASE_ALIGN = 1024
"""Bytes that divide the address of a block's shared memory."""

_MAX_INT32 = 2**31 - 1


@frozen
class Place:
    """A pointer as `root` moved by `moved` bytes; `root` lies at the byte `start` of shared memory."""

    root: SSAValue
    start: int
    moved: int | IRInt


@dataclass(slots=True)
class Places:
    """What is known of the pointers of one function."""

    known: dict[SSAValue, Place] = field(default_factory=dict)
    bits: dict[SSAValue, int] = field(default_factory=dict)
    """`set_bits` of the values that were asked about."""

    def allocate(self, ptr: SSAValue, start: int) -> None:
        """Remembers a new place in shared memory."""
        self.known[ptr] = Place(ptr, start, 0)

    def cast(self, source: SSAValue, result: SSAValue) -> None:
        """Remembers that two pointers have one address."""
        place = self.known.get(source)
        if place is not None:
            self.known[result] = place

    def restart(self, source: SSAValue, result: SSAValue) -> None:
        """Remembers that two pointers have one address; places are told from the second on where they are known."""
        place = self.known.get(source)
        if place is not None and isinstance(place.moved, int):
            self.known[result] = Place(result, place.start + place.moved, 0)
        elif place is not None:
            self.known[result] = place

    def moved(self, builder: IndexBuilder, ptr: SSAValue, elems: int | IRInt) -> SSAValue:
        """The pointer `elems` elements further, of the same type; elements of less than a byte move by whole bytes."""
        result, place = _displaced(builder, ptr, elems), self.known.get(ptr)
        if place is not None and result is not ptr:
            assert isinstance(ptr.type, PtrType)
            bits = storage_bits(ptr.type.element)
            steps = (
                elems * bits // 8 if isinstance(elems, int) else elems * bits // 8 if bits % 8 else elems * (bits // 8)
            )
            self.known[result] = Place(place.root, place.start, place.moved + steps)
        return result

    def access(self, builder: IndexBuilder, ptr: SSAValue, elems: int | IRInt) -> SSAValue:
        """The pointer at which the element `elems` further lies: with the swizzle applied, of a plain type."""
        kind = ptr.type
        assert isinstance(kind, PtrType)
        if not kind.swizzle.data:
            return _displaced(builder, ptr, elems)
        swizzle = swizzle_of(kind.swizzle.data)
        plain = PtrType.of(kind.element, kind.space.data, kind.align.data)
        bits = storage_bits(kind.element)
        byte = _byte_pointer(kind)
        place = self.known.get(ptr) if swizzle.period <= SMEM_BASE_ALIGN else None
        further = elems * bits // 8 if bits % 8 else elems * (bits // 8)
        if place is None:
            root, start_at = ptr, builder.int_of(builder.op(PtrToIntOp, (ptr,), address_type(kind)))
            step = swizzle(start_at + further) - start_at
        else:
            root, step = place.root, swizzle(place.start + (place.moved + further)) - place.start
        start = builder.op(PtrCastOp, (root,), byte)
        spot = start if isinstance(step, int) and step == 0 else _add_terms(builder, start, step)
        return builder.op(PtrCastOp, (spot,), plain)


def _displaced(builder: IndexBuilder, ptr: SSAValue, elems: int | IRInt) -> SSAValue:
    if isinstance(elems, int) and elems == 0:
        return ptr
    assert isinstance(ptr.type, PtrType)
    bits = storage_bits(ptr.type.element)
    return _add(builder, ptr, elems) if bits % 8 == 0 else _add_bits(builder, ptr, elems, bits)


def _byte_pointer(kind: PtrType) -> PtrType:
    from xdsl.dialects.builtin import i8

    return PtrType.of(i8, kind.space.data)


def _add(builder: IndexBuilder, ptr: SSAValue, elems: int | IRInt) -> SSAValue:
    width = 64 if isinstance(elems, int) and abs(elems) > _MAX_INT32 else 32
    amount = builder.constant(elems, width) if isinstance(elems, int) else elems.root
    moved = builder.op(PtrAddOp, (ptr, amount), ptr.type)
    return moved if isinstance(elems, int) or elems.plus == 0 else _add(builder, moved, elems.plus)


def _add_terms(builder: IndexBuilder, ptr: SSAValue, step: int | IRInt) -> SSAValue:
    """`_add`, the terms of a sum one after another, the swizzled one first.

    LLVM makes `x | y` of a sum whose terms share no bits, which no address can hold; sums of pointers stay.
    """
    if isinstance(step, int) or not builder.swizzles_once:
        return _add(builder, ptr, step)
    for term in reversed(terms_of(builder.int_of(step.root))):
        ptr = _add(builder, ptr, term)
    return _add(builder, ptr, step.plus) if step.plus else ptr


def _add_bits(builder: IndexBuilder, ptr: SSAValue, elems: int | IRInt, bits: int) -> SSAValue:
    kind = ptr.type
    assert isinstance(kind, PtrType)
    start = builder.op(PtrCastOp, (ptr,), _byte_pointer(kind))
    return builder.op(PtrCastOp, (_add(builder, start, elems * bits // 8),), kind)
