"""Layouts of scale factors: in global memory, in shared memory, and in tensor memory.

128 rows and 4 factors of each are 512 bytes, the 4 factors of a row neighbours. Source: BSD-3
`cutlass/detail/sm100_blockscaled_layout.hpp`; PTX ISA, "Scale factor A layout in tensor memory".
"""

from __future__ import annotations

from typing import Any

from cutedsl.arch.tmem_layouts import scales_layout
from cutedsl.errors.frozen import frozen
from cutedsl.lang.atoms.mma_ops import OperandMajorMode
from cutedsl.layout import ComposedLayout, Layout, ceil_div, make_layout, size, tile_to_shape

_ROWS, _FACTORS = 128, 4
_BLOCK = _ROWS * _FACTORS


@frozen
class BlockScaledBasicChunk:
    """The factors of 128 rows and of 4 blocks along K, `sf_vec_size` elements each.

    >>> print(BlockScaledBasicChunk(16).layout)
    ((32,4),(16,4)):((16,4),(0,1))
    """

    sf_vec_size: int
    major_mode: OperandMajorMode = OperandMajorMode.K

    @property
    def layout(self) -> Layout:
        """(row, element of K) to the factor, or (element of K, row) where K is not the major mode."""
        rows, factors = Layout((32, 4), (16, 4)), Layout((self.sf_vec_size, _FACTORS), (0, 1))
        modes = (rows, factors) if self.major_mode is OperandMajorMode.K else (factors, rows)
        return make_layout(list(modes))

    _layout = layout


def tile_atom_to_shape_SF(Shape: Any, sf_vec_size: int) -> Layout:
    """The factors of a matrix (rows, K, batches): chunk after chunk along K, then along the rows.

    Law: rows and blocks that do not fill a chunk take one all the same.

    >>> print(tile_atom_to_shape_SF((256, 128, 1), 16))
    (((32,4),2),((16,4),2),(1,1)):(((16,4),1024),((0,1),512),(0,0))
    """
    rows, depth, *batches = Shape
    wide = sf_vec_size * _FACTORS
    extents = (ceil_div(rows, _ROWS) * _ROWS, ceil_div(depth, wide) * wide, *batches)
    return tile_to_shape(BlockScaledBasicChunk(sf_vec_size).layout, extents, (1, 0, 2)[: len(extents)])


def _in_smem(rows: int, tiled_mma: Any, depth: int, sf_vec_size: int, num_stages: int) -> Layout:
    factors = size(tiled_mma.shape_mnk[2]) // sf_vec_size
    blocks = -(-rows // _ROWS)
    chunks = -(-depth // (sf_vec_size * _FACTORS))
    along_rows = Layout(((32, 4), blocks), ((16, 4), chunks * _BLOCK))
    value = make_layout([along_rows, Layout((sf_vec_size, factors), (0, 1))])
    along = Layout((_FACTORS // factors, chunks), (factors, _BLOCK))
    return make_layout([value, Layout(1, 0), along, Layout(num_stages, blocks * chunks * _BLOCK)])


def make_smem_layout_sfa(tiled_mma: Any, mma_tiler_mnk: Any, sf_vec_size: int, num_stages: int) -> Layout:
    """The factors of A's tile of a block: ((rows, K) of an instruction, 1, K, stages)."""
    rows = size(mma_tiler_mnk[0]) // size(tiled_mma.thr_id)
    return _in_smem(rows, tiled_mma, size(mma_tiler_mnk[2]), sf_vec_size, num_stages)


def make_smem_layout_sfb(tiled_mma: Any, mma_tiler_mnk: Any, sf_vec_size: int, num_stages: int) -> Layout:
    """The factors of B's whole tile: ((columns, K) of an instruction, 1, K, stages)."""
    return _in_smem(size(mma_tiler_mnk[1]), tiled_mma, size(mma_tiler_mnk[2]), sf_vec_size, num_stages)


def _for_warps(rows: int, tiled_mma: Any, depth: int, sf_vec_size: int, num_stages: int) -> Layout:
    factors = size(tiled_mma.shape_mnk[2]) // sf_vec_size
    blocks, chunks = -(-rows // _ROWS), -(-depth // (sf_vec_size * _FACTORS))
    along_rows = Layout(((32, 4), blocks), ((16, 4), _BLOCK))
    steps = Layout((_FACTORS // factors, chunks), (factors, blocks * _BLOCK))
    along_k = make_layout([Layout((sf_vec_size, factors), (0, 1)), steps])
    return make_layout([along_rows, along_k, Layout(num_stages, blocks * chunks * _BLOCK)])


def sm120_make_smem_layout_sfa(tiled_mma: Any, tile_shape_mnk: Any, sf_vec_size: int, num_stages: int) -> Layout:
    """The factors of A's tile of a block, for multiplies of warps: (rows, K, stages), stride 0 within a factor."""
    return _for_warps(size(tile_shape_mnk[0]), tiled_mma, size(tile_shape_mnk[2]), sf_vec_size, num_stages)


def sm120_make_smem_layout_sfb(tiled_mma: Any, tile_shape_mnk: Any, sf_vec_size: int, num_stages: int) -> Layout:
    """The factors of B's tile of a block, for multiplies of warps: (columns, K, stages), stride 0 within a factor."""
    return _for_warps(size(tile_shape_mnk[1]), tiled_mma, size(tile_shape_mnk[2]), sf_vec_size, num_stages)


def _in_tmem(smem_layout: Any, sf_vec_size: int, *, halves: bool) -> Layout:
    layout = smem_layout.outer if isinstance(smem_layout, ComposedLayout) else smem_layout
    value, *rest = (layout[k] for k in range(3))
    shape = ((size(value, [0]), (sf_vec_size, size(value, [1]) // sf_vec_size)), *(mode.shape for mode in rest))
    return scales_layout(shape, 8, halves=halves)


def make_tmem_layout_sfa(tiled_mma: Any, mma_tiler_mnk: Any, sf_vec_size: int, smem_layout: Any) -> Layout:
    """The factors of A's tile in tensor memory, from their layout in shared memory, of one stage."""
    return _in_tmem(smem_layout, sf_vec_size, halves=False)


def make_tmem_layout_sfb(tiled_mma: Any, mma_tiler_mnk: Any, sf_vec_size: int, smem_layout: Any) -> Layout:
    """The factors of B's tile in tensor memory, from their layout in shared memory, of one stage."""
    m = tiled_mma.shape_mnk[0]
    return _in_tmem(smem_layout, sf_vec_size, halves=size(tiled_mma.thr_id) == 2 and m == _ROWS)
