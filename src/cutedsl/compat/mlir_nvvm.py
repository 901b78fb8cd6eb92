"""`cutlass._mlir.dialects.nvvm`, as far as programs use it: maxima and atomics."""

from __future__ import annotations

from enum import Enum
from typing import Any

from cutedsl.compat.handles import handle_of, value_of
from cutedsl.errors import fail
from cutedsl.errors.not_yet import NotYet
from cutedsl.lang import arch
from cutedsl.lang.pointer import Pointer
from cutedsl.staging.protocol import Handle


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
    **_: object,
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


def fmax(a: Any, b: Any, *rest: Any, c: Any = None, **_: object) -> Handle:
    """The larger of two or three numbers."""
    return _extreme("fmax", [a, b, *rest, *([] if c is None else [c])])


def fmin(a: Any, b: Any, *rest: Any, c: Any = None, **_: object) -> Handle:
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
