"""Descriptors of Blackwell's multiplies as numbers: of a matrix in shared memory, and of an instruction.

Source: arguments from public programs; PTX ISA, "Shared Memory Descriptor" and "Instruction Descriptor".
"""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import Any, Final

from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.lang.tensors.arrays import Array
from cutedsl.lang.tensors.pointer import Pointer
from cutedsl.staging.numeric import Numeric, as_numeric
from cutedsl.staging.protocol import Handle
from cutedsl.staging.scalars import Int32, Int64, Uint32
from cutedsl.staging.tree import register_tree

_UNIT = 16
"""Addresses and offsets are in units of so many bytes."""
_WINDOW = (1 << 18) - 1


class Tcgen05SmemSwizzle(IntEnum):
    """How the pieces of a matrix lie in shared memory."""

    NONE = 0
    SWIZZLE_128B_BASE32B = 1
    SWIZZLE_128B = 2
    SWIZZLE_64B = 4
    SWIZZLE_32B = 6


class MxScaleFormat(IntEnum):
    """What a factor of a multiply with scale factors is: Float8E4M3FN without a sign, or a power of two."""

    E4M3 = 0
    E8M0 = 1


class Tcgen05SmemDesc:
    """A matrix in shared memory: 64 bits, `value`. Adding a number moves it by that many units of 16 bytes."""

    __slots__ = ("value",)
    word_type = Int64
    """The register that inline PTX takes and gives for it."""

    def __init__(self, value: Any) -> None:
        self.value = as_numeric(value).to(Int64)

    @classmethod
    def from_handle(cls, handle: Handle) -> Tcgen05SmemDesc:
        """The descriptor of such a register."""
        return cls(Int64.from_handle(handle))

    @staticmethod
    def build(
        start_address: Any,
        leading_byte_offset: Any,
        stride_byte_offset: Any,
        layout: Tcgen05SmemSwizzle | int = Tcgen05SmemSwizzle.NONE,
        *,
        base_offset: int = 0,
        leading_is_absolute: bool = False,
    ) -> Tcgen05SmemDesc:
        """The descriptor of a matrix at an array or a pointer.

        Units: offsets in bytes, multiples of 16. Errors: tensor-core-operand.
        """
        place = start_address.data_ptr() if isinstance(start_address, Array) else start_address
        address = place.toint() if isinstance(place, Pointer) else as_numeric(place)
        fixed = 1 << 46 | (base_offset & 7) << 49 | int(leading_is_absolute) << 52 | int(layout) << 61
        value = as_numeric(((address & _WINDOW) >> 4).to(Uint32)).to(Int64)
        for number, at in ((leading_byte_offset, 16), (stride_byte_offset, 32)):
            value = value | _units(number) << at
        return Tcgen05SmemDesc(value | (fixed - (1 << 64) if fixed >> 63 else fixed))

    def advance_start_address(self, offset_bytes: Any) -> Tcgen05SmemDesc:
        """The matrix that begins so many bytes further."""
        return Tcgen05SmemDesc(self.value + _units(offset_bytes))

    def __add__(self, units: Any) -> Tcgen05SmemDesc:
        return Tcgen05SmemDesc(self.value + as_numeric(units).to(Int64))


register_tree(
    Tcgen05SmemDesc,
    lambda found: ([found.value.ir_value()], None),
    lambda _, handles: Tcgen05SmemDesc(Int64.from_handle(handles[0])),
)


def _units(number: Any) -> Any:
    """Bytes as units. Errors: tensor-core-operand."""
    found = as_numeric(number)
    if found.is_static and int(found.literal) % _UNIT:
        raise fail(
            "tensor-core-operand", f"offsets of a matrix descriptor must be multiples of 16 bytes, got {found.literal}"
        )
    return found.to(Int64) >> 4


_DENSE: Final = {
    "Float16": 0, "BFloat16": 1, "Float32": 2, "TFloat32": 2, "Int8": 1, "Uint8": 0, "Float8E4M3FN": 0,
    "Float8E4M3": 0, "Float8E5M2": 1, "Float6E2M3FN": 3, "Float6E3M2FN": 4, "Float4E2M1FN": 5,
}  # fmt: skip
_HALF_BITS: Final = 16
_SUMS: Final = {"Float16": 0, "Float32": 1, "Int32": 2}


def _code(codes: dict[str, int], dtype: type[Numeric], what: str) -> int:
    name = dtype.__name__
    if name not in codes:
        raise fail("tensor-core-operand", f"`{what}` must be one of {', '.join(codes)}, got {name}")
    return codes[name]


def _major(order: Any) -> int:
    """0 where K is contiguous."""
    found = order.value if isinstance(order, Enum) else order
    return int(found not in (0, "K", "k", False))


def _check_newer(**fields: int) -> None:
    for name, value in fields.items():
        if value != 0:
            raise fail("not-yet", f"`{name}` of {value} in an instruction descriptor, which is of a newer GPU")


class _Word:
    """Bits of an instruction descriptor's word set, kept or turned: a word (Int32) that multiplies take as well."""

    __slots__ = ()

    value: int

    def __and__(self, bits: Any) -> Int32:
        return self._number() & bits

    def __or__(self, bits: Any) -> Int32:
        return self._number() | bits

    def __xor__(self, bits: Any) -> Int32:
        return self._number() ^ bits

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def _number(self) -> Int32:
        return Int32(self.value - ((self.value & 1 << 31) << 1))


@frozen
class Tcgen05InstrDesc(_Word):
    """What a multiply multiplies: 32 bits, `value`."""

    value: int

    @staticmethod
    def build(
        c_dtype: type[Numeric],
        a_dtype: type[Numeric] | None = None,
        b_dtype: type[Numeric] | None = None,
        *,
        n_dim: int,
        m_dim: int,
        a_major: Any = 0,
        b_major: Any = 0,
        a_negate: bool = False,
        b_negate: bool = False,
        saturate: bool = False,
        sparse: bool = False,
        sparse_id: int = 0,
        max_shift: int = 0,
        k_dim: int = 0,
    ) -> Tcgen05InstrDesc:
        """That of operands of these types, Float16 by default; M of the pair where two blocks multiply.

        `k_dim` 1 is the longer K of a newer GPU. Elements of 16 bits have one K here, and programs for both say 1.
        Errors: tensor-core-operand; not-yet for another `k_dim` than 0 of other elements.
        """
        if a_dtype is not None and a_dtype.width != _HALF_BITS:
            _check_newer(k_dim=k_dim)
        left = 0 if a_dtype is None else _code(_DENSE, a_dtype, "a_dtype")
        right = left if b_dtype is None else _code(_DENSE, b_dtype, "b_dtype")
        word = sparse_id | int(sparse) << 2 | int(saturate) << 3 | _code(_SUMS, c_dtype, "c_dtype") << 4
        word |= left << 7 | right << 10 | int(a_negate) << 13 | int(b_negate) << 14
        word |= _major(a_major) << 15 | _major(b_major) << 16
        return Tcgen05InstrDesc(word | (n_dim >> 3) << 17 | (m_dim >> 4) << 24 | max_shift << 30)


@frozen
class Tcgen05MxInstrDesc(_Word):
    """What a multiply with scale factors multiplies: 32 bits, `value`."""

    value: int

    @classmethod
    def build(
        cls,
        a_dtype: type[Numeric],
        b_dtype: type[Numeric],
        *,
        n_dim: int,
        m_dim: int,
        scale_format: MxScaleFormat | int = MxScaleFormat.E8M0,
        a_major: Any = 0,
        b_major: Any = 0,
        a_negate: bool = False,
        b_negate: bool = False,
        a_sf_id: int = 0,
        b_sf_id: int = 0,
        k_dim: int = 0,
        sparsity_version: int = 0,
    ) -> Tcgen05MxInstrDesc:
        """That of operands of these types. `k_dim` 1 is a K of 96, of 4-bit elements on sm_103a.

        Errors: tensor-core-operand; not-yet for another `k_dim` of other elements, or `sparsity_version`.
        """
        cls._check_k(k_dim)
        _check_newer(sparsity_version=sparsity_version)
        codes = cls._codes()
        word = _code(codes, a_dtype, "a_dtype") << 7 | _code(codes, b_dtype, "b_dtype") << 10
        word |= int(a_negate) << 13 | int(b_negate) << 14 | _major(a_major) << 15 | _major(b_major) << 16
        word |= (n_dim >> 3) << 17 | scale_format << 23 | (m_dim >> 7) << 27 | k_dim << 31
        return cls(word).set_sf_ids(a_sf_id=a_sf_id, b_sf_id=b_sf_id)

    @staticmethod
    def _check_k(k_dim: int) -> None:
        _check_newer(k_dim=k_dim)

    @staticmethod
    def _codes() -> dict[str, int]:
        return {name: code for name, code in _DENSE.items() if name.startswith(("Float8", "Float6", "Float4"))}

    def set_sf_ids(self, *, a_sf_id: int, b_sf_id: int) -> Tcgen05MxInstrDesc:
        """The same with the bytes of a word where the factors of A and B begin."""
        kept = self.value & ~(3 << 4 | 3 << 29)
        return type(self)(kept | (b_sf_id & 3) << 4 | (a_sf_id & 3) << 29)


class Tcgen05MxOmmaInstrDesc(Tcgen05MxInstrDesc):
    """The same of operands of 4 bits, two a byte."""

    __slots__ = ()

    @staticmethod
    def _check_k(k_dim: int) -> None:
        if k_dim not in (0, 1):
            raise fail("tensor-core-operand", f"`k_dim` must be 0 (K of 64) or 1 (K of 96), got {k_dim}")

    @staticmethod
    def _codes() -> dict[str, int]:
        return {"Float4E2M1FN": 1}
