"""Layouts in shared memory by the names of Blackwell's helpers: the copy engine and its swizzles are Hopper's.

Programs for Hopper use them too. Source: reference/cute-dsl.md 2 (names only); arguments from public programs.
"""

from __future__ import annotations

from typing import Any

from cutedsl.lang.atoms.mma_ops import OperandMajorMode
from cutedsl.lang.atoms.warpgroup import SmemLayoutAtomKind as SmemLayoutAtomKind
from cutedsl.lang.atoms.warpgroup import make_smem_layout_atom as make_smem_layout_atom
from cutedsl.lang.hopper import LayoutEnum, make_smem_layout_epi
from cutedsl.lang.mlir_places import functions_take_places
from cutedsl.layout import ComposedLayout
from cutedsl.staging.numeric import Numeric


def make_smem_layout(
    leading_mode: Any, smem_tile_shape: tuple[int, int], a_dtype: type[Numeric], num_stages: int
) -> ComposedLayout:
    """Tiles (M, K, stages) with the widest swizzle that the contiguous mode has room for.

    `leading_mode` says which mode is contiguous: K is the second one.
    """
    layout = LayoutEnum.ROW_MAJOR if leading_mode is OperandMajorMode.K else LayoutEnum.COL_MAJOR
    return make_smem_layout_epi(a_dtype, layout, smem_tile_shape, num_stages)


functions_take_places(globals())
