"""Arithmetic and functions of numbers, one op at a time."""
