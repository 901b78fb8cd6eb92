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
from cutedsl.layout import ComposedLayout, Layout, Swizzle, parse_layout

SPACES = ("generic", "gmem", "smem", "rmem", "dsmem", "tmem")
INDEX_ATTR = IntegerAttr.constr(type=eq(i32))
"""A small index written on an op, an i32."""
BYTES_ATTR = IntegerAttr.constr(type=eq(i64))
"""A byte or element count written on an op, an i64."""


def _print_pointer_facts(printer: Printer, align: int, natural: int, swizzle: str) -> None:
    if align != natural:
        printer.print_string(f", align<{align}>")
    if swizzle:
        printer.print_string(f", {swizzle}")


def _parse_pointer_facts(parser: AttrParser, element: Attribute) -> tuple[IntAttr, StringAttr]:
    """The alignment (the element's own where not given) and the swizzle ("" for none) after a type's other parts."""
    align, swizzle = natural_align_bytes(element), ""
    while parser.parse_optional_punctuation(","):
        if parser.parse_optional_keyword("align") is not None:
            parser.parse_punctuation("<")
            align = parser.parse_integer()
            parser.parse_punctuation(">")
        else:
            parser.parse_keyword("S")
            numbers = parser.parse_comma_separated_list(parser.Delimiter.ANGLE, parser.parse_integer)
            swizzle = f"S<{','.join(map(str, numbers))}>"
    return IntAttr(align), StringAttr(swizzle)


def _check_swizzle(text: str) -> None:
    if text and not isinstance(swizzle_of(text), Swizzle):
        raise VerifyException(f"{text!r} is not a swizzle")


def natural_align_bytes(element: Attribute) -> int:
    """The alignment of an element type in bytes: its storage size; 1 for elements that share bytes or take three."""
    size = storage_bits(element) // 8
    return size & -size if size else 1


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
    swizzle: StringAttr = param_def()

    @staticmethod
    def of(element: Attribute, space: str, layout: str, align: int | None = None, swizzle: str = "") -> MemRefType:
        return _memref(element, space, layout, natural_align_bytes(element) if align is None else align, swizzle)

    def verify(self) -> None:
        if self.space.data not in SPACES:
            raise VerifyException(f"unknown address space {self.space.data!r}")
        if self.align.data < 1 or self.align.data & (self.align.data - 1):
            raise VerifyException(f"alignment {self.align.data} is not a power of two")
        layout_of(self.layout.data)
        _check_swizzle(self.swizzle.data)

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_attribute(self.element)
            printer.print_string(f', {self.space.data}, "{self.layout.data}"')
            natural = natural_align_bytes(self.element)
            _print_pointer_facts(printer, self.align.data, natural, self.swizzle.data)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            element = parser.parse_type()
            parser.parse_punctuation(",")
            space = parser.parse_identifier()
            parser.parse_punctuation(",")
            layout = parser.parse_str_literal()
            facts = _parse_pointer_facts(parser, element)
        return (element, StringAttr(space), StringAttr(layout), *facts)


@irdl_attr_definition
class PtrType(ParametrizedAttribute, TypeAttribute):
    """A typed pointer: element type, address space, alignment in bytes, and a swizzle of its address ("" for none).

    Through a swizzled pointer, memory is accessed at the swizzled byte address; arithmetic moves the plain one.
    """

    name = "cute.ptr"
    element: Attribute = param_def()
    space: StringAttr = param_def()
    align: IntAttr = param_def()
    swizzle: StringAttr = param_def()

    @staticmethod
    def of(element: Attribute, space: str, align: int | None = None, swizzle: str = "") -> PtrType:
        return _ptr(element, space, natural_align_bytes(element) if align is None else align, swizzle)

    def verify(self) -> None:
        if self.space.data not in SPACES:
            raise VerifyException(f"unknown address space {self.space.data!r}")
        _check_swizzle(self.swizzle.data)

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_attribute(self.element)
            printer.print_string(f", {self.space.data}")
            natural = natural_align_bytes(self.element)
            _print_pointer_facts(printer, self.align.data, natural, self.swizzle.data)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            element = parser.parse_type()
            parser.parse_punctuation(",")
            space = parser.parse_identifier()
            facts = _parse_pointer_facts(parser, element)
        return (element, StringAttr(space), *facts)


@lru_cache(maxsize=4096)
def layout_of(text: str) -> Layout | ComposedLayout:
    """The layout that a type's text spells; leaves known at run time are `Unknown`."""
    return parse_layout(text)


@lru_cache(maxsize=256)
def swizzle_of(text: str) -> Swizzle:
    """The swizzle that a type's text spells."""
    return parse_layout(text)


@lru_cache(maxsize=4096)
def _memref(element: Attribute, space: str, layout: str, align: int, swizzle: str) -> MemRefType:
    return MemRefType(element, StringAttr(space), StringAttr(layout), IntAttr(align), StringAttr(swizzle))


@lru_cache(maxsize=4096)
def _ptr(element: Attribute, space: str, align: int, swizzle: str) -> PtrType:
    return PtrType(element, StringAttr(space), IntAttr(align), StringAttr(swizzle))
