"""What a block's largest element says about its scale and its results."""

from __future__ import annotations

from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute

LARGEST: Final = {"float8_e4m3fn": 448.0, "float8_e5m2": 57344.0, "int8": 127.0}
"""What the largest element of a block becomes, by the type of the results."""


def factor_of(top: Any, largest: float) -> Any:
    """What a block's elements are multiplied by, from the largest of them; 1 for zeros."""
    return cutlass.select_(top == 0.0, 1.0, largest / top)


def scale_of(top: Any, largest: float) -> Any:
    """What results are multiplied by to have the elements again."""
    return cutlass.select_(top == 0.0, 1.0, top / largest)


def rounded(values: Any, largest: float) -> Any:
    """Numbers or vectors to store: the nearest integers where results are integers, of equals the even one."""
    return cute.math.roundeven(values) if largest == LARGEST["int8"] else values


def magnitude(a: Any, b: Any) -> Any:
    """The larger of two absolute values; NaN if one is."""
    return cute.arch.fmax(cute.math.absf(a), cute.math.absf(b), nan=True)
