"""Where call code finds what a tensor of `from_dlpack` says of itself: its words and its kind.

The places are those at which samples hold what their attributes give; nothing is assumed about how Python lays out
slots.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

from cutedsl.execution.dlpack import ArrayView
from cutedsl.execution.runtime_tensor import RuntimeTensor, tensor_of
from cutedsl.types import FLOAT32


def tensor_words() -> dict[str, int]:
    """The environment's words for `RuntimeTensor`; none where its attributes lie elsewhere."""
    samples = [tensor_of(ArrayView(4096 * n, (n,), (1,), FLOAT32, "cpu", 0, None)) for n in range(1, 9)]
    words = _place(samples, [one.words for one in samples])
    kind = _place(samples, [one.kind for one in samples])
    if words is None or kind is None:
        return {}
    return {"runtime_tensor": id(RuntimeTensor), "runtime_words_offset": words, "runtime_kind_offset": kind}


def _place(samples: Sequence[RuntimeTensor], held: Sequence[object]) -> int | None:
    """The byte offset at which each sample holds its object; None if there is not just one."""
    size = RuntimeTensor.__basicsize__ // 8
    rows = [(ctypes.c_uint64 * size).from_address(id(one)) for one in samples]
    found = [k for k in range(size) if all(row[k] == id(x) for row, x in zip(rows, held, strict=True))]
    return 8 * found[0] if len(found) == 1 else None
