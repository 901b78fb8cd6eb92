"""NumPy's numbers: which values are, and the type of ours that each has."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, TypeGuard

TYPE_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "bool": "Boolean",
        **{f"int{bits}": f"Int{bits}" for bits in (8, 16, 32, 64)},
        **{f"uint{bits}": f"Uint{bits}" for bits in (8, 16, 32, 64)},
        "float16": "Float16",
        "float32": "Float32",
        "bfloat16": "BFloat16",
    }
)
"""NumPy's names of scalar types to ours; its float64 is a Python float."""


def is_numpy_number(value: object) -> TypeGuard[Any]:
    """Whether a value is a scalar of NumPy's, which nobody has who did not import it."""
    numpy: Any = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, numpy.generic)
