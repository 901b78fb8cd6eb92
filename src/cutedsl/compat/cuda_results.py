"""`cutlass.base_dsl.runtime.cuda`: what programs that call CUDA by themselves take from there."""

from __future__ import annotations

import importlib
from typing import Any

from cutedsl.execution.cuda.driver import driver
from cutedsl.execution.cuda.results import checked_result

checkCudaErrors = checked_result


def get_device_attribute(attribute: Any, device_id: int = 0) -> int:
    """A number of a device by its `CUdevice_attribute` of cuda-bindings. Errors: missing-gpu."""
    return driver().device_number(device_id, int(attribute))


def __getattr__(name: str) -> Any:
    if name == "cuda":
        return importlib.import_module("cuda.bindings.driver")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
