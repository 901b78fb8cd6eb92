"""Memory that a kernel's blocks hand sums through, kept for each device and stream: launches of a stream take turns."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from itertools import repeat
from typing import Any, Final

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.ops.arrays import View, maker, view_of
from cutedsl.ops.plans import note_made
from cutedsl.targets.devices import is_gpu

_KEPT: Final[dict[object, tuple[View, View]]] = {}
_THREADS: Final = 128
_UNIT: Final = 64
"""Sizes are multiples of it: a program for one of them may count on whole accesses, and larger arrays replace it."""


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
        note_made(view.array, _giver(part, *given))
    return kept


def _kept(framework: str, device: str, elems: int, flags: int, dtype_name: str) -> tuple[View, View]:
    """The arrays of a device and of torch's current stream there, made larger where they must be."""
    read, number = _stream_reader(device)
    key = framework, device, dtype_name, read(number)
    kept = _KEPT.get(key)
    if kept is None or kept[0].shape[0] < elems or kept[1].shape[0] < flags:
        sizes = (elems, dtype_name), (flags, "int32")
        made = [maker(framework, device, (-(-n // _UNIT) * _UNIT,), kind)() for n, kind in sizes]
        kept = _KEPT[key] = view_of("sums", made[0], (dtype_name,)), view_of("flags", made[1], ("int32",))
        clear(kept[1].native())
    return kept


@cache
def _stream_reader(device: str) -> tuple[Callable[[int], int], int]:
    """What reads the current stream of a device, and the device's number for it.

    Torch's way as Triton and Inductor use it: an object for a stream takes 5 us a call.
    """
    if not is_gpu(device):
        return int, 0
    torch: Any = sys.modules["torch"]
    return torch._C._cuda_getCurrentRawStream, torch.device(device).index


class _ByStream(dict[int, Any]):
    """One of the two arrays of a size, for each stream that has asked for it."""

    def __init__(self, part: int, given: tuple[Any, ...]) -> None:
        super().__init__()
        self._part, self._given = part, given

    def __missing__(self, stream: int) -> Any:
        self[stream] = _kept(*self._given)[self._part].array
        return self[stream]


@cache
def _giver(part: int, *given: Any) -> Callable[[], Any]:
    """Returns the array of the current stream; of a stream that asked before without entering Python."""
    read, number = _stream_reader(given[1])
    return map(_ByStream(part, given).__getitem__, map(read, repeat(number))).__next__
