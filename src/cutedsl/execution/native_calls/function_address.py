"""Where functions lie in this process, for machine code that calls them."""

from __future__ import annotations

import ctypes
from typing import Any


def address_of(function: Any) -> int:
    """The address of a function of ctypes; 0 for a null pointer."""
    return ctypes.cast(function, ctypes.c_void_p).value or 0


def library_address(name: str) -> int:
    """The address of a function of the C library; 0 where there is none of the name (Windows)."""
    try:
        return address_of(getattr(ctypes.CDLL(None), name))
    except (OSError, AttributeError, TypeError):
        return 0
