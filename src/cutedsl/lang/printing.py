"""`cute.printf`: prints at run time, from Python's `{}` or C's `%` formats, or without any format."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cutedsl.errors import fail
from cutedsl.lang.emitter import cute_emitter
from cutedsl.lang.print_format import conversion
from cutedsl.lang.tensor import Tensor
from cutedsl.layout import Layout
from cutedsl.staging.numeric import Numeric, as_numeric, numeric_class
from cutedsl.staging.protocol import Handle

_C_CONVERSION = re.compile(r"%[-+ #0]*\d*(?:\.\d+)?(?:hh|h|ll|l|z|j|t)?[diouxXeEfFgGaAcsp]")
_PLACEHOLDER = re.compile(r"\{(?::([^{}]*))?\}")
_TOKENS = re.compile(rf"%%|\{{\{{|\}}\}}|{_C_CONVERSION.pattern}|{_PLACEHOLDER.pattern}")


def printf(*args: object, end: str = "\n") -> None:
    """Prints when the program runs, once for each thread that comes here.

    The first argument may be a format with `{}` (`{:>8}`, `{:.3f}`, `{:08x}`) or C's `%d`; `{{` is a brace; arguments
    without a place in it follow, one space apart. Floats print as `%f`, integers as `%d`, Booleans as 0 or 1; layouts
    and tuples with their values.

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
    for match in _TOKENS.finditer(text):
        pieces.append(text[position : match.start()].replace("%", "%%"))
        position = match.end()
        if match.group() in ("%%", "{{", "}}"):
            pieces.append(match.group()[0] if match.group() != "%%" else "%%")
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
    how = conversion(spec, value.spec)
    operands.append(value.to(numeric_class(how.passed_as)).ir_value())
    return how.text
