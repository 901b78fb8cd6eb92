"""`cute.assume`: promises about run-time numbers."""

from __future__ import annotations

from typing import Any

from cutedsl.errors import fail
from cutedsl.staging.numeric import Numeric


def assume(src: Any, divby: int | None = None, pow2: bool | None = None) -> Any:
    """Promises that a number (or each of a tuple) is divisible by `divby`; nothing is checked at run time.

    Vector accesses are as wide as such promises allow. `pow2` is taken and not used. Errors: extent-not-divisible for
    a number known now that breaks the promise.
    """
    if isinstance(src, tuple | list):
        return tuple(assume(part, divby, pow2) for part in src)  # pyright: ignore[reportUnknownVariableType]
    if divby is None:
        return src
    known = src if isinstance(src, int) else int(src) if isinstance(src, Numeric) and src.is_static else None
    if known is not None:
        if known % divby:
            raise fail("extent-not-divisible", f"{known} is not divisible by {divby}, as `assume` promises")
        return src
    return src.with_divisibility(divby)  # pyright: ignore[reportAttributeAccessIssue]
