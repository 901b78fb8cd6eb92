"""Ops on tensors: what a kernel's author wrote, target-free (`cute.slice`, `cute.memref.load`, `cute.gemm`, ...).

The pass `expand_tensors` turns them into pointer arithmetic and loops for one target.
"""

from __future__ import annotations

from typing import Self

from xdsl.dialects.builtin import IntegerAttr, StringAttr, UnitAttr, VectorType, i1, i32
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from cutedsl.ir.coord import parse_coord, parse_pattern, pattern_text, print_coord
from cutedsl.ir.definition import op_definition
from cutedsl.ir.traits import Address, Allocates, Between, Indexed, PlainAccess, Reads, Writes
from cutedsl.ir.types import INDEX_ATTR, MemRefType, PtrType, layout_of


def _memref(value: SSAValue) -> MemRefType:
    """The tensor type of a value that its definition says is a tensor."""
    assert isinstance(value.type, MemRefType)
    return value.type


def _count_operands(text: str) -> int:
    return text.count("?")


def _check_coord(op_name: str, coord: str, given: int) -> None:
    if pattern_text(parse_pattern(coord)) != coord and pattern_text(parse_pattern(coord)[0]) != coord:
        raise VerifyException(f"{op_name}: malformed coordinate {coord!r}")
    if _count_operands(coord) != given:
        raise VerifyException(f"{op_name}: coordinate {coord} needs {_count_operands(coord)} operands, got {given}")


def _print_types(printer: Printer, types: list[Attribute], results: list[Attribute]) -> None:
    printer.print_string(" : ")
    if results:
        printer.print_function_type(types, results)
        return
    with printer.in_parens():
        printer.print_list(types, printer.print_attribute)


class _ReadOp(IRDLOperation):
    """What a slice and a load share: `%A[_,%i] : (types) -> type`."""

    def print(self, printer: Printer) -> None:
        source, *indices = self.operands
        printer.print_string(" ")
        printer.print_operand(source)
        print_coord(printer, _coord(self), indices)
        _print_types(printer, [o.type for o in self.operands], [self.results[0].type])

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        source = parser.parse_unresolved_operand()
        coord, indices = parse_coord(parser)
        parser.parse_punctuation(":")
        types = parser.parse_function_type()
        operands = parser.resolve_operands([source, *indices], types.inputs.data, parser.pos)
        return cls.create(operands=operands, result_types=types.outputs.data, properties={"coord": StringAttr(coord)})


def _coord(op: IRDLOperation) -> str:
    coord = op.properties["coord"]
    assert isinstance(coord, StringAttr)
    return coord.data


@op_definition
class SliceOp(_ReadOp):
    """`%r = cute.slice %A[_,%i]`: keeps the modes at `_`, fixes the others; the pointer moves, nothing is copied."""

    name = "cute.slice"
    traits = traits_def(Pure(), Address(), Indexed())
    source = operand_def(MemRefType)
    indices = var_operand_def()
    coord = prop_def(StringAttr)
    result = result_def(MemRefType)

    def verify_(self) -> None:
        _check_coord(self.name, self.coord.data, len(self.indices))
        if "_" not in self.coord.data:
            raise VerifyException("cute.slice: a coordinate without `_` names an element; use cute.memref.load")


@op_definition
class LoadOp(_ReadOp):
    """`%v = cute.memref.load %A[%i,%j]`: one element."""

    name = "cute.memref.load"
    traits = traits_def(Reads(0), PlainAccess(), Indexed())
    source = operand_def(MemRefType)
    indices = var_operand_def()
    coord = prop_def(StringAttr)
    result = result_def()

    def verify_(self) -> None:
        _check_coord(self.name, self.coord.data, len(self.indices))
        element = _memref(self.source).element
        if self.result.type != element:
            raise VerifyException(f"cute.memref.load: element {element}, result {self.result.type}")


@op_definition
class StoreOp(IRDLOperation):
    """`cute.memref.store %v, %A[%i,%j]`: one element."""

    name = "cute.memref.store"
    traits = traits_def(Writes(1), PlainAccess(), Indexed())
    value = operand_def()
    target = operand_def(MemRefType)
    indices = var_operand_def()
    coord = prop_def(StringAttr)

    def verify_(self) -> None:
        _check_coord(self.name, self.coord.data, len(self.indices))
        if self.value.type != _memref(self.target).element:
            raise VerifyException(f"cute.memref.store: element {_memref(self.target).element}, value {self.value.type}")

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_operand(self.value)
        printer.print_string(", ")
        printer.print_operand(self.target)
        print_coord(printer, self.coord.data, self.indices)
        _print_types(printer, [o.type for o in self.operands], [])

    @classmethod
    def parse(cls, parser: Parser) -> StoreOp:
        value = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        target = parser.parse_unresolved_operand()
        coord, indices = parse_coord(parser)
        parser.parse_punctuation(":")
        types = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_type)
        operands = parser.resolve_operands([value, target, *indices], types, parser.pos)
        return cls.create(operands=operands, properties={"coord": StringAttr(coord)})


def _check_vector(op_name: str, tensor: MemRefType, vector: Attribute) -> None:
    assert isinstance(vector, VectorType)
    layout = layout_of(tensor.layout.data)
    size = layout.size()
    if not isinstance(size, int):
        raise VerifyException(f"{op_name}: the tensor's shape must be static, got {tensor.layout.data}")
    if vector.get_shape() != (size,) or vector.element_type != tensor.element:
        raise VerifyException(f"{op_name}: {vector} does not hold the {size} elements of {tensor.layout.data}")


@op_definition
class LoadVecOp(IRDLOperation):
    """`%v = cute.memref.load_vec %A`: all elements of a statically shaped tensor, in order, as a register vector."""

    name = "cute.memref.load_vec"
    traits = traits_def(Reads(0), PlainAccess())
    source = operand_def(MemRefType)
    result = result_def(VectorType)
    assembly_format = "$source attr-dict `:` type($source) `->` type($result)"

    def verify_(self) -> None:
        _check_vector(self.name, _memref(self.source), self.result.type)


@op_definition
class StoreVecOp(IRDLOperation):
    """`cute.memref.store_vec %v, %A`: a register vector into a statically shaped tensor, in order."""

    name = "cute.memref.store_vec"
    traits = traits_def(Writes(1), PlainAccess())
    value = operand_def(VectorType)
    target = operand_def(MemRefType)
    assembly_format = "$value `,` $target attr-dict `:` type($value) `,` type($target)"

    def verify_(self) -> None:
        _check_vector(self.name, _memref(self.target), self.value.type)


@op_definition
class LeafOp(IRDLOperation):
    """`%n = cute.memref.leaf %A {index = 1}`: the k-th leaf of the layout's text that is known only at run time."""

    name = "cute.memref.leaf"
    traits = traits_def(Pure(), Reads(0), Between(1))
    source = operand_def(MemRefType)
    index = prop_def(INDEX_ATTR)
    result = result_def()
    assembly_format = "$source `[` $index `]` attr-dict `:` type($source) `->` type($result)"


@op_definition
class ViewOp(IRDLOperation):
    """`%r = cute.memref.view %A(%offset, %leaves...)`: the same memory under another layout, moved by an offset.

    The first operand after the tensor is the offset in elements if `moved` is set; the rest are the run-time leaves
    of the result's layout in the order of its text.
    """

    name = "cute.memref.view"
    traits = traits_def(Pure(), Address())
    source = operand_def(MemRefType)
    values = var_operand_def()
    moved = opt_prop_def(UnitAttr)
    result = result_def(MemRefType)
    assembly_format = "$source `(` $values `)` (`moved` $moved^)? attr-dict `:` functional-type(operands, results)"

    def verify_(self) -> None:
        leaves = _memref(self.result).layout.data.count("?") + (1 if self.moved else 0)
        if len(self.values) != leaves:
            raise VerifyException(f"cute.memref.view: {leaves} values expected, got {len(self.values)}")


@op_definition
class IteratorOp(IRDLOperation):
    """`%p = cute.memref.iterator %A`: the pointer to the tensor's first element."""

    name = "cute.memref.iterator"
    traits = traits_def(Pure(), Address())
    source = operand_def(MemRefType)
    result = result_def(PtrType)
    assembly_format = "$source attr-dict `:` type($source) `->` type($result)"


@op_definition
class MakeOp(IRDLOperation):
    """`%r = cute.memref.make %p(%leaves...)`: a tensor from a pointer and a layout.

    The operands after the pointer are the run-time leaves of the layout in the order of its text.
    """

    name = "cute.memref.make"
    traits = traits_def(Pure(), Address())
    source = operand_def(PtrType)
    values = var_operand_def()
    result = result_def(MemRefType)
    assembly_format = "$source `(` $values `)` attr-dict `:` functional-type(operands, results)"

    def verify_(self) -> None:
        leaves = _memref(self.result).layout.data.count("?")
        if len(self.values) != leaves:
            raise VerifyException(f"cute.memref.make: {leaves} values expected, got {len(self.values)}")


@op_definition
class AllocOp(IRDLOperation):
    """`%r = cute.memref.alloc`: a statically shaped tensor in shared memory (per block) or registers (per thread)."""

    name = "cute.memref.alloc"
    traits = traits_def(Allocates("any"))
    result = result_def(MemRefType)
    assembly_format = "attr-dict `:` type($result)"

    def verify_(self) -> None:
        if _memref(self.result).space.data not in ("smem", "rmem"):
            raise VerifyException("cute.memref.alloc: only shared memory and registers are allocated in a kernel")
        if "?" in _memref(self.result).layout.data:
            raise VerifyException("cute.memref.alloc: the layout must be static")


@op_definition
class GemmOp(IRDLOperation):
    """`cute.gemm(%a, %b, %c)`: `c = a * b + c`, tile by tile, with the named instruction.

    Without an atom it is the multiply-add of one thread; with one, mode 0 holds an atom's values. Where `accumulate` is
    given and false, `c = a * b`.
    """

    name = "cute.gemm"
    traits = traits_def(Reads(0, 1), Writes(2))
    a = operand_def(MemRefType)
    b = operand_def(MemRefType)
    c = operand_def(MemRefType)
    accumulate = opt_operand_def(i1)
    atom = opt_prop_def(StringAttr)
    assembly_format = "`(` $a `,` $b `,` $c `)` (`by` $atom^)? (`accumulate` $accumulate^)? attr-dict `:` type($a) `,` type($b) `,` type($c)"  # noqa: E501


@op_definition
class SparseGemmOp(IRDLOperation):
    """`cute.sparse_gemm(%a, %e, %b, %c) by "mma.sp..."`: `c = a * b + c`; `%e` says where elements of `%a` stood.

    `accumulate` as in `cute.gemm`.
    """

    name = "cute.sparse_gemm"
    traits = traits_def(Reads(0, 1, 2), Writes(3))
    a = operand_def(MemRefType)
    metadata = operand_def(MemRefType)
    b = operand_def(MemRefType)
    c = operand_def(MemRefType)
    accumulate = opt_operand_def(i1)
    atom = prop_def(StringAttr)
    assembly_format = (
        "`(` $a `,` $metadata `,` $b `,` $c `)` `by` $atom (`accumulate` $accumulate^)? attr-dict "
        "`:` type($a) `,` type($metadata) `,` type($b) `,` type($c)"
    )


@op_definition
class ScaledGemmOp(IRDLOperation):
    """`cute.scaled_gemm(%a, %sfa, %b, %sfb, %c) by "mma.mxf4..."`: `c = (a * sfa) * (b * sfb) + c`.

    `%a` and `%b` are 32-bit words, as an instruction takes them; `%sfa` and `%sfb` are bytes. `accumulate` as in
    `cute.gemm`.
    """

    name = "cute.scaled_gemm"
    traits = traits_def(Reads(0, 1, 2, 3), Writes(4))
    a = operand_def(MemRefType)
    scales_a = operand_def(MemRefType)
    b = operand_def(MemRefType)
    scales_b = operand_def(MemRefType)
    c = operand_def(MemRefType)
    accumulate = opt_operand_def(i1)
    atom = prop_def(StringAttr)
    assembly_format = (
        "`(` $a `,` $scales_a `,` $b `,` $scales_b `,` $c `)` `by` $atom (`accumulate` $accumulate^)? attr-dict "
        "`:` type($a) `,` type($scales_a) `,` type($b) `,` type($scales_b) `,` type($c)"
    )


LEAF_INDICES = tuple(IntegerAttr(k, i32) for k in range(64))
"""The `index` attributes of `cute.memref.leaf`, made once."""
