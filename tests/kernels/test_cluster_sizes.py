"""Clusters whose size only run time knows."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.errors import DSLUserCodeError
from tests.kernels.arrays import TARGETS, Arrays


@cute.kernel
def ranks(out: cute.Tensor) -> None:
    block, row, _ = cute.arch.block_idx()
    if cute.arch.thread_idx()[0] == 0 and row == 0:
        out[block] = cute.arch.block_idx_in_cluster() + 100 * cute.arch.cluster_size()


@cute.jit
def run_ranks(out: cute.Tensor, wide: cutlass.Int32, high: cutlass.Constexpr[int]) -> None:
    ranks(out).launch(grid=(8, high, 1), block=32, cluster=(wide, high, 1))


@pytest.mark.parametrize("target", TARGETS)
def test_a_launch_takes_the_size_of_its_clusters(target: str) -> None:
    arrays = Arrays(target)
    out = arrays.put(np.zeros(8, np.int32))
    run = cute.compile(run_ranks, out, 1, 1, options=f"--target {target}")
    for wide in (1, 2, 8):
        run(out, wide)
        assert arrays.get(out).tolist() == [100 * wide + block % wide for block in range(8)]


def test_a_size_that_no_cluster_has_is_refused() -> None:
    arrays = Arrays("cpu")
    out = arrays.put(np.zeros(8, np.int32))
    run = cute.compile(run_ranks, out, 1, 4, options="--target cpu")
    for wide in (3, 4, 0, -1):
        with pytest.raises(DSLUserCodeError, match="has 1 to 8 blocks") as found:
            run(out, wide)
        assert found.value.name == "launch-invalid-cluster"
    run(out, 2)
    assert set(arrays.get(out).tolist()) <= {800 + rank for rank in range(8)}


def test_a_known_side_that_is_too_long_is_refused_when_compiled() -> None:
    out = Arrays("cpu").put(np.zeros(8, np.int32))
    with pytest.raises(DSLUserCodeError, match="at most 8 blocks") as found:
        cute.compile(run_ranks, out, 1, 9, options="--target cpu")
    assert found.value.name == "launch-invalid-cluster"
