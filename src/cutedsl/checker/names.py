"""Names of threads, warps and blocks in reports, and source locations of sites."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from cutedsl.arch.abi.host import WARP_LANES, Site
from cutedsl.checker.findings import Place
from cutedsl.checker.shadow import Shadow
from cutedsl.errors import Span
from cutedsl.execution.cpu.errors import span_of


class Names:
    """The names of one launch; `grid` is in clusters. A column is as in `arch.abi.check`."""

    def __init__(self, sites: Sequence[Site], grid: tuple[int, int, int], shadow: Shadow) -> None:
        self._sites = sites
        self._grid = grid
        self._shadow = shadow
        self._spans: dict[int, Span | None] = {}

    @property
    def smem_start(self) -> int:
        """The address of the cluster's shared memory."""
        return self._shadow.smem_start

    def site(self, number: int) -> Site:
        """A site by its number; one that says nothing where there are too many."""
        return self._sites[number] if 0 <= number < len(self._sites) else Site("load", "")

    def who(self, column: int, lane: int, cluster: int | None = None) -> str:
        """`thread 5`, or `warp 3` where the lane is not known; with its block where there is more than one."""
        size = self._shadow.geometry
        text = f"thread {WARP_LANES * size.warp(column) + lane}" if lane < WARP_LANES else f"warp {size.warp(column)}"
        if size.threads:
            first = size.row(column) % size.warps << size.lane_shift
            last = first + (1 << size.lane_shift) - 1
            text = f"thread {first}" if first == last else f"one of the threads {first} to {last}"
        if size.groups * size.blocks == 1:
            return text
        return f"{text} of block {self.block(column, cluster)}"

    def block(self, column: int, cluster: int | None = None) -> tuple[int, int, int]:
        """The index of the block that a column belongs to."""
        size = self._shadow.geometry
        inner, rank = divmod(size.row(column) // size.warps, size.blocks // size.clusters)
        number = (self._shadow.cluster if cluster is None else cluster) + inner
        x, y, _ = self._grid
        first = (number % x, number // x % y, number // (x * y))
        sizes: tuple[int, int, int] = size.cluster_dim
        inside: list[int] = []
        for along in sizes:
            inside.append(rank % along)
            rank //= along
        x, y, z = (at * along + own for at, along, own in zip(first, sizes, inside, strict=True))
        return x, y, z

    def block_of_slot(self, slot: int) -> tuple[int, int, int]:
        """The index of a block by its number among those that run together."""
        return self.block(slot * self._shadow.geometry.warps)

    def place(self, site: int, column: int, lane: int, what: str, cluster: int | None = None) -> Place:
        """One side of a finding."""
        size = self._shadow.geometry
        told = lane if lane < WARP_LANES else None
        if size.threads and not size.lane_shift:
            told = size.row(column) % size.warps % WARP_LANES
        return Place(self._span(site), what, self.block(column, cluster), size.warp(column), told)

    def _span(self, number: int) -> Span | None:
        if number not in self._spans:
            self._spans[number] = span_of(self.site(number))
        return self._spans[number]


_NAME: Final = re.compile(r"(?:kernel_cutlass_)?(?P<name>.*?)(?:_[0-9a-f]{6})?(?:_\d+)?")


def kernel_name(symbol: str) -> str:
    """The author's name of a kernel.

    >>> kernel_name("kernel_cutlass_row_sum_c5894a_0")
    'row_sum'
    """
    found = _NAME.fullmatch(symbol)
    return found["name"] if found and found["name"] else symbol
