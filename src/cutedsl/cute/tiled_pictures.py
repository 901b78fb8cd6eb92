"""Tiled copies and multiplies as pictures: their layouts, drawn by `viz`."""

from __future__ import annotations

from math import prod

from cutedsl.errors import DSLUserCodeError
from cutedsl.lang.atoms.copy_atom import CopyAtom
from cutedsl.lang.atoms.tiled_copy import TiledCopy
from cutedsl.lang.atoms.tiled_mma import MmaAtom, TiledMma
from cutedsl.lang.atoms.tma import TmaAtom
from cutedsl.layout import size
from cutedsl.layout.partition import tile_shape
from cutedsl.viz import Picture, copy_picture, mma_picture


def tiled_picture(tiled: CopyAtom | TiledMma | MmaAtom) -> Picture:
    """Which thread holds which element of a tile: of a tiled copy or multiply, or one copy or multiply instruction.

    A matrix copy is drawn with a row of shared memory in each column, a bulk copy as the tile that it moves.

    Errors: as `copy_picture` and `mma_picture`.

    >>> from cutedsl.cute.nvgpu import MmaUniversalOp
    >>> from cutedsl.cute import make_tiled_mma
    >>> from cutedsl import Float32
    >>> tiled_picture(make_tiled_mma(MmaUniversalOp(Float32), (4, 4, 1))).title
    'Tiled MMA fma.f32, M×N×K = 4×4×1'
    """
    if isinstance(tiled, TiledCopy):
        extents = tile_shape(tiled.tiler_mn)
        return copy_picture(tiled.layout_src_tv_tiled, tiled.layout_dst_tv_tiled, extents)
    if isinstance(tiled, TmaAtom):
        shape = (tiled.box[0], prod(tiled.box[1:]) * tiled.num_multicast)
        return copy_picture(tiled.layout_src_tv, tiled.layout_dst_tv, shape, title=f"Copy {tiled.record.name}")
    if isinstance(tiled, CopyAtom):
        elements = size(tiled.layout_ref_tv)
        row = tiled.num_val_src if tiled.record.reads == "smem" else tiled.num_val_dst
        title = f"Copy {tiled.record.name}"
        return copy_picture(tiled.layout_src_tv, tiled.layout_dst_tv, (row, elements // row), title=title)
    if isinstance(tiled, MmaAtom):
        layouts, stored_k = (tiled.tv_layout_A, tiled.tv_layout_B, tiled.tv_layout_C), tiled.record.stored_k
        return mma_picture(*layouts, tiled.shape_mnk, stored_k=stored_k, title=f"MMA {tiled.record.name}")
    m, n, k = (tiled.get_tile_size(mode) for mode in range(3))
    layouts = (tiled.tv_layout_A_tiled, tiled.tv_layout_B_tiled, tiled.tv_layout_C_tiled)
    return mma_picture(*layouts, (m, n, k), stored_k=tiled.stored_tile_k, title=f"Tiled MMA {tiled.record.name}")


def tiled_svg(tiled: CopyAtom | TiledMma | MmaAtom) -> str | None:
    """The picture for a notebook; None (IPython then prints the text) where there is none."""
    try:
        return tiled_picture(tiled).svg()
    except DSLUserCodeError:
        return None
