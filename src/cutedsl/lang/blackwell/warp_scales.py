"""Scale factors in a warp's registers, for the block-scaled multiplies of sm_120a.

Source: BSD-3 `cutlass/gemm/collective/sm120_blockscaled_mma_tma.hpp` and `builders/sm120_blockscaled_mma_builder.inl`.
"""

from __future__ import annotations

from typing import Any

from cutedsl.arch.atoms.records import ScaleFactors
from cutedsl.errors import fail
from cutedsl.lang.atoms.tiled_mma import TiledMma
from cutedsl.lang.tensors.make import make_rmem_tensor
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.layout import Layout, make_fragment_layout, make_layout, size
from cutedsl.layout.partition import mma_partition, mma_tv

_MODES = {"SFA": 0, "SFB": 1}


def _factors(tiled_mma: TiledMma) -> ScaleFactors:
    if tiled_mma.record.scales is None:
        raise fail("mma-operand", f"{tiled_mma.record.name} has no scale factors")
    return tiled_mma.record.scales


def _thread_value_layout(tiled_mma: TiledMma, operand: str, layout: Any) -> Layout:
    """((thread V, (thread, thread)), (value, (rest, rest))) of a layout of factors (M or N, K)."""
    factors, mode = _factors(tiled_mma), _MODES[operand]
    tiles = (tiled_mma.permutation_mnk[mode], tiled_mma.permutation_mnk[2])
    extents = (tiled_mma.shape_mnk[mode], tiled_mma.shape_mnk[2])
    vmnk = tiled_mma.thr_layout_vmnk
    threads = (size(vmnk, [mode + 1]), size(vmnk, [3]))
    return mma_partition(layout, tiles, extents, factors.a if mode == 0 else factors.b, threads)


def _tv(tiled_mma: TiledMma, operand: str) -> Layout:
    mode = _MODES[operand]
    ref = Layout((tiled_mma.get_tile_size(mode), tiled_mma.get_tile_size(2)))
    spread = (1, 0) if mode == 0 else (0, 1)
    return mma_tv(tiled_mma.thr_layout_vmnk, _thread_value_layout(tiled_mma, operand, ref), spread)


def get_layoutSFA_TV(tiled_mma: TiledMma) -> Layout:
    """(thread, value) -> element of the tile (M,K) whose factor the thread holds. Errors: mma-operand."""
    return _tv(tiled_mma, "SFA")


def get_layoutSFB_TV(tiled_mma: TiledMma) -> Layout:
    """(thread, value) -> element of the tile (N,K) whose factor the thread holds. Errors: mma-operand."""
    return _tv(tiled_mma, "SFB")


def _fragment(tensor: Tensor, tiled_mma: TiledMma, operand: str) -> Tensor:
    value, rest = _thread_value_layout(tiled_mma, operand, tensor.type_layout)[1]
    parts = make_layout([value, *[rest[i] for i in range(len(rest))]])
    return make_rmem_tensor(make_fragment_layout(parts), tensor.element_type)


def partition_fragment_SFA(sfa_tensor: Tensor, thr_mma: TiledMma, tidx: Any) -> Tensor:
    """Registers for a thread's factors of A: (V, M, K), stride 0 within a block. Errors: mma-operand.

    `tidx` does not change their layout.
    """
    return _fragment(sfa_tensor, thr_mma, "SFA")


def partition_fragment_SFB(sfb_tensor: Tensor, thr_mma: TiledMma, tidx: Any) -> Tensor:
    """Registers for a thread's factors of B: (V, N, K), stride 0 within a block. Errors: mma-operand.

    `tidx` does not change their layout.
    """
    return _fragment(sfb_tensor, thr_mma, "SFB")


def get_permutation_mnk(tile_shape_mnk: tuple[int, int, int], sf_vec_size: int, use_mxf8f6f4: bool) -> tuple[Any, ...]:
    """The tiles of M, N and K that a block-scaled multiply of warps is laid over, for a block's tile.

    N is reordered in groups of 32 so that a thread's columns of four instructions lie side by side.

    >>> print(*get_permutation_mnk((128, 128, 128), 16, False))
    128 (8,2,2):(1,16,8) 64
    """
    m, n, _ = tile_shape_mnk
    columns = Layout((8, 2, 2), (1, 16, 8)) if n >= 32 else Layout((8, 2), (1, 8)) if n == 16 else Layout(8)
    return min(m, 128), columns, 32 if use_mxf8f6f4 else 64
