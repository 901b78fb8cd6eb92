"""CUDA for programs that run on the CPU: the `cuda` package, or the real one with calls that need no driver."""
