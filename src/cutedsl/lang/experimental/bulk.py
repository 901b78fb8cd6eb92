"""`tma_load`, `tma_store`: bulk copies of views, whose tensor maps the host makes.

Source: names and arguments from public programs; the copies are those of `cute.nvgpu.cpasync`.
"""

from __future__ import annotations

from typing import Any

from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.lang.atoms.cta_group import CtaGroup
from cutedsl.lang.atoms.tma import (
    CopyBulkTensorTileG2SMulticastOp,
    CopyBulkTensorTileG2SOp,
    CopyBulkTensorTileS2GOp,
    MmaTile,
    TmaInfo,
    TmaOp,
    create_tma_multicast_mask,
    make_tiled_tma_atom,
    tma_partition,
)
from cutedsl.lang.experimental.kinds import OperationTypeEnum
from cutedsl.lang.experimental.views import GlobalView, needs_view
from cutedsl.lang.intrinsics import sync as arch_sync
from cutedsl.lang.intrinsics.election import elect_one
from cutedsl.lang.layouts.algebra import group_modes
from cutedsl.lang.tensors.coord_tensor import CoordTensor
from cutedsl.lang.tensors.pointer import Pointer
from cutedsl.lang.tensors.tensor import Tensor
from cutedsl.lang.tiles.copying import copy
from cutedsl.layout import ComposedLayout, Layout, flatten_to_tuple, make_layout, rank, size
from cutedsl.staging.numeric import Numeric
from cutedsl.staging.rewrite import staged_function
from cutedsl.staging.scalars import Int16

_OPERANDS = {"A": (0, 2), "B": (1, 2), "SFA": (0, 2), "SFB": (1, 2)}


@frozen
class CtaMap:
    """What a block copies of a tensor: `tiler`, or, with a `tiled_mma`, the block's part of an operand's `tiler`.

    `internal_type` is what a tensor map counts, if not the tensor's elements.
    """

    tiler: Any
    tiled_mma: Any = None
    operand: str = ""
    internal_type: type[Numeric] | None = None


def get_cta_v_map_ab(tensor: Tensor, mma_tiler_mnk: Any, tiled_mma: Any, operand: str) -> CtaMap:
    """A block's part of an (M, K) or (N, K) tile: `operand` is "A", "B", or "SFA", "SFB" for their scale factors.

    Errors: operation-argument.
    """
    if operand not in _OPERANDS:
        raise fail(
            "operation-argument",
            f"the operand of get_cta_v_map_ab must be one of {', '.join(_OPERANDS)}, got {operand!r}",
        )
    tiler = tuple(mma_tiler_mnk[mode] for mode in _OPERANDS[operand])
    factors = operand.startswith("SF")
    return CtaMap(tiler, tiled_mma, operand[-1], Int16 if factors else None)


def get_cta_v_map_c(tensor: Tensor, tiler_mn: Any) -> CtaMap:
    """An (M, N) tile that a block writes."""
    return CtaMap(tiler_mn)


def tma_load(
    src: Tensor,
    dst: Tensor,
    mbar: Pointer,
    *,
    cta_v_map: CtaMap,
    tma_operation_type: OperationTypeEnum = OperationTypeEnum.SM90_TMA_LOAD,
    update_expect_tx: bool = True,
) -> None:
    """One tile of a view to shared memory, by one lane of the warp that comes here; its bytes count at `mbar`.

    The bytes are announced there too, those of both blocks of a pair by its leader, unless `update_expect_tx` is false.
    Errors: copy-space, tma-layout, tma-limits, tensor-map-host.
    """
    op = CopyBulkTensorTileG2SOp(_group(tma_operation_type))
    _load(op, src, dst, mbar, cta_v_map, tma_operation_type, update_expect_tx, None)


def tma_load_multicast(
    src: Tensor,
    dst: Tensor,
    mbar: Pointer,
    *,
    vmnk_layout: Layout,
    cta_v_map: CtaMap,
    tma_operation_type: OperationTypeEnum,
    multicast_mode: int,
    update_expect_tx: bool = True,
) -> None:
    """`tma_load` of a tile that the blocks along a mode of the cluster share: each brings a part of it to all."""
    op = CopyBulkTensorTileG2SMulticastOp(_group(tma_operation_type))
    shared = (vmnk_layout, multicast_mode)
    _load(op, src, dst, mbar, cta_v_map, tma_operation_type, update_expect_tx, shared)


def tma_store(src: Tensor, dst: Tensor, *, cta_v_map: CtaMap) -> None:
    """One tile of shared memory to a view, by one lane of the warp that comes here.

    Errors: copy-space, tma-layout, tma-limits, tensor-map-host.
    """
    view = needs_view(dst, "tma_store")
    info = _info(CopyBulkTensorTileS2GOp(), view, src, cta_v_map, 1)
    smem, coords = _sides(info, src, view, cta_v_map, 0, Layout(1))
    copy(info.atom, smem, coords)


def _group(kind: OperationTypeEnum) -> CtaGroup | None:
    return CtaGroup.TWO if kind.is_pair else None


def _load(
    op: TmaOp,
    src: Tensor,
    dst: Tensor,
    mbar: Pointer,
    cta_v_map: CtaMap,
    kind: OperationTypeEnum,
    announces: bool,
    shared: tuple[Layout, int] | None,
) -> None:
    view = needs_view(src, "tma_load")
    blocks, place, mask = Layout(1), 0, None
    if shared is not None:
        layout, mode = shared
        coord: Any = layout.get_flat_coord(arch_sync.block_idx_in_cluster())
        blocks, place = Layout(size(layout, [mode])), coord[mode]
        mask = create_tma_multicast_mask(layout, coord, mode)
    info = _info(op, view, dst, cta_v_map, size(blocks))
    smem, coords = _sides(info, dst, view, cta_v_map, place, blocks)
    if announces:
        count = size(dst.type_layout) * dst.element_type.spec.storage_bits // 8
        staged_function(_announce)(mbar, count, kind.is_pair)
    copy(info.atom, coords, smem, tma_bar_ptr=mbar, mcast_mask=mask)


def _announce(mbar: Pointer, count: int, pair: bool) -> None:
    if pair:
        if arch_sync.block_idx_in_cluster() % 2 == 0:
            with elect_one():
                arch_sync.mbarrier_expect_tx(mbar, 2 * count)
    else:
        with elect_one():
            arch_sync.mbarrier_expect_tx(mbar, count)


def _smem_layout(tensor: Tensor) -> Any:
    """The layout of a stage, with its swizzle, of which bulk copies need to know."""
    layout: Any = tensor.type_layout
    if isinstance(layout, ComposedLayout):
        return ComposedLayout(layout.inner, 0, layout.outer)
    return layout if tensor.swizzle is None else ComposedLayout(tensor.swizzle, 0, layout)


def _info(op: TmaOp, view: GlobalView, smem: Tensor, cta_v_map: CtaMap, blocks: int) -> TmaInfo:
    tiler = cta_v_map.tiler
    if cta_v_map.tiled_mma is not None:
        tiler = MmaTile(cta_v_map.tiled_mma, cta_v_map.operand, tiler)
    kind = cta_v_map.internal_type
    return make_tiled_tma_atom(op, view.whole, _smem_layout(smem), tiler, blocks, internal_type=kind)


def _sides(
    info: TmaInfo, smem: Tensor, view: GlobalView, cta_v_map: CtaMap, place: Any, blocks: Layout
) -> tuple[Tensor, Tensor]:
    """Both sides of a copy, ((atom, atoms of the tile),)."""
    start, tile = view.mapped(flatten_to_tuple(info.tma_tensor.type_layout.stride))
    if cta_v_map.tiled_mma is not None:
        tile = MmaTile(cta_v_map.tiled_mma, cta_v_map.operand, cta_v_map.tiler).of_block(
            _whole_tile(tile, cta_v_map.tiler)
        )
    coords = CoordTensor(start, make_layout([tile[k] for k in range(len(tile))]))
    parts = [group_modes(side, 0, rank(side.type_layout)) for side in (smem, coords)]
    return tma_partition(info.atom, place, blocks, *parts)


def _whole_tile(tile: Layout, tiler: Any) -> Layout:
    """The coordinates of the operand's tile, of which a block of a pair was given its half."""
    if size(tile) == size(tiler):
        return tile
    extents = [size(extent) for extent in tiler]
    return Layout(tuple(extents), tuple(_mode_step(tile[k]) for k in range(2)))


def _mode_step(mode: Any) -> Any:
    (step,) = flatten_to_tuple(mode.stride)
    return step
