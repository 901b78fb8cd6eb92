"""The last-level cache of this machine: what is larger than it has left it before anybody reads it again."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Final

USUAL_BYTES: Final = 32 << 20
"""What is taken where the system does not say: a core complex of a server of AMD's, and a desktop of Intel's."""
_CACHES: Final = Path("/sys/devices/system/cpu/cpu0/cache")
_UNITS: Final = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


@lru_cache(maxsize=1)
def last_level_bytes() -> int:
    """The largest cache that this machine's first core uses, in bytes.

    Source: Linux, Documentation/ABI/testing/sysfs-devices-system-cpu (`cache/index*/size`).
    """
    try:
        return largest(path.read_text(encoding="utf-8") for path in _CACHES.glob("index*/size")) or USUAL_BYTES
    except OSError:
        return USUAL_BYTES


def largest(sizes: Iterable[str]) -> int:
    """The largest of sizes as Linux writes them, in bytes; 0 of none.

    >>> largest(["32K\\n", "1024K\\n", "32M\\n"])
    33554432
    """
    found = (re.match(r"(\d+)([KMG]?)", one) for one in sizes)
    return max((int(one[1]) * _UNITS.get(one[2], 1) for one in found if one), default=0)
