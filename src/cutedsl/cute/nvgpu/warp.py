"""`cute.nvgpu.warp`: a warp's matrix copies and multiplies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutedsl.errors.names.lazy_names import missing_names
from cutedsl.lang.atoms.copy_ops import (
    LdMatrix8x8x16bOp,
    LdMatrix8x16x8bOp,
    LdMatrix16x16x8bOp,
    StMatrix8x8x16bOp,
    StMatrix16x8x8bOp,
)
from cutedsl.lang.atoms.mma_ops import (
    Field,
    MmaF16BF16Op,
    MmaF64Op,
    MmaFP8Op,
    MmaI8Op,
    MmaTF32Op,
    WarpMmaOp,
)
from cutedsl.lang.atoms.scaled_ops import (
    MXF8F6F4_SUPPORTED_PAIRS,
    MmaMXF4NVF4Op,
    MmaMXF4Op,
    MmaMXF8F6F4Op,
    MmaMXF8Op,
)
from cutedsl.lang.atoms.sparse_ops import (
    MmaF16BF16SparseOp,
    MmaFP8SparseOp,
    MmaI8SparseOp,
    MmaTF32SparseOp,
    SparseMetadataFormat,
)

if not TYPE_CHECKING:
    __getattr__ = missing_names("cute.nvgpu.warp")


__all__ = [
    "MXF8F6F4_SUPPORTED_PAIRS",
    "Field",
    "LdMatrix8x8x16bOp",
    "LdMatrix8x16x8bOp",
    "LdMatrix16x16x8bOp",
    "MmaF16BF16Op",
    "MmaF16BF16SparseOp",
    "MmaF64Op",
    "MmaFP8Op",
    "MmaFP8SparseOp",
    "MmaI8Op",
    "MmaI8SparseOp",
    "MmaMXF4NVF4Op",
    "MmaMXF4Op",
    "MmaMXF8F6F4Op",
    "MmaMXF8Op",
    "MmaTF32Op",
    "MmaTF32SparseOp",
    "SparseMetadataFormat",
    "StMatrix8x8x16bOp",
    "StMatrix16x8x8bOp",
    "WarpMmaOp",
]
