"""An integer argument that its type does not hold is an error on every path of a call; the program does not run."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cutedsl import Int8, Int32, Int64, Uint8, Uint32, Uint64, cute
from cutedsl.errors import DSLUserCodeError

LIMITS: list[tuple[Any, int, int]] = [
    (Int32, -(2**31), 2**31 - 1),
    (Uint8, 0, 255),
    (Int8, -128, 127),
    (Uint32, 0, 2**32 - 1),
    (Int64, -(2**63), 2**63 - 1),
    (Uint64, 0, 2**64 - 1),
]


@pytest.mark.parametrize(("kind", "least", "most"), LIMITS, ids=[kind.__name__ for kind, _, _ in LIMITS])
def test_numbers_outside_are_refused_and_the_limits_taken(kind: Any, least: int, most: int) -> None:
    def f(n: Any, y: cute.Tensor) -> None:
        y[0] = Int64(n)

    f.__annotations__["n"], f.__annotations__["y"] = kind, cute.Tensor
    function, y = cute.jit(f), np.zeros(1, np.int64)
    compiled = cute.compile(cute.jit(f), 1, y)
    outside = [least - 1, most + 1, 2**64, -(2**2000)]
    outside += [np.int64(n) for n in (least - 1, most + 1) if abs(n) < 2**63]

    def check() -> None:
        calls = [function, compiled, lambda n, y: function(n=n, y=y), lambda n, y: compiled(n=n, y=y)]
        for call in calls:
            for number in outside:
                y[0] = -77
                with pytest.raises(DSLUserCodeError, match="argument-range"):
                    call(number, y)
                assert y[0] == -77
            for number in (least, most):
                call(number, y)
                assert int(y[0]) & (2**64 - 1) == number & (2**64 - 1)

    check()
    check()  # remembered, and by machine code


def test_an_untyped_integer_has_at_most_64_bits_and_a_compiled_one_those_of_its_example() -> None:
    def f(n: Any, y: cute.Tensor) -> None:
        y[0] = Int64(n)

    f.__annotations__ = {"y": cute.Tensor}
    function, y = cute.jit(f), np.zeros(1, np.int64)
    for number in (5, 2**31, 6, -(2**63), 2**63 - 1):
        function(number, y)
        assert y[0] == number
    compiled = cute.compile(cute.jit(f), 5, y)
    for call, number in ((function, 2**63), (function, 2**64), (compiled, 2**31), (compiled, 2**64)):
        with pytest.raises(DSLUserCodeError, match="argument-range"):
            call(number, y)
