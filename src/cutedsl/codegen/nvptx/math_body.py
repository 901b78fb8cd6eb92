"""Writes the bodies of our math functions as LLVM instructions, one method an operation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from cutedsl.codegen.llvm.constants import float_text
from cutedsl.codegen.llvm.text import FunctionText

LLVM_FLOAT: Final = {"f32": "float", "f64": "double"}
"""Float types that our functions compute in; integer types are spelled the same in LLVM."""


@dataclass(slots=True)
class MathBody:
    """Instructions of one function of `f32`, `f64` or an integer type; values are LLVM names or constants as text."""

    kind: str = "f32"
    text: FunctionText = field(default_factory=FunctionText)

    @property
    def type(self) -> str:
        """The LLVM name of the function's type."""
        return LLVM_FLOAT.get(self.kind, self.kind)

    def emit(self, instruction: str) -> str:
        """Adds an instruction and gives the name of its result."""
        return self.text.op(instruction)

    def ret(self, value: str, type_: str | None = None) -> None:
        """Returns."""
        self.text.do(f"ret {type_ or self.type} {value}")

    def const(self, value: float) -> str:
        """A float constant."""
        return float_text(value, self.type)

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
        passed = ", ".join(f"{self.type} {arg}" for arg in args)
        return self.emit(f"call {self.type} @llvm.{intrinsic}.{self.kind}({passed})")

    def compare(self, predicate: str, a: str, b: str) -> str:
        """An ordered or unordered float comparison (`olt`, `uno` and their like)."""
        return self.emit(f"fcmp {predicate} {self.type} {a}, {b}")

    def select(self, condition: str, a: str, b: str, type_: str | None = None) -> str:
        """`a` where the condition holds, else `b`."""
        chosen = type_ or self.type
        return self.emit(f"select i1 {condition}, {chosen} {a}, {chosen} {b}")

    def integer(self, op: str, a: str, b: str | int, width: int = 32) -> str:
        """An integer instruction: `add`, `and`, `shl`, `icmp eq` and their like."""
        return self.emit(f"{op} i{width} {a}, {b}")

    def bits(self, a: str) -> str:
        """The bits of a float as an integer."""
        return self.emit(f"bitcast {self.type} {a} to i{self.kind[1:]}")

    def from_bits(self, a: str) -> str:
        """The float with these bits."""
        return self.emit(f"bitcast i{self.kind[1:]} {a} to {self.type}")

    def horner(self, x: str, coefficients: Sequence[float]) -> str:
        """The polynomial `c0 + c1 x + c2 x² + …`, by fused multiply-adds from the highest term down."""
        total = self.const(coefficients[-1])
        for coefficient in coefficients[-2::-1]:
            total = self.fma(x, total, self.const(coefficient))
        return total
