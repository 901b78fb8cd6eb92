"""Helpers for GEMMs on Hopper: shared-memory layouts of operands, multiplies, store operations.

Source: CuTe DSL documentation, "Utilities for SM90".
"""

from __future__ import annotations

from enum import Enum
from typing import Any

from cutedsl.errors import fail
from cutedsl.lang.atoms.copy_atom import CopyAtom, make_copy_atom
from cutedsl.lang.atoms.copy_ops import CopyUniversalOp, StMatrix8x8x16bOp
from cutedsl.lang.atoms.mma_ops import OperandMajorMode, OperandSource, WarpgroupOp
from cutedsl.lang.atoms.tiled_mma import TiledMma, make_tiled_mma
from cutedsl.lang.atoms.warpgroup import SmemLayoutAtomKind, make_smem_layout_atom
from cutedsl.lang.emission.mlir_places import methods_take_places
from cutedsl.layout import ComposedLayout, is_major, tile_to_shape
from cutedsl.staging.numeric import Numeric

Kind = type[Numeric]


@methods_take_places
class LayoutEnum(Enum):
    """Which mode of a matrix is contiguous: the second (row-major) or the first (column-major)."""

    ROW_MAJOR = "row"
    COL_MAJOR = "col"

    @staticmethod
    def from_tensor(tensor: Any) -> LayoutEnum:
        """The layout of a tensor (first, second, …). Errors: mma-operand where neither mode has stride 1."""
        for mode, kind in ((1, LayoutEnum.ROW_MAJOR), (0, LayoutEnum.COL_MAJOR)):
            if is_major(mode, tensor.stride):
                return kind
        raise fail("mma-operand", f"the tensor {tensor} needs stride 1 in one of its first two modes")

    def mma_major_mode(self) -> OperandMajorMode:
        """The major mode of an operand (M or N, K) of this layout."""
        return OperandMajorMode.K if self is LayoutEnum.ROW_MAJOR else OperandMajorMode.MN

    sm90_mma_major_mode = mma_major_mode

    def is_k_major_a(self) -> bool:
        return self is LayoutEnum.ROW_MAJOR

    def is_m_major_a(self) -> bool:
        return self is LayoutEnum.COL_MAJOR

    def is_k_major_b(self) -> bool:
        return self is LayoutEnum.ROW_MAJOR

    def is_n_major_b(self) -> bool:
        return self is LayoutEnum.COL_MAJOR

    def is_n_major_c(self) -> bool:
        return self is LayoutEnum.ROW_MAJOR

    def is_m_major_c(self) -> bool:
        return self is LayoutEnum.COL_MAJOR


def make_trivial_tiled_mma(
    a_dtype: Kind,
    b_dtype: Kind,
    a_leading_mode: OperandMajorMode,
    b_leading_mode: OperandMajorMode,
    acc_dtype: Kind,
    atom_layout_mnk: Any,
    tiler_mn: tuple[int, int],
    a_source: OperandSource = OperandSource.SMEM,
) -> TiledMma:
    """The warp-group multiply of these types over `atom_layout_mnk` groups; `tiler_mn` is the tile of one group.

    Errors: mma-type, mma-shape, mma-major.
    """
    op = WarpgroupOp(a_dtype, b_dtype, acc_dtype, (64, tiler_mn[1]), a_source, a_leading_mode, b_leading_mode)
    return make_tiled_mma(op, atom_layout_mnk)


def get_smem_layout_atom(layout: LayoutEnum, element_type: Kind, major_mode_size: int) -> SmemLayoutAtomKind:
    """The widest layout atom whose rows divide the major mode. Errors: mma-operand where none does."""
    bits = major_mode_size * element_type.spec.storage_bits
    major = "K" if layout is LayoutEnum.ROW_MAJOR else "MN"
    for row_bits, kind in ((1024, "SW128"), (512, "SW64"), (256, "SW32"), (128, "INTER")):
        if bits % row_bits == 0:
            return SmemLayoutAtomKind[f"{major}_{kind}"]
    raise fail("mma-operand", f"{major_mode_size} elements of {element_type.__name__} are not a multiple of 16 bytes")


def _staged(layout: LayoutEnum, element_type: Kind, rows: int, columns: int, stages: int) -> ComposedLayout:
    """(rows, columns, stages) of layout atoms, the major mode filled first."""
    row_major = layout is LayoutEnum.ROW_MAJOR
    kind = get_smem_layout_atom(layout, element_type, columns if row_major else rows)
    atom = make_smem_layout_atom(kind, element_type)
    return tile_to_shape(atom, (rows, columns, stages), (0, 1, 2) if row_major else (1, 0, 2))


def make_smem_layout_a(
    a_layout: LayoutEnum, mma_tiler_mnk: tuple[int, int, int], a_dtype: Kind, num_stages: int
) -> ComposedLayout:
    """A's tiles in shared memory: (M, K, stages). Errors: mma-operand."""
    return _staged(a_layout, a_dtype, mma_tiler_mnk[0], mma_tiler_mnk[2], num_stages)


def make_smem_layout_b(
    b_layout: LayoutEnum, mma_tiler_mnk: tuple[int, int, int], b_dtype: Kind, num_stages: int
) -> ComposedLayout:
    """B's tiles in shared memory: (N, K, stages). Errors: mma-operand."""
    return _staged(b_layout, b_dtype, mma_tiler_mnk[1], mma_tiler_mnk[2], num_stages)


def make_smem_layout_epi(
    epi_dtype: Kind,
    epi_layout: LayoutEnum,
    epi_tile: tuple[int, int],
    epi_stage: int,
    smem_trg_shape: Any = None,
    smem_order: Any = None,
) -> ComposedLayout:
    """The epilogue's tiles in shared memory: (M, N, stages), or `smem_trg_shape` filled in `smem_order`."""
    row_major = epi_layout is LayoutEnum.ROW_MAJOR
    kind = get_smem_layout_atom(epi_layout, epi_dtype, epi_tile[1] if row_major else epi_tile[0])
    shape = (*epi_tile, epi_stage) if smem_trg_shape is None else smem_trg_shape
    order = ((1, 0, 2) if not row_major else (0, 1, 2)) if smem_order is None else smem_order
    return tile_to_shape(make_smem_layout_atom(kind, epi_dtype), shape, order)


def get_smem_store_op(layout_d: LayoutEnum, elem_ty_d: Kind, elem_ty_acc: Kind) -> CopyAtom:
    """The copy from accumulators to shared memory: `stmatrix` for 16-bit elements, else plain stores."""
    return _smem_store(layout_d, elem_ty_d, 4)


def sm120_get_smem_store_op(layout_d: LayoutEnum, elem_ty_d: Kind, elem_ty_acc: Kind) -> CopyAtom:
    """As `get_smem_store_op`, for the accumulators of one warp instruction: two matrices.

    Source: BSD-3 `cutlass/epilogue/collective/builders/sm120_common.inl`.
    """
    return _smem_store(layout_d, elem_ty_d, 2)


def _smem_store(layout: LayoutEnum, kind: Kind, matrices: int) -> CopyAtom:
    if kind.spec.storage_bits == 16:
        return make_copy_atom(StMatrix8x8x16bOp(layout.is_m_major_c(), matrices), kind)
    return make_copy_atom(CopyUniversalOp(), kind)


def compute_tile_shape_or_override(
    tile_shape_mnk: tuple[int, int, int],
    element_type: Kind,
    is_cooperative: bool = False,
    epi_tile_override: tuple[int, int] | None = None,
) -> tuple[int, int]:
    """The epilogue's tile (M, N) of a GEMM's tile; the override wins."""
    if epi_tile_override is not None:
        return epi_tile_override
    m, n, _ = tile_shape_mnk
    if is_cooperative:
        return min(128, m), min(32, n)
    return min(64, m), min(64 if element_type.spec.storage_bits == 8 else 32, n)
