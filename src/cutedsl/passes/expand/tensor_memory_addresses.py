"""Pointers into tensor memory as what they are after expansion: 32-bit addresses of a lane and a column.

An address counts columns of 32 bits. Of narrower elements, several a column, it also says which: in its highest bits,
as CuTe's `tmem_ptr` does. There instructions that take a part of a column look for it. Source: BSD-3
`cute/pointer.hpp`.
"""

from __future__ import annotations

from xdsl.dialects import arith
from xdsl.dialects.builtin import i32
from xdsl.ir import Attribute, SSAValue

from cutedsl.ir.dtypes import storage_bits
from cutedsl.ir.types import MemRefType, PtrType
from cutedsl.passes.integers.index_math import IndexBuilder, IRInt

_COLUMN_BITS = 32


def in_tensor_memory(mlir: Attribute) -> bool:
    """Whether a type is that of a pointer into tensor memory, or of a tensor there."""
    return isinstance(mlir, PtrType | MemRefType) and mlir.space.data == "tmem"


def moved_address(builder: IndexBuilder, address: SSAValue, elems: int | IRInt, element: Attribute) -> SSAValue:
    """The address `elems` elements further.

    Law: the address as a number of elements, which is it rotated left, grows by `elems`.
    """
    if isinstance(elems, int) and elems == 0:
        return address
    shift = (_COLUMN_BITS // storage_bits(element)).bit_length() - 1
    if isinstance(elems, int):
        elems = elems if abs(elems) < 1 << 31 else ((elems + (1 << 31)) % (1 << 32)) - (1 << 31)
        whole, part = elems >> shift, elems & ((1 << shift) - 1)
        if not part and abs(whole) < 1 << 31:
            return builder.op(arith.AddiOp, (address, builder.constant(whole, 32)), i32)
    steps = builder.value(elems, 32)
    if not shift:
        return builder.op(arith.AddiOp, (address, steps), i32)
    counted = builder.op(arith.AddiOp, (_rotated(builder, address, shift), steps), i32)
    return _rotated(builder, counted, _COLUMN_BITS - shift)


def _rotated(builder: IndexBuilder, value: SSAValue, by: int) -> SSAValue:
    """A word rotated left."""
    high = builder.op(arith.ShLIOp, (value, builder.constant(by, 32)), i32)
    low = builder.op(arith.ShRUIOp, (value, builder.constant(_COLUMN_BITS - by, 32)), i32)
    return builder.op(arith.OrIOp, (high, low), i32)
