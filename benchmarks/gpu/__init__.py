"""Checks and timings on a GPU; `run_all` is the entry."""

from __future__ import annotations
