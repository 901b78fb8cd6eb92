"""Memory that a kernel's blocks hand sums through, kept for each device and stream: launches of a stream take turns."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache, partial
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.arrays import View, maker, view_of
from cutedsl.ops.plans import note_made

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
    given = like.framework, like.device, elems, flags, dtype_name
    kept = _kept(*given)
    for part, view in enumerate(kept):
        note_made(view.array, partial(_array, part, *given))
    return kept


def _kept(framework: str, device: str, elems: int, flags: int, dtype_name: str) -> tuple[View, View]:
    """The arrays of a device and of torch's current stream there, made larger where they must be."""
    key = framework, device, dtype_name, _stream_of(device)()
    kept = _KEPT.get(key)
    if kept is None or kept[0].shape[0] < elems or kept[1].shape[0] < flags:
        made = [maker(framework, device, (n,), kind)() for n, kind in ((elems, dtype_name), (flags, "int32"))]
        kept = _KEPT[key] = view_of("sums", made[0], (dtype_name,)), view_of("flags", made[1], ("int32",))
        clear(kept[1].native())
    return kept


@cache
def _stream_of(device: str) -> Callable[[], int]:
    """Reads torch's current stream on a device, as Triton and Inductor do: an object for it takes 5 us a call."""
    if not device.startswith("cuda"):
        return int
    torch: Any = sys.modules["torch"]
    return partial(torch._C._cuda_getCurrentRawStream, torch.device(device).index)


def _array(part: int, *given: Any) -> Any:
    return _kept(*given)[part].array
