"""Stream-K: the last tiles of a product are shared out along K, so that every block works equally long.

A block first does its whole tiles, in step with the others, so that they find each other's operands in the cache. Then
comes its share, which may end inside a tile and begin inside another one. Who has the beginning of a tile writes its
sums to a workspace; who has the end adds them to its own. A share is walked backwards: what others wait for comes
first, what waits for others last, and only for blocks with smaller numbers, which started earlier.
Source: Osama et al., "Stream-K: Work-centric parallel decomposition for dense matrix-matrix multiplication on the GPU".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute

_CHUNK = 64
"""Values that one thread reads from the workspace at a time."""


@dataclass(frozen=True)
class Share:
    """What one worker (a cluster of blocks) does: `whole` tiles, then steps `start` to `stop` of the shared ones.

    `pieces` tiles have a part in these; tiles from number `first_shared` are shared, `steps` in all, over `parts`.
    """

    worker: Any
    workers: Any
    tiles_k: Any
    whole: Any
    first_shared: Any
    steps: Any
    parts: Any
    start: Any
    stop: Any
    pieces: Any
    stream_k: bool

    @property
    def count(self) -> Any:
        """How many items there are."""
        return self.whole + self.pieces

    def item(self, index: Any) -> tuple[Any, Any, Any]:
        """Number `index` of the items: a tile, and the steps of K from and to."""
        if not self.stream_k:
            return self.worker + index * self.workers, 0, self.tiles_k
        is_whole = index < self.whole
        tile = self.start // self.tiles_k + self.count - 1 - index
        from_k = cutlass.max(self.start - tile * self.tiles_k, 0)
        to_k = cutlass.min(self.stop - tile * self.tiles_k, self.tiles_k)
        return (
            cutlass.select_(is_whole, self.worker + index * self.workers, self.first_shared + tile),
            cutlass.select_(is_whole, 0, from_k),
            cutlass.select_(is_whole, self.tiles_k, to_k),
        )

    def first_worker(self, tile: Any) -> Any:
        """Who has the first step of a shared tile."""
        return (((tile - self.first_shared) * self.tiles_k + 1) * self.parts - 1) // self.steps


def share_of(worker: Any, workers: Any, tiles: Any, tiles_k: Any, stream_k: bool) -> Share:
    """A worker's share of `tiles` tiles of `tiles_k` steps: whole tiles only, unless `stream_k`.

    Law: over all workers the items cover each step of each tile once. Shared are the tiles of the last, incomplete
    round and of the round before it, so that few workers meet in a tile.
    """
    if not stream_k:
        whole = (tiles - worker + workers - 1) // workers
        return Share(worker, workers, tiles_k, whole, tiles, 0, 1, 0, 0, 0, False)
    rest = tiles % workers
    shared = cutlass.select_(rest == 0, 0, rest + cutlass.select_(tiles > workers, workers, 0))
    steps = shared * tiles_k
    # Nobody's part may be empty between two that are not: others would wait for it.
    parts = cutlass.max(cutlass.min(workers, steps), 1)
    start, stop = cutlass.min(worker * steps // parts, steps), cutlass.min((worker + 1) * steps // parts, steps)
    pieces = cutlass.select_(stop > start, (stop + tiles_k - 1) // tiles_k - start // tiles_k, 0)
    whole = (tiles - shared) // workers
    return Share(worker, workers, tiles_k, whole, tiles - shared, steps, parts, start, stop, pieces, True)


def slot(workspace: cute.Tensor, number: Any, lane: Any, count: int) -> cute.Tensor:
    """One thread's `count` values of slot `number`, 16 bytes next to those of its neighbours."""
    offset = cute.assume(number * (128 * count) + lane * 4, divby=4)
    return cute.make_tensor(workspace.iterator + offset, cute.make_layout((4, count // 4), stride=(1, 512)))


@cute.jit
def leave(sums: cute.Tensor, workspace: cute.Tensor, flags: cute.Tensor, number: Any, lane: Any, group: Any) -> None:
    """A warp group writes its sums to a slot and raises the slot's flag."""
    place = slot(workspace, number, lane, cute.size(sums))
    cute.autovec_copy(cute.make_tensor(sums.iterator, cute.make_layout(place.shape)), place)
    cute.arch.barrier(barrier_id=1 + group, number_of_threads=128)
    if lane == 0:
        cute.arch.store(flags.iterator + number, cutlass.Int32(1), sem="release", scope="gpu")


@cute.jit
def collect(sums: cute.Tensor, workspace: cute.Tensor, flags: cute.Tensor, number: Any, lane: Any, group: Any) -> None:
    """A warp group waits for a slot, adds it to its sums, and lowers the flag for the next launch."""
    if lane == 0:
        ready = cute.arch.load(flags.iterator + number, sem="acquire", scope="gpu")
        while ready == 0:
            ready = cute.arch.load(flags.iterator + number, sem="acquire", scope="gpu")
        cute.arch.store(flags.iterator + number, cutlass.Int32(0), sem="relaxed", scope="gpu")
    cute.arch.barrier(barrier_id=1 + group, number_of_threads=128)
    place = slot(workspace, number, lane, cute.size(sums))
    count = min(_CHUNK, cute.size(sums))
    shape = (4, count // 4)
    for chunk in cutlass.range_constexpr(0, cute.size(sums), count):
        part = cute.make_tensor(place.iterator + chunk * 128, cute.make_layout(shape, stride=(1, 512)))
        read = cute.make_rmem_tensor(cute.make_layout(shape), cutlass.Float32)
        cute.autovec_copy(part, read)
        own = cute.make_tensor(sums.iterator + chunk, cute.make_layout(shape))
        own.store(own.load() + read.load())
