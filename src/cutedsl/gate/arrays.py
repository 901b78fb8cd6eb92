"""Arrays of torch and NumPy as bytes, and bytes as float64."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

ITEM_BYTES: Final = {
    "float64": 8, "float32": 4, "float16": 2, "bfloat16": 2, "int64": 8, "int32": 4, "int16": 2, "int8": 1,
    "uint8": 1, "uint16": 2, "uint32": 4, "uint64": 8, "bool": 1, "float8_e4m3fn": 1, "float8_e5m2": 1,
}  # fmt: skip
"""The element types that the gate knows."""
FLOATS: Final = ("float64", "float32", "float16", "bfloat16", "float8_e4m3fn", "float8_e5m2")
LARGEST: Final = {
    "float64": 1e300, "float32": 3e38, "float16": 6e4, "bfloat16": 3e38, "float8_e4m3fn": 400.0, "float8_e5m2": 5e4,
}  # fmt: skip
SMALLEST_NORMAL: Final = {
    "float64": 2.0**-1022, "float32": 2.0**-126, "float16": 2.0**-14, "bfloat16": 2.0**-126,
    "float8_e4m3fn": 2.0**-6, "float8_e5m2": 2.0**-14,
}  # fmt: skip
PRECISION: Final = {
    "float64": 1e-9, "float32": 1e-4, "float16": 1e-2, "bfloat16": 2e-2, "float8_e4m3fn": 1.5e-1, "float8_e5m2": 3e-1,
}  # fmt: skip
"""How far a result of each type may be from the reference, relative to the values."""


def dtype_name(array: Any) -> str:
    """The element type of a torch tensor or NumPy array."""
    return str(array.dtype).removeprefix("torch.")


def is_numpy(value: object) -> bool:
    """Whether a value is an array of NumPy's."""
    return isinstance(value, np.ndarray)


def is_torch(value: object) -> bool:
    """Whether a value is a tensor of torch's."""
    import sys

    torch: Any = sys.modules.get("torch")
    return torch is not None and isinstance(value, torch.Tensor)


def to_bytes(array: Any) -> bytes:
    """The elements in row-major order."""
    if is_numpy(array):
        return np.ascontiguousarray(array).tobytes()
    import torch

    return array.detach().cpu().contiguous().reshape(-1).view(torch.uint8).numpy().tobytes() if array.numel() else b""


def as_float64(data: bytes, dtype: str, shape: Sequence[int]) -> Any:
    """The elements as float64; those of integers exactly up to 2^53."""
    if dtype == "bfloat16":
        words = np.frombuffer(data, np.uint16).astype(np.uint32) << 16
        return words.view(np.float32).astype(np.float64).reshape(shape)
    if dtype.startswith("float8"):
        import ml_dtypes

        return np.frombuffer(data, np.dtype(getattr(ml_dtypes, dtype))).astype(np.float64).reshape(shape)
    return np.frombuffer(data, np.dtype(dtype)).astype(np.float64).reshape(shape)


def flat_results(result: object) -> list[Any]:
    """The arrays of a result: itself, or those of a tuple or list; numbers are arrays without modes."""
    if isinstance(result, list | tuple):
        return [one for part in result for one in flat_results(part)]
    if result is None:
        return []
    if isinstance(result, bool | int | float):
        return [np.asarray(result)]
    return [result]
