"""`cutlass.experimental.primitives`: the instructions of warps, barriers and copies, by their PTX names.

The functions are those of `cute.arch` with the arguments in PTX's order; arrays stand for the pointers to them.
Source: names and arguments from CuTe DSL programs; PTX ISA.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

from cutedsl.arch.bulk_updates import BULK_UPDATES
from cutedsl.errors import fail
from cutedsl.lang import arch
from cutedsl.lang.atoms.copy_atom import make_copy_atom
from cutedsl.lang.atoms.copy_ops import CopyG2SOp
from cutedsl.lang.debugging.printing import printf
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.lang.emission.mlir_places import functions_take_places
from cutedsl.lang.intrinsics.inline_ptx import inline_ptx
from cutedsl.lang.tensors.arrays import Array
from cutedsl.lang.tensors.make import make_tensor
from cutedsl.lang.tensors.pointer import Pointer, pointer_of
from cutedsl.lang.tiles.copying import copy
from cutedsl.layout import make_layout
from cutedsl.staging.numeric import as_numeric
from cutedsl.staging.protocol import Handle
from cutedsl.staging.rewrite.thread_exits import ends_thread
from cutedsl.staging.scalars import Boolean, Int32, Int64, Uint32
from cutedsl.types import AddressSpace


class VoteSync(Enum):
    """What a vote asks of the lanes."""

    ALL = "all"
    ANY = "any"
    UNI = "uni"
    BALLOT = "ballot"


class Shfl(Enum):
    """How a shuffle names the lane that it reads."""

    IDX = "idx"
    UP = "up"
    DOWN = "down"
    BFLY = "bfly"


class ReductionKind(Enum):
    """How a warp combines its values."""

    ADD = "add"
    MIN = "min"
    MAX = "max"
    UMIN = "umin"
    UMAX = "umax"
    AND = "and"
    OR = "or"
    XOR = "xor"
    FMIN = "fmin"
    FMAX = "fmax"


class ReductionOp(Enum):
    """How an atomic combines a value with memory."""

    ADD = "add"
    MIN = "min"
    MAX = "max"
    AND = "and"
    OR = "or"
    XOR = "xor"
    INC = "inc"
    DEC = "dec"


class ReductionType(Enum):
    """The type that it does this in; the value has it already."""

    S32 = "s32"
    U32 = "u32"
    S64 = "s64"
    U64 = "u64"
    F16 = "f16"
    BF16 = "bf16"
    F32 = "f32"
    F64 = "f64"
    B32 = "b32"
    B64 = "b64"


class CpReduceOp(Enum):
    """How a bulk copy combines its elements with memory."""

    ADD = "add"
    MIN = "min"
    MAX = "max"
    AND = "and"
    OR = "or"
    XOR = "xor"
    INC = "inc"
    DEC = "dec"


class CpReduceType(Enum):
    """The type of these elements."""

    B32 = "b32"
    B64 = "b64"
    S32 = "s32"
    U32 = "u32"
    S64 = "s64"
    U64 = "u64"
    F16 = "f16"
    BF16 = "bf16"
    F32 = "f32"
    F64 = "f64"


class MemOrder(Enum):
    """Which other accesses an atomic orders."""

    RELAXED = "relaxed"
    ACQUIRE = "acquire"
    RELEASE = "release"
    ACQ_REL = "acq_rel"


class MemScope(Enum):
    """Among which threads."""

    CTA = "cta"
    CLUSTER = "cluster"
    GPU = "gpu"
    SYS = "sys"


class GridDepAction(Enum):
    """What a grid says of the grids before and after it."""

    WAIT = "wait"
    LAUNCH_DEPENDENTS = "launch_dependents"


class LoadCacheModifier(Enum):
    """Which caches keep what a copy loads: a hint."""

    CA = "ca"
    CG = "cg"


class PermuteMode(Enum):
    """How the selector of `prmt` names bytes."""

    DEFAULT = "default"


def _pointer(place: Array | Pointer | Handle) -> Pointer:
    return place.data_ptr() if isinstance(place, Array) else pointer_of(place)


# -- warps -----------------------------------------------------------------------------------------------------------
def elect_sync(membermask: Any = None) -> Boolean:
    """Whether this lane is the one that is elected: of the warp, or of the lanes of a mask.

    Source: PTX ISA, `elect.sync`.
    """
    if membermask is not None and not (isinstance(membermask, int) and membermask == arch.FULL_MASK):
        members = as_numeric(membermask).to(Uint32)
        return arch.lane_idx() == arch.popc((members & (~members + 1)) - 1).to(Int32)
    emitter = cute_emitter()
    (value,) = emitter.op("cute.elect", (), (emitter.dtype_type(Boolean.spec),), {})
    return Boolean.from_handle(value)


def vote_sync(mask: object, pred: object, kind: VoteSync) -> Any:
    """What the lanes of `mask` say together: a Boolean, or of a ballot their bits. Source: PTX ISA, `vote.sync`."""
    match kind:
        case VoteSync.ALL:
            return arch.vote_all_sync(pred, mask)
        case VoteSync.ANY:
            return arch.vote_any_sync(pred, mask)
        case VoteSync.UNI:
            return arch.vote_uni_sync(pred, mask)
        case VoteSync.BALLOT:
            return as_numeric(arch.vote_ballot_sync(pred, mask)).to(Int32)


def shfl_sync(
    thread_mask: object,
    val: Any,
    offset: Any,
    mask_and_clamp: int,
    kind: Shfl,
    *,
    return_value_and_is_valid: bool = False,
) -> Any:
    """The value of another lane; with `return_value_and_is_valid` also whether there is such a lane.

    Source: PTX ISA, `shfl.sync`.
    """
    moved = arch.shuffle_sync_op(val, offset, thread_mask, mask_and_clamp, kind.value)
    return (moved, _is_valid(offset, mask_and_clamp, kind)) if return_value_and_is_valid else moved


def _is_valid(offset: Any, mask_and_clamp: int, kind: Shfl) -> Any:
    """Whether the lane that a shuffle names lies in this lane's segment. Source: PTX ISA, `shfl.sync`."""
    lane, segment, clamp = arch.lane_idx(), mask_and_clamp >> 8 & 31, mask_and_clamp & 31
    last = (lane & segment) | (clamp & ~segment)
    match kind:
        case Shfl.UP:
            return lane - offset >= last
        case Shfl.DOWN:
            return lane + offset <= last
        case Shfl.BFLY:
            return (lane ^ offset) <= last
        case Shfl.IDX:
            return ((lane & segment) | (offset & ~segment & 31)) <= last


def redux_sync(value: Any, kind: ReductionKind, mask: object, *, abs: bool = False, nan: bool | None = None) -> Any:
    """The values of the lanes of `mask` combined. Source: PTX ISA, `redux.sync`; see `cute.arch.warp_redux_sync`."""
    if kind in (ReductionKind.UMIN, ReductionKind.UMAX):
        number = as_numeric(value)
        return arch.warp_redux_sync(number.bitcast(Uint32), kind.value[1:], mask).bitcast(type(number))
    return arch.warp_redux_sync(value, kind.value, mask, abs=abs, nan=nan)


def prmt(lo: object, selector: object, mode: PermuteMode = PermuteMode.DEFAULT, *, hi: object = 0) -> Any:
    """Four of the eight bytes `hi:lo`, as `cute.arch.prmt` picks them."""
    return arch.prmt(lo, hi, selector)


def griddepcontrol(kind: GridDepAction | str) -> None:
    """Waits for the grids before this one, or lets those after it start. See `cute.arch.griddepcontrol_wait`."""
    if GridDepAction(kind) is GridDepAction.WAIT:
        arch.griddepcontrol_wait()
    else:
        arch.griddepcontrol_launch_dependents()


def bar_warp_sync(mask: object) -> None:
    """The lanes of `mask` wait for each other. Source: PTX ISA, `bar.warp.sync`."""
    arch.sync_warp(mask)


# -- blocks and clusters -----------------------------------------------------------------------------------------------
def barrier_cta_sync(barrier_id: object = 0, thread_count: object = None) -> None:
    """A named barrier of some threads of the block, by default of all. Source: PTX ISA, `barrier.cta.sync`."""
    if thread_count is None and isinstance(barrier_id, int) and barrier_id == 0:
        arch.sync_threads()
    else:
        arch.barrier(barrier_id=barrier_id, number_of_threads=thread_count)


barrier_cta_sync_aligned = barrier_cta_sync
"""The same where all threads of a warp come together, as they do here."""


def barrier(barrier_id: object = 0, number_of_threads: object = None) -> None:
    """`barrier_cta_sync`, by the names of `cute.arch.barrier`."""
    barrier_cta_sync(barrier_id, number_of_threads)


def barrier_cta_arrive(barrier_id: object, thread_count: object) -> None:
    """Counts this warp in at a named barrier, and goes on. Source: PTX ISA, `barrier.cta.arrive`."""
    arch.barrier_arrive(barrier_id=barrier_id, number_of_threads=thread_count)


def barrier_cta_red(
    predicate: object, *, barrier_id: object = 0, kind: str | Enum = "or", thread_count: object = None
) -> Any:
    """A barrier of some threads of the block that tells each of them what all of them say.

    Law: `kind` is "or" (any holds), "and" (all hold), or "popc" (how many hold, an Int32). On a GPU it takes three
    barriers and a word of shared memory, not PTX's single instruction.
    Errors: barrier-arguments. Source: PTX ISA, `barrier.cta.red`.
    """
    asked = str(kind.value if isinstance(kind, Enum) else kind).lower()
    if asked not in ("or", "and", "popc"):
        raise fail("barrier-arguments", f'a barrier reduces by "or", "and" or "popc", not {asked!r}')
    holds = as_numeric(predicate).to(Boolean)
    total = arch.alloc_smem(Int32, 1)
    arch.atomic_exch(total, Int32(0))
    barrier_cta_sync(barrier_id, thread_count)
    arch.atomic_add(total, (~holds if asked == "and" else holds).to(Int32))
    barrier_cta_sync(barrier_id, thread_count)
    count = total.load()
    barrier_cta_sync(barrier_id, thread_count)  # the next reduction here begins with 0 again
    return count if asked == "popc" else count == 0 if asked == "and" else count != 0


barrier_cta_red_aligned = barrier_cta_red
"""The same where all threads of a warp come together, as they do here."""


def barrier_cluster_arrive() -> None:
    """Counts this thread in at the barrier of the cluster. Source: PTX ISA, `barrier.cluster.arrive`."""
    arch.cluster_arrive()


def barrier_cluster_arrive_relaxed() -> None:
    """The same without an order of memory. Source: PTX ISA, `barrier.cluster.arrive.relaxed`."""
    arch.cluster_arrive_relaxed()


def barrier_cluster_wait() -> None:
    """Waits for all threads of the cluster. Source: PTX ISA, `barrier.cluster.wait`."""
    arch.cluster_wait()


def cluster_ctarank() -> Int32:
    """The number of this block in its cluster. Source: PTX ISA, `%cluster_ctarank`."""
    return arch.block_idx_in_cluster()


barrier_cluster_arrive_aligned = barrier_cluster_arrive
barrier_cluster_arrive_relaxed_aligned = barrier_cluster_arrive_relaxed
barrier_cluster_wait_aligned = barrier_cluster_wait
"""The same where all threads of a warp come together, as they do here."""


def mapa(place: Array | Pointer, rank: object, *, addrspace: object = None) -> Pointer:
    """The same place in the shared memory of another block of the cluster. Source: PTX ISA, `mapa`.

    `addrspace` is MLIR's number of the cluster's shared memory, where the result lies in any case.
    """
    return arch.map_dsmem_ptr(_pointer(place), rank)


# -- mbarriers -------------------------------------------------------------------------------------------------------
def mbarrier_init(mbar: Array | Pointer, count: object) -> None:
    """Makes an mbarrier whose phases end after `count` arrivals. Source: PTX ISA, `mbarrier.init`."""
    arch.mbarrier_init(_pointer(mbar), count)


def fence_mbarrier_init() -> None:
    """Other threads see initialised mbarriers. Source: PTX ISA, `fence.mbarrier_init`."""
    arch.mbarrier_init_fence()


def mbarrier_arrive(
    mbar: Array | Pointer, count: object = 1, *, scope: MemScope = MemScope.CTA, relaxed: bool = False
) -> Int64 | None:
    """Each thread arrives `count` times. Returns the state of the phase, which `mbarrier_try_wait` takes.

    None at an mbarrier of another block, which tells no state. Source: PTX ISA, `mbarrier.arrive`.
    """
    place = _pointer(mbar)
    if place.memspace is not AddressSpace.smem:
        arch.mbarrier_arrive(place, None, count, relaxed=relaxed)
        return None
    once = isinstance(count, int) and count == 1
    # it releases what the thread wrote to its block, as PTX's arrival without a word of order does
    return inline_ptx(
        f"mbarrier.arrive.shared.b64 {{$w0}}, [{{$r0}}]{'' if once else ', {$r1}'};",
        write_only_types=[Int64],
        read_only_args=[place.toint(), *(() if once else (as_numeric(count).to(Uint32),))],
    )


def mbarrier_inval(mbar: Array | Pointer) -> None:
    """Ends an mbarrier: its memory may be used for something else. Source: PTX ISA, `mbarrier.inval`."""
    inline_ptx("mbarrier.inval.shared::cta.b64 [{$r0}];", read_only_args=[_pointer(mbar).toint()])


def mbarrier_expect_tx(mbar: Array | Pointer, bytes: object) -> None:
    """The phase also waits for `bytes` of copies. Source: PTX ISA, `mbarrier.expect_tx`."""
    arch.mbarrier_expect_tx(_pointer(mbar), bytes)


def mbarrier_arrive_expect_tx(mbar: Array | Pointer, bytes: object, *, scope: MemScope = MemScope.CTA) -> None:
    """The same and one arrival. Source: PTX ISA, `mbarrier.arrive.expect_tx`."""
    arch.mbarrier_arrive_and_expect_tx(_pointer(mbar), bytes)


def mbarrier_try_wait_parity(
    mbar: Array | Pointer,
    phase: object,
    *,
    time_limit: object = None,
    scope: Enum | str = MemScope.CTA,
    order: MemOrder = MemOrder.ACQUIRE,
) -> Boolean:
    """Whether the phase of a parity is complete, after waiting for it; the machine chooses for how long.

    With the scope of the cluster it also orders what other blocks wrote before they arrived. A relaxed wait orders
    here what an acquiring one does. Source: PTX ISA, `mbarrier.try_wait.parity`, whose time limit is a hint.
    """
    done = arch.mbarrier_try_wait(_pointer(mbar), phase)
    if (scope.value if isinstance(scope, Enum) else scope) == MemScope.CLUSTER.value:
        arch.fence_acq_rel_cluster()
    return done


def mbarrier_try_wait(
    mbar: Array | Pointer, state: object, *, time_limit: object = None, scope: object = None, order: object = None
) -> Boolean:
    """Whether the phase that `mbarrier_arrive` returned the state of is complete, after waiting for it.

    Source: PTX ISA, `mbarrier.try_wait`, whose time limit is a hint.
    """
    return _state_wait("try_wait", mbar, state)


def mbarrier_try_wait_timelimit(mbar: Array | Pointer, state: object, time_limit: object) -> Boolean:
    """`mbarrier_try_wait` with its limit by position."""
    return _state_wait("try_wait", mbar, state)


def mbarrier_test_wait(mbar: Array | Pointer, state: object) -> Boolean:
    """The same without waiting. Source: PTX ISA, `mbarrier.test_wait`."""
    return _state_wait("test_wait", mbar, state)


def _state_wait(verb: str, mbar: Array | Pointer, state: object) -> Boolean:
    return inline_ptx(
        f"mbarrier.{verb}.shared.b64 {{$w0}}, [{{$r0}}], {{$r1}};",
        write_only_types=[Boolean],
        read_only_args=[_pointer(mbar).toint(), as_numeric(state).to(Int64)],
    )


def mbarrier_complete_tx(mbar: Array | Pointer, bytes: object, *, scope: MemScope = MemScope.CTA) -> None:
    """Counts `bytes` as copied, as the end of a bulk copy does; the mbarrier may be another block's.

    Source: PTX ISA, `mbarrier.complete_tx`.
    """
    place = _pointer(mbar)
    block = "cta" if place.memspace is AddressSpace.smem else "cluster"
    inline_ptx(
        f"mbarrier.complete_tx.relaxed.{scope.value}.shared::{block}.b64 [{{$r0}}], {{$r1}};",
        read_only_args=[place.toint(), as_numeric(bytes).to(Uint32)],
    )


def mbarrier_try_wait_parity_timelimit(mbar: Array | Pointer, phase: object, time_limit: object) -> Boolean:
    """`mbarrier_try_wait_parity` with its limit by position."""
    return mbarrier_try_wait_parity(mbar, phase, time_limit=time_limit)


# -- memory ------------------------------------------------------------------------------------------------------------
def red(
    op: ReductionOp,
    type: ReductionType,
    ptr: Any,
    value: Any,
    *,
    mem_order: MemOrder = MemOrder.RELAXED,
    mem_scope: MemScope = MemScope.GPU,
    cache_hint: object = None,
) -> None:
    """An atomic update whose old value nobody asks for; how long caches keep it (`cache_hint`) is left to them.

    Errors: atomic-keyword. Source: PTX ISA, `red`.
    """
    arch.red(_pointer(ptr), value, op=op.value, sem=mem_order.value, scope=mem_scope.value)


def cp_async_shared_global(
    dst: Any, src: Any, size: int, modifier: LoadCacheModifier | str = "ca", *, cp_size: object = None
) -> None:
    """Copies 4, 8 or 16 bytes to shared memory without waiting. Source: PTX ISA, `cp.async`.

    With `cp_size` it reads that many of them, and the others become zero; 0 reads none.
    Both places are aligned to `size` bytes; `modifier` says which caches keep the bytes, a hint.
    Errors: copy-bits.
    """
    target, source = _pointer(dst).align(size), _pointer(src).align(size)
    bits = source.dtype.spec.storage_bits
    name = modifier.value if isinstance(modifier, LoadCacheModifier) else modifier
    if name not in ("ca", "cg") or 8 * size % bits:
        raise fail("copy-bits", f"`cp.async.{name}` cannot copy {size} bytes of {source.dtype.__name__}")
    if cp_size is not None:
        inline_ptx(
            f"cp.async.{name}.shared.global [{{$r0}}], [{{$r1}}], {size}, {{$r2}};",
            read_only_args=[target.toint(), source.toint(), as_numeric(cp_size).to(Uint32)],
        )
        return
    layout = make_layout(8 * size // bits)
    atom = make_copy_atom(CopyG2SOp(), source.dtype, num_bits_per_copy=8 * size)
    copy(atom, make_tensor(source, layout), make_tensor(target, layout))


def cp_async_commit_group() -> None:
    """This thread's `cp.async` copies so far are one group. Source: PTX ISA, `cp.async.commit_group`."""
    arch.cp_async_commit_group()


def cp_async_wait_group(n: int) -> None:
    """Waits until at most `n` groups are under way. Source: PTX ISA, `cp.async.wait_group`."""
    arch.cp_async_wait_group(n)


def cp_async_mbarrier_arrive(mbar: Array | Pointer, *, noinc: bool = False) -> None:
    """One arrival when this thread's `cp.async` copies have ended. Source: PTX ISA, `cp.async.mbarrier.arrive`.

    Errors: not-yet without `noinc`, which counts the arrival among those of the initialisation.
    """
    if not noinc:
        raise fail("not-yet", "`cp_async_mbarrier_arrive` without `noinc`", fix="Pass `noinc=True` and count it in.")
    arch.cp_async_mbarrier_arrive_noinc(_pointer(mbar))


def cp_async_bulk_global_shared_cta(dst: Any, src: Any, size: Any) -> None:
    """Each thread copies `size` contiguous bytes, a multiple of 16, from shared to global memory, in its bulk group.

    Source: PTX ISA, `cp.async.bulk`.
    """
    _bulk_store(dst, src, size, {})


def cp_reduce_async_bulk_global_shared_cta(
    dst: Any, src: Any, size: Any, *, op: CpReduceOp, type: CpReduceType, noftz: bool = False
) -> None:
    """The same, and combines the bytes, as elements of `type`, with what global memory holds.

    `noftz` keeps numbers below the least normal one, as additions of Float16 and BFloat16 must.
    Errors: atomic-keyword for what the machine does not combine. Source: PTX ISA, `cp.reduce.async.bulk`.
    """
    name = f"{op.value}.noftz.{type.value}" if noftz else f"{op.value}.{type.value}"
    if name not in BULK_UPDATES:
        raise fail(
            "atomic-keyword",
            f"a bulk store does not support {op} on {type} with noftz={noftz}",
            fix=f"It takes {', '.join(BULK_UPDATES)}.",
        )
    _bulk_store(dst, src, size, {"reduce": name})


def _bulk_store(dst: Any, src: Any, size: Any, marks: dict[str, object]) -> None:
    operands = [_pointer(dst).handle, _pointer(src).handle, as_numeric(size).to(Int32).ir_value()]
    cute_emitter().op("cute.bulk.copy", operands, (), {"kind": "s2g", **marks})


def cp_async_bulk_commit_group() -> None:
    """This thread's bulk copies so far are one group. Source: PTX ISA, `cp.async.bulk.commit_group`."""
    arch.cp_async_bulk_commit_group()


def cp_async_bulk_wait_group(n: int, *, read: bool | None = None) -> None:
    """Waits until at most `n` of them are under way. Source: PTX ISA, `cp.async.bulk.wait_group`."""
    arch.cp_async_bulk_wait_group(n, read=read)


@ends_thread
def exit() -> None:
    """Ends the thread: in a kernel, a statement like `return`; in a function that it calls, an instruction.

    Source: PTX ISA, `exit`.
    """
    inline_ptx("exit;")


def print_runtime(format: str, *values: Any) -> None:
    """Prints when the program runs. See `cute.printf`."""
    printf(format, *values)


functions_take_places(globals())
