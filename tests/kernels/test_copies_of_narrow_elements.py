"""Copies of elements of 4 bits by atoms of each width: bytes hold two, and move whole."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.cute.nvgpu import CopyUniversalOp, cpasync
from cutedsl.errors import DSLUserCodeError
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


@cute.kernel
def halves_kernel(x: cute.Tensor, y: cute.Tensor, shared: cutlass.Constexpr):
    """Each thread copies 16 halves by atoms that are made for floats."""
    t, _, _ = cute.arch.thread_idx()
    plain = cute.make_copy_atom(CopyUniversalOp(), cutlass.Float32, num_bits_per_copy=128)
    source, target = (cute.local_tile(z, (16,), (t,)) for z in (x, y))
    if cutlass.const_expr(shared):
        stage = utils.SmemAllocator().allocate_tensor(cutlass.Float16, cute.make_layout((16, THREADS)), 128)
        atom = cute.make_copy_atom(cpasync.CopyG2SOp(), cutlass.Float32, num_bits_per_copy=128)
        cute.copy(atom, source, stage[None, t])
        cute.arch.cp_async_commit_group()
        cute.arch.cp_async_wait_group(0)
        cute.copy(plain, stage[None, t], target)
    else:
        kept = cute.make_rmem_tensor(16, cutlass.Float16)
        cute.copy(plain, source, kept)
        cute.copy(plain, kept, target)


@cute.jit
def halves(x: cute.Tensor, y: cute.Tensor, shared: cutlass.Constexpr):
    halves_kernel(x, y, shared).launch(grid=1, block=THREADS)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("shared", [False, True])
def test_an_atom_of_a_thread_moves_its_bits_for_elements_of_another_width(shared: bool, target: str) -> None:
    x = np.random.default_rng(2).integers(0, 1 << 15, 16 * THREADS).astype(np.uint16).view(np.float16)
    arrays = Arrays(target)
    given, found = arrays.put(x), arrays.put(np.zeros_like(x))
    halves(*(cute.runtime.from_dlpack(z, assumed_align=16) for z in (given, found)), shared)
    assert np.array_equal(arrays.get(found).view(np.uint16), x.view(np.uint16))


def test_an_atom_of_floats_does_not_copy_a_third_of_its_bits() -> None:
    @cute.kernel
    def kernel(y: cute.Tensor):
        atom = cute.make_copy_atom(CopyUniversalOp(), cutlass.Float16, num_bits_per_copy=16)
        cute.copy(atom, cute.make_rmem_tensor(4, cutlass.Float32), y)

    @cute.jit
    def host(y: cute.Tensor):
        kernel(y).launch(grid=1, block=1)

    with pytest.raises(DSLUserCodeError, match="the atom copies Float16, but the tensor holds Float32"):
        host(np.zeros(4, np.float32))
