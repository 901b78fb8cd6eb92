"""Tensors: how they are made, indexed, sliced, loaded and stored."""
