"""What to pass where a number is wanted and something else came: one expression that works, if there is one."""

from __future__ import annotations

import enum
import typing
from collections.abc import Callable
from numbers import Complex, Number
from typing import Any, SupportsFloat, TypeGuard

from cutedsl.staging.numeric import Numeric


def number_fix(value: object, kind: type[Numeric], name: str) -> str | None:
    """The fix for a value that is not a number of a kind; None where no expression makes one of it."""
    word = "bool" if kind.spec.is_bool else "int" if kind.spec.is_integer else "float"
    if isinstance(value, type):
        return f"Pass a number, such as `{kind.__name__}(1)` or 1."
    if value is None:
        return f"Pass a number; annotate it as `{kind.__name__} | None` if it may be missing."
    if isinstance(value, enum.Enum) and isinstance(value.value, int | float) and not isinstance(value, float):
        return f"Pass its value: `{name}.value`."
    if isinstance(value, list | tuple):
        return f"Pass one number, or annotate `{name}` as `{type(typing.cast('object', value)).__name__}`."
    if is_complex(value):
        return f"Pass its parts as two numbers: `{name}.real` and `{name}.imag`."
    return f"Convert it: `{word}({name})`." if _converts(value, word) else None


def _converts(value: object, word: str) -> bool:
    """Whether a conversion of Python's takes a value: numbers, arrays without modes, and texts of numbers."""
    if not isinstance(value, SupportsFloat | str):
        return False
    convert: Callable[[Any], object] = {"bool": bool, "int": int, "float": float}[word]
    try:
        convert(value)
    except (TypeError, ValueError, OverflowError, RuntimeError):
        return False
    return True


def is_decimal(value: object) -> TypeGuard[SupportsFloat]:
    """Whether a value is a number that Python does not count among the real ones, as `decimal.Decimal`."""
    return isinstance(value, Number) and not isinstance(value, Complex)


def has_modes(array: object) -> bool:
    """Whether an array has modes; those of a nested tensor of torch's have no extent."""
    try:
        return getattr(array, "shape", None) != ()
    except RuntimeError:
        return True


def is_complex(value: object) -> bool:
    """Whether a value is a complex number of Python's or NumPy's."""
    return isinstance(value, complex) or getattr(getattr(value, "dtype", None), "kind", "") == "c"
