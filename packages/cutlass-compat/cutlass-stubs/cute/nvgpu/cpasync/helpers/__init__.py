"""Written by scripts/cutlass_stubs.py."""

from cutedsl.cute.nvgpu.cpasync import CopyBulkG2SMulticastOp as CopyBulkG2SMulticastOp
from cutedsl.cute.nvgpu.cpasync import CopyBulkG2SOp as CopyBulkG2SOp
from cutedsl.cute.nvgpu.cpasync import CopyBulkS2GOp as CopyBulkS2GOp
from cutedsl.cute.nvgpu.cpasync import CopyBulkS2SOp as CopyBulkS2SOp
from cutedsl.cute.nvgpu.cpasync import CopyBulkTensorTileG2SMulticastOp as CopyBulkTensorTileG2SMulticastOp
from cutedsl.cute.nvgpu.cpasync import CopyBulkTensorTileG2SNonExecTrait as CopyBulkTensorTileG2SNonExecTrait
from cutedsl.cute.nvgpu.cpasync import CopyBulkTensorTileG2SOp as CopyBulkTensorTileG2SOp
from cutedsl.cute.nvgpu.cpasync import CopyBulkTensorTileS2GOp as CopyBulkTensorTileS2GOp
from cutedsl.cute.nvgpu.cpasync import CopyDsmemStoreOp as CopyDsmemStoreOp
from cutedsl.cute.nvgpu.cpasync import CopyG2SOp as CopyG2SOp
from cutedsl.cute.nvgpu.cpasync import CopyReduceBulkTensorTileS2GOp as CopyReduceBulkTensorTileS2GOp
from cutedsl.cute.nvgpu.cpasync import LoadCacheMode as LoadCacheMode
from cutedsl.cute.nvgpu.cpasync import ReductionKind as ReductionKind
from cutedsl.cute.nvgpu.cpasync import ReductionOp as ReductionOp
from cutedsl.cute.nvgpu.cpasync import TmaInfo as TmaInfo
from cutedsl.cute.nvgpu.cpasync import copy_tensormap as copy_tensormap
from cutedsl.cute.nvgpu.cpasync import cp_fence_tma_desc_release as cp_fence_tma_desc_release
from cutedsl.cute.nvgpu.cpasync import create_tma_multicast_mask as create_tma_multicast_mask
from cutedsl.cute.nvgpu.cpasync import fence_tma_desc_acquire as fence_tma_desc_acquire
from cutedsl.cute.nvgpu.cpasync import fence_tma_desc_release as fence_tma_desc_release
from cutedsl.cute.nvgpu.cpasync import group_bulk_copy_modes as group_bulk_copy_modes
from cutedsl.cute.nvgpu.cpasync import make_tiled_tma_atom as make_tiled_tma_atom
from cutedsl.cute.nvgpu.cpasync import prefetch_descriptor as prefetch_descriptor
from cutedsl.cute.nvgpu.cpasync import tma_partition as tma_partition
from cutedsl.cute.nvgpu.cpasync import update_tma_descriptor as update_tma_descriptor
