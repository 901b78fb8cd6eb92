"""Long kernels whose threads run in groups of a vector register's lanes, in the place of warps of 32.

LLVM writes an operation on 32 lanes as two to eight of the machine's instructions, and the time that it takes is that
of the instructions: LLVM writes a kernel of thousands of operations in a half (AVX-512) to a quarter (AVX2) of the time
for as many lanes as a register has. What is the same for all lanes is then computed for each group: a kernel of 500
accesses takes a tenth longer to run. Nobody can tell where nothing asks for the warp: its other lanes, its number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from xdsl.dialects import scf
from xdsl.ir import Operation

from cutedsl.arch.abi.host import WARP_LANES
from cutedsl.codegen.cpu.lanes.analysis import Geometry
from cutedsl.codegen.llvm.compile import Registers
from cutedsl.ir.facts import facts

_WORD_BYTES: Final = 4
"""Most numbers are of 32 bits."""


def group_lanes(ops: Sequence[Operation], geometry: Geometry, registers: Registers) -> int:
    """How many threads of a kernel run as one: a warp's, or a register's lanes where no thread can tell."""
    lanes = min(WARP_LANES, registers.size_bytes // _WORD_BYTES)
    if geometry.threads is None or geometry.threads % lanes or geometry.cluster_blocks > 1:
        return WARP_LANES
    alone = all(map(_of_a_thread, ops))
    return lanes if alone else WARP_LANES


def _of_a_thread(op: Operation) -> bool:
    """Whether a thread does an op by itself, so that it can be grouped with any other threads."""
    known = facts(op)
    if known.position is not None:
        return not known.position.of_warp
    if known.pure or known.allocates is not None:
        return known.allocates != "smem"
    return known.plain_access or known.terminator or isinstance(op, scf.IfOp)
