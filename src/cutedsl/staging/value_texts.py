"""Texts with run-time values in them: `?` while the program is compiled, and the values where `printf` prints them."""

from __future__ import annotations

import ast
import string
import sys
from collections.abc import Iterable
from typing import Any, SupportsIndex

from cutedsl.errors import fail, user_span
from cutedsl.errors.expressions import expression_at
from cutedsl.errors.frames import Origin, frame_origin
from cutedsl.staging.operators import is_numeric
from cutedsl.staging.protocol import is_tracing

Piece = str | tuple[Any, str]
"""A part of a text: Python's own, or a value with its format."""


class ValueText(str):
    """What `str(x)`, `f"{x}"` and `"{}".format(x)` give for a run-time value: `?`, which knows the value.

    Python prints it as `?` while the program is compiled. To compare it, measure it or use it as a key there would
    decide by that sign.

    Errors: text-of-value.
    """

    pieces: tuple[Piece, ...]

    def __new__(cls, pieces: Iterable[Piece], shown: str) -> ValueText:
        text = super().__new__(cls, shown)
        text.pieces = tuple(pieces)
        return text

    def __add__(self, other: str) -> ValueText:
        return joined(self, other)

    def __radd__(self, other: str) -> ValueText:
        return joined(other, self)

    def __mul__(self, count: SupportsIndex) -> str:
        return joined(*[self] * int(count))

    def __rmul__(self, count: SupportsIndex) -> str:
        return self * count

    def __str__(self) -> str:
        return str.__str__(self)  # plain: writers of files measure what they are given

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (str.__str__(self),)  # copies are plain: pytest sends them to another process

    def __format__(self, spec: str) -> str:
        return self if not spec else format(self._plain("padded"), spec)

    def __eq__(self, other: object) -> bool:
        return other is self or self._plain("compared") == other

    def __ne__(self, other: object) -> bool:
        return other is not self and self._plain("compared") != other

    def __lt__(self, other: str) -> bool:
        return self._plain("compared") < other

    def __contains__(self, key: str) -> bool:  # type: ignore[override]
        return key in self._plain("searched")

    def __len__(self) -> int:
        return len(self._plain("measured"))

    def __getitem__(self, key: Any) -> str:
        return self._plain("cut up")[key]

    def __hash__(self) -> int:
        return hash(self._plain("used as a key"))

    def __float__(self) -> float:
        return float(self._plain("read as a number"))

    def __int__(self) -> int:
        return int(self._plain("read as a number"))

    def _plain(self, how: str) -> str:
        """The text after the program was compiled; while it is, nothing may depend on it."""
        if is_tracing():
            raise fail("text-of-value", f"a run-time value has no text at compile time: it is {how}")
        return str(self)


_CHANGING = """
capitalize casefold center encode expandtabs ljust lower lstrip partition removeprefix removesuffix replace rjust
rpartition rsplit rstrip split splitlines strip swapcase title translate upper zfill
"""
_ASKING = """
count endswith find index isalnum isalpha isdecimal isdigit isidentifier islower isnumeric isspace istitle isupper
rfind rindex startswith
"""


def _of_plain_text(name: str, how: str) -> Any:
    """A method of texts on one that holds values: its result would be that of the sign."""

    def method(self: ValueText, *args: Any, **kwargs: Any) -> Any:
        return getattr(self._plain(how), name)(*args, **kwargs)  # pyright: ignore[reportPrivateUsage]

    return method


for _names, _how in ((_CHANGING, "changed"), (_ASKING, "searched")):
    for _name in _names.split():
        setattr(ValueText, _name, _of_plain_text(_name, _how))

_STAGED = ("cutedsl.staging.order", "cutedsl.staging.stage")
"""Modules that do what an operator of the author says."""


def text_of(value: Any, shown: str, spec: str = "") -> str:
    """The text of a run-time number that is requested now; for code of cutedsl and of libraries a plain one."""
    return ValueText([(value, spec)], shown) if asked_by_author(4) else shown


def asked_by_author(depth: int) -> bool:
    """Whether the function `depth` frames up is the author's, and not one of cutedsl or a library."""
    frame = sys._getframe(depth)  # pyright: ignore[reportPrivateUsage]
    while frame.f_back is not None and frame.f_globals.get("__name__") in _STAGED:
        frame = frame.f_back
    return frame_origin(frame) is Origin.AUTHOR


def joined(*parts: Any) -> Any:
    """The texts of an f-string, or of a sum, one after the other."""
    if not any(type(part) is ValueText for part in parts):
        return "".join(parts)
    pieces: list[Piece] = []
    for part in parts:
        pieces += part.pieces if type(part) is ValueText else [str.__str__(part)]
    return ValueText(pieces, "".join([str.__str__(part) for part in parts]))


def text_method(owner: Any, name: str) -> Any:
    """`"...".format` and `", ".join` where values may be among the arguments; other objects' own attribute."""
    if type(owner) is str:
        return _Formatter(owner).format if name == "format" else _Joiner(owner).join
    return getattr(owner, name)


class _Joiner:
    def __init__(self, between: str) -> None:
        self._between = between

    def join(self, texts: Iterable[str]) -> Any:
        """Python's `join`."""
        parts: list[str] = []
        for text in texts:
            if not isinstance(text, str):
                return self._between.join([text])
            parts += [self._between, text] if parts else [text]
        return joined(*parts)


class _Formatter(string.Formatter):
    """Python's `format`, part by part."""

    def __init__(self, text: str) -> None:
        self._text = text

    def format(self, *args: Any, **kwargs: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Python's `str.format`."""
        parts: list[str] = []
        counter = 0
        for plain, field, spec, conversion in self.parse(self._text):
            parts.append(plain)
            if field is None:
                continue
            if not field or field[0] in ".[":
                field, counter = f"{counter}{field}", counter + 1
            value, _ = self.get_field(field, args, kwargs)
            value = self.convert_field(value, conversion)  # type: ignore[arg-type]
            spec = self.vformat(spec or "", args, kwargs)
            known = not is_numeric(value) or value.is_static
            parts.append(format(value, spec) if known else ValueText([(value, spec)], "?"))
        return joined(*parts)


def percent(text: str, values: Any) -> Any:
    """`"x %f" % x`, which Python alone cannot write for a run-time value."""
    given = values if isinstance(values, tuple) else (values,)
    if not any(type(value) is ValueText or (is_numeric(value) and not value.is_static) for value in given):
        return text % values
    span = user_span()
    node = None if span is None else expression_at(span)
    shown = node.right if isinstance(node, ast.BinOp) else None
    arguments = shown.elts if isinstance(shown, ast.Tuple) else [] if shown is None else [shown]
    written = ", ".join([repr(text), *map(ast.unparse, arguments)])
    raise fail(
        "text-of-value",
        f"`%` cannot format a run-time value at compile time: {text!r}",
        fix=f"Print it when the program runs: `cute.printf({written})`.",
    )
