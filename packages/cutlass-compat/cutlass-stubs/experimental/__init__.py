"""Written by scripts/cutlass_stubs.py."""

from cutlass.experimental import cuda as cuda
from cutlass.experimental import primitives as primitives
