"""Measurements: what is slow, against what, on which machine."""

from __future__ import annotations
