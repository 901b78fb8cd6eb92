"""Launches that are recorded once and repeated together: a CUDA graph."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cutedsl.execution.cuda.driver import CudaDriver
from cutedsl.execution.cuda.library import CAPTURE_RELAXED


class CudaGraph:
    """What `record` launches on a stream, which must not be the default one; `launch` repeats it there.

    Errors: driver-error. Source: CUDA Driver API, "Graph Management".
    """

    def __init__(self, driver: CudaDriver, stream: int, record: Callable[[], object]) -> None:
        self._driver = driver
        self._stream = stream
        self._do("cuStreamBeginCapture", stream, CAPTURE_RELAXED)
        try:
            record()
        finally:
            graph = self._do("cuStreamEndCapture", stream)
        self._program = self._do("cuGraphInstantiateWithFlags", graph, 0)
        self._do("cuGraphDestroy", graph)

    def launch(self) -> None:
        """Starts all that was recorded."""
        self._do("cuGraphLaunch", self._program, self._stream)

    def destroy(self) -> None:
        """Frees its memory; work already started still finishes."""
        self._do("cuGraphExecDestroy", self._program)

    def _do(self, name: str, *args: Any) -> Any:
        return self._driver.call(name, getattr(self._driver.api, name)(*args))
