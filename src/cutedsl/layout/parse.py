"""Layouts, tuples and tiles from the text that `str` prints of them."""

# Leaves may be integers of any type, so nested tuples are of Any.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false
# pyright: reportUnknownLambdaType=false, reportUnknownParameterType=false

from __future__ import annotations

from typing import Any

from cutedsl.layout.composed import ComposedLayout
from cutedsl.layout.grammar import Affine, Composed, Parser, layout_parts
from cutedsl.layout.layout import Layout


def parse_layout(text: str) -> Any:
    """The `Layout`, `ComposedLayout` or `Swizzle` that a text spells; run-time leaves become `Unknown`.

    **Law**: `layout_text(parse_layout(t), exact_leaf) == t` for printed texts.
    Errors: layout-text, shape-stride-not-congruent, shape-not-positive. Source: CUTLASS's notebook `print`.

    >>> print(parse_layout("S<3,4,3> o 0 o (8,64):(64,1)"))
    S<3,4,3> o 0 o (8,64):(64,1)
    """
    parts = layout_parts(text)
    if isinstance(parts, Composed):
        inner = Layout(*parts.inner) if isinstance(parts.inner, Affine) else parts.inner
        return ComposedLayout(inner, parts.offset, Layout(*parts.outer))
    return Layout(*parts) if isinstance(parts, Affine) else parts


def parse_tuple(text: str) -> Any:
    """The integer tuple or coordinate that a text spells.

    >>> parse_tuple("(4,(2,_),?{div=4})")
    (4, (2, None), Unknown(width=32, divisibility=4))
    """
    parser = Parser(text)
    return parser.end(parser.int_tuple())


def parse_tile(text: str) -> Any:
    """The tiler that a text spells: a layout, or a tuple of tilers and `None`.

    >>> parse_tile("[(4,8):(1,4);_]")
    (Layout('(4,8):(1,4)'), None)
    """
    parser = Parser(text)
    return _tile(parser.end(parser.tile()))


def _tile(parts: Any) -> Any:
    """A tile of what the parser read."""
    if isinstance(parts, Affine):
        return Layout(*parts)
    return tuple([_tile(part) for part in parts]) if isinstance(parts, tuple) else parts
