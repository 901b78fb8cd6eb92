"""What `importlib.metadata` says of the package whose names this library has: programs ask for its version."""

from __future__ import annotations

import importlib.metadata
import os
import re
from collections.abc import Iterator
from pathlib import Path

import cutedsl

PACKAGE = "nvidia-cutlass-dsl"
"""The package that programs for CuTe DSL name in their requirements."""


class InterfaceDistribution(importlib.metadata.Distribution):
    """`nvidia-cutlass-dsl`, at the release whose interface this library follows; it has no files."""

    def __init__(self, version: str) -> None:
        self._texts = {
            "METADATA": f"Metadata-Version: 2.1\nName: {PACKAGE}\nVersion: {version}\n"
            "Summary: cutedsl stands in its place in this process\n",
            "top_level.txt": "cutlass\n",
        }

    def read_text(self, filename: str) -> str | None:
        """A file of the package's metadata; None for those that it does not have."""
        return self._texts.get(filename)

    def locate_file(self, path: str | os.PathLike[str]) -> Path:
        """Where a file of the package would lie: in this library."""
        return Path(cutedsl.__path__[0]) / path


def distributions_named(name: str | None, version: str) -> Iterator[importlib.metadata.Distribution]:
    """The distribution if NAME, in any spelling, is the package's or None, which means all."""
    if name is None or re.sub(r"[-_.]+", "-", name).lower() == PACKAGE:
        yield InterfaceDistribution(version)
