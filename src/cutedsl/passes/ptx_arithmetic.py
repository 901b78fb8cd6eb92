"""PTX's arithmetic as ops: integers, floats, bits, comparisons, conversions.

Results are those of the ISA where it fixes them; the `approx` functions are exact ones here, which differ by less than
the ISA's bounds. Flushing of subnormals (`ftz`) is not imitated. Source: PTX ISA, "Integer Arithmetic Instructions" ff.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from xdsl.dialects import arith, math
from xdsl.dialects.builtin import (
    BFloat16Type,
    Float16Type,
    Float32Type,
    Float64Type,
    IntegerAttr,
    bf16,
    f16,
    f32,
    i1,
    i16,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue

from cutedsl.ir import atomic_ops
from cutedsl.ir.elementwise_ops import CmpfOp
from cutedsl.passes.ptx_registers import TYPES, Machine, width_of
from cutedsl.passes.ptx_text import Instruction

Rule = Callable[[Machine, Instruction], None]
_ORDERED: Final = {"eq": 1, "gt": 2, "ge": 3, "lt": 4, "le": 5, "ne": 6, "num": 7}
_UNORDERED: Final = {"equ": 8, "gtu": 9, "geu": 10, "ltu": 11, "leu": 12, "neu": 13, "nan": 14}
_SIGNED: Final = {"eq": 0, "ne": 1, "lt": 2, "le": 3, "gt": 4, "ge": 5}
_UNSIGNED: Final = {"eq": 0, "ne": 1, "lt": 6, "le": 7, "gt": 8, "ge": 9, "lo": 6, "ls": 7, "hi": 8, "hs": 9}


def type_of(m: Machine, i: Instruction, last: int = -1) -> Attribute:
    """The IR type of an instruction's type modifier."""
    found = TYPES.get(i.modifiers[last]) if i.modifiers else None
    if found is None:
        raise m.unknown(i.name)
    return found


def is_float(mlir: Attribute) -> bool:
    """Whether a type is one of floats."""
    return isinstance(mlir, Float16Type | BFloat16Type | Float32Type | Float64Type)


def _signed(i: Instruction) -> bool:
    return i.modifiers[-1][0] == "s"


def _binary(
    integer: type[Operation], unsigned: type[Operation] | None = None, real: type[Operation] | None = None
) -> Rule:
    """An op of two operands, by the instruction's type."""

    def rule(m: Machine, i: Instruction) -> None:
        mlir = type_of(m, i)
        target, a, b = i.operands
        if i.modifiers[-1].endswith("x2") or "sat" in i.modifiers or "cc" in i.modifiers:
            raise m.unknown(i.name)
        cls = real if is_float(mlir) else integer if unsigned is None or _signed(i) else unsigned
        if cls is None:
            raise m.unknown(i.name)
        m.write(target, m.op(cls, (m.read(a, mlir), m.read(b, mlir)), mlir))

    return rule


def _extreme(ordinary: Rule, propagating: type[Operation]) -> Rule:
    def rule(m: Machine, i: Instruction) -> None:
        if "NaN" not in i.modifiers:
            ordinary(m, i)
            return
        mlir = type_of(m, i)
        m.write(i.operands[0], m.op(propagating, tuple(m.read(x, mlir) for x in i.operands[1:]), mlir))

    return rule


def _unary(real: type[Operation]) -> Rule:
    def rule(m: Machine, i: Instruction) -> None:
        mlir = type_of(m, i)
        if not is_float(mlir):
            raise m.unknown(i.name)
        m.write(i.operands[0], m.op(real, (m.read(i.operands[1], mlir),), mlir))

    return rule


def _mov(m: Machine, i: Instruction) -> None:
    """A copy, or packing and unpacking of `{a, b}`."""
    mlir, (target, source) = type_of(m, i), i.operands
    if source.startswith("{"):
        parts = m.parts(source)
        size = width_of(mlir) // len(parts)
        total = m.constant(0, mlir)
        for k, part in enumerate(parts):
            wide = m.converted(m.read(part, _integer(size)), mlir)
            moved = m.op(arith.ShLIOp, (wide, m.constant(size * k, mlir)), mlir)
            total = m.op(arith.OrIOp, (total, moved), mlir)
        m.write(target, total)
    elif target.startswith("{"):
        parts = m.parts(target)
        size = width_of(mlir) // len(parts)
        value = m.read(source, mlir)
        for k, part in enumerate(parts):
            moved = m.op(arith.ShRUIOp, (value, m.constant(size * k, mlir)), mlir)
            m.write(part, m.converted(moved, _integer(size)))
    else:
        m.write(target, m.read(source, mlir))


def _integer(bits: int) -> Attribute:
    return TYPES[f"b{bits}"]


def _add(m: Machine, i: Instruction) -> None:
    """A sum; `.cc` keeps the carry."""
    mlir = type_of(m, i)
    if "cc" not in i.modifiers:
        _ADD(m, i)
        return
    a, b = (m.read(x, mlir) for x in i.operands[1:])
    total = m.op(arith.AddiOp, (a, b), mlir)
    m.carry = m.compare(_UNSIGNED["lt"], total, a)
    m.write(i.operands[0], total)


def _addc(m: Machine, i: Instruction) -> None:
    mlir = type_of(m, i)
    a, b = (m.read(x, mlir) for x in i.operands[1:])
    carry = m.op(arith.ExtUIOp, (m.carry or m.constant(0, i1),), mlir)
    part = m.op(arith.AddiOp, (a, b), mlir)
    total = m.op(arith.AddiOp, (part, carry), mlir)
    if "cc" in i.modifiers:
        over = (m.compare(_UNSIGNED["lt"], x, y) for x, y in ((part, a), (total, part)))
        m.carry = m.op(arith.OrIOp, tuple(over), i1)
    m.write(i.operands[0], total)


def _product(m: Machine, i: Instruction, a: str, b: str) -> tuple[SSAValue, Attribute]:
    mlir = type_of(m, i)
    if is_float(mlir):
        return m.op(arith.MulfOp, (m.read(a, mlir), m.read(b, mlir)), mlir), mlir
    if "lo" in i.modifiers or width_of(mlir) == 64:
        if "hi" in i.modifiers:
            raise m.unknown(i.name)
        return m.op(arith.MuliOp, (m.read(a, mlir), m.read(b, mlir)), mlir), mlir
    wide = _integer(2 * width_of(mlir))
    extend = arith.ExtSIOp if _signed(i) else arith.ExtUIOp
    x, y = (m.op(extend, (m.read(v, mlir),), wide) for v in (a, b))
    whole = m.op(arith.MuliOp, (x, y), wide)
    if "hi" not in i.modifiers:
        return whole, wide
    high = m.op(arith.ShRUIOp, (whole, m.constant(width_of(mlir), wide)), wide)
    return m.converted(high, mlir), mlir


def _mul(m: Machine, i: Instruction) -> None:
    m.write(i.operands[0], _product(m, i, i.operands[1], i.operands[2])[0])


def _mad(m: Machine, i: Instruction) -> None:
    """Of integers a product and a sum; of floats with one rounding."""
    if is_float(type_of(m, i)):
        _fma(m, i)
        return
    product, mlir = _product(m, i, i.operands[1], i.operands[2])
    m.write(i.operands[0], m.op(arith.AddiOp, (product, m.read(i.operands[3], mlir)), mlir))


def _fma(m: Machine, i: Instruction) -> None:
    mlir = type_of(m, i)
    if not is_float(mlir) or "relu" in i.modifiers or "sat" in i.modifiers:
        raise m.unknown(i.name)
    m.write(i.operands[0], m.op(math.FmaOp, tuple(m.read(x, mlir) for x in i.operands[1:]), mlir))


def _not(m: Machine, i: Instruction) -> None:
    mlir = type_of(m, i)
    m.write(i.operands[0], m.op(arith.XOrIOp, (m.read(i.operands[1], mlir), m.constant(-1, mlir)), mlir))


def _neg(m: Machine, i: Instruction) -> None:
    mlir = type_of(m, i)
    value = m.read(i.operands[1], mlir)
    if is_float(mlir):
        m.write(i.operands[0], m.op(arith.NegfOp, (value,), mlir))
    else:
        m.write(i.operands[0], m.op(arith.SubiOp, (m.constant(0, mlir), value), mlir))


def _abs(m: Machine, i: Instruction) -> None:
    mlir = type_of(m, i)
    m.write(i.operands[0], m.op(math.AbsFOp if is_float(mlir) else math.AbsIOp, (m.read(i.operands[1], mlir),), mlir))


def _shift(m: Machine, i: Instruction) -> None:
    """Shifts by the width or more leave zeros, or copies of the sign."""
    mlir = type_of(m, i)
    cls = arith.ShLIOp if i.op == "shl" else arith.ShRSIOp if _signed(i) else arith.ShRUIOp
    amount = m.read(i.operands[2], i32)
    m.write(i.operands[0], m.op(cls, (m.read(i.operands[1], mlir), _amount(m, amount, mlir)), mlir))


def _amount(m: Machine, amount: SSAValue, mlir: Attribute) -> SSAValue:
    """A shift amount, at most the width, as the shifted type."""
    width = m.constant(width_of(mlir), i32)
    return m.converted(m.op(arith.MinUIOp, (amount, width), i32), mlir)


def _funnel(m: Machine, i: Instruction) -> None:
    """`shf`: the upper word of `b:a` shifted left, or its lower one shifted right."""
    target, a, b, c = i.operands
    low, high = (m.op(arith.ExtUIOp, (m.read(x, i32),), i64) for x in (a, b))
    both = m.op(arith.OrIOp, (low, m.op(arith.ShLIOp, (high, m.constant(32, i64)), i64)), i64)
    count = m.read(c, i32)
    if "wrap" in i.modifiers:
        count = m.op(arith.AndIOp, (count, m.constant(31, i32)), i32)
    else:
        count = m.op(arith.MinUIOp, (count, m.constant(32, i32)), i32)
    wide = m.converted(count, i64)
    if "l" in i.modifiers:
        moved = m.op(arith.ShLIOp, (both, wide), i64)
        both = m.op(arith.ShRUIOp, (moved, m.constant(32, i64)), i64)
    else:
        both = m.op(arith.ShRUIOp, (both, wide), i64)
    m.write(target, m.converted(both, i32))


def _lop3(m: Machine, i: Instruction) -> None:
    target, *inputs, table = i.operands
    values = [m.read(x, i32) for x in inputs]
    inverse = [m.op(arith.XOrIOp, (x, m.constant(-1, i32)), i32) for x in values]
    out = m.constant(0, i32)
    for index in range(8):
        if int(table, 0) >> index & 1:
            terms = [(v if index >> (2 - k) & 1 else n) for k, (v, n) in enumerate(zip(values, inverse, strict=True))]
            term = m.op(arith.AndIOp, (m.op(arith.AndIOp, (terms[0], terms[1]), i32), terms[2]), i32)
            out = m.op(arith.OrIOp, (out, term), i32)
    m.write(target, out)


def _prmt(m: Machine, i: Instruction) -> None:
    if i.modifiers != ("b32",):
        raise m.unknown(i.name)
    operands = tuple(m.read(x, i32) for x in i.operands[1:])
    m.write(i.operands[0], m.op(atomic_ops.PermuteBytesOp, operands, i32))


def _counted(name: type[Operation]) -> Rule:
    def rule(m: Machine, i: Instruction) -> None:
        mlir = type_of(m, i)
        m.write(i.operands[0], m.converted(m.op(name, (m.read(i.operands[1], mlir),), mlir), i32))

    return rule


def _brev(m: Machine, i: Instruction) -> None:
    mlir = type_of(m, i)
    m.write(i.operands[0], m.op(atomic_ops.BitReverseOp, (m.read(i.operands[1], mlir),), mlir))


def _bfe(m: Machine, i: Instruction) -> None:
    """A field of bits; what lies above the type are zeros, or copies of the field's highest bit."""
    mlir = type_of(m, i)
    if width_of(mlir) != 32:
        raise m.unknown(i.name)
    value = m.read(i.operands[1], i32)
    start, length = (m.op(arith.AndIOp, (m.read(x, i32), m.constant(255, i32)), i32) for x in i.operands[2:])
    whole = m.op(arith.ExtSIOp if _signed(i) else arith.ExtUIOp, (value,), i64)
    begin = m.converted(m.op(arith.MinUIOp, (start, m.constant(63, i32)), i32), i64)
    field = m.op(arith.ShRSIOp if _signed(i) else arith.ShRUIOp, (whole, begin), i64)
    count = m.converted(m.op(arith.MinUIOp, (length, m.constant(64, i32)), i32), i64)
    unused = m.op(arith.SubiOp, (m.constant(64, i64), count), i64)
    high = m.op(arith.ShLIOp, (field, unused), i64)
    m.write(i.operands[0], m.converted(m.op(arith.ShRSIOp if _signed(i) else arith.ShRUIOp, (high, unused), i64), i32))


def _bfi(m: Machine, i: Instruction) -> None:
    mlir = type_of(m, i)
    if width_of(mlir) != 32:
        raise m.unknown(i.name)
    a, b = (m.read(x, i32) for x in i.operands[1:3])
    start, length = (m.op(arith.AndIOp, (m.read(x, i32), m.constant(255, i32)), i32) for x in i.operands[3:])
    ones = m.op(arith.ShLIOp, (m.constant(1, i64), m.converted(_least(m, length, 32), i64)), i64)
    mask = m.converted(m.op(arith.SubiOp, (ones, m.constant(1, i64)), i64), i32)
    place = m.converted(_least(m, start, 32), i32)
    mask, field = (m.op(arith.ShLIOp, (x, place), i32) for x in (mask, m.op(arith.AndIOp, (a, mask), i32)))
    rest = m.op(arith.AndIOp, (b, m.op(arith.XOrIOp, (mask, m.constant(-1, i32)), i32)), i32)
    m.write(i.operands[0], m.op(arith.OrIOp, (rest, field), i32))


def _least(m: Machine, value: SSAValue, most: int) -> SSAValue:
    return m.op(arith.MinUIOp, (value, m.constant(most, i32)), i32)


def _setp(m: Machine, i: Instruction) -> None:
    """A comparison, and one more predicate to combine it with; `p|q` takes its opposite too."""
    mlir, how = type_of(m, i), i.modifiers[0]
    a, b = (m.read(x, mlir) for x in i.operands[1:3])
    if is_float(mlir):
        number = {**_ORDERED, **_UNORDERED}.get(how)
        if number is None:
            raise m.unknown(i.name)
        result = m.op(CmpfOp, (a, b), i1, predicate=IntegerAttr(number, i64))
    else:
        number = (_SIGNED if _signed(i) else _UNSIGNED).get(how)
        if number is None:
            raise m.unknown(i.name)
        result = m.compare(number, a, b)
    targets = [name.strip() for name in i.operands[0].split("|")]
    results = [result, m.op(arith.XOrIOp, (result, m.constant(1, i1)), i1)][: len(targets)]
    if len(i.operands) > 3:
        combine = _COMBINE.get(i.modifiers[1])
        if combine is None:
            raise m.unknown(i.name)
        results = [m.op(combine, (one, m.read(i.operands[3], i1)), i1) for one in results]
    for target, value in zip(targets, results, strict=True):
        m.write(target, value)


def _selp(m: Machine, i: Instruction) -> None:
    mlir, (target, a, b, p) = type_of(m, i), i.operands
    m.write(target, m.select(m.read(p, i1), m.read(a, mlir), m.read(b, mlir)))


def _cvt(m: Machine, i: Instruction) -> None:
    """Conversions between integers and floats; two floats at a time into halves of a word."""
    if {"relu", "rs"} & set(i.modifiers):
        raise m.unknown(i.name)
    to, source = type_of(m, i, -2), type_of(m, i)
    if i.modifiers[-2] in ("f16x2", "bf16x2"):
        half = f16 if i.modifiers[-2] == "f16x2" else bf16
        high, low = (m.converted(m.op(arith.TruncFOp, (m.read(x, f32),), half), i16) for x in i.operands[1:])
        wide = m.op(arith.ShLIOp, (m.converted(high, i32), m.constant(16, i32)), i32)
        m.write(i.operands[0], m.op(arith.OrIOp, (wide, m.converted(low, i32)), i32))
        return
    value = m.read(i.operands[1], source)
    if is_float(to) and is_float(source):
        m.write(i.operands[0], _between_floats(m, i, value, to))
    elif is_float(to):
        m.write(i.operands[0], m.op(arith.SIToFPOp if _signed(i) else arith.UIToFPOp, (value,), to))
    elif is_float(source):
        m.write(i.operands[0], _to_integer(m, i, value, to))
    elif "sat" in i.modifiers:
        raise m.unknown(i.name)
    elif width_of(to) > width_of(source):
        m.write(i.operands[0], m.op(arith.ExtSIOp if _signed(i) else arith.ExtUIOp, (value,), to))
    else:
        m.write(i.operands[0], m.converted(value, to))


def _between_floats(m: Machine, i: Instruction, value: SSAValue, to: Attribute) -> SSAValue:
    rounding = [part for part in i.modifiers[:-2] if part in ("rn", "rz", "rm", "rp", "rni", "rzi", "rmi", "rpi")]
    if width_of(to) > width_of(value.type):
        return m.op(arith.ExtFOp, (value,), to)
    if width_of(to) < width_of(value.type):
        if rounding not in (["rn"], []) or "sat" in i.modifiers:
            raise m.unknown(i.name)
        return m.op(arith.TruncFOp, (value,), to)
    whole = {"rni": math.RoundEvenOp, "rzi": math.TruncOp, "rmi": math.FloorOp, "rpi": math.CeilOp}
    if to != value.type or not rounding or rounding[0] not in whole or "sat" in i.modifiers:
        raise m.unknown(i.name)
    return m.op(whole[rounding[0]], (value,), to)


def _to_integer(m: Machine, i: Instruction, value: SSAValue, to: Attribute) -> SSAValue:
    """Rounded as asked, then converted; what lies outside the type becomes its nearest number, a NaN 0."""
    whole: dict[str, type[Operation]] = {"rni": math.RoundEvenOp, "rmi": math.FloorOp, "rpi": math.CeilOp}
    for name, cls in whole.items():
        if name in i.modifiers:
            value = m.op(cls, (value,), value.type)
    return m.op(arith.FPToSIOp if i.modifiers[-2][0] == "s" else arith.FPToUIOp, (value,), to)


def _reciprocal(m: Machine, i: Instruction) -> None:
    mlir = type_of(m, i)
    one = m.constant(1.0, mlir)
    m.write(i.operands[0], m.op(arith.DivfOp, (one, m.read(i.operands[1], mlir)), mlir))


_COMBINE: Final[dict[str, type[Operation]]] = {"and": arith.AndIOp, "or": arith.OrIOp, "xor": arith.XOrIOp}
_ADD: Final = _binary(arith.AddiOp, None, arith.AddfOp)
ARITHMETIC: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        "mov": _mov,
        "add": _add,
        "addc": _addc,
        "sub": _binary(arith.SubiOp, None, arith.SubfOp),
        "mul": _mul,
        "mad": _mad,
        "fma": _fma,
        "div": _binary(arith.DivSIOp, arith.DivUIOp, arith.DivfOp),
        "rem": _binary(arith.RemSIOp, arith.RemUIOp),
        "min": _extreme(_binary(arith.MinSIOp, arith.MinUIOp, arith.MinnumfOp), arith.MinimumfOp),
        "max": _extreme(_binary(arith.MaxSIOp, arith.MaxUIOp, arith.MaxnumfOp), arith.MaximumfOp),
        "and": _binary(arith.AndIOp),
        "or": _binary(arith.OrIOp),
        "xor": _binary(arith.XOrIOp),
        "not": _not,
        "neg": _neg,
        "abs": _abs,
        "shl": _shift,
        "shr": _shift,
        "shf": _funnel,
        "lop3": _lop3,
        "prmt": _prmt,
        "popc": _counted(math.CtPopOp),
        "clz": _counted(math.CountLeadingZerosOp),
        "brev": _brev,
        "bfe": _bfe,
        "bfi": _bfi,
        "setp": _setp,
        "selp": _selp,
        "cvt": _cvt,
        "rcp": _reciprocal,
        "ex2": _unary(math.Exp2Op),
        "lg2": _unary(math.Log2Op),
        "rsqrt": _unary(math.RsqrtOp),
        "sqrt": _unary(math.SqrtOp),
        "sin": _unary(math.SinOp),
        "cos": _unary(math.CosOp),
        "tanh": _unary(math.TanhOp),
    }
)
