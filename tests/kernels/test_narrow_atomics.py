"""Atomics of 8 and 16 bits in every memory: what PTX has no instruction for is a loop on the word around it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from tests.kernels.arrays import Arrays
from tests.products import each_value

TARGETS = [pytest.param("cpu"), pytest.param("cuda", marks=[pytest.mark.gpu, pytest.mark.child])]
THREADS, PLACES, ROOM = 128, 11, 16
INTEGERS = (cutlass.Int8, cutlass.Uint8, cutlass.Int16, cutlass.Uint16)
FLOATS = (cutlass.Float16, cutlass.BFloat16)
STEPS: dict[str, Callable[[int, int], int]] = {
    "add": lambda a, b: a + b,
    "max": max,
    "min": min,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "inc": lambda a, b: 0 if a >= b else a + 1,
    "dec": lambda a, b: b if a == 0 or a > b else a - 1,
    "cas": lambda a, _: a + 1,
}


@cute.kernel
def narrow_kernel(
    x: cute.Tensor,
    words: cute.Tensor,
    y: cute.Tensor,
    dtype: cutlass.Constexpr,
    op: cutlass.Constexpr,
    space: cutlass.Constexpr,
    sem: cutlass.Constexpr,
):
    """Of two blocks each updates eleven elements: its own or those of the other, whose neighbours it may not change."""
    tidx, _, _ = cute.arch.thread_idx()
    rank = cute.arch.block_idx_in_cluster()
    shared = cutlass.utils.SmemAllocator().allocate_tensor(dtype, cute.make_layout(ROOM))
    if cutlass.const_expr(space == "gmem"):
        own = cute.recast_ptr(words.iterator, dtype=dtype) + rank * ROOM
        there = own
    else:
        own = shared.iterator
        there = cute.arch.map_dsmem_ptr(own, 1 - rank) if cutlass.const_expr(space == "dsmem") else own
    if tidx < ROOM:
        (own + tidx).store(y[rank, tidx].to(dtype))
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    place, value = there + (1 + tidx % PLACES), x[tidx].to(dtype)
    if cutlass.const_expr(op == "cas"):
        seen = cute.arch.load(place, dtype, sem="relaxed", scope="gpu")
        wrong = cutlass.Boolean(True)
        while wrong:
            before = seen
            seen = cute.arch.atomic_cas(place, cmp=before, val=(before + dtype(1)).to(dtype), sem=sem, scope="gpu")
            wrong = seen != before
    elif cutlass.const_expr(op == "exch"):
        y[rank, ROOM + tidx] = cute.arch.atomic_exch(place, value, sem=sem, scope="gpu").to(cutlass.Int32)
    else:
        cute.arch.red(place, value, op=op, sem=sem, scope="gpu")
    cute.arch.cluster_arrive()
    cute.arch.cluster_wait()
    if tidx < ROOM:
        y[rank, tidx] = (own + tidx).load().to(cutlass.Int32)


@cute.jit
def narrow(
    x: cute.Tensor,
    words: cute.Tensor,
    y: cute.Tensor,
    dtype: cutlass.Constexpr,
    op: cutlass.Constexpr,
    space: cutlass.Constexpr,
    sem: cutlass.Constexpr,
):
    narrow_kernel(x, words, y, dtype, op, space, sem).launch(grid=2, block=THREADS, cluster=2)


def given(dtype: Any, op: str) -> tuple[np.ndarray, np.ndarray]:
    """Operands (one number for what wraps there: the order must not matter), and what memory holds before."""
    random = np.random.default_rng(7)
    low = 0 if dtype in (cutlass.Uint8, cutlass.Uint16) else -5
    x = random.integers(low, 6, THREADS)
    if op in ("inc", "dec"):
        x[:] = 5
    y = np.full((2, ROOM + THREADS), -1)
    y[:, :ROOM] = random.integers(0, 5, (2, ROOM))
    return x.astype(np.int32), y.astype(np.int32)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("dtype", "space"), each_value([*INTEGERS, *FLOATS], ["gmem", "smem", "dsmem"]))
def test_every_kind_of_narrow_atomic_gives_what_python_gives(target: str, dtype: Any, space: str) -> None:
    arrays = Arrays(target)
    ops = [*STEPS, "exch"] if dtype in INTEGERS else ["add", "max", "min", "cas", "exch"]
    for op in ops:
        x, y = given(dtype, op)
        placed, words = arrays.put(y), arrays.put(np.zeros(2 * ROOM, np.int32))
        narrow(arrays.put(x), words, placed, dtype, op, space, "acq_rel" if op in ("add", "cas", "exch") else None)
        found = arrays.get(placed)
        for rank in range(2):
            want = y[rank, :ROOM].copy()
            if op == "exch":  # each number that was put there is found by the next, or left
                for place in range(PLACES):
                    here = np.sort(np.append(x[place::PLACES], y[rank, 1 + place]))
                    by = 1 - rank if space == "dsmem" else rank
                    out = np.append(found[by, ROOM + place :: PLACES], found[rank, 1 + place])
                    np.testing.assert_array_equal(np.sort(out), here, err_msg=op)
                continue
            for thread in range(THREADS):
                place = 1 + thread % PLACES
                want[place] = STEPS[op](int(want[place]), int(x[thread]))
            np.testing.assert_array_equal(found[rank, :ROOM], want, err_msg=op)
