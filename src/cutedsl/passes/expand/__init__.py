"""Expands tensors and tiles into pointers, loads, stores and the machine's own instructions."""
