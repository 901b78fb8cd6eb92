"""Tensor memory and its multiplies as functions: one call, one instruction. `cute.nvgpu.tcgen05` and
`cutlass.experimental.primitives` are made of them.

Addresses of tensor memory are Int32 (lane in bits 31..16, column in bits 15..0), or pointers into it; descriptors are
integers as PTX takes them. Source: PTX ISA, "TensorCore 5th Generation Family Instructions".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cutedsl.arch.tensor_memory import (
    COLLECTOR_BUFFERS,
    COLLECTORS,
    COLUMN_COUNTS,
    COPY_SHAPES,
    DENSE_KINDS,
    HALVED,
    KINDS,
    MOST_REGISTERS,
    MOST_SCALE_D,
    REGISTERS,
    SCALE_VECTORS,
    SHAPES,
    SHIFTED_COLLECTORS,
    UNPACKS,
)
from cutedsl.errors import fail
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA
from cutedsl.lang.tensors.pointer import Pointer
from cutedsl.staging.numeric import Numeric, as_numeric
from cutedsl.staging.protocol import Handle
from cutedsl.staging.scalars import Boolean, Int32, Int64, Uint32
from cutedsl.types import AddressSpace


def _int32(value: Any) -> Handle:
    number = as_numeric(value)
    return (number.to(Uint32) if number.is_static and int(number.literal) >= 1 << 31 else number.to(Int32)).ir_value()


def address_of(place: Any) -> Handle:
    """An address of tensor memory: of a pointer into it, or an integer. Errors: tensor-memory-address."""
    if not isinstance(place, Pointer):
        return _int32(place)
    if place.memspace is not AddressSpace.tmem:
        raise fail("tensor-memory-address", f"{place} does not point into tensor memory")
    return place.toint().ir_value()


def _one_of(name: str, found: object, known: Sequence[object]) -> None:
    if found not in known:
        raise fail("tensor-core-operand", f"`{name}` must be one of {', '.join(map(str, known))}, got {found!r}")


def _group(cta_group: int) -> dict[str, object]:
    _one_of("cta_group", cta_group, (1, 2))
    return {"group": cta_group}


def _op(name: str, operands: Sequence[Handle], attrs: dict[str, object]) -> None:
    cute_emitter().op(f"cute.tcgen05.{name}", tuple(operands), (), attrs)


# -- tensor memory is taken and given back ---------------------------------------------------------------------------
def alloc(columns: Any, smem_pointer: Pointer, cta_group: int = 1) -> None:
    """A warp allocates 32, 64, 128, 256 or 512 columns; their address is written to shared memory.

    Errors: tensor-core-operand. Source: PTX ISA, `tcgen05.alloc`.
    """
    _check_columns(columns)
    _op("alloc", (smem_pointer.handle, _int32(columns)), _group(cta_group))


def dealloc(address: Any, columns: Any, cta_group: int = 1) -> None:
    """Frees columns of `alloc`. A warp calls it. Source: PTX ISA, `tcgen05.dealloc`."""
    _check_columns(columns)
    _op("dealloc", (address_of(address), _int32(columns)), _group(cta_group))


def _check_columns(columns: Any) -> None:
    number = as_numeric(columns)
    if number.is_static:
        _one_of("columns", int(number.literal), COLUMN_COUNTS)


def relinquish_alloc_permit(cta_group: int = 1) -> None:
    """Releases the right to allocate. Source: PTX ISA, `tcgen05.relinquish_alloc_permit`."""
    _op("relinquish", (), _group(cta_group))


# -- multiplies ------------------------------------------------------------------------------------------------------
def mma(
    kind: str,
    cta_group: int,
    d: Any,
    a: Any,
    b_descriptor: Any,
    instruction_descriptor: Any,
    accumulate: Any,
    *,
    a_in_tmem: bool = False,
    disable_output_lanes: Sequence[Any] | None = None,
    scale_a: Any = None,
    scale_b: Any = None,
    scale_vector: str | None = None,
    scale_input_d: int | None = None,
    sparse_metadata: Any = None,
    weight_stationary: bool = False,
    zero_column_mask: Any = None,
    a_shift: bool = False,
    collector: str | None = None,
    long_k: bool = False,
) -> None:
    """D = A B, or A B + D where `accumulate` holds, started by the thread that calls it.

    `kind` is PTX's (`f16`, `tf32`, `f8f6f4`, `i8`, `mxf8f6f4`, `mxf4`, `mxf4nvf4`). `a` is a descriptor, or, with
    `a_in_tmem`, an address. `scale_vector` (`1X`, `2X`, `4X`, `block16`, `block32`) goes with the addresses of scale
    factors. `collector` is `a::fill` or, of a weight-stationary multiply, `b0::fill` to `b3::fill`; also `use`,
    `lastuse` and `discard`, the last where none is given. A buffer may be used for the matrix that filled it.
    `disable_output_lanes`: 4 words (8 of a pair of blocks) of lanes of D that keep what they have.
    D's columns lie in parts where M is 32 or 64 of a weight-stationary multiply, or 128 of a pair. Each part takes the
    rows of A in its own lanes of tensor memory: one matrix A has a copy in the lanes of each part.
    `long_k` says that K is 96, which `sm_103a` alone has; the descriptor says it to the hardware.

    Errors: tensor-core-operand. Source: PTX ISA, `tcgen05.mma`.
    """
    _one_of("kind", kind, KINDS)
    attrs: dict[str, object] = {"kind": kind, **_group(cta_group)}
    left = address_of(a) if a_in_tmem else as_numeric(a).to(Int64).ir_value()
    operands = [address_of(d), left, as_numeric(b_descriptor).to(Int64).ir_value(), _int32(instruction_descriptor)]
    operands.append(as_numeric(accumulate).to(Boolean).ir_value())
    extra: list[str] = []
    if disable_output_lanes is not None:
        if len(disable_output_lanes) != 4 * cta_group:
            raise fail(
                "tensor-core-operand",
                f"`disable_output_lanes` needs {4 * cta_group} words of 32 lanes, got {len(disable_output_lanes)}",
            )
        extra.append("lanes")
        operands += [_int32(word) for word in disable_output_lanes]
    _check_scales(kind, (scale_a, scale_b), scale_vector)
    if scale_a is not None:
        extra.append("scales")
        operands += [address_of(scale_a), address_of(scale_b)]
        if scale_vector is not None:
            attrs["scale_vector"] = scale_vector
    if sparse_metadata is not None:
        extra.append("metadata")
        operands.append(address_of(sparse_metadata))
    if zero_column_mask is not None:
        extra.append("zero_columns")
        operands.append(as_numeric(zero_column_mask).to(Int64).ir_value())
    if scale_input_d is not None:
        if kind not in ("f16", "tf32") or not 0 <= scale_input_d <= MOST_SCALE_D:
            raise fail(
                "tensor-core-operand",
                f"`scale_input_d` must be 0 to {MOST_SCALE_D}, with kind f16 or tf32; got {scale_input_d} with {kind}",
            )
        attrs["scale_d"] = scale_input_d
    if extra:
        attrs["extra"] = ",".join(extra)
    attrs |= _collected(collector, weight_stationary, a_shift)
    flags = ("stationary", weight_stationary), ("shifted", a_shift), ("long_k", long_k)
    attrs |= {name: True for name, held in flags if held}
    _op("mma", operands, attrs)


def _check_scales(kind: str, scales: tuple[Any, Any], vector: str | None) -> None:
    given = [scale is not None for scale in scales]
    if given != [kind not in DENSE_KINDS] * 2:
        need = "takes none" if kind in DENSE_KINDS else "takes those of A and of B"
        raise fail("tensor-core-operand", f"a multiply of kind {kind} {need}: `scale_a` and `scale_b`")
    if vector is not None:
        _one_of("scale_vector", vector, SCALE_VECTORS.get(kind, ()))


def _collected(collector: str | None, stationary: bool, shifted: bool) -> dict[str, object]:
    if collector is None:
        return {}
    buffers = COLLECTOR_BUFFERS[1:] if stationary else COLLECTOR_BUFFERS[:1]
    uses = SHIFTED_COLLECTORS if shifted else COLLECTORS
    _one_of("collector", collector, tuple(f"{buffer}::{use}" for buffer in buffers for use in uses))
    return {"collector": collector}


# -- loads and stores ------------------------------------------------------------------------------------------------
def _moves(shape: str, repeat: int, packed: bool, half_offset: int | None) -> tuple[int, dict[str, object]]:
    """Registers of a thread, and the properties of a load or store."""
    _one_of("shape", shape, SHAPES)
    count = REGISTERS[shape] * repeat
    if repeat < 1 or repeat & (repeat - 1) or count > MOST_REGISTERS:
        most = MOST_REGISTERS // REGISTERS[shape]
        raise fail("tensor-core-operand", f"`repeat` of {shape} must be a power of two up to {most}, got {repeat}")
    attrs: dict[str, object] = {"shape": shape, "repeat": repeat}
    if packed:
        attrs["packed"] = True
    if shape == HALVED:
        attrs["offset"] = (2 if packed else 1) * repeat if half_offset is None else half_offset
    return count, attrs


def load(shape: str, repeat: int, address: Any, *, pack: bool = False, half_offset: int | None = None) -> TensorSSA:
    """A warp reads its lanes of tensor memory: a vector of Uint32, which `wait_load` must follow before it is used.

    `pack` puts the low halves of two columns into one register. `half_offset` is that of 16x32bx2, in columns.

    Errors: tensor-core-operand. Source: PTX ISA, `tcgen05.ld`.
    """
    count, attrs = _moves(shape, repeat, pack, half_offset)
    return _load(address, count, attrs)


def load_reduced(shape: str, repeat: int, address: Any, reduction: str, *, half_offset: int | None = None) -> TensorSSA:
    """`load`, and as its last element the thread's columns combined: `reduction` as `max.abs.NaN.f32` or `min.u32`.

    Errors: tensor-core-operand. Source: PTX ISA, `tcgen05.ld.red`.
    """
    _one_of("shape", shape, ("32x32b", HALVED))
    verb, *marks, kind = reduction.split(".")
    floats = [[], ["abs"], ["NaN"], ["abs", "NaN"]]
    if (
        verb not in ("min", "max")
        or marks not in (floats if kind == "f32" else [[]])
        or kind not in ("f32", "u32", "s32")
    ):
        raise fail(
            "tensor-core-operand",
            f"`reduction` must be like `max.f32`, `min.abs.NaN.f32` or `max.u32`, got {reduction!r}",
        )
    count, attrs = _moves(shape, repeat, False, half_offset)
    if count < 2:
        raise fail("tensor-core-operand", "a load that combines columns needs `repeat` of 2 or more")
    return _load(address, count + 1, attrs | {"reduce": reduction})


def _load(address: Any, count: int, attrs: dict[str, object]) -> TensorSSA:
    emitter = cute_emitter()
    kind = emitter.vector_type(Uint32.spec, count)
    (handle,) = emitter.op("cute.tcgen05.ld", (address_of(address),), (kind,), attrs)
    return TensorSSA(handle, (count,), Uint32)


def store(
    shape: str,
    repeat: int,
    address: Any,
    values: TensorSSA | Sequence[Any],
    *,
    unpack: bool = False,
    half_offset: int | None = None,
) -> None:
    """A warp writes its lanes of tensor memory: a vector of 32-bit elements, or numbers; the inverse of `load`.

    Errors: tensor-core-operand. Source: PTX ISA, `tcgen05.st`.
    """
    count, attrs = _moves(shape, repeat, unpack, half_offset)
    given = values if isinstance(values, TensorSSA) else _vector(values)
    if given.count != count or given.dtype.spec.width != 32:
        raise fail(
            "tensor-core-operand",
            f"a store of {shape} with `repeat` {repeat} takes {count} registers of 32 bits, not {given.count} of "
            f"{given.dtype.spec.width}",
        )
    words = given if given.dtype.spec.is_integer else given.bitcast(Uint32)
    _op("st", (address_of(address), words.ir_value()), attrs)


def _vector(values: Sequence[Any]) -> TensorSSA:
    words: list[Numeric] = []
    for value in values:
        number = as_numeric(value)
        if number.width != 32:
            raise fail("tensor-core-operand", f"registers for tensor memory have 32 bits, got {number}")
        words.append(number.bitcast(Uint32))
    return TensorSSA.from_elements(words, Uint32)


def wait_load() -> None:
    """Waits until this thread's loads are complete; their registers are valid. Source: PTX ISA, `tcgen05.wait::ld`."""
    _op("wait", (), {"kind": "ld"})


def land() -> None:
    """The wait of a copy to registers: none may use them before. A checked run lets memory be read until they are."""
    _op("wait", (), {"kind": "ld", "implied": True})


def wait_store() -> None:
    """Waits until this thread's stores are complete. Source: PTX ISA, `tcgen05.wait::st`."""
    _op("wait", (), {"kind": "st"})


# -- completion and order --------------------------------------------------------------------------------------------
def commit(mbarrier_pointer: Pointer, mask: Any = None, cta_group: int = 1) -> None:
    """One arrival when this thread's `mma`, `copy` and `shift` so far have ended; with a mask, in each of its blocks.

    Source: PTX ISA, `tcgen05.commit`.
    """
    operands = [mbarrier_pointer.handle] if mask is None else [mbarrier_pointer.handle, _int32(mask)]
    _op("commit", operands, _group(cta_group))


def fence_before_thread_sync() -> None:
    """Orders the tensor-core operations before it with a synchronisation after it. Source: PTX ISA, `tcgen05.fence`."""
    _op("fence", (), {"kind": "before"})


def fence_after_thread_sync() -> None:
    """Orders the tensor-core operations after it with a synchronisation before it. Source: PTX ISA, `tcgen05.fence`."""
    _op("fence", (), {"kind": "after"})


# -- copies ----------------------------------------------------------------------------------------------------------
def copy(
    shape: str,
    address: Any,
    smem_descriptor: Any,
    cta_group: int = 1,
    *,
    multicast: str = "",
    decompress: str | None = None,
) -> None:
    """Copies from shared to tensor memory, started by the thread that calls it.

    `shape` as `128x256b`, with its multicast as `32x128b.warpx4` or in `multicast`. `decompress` (`b8x16.b6x16_p32`,
    `b8x16.b4x16_p64`) makes bytes of elements of 6 or 4 bits.

    Errors: tensor-core-operand. Source: PTX ISA, `tcgen05.cp`.
    """
    whole = f"{shape}.{multicast}" if multicast else shape
    _one_of("shape", whole, COPY_SHAPES)
    attrs: dict[str, object] = {"shape": whole, **_group(cta_group)}
    if decompress is not None:
        _one_of("decompress", decompress, UNPACKS)
        attrs["unpacks"] = decompress
    _op("cp", (address_of(address), as_numeric(smem_descriptor).to(Int64).ir_value()), attrs)


def shift(address: Any, cta_group: int = 1) -> None:
    """Moves 8 columns one lane down, in each group of 32 lanes. Source: PTX ISA, `tcgen05.shift`."""
    _op("shift", (address_of(address),), _group(cta_group))
