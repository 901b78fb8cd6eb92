"""From a `@jit` function and arguments to a compiled function."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from cutedsl.driver.compiled import CompiledFunction, make_compiled
from cutedsl.driver.native_arguments import describe_call
from cutedsl.driver.observe import notify
from cutedsl.driver.options import CompileOptions
from cutedsl.driver.pipeline import StageTimes, build_artifacts
from cutedsl.driver.signature import BoundArguments, bind_arguments
from cutedsl.driver.specs import StaticSpec
from cutedsl.driver.target import choose_target
from cutedsl.driver.trace import trace_program
from cutedsl.driver.trace_state import mangled


class Staged(Protocol):
    """What a `@jit` function offers to the build."""

    @property
    def function(self) -> Callable[..., Any]: ...
    @property
    def bound(self) -> tuple[object, ...]: ...
    @property
    def staged(self) -> Callable[..., Any]: ...


def build(
    jitted: Staged, args: Sequence[object], kwargs: Mapping[str, object], options: CompileOptions
) -> tuple[CompiledFunction, BoundArguments]:
    """Traces, lowers and loads a function for example arguments.

    Errors: those of binding, of the program, of the target.
    """
    function = jitted.function
    bound = _without_self(jitted, bind_arguments(function, (*jitted.bound, *args), kwargs))
    target = choose_target(options, bound.devices)
    bound = bound.placed(target.kind)
    times = StageTimes()
    arguments = list(zip(bound.names, bound.specs, strict=True))
    constants = [spec.constant for spec in bound.specs if isinstance(spec, StaticSpec)]
    stem = mangled(function.__name__, constants)
    program = times.measure("trace", lambda: trace_program(jitted.staged, stem, arguments, bound.keyword_only))
    artifacts = build_artifacts(program, target, options, times, describe_call(bound.specs))
    compiled = times.measure("load", lambda: make_compiled(function, bound, artifacts))
    notify(artifacts)
    return compiled, bound


def _without_self(jitted: Staged, bound: BoundArguments) -> BoundArguments:
    """Drops the bound `self`, which is a compile-time object."""
    count = len(jitted.bound)
    return BoundArguments(bound.names[count:], bound.values[count:], bound.specs[count:], bound.keyword_only)
