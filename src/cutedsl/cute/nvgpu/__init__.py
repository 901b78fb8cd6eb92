"""`cute.nvgpu`: the operations that atoms are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutedsl.errors.names.lazy_names import lazy_names
from cutedsl.lang.emission.mlir_places import takes_places

if TYPE_CHECKING:
    from cutedsl.cute.nvgpu import common, cpasync, tcgen05, warp, warpgroup
    from cutedsl.errors import DSLUserCodeError as OpError
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
    from cutedsl.lang.atoms.tma import make_tiled_tma_atom_A, make_tiled_tma_atom_B, make_tiled_tma_atom_C
    from cutedsl.lang.blackwell.pixels import make_im2col_tma_atom_A, make_im2col_tma_atom_B
    from cutedsl.lang.intrinsics.sync import SharedSpace
else:
    __getattr__, __dir__ = lazy_names(
        __name__,
        "cute.nvgpu",
        {
            "cutedsl.cute.nvgpu.": "common cpasync tcgen05 warp warpgroup",
            "cutedsl.errors": "OpError=DSLUserCodeError",
            "cutedsl.lang.intrinsics.sync": "SharedSpace",
            "cutedsl.lang.atoms.access_hints": (
                "CacheEvictionPriority L2PrefetchSize LoadCacheMode MemoryOrder MemoryScope StoreCacheMode"
            ),
            "cutedsl.lang.atoms.copy_ops": "CopyG2ROp CopyR2GOp CopyR2SOp CopyS2ROp CopyStgOp CopyUniversalOp",
            "cutedsl.lang.atoms.mma_ops": "MmaUniversalOp OperandMajorMode OutputMajorMode",
            "cutedsl.lang.atoms.tma": "make_tiled_tma_atom_A make_tiled_tma_atom_B make_tiled_tma_atom_C",
            "cutedsl.lang.blackwell.pixels": "make_im2col_tma_atom_A make_im2col_tma_atom_B",
        },
        given=takes_places,
    )


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
    "SharedSpace",
    "StoreCacheMode",
    "common",
    "cpasync",
    "make_im2col_tma_atom_A",
    "make_im2col_tma_atom_B",
    "make_tiled_tma_atom_A",
    "make_tiled_tma_atom_B",
    "make_tiled_tma_atom_C",
    "tcgen05",
    "warp",
    "warpgroup",
]
