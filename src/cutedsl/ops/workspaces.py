"""Memory that a kernel's blocks hand sums through, kept for each device and stream: launches of a stream take turns."""

from __future__ import annotations

import sys
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.arrays import View, empty

_KEPT: Final[dict[object, tuple[View, View]]] = {}
_THREADS: Final = 128


@cute.kernel
def clear_kernel(flags: cute.Tensor):
    """One block sets all to 0."""
    tidx, _, _ = cute.arch.thread_idx()
    for at in range(tidx, cute.size(flags), _THREADS):
        flags[at] = cutlass.Int32(0)


@cute.jit
def clear(flags: cute.Tensor):
    """Sets all to 0."""
    clear_kernel(flags).launch(grid=(1, 1, 1), block=(_THREADS, 1, 1))


def workspace(like: View, elems: int, flags: int, dtype_name: str = "float32") -> tuple[View, View]:
    """At least `elems` of a type, not initialised, and `flags` Int32, 0 between launches, on the device of `like`."""
    torch: Any = sys.modules.get("torch")
    on_gpu = like.device.startswith("cuda")
    key = (
        type(like.array),
        like.device,
        dtype_name,
        torch.cuda.current_stream(like.device).cuda_stream if on_gpu else 0,
    )
    kept = _KEPT.get(key)
    if kept is None or kept[0].shape[0] < elems or kept[1].shape[0] < flags:
        kept = _KEPT[key] = empty(like, (elems,), dtype_name), empty(like, (flags,), "int32")
        clear(kept[1].native())
    return kept
