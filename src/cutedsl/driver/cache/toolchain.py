"""What made a program besides its source: cutedsl itself, LLVM, Python, the CPU."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

import cutedsl.driver
from cutedsl.arch.caches import last_level_bytes

_PACKAGE = Path(cutedsl.driver.__file__).parent.parent
_RUN_TIME = ("arch", "execution", "native", "targets", "bundle")
"""The folders that loaded programs run with."""
_FORMAT = "3"
"""Of the stored programs; another number for another layout of their bytes."""
_CPU_TEXT_BYTES = 8192
_CPU_LINES = frozenset(
    (
        *("vendor_id", "cpu family", "model", "model name", "flags"),
        *("Features", "CPU implementer", "CPU architecture", "CPU variant", "CPU part"),
    )
)
"""Lines that say what code a CPU runs, on x86 and on Arm."""


@lru_cache(maxsize=1)
def toolchain() -> tuple[str, ...]:
    """Texts that change when the same source would become another program, but for changes of our own sources.

    Those are `sources_stamp`: it is looked at only where a stored program is found.
    """
    return (_FORMAT, str(_PACKAGE), _llvm_version(), sys.version, sys.platform, str(last_level_bytes()), *_cpu_facts())


@lru_cache(maxsize=1)
def sources_stamp() -> str:
    """A text that changes with our own sources, which count by size and time of change.

    Reading them takes ten times longer; this takes milliseconds, as there are hundreds.
    """
    lines = sorted(f"{name}\0{size}\0{changed}\n" for name, size, changed in _sources(str(_PACKAGE)))
    return hashlib.blake2b("".join(lines).encode(), digest_size=16).hexdigest()


@lru_cache(maxsize=1)
def build_stamp() -> str:
    """What tells builds of cutedsl apart wherever they are installed: a hash of all sources."""
    return _content_hash([_PACKAGE])


@lru_cache(maxsize=1)
def interface_stamp() -> str:
    """What tells apart builds whose machine code and run time do not fit: a hash of the sources on both sides."""
    return _content_hash([_PACKAGE / folder for folder in _RUN_TIME])


def _content_hash(folders: Iterable[Path]) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for name, _, _ in sorted(found for folder in folders for found in _sources(str(folder))):
        digest.update(os.path.relpath(name, _PACKAGE).encode() + b"\0" + Path(name).read_bytes())
    return digest.hexdigest()


def _llvm_version() -> str:
    """What llvmlite says of itself in its own file; its import takes longer than the rest of a second process."""
    spec = importlib.util.find_spec("llvmlite")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).with_name("_version.py").read_text("utf-8")


def _cpu_facts() -> tuple[str, ...]:
    """This machine's CPU as the system describes it (its first core), else as LLVM does."""
    try:
        handle = os.open("/proc/cpuinfo", os.O_RDONLY)
    except OSError:
        return (cpu_name(), *cpu_features())
    try:
        text = os.read(handle, _CPU_TEXT_BYTES).decode(errors="replace")  # the whole is slow with many cores
    finally:
        os.close(handle)
    core = text.partition("\n\n")[0].splitlines()
    return tuple(line for line in core if line.partition(":")[0].strip() in _CPU_LINES)


def cpu_name() -> str:
    """This machine's CPU, as LLVM calls it."""
    import llvmlite.binding as llvm

    return llvm.get_host_cpu_name()


def cpu_features() -> tuple[str, ...]:
    """What this machine's CPU has beyond the least of its kind."""
    import llvmlite.binding as llvm

    return tuple(sorted(word[1:] for word in llvm.get_host_cpu_features().flatten().split(",") if word[:1] == "+"))


def _sources(folder: str) -> Iterator[tuple[str, int, int]]:
    """Every file below a folder that programs are made of: Python, LLVM text of the runtime, C of exported programs."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith((".py", ".ll", ".h")):
                facts = entry.stat()
                yield entry.path, facts.st_size, facts.st_mtime_ns
            elif entry.name[0] not in "._" and entry.is_dir():
                yield from _sources(entry.path)
