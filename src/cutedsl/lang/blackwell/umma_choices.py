"""What Blackwell's GEMMs choose by types and tiles: multiplies, bulk copies, the epilogue's tile and its copies.

Source: BSD-3 `cutlass/gemm/collective/builders/sm100_common.inl`,
`cutlass/epilogue/collective/builders/sm100_builder.inl`; names and arguments from public programs.
"""

from __future__ import annotations

from typing import Any, Final

from cutedsl.errors import fail
from cutedsl.lang.atoms.copy_atom import CopyAtom, make_copy_atom
from cutedsl.lang.atoms.copy_ops import CopyOp, CopyUniversalOp, StMatrix8x8x16bOp, StMatrix16x8x8bOp
from cutedsl.lang.atoms.mma_ops import Kind, OperandMajorMode, OperandSource, ptx_type, scale_type
from cutedsl.lang.atoms.tiled_mma import TiledMma, make_tiled_mma
from cutedsl.lang.atoms.tma import CopyBulkTensorTileG2SMulticastOp, CopyBulkTensorTileG2SOp, TmaOp
from cutedsl.lang.atoms.tmem_copy import (
    Ld16x32bx2Op,
    Ld16x128bOp,
    Ld16x256bOp,
    Ld32x32bOp,
    Pack,
    Repetition,
    TmemCopyOp,
)
from cutedsl.lang.atoms.umma_ops import (
    CtaGroup,
    MmaF8F6F4Op,
    MmaF16BF16Op,
    MmaI8Op,
    MmaMXF4NVF4Op,
    MmaMXF4Op,
    MmaMXF8F6F4Op,
    MmaTF32Op,
    UmmaOp,
)
from cutedsl.lang.tiles.hopper import LayoutEnum
from cutedsl.layout import Layout, coalesce, size


# -- multiplies ------------------------------------------------------------------------------------
def make_trivial_tiled_mma(
    a_dtype: Kind | None = None,
    *rest: Any,
    b_dtype: Kind | None = None,
    ab_dtype: Kind | None = None,
    a_leading_mode: OperandMajorMode | None = None,
    b_leading_mode: OperandMajorMode | None = None,
    acc_dtype: Kind | None = None,
    cta_group: CtaGroup | None = None,
    mma_tiler_mn: tuple[int, int] | None = None,
    a_source: OperandSource | None = None,
) -> TiledMma:
    """The multiply of these types: `(a_dtype, [b_dtype,] a_leading_mode, b_leading_mode, acc_dtype, cta_group,
    mma_tiler_mn, a_source)`, one instruction for the whole tile. `ab_dtype` names one type for both operands.
    Errors: mma-type, mma-shape, mma-major.
    """
    first: Any = ab_dtype if a_dtype is None else a_dtype
    second: Any = b_dtype
    if second is None:
        second, rest = (rest[0], rest[1:]) if rest and isinstance(rest[0], type) else (first, rest)
    given = {
        "a_leading_mode": a_leading_mode,
        "b_leading_mode": b_leading_mode,
        "acc_dtype": acc_dtype,
        "cta_group": cta_group,
        "mma_tiler_mn": mma_tiler_mn,
        "a_source": a_source,
    }
    named: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    return _trivial(first, second, *rest, **named)


_MIXED: Final = (frozenset({"e4m3", "e5m2", "e2m3", "e3m2", "e2m1"}), frozenset({"tf32", "f32"}))
"""Types that one multiply takes in any pair; float32 is read as tf32."""


def _trivial(
    a_dtype: Kind,
    b_dtype: Kind,
    a_leading_mode: OperandMajorMode,
    b_leading_mode: OperandMajorMode,
    acc_dtype: Kind,
    cta_group: CtaGroup,
    mma_tiler_mn: tuple[int, int],
    a_source: OperandSource = OperandSource.SMEM,
) -> TiledMma:
    shape, majors = tuple(mma_tiler_mn), (a_leading_mode, b_leading_mode)
    op: UmmaOp
    kinds = ptx_type(a_dtype), ptx_type(b_dtype)
    if kinds[0] != kinds[1] and not any(set(kinds) <= mixed for mixed in _MIXED):
        raise fail("mma-type", f"tcgen05.mma does not support {a_dtype.__name__} x {b_dtype.__name__}")
    match kinds[0]:
        case "f16" | "bf16":
            op = MmaF16BF16Op(a_dtype, acc_dtype, shape, cta_group, a_source, *majors)
        case "tf32" | "f32":
            op = MmaTF32Op(shape, cta_group, a_source, *majors)
        case "s8" | "u8":
            op = MmaI8Op(a_dtype, shape, cta_group, a_source, *majors)
        case "e4m3" | "e5m2" | "e2m3" | "e3m2" | "e2m1":
            op = MmaF8F6F4Op(a_dtype, b_dtype, acc_dtype, shape, cta_group, a_source, *majors)
        case _:
            raise fail("mma-type", f"tcgen05.mma does not support {a_dtype.__name__} x {b_dtype.__name__}")
    return make_tiled_mma(op)


def make_blockscaled_trivial_tiled_mma(a_dtype: Kind, *rest: Any, **named: Any) -> TiledMma:
    """The block-scaled multiply: `(a_dtype, [b_dtype,] a_major, b_major, sf_dtype, sf_vec_size, cta_group,
    mma_tiler_mn, a_source)`. Errors: mma-type, mma-shape, mma-major.

    >>> from cutedsl import Float4E2M1FN, Float8E4M3FN
    >>> k = OperandMajorMode.K
    >>> mma = make_blockscaled_trivial_tiled_mma(Float4E2M1FN, k, k, Float8E4M3FN, 16, CtaGroup.ONE, (128, 128))
    >>> mma.shape_mnk
    (128, 128, 64)
    """
    b_dtype = named.pop("b_dtype", None)
    if b_dtype is None:
        b_dtype, rest = (rest[0], rest[1:]) if rest and isinstance(rest[0], type) else (a_dtype, rest)
    return _scaled(a_dtype, b_dtype, *rest, **named)


def _scaled(
    a_dtype: Kind,
    b_dtype: Kind,
    a_leading_mode: OperandMajorMode,
    b_leading_mode: OperandMajorMode,
    sf_dtype: Kind,
    sf_vec_size: int,
    cta_group: CtaGroup,
    mma_tiler_mn: tuple[int, int],
    a_source: OperandSource = OperandSource.SMEM,
) -> TiledMma:
    shape, k_major = tuple(mma_tiler_mn), OperandMajorMode.K
    is_packed = ptx_type(a_dtype) == ptx_type(b_dtype) == "e2m1"
    if sf_vec_size == 32 or not is_packed:
        _check_factors(a_dtype, b_dtype, sf_dtype, sf_vec_size)
    if is_packed and (a_leading_mode, b_leading_mode) != (k_major, k_major):
        raise fail("mma-major", "a block-scaled multiply of 4-bit floats takes K-major operands")
    if not is_packed:
        op = MmaMXF8F6F4Op(a_dtype, b_dtype, shape, cta_group, a_source, a_leading_mode, b_leading_mode)
    elif sf_vec_size == 32:
        op = MmaMXF4Op(shape, cta_group, a_source)
    elif sf_vec_size == 16:
        op = MmaMXF4NVF4Op(sf_dtype, shape, cta_group, a_source)
    else:
        raise fail("mma-type", f"a scale factor must cover 16 or 32 elements, got {sf_vec_size}")
    return make_tiled_mma(op)


def _check_factors(a_dtype: Kind, b_dtype: Kind, sf_dtype: Kind, sf_vec_size: int) -> None:
    """Factors of 32 elements are powers of two. Errors: mma-type."""
    if sf_vec_size != 32 or scale_type(sf_dtype) != "ue8m0":
        raise fail(
            "mma-type",
            f"a block-scaled multiply {a_dtype.__name__} x {b_dtype.__name__} takes factors Float8E8M0FNU, one for 32 "
            f"elements; got {sf_dtype.__name__}, one for {sf_vec_size}",
        )


# -- bulk copies ------------------------------------------------------------------------------------
def _group_of_blocks(atom_thr_id: Any) -> CtaGroup:
    return CtaGroup.TWO if size(atom_thr_id) == 2 else CtaGroup.ONE


def _multicast_op(blocks: int, group: CtaGroup) -> TmaOp:
    return CopyBulkTensorTileG2SMulticastOp(group) if blocks > 1 else CopyBulkTensorTileG2SOp(group)


def cluster_shape_to_tma_atom_A(cluster_shape_mnk: Any, atom_thr_id: Any) -> TmaOp:
    """The load of A: to all blocks along N of the cluster.

    Shapes: `cluster_shape_mnk` is (M,N,K) in blocks; `atom_thr_id` is a layout of 1 or 2 blocks.

    >>> cluster_shape_to_tma_atom_A((1, 2, 1), Layout(1))
    CopyBulkTensorTileG2SMulticastOp(cta_group=<CtaGroup.ONE: 1>)
    """
    return _multicast_op(size(cluster_shape_mnk[1]), _group_of_blocks(atom_thr_id))


def cluster_shape_to_tma_atom_B(cluster_shape_mnk: Any, atom_thr_id: Any) -> TmaOp:
    """The load of B: to all blocks, or pairs of them, along M of the cluster.

    Shapes: as for `cluster_shape_to_tma_atom_A`.

    >>> cluster_shape_to_tma_atom_B((2, 1, 1), Layout(2))
    CopyBulkTensorTileG2SOp(cta_group=<CtaGroup.TWO: 2>)
    """
    return _multicast_op(size(cluster_shape_mnk[0]) // size(atom_thr_id), _group_of_blocks(atom_thr_id))


def cluster_shape_to_tma_atom_SFB(cluster_shape_mnk: Any, atom_thr_id: Any) -> TmaOp:
    """The load of B's scale factors, of which each block of a pair needs all.

    Shapes: as for `cluster_shape_to_tma_atom_A`.

    >>> cluster_shape_to_tma_atom_SFB((2, 1, 1), Layout(2))
    CopyBulkTensorTileG2SMulticastOp(cta_group=<CtaGroup.TWO: 2>)
    """
    return _multicast_op(size(cluster_shape_mnk[0]), _group_of_blocks(atom_thr_id))


def check_gemm_tma_alignment(
    m: int,
    n: int,
    k: int,
    a_dtype: Kind,
    b_dtype: Kind,
    c_dtype: Kind,
    a_major: str,
    b_major: str,
    c_major: str,
    *,
    output_tensor_name: str = "C",
) -> None:
    """Whether A (M,K), B (N,K) and C (M,N) have rows of whole 16 bytes, as bulk copies need them.

    The major modes are "m", "n" and "k". Errors: tma-limits, which names C by `output_tensor_name`.

    >>> from cutedsl import Float16
    >>> check_gemm_tma_alignment(128, 64, 72, Float16, Float16, Float16, "k", "k", "n")
    """
    extents = {"m": m, "n": n, "k": k}
    tensors = (("A", a_dtype, a_major), ("B", b_dtype, b_major), (output_tensor_name, c_dtype, c_major))
    for name, kind, major in tensors:
        if extents[major] * kind.spec.storage_bits % 128:
            raise fail(
                "tma-limits",
                f"rows of {extents[major]} {kind.__name__} along {major} of {name} are not a multiple of 16 bytes",
                fix=f"Make {major} a multiple of {128 // kind.spec.storage_bits}.",
            )


# -- the epilogue ------------------------------------------------------------------------------------
def _warps(rows: int, use_2cta_instrs: bool) -> tuple[int, int]:
    """How the four warps lie over a block's accumulators (M, N)."""
    return (2, 2) if use_2cta_instrs and rows == 64 else (4, 1)


def compute_epilogue_tile_shape(
    cta_tile_shape: Any,
    use_2cta_instrs: bool,
    layout_d: LayoutEnum,
    elem_ty_d: Kind,
    *,
    layout_c: LayoutEnum | None = None,
    elem_ty_c: Kind | None = None,
    tmem_warp_shape_mn: tuple[int, int] | None = None,
) -> tuple[Layout, Layout]:
    """The tile (M, N) of accumulators that the epilogue takes at a time, by mode.

    `tmem_warp_shape_mn` says how the four warps lie over a block's accumulators, where the instruction does not.

    Errors: mma-shape where the tile is too small for 16 bytes of a row.

    >>> from cutedsl import Float16
    >>> compute_epilogue_tile_shape((128, 256, 64), False, LayoutEnum.ROW_MAJOR, Float16)
    (Layout('128:1'), Layout('32:1'))
    """
    m, n = size(cta_tile_shape[0]), size(cta_tile_shape[1])
    warp_m, warp_n = tmem_warp_shape_mn or _warps(m, use_2cta_instrs)
    bits_c = 0 if elem_ty_c is None else elem_ty_c.spec.storage_bits
    result, given = (layout_d, elem_ty_d.spec.storage_bits), (layout_c, bits_c)
    tile_m, columns = _epilogue_sizes(m, n, (warp_m, warp_n), result, given)
    tile_n = Layout((columns // warp_n, warp_n), (1, n // warp_n))
    return Layout(tile_m), coalesce(tile_n)


def _epilogue_sizes(
    m: int, n: int, warps: tuple[int, int], result: tuple[LayoutEnum, int], given: tuple[LayoutEnum | None, int]
) -> tuple[int, int]:
    """Rows and columns, of the orders and bits of the result and of what else is read: 0 bits for nothing."""
    (layout_d, bits_d), (layout_c, bits_c) = result, given
    tile_m = min(m, 32 * warps[0])
    fast = _fast_columns(m, n, tile_m, bits_c, max(bits_c, bits_d))
    least = max(_least_columns(layout_d, bits_d, warps[1]), _least_columns(layout_c or layout_d, bits_c, warps[1]))
    if n < least:
        raise fail("mma-shape", f"the epilogue needs at least {least} columns of {bits_d} bits, got {n}")
    columns = min(n, max(fast, least))
    return tile_m, columns if n % columns == 0 else n


def compute_epilogue_tile_size(
    cta_tile_m: int, cta_tile_n: int, use_2cta_instrs: bool, width_d: int
) -> tuple[int, int]:
    """(M, N) of `compute_epilogue_tile_shape` for a row-major result of `width_d` bits.

    Errors: mma-shape where the tile is too small for 16 bytes of a row.

    >>> compute_epilogue_tile_size(128, 256, False, 16)
    (128, 32)
    """
    warps = _warps(cta_tile_m, use_2cta_instrs)
    rows, columns = _epilogue_sizes(cta_tile_m, cta_tile_n, warps, (LayoutEnum.ROW_MAJOR, width_d), (None, 0))
    return rows, columns


def _fast_columns(m: int, n: int, tile_m: int, bits_c: int, most_bits: int) -> int:
    """Columns that balance work and shared memory."""
    if bits_c == 0:
        return (8192 if most_bits == 4 else 4096) // tile_m
    if most_bits == 32:
        return 16 if m > 64 and n <= 128 else 32
    if most_bits == 16:
        return 32 if n <= 128 else 64
    return 64


def _least_columns(layout: LayoutEnum, bits: int, warp_n: int) -> int:
    """Columns of 16 bytes a row, for each warp."""
    if bits == 0 or layout.is_m_major_c():
        return 8 * warp_n
    return (128 if bits == 6 else 128 // bits) * warp_n


def get_tmem_load_op(
    cta_tile_shape: Any,
    layout_d: LayoutEnum,
    elem_ty_d: Kind,
    elem_ty_acc: Kind,
    epi_tile: Any,
    use_2cta_instrs: bool,
    *,
    tmem_warp_shape_mn: tuple[int, int] | None = None,
) -> CopyAtom:
    """The load of accumulators whose registers fit the stores after it, as wide as the epilogue's tile.

    `tmem_warp_shape_mn`: as in `compute_epilogue_tile_shape`.

    Errors: mma-shape, mma-type.

    >>> from cutedsl import Float16, Float32
    >>> load = get_tmem_load_op((128, 256, 64), LayoutEnum.ROW_MAJOR, Float16, Float32, (128, 32), False)
    >>> load.op
    Ld32x32bOp(repeat=<Repetition.x32: 32>, pack=<Pack.NONE: 'none'>)
    """
    warp_m, warp_n = tmem_warp_shape_mn or _warps(size(cta_tile_shape[0]), use_2cta_instrs)
    lanes, columns = size(epi_tile[0]) // warp_m, size(epi_tile[1]) // warp_n
    bits_d, bits_acc = elem_ty_d.spec.storage_bits, elem_ty_acc.spec.storage_bits
    if lanes not in (16, 32):
        raise fail(
            "mma-shape", f"an epilogue tile must have rows for 16 or 32 lanes per warp, got {size(epi_tile[0])} rows"
        )
    kind, packed = _load_kind(lanes, bits_d, bits_acc, layout_d.is_m_major_c())
    unit = {Ld16x256bOp: 256, Ld16x128bOp: 128, Ld16x32bx2Op: 64, Ld32x32bOp: 32}[kind]
    row = columns * bits_acc
    most = {256: 32, 128: 64, 64: 128, 32: 128}[unit]
    repeat = most
    while repeat > 1 and row % (unit * repeat):
        repeat //= 2
    if row % unit:
        raise fail(
            "mma-shape",
            f"an epilogue tile of {columns} columns does not fit {kind.__name__}, which loads {unit} bits per lane",
        )
    op = kind(Repetition(repeat), Pack.PACK_16b_IN_32b if packed else Pack.NONE)
    return make_copy_atom(op, elem_ty_acc)


def _load_kind(lanes: int, bits_d: int, bits_acc: int, m_major: bool) -> tuple[Any, bool]:
    """The shape of loads, and whether accumulators of 16 bits are packed."""
    if bits_acc == 16 and bits_d == 16:
        return (Ld16x128bOp if lanes == 16 or m_major else Ld32x32bOp), True
    if bits_acc != 32:
        raise fail("mma-type", f"no epilogue converts accumulators of {bits_acc} bits to results of {bits_d} bits")
    if bits_d == 32:
        return (Ld32x32bOp if lanes == 32 else Ld16x256bOp if m_major else Ld16x128bOp), False
    if bits_d == 16:
        return (Ld16x256bOp if lanes == 16 or m_major else Ld32x32bOp), False
    if bits_d == 8 and lanes == 16:
        return (Ld16x256bOp if m_major else Ld16x32bx2Op), False
    return Ld32x32bOp, False


def get_smem_store_op(layout_d: LayoutEnum, elem_ty_d: Kind, elem_ty_acc: Kind, tiled_tmem_load: Any) -> CopyAtom:
    """The widest store to shared memory that takes the registers of a load of accumulators as they are.

    Shapes: `layout_d` is the major mode of the tile (M,N) in shared memory.
    """
    op: Any = tiled_tmem_load.op
    bits_d, bits_acc = elem_ty_d.spec.storage_bits, elem_ty_acc.spec.storage_bits
    m_major = layout_d.is_m_major_c()
    shape = op.shape if isinstance(op, TmemCopyOp) else ""
    repeat = op.repeat.value if isinstance(op, TmemCopyOp) else 0
    rows = (bits_acc, bits_d, shape)
    store: CopyOp = CopyUniversalOp()
    fits_8x8 = rows in ((32, 16, "16x256b"), (16, 16, "16x128b")) or (rows == (32, 32, "16x128b") and not m_major)
    if fits_8x8:
        store = StMatrix8x8x16bOp(m_major, 4 if repeat > 1 else 2)
    elif rows == (32, 8, "16x256b") and m_major:
        store = StMatrix16x8x8bOp(True, min(repeat, 4))
    return make_copy_atom(store, elem_ty_d)
