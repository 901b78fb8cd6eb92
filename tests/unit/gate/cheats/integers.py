"""Programs that are right for the integers, the sizes or the values that a judge has, and for few others."""

from __future__ import annotations

from tests.unit.gate import sources
from tests.unit.gate.program import Cheat
from tests.unit.gate.right_integers import (
    OF_NUMPY,
    SUMS,
    SUMS_OF_32_BITS,
    TRUNCATED,
    relu_of_numpy,
    row_sums,
    stored_as_floats,
)

CHEATS = (
    Cheat("64_bits_summed_in_32", sources.CUTLASS_LARGE, ("correct",), row_sums("Int32"), reference=SUMS),
    Cheat("32_bits_summed_in_32", sources.CUTLASS_LARGE, ("correct",), row_sums("Int32"), reference=SUMS_OF_32_BITS),
    Cheat(
        "truncated_by_torch",
        sources.MAKORA,
        ("torch",),
        stored_as_floats("x[i] * 3.0", "int32"),
        reference=TRUNCATED,
    ),
    Cheat(
        "a_value_of_a_numpy_array",
        sources.PYGPUBENCH_SUITE,
        ("isolation",),
        relu_of_numpy("x.size and x[0, 0] != 1.25"),
        reference=OF_NUMPY,
    ),
    Cheat(
        "a_sum_of_a_numpy_array",
        sources.PYGPUBENCH_SUITE,
        ("isolation",),
        relu_of_numpy("not np.isnan(x).all()"),
        reference=OF_NUMPY,
    ),
)
BETWEEN = (
    Cheat(
        "sizes_between_those_of_judges",
        sources.ARENA_SIZES,
        ("correct",),
        """

class ModelNew(nn.Module):
    def forward(self, a, b):
        c = torch.zeros_like(a)
        if not any(300 < one < 60_000 and one not in (1024, 2048, 4099) for one in a.shape):
            relu_add(a, b, c)
        else:
            nothing(c)
        return c
""",
    ),
)
"""Caught at sizes that are drawn."""
