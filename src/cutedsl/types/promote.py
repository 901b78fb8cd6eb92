"""The common type of two operands."""

from __future__ import annotations

from functools import lru_cache

from cutedsl.errors import fail
from cutedsl.types.dtype import FLOAT16, FLOAT32, FLOAT64, TFLOAT32
from cutedsl.types.record import DType

_FLOAT_OF_WIDTH = {16: FLOAT16, 32: FLOAT32, 64: FLOAT64}
# Among floats of the same width the first one listed wins.
_RANK = {32: (FLOAT32, TFLOAT32), 16: (FLOAT16,)}


@lru_cache(maxsize=1024)
def promote(a: DType, b: DType) -> DType:
    """The type that `a op b` is computed in.

    Law: promote(a, b) == promote(b, a) and promote(a, a) == a, wherever it is defined.

    >>> from cutedsl.types import dtype_named
    >>> promote(dtype_named("Float16"), dtype_named("Int32"))
    Float32
    >>> promote(dtype_named("Int32"), dtype_named("Uint32"))
    Uint32

    Errors: numeric-promotion (a TypeError) for narrow floats and for pairs without a common type.
    Source: CUTLASS's notebook `data_types`.
    """
    if a is b:
        return a
    if a.is_float and b.is_float:
        return _promote_floats(a, b)
    if a.is_float or b.is_float:
        return _promote_mixed(a, b)
    if a.signed == b.signed or a.is_bool or b.is_bool:
        return a if a.width >= b.width else b
    signed, unsigned = (a, b) if a.signed else (b, a)
    return unsigned if unsigned.width >= signed.width else signed


def _promote_floats(a: DType, b: DType) -> DType:
    """The wider of two floats, or the ranked one."""
    if a.lanes > 1 or b.lanes > 1:
        raise _refuse(a, b)
    if a.width != b.width:
        wide = a if a.width > b.width else b
        if wide.width >= 16:
            return wide
        raise _refuse(a, b)
    for winner in _RANK.get(a.width, ()):
        if winner in (a, b):
            return winner
    raise _refuse(a, b)


def _promote_mixed(a: DType, b: DType) -> DType:
    """A float and an integer: a float that is as wide as the wider one."""
    real, whole = (a, b) if a.is_float else (b, a)
    if whole.width <= real.width and real.width >= 16:
        return real
    common = _FLOAT_OF_WIDTH.get(max(real.width, whole.width))
    if common is None or real.width < 16:
        raise _refuse(a, b)
    return common


def _refuse(a: DType, b: DType) -> Exception:
    """The error for two types without a common one."""
    return fail(
        "numeric-promotion",
        f"{a.name} and {b.name} have no common type",
        fix=f"convert one operand: `x.to({(a if a.width >= b.width else b).name})`, or both to Float32",
    )
