"""Public functions that plain Python calls: its own errors about their arguments get a name and the author's line."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from cutedsl.errors.classes import DSLBaseError, DSLUserCodeError
from cutedsl.errors.fail import fail

P = ParamSpec("P")
R = TypeVar("R")


def names_refusals(function: Callable[P, R]) -> Callable[P, R]:
    """A public function whose wrong calls are named errors; what the author's own code raises passes as it is.

    Errors: argument-missing, argument-unexpected, argument-count, not-a-type, value-is-none, call-refused.
    """

    @functools.wraps(function)
    def named(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except (TypeError, AttributeError, ValueError, LookupError, AssertionError, ArithmeticError) as error:
            if isinstance(error, DSLBaseError):
                raise
            raise named_refusal(error, function) from None

    return named


def named_refusal(error: Exception, function: Callable[..., object]) -> Exception:
    """The named error for one of Python's that ended the author's call of `function`; others as they are."""
    from cutedsl.errors.translation.python_errors import refused_here  # some milliseconds that only a mistake is worth

    return refused_here(error, function) or error


def callable_given(name: str, function: object) -> None:
    """Refuses what `name` is to call and is not a function; error not-callable."""
    if not callable(function):
        fix = f"Pass the function, and its arguments after it: `{name}(run, x, y)`."
        raise fail("not-callable", f"`{name}` got {function!r}, which is not a function", fix=fix)


def wrong_call(error: TypeError, function: Callable[..., object]) -> DSLUserCodeError | None:
    """The error for a call whose arguments are not the parameters of `function`; None for other errors."""
    from cutedsl.errors.translation.python_errors import misfit_of

    return misfit_of(error, function) if str(error).startswith(f"{function.__name__}()") else None
