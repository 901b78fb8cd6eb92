"""The layout algebra as kernels call it, and the types that annotations name."""
