"""Attention of few queries against a long cache of keys and values: decoding, and what appends to the cache."""
