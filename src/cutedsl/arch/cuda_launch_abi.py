"""The table that the machine-code GPU launcher reads, as data: who is called, and what each kernel was checked for.

`codegen/abi/cuda_launch.py` writes the launcher, `execution/cuda_native.py` fills the table; both read this file.
A call context's `user` points to the table. Words are 8 bytes; 0 for a function stands for "not known": the launch then
goes to `fallback`, the launcher in Python, which knows every case and raises the named errors.

Source: ours.
"""

from __future__ import annotations

from typing import Final

WORD_BYTES: Final = 8
LAUNCH_SYMBOL: Final = "cute.launch"

_HEAD: Final = (
    "context",  # the CUDA context that the kernels below are loaded in
    "device",
    "fallback",  # i32 (rt, kernel, dims, stream, params)
    "get_current",  # cuCtxGetCurrent
    "is_capturing",  # cuStreamIsCapturing
    "launch_kernel",  # cuLaunchKernel
    "current_stream",  # i32 (device type, device, ptr stream): the environment's, by DLPack's exchange table
)
HEAD: Final = {name: WORD_BYTES * index for index, name in enumerate(_HEAD)}
HEAD_WORDS: Final = len(_HEAD)

CHECKED_FIRST: Final = 3
CHECKED_COUNT: Final = 7
"""The dims that must be as they were at a launch that Python checked: block, cluster, shared memory.

Host code writes no others but the grid: what is behind them is whatever the stack held.
"""
_KERNEL: Final = ("function", "param_count", "smem_bytes", "is_checked")
KERNEL: Final = {name: WORD_BYTES * index for index, name in enumerate((*_KERNEL, "dims"))}
KERNEL_WORDS: Final = len(_KERNEL) + (CHECKED_COUNT + 1) // 2
MAX_GRID: Final = (2**31 - 1, 65535, 65535)
MAX_PARAMS: Final = 512
DLPACK_CUDA: Final = 2
