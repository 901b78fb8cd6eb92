"""Calls that Python made because machine code could not read their arguments, counted by reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from cutedsl.config import override_variable
from cutedsl.errors.article import with_article

if TYPE_CHECKING:
    from cutedsl.driver.arguments.specs import Argument, Spec
    from cutedsl.driver.cache.recent import RecentCall

_READ: Final = ("ndarray", "Parameter", "Tensor", "bool", "float", "int")
"""Classes that machine code reads, by name."""
_counts: Final[Counter[str]] = Counter()


def slow_calls() -> Mapping[str, int]:
    """How many calls in this process, compiled and direct, did not take the fast path, by reason.

    A reason names the function, the argument and its class, or says that the arguments do not fit the program.
    """
    return dict(_counts)


def count_slow_call(function: str, runtime: Sequence[tuple[Argument, Spec]], values: Sequence[object]) -> None:
    """Counts one call that Python makes."""
    _counts[f"{function}: {_reason(runtime, values)}"] += 1


def count_slow_direct_call(call: RecentCall) -> None:
    """Counts one direct call of a known kind that Python recognised, not machine code."""
    overridden = override_variable().get() is not None
    why = (
        "whose result is known while compiling"
        if call.result is not None
        else "while settings are overridden"
        if overridden
        else "that compares compile-time arguments or what the function reads by value"
    )
    _counts[f"{call.compiled.name}: a direct call {why}"] += 1


def count_bound_call(function: str) -> None:
    """Counts one direct call that finds its program by binding all arguments anew."""
    _counts[f"{function}: a direct call with arguments that are bound anew each time"] += 1


def _reason(runtime: Sequence[tuple[Argument, Spec]], values: Sequence[object]) -> str:
    from cutedsl.driver.arguments.handle_spec import HandleSpec
    from cutedsl.driver.arguments.specs import ScalarSpec, TensorSpec  # a process that only asks has no use for them
    from cutedsl.execution.arrays.runtime_tensor import RuntimeTensor

    for (where, spec), value in zip(runtime, values, strict=True):
        if not isinstance(spec, TensorSpec | ScalarSpec | HandleSpec):
            return f"`{where.name}` may be of a class that only Python reads ({type(value).__name__})"
        unread = value.words is None if isinstance(value, RuntimeTensor) else type(value).__name__ not in _READ
        if unread and not isinstance(spec, HandleSpec):
            return f"`{where.name}` is {with_article(type(value).__name__)}"
    return "the arguments do not fit the program, or too many calls ran at once"
