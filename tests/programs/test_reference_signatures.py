"""Keywords, defaults and members that docs/design/sources.md names in 2.6 (`cute.arch`) and 2.7 (`cute.nvgpu`)."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

import cutedsl.cute as cute
from cutedsl.cute import nvgpu
from cutedsl.errors.names.not_yet import NotYet

FULL = 0xFFFFFFFF

ARCH: dict[str, str] = {
    "sync_warp": f"mask={FULL}",
    "barrier": "*, barrier_id=None, number_of_threads=None",
    "barrier_arrive": "*, barrier_id, number_of_threads, aligned=True",
    "cluster_arrive": "*, aligned=True",
    "setmaxregister_increase": "reg_count",
    "mbarrier_init": "mbar_ptr, cnt",
    "mbarrier_arrive": "mbar_ptr, peer_cta_rank_in_cluster=None, arrive_count=1, *, relaxed=False, scope=None",
    "mbarrier_arrive_and_expect_tx": "mbar_ptr, bytes, peer_cta_rank_in_cluster=None, *, relaxed=False, scope=None",
    "mbarrier_expect_tx": "mbar_ptr, bytes, peer_cta_rank_in_cluster=None",
    "mbarrier_wait": "mbar_ptr, phase",
    "mbarrier_try_wait": "mbar_ptr, phase",
    "mbarrier_test_wait": "mbar_ptr, phase",
    "mbarrier_conditional_try_wait": "cond, mbar_ptr, phase",
    "cp_async_mbarrier_arrive_noinc": "mbar_ptr",
    "cp_async_wait_group": "n",
    "cp_async_bulk_wait_group": "group, *, read=None",
    "shuffle_sync": f"value, offset, mask={FULL}, mask_and_clamp=31",
    "shuffle_sync_up": f"value, offset, mask={FULL}, mask_and_clamp=0",
    "shuffle_sync_down": f"value, offset, mask={FULL}, mask_and_clamp=31",
    "shuffle_sync_bfly": f"value, offset, mask={FULL}, mask_and_clamp=31",
    "warp_reduction": "val, op, *, threads_in_group=32",
    "warp_reduction_max": "val, *, threads_in_group=32",
    "warp_reduction_sum": "val, *, threads_in_group=32",
    "warp_redux_sync": f"value, kind, mask_and_clamp={FULL}, *, abs=False, nan=None",
    "vote_ballot_sync": f"pred, mask={FULL}",
    "vote_uni_sync": f"pred, mask={FULL}",
    "match_sync": "mask, value, kind='any'",
    "atomic_add": "ptr, val, *, sem=None, scope=None",
    "atomic_exch": "ptr, val, *, sem=None, scope=None",
    "atomic_cas": "ptr, *, cmp, val, sem=None, scope=None",
    "atomic_fmax": "ptr, val, *, sign_bit=None, sem=None, scope=None",
    "red": "ptr, val, *, op='add', dtype=None, sem=None, scope=None",
    "load": "ptr, dtype=None, *, sem=None, scope=None, level1_eviction_priority=None, level2_prefetch_size=None, "
    "cop=None, ss=None, level_prefetch_size=None",
    "store": "ptr, val, *, sem=None, scope=None, level1_eviction_priority=None, cop=None, ss=None",
    "prefetch": "addr, *, cache_level='L1', tensormap=False",
    "alloc_smem": "element_type, size_in_elems, alignment=None",
    "map_dsmem_ptr": "ptr, peer_cta_rank_in_cluster",
    "store_async_dsmem": "smem_ptr, value, mbar_ptr, peer_cta_rank",
    "fmax": "a, b, *, abs=False, nan=False, ftz=False",
    "fmin": "a, b, *, abs=False, nan=False, ftz=False",
    "fma_packed_f32x2": "src_a, src_b, src_c, *, rnd='rn', ftz=False",
    "add_packed_f32x2": "src_a, src_b, *, rnd='rn', ftz=False",
    "inline_ptx": "code, *, write_only_types=(), read_only_args=(), read_write_args=(), predicate=None",
}

MEMBERS: dict[str, str] = {
    "OperandMajorMode": "MN K",
    "OutputMajorMode": "M N",
    "MemoryOrder": "WEAK RELAXED ACQUIRE RELEASE ACQ_REL SC MMIO CONSTANT VOLATILE",
    "MemoryScope": "CTA CLUSTER GPU SYS",
    "L2PrefetchSize": "NONE RESERVED SIZE_64B SIZE_128B SIZE_256B",
    "CacheEvictionPriority": "EVICT_NORMAL EVICT_FIRST EVICT_LAST EVICT_UNCHANGED NO_ALLOCATE",
    "LoadCacheMode": "ALWAYS GLOBAL STREAMING LAST_USE NONE",
    "StoreCacheMode": "WRITE_BACK GLOBAL STREAMING WRITE_THROUGH NONE",
    "SharedSpace": "CTA CLUSTER",
    "warp.Field": "ACCUMULATE SFA SFB",
    "warpgroup.Field": "ACCUMULATE",
    "warpgroup.OperandSource": "RMEM SMEM",
    "warpgroup.SmemLayoutAtomKind": "MN_INTER MN_SW32 MN_SW64 MN_SW128 K_INTER K_SW32 K_SW64 K_SW128",
}


def spelled(function: Any) -> str:
    """A function's parameters without annotations, and without the places in MLIR that all take."""
    shown: list[inspect.Parameter] = []
    for parameter in inspect.signature(inspect.unwrap(function)).parameters.values():
        if parameter.name not in ("loc", "ip"):
            shown.append(parameter.replace(annotation=inspect.Parameter.empty))
    return str(inspect.Signature(shown))[1:-1]


@pytest.mark.parametrize("name", ARCH)
def test_functions_of_arch_have_the_signatures_of_the_reference(name: str) -> None:
    assert spelled(getattr(cute.arch, name)) == ARCH[name]


@pytest.mark.parametrize("name", MEMBERS)
def test_the_members_of_an_enumeration(name: str) -> None:
    value: Any = nvgpu
    for part in name.split("."):
        value = getattr(value, part)
    assert not isinstance(value, NotYet)
    assert [member for member in MEMBERS[name].split() if not hasattr(value, member)] == []
