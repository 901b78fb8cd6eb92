"""`arith.cmpi`, `arith.cmpf` and `arith.select` as MLIR has them: on scalars and, element by element, on vectors.

xDSL 0.74 allows only scalars there. These classes take the place of its own in `ARITH`, the dialect our modules use.
"""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects import arith
from xdsl.dialects.arith import CMPF_COMPARISON_OPERATIONS, CMPI_COMPARISON_OPERATIONS, FastMathFlagsAttr
from xdsl.dialects.builtin import IntegerAttr, VectorType, i1, i64
from xdsl.ir import Attribute, Dialect
from xdsl.irdl import IRDLOperation, operand_def, prop_def, result_def
from xdsl.parser import Parser
from xdsl.printer import Printer
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


_OURS = {op.name: op for op in (CmpiOp, CmpfOp, SelectOp)}

ARITH = Dialect("arith", [_OURS.get(op.name, op) for op in arith.Arith.operations], list(arith.Arith.attributes))
"""The `arith` dialect with comparisons and selects on vectors."""
