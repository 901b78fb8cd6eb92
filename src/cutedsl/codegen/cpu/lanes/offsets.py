"""How wide byte offsets are in each address space."""

from __future__ import annotations


def offset_type(space: str) -> str:
    """The LLVM type of byte offsets in an address space."""
    return f"i{offset_bits(space)}"


def offset_bits(space: str) -> int:
    """How many bits byte offsets in an address space have."""
    return 32 if space in ("smem", "rmem", "dsmem") else 64
