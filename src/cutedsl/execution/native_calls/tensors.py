"""Where machine code finds the attributes of a tensor of `from_dlpack`.

The places are those at which samples hold what their attributes give; nothing is assumed about how Python lays out
slots.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Final

from cutedsl.execution.arrays.dlpack import ArrayView
from cutedsl.execution.arrays.runtime_tensor import STATIC_KINDS, RuntimeTensor, tensor_of
from cutedsl.types import FLOAT32

_SLOTS: Final = ("array", "static", "kind", "words", "_view")


def tensor_words() -> dict[str, int]:
    """The environment's words for `RuntimeTensor`; none where its attributes lie elsewhere."""
    samples = [tensor_of(ArrayView(4096 * n, (n,), (1,), FLOAT32, "cpu", 0, object())) for n in range(1, 9)]
    for one in samples:
        one.mark_layout_dynamic()  # so that no two attributes are the same object
    places = {name: _place(samples, [getattr(one, name) for one in samples]) for name in _SLOTS}
    found = {f"runtime_{name.strip('_')}_offset": place for name, place in places.items() if place is not None}
    if len(found) != len(_SLOTS):
        return {}
    return {"runtime_tensor": id(RuntimeTensor), "runtime_kinds": id(STATIC_KINDS), **found}


def _place(samples: Sequence[RuntimeTensor], held: Sequence[object]) -> int | None:
    """The byte offset at which each sample holds its object; None if there is not just one."""
    size = RuntimeTensor.__basicsize__ // 8
    rows = [(ctypes.c_uint64 * size).from_address(id(one)) for one in samples]
    found = [k for k in range(size) if all(row[k] == id(x) for row, x in zip(rows, held, strict=True))]
    return 8 * found[0] if len(found) == 1 else None
