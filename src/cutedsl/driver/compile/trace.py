"""Meta-stage: runs staged functions under the IR emitter and returns the recorded module."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from types import FunctionType
from typing import Any, cast

from xdsl.dialects.builtin import ModuleOp

from cutedsl.driver.arguments.annotations import annotations_of
from cutedsl.driver.arguments.specs import Spec
from cutedsl.driver.compile.static_results import static_result
from cutedsl.driver.compile.trace_state import Trace, symbol, tracing_into
from cutedsl.errors import DSLUserCodeError, Span, fail
from cutedsl.errors.frozen import frozen
from cutedsl.errors.translation.undefined_name import names_checked
from cutedsl.lang.emission.emit_ir import IREmitter
from cutedsl.lang.emission.emitter import CuteEmitter
from cutedsl.lang.tensors.arrays import Array
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.passes.checks.remainders import check_remainders
from cutedsl.staging.protocol import Handle
from cutedsl.staging.trace import check_closed, gap_of, mark, unset_attribute
from cutedsl.staging.unset import not_set


@frozen
class TracedProgram:
    """A recorded module: the host function's symbol and the kernels in launch order of their recording.

    `result` is what the host function returned while it was traced; it holds no run-time values.
    """

    module: ModuleOp
    host: str
    kernels: tuple[str, ...]
    result: object = None


def trace_program(
    staged: Callable[..., object],
    stem: str,
    arguments: Sequence[tuple[str, Spec]],
    keywords: Sequence[str] = (),
    *,
    backwards: bool = False,
) -> TracedProgram:
    """Runs `staged` with values for its specs and records it as the host function `cutlass_<stem>`.

    `keywords` names the arguments that are passed by keyword; with `backwards` strides may be below 0.
    Errors: those of the program; kernel-not-launched; return-dynamic.
    """
    emitter = IREmitter()
    trace = Trace(cast(CuteEmitter, emitter))
    name = symbol("cutlass_" + stem)
    with tracing_into(trace):
        params: Any = [p for arg_name, spec in arguments for p in spec.params(arg_name, trace.emitter)]
        handles = iter(emitter.begin_function(params))
        result = call_host(trace, staged, stem, arguments, keywords, handles)
        emitter.end_function(name, {"cute.host": True, **({"cute.backwards": True} if backwards else {})})
    check_remainders(emitter.remainders)
    return TracedProgram(emitter.module, name, tuple(trace.kernel_names), result)


def call_host(
    trace: Trace,
    staged: Callable[..., object],
    stem: str,
    arguments: Sequence[tuple[str, Spec]],
    keywords: Sequence[str],
    handles: Iterator[Handle],
) -> object:
    """Calls `staged` with the values that its specs make of `handles`, under the emitter of `trace`.

    Returns its result, in which numbers that are known while tracing are Python's, and arguments are named.

    Errors: those of the program; kernel-not-launched; return-dynamic.
    """
    function = staged.func if isinstance(staged, functools.partial) else staged  # a method of an object
    kinds = annotations_of(function) if isinstance(function, FunctionType) else {}
    values = [(arg_name, _annotated(spec.value(handles), kinds.get(arg_name))) for arg_name, spec in arguments]
    positional = [value for arg_name, value in values if arg_name not in keywords]
    named = {arg_name: value for arg_name, value in values if arg_name in keywords}
    with names_checked(unset_error):
        start = mark()
        result = staged(*positional, **named)
        check_closed(start)
    return _finished(trace, getattr(function, "__name__", stem), result, [value for _, value in values])


def _annotated(value: object, annotation: object) -> object:
    """An argument as its annotation wants it: a tensor for an `Array` becomes one."""
    return Array.of(value) if isinstance(value, Tensor) and annotation is Array else value


def unset_error(name: str, attribute: bool, span: Span | None) -> DSLUserCodeError | None:
    """The error for a variable or attribute that Python finds unset; None for an attribute that no path sets."""
    file = "" if span is None else span.file
    if not attribute:
        return not_set(name, gap_of(file, name), span)
    found = unset_attribute(file, name)
    return None if found is None else not_set(*found, span)


def _finished(trace: Trace, name: str, result: object, arguments: Sequence[object]) -> object:
    for kernel, span in trace.pending.values():
        raise fail(
            "kernel-not-launched",
            f"the kernel `{kernel}` is called in `{name}` but never launched",
            span=span,
            fix="Add `.launch(grid=..., block=...)` to the call.",
        )
    return static_result(name, result, arguments)
