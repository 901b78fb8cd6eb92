"""Names that CuTe DSL has dropped and programs still use, with the version that dropped them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from cutedsl.lang.make import make_rmem_tensor

RETIRED: Mapping[str, Any] = MappingProxyType(
    {
        "make_fragment": make_rmem_tensor,  # 4.6
    }
)
"""Retired names of `cute`."""
