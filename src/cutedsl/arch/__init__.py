"""Hardware as data: targets, limits, copy and MMA atoms with their thread-value layouts, PTX/LLVM spellings."""

from __future__ import annotations
