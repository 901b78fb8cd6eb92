"""Mutations of the repository's kernels: each barrier, wait, fence and predicate deleted in turn, and run checked."""

from __future__ import annotations
