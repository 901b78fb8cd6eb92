"""What authors use to write operations of their own, and what they ask of the version."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from cutedsl.errors import fail
from cutedsl.errors.frozen import frozen
from cutedsl.lang.emission.op_places import pass_over
from cutedsl.staging.numeric import Numeric
from cutedsl.staging.operators import CLASS_OF
from cutedsl.types import dtype_named

P = ParamSpec("P")
R = TypeVar("R")


def dsl_user_op(function: Callable[P, R]) -> Callable[P, R]:
    """Marks a function that records operations; its `loc` and `ip` mean nothing here and may be left out.

    Locations travel by frame: an operation's place is the author's line that called the function.
    Source: CuTe DSL documentation, "cute".
    """
    pass_over(function)

    @functools.wraps(function)
    def op(*args: P.args, **kwargs: P.kwargs) -> R:
        return function(*args, **kwargs)

    return op


def dtype(name: str) -> type[Numeric]:
    """The numeric class of a name.

    >>> dtype("Float16")
    Float16

    Errors: unknown-dtype.
    """
    return CLASS_OF[dtype_named(name)]


@frozen(order=True)
class DSLCudaVersion:
    """A version of the CUDA toolkit."""

    major: int
    minor: int = 0

    @staticmethod
    def parsed(version: Any) -> DSLCudaVersion:
        """A version from `"12.9"`, `(12, 9)` or another version. Errors: version-text."""
        if isinstance(version, DSLCudaVersion):
            return version
        parts = version if isinstance(version, tuple) else str(version).split(".")
        try:
            major, minor = (*(int(part) for part in parts), 0)[:2]
        except ValueError:
            raise fail("version-text", f"{version!r} is not a CUDA version") from None
        return DSLCudaVersion(major, minor)

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}"


CUDA_VERSION = DSLCudaVersion(12, 9)
"""The toolkit whose PTX is written: the lowest that has every instruction used here."""


def target_version(min_version: Any = None, max_version: Any = None, exact_version: Any = None) -> bool:
    """Whether `CUDA_VERSION` lies in a range, ends included; known while tracing.

    >>> target_version(min_version="12.0"), target_version(max_version="11.8")
    (True, False)
    """
    if exact_version is not None and DSLCudaVersion.parsed(exact_version) != CUDA_VERSION:
        return False
    if min_version is not None and DSLCudaVersion.parsed(min_version) > CUDA_VERSION:
        return False
    return max_version is None or DSLCudaVersion.parsed(max_version) >= CUDA_VERSION
