"""The error for a name that is not defined, in code that is being compiled."""

from __future__ import annotations

import builtins
import re
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import FrameType

from cutedsl.errors.classes import DSLBaseError, DSLUserCodeError
from cutedsl.errors.fail import fail
from cutedsl.errors.frames import Origin, frame_origin, span_at
from cutedsl.errors.names.unknown_name import foreign_name, public_name
from cutedsl.errors.span import Span
from cutedsl.errors.translation.python_errors import innermost, named_python_error

_NOT_SET = re.compile(r"cannot access (?:local|free) variable '(\w+)'")


_NAMED = (
    NameError,
    AttributeError,
    TypeError,
    RuntimeError,
    ValueError,
    LookupError,
    ArithmeticError,
    AssertionError,
    StopIteration,
)


NotSet = Callable[[str, bool, Span | None], DSLUserCodeError | None]
"""The error for a name, or an attribute, that is not set where it is read; None for an attribute that never is."""


@contextmanager
def names_checked(not_set: NotSet) -> Generator[None]:
    """Turns Python's NameError for a name in the author's code into `undefined-name`, with what was meant. Reads of
    variables and attributes that are not set on every path become what `not_set` gives.

    Errors: undefined-name, a NameError too; those of `not_set`; python-operation, no-attribute, endless-recursion,
    call-refused, argument-missing, argument-unexpected, argument-count.
    """
    try:
        yield
    except _NAMED as error:
        if isinstance(error, DSLBaseError):
            raise
        found = _undefined(error, not_set) if isinstance(error, NameError | AttributeError) else None
        found = found or named_python_error(error)
        if found is None:
            raise
        raise found.with_traceback(error.__traceback__) from None


def _undefined(error: NameError | AttributeError, not_set: NotSet) -> DSLUserCodeError | None:
    """The error for a name that does not exist or is not set; None for other mistakes and in other code than the
    author's."""
    place = innermost(error)
    python = type(error) in (NameError, UnboundLocalError, AttributeError)
    if not python or place is None or frame_origin(place.tb_frame) is not Origin.AUTHOR:
        return None
    span = span_at(place.tb_frame.f_code, place.tb_lasti)
    if isinstance(error, AttributeError):
        return not_set(error.name, True, span) if error.name else None
    local = _NOT_SET.match(str(error))
    if local is not None:
        return not_set(local[1], False, span)
    name: str | None = error.name
    if not name or "is not defined" not in str(error):
        return None
    return fail("undefined-name", f"name `{name}` is not defined", span=span, fix=_fix(name, place.tb_frame))


_TYPE = re.compile(r"u?int(?:8|16|32|64)|b?float16|float(?:32|64)")
_VECTOR = re.compile(r"(?:u?(?:char|short|int|long)|float|double|half|__nv_bfloat16)\d")
_WORDS = {
    **dict.fromkeys(("NULL", "nullptr", "null"), "Write `None`."),
    **dict.fromkeys(("true", "false"), "Write `True` or `False`."),
    "sizeof": "Write `cute.size_in_bytes(dtype, layout)`, or `dtype.width // 8` for one element.",
    "half": "Write `cutlass.Float16`.",
    "double": "Write `cutlass.Float64`.",
    "warpSize": "Write `cute.arch.WARP_SIZE`.",
}
_MODULES = {
    **dict.fromkeys(("cuda", "numba"), "Indices and barriers are in `cute.arch`: see `docs/coming_from/numba.md`."),
    **dict.fromkeys(("tl", "triton"), "Kernels index tensors by thread and block: see `docs/coming_from/triton.md`."),
}


def _fix(name: str, frame: FrameType) -> str | None:
    """The name that was meant: one in scope that is spelled alike, else one of the public modules."""
    import difflib

    exact = foreign_name(name) or public_name(name)
    if exact:
        return f"Did you mean `{exact}`?"
    if name in _WORDS:
        return _WORDS[name]
    if _TYPE.fullmatch(name):
        return f"Write `cutlass.{name.replace('bfloat', 'BFloat') if name[0] == 'b' else name.capitalize()}`."
    if _VECTOR.fullmatch(name):
        return "Load into registers, `cute.autovec_copy(src, cute.make_rmem_tensor((4,), dtype))`: 16 bytes at once."
    known = {other for other in (*frame.f_locals, *frame.f_globals, *vars(builtins)) if other[:2] != "__"} - {name}
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.75)
    if near:
        return f"Did you mean `{near[0]}`?"
    return _MODULES.get(name)
