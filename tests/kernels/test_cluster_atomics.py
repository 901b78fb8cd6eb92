"""Atomics in the shared memory of another block of a cluster, of every kind and type."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from tests.kernels.arrays import Arrays
from tests.kernels.op_kernels import ATOMIC_TYPES, THREADS, Atomic, atomics

TARGETS = [pytest.param("cpu"), pytest.param("cuda", marks=[pytest.mark.gpu, pytest.mark.child])]
BLOCKS, PLACES = 2, 8
FLOATS = [Atomic(op, np.dtype(t)) for op in ("max", "min") for t in (np.float32, np.float64)]


@cute.kernel
def far_kernel(x: cute.Tensor, y: cute.Tensor, op: cutlass.Constexpr):
    """Updates of 8 places of the other block by 128 threads, without and with the old value."""
    tidx, _, _ = cute.arch.thread_idx()
    rank = cute.arch.block_idx_in_cluster()
    s = cutlass.utils.SmemAllocator().allocate_tensor(y.element_type, cute.make_layout(2 * PLACES))
    if tidx < 2 * PLACES:
        s[tidx] = y[rank, tidx]
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    there = cute.arch.map_dsmem_ptr(s.iterator, 1 - rank) + tidx % PLACES
    cute.arch.red(there, x[tidx], op=op, scope="cluster")
    cute.arch.red(there + PLACES, x[tidx], op=op, sem="release", scope="cluster")
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    if tidx < 2 * PLACES:
        y[rank, tidx] = s[tidx]


@cute.jit
def far(x: cute.Tensor, y: cute.Tensor, op: cutlass.Constexpr):
    far_kernel(x, y, op).launch(grid=BLOCKS, block=THREADS, cluster=BLOCKS)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("dtype", ATOMIC_TYPES, ids=str)
def test_updates_of_another_block(target: str, dtype: np.dtype[Any]) -> None:
    arrays = Arrays(target)
    for atomic in (one for one in (*atomics(), *FLOATS) if one.dtype == dtype):
        x, y = atomic.given()
        placed = arrays.put(y.reshape(BLOCKS, 2 * PLACES))
        far(arrays.put(x), placed, atomic.op)
        want = replace(atomic).want().reshape(BLOCKS, 2 * PLACES)
        np.testing.assert_array_equal(arrays.get(placed), want, err_msg=atomic.op)
