"""`cute.nvgpu.common`: what `cute.nvgpu` itself exports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutedsl.errors import DSLUserCodeError as OpError
from cutedsl.lang.atoms.access_hints import (
    CacheEvictionPriority,
    L2PrefetchSize,
    LoadCacheMode,
    MemoryOrder,
    MemoryScope,
    StoreCacheMode,
)
from cutedsl.lang.atoms.copy_ops import CopyG2ROp, CopyR2GOp, CopyR2SOp, CopyS2ROp, CopyUniversalOp
from cutedsl.lang.atoms.mma_ops import MmaUniversalOp, OperandMajorMode, OutputMajorMode

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        from cutedsl.errors.not_yet import missing_name

        return missing_name("cute.nvgpu.common", name)


__all__ = [
    "CacheEvictionPriority",
    "CopyG2ROp",
    "CopyR2GOp",
    "CopyR2SOp",
    "CopyS2ROp",
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
