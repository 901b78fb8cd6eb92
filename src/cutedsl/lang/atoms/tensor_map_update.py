"""Tensor maps updated by kernels: copied to memory, modified, and published to the copy engine.

Source: BSD-3 `cute/atom/copy_traits_sm90_tma.hpp`; PTX ISA, "tensormap.replace", "tensormap.cp_fenceproxy",
"fence.proxy.tensormap".
"""

from __future__ import annotations

from typing import Any

from cutedsl.errors import fail
from cutedsl.ir.ops.tma import TmaMakeOp
from cutedsl.lang.atoms.copy_atom import CopyAtom
from cutedsl.lang.atoms.tma import map_numbers, map_pointer, tma_atom_of
from cutedsl.lang.emission.emitter import cute_emitter
from cutedsl.lang.tensors.make import recast_tensor
from cutedsl.lang.tensors.pointer import Pointer
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.layout import flatten_to_tuple
from cutedsl.staging.scalars import Uint8
from cutedsl.types import AddressSpace


def copy_tensormap(tma_atom: CopyAtom, tensormap_ptr: Pointer) -> None:
    """Writes an atom's tensor map to global or shared memory. One thread calls it.

    The map of an atom that the kernel itself made is built there. Units: 128 bytes, at a multiple of 64.
    Errors: tensor-map-pointer; operation-argument, for an atom without a map.
    """
    place, atom = _map_in_memory(tensormap_ptr, "copy_tensormap"), tma_atom_of(tma_atom)
    maker = getattr(atom.descriptor, "owner", None)
    if isinstance(maker, TmaMakeOp):
        attrs = {"element": maker.element.data, "swizzle": maker.swizzle.value.data}
        box = tuple(int(size) for size in maker.box.get_values())  # pyright: ignore[reportAttributeAccessIssue]
        cute_emitter().op("cute.tma.replace", (place.handle, *maker.operands), (), {**attrs, "box": box})
        return
    cute_emitter().op("cute.tma.copy_descriptor", (atom.descriptor, place.handle), (), {})


def update_tma_descriptor(tma_atom: CopyAtom, gmem_tensor: Tensor, tma_desc_ptr: Pointer) -> None:
    """Updates the tensor map in memory for another tensor: its address, extents and strides. One thread calls it.

    Law: after the fences, copies by the map read and write tiles of `gmem_tensor` as `tma_atom` would those of its own
    tensor; tile, swizzle and element type stay. Shapes: the modes of the atom's own tensor, with the same one
    contiguous. Needs sm_90a on a GPU. Errors: tensor-map-pointer, tma-layout, tma-limits.
    """
    place, atom = _map_in_memory(tma_desc_ptr, "update_tma_descriptor"), tma_atom_of(tma_atom)
    if gmem_tensor.element_type.spec.storage_bits < 8 and atom.value_type is Uint8:
        gmem_tensor = recast_tensor(gmem_tensor, Uint8)  # a map of 4-bit elements counts bytes
    if gmem_tensor.element_type is not atom.value_type:
        raise fail(
            "tma-layout",
            f"the map was made for {atom.value_type.__name__}, but the tensor holds "
            f"{gmem_tensor.element_type.__name__}",
            fix="Recast the tensor: a map keeps its element type.",
        )
    if len(flatten_to_tuple(gmem_tensor.type_layout.shape)) != atom.num_leaves:
        raise fail(
            "tma-layout", f"the map was made for a tensor of {atom.num_leaves} modes; this tensor is {gmem_tensor}"
        )
    numbers = map_numbers(gmem_tensor, atom.modes, atom.together, atom.merged)
    operands = (place.handle, gmem_tensor.iterator.handle, *(n.ir_value() for n in numbers))
    cute_emitter().op("cute.tma.replace", operands, (), {})


def fence_tma_desc_acquire(tma_desc_ptr: Pointer) -> None:
    """Acquires a map in global memory: later copies use its new contents. The copying thread calls it after the
    release.

    Errors: tensor-map-pointer. Source: PTX ISA, `fence.proxy.tensormap::generic.acquire`.
    """
    place = map_pointer(tma_desc_ptr, "fence_tma_desc_acquire")
    cute_emitter().op("cute.tma.descriptor_fence", (place.handle,), (), {"kind": "acquire"})


def fence_tma_desc_release() -> None:
    """Releases this thread's writes to maps in global memory, for threads that acquire them.

    Source: PTX ISA, `fence.proxy.tensormap::generic.release`.
    """
    cute_emitter().op("cute.tma.descriptor_fence", (), (), {"kind": "release"})


def cp_fence_tma_desc_release(tma_desc_global_ptr: Pointer, tma_desc_shared_ptr: Pointer) -> None:
    """Copies a map from shared to global memory and releases it. All lanes of a warp call it.

    Errors: tensor-map-pointer. Source: PTX ISA, `tensormap.cp_fenceproxy`.
    """
    target = map_pointer(tma_desc_global_ptr, "cp_fence_tma_desc_release")
    source: Any = tma_desc_shared_ptr
    if not isinstance(source, Pointer) or source.memspace is not AddressSpace.smem:
        raise fail("tensor-map-pointer", f"cp_fence_tma_desc_release copies a map in shared memory, got {source}")
    cute_emitter().op("cute.tma.publish", (target.handle, source.handle), (), {})


def _map_in_memory(pointer: Any, name: str) -> Pointer:
    """A place where a map can be written."""
    if not isinstance(pointer, Pointer) or pointer.memspace is AddressSpace.rmem:
        raise fail("tensor-map-pointer", f"{name} writes a map to global or shared memory, got {pointer}")
    return pointer
