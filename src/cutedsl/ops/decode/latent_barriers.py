"""What the warp groups of latent decoding wait for: named barriers, and mbarriers in shared memory."""

from __future__ import annotations

from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.decode.latent_tiles import PIECES, RELEASED, LatentTiles

SCORED: Final = 2
"""The named barriers (2 and 3) of the groups that take the softmax: all of a group has read the positions."""

ENDED, TAKEN = 5, 6
"""Named barriers of those groups and the closers: a sequence's maxima and totals are there; they have been read."""

CHAIN: Final = 7
"""The named barriers (7 and 8) that a group for scores waits at until the other one has the maxima of its tile."""


@cute.jit
def start_barriers(full: Any, free: Any, scored: Any, tiles: cutlass.Constexpr[LatentTiles]) -> None:
    """Copies end the phases of `full`, the warps of a group those of `free`.

    `scored` counts the warps of a group that takes the softmax; queries come and go by two more barriers.
    """
    if cute.arch.thread_idx()[0] == 0:
        for at in cutlass.range_constexpr(tiles.stages * PIECES):
            cute.arch.mbarrier_init(full + at, 1)
        for at in cutlass.range_constexpr(tiles.stages * len(RELEASED)):
            cute.arch.mbarrier_init(free + at, 4 * tiles.cluster)
        for at in cutlass.range_constexpr(tiles.stages * tiles.portions):
            cute.arch.mbarrier_init(scored + at, 4)
        cute.arch.mbarrier_init(scored + tiles.stages * tiles.portions, 1)
        cute.arch.mbarrier_init(scored + (tiles.stages * tiles.portions + 1), 4 * tiles.scorers)
        cute.arch.mbarrier_init_fence()
    if cutlass.const_expr(tiles.cluster == 1):
        cute.arch.sync_threads()
    else:
        cute.arch.cluster_arrive()
        cute.arch.cluster_wait()


@cute.jit
def arrive(barrier: Any) -> None:
    """One arrival for a warp."""
    cute.arch.sync_warp()
    if cute.arch.lane_idx() == 0:
        cute.arch.mbarrier_arrive(barrier)


@cute.jit
def release(barrier: Any, tiles: cutlass.Constexpr[LatentTiles]) -> None:
    """One arrival for a warp, in all blocks of the cluster."""
    if cutlass.const_expr(tiles.cluster == 1):
        arrive(barrier)
    else:
        cute.arch.sync_warp()
        if cute.arch.lane_idx() < tiles.cluster:
            cute.arch.mbarrier_arrive(barrier, cute.arch.lane_idx(), scope="cta")
