"""Operands of multiplies of tensor memory: places there, and descriptors of tensors in shared memory."""

from __future__ import annotations

from typing import Any

from cutedsl.arch.atoms.umma import UmmaKind, smem_descriptor
from cutedsl.arch.tmem_layouts import fragment_layout
from cutedsl.errors import fail
from cutedsl.lang.atoms.mma_ops import OperandSource
from cutedsl.lang.atoms.operand_tensor import OperandTensor
from cutedsl.lang.atoms.umma_ops import UmmaOp
from cutedsl.lang.blackwell.tmem import TmemPointer, TmemTensor
from cutedsl.lang.tensors.make import make_tensor
from cutedsl.lang.tensors.pointer import Pointer, recast_ptr
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.layout import ComposedLayout, Layout, Swizzle, layout_text
from cutedsl.staging.numeric import Numeric
from cutedsl.staging.scalars import Int64
from cutedsl.types import AddressSpace


def _shape_of(given: Any) -> tuple[Any, ...]:
    """The shape of a tensor, a layout, or a shape itself."""
    if isinstance(given, Tensor):
        return given.type_layout.shape
    return given.shape if isinstance(given, Layout | ComposedLayout) else tuple(given)  # pyright: ignore


def _tmem_operand(op: UmmaOp, given: Any, dtype: type[Numeric], mode: str, storage_bits: int) -> TmemTensor:
    shape = _shape_of(given)
    first: Any = shape[0]
    if not isinstance(first, tuple) or len(first) != 2:  # pyright: ignore[reportUnknownArgumentType]
        raise fail(
            "mma-operand",
            "the first mode of a fragment in tensor memory must be (rows, columns) of one "
            f"instruction, got the shape {shape}",
            fix="Give the shape of `tiled_mma.partition_shape_C(...)`, with further modes appended for stages.",
        )
    bits = dtype.spec.storage_bits
    layout = fragment_layout(shape, op.cta_group.value, mode, bits, storage_bits)
    start = given.iterator if isinstance(given, TmemTensor) else TmemPointer(0, dtype)
    return TmemTensor(start if start.dtype is dtype else start.recast(dtype), layout)


def accumulators(op: UmmaOp, given: Any) -> TmemTensor:
    """The accumulators' place, from the start of tensor memory on: ((M, N), tiles of M, tiles of N, ...)."""
    in_tmem = op.umma().a_mode
    return _tmem_operand(op, given, op.acc_dtype, in_tmem if in_tmem == "apart" else "interleaved", 32)


def operand_a(op: UmmaOp, given: Any) -> Tensor:
    """A: its tensor in shared memory, or its place in tensor memory, where a tensor already there keeps its start."""
    if op.a_src is not OperandSource.TMEM:
        return _in_smem(op.umma(), given, "A")
    bits = op.a_dtype.spec.storage_bits
    return _tmem_operand(op, given, op.a_dtype, op.umma().a_mode, bits)


def operand_b(op: UmmaOp, given: Any) -> Tensor:
    """B: its tensor in shared memory."""
    return _in_smem(op.umma(), given, "B")


def _in_smem(form: UmmaKind, given: Any, name: str) -> Tensor:
    if not isinstance(given, Tensor) or given.memspace is not AddressSpace.smem:
        raise fail("mma-operand", f"this multiply reads {name} from shared memory; give its tensor there")
    tensor = with_swizzled_pointer(given)
    return OperandTensor.of(tensor, descriptor_bits(form, tensor, name))


def with_swizzled_pointer(tensor: Tensor) -> Tensor:
    """The tensor with the swizzle of its layout on its pointer, where it has one."""
    layout: Any = tensor.layout
    if not isinstance(layout, ComposedLayout) or not isinstance(layout.inner, Swizzle):
        return tensor
    start = tensor.whole_pointer + layout.offset if layout.offset != 0 else tensor.whole_pointer
    return make_tensor(recast_ptr(start, layout.inner), layout.outer)


def descriptor_bits(form: UmmaKind, tensor: Tensor, name: str) -> int:
    """The descriptor of one instruction's operand, but for its address. Errors: mma-operand."""
    mn_major = form.a_mn_major if name == "A" else form.b_mn_major
    swizzle = tensor.swizzle or Swizzle(0, 4, 3)
    layout: Any = tensor.type_layout
    values = layout[0] if isinstance(layout, Layout) and isinstance(layout.shape[0], tuple) else layout
    bits = tensor.element_type.spec.storage_bits
    if bits < 8 and form.kind in ("f8f6f4", "mxf8f6f4"):
        raise fail(
            "mma-operand",
            f"operand {name} has {bits} bits an element in shared memory; tcgen05.mma of kind {form.kind} takes a byte "
            "for each element",
            fix="Lay shared memory out for Int8, and make the TMA atom with `internal_type=Int8`.",
        )
    found = None
    if isinstance(values, Layout) and len(values) == 2:
        found = smem_descriptor(values, swizzle, bits, mn_major=mn_major)
    if found is None:
        raise fail(
            "mma-operand",
            f"operand {name} of one instruction has the layout {layout_text(values)} under {swizzle}, not a "
            f"{'MN' if mn_major else 'K'}-major layout of a descriptor",
            fix="Lay it out with `make_smem_layout_a` or `make_smem_layout_b` for this multiply.",
        )
    return found


def descriptor_of(tensor: Tensor, bits: int) -> Any:
    """The descriptor of what a tensor points to, from its bits without the address."""
    return descriptor_at(tensor.iterator, bits)


def descriptor_at(place: Pointer, bits: int) -> Any:
    """The descriptor of what lies at a place, from its bits without the address."""
    return ((place.raw_ptr().toint() >> 4) & 0x3FFF).to(Int64) | Int64(signed(bits, 64))


def signed(number: int, bits: int) -> int:
    """The number whose two's complement these bits are."""
    return number - (1 << bits) if number >= 1 << bits - 1 else number
