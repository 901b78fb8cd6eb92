"""`for` in staged code: Python's own loop, or one iteration traced as the body of a loop at run time."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from cutedsl.errors import fail
from cutedsl.staging import trace
from cutedsl.staging.numeric import numeric_class
from cutedsl.staging.operators import is_numeric
from cutedsl.staging.places import SlotKey
from cutedsl.staging.protocol import Handle, Region, Type, current_emitter
from cutedsl.staging.ranges import Range
from cutedsl.staging.scalars import Boolean
from cutedsl.staging.scopes.loop_scope import LoopVariables
from cutedsl.staging.scopes.region import RegionInfo
from cutedsl.staging.unset import UNSET

ENDLESS = (itertools.count, itertools.cycle, itertools.repeat)
_MOST_TURNS = 1 << 12
"""An iterator without an end that has turned so often is taken for one that only run time ends."""


def _counted(values: Iterator[Any]) -> Iterator[Any]:
    """The values of an iterator that may have no end; error tensor-iterated."""
    for k, value in enumerate(values):
        if k == _MOST_TURNS:
            raise fail(
                "tensor-iterated",
                f"Python ran {k} iterations of an infinite iterator at compile time, and none ended the loop",
                fix="Use a loop of the compiled program: `while True:` with a variable, or `for i in range(...)`.",
            )
        yield value


def _noted(values: Iterator[Any]) -> Iterator[Any]:
    """The values of an iterator, which `aliases` knows during that time."""
    iterators = trace.iterators()
    iterators.append(values)
    try:
        for value in values:  # noqa: UP028  # `yield from` would close a generator at a `break`
            yield value
    finally:
        iterators.remove(values)


class ForScope:
    """One execution of a `for` statement.

    Iterating gives the iterations: one, with the counter, when the loop is `dynamic`; rewritten code then calls
    `enter()` at the start of the body, `leave(values)` at its end, and takes the values after the loop
    from `exit()`. A body whose calls change numbers of objects is traced once more, with those as arguments.
    """

    __slots__ = (
        "_again",
        "_counter",
        "_entry",
        "_inside",
        "_iterable",
        "_region",
        "_results",
        "_variables",
        "dynamic",
        "info",
    )

    def __init__(self, info: RegionInfo, iterable: Any, values: tuple[Any, ...], roots: Sequence[Any]) -> None:
        self.info = info
        self.dynamic = isinstance(iterable, Range)
        self._iterable = iterable
        self._region: Region | None = None
        self._inside = False
        self._results: tuple[Any, ...] = ()
        self._entry = (values, roots)
        self._again = frozenset[SlotKey]()
        if self.dynamic:
            self._variables = LoopVariables(info, values, roots, self._add, turns=iterable.surely_turns)

    def __iter__(self) -> Iterator[Any]:
        if self.dynamic:
            return self._turn()
        if isinstance(self._iterable, int | float) or is_numeric(self._iterable):
            fix = f"Count with `range`: `for {self.info.target or 'i'} in range(...):`."
            raise fail(
                "tensor-iterated", f"`for` cannot iterate over a number, {type(self._iterable).__name__}", fix=fix
            )
        return _noted(_counted(self._iterable) if isinstance(self._iterable, ENDLESS) else iter(self._iterable))

    def _turn(self) -> Iterator[Any]:
        """Opens the body and returns the counter."""
        yield self._open()
        while self._region is None:
            self._variables = LoopVariables(
                self.info, *self._entry, self._add, self._variables.places(self._again), self._iterable.surely_turns
            )
            yield self._open()

    def _open(self) -> Any:
        counter = self._iterable
        emitter = current_emitter()
        self._region = emitter.open_region([emitter.dtype_type(counter.dtype)], [self.info.target or "i"])
        self._inside = True
        trace.push(self)
        self._counter = numeric_class(counter.dtype).from_handle(self._region.args[0], counter.counter_divisibility)
        return self._counter

    def enter(self) -> tuple[Any, ...]:
        """The values of the looped names that the body starts with."""
        return self._variables.enter()

    def leave(self, values: tuple[Any, ...]) -> None:
        """Ends the body and records the loop: one that counts, or one that also tests the flag that stops it."""
        stop = values[self.info.names.index(self.info.stop)] if self.info.stop else False
        following = None if stop is False else self._counter + self._iterable.step
        trace.pop(self)
        self.abandon()
        if stop is not True and self._traces_again():
            return
        yields = self._variables.finish(values)
        record = self._counted(yields) if following is None else self._stopped(yields, following)
        self._results = self._variables.results(record)

    def _traces_again(self) -> bool:
        """Throws the body away if it has to be traced with more arguments."""
        missed = self._variables.missed()
        if missed <= self._again:
            return False
        assert self._region is not None
        current_emitter().drop_region(self._region)
        self._variables.restore()
        self._again |= missed
        self._region = None
        return True

    def _counted(self, yields: Sequence[Handle]) -> Sequence[Handle]:
        """The loop over all turns."""
        emitter, region, span = current_emitter(), self._region, self._iterable
        assert region is not None
        emitter.close_region(region, yields)
        attributes = {**span.hints, "step_sign": span.step_sign}
        bounds = (span.start.ir_value(), span.stop.ir_value(), span.step.ir_value())
        return emitter.for_(*bounds, span.dtype, self._variables.inits, region, attributes)

    def _stopped(self, yields: Sequence[Handle], following: Any) -> Sequence[Handle]:
        """The loop with an early end: `while counter < stop and not flag`, whose first variable is the counter.

        The hints of `range` do not change what a loop means, and are left out.
        """
        emitter, region, variables = current_emitter(), self._region, self._variables
        assert region is not None
        emitter.close_region(region, [following.ir_value(), *yields])
        counter_type = emitter.dtype_type(self._iterable.dtype)
        labels = [self.info.target or "i", *variables.labels]
        before = emitter.open_region([counter_type, *variables.types], labels)
        counter = type(self._counter).from_handle(before.args[0])
        flag = Boolean.from_handle(before.args[1 + variables.position(self.info.stop)])
        goes_on = (self._more(counter) & ~flag).ir_value()
        emitter.leave_region(before)
        emitter.close_condition(before, goes_on, list(before.args))
        inits = [self._iterable.start.ir_value(), *variables.inits]
        return emitter.while_(inits, before, region)[1:]

    def _more(self, counter: Any) -> Any:
        """Whether the counter has not reached the end."""
        span = self._iterable
        match span.step_sign:
            case 1:
                return counter < span.stop
            case -1:
                return counter > span.stop
            case _:
                return ((span.step > 0) & (counter < span.stop)) | ((span.step < 0) & (counter > span.stop))

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

    def _add(self, kind: Type, name: str, first_value: Callable[[], Handle]) -> Handle:
        assert self._region is not None
        return current_emitter().add_region_arg(self._region, kind, name)
