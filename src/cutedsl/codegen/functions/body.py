"""Writes the bodies of our math functions as LLVM instructions, one method an operation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from cutedsl.codegen.llvm.constants import float_text
from cutedsl.codegen.llvm.elementwise import splat
from cutedsl.codegen.llvm.text import FunctionText

LLVM_FLOAT: Final = {"f32": "float", "f64": "double"}
"""Float types that our functions compute in; integer types are spelled the same in LLVM."""
_MANTISSA_BITS: Final = {"f32": 23, "f64": 52}
_BIAS: Final = {"f32": 127, "f64": 1023}
_SQRT_HALF_BITS: Final = {"f32": 0x3F3504F3, "f64": 0x3FE6A09E667F3BCD}


@dataclass(slots=True)
class MathBody:
    """Instructions of one function of `f32`, `f64` or an integer type; values are LLVM names or constants as text.

    With `lanes` every value is a vector of so many, and each lane's bits are those of the function without.
    """

    kind: str = "f32"
    lanes: int = 0
    text: FunctionText = field(default_factory=FunctionText)
    declared: dict[str, None] = field(default_factory=dict[str, None])
    """The intrinsics that were called, as they are declared."""

    @property
    def scalar(self) -> str:
        """The LLVM name of the function's type, of one lane."""
        return LLVM_FLOAT.get(self.kind, self.kind)

    @property
    def type(self) -> str:
        """The LLVM name of the function's type."""
        return self.shaped(self.scalar)

    @property
    def condition(self) -> str:
        """The LLVM name of what comparisons give."""
        return self.shaped("i1")

    @property
    def width(self) -> int:
        """Bits of the function's type."""
        return int(self.kind[1:])

    @property
    def bits_type(self) -> str:
        """The integer type that holds the bits of a float."""
        return self.shaped(f"i{self.width}")

    @property
    def mantissa_bits(self) -> int:
        """Bits of the significand after the leading one."""
        return _MANTISSA_BITS[self.kind]

    def shaped(self, scalar: str) -> str:
        """A scalar type, or the vector of it."""
        return f"<{self.lanes} x {scalar}>" if self.lanes else scalar

    def emit(self, instruction: str) -> str:
        """Adds an instruction and returns the name of its result."""
        return self.text.op(instruction)

    def ret(self, value: str, type_: str | None = None) -> None:
        """Returns."""
        self.text.do(f"ret {type_ or self.type} {value}")

    def const(self, value: float) -> str:
        """A float constant."""
        return splat(float_text(value, self.scalar), self.scalar, self.lanes)

    def number(self, value: int, width: int | None = None) -> str:
        """An integer constant."""
        return splat(value, f"i{width or self.width}", self.lanes)

    def add(self, a: str, b: str) -> str:
        """`a + b`, rounded."""
        return self.emit(f"fadd {self.type} {a}, {b}")

    def sub(self, a: str, b: str) -> str:
        """`a - b`, rounded."""
        return self.emit(f"fsub {self.type} {a}, {b}")

    def mul(self, a: str, b: str) -> str:
        """`a * b`, rounded."""
        return self.emit(f"fmul {self.type} {a}, {b}")

    def div(self, a: str, b: str) -> str:
        """`a / b`, rounded."""
        return self.emit(f"fdiv {self.type} {a}, {b}")

    def neg(self, a: str) -> str:
        """`-a`."""
        return self.emit(f"fneg {self.type} {a}")

    def fma(self, a: str, b: str, c: str) -> str:
        """`a * b + c`, rounded once."""
        return self.call("fma", a, b, c)

    def call(self, intrinsic: str, *args: str) -> str:
        """A generic LLVM intrinsic on floats: `fma`, `fabs`, `maximum`, `copysign` and their like."""
        return self._called(intrinsic, self.kind, self.type, args)

    def call_integer(self, intrinsic: str, *args: str) -> str:
        """A generic LLVM intrinsic on integers of the width of the function's type: `fshl` and its like."""
        return self._called(intrinsic, f"i{self.width}", self.bits_type, args)

    def _called(self, intrinsic: str, kind: str, llvm_type: str, args: Sequence[str]) -> str:
        name = f"llvm.{intrinsic}.{f'v{self.lanes}' if self.lanes else ''}{kind}"
        self.declared[f"{llvm_type} @{name}({', '.join([llvm_type] * len(args))})"] = None
        return self.emit(f"call {llvm_type} @{name}({', '.join(f'{llvm_type} {arg}' for arg in args)})")

    def any_lane(self, condition: str) -> str:
        """Whether a condition holds in any lane, as an i1."""
        if not self.lanes:
            return condition
        name = f"llvm.vector.reduce.or.v{self.lanes}i1"
        self.declared[f"i1 @{name}({self.condition})"] = None
        return self.emit(f"call i1 @{name}({self.condition} {condition})")

    def logical(self, op: str, a: str, b: str) -> str:
        """`and`, `or` or `xor` of two conditions."""
        return self.emit(f"{op} {self.condition} {a}, {b}")

    def negated(self, condition: str) -> str:
        """Where a condition does not hold."""
        return self.logical("xor", condition, splat("true", "i1", self.lanes))

    def compare(self, predicate: str, a: str, b: str) -> str:
        """An ordered or unordered float comparison (`olt`, `uno` and their like)."""
        return self.emit(f"fcmp {predicate} {self.type} {a}, {b}")

    def select(self, condition: str, a: str, b: str, type_: str | None = None) -> str:
        """`a` where the condition holds, else `b`."""
        chosen = type_ or self.type
        return self.emit(f"select {self.condition} {condition}, {chosen} {a}, {chosen} {b}")

    def integer(self, op: str, a: str, b: str | int, width: int | None = None) -> str:
        """An integer instruction of the width of the function's type: `add`, `and`, `shl`, `icmp eq` and their like."""
        kind = self.shaped(f"i{width or self.width}")
        return self.emit(f"{op} {kind} {a}, {b if isinstance(b, str) else self.number(b, width)}")

    def from_integer(self, a: str) -> str:
        """An integer as a float, rounded."""
        return self.emit(f"sitofp {self.bits_type} {a} to {self.type}")

    def bits(self, a: str) -> str:
        """The bits of a float as an integer."""
        return self.emit(f"bitcast {self.type} {a} to {self.bits_type}")

    def from_bits(self, a: str) -> str:
        """The float with these bits."""
        return self.emit(f"bitcast {self.bits_type} {a} to {self.type}")

    def horner(self, x: str, coefficients: Sequence[float]) -> str:
        """The polynomial `c0 + c1 x + c2 x² + …`, by fused multiply-adds from the highest term down."""
        total = self.const(coefficients[-1])
        for coefficient in coefficients[-2::-1]:
            total = self.fma(x, total, self.const(coefficient))
        return total

    def nearest(self, t: str) -> tuple[str, str]:
        """The integer nearest to a float far below `2**mantissa_bits`: as a float and as an integer."""
        return self._split_whole(self.add(t, self.const(self._whole)))

    def nearest_product(self, s: str, t: str) -> tuple[str, str]:
        """`nearest` of the exact product of two floats."""
        return self._split_whole(self.fma(s, t, self.const(self._whole)))

    @property
    def _whole(self) -> float:
        """Added to a float, it leaves the rounded integer in the low bits."""
        return 1.5 * 2.0**self.mantissa_bits

    def _split_whole(self, shifted: str) -> tuple[str, str]:
        whole_bits = (_BIAS[self.kind] + self.mantissa_bits) << self.mantissa_bits | 1 << (self.mantissa_bits - 1)
        return self.sub(shifted, self.const(self._whole)), self.integer("sub", self.bits(shifted), whole_bits)

    def power_of_two(self, power: str) -> str:
        """`2**power` for an integer power in the range of normal floats."""
        return self.from_bits(self.integer("shl", self.integer("add", power, _BIAS[self.kind]), self.mantissa_bits))

    def scaled(self, value: str, power: str) -> str:
        """`value * 2**power` for a power within twice that range, by two exact factors: subnormals round once."""
        half = self.integer("ashr", power, 1)
        for part in (half, self.integer("sub", power, half)):
            value = self.mul(value, self.power_of_two(part))
        return value

    def split_exponent(self, x: str) -> tuple[str, str]:
        """`(m, e)`, both floats, with `x = 2**e m`, m from sqrt(1/2) to sqrt(2), for a normal positive x."""
        bits = self.bits(x)
        exponent = self.integer(
            "and", self.integer("sub", bits, _SQRT_HALF_BITS[self.kind]), -(1 << self.mantissa_bits)
        )
        power = self.integer("ashr", exponent, self.mantissa_bits)
        return self.from_bits(self.integer("sub", bits, exponent)), self.from_integer(power)

    def keep_zero(self, x: str, value: str) -> str:
        """`value`, but x itself where x is a zero of either sign."""
        return self.select(self.compare("oeq", x, self.const(0.0)), x, value)
