"""The parser of what `str` prints: the parts that a text spells, of which `layout/parse.py` makes layouts."""

# Leaves may be integers of any type, so nested tuples are of Any.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false
# pyright: reportUnknownLambdaType=false, reportUnknownParameterType=false

from __future__ import annotations

import re
from typing import Any, NamedTuple

from cutedsl.errors import fail
from cutedsl.layout.basis import ScaledBasis
from cutedsl.layout.leaf import Unknown
from cutedsl.layout.swizzle import Swizzle


class Affine(NamedTuple):
    """A layout as written: nothing is checked yet."""

    shape: Any
    stride: Any


class Composed(NamedTuple):
    """A composed layout as written."""

    inner: Affine | Swizzle
    offset: Any
    outer: Affine


_TOKEN = re.compile(r"\s*(\d+|[-():,_@;\[\]]|\?(?:\{[^}]*\})?|S<[^>]*>|o(?![A-Za-z0-9]))")
_KNOWN = re.compile(r"\?(?:\{(?:(i64|i32))?(?:\s*,?\s*div=(\d+))?\})?")


_DEEPEST = 100
"""Parentheses within parentheses that are read: the parser, and what works with tuples, calls itself for each."""
_MOST_DIGITS = 40
_MOST_MODES = 1000
_MOST_SHOWN = 200


class Parser:
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
                raise self.error(f"unexpected character {stripped[end:].lstrip()[:1]!r} at column {end}")
            self.tokens.append(found.group(1))
            end = found.end()
        self.at = 0
        depth = 0
        for token in self.tokens:
            depth += (token in "([") - (token in ")]")
            if depth > _DEEPEST:
                raise self.error(f"nested more than {_DEEPEST} deep")

    def error(self, what: str) -> Exception:
        """The error of a malformed text."""
        text = self.text if len(self.text) <= _MOST_SHOWN else f"{self.text[:_MOST_SHOWN]}…"
        return fail("layout-text", f"cannot parse {text!r}: {what}")

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else "end"

    def take(self, token: str) -> bool:
        """Skips `token` if it is next."""
        if self.peek() != token:
            return False
        self.at += 1
        return True

    def need(self, token: str, close: str = "") -> None:
        """Skips `token`, which must be next; where the text ends, `close` is what is missing, if given."""
        if self.take(token):
            return
        if self.peek() == "end":
            raise self.error(f"missing {close or repr(token)} at the end")
        either = f"{token!r} or {close}" if close else repr(token)
        raise self.error(f"expected {either}, got {self.peek()!r}")

    def number(self) -> int:
        """A non-negative integer."""
        token = self.peek()
        if not token.isdigit():
            raise self.error("missing a number at the end" if token == "end" else f"expected a number, got {token!r}")
        if len(token) > _MOST_DIGITS:
            raise self.error(f"a number has {len(token)} digits")
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
                raise self.error(f"a scaled basis has mode {path[-1]}")
        return ScaledBasis(value, tuple(reversed(path))) if path else value

    def unknown(self, token: str) -> Unknown:
        """The placeholder that `?{…}` spells."""
        found = _KNOWN.fullmatch(token)
        if found is None or found.group(2) == "0":
            raise self.error(f"unexpected {token!r}")
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
            self.need(",", "')'")

    def affine(self) -> Affine:
        """`shape:stride`."""
        shape = self.int_tuple()
        self.need(":")
        if self.peek() == "_":
            raise self.error("expected a stride, got '_'")
        return Affine(shape, self.int_tuple())

    def layout(self) -> Affine | Swizzle | Composed:
        """`shape:stride`, a swizzle or `inner o offset o outer`."""
        inner = self.swizzle() if self.peek().startswith("S<") else self.affine()
        if not self.take("o"):
            return inner
        offset = self.int_tuple()
        self.need("o")
        return Composed(inner, offset, self.affine())

    def swizzle(self) -> Swizzle:
        """`S<b,m,s>`."""
        token = self.peek()
        found = re.fullmatch(r"S<\s*(-?\d+)\s*,\s*(-?\d+)\s*,\s*(-?\d+)\s*>", token)
        if found is None:
            raise self.error(f"expected a swizzle, got {token!r}")
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
            self.need(";", "']'")

    def end(self, result: Any) -> Any:
        """`result`, if nothing is left to read."""
        if self.at != len(self.tokens):
            raise self.error(f"unexpected {self.peek()!r}")
        return result


def layout_parts(text: Any) -> Affine | Swizzle | Composed:
    """The parts of the layout, composed or not, or the swizzle that a text spells. Errors: layout-text."""
    parser = Parser(text)
    return parser.end(parser.layout())
