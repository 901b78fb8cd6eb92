"""From a call that was just compiled to one that is recognised."""

from __future__ import annotations

from collections.abc import Sequence

from cutedsl.config import config
from cutedsl.driver.cache.recent import INT32_LIMIT, RecentCall
from cutedsl.driver.compiled import CompiledFunction
from cutedsl.driver.signature import BoundArguments
from cutedsl.driver.specs import ScalarSpec, Spec, StaticSpec, TensorSpec
from cutedsl.driver.stream_spec import StreamSpec
from cutedsl.execution.runtime_tensor import RuntimeTensor
from cutedsl.staging.reads import Watches


def recent_call(
    compiled: CompiledFunction,
    bound: BoundArguments,
    bound_to: tuple[object, ...],
    args: Sequence[object],
    watches: Watches,
) -> RecentCall | None:
    """A call as one to recognise; None where only binding the arguments anew tells what it compiles to."""
    specs = bound.specs[: len(args)]
    if len(specs) != len(args) or not all(map(_recognisable, args, specs)):
        return None
    constants = tuple((k, args[k]) for k, spec in enumerate(specs) if isinstance(spec, StaticSpec))
    fixed = {k for k, _ in constants}
    integers = tuple(k for k, a in enumerate(args) if k not in fixed and type(a) is int)
    passed = tuple(k for k in range(len(args)) if k not in fixed)
    return RecentCall(compiled, watches, config(), bound_to, tuple(map(type, args)), constants, integers, passed)


def _recognisable(argument: object, spec: Spec) -> bool:
    """Whether the type of an argument, with the program's own checks, tells its spec."""
    if isinstance(spec, StaticSpec):
        return True
    wide = type(argument) is int and not -INT32_LIMIT <= argument < INT32_LIMIT
    simple = isinstance(spec, ScalarSpec | TensorSpec | StreamSpec)
    return simple and not (wide or isinstance(argument, RuntimeTensor))
