"""Coordinates in the printed form: `[_,%i,(0,%j)]`, kept on an op as a pattern `(_,?,(0,?))` plus operands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.ir import SSAValue
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer

Pattern = tuple["Pattern | int | str | None", ...]
"""A coordinate whose leaves are ints, None (`_`, keep the mode) or "?" (the next operand)."""


def pattern_text(coord: object) -> str:
    """`(_,?,(0,?))` for a nested tuple of ints, None and anything else (an operand)."""
    match coord:
        case tuple():
            return "(" + ",".join(pattern_text(c) for c in coord) + ")"  # pyright: ignore[reportUnknownVariableType]
        case None:
            return "_"
        case int():
            return str(coord)
        case _:
            return "?"


def parse_pattern(text: str) -> Pattern:
    """The inverse of `pattern_text`."""
    stack: list[list[Pattern | int | str | None]] = [[]]
    token = ""
    for char in text + ",":
        if char in ",()":
            if token:
                stack[-1].append(None if token == "_" else "?" if token == "?" else int(token))
                token = ""
            if char == "(":
                stack.append([])
            elif char == ")":
                done = tuple(stack.pop())
                stack[-1].append(done)
        else:
            token += char
    (root,) = stack[0]
    return root if isinstance(root, tuple) else (root,)


def print_coord(printer: Printer, text: str, operands: Sequence[SSAValue]) -> None:
    """Prints `[_,%i]` from the pattern and its operands."""
    values = iter(operands)
    printer.print_string("[")
    _print_modes(printer, parse_pattern(text), values)
    printer.print_string("]")


def _print_modes(printer: Printer, modes: Pattern, values: Iterator[SSAValue]) -> None:
    for position, mode in enumerate(modes):
        if position:
            printer.print_string(",")
        match mode:
            case tuple():
                printer.print_string("(")
                _print_modes(printer, mode, values)
                printer.print_string(")")
            case None:
                printer.print_string("_")
            case int():
                printer.print_string(str(mode))
            case _:
                printer.print_operand(next(values))


def parse_coord(parser: Parser) -> tuple[str, list[UnresolvedOperand]]:
    """Parses `[_,%i,(0,%j)]`; returns the pattern text and the operands in order."""
    operands: list[UnresolvedOperand] = []
    modes = tuple(parser.parse_comma_separated_list(parser.Delimiter.SQUARE, lambda: _parse_mode(parser, operands)))
    return pattern_text(modes), operands


def _parse_mode(parser: Parser, operands: list[UnresolvedOperand]) -> object:
    operand = parser.parse_optional_unresolved_operand()
    if operand is not None:
        operands.append(operand)
        return "?"
    if parser.parse_optional_identifier() is not None:
        return None
    integer = parser.parse_optional_integer(allow_boolean=False)
    if integer is not None:
        return integer
    return tuple(parser.parse_comma_separated_list(parser.Delimiter.PAREN, lambda: _parse_mode(parser, operands)))
