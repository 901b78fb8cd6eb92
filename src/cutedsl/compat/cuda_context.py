"""`cutlass.cuda`: contexts and streams for programs without a framework; on the CPU there is one stream."""

from __future__ import annotations

from cutedsl.execution.cuda.driver import driver
from cutedsl.execution.devices import gpu_available
from cutedsl.execution.streams import DEFAULT_STREAM, driver_stream, stream_handle


def initialize_cuda_context(device_id: int = 0) -> None:
    """Makes a device's primary context current for this thread; nothing where there is no GPU.

    Launches here do this themselves; a program that calls the driver on its own needs it.
    Source: CUTLASS's notebook `cuda_graphs`.
    """
    if gpu_available():
        with driver().on_device(device_id):
            pass


def default_stream() -> object:
    """CUDA's default stream, as a `CUstream` where the `cuda` package is there."""
    return driver_stream(DEFAULT_STREAM)


def stream_create(flags: int = 0) -> object:
    """A new stream of the current device. Units: `flags` as `cuStreamCreate` has them."""
    if not gpu_available():
        return default_stream()
    with driver().on_device():
        return driver_stream(driver().create_stream(int(flags)))


def stream_sync(stream: object = None) -> None:
    """Waits until everything launched on a stream has ended; a call on the CPU has when it returns.

    Errors: argument-type.
    """
    handle = stream_handle(stream)
    if gpu_available():
        with driver().on_device():
            driver().synchronize(handle)


def stream_destroy(stream: object) -> None:
    """Destroys a stream of `stream_create`. Errors: argument-type."""
    handle = stream_handle(stream)
    if gpu_available() and handle != DEFAULT_STREAM:
        driver().destroy_stream(handle)
