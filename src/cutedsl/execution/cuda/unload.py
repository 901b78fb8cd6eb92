"""Unloading GPU modules that nobody holds any more, at moments when that is safe.

A module can die at any time, also while a CUDA graph is being captured, when unloading is forbidden; so the dead wait
until the next module is loaded, or until the process ends. A module whose launches were captured stays: the graph
launches it again.
"""

from __future__ import annotations

import atexit
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from cutedsl.errors import DSLUserCodeError
from cutedsl.execution.cuda.driver import CudaDriver


@dataclass(slots=True)
class LoadedImage:
    """A module in the context of one device; `captured` once a CUDA graph may hold launches of it."""

    device: int
    module: Any
    captured: bool = False

    def unload(self, api: CudaDriver) -> None:
        """Removes the module from its device."""
        with api.on_device(self.device):
            api.unload_module(self.module)


_retired: Final[deque[tuple[CudaDriver, LoadedImage]]] = deque()
"""A deque, which needs no lock: the garbage collector calls `retire` at any allocation, also inside this file."""


def retire(api: CudaDriver, images: Iterable[LoadedImage]) -> None:
    """Marks modules as held by nobody; does not call the driver."""
    for image in images:
        if not image.captured:
            _retired.append((api, image))


@atexit.register
def unload_retired() -> None:
    """Unloads what was retired. A driver that is gone or failing is no error here: its memory goes with it."""
    while _retired:
        try:
            api, image = _retired.popleft()
        except IndexError:  # another thread was faster
            return
        try:
            image.unload(api)
        except DSLUserCodeError:
            continue
