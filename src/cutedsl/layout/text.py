"""Text of tuples, layouts and tiles: what `str` prints, and the parser of the same."""

# Leaves may be integers of any type, so nested tuples are of Any.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false
# pyright: reportUnknownLambdaType=false, reportUnknownParameterType=false

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cutedsl.errors import fail
from cutedsl.layout.basis import ScaledBasis
from cutedsl.layout.leaf import Unknown, divisibility, width

if TYPE_CHECKING:
    from cutedsl.layout.composed import ComposedLayout
    from cutedsl.layout.layout import Layout

LeafText = Callable[[Any], str]


def leaf_text(x: Any, leaf: LeafText | None = None) -> str:
    """The text of one leaf: digits, `_`, `2@1`, or `?` (`leaf` spells a dynamic one; by default without its width).

    >>> leaf_text(Unknown(width=64, divisibility=4)), leaf_text(Unknown(width=64), exact_leaf)
    ('?{div=4}', '?{i64}')
    """
    if isinstance(x, int):
        return str(x)
    if x is None:
        return "_"
    if isinstance(x, ScaledBasis):
        return leaf_text(x.value, leaf) + "".join([f"@{m}" for m in reversed(x.path)])
    if leaf is not None:
        return leaf(x)
    return f"?{{div={divisibility(x)}}}" if divisibility(x) > 1 else "?"


def exact_leaf(x: Any) -> str:
    """A dynamic leaf with its width: `?`, `?{i64}`, `?{div=4}`, `?{i64 div=4}`; what types and `repr` need."""
    known = (["i64"] if width(x) > 32 else []) + ([f"div={divisibility(x)}"] if divisibility(x) > 1 else [])
    return "?{" + " ".join(known) + "}" if known else "?"


def tuple_text(x: Any, leaf: LeafText | None = None) -> str:
    """An integer tuple or coordinate without spaces; a 1-tuple keeps its parentheses.

    >>> tuple_text((4, (2,), None, Unknown(divisibility=4)))
    '(4,(2),_,?{div=4})'
    """
    if isinstance(x, tuple):
        return "(" + ",".join([tuple_text(e, leaf) for e in x]) + ")"
    return leaf_text(x, leaf)


def layout_text(layout: Layout | ComposedLayout, leaf: LeafText | None = None) -> str:
    """`shape:stride`, or `inner o offset o outer`; `leaf` chooses the spelling of a dynamic leaf."""
    from cutedsl.layout.layout import Layout

    if isinstance(layout, Layout):
        return tuple_text(layout.shape, leaf) + ":" + tuple_text(layout.stride, leaf)
    inner = layout_text(layout.inner, leaf) if isinstance(layout.inner, Layout) else str(layout.inner)
    return f"{inner} o {tuple_text(layout.offset, leaf)} o {layout_text(layout.outer, leaf)}"


def tile_text(tile: Any) -> str:
    """A tiler as CuTe writes it: `[(4,8):(1,4);_;2:1]`, modes separated by `;`.

    >>> tile_text((128, None))
    '[128:1;_]'
    """
    from cutedsl.layout.layout import Layout

    if isinstance(tile, tuple):
        return "[" + ";".join([tile_text(t) for t in tile]) + "]"
    if isinstance(tile, Layout):
        return layout_text(tile)
    return "_" if tile is None else leaf_text(tile) + ":1"


_TOKEN = re.compile(r"\s*(\d+|[-():,_@;\[\]]|\?(?:\{[^}]*\})?|S<[^>]*>|o(?![A-Za-z0-9]))")
_KNOWN = re.compile(r"\?(?:\{(?:(i64|i32))?(?:\s*,?\s*div=(\d+))?\})?")


_DEEPEST = 100
"""Parentheses within parentheses that are read: the parser, and what works with tuples, calls itself for each."""
_MOST_DIGITS = 40
_MOST_MODES = 1000
_MOST_SHOWN = 200


class _Parser:
    """Recursive descent over the tokens of one text."""

    def __init__(self, text: Any) -> None:
        self.text = text
        if not isinstance(text, str):
            raise fail("layout-text", f"only a text can be parsed, got {text!r}")
        self.tokens: list[str] = []
        end = 0
        stripped = text.rstrip()
        while end < len(stripped):
            found = _TOKEN.match(stripped, end)
            if found is None:
                raise self.error(f"character {stripped[end:].lstrip()[:1]!r} at column {end}")
            self.tokens.append(found.group(1))
            end = found.end()
        self.at = 0
        depth = 0
        for token in self.tokens:
            depth += (token in "([") - (token in ")]")
            if depth > _DEEPEST:
                raise self.error(f"{token!r}, which is nested more than {_DEEPEST} deep")

    def error(self, what: str) -> Exception:
        """The error of a malformed text."""
        text = self.text if len(self.text) <= _MOST_SHOWN else f"{self.text[:_MOST_SHOWN]}…"
        return fail("layout-text", f"cannot read {text!r}: unexpected {what}")

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else "end"

    def take(self, token: str) -> bool:
        """Skips `token` if it is next."""
        if self.peek() != token:
            return False
        self.at += 1
        return True

    def need(self, token: str) -> None:
        """Skips `token`, which must be next."""
        if not self.take(token):
            raise self.error(f"{self.peek()!r} where {token!r} belongs")

    def number(self) -> int:
        """A non-negative integer."""
        token = self.peek()
        if not token.isdigit():
            raise self.error(f"{token!r} where a number belongs")
        if len(token) > _MOST_DIGITS:
            raise self.error(f"number of {len(token)} digits")
        self.at += 1
        return int(token)

    def leaf(self) -> Any:
        """`12`, `-3`, `_`, `?…`, each with `@mode` suffixes."""
        token = self.peek()
        value: Any
        if self.take("_"):
            return None
        if token.startswith("?"):
            self.at += 1
            value = self.unknown(token)
        else:
            value = -self.number() if self.take("-") else self.number()
        path: list[int] = []
        while self.take("@"):
            path.append(self.number())
            if path[-1] >= _MOST_MODES:
                raise self.error(f"mode {path[-1]} of a scaled basis")
        return ScaledBasis(value, tuple(reversed(path))) if path else value

    def unknown(self, token: str) -> Unknown:
        """The placeholder that `?{…}` spells."""
        found = _KNOWN.fullmatch(token)
        if found is None or found.group(2) == "0":
            raise self.error(repr(token))
        return Unknown(64 if found.group(1) == "i64" else 32, int(found.group(2) or 1))

    def int_tuple(self) -> Any:
        """A leaf or a parenthesised list."""
        if not self.take("("):
            return self.leaf()
        items: list[Any] = []
        if self.take(")"):
            return ()
        while True:
            items.append(self.int_tuple())
            if self.take(")"):
                return tuple(items)
            self.need(",")

    def affine(self) -> Layout:
        """`shape:stride`."""
        from cutedsl.layout.layout import Layout

        shape = self.int_tuple()
        self.need(":")
        if self.peek() == "_":
            raise self.error("'_' where a stride belongs")
        return Layout(shape, self.int_tuple())

    def layout(self) -> Any:
        """`shape:stride` or `inner o offset o outer`."""
        from cutedsl.layout.composed import ComposedLayout

        inner = self.swizzle() if self.peek().startswith("S<") else self.affine()
        if not self.take("o"):
            return inner
        offset = self.int_tuple()
        self.need("o")
        return ComposedLayout(inner, offset, self.affine())

    def swizzle(self) -> Any:
        """`S<b,m,s>`."""
        from cutedsl.layout.swizzle import Swizzle

        token = self.peek()
        found = re.fullmatch(r"S<\s*(-?\d+)\s*,\s*(-?\d+)\s*,\s*(-?\d+)\s*>", token)
        if found is None:
            raise self.error(repr(token))
        self.at += 1
        return Swizzle(*map(int, found.groups()))

    def tile(self) -> Any:
        """`[mode;mode;…]`, a layout, or `_`."""
        if self.take("_"):
            return None
        if not self.take("["):
            return self.affine()
        items: list[Any] = []
        while True:
            items.append(self.tile())
            if self.take("]"):
                return tuple(items)
            self.need(";")

    def end(self, result: Any) -> Any:
        """`result`, if nothing is left to read."""
        if self.at != len(self.tokens):
            raise self.error(repr(self.peek()))
        return result


def parse_layout(text: str) -> Any:
    """The `Layout`, `ComposedLayout` or `Swizzle` that a text spells; run-time leaves become `Unknown`.

    **Law**: `layout_text(parse_layout(t), exact_leaf) == t` for printed texts.
    Errors: layout-text, shape-stride-not-congruent, shape-not-positive. Source: reference 3.8.

    >>> print(parse_layout("S<3,4,3> o 0 o (8,64):(64,1)"))
    S<3,4,3> o 0 o (8,64):(64,1)
    """
    parser = _Parser(text)
    return parser.end(parser.layout())


def parse_tuple(text: str) -> Any:
    """The integer tuple or coordinate that a text spells.

    >>> parse_tuple("(4,(2,_),?{div=4})")
    (4, (2, None), Unknown(width=32, divisibility=4))
    """
    parser = _Parser(text)
    return parser.end(parser.int_tuple())


def parse_tile(text: str) -> Any:
    """The tiler that a text spells: a layout, or a tuple of tilers and `None`.

    >>> parse_tile("[(4,8):(1,4);_]")
    (Layout('(4,8):(1,4)'), None)
    """
    parser = _Parser(text)
    return parser.end(parser.tile())
