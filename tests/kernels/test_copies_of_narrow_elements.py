"""Copies of elements of 4 bits by atoms of each width: bytes hold two, and move whole."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.cute.nvgpu import CopyUniversalOp, cpasync
from tests.kernels.arrays import TARGETS, Arrays

KIND, THREADS, VALUES = cutlass.Float4E2M1FN, 32, 32
KEPT = 5
"""Threads that a predicate lets copy."""


@cute.kernel
def copy_kernel(x: cute.Tensor, y: cute.Tensor, bits: cutlass.Constexpr, way: cutlass.Constexpr):
    """Each thread copies its row by way of registers, by way of shared memory, or where a predicate lets it."""
    t, _, _ = cute.arch.thread_idx()
    rows = cute.make_layout((THREADS, VALUES), stride=(VALUES, 1))
    source, target = (cute.make_tensor(cute.recast_ptr(z.iterator.align(16), dtype=KIND), rows) for z in (x, y))
    atom = cute.make_copy_atom(CopyUniversalOp(), KIND, num_bits_per_copy=bits)
    tiled = cute.make_tiled_copy_tv(atom, cute.make_layout((THREADS, 1)), cute.make_layout((1, VALUES)))
    own = tiled.get_slice(t)
    s, d = own.partition_S(source), own.partition_D(target)
    if cutlass.const_expr(way == "predicate"):
        pred = cute.make_rmem_tensor((1, 1, 1) if bits else s.layout.shape, cutlass.Boolean)
        pred.fill(t < KEPT)
        cute.copy(tiled, s, d, pred=pred)
    elif cutlass.const_expr(way == "bytes"):
        codes = cute.make_rmem_tensor(VALUES // 2, cutlass.Uint8)
        for k in cutlass.range_constexpr(VALUES // 2):
            codes[k] = x[t, k]
        elements = cute.make_tensor(cute.recast_ptr(codes.iterator, dtype=KIND), cute.make_layout((VALUES, 1, 1)))
        cute.copy(tiled, tiled.retile(elements), d)
    elif cutlass.const_expr(way == "registers"):
        fragment = cute.make_fragment_like(s)
        cute.copy(tiled, s, fragment)
        cute.copy(tiled, fragment, d)
    else:
        stage = utils.SmemAllocator().allocate_tensor(KIND, rows, 128)
        arrives = cute.make_copy_atom(cpasync.CopyG2SOp(), KIND, num_bits_per_copy=bits)
        cute.copy(arrives, s, own.partition_D(stage))
        cute.arch.cp_async_commit_group()
        cute.arch.cp_async_wait_group(0)
        cute.copy(tiled, own.partition_S(stage), d)


@cute.jit
def copies(x: cute.Tensor, y: cute.Tensor, bits: cutlass.Constexpr, way: cutlass.Constexpr):
    copy_kernel(x, y, bits, way).launch(grid=1, block=THREADS)


CASES = [(0, "registers"), (0, "predicate"), (0, "bytes"), (8, "registers"), (32, "predicate"), (64, "bytes")]
CASES += [(128, "registers"), (128, "predicate"), (32, "shared"), (128, "shared")]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("bits", "way"), CASES)
def test_elements_of_4_bits_arrive(bits: int, way: str, target: str) -> None:
    here, x = Arrays(target), np.random.default_rng(bits).integers(0, 256, (THREADS, VALUES // 2)).astype(np.uint8)
    y = here.put(np.zeros_like(x))
    cute.compile(copies, here.put(x), y, bits, way, options=here.options)(here.put(x), y)
    wanted = np.where(np.arange(THREADS)[:, None] < KEPT, x, 0) if way == "predicate" else x
    np.testing.assert_array_equal(here.get(y), wanted)
