"""The state of one block that a CPU worker runs, as byte offsets for LLVM text: `Block` of `native/structures.py`."""

from __future__ import annotations

from typing import Final

from cutedsl.native.structures import BLOCK

STATE: Final = BLOCK.offsets()
STATE_BYTES: Final = BLOCK.size_bytes
