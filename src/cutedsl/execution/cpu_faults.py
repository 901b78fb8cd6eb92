"""Illegal accesses of compiled kernels as errors: the table that workers are noted in, and the handlers."""

from __future__ import annotations

import ctypes
import threading
from typing import Any, Final

from cutedsl.arch.host_abi import FAULT_RECORDS

_RECORD_BYTES: Final = 64
_table: Final = (ctypes.c_int64 * (FAULT_RECORDS * _RECORD_BYTES // 8))()
_lock: Final = threading.Lock()
_installed: Final[list[Any]] = []


def table() -> int:
    """The address of the process's table of workers; its records are free while they are zero."""
    return ctypes.addressof(_table)


def install(code: Any, symbol: str) -> None:
    """Sets the handlers up by the first kernels that are loaded, whose code is kept for good."""
    with _lock:
        if not _installed:
            _installed.append(code)
            ctypes.CFUNCTYPE(None, ctypes.c_void_p)(code[symbol])(table())
