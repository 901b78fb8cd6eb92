"""Bits and integers of `cute.arch`: counts, fields, permutations, wide and saturating arithmetic.

They are built from shifts, masks and products, which each target makes its own instructions of. Shifts by the width of
the type or more give 0 (or copies of the sign), as PTX's do.
"""

from __future__ import annotations

from typing import Any, Final

from cutedsl.errors import fail
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.staging.numeric import Numeric, as_numeric
from cutedsl.staging.scalars import Int8, Int16, Int32, Int64, Uint8, Uint16, Uint32, Uint64

_WIDER: Final = {Int8: Int16, Int16: Int32, Int32: Int64, Uint8: Uint16, Uint16: Uint32, Uint32: Uint64}
_UNSIGNED: Final = {Int32: Uint32, Int64: Uint64, Uint32: Uint32, Uint64: Uint64}


def _integer(name: str, x: object) -> Any:
    """An operand of 32 or 64 bits; Python integers and narrow ones become Int32."""
    number = as_numeric(x)
    if not number.spec.is_integer:
        raise fail("integer-needed", f"`{name}` takes an integer, got {type(number).__name__}")
    return number if type(number) in _UNSIGNED else number.to(Int32)


def _common_operands(name: str, a: object, b: object) -> tuple[Any, Any]:
    """Two operands of the first typed one's type."""
    x, y = _integer(name, a), _integer(name, b)
    kind = type(y) if isinstance(a, int) and not isinstance(b, int) else type(x)
    return x.to(kind), y.to(kind)


def _counted(op: str, x: Any) -> Any:
    emitter = cute_emitter()
    handle = x.ir_value()
    (count,) = emitter.op(f"math.{op}", (handle,), (emitter.type_of(handle),), {})
    return type(x).from_handle(count).to(Int32)


def popc(value: object) -> Any:
    """How many bits of an integer are set. Source: PTX ISA, `popc`."""
    return _counted("ctpop", _integer("popc", value))


def clz(value: object) -> Any:
    """How many bits above the highest set one are zero; the width for 0. Source: PTX ISA, `clz`."""
    return _counted("ctlz", _integer("clz", value))


def bfind(value: object) -> Any:
    """The place of the highest bit that is not a copy of the sign; -1 if there is none. Source: PTX ISA, `bfind`."""
    x = _integer("bfind", value)
    if x.spec.signed:
        x = x ^ (x >> (x.width - 1))
    return Int32(x.width - 1) - _counted("ctlz", x)


def brev(value: object) -> Any:
    """The bits in reverse order. Source: PTX ISA, `brev`."""
    x = _integer("brev", value)
    emitter = cute_emitter()
    handle = x.ir_value()
    (reverse,) = emitter.op("cute.brev", (handle,), (emitter.type_of(handle),), {})
    return type(x).from_handle(reverse)


def bfe(value: object, start: object, length: object) -> Any:
    """`length` bits of a value from bit `start` on; of a signed value, extended by its highest bit.

    Law: bits that lie beyond the type are copies of the sign, or 0 of an unsigned value. Source: PTX ISA, `bfe`.
    """
    x = _integer("bfe", value)
    kind = type(x)
    first, count = (_integer("bfe", n).to(Int32) & 0xFF for n in (start, length))
    if not x.spec.signed:
        mask = (kind(1) << count.to(kind)) - kind(1)
        return (x >> first.to(kind)) & mask
    last = first + count - 1
    top = x.width - 1
    capped = _select(last < top, last, Int32(top))
    moved = (x << (Int32(top) - capped).to(kind)) >> (Int32(top) - capped + first).to(kind)
    return _select(count == 0, kind(0), moved)


def bfi(replacement: object, value: object, start: object, length: object) -> Any:
    """`value` with `length` bits from bit `start` on replaced by the low bits of `replacement`.

    Source: PTX ISA, `bfi`.
    """
    x, y = _common_operands("bfi", replacement, value)
    kind, word = type(y), _UNSIGNED[type(y)]
    first, count = ((_integer("bfi", n).to(Int32) & 0xFF).to(word) for n in (start, length))
    mask = ((word(1) << count) - word(1)) << first
    field = (x.to(word) << first) & mask
    return ((y.to(word) & ~mask) | field).to(kind)


def prmt(src: object, src_reg_shifted: object, prmt_indices: object) -> Any:
    """Four bytes out of the eight of `src_reg_shifted:src`: each four-bit field of `prmt_indices` names one.

    Its highest bit asks for eight copies of that byte's sign. Source: PTX ISA, `prmt`.
    """
    x = _integer("prmt", src)
    operands = [_integer("prmt", n).to(Int32).ir_value() for n in (x, src_reg_shifted, prmt_indices)]
    emitter = cute_emitter()
    (bytes_,) = emitter.op("cute.prmt", operands, (emitter.dtype_type(Int32.spec),), {})
    return Int32.from_handle(bytes_).to(type(x))


def lop3(a: object, b: object, c: object, lut: int) -> Any:
    """Any function of three bits, bit by bit: bit `4 a + 2 b + c` of `lut` is its value. Source: PTX ISA, `lop3`."""
    if not isinstance(lut, int) or not 0 <= lut < 256:
        raise fail("integer-needed", f"the table of `lop3` must be a Python integer of 8 bits, got {lut!r}")
    x, y = _common_operands("lop3", a, b)
    _, z = _common_operands("lop3", x, c)
    out = type(x)(0)
    for index in range(8):
        if lut >> index & 1:
            one = x if index & 4 else ~x
            two = y if index & 2 else ~y
            out = out | (one & two & (z if index & 1 else ~z))
    return out


def mul_hi(a: object, b: object) -> Any:
    """The upper half of the product of two 32-bit integers. Source: PTX ISA, `mul.hi`."""
    x, y = _narrow("mul_hi", a, b)
    wide = _WIDER[type(x)]
    return ((x.to(wide) * y.to(wide)) >> wide(32)).to(type(x))


def mul_wide(a: object, b: object) -> Any:
    """The whole product, in the type of twice the width. Source: PTX ISA, `mul.wide`."""
    x, y = as_numeric(a), as_numeric(b)
    wide = _WIDER.get(type(x))
    if wide is None:
        raise fail("integer-needed", f"`mul_wide` takes integers of 8 to 32 bits, got {type(x).__name__}")
    return x.to(wide) * y.to(type(x)).to(wide)


def mul24(a: object, b: object, hi: bool = False) -> Any:
    """The low 32 bits of the product of the low 24 bits of each; with `hi`, its bits 16 to 47.

    Source: PTX ISA, `mul24.lo`, `mul24.hi`.
    """
    x, y = ((n << 8) >> 8 for n in _narrow("mul24", a, b))
    if not hi:
        return x * y
    wide = _WIDER[type(x)]
    return ((x.to(wide) * y.to(wide)) >> wide(16)).to(type(x))


def mad24(a: object, b: object, c: object, hi: bool = False) -> Any:
    """`mul24(a, b, hi) + c`. Source: PTX ISA, `mad24.lo`, `mad24.hi`."""
    product = mul24(a, b, hi)
    return product + _integer("mad24", c).to(type(product))


def add_sat_int(a: object, b: object) -> Any:
    """The sum of two Int32, kept in the type's range. Source: PTX ISA, `add.sat.s32`."""
    return _saturated("add_sat_int", a, b, 1)


def sub_sat_int(a: object, b: object) -> Any:
    """The difference of two Int32, kept in the type's range. Source: PTX ISA, `sub.sat.s32`."""
    return _saturated("sub_sat_int", a, b, -1)


def log2_of_pow2_int(a: object) -> Any:
    """The exponent of an integer that is a power of two."""
    x = _integer("log2_of_pow2_int", a)
    return Int32(x.width - 1) - _counted("ctlz", x)


def _saturated(name: str, a: object, b: object, sign: int) -> Any:
    x, y = (_integer(name, n).to(Int32).to(Int64) for n in (a, b))
    exact = x + y if sign > 0 else x - y
    least, most = Int64(-(2**31)), Int64(2**31 - 1)
    capped = _select(exact < least, least, _select(exact > most, most, exact))
    return capped.to(Int32)


def _narrow(name: str, a: object, b: object) -> tuple[Any, Any]:
    x, y = _common_operands(name, a, b)
    if x.width != 32:
        raise fail("integer-needed", f"`{name}` takes 32-bit integers, got {type(x).__name__}")
    return x, y


def _select(condition: Any, a: Numeric, b: Numeric) -> Any:
    """`a` where the condition holds; both are computed."""
    chosen = cute_emitter().select(condition.ir_value(), a.spec, a.ir_value(), b.ir_value())
    return type(a).from_handle(chosen)
