"""`cutlass._mlir.dialects.nvvm`, as far as programs use it: tensor memory and its multiplies.

Addresses of tensor memory are handles of 32 bits, as `llvm.inttoptr` gives them.
"""

from __future__ import annotations

import math
from enum import Enum
from typing import Any

from cutedsl.arch.tensor_memory import REGISTERS
from cutedsl.compat.mlir.handles import numeric_class_of, pointer_of, value_of
from cutedsl.lang.atoms.umma_ops import CollectorBBuffer
from cutedsl.lang.blackwell import tcgen05
from cutedsl.lang.instructions.primitives_tcgen05 import Tcgen05MMACollectorOp as Tcgen05MMACollectorOp
from cutedsl.lang.register_vectors.tensor_ssa import vector_of
from cutedsl.lang.register_vectors.type import VectorType
from cutedsl.staging.protocol import Handle
from cutedsl.staging.scalars import Int64, Uint32


class Tcgen05MMAKind(Enum):
    """The types that a multiply takes, by PTX's name."""

    F16 = "f16"
    TF32 = "tf32"
    F8F6F4 = "f8f6f4"
    I8 = "i8"


class Tcgen05GroupKind(Enum):
    """How many blocks multiply together."""

    CTA_1 = 1
    CTA_2 = 2


CTAGroupKind = Tcgen05GroupKind
"""The name of newer programs."""


class Tcgen05CpShape(Enum):
    """What one copy from shared memory moves: lanes by bits of each."""

    SHAPE_128x256b = "128x256b"
    SHAPE_4x256b = "4x256b"
    SHAPE_128x128b = "128x128b"
    SHAPE_64x128b = "64x128b"
    SHAPE_32x128b = "32x128b"


class Tcgen05CpMulticast(Enum):
    """To which warps' lanes a copy goes."""

    NONE = ""
    WARPX2_02_13 = "warpx2::02_13"
    WARPX2_01_23 = "warpx2::01_23"
    WARPX4 = "warpx4"


class Tcgen05LdStShape(Enum):
    """What one load or store moves: lanes by bits of each."""

    SHAPE_16X64B = "16x64b"
    SHAPE_16X128B = "16x128b"
    SHAPE_16X256B = "16x256b"
    SHAPE_32X32B = "32x32b"
    SHAPE_16X32BX2 = "16x32bx2"


class Tcgen05FenceKind(Enum):
    """On which side of a synchronisation a fence stands."""

    BEFORE_THREAD_SYNC = 0
    AFTER_THREAD_SYNC = 1


class Tcgen05WaitKind(Enum):
    """What a thread waits for."""

    LOAD = 0
    STORE = 1


Tcgen05MMACollectorBBuffer = CollectorBBuffer

_ONE = Tcgen05GroupKind.CTA_1


def tcgen05_alloc(
    addr: Any, n_cols: Any, *, group: Any = _ONE, cta_group: Any = None, loc: object = None, ip: object = None
) -> None:
    """Allocates columns; their address is written to shared memory. Source: PTX ISA, `tcgen05.alloc`."""
    tcgen05.alloc(value_of(n_cols), pointer_of(addr), (cta_group or group).value)


def tcgen05_dealloc(
    taddr: Any, n_cols: Any, *, group: Any = _ONE, cta_group: Any = None, loc: object = None, ip: object = None
) -> None:
    """Frees columns of tensor memory. Source: PTX ISA, `tcgen05.dealloc`."""
    tcgen05.dealloc(value_of(taddr), value_of(n_cols), (cta_group or group).value)


def tcgen05_relinquish_alloc_permit(
    *, group: Any = _ONE, cta_group: Any = None, loc: object = None, ip: object = None
) -> None:
    """The block allocates no more. Source: PTX ISA, `tcgen05.relinquish_alloc_permit`."""
    tcgen05.relinquish_alloc_permit((cta_group or group).value)


def tcgen05_mma(
    mma_kind: Tcgen05MMAKind,
    group: Any = _ONE,
    d: Any = None,
    a: Any = None,
    b: Any = None,
    idesc: Any = None,
    enable_input_d: Any = None,
    *,
    cta_group: Any = None,
    write_disable_mask: Any = None,
    scale_input_d: int | None = None,
    collector_op: Tcgen05MMACollectorOp | None = None,
    a_shift: bool | None = None,
    loc: object = None,
    ip: object = None,
) -> None:
    """D = A B, or A B + D; `a` is a descriptor of 64 bits, or an address of 32. Source: PTX ISA, `tcgen05.mma`.

    `write_disable_mask` is a vector of words of lanes of D that keep what they have.
    """
    operands = _operands(d, a, b, idesc, enable_input_d)
    mask = None if write_disable_mask is None else vector_of(write_disable_mask)
    tcgen05.mma(
        mma_kind.value,
        (cta_group or group).value,
        *operands,
        a_in_tmem=operands[1].width == 32,
        disable_output_lanes=None if mask is None else [mask.element(k) for k in range(mask.count)],
        scale_input_d=scale_input_d,
        a_shift=bool(a_shift),
        collector=None if collector_op is None else f"a::{collector_op.value}",
    )


def tcgen05_mma_ws(
    mma_kind: Tcgen05MMAKind,
    d: Any,
    a: Any,
    b: Any,
    idesc: Any,
    enable_input_d: Any,
    *,
    col_b_zero_mask: Any = None,
    collector_b_buffer: Tcgen05MMACollectorBBuffer | None = None,
    collector_op: Tcgen05MMACollectorOp | None = None,
    loc: object = None,
    ip: object = None,
) -> None:
    """The weight-stationary form, of one block. Source: PTX ISA, `tcgen05.mma.ws`."""
    operands = _operands(d, a, b, idesc, enable_input_d)
    buffer = Tcgen05MMACollectorBBuffer.B0 if collector_b_buffer is None else collector_b_buffer
    tcgen05.mma(
        mma_kind.value,
        1,
        *operands,
        a_in_tmem=operands[1].width == 32,
        weight_stationary=True,
        zero_column_mask=None if col_b_zero_mask is None else value_of(col_b_zero_mask),
        collector=None if collector_op is None else f"b{buffer.value}::{collector_op.value}",
    )


def _operands(*handles: Any) -> tuple[Any, ...]:
    """The numbers of a multiply's operands: D, A, B, the instruction, whether D is added."""
    return tuple(map(value_of, handles))


def tcgen05_mma_smem_desc(
    start_addr: Any,
    leading_dim_offset: Any,
    stride_dim_offset: Any,
    base_offset: Any,
    leading_dim_mode: Any,
    swizzle_mode: Any,
    *,
    loc: object = None,
    ip: object = None,
) -> Handle:
    """The descriptor of a matrix in shared memory, of its fields as PTX numbers them: addresses in units of 16 bytes.

    Source: PTX ISA, "Shared Memory Descriptor".
    """
    fields = (start_addr, 14, 0), (leading_dim_offset, 14, 16), (stride_dim_offset, 14, 32)
    small = (base_offset, 3, 49), (leading_dim_mode, 1, 52), (swizzle_mode, 3, 61)
    whole = Int64(1 << 46)
    for value, bits, at in (*fields, *small):
        whole = whole | (value_of(value).to(Int64) & (1 << bits) - 1) << at
    return whole.ir_value()


def tcgen05_ld(
    res: Any,
    shape: Tcgen05LdStShape,
    num: Any = None,
    tmem_addr: Any = None,
    *,
    pack: bool = False,
    loc: object = None,
    ip: object = None,
) -> Handle:
    """The registers of a load: a vector, or a number where there is one; `num` repetitions, which may be left out.

    Source: PTX ISA, `tcgen05.ld`.
    """
    if tmem_addr is None:  # (res, shape, address)
        num, tmem_addr = None, num
    count = math.prod(res.shape) if isinstance(res, VectorType) else 1
    repeat = count // REGISTERS[shape.value] if num is None else num
    words = tcgen05.load(shape.value, repeat, value_of(tmem_addr), pack=pack)
    if isinstance(res, VectorType):
        return words.bitcast(res.element_type).ir_value()
    return words[0].bitcast(numeric_class_of(res)).ir_value()


def tcgen05_st(
    shape: Tcgen05LdStShape,
    num: Any = None,
    tmem_addr: Any = None,
    r: Any = None,
    *,
    val: Any = None,
    unpack: bool = False,
    loc: object = None,
    ip: object = None,
) -> None:
    """Stores a vector of registers, or one number, `r` or by its other name `val`; `num` may be left out.

    Source: PTX ISA, `tcgen05.st`.
    """
    given = r if val is None else val
    if given is None:  # (shape, address, registers)
        num, tmem_addr, given = None, num, tmem_addr
    vector = vector_of(given)
    words = None if vector is None else vector.bitcast(Uint32)
    repeat = (1 if words is None else words.count) // REGISTERS[shape.value] if num is None else num
    stored = [value_of(given)] if words is None else words
    tcgen05.store(shape.value, repeat, value_of(tmem_addr), stored, unpack=unpack)


def tcgen05_cp(
    shape: Tcgen05CpShape,
    taddr: Any,
    smem_desc: Any,
    *,
    group: Any = _ONE,
    cta_group: Any = None,
    multicast: Tcgen05CpMulticast = Tcgen05CpMulticast.NONE,
    loc: object = None,
    ip: object = None,
) -> None:
    """Copies from shared memory, as a descriptor says, to tensor memory. Source: PTX ISA, `tcgen05.cp`."""
    blocks = (cta_group or group).value
    tcgen05.copy(shape.value, value_of(taddr), value_of(smem_desc), blocks, multicast=multicast.value)


def tcgen05_fence(kind: Tcgen05FenceKind, *, loc: object = None, ip: object = None) -> None:
    """Orders operations of tensor memory with a synchronisation of threads. Source: PTX ISA, `tcgen05.fence`."""
    before = kind is Tcgen05FenceKind.BEFORE_THREAD_SYNC
    (tcgen05.fence_before_thread_sync if before else tcgen05.fence_after_thread_sync)()


def tcgen05_wait(kind: Tcgen05WaitKind, *, loc: object = None, ip: object = None) -> None:
    """Until this thread's loads or stores are complete. Source: PTX ISA, `tcgen05.wait`."""
    (tcgen05.wait_load if kind is Tcgen05WaitKind.LOAD else tcgen05.wait_store)()


def tcgen05_commit(
    addr: Any,
    *,
    multicast_mask: Any = None,
    group: Any = _ONE,
    cta_group: Any = None,
    loc: object = None,
    ip: object = None,
) -> None:
    """An arrival when this thread's multiplies and copies so far have ended. Source: PTX ISA, `tcgen05.commit`."""
    mask = None if multicast_mask is None else value_of(multicast_mask)
    tcgen05.commit(pointer_of(addr), mask, (cta_group or group).value)
