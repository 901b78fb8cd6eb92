"""The table that the machine-code GPU launcher reads, as data: who is called, and what each kernel was checked for.

`codegen/abi/cuda_launch.py` writes the launcher, `execution/cuda_native.py` fills the table; both read this file.
A call context's `user` points to the table: a head, then for each GPU its context and kernels. Words are 8 bytes; 0 for
a function stands for "not known": the launch then goes to `fallback`, the launcher in Python, which knows every case
and raises the named errors.

Source: ours; CUDA Driver API, `CUlaunchConfig`, `CUlaunchAttribute`, `cuTensorMapEncodeTiled`.
"""

from __future__ import annotations

from typing import Final

WORD_BYTES: Final = 8
LAUNCH_SYMBOL: Final = "cute.launch"
MAP_SYMBOL: Final = "cute.tensor_map"
LAUNCH_SYMBOLS: Final = (LAUNCH_SYMBOL, MAP_SYMBOL)
"""What a module with call code for a GPU exports."""

_HEAD: Final = (
    "devices",  # how many parts follow: the first is of GPU 0
    "part_bytes",
    "fallback",  # i32 (rt, kernel, dims, stream, params)
    "get_current",  # cuCtxGetCurrent
    "get_device",  # cuCtxGetDevice
    "push_current",  # cuCtxPushCurrent
    "pop_current",  # cuCtxPopCurrent
    "is_capturing",  # cuStreamIsCapturing
    "launch_kernel",  # cuLaunchKernel
    "launch_with",  # cuLaunchKernelEx
    "current_stream",  # i32 (device type, device, ptr stream): the environment's, by DLPack's exchange table
    "encode_map",  # cuTensorMapEncodeTiled
    "map_fallback",  # i32 (rt, request, descriptor, for_gpu)
)
HEAD: Final = {name: WORD_BYTES * index for index, name in enumerate(_HEAD)}
HEAD_WORDS: Final = len(_HEAD)
PART_WORDS: Final = 1
"""Words of a part before its kernels: the context that they are loaded in."""

CHECKED_FIRST: Final = 3
CHECKED_COUNT: Final = 7
"""The dims that must be as they were at a launch that Python checked: block, cluster, shared memory.

Host code writes no others but the grid: what is behind them is whatever the stack held.
"""
_KERNEL: Final = ("function", "param_count", "smem_bytes", "is_checked", "by_address", "attributes", "attribute_count")
KERNEL: Final = {name: WORD_BYTES * index for index, name in enumerate((*_KERNEL, "dims"))}
KERNEL_WORDS: Final = len(_KERNEL) + (CHECKED_COUNT + 1) // 2
MAX_GRID: Final = (2**31 - 1, 65535, 65535)
MAX_PARAMS: Final = 512
ADDRESSED_PARAMS: Final = 64
"""`by_address` has a bit for each of so many first parameters: its slot holds the address of its value."""
CONFIG: Final = {"dims": 0, "smem_bytes": 24, "stream": 32, "attributes": 40, "attribute_count": 48}
"""`CUlaunchConfig`: byte offsets; `dims` are six 32-bit numbers, grid and block."""
CONFIG_BYTES: Final = 56
ATTRIBUTE_BYTES: Final = 72
"""`CUlaunchAttribute`: a 32-bit number that names it, and its value from byte 8."""
ATTRIBUTE_VALUE: Final = 8
ATTRIBUTE: Final = {
    "cooperative": 2,
    "cluster": 4,
    "use_pdl": 6,
    "programmatic_event": 7,
    "launch_completion_event": 12,
}
"""`CUlaunchAttributeID`: all blocks at a time, blocks of a cluster, a start before the kernel before has ended, events
that are recorded when all blocks have triggered the kernel after it, or have started."""
DLPACK_CUDA: Final = 2
