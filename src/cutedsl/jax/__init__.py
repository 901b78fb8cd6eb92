"""JAX: compiled kernels as custom calls inside `jax.jit`, on the CPU and on NVIDIA GPUs."""

from __future__ import annotations

from cutedsl.jax.call import call, cutlass_call
from cutedsl.jax.dtypes import cutlass_to_jax_dtype, jax_to_cutlass_dtype
from cutedsl.jax.export import get_export_disabled_safety_checks
from cutedsl.jax.spec import TensorSpec

__all__ = [
    "TensorSpec",
    "call",
    "cutlass_call",
    "cutlass_to_jax_dtype",
    "get_export_disabled_safety_checks",
    "jax_to_cutlass_dtype",
]
