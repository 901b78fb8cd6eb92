"""Written by scripts/cutlass_stubs.py."""

from cutlass.base_dsl.runtime import cuda as cuda
from cutlass.base_dsl.runtime import jit_arg_adapters as jit_arg_adapters
