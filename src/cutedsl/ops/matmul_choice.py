"""Which kernel runs a matrix product, and how it is cut."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass, replace
from typing import Any, Final

from cutedsl.ops.arrays import View
from cutedsl.ops.matmul_config import GemmConfig

COPY_BYTES: Final = 16
"""What addresses and strides are multiples of in a tensor map."""
FEW: Final = 128
"""Up to so many rows or columns a product is bound by reading the other matrix."""
_HAND_OVER_K: Final = 1500
"""Sums handed from block to block cost as much as so many elements of K of a tile of 128 x 256, measured on an H200."""
_WORTH_IT: Final = 0.2
"""Blocks at different places of K share few reads: handing over pays where it saves more of a tile of 128 x 256."""
_STORE_K: Final = 150
"""Results on their way out, with nobody multiplying, cost as much as so many elements of K."""
_FIRST_TURN: Final = 0.5
"""Groups that take turns cost half a tile more: the second waits for its first turn, the first after its last one. It
decides products of few rounds, measured there in every order of the operands."""
_AT_HAND_BYTES: Final = 20 << 20
"""Operands of a stack's product up to this size lie in the second-level cache while it runs: blocks that share tiles by
multicast then only wait for each other (16 x 2048^3 on an H200: 346 us without, 351 with)."""
_TURNS: Final = GemmConfig(tile_n=128, stages=6, epilogue_stages=2, cluster_m=2, slab_m=8, pingpong=True)
CANDIDATES: Final = (
    GemmConfig(stages=4, epilogue_stages=2),
    GemmConfig(stages=4, epilogue_stages=2, cluster_m=2, slab_m=8, stream_k=True),
    _TURNS,
    replace(_TURNS, stream_k=True),
    GemmConfig(tile_n=128, stages=5),
    GemmConfig(tile_m=64, tile_n=128, stages=6, groups=1),
    GemmConfig(tile_m=64, tile_n=64, stages=8, groups=1),
)
_FEW_STAGES: Final = {
    16: (128, 10, 4),
    32: (128, 8, 4),
    48: (128, 7, 4),
    64: (128, 6, 4),
    80: (128, 5, 5),
    96: (128, 5, 3),
    FEW: (64, 8, 4),
}
"""Of products of few rows, by the widths of their tiles: elements of K a stage, stages, and stages of results."""
_HALVES_FROM: Final = 104
"""Up to so many of more than 96 rows, tiles of 64 would lie outside too far: they are one tile, shared along K."""


@dataclass(frozen=True, slots=True)
class Operand:
    """How a matrix lies: which of its last two axes is contiguous (or none), and whether a tensor map holds it."""

    dtype_name: str
    rank: int
    lead: int | None
    mapped: bool


def operand_of(view: View, *, written: bool = False) -> Operand:
    """The class of layouts that an array belongs to; all of a class run one program.

    An array that is `written` by a tensor map has rows of whole 16 bytes: a bulk store writes no less.
    """
    unit = COPY_BYTES // view.item_bytes
    for lead in (view.rank - 1, view.rank - 2):
        if view.strides[lead] == 1:
            others = [d for axis, d in enumerate(view.strides) if axis != lead]
            mapped = view.pointer % COPY_BYTES == 0 and all(d % unit == 0 and d > 0 for d in others)
            mapped = mapped and not (written and view.shape[lead] % unit)
            return Operand(view.dtype_name, view.rank, lead, mapped)
    return Operand(view.dtype_name, view.rank, None, False)


def has_wgmma(view: View) -> bool:
    """Whether the array is where Hopper's kernel runs: on such a GPU, or on the CPU, which runs any."""
    if not view.device.startswith("cuda"):
        return True
    torch: Any = sys.modules["torch"]
    return torch.cuda.get_device_capability(view.device)[0] == 9


def config_for(m: int, n: int, k: int, batches: int, blocks: int, item_bytes: int = 2) -> GemmConfig:
    """How to cut `batches` products (M,N,K) of elements of `item_bytes` for `blocks` multiprocessors."""
    if min(m, n) <= FEW:
        chosen = _for_few(m, n, batches, blocks)
    else:
        chosen = _for_many(m, n, k, batches, blocks, item_bytes)
    return replace(chosen, tile_k=2 * chosen.tile_k // item_bytes)


def config_for_groups(rows: int, n: int, k: int, groups: int, blocks: int, item_bytes: int = 2) -> GemmConfig:
    """How to cut products of `rows` rows in all by `groups` matrices (k,n)."""
    alone = [config for config in CANDIDATES if config.cluster_m == 1]
    costs = {
        config: _rounds(config, -(-rows // groups), n, k, groups, blocks) * _round_cost(config, k) for config in alone
    }
    chosen = min(costs, key=lambda config: costs[config])
    return replace(chosen, tile_k=2 * chosen.tile_k // item_bytes)


def _for_many(m: int, n: int, k: int, batches: int, blocks: int, item_bytes: int) -> GemmConfig:
    """The candidate whose tiles take least time, one round after the other.

    Multipliers of bytes are twice as fast, and the reads of small tiles are not: those do not take turns.
    """
    costs = {
        config: _rounds(config, m, n, k, batches, blocks) * _round_cost(config, k)
        for config in CANDIDATES
        if item_bytes > 1 or not config.pingpong
    }
    chosen = min(costs, key=lambda config: costs[config])
    at_hand = chosen.pingpong and batches > 1 and (m + n) * k * item_bytes <= _AT_HAND_BYTES
    return replace(chosen, cluster_m=1) if at_hand else chosen


def _for_few(m: int, n: int, batches: int, blocks: int) -> GemmConfig:
    """Few rows or columns: what counts is that all multiprocessors read the other matrix, each its own rows of it.

    Tiles are hardly wider than the few: the copy engine is slow where a tile lies outside (80 rows in tiles of 128 took
    44.6 us on an H200, in tiles of 96 38.3, in tiles of 80 35.5).
    """
    swap, few, large = m <= n, min(m, n), max(m, n)
    pairs = -(-large // 128) * batches
    if few > 96 and 3 * blocks <= 8 * pairs <= 4 * blocks:
        if few <= _HALVES_FROM:
            return GemmConfig(128, 112, 64, 7, 2, slab_m=64, epilogue_stages=4, swap=swap, cluster_k=2)
        # The few make two tiles of 64: the blocks of a pair have one each and share their tiles of the other matrix.
        return GemmConfig(64, 128, 64, 8, 1, cluster_m=2, epilogue_stages=2, swap=not swap)
    tile_n = next(width for width in _FEW_STAGES if width >= few)
    tile_k, stages, results = _FEW_STAGES[tile_n]
    cluster_m, ahead = (2, 0) if tile_n == FEW else (1, 2)
    stream_k = 4 * (-(-large // 64) * batches) < 3 * blocks
    return GemmConfig(64, tile_n, tile_k, stages, 1, cluster_m, 64, results, swap=swap, stream_k=stream_k, ahead=ahead)


def _rounds(config: GemmConfig, m: int, n: int, k: int, batches: int, blocks: int) -> float:
    """How many tiles one multiprocessor works through, one after the other; those that take turns want several."""
    waits = _FIRST_TURN if config.pingpong else 0
    tiles = -(-m // (config.tile_m * config.cluster_m)) * config.cluster_m * -(-n // config.tile_n) * batches
    if config.pingpong and tiles < 4 * blocks:
        return math.inf
    if not config.stream_k:
        return -(-tiles // blocks) + waits
    saved = (-(-tiles // blocks) - tiles / blocks) * config.tile_m * config.tile_n / (128 * 256)
    busy = max(tiles / blocks, 1) if saved > _WORTH_IT else -(-tiles // blocks)
    return busy + waits + _HAND_OVER_K / k * 128 * 256 / (config.tile_m * config.tile_n)


def _round_cost(config: GemmConfig, k: int) -> float:
    """Time of a tile and step of K: its operations, and more where reads or stores hold them up."""
    area = config.tile_m * config.tile_n
    if config.pingpong:
        return area if config.stream_k else 1.04 * area
    reads = (config.tile_m + config.tile_n) / area
    return area * (1 + 48 * (reads - 3 / 256)) * (1 + _STORE_K / k)
