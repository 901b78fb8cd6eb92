"""A finite number outside the range of its float type is an error on every path of a call; infinities and NaN pass."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pytest

from cutedsl import BFloat16, Float16, Float32, Float64, cute
from cutedsl.errors import DSLUserCodeError

LIMITS: list[tuple[Any, float, Any]] = [
    (Float16, 65504.0, 65520.0),
    (BFloat16, (2 - 2**-7) * 2.0**127, (2 - 2**-8) * 2.0**127),
    (Float32, (2 - 2**-23) * 2.0**127, (2 - 2**-24) * 2.0**127),
    (Float64, (2 - 2**-52) * 2.0**1023, 2**1024),
]
"""A type, its largest number, and the least one above it that does not round to it."""


@pytest.mark.parametrize(("kind", "most", "above"), LIMITS, ids=[kind.__name__ for kind, _, _ in LIMITS])
def test_numbers_outside_are_refused_and_the_limits_taken(kind: Any, most: float, above: Any) -> None:
    def f(v: Any, y: cute.Tensor) -> None:
        y[0] = v.to(Float64)

    f.__annotations__["v"], f.__annotations__["y"] = kind, cute.Tensor
    function, y = cute.jit(f), np.zeros(1)
    compiled = cute.compile(cute.jit(f), 1.0, y)
    outside = [above, -above, 10**400, *([np.float64(above), Float64(above)] if kind is not Float64 else [])]
    calls = [function, compiled, lambda v, y: function(v=v, y=y), lambda v, y: compiled(v=v, y=y)]
    for call in [*calls, *calls]:  # again, when they are remembered, and made by machine code
        for number in outside:
            y[0] = -77
            with pytest.raises(DSLUserCodeError, match="argument-range"):
                call(number, y)
            assert y[0] == -77
        for number in (most, -most, math.inf, -math.inf, math.nan, 0.0):
            call(number, y)
            assert y[0] == number or math.isnan(number) == math.isnan(y[0]) is True


@dataclass
class Scales:
    first: Float32
    rest: tuple[Float32, Float16]


class Pair(NamedTuple):
    first: Float32
    second: Float32


@pytest.mark.parametrize(
    ("inside", "outside"),
    [
        (Scales(1.0, (2.0, 3.0)), Scales(1.0, (1e39, 3.0))),  # type: ignore[arg-type]
        (Scales(1.0, (2.0, 3.0)), Scales(1.0, (1.0, 70000.0))),  # type: ignore[arg-type]
        (Pair(1.0, 2.0), Pair(1.0, -1e39)),  # type: ignore[arg-type]
        ((1.0, 2.0), (1.0, 1e300)),
        ([1.0, 2.0], [1e300, 1.0]),
    ],
)
def test_the_parts_of_an_argument_are_held_to_their_types(inside: Any, outside: Any) -> None:
    @cute.jit
    def f(parts, y: cute.Tensor) -> None:
        y[0] = 1.0

    y = np.zeros(1)
    for call in (f, cute.compile(f, inside, y)):
        for _ in range(3):
            call(inside, y)
            y[0] = -77
            with pytest.raises(DSLUserCodeError, match="argument-range"):
                call(outside, y)
            assert y[0] == -77


def test_a_number_without_a_type_is_a_float32() -> None:
    @cute.jit
    def f(v, y: cute.Tensor) -> None:
        y[0] = v.to(Float64)

    y = np.zeros(1)
    with pytest.raises(DSLUserCodeError, match="Annotate the parameter as `Float64`"):
        f(1e39, y)
    with pytest.raises(DSLUserCodeError, match="argument-type"):
        cute.compile(f, 1.0, y)(1j, y)
