"""Operands of multiplies given by their descriptors: `make_umma_smem_desc`, and the tensors that programs make of it.

Source: PTX ISA, "Shared Memory Descriptor"; names and arguments from public programs.
"""

from __future__ import annotations

from typing import Any

from cutedsl.arch.atoms.umma import smem_descriptor
from cutedsl.errors import fail
from cutedsl.lang.atoms.operand_tensor import OperandPointer
from cutedsl.lang.atoms.umma_operands import descriptor_at, signed
from cutedsl.lang.emission.mlir_places import methods_take_places
from cutedsl.lang.tensors.make import MakesTensors
from cutedsl.lang.tensors.pointer import Pointer
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.layout import ComposedLayout, Layout, Swizzle, layout_text
from cutedsl.staging.numeric import as_numeric
from cutedsl.staging.scalars import Int64
from cutedsl.types import AddressSpace

_ABSOLUTE = 1 << 52
_LEADING = 0x3FFF << 16
"""PTX ISA, "Shared memory descriptor": bit 52 makes the leading offset, bits 16 to 29, an address."""


@methods_take_places
class UmmaDescriptor(MakesTensors):
    """64 bits that name the operand of one instruction in shared memory."""

    def __init__(self, value: Any, dtype: Any) -> None:
        self.value = value
        self.dtype = dtype

    def tensor(self, layout: Any) -> DescriptorTensor:
        """The operand, as `cute.mma_atom_call` takes it."""
        return DescriptorTensor(self, layout)


class DescriptorTensor(Tensor):
    """The operand of one instruction; its elements are out of reach."""

    __slots__ = ("descriptor",)

    def __init__(self, descriptor: UmmaDescriptor, layout: Any) -> None:
        self.descriptor = descriptor
        self.element_type = descriptor.dtype
        self.memspace = AddressSpace.smem
        self.align_bytes = 16
        self.swizzle = None
        self.handle = None
        self._type_layout = layout
        self._layout = layout


def make_umma_smem_desc(src: Pointer, layout: Any, major: str, next_src: Pointer | None = None) -> UmmaDescriptor:
    """The descriptor of one instruction's operand.

    With `next_src`, rows that run on past the 128 bytes of a swizzled row go on in the tile that begins there, as
    multiplies with K = 96 read them. Shapes: `layout` (rows, K), or an operand's ((rows, K), ...), with the swizzle if
    the pointer has none. `major`: "k" or "mn". Errors: mma-operand.
    """
    swizzle, values = src.swizzle or Swizzle(0, 4, 3), layout
    if isinstance(layout, ComposedLayout):
        values = layout.outer
        swizzle = layout.inner if isinstance(layout.inner, Swizzle) else swizzle
    if isinstance(values, Layout) and len(values) != 2:  # a whole operand, (instruction, rest...): the first one of it
        values = values[0]
    known = isinstance(values, Layout) and len(values) == 2
    found = smem_descriptor(values, swizzle, src.dtype.spec.storage_bits, mn_major=major == "mn") if known else None
    if found is None:
        raise fail("mma-operand", f"no descriptor describes {layout_text(values)} with {swizzle}, {major}-major")
    address = _units(src)
    if next_src is not None:
        found = found & ~_LEADING | _ABSOLUTE
        address = address | _units(next_src) << 16
    return UmmaDescriptor(address | Int64(signed(found, 64)), src.dtype)


def smem_descriptor_to_int(desc: UmmaDescriptor | Pointer) -> Int64:
    """The 64 bits of a descriptor: of `make_umma_smem_desc`, or of the iterator of an operand (`make_fragment_A`).

    Inline PTX takes them as an operand of `tcgen05.mma`. Errors: mma-operand.
    """
    if isinstance(desc, UmmaDescriptor):
        return Int64(desc.value)
    if isinstance(desc, OperandPointer):
        return descriptor_at(desc, desc.descriptor)
    raise fail(
        "mma-operand",
        f"{type(desc).__name__} has no descriptor",
        fix="Give the iterator of `tiled_mma.make_fragment_A(...)`, or what `make_umma_smem_desc` returned.",
    )


def int_to_smem_descriptor(value: Any) -> UmmaDescriptor:
    """The descriptor of 64 bits, for `cute.make_tensor` and `cute.mma_atom_call`."""
    return UmmaDescriptor(as_numeric(value).to(Int64), Int64)


def _units(pointer: Pointer) -> Any:
    return ((pointer.raw_ptr().toint() >> 4) & 0x3FFF).to(Int64)
