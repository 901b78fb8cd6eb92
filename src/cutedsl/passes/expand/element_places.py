"""Where accesses of single elements lie: which of them are beside each other, and at multiples of how many bytes."""

from __future__ import annotations

from typing import Final

from xdsl.dialects.builtin import BFloat16Type, Float16Type, Float32Type, Float64Type, IntegerType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, SSAValue

from cutedsl.errors.frozen import frozen
from cutedsl.ir.dtypes import storage_bits
from cutedsl.ir.ops.pointer import PtrAddOp, PtrCastOp, PtrExtentOp, PtrFromIntOp, SmemAllocOp
from cutedsl.ir.types import PtrType
from cutedsl.passes.integers.known_integers import set_bits
from cutedsl.passes.integers.signs import Sum, sum_of

MOST_BYTES: Final = 16
"""The widest access of a thread."""
OWN: Final = "rmem"
"""Memory of one thread, which is registers."""
ANY: Final = "generic"
_SHARED: Final = ("smem", "dsmem")
"""A block's shared memory, from inside and by way of its cluster."""


@frozen
class Place:
    """Memory that constant offsets, in elements, go on from: a pointer moved by multiples of values."""

    space: str
    element: Attribute
    size_bytes: int
    root: SSAValue
    terms: frozenset[tuple[SSAValue, int]]

    def align_bytes(self, known: dict[SSAValue, int]) -> int:
        """A power of two that divides the address. `known` is that of `set_bits`."""
        owner, kind = self.root.owner, self.root.type
        assert isinstance(kind, PtrType)
        # The types of other pointers keep the alignment of what they were moved from.
        parameter = isinstance(owner, Block) and isinstance(owner.parent_op(), FuncOp)
        given = parameter or isinstance(owner, (SmemAllocOp, PtrFromIntOp))
        align = kind.align.data if given else self.size_bytes
        for value, count in self.terms:
            bits = set_bits(value, known)
            align = min(align, self.size_bytes * (count & -count) * (bits & -bits or MOST_BYTES))
        return align


def place_of(ptr: SSAValue, element: Attribute) -> tuple[Place, int] | None:
    """The place of an element and its constant offset; None where accesses cannot be vectors."""
    if not _is_joined(element) or not isinstance(ptr.type, PtrType) or ptr.type.space.data in (OWN, "tmem"):
        return None
    space, offset = ptr.type.space.data, Sum({})
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
    return Place(space, element, storage_bits(element) // 8, ptr, frozenset(offset.terms.items())), offset.constant


def may_share(one: str, other: str) -> bool:
    """Whether two state spaces have memory in common."""
    spaces = (one, other)
    return one == other or set(spaces) <= set(_SHARED) or (ANY in spaces and OWN not in spaces)


def _is_joined(element: Attribute) -> bool:
    """Whether memory and registers hold a type alike."""
    integer = isinstance(element, IntegerType) and element.width.data in (8, 16, 32, 64)
    return integer or isinstance(element, (Float16Type, BFloat16Type, Float32Type, Float64Type))
