"""Faults of cutedsl itself: they look different and ask for a report."""

from __future__ import annotations

import platform

from cutedsl.errors.classes import DSLRuntimeError


def internal_error(message: str) -> DSLRuntimeError:
    """The exception for something that must not happen whatever the program; `raise internal_error(...)`.

    >>> print(str(internal_error("a pass lost a value")).splitlines()[0])
    cutedsl internal error: a pass lost a value
    """
    return DSLRuntimeError(
        f"cutedsl internal error: {message}\n"
        "  This is a bug in cutedsl, not in your program. Please report it, with this text and the program.\n"
        f"  cutedsl {_own_version()}, Python {platform.python_version()}, {platform.platform()}"
    )


def _own_version() -> str:
    from importlib.metadata import PackageNotFoundError, version  # 10 ms that only a fault is worth

    try:
        return version("cutedsl")
    except PackageNotFoundError:
        return "(run from its sources)"
