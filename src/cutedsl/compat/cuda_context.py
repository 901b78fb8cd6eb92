"""`cutlass.cuda`: what programs do before their first launch."""

from __future__ import annotations

from cutedsl.execution.cuda_driver import driver
from cutedsl.execution.devices import gpu_available


def initialize_cuda_context(device_id: int = 0) -> None:
    """Makes a device's primary context current for this thread; nothing where there is no GPU.

    Launches here do this themselves; a program that calls the driver on its own needs it.
    Source: reference/cute-dsl.md 3.15.
    """
    if gpu_available():
        with driver().on_device(device_id):
            pass
