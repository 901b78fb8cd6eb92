"""How a matrix product is cut: tiles, stages, warp groups, clusters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cutedsl.ops.refuse import refused

EPILOGUE_ROWS: Final = 64
EPILOGUE_BYTES: Final = 128
SHARED_BYTES = 227 << 10
"""Shared memory that one block of Hopper can have."""


@dataclass(frozen=True, slots=True)
class GemmConfig:
    """A kernel configuration of a product on Hopper: tiles of (tile_m, tile_n), `tile_k` elements of K a stage.

    `groups` warp groups multiply, 64 rows each at a time; `cluster_m` blocks above each other share the tiles of B,
    `cluster_n` blocks beside each other those of A;
    `slab_m` tiles along M are walked before the next column of tiles. `stream_k` shares the last tiles out along K.
    `swap` computes the transposed product, for few rows: columns of the result are then rows of tiles.
    `epilogue_stages` of 64 rows x 128 bytes for each warp group hold results on their way out.
    With `pingpong` each of two groups has a tile of its own: one stores its results while the other multiplies.
    `cluster_k` blocks share each tile along K and add up their sums through each other's shared memory; a cluster has
    `cluster_m * cluster_n * cluster_k` blocks.
    The first `ahead` tiles of A (with `swap` of B) are requested, into the second-level cache, while the kernel before
    still runs. `resident` blocks run at a time on each multiprocessor; they have one multiplying group each.
    Results leave in parts of `part_n` columns; the last part may overlap the one before. 0 takes the widest part that
    divides the tile. Parts never overlap where addends may lie in the result, or where blocks share tiles along K.

    Errors: gemm-config.
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
    pingpong: bool = False
    cluster_k: int = 1
    ahead: int = 0
    resident: int = 1
    part_n: int = 0
    cluster_n: int = 1

    def __post_init__(self) -> None:
        if self.tile_m < 1 or self.tile_m % (64 * self.sharing) or self.tile_n % 8 or not 8 <= self.tile_n <= 256:
            raise refused("gemm-config", f"tiles of {self.tile_m} x {self.tile_n}, each by {self.sharing} warp groups")
        if self.pingpong and self.groups != 2:
            raise refused("gemm-config", f"{self.groups} warp groups take turns at tiles; two do")
        if not 1 <= self.groups <= 3:
            raise refused("gemm-config", f"{self.groups} warp groups; the registers are for one to three")
        held, most = self.tile_m * self.tile_n // (128 * self.sharing), 192 if self.groups <= 2 else 96
        if held > most:
            raise refused("gemm-config", f"{held} sums a thread; {most} leave registers for the rest")
        counts = (self.stages, self.epilogue_stages, *self.shape_of_cluster, self.slab_m, self.tile_k)
        if min(counts) < 1 or self.cluster > 8 or self.ahead < 0:
            raise refused("gemm-config", f"one of the counts of {self} is below 1, or more than 8 blocks share tiles")
        if self.tile_m % self.cluster_n or self.tile_n % self.cluster_m:
            text = f"tiles of {self.tile_m} x {self.tile_n} by clusters of {self.cluster_m} x {self.cluster_n}"
            raise refused("gemm-config", f"{text}, whose blocks copy equal parts of the tiles that they share")
        if self.resident != 1 and (self.groups != 1 or not 1 < self.resident <= 4):
            raise refused("gemm-config", f"{self.resident} blocks a multiprocessor with {self.groups} warp groups each")
        if self.ahead and self.across > 1:
            raise refused("gemm-config", f"{self} asks for tiles ahead in clusters that share those of A or B")
        if self.part_n and (self.part_n % 16 or not 16 <= self.part_n <= self.tile_n or self.cluster_k > 1):
            raise refused("gemm-config", f"parts of {self.part_n} columns of the results of {self}")
        if self.cluster_k > 1 and (self.stream_k or self.pingpong):
            raise refused("gemm-config", f"{self} shares tiles along K in clusters and in another way")

    @property
    def cluster(self) -> int:
        """The blocks of a cluster."""
        return self.across * self.cluster_k

    @property
    def shape_of_cluster(self) -> tuple[int, int, int]:
        """The blocks of a cluster along M, N and K."""
        return self.cluster_m, self.cluster_n, self.cluster_k

    @property
    def across(self) -> int:
        """The blocks of a cluster that have tiles of their own."""
        return self.cluster_m * self.cluster_n

    @property
    def sharing(self) -> int:
        """The warp groups that work on one tile together."""
        return 1 if self.pingpong else self.groups

    @property
    def registers(self) -> tuple[int, int]:
        """Of each thread that copies, and of each that multiplies: together those of a multiprocessor.

        A single group that multiplies keeps what both start with.
        """
        return {1: (168, 168), 2: (24, 240), 3: (32, 160)}[self.groups]

    @property
    def threads(self) -> int:
        """One warp group that copies, and those that multiply."""
        return 128 * (1 + self.groups)

    def part_columns(self, out_bytes: int, overlaps: bool = True, halves: int = 1) -> int:
        """The columns of a part of results; without `overlaps` they divide those of the tile, or of its half."""
        if halves > 1:
            return epilogue_columns(self.tile_n // halves, out_bytes)
        own = self.part_n if overlaps or self.tile_n % max(self.part_n, 1) == 0 else 0
        return own or epilogue_columns(self.tile_n, out_bytes)

    def has_halves(self, halves: int) -> bool:
        """Whether tiles can have the same columns of several halves of B: of 16 each, in one thread's sums.

        Of the transposed result, halves would be rows. Blocks that add up a tile's parts each have other columns.
        A half in shared memory is one piece where K has one swizzled line.
        """
        alone = not self.swap and self.cluster_k == 1 and self.tile_k <= 64
        return alone and not self.tile_n % (16 * halves) and not self.tile_n % (8 * halves * self.cluster_m)

    def shared_bytes(self, item_bytes: int, out_bytes: int, halves: int = 1) -> int:
        """Shared memory of a block: stages of A and B, results on their way out, and the ring's barriers."""
        ring = self.stages * (self.tile_m + self.tile_n) * self.tile_k * item_bytes
        results = self.epilogue_stages * self.groups * EPILOGUE_ROWS * self.part_columns(out_bytes, halves=halves)
        return ring + results * out_bytes + 1024 + 16 * self.stages


def epilogue_columns(tile_n: int, out_bytes: int) -> int:
    """The columns of a stage of results: a divisor of the tile's, at most 128 bytes, of 16 where it can be.

    `stmatrix` stores 16 columns at a time.
    """
    most = min(EPILOGUE_BYTES // out_bytes, tile_n)
    fitting = [width for width in range(8, most + 1, 8) if tile_n % width == 0]
    return max(fitting, key=lambda width: (width % 16 == 0, width))
