"""Findings about Blackwell's tensor cores: races in tensor memory, and wrong descriptors."""
