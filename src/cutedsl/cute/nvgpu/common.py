"""`cute.nvgpu.common`: what `cute.nvgpu` itself exports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutedsl.errors import DSLUserCodeError as OpError
from cutedsl.errors.names.lazy_names import missing_names
from cutedsl.lang.atoms.access_hints import (
    CacheEvictionPriority,
    L2PrefetchSize,
    LoadCacheMode,
    MemoryOrder,
    MemoryScope,
    StoreCacheMode,
)
from cutedsl.lang.atoms.copy_ops import CopyG2ROp, CopyR2GOp, CopyR2SOp, CopyS2ROp, CopyStgOp, CopyUniversalOp
from cutedsl.lang.atoms.mma_ops import MmaUniversalOp, OperandMajorMode, OutputMajorMode

if not TYPE_CHECKING:
    __getattr__ = missing_names("cute.nvgpu.common")


__all__ = [
    "CacheEvictionPriority",
    "CopyG2ROp",
    "CopyR2GOp",
    "CopyR2SOp",
    "CopyS2ROp",
    "CopyStgOp",
    "CopyUniversalOp",
    "L2PrefetchSize",
    "LoadCacheMode",
    "MemoryOrder",
    "MemoryScope",
    "MmaUniversalOp",
    "OpError",
    "OperandMajorMode",
    "OutputMajorMode",
    "StoreCacheMode",
]
