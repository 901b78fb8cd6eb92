"""`cutlass._mlir.dialects.nvvm`, as far as programs use it: maxima and atomics."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

from cutedsl.compat.mlir.handles import handle_of, numeric_class_of, pointer_of, value_of
from cutedsl.errors import fail
from cutedsl.errors.names.not_yet import NotYet
from cutedsl.lang import arch
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.lang.instructions.primitives import ReductionOp, ReductionType
from cutedsl.lang.intrinsics.atomics import update
from cutedsl.lang.math import absf
from cutedsl.staging.numeric import Numeric
from cutedsl.staging.protocol import Handle
from cutedsl.staging.scalars import Boolean, Uint32, Uint64


class AtomicOpKind(Enum):
    """What an atomic does; its value is the name of PTX, and whether numbers are unsigned.

    INC stores 0 where the old value is the given one or more, else one more; DEC the given one where the old value is 0
    or more than that, else one less.
    """

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
    INC = ("inc", True)
    DEC = ("dec", True)
    CAS = ("cas", False)


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


class SharedSpace(Enum):
    """Whose shared memory a pointer means; the pointer itself says it."""

    shared_cta = 0
    shared_cluster = 1


def red(
    op: ReductionOp,
    type_: ReductionType,
    a: Any,
    b: Any,
    *,
    mem_order: MemOrderKind | None = None,
    mem_scope: MemScopeKind | None = None,
    shared_space: SharedSpace | None = None,
    loc: object = None,
    ip: object = None,
) -> None:
    """One atomic update of the place at a pointer, whose old value nobody asks for. Source: PTX ISA, `red`."""
    arch.red(a, b, op=op.value, dtype=type_.value, **_order(mem_order, mem_scope))


def atomicrmw(
    res: Any = None,
    op: Any = None,
    ptr: Any = None,
    a: Any = None,
    *,
    b: Any = None,
    mem_order: MemOrderKind | None = None,
    syncscope: MemScopeKind | None = None,
    loc: object = None,
    ip: object = None,
) -> Handle:
    """One atomic update of the place at a pointer or its `llvm_ptr`; returns the old value.

    `res` is the type of the value; newer programs leave it out and begin with the kind. With CAS, `a` is what is
    expected and `b` what is stored. Errors: operation-argument without a kind or a value.
    """
    if isinstance(res, AtomicOpKind):
        given = [one for one in (op, ptr, a) if one is not None]
        return atomicrmw(None, res, *given, b=b, mem_order=mem_order, syncscope=syncscope, loc=loc, ip=ip)
    if op is None or a is None or (b is None) == (op is AtomicOpKind.CAS):
        raise fail("operation-argument", f"`nvvm.atomicrmw` of kind {op} does not take a={a}, b={b}")
    words = _order(mem_order, syncscope)
    name, unsigned = op.value
    value = _update(res, a, unsigned)
    place = handle_of(ptr) if unsigned else ptr  # a pointer's own type may be the signed one
    if op is AtomicOpKind.CAS:
        return handle_of(arch.atomic_cas(ptr, cmp=value, val=_update(res, b, unsigned), **words))
    return handle_of(update(name, place, value, words.get("sem"), words.get("scope")))


def _order(mem_order: MemOrderKind | None, scope: MemScopeKind | None) -> dict[str, Any]:
    """The keywords of `cute.arch` for those of the two that are given."""
    given = {"sem": mem_order, "scope": scope}
    return {name: kind.value for name, kind in given.items() if kind is not None}


def _update(res: Any, given: Any, unsigned: bool | None) -> Numeric:
    """The value of an update in the type of the result; unsigned where the kind says so."""
    value = value_of(given)
    if res is not None:
        value = value.to(numeric_class_of(res))
    return value.to(Uint64 if value.width > 32 else Uint32) if unsigned else value


def fmax(
    a: Any,
    b: Any,
    *rest: Any,
    c: Any = None,
    abs: bool = False,
    ftz: bool = False,
    nan: bool = False,
    loc: object = None,
    ip: object = None,
) -> Handle:
    """The larger of two or three numbers; `abs`, `ftz` and `nan` are those of `cute.arch.fmax`."""
    return _extreme("fmax", [a, b, *rest, *([] if c is None else [c])], {"abs": abs, "ftz": ftz, "nan": nan})


def fmin(
    a: Any,
    b: Any,
    *rest: Any,
    c: Any = None,
    abs: bool = False,
    ftz: bool = False,
    nan: bool = False,
    loc: object = None,
    ip: object = None,
) -> Handle:
    """The smaller of two or three numbers; `abs`, `ftz` and `nan` are those of `cute.arch.fmin`."""
    return _extreme("fmin", [a, b, *rest, *([] if c is None else [c])], {"abs": abs, "ftz": ftz, "nan": nan})


def _extreme(name: str, given: list[Any], how: dict[str, bool]) -> Handle:
    # An older form passes the type of the result first.
    values = [value_of(item) for item in given if not isinstance(item, type)]
    pick: Any = vars(arch)[name] if name in vars(arch) else NotYet(f"cute.arch.{name}")
    total: Any = values[0]
    for value in values[1:]:
        total = pick(total, value, **how)
    return handle_of(total)


def fabs(a: Any, *, ftz: bool = False, loc: object = None, ip: object = None) -> Handle:
    """A Float32 without its sign. Source: PTX ISA, `abs.f32`. Errors: not-yet with `ftz`."""
    if ftz:
        raise fail("not-yet", "`nvvm.fabs` with `ftz`")
    return handle_of(absf(value_of(a)))


def elect_sync(
    pred: object = None,
    *,
    membermask: object = None,
    results: object = None,
    loc: object = None,
    ip: object = None,
) -> Handle:
    """Whether this lane is the one that a warp elects; `pred` is the result's type. Source: PTX ISA, `elect.sync`."""
    emitter = cute_emitter()
    (value,) = emitter.op("cute.elect", (), (emitter.dtype_type(Boolean.spec),), {})
    return value


def mapa(res: Any, a: Any, b: Any, *, loc: object = None, ip: object = None) -> Handle:
    """The same place in the shared memory of block `b` of the cluster; `res` is its type.

    Errors: mbarrier-pointer for a pointer into other memory. Source: PTX ISA, `mapa`.
    """
    return arch.mapa(pointer_of(a), value_of(b)).handle


mapa_shared_cluster = mapa
"""The name of `mapa` in releases up to 4.3."""


def _register(read: Callable[[], Numeric]) -> Callable[..., Handle]:
    """A special register, as the type that is requested."""

    def op(res: Any = None, *, range: object = None, loc: object = None, ip: object = None) -> Handle:
        value = read()
        return (value if res is None else value.to(numeric_class_of(res))).ir_value()

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


class MBarrierSpaceKind(Enum):
    """Whose shared memory an mbarrier is in: the block's own, or that of a block of the cluster."""

    CTA = "cta"
    CLUSTER = "cluster"


class MBarrierTxnKind(Enum):
    """What an operation does at an mbarrier: an arrival, or one that also expects bytes of copies."""

    ARRIVE = "arrive"
    ARRIVE_EXPECT_TX = "arrive_expect_tx"


def mbarrier_txn(
    addr: Any,
    size: Any,
    *,
    kind: MBarrierTxnKind,
    space: MBarrierSpaceKind = MBarrierSpaceKind.CTA,
    order: MemOrderKind | None = None,
    scope: MemScopeKind | None = None,
    loc: object = None,
    ip: object = None,
) -> None:
    """Arrives `size` times at the mbarrier at `addr`, or once and expects `size` bytes more.

    An address in another block of the cluster says by itself which block that is. Source: PTX ISA, `mbarrier.arrive`.
    """
    if kind is MBarrierTxnKind.ARRIVE:
        arch.mbarrier_arrive(pointer_of(addr), arrive_count=value_of(size))
    else:
        arch.mbarrier_arrive_and_expect_tx(pointer_of(addr), value_of(size))


def nanosleep(duration: Any, *, loc: object = None, ip: object = None) -> None:
    """Lets other warps run. Units: `duration` in nanoseconds, a hint. Source: PTX ISA, `nanosleep`."""
    arch.nanosleep(value_of(duration))
