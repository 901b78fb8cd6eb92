"""The state of one block that a CPU worker runs, as byte offsets for LLVM text: `Block` of `native/abi/block.h`."""

from __future__ import annotations

from typing import Final

from cutedsl.native.structures import structure

STATE: Final = structure("Block").offsets()
STATE_BYTES: Final = structure("Block").size_bytes
