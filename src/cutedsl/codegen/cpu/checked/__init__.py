"""The instrumentation of checked kernels: what they report to the checker."""
