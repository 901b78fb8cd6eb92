"""`cute.nvgpu.warpgroup`: a warp group's multiplies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutedsl.errors.names.lazy_names import missing_names
from cutedsl.lang.atoms.mma_ops import Field, OperandMajorMode, OperandSource
from cutedsl.lang.atoms.mma_ops import WarpgroupOp as MmaF8Op
from cutedsl.lang.atoms.mma_ops import WarpgroupOp as MmaI8Op
from cutedsl.lang.atoms.mma_ops import warpgroup_f16bf16 as MmaF16BF16Op
from cutedsl.lang.atoms.mma_ops import warpgroup_tf32 as MmaTF32Op
from cutedsl.lang.atoms.warpgroup import SmemLayoutAtomKind, commit_group, fence, make_smem_layout_atom, wait_group
from cutedsl.lang.emission.mlir_places import functions_take_places

functions_take_places(globals())

if not TYPE_CHECKING:
    __getattr__ = missing_names("cute.nvgpu.warpgroup")


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
