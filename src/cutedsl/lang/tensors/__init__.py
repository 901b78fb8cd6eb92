"""Tensors: construction, indexing, slicing, loads and stores."""
