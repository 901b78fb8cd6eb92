"""Shared memory: allocation, structures in it, stores to other blocks."""
