"""`for` and `while` where the emitter computes at once: the author's loop turns while a lane is live.

The first iteration always runs, even for no lane at all. So variables get the types that they have when the loop is
recorded, and names first bound in the body exist after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast

from cutedsl.errors import fail
from cutedsl.staging import trace
from cutedsl.staging.live import Live
from cutedsl.staging.numeric import as_numeric, numeric_class
from cutedsl.staging.operators import binary, compare
from cutedsl.staging.protocol import Emitter, Handle, Region, Type, current_emitter
from cutedsl.staging.scopes.condition import truth
from cutedsl.staging.scopes.for_scope import ForScope
from cutedsl.staging.scopes.loop_scope import LoopVariables
from cutedsl.staging.scopes.region import RegionInfo
from cutedsl.staging.scopes.while_scope import Phase, WhileScope


class _LiveEmitter(Emitter, Live):
    """Both at once, for annotations."""


def _emitter() -> _LiveEmitter:
    return cast(_LiveEmitter, current_emitter())


class _Turns:
    """The variables of one loop from turn to turn, and the level of the mask that the loop runs in."""

    __slots__ = ("_region", "_roots", "_surely", "info", "region", "unchanged", "values", "variables")

    def __init__(self, info: RegionInfo, values: tuple[Any, ...], roots: Sequence[Any], surely: bool) -> None:
        self.info = info
        self._surely = surely
        self.values = values
        self._roots = roots
        self.region: Region | None = _emitter().open_region([])
        self.unchanged = False
        self.variables = self._fresh()

    def enter(self) -> tuple[Any, ...]:
        """The values of the looped names that an iteration starts with."""
        self.variables = self._fresh()
        return self.variables.enter()

    def leave(self, values: tuple[Any, ...]) -> None:
        """Ends an iteration: in the live lanes the variables have their new values."""
        variables, emitter = self.variables, _emitter()
        yields = variables.finish(values)
        merged = list(map(emitter.merge, variables.inits, yields, variables.types))
        self.unchanged = all(map(emitter.are_same, variables.inits, merged))
        self.values = variables.results(merged)
        self.stop()

    def stop(self) -> None:
        """Takes away the lanes that have left the loop early."""
        flag = truth(self.values[self.info.names.index(self.info.stop)]) if self.info.stop else False
        if flag is not False:
            _emitter().narrow(as_numeric(flag).ir_value(), False)

    def close(self) -> None:
        """Ends the loop's level of the mask."""
        if self.region is not None:
            _emitter().leave_region(self.region)
            self.region = None

    def _fresh(self) -> LoopVariables:
        return LoopVariables(self.info, self.values, self._roots, _first_argument, turns=self._surely)


def _first_argument(kind: Type, name: str, first_value: Callable[[], Handle]) -> Handle:
    """An argument is its value at the start of the iteration."""
    return first_value()


class LiveFor(ForScope):
    """A `for` over a DSL range whose turns really happen."""

    __slots__ = ("_turns",)

    def __init__(self, info: RegionInfo, iterable: Any, values: tuple[Any, ...], roots: Sequence[Any]) -> None:
        super().__init__(info, iterable, values, roots)
        self._turns = _Turns(info, values, roots, iterable.surely_turns)

    def __iter__(self) -> Iterator[Any]:
        span, emitter = self._iterable, _emitter()
        cls = numeric_class(span.dtype)
        counter, stop, step = (cls.from_handle(x.ir_value()) for x in (span.start, span.stop, span.step))
        emitter.narrow(self._inside_range(counter, stop, step).ir_value(), True)
        first = True
        while first or emitter.any_live():
            first = False
            trace.push(self)
            yield cls.from_handle(counter.ir_value(), span.counter_divisibility)
            following = binary("add", counter, step)
            emitter.narrow(self._inside_range(following, stop, step).ir_value(), True)
            emitter.narrow(self._inside_range(counter, following, step).ir_value(), True)  # it did not wrap around
            counter = following
        self._turns.close()

    def _inside_range(self, counter: Any, stop: Any, step: Any) -> Any:
        """Whether the counter has not reached the end."""
        sign = self._iterable.step_sign
        if sign:
            return compare("lt" if sign > 0 else "gt", counter, stop)
        up, zero = compare("lt", counter, stop), type(step).of_literal(0)
        rising = compare("gt", step, zero)
        return (rising & up) | (~rising & compare("gt", counter, stop))

    def enter(self) -> tuple[Any, ...]:
        """The values of the looped names that the iteration starts with."""
        return self._turns.enter()

    def leave(self, values: tuple[Any, ...]) -> None:
        """Ends an iteration."""
        trace.pop(self)
        self._turns.leave(values)

    def exit(self) -> tuple[Any, ...]:
        """The variables after the loop, which an iteration may have left for all lanes that were in it."""
        self._turns.close()
        return self._turns.values

    def abandon(self) -> None:
        """Leaves the loop when an exception went past it."""
        self._turns.close()

    def materialize(self, name: str, sample: Any) -> Any:
        """See `LoopVariables.materialize`."""
        return self._turns.variables.materialize(name, sample)


class LiveWhile(WhileScope):
    """A `while` whose turns really happen, if its condition is a run-time value."""

    __slots__ = ("_before", "_turns")

    def __init__(self, info: RegionInfo, forever: bool, simple: bool) -> None:
        super().__init__(info, forever, simple)
        self._turns: _Turns | None = None
        self._before: object = None

    def _enter(self, values: tuple[Any, ...], roots: Sequence[Any]) -> tuple[Any, ...]:
        """The condition is evaluated in the lanes that are still in the loop."""
        trace.push(self)
        if self._turns is None:
            self._turns = _Turns(self.info, values, roots, self._forever)
            self._turns.stop()
        shown = self._turns.enter()
        self._variables = self._turns.variables
        self._before = _emitter().moment()
        return shown

    def _decide(self, held: Any) -> bool:
        """Whether a lane is still in the loop, and is to run the body."""
        trace.pop(self)
        assert self._turns is not None
        if isinstance(held, bool) and not (held and self._forever):
            self._note_known_condition(held)
            return False
        emitter = _emitter()
        emitter.narrow(as_numeric(held).ir_value(), True)
        if self.dynamic and not emitter.any_live():
            self._end()
            return False
        self.dynamic = True
        trace.push(self)
        return True

    def body(self, values: tuple[Any, ...]) -> tuple[Any, ...]:
        """The values that the body starts with: those that the condition saw."""
        return values

    def leave(self, values: tuple[Any, ...]) -> None:
        """Ends an iteration."""
        if not self.dynamic:
            super().leave(values)
            return
        trace.pop(self)
        assert self._turns is not None
        self._turns.leave(values)
        emitter = _emitter()
        if self._turns.unchanged and emitter.moment() == self._before and emitter.any_live():
            raise fail(
                "eager-warps-wait",
                "this loop never ends: an iteration changes nothing, so it waits for threads that cannot run",
                span=self.info.span,
            )

    def exit(self) -> tuple[Any, ...]:
        """The values of the variables after the loop."""
        assert self._turns is not None
        self._turns.close()
        return self._turns.values

    def abandon(self) -> None:
        """Leaves the loop when an exception went past it."""
        if self._turns is not None:
            self._turns.close()

    def materialize(self, name: str, sample: Any) -> Any:
        """See `LoopVariables.materialize`."""
        return self._variables.materialize(name, sample)

    def _note_known_condition(self, held: bool) -> None:
        """The condition is known while tracing: before the first iteration, Python runs the loop."""
        assert self._turns is not None
        if self.dynamic and not held:
            self._end()
            return
        self._turns.close()
        self._turns = None
        self._phase = Phase.PYTHON

    def _end(self) -> None:
        assert self._turns is not None
        self._turns.close()
        self._phase = Phase.DONE
