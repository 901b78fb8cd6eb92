"""Results of cuda-bindings, whose functions give a status first."""

from __future__ import annotations

from typing import Any

from cutedsl.errors import DSLCudaRuntimeError


def checked_result(result: tuple[Any, ...]) -> Any:
    """What a function of cuda-bindings gave besides its status: nothing, one value, or a tuple.

    Errors: DSLCudaRuntimeError where the status is not success.

    >>> checked_result((0,)), checked_result((0, 5)), checked_result((0, 5, 6))
    (None, 5, (5, 6))
    """
    status, *values = result
    if int(status) != 0:
        error = DSLCudaRuntimeError(f"a CUDA call failed: {status!r}")
        error.error_code = int(status)
        raise error
    return None if not values else values[0] if len(values) == 1 else tuple(values)
