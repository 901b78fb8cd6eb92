"""`cutlass.base_dsl.runtime.cuda`: results of cuda-bindings, whose functions give a status first."""

from __future__ import annotations

import importlib
from typing import Any

from cutedsl.errors import DSLCudaRuntimeError
from cutedsl.execution.cuda_driver import driver


def checkCudaErrors(result: tuple[Any, ...]) -> Any:
    """What a function of cuda-bindings gave besides its status: nothing, one value, or a tuple.

    Errors: DSLCudaRuntimeError where the status is not success.
    """
    status, *values = result
    if int(status) != 0:
        raise DSLCudaRuntimeError(f"a CUDA call failed: {status!r}")
    return None if not values else values[0] if len(values) == 1 else tuple(values)


def get_device_attribute(attribute: Any, device_id: int = 0) -> int:
    """A number of a device by its `CUdevice_attribute` of cuda-bindings."""
    return driver().device_number(device_id, int(attribute))


def __getattr__(name: str) -> Any:
    if name == "cuda":
        return importlib.import_module("cuda.bindings.driver")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
