"""Measurements of a machine, stored next to the compile cache for later processes."""

from __future__ import annotations

import contextlib
import json
import os
import re
from functools import cache
from pathlib import Path
from typing import Any, cast

from cutedsl.config import config
from cutedsl.execution.cuda.driver import driver
from cutedsl.execution.devices import device_count
from cutedsl.forks.locks import fork_safe_lock

_LOCK = fork_safe_lock()


@cache
def machine_name(device_id: int = 0) -> str:
    """The GPU's name, or "cpu" where there is none."""
    return driver().device_name(device_id) if device_count() > 0 else "cpu"


class MachineNotes:
    """Notes of one kind: numbers and names under text keys. A file that cannot be read or written counts as empty."""

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._known: dict[str, Any] | None = None

    @property
    def path(self) -> Path:
        """The file of this machine."""
        name = re.sub(r"[^A-Za-z0-9]+", "_", machine_name())
        return config().cache_place / f"{self._kind}.{name}.json"

    def get(self, key: str) -> Any:
        """What was noted under a key, or None."""
        if self._known is None:
            self._known = self._read() if config().remembers else {}
        return self._known.get(key)

    def put(self, key: str, value: Any) -> None:
        """Notes a value, beside what other processes noted meanwhile."""
        with _LOCK:
            self._known = {**(self._known or {}), **self._read(), key: value}
            if not config().remembers:
                return
            place = self.path
            with contextlib.suppress(OSError):
                place.parent.mkdir(parents=True, exist_ok=True)
                fresh = place.with_suffix(f".{os.getpid()}")
                fresh.write_text(json.dumps(self._known, indent=0), encoding="utf-8")
                fresh.replace(place)

    def _read(self) -> dict[str, Any]:
        try:
            found: Any = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return cast("dict[str, Any]", found) if isinstance(found, dict) else {}
