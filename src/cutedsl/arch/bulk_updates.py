"""What a bulk store of plain bytes may combine with global memory. Source: PTX ISA, `cp.reduce.async.bulk`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

BULK_UPDATES: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        **{f"{kind}.{t}": (kind, t) for t in ("u32", "s32", "u64", "s64") for kind in ("add", "min", "max")},
        **{f"{kind}.{t}": (kind, t) for t in ("b32", "b64") for kind in ("and", "or", "xor")},
        **{f"{kind}.{t}": (kind, t) for t in ("f16", "bf16") for kind in ("min", "max")},
        **{f"add.noftz.{t}": ("add", t) for t in ("f16", "bf16")},
        **{f"{kind}.u32": (kind, "u32") for kind in ("inc", "dec")},
        **{f"add.{t}": ("add", t) for t in ("f32", "f64")},
    }
)
"""The combination and the elements' type, by how PTX writes both."""
