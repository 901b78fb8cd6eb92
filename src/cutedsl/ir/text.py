"""The printed forms of a module and the parser: short form (with type aliases), generic form for real MLIR tools."""

from __future__ import annotations

import re
from io import StringIO
from typing import Final

from xdsl.context import Context
from xdsl.dialects import builtin, func, math, scf, ub
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, TypeAttribute
from xdsl.parser import Parser
from xdsl.parser.generic_parser import ParserState
from xdsl.printer import Printer
from xdsl.utils.lexer import Input, Token
from xdsl.utils.mlir_lexer import MLIRLexer, MLIRToken, MLIRTokenKind

from cutedsl.ir.dialect import Cute
from cutedsl.ir.ops.elementwise import ARITH
from cutedsl.ir.types import MemRefType

_PLAIN: Final = re.compile(rb"[ !#-\[\]-~]*")
"""Bytes of string literals that stand for themselves."""


class _ShortPrinter(Printer):
    """Prints tensor types as `!memref_gmem_f16` and remembers what each alias stands for.

    Writes pieces unchanged and strings as one piece, and repeats a type's text from its first time. xDSL's printer
    counts columns, which takes two thirds more time.
    """

    def __init__(self, stream: StringIO) -> None:
        super().__init__(stream=stream)
        self.aliases: dict[Attribute, str] = {}
        self._stems: dict[str, int] = {}
        self._types: dict[int, tuple[Attribute, str]] = {}  # by identity: a hash takes as long as the text
        self._write = stream.write

    def print_string(self, text: str, *, indent: int | None = None) -> None:
        if "\n" in text:
            super().print_string(text, indent=indent)
        else:
            self._write(text)

    def print_bytes_literal(self, bytestring: bytes) -> None:
        if _PLAIN.fullmatch(bytestring):
            self._write(f'"{bytestring.decode()}"')
        else:
            super().print_bytes_literal(bytestring)

    def print_attribute(self, attribute: Attribute) -> None:
        if isinstance(attribute, MemRefType):
            self._write(self._alias(attribute))
        elif isinstance(attribute, TypeAttribute):
            _, text = self._types.get(id(attribute)) or self._printed(attribute)
            self._write(text)
        else:
            super().print_attribute(attribute)

    def _printed(self, attribute: Attribute) -> tuple[Attribute, str]:
        write, stream = self._write, StringIO()
        self._write = stream.write
        super().print_attribute(attribute)
        self._write = write
        return self._types.setdefault(id(attribute), (attribute, stream.getvalue()))

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
    Source: the spellings are those of "CUTLASS Python DSL Infrastructure" (G. Ozen, LLVM Developers' Meeting, 2025).
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


_TYPE: Final = re.compile(
    r"""(?: ![a-z_]+\.[a-z_.]+ | vector ) < (?: [^<>"] | < [^<>"]* > | "[^"\\]*" )* >
    | (?: [if]\d+ | bf16 | index ) \b""",
    re.VERBOSE,
)
"""What is a type by its text alone, whatever stands around it."""


class _TypeParser(Parser):
    """Parses the text of a type once: half of a module's text is types, of which there are few."""

    def __init__(self, text: str, name: str) -> None:
        super().__init__(ir_context(), text, name)
        self._parser_state = ParserState(_TextLexer(Input(text, name)))
        self._types: dict[str, TypeAttribute] = {}

    def parse_optional_type(self) -> TypeAttribute | None:
        content = self.lexer.input.content
        found = _TYPE.match(content, self.pos)
        if found is None:
            return super().parse_optional_type()
        known = self._types.get(found[0])
        if known is not None:
            self._resume_from(found.end())
            return known
        parsed = super().parse_optional_type()
        if parsed is not None and found.end() <= self.pos and not content[found.end() : self.pos].strip():
            self._types[found[0]] = parsed
        return parsed


def parse_module(text: str, name: str = "<text>") -> ModuleOp:
    """Parses any printed form."""
    return _TypeParser(text, name).parse_module()
