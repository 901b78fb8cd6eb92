"""`cute.printf`: prints at run time, from Python's `{}` or C's `%` formats, or without any format."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cutedsl.errors import fail
from cutedsl.lang.emitter import cute_emitter
from cutedsl.lang.tensor import Tensor
from cutedsl.layout import Layout
from cutedsl.staging.numeric import Numeric, as_numeric
from cutedsl.staging.protocol import Handle
from cutedsl.staging.scalars import Float64, Int32, Int64

_C_CONVERSION = re.compile(r"%[-+ #0]*\d*(?:\.\d+)?(?:hh|h|ll|l|z|j|t)?[diouxXeEfFgGaAcsp]")
_PLACEHOLDER = re.compile(r"\{(?::([^{}]*))?\}")


def printf(*args: object, end: str = "\n") -> None:
    """Prints when the program runs, once for each thread that comes here.

    The first argument may be a format with `{}` (`{:.3f}`) or C's `%d`; arguments without a place in it follow, one
    space apart. Floats print as `%f`, integers as `%d`, Booleans as 0 or 1; layouts and tuples with their values.

    Errors: printf-format if places and arguments do not match.
    Source: reference/cute-dsl.md 3.8.
    """
    text, values = _message(args)
    operands: list[Handle] = []
    pieces: list[str] = []
    _fill(text, values, pieces, operands)
    cute_emitter().op("cute.print", tuple(operands), (), {"format": "".join(pieces) + end.replace("%", "%%")})


def _message(args: Sequence[object]) -> tuple[str, list[object]]:
    if args and isinstance(args[0], str):
        return args[0], list(args[1:])
    return "", list(args)


def _fill(text: str, values: list[object], pieces: list[str], operands: list[Handle]) -> None:
    """Puts each value at its place; what is left goes to the end, space separated."""
    supply = iter(values)
    used = 0
    position = 0
    tokens = re.compile(f"%%|{_C_CONVERSION.pattern}|{_PLACEHOLDER.pattern}")
    for match in tokens.finditer(text):
        pieces.append(text[position : match.start()].replace("%", "%%"))
        position = match.end()
        if match.group() == "%%":
            pieces.append("%%")
            continue
        if used == len(values):
            raise fail("printf-format", f"the format {text!r} has more places than the {len(values)} arguments")
        used += 1
        spec = match.group() if match.group().startswith("%") else match.group(1)
        pieces.append(_place(next(supply), spec, operands))
    pieces.append(text[position:].replace("%", "%%"))
    for value in supply:
        if any(pieces) and not "".join(pieces).endswith((" ", "\n")):
            pieces.append(" ")
        pieces.append(_place(value, None, operands))


def _place(value: object, spec: str | None, operands: list[Handle]) -> str:
    """The C text of one value; its scalars go to `operands`."""
    match value:
        case str():
            return value.replace("%", "%%")
        case tuple() | list():
            return "(" + ",".join(_place(v, spec, operands) for v in value) + ")"  # pyright: ignore
        case None:
            return "_"
        case Layout():
            return f"{_place(value.shape, None, operands)}:{_place(value.stride, None, operands)}"
        case Tensor():
            return str(value).replace("%", "%%")
        case Numeric() | bool() | int() | float():
            return _scalar(as_numeric(value), spec, operands)
        case _:
            raise fail("printf-argument", f"cute.printf cannot print a {type(value).__name__}")


def _scalar(value: Numeric, spec: str | None, operands: list[Handle]) -> str:
    if value.spec.is_float:
        operands.append(value.to(Float64).ir_value())
        return spec if spec and spec.startswith("%") else f"%{spec or ''}".rstrip("f") + "f" if not spec else "%" + spec
    wide = value.width > 32
    operands.append(
        value.to(Int64 if wide else Int32).ir_value() if value.spec.signed or value.width < 64 else value.ir_value()
    )
    kind = "d" if value.spec.signed or value.spec.is_bool else "u"
    if spec and spec.startswith("%"):
        kind = spec[-1]
        flags = re.sub(r"(hh|h|ll|l|z|j|t)?[a-zA-Z]$", "", spec)
    else:
        flags = "%" + (spec or "").rstrip("dux")
        kind = spec[-1] if spec and spec[-1] in "xXdu" else kind
    return flags + ("ll" if wide else "") + kind
