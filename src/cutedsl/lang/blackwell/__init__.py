"""Tensor memory and its multiplies (`tcgen05`): allocation, layouts, descriptors, choices of GEMMs."""
