"""CUDA streams and events in every form that callers hold them, and the environment's current stream."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from operator import attrgetter
from typing import Any, Final, Protocol, SupportsInt, runtime_checkable

from cutedsl.errors import fail

DEFAULT_STREAM: Final = 0
"""The handle of CUDA's default stream."""
STREAM_CLASSES: Final = ("CUstream", "cudaStream_t")
EVENT_CLASSES: Final = ("CUevent", "cudaEvent_t")
"""What cuda-bindings calls them."""


@runtime_checkable
class TorchStream(Protocol):
    """torch's streams keep their handle here."""

    @property
    def cuda_stream(self) -> int: ...


@runtime_checkable
class TorchEvent(Protocol):
    """torch's events keep their handle here: 0 until they are recorded for the first time."""

    @property
    def cuda_event(self) -> int: ...


@runtime_checkable
class CudaStreamProtocol(Protocol):
    """The stream protocol of cuda.core: `(version, handle)`."""

    def __cuda_stream__(self) -> tuple[int, int]: ...


def is_stream(value: object) -> bool:
    """Whether `value` is a stream object (a plain int is a number, not a stream)."""
    if type(value) in _READERS:
        return value is not None
    return _is_of_driver(value, STREAM_CLASSES) or isinstance(value, TorchStream | CudaStreamProtocol)


def is_event(value: object) -> bool:
    """Whether `value` is an event object (a plain int is a number, not an event)."""
    return _is_of_driver(value, EVENT_CLASSES) or isinstance(value, TorchEvent)


def _is_of_driver(value: object, names: tuple[str, ...]) -> bool:
    """A handle of cuda-bindings, known by name so that nothing is imported."""
    kind = type(value)
    return kind.__name__ in names and kind.__module__.startswith(("cuda.", "cuda_"))


def stream_handle(stream: object) -> int:
    """The driver's handle of a stream.

    Takes: an int, `CUstream`, `torch.cuda.Stream`, any object with `__cuda_stream__`, None (the default stream).
    Errors: argument-type.

    >>> stream_handle(None), stream_handle(7)
    (0, 7)
    """
    if type(stream) is int:
        return stream
    read = _READERS.get(type(stream)) or _reader(stream)
    return read(stream)


def _reader(stream: object) -> Callable[[Any], int]:
    """What gives the handles of such streams; remembered by their class."""
    match stream:
        case _ if _is_of_driver(stream, STREAM_CLASSES):
            read = _as_it_is
        case bool():
            raise _no_stream(stream)
        case int():
            return _as_it_is
        case TorchStream():
            read = attrgetter("cuda_stream")
        case CudaStreamProtocol():
            read = _by_protocol
        case _:
            raise _no_stream(stream)
    if len(_READERS) < _MOST_READERS:
        _READERS[type(stream)] = read
    return read


def _as_it_is(stream: SupportsInt) -> int:
    return int(stream)


def _by_protocol(stream: CudaStreamProtocol) -> int:
    return int(stream.__cuda_stream__()[1])


def _default_stream(_: None) -> int:
    return DEFAULT_STREAM


_READERS: Final[dict[type, Callable[[Any], int]]] = {type(None): _default_stream}
_MOST_READERS: Final = 64


def event_handle(event: object) -> int:
    """The driver's handle of an event.

    Takes: an int, `CUevent`, `cudaEvent_t`, `torch.cuda.Event`.
    Errors: argument-type, also for an event of torch that has no handle yet.

    >>> event_handle(7)
    7
    """
    if _is_of_driver(event, EVENT_CLASSES):
        return int(event)  # pyright: ignore[reportArgumentType]
    if isinstance(event, TorchEvent):
        if event.cuda_event == 0:
            raise fail(
                "argument-type",
                "this `torch.cuda.Event` has no handle yet: torch creates it when the event is first recorded",
                fix="Call `event.record()` first.",
            )
        return int(event.cuda_event)
    if isinstance(event, int) and not isinstance(event, bool):
        return event
    raise fail(
        "argument-type",
        f"{event!r} of type {type(event).__name__} is not a CUDA event",
        fix="Pass a `torch.cuda.Event`, a `CUevent` of cuda.bindings, or the handle as an int.",
    )


def _no_stream(value: object) -> Exception:
    return fail(
        "argument-type",
        f"{value!r} of type {type(value).__name__} is not a CUDA stream",
        fix="Pass a `torch.cuda.Stream`, a `CUstream` of cuda.bindings, or the handle as an int.",
    )


def environment_stream(device: int) -> int:
    """The stream that the caller's framework works on now: torch's current one, else the default.

    torch is never imported here: a program that uses it already has.
    """
    torch: Any = sys.modules.get("torch")
    if torch is None or not torch.cuda.is_initialized():
        return DEFAULT_STREAM
    return int(torch._C._cuda_getCurrentRawStream(device))


class Streams(Protocol):
    """Where the stream of a launch that names none comes from."""

    def handle(self, device: int) -> int:
        """The stream on a device."""
        ...

    def function(self, torch_function: int) -> int:
        """The address of machine code that gives it, with torch's own function of that kind (0: none)."""
        ...


class TorchStreams:
    """torch's current stream where torch is in use, else the default."""

    def handle(self, device: int) -> int:
        return environment_stream(device)

    def function(self, torch_function: int) -> int:
        return torch_function


def driver_stream(handle: int) -> object:
    """A handle as a `CUstream` of cuda-bindings; as it is where that package is missing."""
    try:
        driver: Any = importlib.import_module("cuda.bindings.driver")
    except ImportError:
        return handle
    return driver.CUstream(handle)
