"""A narrow A made wide before the multiply: where it lies, the copies and scale factors of the warps that convert it.

Source: public programs with `utils.mixed_input_helpers`; BSD-3
`cutlass/gemm/collective/sm100_mma_warpspecialized_mixed_input_transform.hpp` for the roles of the warps.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

from cutedsl.lang.atoms.copy_atom import CopyAtom, make_copy_atom
from cutedsl.lang.atoms.copy_ops import CopyUniversalOp
from cutedsl.lang.atoms.cta_group import CtaGroup
from cutedsl.lang.atoms.mma_ops import OperandMajorMode, OperandSource
from cutedsl.lang.atoms.tiled_copy import TiledCopy, make_tiled_copy, make_tiled_copy_S
from cutedsl.lang.atoms.tma import CopyBulkTensorTileG2SMulticastOp, CopyBulkTensorTileG2SOp, TmaOp, tma_partition
from cutedsl.lang.atoms.tmem_copy import Repetition, St16x64bOp, St32x32bOp, make_tmem_copy
from cutedsl.lang.blackwell.umma_smem import make_smem_layout_a, make_smem_layout_b
from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA
from cutedsl.lang.tensors.make import make_rmem_tensor, make_tensor
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.lang.tiles.copying import autovec_copy, copy
from cutedsl.layout import (
    ComposedLayout,
    Layout,
    Swizzle,
    filter_zeros,
    make_composed_layout,
    make_layout,
    make_layout_like,
    rank,
    size,
)
from cutedsl.staging.numeric import Numeric

Kind = type[Numeric]
_THREADS = 128
_RUN = 8
"""Neighbours along M that a thread converts at a time: 32 bits of 4-bit elements, 128 of the wide ones."""
_SHUFFLED = (0, 2, 1, 3, 4, 6, 5, 7)
"""Where a shuffled A has each of 8 neighbours along K; the order is its own inverse."""


class TransformMode(Enum):
    """What happens to A before the multiply."""

    ConvertOnly = 1
    ConvertScale = 2


# -- where things lie ------------------------------------------------------------------------------------------------
def get_transform_a_source(a_major_mode: OperandMajorMode) -> OperandSource:
    """Where the converted A lies: a K-major one in tensor memory, which has no other order; else in shared memory."""
    return OperandSource.TMEM if a_major_mode is OperandMajorMode.K else OperandSource.SMEM


def get_tma_atom_kind(mcast: Any, use_2cta_instrs: Any, is_b: bool) -> TmaOp:
    """The bulk load of A or of B. Only B counts at the barrier of a pair: each block converts its own A."""
    group = CtaGroup.TWO if use_2cta_instrs and is_b else CtaGroup.ONE
    return CopyBulkTensorTileG2SMulticastOp(group) if mcast else CopyBulkTensorTileG2SOp(group)


def compute_smem_layout(
    tiled_mma: Any, mma_tiler: Any, a_dtype: Kind, b_dtype: Kind, load_stages: int, transform_stages: int
) -> tuple[Any, Any, Any]:
    """The layouts of A as it is loaded, of the converted A, and of B, each with its stages. Errors: mma-operand."""
    return (
        make_smem_layout_a(tiled_mma, mma_tiler, a_dtype, load_stages),
        make_smem_layout_a(tiled_mma, mma_tiler, tiled_mma.op.a_dtype, transform_stages),
        make_smem_layout_b(tiled_mma, mma_tiler, b_dtype, load_stages),
    )


def get_gmem_layout_scale(
    shape_mkl: Any, scale_granularity_m: int, scale_granularity_k: int, scale_major_mode: OperandMajorMode
) -> Layout:
    """The scale factors as a tensor of A's shape, in which the elements that share a factor have stride 0.

    Shapes: ((granule, granules) of M, (granule, granules) of K, L).

    >>> print(get_gmem_layout_scale((256, 512, 3), 1, 128, OperandMajorMode.MN))
    ((1,256),(128,4),3):((0,1),(0,256),1024)
    """
    m, k, batch = shape_mkl
    rows, depth = m // scale_granularity_m, k // scale_granularity_k
    step_m, step_k = (1, rows) if scale_major_mode is OperandMajorMode.MN else (depth, 1)
    shape = ((scale_granularity_m, rows), (scale_granularity_k, depth), batch)
    return make_layout(shape, stride=((0, step_m), (0, step_k), rows * depth))


def get_smem_layout_scale(
    mma_tiler: Any,
    use_2cta_instrs: Any,
    scale_granularity_m: int,
    scale_granularity_k: int,
    scale_major_mode: OperandMajorMode,
    a_scale_dtype: Kind,
    num_stages: int,
) -> tuple[tuple[int, int], ComposedLayout, ComposedLayout]:
    """The tile (M, K) of A that a copy of factors is for, and the block's factors as a layout of it: of one stage, and
    of all.

    Law: elements that share a factor have stride 0; so have the two blocks of a pair, each of which holds its own.

    >>> tile, one, _ = get_smem_layout_scale((256, 128, 64), True, 1, 128, OperandMajorMode.MN, None, 2)
    >>> print(tile, one.outer)
    (256, 64) (((1,128),2),(64,1)):(((0,1),0),(0,128))
    """
    m, _, k = mma_tiler
    blocks = 2 if use_2cta_instrs else 1
    shared = min(scale_granularity_k, k)
    rows, depth = m // blocks // scale_granularity_m, k // shared
    step_m, step_k = (1, rows) if scale_major_mode is OperandMajorMode.MN else (depth, 1)
    of_block = Layout((scale_granularity_m, rows), (0, step_m))
    of_m = make_layout([of_block, Layout(blocks, 0)]) if blocks > 1 else of_block
    modes = [of_m, Layout((shared, depth), (0, step_k))]
    staged = [*modes, Layout(num_stages, rows * depth)]
    plain = Swizzle(0, 4, 3)
    per_stage = make_composed_layout(plain, 0, make_layout(modes))
    return (m, k), per_stage, make_composed_layout(plain, 0, make_layout(staged))


def scale_tma_partition(
    tCsS: Tensor, tCgS: Tensor, tma_atom_s: CopyAtom, block_in_cluster_coord_vmnk: Any, a_cta_layout: Any
) -> tuple[Tensor, Tensor]:
    """Both sides of the bulk copy of factors, each factor once: ((atom, atoms), stages) and ((atom, atoms), rest...).

    Shapes: `tCsS` and `tCgS` are (MMA, MMA_M, MMA_K, ...), parts of A's shape.
    """
    smem, gmem = (_each_once(tensor, 3).group_modes(0, 3) for tensor in (tCsS, tCgS))
    return tma_partition(tma_atom_s, block_in_cluster_coord_vmnk[2], a_cta_layout, smem, gmem)


def _each_once(tensor: Tensor, modes: int) -> Tensor:
    """A tensor whose first modes have no elements of stride 0 but their first."""
    layout: Any = tensor.tiled_layout
    plain = layout.outer if isinstance(layout, ComposedLayout) else layout
    parts = [filter_zeros(plain[k]) if k < modes else plain[k] for k in range(rank(plain))]
    return tensor.with_layout(layout.with_outer(make_layout(parts)) if plain is not layout else make_layout(parts))


# -- copies of the converting warps --------------------------------------------------------------------------------
def get_copy_atom_a_transform(
    mma_dtype: Kind, use_2cta_instrs: Any, transform_a_source: OperandSource, a_smem_shape: Any, a_dtype: Kind
) -> CopyAtom:
    """The store of the converted A: one instruction's rows and 8 columns of tensor memory, or 16 bytes."""
    if transform_a_source is OperandSource.SMEM:
        return make_copy_atom(CopyUniversalOp(), mma_dtype, num_bits_per_copy=_RUN * mma_dtype.spec.storage_bits)
    rows = size(a_smem_shape[0][0])
    few = rows == 64 and not use_2cta_instrs
    return make_copy_atom(St16x64bOp(Repetition.x4) if few else St32x32bOp(Repetition.x8), mma_dtype)


def transform_partition(
    transform_a_source: OperandSource,
    scale_mode: TransformMode,
    copy_atom_a_input: CopyAtom | None,
    copy_atom_a_transform: CopyAtom,
    sA_input: Tensor,
    A_transform: Tensor,
    transform_local_tidx: Any,
) -> tuple[TiledCopy, TiledCopy, Tensor, Tensor]:
    """The copies of A by four warps, in and out, and a thread's parts of both sides (V, rest, MMA_M, MMA_K, stages).

    Law: the values of both parts are the same elements of A, in the same order.
    Shapes: `sA_input` and `A_transform` are (MMA, MMA_M, MMA_K, stages).
    """
    load = copy_atom_a_input or make_copy_atom(CopyUniversalOp(), sA_input.element_type)
    if transform_a_source is OperandSource.TMEM:
        store = make_tmem_copy(copy_atom_a_transform, A_transform[(None, None, None, 0)])
        source = make_tiled_copy_S(load, store)
    else:
        layout: Any = A_transform.type_layout
        rows, depth = (size(layout, [0, k]) for k in range(2))
        along = rows // _RUN
        across = _THREADS // along
        tv = Layout(((along, across), (_RUN, depth // across)), ((_RUN, rows), (1, rows * across)))
        store, source = (make_tiled_copy(atom, tv, (rows * depth,)) for atom in (copy_atom_a_transform, load))
    parts = source.get_slice(transform_local_tidx).partition_S(sA_input)
    return source, store, parts, store.get_slice(transform_local_tidx).partition_D(A_transform)


def scale_partition(
    src_copy_a: TiledCopy, tCsS: Tensor, transform_local_tidx: Any, mma_dtype: Kind
) -> tuple[Any, Tensor, Tensor, Tensor]:
    """A thread's copy of factors, its part of them in shared memory, registers for each once, and these for each of
    its elements of A.

    Shapes: the part is (V, rest, MMA_M, MMA_K, stages); the last tensor has the shape of the thread's A.
    """
    thr_copy = src_copy_a.get_slice(transform_local_tidx)
    part = thr_copy.partition_S(tCsS)
    layout: Any = part.type_layout
    own = make_layout_like(make_layout([layout[k] for k in range(rank(layout) - 1)]))
    repeated = make_rmem_tensor(own, mma_dtype)
    return thr_copy, part, make_tensor(repeated.iterator, filter_zeros(own)), repeated


def cvt_tensor_a(tensor: Tensor, mma_dtype: Kind, shuffle: bool) -> TensorSSA:
    """The elements as numbers of the multiply's type; of a shuffled A in their own order."""
    wide = tensor.load().to(mma_dtype)
    if not shuffle:
        return wide
    layout: Any = tensor.type_layout
    ordered = make_rmem_tensor(layout.shape, mma_dtype)
    for k in range(size(layout)):
        ordered[k] = wide[k // 8 * 8 + _SHUFFLED[k % 8]]
    return ordered.load()


def store_transformed_a(tArA_transform: Tensor, tAsA_transform: Tensor, dst_copy_a: TiledCopy) -> None:
    """A thread's converted elements to tensor memory, or to shared memory."""
    if dst_copy_a.record.writes == "tmem":
        copy(dst_copy_a, tArA_transform, tAsA_transform)
    else:
        autovec_copy(tArA_transform, tAsA_transform)


# -- what is possible ------------------------------------------------------------------------------------------------
def is_shuffle_a(a_major: str, k: int, a_dtype: Kind, b_dtype: Kind, scale_granularity_k: int) -> bool:
    """Whether A may come with the middle of each 8 neighbours along K exchanged, as packed conversions give them."""
    names = (a_dtype.__name__, b_dtype.__name__)
    return a_major == "k" and names == ("Int4", "BFloat16") and k % 8 == 0 and scale_granularity_k % 8 == 0


def is_valid_mma_tiler_and_cluster_shape(mma_tiler: Any, cluster_shape_mn: Any, use_2cta_instrs: bool) -> bool:
    """Whether a multiply has the tile (M, N, K), and a launch the cluster.

    >>> is_valid_mma_tiler_and_cluster_shape((256, 128, 64), (2, 1), True)
    True
    >>> is_valid_mma_tiler_and_cluster_shape((256, 128, 64), (1, 1), True)
    False
    """
    m, n, k = mma_tiler
    blocks = 2 if use_2cta_instrs else 1
    tile = m in (64 * blocks, 128 * blocks) and n % (16 * blocks) == 0 and 0 < n <= 256 and k % 16 == 0
    along_m, along_n = cluster_shape_mn
    powers = all(extent in (1, 2, 4, 8, 16) for extent in (along_m, along_n))
    return tile and powers and along_m % blocks == 0 and along_m * along_n <= 16


def is_valid_scale_granularity(
    scale_granularity_m: int, scale_granularity_k: int, a_dtype: Kind, k: int, mma_tiler_k: int
) -> bool:
    """Whether A of this type has factors (4 bits) or none (8 bits), each of a row and of whole tiles along K."""
    if a_dtype.spec.storage_bits == 8:
        return scale_granularity_m == 0 and scale_granularity_k == 0
    whole = scale_granularity_k > 0 and scale_granularity_k % mma_tiler_k == 0 and k % scale_granularity_k == 0
    return scale_granularity_m == 1 and whole


def get_divisibility(contiguous_dim_size: int, upper_bound: int = 64) -> int:
    """The largest power of two, up to a bound, that divides an extent.

    >>> get_divisibility(96), get_divisibility(1024)
    (32, 64)
    """
    return min(contiguous_dim_size & -contiguous_dim_size, upper_bound)


def is_valid_tensor_alignment(
    m: int,
    n: int,
    k: int,
    a_dtype: Kind,
    b_dtype: Kind,
    c_dtype: Kind,
    a_scale_dtype: Kind,
    a_major: str,
    b_major: str,
    c_major: str,
    mma_tiler: Any,
    use_2cta_instrs: bool,
    cluster_shape_mn: Any,
    scale_granularity_m: int,
    scale_granularity_k: int,
) -> bool:
    """Whether all tensors have rows of whole 16 bytes, as bulk copies need them, and narrow ones whole tiles."""
    rows = [(a_dtype, m if a_major == "m" else k), (b_dtype, n if b_major == "n" else k)]
    rows.append((c_dtype, m if c_major == "m" else n))
    if scale_granularity_m:
        rows.append((a_scale_dtype, m // scale_granularity_m))
    return all(extent * kind.spec.storage_bits % 128 == 0 for kind, extent in rows)
