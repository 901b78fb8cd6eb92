"""How a matrix product is cut: tiles, stages, warp groups, clusters."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GemmConfig:
    """One way to run a product on Hopper: tiles of (tile_m, tile_n), `tile_k` elements of K a stage.

    `groups` warp groups multiply, 64 rows each at a time; `cluster_m` blocks above each other share the tiles of B;
    `slab_m` tiles along M are walked before the next column of tiles. `stream_k` shares the last tiles out along K.
    `swap` computes the transposed product, for few rows: columns of the result are then rows of tiles.
    `epilogue_stages` of 64 rows x 128 bytes for each warp group hold results on their way out.
    """

    tile_m: int = 128
    tile_n: int = 256
    tile_k: int = 64
    stages: int = 3
    groups: int = 2
    cluster_m: int = 1
    slab_m: int = 16
    epilogue_stages: int = 4
    stream_k: bool = False
    swap: bool = False

    def __post_init__(self) -> None:
        if self.tile_m % (64 * self.groups) or self.tile_n % 8 or not 8 <= self.tile_n <= 256:
            raise ValueError(f"tiles of {self.tile_m} x {self.tile_n} for {self.groups} warp groups of 64 rows")

    @property
    def threads(self) -> int:
        """One warp group that copies, and those that multiply."""
        return 128 * (1 + self.groups)
