"""How elements are combined: sums, extremes and the place of an extreme, each as a rule for two partial results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute

State = Sequence[Any]
"""A partial result: one number, or for the place of an extreme (number, index)."""


@dataclass(frozen=True, slots=True)
class Fold:
    """An associative, commutative rule: what no element gives, what one gives, and how two results become one.

    `fill` is an element that changes nothing.
    """

    name: str
    fill: float
    start: Callable[[], State]
    of: Callable[[Any, Any], State]
    merge: Callable[[State, State], State]

    @property
    def indexed(self) -> bool:
        """Whether the result is the place of an element."""
        return self.name.startswith("arg")


def _maximum(a: State, b: State) -> State:
    return [cute.arch.fmax(a[0], b[0], nan=True)]


def _minimum(a: State, b: State) -> State:
    return [cute.arch.fmin(a[0], b[0], nan=True)]


@cute.jit
def _later(a: Any, b: Any, sign: cutlass.Constexpr[float]) -> Any:
    """Of two (number, index), the larger number times `sign`; NaN counts as largest, the first of equals wins."""
    x, y = a[0] * sign, b[0] * sign
    both = (x == y) | ((x != x) & (y != y))
    better = (y > x) | ((y != y) & (x == x)) | (both & (b[1] < a[1]))
    return [b[0] if better else a[0], b[1] if better else a[1]]


def _place(name: str, sign: float) -> Fold:
    fill = -sign * float("inf")
    return Fold(
        name,
        fill,
        lambda: [cutlass.Float32(fill), cutlass.Int32(2**31 - 1)],
        lambda x, at: [x, at],
        lambda a, b: _later(a, b, sign),
    )


def _of_value(x: Any, at: Any) -> State:
    return [x]


SUM: Final = Fold("sum", 0.0, lambda: [cutlass.Float32(0.0)], _of_value, lambda a, b: [a[0] + b[0]])
MAX: Final = Fold("max", -float("inf"), lambda: [-cutlass.Float32.inf], _of_value, _maximum)
MIN: Final = Fold("min", float("inf"), lambda: [cutlass.Float32.inf], _of_value, _minimum)
ABSMAX: Final = Fold(
    "absmax",
    0.0,
    lambda: [cutlass.Float32(0.0)],
    lambda x, at: [cute.math.absf(x)],
    lambda a, b: [cute.arch.fmax(a[0], b[0], nan=True)],
)
ARGMAX: Final = _place("argmax", 1.0)
ARGMIN: Final = _place("argmin", -1.0)
