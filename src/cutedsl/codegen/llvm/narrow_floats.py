"""Conversions of floats of 8, 6 and 4 bits, on every target: bits moved into place, and exact scaling in float32.

A value is its code in a byte. Rounding is to nearest even and saturates at the largest finite number, as PTX's
`cvt.rn.satfinite` does; NaN stays NaN where the format has one and becomes the largest number where it has none.
Float8E8M0FNU has no zero and no sign: zero becomes its least number, negative numbers NaN; ties round up.

Source: OCP 8-bit Floating Point Specification (OFP8), revision 1.0; OCP Microscaling Formats, version 1.0; PTX ISA,
"Data Movement and Conversion Instructions: cvt".
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from xdsl.dialects import builtin
from xdsl.dialects.builtin import f32
from xdsl.ir import Attribute

from cutedsl.codegen.llvm.constants import float_text
from cutedsl.codegen.llvm.elementwise import call, shaped_bool, splat
from cutedsl.codegen.llvm.text import FunctionText, ModuleText
from cutedsl.codegen.llvm.types import bit_width, element_type, shaped
from cutedsl.types import DType, dtype_named

FORMATS: Final[Mapping[type[Attribute], DType]] = MappingProxyType(
    {
        builtin.Float8E4M3FNType: dtype_named("Float8E4M3FN"),
        builtin.Float8E5M2Type: dtype_named("Float8E5M2"),
        builtin.Float8E4M3Type: dtype_named("Float8E4M3"),
        builtin.Float8E4M3B11FNUZType: dtype_named("Float8E4M3B11FNUZ"),
        builtin.Float8E8M0FNUType: dtype_named("Float8E8M0FNU"),
        builtin.Float6E3M2FNType: dtype_named("Float6E3M2FN"),
        builtin.Float6E2M3FNType: dtype_named("Float6E2M3FN"),
        builtin.Float4E2M1FNType: dtype_named("Float4E2M1FN"),
    }
)
_LOST: Final = 0xFFF
"""The bits of a 64-bit integer that no rounding to 16 bits needs one by one."""
_SCALES: Final = "Float8E8M0FNU"
_FNUZ: Final = "Float8E4M3B11FNUZ"


def format_of(mlir: Attribute) -> DType | None:
    """The narrow format of an element type, None for any other."""
    return FORMATS.get(type(element_type(mlir)))


class _Bits:
    """Writes integer and float operations on `lanes` 32-bit values."""

    def __init__(self, f: FunctionText, lanes: int) -> None:
        self.f, self.lanes = f, lanes
        self.real, self.bits = shaped(f32, lanes), shaped(builtin.i32, lanes)

    def whole(self, value: int) -> str:
        return splat(value, "i32", self.lanes)

    def number(self, value: float) -> str:
        return splat(float_text(value, "float"), "float", self.lanes)

    def op(self, instruction: str, a: str, b: str | int) -> str:
        other = b if isinstance(b, str) else self.whole(b)
        kind = self.real if instruction[0] == "f" else self.bits
        return self.f.op(f"{instruction} {kind} {a}, {other}")

    def select(self, condition: str, a: str, b: str) -> str:
        return self.f.op(f"select {shaped_bool(self.lanes)} {condition}, {self.bits} {a}, {self.bits} {b}")

    def as_bits(self, text: str) -> str:
        return self.f.op(f"bitcast {self.real} {text} to {self.bits}")

    def as_real(self, text: str) -> str:
        return self.f.op(f"bitcast {self.bits} {text} to {self.real}")

    def byte(self, text: str) -> str:
        return self.f.op(f"trunc {self.bits} {text} to {shaped(builtin.i8, self.lanes)}")


def round_to_odd(module: ModuleText, f: FunctionText, text: str, lanes: int) -> str:
    """A float64 as a float32 that a further rounding treats like the float64 itself.

    Truncates toward zero and sets the last bit where something was lost.
    """
    real, wide, bits = shaped(f32, lanes), shaped(builtin.f64, lanes), shaped(builtin.i32, lanes)
    near = f.op(f"fptrunc {wide} {text} to {real}")
    back = f.op(f"fpext {real} {near} to {wide}")
    suffix = f"v{lanes}f64" if lanes else "f64"
    far, given = (call(module, f, f"llvm.fabs.{suffix}", wide, [(wide, x)]) for x in (back, text))
    above = f.op(f"zext {shaped_bool(lanes)} {f.op(f'fcmp ogt {wide} {far}, {given}')} to {bits}")
    inexact = f.op(f"zext {shaped_bool(lanes)} {f.op(f'fcmp one {wide} {back}, {text}')} to {bits}")
    pattern = f.op(f"bitcast {real} {near} to {bits}")
    toward_zero = f.op(f"sub {bits} {pattern}, {above}")
    return f.op(f"bitcast {bits} {f.op(f'or {bits} {toward_zero}, {inexact}')} to {real}")


def integer_as_double(f: FunctionText, instruction: str, text: str, source: Attribute, lanes: int) -> str:
    """An integer as a float64 that a further rounding, to at most 16 bits, treats like the integer itself.

    `instruction` is `sitofp` or `uitofp`. 64-bit integers beyond 2**53 keep their last dozen bits as one bit.
    """
    kind, wide = shaped(source, lanes), shaped(builtin.f64, lanes)
    if bit_width(source) == 64:

        def number(value: int) -> str:
            return splat(value, "i64", lanes)

        moved = f.op(f"add {kind} {text}, {number(1 << 53)}") if instruction == "sitofp" else text
        small = f.op(f"icmp ult {kind} {moved}, {number(1 << (54 if instruction == 'sitofp' else 53))}")
        lost = f.op(f"icmp ne {kind} {f.op(f'and {kind} {text}, {number(_LOST)}')}, {number(0)}")
        block = f.op(f"and {kind} {text}, {number(~_LOST)}")
        inside = f.op(f"or {kind} {block}, {number((_LOST + 1) // 2)}")
        boolean = shaped_bool(lanes)
        large = f.op(f"select {boolean} {lost}, {kind} {inside}, {kind} {block}")
        text = f.op(f"select {boolean} {small}, {kind} {text}, {kind} {large}")
    return f.op(f"{instruction} {kind} {text} to {wide}")


def widen_float8(f: FunctionText, text: str, form: DType, lanes: int) -> str:
    """A narrow float as float32, exactly."""
    b = _Bits(f, lanes)
    code = f.op(f"zext {shaped(builtin.i8, lanes)} {text} to {b.bits}")
    if form.name == _SCALES:
        normal = b.op("shl", code, 23)
        least = b.select(b.op("icmp eq", code, 0), b.whole(0x00400000), normal)
        return b.as_real(b.select(b.op("icmp eq", code, 255), b.whole(0x7FC00000), least))
    mantissa, top = form.mantissa_width, form.width - 1
    size = b.op("and", code, (1 << top) - 1)
    moved = b.as_real(b.op("shl", size, 23 - mantissa))
    value = b.as_bits(b.op("fmul", moved, b.number(2.0 ** (127 - form.bias))))
    if form.has_inf:
        infinite = ((1 << form.exponent_width) - 1) << mantissa
        value = b.select(b.op("icmp eq", size, infinite), b.whole(0x7F800000), value)
        value = b.select(b.op("icmp ugt", size, infinite), b.whole(0x7FC00000), value)
    elif form.name in ("Float8E4M3FN",):
        value = b.select(b.op("icmp eq", size, 0x7F), b.whole(0x7FC00000), value)
    sign = b.op("shl", b.op("and", code, 1 << top), 31 - top)
    signed = b.op("or", value, sign)
    if form.name == _FNUZ:
        signed = b.select(b.op("icmp eq", code, 0x80), b.whole(0x7FC00000), signed)
    return b.as_real(signed)


def narrow_float8(module: ModuleText, f: FunctionText, text: str, form: DType, lanes: int) -> str:
    """A float32 as a narrow float: rounded at the quantum of its exponent, then its bits moved into place."""
    b = _Bits(f, lanes)
    if form.name == _SCALES:
        return _scale(b, text)
    mantissa, least = form.mantissa_width, 1 - form.bias
    suffix = f"v{lanes}f32" if lanes else "f32"
    size = call(module, f, f"llvm.fabs.{suffix}", b.real, [(b.real, text)])
    size = call(module, f, f"llvm.minnum.{suffix}", b.real, [(b.real, size), (b.real, b.number(form.max_finite))])
    floor = (least + 127) << 23
    exponent = b.op("and", b.as_bits(size), 0x7F800000)
    exponent = b.select(b.op("icmp ult", exponent, floor), b.whole(floor), exponent)
    # One unit in the last place at this exponent: a normal float32 number, so that the division is exact.
    unit = b.as_real(b.op("sub", exponent, mantissa << 23))
    steps = call(module, f, f"llvm.roundeven.{suffix}", b.real, [(b.real, b.op("fdiv", size, unit))])
    rounded = b.as_bits(b.op("fmul", steps, unit))
    normal = b.op("sub", b.op("lshr", rounded, 23 - mantissa), (127 - form.bias) << mantissa)
    count = f.op(f"fptoui {b.real} {steps} to {b.bits}")
    code = b.select(b.op("icmp ult", rounded, floor), count, normal)
    sign = b.op("shl", b.op("lshr", b.as_bits(text), 31), form.width - 1)
    signed = b.op("or", code, sign)
    if form.name == _FNUZ:
        signed = b.select(b.op("icmp eq", code, 0), b.whole(0), signed)
    return b.byte(b.select(b.op("fcmp uno", text, text), b.whole(_code_of_nan(form)), signed))


def _code_of_nan(form: DType) -> int:
    """What NaN becomes: the largest number where the format has no NaN."""
    if form.width < 8:
        return (1 << (form.width - 1)) - 1
    return 0x80 if form.name == _FNUZ else 0x7F


def _scale(b: _Bits, text: str) -> str:
    """The exponent of a positive number, rounded to nearest."""
    pattern = b.as_bits(text)
    code = b.op("lshr", b.op("add", pattern, 0x00400000), 23)
    code = b.select(b.op("icmp ult", pattern, 0x00800000), b.whole(1), code)
    code = b.select(b.op("icmp ult", pattern, 0x00600000), b.whole(0), code)
    code = b.select(b.op("icmp ugt", code, 254), b.whole(254), code)
    negative = b.op("fcmp olt", text, b.number(0.0))
    code = b.select(b.op("fcmp oeq", text, b.number(0.0)), b.whole(0), code)
    code = b.select(negative, b.whole(255), code)
    return b.byte(b.select(b.op("fcmp uno", text, text), b.whole(255), code))
