"""What made a program besides its source: cutedsl itself, LLVM, Python, the CPU."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import llvmlite
import llvmlite.binding as llvm

import cutedsl.driver

_PACKAGE = Path(cutedsl.driver.__file__).parent.parent
_FORMAT = "1"
"""Of the stored programs; another number for another layout of their bytes."""


@lru_cache(maxsize=1)
def toolchain() -> tuple[str, ...]:
    """Texts that change when the same source would become another program.

    Our own sources count by size and time of change, which is 1 ms where reading all of them is 10.
    """
    digest = hashlib.blake2b(digest_size=16)
    for name, size, changed in sorted(_sources(str(_PACKAGE))):
        digest.update(f"{name}\0{size}\0{changed}\n".encode())
    cpu = (llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten(), sys.platform)
    return (_FORMAT, digest.hexdigest(), llvmlite.__version__, sys.version, *cpu)


@lru_cache(maxsize=1)
def build_stamp() -> str:
    """What tells builds of cutedsl apart wherever they are installed: a hash of all sources."""
    digest = hashlib.blake2b(digest_size=16)
    for name, _, _ in sorted(_sources(str(_PACKAGE))):
        digest.update(os.path.relpath(name, _PACKAGE).encode() + b"\0" + Path(name).read_bytes())
    return digest.hexdigest()


def cpu_name() -> str:
    """This machine's CPU, as LLVM calls it."""
    return llvm.get_host_cpu_name()


def cpu_features() -> tuple[str, ...]:
    """What this machine's CPU has beyond the least of its kind."""
    return tuple(sorted(word[1:] for word in llvm.get_host_cpu_features().flatten().split(",") if word[:1] == "+"))


def _sources(folder: str) -> Iterator[tuple[str, int, int]]:
    """Every Python file below a folder."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(".py"):
                facts = entry.stat()
                yield entry.path, facts.st_size, facts.st_mtime_ns
            elif entry.name[0] not in "._" and entry.is_dir():
                yield from _sources(entry.path)
