"""What call code asks Python of scalar arguments that are neither Python numbers nor handles."""

from __future__ import annotations

import sys
from typing import Any

from cutedsl.execution.arrays.runtime_tensor import is_numeric_class
from cutedsl.execution.streams import event_handle, is_event, is_stream, stream_handle


def number_of(value: Any) -> int | float | bool | None:
    """The Python number that an object holds (`Float32(1.0)`, a scalar of NumPy's); None for any other object."""
    kind = type(value)
    if is_numeric_class(kind):
        return value.literal
    numpy: Any = sys.modules.get("numpy")
    if numpy is None or not isinstance(value, numpy.generic):
        return None
    number = value.item()
    return number if type(number) in (int, float, bool) else None


def handle_of(value: object) -> int | None:
    """The handle of a stream object, 0 for None; None for what is not a stream."""
    return stream_handle(value) if value is None or is_stream(value) else None


def event_of(value: object) -> int | None:
    """The handle of an event object; None for what is not an event."""
    return event_handle(value) if is_event(value) else None
