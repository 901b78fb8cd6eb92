"""Attention forward, `softmax(scale * Q K^T) V` for each head."""
