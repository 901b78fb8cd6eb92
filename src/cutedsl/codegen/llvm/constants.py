"""Constants as LLVM text; floats are spelled by their bits, so that nothing is lost in decimal."""

from __future__ import annotations

import struct

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, FloatAttr, IntegerAttr
from xdsl.ir import Attribute

from cutedsl.codegen.llvm.types import scalar_type
from cutedsl.errors import internal_error
from cutedsl.types.codes import code_of_value
from cutedsl.types.dtype import dtype_of_short


def float_text(value: float, llvm_type: str) -> str:
    """A float constant of an LLVM type.

    >>> float_text(1.0, "float"), float_text(1.0, "half"), float_text(1.0, "bfloat")
    ('0x3FF0000000000000', '0xH3C00', '0xR3F80')
    """
    match llvm_type:
        case "double":
            return f"0x{_bits('<d', '<Q', value):016X}"
        case "float":
            return f"0x{_bits('<d', '<Q', _to_f32(value)):016X}"
        case "half":
            return f"0xH{_half_bits(value):04X}"
        case "bfloat":
            return f"0xR{_bfloat_bits(value):04X}"
        case _:
            raise internal_error(f"no float constant of type {llvm_type}")


def int_text(value: int, llvm_type: str) -> str:
    """An integer constant, wrapped to the type's width as a signed number.

    >>> int_text(255, "i8"), int_text(1, "i1")
    ('-1', 'true')
    """
    if llvm_type == "i1":
        return "true" if value & 1 else "false"
    bits = int(llvm_type[1:])
    wrapped = value & ((1 << bits) - 1)
    return str(wrapped - (1 << bits) if wrapped >> (bits - 1) else wrapped)


def zero_text(llvm_type: str) -> str:
    """Zero of any first-class type."""
    return "null" if llvm_type == "ptr" else "zeroinitializer"


def number_text(value: int | float, llvm_type: str) -> str:
    """A constant of an LLVM scalar type from a Python number."""
    return int_text(int(value), llvm_type) if llvm_type[0] == "i" else float_text(float(value), llvm_type)


def constant_values(attribute: Attribute) -> tuple[int | float, ...]:
    """The numbers of an `arith.constant`'s value: one, or those of a dense vector (one for a splat).

    8-bit floats are given as their codes, as LLVM knows them as bytes only.
    """
    match attribute:
        case IntegerAttr():
            return (attribute.value.data,)
        case FloatAttr():
            value = attribute.value.data
            is_byte = scalar_type(attribute.type) == "i8"
            return (code_of_value(dtype_of_short(str(attribute.type)), value) if is_byte else value,)
        case DenseIntOrFPElementsAttr():
            values = tuple(x for x in attribute.get_values() if not isinstance(x, tuple))
            return values[:1] if attribute.is_splat() else values
        case _:
            raise internal_error(f"constant {attribute}")


def _bits(pack: str, unpack: str, value: float) -> int:
    return struct.unpack(unpack, struct.pack(pack, value))[0]


def _to_f32(value: float) -> float:
    try:
        return struct.unpack("<f", struct.pack("<f", value))[0]
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")


def _half_bits(value: float) -> int:
    try:
        return _bits("<e", "<H", value)
    except OverflowError:
        return 0x7C00 if value > 0 else 0xFC00


def _bfloat_bits(value: float) -> int:
    bits = _bits("<f", "<I", _to_f32(value))
    if value != value:
        return 0x7FC0 | bits >> 16
    return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16
