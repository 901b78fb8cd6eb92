"""Atomics and accesses that are ordered with other threads': `cute.arch.atomic_add`, `load`, `store` and their like.

A place is a `Pointer` (`tensor.iterator + i`), or its `llvm_ptr` with a value of a numeric type.
"""

from __future__ import annotations

from enum import Enum
from typing import Any, Final

from cutedsl.arch.memory_model import ATOMIC_ORDERS, LOAD_ORDERS, SCOPES, STORE_ORDERS
from cutedsl.errors import fail
from cutedsl.errors.article import with_article
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.lang.emission.raw_values import value_of
from cutedsl.lang.layouts.value_types import atomic
from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA, vector_of
from cutedsl.lang.tensors.address import as_element
from cutedsl.lang.tensors.pointer import Pointer
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.staging.numeric import Numeric, NumericMeta
from cutedsl.staging.protocol import Handle, is_handle
from cutedsl.staging.scalars import BFloat16, Float16, Float32, Float64, Int32, Int64, Uint32, Uint64
from cutedsl.types import AddressSpace

_UNSIGNED: Final = {"max": "umax", "min": "umin"}
_ORDER_NAMES: Final = {"mmio": "volatile", "sc": "seq_cst"}
_SEQUENTIAL: Final = "seq_cst"
_LOAD_CACHES: Final = ("ca", "cg", "cs", "lu", "cv")
_STORE_CACHES: Final = ("wb", "cg", "cs", "wt")
_PREFETCHED: Final = ("64b", "128b", "256b", "size_64b", "size_128b", "size_256b")
_PTX_TYPES: Final = {
    "s32": Int32, "u32": Uint32, "b32": Uint32, "s64": Int64, "u64": Uint64, "b64": Uint64, "f16": Float16,
    "bf16": BFloat16, "f32": Float32, "f64": Float64,
}  # fmt: skip
_TYPE_NAMES: Final = tuple(_PTX_TYPES)
_RED_KINDS: Final = ("add", "max", "min", "and", "or", "xor", "inc", "dec")


def _name(value: object) -> str:
    """A keyword given as text or as a member of an enumeration."""
    return str(value.value if isinstance(value, Enum) else value).lower()


def _choice(what: str, value: object, allowed: tuple[str, ...]) -> str:
    text = _name(value)
    if text not in allowed:
        raise fail("atomic-keyword", f"{what} must be one of {', '.join(allowed)}, got {text!r}")
    return text


def _order_attributes(sem: object, scope: object, orders: tuple[str, ...] = ATOMIC_ORDERS) -> dict[str, object]:
    """The order and scope of an access as attributes; what is not given stays the op's own default.

    `seq_cst` writes a fence before the access, which then acquires, or is a relaxed store: PTX has no such access, and
    this is how CUDA C++ makes one. Source: PTX ISA, "Memory Consistency Model", `fence.sc`.
    """
    found: dict[str, object] = {}
    if scope is not None:
        found["scope"] = _choice("scope", scope, SCOPES)
    if sem is not None:
        name = _name(sem)
        order = _choice("sem", _ORDER_NAMES.get(name, name), (*orders, _SEQUENTIAL))
        if order == _SEQUENTIAL:
            cute_emitter().op("cute.fence", (), (), {"kind": f"sc.{found.get('scope', 'gpu')}"})
            order = "acquire" if "acquire" in orders else "relaxed"
        found["sem"] = order
    return found


def _handle_and_value(ptr: object, value: object) -> tuple[Handle, Any]:
    """The handle of a place, and the value as an element of it."""
    if isinstance(ptr, Pointer):
        if isinstance(value, TensorSSA):
            return ptr.handle, value
        return ptr.handle, as_element(value, ptr.dtype)
    if is_handle(value):
        vector = vector_of(value)
        value = value_of(value) if vector is None else vector
    if isinstance(ptr, Tensor) or not isinstance(value, Numeric | TensorSSA):
        raise fail(
            "atomic-place",
            f"an atomic operation needs a pointer, got {with_article(type(ptr).__name__)}",
            fix="Give the address of the element: `tensor.iterator + i`.",
        )
    return ptr, value


def _value_handle(value: Any) -> Handle:
    return value.handle if isinstance(value, TensorSSA) else value.ir_value()


def update(kind: str, ptr: object, val: object, sem: object, scope: object, *, result: bool = True) -> Any:
    """An atomic of a kind that the op knows; returns the old value if there is to be a result."""
    place, value = _handle_and_value(ptr, val)
    spec = value.dtype.spec
    if spec.is_integer and not spec.signed:
        kind = _UNSIGNED.get(kind, kind)
    emitter = cute_emitter()
    handle = _value_handle(value)
    types = (emitter.type_of(handle),) if result else ()
    found = emitter.op("cute.atomic", (place, handle), types, {"kind": kind, **_order_attributes(sem, scope)})
    if not result:
        return None
    return TensorSSA(found[0], value.shape, value.dtype) if isinstance(value, TensorSSA) else _of(value, found[0])


def _of(value: Numeric, handle: Handle) -> Any:
    return type(value).from_handle(handle)


@atomic
def atomic_add(ptr: object, val: object, *, sem: object = None, scope: object = None) -> Any:
    """Atomic `*ptr += val`; returns the old value. Each element of a vector is a separate atomic.

    `sem`: relaxed (the default), acquire, release, acq_rel, seq_cst; `scope`: cta, cluster, gpu (the default), sys.
    Errors: atomic-keyword, atomic-place, element-type-mismatch. Source: PTX ISA, `atom`.
    """
    return update("add", ptr, val, sem, scope)


@atomic
def atomic_and(ptr: object, val: object, *, sem: object = None, scope: object = None) -> Any:
    """Atomic `*ptr &= val`; returns the old value."""
    return update("and", ptr, val, sem, scope)


@atomic
def atomic_or(ptr: object, val: object, *, sem: object = None, scope: object = None) -> Any:
    """Atomic `*ptr |= val`; returns the old value."""
    return update("or", ptr, val, sem, scope)


@atomic
def atomic_xor(ptr: object, val: object, *, sem: object = None, scope: object = None) -> Any:
    """Atomic `*ptr ^= val`; returns the old value."""
    return update("xor", ptr, val, sem, scope)


@atomic
def atomic_max(ptr: object, val: object, *, sem: object = None, scope: object = None) -> Any:
    """Atomic `*ptr = max(*ptr, val)`; returns the old value. The type decides between signed and unsigned order."""
    return update("max", ptr, val, sem, scope)


@atomic
def atomic_min(ptr: object, val: object, *, sem: object = None, scope: object = None) -> Any:
    """Atomic `*ptr = min(*ptr, val)`; returns the old value. The type decides between signed and unsigned order."""
    return update("min", ptr, val, sem, scope)


@atomic
def atomic_exch(ptr: object, val: object, *, sem: object = None, scope: object = None) -> Any:
    """Atomic exchange `*ptr = val`; returns the old value."""
    return update("exch", ptr, val, sem, scope)


def atomic_cas(
    ptr: object,
    *,
    cmp: object,
    val: object,
    sem: object = None,
    scope: object = None,
) -> Any:
    """Compare-and-swap: `if *ptr == cmp: *ptr = val`; returns the old value. Floats are compared by their bits."""
    place, value = _handle_and_value(ptr, val)
    _, compared = _handle_and_value(ptr, cmp)
    emitter = cute_emitter()
    handle = value.ir_value()
    operands = (place, compared.to(type(value)).ir_value(), handle)
    (old,) = emitter.op("cute.atomic_cas", operands, (emitter.type_of(handle),), _order_attributes(sem, scope))
    return _of(value, old)


def _float_extreme(kind: str, ptr: object, val: object, sign_bit: object, sem: object, scope: object) -> Any:
    place, value = _handle_and_value(ptr, val)
    if value.dtype is not Float32:
        raise fail("atomic-type", f"atomic_f{kind} takes Float32, got {value.dtype.__name__}")
    if sign_bit is None:
        return update(kind, ptr, val, sem, scope)
    # With the sign known, floats are ordered as integers: signed for the positive ones, unsigned backwards below zero.
    integer = Uint32 if sign_bit else Int32
    backwards = {"max": "min", "min": "max"}[kind] if sign_bit else kind
    emitter = cute_emitter()
    kind_of = emitter.pointer_type(integer.spec, _space(ptr), 4)
    (cast,) = emitter.op("cute.ptr.cast", (place,), (kind_of,), {})
    bits = integer.from_handle(emitter.bitcast(value.ir_value(), Float32.spec, integer.spec))
    old = update(backwards, cast, bits, sem, scope)
    return Float32.from_handle(emitter.bitcast(old.ir_value(), integer.spec, Float32.spec))


def _space(ptr: object) -> str:
    return str(ptr.memspace) if isinstance(ptr, Pointer) else "generic"


def atomic_fmax(
    ptr: object,
    val: object,
    *,
    sign_bit: bool | None = None,
    sem: object = None,
    scope: object = None,
) -> Any:
    """Atomic `*ptr = max(*ptr, val)` of Float32; returns the old value.

    `sign_bit` says that of `val` where it is known while compiling, which makes it one instruction on the GPU; the
    memory then holds no NaN. Errors: atomic-type.
    """
    return _float_extreme("max", ptr, val, sign_bit, sem, scope)


def atomic_fmin(
    ptr: object,
    val: object,
    *,
    sign_bit: bool | None = None,
    sem: object = None,
    scope: object = None,
) -> Any:
    """Atomic `*ptr = min(*ptr, val)` of Float32; returns the old value. See `atomic_fmax`."""
    return _float_extreme("min", ptr, val, sign_bit, sem, scope)


def atomic_max_float32(ptr: object, value: object, *, positive_only: bool = True) -> Any:
    """The retired name of `atomic_fmax`; it is right for negative values whatever `positive_only` says."""
    return atomic_fmax(ptr, value)


def red(
    ptr: object,
    val: object,
    *,
    op: object = "add",
    dtype: type[Numeric] | str | None = None,
    sem: object = None,
    scope: object = None,
) -> None:
    """An atomic whose old value nobody asks for; of a vector, or a handle of one, each element is a step of its own.

    `dtype` is a type or PTX's name of one (`"s32"`). Errors: atomic-keyword. Source: PTX ISA, `red`.
    """
    kind = _choice("op", op, _RED_KINDS)
    vector = vector_of(val)
    value: Any = value_of(val) if vector is None else vector
    if dtype is not None and not isinstance(value, TensorSSA):
        value = value.to(dtype if isinstance(dtype, NumericMeta) else _PTX_TYPES[_choice("dtype", dtype, _TYPE_NAMES)])
    update(kind, ptr, value, sem, scope, result=False)


# -- loads and stores --------------------------------------------------------------------------------------------------
def _hints(cop: object, caches: tuple[str, ...], level1: object, l2_prefetch: object) -> str:
    """PTX's cache operator or eviction priorities, as they follow the state space."""
    if cop is not None and level1 is not None:
        raise fail("atomic-keyword", "cop and level1_eviction_priority cannot be combined")
    out = "" if cop is None else "." + _choice("cop", cop, caches)
    if level1 is not None:
        allowed = ("evict_normal", "evict_unchanged", "evict_first", "evict_last", "no_allocate", "evict_no_allocate")
        priority = _choice("level1_eviction_priority", level1, allowed)
        out += ".L1::" + ("no_allocate" if priority == "evict_no_allocate" else priority)  # CuTe DSL's name of PTX's
    if l2_prefetch is not None:
        out += ".L2::" + _choice("level2_prefetch_size", l2_prefetch, _PREFETCHED).removeprefix("size_").upper()
    return out


def _check_shared(ptr: object, ss: object) -> None:
    """Fails where a pointer is of other memory than the state space that a program names."""
    if ss is None or not isinstance(ptr, Pointer):
        return
    spaces = {"cta": (AddressSpace.smem,), "cluster": (AddressSpace.smem, AddressSpace.dsmem)}
    if ptr.memspace not in spaces[_choice("ss", ss, tuple(spaces))]:
        raise fail("atomic-keyword", f"ss={_name(ss)!r} needs shared memory of the {_name(ss)}, got {ptr}")


def load(
    ptr: object,
    dtype: object = None,
    *,
    sem: object = None,
    scope: object = None,
    level1_eviction_priority: object = None,
    level2_prefetch_size: object = None,
    cop: object = None,
    ss: object = None,
    level_prefetch_size: object = None,
) -> Any:
    """Reads the element at a pointer, ordered with other threads' stores as `sem` and `scope` say.

    `sem`: weak (the default), relaxed, acquire, seq_cst, volatile; hints (`cop`, priorities, the size that L2 fetches,
    which has two names) change nothing but speed. `ss`: the pointer must be of shared memory, the block's ("cta") or a
    block's of the cluster.
    Errors: atomic-keyword, atomic-place. Source: PTX ISA, `ld`.
    """
    _check_shared(ptr, ss)
    kind = ptr.dtype if isinstance(ptr, Pointer) and dtype is None else dtype
    if not isinstance(kind, NumericMeta):
        raise fail(
            "atomic-place",
            f"the type of the loaded element must be numeric, got {kind!r}",
            fix="Give it: `load(ptr, Int32)`.",
        )
    emitter = cute_emitter()
    hints = _hints(cop, _LOAD_CACHES, level1_eviction_priority, level2_prefetch_size or level_prefetch_size)
    attrs = {"sem": "weak", **_order_attributes(sem, scope, LOAD_ORDERS), **({"hints": hints} if hints else {})}
    handle = ptr.handle if isinstance(ptr, Pointer) else ptr
    (value,) = emitter.op("cute.ordered_load", (handle,), (emitter.dtype_type(kind.spec),), attrs)
    return kind.from_handle(value)  # pyright: ignore[reportAttributeAccessIssue]


def store(
    ptr: object,
    val: object,
    *,
    sem: object = None,
    scope: object = None,
    level1_eviction_priority: object = None,
    cop: object = None,
    ss: object = None,
) -> None:
    """Writes the element at a pointer, ordered with other threads' loads as `sem` and `scope` say.

    `sem`: weak (the default), relaxed, release, seq_cst, volatile; `ss` and the hints as of `load`.
    Errors: atomic-keyword, element-type-mismatch. Source: PTX ISA, `st`.
    """
    _check_shared(ptr, ss)
    place, value = _handle_and_value(ptr, val)
    hints = _hints(cop, _STORE_CACHES, level1_eviction_priority, None)
    attrs = {"sem": "weak", **_order_attributes(sem, scope, STORE_ORDERS), **({"hints": hints} if hints else {})}
    cute_emitter().op("cute.ordered_store", (_value_handle(value), place), (), attrs)


def prefetch(addr: object, *, cache_level: object = "L1", tensormap: object = False) -> None:
    """Brings the line at a pointer into a cache, or near the copy engine the tensor map that begins there.

    Errors: atomic-keyword. Source: PTX ISA, `prefetch`, `prefetch.tensormap`.
    """
    if tensormap:
        emitter = cute_emitter()
        handle = addr.handle if isinstance(addr, Pointer) else addr
        (descriptor,) = emitter.op("cute.tma.descriptor_at", (handle,), (emitter.descriptor_type(),), {})
        emitter.op("cute.tma.prefetch_descriptor", (descriptor,), (), {})
        return
    level = _choice("cache_level", cache_level, ("l1", "l2")).upper()
    cute_emitter().op("cute.prefetch", (addr.handle if isinstance(addr, Pointer) else addr,), (), {"level": level})
