"""`cutlass._mlir.dialects.nvvm`, as far as programs use it: maxima and atomics."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

from cutedsl.compat.handles import handle_of, pointer_of, value_of
from cutedsl.errors import fail
from cutedsl.errors.not_yet import NotYet
from cutedsl.lang import arch
from cutedsl.lang.emitter import cute_emitter
from cutedsl.lang.pointer import Pointer
from cutedsl.staging.numeric import Numeric
from cutedsl.staging.protocol import Handle
from cutedsl.staging.scalars import Boolean


class AtomicOpKind(Enum):
    """What an atomic does; its value is the name that `cute.arch` ends in, and whether numbers are unsigned."""

    AND = ("and", False)
    OR = ("or", False)
    XOR = ("xor", False)
    ADD = ("add", False)
    FADD = ("add", None)
    MIN = ("min", False)
    MAX = ("max", False)
    UMIN = ("min", True)
    UMAX = ("max", True)
    EXCH = ("exch", False)


class MemOrderKind(Enum):
    """Which other accesses an atomic orders."""

    WEAK = "weak"
    RELAXED = "relaxed"
    ACQUIRE = "acquire"
    RELEASE = "release"
    ACQ_REL = "acq_rel"
    SC = "sc"


class MemScopeKind(Enum):
    """Among which threads an atomic is one."""

    CTA = "cta"
    CLUSTER = "cluster"
    GPU = "gpu"
    SYS = "sys"


def atomicrmw(
    res: Any = None,
    op: AtomicOpKind | None = None,
    ptr: Any = None,
    a: Any = None,
    *,
    b: Any = None,
    mem_order: MemOrderKind | None = None,
    syncscope: MemScopeKind | None = None,
    loc: object = None,
    ip: object = None,
) -> Handle:
    """One atomic update; gives the old value. Errors: not-yet without the pointer itself, and for compare-and-swap."""
    if not isinstance(ptr, Pointer) or op is None or b is not None:
        raise fail(
            "not-yet",
            "`nvvm.atomicrmw` on a bare handle",
            fix="Use `cute.arch.atomic_add(pointer, value)` and the like.",
        )
    words: dict[str, Any] = {}
    if mem_order is not None:
        words["sem"] = mem_order.value
    if syncscope is not None:
        words["scope"] = syncscope.value
    name, unsigned = op.value
    if unsigned:
        raise fail("not-yet", f"`nvvm.atomicrmw` of kind {op.name}", fix="Use `cute.arch.atomic_max` on a Uint32.")
    update: Any = vars(arch)[f"atomic_{name}"] if f"atomic_{name}" in vars(arch) else NotYet(f"cute.arch.atomic_{name}")
    return handle_of(update(ptr, value_of(a), **words))


def fmax(a: Any, b: Any, *rest: Any, c: Any = None, loc: object = None, ip: object = None) -> Handle:
    """The larger of two or three numbers."""
    return _extreme("fmax", [a, b, *rest, *([] if c is None else [c])])


def fmin(a: Any, b: Any, *rest: Any, c: Any = None, loc: object = None, ip: object = None) -> Handle:
    """The smaller of two or three numbers."""
    return _extreme("fmin", [a, b, *rest, *([] if c is None else [c])])


def _extreme(name: str, given: list[Any]) -> Handle:
    # An older form passes the type of the result first.
    values = [value_of(item) for item in given if not isinstance(item, type)]
    pick: Any = vars(arch)[name] if name in vars(arch) else NotYet(f"cute.arch.{name}")
    total: Any = values[0]
    for value in values[1:]:
        total = pick(total, value)
    return handle_of(total)


def elect_sync(*, membermask: object = None, results: object = None, loc: object = None, ip: object = None) -> Handle:
    """Whether this lane is the one that a warp elects. Source: PTX ISA, `elect.sync`."""
    emitter = cute_emitter()
    (value,) = emitter.op("cute.elect", (), (emitter.dtype_type(Boolean.spec),), {})
    return value


def _register(read: Callable[[], Numeric]) -> Callable[..., Handle]:
    """A special register, as the type that is asked for."""

    def op(res: type[Numeric] | None = None, *, range: object = None, loc: object = None, ip: object = None) -> Handle:
        value = read()
        return (value if res is None else value.to(res)).ir_value()

    return op


read_ptx_sreg_clock, read_ptx_sreg_clock64 = _register(arch.clock), _register(arch.clock64)
read_ptx_sreg_globaltimer, read_ptx_sreg_smid = _register(arch.globaltimer), _register(arch.smid)
read_ptx_sreg_laneid, read_ptx_sreg_warpid = _register(arch.lane_idx), _register(arch.physical_warp_id)
read_ptx_sreg_tid_x, read_ptx_sreg_tid_y, read_ptx_sreg_tid_z = (
    _register(lambda axis=axis: arch.thread_idx()[axis]) for axis in range(3)
)
read_ptx_sreg_ntid_x, read_ptx_sreg_ntid_y, read_ptx_sreg_ntid_z = (
    _register(lambda axis=axis: arch.block_dim()[axis]) for axis in range(3)
)
read_ptx_sreg_ctaid_x, read_ptx_sreg_ctaid_y, read_ptx_sreg_ctaid_z = (
    _register(lambda axis=axis: arch.block_idx()[axis]) for axis in range(3)
)
read_ptx_sreg_nctaid_x, read_ptx_sreg_nctaid_y, read_ptx_sreg_nctaid_z = (
    _register(lambda axis=axis: arch.grid_dim()[axis]) for axis in range(3)
)


def mbarrier_try_wait_parity_timelimit(
    addr: Any, phase: Any, ticks: object, *, loc: object = None, ip: object = None
) -> Handle:
    """Whether the phase of an mbarrier is complete, after waiting for it; the machine chooses for how long.

    Source: PTX ISA, `mbarrier.try_wait.parity`, whose time limit is a hint.
    """
    return arch.mbarrier_try_wait(pointer_of(addr), value_of(phase)).ir_value()
