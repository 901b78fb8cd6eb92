"""`@jit` functions that run eagerly: arguments are bound and checked as for compiled code, nothing is compiled."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any, cast

from cutedsl.driver.arguments.signature import BoundArguments, bind_arguments
from cutedsl.driver.call.call_device import arrays_in
from cutedsl.driver.call.compiled import CompiledFunction
from cutedsl.driver.compile.jitted import Jitted
from cutedsl.driver.compile.static_results import fresh
from cutedsl.driver.compile.trace import call_host
from cutedsl.driver.compile.trace_state import Trace, tracing_into
from cutedsl.eager.emitter import EagerEmitter
from cutedsl.eager.session import current_session
from cutedsl.errors import fail
from cutedsl.execution.arrays.array_interfaces import ArrayLike, view_of
from cutedsl.execution.arrays.dlpack import ArrayView
from cutedsl.execution.arrays.runtime_tensor import RuntimeTensor
from cutedsl.lang.emission.emitter import CuteEmitter
from cutedsl.targets.devices import CPU, is_gpu


class _EagerProgram:
    """What stands in the place of machine code: the author's function and what each argument is."""

    def __init__(self, jitted: Jitted, bound: BoundArguments) -> None:
        self._jitted = jitted
        self._bound = bound
        self.result: object = None

    def run(self, slots: Sequence[int], values: Sequence[object]) -> None:
        """Runs with arguments that were checked and laid out in slots; outside a session, unwatched."""
        from cutedsl.eager.session import Session

        emitter = EagerEmitter(current_session() or Session())
        trace = Trace(cast(CuteEmitter, emitter))
        arguments = list(zip(self._bound.names, self._bound.specs, strict=True))
        with tracing_into(trace):
            params: Any = [p for name, spec in arguments for p in spec.params(name, trace.emitter)]
            read_only = {view.pointer for value in values for view in map(_view, arrays_in(value)) if view.read_only}
            handles = iter(emitter.parameters(params, slots, read_only))
            name, keywords = self._jitted.__name__, self._bound.keyword_only
            self.result = call_host(trace, self._jitted.staged, name, arguments, keywords, handles)


def eager_function(jitted: Jitted, args: Sequence[object], kwargs: Mapping[str, object]) -> CompiledFunction:
    """What `cute.compile` gives in an eager session: called like a compiled function, it runs as Python.

    Errors: those of binding; eager-device.
    """
    bound = _bound(jitted, args, kwargs)
    return _function(jitted, bound, _EagerProgram(jitted, bound))


def run_eagerly(jitted: Jitted, args: Sequence[object], kwargs: Mapping[str, object]) -> object:
    """A direct call in an eager session; returns the result.

    Errors: those of binding and of the program; eager-device.
    """
    bound = _bound(jitted, args, kwargs)
    program = _EagerProgram(jitted, bound)
    _function(jitted, bound, program).run_bound(bound)
    return fresh(program.result, bound.values)


def _function(jitted: Jitted, bound: BoundArguments, program: Any) -> CompiledFunction:
    nothing: Any = None
    read = bound.marked(itertools.repeat(False))  # what is written shows when it is
    return CompiledFunction(jitted.function, read, nothing, program)


def _view(array: RuntimeTensor | ArrayLike) -> ArrayView:
    return array.view if isinstance(array, RuntimeTensor) else view_of(array)


def _bound(jitted: Jitted, args: Sequence[object], kwargs: Mapping[str, object]) -> BoundArguments:
    given = bind_arguments(jitted.function, (*jitted.bound, *args), kwargs)
    bound = given.without_first(len(jitted.bound))
    if any(map(is_gpu, bound.devices)):
        raise fail("eager-device", f"`{jitted.__name__}` got a tensor on the GPU")
    return bound.placed(CPU)
