"""`cute.nvgpu.tcgen05`: tensor memory, its multiplies and its copies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutedsl.errors.names.lazy_names import missing_names
from cutedsl.lang.atoms.mma_ops import Field, MmaOp, OperandMajorMode, OperandSource
from cutedsl.lang.atoms.s2t_copy import (
    Cp4x32x128bOp,
    append_s2t_broadcast_mode,
    get_s2t_smem_desc_tensor,
    make_s2t_copy,
)
from cutedsl.lang.atoms.tmem_copy import (
    Ld16x32bx2Op,
    Ld16x64bOp,
    Ld16x128bOp,
    Ld16x256bOp,
    Ld32x32bOp,
    Pack,
    Repetition,
    St16x32bx2Op,
    St16x64bOp,
    St16x128bOp,
    St16x256bOp,
    St32x32bOp,
    Unpack,
    find_tmem_tensor_col_offset,
    get_tmem_copy_properties,
    is_tmem_load,
    is_tmem_store,
    make_tmem_copy,
)
from cutedsl.lang.atoms.tmem_reduced import LdRed16x32bx2Op, LdRed32x32bOp, TmemLoadRedOp
from cutedsl.lang.atoms.umma_desc import int_to_smem_descriptor, make_umma_smem_desc, smem_descriptor_to_int
from cutedsl.lang.atoms.umma_ops import (
    BlockScaledMmaOp,
    CollectorBBuffer,
    CollectorOp,
    CtaGroup,
    MmaF8F6F4Op,
    MmaF16BF16Op,
    MmaFP8Op,
    MmaI8Op,
    MmaMXF4NVF4Op,
    MmaMXF4Op,
    MmaMXF8F6F4Op,
    MmaMXF8Op,
    MmaTF32Op,
    SM103MmaMXF4NVF4Op,
    SM103MmaMXF4Op,
)
from cutedsl.lang.blackwell.rows_copy import (
    Cp2x64x128b0123Op,
    Cp2x64x128b0213Op,
    Cp4x256bOp,
    Cp128x128bOp,
    Cp128x256bOp,
)
from cutedsl.lang.blackwell.umma_order import commit
from cutedsl.lang.blackwell.umma_smem import SmemLayoutAtomKind, make_smem_layout_atom, tile_to_mma_shape
from cutedsl.lang.emission.mlir_places import functions_take_places

functions_take_places(globals())

if not TYPE_CHECKING:
    __getattr__ = missing_names("cute.nvgpu.tcgen05")


__all__ = [
    "BlockScaledMmaOp",
    "CollectorBBuffer",
    "CollectorOp",
    "Cp2x64x128b0123Op",
    "Cp2x64x128b0213Op",
    "Cp4x32x128bOp",
    "Cp4x256bOp",
    "Cp128x128bOp",
    "Cp128x256bOp",
    "CtaGroup",
    "Field",
    "Ld16x32bx2Op",
    "Ld16x64bOp",
    "Ld16x128bOp",
    "Ld16x256bOp",
    "Ld32x32bOp",
    "LdRed16x32bx2Op",
    "LdRed32x32bOp",
    "MmaF8F6F4Op",
    "MmaF16BF16Op",
    "MmaFP8Op",
    "MmaI8Op",
    "MmaMXF4NVF4Op",
    "MmaMXF4Op",
    "MmaMXF8F6F4Op",
    "MmaMXF8Op",
    "MmaOp",
    "MmaTF32Op",
    "OperandMajorMode",
    "OperandSource",
    "Pack",
    "Repetition",
    "SM103MmaMXF4NVF4Op",
    "SM103MmaMXF4Op",
    "SmemLayoutAtomKind",
    "St16x32bx2Op",
    "St16x64bOp",
    "St16x128bOp",
    "St16x256bOp",
    "St32x32bOp",
    "TmemLoadRedOp",
    "Unpack",
    "append_s2t_broadcast_mode",
    "commit",
    "find_tmem_tensor_col_offset",
    "get_s2t_smem_desc_tensor",
    "get_tmem_copy_properties",
    "int_to_smem_descriptor",
    "is_tmem_load",
    "is_tmem_store",
    "make_s2t_copy",
    "make_smem_layout_atom",
    "make_tmem_copy",
    "make_umma_smem_desc",
    "smem_descriptor_to_int",
    "tile_to_mma_shape",
]
