"""Whether a supported version of JAX is installed."""

from __future__ import annotations

import importlib.metadata
import re
from typing import Final

from cutedsl.errors import fail

CUTE_DSL_MIN_SUPPORTED_JAX_VERSION: Final = (0, 6, 0)
CUTE_DSL_JAX_MIN_SUPPORTED_PYTHON_VERSION: Final = (3, 11)
"""The reference's; here any Python will do that JAX and this package run on."""


def is_available() -> bool:
    """Whether a supported JAX is installed; JAX is not imported.

    Source: CUTLASS's notebook `cute_dsl_jax`.
    """
    installed = _installed()
    return tuple(int(part) for part in re.findall(r"\d+", installed)[:3]) >= CUTE_DSL_MIN_SUPPORTED_JAX_VERSION


def check_available() -> None:
    """Errors: framework-version, where `is_available` is false."""
    if not is_available():
        least = ".".join(map(str, CUTE_DSL_MIN_SUPPORTED_JAX_VERSION))
        found = f"JAX {_installed()} is installed" if _installed() else "JAX is not installed"
        raise fail("framework-version", f"{found}; kernels in JAX programs need {least}", fix="pip install -U jax")


def _installed() -> str:
    """The version; empty without JAX."""
    try:
        return importlib.metadata.version("jax")
    except importlib.metadata.PackageNotFoundError:
        return ""
