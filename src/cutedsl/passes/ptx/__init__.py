"""Inline PTX as ops, for a machine that has no PTX."""
