"""`cute.arch`: indices, warp collectives, barriers, atomics."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, Any, Final, TypeVar

from cutedsl.arch.architectures import Arch as Arch
from cutedsl.errors import fail
from cutedsl.errors.names.lazy_names import lazy_names
from cutedsl.lang.emission.emitter import CuteEmitter, cute_emitter
from cutedsl.lang.emission.mlir_places import functions_take_places, takes_places
from cutedsl.lang.intrinsics.atomics import atomic_add as atomic_add
from cutedsl.lang.intrinsics.atomics import atomic_and as atomic_and
from cutedsl.lang.intrinsics.atomics import atomic_cas as atomic_cas
from cutedsl.lang.intrinsics.atomics import atomic_exch as atomic_exch
from cutedsl.lang.intrinsics.atomics import atomic_fmax as atomic_fmax
from cutedsl.lang.intrinsics.atomics import atomic_fmin as atomic_fmin
from cutedsl.lang.intrinsics.atomics import atomic_max as atomic_max
from cutedsl.lang.intrinsics.atomics import atomic_max_float32 as atomic_max_float32
from cutedsl.lang.intrinsics.atomics import atomic_min as atomic_min
from cutedsl.lang.intrinsics.atomics import atomic_or as atomic_or
from cutedsl.lang.intrinsics.atomics import atomic_xor as atomic_xor
from cutedsl.lang.intrinsics.atomics import load as load
from cutedsl.lang.intrinsics.atomics import prefetch as prefetch
from cutedsl.lang.intrinsics.atomics import red as red
from cutedsl.lang.intrinsics.atomics import store as store
from cutedsl.lang.intrinsics.election import elect_one as elect_one
from cutedsl.lang.intrinsics.floats import add_packed_f32x2 as add_packed_f32x2
from cutedsl.lang.intrinsics.floats import calc_packed_f32x2_op as calc_packed_f32x2_op
from cutedsl.lang.intrinsics.floats import exp as exp
from cutedsl.lang.intrinsics.floats import exp2 as exp2
from cutedsl.lang.intrinsics.floats import exp_packed_f32x2 as exp_packed_f32x2
from cutedsl.lang.intrinsics.floats import fma_packed_f32x2 as fma_packed_f32x2
from cutedsl.lang.intrinsics.floats import fmax as fmax
from cutedsl.lang.intrinsics.floats import fmin as fmin
from cutedsl.lang.intrinsics.floats import mul_packed_f32x2 as mul_packed_f32x2
from cutedsl.lang.intrinsics.floats import rcp_approx as rcp_approx
from cutedsl.lang.intrinsics.floats import sub_packed_f32x2 as sub_packed_f32x2
from cutedsl.lang.intrinsics.inline_ptx import inline_ptx as inline_ptx
from cutedsl.lang.intrinsics.integer_bits import add_sat_int as add_sat_int
from cutedsl.lang.intrinsics.integer_bits import bfe as bfe
from cutedsl.lang.intrinsics.integer_bits import bfi as bfi
from cutedsl.lang.intrinsics.integer_bits import bfind as bfind
from cutedsl.lang.intrinsics.integer_bits import brev as brev
from cutedsl.lang.intrinsics.integer_bits import clz as clz
from cutedsl.lang.intrinsics.integer_bits import log2_of_pow2_int as log2_of_pow2_int
from cutedsl.lang.intrinsics.integer_bits import lop3 as lop3
from cutedsl.lang.intrinsics.integer_bits import mad24 as mad24
from cutedsl.lang.intrinsics.integer_bits import mul24 as mul24
from cutedsl.lang.intrinsics.integer_bits import mul_hi as mul_hi
from cutedsl.lang.intrinsics.integer_bits import mul_wide as mul_wide
from cutedsl.lang.intrinsics.integer_bits import popc as popc
from cutedsl.lang.intrinsics.integer_bits import prmt as prmt
from cutedsl.lang.intrinsics.integer_bits import sub_sat_int as sub_sat_int
from cutedsl.lang.intrinsics.sync import ProxyKind as ProxyKind
from cutedsl.lang.intrinsics.sync import SharedSpace as SharedSpace
from cutedsl.lang.intrinsics.sync import barrier_arrive as barrier_arrive
from cutedsl.lang.intrinsics.sync import block_idx_in_cluster as block_idx_in_cluster
from cutedsl.lang.intrinsics.sync import block_in_cluster_dim as block_in_cluster_dim
from cutedsl.lang.intrinsics.sync import block_in_cluster_idx as block_in_cluster_idx
from cutedsl.lang.intrinsics.sync import check_named_barrier
from cutedsl.lang.intrinsics.sync import cluster_arrive as cluster_arrive
from cutedsl.lang.intrinsics.sync import cluster_arrive_relaxed as cluster_arrive_relaxed
from cutedsl.lang.intrinsics.sync import cluster_dim as cluster_dim
from cutedsl.lang.intrinsics.sync import cluster_idx as cluster_idx
from cutedsl.lang.intrinsics.sync import cluster_size as cluster_size
from cutedsl.lang.intrinsics.sync import cluster_wait as cluster_wait
from cutedsl.lang.intrinsics.sync import cp_async_bulk_commit_group as cp_async_bulk_commit_group
from cutedsl.lang.intrinsics.sync import cp_async_bulk_wait_group as cp_async_bulk_wait_group
from cutedsl.lang.intrinsics.sync import cp_async_mbarrier_arrive_noinc as cp_async_mbarrier_arrive_noinc
from cutedsl.lang.intrinsics.sync import fence_acq_rel_cluster as fence_acq_rel_cluster
from cutedsl.lang.intrinsics.sync import fence_acq_rel_cta as fence_acq_rel_cta
from cutedsl.lang.intrinsics.sync import fence_acq_rel_gpu as fence_acq_rel_gpu
from cutedsl.lang.intrinsics.sync import fence_acq_rel_sys as fence_acq_rel_sys
from cutedsl.lang.intrinsics.sync import fence_proxy as fence_proxy
from cutedsl.lang.intrinsics.sync import fence_view_async_shared as fence_view_async_shared
from cutedsl.lang.intrinsics.sync import griddepcontrol_launch_dependents as griddepcontrol_launch_dependents
from cutedsl.lang.intrinsics.sync import griddepcontrol_wait as griddepcontrol_wait
from cutedsl.lang.intrinsics.sync import map_dsmem_ptr as map_dsmem_ptr
from cutedsl.lang.intrinsics.sync import mapa as mapa
from cutedsl.lang.intrinsics.sync import mbarrier_arrive as mbarrier_arrive
from cutedsl.lang.intrinsics.sync import mbarrier_arrive_and_expect_tx as mbarrier_arrive_and_expect_tx
from cutedsl.lang.intrinsics.sync import mbarrier_conditional_try_wait as mbarrier_conditional_try_wait
from cutedsl.lang.intrinsics.sync import mbarrier_expect_tx as mbarrier_expect_tx
from cutedsl.lang.intrinsics.sync import mbarrier_init as mbarrier_init
from cutedsl.lang.intrinsics.sync import mbarrier_init_fence as mbarrier_init_fence
from cutedsl.lang.intrinsics.sync import mbarrier_test_wait as mbarrier_test_wait
from cutedsl.lang.intrinsics.sync import mbarrier_try_wait as mbarrier_try_wait
from cutedsl.lang.intrinsics.sync import mbarrier_wait as mbarrier_wait
from cutedsl.lang.intrinsics.sync import setmaxregister_decrease as setmaxregister_decrease
from cutedsl.lang.intrinsics.sync import setmaxregister_increase as setmaxregister_increase
from cutedsl.lang.intrinsics.sync import warpgroup_reg_alloc as warpgroup_reg_alloc
from cutedsl.lang.intrinsics.sync import warpgroup_reg_dealloc as warpgroup_reg_dealloc
from cutedsl.lang.intrinsics.vector_conversions import cvt_f4e2m1_f16_intrinsic as cvt_f4e2m1_f16_intrinsic
from cutedsl.lang.intrinsics.vector_conversions import cvt_f4e2m1x2_to_f16x2 as cvt_f4e2m1x2_to_f16x2
from cutedsl.lang.intrinsics.vector_conversions import cvt_f4e2m1x4_to_f16x4 as cvt_f4e2m1x4_to_f16x4
from cutedsl.lang.intrinsics.vector_conversions import cvt_f4e2m1x8_to_f16x8 as cvt_f4e2m1x8_to_f16x8
from cutedsl.lang.intrinsics.vector_conversions import cvt_f32_tf32 as cvt_f32_tf32
from cutedsl.lang.intrinsics.vector_conversions import cvt_f32x2_bf16x2 as cvt_f32x2_bf16x2
from cutedsl.lang.intrinsics.vector_conversions import cvt_i4_bf16_intrinsic as cvt_i4_bf16_intrinsic
from cutedsl.lang.intrinsics.vector_conversions import cvt_i8_bf16 as cvt_i8_bf16
from cutedsl.lang.intrinsics.vector_conversions import cvt_i8_bf16_intrinsic as cvt_i8_bf16_intrinsic
from cutedsl.lang.intrinsics.vector_conversions import cvt_i8x2_to_bf16x2 as cvt_i8x2_to_bf16x2
from cutedsl.lang.intrinsics.vector_conversions import cvt_i8x2_to_f32x2 as cvt_i8x2_to_f32x2
from cutedsl.lang.intrinsics.vector_conversions import cvt_i8x4_to_bf16x4 as cvt_i8x4_to_bf16x4
from cutedsl.lang.intrinsics.vector_conversions import cvt_i8x4_to_f32x4 as cvt_i8x4_to_f32x4
from cutedsl.lang.intrinsics.vector_conversions import sext_unpacked_i4_i8_intrinsic as sext_unpacked_i4_i8_intrinsic
from cutedsl.lang.intrinsics.warp import activemask as activemask
from cutedsl.lang.intrinsics.warp import aggr_smem_size as aggr_smem_size
from cutedsl.lang.intrinsics.warp import check_not_mask as _check_not_mask
from cutedsl.lang.intrinsics.warp import clock as clock
from cutedsl.lang.intrinsics.warp import clock64 as clock64
from cutedsl.lang.intrinsics.warp import dynamic_smem_size as dynamic_smem_size
from cutedsl.lang.intrinsics.warp import globaltimer as globaltimer
from cutedsl.lang.intrinsics.warp import globaltimer_lo as globaltimer_lo
from cutedsl.lang.intrinsics.warp import gridid as gridid
from cutedsl.lang.intrinsics.warp import lanemask_eq as lanemask_eq
from cutedsl.lang.intrinsics.warp import lanemask_ge as lanemask_ge
from cutedsl.lang.intrinsics.warp import lanemask_gt as lanemask_gt
from cutedsl.lang.intrinsics.warp import lanemask_le as lanemask_le
from cutedsl.lang.intrinsics.warp import lanemask_lt as lanemask_lt
from cutedsl.lang.intrinsics.warp import match_sync as match_sync
from cutedsl.lang.intrinsics.warp import nanosleep as nanosleep
from cutedsl.lang.intrinsics.warp import nsmid as nsmid
from cutedsl.lang.intrinsics.warp import nwarpid as nwarpid
from cutedsl.lang.intrinsics.warp import physical_warp_id as physical_warp_id
from cutedsl.lang.intrinsics.warp import smid as smid
from cutedsl.lang.intrinsics.warp import total_smem_size as total_smem_size
from cutedsl.lang.intrinsics.warp import vote_uni_sync as vote_uni_sync
from cutedsl.lang.intrinsics.warp import warp_redux_sync as warp_redux_sync
from cutedsl.lang.intrinsics.warp import warpsize as warpsize
from cutedsl.lang.shared.remote_stores import store_async_dsmem as store_async_dsmem
from cutedsl.lang.shared.smem import alloc_smem as alloc_smem
from cutedsl.lang.shared.smem import get_dyn_smem as get_dyn_smem
from cutedsl.lang.shared.smem import get_dyn_smem_size as get_dyn_smem_size
from cutedsl.staging.numeric import Numeric, NumericT, as_numeric
from cutedsl.staging.protocol import Handle
from cutedsl.staging.scalars import Boolean, Int32, Uint32
from cutedsl.staging.tree import IndexTriple

T = TypeVar("T")
WARP_SIZE: Final = 32
WARPS_PER_WARPGROUP: Final = 4
THREADS_PER_WARPGROUP: Final = WARPS_PER_WARPGROUP * WARP_SIZE
SM100_TMEM_CAPACITY_COLUMNS: Final = 512
SM100_TMEM_MIN_ALLOC_COLUMNS: Final = 32
"""Columns of tensor memory, as releases up to 4.3 name them. See `get_max_tmem_alloc_cols`."""
FULL_MASK: Final = 0xFFFFFFFF  # a bit for each of the 32 lanes

_SHUFFLE_BITS = (8, 16, 32, 64)


def _integer(name: str, value: object) -> Handle:
    """A number as the 32-bit integer that an operation takes; error integer-needed for a float."""
    number = as_numeric(value)
    if number.spec.is_float:
        raise fail("integer-needed", f"`{name}` takes an integer, got {type(number).__name__}")
    return number.to(Int32).ir_value()


def _kernel_emitter(name: str) -> CuteEmitter:
    """The emitter of the kernel that is being recorded; error outside-kernel in a host function."""
    emitter = cute_emitter()
    if not emitter.in_kernel:
        raise fail("outside-kernel", f"`{name}` cannot be called in a host function, which has no threads")
    return emitter


def _index(name: str, axis: int | None = None) -> Int32:
    emitter = _kernel_emitter(name.replace("cute.", "cute.arch."))
    attrs = {} if axis is None else {"axis": axis}
    (value,) = emitter.op(name, (), (emitter.dtype_type(Int32.spec),), attrs)
    return Int32.from_handle(value)


def _triple(name: str) -> tuple[Int32, Int32, Int32]:
    return IndexTriple(name.removeprefix("cute."), (_index(name, 0), _index(name, 1), _index(name, 2)))


def thread_idx() -> tuple[Int32, Int32, Int32]:
    """This thread's (x, y, z) in its block. Source: PTX ISA, `%tid`."""
    return _triple("cute.thread_idx")


def block_idx() -> tuple[Int32, Int32, Int32]:
    """This block's (x, y, z) in the grid. Source: PTX ISA, `%ctaid`."""
    return _triple("cute.block_idx")


def block_dim() -> tuple[Int32, Int32, Int32]:
    """Threads of a block along (x, y, z). Source: PTX ISA, `%ntid`."""
    return _triple("cute.block_dim")


def grid_dim() -> tuple[Int32, Int32, Int32]:
    """Blocks of the grid along (x, y, z). Source: PTX ISA, `%nctaid`."""
    return _triple("cute.grid_dim")


def lane_idx() -> Int32:
    """This thread's index in its warp, 0 to 31. Source: PTX ISA, `%laneid`."""
    return _index("cute.lane_idx")


def warp_idx() -> Int32:
    """This warp's index in its block: the linear thread index / 32."""
    return _index("cute.warp_idx")


# -- barriers --------------------------------------------------------------------------------------------------------
def sync_threads() -> None:
    """Barrier for all threads of the block; memory writes before it are visible after it.

    Errors: barrier-divergent at run time on the CPU, if some threads of a warp do not come.
    Source: PTX ISA, `bar.sync 0`.
    """
    _kernel_emitter("sync_threads").op("cute.barrier", (), (), {})


def barrier(*, barrier_id: object = None, number_of_threads: object = None) -> None:
    """A named barrier of `number_of_threads` threads (a multiple of 32), by default all of the block.

    Without arguments, `sync_threads()`. Errors: barrier-arguments. Source: PTX ISA, `barrier.sync`.
    """
    if barrier_id is None and number_of_threads is None:
        sync_threads()
        return
    if barrier_id is None:
        raise fail("barrier-arguments", f"a barrier of {number_of_threads} threads needs a barrier id")
    if number_of_threads is None:
        number_of_threads = _threads_in_warps()
    check_named_barrier(barrier_id, number_of_threads)
    operands = (
        _integer("barrier", barrier_id),
        _integer("barrier", number_of_threads),
    )
    cute_emitter().op("cute.barrier", operands, (), {})


def _threads_in_warps() -> Int32:
    """The threads of a block, counted in whole warps."""
    x, y, z = block_dim()
    return (x * y * z + (WARP_SIZE - 1)) // WARP_SIZE * WARP_SIZE


def sync_warp(mask: object = FULL_MASK) -> None:
    """Synchronises the lanes of `mask`. Source: PTX ISA, `bar.warp.sync`."""
    cute_emitter().op("cute.sync_warp", (_mask(mask),), (), {})


# -- asynchronous copies ---------------------------------------------------------------------------------------------
def cp_async_commit_group() -> None:
    """Commits this thread's `cp.async` copies so far as one group. Source: PTX ISA, `cp.async.commit_group`."""
    cute_emitter().op("cute.cp_async_commit", (), (), {})


def cp_async_wait_group(n: int) -> None:
    """Waits until at most `n` of this thread's groups are pending. Source: PTX ISA, `cp.async.wait_group`."""
    if not isinstance(n, int) or n < 0:  # pyright: ignore[reportUnnecessaryIsInstance]
        raise fail("requires-constexpr", f"cp_async_wait_group takes a compile-time integer, got {n}")
    cute_emitter().op("cute.cp_async_wait", (), (), {"count": n})


# -- warp collectives ------------------------------------------------------------------------------------------------
def _mask(mask: object) -> object:
    return Uint32.of_literal(mask).ir_value() if isinstance(mask, int) else as_numeric(mask).to(Uint32).ir_value()


def _shuffle(mode: str, value: object, offset: object, mask: object, clamp: int) -> Any:
    from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA

    _check_not_mask(value, f"cute.arch.shuffle_sync{'' if mode == 'idx' else f'_{mode}'}(value, offset, mask)")
    emitter = cute_emitter()
    if isinstance(value, TensorSSA):
        each = [_shuffle(mode, value.element(k), offset, mask, clamp).ir_value() for k in range(value.count)]
        kind = emitter.vector_type(value.dtype.spec, value.count)
        (packed,) = emitter.op("cute.vec.pack", each, (kind,), {})
        return TensorSSA(packed, value.shape, value.dtype)
    number = as_numeric(value)
    if number.width not in _SHUFFLE_BITS and not number.spec.is_bool:
        raise fail("shuffle-width", f"a shuffle moves 8, 16, 32 or 64 bits, got {type(number).__name__}")
    operands = (
        number.ir_value(),
        _integer("a shuffle", offset),
        _mask(mask),
        Int32(clamp).ir_value(),
    )
    (moved,) = emitter.op("cute.shuffle", operands, (emitter.dtype_type(number.spec),), {"mode": mode})
    return type(number).from_handle(moved)


def shuffle_sync(value: T, offset: object, mask: object = FULL_MASK, mask_and_clamp: int = 31) -> T:
    """The value of lane `offset`. Source: PTX ISA, `shfl.sync.idx`."""
    return _shuffle("idx", value, offset, mask, mask_and_clamp)


def make_warp_uniform(value: T) -> T:
    """Broadcasts lane 0's value, so that the compiler knows that a branch on it is uniform.

    Source: CuTe DSL documentation, "arch"; PTX ISA, `shfl.sync.idx`.
    """
    return shuffle_sync(value, 0)


def shuffle_sync_up(value: T, offset: object, mask: object = FULL_MASK, mask_and_clamp: int = 0) -> T:
    """The value of the lane `offset` below; lanes without one keep theirs. Source: PTX ISA, `shfl.sync.up`."""
    return _shuffle("up", value, offset, mask, mask_and_clamp)


def shuffle_sync_down(value: T, offset: object, mask: object = FULL_MASK, mask_and_clamp: int = 31) -> T:
    """The value of the lane `offset` above; lanes without one keep theirs. Source: PTX ISA, `shfl.sync.down`."""
    return _shuffle("down", value, offset, mask, mask_and_clamp)


def shuffle_sync_bfly(value: T, offset: object, mask: object = FULL_MASK, mask_and_clamp: int = 31) -> T:
    """The value of lane `lane ^ offset`. Source: PTX ISA, `shfl.sync.bfly`."""
    return _shuffle("bfly", value, offset, mask, mask_and_clamp)


def shuffle_sync_op(
    value: T, offset: object, mask: object = FULL_MASK, mask_and_clamp: int = 31, kind: object = "idx"
) -> T:
    """A shuffle of the given kind: `idx`, `up`, `down` or `bfly`, as text or as an enumeration member.

    `up` clamps at 0. Errors: warp-argument.
    """
    mode = kind.name if isinstance(kind, Enum) else str(kind)
    if mode not in ("idx", "up", "down", "bfly"):
        raise fail("warp-argument", f"the kind of shuffle must be idx, up, down or bfly, got {mode!r}")
    return _shuffle(mode, value, offset, mask, mask_and_clamp)


def warp_reduction(val: T, op: Callable[[Any, Any], Any], *, threads_in_group: int = WARP_SIZE) -> T:
    """Reduces the values of each group of lanes with `op`; every lane of the group gets the result.

    Law: a butterfly of log2(threads_in_group) shuffles; `op` is associative and commutative.
    Errors: reduction-group for a group size that is not a power of two up to 32.
    """
    if threads_in_group not in (1, 2, 4, 8, 16, 32):
        raise fail("reduction-group", f"threads_in_group must be 1, 2, 4, 8, 16 or 32, got {threads_in_group}")
    if not callable(op):
        fix = "Give a function of two values: `lambda a, b: a + b`; sums are `warp_reduction_sum(val)`."
        raise fail("warp-argument", f"`op` of `warp_reduction` is {op!r}, not a function", fix=fix)
    number = as_numeric(val)
    offset = threads_in_group // 2
    while offset:
        number = op(number, shuffle_sync_bfly(number, offset))
        offset //= 2
    return number


def warp_reduction_sum(val: T, *, threads_in_group: int = WARP_SIZE) -> T:
    """The sum over each group of lanes."""
    return warp_reduction(val, lambda a, b: a + b, threads_in_group=threads_in_group)


def warp_reduction_max(val: T, *, threads_in_group: int = WARP_SIZE) -> T:
    """The maximum over each group of lanes."""
    return warp_reduction(val, _maximum, threads_in_group=threads_in_group)


def _maximum(a: Numeric, b: Numeric) -> Numeric:
    return type(a).from_handle(cute_emitter().binary("max", a.spec, a.ir_value(), b.ir_value()))


def _vote(mode: str, pred: object, mask: object, result: type[NumericT]) -> NumericT:
    _check_not_mask(pred, f"cute.arch.vote_{mode}_sync(pred, mask)")
    emitter = cute_emitter()
    operands = (as_numeric(pred).to(Boolean).ir_value(), _mask(mask))
    (value,) = emitter.op("cute.vote", operands, (emitter.dtype_type(result.spec),), {"mode": mode})
    return result.from_handle(value)


def vote_any_sync(pred: object, mask: object = FULL_MASK) -> Boolean:
    """Whether `pred` holds in some lane of the mask. Source: PTX ISA, `vote.sync.any`."""
    return _vote("any", pred, mask, Boolean)


def vote_all_sync(pred: object, mask: object = FULL_MASK) -> Boolean:
    """Whether `pred` holds in every lane of the mask. Source: PTX ISA, `vote.sync.all`."""
    return _vote("all", pred, mask, Boolean)


def vote_ballot_sync(pred: object, mask: object = FULL_MASK) -> Any:
    """One bit for each lane of the mask: whether `pred` holds there. Source: PTX ISA, `vote.sync.ballot`."""
    return _vote("ballot", pred, mask, Uint32)


if TYPE_CHECKING:
    from cutedsl.lang.blackwell.tmem_functions import alloc_tmem as alloc_tmem
    from cutedsl.lang.blackwell.tmem_functions import dealloc_tmem as dealloc_tmem
    from cutedsl.lang.blackwell.tmem_functions import fence_view_async_tmem_load as fence_view_async_tmem_load
    from cutedsl.lang.blackwell.tmem_functions import fence_view_async_tmem_store as fence_view_async_tmem_store
    from cutedsl.lang.blackwell.tmem_functions import get_max_tmem_alloc_cols as get_max_tmem_alloc_cols
    from cutedsl.lang.blackwell.tmem_functions import get_min_tmem_alloc_cols as get_min_tmem_alloc_cols
    from cutedsl.lang.blackwell.tmem_functions import relinquish_tmem_alloc_permit as relinquish_tmem_alloc_permit
    from cutedsl.lang.blackwell.tmem_functions import retrieve_tmem_ptr as retrieve_tmem_ptr
    from cutedsl.lang.intrinsics.clc import clc_response as clc_response
    from cutedsl.lang.intrinsics.clc import issue_clc_query as issue_clc_query
else:
    __getattr__, __dir__ = lazy_names(
        __name__,
        "cute.arch",
        {
            "cutedsl.lang.intrinsics.clc": "clc_response issue_clc_query",
            "cutedsl.lang.blackwell.tmem_functions": """
                alloc_tmem dealloc_tmem fence_view_async_tmem_load fence_view_async_tmem_store get_max_tmem_alloc_cols
                get_min_tmem_alloc_cols relinquish_tmem_alloc_permit retrieve_tmem_ptr
            """,
        },
        given=takes_places,
    )


functions_take_places(globals())
