"""`cute.gemm` of a warp group."""

from __future__ import annotations

from typing import Any

from cutedsl.errors import fail


def emit_wgmma(*_args: Any) -> None:
    """Not done yet."""
    raise fail("not-yet", "wgmma")
