"""`op_definition`: what makes a class an op, without the work that only text needs.

xDSL reads an op's assembly format when the class is defined, which is half of what a definition costs, and the
compiler neither prints nor parses its IR. Here formats are read when an op is first printed or parsed; those of the
dialects of MLIR that the compiler uses too, which are imported here for that. A wrong format is therefore found by the
first print; a test reads the format of every op. Source: `xdsl.irdl.operations.get_accessors_from_op_def` of xDSL 0.74.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from xdsl.irdl import IRDLOperation, OpDef, irdl_op_definition, operations

if TYPE_CHECKING:
    from xdsl.irdl.declarative_assembly_format import FormatProgram
    from xdsl.parser import Parser
    from xdsl.printer import Printer

OpT = TypeVar("OpT", bound=IRDLOperation)
_accessors = operations.get_accessors_from_op_def


def op_definition(cls: type[OpT]) -> type[OpT]:
    """As `xdsl.irdl.irdl_op_definition`, with an assembly format that is read at its first use."""
    with _deferred_formats():
        return irdl_op_definition(cls)


def _accessors_but_format(op_def: OpDef, custom_verify: Any) -> dict[str, Any]:
    text, op_def.assembly_format = op_def.assembly_format, None
    found = _accessors(op_def, custom_verify)
    op_def.assembly_format = text
    return found if text is None else found | _text_methods(text, op_def)


def _text_methods(text: str, op_def: OpDef) -> dict[str, Any]:
    """`parse` and `print` of an op with a format."""

    @cache
    def program() -> FormatProgram:
        from xdsl.irdl.declarative_assembly_format import FormatProgram

        return FormatProgram.from_str(text, op_def)

    @classmethod
    def parse(cls: type[IRDLOperation], parser: Parser) -> IRDLOperation:
        return program().parse(parser, cls)

    def print_(self: IRDLOperation, printer: Printer) -> None:
        program().print(printer, self)

    return {"parse": parse, "print": print_}


@contextmanager
def _deferred_formats() -> Generator[None]:
    operations.get_accessors_from_op_def = _accessors_but_format
    try:
        yield
    finally:
        operations.get_accessors_from_op_def = _accessors


with _deferred_formats():
    import xdsl.dialects.arith
    import xdsl.dialects.func
    import xdsl.dialects.math
    import xdsl.dialects.scf
    import xdsl.dialects.ub  # noqa: F401
