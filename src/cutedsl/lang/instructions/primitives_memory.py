"""`cutlass.experimental.primitives` of memory: atomics, waits on mbarriers, bits as another type.

Source: names and arguments from CuTe DSL programs; PTX ISA.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

from cutedsl.errors import fail
from cutedsl.lang import arch
from cutedsl.lang.emission.mlir_places import functions_take_places
from cutedsl.lang.emission.raw_values import class_of, value_of
from cutedsl.lang.instructions.primitives import MemOrder, MemScope
from cutedsl.lang.intrinsics import atomics
from cutedsl.lang.intrinsics.sync import SharedSpace, fence_sequential
from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA, vector_of
from cutedsl.lang.tensors.arrays import Array
from cutedsl.lang.tensors.make import make_tensor
from cutedsl.lang.tensors.pointer import Pointer, pointer_of, recast_ptr
from cutedsl.layout import make_layout
from cutedsl.staging.numeric import as_numeric
from cutedsl.staging.operators import binary
from cutedsl.staging.protocol import is_handle
from cutedsl.staging.scalars import Boolean, Int32, Uint32, Uint64


class AtomicOp(Enum):
    """How `atomicrmw` combines a value with memory."""

    ADD = "add"
    MIN = "min"
    MAX = "max"
    UMIN = "umin"
    UMAX = "umax"
    AND = "and"
    OR = "or"
    XOR = "xor"
    EXCH = "exch"
    INC = "inc"
    DEC = "dec"


class StoreCacheModifier(Enum):
    """Which caches keep what a store writes: a hint."""

    WB = "wb"
    CG = "cg"
    CS = "cs"
    WT = "wt"


class MBarrierWait(Enum):
    """Whether a wait looks once or waits a while."""

    TEST = "test"
    TRY = "try"


class MBarrierScope(Enum):
    """Among which threads a wait orders memory."""

    CTA = "cta"
    CLUSTER = "cluster"


def atomicrmw(
    op: AtomicOp | str,
    ptr: Any,
    value: Any,
    *,
    mem_order: MemOrder | str = MemOrder.RELAXED,
    mem_scope: MemScope | str = MemScope.GPU,
    syncscope: MemScope | str | None = None,
    space: object = None,
) -> Any:
    """One atomic update of the place at a pointer or its `llvm_ptr`; returns the old value.

    `INC` counts from 0 to the value and starts again, `DEC` counts down. `syncscope` is another name of `mem_scope`;
    the pointer says its `space`. Errors: atomic-keyword. Source: PTX ISA, `atom`.
    """
    op, mem_order, mem_scope = AtomicOp(op), MemOrder(mem_order), MemScope(syncscope or mem_scope)
    place, number = pointer_of(ptr), as_numeric(value_of(value))
    unsigned = op in (AtomicOp.UMIN, AtomicOp.UMAX, AtomicOp.INC, AtomicOp.DEC)
    if not unsigned:
        return atomics.update(op.value, place, number, mem_order.value, mem_scope.value)
    wide = Uint64 if number.width > 32 else Uint32
    old = atomics.update(op.value[-3:], place.handle, number.to(wide), mem_order.value, mem_scope.value)
    return old.to(type(number))


def load_ext(
    ptr: Any,
    dtype: Any = None,
    count: int = 1,
    *,
    shared_space: SharedSpace | None = None,
    order: MemOrder | None = None,
    scope: MemScope | None = None,
    cache_modifier: Enum | str | None = None,
) -> TensorSSA:
    """`count` neighbours from a pointer on, as one register vector: of the pointer's elements, or read as `dtype`.

    With an order it is one element that the load orders with other threads' stores. Which caches keep
    the bytes (`cache_modifier`) is a hint that is left out. Errors: not-yet for a vector with an order.
    """
    place = pointer_of(ptr)
    if order is not None:
        _check_single(count, "load_ext")
        value = arch.load(place, place.dtype if dtype is None else dtype, sem=order.value, scope=_scope(scope))
        return TensorSSA.from_elements([value])
    return make_tensor(place if dtype is None else recast_ptr(place, dtype=dtype), make_layout(count)).load()


def store_ext(
    value: Any,
    ptr: Any,
    *,
    shared_space: SharedSpace | None = None,
    order: MemOrder | None = None,
    scope: MemScope | None = None,
    cache_modifier: Enum | str | None = None,
) -> None:
    """Writes a register vector to neighbours from a pointer on, or a number to its element.

    A handle (`Uint32(0).ir_value()`) has no sign: it is stored as elements of the pointer's type where the bits agree.
    `order`, `scope` and `cache_modifier` as of `load_ext`. Errors: element-type-mismatch, not-yet.
    """
    place, vector = pointer_of(ptr), vector_of(value)
    if vector is None:
        vector = TensorSSA.from_elements([value_of(value)])
    if vector.dtype is not place.dtype and vector.dtype.spec.storage_bits == place.dtype.spec.storage_bits:
        vector = vector.bitcast(place.dtype) if is_handle(value) else vector
    if order is not None:
        _check_single(vector.count, "store_ext")
        arch.store(place, vector.element(0), sem=order.value, scope=_scope(scope))
        return
    make_tensor(place, make_layout(vector.count)).store(vector)


def _check_single(count: int, name: str) -> None:
    if count != 1:
        raise fail("not-yet", f"`{name}` of {count} elements with an order")


def _scope(scope: MemScope | None) -> str | None:
    return None if scope is None else scope.value


def mbarrier_wait_parity(
    mbar: Array | Pointer,
    phase: object,
    kind: MBarrierWait = MBarrierWait.TRY,
    *,
    scope: MBarrierScope = MBarrierScope.CTA,
    order: MemOrder = MemOrder.ACQUIRE,
) -> Boolean:
    """Whether the phase of a parity is complete. Source: PTX ISA, `mbarrier.test_wait.parity`, `mbarrier.try_wait`.

    With the scope of the cluster it also orders what other blocks wrote before they arrived.
    """
    place = mbar.data_ptr() if isinstance(mbar, Array) else pointer_of(mbar)
    wait = arch.mbarrier_test_wait if kind is MBarrierWait.TEST else arch.mbarrier_try_wait
    done = wait(place, phase)
    if scope is MBarrierScope.CLUSTER:
        arch.fence_acq_rel_cluster()
    return done


def fence_sync_restrict(order: MemOrder) -> None:
    """Orders this thread's accesses of shared memory for the cluster; this one orders those of all memory.

    Source: PTX ISA, `fence.release.sync_restrict`.
    """
    arch.fence_acq_rel_cluster()


def fence_acq_rel(scope: MemScope | str = MemScope.GPU) -> None:
    """Orders this thread's accesses before it with those after it, among the threads of `scope`.

    Source: PTX ISA, `fence.acq_rel`.
    """
    {
        MemScope.CTA: arch.fence_acq_rel_cta,
        MemScope.CLUSTER: arch.fence_acq_rel_cluster,
        MemScope.GPU: arch.fence_acq_rel_gpu,
        MemScope.SYS: arch.fence_acq_rel_sys,
    }[MemScope(scope)]()


def fence_sc_cluster() -> None:
    """The same for the cluster, in one order with all other such fences. Source: PTX ISA, `fence.sc.cluster`."""
    fence_sequential("cluster")


def mov_b32(value: object, *, target_type: Any) -> Any:
    """The 32 bits of a number as another type. Source: PTX ISA, `mov.b32`."""
    wanted = class_of(target_type)
    if wanted is None or wanted.width != 32:
        raise fail("numeric-cast", f"`mov_b32` gives 32 bits, not {target_type!r}")
    return value_of(value).bitcast(wanted)


def convert_and_pack_integer(high: object, low: object, target_type: Any, *, is_signed: bool = True) -> Uint32:
    """Two Int32 as 16-bit integers of a word, cut to what they hold. Source: PTX ISA, `cvt.pack.sat`.

    Errors: not-yet for other types than those of 16 bits.
    """
    wanted = class_of(target_type)
    if wanted is None or wanted.width != 16 or wanted.is_float:
        raise fail("not-yet", f"`convert_and_pack_integer` to {target_type!r}")
    least, most = (-(2**15), 2**15 - 1) if is_signed else (0, 2**16 - 1)
    parts = [value_of(part).to(Int32) for part in (high, low)]
    words = [binary("min", binary("max", part, least), most) for part in parts]
    return words[0].to(Uint32) << 16 | words[1].to(Uint32) & 0xFFFF


functions_take_places(globals())
