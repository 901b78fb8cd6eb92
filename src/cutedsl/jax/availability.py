"""Whether JAX can be used here, and with which versions."""

from __future__ import annotations

import importlib.metadata
import re
from typing import Final

CUTE_DSL_MIN_SUPPORTED_JAX_VERSION: Final = (0, 6, 0)
CUTE_DSL_JAX_MIN_SUPPORTED_PYTHON_VERSION: Final = (3, 11)
"""The reference's; here any Python will do that JAX and this package run on."""


def is_available() -> bool:
    """Whether a JAX that this package works with is installed; it is not imported to find out.

    Source: reference/cute-dsl.md 2.11.
    """
    try:
        installed = importlib.metadata.version("jax")
    except importlib.metadata.PackageNotFoundError:
        return False
    return tuple(int(part) for part in re.findall(r"\d+", installed)[:3]) >= CUTE_DSL_MIN_SUPPORTED_JAX_VERSION
