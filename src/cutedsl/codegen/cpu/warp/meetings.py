"""The meetings of a kernel whose lanes run apart: their numbers, and the room for what lanes put down there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from xdsl.ir import Operation

from cutedsl.arch.abi.host import WARP_LANES
from cutedsl.ir.ops.simt import SyncWarpOp
from cutedsl.native.structures import structure

_SYNC_WARP: Final = 1
"""The number of all meetings at `sync_warp`: it may stand in different places for different lanes."""
_FIRST_NUMBER: Final = 2


@dataclass(slots=True)
class Meetings:
    """The meetings of a kernel: how many there are, and the bytes behind a warp's frame for what is put down."""

    count: int = 0
    size_bytes: int = structure("LaneWarp").size_bytes

    def number(self, op: Operation) -> int:
        """The number of the next meeting."""
        if type(op) is SyncWarpOp:
            return _SYNC_WARP
        self.count += 1
        return self.count + _FIRST_NUMBER - 1

    def take(self, size_bytes: int) -> int:
        """Room for an element of each lane; returns its place."""
        place = -(-self.size_bytes // 64) * 64
        self.size_bytes = place + size_bytes * WARP_LANES
        return place
