"""Copy and multiply atoms, and their tiling over threads and values."""

from __future__ import annotations
