"""Numeric types as MLIR types, and back."""

from __future__ import annotations

from xdsl.dialects import builtin
from xdsl.ir import Attribute

from cutedsl.types import DType, dtype_named

_FLOATS: dict[str, Attribute] = {
    "Float64": builtin.f64,
    "TFloat32": builtin.f32,
    "Float32": builtin.f32,
    "Float16": builtin.f16,
    "BFloat16": builtin.bf16,
    "Float8E5M2": builtin.Float8E5M2Type(),
    "Float8E4M3": builtin.Float8E4M3Type(),
    "Float8E4M3FN": builtin.Float8E4M3FNType(),
    "Float8E4M3B11FNUZ": builtin.Float8E4M3B11FNUZType(),
    "Float8E8M0FNU": builtin.Float8E8M0FNUType(),
    "Float6E3M2FN": builtin.Float6E3M2FNType(),
    "Float6E2M3FN": builtin.Float6E2M3FNType(),
    "Float4E2M1FN": builtin.Float4E2M1FNType(),
}
_KNOWN = dict(_FLOATS)
_INTS: dict[int, builtin.IntegerType] = {w: builtin.IntegerType(w) for w in (1, 4, 8, 16, 24, 32, 64, 128)}
"""24 bits are four elements of 6."""

_BACK: dict[Attribute, str] = {
    **{mlir: name for name, mlir in _FLOATS.items()},
    **{mlir: f"Int{w}" if w > 1 else "Boolean" for w, mlir in _INTS.items() if w != 24},
}


def mlir_type(dtype: DType) -> Attribute:
    """The MLIR spelling of a numeric type; integers are signless, TFloat32 is stored as f32."""
    found = _KNOWN.get(dtype.name)  # asked for each traced operation
    return _KNOWN.setdefault(dtype.name, _INTS[dtype.width]) if found is None else found


def dtype_of(mlir: Attribute) -> DType:
    """The numeric type that an MLIR type spells, integers as signed ones."""
    return dtype_named(_BACK[mlir])


def storage_bits(mlir: Attribute) -> int:
    """Bits that one element takes in memory (`i1` takes 8)."""
    return dtype_of(mlir).storage_bits
