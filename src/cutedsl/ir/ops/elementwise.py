"""Comparisons, selects and conversions of `arith` as MLIR has them: on scalars and, element by element, on vectors.

xDSL 0.74 allows only scalars there. These classes take the place of its own in `ARITH`, the dialect our modules use.
"""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects import arith
from xdsl.dialects.arith import CMPF_COMPARISON_OPERATIONS, CMPI_COMPARISON_OPERATIONS, FastMathFlagsAttr
from xdsl.dialects.builtin import FixedBitwidthType, IntegerAttr, IntegerType, VectorType, i1, i64
from xdsl.ir import Attribute, Dialect
from xdsl.irdl import IRDLOperation, operand_def, prop_def, result_def, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from cutedsl.ir.definition import op_definition

# Keyed by id, as hashing a type takes microseconds; the values keep the types, and so the ids, alive.
_LIKE: dict[tuple[int, int], tuple[Attribute, Attribute, Attribute]] = {}
_MOST_LIKE = 1 << 12


def like(shape: Attribute, element: Attribute) -> Attribute:
    """`element`, or the vector of it that has the length of the vector `shape`."""
    if type(shape) is not VectorType:  # nothing is derived from it, and its metaclass answers `isinstance` slowly
        return element
    found = _LIKE.get((id(shape), id(element)))
    if found is None:
        if len(_LIKE) >= _MOST_LIKE:
            _LIKE.clear()
        found = _LIKE[id(shape), id(element)] = (shape, element, VectorType(element, shape.shape))
    return found[2]


class _CompareOp(IRDLOperation):
    """What both comparisons share: the predicate is printed by its name."""

    PREDICATES: ClassVar[list[str]]

    def print(self, printer: Printer) -> None:
        predicate = self.properties["predicate"]
        assert isinstance(predicate, IntegerAttr)
        printer.print_string(f" {self.PREDICATES[predicate.value.data]}, ")
        printer.print_list(self.operands, printer.print_operand)
        printer.print_string(" : ")
        printer.print_attribute(self.operands[0].type)

    @classmethod
    def _parse(cls, parser: Parser, properties: dict[str, Attribute]) -> _CompareOp:
        number = cls.PREDICATES.index(parser.parse_identifier())
        parser.parse_punctuation(",")
        left = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        right = parser.parse_unresolved_operand()
        parser.parse_punctuation(":")
        compared = parser.parse_type()
        return cls.create(
            operands=parser.resolve_operands([left, right], [compared, compared], parser.pos),
            result_types=[like(compared, i1)],
            properties={**properties, "predicate": IntegerAttr(number, i64)},
        )

    def verify_(self) -> None:
        left, right = self.operands
        if left.type != right.type or self.results[0].type != like(left.type, i1):
            raise VerifyException(f"{self.name}: {left.type} with {right.type} gives {self.results[0].type}")


@op_definition
class CmpiOp(_CompareOp):
    """`%r = arith.cmpi slt, %a, %b : i32`."""

    name = "arith.cmpi"
    PREDICATES: ClassVar[list[str]] = CMPI_COMPARISON_OPERATIONS
    predicate = prop_def(IntegerAttr)
    lhs = operand_def()
    rhs = operand_def()
    result = result_def()

    @classmethod
    def parse(cls, parser: Parser) -> _CompareOp:
        return cls._parse(parser, {})


@op_definition
class CmpfOp(_CompareOp):
    """`%r = arith.cmpf olt, %a, %b : vector<4xf32>`."""

    name = "arith.cmpf"
    PREDICATES: ClassVar[list[str]] = CMPF_COMPARISON_OPERATIONS
    predicate = prop_def(IntegerAttr)
    fastmath = prop_def(FastMathFlagsAttr, default_value=FastMathFlagsAttr("none"))
    lhs = operand_def()
    rhs = operand_def()
    result = result_def()

    @classmethod
    def parse(cls, parser: Parser) -> _CompareOp:
        return cls._parse(parser, {"fastmath": FastMathFlagsAttr("none")})


@op_definition
class SelectOp(IRDLOperation):
    """`%r = arith.select %c, %a, %b : f32`; on vectors with both types, `: vector<4xi1>, vector<4xf32>`."""

    name = "arith.select"
    cond = operand_def()
    lhs = operand_def()
    rhs = operand_def()
    result = result_def()

    def verify_(self) -> None:
        kinds = (i1, like(self.lhs.type, i1))
        if self.lhs.type != self.rhs.type or self.lhs.type != self.result.type or self.cond.type not in kinds:
            raise VerifyException(
                f"arith.select: {self.cond.type} of {self.lhs.type} and {self.rhs.type} gives {self.result.type}"
            )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_operand)
        printer.print_string(" : ")
        if self.cond.type != i1:
            printer.print_attribute(self.cond.type)
            printer.print_string(", ")
        printer.print_attribute(self.result.type)

    @classmethod
    def parse(cls, parser: Parser) -> SelectOp:
        values = [parser.parse_unresolved_operand()]
        for _ in range(2):
            parser.parse_punctuation(",")
            values.append(parser.parse_unresolved_operand())
        parser.parse_punctuation(":")
        cond = i1
        selected = parser.parse_type()
        if parser.parse_optional_punctuation(","):
            cond, selected = selected, parser.parse_type()
        operands = parser.resolve_operands(values, [cond, selected, selected], parser.pos)
        return cls.create(operands=operands, result_types=[selected])


def _element(kind: Attribute) -> Attribute:
    return kind.element_type if isinstance(kind, VectorType) else kind


class _ConvertOp(IRDLOperation):
    """What conversions share: from numbers of one kind, or vectors of them, to as many of another."""

    INTEGERS: ClassVar[tuple[bool, bool]]
    """Whether it is from, and to, integers."""
    input = operand_def()
    result = result_def()
    assembly_format = "$input attr-dict `:` type($input) `to` type($result)"
    traits = traits_def(Pure())

    def verify_(self) -> None:
        source, result = self.input.type, self.result.type
        elements = _element(source), _element(result)
        if like(source, elements[1]) != result or tuple(isinstance(e, IntegerType) for e in elements) != self.INTEGERS:
            raise VerifyException(f"{self.name}: {source} gives {result}")


class _ResizeOp(_ConvertOp):
    """Integers of another width."""

    INTEGERS: ClassVar[tuple[bool, bool]] = (True, True)
    GROWS: ClassVar[bool]

    def verify_(self) -> None:
        super().verify_()
        had, has = _element(self.input.type), _element(self.result.type)
        assert isinstance(had, IntegerType)
        assert isinstance(has, IntegerType)
        grows = has.width.data - had.width.data
        if (grows > 0) is not self.GROWS or grows == 0:
            raise VerifyException(f"{self.name}: {self.input.type} gives {self.result.type}")


@op_definition
class ExtSIOp(_ResizeOp):
    """`%r = arith.extsi %a : i8 to i32`."""

    name = "arith.extsi"
    GROWS: ClassVar[bool] = True


@op_definition
class ExtUIOp(_ResizeOp):
    """`%r = arith.extui %a : vector<4xi1> to vector<4xi32>`."""

    name = "arith.extui"
    GROWS: ClassVar[bool] = True


@op_definition
class TruncIOp(_ResizeOp):
    """`%r = arith.trunci %a : i64 to i32`."""

    name = "arith.trunci"
    GROWS: ClassVar[bool] = False


@op_definition
class SIToFPOp(_ConvertOp):
    """`%r = arith.sitofp %a : i32 to f32`."""

    name = "arith.sitofp"
    INTEGERS: ClassVar[tuple[bool, bool]] = (True, False)


@op_definition
class UIToFPOp(_ConvertOp):
    """`%r = arith.uitofp %a : i32 to f32`."""

    name = "arith.uitofp"
    INTEGERS: ClassVar[tuple[bool, bool]] = (True, False)


@op_definition
class FPToSIOp(_ConvertOp):
    """`%r = arith.fptosi %a : f32 to i32`."""

    name = "arith.fptosi"
    INTEGERS: ClassVar[tuple[bool, bool]] = (False, True)


@op_definition
class FPToUIOp(_ConvertOp):
    """`%r = arith.fptoui %a : f32 to i32`."""

    name = "arith.fptoui"
    INTEGERS: ClassVar[tuple[bool, bool]] = (False, True)


@op_definition
class BitcastOp(_ConvertOp):
    """`%r = arith.bitcast %a : f32 to i32`; a float of 4 or 6 bits is the low bits of an `i8`, as it is in memory."""

    name = "arith.bitcast"

    def verify_(self) -> None:
        source, result = self.input.type, self.result.type
        bits = {_storage_bits(_element(one)) for one in (source, result)}
        if like(source, _element(result)) != result or len(bits) != 1:
            raise VerifyException(f"{self.name}: {source} gives {result}")


def _storage_bits(element: Attribute) -> int:
    if not isinstance(element, FixedBitwidthType):
        raise VerifyException(f"{element} has no bits")
    bits = element.bitwidth
    return 8 if bits in (4, 6) and not isinstance(element, IntegerType) else bits


_CONVERSIONS = (BitcastOp, ExtSIOp, ExtUIOp, TruncIOp, SIToFPOp, UIToFPOp, FPToSIOp, FPToUIOp)
_OURS = {op.name: op for op in (CmpiOp, CmpfOp, SelectOp, *_CONVERSIONS)}

ARITH = Dialect("arith", [_OURS.get(op.name, op) for op in arith.Arith.operations], list(arith.Arith.attributes))
"""The `arith` dialect with comparisons, selects and conversions on vectors."""
