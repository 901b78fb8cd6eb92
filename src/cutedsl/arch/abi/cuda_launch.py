"""The table that the machine-code GPU launcher reads, as data: who is called, and what each kernel was checked for.

The launcher is `native/cuda/launch.c`; `execution/cuda/native.py` fills the table.
A call context's `user` points to the table: a head, then for each GPU its context and kernels. Words are 8 bytes; 0 for
a function stands for "not known": the launch then goes to `fallback`, the launcher in Python, which knows every case
and raises the named errors.

Source: ours; CUDA Driver API, `CUlaunchConfig`, `CUlaunchAttribute`, `cuTensorMapEncodeTiled`.
"""

from __future__ import annotations

from typing import Final

from cutedsl.native.constants import CHECKED_COUNT, CHECKED_FIRST
from cutedsl.native.structures import structure

__all__ = ["CHECKED_COUNT", "CHECKED_FIRST"]

WORD_BYTES: Final = 8
LAUNCH_SYMBOL: Final = "cute.launch"
MAP_SYMBOL: Final = "cute.tensor_map"
LAUNCH_SYMBOLS: Final = (LAUNCH_SYMBOL, MAP_SYMBOL)
"""What a module with call code for a GPU exports."""

HEAD: Final = structure("LaunchTable").offsets()
"""Byte offsets in the table."""
HEAD_WORDS: Final = structure("LaunchTable").size_bytes // WORD_BYTES
PART_WORDS: Final = structure("LaunchPart").size_bytes // WORD_BYTES
"""Words of a part before its kernels: the context that they are loaded in."""
KERNEL: Final = structure("LaunchKernel").offsets()
KERNEL_WORDS: Final = structure("LaunchKernel").size_bytes // WORD_BYTES
MAX_PARAMS: Final = 512
ADDRESSED_PARAMS: Final = 64
"""`by_address` has a bit for each of so many first parameters: its slot holds the address of its value."""
CONFIG: Final = structure("LaunchConfig").offsets()
"""`CUlaunchConfig`: byte offsets; `dims` are six 32-bit numbers, grid and block."""
CONFIG_BYTES: Final = structure("LaunchConfig").size_bytes
ATTRIBUTE_BYTES: Final = structure("LaunchAttribute").size_bytes
ATTRIBUTE_VALUE: Final = structure("LaunchAttribute").offset("value")
ATTRIBUTE: Final = {
    "cooperative": 2,
    "cluster": 4,
    "use_pdl": 6,
    "programmatic_event": 7,
    "launch_completion_event": 12,
}
"""`CUlaunchAttributeID`: all blocks at a time, blocks of a cluster, a start before the previous kernel has ended. The
events are recorded when all blocks have triggered the next kernel, or have started.
"""
DLPACK_CUDA: Final = 2
