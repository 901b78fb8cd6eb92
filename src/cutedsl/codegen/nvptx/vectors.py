"""Constants and register vectors: `arith.constant`, `ub.poison`, `cute.vec.*`, and `arith.select` on any type."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from xdsl.ir import Operation

from cutedsl.codegen.llvm.attributes import attribute, integer
from cutedsl.codegen.llvm.constants import constant_values, number_text
from cutedsl.codegen.llvm.types import scalar_type, vector_size
from cutedsl.codegen.nvptx.emitter import Handler, KernelEmitter
from cutedsl.codegen.nvptx.value_types import value_type, zero_of
from cutedsl.errors import internal_error


def _constant(e: KernelEmitter, op: Operation) -> None:
    mlir, value = op.results[0].type, attribute(op, "value")
    if value is None:
        raise internal_error("arith.constant without a value")
    scalar, lanes = scalar_type(mlir), vector_size(mlir)
    numbers = [number_text(number, scalar) for number in constant_values(value)]
    if lanes == 0:
        e.bind(op, numbers[0])
    elif len(numbers) == 1:
        e.bind(op, f"splat ({scalar} {numbers[0]})")
    else:
        e.bind(op, "<" + ", ".join(f"{scalar} {number}" for number in numbers) + ">")


def _poison(e: KernelEmitter, op: Operation) -> None:
    """A value that nothing may depend on: zero, so that every run is the same."""
    e.bind(op, zero_of(value_type(op.results[0].type)))


def _extract(e: KernelEmitter, op: Operation) -> None:
    e.bind(op, e.f.op(f"extractelement {e.typed(op.operands[0])}, i32 {integer(op, 'index')}"))


def _pack(e: KernelEmitter, op: Operation) -> None:
    whole, total = value_type(op.results[0].type), "poison"
    for index, element in enumerate(op.operands):
        total = e.f.op(f"insertelement {whole} {total}, {e.typed(element)}, i32 {index}")
    e.bind(op, total)


def _splat(e: KernelEmitter, op: Operation) -> None:
    whole, lanes = value_type(op.results[0].type), vector_size(op.results[0].type)
    first = e.f.op(f"insertelement {whole} poison, {e.typed(op.operands[0])}, i32 0")
    e.bind(op, e.f.op(f"shufflevector {whole} {first}, {whole} poison, <{lanes} x i32> zeroinitializer"))


def _select(e: KernelEmitter, op: Operation) -> None:
    condition, yes, no = op.operands
    e.bind(op, e.f.op(f"select {e.typed(condition)}, {e.typed(yes)}, {e.typed(no)}"))


VECTORS: Final[Mapping[str, Handler]] = MappingProxyType(
    {
        "arith.constant": _constant,
        "ub.poison": _poison,
        "arith.select": _select,
        "cute.vec.extract": _extract,
        "cute.vec.pack": _pack,
        "cute.vec.splat": _splat,
    }
)
