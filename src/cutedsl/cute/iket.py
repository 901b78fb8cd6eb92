"""Marks inside kernels for NVIDIA's in-kernel tracer: accepted without effect, as CuTe DSL does without its option.

Programs that mark their kernels run unchanged; the option `iket`, which would make the marks record, is not-yet.
Trace your own kernels with `cutedsl.testing.Marks` and `cutedsl trace`.
"""

from __future__ import annotations


def range_push(name: object = "", payload: object = None, *, loc: object = None, ip: object = None) -> None:
    """Begins a range; `payload` is a number to record with it."""


def mark(name: object = "", payload: object = None, *, loc: object = None, ip: object = None) -> None:
    """Marks a point in time; `payload` is a number to record with it."""


def range_start(name: object = "", payload: object = None, *, loc: object = None, ip: object = None) -> int:
    """Begins a range that need not be the innermost when it ends; returns its number for `range_end`."""
    return 0


def range_end(number: object = None, payload: object = None, *, loc: object = None, ip: object = None) -> None:
    """Ends the range that `range_start` gave this number."""


def range_pop(*, loc: object = None, ip: object = None) -> None:
    """Ends the innermost range."""
