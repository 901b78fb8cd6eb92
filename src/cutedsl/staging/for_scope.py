"""`for` in staged code: Python's own loop, or one turn traced as the body of a loop at run time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cutedsl.errors import fail
from cutedsl.staging import trace
from cutedsl.staging.loop_scope import LoopVariables
from cutedsl.staging.numeric import numeric_class
from cutedsl.staging.protocol import Handle, Region, Type, current_emitter
from cutedsl.staging.ranges import Range
from cutedsl.staging.region import RegionInfo
from cutedsl.staging.unset import UNSET


class ForScope:
    """One execution of a `for` statement.

    Iterating gives the turns: one, with the counter, when the loop is `dynamic`; rewritten code then calls
    `enter()` at the start of the body, `leave(values)` at its end, and takes the values after the loop
    from `exit()`.
    """

    __slots__ = ("_inside", "_iterable", "_region", "_results", "_variables", "dynamic", "info")

    def __init__(
        self, info: RegionInfo, iterable: Any, has_else: bool, values: tuple[Any, ...], roots: Sequence[Any]
    ) -> None:
        self.info = info
        self.dynamic = isinstance(iterable, Range)
        self._iterable = iterable
        self._region: Region | None = None
        self._inside = False
        self._results: tuple[Any, ...] = ()
        if not self.dynamic:
            return
        self._variables = LoopVariables(info, values, roots, self._add)
        if has_else:
            raise fail(
                "unsupported-construct",
                "`else` of a `for` over `range`, which runs at run time",
                span=info.span,
            )

    def __iter__(self) -> Iterator[Any]:
        return self._turn() if self.dynamic else iter(self._iterable)

    def _turn(self) -> Iterator[Any]:
        """Opens the body and gives the counter."""
        counter = self._iterable
        emitter = current_emitter()
        self._region = emitter.open_region([emitter.dtype_type(counter.dtype)], [self.info.target or "i"])
        self._inside = True
        trace.push(self)
        yield numeric_class(counter.dtype).from_handle(self._region.args[0], counter.counter_divisibility)

    def enter(self) -> tuple[Any, ...]:
        """The values of the looped names that the body starts with."""
        return self._variables.enter()

    def leave(self, values: tuple[Any, ...]) -> None:
        """Ends the body and records the loop."""
        trace.pop(self)
        self.abandon()
        yields = self._variables.finish(values)
        region = self._region
        assert region is not None
        emitter = current_emitter()
        emitter.close_region(region, yields)
        span = self._iterable
        results = emitter.for_(
            span.start.ir_value(),
            span.stop.ir_value(),
            span.step.ir_value(),
            span.dtype,
            self._variables.inits,
            region,
            {**span.hints, "step_sign": span.step_sign},
        )
        self._results = self._variables.results(results)

    def exit(self) -> tuple[Any, ...]:
        """The values of the variables after the loop."""
        return self._results

    def abandon(self) -> None:
        """Goes back out of the body."""
        if self._inside and self._region is not None:
            current_emitter().leave_region(self._region)
        self._inside = False

    def materialize(self, name: str, sample: Any) -> Any:
        """See `LoopVariables.materialize`."""
        return self._variables.materialize(name, sample) if self.dynamic else UNSET

    def _add(self, kind: Type, name: str) -> Handle:
        assert self._region is not None
        return current_emitter().add_region_arg(self._region, kind, name)
