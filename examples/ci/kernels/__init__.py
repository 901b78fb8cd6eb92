"""Kernels of the template repository."""
