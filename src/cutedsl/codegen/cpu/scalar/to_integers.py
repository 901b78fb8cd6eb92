"""Floats to integers, all lanes at once: out of range the nearest limit, and NaN gives 0, as a GPU's conversions do.

LLVM's saturating conversion of a vector converts each number alone, with extracts and inserts: 7 instructions a lane.
The machine's own conversion takes less than one, but leaves some results undefined.
"""

from __future__ import annotations

from typing import Final

from xdsl.dialects.builtin import Float32Type
from xdsl.ir import Attribute

from cutedsl.codegen.llvm.constants import float_text
from cutedsl.codegen.llvm.elementwise import call, shaped_bool, splat
from cutedsl.codegen.llvm.text import FunctionText, ModuleText
from cutedsl.codegen.llvm.types import bit_width, element_type, scalar_type, shaped, suffix

_SMALL_BITS: Final = 16
"""Limits of integers up to this size are floats, and so is every number between."""
_MOST_BITS: Final = 64


def to_integer(
    module: ModuleText, f: FunctionText, text: str, source: Attribute, result: Attribute, lanes: int, *, signed: bool
) -> str:
    """A float32 or float64 as an integer, rounded towards zero."""
    width, kind, scalar = bit_width(result), shaped(source, lanes), scalar_type(source)
    if not lanes or width > _MOST_BITS:
        name = f"llvm.fpto{'s' if signed else 'u'}i.sat.{suffix(result, lanes)}.{suffix(source, lanes)}"
        return call(module, f, name, shaped(result, lanes), [(kind, text)])
    low, high = (-(1 << (width - 1)), (1 << (width - 1)) - 1) if signed else (0, (1 << width) - 1)
    boolean = shaped_bool(lanes)

    def number(value: float) -> str:
        return splat(float_text(value, scalar), scalar, lanes)

    def where(predicate: str, limit: str, into: str, chosen: str, other: str) -> str:
        return f.op(
            f"select {boolean} {f.op(f'fcmp {predicate} {kind} {text}, {limit}')}, {into} {chosen}, {into} {other}"
        )

    if width <= _SMALL_BITS or (width <= 32 and signed and not isinstance(element_type(source), Float32Type)):
        unordered = f.op(f"fcmp uno {kind} {text}, {text}")
        text = where("ogt", number(low), kind, text, number(low))
        text = where("olt", number(high), kind, text, number(high))
        whole = f"<{lanes} x i32>"
        converted = f.op(f"fptosi {kind} {text} to {whole}")
        converted = f.op(f"select {boolean} {unordered}, {whole} {splat(0, 'i32', lanes)}, {whole} {converted}")
        return converted if width == 32 else f.op(f"trunc {whole} {converted} to {shaped(result, lanes)}")
    whole, one = shaped(result, lanes), scalar_type(result)
    converted = f.op(f"fpto{'s' if signed else 'u'}i {kind} {text} to {whole}")  # poison beyond the limits: not chosen
    converted = where("oge", number(float(high + 1)), whole, splat(high, one, lanes), converted)
    converted = where("ogt", number(float(low)), whole, converted, splat(low, one, lanes))
    return where("uno", text, whole, splat(0, one, lanes), converted)
