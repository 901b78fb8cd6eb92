"""`cutlass.experimental.primitives` of tensor memory: one function an instruction, by PTX's names.

Source: names and arguments from CuTe DSL programs; PTX ISA, "TensorCore 5th Generation Family
Instructions".
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any

from cutedsl.errors import fail
from cutedsl.lang import arch
from cutedsl.lang.blackwell import tcgen05
from cutedsl.lang.blackwell.tensor_memory_places import TmemAddr as TmemAddr
from cutedsl.lang.blackwell.tensor_memory_places import TmemArray
from cutedsl.lang.blackwell.tensor_memory_places import make_tmem_ptr as make_tmem_ptr
from cutedsl.lang.blackwell.tensor_memory_places import (
    make_tmem_ptr_from_warp_row_col as make_tmem_ptr_from_warp_row_col,
)
from cutedsl.lang.blackwell.umma_descriptors import MxScaleFormat as MxScaleFormat
from cutedsl.lang.blackwell.umma_descriptors import Tcgen05InstrDesc as Tcgen05InstrDesc
from cutedsl.lang.blackwell.umma_descriptors import Tcgen05MxInstrDesc as Tcgen05MxInstrDesc
from cutedsl.lang.blackwell.umma_descriptors import Tcgen05MxOmmaInstrDesc as Tcgen05MxOmmaInstrDesc
from cutedsl.lang.blackwell.umma_descriptors import Tcgen05SmemDesc as Tcgen05SmemDesc
from cutedsl.lang.blackwell.umma_descriptors import Tcgen05SmemSwizzle as Tcgen05SmemSwizzle
from cutedsl.lang.emission.mlir_places import functions_take_places
from cutedsl.lang.instructions.primitives_copies import CTAGroup, place_of
from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA
from cutedsl.lang.tensors.arrays import Array
from cutedsl.lang.tensors.pointer import Pointer
from cutedsl.staging.numeric import Numeric
from cutedsl.staging.scalars import Uint32


class Tcgen05MMAKind(Enum):
    """The types that a multiply takes."""

    F16 = "f16"
    TF32 = "tf32"
    F8F6F4 = "f8f6f4"
    I8 = "i8"
    INT8 = "i8"  # noqa: PIE796  (another name for it)
    MXF8F6F4 = "mxf8f6f4"
    MXF4 = "mxf4"
    MXF4NVF4 = "mxf4nvf4"


class MMABlockScaleKind(Enum):
    """The types that a multiply with scale factors takes."""

    MXF8F6F4 = "mxf8f6f4"
    MXF4 = "mxf4"
    MXF4NVF4 = "mxf4nvf4"


class Tcgen05MMABlockScale(Enum):
    """How many elements share a factor."""

    BLOCK16 = "block16"
    BLOCK32 = "block32"


class Tcgen05MMAScaleVecSize(Enum):
    """The same, or how many factors a row has in each instruction."""

    X1 = "1X"
    X2 = "2X"
    X4 = "4X"
    BLOCK16 = "block16"
    BLOCK32 = "block32"


class Tcgen05MMACollectorOp(Enum):
    """What a multiply does with the collector buffer of A, or of a weight-stationary one with one of B."""

    FILL = "fill"
    USE = "use"
    LASTUSE = "lastuse"
    DISCARD = "discard"


class Tcgen05LdStShape(Enum):
    """Lanes by bits of each that a load or store moves."""

    SHAPE_32X32B = "32x32b"
    SHAPE_16X64B = "16x64b"
    SHAPE_16X128B = "16x128b"
    SHAPE_16X256B = "16x256b"
    SHAPE_16X32BX2 = "16x32bx2"


class Tcgen05Wait(Enum):
    """What a wait is for."""

    LOAD = "load"
    STORE = "store"


class Tcgen05Fence(Enum):
    """Whether the synchronisation comes after the fence or before it."""

    BEFORE_THREAD_SYNC = "before_thread_sync"
    AFTER_THREAD_SYNC = "after_thread_sync"


class Tcgen05CpSrcFormat(Enum):
    """How elements of 4 and 6 bits lie in shared memory that a copy makes bytes of."""

    B6X16_P32 = "b8x16.b6x16_p32"
    B4X16_P64 = "b8x16.b4x16_p64"


class Tcgen05CpShape(Enum):
    """Lanes by bits of each that a copy from shared to tensor memory moves."""

    SHAPE_128X256B = "128x256b"
    SHAPE_4X256B = "4x256b"
    SHAPE_128X128B = "128x128b"
    SHAPE_64X128B = "64x128b"
    SHAPE_32X128B = "32x128b"


class Tcgen05CpMulticast(Enum):
    """How such a copy is repeated over lanes."""

    NONE = ""
    WARPX2_02_13 = "warpx2::02_13"
    WARPX2_01_23 = "warpx2::01_23"
    WARPX4 = "warpx4"


class S2TCopyMode:
    """Shapes of copies from shared to tensor memory, and how they are repeated over lanes."""

    S2T_128x256b = ("128x256b", "")
    S2T_4x256b = ("4x256b", "")
    S2T_128x128b = ("128x128b", "")
    S2T_64x128b_WARPX2_02_13 = ("64x128b", "warpx2::02_13")
    S2T_64x128b_WARPX2_01_23 = ("64x128b", "warpx2::01_23")
    S2T_32x128b_WARPX4 = ("32x128b", "warpx4")


class SetMaxRegisterAction(Enum):
    """Whether a warp group takes registers or gives them."""

    INCREASE = "inc"
    DECREASE = "dec"


Place = TmemArray | TmemAddr | Pointer
_GROUPS = {"cta_1": 1, "cta_2": 2}


def _blocks(group: CTAGroup | str | None) -> int:
    """How many blocks a group names. Errors: tensor-core-operand."""
    if group is None:
        return 1
    if isinstance(group, CTAGroup):
        return group.value
    if group not in _GROUPS:
        raise fail("tensor-core-operand", f"`group` must be one of {', '.join(_GROUPS)}, got {group!r}")
    return _GROUPS[group]


def _text(choice: Any) -> Any:
    return choice.value if isinstance(choice, Enum) else choice


def _address(place: Any) -> Any:
    return place.address if isinstance(place, TmemArray | TmemAddr) else place


# -- tensor memory is taken and given back ---------------------------------------------------------------------------
def tcgen05_alloc(
    smem_ptr: Array | Pointer, num_cols: Any, *, group: CTAGroup | str | None = None, is_exclusive: bool = False
) -> None:
    """A warp allocates columns; their address is written to shared memory. Source: PTX ISA, `tcgen05.alloc`.

    Errors: not-yet for `is_exclusive`.
    """
    _check_exclusive(is_exclusive)
    tcgen05.alloc(num_cols, place_of(smem_ptr), _blocks(group))


def _check_exclusive(is_exclusive: bool) -> None:
    if is_exclusive:
        raise fail("not-yet", "`is_exclusive`, which takes all tensor memory of a newer GPU")


def tcgen05_dealloc(
    tmem_ptr: Any, num_cols: Any, *, group: CTAGroup | str | None = None, is_exclusive: bool = False
) -> None:
    """A warp gives columns back. Source: PTX ISA, `tcgen05.dealloc`. Errors: not-yet for `is_exclusive`."""
    _check_exclusive(is_exclusive)
    tcgen05.dealloc(_address(tmem_ptr), num_cols, _blocks(group))


def tcgen05_relinquish_alloc_permit(*, group: CTAGroup | str | None = None) -> None:
    """The block allocates no more. Source: PTX ISA, `tcgen05.relinquish_alloc_permit`."""
    tcgen05.relinquish_alloc_permit(_blocks(group))


# -- multiplies ------------------------------------------------------------------------------------------------------
def tcgen05_mma(
    kind: Tcgen05MMAKind | str,
    group: CTAGroup | str,
    d: Any,
    a: Any,
    b: Any,
    idesc: Any,
    enable_input_d: Any,
    *,
    scale_input_d: int | None = None,
    write_disable_mask: TensorSSA | Sequence[Any] | None = None,
    collector_op: Tcgen05MMACollectorOp | str | None = None,
    b_collector_op: Tcgen05MMACollectorOp | str | None = None,
    a_shift: bool | None = None,
) -> None:
    """D = A B, or A B + D where `enable_input_d` holds; A by its descriptor or by its place in tensor memory.

    `write_disable_mask` are words of lanes of D that keep what they have. `b_collector_op` is left out: no instruction
    for these GPUs has it. Source: PTX ISA, `tcgen05.mma`.
    """
    lanes = write_disable_mask
    tcgen05.mma(
        _text(kind), _blocks(group), _address(d), *_left_and_right(a, b), _bits(idesc), enable_input_d,
        a_in_tmem=not _is_descriptor(a),
        disable_output_lanes=[lanes.element(k) for k in range(lanes.count)] if isinstance(lanes, TensorSSA) else lanes,
        scale_input_d=scale_input_d,
        a_shift=bool(a_shift),
        collector=_collector(collector_op),
    )  # fmt: skip


def tcgen05_mma_ws(
    kind: Tcgen05MMAKind | str,
    d: Any,
    a: Any,
    b: Any,
    idesc: Any,
    enable_input_d: Any,
    *,
    collector_b_buffer: Any = None,
    collector_op: Tcgen05MMACollectorOp | str | None = None,
    col_b_zero_mask: Any = None,
) -> None:
    """The weight-stationary form, of one block: N of 64, 128 or 256, and M of 32, 64 or 128.

    `col_b_zero_mask` are 64 bits that make columns of B zero. `collector_op` is what it does with a buffer of B:
    `collector_b_buffer`, 0 to 3, or a `CollectorBBuffer`. With M of 32 or 64, sums of a quarter or half of N lie in
    lanes of their own. They take the rows of A in those lanes. Source: PTX ISA, `tcgen05.mma.ws`.
    """
    tcgen05.mma(
        _text(kind), 1, _address(d), *_left_and_right(a, b), _bits(idesc), enable_input_d,
        a_in_tmem=not _is_descriptor(a),
        weight_stationary=True,
        collector=None if collector_op is None else f"{_buffer(collector_b_buffer)}::{_text(collector_op)}",
        zero_column_mask=col_b_zero_mask,
    )  # fmt: skip


def tcgen05_mma_block_scale(
    kind: MMABlockScaleKind | Tcgen05MMAKind | str,
    group: CTAGroup | str,
    d: Any,
    a: Any,
    b: Any,
    idesc: Any,
    enable_input_d: Any,
    scale_a: Any,
    scale_b: Any,
    *,
    scale_vec_size: Tcgen05MMABlockScale | Tcgen05MMAScaleVecSize | str | None = None,
    collector_op: Tcgen05MMACollectorOp | str | None = None,
    b_collector_op: Tcgen05MMACollectorOp | str | None = None,
) -> None:
    """The same of operands that blocks of factors in tensor memory scale. Source: PTX ISA, `tcgen05.mma`."""
    tcgen05.mma(
        _text(kind), _blocks(group), _address(d), *_left_and_right(a, b), _bits(idesc), enable_input_d,
        a_in_tmem=not _is_descriptor(a),
        scale_a=_address(scale_a),
        scale_b=_address(scale_b),
        scale_vector=_text(scale_vec_size),
        collector=_collector(collector_op),
    )  # fmt: skip


def _is_descriptor(place: Any) -> bool:
    return not isinstance(place, TmemArray | TmemAddr | Pointer)


def _left_and_right(a: Any, b: Any) -> tuple[Any, Any]:
    return (_bits(a) if _is_descriptor(a) else _address(a)), _bits(b)


def _bits(descriptor: Any) -> Any:
    known = Tcgen05SmemDesc | Tcgen05InstrDesc | Tcgen05MxInstrDesc
    return descriptor.value if isinstance(descriptor, known) else descriptor


def _buffer(which: Any) -> str:
    """The name of a collector buffer of B: of a number, a text or a member of an enumeration."""
    named = getattr(which, "value", which)
    return named.lower() if isinstance(named, str) else f"b{named or 0}"


def _collector(use: Tcgen05MMACollectorOp | str | None) -> str | None:
    return None if use is None else f"a::{_text(use)}"


# -- loads and stores ------------------------------------------------------------------------------------------------
def tcgen05_ld(
    shape: Tcgen05LdStShape | str, tmem_ptr: Any, *, num: int = 1, pack: bool = False, offset: int | None = None
) -> TensorSSA:
    """A warp reads its lanes: a vector of the pointer's elements, which `tcgen05_wait` must follow before it is used.

    Source: PTX ISA, `tcgen05.ld`.
    """
    words = tcgen05.load(_text(shape), num, _address(tmem_ptr), pack=pack, half_offset=offset)
    return words.bitcast(_dtype(tmem_ptr))


def tcgen05_st(
    shape: Tcgen05LdStShape | str, tmem_ptr: Any, value: Any, *, unpack: bool = False, offset: int | None = None
) -> None:
    """A warp writes a vector to its lanes. Source: PTX ISA, `tcgen05.st`."""
    given = value if isinstance(value, TensorSSA) else TensorSSA.from_elements([value])
    words = given.bitcast(Uint32)
    registers = {"16x128b": 2, "16x256b": 4}.get(_text(shape), 1)
    repeat = max(words.count // registers, 1)
    tcgen05.store(_text(shape), repeat, _address(tmem_ptr), words, unpack=unpack, half_offset=offset)


def _dtype(place: Any) -> type[Numeric]:
    return place.dtype if isinstance(place, TmemArray | Pointer) else Uint32


def tcgen05_wait(kind: Tcgen05Wait | str) -> None:
    """Until this thread's loads, or stores, are complete. Source: PTX ISA, `tcgen05.wait`."""
    (tcgen05.wait_load if _text(kind) == "load" else tcgen05.wait_store)()


# -- completion, order, copies ---------------------------------------------------------------------------------------
def tcgen05_commit(mbar: Array | Pointer, *, multicast_mask: Any = None, group: CTAGroup | str | None = None) -> None:
    """One arrival when this thread's multiplies and copies so far have ended; with a mask, in each of its blocks.

    Source: PTX ISA, `tcgen05.commit`.
    """
    tcgen05.commit(place_of(mbar), multicast_mask, _blocks(group))


def tcgen05_fence(kind: Tcgen05Fence | str) -> None:
    """Orders this with a synchronisation that comes after it, or before. Source: PTX ISA, `tcgen05.fence`."""
    before = _text(kind).startswith("before")
    (tcgen05.fence_before_thread_sync if before else tcgen05.fence_after_thread_sync)()


def tcgen05_cp(
    shape: Tcgen05CpShape | str,
    taddr: Any,
    smem_desc: Any,
    *,
    group: CTAGroup | str | None = None,
    multicast: Tcgen05CpMulticast | str | None = None,
    src_format: Tcgen05CpSrcFormat | str | None = None,
) -> None:
    """Copies from shared to tensor memory; `shape` and `multicast` are members, or a `S2TCopyMode`.

    Source: PTX ISA, `tcgen05.cp`.
    """
    tcgen05.copy(
        _text(shape), _address(taddr), _bits(smem_desc), _blocks(group),
        multicast=_text(multicast) or "",
        decompress=_text(src_format),
    )  # fmt: skip


def setmaxregister(count: int, action: SetMaxRegisterAction) -> None:
    """From here on each thread of the warp group has so many registers. Source: PTX ISA, `setmaxnreg`."""
    change = arch.setmaxregister_increase if action is SetMaxRegisterAction.INCREASE else arch.setmaxregister_decrease
    change(count)


functions_take_places(globals())
