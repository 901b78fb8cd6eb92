"""The records by which a builtin repeats calls of operations without Python, as data.

`ptr cute.replay(ptr self, ptr args, i64 count, ptr kwnames)` is a CPython function (`METH_FASTCALL | METH_KEYWORDS`).
The first item of the tuple `self` is a Python function that takes every call that no record fits, the second a bytes
object (`HEAD`). Records are a chain; each describes one class of calls and what such a call runs (`RECORD`).

The code is `native/replay/replay.c`, with the structures of `native/abi/replay.h`;
`execution/native_calls/replay.py` writes the records.
Source: ours; CPython's C API; DLPack 1 (`DLTensor`).
"""

from __future__ import annotations

from typing import Final

from cutedsl.native.constants import REPLAY_ALIGN_MASK
from cutedsl.native.structures import structure

REPLAY_SYMBOL: Final = "cute.replay"
ALIGN_MASK: Final = REPLAY_ALIGN_MASK
RECORD: Final = {**structure("ReplayRecord").offsets(), "end": structure("ReplayRecord").size_bytes}
"""Byte offsets in a record; what follows it is from `end` on."""
TENSOR: Final = {**structure("ReplayArgument").offsets(), "leaves": structure("ReplayArgument").size_bytes}
"""Byte offsets in what a record says of a tensor; its shape and its strides are from `leaves` on."""
CONSTANT_WORDS: Final = 2
"""The words of what a record says of another argument."""
