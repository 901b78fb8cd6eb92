"""`range` of the DSL: the description of a loop of the compiled program."""

from __future__ import annotations

import builtins
import math
from collections.abc import Iterator, Mapping
from functools import reduce
from typing import TYPE_CHECKING, Any

from cutedsl.errors import fail
from cutedsl.staging.numeric import Numeric, as_numeric, numeric_class
from cutedsl.staging.operators import is_numeric, literal_of
from cutedsl.staging.scopes.condition import select_number
from cutedsl.types import INT32, DType, promote

if TYPE_CHECKING:
    from cutedsl.staging.scalars import Int32


class Range:
    """`range(stop)`, `range(start, stop)`, `range(start, stop, step)`; in staged code always a loop at run time.

    Keywords are hints: `unroll` copies (-1: the compiler's choice), `unroll_full`, `prefetch_stages` (its retired name
    is `pipelining`), `vectorize`, `at_least_once`.

    With `prefetch_stages=n` a loop that counts up runs its copies n iterations ahead of the rest of its body. The part
    that runs ahead ends with the last copy by the bulk copy engine, or with the `producer_commit` of a
    `PipelineCpAsync`. The rest is `consumer_wait`, multiplies, `consumer_release`. The ring needs more than n stages.
    A loop stays as it is if it copies without waiting for room, waits for `cp.async` copies by groups, or if its copies
    need results of the same iteration.

    Errors: loop-bound-not-integer, requires-constexpr for a run-time hint.
    Source: CuTe DSL documentation, "Control Flow".
    """

    __slots__ = ("dtype", "hints", "start", "step", "stop")

    def __init__(
        self,
        *bounds: Any,
        unroll: int = -1,
        unroll_full: bool = False,
        prefetch_stages: int | None = None,
        pipelining: int | None = None,
        vectorize: bool | None = None,
        at_least_once: bool = False,
        loc: object = None,
        ip: object = None,
    ) -> None:
        if not 1 <= len(bounds) <= 3:
            raise fail("argument-count", f"`range` takes 1 to 3 bounds, got {len(bounds)}")
        start, stop, step = (0, bounds[0], 1) if len(bounds) == 1 else (*bounds, 1)[:3]
        values = [_bound(bound) for bound in (start, stop, step)]
        self.dtype = _common(values)
        cls = numeric_class(self.dtype)
        self.start, self.stop, self.step = (value.to(cls) for value in values)
        if self.step.is_static and self.step.value == 0:
            raise fail("loop-bound-not-integer", "the step of `range` must not be 0", fix="Give a step other than 0.")
        stages = pipelining if prefetch_stages is None else prefetch_stages
        self.hints = _hints(
            unroll=None if unroll == -1 else unroll,
            unroll_full=unroll_full or None,
            prefetch_stages=stages,
            vectorize=vectorize,
            at_least_once=at_least_once or None,
        )

    @property
    def step_sign(self) -> int:
        """1 or -1 when the direction is known, 0 when only at run time."""
        if not self.step.is_static:
            return 0 if self.dtype.signed else 1
        return 1 if self.step.value > 0 else -1

    @property
    def surely_turns(self) -> bool:
        """Whether the loop is known to run at least once."""
        if self.start.is_static and self.stop.is_static and self.step.is_static:
            bounds = (int(bound.literal) for bound in (self.start, self.stop, self.step))
            return len(builtins.range(*bounds)) > 0
        return bool(self.hints.get("at_least_once"))

    @property
    def counter_divisibility(self) -> int:
        """What divides every value of the counter."""
        step = abs(self.step.value) if self.step.is_static else self.step.divisibility
        start = abs(self.start.value) if self.start.is_static else self.start.divisibility
        return math.gcd(start, step)

    if TYPE_CHECKING:  # in staged code, which is where editors look, an iteration is a number known at run time

        def __iter__(self) -> Iterator[Int32]: ...

    else:

        def __iter__(self):
            return self._python_range()

    def _python_range(self) -> Iterator[int]:
        """The iterations as Python ints, for code that is not staged; error dynamic-index for run-time bounds."""
        for bound in (self.start, self.stop, self.step):
            if not bound.is_static:
                raise fail(
                    "dynamic-index",
                    f"Python cannot list a `range` with a run-time {type(bound).__name__} in it",
                    fix="Write a `for` loop over `range(...)` and collect the result in variables.",
                )
        return iter(builtins.range(int(self.start.value), int(self.stop.value), int(self.step.value)))

    def __reversed__(self) -> Range:
        """The same iterations from the last to the first, with the same hints."""
        if not self.dtype.signed:
            shown = self.dtype.name
            raise fail(
                "loop-bound-not-integer",
                f"`reversed` cannot count down a `range` of {shown}, which has no numbers below 0",
            )
        sign = select_number(self.step > 0, 1, -1)
        turns = (self.stop - self.start + self.step - sign) // self.step
        result = Range(self.start + (turns - 1) * self.step, self.start - self.step, -self.step)
        result.hints = self.hints
        return result


def _bound(bound: Any) -> Numeric:
    """A bound as an integer value, Booleans as Int32."""
    value = bound if is_numeric(bound) else (as_numeric(bound) if literal_of(bound) is not None else None)
    if value is None or value.spec.is_float:
        shown = type(bound).__name__ if is_numeric(bound) else f"{bound!r} ({type(bound).__name__})"
        fix = "Take one element of the tuple: `range(t[0])`." if isinstance(bound, tuple) else None
        if is_numeric(bound):
            fix = "Divide integers with `//`, or convert the bound: `Int32(n)`."
        elif callable(bound):
            fix = f"Call it: `{getattr(bound, '__name__', 'bound')}()`."
        elif isinstance(bound, float):
            fix = "Count with integers, and compute the float from the counter in the loop's body."
        raise fail("loop-bound-not-integer", f"a bound of `range` must be an integer, got {shown}", fix=fix)
    return value.to(numeric_class(INT32)) if value.spec.is_bool else value


def _common(values: list[Numeric]) -> DType:
    """The type of the counter: that of the run-time bounds; literals adopt it, or widen it if they do not fit."""
    typed = [value.spec for value in values if not value.is_static] or [value.spec for value in values]
    common = reduce(promote, typed)
    for value in values:
        if value.is_static and not common.min <= int(value.literal) <= common.max:
            common = promote(common, value.spec)
    return common


def _hints(**given: object) -> Mapping[str, object]:
    """The hints that were given, checked to be compile-time values."""
    for name, value in given.items():
        if is_numeric(value) and not value.is_static:
            raise fail(
                "requires-constexpr",
                f"`{name}` of `range` must be known at compile time, got a run-time {type(value).__name__}",
            )
    return {name: value.value if is_numeric(value) else value for name, value in given.items() if value is not None}
