"""`TensorMapManager`: the steps by which a block gives its tensor maps other tensors, group after group.

Source: CuTe DSL documentation, "utils".
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any

from cutedsl.arch.tensor_map import DESCRIPTOR_ALIGN_BYTES, DESCRIPTOR_BYTES
from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.lang import arch
from cutedsl.lang.atoms.copy_atom import CopyAtom
from cutedsl.lang.atoms.tensor_map_update import (
    copy_tensormap,
    cp_fence_tma_desc_release,
    fence_tma_desc_acquire,
    fence_tma_desc_release,
    update_tma_descriptor,
)
from cutedsl.lang.atoms.tma import map_pointer
from cutedsl.lang.emission.mlir_places import methods_take_places
from cutedsl.lang.intrinsics import sync as arch_sync
from cutedsl.lang.tensors.pointer import Pointer
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.staging.rewrite import staged_function
from cutedsl.staging.tree import register_tree
from cutedsl.types import AddressSpace


class TensorMapUpdateMode(Enum):
    """Where maps are changed: in global memory in place, or in shared memory and then copied."""

    GMEM = 1
    SMEM = 2


@methods_take_places
@frozen
class TensorMapManager:
    """Changes the tensor maps that a block keeps in global memory, one for each of its operands.

    The order: `init_tensormap_from_atom` once, `fence_tensormap_initialization`; for each new tensor
    `update_tensormap` by one warp, then `fence_tensormap_update` by the warp that copies, after a barrier if it is
    another one; `cute.copy(..., tma_desc_ptr=manager.get_tensormap_ptr(ptr))`.
    Errors: tensor-map-pointer.
    """

    tensormap_update_mode: TensorMapUpdateMode
    bytes_per_tensormap: int = DESCRIPTOR_BYTES

    def __post_init__(self) -> None:
        if self.bytes_per_tensormap != DESCRIPTOR_BYTES:
            raise fail(
                "tensor-map-pointer",
                f"a tensor map has {DESCRIPTOR_BYTES} bytes, got bytes_per_tensormap={self.bytes_per_tensormap}",
            )

    def get_tensormap_ptr(self, ptr: Pointer, address_space: AddressSpace = AddressSpace.gmem) -> Pointer:
        """The pointer as that of a map. Nothing checks its alignment, a multiple of 64 bytes."""
        if address_space not in (AddressSpace.gmem, AddressSpace.generic):
            raise fail("tensor-map-pointer", f"a map for copies must be in global memory, got {address_space}")
        return map_pointer(ptr, "get_tensormap_ptr").align(DESCRIPTOR_ALIGN_BYTES)

    def init_tensormap_from_atom(self, copy_atom: CopyAtom, dst_ptr: Pointer, warp_id: int) -> None:
        """Warp `warp_id` writes an atom's map to where it will be changed: shared memory in mode SMEM."""
        staged_function(_init)(copy_atom, dst_ptr, warp_id)

    def fence_tensormap_initialization(self) -> None:
        """What was initialised is seen by the block's other threads, after a barrier."""
        if self.tensormap_update_mode is TensorMapUpdateMode.GMEM:
            arch_sync.fence_acq_rel_cta()

    def update_tensormap(
        self,
        tensor_gmem: Sequence[Tensor],
        tma_copy_atom: Sequence[CopyAtom],
        tensormap_gmem_ptr: Sequence[Pointer],
        warp_id: int,
        tensormap_smem_ptr: Sequence[Pointer | None] = (),
    ) -> None:
        """Warp `warp_id` gives each map its tensor and releases it; `tensormap_smem_ptr` is for mode SMEM.

        Copies that the warp issued by these maps have read them when it changes them in global memory.
        """
        in_smem = self.tensormap_update_mode is TensorMapUpdateMode.SMEM
        changed = tensormap_smem_ptr if in_smem else tensormap_gmem_ptr
        counts = {len(tensor_gmem), len(tma_copy_atom), len(tensormap_gmem_ptr), len(changed)}
        if len(counts) != 1:
            raise fail(
                "tensor-map-pointer",
                f"{len(tensor_gmem)} tensors, {len(tma_copy_atom)} atoms, {len(tensormap_gmem_ptr)} maps"
                + (f" and {len(changed)} places in shared memory" if in_smem else ""),
            )
        parts = tuple(zip(tma_copy_atom, tensor_gmem, changed, tensormap_gmem_ptr, strict=True))
        staged_function(_update)(parts, warp_id, in_smem)

    def fence_tensormap_update(self, tensormap_ptr: Pointer) -> None:
        """Copies after it use the changed map."""
        fence_tma_desc_acquire(tensormap_ptr)


def _init(atom: CopyAtom, place: Pointer, warp_id: int) -> None:
    if arch.warp_idx() == warp_id:
        if arch.lane_idx() == 0:
            copy_tensormap(atom, place)
        arch.sync_warp()


def _update(parts: tuple[tuple[Any, ...], ...], warp_id: int, in_smem: bool) -> None:
    if arch.warp_idx() == warp_id:
        if in_smem and arch.lane_idx() == 0:
            _update_all(parts)
        with arch.elect_one():
            arch.cp_async_bulk_commit_group()
            arch.cp_async_bulk_wait_group(0, read=True)
        arch.sync_warp()
        if in_smem:
            _publish_all(parts)
        elif arch.lane_idx() == 0:
            _update_all(parts)
            fence_tma_desc_release()
        arch.sync_warp()


def _update_all(parts: tuple[tuple[Any, ...], ...]) -> None:
    for atom, tensor, place, _ in parts:
        update_tma_descriptor(atom, tensor, place)


def _publish_all(parts: tuple[tuple[Any, ...], ...]) -> None:
    for _, _, source, target in parts:
        cp_fence_tma_desc_release(target, source)


register_tree(TensorMapManager, lambda value: ((), value), lambda value, _: value)
