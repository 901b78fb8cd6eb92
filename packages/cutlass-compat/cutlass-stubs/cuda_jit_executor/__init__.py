"""Written by scripts/cutlass_stubs.py."""


