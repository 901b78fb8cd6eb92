"""Illegal accesses of compiled kernels as errors: the table that workers are noted in, and the handlers."""

from __future__ import annotations

import ctypes
import signal
import sys
from typing import Any, Final

from cutedsl.forks.locks import fork_safe_lock
from cutedsl.native.constants import FAULT_RECORDS
from cutedsl.native.structures import structure

_FAULT_RECORD: Final = structure("FaultRecord")

_ACTION_BYTES: Final = 256
"""Room for `struct sigaction`, which begins with the handler."""
_memory: Final = (ctypes.c_char * ((FAULT_RECORDS + 1) * _FAULT_RECORD.size_bytes))()
_lock: Final = fork_safe_lock()
_installed: Final[list[Any]] = []
_ours: Final[list[int]] = []


def table() -> int:
    """The address of the process's table of workers; its records are free while they are zero."""
    return -(-ctypes.addressof(_memory) // _FAULT_RECORD.align_bytes) * _FAULT_RECORD.align_bytes


def install(code: Any, symbol: str) -> None:
    """Sets the handlers up by the first kernels that are loaded, whose code is kept for good.

    Libraries that are imported later may set their own (tvm_ffi does); those loaded next put ours before them again.
    """
    with _lock:
        if not _installed:
            _installed[:] = code, ctypes.CFUNCTYPE(None, ctypes.c_void_p)(code[symbol])
        if not _ours or _handler() not in _ours:
            _installed[1](table())
            _ours[:] = [_handler()]


def _handler() -> int:
    """The address of the process's handler of illegal accesses; 0 where there is none."""
    if sys.platform != "linux":
        return 0
    action = (ctypes.c_int64 * (_ACTION_BYTES // 8))()
    ctypes.CDLL(None).sigaction(int(signal.SIGSEGV), None, action)
    return action[0]
