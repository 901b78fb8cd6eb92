"""Pointers, loads, stores and atomics: the widest accesses that the lanes' addresses allow."""
