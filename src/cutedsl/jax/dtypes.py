"""Conversion between JAX dtypes and CuTe's numeric types."""

from __future__ import annotations

from typing import Any, Final

import cutedsl as cutlass
from cutedsl.errors import fail

_BY_JAX_NAME: Final[dict[str, type[cutlass.Numeric]]] = {
    "bool": cutlass.Boolean,
    "int8": cutlass.Int8,
    "int16": cutlass.Int16,
    "int32": cutlass.Int32,
    "int64": cutlass.Int64,
    "uint8": cutlass.Uint8,
    "uint16": cutlass.Uint16,
    "uint32": cutlass.Uint32,
    "uint64": cutlass.Uint64,
    "float16": cutlass.Float16,
    "float32": cutlass.Float32,
    "float64": cutlass.Float64,
    "bfloat16": cutlass.BFloat16,
    "float8_e4m3fn": cutlass.Float8E4M3FN,
    "float8_e5m2": cutlass.Float8E5M2,
    "float8_e4m3b11fnuz": cutlass.Float8E4M3B11FNUZ,
    "float8_e8m0fnu": cutlass.Float8E8M0FNU,
}
_JAX_NAMES: Final = {numeric: name for name, numeric in _BY_JAX_NAME.items()}


def jax_to_cutlass_dtype(dtype: Any) -> type[cutlass.Numeric]:
    """The numeric class of a JAX dtype.

    Errors: argument-unsupported. Source: CUTLASS's notebook `cute_dsl_jax`.
    """
    import jax.numpy as jnp

    name = jnp.dtype(dtype).name
    if name not in _BY_JAX_NAME:
        raise fail("argument-unsupported", f"JAX arrays of {name} have no element type in CuTe")
    return _BY_JAX_NAME[name]


def cutlass_to_jax_dtype(dtype: type[cutlass.Numeric]) -> Any:
    """The JAX dtype of a numeric class.

    Errors: argument-unsupported. Source: CUTLASS's notebook `cute_dsl_jax`.
    """
    import jax.numpy as jnp

    if dtype not in _JAX_NAMES:
        raise fail("argument-unsupported", f"{dtype.__name__} has no dtype in JAX")
    return jnp.dtype(_JAX_NAMES[dtype])
