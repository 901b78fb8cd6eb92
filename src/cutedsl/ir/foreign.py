"""What the ops of MLIR's dialects compute: one row an op, which `ir/facts.py` gives as facts.

Ops of the `cute` dialect declare traits instead; these classes are xDSL's, so their traits stand here.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from xdsl.dialects import arith, func, math, scf, ub
from xdsl.dialects.builtin import ModuleOp, UnrealizedConversionCastOp
from xdsl.ir import Operation

from cutedsl.errors.frozen import frozen
from cutedsl.ir.ops.elementwise import (
    ARITH,
    BitcastOp,
    CmpiOp,
    ExtSIOp,
    ExtUIOp,
    FPToSIOp,
    FPToUIOp,
    SelectOp,
    SIToFPOp,
    TruncIOp,
    UIToFPOp,
)

Evaluate = Callable[[int, int, int], "int | None"]
"""Of two numbers as signed ones and the width in bits: the result, not yet wrapped; None where there is none."""


@frozen
class Computes:
    """What an op on numbers computes.

    `operation` is the same word for all types: "add", "div" (toward zero), "rem", "shr", "umin", "extend", "convert".
    `neutral` are the second operands that leave the first one as it is. `monotone`: the result is least where the first
    operand is. `indexes`: an index that goes through it is an index still. `in_step`: vector instructions of floats do
    it to each element alone. `flops`: floating-point operations, as benchmarks count them.
    """

    operation: str = ""
    unsigned: bool = False
    floating: bool = False
    commutes: bool = False
    neutral: tuple[int, ...] = ()
    evaluate: Evaluate | None = None
    monotone: bool = False
    indexes: bool = False
    in_step: bool = False
    flops: int = 0

    @property
    def divides(self) -> bool:
        """Whether it is a division of integers, whose divisor must not be 0."""
        return not self.floating and self.operation in ("div", "floordiv", "ceildiv", "rem")


def signed(value: int, width: int) -> int:
    """The number that the lowest `width` bits stand for in two's complement.

    >>> signed(255, 8), signed(1, 1)
    (-1, -1)
    """
    value &= (1 << width) - 1
    return value - (1 << width) if value >> (width - 1) else value


def unsigned(value: int, width: int) -> int:
    """The same bits as a number without a sign."""
    return value & ((1 << width) - 1)


_COMPARES: Final = (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge)


def holds(predicate: int, x: int, y: int, width: int) -> bool:
    """Whether a comparison by MLIR's number of its predicate holds; from 6 on they are without signs.

    >>> holds(2, -1, 1, 32), holds(6, -1, 1, 32)
    (True, False)
    """
    if predicate >= len(_COMPARES):
        predicate, x, y = predicate - 4, unsigned(x, width), unsigned(y, width)
    return _COMPARES[predicate](x, y)


def _toward_zero(x: int, y: int) -> int:
    quotient = abs(x) // abs(y)
    return quotient if (x < 0) == (y < 0) else -quotient


def _divided(divide: Callable[[int, int], int]) -> Evaluate:
    return lambda x, y, _: divide(x, y) if y else None


def _without_sign(compute: Evaluate) -> Evaluate:
    return lambda x, y, width: compute(unsigned(x, width), unsigned(y, width), width)


_MIN: Final[Evaluate] = lambda x, y, _: min(x, y)  # noqa: E731
_MAX: Final[Evaluate] = lambda x, y, _: max(x, y)  # noqa: E731
_QUOTIENT: Final = _divided(_toward_zero)
_REMAINDER: Final = _divided(lambda x, y: x - y * _toward_zero(x, y))
_CEILING: Final = _divided(lambda x, y: -(-x // y))
_RIGHT: Final[Evaluate] = lambda x, y, width: x >> y if 0 <= y < width else None  # noqa: E731


def _integers() -> Iterator[tuple[type[Operation], Computes]]:
    """Ops on two integers of the same width."""
    yield arith.AddiOp, Computes("add", False, False, True, (0,), lambda x, y, _: x + y, indexes=True)
    yield arith.SubiOp, Computes("sub", False, False, False, (0,), lambda x, y, _: x - y, indexes=True)
    yield arith.MuliOp, Computes("mul", False, False, True, (1,), lambda x, y, _: x * y, indexes=True)
    yield arith.DivSIOp, Computes("div", evaluate=_QUOTIENT, monotone=True, indexes=True)
    yield arith.DivUIOp, Computes("div", True, evaluate=_without_sign(_QUOTIENT), indexes=True)
    yield (
        arith.FloorDivSIOp,
        Computes("floordiv", neutral=(1,), evaluate=_divided(lambda x, y: x // y), monotone=True, indexes=True),
    )
    yield arith.CeilDivSIOp, Computes("ceildiv", evaluate=_CEILING)
    yield arith.CeilDivUIOp, Computes("ceildiv", True, evaluate=_without_sign(_CEILING))
    yield arith.RemSIOp, Computes("rem", evaluate=_REMAINDER, monotone=True, indexes=True)
    yield arith.RemUIOp, Computes("rem", True, evaluate=_without_sign(_REMAINDER), indexes=True)
    yield arith.AndIOp, Computes("and", False, False, True, evaluate=lambda x, y, _: x & y, indexes=True)
    yield arith.OrIOp, Computes("or", False, False, True, evaluate=lambda x, y, _: x | y)
    yield arith.XOrIOp, Computes("xor", False, False, True, (0,), lambda x, y, _: x ^ y)
    yield (
        arith.ShLIOp,
        Computes("shl", evaluate=lambda x, y, width: x << y if 0 <= y < width else None, indexes=True),
    )
    yield arith.ShRSIOp, Computes("shr", evaluate=_RIGHT, indexes=True)
    yield (
        arith.ShRUIOp,
        Computes("shr", True, evaluate=lambda x, y, width: _RIGHT(unsigned(x, width), y, width), indexes=True),
    )
    yield arith.MinSIOp, Computes("min", False, False, True, evaluate=_MIN, indexes=True)
    yield arith.MaxSIOp, Computes("max", False, False, True, evaluate=_MAX, indexes=True)
    yield arith.MinUIOp, Computes("umin", True, False, True, evaluate=_without_sign(_MIN))
    yield arith.MaxUIOp, Computes("umax", True, False, True, evaluate=_without_sign(_MAX))


def _conversions() -> Iterator[tuple[type[Operation], Computes]]:
    yield CmpiOp, Computes("compare")
    yield SelectOp, Computes("select")
    yield BitcastOp, Computes("bitcast")
    yield ExtSIOp, Computes("extend", monotone=True, indexes=True)
    yield ExtUIOp, Computes("extend", True, indexes=True)
    yield TruncIOp, Computes("truncate", monotone=True, indexes=True)
    for op in (SIToFPOp, FPToSIOp):
        yield op, Computes("convert", False, True)
    for op in (UIToFPOp, FPToUIOp):
        yield op, Computes("convert", True, True)
    for op in (arith.ExtFOp, arith.TruncFOp):
        yield op, Computes("convert", False, True, in_step=True)


def _floats() -> Iterator[tuple[type[Operation], Computes]]:
    yield arith.AddfOp, Computes("add", False, True, True, in_step=True, flops=1)
    yield arith.SubfOp, Computes("sub", False, True, in_step=True, flops=1)
    yield arith.MulfOp, Computes("mul", False, True, True, in_step=True, flops=1)
    yield arith.DivfOp, Computes("div", False, True, in_step=True, flops=1)
    yield arith.NegfOp, Computes("neg", False, True, in_step=True, flops=1)
    yield math.FmaOp, Computes("fma", False, True, in_step=True, flops=2)
    for op in (arith.MaximumfOp, arith.MaxnumfOp):
        yield op, Computes("max", False, True, True, in_step=True)
    for op in (arith.MinimumfOp, arith.MinnumfOp):
        yield op, Computes("min", False, True, True, in_step=True)
    yield math.AbsFOp, Computes("abs", False, True, in_step=True)


COMPUTES: Final[dict[str, Computes]] = {op.name: row for op, row in (*_integers(), *_conversions(), *_floats())}
"""By op name; the arithmetic that has no row computes something that nothing asks about."""
EVALUATED: Final = tuple(op for op, row in _integers() if row.evaluate is not None)
"""The ops whose result on two known integers is known."""
WITHOUT_SIGNS: Final[Mapping[type[Operation], type[Operation]]] = MappingProxyType(
    {
        arith.DivSIOp: arith.DivUIOp,
        arith.FloorDivSIOp: arith.DivUIOp,
        arith.CeilDivSIOp: arith.CeilDivUIOp,
        arith.RemSIOp: arith.RemUIOp,
    }
)
"""The op that computes the same of numbers that are not negative, and is cheaper."""
PURE: Final = (*ARITH.operations, *math.Math.operations, ub.PoisonOp)
"""Arithmetic of other dialects. xDSL does not mark all of `arith` as pure."""
LOOPS: Final = (scf.ForOp, scf.WhileOp)
TERMINATORS: Final = (scf.YieldOp, scf.ConditionOp, func.ReturnOp)
CALLS: Final = (func.CallOp,)
REGIONS: Final = (scf.IfOp, func.FuncOp, ModuleOp, UnrealizedConversionCastOp)
"""Ops with nothing of their own to say."""
HANDS_ON: Final = frozenset(op.name for op in (*LOOPS, scf.IfOp, scf.YieldOp, scf.ConditionOp, SelectOp))
"""Ops through which a value becomes one of several."""
