"""torch's streams as launch arguments."""

from __future__ import annotations

import torch

from cutedsl.execution.streams import DEFAULT_STREAM, driver_stream


def current_stream() -> object:
    """torch's current stream as a `CUstream`; the default stream if torch has no GPU."""
    return driver_stream(torch.cuda.current_stream().cuda_stream if torch.cuda.is_available() else DEFAULT_STREAM)


def default_stream() -> object:
    """torch's default stream, as a `CUstream`."""
    return driver_stream(torch.cuda.default_stream().cuda_stream if torch.cuda.is_available() else DEFAULT_STREAM)
