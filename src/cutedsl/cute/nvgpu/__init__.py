"""`cute.nvgpu`: the operations that atoms are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutedsl.cute.nvgpu import common, cpasync, warp, warpgroup
from cutedsl.lang.atoms.copy_ops import CopyUniversalOp, LoadCacheMode
from cutedsl.lang.atoms.mma_ops import MmaUniversalOp, OperandMajorMode
from cutedsl.lang.atoms.tma import make_tiled_tma_atom_A, make_tiled_tma_atom_B

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        from cutedsl.errors.not_yet import missing_name

        return missing_name("cute.nvgpu", name)


__all__ = [
    "CopyUniversalOp",
    "LoadCacheMode",
    "MmaUniversalOp",
    "OperandMajorMode",
    "common",
    "cpasync",
    "make_tiled_tma_atom_A",
    "make_tiled_tma_atom_B",
    "warp",
    "warpgroup",
]
