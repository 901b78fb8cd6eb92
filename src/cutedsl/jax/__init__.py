"""JAX: compiled kernels as custom calls inside `jax.jit`, on the CPU and on NVIDIA GPUs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutedsl.cute.runtime import from_dlpack
from cutedsl.jax.availability import (
    CUTE_DSL_JAX_MIN_SUPPORTED_PYTHON_VERSION,
    CUTE_DSL_MIN_SUPPORTED_JAX_VERSION,
    is_available,
)
from cutedsl.jax.call import call, cutlass_call
from cutedsl.jax.dtypes import cutlass_to_jax_dtype, jax_to_cutlass_dtype
from cutedsl.jax.export import get_export_disabled_safety_checks
from cutedsl.jax.layouts import (
    cutlass_to_jax_layout_order,
    default_tensor_spec,
    jax_to_cutlass_layout_order,
    row_major_layout,
)
from cutedsl.jax.spec import TensorSpec

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        from cutedsl.errors.names.not_yet import missing_name

        return missing_name("jax", name)


__all__ = [
    "CUTE_DSL_JAX_MIN_SUPPORTED_PYTHON_VERSION",
    "CUTE_DSL_MIN_SUPPORTED_JAX_VERSION",
    "TensorSpec",
    "call",
    "cutlass_call",
    "cutlass_to_jax_dtype",
    "cutlass_to_jax_layout_order",
    "default_tensor_spec",
    "from_dlpack",
    "get_export_disabled_safety_checks",
    "is_available",
    "jax_to_cutlass_dtype",
    "jax_to_cutlass_layout_order",
    "row_major_layout",
]
