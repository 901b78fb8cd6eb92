"""The gate for kernels that nobody has read: builds, computes what a reference computes, by its own launches alone."""

from __future__ import annotations

from cutedsl.gate.judge import Gate, judge
from cutedsl.gate.verdict import Check, Verdict

__all__ = ["Check", "Gate", "Verdict", "judge"]
