"""Marks inside kernels for NVIDIA's in-kernel tracer: accepted without effect, as CuTe DSL does without its option.

Programs that mark their kernels run unchanged; the option `iket`, which would make the marks record, is not-yet.
Trace your own kernels with `cutedsl.testing.Marks` and `cutedsl trace`.
"""

from __future__ import annotations


def range_push(name: object = "", payload: object = None, *, loc: object = None, ip: object = None) -> None:
    """Begins a range; `payload` is a number to record with it."""


def mark(name: object = "", payload: object = None, *, loc: object = None, ip: object = None) -> None:
    """Marks a point in time; `payload` is a number to record with it."""


def range_pop(*, loc: object = None, ip: object = None) -> None:
    """Ends the innermost range."""
