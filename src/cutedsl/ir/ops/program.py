"""Ops that tie a program together: launches, run-time printing, traps."""

from __future__ import annotations

from xdsl.dialects.builtin import StringAttr, SymbolRefAttr, i32, i64
from xdsl.irdl import IRDLOperation, prop_def, traits_def, var_operand_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from cutedsl.ir.definition import op_definition
from cutedsl.ir.traits import PerLane

LAUNCH_DIMS = 11
"""Operands of a launch before its arguments: grid (3), block (3), cluster (3), shared memory bytes, stream."""

_ESCAPES = {"\n": "\\0A", "\t": "\\09", '"': "\\22", "\\": "\\5C"}


def _quoted(text: str) -> str:
    return '"' + "".join(_ESCAPES.get(c, c) for c in text) + '"'


@op_definition
class PrintOp(IRDLOperation):
    """`cute.print("x = %d\\0A", %x) : i32`: prints at run time, with C's conversions."""

    name = "cute.print"
    traits = traits_def(PerLane())
    arguments = var_operand_def()
    format = prop_def(StringAttr)

    def print(self, printer: Printer) -> None:
        printer.print_string(f"({_quoted(self.format.data)}, ")
        printer.print_list(self.arguments, printer.print_operand)
        printer.print_string(") :")
        for position, value in enumerate(self.arguments):
            printer.print_string(", " if position else " ")
            printer.print_attribute(value.type)

    @classmethod
    def parse(cls, parser: Parser) -> PrintOp:
        parser.parse_punctuation("(")
        text = parser.parse_str_literal()
        parser.parse_punctuation(",")
        values = []
        while (value := parser.parse_optional_unresolved_operand()) is not None:
            values.append(value)
            parser.parse_optional_punctuation(",")
        parser.parse_punctuation(")")
        parser.parse_punctuation(":")
        types = [parser.parse_type()] if values else []
        for _ in values[1:]:
            parser.parse_punctuation(",")
            types.append(parser.parse_type())
        operands = parser.resolve_operands(values, types, parser.pos)
        return cls.create(operands=operands, properties={"format": StringAttr(text)})


@op_definition
class LaunchOp(IRDLOperation):
    """`cute.launch @kernel grid(...) block(...) cluster(...) smem(%n) stream(%s) args(...)`: starts a kernel."""

    name = "cute.launch"
    values = var_operand_def()
    kernel = prop_def(SymbolRefAttr)

    def verify_(self) -> None:
        if len(self.values) < LAUNCH_DIMS:
            raise VerifyException(f"cute.launch: {LAUNCH_DIMS} launch values expected, got {len(self.values)}")

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_attribute(self.kernel)
        rest = list(self.values)
        for keyword, count in (("grid", 3), ("block", 3), ("cluster", 3), ("smem", 1), ("stream", 1)):
            part, rest = rest[:count], rest[count:]
            printer.print_string(f" {keyword}(")
            printer.print_list(part, printer.print_operand)
            printer.print_string(")")
        printer.print_string(" args(")
        printer.print_list(rest, printer.print_operand)
        printer.print_string(") : (")
        printer.print_list([v.type for v in rest], printer.print_attribute)
        printer.print_string(")")

    @classmethod
    def parse(cls, parser: Parser) -> LaunchOp:
        kernel = parser.parse_attribute()
        values = []
        for keyword in ("grid", "block", "cluster", "smem", "stream", "args"):
            parser.parse_keyword(keyword)
            values += parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_unresolved_operand)
        parser.parse_punctuation(":")
        types = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_type)
        all_types = [i32] * (LAUNCH_DIMS - 1) + [i64] + types
        operands = parser.resolve_operands(values, all_types, parser.pos)
        return cls.create(operands=operands, properties={"kernel": kernel})


@op_definition
class TrapOp(IRDLOperation):
    """`cute.trap "message"`: ends the kernel with an error."""

    name = "cute.trap"
    traits = traits_def(PerLane())
    message = prop_def(StringAttr)
    assembly_format = "$message attr-dict"
