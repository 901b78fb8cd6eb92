"""The part of `cute.arch` that orders threads: mbarriers, named barriers, fences, clusters, bulk copy groups."""

from __future__ import annotations

from enum import Enum
from typing import Any, Final

from cutedsl.errors import fail
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.lang.tensors.kinds import pointer_type
from cutedsl.lang.tensors.pointer import Pointer, recast_ptr
from cutedsl.staging.numeric import as_numeric
from cutedsl.staging.protocol import Handle
from cutedsl.staging.scalars import Boolean, Int32, Int64
from cutedsl.staging.tree import IndexTriple
from cutedsl.types import AddressSpace

_MBARRIER_BITS: Final = 64
_MAX_ARRIVALS: Final = (1 << 20) - 1
"""PTX ISA, "Contents of the mbarrier object": the count of arrivals has 20 bits."""
_SHARED: Final = (AddressSpace.smem, AddressSpace.dsmem)


def _int32(value: object) -> Handle:
    number = as_numeric(value)
    if number.spec.is_float:
        raise fail("integer-needed", f"an operation on barriers takes integers, got {type(number).__name__}")
    return number.to(Int32).ir_value()


def _literal(value: object) -> int | None:
    number = as_numeric(value)
    return int(number.literal) if number.is_static else None


# -- mbarriers -------------------------------------------------------------------------------------------------------
def _barrier(pointer: Any, peer: object = None) -> Handle:
    """The handle of an mbarrier's pointer, in the shared memory of block `peer` of the cluster if one is named."""
    if not isinstance(pointer, Pointer) or pointer.memspace not in _SHARED:
        raise fail(
            "mbarrier-pointer",
            f"an mbarrier must be 8 bytes of shared memory, got {pointer}",
            fix="Allocate it there: `smem.allocate_array(Int64, stages)`, and pass its pointer.",
        )
    if pointer.dtype.spec.width != _MBARRIER_BITS:
        if pointer.align_bytes % (_MBARRIER_BITS // 8):
            raise fail(
                "mbarrier-pointer",
                f"an mbarrier is 8 aligned bytes, got a pointer to {pointer.dtype.__name__} at a multiple of "
                f"{pointer.align_bytes}",
                fix="Allocate it as Int64, or recast the pointer: `cute.recast_ptr(p, dtype=Int64)`.",
            )
        pointer = recast_ptr(pointer, dtype=Int64)  # part of an allocation of words that is aligned as one
    return pointer.handle if peer is None else map_dsmem_ptr(pointer, peer).handle


def mbarrier_init(mbar_ptr: Pointer, cnt: object) -> None:
    """Makes the 8 bytes an mbarrier whose phases end after `cnt` arrivals; one thread does it.

    Errors: mbarrier-pointer, mbarrier-count, barrier-count. Source: PTX ISA, `mbarrier.init`.
    """
    init_mbarrier(mbar_ptr, cnt, ring=False)


def init_mbarrier(mbar_ptr: Pointer, cnt: object, *, ring: bool) -> None:
    """`mbarrier_init`; of a `ring`, where a thread arrives at most once a phase."""
    count = _literal(cnt)
    if count is not None and not 1 <= count <= _MAX_ARRIVALS:
        raise fail("mbarrier-count", f"an mbarrier counts 1 to {_MAX_ARRIVALS} arrivals per phase, got {count}")
    attrs: dict[str, object] = {"ring": True} if ring else {}
    cute_emitter().op("cute.mbarrier.init", (_barrier(mbar_ptr), _int32(cnt)), (), attrs)


def mbarrier_init_fence() -> None:
    """Other threads, of the cluster too, see the initialised mbarriers after a barrier that follows this."""
    _fence("mbarrier_init")


def mbarrier_arrive(
    mbar_ptr: Pointer,
    peer_cta_rank_in_cluster: object = None,
    arrive_count: object = 1,
    *,
    relaxed: bool = False,
    scope: object = None,
) -> None:
    """Each thread makes `arrive_count` arrivals, at the mbarrier of another block of the cluster if one is named.

    An arrival at another block shows it all that the thread wrote; `scope="cta"` leaves that out, which is right where
    the thread has only read, and spares a fence of the whole GPU. A `relaxed` arrival shows nothing of what the thread
    wrote without a fence before it: checked runs rely on that, and GPUs order memory all the same.
    Errors: mbarrier-pointer. Source: PTX ISA, `mbarrier.arrive`.
    """
    operands = (_barrier(mbar_ptr, peer_cta_rank_in_cluster), _int32(arrive_count))
    attrs: dict[str, object] = {"scope": "cta"} if str(scope) == "cta" else {}
    cute_emitter().op("cute.mbarrier.arrive", operands, (), {**attrs, **({"relaxed": True} if relaxed else {})})


def arrive_for_warp(mbar_ptr: Pointer, peer: object = None, *, scope: str = "") -> None:
    """One arrival of each thread that is here, for its whole warp, which comes here together."""
    attrs: dict[str, object] = {"warp": True, **({"scope": scope} if scope else {})}
    cute_emitter().op("cute.mbarrier.arrive", (_barrier(mbar_ptr, peer), _int32(1)), (), attrs)


def mbarrier_arrive_and_expect_tx(
    mbar_ptr: Pointer,
    bytes: object,
    peer_cta_rank_in_cluster: object = None,
    *,
    relaxed: bool = False,
    scope: object = None,
) -> None:
    """The phase also waits for `bytes` of copies; then one arrival. Source: PTX ISA, `mbarrier.arrive.expect_tx`."""
    operands = (_barrier(mbar_ptr, peer_cta_rank_in_cluster), _int32(bytes))
    cute_emitter().op("cute.mbarrier.arrive_tx", operands, (), {})


def mbarrier_expect_tx(mbar_ptr: Pointer, bytes: object, peer_cta_rank_in_cluster: object = None) -> None:
    """The phase also waits for `bytes` of copies. Source: PTX ISA, `mbarrier.expect_tx`."""
    operands = (_barrier(mbar_ptr, peer_cta_rank_in_cluster), _int32(bytes))
    cute_emitter().op("cute.mbarrier.expect_tx", operands, (), {})


def mbarrier_wait(mbar_ptr: Pointer, phase: object) -> None:
    """Waits until the phase of parity `phase` (0 first) is complete; parity 1 is complete from the start.

    Errors: mbarrier-pointer; deadlock on the CPU. Source: PTX ISA, `mbarrier.try_wait.parity`.
    """
    cute_emitter().op("cute.mbarrier.wait", (_barrier(mbar_ptr), _int32(phase)), (), {})


def _test(mbar_ptr: Pointer, phase: object, *, patient: bool) -> Boolean:
    emitter = cute_emitter()
    attrs: dict[str, object] = {"patient": True} if patient else {}
    operands = (_barrier(mbar_ptr), _int32(phase))
    (done,) = emitter.op("cute.mbarrier.test", operands, (emitter.dtype_type(Boolean.spec),), attrs)
    return Boolean.from_handle(done)


def mbarrier_try_wait(mbar_ptr: Pointer, phase: object) -> Boolean:
    """Whether the phase is complete, after waiting a while for it. Source: PTX ISA, `mbarrier.try_wait.parity`."""
    return _test(mbar_ptr, phase, patient=True)


def mbarrier_test_wait(mbar_ptr: Pointer, phase: object) -> Boolean:
    """Whether the phase is complete. Source: PTX ISA, `mbarrier.test_wait.parity`."""
    return _test(mbar_ptr, phase, patient=False)


def mbarrier_conditional_try_wait(cond: object, mbar_ptr: Pointer, phase: object) -> Boolean:
    """`mbarrier_try_wait` where `cond` holds; true elsewhere."""
    condition = as_numeric(cond).to(Boolean)
    if condition.is_static:
        return mbarrier_try_wait(mbar_ptr, phase) if condition.literal else Boolean(True)
    found = _test(mbar_ptr, phase, patient=True)
    return found | ~condition


def cp_async_mbarrier_arrive_noinc(mbar_ptr: Pointer) -> None:
    """One arrival, counted by the initialisation, when this thread's `cp.async` copies so far have ended."""
    cute_emitter().op("cute.mbarrier.copy_arrive", (_barrier(mbar_ptr),), (), {})


# -- named barriers --------------------------------------------------------------------------------------------------
def barrier_arrive(*, barrier_id: object, number_of_threads: object, aligned: bool = True) -> None:
    """Counts this warp in at a named barrier of `number_of_threads`, and goes on. Source: PTX ISA, `bar.arrive`."""
    check_named_barrier(barrier_id, number_of_threads)
    cute_emitter().op("cute.barrier_arrive", (_int32(barrier_id), _int32(number_of_threads)), (), {})


def check_named_barrier(barrier_id: object, number_of_threads: object) -> None:
    """Refuses numbers that no named barrier has, as far as they are known now; error barrier-arguments."""
    number, count = _literal(barrier_id), _literal(number_of_threads)
    if number is not None and not 0 <= number < 16:
        raise fail("barrier-arguments", f"the id of a named barrier must be 0 to 15, got {number}")
    if count is not None and (count % 32 or not 32 <= count <= 1024):
        raise fail("barrier-arguments", f"a named barrier counts whole warps: 32, 64, ... 1024 threads, got {count}")


# -- fences ----------------------------------------------------------------------------------------------------------
def _fence(kind: str) -> None:
    cute_emitter().op("cute.fence", (), (), {"kind": kind})


def fence_acq_rel_cta() -> None:
    """Orders this thread's memory accesses for the threads of its block. Source: PTX ISA, `fence.acq_rel.cta`."""
    _fence("acq_rel.cta")


def fence_acq_rel_cluster() -> None:
    """Orders this thread's memory accesses for the threads of its cluster."""
    _fence("acq_rel.cluster")


def fence_acq_rel_gpu() -> None:
    """Orders this thread's memory accesses for all threads of the device."""
    _fence("acq_rel.gpu")


def fence_acq_rel_sys() -> None:
    """Orders this thread's memory accesses for the host and other devices too."""
    _fence("acq_rel.sys")


def fence_sequential(scope: str) -> None:
    """Orders memory accesses among the threads of a scope, in one order with all other such fences.

    Source: PTX ISA, `fence.sc`.
    """
    _fence(f"sc.{scope}")


_PROXIES: Final = ("alias", "async", "async.global", "async.shared")


class ProxyKind(Enum):
    """Kinds of `fence_proxy`, by the names of CuTe DSL; the text is accepted too."""

    alias = "alias"
    async_ = "async"
    async_global = "async.global"
    async_shared = "async.shared"


class SharedSpace(Enum):
    """The shared memory that a fence of kind `async_shared` is about."""

    shared_cta = "cta"
    shared_cluster = "cluster"
    CTA = shared_cta
    CLUSTER = shared_cluster


def fence_proxy(kind: object, *, space: object = None, use_intrinsic: object = None) -> None:
    """Orders accesses by ordinary instructions with those of another proxy (the bulk copy engine: "async.shared").

    `kind` is "alias", "async", "async.global" or "async.shared", which has the `space` "cta" or "cluster"; or a
    member of `ProxyKind` and of `SharedSpace`.
    Errors: fence-kind. Source: PTX ISA, `fence.proxy`.
    """
    name = str(kind.value if isinstance(kind, Enum) else kind)
    where = None if space is None else str(space.value if isinstance(space, Enum) else space)
    if name not in _PROXIES or where not in (None, "cta", "cluster"):
        raise fail("fence-kind", f"there is no proxy fence of kind {kind!r} and space {space!r}")
    if (name == "async.shared") != (where is not None):
        raise fail("fence-kind", f'only the kind "async.shared" takes a space, got "{name}" and space={space!r}')
    _fence(f"proxy.{name}" + ("" if where is None else f"::{where}"))


def fence_view_async_shared() -> None:
    """What this thread wrote to shared memory is there for the bulk copy engine and `wgmma`."""
    _fence("proxy.async.shared::cta")


# -- clusters --------------------------------------------------------------------------------------------------------
def _index(kind: str, axis: int = 0) -> Int32:
    emitter = cute_emitter()
    (value,) = emitter.op("cute.cluster_index", (), (emitter.dtype_type(Int32.spec),), {"kind": kind, "axis": axis})
    return Int32.from_handle(value)


def _triple(function: str, kind: str) -> tuple[Int32, Int32, Int32]:
    return IndexTriple(function, (_index(kind, 0), _index(kind, 1), _index(kind, 2)))


def cluster_idx() -> tuple[Int32, Int32, Int32]:
    """This cluster's (x, y, z) in the grid. Source: PTX ISA, `%clusterid`."""
    return _triple("cluster_idx", "idx")


def cluster_dim() -> tuple[Int32, Int32, Int32]:
    """Clusters of the grid along (x, y, z). Source: PTX ISA, `%nclusterid`."""
    return _triple("cluster_dim", "dim")


def block_in_cluster_idx() -> tuple[Int32, Int32, Int32]:
    """This block's (x, y, z) in its cluster. Source: PTX ISA, `%cluster_ctaid`."""
    return _triple("block_in_cluster_idx", "block_idx")


def block_in_cluster_dim() -> tuple[Int32, Int32, Int32]:
    """Blocks of a cluster along (x, y, z). Source: PTX ISA, `%cluster_nctaid`."""
    return _triple("block_in_cluster_dim", "block_dim")


def block_idx_in_cluster() -> Int32:
    """This block's rank in its cluster, x fastest. Source: PTX ISA, `%cluster_ctarank`."""
    return _index("rank")


def cluster_size() -> Int32:
    """Blocks of a cluster. Source: PTX ISA, `%cluster_nctarank`."""
    return _index("size")


def cluster_arrive(*, aligned: bool = True) -> None:
    """This thread has come to the cluster's barrier; its writes are seen after the others' `cluster_wait`."""
    cute_emitter().op("cute.cluster_arrive", (), (), {})


def cluster_arrive_relaxed(*, aligned: bool = True) -> None:
    """`cluster_arrive` that orders no memory."""
    cute_emitter().op("cute.cluster_arrive", (), (), {"relaxed": True})


def cluster_wait(*, aligned: bool = True) -> None:
    """Waits until all threads of the cluster have arrived, this one too: each wait needs an arrival of its own.

    Errors: deadlock at run time on the CPU, where there is none. Source: PTX ISA, `barrier.cluster.wait`.
    """
    cute_emitter().op("cute.cluster_wait", (), (), {})


def map_dsmem_ptr(ptr: Pointer, peer_cta_rank_in_cluster: object) -> Pointer:
    """The same place in the shared memory of another block of the cluster.

    Errors: mbarrier-pointer for a pointer into other memory; cluster-rank on the CPU. Source: PTX ISA, `mapa`.
    """
    if ptr.memspace is not AddressSpace.smem:
        raise fail(
            "mbarrier-pointer", f"{ptr} is not in shared memory; only shared memory can be mapped to another block"
        )
    kind = pointer_type(ptr.dtype, AddressSpace.dsmem, ptr.align_bytes, ptr.swizzle)
    (handle,) = cute_emitter().op("cute.mapa", (ptr.handle, _int32(peer_cta_rank_in_cluster)), (kind,), {})
    return Pointer(handle, ptr.dtype, AddressSpace.dsmem, ptr.align_bytes, ptr.swizzle)


# -- registers, dependent launches, bulk copy groups -------------------------------------------------------------------
mapa = map_dsmem_ptr
"""PTX's name of it."""


def _set_registers(kind: str, count: int) -> None:
    if not isinstance(count, int) or count % 8 or not 24 <= count <= 256:
        raise fail("register-count", f"setmaxregister takes a multiple of 8 from 24 to 256, got {count}")
    cute_emitter().op("cute.setmaxregister", (), (), {"kind": kind, "count": count})


def setmaxregister_increase(reg_count: int) -> None:
    """From here on each thread of the warpgroup has so many registers, or more. Source: PTX ISA, `setmaxnreg.inc`.

    It gets more where the registers that blocks leave idle on an SM are too few for another block or kernel.
    """
    _set_registers("inc", reg_count)


def setmaxregister_decrease(reg_count: int) -> None:
    """From here on each thread of the warpgroup has so many registers. Source: PTX ISA, `setmaxnreg.dec`."""
    _set_registers("dec", reg_count)


warpgroup_reg_alloc = setmaxregister_increase
warpgroup_reg_dealloc = setmaxregister_decrease


def griddepcontrol_wait() -> None:
    """Waits until the launches that this one depends on have ended and their writes are seen."""
    cute_emitter().op("cute.dependent_launch", (), (), {"kind": "wait"})


def griddepcontrol_launch_dependents() -> None:
    """Lets a dependent launch start when all blocks have said so or ended."""
    cute_emitter().op("cute.dependent_launch", (), (), {"kind": "launch_dependents"})


def cp_async_bulk_commit_group() -> None:
    """This thread's bulk stores since the last commit are a group. Source: PTX ISA, `cp.async.bulk.commit_group`."""
    cute_emitter().op("cute.bulk.commit", (), (), {})


def cp_async_bulk_wait_group(group: int, *, read: bool | None = None) -> None:
    """Waits until at most `group` groups are under way; `read`: until they have read shared memory."""
    attrs: dict[str, object] = {"pending": int(group)}
    if read:
        attrs["read"] = True
    cute_emitter().op("cute.bulk.wait", (), (), attrs)
