"""Written by scripts/cutlass_stubs.py."""

from cutlass.utils.gemm import sm100 as sm100
