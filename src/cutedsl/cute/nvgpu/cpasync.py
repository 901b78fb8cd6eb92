"""`cute.nvgpu.cpasync`: asynchronous copies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutedsl.errors.names.lazy_names import missing_names
from cutedsl.lang.atoms.access_hints import LoadCacheMode
from cutedsl.lang.atoms.bulk import (
    CopyBulkG2SMulticastOp,
    CopyBulkG2SOp,
    CopyBulkS2GOp,
    CopyBulkS2SOp,
    group_bulk_copy_modes,
)
from cutedsl.lang.atoms.copy_ops import CopyG2SOp
from cutedsl.lang.atoms.remote_store import CopyDsmemStoreOp
from cutedsl.lang.atoms.tensor_map_update import (
    copy_tensormap,
    cp_fence_tma_desc_release,
    fence_tma_desc_acquire,
    fence_tma_desc_release,
    update_tma_descriptor,
)
from cutedsl.lang.atoms.tma import (
    CopyBulkTensorTileG2SMulticastOp,
    CopyBulkTensorTileG2SOp,
    CopyBulkTensorTileS2GOp,
    CopyReduceBulkTensorTileS2GOp,
    ReductionKind,
    TmaInfo,
    create_tma_multicast_mask,
    prefetch_descriptor,
    tma_atom_of,
    tma_partition,
)
from cutedsl.lang.blackwell.numbered_rows import (
    CopyBulkTensor2DGather4G2SMulticastOp,
    CopyBulkTensor2DGather4G2SOp,
    CopyBulkTensor2DScatter4S2GOp,
    make_tiled_tma_atom,
)
from cutedsl.lang.blackwell.pixels import (
    CopyBulkTensorIm2ColG2SMulticastOp,
    CopyBulkTensorIm2ColG2SOp,
    CopyBulkTensorIm2ColS2GOp,
    make_im2col_tma_atom,
)
from cutedsl.lang.emission.mlir_places import functions_take_places

functions_take_places(globals())
ReductionOp = ReductionKind
"""The name that programs of other releases have for it."""
make_tma_tile_atom = make_tiled_tma_atom
"""The name before 4.1."""
CopyBulkTensorTileG2SNonExecTrait = tma_atom_of
"""What `CopyAtom(op, trait)` takes of an atom that a function of a dialect made."""

if not TYPE_CHECKING:
    __getattr__ = missing_names("cute.nvgpu.cpasync")


__all__ = [
    "CopyBulkG2SMulticastOp",
    "CopyBulkG2SOp",
    "CopyBulkS2GOp",
    "CopyBulkS2SOp",
    "CopyBulkTensor2DGather4G2SMulticastOp",
    "CopyBulkTensor2DGather4G2SOp",
    "CopyBulkTensor2DScatter4S2GOp",
    "CopyBulkTensorIm2ColG2SMulticastOp",
    "CopyBulkTensorIm2ColG2SOp",
    "CopyBulkTensorIm2ColS2GOp",
    "CopyBulkTensorTileG2SMulticastOp",
    "CopyBulkTensorTileG2SNonExecTrait",
    "CopyBulkTensorTileG2SOp",
    "CopyBulkTensorTileS2GOp",
    "CopyDsmemStoreOp",
    "CopyG2SOp",
    "CopyReduceBulkTensorTileS2GOp",
    "LoadCacheMode",
    "ReductionKind",
    "ReductionOp",
    "TmaInfo",
    "copy_tensormap",
    "cp_fence_tma_desc_release",
    "create_tma_multicast_mask",
    "fence_tma_desc_acquire",
    "fence_tma_desc_release",
    "group_bulk_copy_modes",
    "make_im2col_tma_atom",
    "make_tiled_tma_atom",
    "make_tma_tile_atom",
    "prefetch_descriptor",
    "tma_partition",
    "update_tma_descriptor",
]
