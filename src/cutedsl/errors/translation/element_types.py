"""The error for what is not an element type: a name in quotes, a type of NumPy, torch or Python."""

from __future__ import annotations

import re

from cutedsl.errors.classes import DSLUserCodeError
from cutedsl.errors.fail import fail
from cutedsl.errors.span import Span

_OTHER_NAMES = {
    "float": "Float32",
    "half": "Float16",
    "double": "Float64",
    "int": "Int32",
    "long": "Int64",
    "bool": "Boolean",
    "bool_": "Boolean",
    "bf16": "BFloat16",
    "bfloat16": "BFloat16",
}
_SHORT = re.compile(r"(float|f|fp|int|i|uint|u)(\d+)$")
_KINDS = {"f": "Float", "fp": "Float", "float": "Float", "i": "Int", "int": "Int", "u": "Uint", "uint": "Uint"}


def type_meant(given: object) -> str:
    """The name of the numeric type that `"float32"`, `np.float32`, `torch.float32` or `float` stands for; or empty.

    >>> type_meant("f16"), type_meant(float), type_meant("matrix")
    ('Float16', 'Float32', '')
    """
    name = given if isinstance(given, str) else getattr(given, "__name__", "") or str(given)
    name = str(name).rpartition(".")[2].lower()
    short = _SHORT.fullmatch(name)
    return f"{_KINDS[short[1]]}{short[2]}" if short else _OTHER_NAMES.get(name, "")


def element_type(given: object, called: str, span: Span | None = None) -> DSLUserCodeError | None:
    """The error for a function that is given `given` for an element type; None where it looks like no type at all."""
    meant = type_meant(given)
    if not meant and not isinstance(given, str | type):
        return None
    fix = f"Write `cutlass.{meant}`." if meant else "Write a numeric type, such as `cutlass.Float32`."
    shown = repr(given) if isinstance(given, str) else getattr(given, "__qualname__", str(given))
    return fail("not-a-type", f"`{called}` got {shown}, which is not a numeric type", span=span, fix=fix)
