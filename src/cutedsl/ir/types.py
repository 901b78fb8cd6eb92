"""The dialect's types: tensors (`!cute.memref`) and typed pointers (`!cute.ptr`)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from xdsl.dialects.builtin import IntAttr, IntegerAttr, StringAttr, i32, i64
from xdsl.ir import Attribute, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import eq, irdl_attr_definition, param_def
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from cutedsl.ir.dtypes import storage_bits
from cutedsl.layout import ComposedLayout, Layout, parse_layout

SPACES = ("generic", "gmem", "smem", "rmem", "dsmem")
INDEX_ATTR = IntegerAttr.constr(type=eq(i32))
"""A small index written on an op, an i32."""
BYTES_ATTR = IntegerAttr.constr(type=eq(i64))
"""A byte or element count written on an op, an i64."""


def _print_tail(printer: Printer, space: str, align: int, natural: int) -> None:
    printer.print_string(f", {space}")
    if align != natural:
        printer.print_string(f", align<{align}>")


def _parse_align(parser: AttrParser) -> int | None:
    if parser.parse_optional_keyword("align") is None:
        return None
    parser.parse_punctuation("<")
    align = parser.parse_integer()
    parser.parse_punctuation(">")
    return align


def natural_align_bytes(element: Attribute) -> int:
    """The alignment of an element type in bytes: its storage size, at least 1."""
    return max(1, storage_bits(element) // 8)


@irdl_attr_definition
class MemRefType(ParametrizedAttribute, TypeAttribute):
    """A tensor: element type, address space, layout text, and the alignment of its pointer in bytes.

    The layout is the exact text of a CuTe layout. A leaf known only at run time is `?` (32 bits) or `?{i64}`; the
    value carries those leaves in the order of the text, as its descriptor.
    """

    name = "cute.memref"
    element: Attribute = param_def()
    space: StringAttr = param_def()
    layout: StringAttr = param_def()
    align: IntAttr = param_def()

    @staticmethod
    def of(element: Attribute, space: str, layout: str, align: int | None = None) -> MemRefType:
        return _memref(element, space, layout, natural_align_bytes(element) if align is None else align)

    def verify(self) -> None:
        if self.space.data not in SPACES:
            raise VerifyException(f"unknown address space {self.space.data!r}")
        if self.align.data < 1 or self.align.data & (self.align.data - 1):
            raise VerifyException(f"alignment {self.align.data} is not a power of two")
        layout_of(self.layout.data)

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_attribute(self.element)
            printer.print_string(f', {self.space.data}, "{self.layout.data}"')
            if self.align.data != natural_align_bytes(self.element):
                printer.print_string(f", align<{self.align.data}>")

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            element = parser.parse_type()
            parser.parse_punctuation(",")
            space = parser.parse_identifier()
            parser.parse_punctuation(",")
            layout = parser.parse_str_literal()
            align = None
            if parser.parse_optional_punctuation(","):
                align = _parse_align(parser)
        return (
            element,
            StringAttr(space),
            StringAttr(layout),
            IntAttr(natural_align_bytes(element) if align is None else align),
        )


@irdl_attr_definition
class PtrType(ParametrizedAttribute, TypeAttribute):
    """A typed pointer: element type, address space, alignment in bytes."""

    name = "cute.ptr"
    element: Attribute = param_def()
    space: StringAttr = param_def()
    align: IntAttr = param_def()

    @staticmethod
    def of(element: Attribute, space: str, align: int | None = None) -> PtrType:
        return _ptr(element, space, natural_align_bytes(element) if align is None else align)

    def verify(self) -> None:
        if self.space.data not in SPACES:
            raise VerifyException(f"unknown address space {self.space.data!r}")

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_attribute(self.element)
            _print_tail(printer, self.space.data, self.align.data, natural_align_bytes(self.element))

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            element = parser.parse_type()
            parser.parse_punctuation(",")
            space = parser.parse_identifier()
            align = None
            if parser.parse_optional_punctuation(","):
                align = _parse_align(parser)
        return (element, StringAttr(space), IntAttr(natural_align_bytes(element) if align is None else align))


@lru_cache(maxsize=4096)
def layout_of(text: str) -> Layout | ComposedLayout:
    """The layout that a type's text spells; leaves known at run time are `Unknown`."""
    return parse_layout(text)


@lru_cache(maxsize=4096)
def _memref(element: Attribute, space: str, layout: str, align: int) -> MemRefType:
    return MemRefType(element, StringAttr(space), StringAttr(layout), IntAttr(align))


@lru_cache(maxsize=4096)
def _ptr(element: Attribute, space: str, align: int) -> PtrType:
    return PtrType(element, StringAttr(space), IntAttr(align))
