"""Written by scripts/cutlass_stubs.py."""

from cutedsl.jax import CUTE_DSL_JAX_MIN_SUPPORTED_PYTHON_VERSION as CUTE_DSL_JAX_MIN_SUPPORTED_PYTHON_VERSION
from cutedsl.jax import CUTE_DSL_MIN_SUPPORTED_JAX_VERSION as CUTE_DSL_MIN_SUPPORTED_JAX_VERSION
from cutedsl.jax import TensorSpec as TensorSpec
from cutedsl.jax import call as call
from cutedsl.jax import cutlass_call as cutlass_call
from cutedsl.jax import cutlass_to_jax_dtype as cutlass_to_jax_dtype
from cutedsl.jax import cutlass_to_jax_layout_order as cutlass_to_jax_layout_order
from cutedsl.jax import default_tensor_spec as default_tensor_spec
from cutedsl.jax import from_dlpack as from_dlpack
from cutedsl.jax import get_export_disabled_safety_checks as get_export_disabled_safety_checks
from cutedsl.jax import is_available as is_available
from cutedsl.jax import jax_to_cutlass_dtype as jax_to_cutlass_dtype
from cutedsl.jax import jax_to_cutlass_layout_order as jax_to_cutlass_layout_order
from cutedsl.jax import row_major_layout as row_major_layout
