"""Tensor maps that a kernel changes: copied to memory, given another tensor, and shown to the copy engine.

Source: reference/cute-dsl.md 5.4; PTX ISA, "tensormap.replace", "tensormap.cp_fenceproxy", "fence.proxy.tensormap".
"""

from __future__ import annotations

from typing import Any

from cutedsl.errors import fail
from cutedsl.lang.atoms.tma import TmaAtom, map_numbers, map_pointer
from cutedsl.lang.emitter import cute_emitter
from cutedsl.lang.pointer import Pointer
from cutedsl.lang.tensor import Tensor
from cutedsl.layout import flatten_to_tuple
from cutedsl.types import AddressSpace


def copy_tensormap(tma_atom: TmaAtom, tensormap_ptr: Pointer) -> None:
    """Writes an atom's tensor map to global or shared memory. One thread calls it.

    Units: 128 bytes, at a multiple of 64. Errors: tensor-map-pointer.
    """
    place = _map_in_memory(tensormap_ptr, "copy_tensormap")
    cute_emitter().op("cute.tma.copy_descriptor", (tma_atom.descriptor, place.handle), (), {})


def update_tma_descriptor(tma_atom: TmaAtom, gmem_tensor: Tensor, tma_desc_ptr: Pointer) -> None:
    """Gives the tensor map in memory another tensor: its address, extents and strides. One thread calls it.

    Law: after the fences, copies by the map read and write tiles of `gmem_tensor` as `tma_atom` would those of its own
    tensor; tile, swizzle and element type stay. Shapes: the modes of the atom's own tensor, with the same one
    contiguous. Needs sm_90a on a GPU. Errors: tensor-map-pointer, tma-layout, tma-limits.
    """
    place = _map_in_memory(tma_desc_ptr, "update_tma_descriptor")
    if gmem_tensor.element_type is not tma_atom.value_type:
        raise fail(
            "tma-layout",
            f"the map is of {tma_atom.value_type.__name__}, the tensor holds {gmem_tensor.element_type.__name__}",
            fix="Recast the tensor: a map keeps its element type.",
        )
    if len(flatten_to_tuple(gmem_tensor.type_layout.shape)) != tma_atom.num_leaves:
        raise fail("tma-layout", f"the map is of a tensor of {tma_atom.num_leaves} modes, the tensor is {gmem_tensor}")
    numbers = map_numbers(gmem_tensor, tma_atom.modes, gmem_tensor.element_type.spec.storage_bits // 8)
    operands = (place.handle, gmem_tensor.iterator.handle, *(n.ir_value() for n in numbers))
    cute_emitter().op("cute.tma.replace", operands, (), {})


def fence_tma_desc_acquire(tma_desc_ptr: Pointer) -> None:
    """Copies after it use the map as it lies in global memory now. Who copies calls it, after the release.

    Errors: tensor-map-pointer. Source: PTX ISA, `fence.proxy.tensormap::generic.acquire`.
    """
    place = map_pointer(tma_desc_ptr, "fence_tma_desc_acquire")
    cute_emitter().op("cute.tma.descriptor_fence", (place.handle,), (), {"kind": "acquire"})


def fence_tma_desc_release() -> None:
    """What the thread wrote to maps in global memory is seen by who acquires it.

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
