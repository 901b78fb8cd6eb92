"""Places in tensor memory by their addresses: a lane in bits 31..16, a column in bits 15..0.

Source: arguments from public programs; PTX ISA, "Tensor Memory Addressing".
"""

from __future__ import annotations

from typing import Any

from cutedsl.lang.tensors.make import make_ptr
from cutedsl.lang.tensors.pointer import Pointer
from cutedsl.staging.numeric import Numeric, as_numeric
from cutedsl.staging.scalars import Int32
from cutedsl.staging.tree import register_tree
from cutedsl.types import AddressSpace

_LANE_AT = 16
_WARP_LANES = 32
_WARPS = 4
_COLUMNS = (1 << _LANE_AT) - 1


class TmemArray:
    """Columns from an address on, with the type that loads give. Offsets count columns, whatever the type.

    >>> columns.subview(8), columns.data_ptr() + 8    # 8 columns further    # doctest: +SKIP
    """

    __slots__ = ("address", "dtype")

    def __init__(self, address: Any, dtype: type[Numeric]) -> None:
        self.address = as_numeric(address).to(Int32)
        self.dtype = dtype

    def subview(self, offset: Any = 0) -> TmemArray:
        """The columns from there on."""
        return TmemArray(self.address + offset, self.dtype)

    __add__ = subview

    def data_ptr(self) -> TmemArray:
        """Itself."""
        return self

    def as_array(self, dtype: type[Numeric] | None) -> TmemArray:
        """The same columns, of a type: what `Array(columns, dtype=...)` gives."""
        return self if dtype is None else TmemArray(self.address, dtype)

    def toint(self) -> Int32:
        """The address."""
        return self.address


class TmemAddr:
    """An address, with its parts `row_id` and `col_id`."""

    __slots__ = ("address",)

    def __init__(self, address: Any) -> None:
        self.address = as_numeric(address).to(Int32)

    @staticmethod
    def from_row_col(row_id: Any, col_id: Any) -> TmemAddr:
        """That of a lane and a column."""
        return TmemAddr(as_numeric(row_id).to(Int32) << _LANE_AT | as_numeric(col_id).to(Int32))

    @property
    def row_id(self) -> Any:
        return self.address >> _LANE_AT

    @property
    def col_id(self) -> Any:
        return self.address & _COLUMNS

    def as_ptr(self, dtype: type[Numeric]) -> Pointer:
        """The pointer to elements there."""
        return make_ptr(dtype, self.address, AddressSpace.tmem)


register_tree(
    TmemArray,
    lambda place: ([place.address.ir_value()], place.dtype),
    lambda dtype, handles: TmemArray(Int32.from_handle(handles[0]), dtype),
)
register_tree(
    TmemAddr,
    lambda place: ([place.address.ir_value()], None),
    lambda _, handles: TmemAddr(Int32.from_handle(handles[0])),
)


def make_tmem_ptr(address: Any, dtype: type[Numeric]) -> TmemArray:
    """The columns at an address that `tcgen05_alloc` stored."""
    return TmemArray(address, dtype)


def make_tmem_ptr_from_warp_row_col(address: Any, warp_idx: Any, col_id: Any, dtype: type[Numeric]) -> TmemArray:
    """A column, at the lanes that a warp reaches."""
    lane = TmemAddr(address).row_id + as_numeric(warp_idx).to(Int32) % _WARPS * _WARP_LANES
    return TmemArray(TmemAddr.from_row_col(lane, col_id).address, dtype)
