"""Environment variables of the reference that set nothing here are said once."""

from __future__ import annotations

import os
from typing import Final

from cutedsl.config import without_effect
from cutedsl.errors import warn

_told: Final[set[str]] = set()


def tell_without_effect() -> None:
    """Warns (setting-without-effect) of each variable, once a process."""
    for name, why in without_effect():
        if name not in _told:
            _told.add(name)
            warn("setting-without-effect", f"{name}={os.environ[name]} has no effect: {why}")
