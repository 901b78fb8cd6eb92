"""Stream-K: splits the last tiles of a product along K, so that all blocks have equal work.

A block first does its whole tiles, in step with the others, so that they find each other's operands in the cache. Then
comes its share, which may end inside a tile and begin inside another one. Who has the beginning of a tile writes its
sums to a workspace; who has the end adds them to its own. A share is walked backwards: what others wait for comes
first, what waits for others last, and only for blocks with smaller numbers, which started earlier.
Source: Osama et al., "Stream-K: Work-centric parallel decomposition for dense matrix-matrix multiplication on the GPU".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from cutedsl.errors.frozen import frozen
from cutedsl.lang.emission.mlir_places import methods_take_places
from cutedsl.lang.schedulers.tile_scheduler import PersistentTileSchedulerParams, cluster_place
from cutedsl.staging.choose import max as larger
from cutedsl.staging.choose import min as smaller
from cutedsl.staging.choose import select_
from cutedsl.staging.protocol import Handle
from cutedsl.staging.scalars import Int32
from cutedsl.staging.tree import extract_mlir_values, new_from_mlir_values


@frozen(slots=False)
class StreamKShare:
    """What one worker (a cluster of blocks) does: `whole` tiles, then steps `start` to `stop` of the shared ones.

    `pieces` tiles have a part in these; tiles from number `first_shared` are shared, `steps` in all, over `parts`.

    >>> share: StreamKShare = stream_k_share(0, 2, 3, 4)  # worker 0 of 2; 3 tiles of 4 steps
    >>> [share.item(index) for index in range(share.count)]
    [(1, 0, 2), (0, 0, 4)]
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
        from_k = larger(self.start - tile * self.tiles_k, 0)
        to_k = smaller(self.stop - tile * self.tiles_k, self.tiles_k)
        return (
            select_(is_whole, self.worker + index * self.workers, self.first_shared + tile),
            select_(is_whole, 0, from_k),
            select_(is_whole, self.tiles_k, to_k),
        )

    def first_worker(self, tile: Any) -> Any:
        """Who has the first step of a shared tile."""
        return (((tile - self.first_shared) * self.tiles_k + 1) * self.parts - 1) // larger(self.steps, 1)


def stream_k_share(worker: Any, workers: Any, tiles: Any, tiles_k: Any, stream_k: Any = True) -> StreamKShare:
    """A worker's share of `tiles` tiles of `tiles_k` steps: whole tiles only, unless `stream_k`, which may be dynamic.

    Law: over all workers the items cover each step of each tile once. Shared are the tiles of the last, incomplete
    round and of the round before it, so that few workers meet in a tile.

    >>> share = stream_k_share(1, 2, 3, 4)  # six steps each: one and a half tiles
    >>> [share.item(index) for index in range(share.count)]
    [(2, 0, 4), (1, 2, 4)]
    """
    if stream_k is False:
        whole = (tiles - worker + workers - 1) // workers
        return StreamKShare(worker, workers, tiles_k, whole, tiles, 0, 1, 0, 0, 0, False)
    rest = tiles % workers
    shared = select_(rest == 0, 0, rest + select_(tiles > workers, workers, 0))
    if stream_k is not True:
        shared = select_(stream_k, shared, 0)
    steps = shared * tiles_k
    # Nobody's part may be empty between two that are not: others would wait for it.
    parts = larger(smaller(workers, steps), 1)
    start, stop = smaller(worker * steps // parts, steps), smaller((worker + 1) * steps // parts, steps)
    pieces = select_(stop > start, (stop + tiles_k - 1) // tiles_k - start // tiles_k, 0)
    whole = (tiles - shared) // workers if stream_k is True else (tiles - shared - worker + workers - 1) // workers
    return StreamKShare(worker, workers, tiles_k, whole, tiles - shared, steps, parts, start, stop, pieces, True)


@frozen(slots=False)
class StreamKTileSchedulerParams(PersistentTileSchedulerParams):
    """The tiles of a problem in clusters, each of `k_tile_count` steps along K. Errors: scheduler-params."""

    k_tile_count: Any = 1

    def __extract_mlir_values__(self) -> list[Handle]:
        return [*super().__extract_mlir_values__(), *extract_mlir_values((self.k_tile_count,))]

    def __new_from_mlir_values__(self, values: Sequence[Handle]) -> Self:
        parts = (tuple(self.problem_shape_ntile_mnl), self.divisors, self.k_tile_count)
        shape, divisors, steps = new_from_mlir_values(parts, list(values))
        return replace(self, problem_shape_ntile_mnl=shape, divisors=divisors, k_tile_count=steps)

    def get_grid_shape(self, max_active_clusters: Any) -> tuple[Any, Any, Any]:
        """The grid: a cluster for each that runs at once, at most one for each step of the problem."""
        m, n, batch = self.problem_layout_ncluster_mnl
        cm, cn, _ = self.cluster_shape_mnk
        return cm, cn, smaller(m * n * batch * self.k_tile_count, max_active_clusters)


@frozen(slots=False)
class StreamKWorkTileInfo:
    """A tile (m, n, l), this worker's steps of K in it, and who else has steps of it.

    `is_first` and `is_last` say whether the first and the last step are this worker's. Who has the last step stores the
    tile, after adding what workers `first_peer` to `worker - 1` left; who has not leaves its sums for that one.

    >>> work = StreamKWorkTileInfo((1, 0, 0), True, 2, 4, is_first=False, is_last=True, first_peer=0)
    >>> work.k_tile_stop - work.k_tile_start  # worker 0 had steps 0 and 1
    2
    """

    tile_idx: Any
    is_valid_tile: Any
    k_tile_start: Any
    k_tile_stop: Any
    is_first: Any
    is_last: Any
    first_peer: Any


@methods_take_places
@dataclass
class StreamKTileScheduler:
    """Hands out tiles and parts of tiles so that all clusters have the same number of steps, but for one.

    Law: over all clusters, the steps of the valid tiles are exactly those of the tiles of the clusters that cover the
    problem. A cluster meets parts that others wait for before those for which it waits itself.
    """

    params: StreamKTileSchedulerParams
    workers: Any
    worker: Any
    cta_id_in_cluster: Any
    num_tiles_executed: Any = field(default_factory=lambda: Int32.from_handle(Int32(0).ir_value()))

    @classmethod
    def create(cls, params: StreamKTileSchedulerParams, block_idx: Any, grid_dim: Any) -> Self:
        """This block's scheduler; the launch has the grid of `get_grid_shape`."""
        cm, cn, _ = params.cluster_shape_mnk
        return cls(params, grid_dim[2], block_idx[2], (block_idx[0] % cm, block_idx[1] % cn, 0))

    @staticmethod
    def get_grid_shape(params: StreamKTileSchedulerParams, max_active_clusters: Any) -> tuple[Any, Any, Any]:
        """The grid of a launch; see `StreamKTileSchedulerParams.get_grid_shape`."""
        return params.get_grid_shape(max_active_clusters)

    @property
    def share(self) -> StreamKShare:
        """All that this cluster does."""
        m, n, batch = self.params.problem_layout_ncluster_mnl
        return stream_k_share(self.worker, self.workers, m * n * batch, self.params.k_tile_count)

    def initial_work_tile_info(self) -> StreamKWorkTileInfo:
        """The first tile."""
        return self.get_current_work()

    def get_current_work(self) -> StreamKWorkTileInfo:
        """The current tile."""
        share = self.share
        valid = self.num_tiles_executed < share.count
        tile, start, stop = share.item(self.num_tiles_executed)
        # Behind the last tile the number may be negative, which prepared divisors do not take.
        place = cluster_place(larger(tile, 0), self.params, self.cta_id_in_cluster)
        shared = (tile >= share.first_shared) & valid
        peer = select_(shared, share.first_worker(select_(shared, tile, share.first_shared)), self.worker)
        return StreamKWorkTileInfo(place, valid, start, stop, start == 0, stop == self.params.k_tile_count, peer)

    def advance_to_next_work(self) -> None:
        """Advances to this cluster's next tile."""
        self.num_tiles_executed = self.num_tiles_executed + 1

    def __extract_mlir_values__(self) -> list[Handle]:
        return list(extract_mlir_values(self._numbers()))

    def __new_from_mlir_values__(self, values: Sequence[Handle]) -> Self:
        return type(self)(*new_from_mlir_values(self._numbers(), list(values)))

    def _numbers(self) -> tuple[Any, ...]:
        return self.params, self.workers, self.worker, self.cta_id_in_cluster, self.num_tiles_executed
