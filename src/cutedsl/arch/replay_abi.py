"""The records by which a builtin repeats calls of operations without Python, as data.

`ptr cute.replay(ptr self, ptr args, i64 count, ptr kwnames)` is a CPython function (`METH_FASTCALL | METH_KEYWORDS`).
The first item of the tuple `self` is a Python function that takes every call that no record fits, the second a bytes
object (`HEAD`). Records are a chain; each describes one class of calls and what such a call runs (`RECORD`).

`codegen/abi/replay.py` writes the code, `execution/fastcall_replay.py` the records.
Source: ours; CPython's C API; DLPack 1 (`DLTensor`).
"""

from __future__ import annotations

from typing import Final

from cutedsl.arch.call_abi import WORD_BYTES

REPLAY_SYMBOL: Final = "cute.replay"
ALIGN_MASK: Final = 15
"""The bits of an address that belong to the class of a tensor."""

_HEAD_WORDS: Final = ("environment", "chain", "variable")
HEAD: Final = {name: WORD_BYTES * index for index, name in enumerate(_HEAD_WORDS)}
"""Byte offsets: the environment's address; the address of the word that has the address of the first record (0: none);
a context variable that must be None."""

_RECORD_WORDS: Final = ("keeper", "next", "positional", "named", "makes", "steps", "most", "result", "end")
RECORD: Final = {name: WORD_BYTES * index for index, name in enumerate(_RECORD_WORDS)}
"""Byte offsets: the object that keeps the record and all that it names alive; the next record's address; how many
arguments are given by position and by name; how many arrays are made and programs run; the most arguments of a program;
which array is the result, of the arguments and then of those that are made.

From `end` on: the names; for each argument its bytes here and the object that it must be, or 0, the exact type of a
tensor and the words of `TENSOR`; the callables that make arrays; for each program itself, its number of arguments, and
for each of these which array it is, or -1, and the object (0)."""

_TENSOR_WORDS: Final = ("bytes", "object", "class", "low", "device", "kind", "leaves")
TENSOR: Final = {name: WORD_BYTES * index for index, name in enumerate(_TENSOR_WORDS)}
"""Byte offsets: low bits of its address; two words of its `DLTensor`, device and (rank, element type); then its shape
and its strides."""
CONSTANT_WORDS: Final = 2
SOURCE_WORDS: Final = 2
