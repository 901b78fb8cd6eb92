"""Plain copies that say how they treat the caches: the same results, and the PTX that was asked for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.nvptx import assemble
from cutedsl.cute.nvgpu import (
    CacheEvictionPriority,
    CopyG2ROp,
    CopyR2GOp,
    CopyR2SOp,
    CopyS2ROp,
    CopyUniversalOp,
    L2PrefetchSize,
    LoadCacheMode,
    MemoryOrder,
    MemoryScope,
    StoreCacheMode,
    cpasync,
)
from cutedsl.errors import DSLUserCodeError
from tests.kernels.arrays import TARGETS, Arrays

THREADS = 32
STREAMED = {"load_cache_mode": LoadCacheMode.STREAMING}
READ_ONCE = {
    "l1c_evict_priority": CacheEvictionPriority.NO_ALLOCATE,
    "l2_prefetch_size": L2PrefetchSize.SIZE_128B,
    "invariant": True,
}
WRITTEN_ONCE = {"store_cache_mode": StoreCacheMode.STREAMING}


@cute.kernel
def through_kernel(x: cute.Tensor, y: cute.Tensor, elems: cutlass.Constexpr, loads: Any, stores: Any, shared: Any):
    """Each thread moves a run of elements through registers and shared memory."""
    tidx, _, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    sX = smem.allocate_tensor(x.element_type, cute.make_layout((THREADS, elems), stride=(elems, 1)), 16)
    gX, gY = (cute.zipped_divide(t, (elems,))[None, tidx] for t in (x, y))
    frag = cute.make_rmem_tensor_like(gX)
    to_shared, from_shared = shared
    cute.copy(loads, gX, frag)
    cute.copy(to_shared, frag, sX[tidx, None])
    frag.fill(0)
    cute.copy(from_shared, sX[tidx, None], frag)
    cute.copy(stores, frag, gY)


@cute.jit
def through(
    x: cute.Tensor,
    y: cute.Tensor,
    elems: cutlass.Constexpr,
    load_hints: cutlass.Constexpr,
    store_hints: cutlass.Constexpr,
):
    bits = elems * x.element_type.width
    loads = cute.make_copy_atom(CopyG2ROp(), x.element_type, num_bits_per_copy=bits, **load_hints)
    stores = cute.make_copy_atom(CopyR2GOp(), x.element_type, num_bits_per_copy=bits, **store_hints)
    shared = tuple(cute.make_copy_atom(op, x.element_type, num_bits_per_copy=bits) for op in (CopyR2SOp(), CopyS2ROp()))
    through_kernel(x, y, elems, loads, stores, shared).launch(grid=(1, 1, 1), block=(THREADS, 1, 1))


def moved(arrays: Arrays, dtype: Any, elems: int, loads: Mapping[str, Any], stores: Mapping[str, Any]) -> str:
    """Copies random bytes; the PTX of the kernel."""
    bits = np.random.default_rng(7).integers(0, 100, THREADS * elems).astype(dtype)
    x, y = arrays.put(bits), arrays.put(np.full_like(bits, 101))
    function = cute.compile(through, *(cute.runtime.from_dlpack(t, assumed_align=16) for t in (x, y)), elems, loads,
                            stores, options=arrays.options)  # fmt: skip
    function(x, y)
    np.testing.assert_array_equal(arrays.get(y), bits)
    return function.artifacts.ptx("sm_90a")


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("dtype", "elems", "suffix"),
    [
        (np.float32, 4, "v4.b32"),
        (np.float16, 8, "v4.b32"),
        (np.float64, 2, "v4.b32"),
        (np.int8, 8, "v2.b32"),
        (np.float32, 1, "b32"),
        (np.float16, 1, "b16"),
        (np.int8, 1, "b8"),
    ],
)
def test_hinted_copies_move_the_bits(target: str, dtype: Any, elems: int, suffix: str) -> None:
    ptx = moved(Arrays(target), dtype, elems, READ_ONCE, WRITTEN_ONCE)
    assert f"ld.global.nc.L1::no_allocate.L2::128B.{suffix}" in ptx
    assert f"st.global.cs.{suffix}" in ptx
    assert ptx.count("ld.global") == ptx.count("st.global") == 1


def test_the_assembler_takes_every_hint(ptxas: Path) -> None:
    loads: list[dict[str, Any]] = [{"load_cache_mode": mode} for mode in LoadCacheMode]
    stores: list[dict[str, Any]] = [{"store_cache_mode": mode} for mode in StoreCacheMode]
    both: list[dict[str, Any]] = [{"l1c_evict_priority": priority} for priority in CacheEvictionPriority]
    pairs = [*((hints, {}) for hints in loads), *(({}, hints) for hints in stores), *((hints, hints) for hints in both)]
    for load_hints, store_hints in pairs:
        ptx = moved(Arrays("cpu"), np.float32, 4, load_hints, store_hints)
        assemble(ptx, gpu_target("sm_90a"), ptxas=str(ptxas))


def test_volatile_copies_become_volatile_instructions(ptxas: Path) -> None:
    volatile = {"memory_order": MemoryOrder.VOLATILE, "memory_scope": MemoryScope.SYS}
    ptx = moved(Arrays("cpu"), np.float32, 4, volatile, volatile)
    assert "ld.volatile.global.v4.b32" in ptx
    assert "st.volatile.global.v4.b32" in ptx
    assemble(ptx, gpu_target("sm_90a"), ptxas=str(ptxas))


@cute.kernel
def autovec_kernel(x: cute.Tensor, y: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    gX, gY = (cute.zipped_divide(t, (4,))[None, tidx] for t in (x, y))
    frag = cute.make_rmem_tensor_like(gX)
    cute.autovec_copy(gX, frag, l1c_evict_priority=CacheEvictionPriority.EVICT_FIRST)
    cute.autovec_copy(frag, gY)


@cute.jit
def autovec(x: cute.Tensor, y: cute.Tensor):
    autovec_kernel(x, y).launch(grid=(1, 1, 1), block=(THREADS, 1, 1))


@pytest.mark.parametrize("target", TARGETS)
def test_autovec_copy_with_a_priority(target: str) -> None:
    arrays = Arrays(target)
    values = np.random.default_rng(7).standard_normal(4 * THREADS).astype(np.float32)
    x, y = arrays.put(values), arrays.poisoned(values.shape)
    function = cute.compile(autovec, *(cute.runtime.from_dlpack(t, assumed_align=16) for t in (x, y)),
                            options=arrays.options)  # fmt: skip
    function(x, y)
    np.testing.assert_array_equal(arrays.get(y), values)
    assert "ld.global.L1::evict_first.v4.b32" in function.artifacts.ptx("sm_90a")


def test_a_copy_refuses_wrong_hints() -> None:
    cases = [
        (CopyUniversalOp(), {"memory_order": MemoryOrder.ACQUIRE}, "memory_order ACQUIRE"),
        (CopyUniversalOp(), {"l2_prefetch_size": L2PrefetchSize.RESERVED}, "l2_prefetch_size cannot be RESERVED"),
        (CopyG2ROp(), {"store_cache_mode": StoreCacheMode.STREAMING}, "takes no store_cache_mode"),
        (CopyR2SOp(), {"l1c_evict_priority": CacheEvictionPriority.EVICT_LAST}, "takes no l1c_evict_priority"),
        (CopyG2ROp(), {"memory_order": MemoryOrder.VOLATILE, **STREAMED}, "VOLATILE takes no load_cache_mode"),
        (CopyUniversalOp(), {"load_cache_mode": "ca"}, "load_cache_mode must be a LoadCacheMode, got 'ca'"),
        (CopyG2ROp(), {**STREAMED, "l1c_evict_priority": CacheEvictionPriority.EVICT_FIRST}, "cannot be combined"),
    ]
    for op, hints, said in cases:
        with pytest.raises(DSLUserCodeError, match=said):
            cute.make_copy_atom(op, cutlass.Float32, num_bits_per_copy=128, **hints)


def test_a_tiled_copy_keeps_the_hints_of_its_atom() -> None:
    atom = cute.make_copy_atom(CopyG2ROp(), cutlass.Float32, num_bits_per_copy=128, **READ_ONCE)
    tiled = cute.make_tiled_copy_tv(atom, cute.make_layout((4, 8)), cute.make_layout((1, 4)))
    assert tiled.get_slice(3).hints == tiled.hints == atom.hints
    assert atom.hints.load == ".nc.L1::no_allocate.L2::128B"


EVICT_FIRST = 0x12F0000000000000
"""What PTX's `createpolicy.fractional.L2::evict_first` gives for all of memory (BSD-3 `TMA::CacheHintSm90`)."""


@cute.kernel
def policies_kernel(x: cute.Tensor, y: cute.Tensor, policy: cutlass.Int64, hints: cutlass.Constexpr):
    """Global memory to registers, by `cp.async` to shared memory, in bulk, and back: each with a policy."""
    tidx, _, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    kind = x.element_type
    stages = smem.allocate_tensor(kind, cute.make_layout((4 * THREADS, 3)), 128)
    barrier = smem.allocate_array(cutlass.Int64, 1)
    pieces = [cute.zipped_divide(t, (4,)) for t in (stages[None, 0], stages[None, 1], stages[None, 2])]
    gX, gY = (cute.zipped_divide(t, (4,))[None, tidx] for t in (x, y))
    if tidx == 0:
        cute.arch.mbarrier_init(barrier, 1)
        cute.arch.mbarrier_init_fence()
        cute.arch.mbarrier_arrive_and_expect_tx(barrier, 16 * THREADS)
        bulk = cute.make_copy_atom(cpasync.CopyBulkG2SOp(), kind)
        cute.copy(bulk, x, stages[None, 0], mbar_ptr=barrier, cache_policy=policy)
    cute.arch.sync_threads()
    cp_async = cute.make_copy_atom(cpasync.CopyG2SOp(), kind, num_bits_per_copy=128)
    cute.copy(cp_async, gX, pieces[1][None, tidx], cache_policy=policy)
    cute.arch.cp_async_commit_group()
    cute.arch.cp_async_wait_group(0)
    cute.arch.mbarrier_wait(barrier, 0)
    frag = cute.make_rmem_tensor_like(gX)
    cute.copy(cute.make_copy_atom(CopyG2ROp(), kind, num_bits_per_copy=128, **hints), gX, frag, cache_policy=policy)
    sums = frag.load() + pieces[0][None, tidx].load() + pieces[1][None, tidx].load()
    pieces[2][None, tidx].store(sums)
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    if tidx == 0:
        out = cute.make_copy_atom(cpasync.CopyBulkS2GOp(), kind)
        cute.copy(out, stages[None, 2], y[None, 0], cache_policy=policy)
        cute.arch.cp_async_bulk_commit_group()
        cute.arch.cp_async_bulk_wait_group(0)
    frag.store(sums)
    store = cute.make_copy_atom(CopyR2GOp(), kind, num_bits_per_copy=128)
    gY = cute.zipped_divide(y[None, 1], (4,))[None, tidx]
    cute.copy(store, frag, gY, cache_policy=policy)


@cute.jit
def policies(x: cute.Tensor, y: cute.Tensor, policy: cutlass.Int64, hints: cutlass.Constexpr):
    policies_kernel(x, y, policy, hints).launch(grid=(1, 1, 1), block=(THREADS, 1, 1))


@pytest.mark.child
@pytest.mark.parametrize("target", TARGETS)
def test_copies_with_a_cache_policy(target: str, ptxas: Path) -> None:
    arrays = Arrays(target)
    values = np.random.default_rng(7).standard_normal(4 * THREADS).astype(np.float32)
    x, y = arrays.put(values), arrays.poisoned((2, 4 * THREADS))
    turned = y.transpose(1, 0) if target == "cuda" else y.T
    tensors = [cute.runtime.from_dlpack(t, assumed_align=16) for t in (x, turned)]
    function = cute.compile(policies, *tensors, EVICT_FIRST, READ_ONCE, options=arrays.options)
    function(*tensors, EVICT_FIRST)
    np.testing.assert_array_equal(arrays.get(y), np.stack([values + values + values] * 2))
    ptx = function.artifacts.ptx("sm_90a")
    for said in (
        "ld.global.nc.L1::no_allocate.L2::cache_hint.L2::128B.v4.b32",
        "st.global.L2::cache_hint.v4.b32",
        "cp.async.ca.shared.global.L2::cache_hint",
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint",
        "cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint",
    ):
        assert ptx.count(said) == 1, said
    assemble(ptx, gpu_target("sm_90a"), ptxas=str(ptxas))


@cute.kernel
def kept_kernel(x: cute.Tensor, y: cute.Tensor):
    """Each thread copies 16 bytes into shared memory, with a policy known when it is compiled."""
    tidx, _, _ = cute.arch.thread_idx()
    shared = cutlass.utils.SmemAllocator().allocate_tensor(x.element_type, cute.make_layout((16, THREADS)), 16)
    atom = cute.make_copy_atom(cpasync.CopyG2SOp(LoadCacheMode.GLOBAL), x.element_type, num_bits_per_copy=128)
    if tidx < cute.size(x) // 16:
        source = cute.zipped_divide(x, (16,))[None, tidx]
        cute.copy(atom, source, shared[None, tidx], cache_policy=cutlass.Int64(EVICT_FIRST))
    cute.arch.cp_async_commit_group()
    cute.arch.cp_async_wait_group(0)
    cute.arch.sync_threads()
    y[tidx] = shared[0, tidx]


@cute.jit
def kept(x: cute.Tensor, y: cute.Tensor):
    kept_kernel(x, y).launch(grid=(1, 1, 1), block=(THREADS, 1, 1))


LDGSTS, LDGSTS_WITH_BASE = 0xFAE, 0xDAE
"""What the lowest 12 bits of the instruction of sm_90 for `cp.async` are; the second adds a uniform register."""


def test_ptxas_adds_no_base_to_a_copy_with_a_policy(ptxas: Path) -> None:
    """ptxas 13.0 takes a wrong register for the policy there: ILLEGAL_INSTRUCTION on an H200."""
    extent = cute.sym_int(divisibility=16)
    tensors = [cute.runtime.make_fake_tensor(cutlass.Uint8, (extent,), (1,), assumed_align=16) for _ in range(2)]
    ptx = cute.compile(kept, *tensors).artifacts.ptx("sm_90a")
    cubin = assemble(ptx, gpu_target("sm_90a"), ptxas=str(ptxas)).cubin
    found = {word & 0xFFF for word in np.frombuffer(cubin[: len(cubin) // 8 * 8], np.uint64).tolist()}
    assert LDGSTS in found and LDGSTS_WITH_BASE not in found


def test_a_copy_in_shared_memory_takes_no_policy() -> None:
    @cute.kernel
    def kernel(x: cute.Tensor):
        sX = cutlass.utils.SmemAllocator().allocate_tensor(x.element_type, cute.make_layout(4), 16)
        atom = cute.make_copy_atom(CopyS2ROp(), x.element_type)
        cute.copy(atom, sX, cute.make_rmem_tensor_like(sX), cache_policy=EVICT_FIRST)

    @cute.jit
    def run(x: cute.Tensor):
        kernel(x).launch(grid=1, block=32)

    with pytest.raises(DSLUserCodeError, match="a copy by CopyS2ROp takes no cache_policy"):
        run(np.zeros(4, np.float32))
