"""`cute.nvgpu.cpasync`: asynchronous copies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutedsl.lang.atoms.copy_ops import CopyG2SOp, LoadCacheMode

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        from cutedsl.errors.not_yet import missing_name

        return missing_name("cute.nvgpu.cpasync", name)


__all__ = ["CopyG2SOp", "LoadCacheMode"]
