"""`cutlass.utils.block_copy`: copies a whole tile between global and shared memory."""

from __future__ import annotations

from typing import Any

from cutedsl.errors import fail
from cutedsl.lang.atoms.tma import TmaAtom, tma_partition
from cutedsl.lang.layouts.algebra import group_modes
from cutedsl.lang.layouts.functions import filter_zeros
from cutedsl.lang.tensors.coord_tensor import CoordTensor
from cutedsl.lang.tiles.copying import copy
from cutedsl.layout import Layout, rank


def block_copy(
    tiled_copy: Any,
    src: Any,
    dst: Any,
    *,
    tma_multicast: Any = None,
    loc: object = None,
    ip: object = None,
    **kwargs: Any,
) -> None:
    """Moves a whole tile by a TMA atom: partitions both sides, then copies. One thread issues it.

    **Shapes**: `src` and `dst` are one tile each, of equal size; the tensor of `make_tiled_tma_atom` is on one side.
    `tma_multicast`, a dict of `cluster_shape` and `multicast_dim`, says which blocks of a cluster load the same tile.
    Here each block, also of a pair, loads its whole tile: each mbarrier counts the same bytes, and the L2 cache is read
    once a block.
    `kwargs` are those of `cute.copy` for the atom. Source: CuTe DSL documentation, "utils".
    Errors: not-yet for other atoms; those of `cute.copy`.

    Example: `block_copy(atom, tiles[None, k], stages[None, k], tma_bar_ptr=barrier)`
    """
    if not isinstance(tiled_copy, TmaAtom):
        raise fail(
            "not-yet", f"block_copy by {type(tiled_copy).__name__}", fix="Give an atom of `make_tiled_tma_atom`."
        )
    loads = isinstance(src, CoordTensor)
    gmem, smem = (group_modes(one, 0, rank(one.layout)) for one in ((src, dst) if loads else (dst, src)))
    # Scale factors that several elements share have modes of stride 0: each factor is copied once.
    shared, coordinates = map(filter_zeros, tma_partition(tiled_copy, 0, Layout(1), smem, gmem))
    copy(tiled_copy, *((coordinates, shared) if loads else (shared, coordinates)), **kwargs)
