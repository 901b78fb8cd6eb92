"""How sums of a Stream-K product go through the workspace, from who has a tile's beginning to who has its end.

Who does what is `cutedsl.utils.stream_k_share`.
"""

from __future__ import annotations

from typing import Any

import cutedsl as cutlass
import cutedsl.cute as cute

_CHUNK = 64
"""Up to so many values one thread reads from the workspace at a time."""


def slot(workspace: cute.Tensor, number: Any, lane: Any, count: Any) -> cute.Tensor:
    """One thread's `count` values of slot `number`, 16 bytes next to those of its neighbours."""
    offset = cute.assume(number * (128 * count) + lane * 4, divby=4)
    return cute.make_tensor(workspace.iterator + offset, cute.make_layout((4, count // 4), stride=(1, 512)))


@cute.jit
def publish_partial(
    sums: cute.Tensor, workspace: cute.Tensor, flags: cute.Tensor, number: Any, lane: Any, group: Any
) -> None:
    """A warp group writes its sums to a slot and raises the slot's flag."""
    place = slot(workspace, number, lane, cute.size(sums))
    cute.autovec_copy(cute.make_tensor(sums.iterator, cute.make_layout(place.shape)), place)
    cute.arch.barrier(barrier_id=1 + group, number_of_threads=128)
    if lane == 0:
        cute.arch.store(flags.iterator + number, cutlass.Int32(1), sem="release", scope="gpu")


@cute.jit
def reduce_partials(
    sums: cute.Tensor, workspace: cute.Tensor, flags: cute.Tensor, number: Any, lane: Any, group: Any
) -> None:
    """A warp group waits for a slot, adds it to its sums, and lowers the flag for the next launch."""
    if lane == 0:
        ready = cute.arch.load(flags.iterator + number, sem="acquire", scope="gpu")
        while ready == 0:
            ready = cute.arch.load(flags.iterator + number, sem="acquire", scope="gpu")
        cute.arch.store(flags.iterator + number, cutlass.Int32(0), sem="relaxed", scope="gpu")
    cute.arch.barrier(barrier_id=1 + group, number_of_threads=128)
    place = slot(workspace, number, lane, cute.size(sums))
    count = next(some for some in range(_CHUNK, 0, -4) if cute.size(sums) % some == 0)
    shape = (4, count // 4)
    for chunk in cutlass.range_constexpr(0, cute.size(sums), count):
        part = cute.make_tensor(place.iterator + chunk * 128, cute.make_layout(shape, stride=(1, 512)))
        read = cute.make_rmem_tensor(cute.make_layout(shape), workspace.element_type)
        cute.autovec_copy(part, read)
        own = cute.make_tensor(sums.iterator + chunk, cute.make_layout(shape))
        own.store(own.load() + read.load())
