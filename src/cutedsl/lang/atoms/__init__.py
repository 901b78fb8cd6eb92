"""Copy and multiply atoms, and what tiles them over threads and values."""

from __future__ import annotations
