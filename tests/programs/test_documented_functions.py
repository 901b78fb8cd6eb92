"""What CuTe DSL's public documentation says of functions that the programs at hand leave out."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl.cute as cute
from cutedsl import Float16, Float32, Int32, Int64, Uint32, utils
from cutedsl.errors import DSLUserCodeError
from cutedsl.utils import sm90

WORDS = np.array([0, 1, 0x7FFFFF, 0x800000, 0xFFFFFF, 0x1000000, -1, -0x800000, 123456789, -987654321], np.int32)


def low24(word: int) -> int:
    """The low 24 bits of a word, with the sign of the highest."""
    return ((word & 0xFFFFFF) ^ 0x800000) - 0x800000


def int32(number: int) -> int:
    return ((number & 0xFFFFFFFF) ^ 0x80000000) - 0x80000000


@cute.kernel
def products_kernel(x: cute.Tensor, out: cute.Tensor) -> None:
    i, j, _ = cute.arch.thread_idx()
    a, b = x[i], x[j]
    out[i, j, 0] = cute.arch.mul24(a, b)
    out[i, j, 1] = cute.arch.mul24(a, b, hi=True)
    out[i, j, 2] = cute.arch.mad24(a, b, 5, hi=True)
    out[i, j, 3] = Int32(cute.arch.mul24(Uint32(a), Uint32(b), hi=True))
    out[i, j, 4] = cute.arch.bfi(replacement=a, value=b, start=8, length=4)


@cute.jit
def products(x: cute.Tensor, out: cute.Tensor) -> None:
    products_kernel(x, out).launch(grid=(1, 1, 1), block=(10, 10, 1))


def test_products_of_24_bits() -> None:
    out = np.zeros((10, 10, 5), np.int32)
    products(WORDS, out)
    for i, a in enumerate(WORDS.tolist()):
        for j, b in enumerate(WORDS.tolist()):
            exact, unsigned = low24(a) * low24(b), (a & 0xFFFFFF) * (b & 0xFFFFFF)
            wanted = [exact, exact >> 16, (exact >> 16) + 5, unsigned >> 16, (b & ~0xF00) | (a & 15) << 8]
            assert out[i, j].tolist() == [int32(n) for n in wanted], (a, b)


@cute.kernel
def ordered_kernel(x: cute.Tensor, space: cute.Constexpr) -> None:
    tidx, _, _ = cute.arch.thread_idx()
    shared = cute.arch.alloc_smem(Float32, 32)
    cute.arch.store(shared + tidx, x[tidx] + 1, ss="cta")
    cute.arch.sync_threads()
    there = shared if cutlass_const(space == "shared") else x.iterator
    x[tidx] = cute.arch.load(there + tidx, Float32, ss="cta", level1_eviction_priority="evict_no_allocate")
    x[tidx] = cute.arch.load(x.iterator + tidx, Float32, level_prefetch_size="size_128b") + x[tidx]


def cutlass_const(value: bool) -> bool:
    return value


@cute.jit
def ordered(x: cute.Tensor, space: cute.Constexpr) -> None:
    ordered_kernel(x, space).launch(grid=(1, 1, 1), block=(32, 1, 1))


def test_the_state_space_of_a_load_is_checked() -> None:
    x = np.arange(32, dtype=np.float32)
    ordered(x, "shared")
    assert x.tolist() == [2.0 * (k + 1) for k in range(32)]
    with pytest.raises(DSLUserCodeError, match="atomic-keyword"):
        ordered(x, "global")


@cute.kernel
def parts_kernel(out: cute.Tensor) -> None:
    smem = utils.SmemAllocator()
    smem.allocate_array(Int64, 3, partition=utils.SmemPartition.RESERVED)
    smem.allocate(100)
    smem.allocate_tensor(Float32, cute.make_layout((4, 4)), byte_alignment=64)
    out[0] = smem.calculate_partition_size(utils.SmemPartition.RESERVED)
    out[1] = smem.calculate_partition_size(utils.SmemPartition.USER)
    out[2] = smem.calculate_partition_size(utils.SmemPartition.USER, cumulative=True)
    out[3] = smem.calculate_total_usage()


@cute.jit
def parts(out: cute.Tensor) -> None:
    parts_kernel(out).launch(grid=(1, 1, 1), block=(1, 1, 1))


def test_shared_memory_is_counted_by_part() -> None:
    out = np.zeros(4, np.int32)
    parts(out)
    assert out.tolist() == [24, 192, 216, 216]


@cute.jit
def pooled(out: cute.Tensor) -> None:
    base = cute.make_ptr(Float32, 32, cute.AddressSpace.tmem)
    pool = utils.TmemBufferPool(base_ptr=base, total_cols=128)
    out[0] = pool.allocate(64, Float32).toint()
    out[1] = pool.allocate_tensor(cute.make_layout((128, 32), stride=(131072, 1)), Float16).iterator.toint()
    out[2] = pool.remaining_cols
    out[3] = pool.allocate(16, Float32).toint()


def test_a_pool_of_tensor_memory_gives_out_columns() -> None:
    out = np.zeros(4, np.int32)
    pooled(out)
    assert out.tolist() == [32, 96, 48, 112]


def test_a_pool_of_tensor_memory_ends() -> None:
    pool = utils.TmemBufferPool(cute.make_ptr(Float32, 0, cute.AddressSpace.tmem), 32)
    with pytest.raises(DSLUserCodeError, match="cannot allocate 64 columns; the pool of tensor memory has 32"):
        pool.allocate(64, Float32)


def test_hopper_helpers_have_names_of_their_own() -> None:
    assert utils.sm90_get_smem_layout_atom is sm90.get_smem_layout_atom
    assert utils.sm90_make_trivial_tiled_mma is sm90.make_trivial_tiled_mma
