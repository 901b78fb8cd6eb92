"""`cute.nvgpu.common`: what `cute.nvgpu` itself exports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutedsl.lang.atoms.copy_ops import CopyUniversalOp, LoadCacheMode
from cutedsl.lang.atoms.mma_ops import MmaUniversalOp, OperandMajorMode

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        from cutedsl.errors.not_yet import missing_name

        return missing_name("cute.nvgpu.common", name)


__all__ = ["CopyUniversalOp", "LoadCacheMode", "MmaUniversalOp", "OperandMajorMode"]
