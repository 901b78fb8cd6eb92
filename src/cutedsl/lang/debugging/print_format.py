"""What one place of a `printf` format becomes: C's conversion, and the type that the value is passed as."""

from __future__ import annotations

import re

from cutedsl.errors import fail
from cutedsl.errors.article import with_article
from cutedsl.errors.frozen import frozen
from cutedsl.types import DType
from cutedsl.types.dtype import FLOAT64, INT32, INT64, UINT32, UINT64

_C = re.compile(r"%(?P<flags>[-+ #0]*)(?P<width>\d*)(?P<precision>\.\d+)?(?:hh|h|ll|l|z|j|t)?(?P<kind>[a-zA-Z])")
_PYTHON = re.compile(
    r"(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[-+ ])?(?P<alternative>#)?(?P<zero>0)?(?P<width>\d+)?"
    r"(?P<precision>\.\d+)?(?P<kind>[a-zA-Z%])?"
)
_INTEGER_KINDS = frozenset("diuxXo")
_FLOAT_KINDS = frozenset("eEfFgGaA")


@frozen
class Conversion:
    """C's text for one value, and the type to convert it to first."""

    text: str
    passed_as: DType


def conversion(spec: str | None, dtype: DType) -> Conversion:
    """The conversion of a value of `dtype` under Python's `{:spec}` or C's `%spec`; floats are `%f` without one.

    >>> conversion(">8", INT32).text, conversion("%5.1f", INT32).text
    ('%8d', '%5.1f')

    Errors: printf-format for a spec that C cannot express, or that does not fit the type.
    """
    flags, width, precision, kind = _read_c(spec) if spec and spec.startswith("%") else _read_python(spec or "")
    if not kind:
        kind = ("g" if precision else "f") if dtype.is_float or precision else ("d" if dtype.signed else "u")
    if kind in _FLOAT_KINDS:
        return Conversion(f"%{flags}{width}{precision}{kind}", FLOAT64)
    if kind == "c" and not dtype.is_float:
        return Conversion(f"%{flags}{width}c", INT32)
    if kind not in _INTEGER_KINDS or dtype.is_float:
        raise _unfit(spec, dtype)
    if kind in "di" and not (dtype.signed or dtype.is_bool):
        kind = "u"
    wide = dtype.width > 32
    signed = kind in "di"
    passed = (INT64 if wide else INT32) if signed else (UINT64 if wide else UINT32)
    return Conversion(f"%{flags}{width}{precision}{'ll' if wide else ''}{kind}", passed)


def _read_c(spec: str) -> tuple[str, str, str, str]:
    found = _C.fullmatch(spec)
    assert found is not None, "printf splits formats by the same rule"
    return found["flags"], found["width"], found["precision"] or "", found["kind"]


def _read_python(spec: str) -> tuple[str, str, str, str]:
    """Python's mini-language as far as C has it: numbers stand right unless `<` says otherwise, and are filled with
    spaces or zeros."""
    found = _PYTHON.fullmatch(spec)
    if found is None or found["align"] == "^" or found["fill"] not in (None, " ", "0"):
        raise fail("printf-format", f"the format `{{:{spec}}}` has no counterpart at run time")
    zeros = found["zero"] or found["fill"] == "0"
    if zeros and found["align"] in ("<", ">") and found["fill"] == "0":
        raise fail("printf-format", f"the format `{{:{spec}}}` has no counterpart at run time")
    sign = found["sign"] if found["sign"] in ("+", " ") else ""
    flags = ("-" if found["align"] == "<" else "0" if zeros else "") + sign + (found["alternative"] or "")
    return flags, found["width"] or "", found["precision"] or "", found["kind"] or ""


def _unfit(spec: str | None, dtype: DType) -> Exception:
    shown = spec if spec and spec.startswith("%") else f"{{:{spec}}}"
    meant = "%f" if dtype.is_float else "%d" if dtype.signed else "%u"
    fix = f"Write `{meant}`, or `{{}}`, which fits all types."
    return fail("printf-format", f"the format `{shown}` cannot print {with_article(dtype.name)}", fix=fix)
