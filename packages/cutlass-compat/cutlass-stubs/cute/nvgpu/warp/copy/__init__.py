"""Written by scripts/cutlass_stubs.py."""

from cutedsl.cute.nvgpu.warp import Field as Field
from cutedsl.cute.nvgpu.warp import LdMatrix16x16x8bOp as LdMatrix16x16x8bOp
from cutedsl.cute.nvgpu.warp import LdMatrix8x16x8bOp as LdMatrix8x16x8bOp
from cutedsl.cute.nvgpu.warp import LdMatrix8x8x16bOp as LdMatrix8x8x16bOp
from cutedsl.cute.nvgpu.warp import MXF8F6F4_SUPPORTED_PAIRS as MXF8F6F4_SUPPORTED_PAIRS
from cutedsl.cute.nvgpu.warp import MmaF16BF16Op as MmaF16BF16Op
from cutedsl.cute.nvgpu.warp import MmaF16BF16SparseOp as MmaF16BF16SparseOp
from cutedsl.cute.nvgpu.warp import MmaF64Op as MmaF64Op
from cutedsl.cute.nvgpu.warp import MmaFP8Op as MmaFP8Op
from cutedsl.cute.nvgpu.warp import MmaFP8SparseOp as MmaFP8SparseOp
from cutedsl.cute.nvgpu.warp import MmaI8Op as MmaI8Op
from cutedsl.cute.nvgpu.warp import MmaI8SparseOp as MmaI8SparseOp
from cutedsl.cute.nvgpu.warp import MmaMXF4NVF4Op as MmaMXF4NVF4Op
from cutedsl.cute.nvgpu.warp import MmaMXF4Op as MmaMXF4Op
from cutedsl.cute.nvgpu.warp import MmaMXF8F6F4Op as MmaMXF8F6F4Op
from cutedsl.cute.nvgpu.warp import MmaMXF8Op as MmaMXF8Op
from cutedsl.cute.nvgpu.warp import MmaTF32Op as MmaTF32Op
from cutedsl.cute.nvgpu.warp import MmaTF32SparseOp as MmaTF32SparseOp
from cutedsl.cute.nvgpu.warp import SparseMetadataFormat as SparseMetadataFormat
from cutedsl.cute.nvgpu.warp import StMatrix16x8x8bOp as StMatrix16x8x8bOp
from cutedsl.cute.nvgpu.warp import StMatrix8x8x16bOp as StMatrix8x8x16bOp
from cutedsl.cute.nvgpu.warp import WarpMmaOp as WarpMmaOp
