"""`utils.distributed`: numbers and flags in memory that several GPUs share, by way of one multicast address.

Multicast addresses (`multimem`) exist on GPUs only: a kernel with them compiles for the CPU with `inline-ptx-on-cpu`.
Source: PTX ISA, "multimem.ld_reduce, multimem.st, multimem.red".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cutedsl.errors import fail
from cutedsl.errors.names.lazy_names import missing_names
from cutedsl.lang import arch
from cutedsl.lang.emission.mlir_places import functions_take_places
from cutedsl.lang.intrinsics import atomics
from cutedsl.lang.intrinsics.inline_ptx import inline_ptx
from cutedsl.lang.tensors.pointer import Pointer
from cutedsl.staging.numeric import Numeric, as_numeric
from cutedsl.staging.rewrite import staged_function
from cutedsl.staging.scalars import BFloat16, Float8E4M3FN, Float8E5M2, Float16, Float32, Int32, Int64, Uint32

if not TYPE_CHECKING:
    __getattr__ = missing_names("utils.distributed")

_KINDS: dict[type[Numeric], str] = {
    Float32: "f32",
    Float16: "acc::f32.f16x2",
    BFloat16: "acc::f32.bf16x2",
    Float8E4M3FN: "acc::f16.e4m3x4",
    Float8E5M2: "acc::f16.e5m2x4",
}
"""The elements of a 32-bit register, and in which type they are added up."""
_VECTORS = {1: "", 2: ".v2", 4: ".v4"}


def multimem_ld_reduce(
    ptr: Pointer, *, dtype: type[Numeric] = Float32, num_elements: int = 4, scope: str = "sys"
) -> tuple[Any, ...]:
    """Sums `num_elements` consecutive elements over all GPUs, as 32-bit registers: Float32, or packed Uint32.

    Units: 4, 8 or 16 bytes, to which the address is aligned. Errors: copy-type, inline-ptx-on-cpu.
    """
    count, rest = divmod(num_elements * dtype.spec.storage_bits, 32)
    if dtype not in _KINDS or rest or count not in _VECTORS:
        raise fail("copy-type", f"multimem_ld_reduce does not support {num_elements} elements of {dtype.__name__}")
    register = Float32 if dtype is Float32 else Uint32
    places = ", ".join(f"{{$w{k}}}" for k in range(count))
    vector, kind = _VECTORS[count], _KINDS[dtype]
    how, _, kind = kind.rpartition(".")
    # Relaxed: a barrier of all GPUs before it orders what the others wrote.
    head = f"multimem.ld_reduce.relaxed.{scope}.global.add{how and '.' + how}{vector}.{kind}"
    made: Any = inline_ptx(
        f"{head} {'{' + places + '}' if count > 1 else places}, [{{$r0}}];",
        write_only_types=[register] * count,
        read_only_args=[ptr.toint().to(Int64)],
    )
    return made if count > 1 else (made,)


def multimem_ld_reduce_4xf32(ptr: Pointer) -> tuple[Any, ...]:
    """Sums four consecutive elements over all GPUs."""
    return multimem_ld_reduce(ptr)


def multimem_ld_reduce_8xf16(ptr: Pointer) -> tuple[Any, ...]:
    """Sums eight consecutive Float16 over all GPUs, as four registers of two."""
    return multimem_ld_reduce(ptr, dtype=Float16, num_elements=8)


def multimem_ld_reduce_8xbf16(ptr: Pointer) -> tuple[Any, ...]:
    """Sums eight consecutive BFloat16 over all GPUs, as four registers of two."""
    return multimem_ld_reduce(ptr, dtype=BFloat16, num_elements=8)


def multimem_ld_reduce_16xe4m3(ptr: Pointer) -> tuple[Any, ...]:
    """Sums 16 consecutive Float8E4M3FN over all GPUs, as four registers of four."""
    return multimem_ld_reduce(ptr, dtype=Float8E4M3FN, num_elements=16)


def multimem_ld_reduce_16xe5m2(ptr: Pointer) -> tuple[Any, ...]:
    """Sums 16 consecutive Float8E5M2 over all GPUs, as four registers of four."""
    return multimem_ld_reduce(ptr, dtype=Float8E5M2, num_elements=16)


def multimem_st(ptr: Pointer, *values: Any, scope: str = "sys") -> None:
    """Stores 32-bit registers to consecutive addresses on all GPUs. Errors: copy-type, inline-ptx-on-cpu."""
    words = [as_numeric(value) for value in values]
    if len(words) not in _VECTORS or any(word.spec.width != 32 for word in words):
        raise fail("copy-type", f"multimem_st takes 1, 2 or 4 values of 32 bits, got {len(words)}")
    places = ", ".join(f"{{$r{k + 1}}}" for k in range(len(words)))
    # Relaxed: who reads it waits for a barrier of all GPUs after it.
    inline_ptx(
        f"multimem.st.relaxed.{scope}.global{_VECTORS[len(words)]}.f32 [{{$r0}}], "
        f"{'{' + places + '}' if len(words) > 1 else places};",
        read_only_args=[ptr.toint().to(Int64), *(word.bitcast(Float32) for word in words)],
    )


def multimem_st_4xb32(ptr: Pointer, x: Any, y: Any, z: Any, w: Any) -> None:
    """Stores four 32-bit registers to consecutive addresses on all GPUs."""
    multimem_st(ptr, x, y, z, w)


def multimem_red_add1(lock_ptr: Pointer, *, order: str = "relaxed", scope: str = "sys") -> None:
    """Adds 1 to the flag of every GPU. Errors: inline-ptx-on-cpu."""
    inline_ptx(
        f"multimem.red.{order}.{scope}.global.add.u32 [{{$r0}}], 1;", read_only_args=[lock_ptr.toint().to(Int64)]
    )


def multimem_red_release_sys_add1(lock_ptr: Pointer) -> None:
    """`multimem_red_add1` that releases what the thread wrote, to all GPUs."""
    multimem_red_add1(lock_ptr, order="release", scope="sys")


def multimem_red_relaxed_gpu_add1(lock_ptr: Pointer) -> None:
    """`multimem_red_add1` that orders nothing, seen by its own GPU."""
    multimem_red_add1(lock_ptr, order="relaxed", scope="gpu")


def red_add1(lock_ptr: Pointer, *, order: str = "relaxed", scope: str = "sys") -> None:
    """Adds 1 to a flag."""
    atomics.red(lock_ptr, 1, sem=order, scope=scope)


def atomicAdd(dst_ptr: Pointer, val: Any) -> Any:
    """Atomic `*dst_ptr += val` with system scope; returns the old value. Errors: atomic-place."""
    return atomics.atomic_add(dst_ptr, val, scope="sys")


def spin_lock_atom_cas_relaxed_wait(
    lock_ptr: Pointer, *, expected_val: Any, reset_val: Any, scope: str = "sys"
) -> None:
    """Spins until a flag has a value, then sets it to another (compare-and-swap)."""
    staged_function(_exchange)(lock_ptr, Int32(expected_val), Int32(reset_val), "relaxed", scope)


def spin_lock_atom_cas_acquire_wait(
    lock_ptr: Pointer, *, expected_val: Any, reset_val: Any, scope: str = "sys"
) -> None:
    """Spins until a flag has a value, then sets it to another (compare-and-swap with acquire)."""
    staged_function(_exchange)(lock_ptr, Int32(expected_val), Int32(reset_val), "acquire", scope)


def spin_lock_ld_lt_relaxed_wait(lock_ptr: Pointer, *, expected_val: Any, scope: str = "sys") -> None:
    """Spins while a flag is below a value."""
    staged_function(_reach)(lock_ptr, Int32(expected_val), scope)


def _exchange(lock_ptr: Pointer, expected: Any, reset: Any, order: str, scope: str) -> None:
    found = atomics.atomic_cas(lock_ptr, cmp=expected, val=reset, sem=order, scope=scope)
    while found != expected:
        found = atomics.atomic_cas(lock_ptr, cmp=expected, val=reset, sem=order, scope=scope)


def _reach(lock_ptr: Pointer, expected: Any, scope: str) -> None:
    found = arch.load(lock_ptr, Int32, sem="relaxed", scope=scope)
    while found < expected:
        found = arch.load(lock_ptr, Int32, sem="relaxed", scope=scope)


functions_take_places(globals())
