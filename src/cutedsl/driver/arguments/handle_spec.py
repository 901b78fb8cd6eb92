"""A stream or an event as an argument: one slot with its handle."""

from __future__ import annotations

from collections.abc import Iterator

from cutedsl.driver.arguments.specs import Argument
from cutedsl.errors.frozen import frozen
from cutedsl.execution.streams import event_handle, stream_handle
from cutedsl.lang.emission.emitter import CuteEmitter
from cutedsl.staging.protocol import Handle
from cutedsl.staging.scalars import Int64
from cutedsl.types import INT64


@frozen
class HandleSpec:
    """A CUDA stream, or an event, that each call passes: torch's, cuda.bindings', or a handle."""

    is_event: bool = False

    @property
    def key(self) -> tuple[object, ...]:
        return ("event",) if self.is_event else ("stream",)

    def params(self, name: str, emitter: CuteEmitter) -> list[tuple[str, object]]:
        return [(name, emitter.dtype_type(INT64))]

    def value(self, handles: Iterator[Handle]) -> object:
        return Int64.from_handle(next(handles))

    def slots(self, argument: object, where: Argument) -> list[int]:
        return [event_handle(argument) if self.is_event else stream_handle(argument)]
