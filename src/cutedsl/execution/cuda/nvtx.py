"""Named ranges for NVIDIA's profilers, where NVTX is on this machine; nothing where it is not.

The package `nvtx` is used if it is installed, else the library `libnvToolsExt`; neither is a dependency.
"""

from __future__ import annotations

import ctypes
import functools
import importlib
import importlib.util
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

_LIBRARIES = ("libnvToolsExt.so.1", "libnvToolsExt.so")
_INJECTED = "NVTX_INJECTION64_PATH"
"""Set by a profiler that listens to NVTX."""

Push = Callable[[str], object]
Pop = Callable[[], object]


@functools.lru_cache(maxsize=1)
def _backend() -> tuple[Push, Pop] | None:
    if importlib.util.find_spec("nvtx") is not None:
        nvtx: Any = importlib.import_module("nvtx")
        return nvtx.push_range, nvtx.pop_range
    for name in _LIBRARIES:
        try:
            library: Any = ctypes.CDLL(name)
        except OSError:
            continue
        return _calls(library)
    return None


def _calls(library: Any) -> tuple[Push, Pop]:
    return lambda text: library.nvtxRangePushA(text.encode()), lambda: library.nvtxRangePop()


def profiler_listens() -> bool:
    """Whether this process runs under a profiler that shows ranges; launches are marked only then."""
    return _INJECTED in os.environ and _backend() is not None


@contextmanager
def nvtx_range(name: str) -> Iterator[None]:
    """Marks the time of the block with `name` for a profiler.

    >>> with nvtx_range("compile"):
    ...     pass
    """
    backend = _backend()
    if backend is None:
        yield
        return
    push, pop = backend
    push(name)
    try:
        yield
    finally:
        pop()
