"""PTX's arithmetic as ops: integers, floats, halves of words, bits, comparisons.

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
    f32,
    i1,
    i8,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue

from cutedsl.ir.ops import atomic as atomic_ops
from cutedsl.ir.ops.elementwise import CmpfOp, ExtSIOp, ExtUIOp
from cutedsl.passes.ptx.registers import PACKED, TYPES, Machine, width_of
from cutedsl.passes.ptx.rounding import DIRECTED, rounded
from cutedsl.passes.ptx.text import Instruction

Rule = Callable[[Machine, Instruction], None]
_ORDERED: Final = {"eq": 1, "gt": 2, "ge": 3, "lt": 4, "le": 5, "ne": 6, "num": 7}
_UNORDERED: Final = {"equ": 8, "gtu": 9, "geu": 10, "ltu": 11, "leu": 12, "neu": 13, "nan": 14}
_SIGNED: Final = {"eq": 0, "ne": 1, "lt": 2, "le": 3, "gt": 4, "ge": 5}
_UNSIGNED: Final = {"eq": 0, "ne": 1, "lt": 6, "le": 7, "gt": 8, "ge": 9, "lo": 6, "ls": 7, "hi": 8, "hs": 9}


def type_of(m: Machine, i: Instruction, last: int = -1) -> Attribute:
    """The IR type of an instruction's type modifier; two halves of a word are not a number (see `_of_halves`)."""
    name = i.modifiers[last] if len(i.modifiers) >= -last else ""
    found = TYPES.get(name)
    if found is None or name in PACKED:
        raise m.unknown(i.name)
    return found


def is_float(mlir: Attribute) -> bool:
    """Whether a type is one of floats."""
    return isinstance(mlir, Float16Type | BFloat16Type | Float32Type | Float64Type)


def is_signed(i: Instruction) -> bool:
    """Whether an instruction's (last) type is one of signed integers."""
    return i.modifiers[-1][0] == "s"


def _binary(
    integer: type[Operation], unsigned: type[Operation] | None = None, real: type[Operation] | None = None
) -> Rule:
    """An op of two operands, by the instruction's type."""

    def rule(m: Machine, i: Instruction) -> None:
        mlir = type_of(m, i)
        target, a, b = i.operands
        cls = real if is_float(mlir) else integer if unsigned is None or is_signed(i) else unsigned
        if cls is None:
            raise m.unknown(i.name)
        m.write(target, limited(m, i, rounded(m, i, cls, [m.read(a, mlir), m.read(b, mlir)], mlir)))

    return rule


def limited(m: Machine, i: Instruction, value: SSAValue) -> SSAValue:
    """A float as `.sat` (0 to 1, a NaN as 0) and `.relu` (not below 0, NaNs stay) leave it; integers have neither."""
    chosen = {"sat", "relu"} & set(i.modifiers)
    if chosen and not is_float(value.type):
        raise m.unknown(i.name)
    if "sat" in chosen:
        value = m.op(arith.MaxnumfOp, (value, m.constant(0.0, value.type)), value.type)
        value = m.op(arith.MinnumfOp, (value, m.constant(1.0, value.type)), value.type)
    if "relu" in chosen:
        value = m.op(arith.MaximumfOp, (value, m.constant(0.0, value.type)), value.type)
    return value


def _of_halves(rule: Rule) -> Rule:
    """A rule that does the two floats of a word each as one of them: of 16 bits, or of 32 in one of 64."""

    def halves(m: Machine, i: Instruction) -> None:
        if i.modifiers[-1:] == () or i.modifiers[-1] not in PACKED:
            rule(m, i)
            return
        whole = TYPES[i.modifiers[-1]]
        words = [m.read(operand, whole) for operand in i.operands[1:]]
        one = (*i.modifiers[:-1], i.modifiers[-1].removesuffix("x2"))
        parts: list[SSAValue] = []
        for place in (0, width_of(whole) // 2):
            names = [f"half of operand {k}" for k in range(len(words))]
            for name, word in zip(names, words, strict=True):
                m.write(name, half_of(m, word, place))
            rule(m, Instruction(i.op, one, ("half of a result", *names)))
            parts.append(m.read("half of a result", _integer(width_of(whole) // 2)))
        m.write(i.operands[0], word_of(m, *parts))

    return halves


def word_of(m: Machine, low: SSAValue, high: SSAValue) -> SSAValue:
    """Two registers as one of twice their bits."""
    bits = width_of(low.type)
    whole = _integer(2 * bits)
    upper = m.op(arith.ShLIOp, (m.converted(high, whole), m.constant(bits, whole)), whole)
    return m.op(arith.OrIOp, (upper, m.converted(low, whole)), whole)


def _extreme(ordinary: Rule, propagating: type[Operation]) -> Rule:
    """`min` and `max` of two numbers, or of three floats; with `.abs` of three absolute values.

    With `.xorsign.abs`: of two absolute values, and negative where one of the two was. Source: PTX ISA, `min`.
    """

    def rule(m: Machine, i: Instruction) -> None:
        if "xorsign" in i.modifiers:
            _with_signs(m, i)
            return
        is_triple = len(i.operands) == 4
        if (is_triple and type_of(m, i) != f32) or ("abs" in i.modifiers and not is_triple):
            raise m.unknown(i.name)
        target, first, *others = i.operands
        if "abs" in i.modifiers:
            for k, operand in enumerate((first, *others)):
                m.write(f"absolute {k}", m.op(math.AbsFOp, (m.read(operand, f32),), f32))
            first, *others = (f"absolute {k}" for k in range(3))
        for other in others:
            _of_two(m, Instruction(i.op, i.modifiers, (target, first, other)))
            first = target

    def _with_signs(m: Machine, i: Instruction) -> None:
        mlir = type_of(m, i)
        if not is_float(mlir) or len(i.operands) != 3 or "abs" not in i.modifiers:
            raise m.unknown(i.name)
        target, *given = i.operands
        whole = _integer(width_of(mlir))
        signs = m.op(arith.XOrIOp, tuple(m.read(operand, whole) for operand in given), whole)
        signs = m.op(arith.AndIOp, (signs, m.constant(-1 << width_of(mlir) - 1, whole)), whole)
        names = [f"absolute {k}" for k in range(2)]
        for name, operand in zip(names, given, strict=True):
            m.write(name, m.op(math.AbsFOp, (m.read(operand, mlir),), mlir))
        plain = tuple(part for part in i.modifiers if part not in ("xorsign", "abs"))
        _of_two(m, Instruction(i.op, plain, (target, *names)))
        m.write(target, m.op(arith.OrIOp, (m.read(target, whole), signs), whole))

    def _of_two(m: Machine, i: Instruction) -> None:
        if "NaN" not in i.modifiers:
            ordinary(m, i)
            return
        mlir = type_of(m, i)
        if not is_float(mlir) or len(i.operands) != 3:
            raise m.unknown(i.name)
        m.write(i.operands[0], m.op(propagating, tuple(m.read(x, mlir) for x in i.operands[1:]), mlir))

    return rule


def _unary(real: type[Operation]) -> Rule:
    def rule(m: Machine, i: Instruction) -> None:
        mlir = type_of(m, i)
        if not is_float(mlir):
            raise m.unknown(i.name)
        m.write(i.operands[0], rounded(m, i, real, [m.read(i.operands[1], mlir)], mlir))

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


def _sum(integer: type[Operation], plain: Rule) -> Rule:
    """A sum or a difference; `.cc` keeps the carry or the borrow, `.sat` of 32-bit integers stops at their bounds."""

    def rule(m: Machine, i: Instruction) -> None:
        mlir = type_of(m, i)
        if is_float(mlir) or not {"cc", "sat"} & set(i.modifiers):
            plain(m, i)
            return
        a, b = (m.read(x, mlir) for x in i.operands[1:])
        if "sat" in i.modifiers:
            wide = m.op(integer, [m.op(ExtSIOp, (x,), i64) for x in (a, b)], i64)
            m.write(i.operands[0], m.converted(within(m, wide, -(1 << 31), (1 << 31) - 1), mlir))
            return
        total = m.op(integer, (a, b), mlir)
        m.carry = m.compare(_UNSIGNED["lt"], *((total, a) if integer is arith.AddiOp else (a, b)))
        m.write(i.operands[0], total)

    return rule


def within(m: Machine, value: SSAValue, low: int, high: int) -> SSAValue:
    """A signed number between two bounds."""
    value = m.op(arith.MaxSIOp, (value, m.constant(low, value.type)), value.type)
    return m.op(arith.MinSIOp, (value, m.constant(high, value.type)), value.type)


def _with_carry(cls: type[Operation]) -> Rule:
    """`addc` and `subc`: the carry goes in, and with `.cc` out, where either step has one."""

    def rule(m: Machine, i: Instruction) -> None:
        mlir = type_of(m, i)
        a, b = (m.read(x, mlir) for x in i.operands[1:])
        m.write(i.operands[0], _carried(m, i, cls, a, b))

    return rule


def _carried(m: Machine, i: Instruction, cls: type[Operation], a: SSAValue, b: SSAValue) -> SSAValue:
    """A sum or a difference with the carry that came in; `.cc` keeps the one that goes out."""
    mlir = a.type
    if is_float(mlir):
        raise m.unknown(i.name)
    carry = m.op(ExtUIOp, (m.carry or m.constant(0, i1),), mlir)
    part = m.op(cls, (a, b), mlir)
    total = m.op(cls, (part, carry), mlir)
    if "cc" in i.modifiers:
        pairs = ((part, a), (total, part)) if cls is arith.AddiOp else ((a, b), (part, carry))
        m.carry = m.op(arith.OrIOp, tuple(m.compare(_UNSIGNED["lt"], x, y) for x, y in pairs), i1)
    return total


def _product(m: Machine, i: Instruction, a: str, b: str) -> tuple[SSAValue, Attribute]:
    mlir = type_of(m, i)
    if is_float(mlir):
        return limited(m, i, rounded(m, i, arith.MulfOp, [m.read(a, mlir), m.read(b, mlir)], mlir)), mlir
    if {"sat", *DIRECTED} & set(i.modifiers) or len({"lo", "hi", "wide"} & set(i.modifiers)) != 1:
        raise m.unknown(i.name)
    if width_of(mlir) == 64 and "hi" in i.modifiers:
        return _upper_word(m, i, m.read(a, mlir), m.read(b, mlir)), mlir
    if "lo" in i.modifiers or width_of(mlir) == 64:
        if "lo" not in i.modifiers:
            raise m.unknown(i.name)
        return m.op(arith.MuliOp, (m.read(a, mlir), m.read(b, mlir)), mlir), mlir
    wide = _integer(2 * width_of(mlir))
    extend = ExtSIOp if is_signed(i) else ExtUIOp
    x, y = (m.op(extend, (m.read(v, mlir),), wide) for v in (a, b))
    whole = m.op(arith.MuliOp, (x, y), wide)
    if "hi" not in i.modifiers:
        return whole, wide
    high = m.op(arith.ShRUIOp, (whole, m.constant(width_of(mlir), wide)), wide)
    return m.converted(high, mlir), mlir


def _upper_word(m: Machine, i: Instruction, a: SSAValue, b: SSAValue) -> SSAValue:
    """The upper 64 bits of a product of 128, from halves; signed factors take away what a sign bit was worth."""
    half, low = m.constant(32, i64), m.constant((1 << 32) - 1, i64)

    def cut(value: SSAValue) -> tuple[SSAValue, SSAValue]:
        return m.op(arith.AndIOp, (value, low), i64), m.op(arith.ShRUIOp, (value, half), i64)

    (a0, a1), (b0, b1) = cut(a), cut(b)
    crossed = [m.op(arith.MuliOp, pair, i64) for pair in ((a0, b1), (a1, b0))]
    middle, total = cut(m.op(arith.MuliOp, (a0, b0), i64))[1], m.op(arith.MuliOp, (a1, b1), i64)
    for lower, upper in map(cut, crossed):
        middle, total = m.op(arith.AddiOp, (middle, lower), i64), m.op(arith.AddiOp, (total, upper), i64)
    total = m.op(arith.AddiOp, (total, cut(middle)[1]), i64)
    if is_signed(i):
        for factor, other in ((a, b), (b, a)):
            sign = m.op(arith.ShRSIOp, (factor, m.constant(63, i64)), i64)
            total = m.op(arith.SubiOp, (total, m.op(arith.AndIOp, (sign, other), i64)), i64)
    return total


def _mul(m: Machine, i: Instruction) -> None:
    m.write(i.operands[0], _product(m, i, i.operands[1], i.operands[2])[0])


def _mad(m: Machine, i: Instruction) -> None:
    """Of integers a product and a sum; of floats with one rounding."""
    if is_float(type_of(m, i)):
        _fma(m, i)
        return
    product, mlir = _product(m, i, i.operands[1], i.operands[2])
    total = m.op(arith.AddiOp, (product, m.read(i.operands[3], mlir)), mlir)
    if "cc" in i.modifiers:
        m.carry = m.compare(_UNSIGNED["lt"], total, product)
    m.write(i.operands[0], total)


def _madc(m: Machine, i: Instruction) -> None:
    """`madc`: a half of a product of integers, a third integer and the carry."""
    product, mlir = _product(m, i, i.operands[1], i.operands[2])
    m.write(i.operands[0], _carried(m, i, arith.AddiOp, product, m.read(i.operands[3], mlir)))


def _fma(m: Machine, i: Instruction) -> None:
    mlir = type_of(m, i)
    if not is_float(mlir):
        raise m.unknown(i.name)
    value = rounded(m, i, math.FmaOp, [m.read(x, mlir) for x in i.operands[1:]], mlir)
    m.write(i.operands[0], limited(m, i, value))


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
    cls = arith.ShLIOp if i.op == "shl" else arith.ShRSIOp if is_signed(i) else arith.ShRUIOp
    amount = m.read(i.operands[2], i32)
    m.write(i.operands[0], m.op(cls, (m.read(i.operands[1], mlir), _amount(m, amount, mlir)), mlir))


def _amount(m: Machine, amount: SSAValue, mlir: Attribute) -> SSAValue:
    """A shift amount, at most the width, as the shifted type."""
    width = m.constant(width_of(mlir), i32)
    return m.converted(m.op(arith.MinUIOp, (amount, width), i32), mlir)


def _funnel(m: Machine, i: Instruction) -> None:
    """`shf`: the upper word of `b:a` shifted left, or its lower one shifted right."""
    target, a, b, c = i.operands
    low, high = (m.op(ExtUIOp, (m.read(x, i32),), i64) for x in (a, b))
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
    whole = m.op(ExtSIOp if is_signed(i) else ExtUIOp, (value,), i64)
    begin = m.converted(m.op(arith.MinUIOp, (start, m.constant(63, i32)), i32), i64)
    field = m.op(arith.ShRSIOp if is_signed(i) else arith.ShRUIOp, (whole, begin), i64)
    count = m.converted(m.op(arith.MinUIOp, (length, m.constant(64, i32)), i32), i64)
    unused = m.op(arith.SubiOp, (m.constant(64, i64), count), i64)
    high = m.op(arith.ShLIOp, (field, unused), i64)
    m.write(
        i.operands[0], m.converted(m.op(arith.ShRSIOp if is_signed(i) else arith.ShRUIOp, (high, unused), i64), i32)
    )


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
    """A comparison, and one more predicate to combine it with; `p|q` takes its opposite too.

    Of two halves of a word, `p` takes the comparison of the lower ones and `q` that of the upper ones.
    """
    if i.modifiers[-1:] and i.modifiers[-1] in PACKED:
        mlir, words = TYPES[i.modifiers[-1].removesuffix("x2")], [m.read(x, i32) for x in i.operands[1:3]]
        results = [_compared(m, i, *(m.converted(half_of(m, w, at), mlir) for w in words)) for at in (0, 16)]
    else:
        mlir = type_of(m, i)
        result = _compared(m, i, *(m.read(x, mlir) for x in i.operands[1:3]))
        results = [result, m.op(arith.XOrIOp, (result, m.constant(1, i1)), i1)]
    targets = [name.strip() for name in i.operands[0].split("|")]
    results = results[: len(targets)]
    if len(i.operands) > 3:
        combine = _COMBINE.get(i.modifiers[1])
        if combine is None:
            raise m.unknown(i.name)
        results = [m.op(combine, (one, m.read(i.operands[3], i1)), i1) for one in results]
    for target, value in zip(targets, results, strict=True):
        m.write(target, value)


def _compared(m: Machine, i: Instruction, a: SSAValue, b: SSAValue) -> SSAValue:
    """Two numbers compared as the instruction says."""
    how = i.modifiers[0]
    table = {**_ORDERED, **_UNORDERED} if is_float(a.type) else _SIGNED if is_signed(i) else _UNSIGNED
    number = table.get(how)
    if number is None:
        raise m.unknown(i.name)
    if is_float(a.type):
        return m.op(CmpfOp, (a, b), i1, predicate=IntegerAttr(number, i64))
    return m.compare(number, a, b)


def half_of(m: Machine, word: SSAValue, place: int) -> SSAValue:
    """The half of a word from bit `place` on."""
    moved = m.op(arith.ShRUIOp, (word, m.constant(place, word.type)), word.type)
    return m.converted(moved, _integer(width_of(word.type) // 2))


def _selp(m: Machine, i: Instruction) -> None:
    mlir, (target, a, b, p) = type_of(m, i), i.operands
    m.write(target, m.select(m.read(p, i1), m.read(a, mlir), m.read(b, mlir)))


def _reciprocal(m: Machine, i: Instruction) -> None:
    mlir = type_of(m, i)
    one = m.constant(1.0, mlir)
    m.write(i.operands[0], rounded(m, i, arith.DivfOp, [one, m.read(i.operands[1], mlir)], mlir))


def _copysign(m: Machine, i: Instruction) -> None:
    """The second number with the sign of the first."""
    mlir = type_of(m, i)
    sign, value = (m.read(x, mlir) for x in i.operands[1:])
    m.write(i.operands[0], m.op(math.CopySignOp, (value, sign), mlir))


def _dp4a(m: Machine, i: Instruction) -> None:
    """Four products of bytes, and a sum."""
    target, *operands = i.operands
    a, b, total = (m.read(x, i32) for x in operands)
    for place in range(0, 32, 8):
        bytes_of: list[SSAValue] = []
        for word, kind in ((a, i.modifiers[0]), (b, i.modifiers[1])):
            byte = m.converted(m.op(arith.ShRUIOp, (word, m.constant(place, i32)), i32), i8)
            bytes_of.append(m.op(ExtSIOp if kind == "s32" else ExtUIOp, (byte,), i32))
        total = m.op(arith.AddiOp, (total, m.op(arith.MuliOp, bytes_of, i32)), i32)
    m.write(target, total)


_COMBINE: Final[dict[str, type[Operation]]] = {"and": arith.AndIOp, "or": arith.OrIOp, "xor": arith.XOrIOp}
ARITHMETIC: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        "mov": _mov,
        "add": _of_halves(_sum(arith.AddiOp, _binary(arith.AddiOp, None, arith.AddfOp))),
        "addc": _with_carry(arith.AddiOp),
        "sub": _of_halves(_sum(arith.SubiOp, _binary(arith.SubiOp, None, arith.SubfOp))),
        "subc": _with_carry(arith.SubiOp),
        "mul": _of_halves(_mul),
        "mad": _mad,
        "madc": _madc,
        "fma": _of_halves(_fma),
        "dp4a": _dp4a,
        "div": _binary(arith.DivSIOp, arith.DivUIOp, arith.DivfOp),
        "rem": _binary(arith.RemSIOp, arith.RemUIOp),
        "min": _of_halves(_extreme(_binary(arith.MinSIOp, arith.MinUIOp, arith.MinnumfOp), arith.MinimumfOp)),
        "max": _of_halves(_extreme(_binary(arith.MaxSIOp, arith.MaxUIOp, arith.MaxnumfOp), arith.MaximumfOp)),
        "and": _binary(arith.AndIOp),
        "or": _binary(arith.OrIOp),
        "xor": _binary(arith.XOrIOp),
        "not": _not,
        "neg": _of_halves(_neg),
        "abs": _of_halves(_abs),
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
        "rcp": _reciprocal,
        "ex2": _of_halves(_unary(math.Exp2Op)),
        "lg2": _unary(math.Log2Op),
        "rsqrt": _unary(math.RsqrtOp),
        "sqrt": _unary(math.SqrtOp),
        "sin": _unary(math.SinOp),
        "cos": _unary(math.CosOp),
        "tanh": _of_halves(_unary(math.TanhOp)),
        "copysign": _copysign,
    }
)
