"""How blocks share out tiles of keys: who is free takes the next one.

The copying warp takes a number and tells the others through shared memory, so that it may copy for the next tile
while they are busy. Lengths of tiles differ under a mask; dealt out in turn they would not end together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import pipeline, utils
from cutedsl.ops.attention_gradients.tiles import BackwardTiles

_STAGES: Final = 2
_WARP: Final = 32


@dataclass(frozen=True)
class Queue:
    """Numbers of tiles on their way from the warp that takes them to those that work on them."""

    pipe: pipeline.PipelineAsync
    memory: Any

    def tell(self, number: Any, at: Any) -> None:
        """The warp hands a number on."""
        self.pipe.producer_acquire(at)
        self.memory[at.index] = number
        self.pipe.producer_commit(at)
        at.advance()

    def hear(self, at: Any) -> Any:
        """Waits for the next number."""
        self.pipe.consumer_wait(at)
        number = cute.arch.make_warp_uniform(self.memory[at.index])
        self.pipe.consumer_release(at)
        at.advance()
        return number


def make_queue(smem: utils.SmemAllocator, tiles: BackwardTiles) -> Queue:
    """The queue of a block: one warp takes numbers, one adds to sums, the others multiply."""
    memory = smem.allocate_tensor(cutlass.Int32, cute.make_layout(_STAGES), 16)
    pipe = pipeline.PipelineAsync.create(
        num_stages=_STAGES,
        producer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, _WARP),
        consumer_group=pipeline.CooperativeGroup(pipeline.Agent.Thread, _WARP + tiles.multipliers),
    )
    return Queue(pipe, memory)


def states() -> tuple[Any, Any]:
    """Where a warp that takes numbers, and one that hears them, begins."""
    kinds = pipeline.PipelineUserType.Producer, pipeline.PipelineUserType.Consumer
    return tuple(pipeline.make_pipeline_state(kind, _STAGES) for kind in kinds)  # pyright: ignore[reportReturnType]


@cute.jit
def take(taken: Any):
    """The warp's next number: the first tiles are the blocks' own, one each."""
    blocks, _, _ = cute.arch.grid_dim()
    number = cutlass.Int32(0)
    if cute.arch.lane_idx() == 0:
        number = blocks + cute.arch.atomic_add(taken.iterator, cutlass.Int32(1))
    return cute.arch.shuffle_sync(number, 0)
