"""`Block`: the threads that run in lockstep, and the mask of those for which a line has an effect."""

from __future__ import annotations

import numpy as np

from cutedsl.eager.values import Array
from cutedsl.errors import Span, fail, user_span
from cutedsl.errors.frozen import frozen

WARP = 32


@frozen(eq=False)
class Missed:
    """Lanes that others did not see at a barrier: they must have returned. What is wrong if not, and where."""

    lanes: Array
    code: str
    message: str
    span: Span | None


class Block:
    """The threads of one block, padded to whole warps; a host function is one thread.

    `live` is the innermost mask: the lanes that execute what is emitted now.
    """

    def __init__(self, index: tuple[int, int, int], dims: tuple[int, int, int], grid: tuple[int, int, int]) -> None:
        self.index = index
        self.dims = dims
        self.grid = grid
        self.threads = dims[0] * dims[1] * dims[2]
        self.lanes = -(-self.threads // WARP) * WARP
        self.smem_bytes = 0
        self.changes = 0
        """How often memory got other values, or a clock was read."""
        self.masks: list[Array] = [np.arange(self.lanes) < self.threads]
        self.missed: list[Missed] = []

    @property
    def live(self) -> Array:
        return self.masks[-1]

    @property
    def existing(self) -> Array:
        """All lanes that are threads."""
        return self.masks[0]

    def miss(self, lanes: Array, code: str, message: str) -> None:
        """A barrier is passed without lanes; the error that it is if they go on is of the first that missed them."""
        if not any((lanes <= missed.lanes).all() for missed in self.missed):
            self.missed.append(Missed(lanes, code, message, user_span()))

    def go_on(self) -> None:
        """Live lanes are about to do what others see: an error if a barrier missed them, as they have not returned."""
        for missed in self.missed:
            if (missed.lanes & self.live).any():
                raise fail(missed.code, missed.message, span=missed.span)

    def name_of(self, lane: int) -> str:
        """A thread for messages."""
        x, y, _ = self.dims
        where = (lane % x, lane // x % y, lane // (x * y))
        return f"thread {_text(where)} of block {_text(self.index)}"

    def room(self, size_bytes: int, align_bytes: int) -> int:
        """Where new shared memory of the block begins."""
        start = -(-self.smem_bytes // align_bytes) * align_bytes
        self.smem_bytes = start + size_bytes
        return start

    def thread_index(self, axis: int) -> Array:
        """Each lane's index in the block."""
        x, y, _ = self.dims
        linear = np.arange(self.lanes, dtype=np.int32)
        return (linear % x, linear // x % y, linear // (x * y))[axis]


class HostThread(Block):
    """The one thread of a host function."""

    def __init__(self) -> None:
        super().__init__((0, 0, 0), (1, 1, 1), (1, 1, 1))
        self.lanes = 1
        self.masks = [np.ones(1, np.bool_)]


def _text(where: tuple[int, ...]) -> str:
    return f"({', '.join(map(str, where))})"
