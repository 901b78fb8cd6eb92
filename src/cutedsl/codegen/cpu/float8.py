"""Conversions of the 8-bit floats on the CPU: a table to read them, exact scaling in float32 to write them.

Rounding is to nearest even and saturates at the largest finite number, as `cvt.rn.satfinite` does; NaN stays NaN.

Source: OCP 8-bit Floating Point Specification (OFP8), revision 1.0; PTX ISA, "Data Movement: cvt".
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from xdsl.dialects.builtin import Float8E4M3FNType, Float8E5M2Type, f32
from xdsl.ir import Attribute

from cutedsl.codegen.llvm.constants import float_text
from cutedsl.codegen.llvm.elementwise import call, shaped_bool, splat
from cutedsl.codegen.llvm.text import FunctionText, ModuleText
from cutedsl.codegen.llvm.types import shaped


@dataclass(frozen=True, slots=True)
class Float8:
    """One format: mantissa bits, exponent bias, the largest finite number, the code of a positive NaN.

    >>> FORMATS[Float8E4M3FNType].decode(0x7E), FORMATS[Float8E5M2Type].decode(0x01)
    (448.0, 1.52587890625e-05)
    """

    name: str
    mantissa_bits: int
    bias: int
    largest: float
    nan: int

    @property
    def least_exponent(self) -> int:
        """The exponent of the smallest normal number."""
        return 1 - self.bias

    def decode(self, code: int) -> float:
        """The number that a byte stands for."""
        sign = -1.0 if code & 0x80 else 1.0
        exponent, mantissa = (code & 0x7F) >> self.mantissa_bits, code & ((1 << self.mantissa_bits) - 1)
        if exponent:
            value = math.ldexp((1 << self.mantissa_bits) + mantissa, exponent - self.bias - self.mantissa_bits)
        else:
            value = math.ldexp(mantissa, self.least_exponent - self.mantissa_bits)
        if value <= self.largest:
            return sign * value
        infinite = self.name == "e5m2" and mantissa == 0
        return sign * math.inf if infinite else math.nan


FORMATS: Final[Mapping[type[Attribute], Float8]] = MappingProxyType(
    {
        Float8E4M3FNType: Float8("e4m3fn", 3, 7, 448.0, 0x7F),
        Float8E5M2Type: Float8("e5m2", 2, 15, 57344.0, 0x7F),
    }
)


def widen_float8(module: ModuleText, f: FunctionText, text: str, form: Float8, lanes: int) -> str:
    """An 8-bit float as float32, from a table of all 256."""
    table = f"@float8.{form.name}"
    values = ", ".join(f"float {float_text(form.decode(code), 'float')}" for code in range(256))
    definition = f"{table} = private unnamed_addr constant [256 x float] [{values}]"
    if definition not in module.globals:
        module.globals.append(definition)
    index = f.op(f"zext {f'<{lanes} x i8>' if lanes else 'i8'} {text} to {f'<{lanes} x i32>' if lanes else 'i32'}")
    if not lanes:
        return f.op(f"load float, ptr {f.op(f'getelementptr float, ptr {table}, i32 {index}')}, align 4")
    places = f.op(f"getelementptr float, ptr {table}, <{lanes} x i32> {index}")
    vector = f"<{lanes} x float>"
    args = [
        (f"<{lanes} x ptr>", places),
        (f"<{lanes} x i1>", "splat (i1 true)"),
        (vector, "zeroinitializer"),
    ]
    return call(module, f, f"llvm.masked.gather.v{lanes}f32.v{lanes}p0", vector, args)


def narrow_float8(module: ModuleText, f: FunctionText, text: str, form: Float8, lanes: int) -> str:
    """A float32 as an 8-bit float: rounded at the quantum of its exponent, then its bits moved into place."""
    real, bits = shaped(f32, lanes), (f"<{lanes} x i32>" if lanes else "i32")
    suffix = f"v{lanes}f32" if lanes else "f32"

    def number(value: float) -> str:
        return splat(float_text(value, "float"), "float", lanes)

    def whole(value: int) -> str:
        return splat(value, "i32", lanes)

    size = call(module, f, f"llvm.fabs.{suffix}", real, [(real, text)])
    size = call(module, f, f"llvm.minnum.{suffix}", real, [(real, size), (real, number(form.largest))])
    pattern = f.op(f"bitcast {real} {size} to {bits}")
    floor = (form.least_exponent + 127) << 23
    exponent = f.op(f"and {bits} {pattern}, {whole(0x7F800000)}")
    below = f.op(f"icmp ult {bits} {exponent}, {whole(floor)}")
    exponent = f.op(f"select {shaped_bool(lanes)} {below}, {bits} {whole(floor)}, {bits} {exponent}")
    # One unit in the last place at this exponent, and its inverse: both are normal float32 numbers.
    unit = f.op(f"bitcast {bits} {f.op(f'sub {bits} {exponent}, {whole(form.mantissa_bits << 23)}')} to {real}")
    steps = f.op(f"fdiv {real} {size}, {unit}")
    steps = call(module, f, f"llvm.roundeven.{suffix}", real, [(real, steps)])
    rounded = f.op(f"bitcast {real} {f.op(f'fmul {real} {steps}, {unit}')} to {bits}")
    shifted = f.op(f"lshr {bits} {rounded}, {whole(23 - form.mantissa_bits)}")
    normal = f.op(f"sub {bits} {shifted}, {whole((127 - form.bias) << form.mantissa_bits)}")
    count = f.op(f"fptoui {real} {steps} to {bits}")
    small = f.op(f"icmp ult {bits} {rounded}, {whole(floor)}")
    code = f.op(f"select {shaped_bool(lanes)} {small}, {bits} {count}, {bits} {normal}")
    unordered = f.op(f"fcmp uno {real} {text}, {text}")
    code = f.op(f"select {shaped_bool(lanes)} {unordered}, {bits} {whole(form.nan)}, {bits} {code}")
    top = f.op(f"lshr {bits} {f.op(f'bitcast {real} {text} to {bits}')}, {whole(24)}")
    sign = f.op(f"and {bits} {top}, {whole(0x80)}")
    signed = f.op(f"or {bits} {code}, {sign}")
    return f.op(f"trunc {bits} {signed} to {f'<{lanes} x i8>' if lanes else 'i8'}")
