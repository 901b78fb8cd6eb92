"""Landlock: the system itself refuses a candidate's process to write files, run programs, connect and send signals.

Where the kernel has it (Linux 5.13 and later); elsewhere the audit hook alone refuses.
Source: Linux, landlock(7), landlock_create_ruleset(2).
"""

from __future__ import annotations

import ctypes
import os
import platform
import struct
from typing import Any, Final

_CREATE, _ADD, _RESTRICT = 444, 445, 446
_PATH_BENEATH: Final = 1
_NO_NEW_PRIVILEGES: Final = 38
_EXECUTE, _WRITE_FILE, _REMOVE_DIR, _TRUNCATE = 1 << 0, 1 << 1, 1 << 4, 1 << 14
_CHANGES: Final = sum(1 << bit for bit in range(5, 13))
"""Removing and making files of every kind."""
_REFER: Final = 1 << 13
_TCP: Final = 0b11
_ABSTRACT_SOCKETS_AND_SIGNALS: Final = 0b11


def confine(folder: str) -> bool:
    """Confines this process to writing in a folder, for good; whether the system could. Its open files stay open."""
    if platform.system() != "Linux" or platform.machine() not in ("x86_64", "aarch64"):
        return False
    call: Any = ctypes.CDLL(None, use_errno=True).syscall
    call.restype = ctypes.c_long
    version = call(_CREATE, None, ctypes.c_size_t(0), 1)
    if version < 1:
        return False
    files = _EXECUTE | _WRITE_FILE | _REMOVE_DIR | _CHANGES
    files |= (_REFER if version >= 2 else 0) | (_TRUNCATE if version >= 3 else 0)
    words = [files, _TCP if version >= 4 else 0, _ABSTRACT_SOCKETS_AND_SIGNALS if version >= 6 else 0]
    used = 1 if version < 4 else 2 if version < 6 else 3
    attributes = struct.pack(f"={used}Q", *words[:used])
    rules = call(_CREATE, attributes, ctypes.c_size_t(len(attributes)), 0)
    if rules < 0:
        return False
    beneath = os.open(folder, os.O_PATH | os.O_CLOEXEC)
    added = call(_ADD, rules, _PATH_BENEATH, struct.pack("=Qi", files & ~_EXECUTE, beneath), 0)
    os.close(beneath)
    ctypes.CDLL(None).prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    confined = call(_RESTRICT, rules, 0) == 0
    os.close(rules)
    return added == 0 and confined
