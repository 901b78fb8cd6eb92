"""Which `arith`/`math` op stands for an operation on a numeric type: tables, read by the emitter and by passes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from xdsl.dialects import arith, math
from xdsl.dialects.builtin import IntegerAttr, i64
from xdsl.ir import Attribute, Operation
from xdsl.irdl import IRDLOperation

from cutedsl.ir.dtypes import mlir_type
from cutedsl.ir.ops.elementwise import ExtSIOp, ExtUIOp, FPToSIOp, FPToUIOp, SIToFPOp, TruncIOp, UIToFPOp
from cutedsl.ir.ops.simt import FmodOp
from cutedsl.types import DType
from cutedsl.types.dtype import FLOAT32

_Table = dict[str, type[Operation]]

_FLOAT: _Table = {
    "add": arith.AddfOp,
    "sub": arith.SubfOp,
    "mul": arith.MulfOp,
    "div": arith.DivfOp,
    "rem": FmodOp,
    "min": arith.MinimumfOp,
    "max": arith.MaximumfOp,
    "minnum": arith.MinnumfOp,
    "maxnum": arith.MaxnumfOp,
    "pow": math.PowFOp,
}
_INTEGER: _Table = {
    "add": arith.AddiOp,
    "sub": arith.SubiOp,
    "mul": arith.MuliOp,
    "and": arith.AndIOp,
    "or": arith.OrIOp,
    "xor": arith.XOrIOp,
    "shl": arith.ShLIOp,
}
_SIGNED: _Table = {
    "floordiv": arith.FloorDivSIOp,
    "rem": arith.RemSIOp,
    "shr": arith.ShRSIOp,
    "min": arith.MinSIOp,
    "max": arith.MaxSIOp,
    "pow": math.IPowIOp,
}
_UNSIGNED: _Table = {
    "floordiv": arith.DivUIOp,
    "rem": arith.RemUIOp,
    "shr": arith.ShRUIOp,
    "min": arith.MinUIOp,
    "max": arith.MaxUIOp,
    "pow": math.IPowIOp,
}
_UNARY: dict[str, tuple[type[Operation], type[Operation]]] = {
    "neg": (arith.NegfOp, arith.SubiOp),
    "abs": (math.AbsFOp, math.AbsIOp),
}
_INT_PREDICATE = {"eq": 0, "ne": 1, "lt": 2, "le": 3, "gt": 4, "ge": 5}
_UNSIGNED_SHIFT = 4  # slt..sge are 2..5, ult..uge are 6..9
_FLOAT_PREDICATE = {"eq": 1, "gt": 2, "ge": 3, "lt": 4, "le": 5, "ne": 13}


@lru_cache(maxsize=1024)
def binary_class(op: str, dtype: DType) -> type[Operation]:
    """The op class of `op` (add, sub, ..., pow) on a type; its sign and kind choose among MLIR's variants."""
    if dtype.is_float:
        return _FLOAT[op]
    return _INTEGER.get(op) or (_SIGNED if dtype.signed else _UNSIGNED)[op]


def unary_class(op: str, dtype: DType) -> type[Operation]:
    """The op class of `neg` or `abs` on a type."""
    return _UNARY[op][0 if dtype.is_float else 1]


@lru_cache(maxsize=64)
def _predicate(number: int) -> IntegerAttr:
    return IntegerAttr(number, i64)


def compare_predicate(op: str, dtype: DType) -> IntegerAttr:
    """MLIR's predicate number of `lt le gt ge eq ne`; floats compare ordered, except `ne`."""
    if dtype.is_float:
        return _predicate(_FLOAT_PREDICATE[op])
    number = _INT_PREDICATE[op]
    unsigned = number >= _INT_PREDICATE["lt"] and not dtype.signed
    return _predicate(number + _UNSIGNED_SHIFT if unsigned else number)


@lru_cache(maxsize=512)
def cast_classes(src: DType, dst: DType) -> tuple[tuple[type[Operation], Attribute], ...]:
    """The conversions, in order, from one type to another (not to Boolean): op class and resulting element type."""
    target = mlir_type(dst)
    if mlir_type(src) == target:
        return ()
    if src.is_integer and dst.is_integer:
        if dst.width < src.width:
            return ((TruncIOp, target),)
        return ((ExtSIOp if src.signed else ExtUIOp, target),)
    if src.is_integer:
        return ((SIToFPOp if src.signed else UIToFPOp, target),)
    if dst.is_integer:
        return ((FPToSIOp if dst.signed else FPToUIOp, target),)
    if src.width < dst.width:
        return ((arith.ExtFOp, target),)
    if src.width > dst.width:
        return ((arith.TruncFOp, target),)
    middle = mlir_type(FLOAT32)
    return ((arith.ExtFOp, middle), (arith.TruncFOp, target))


@lru_cache(maxsize=512)
def properties_of(cls: type[Operation]) -> Mapping[str, Attribute]:
    """The default values of an op class's properties (overflow, fast-math flags), as its constructor sets them."""
    if not issubclass(cls, IRDLOperation):
        return {}
    definition = cls.get_irdl_definition()
    return {name: prop.default_value for name, prop in definition.properties.items() if prop.default_value is not None}
