"""Devices, module loading, launch, streams, the compile cache, DLPack, run-time tensors."""

from __future__ import annotations
