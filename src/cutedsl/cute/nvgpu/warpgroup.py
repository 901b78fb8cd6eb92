"""`cute.nvgpu.warpgroup`: a warp group's multiplies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutedsl.lang.atoms.mma_ops import Field, OperandMajorMode, OperandSource
from cutedsl.lang.atoms.mma_ops import WarpgroupOp as MmaF8Op
from cutedsl.lang.atoms.mma_ops import WarpgroupOp as MmaI8Op
from cutedsl.lang.atoms.mma_ops import warpgroup_f16bf16 as MmaF16BF16Op
from cutedsl.lang.atoms.mma_ops import warpgroup_tf32 as MmaTF32Op
from cutedsl.lang.atoms.warpgroup import SmemLayoutAtomKind, commit_group, fence, make_smem_layout_atom, wait_group
from cutedsl.lang.mlir_places import functions_take_places

functions_take_places(globals())

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        from cutedsl.errors.not_yet import missing_name

        return missing_name("cute.nvgpu.warpgroup", name)


__all__ = [
    "Field",
    "MmaF8Op",
    "MmaF16BF16Op",
    "MmaI8Op",
    "MmaTF32Op",
    "OperandMajorMode",
    "OperandSource",
    "SmemLayoutAtomKind",
    "commit_group",
    "fence",
    "make_smem_layout_atom",
    "wait_group",
]
