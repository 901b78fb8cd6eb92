"""Which rows of a grouped product belong to which group, as the tile scheduler and the kernels ask.

Indexed like the table of sizes (groups, (M, N, K)) that the tile scheduler reads.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils


def _search(groups: Any, tile: tuple[int, int, int]) -> Any:
    params = utils.PersistentTileSchedulerParams((1, 1, 1), (1, 1, 1))
    return utils.GroupedGemmTileSchedulerHelper(groups, params, tile, utils.create_initial_search_state())


@dataclass(frozen=True)
class Ragged:
    """One matrix: up to `ends[g]` the rows of group g, of `total` rows; C has `columns`."""

    ends: cute.Tensor
    total: Any
    columns: Any

    def start(self, group: Any) -> Any:
        """The first row of a group."""
        before = self.ends[cutlass.max(group - 1, 0)]
        return cutlass.select_(group > 0, cutlass.max(cutlass.min(before, self.total), 0), 0)

    def plane(self, group: Any) -> Any:
        """Which matrix of the stack has a group's rows."""
        return 0

    def most_tiles(self, tile_m: int) -> Any:
        """Tiles of `tile_m` rows that there are at most."""
        return self.total // tile_m + self.ends.shape[0]

    def __getitem__(self, at: tuple[Any, int]) -> Any:
        group, mode = at
        if mode == 0:
            return cutlass.max(cutlass.min(self.ends[group], self.total) - self.start(group), 0)
        return self.columns if mode == 1 else 1

    def search(self, tile: tuple[int, int, int]) -> Any:
        """A search for the groups of tiles, in ascending order."""
        return _search(self.ends.shape[0], tile)


@dataclass(frozen=True)
class Masked:
    """A matrix for each group: its first `counts[g]` rows of `most` are used; C has `columns`."""

    counts: cute.Tensor
    most: Any
    columns: Any

    def start(self, group: Any) -> Any:
        """The first row of a group."""
        return 0

    def plane(self, group: Any) -> Any:
        """Which matrix of the stack has a group's rows."""
        return group

    def most_tiles(self, tile_m: int) -> Any:
        """Tiles of `tile_m` rows that there are at most."""
        return cute.ceil_div(self.most, tile_m) * self.counts.shape[0]

    def __getitem__(self, at: tuple[Any, int]) -> Any:
        group, mode = at
        if mode == 0:
            return cutlass.max(cutlass.min(self.counts[group], self.most), 0)
        return self.columns if mode == 1 else 1

    def search(self, tile: tuple[int, int, int]) -> Any:
        """A search for the groups of tiles, in ascending order."""
        return _search(self.counts.shape[0], tile)
