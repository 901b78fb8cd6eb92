"""Layouts in shared memory for the multiplies of tensor memory, and for tiles that the copy engine stores.

Source: PTX ISA, "Canonical layouts"; BSD-3 `cute/atom/mma_traits_sm100.hpp` (tile_to_mma_shape),
`cutlass/gemm/collective/builders/sm100_common.inl`.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

from cutedsl.arch.atoms.umma import SW128_32B
from cutedsl.arch.atoms.warpgroup import SMEM_ATOMS
from cutedsl.errors import fail
from cutedsl.lang.atoms.mma_ops import OperandMajorMode
from cutedsl.lang.tiles.hopper import LayoutEnum
from cutedsl.layout import (
    ComposedLayout,
    Layout,
    coalesce,
    make_composed_layout,
    product_each,
    rank,
    right_inverse,
    size,
    tile_to_shape,
    tiled_divide,
)
from cutedsl.staging.numeric import Numeric

Kind = type[Numeric]


class SmemLayoutAtomKind(Enum):
    """The layouts that a descriptor holds: the major mode, and the bytes of a swizzled row."""

    MN_INTER = "MN_INTER"
    MN_SW32 = "MN_SW32"
    MN_SW64 = "MN_SW64"
    MN_SW128 = "MN_SW128"
    MN_SW128_32B = "MN_SW128_32B"
    K_INTER = "K_INTER"
    K_SW32 = "K_SW32"
    K_SW64 = "K_SW64"
    K_SW128 = "K_SW128"


def make_smem_layout_atom(kind: SmemLayoutAtomKind, element_type: Kind) -> ComposedLayout:
    """The layout atom of a kind for elements of a type; its swizzle acts on bytes: give it to the pointer.

    >>> from cutedsl import Float16, Float32
    >>> print(make_smem_layout_atom(SmemLayoutAtomKind.K_SW128, Float16))
    S<3,4,3> o 0 o (8,64):(64,1)
    >>> print(make_smem_layout_atom(SmemLayoutAtomKind.MN_SW128_32B, Float32))
    S<2,5,2> o 0 o (32,4):(1,32)
    """
    bits = element_type.spec.storage_bits
    if kind.value == "MN_SW128_32B":
        return make_composed_layout(SW128_32B, 0, Layout((1024 // bits, 4), (1, 1024 // bits)))
    atom = SMEM_ATOMS[kind.value]
    return make_composed_layout(atom.swizzle, 0, atom.layout(bits))


def get_smem_layout_atom_ab(
    major_mode: OperandMajorMode, element_type: Kind, smem_shape_mn_k: tuple[int, int]
) -> SmemLayoutAtomKind:
    """The widest layout atom that an operand's tile (rows, K) has room for. Errors: mma-operand.

    >>> from cutedsl import Float16
    >>> get_smem_layout_atom_ab(OperandMajorMode.K, Float16, (128, 32)).name
    'K_SW64'
    """
    k_major = major_mode is OperandMajorMode.K
    bits = element_type.spec.storage_bits
    run = size(smem_shape_mn_k[1 if k_major else 0]) * bits
    if not k_major and bits == 32:
        if run % 1024 == 0:
            return SmemLayoutAtomKind.MN_SW128_32B
        raise fail(
            "mma-operand",
            f"rows of an MN-major tile of 32-bit elements must be a multiple of 32, got {smem_shape_mn_k}",
        )
    return _widest("K" if k_major else "MN", run, element_type)


def _widest(major: str, run_bits: int, element_type: Kind) -> SmemLayoutAtomKind:
    for row_bits, kind in ((1024, "SW128"), (512, "SW64"), (256, "SW32"), (128, "INTER")):
        if run_bits % row_bits == 0:
            return SmemLayoutAtomKind[f"{major}_{kind}"]
    count = run_bits // element_type.spec.storage_bits
    raise fail("mma-operand", f"{count} elements of {element_type.__name__} are not a multiple of 16 bytes")


def get_smem_layout_atom_epi(layout: LayoutEnum, element_type: Kind, epi_tile: Any) -> SmemLayoutAtomKind:
    """The widest layout atom for a tile (M, N) that is stored with `layout`. Errors: mma-operand.

    >>> from cutedsl import Float16
    >>> get_smem_layout_atom_epi(LayoutEnum.COL_MAJOR, Float16, (128, 32)).name
    'MN_SW128'
    """
    row_major = layout.is_n_major_c()
    run = _first_run(epi_tile[1 if row_major else 0]) * element_type.spec.storage_bits
    return _widest("K" if row_major else "MN", run, element_type)


def _first_run(tile: Any) -> int:
    """The neighbours that a mode of a tile begins with."""
    if not isinstance(tile, Layout):
        return size(tile)
    inverse: Any = coalesce(right_inverse(tile))
    return size(inverse, [0])


def tile_to_mma_shape(atom: Any, mma_tile_shape: Any, order: Any = None) -> Any:
    """A layout atom repeated over ((rows, K), tiles of rows, tiles of K, stages...) of a multiply's operand.

    >>> from cutedsl import Float16
    >>> atom = make_smem_layout_atom(SmemLayoutAtomKind.K_SW128, Float16)
    >>> print(tile_to_mma_shape(atom, ((128, 16), 1, 4, 2)))
    S<3,4,3> o 0 o ((128,16),1,4,2):((64,1),0,16,8192)
    """
    (rows, depth), m, k, *stages = mma_tile_shape
    tiled = tile_to_shape(atom, ((rows, m), (depth, k), *stages), order)
    tiled = coalesce(tiled, target_profile=(1,) * rank(tiled))  # programs take the stride of stages for a number
    return tiled_divide(tiled, product_each((rows, depth)))


def _operand(shape: Any, major: OperandMajorMode, dtype: Kind, num_stages: int, k_major: bool | None) -> Any:
    if k_major is not None:
        major = OperandMajorMode.K if k_major else OperandMajorMode.MN
    (rows, depth), m, k = shape[0], shape[1], shape[2]
    kind = get_smem_layout_atom_ab(major, dtype, (size(rows) * size(m), size(depth) * size(k)))
    order = (0, 1, 2) if major is OperandMajorMode.K else (1, 0, 2)
    return tile_to_mma_shape(make_smem_layout_atom(kind, dtype), (*shape, num_stages), order)


def make_smem_layout_a(
    tiled_mma: Any, mma_tiler_mnk: Any, a_dtype: Kind, num_stages: int, *, is_k_major: bool | None = None
) -> Any:
    """A's tiles in a block's shared memory: ((M, K) of an instruction, M, K, stages). Errors: mma-operand."""
    shape = tiled_mma.partition_shape_A((mma_tiler_mnk[0], mma_tiler_mnk[2]))
    return _operand(shape, tiled_mma.op.a_major_mode, a_dtype, num_stages, is_k_major)


def make_smem_layout_b(
    tiled_mma: Any, mma_tiler_mnk: Any, b_dtype: Kind, num_stages: int, *, is_k_major: bool | None = None
) -> Any:
    """B's tiles in a block's shared memory: ((N, K) of an instruction, N, K, stages). Errors: mma-operand."""
    shape = tiled_mma.partition_shape_B((mma_tiler_mnk[1], mma_tiler_mnk[2]))
    return _operand(shape, tiled_mma.op.b_major_mode, b_dtype, num_stages, is_k_major)


def make_smem_layout_epi(epi_dtype: Kind, epi_layout: LayoutEnum, epi_tile: Any, epi_stage: int) -> ComposedLayout:
    """The epilogue's tiles in shared memory: (M, N, stages). Errors: mma-operand.

    >>> from cutedsl import Float16
    >>> print(make_smem_layout_epi(Float16, LayoutEnum.ROW_MAJOR, (128, 32), 2))
    S<2,4,3> o 0 o ((8,16),(32,1),(1,2)):((32,256),(1,0),(0,4096))
    """
    kind = get_smem_layout_atom_epi(epi_layout, epi_dtype, epi_tile)
    order = (0, 1, 2) if epi_layout.is_n_major_c() else (1, 0, 2)
    shape = (*(size(mode) for mode in epi_tile), epi_stage)
    return tile_to_shape(make_smem_layout_atom(kind, epi_dtype), shape, order)


def make_smem_layout(
    leading_mode: OperandMajorMode, smem_tile_shape: tuple[int, int], a_dtype: Kind, num_stages: int
) -> ComposedLayout:
    """Tiles (M, K, stages) with the widest swizzle that the contiguous mode has room for.

    `leading_mode` says which mode is contiguous: K is the second one.

    >>> from cutedsl import Float16
    >>> print(make_smem_layout(OperandMajorMode.K, (128, 64), Float16, 2))
    S<3,4,3> o 0 o ((8,16),(64,1),(1,2)):((64,512),(1,0),(0,8192))
    """
    layout = LayoutEnum.ROW_MAJOR if leading_mode is OperandMajorMode.K else LayoutEnum.COL_MAJOR
    return make_smem_layout_epi(a_dtype, layout, smem_tile_shape, num_stages)
