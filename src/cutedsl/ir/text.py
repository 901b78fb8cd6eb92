"""The printed forms of a module and the parser: short form (with type aliases), generic form for real MLIR tools."""

from __future__ import annotations

from io import StringIO

from xdsl.context import Context
from xdsl.dialects import builtin, func, math, scf, ub
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute
from xdsl.parser import Parser
from xdsl.parser.generic_parser import ParserState
from xdsl.printer import Printer
from xdsl.utils.lexer import Input, Token
from xdsl.utils.mlir_lexer import MLIRLexer, MLIRToken, MLIRTokenKind

from cutedsl.ir.dialect import Cute
from cutedsl.ir.elementwise_ops import ARITH
from cutedsl.ir.types import MemRefType


class _ShortPrinter(Printer):
    """Prints tensor types as `!memref_gmem_f16` and remembers what each alias stands for."""

    def __init__(self, stream: StringIO) -> None:
        super().__init__(stream=stream)
        self.aliases: dict[Attribute, str] = {}
        self._stems: dict[str, int] = {}

    def print_attribute(self, attribute: Attribute) -> None:
        if isinstance(attribute, MemRefType):
            self.print_string(self._alias(attribute))
        else:
            super().print_attribute(attribute)

    def _alias(self, memref: MemRefType) -> str:
        found = self.aliases.get(memref)
        if found is None:
            stem = f"!memref_{memref.space.data}_{memref.element}"
            taken = self._stems.get(stem, 0)
            self._stems[stem] = taken + 1
            found = stem if taken == 0 else f"{stem}_{taken}"
            self.aliases[memref] = found
        return found


def short_form(module: ModuleOp) -> str:
    """The module as a person reads it: alias definitions first, then functions, without the enclosing module.

    Law: `parse_module(short_form(m))` is structurally equal to `m`.
    Source: the talk's slides (seeds/3) for the spellings.
    """
    stream = StringIO()
    printer = _ShortPrinter(stream)
    for op in module.body.block.ops:
        printer.print_op(op)
        stream.write("\n")
    full = StringIO()
    plain = Printer(stream=full)
    for memref, alias in printer.aliases.items():
        full.write(f"{alias} = ")
        plain.print_attribute(memref)
        full.write("\n")
    return full.getvalue() + stream.getvalue()


def generic_form(module: ModuleOp, *, locations: bool = False) -> str:
    """The module in MLIR's generic syntax, which `mlir-opt --allow-unregistered-dialect` parses."""
    stream = StringIO()
    Printer(stream=stream, print_generic_format=True, print_debuginfo=locations).print_op(module)
    return stream.getvalue() + "\n"


def ir_context() -> Context:
    """A context that knows every dialect our modules use."""
    context = Context()
    for dialect in (builtin.Builtin, func.Func, ARITH, scf.Scf, math.Math, ub.UB, Cute):
        context.load_dialect(dialect)
    return context


class _TextLexer(MLIRLexer):
    """Reads every string as text: xDSL prints `é` escaped, and takes escapes beyond ASCII for bytes when it reads."""

    def _lex_string_literal(self, start_pos: int) -> MLIRToken:
        token = super()._lex_string_literal(start_pos)
        return Token(MLIRTokenKind.STRING_LIT, token.span) if token.kind is MLIRTokenKind.BYTES_LIT else token


def parse_module(text: str, name: str = "<text>") -> ModuleOp:
    """Parses any printed form."""
    parser = Parser(ir_context(), text, name)
    parser._parser_state = ParserState(_TextLexer(Input(text, name)))  # pyright: ignore[reportPrivateUsage]
    return parser.parse_module()
