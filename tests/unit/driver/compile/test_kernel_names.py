"""Kernels' names differ where what they were compiled for does: a profiler knows nothing else of them."""

from __future__ import annotations

import re

import cutedsl as cutlass
from cutedsl import cute
from cutedsl.cute.runtime import make_fake_compact_tensor
from cutedsl.driver.compile.observe import observing


@cute.kernel
def _fill(x: cute.Tensor, times: cutlass.Constexpr):
    for k in cutlass.range_constexpr(times):
        x[k] = cutlass.Float32(k)


@cute.jit
def fill(x: cute.Tensor, times: cutlass.Constexpr):
    _fill(x, times).launch(grid=(1, 1, 1), block=(1, 1, 1))


def name(length: int, times: int) -> str:
    """Of the kernel of a compilation."""
    names: list[str] = []
    with observing(lambda made: names.extend(one.name for one in made.source.kernels)):
        cute.compile(fill, make_fake_compact_tensor(cutlass.Float32, (length,)), times)
    (only,) = names
    return only


def test_names_tell_tensors_and_constants_apart() -> None:
    names = [name(length, times) for length, times in ((8, 2), (8, 3), (16, 2), (8, 2))]
    assert all(re.fullmatch(r"kernel_cutlass__fill_\w*[0-9a-f]{6}_0", one) for one in names)
    assert len(set(names)) == 3
    assert names[0] == names[3]
