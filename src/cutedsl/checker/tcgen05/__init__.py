"""Findings about Blackwell's tensor cores: what is in no order in tensor memory, and wrong descriptors."""
