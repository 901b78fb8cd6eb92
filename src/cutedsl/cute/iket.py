"""Marks inside kernels for NVIDIA's in-kernel tracer: accepted without effect, as CuTe DSL does without its option.

Programs that mark their kernels run unchanged; the option `iket`, which would make the marks record, is not-yet.
Kernels of one's own are traced with `cutedsl.testing.Marks` and `cutedsl trace`.
"""

from __future__ import annotations


def range_push(name: object = "", *, loc: object = None, ip: object = None) -> None:
    """A part of the kernel begins."""


def mark(name: object = "", *, loc: object = None, ip: object = None) -> None:
    """A moment of the kernel."""


def range_pop(*, loc: object = None, ip: object = None) -> None:
    """The part that began last ends."""
