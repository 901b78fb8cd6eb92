"""Tiled copies and multiplies as pictures: their layouts, drawn by `viz`."""

from __future__ import annotations

from cutedsl.lang.atoms.tiled_copy import TiledCopy
from cutedsl.lang.atoms.tiled_mma import MmaAtom, TiledMma
from cutedsl.layout.partition import tile_shape
from cutedsl.viz import Picture, copy_picture, mma_picture


def tiled_picture(tiled: TiledCopy | TiledMma | MmaAtom) -> Picture:
    """Who reads and writes what of a tile: of a tiled copy, a tiled multiply or one multiply instruction.

    Errors: as `copy_picture` and `mma_picture`.

    >>> from cutedsl.cute.nvgpu import MmaUniversalOp
    >>> from cutedsl.lang.atoms.tiled_mma import make_tiled_mma
    >>> from cutedsl.staging.scalars import Float32
    >>> tiled_picture(make_tiled_mma(MmaUniversalOp(Float32), (4, 4, 1))).title
    'Tiled MMA fma.f32, M×N×K = 4×4×1'
    """
    if isinstance(tiled, TiledCopy):
        extents = tile_shape(tiled.tiler_mn)
        return copy_picture(tiled.layout_src_tv_tiled, tiled.layout_dst_tv_tiled, extents)
    if isinstance(tiled, MmaAtom):
        layouts = (tiled.tv_layout_A, tiled.tv_layout_B, tiled.tv_layout_C)
        return mma_picture(*layouts, tiled.shape_mnk, title=f"MMA {tiled.record.name}")
    m, n, k = (tiled.get_tile_size(mode) for mode in range(3))
    layouts = (tiled.tv_layout_A_tiled, tiled.tv_layout_B_tiled, tiled.tv_layout_C_tiled)
    return mma_picture(*layouts, (m, n, k), title=f"Tiled MMA {tiled.record.name}")
