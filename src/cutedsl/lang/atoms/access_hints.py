"""Cache hints of plain copies: further keywords of `make_copy_atom`.

Hints change speed, never results; the CPU target ignores them.
Source: CuTe DSL documentation, "cute_nvgpu"; PTX ISA, `ld` and `st`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any, Final

from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen


class LoadCacheMode(Enum):
    """Where a load from global memory is cached: `ALWAYS` in L1 and L2, `GLOBAL` in L2 only."""

    ALWAYS = "ca"
    GLOBAL = "cg"
    STREAMING = "cs"
    LAST_USE = "lu"
    NONE = "none"


class StoreCacheMode(Enum):
    """The cache policy of a store to global memory."""

    WRITE_BACK = "wb"
    GLOBAL = "cg"
    STREAMING = "cs"
    WRITE_THROUGH = "wt"
    NONE = "none"


class CacheEvictionPriority(Enum):
    """The eviction priority of an L1 cache line."""

    EVICT_NORMAL = "evict_normal"
    EVICT_FIRST = "evict_first"
    EVICT_LAST = "evict_last"
    EVICT_UNCHANGED = "evict_unchanged"
    NO_ALLOCATE = "no_allocate"


class L2PrefetchSize(Enum):
    """How much a load prefetches into the L2 cache. `RESERVED` is not a size, and copies refuse it."""

    NONE = "none"
    RESERVED = "reserved"
    SIZE_64B = "64B"
    SIZE_128B = "128B"
    SIZE_256B = "256B"


class MemoryOrder(Enum):
    """The order of an access against other threads': copies are `WEAK`, `VOLATILE`, or `CONSTANT`."""

    WEAK = "weak"
    RELAXED = "relaxed"
    ACQUIRE = "acquire"
    RELEASE = "release"
    ACQ_REL = "acq_rel"
    SC = "sc"
    MMIO = "mmio"
    CONSTANT = "constant"
    VOLATILE = "volatile"


class MemoryScope(Enum):
    """The threads that an ordered access is ordered with."""

    CTA = "cta"
    CLUSTER = "cluster"
    GPU = "gpu"
    SYS = "sys"


@frozen
class AccessHints:
    """The hints of a copy's loads and stores, as they follow `ld.global` and `st.global`."""

    load: str = ""
    store: str = ""

    @classmethod
    def of(cls, given: Mapping[str, Any], allowed: frozenset[str]) -> AccessHints:
        """The hints of keywords, of which an operation has those in `allowed`.

        Errors: copy-keyword, not-yet.
        """
        for name in given:
            if name not in allowed:
                listed = ", ".join(sorted(allowed)) or "only num_bits_per_copy"
                raise fail("copy-keyword", f"a copy atom of this operation takes no {name}", fix=f"It takes {listed}.")
        read = {name: _member(name, value) for name, value in given.items() if name in _KINDS}
        order = read.get("memory_order", MemoryOrder.WEAK)
        if order is MemoryOrder.VOLATILE:
            _check_volatile_alone(read)
            return cls(VOLATILE, VOLATILE)
        if order not in (MemoryOrder.WEAK, MemoryOrder.CONSTANT):
            raise fail(
                "not-yet",
                f"a copy of memory_order {order.name}",
                fix="Read and write ordered words by `cute.arch.load` and `cute.arch.store` with `sem=`.",
            )
        constant = order is MemoryOrder.CONSTANT or bool(given.get("invariant"))
        evict = _level1(read.get("l1c_evict_priority"))
        caches = (read.get("load_cache_mode"), read.get("store_cache_mode"))
        loaded, stored = (f".{mode.value}" if mode and mode.value != "none" else "" for mode in caches)
        if evict and (loaded or stored):
            raise fail("copy-keyword", "a cache mode and l1c_evict_priority cannot be combined (PTX ISA, `ld`)")
        size = read.get("l2_prefetch_size")
        if size is L2PrefetchSize.RESERVED:
            raise fail("copy-keyword", "l2_prefetch_size cannot be RESERVED", fix="Give NONE or a size, as SIZE_128B.")
        ahead = f".L2::{size.value}" if size and size.value != "none" else ""
        return cls(loaded + (".nc" if constant else "") + evict + ahead, stored + evict)


VOLATILE: Final = ".volatile"
"""The hint of accesses that are made each time, as relaxed ones of the whole system; it comes before the space."""

LOAD_KEYWORDS: Final = frozenset(
    {"memory_order", "memory_scope", "l2_prefetch_size", "l1c_evict_priority", "load_cache_mode", "invariant"}
)
"""Keywords of operations that read global memory."""
STORE_KEYWORDS: Final = frozenset({"memory_order", "memory_scope", "l1c_evict_priority", "store_cache_mode"})
"""Keywords of operations that write global memory."""

_KINDS: Final[dict[str, type[Enum]]] = {
    "memory_order": MemoryOrder,
    "memory_scope": MemoryScope,
    "l2_prefetch_size": L2PrefetchSize,
    "l1c_evict_priority": CacheEvictionPriority,
    "load_cache_mode": LoadCacheMode,
    "store_cache_mode": StoreCacheMode,
}


def _check_volatile_alone(read: Mapping[str, Any]) -> None:
    """Errors: copy-keyword, for a volatile access with hints for caches."""
    others = [name for name in read if name not in ("memory_order", "memory_scope")]
    if others:
        raise fail("copy-keyword", f"a copy of memory_order VOLATILE takes no {', '.join(others)} (PTX ISA, `ld`)")


def _member(name: str, value: Any) -> Any:
    kind = _KINDS[name]
    if not isinstance(value, kind):
        raise fail(
            "copy-keyword", f"{name} must be a {kind.__name__}, got {value!r}", fix=f"Give a member of {kind.__name__}."
        )
    return value


def _level1(priority: CacheEvictionPriority | None) -> str:
    return "" if priority in (None, CacheEvictionPriority.EVICT_NORMAL) else f".L1::{priority.value}"
