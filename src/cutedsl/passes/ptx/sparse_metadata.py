"""The metadata of PTX's sparse multiplies of a warp: which lanes' words count, as the sparsity selector says.

One, two or all four lanes of each four hold the words of their rows; the selector names the one or the pair. The op
takes the first such lanes' words, so they are moved there. Source: PTX ISA, "mma.sp", "Sparse matrix fragments".
"""

from __future__ import annotations

from typing import Final

from xdsl.dialects.builtin import VectorType, i32
from xdsl.ir import SSAValue

from cutedsl.arch.atoms.records import MmaRecord
from cutedsl.ir.ops import simt as simt_ops
from cutedsl.passes.ptx.lane_words import LANES_A_ROW, word_of_lanes
from cutedsl.passes.ptx.registers import Machine
from cutedsl.passes.ptx.text import Instruction

_MARKS: Final = ("sp", "sp_ordered_metadata")


def without_mark(modifiers: tuple[str, ...]) -> tuple[str, ...]:
    """The modifiers of a sparse multiply without what makes it one; of a dense one as they are."""
    return tuple(part for part in modifiers if part not in _MARKS)


def metadata_of(m: Machine, i: Instruction, record: MmaRecord, register: str, selector: str) -> SSAValue:
    """A word for each lane, as the op takes it. Errors: inline-ptx-on-cpu, of a selector beyond the lanes of a row."""
    assert record.metadata is not None
    lanes = len({record.metadata(lane, 0) for lane in range(LANES_A_ROW)})
    word = m.read(register.strip("{} "), i32)
    chosen = next((k for k in range(LANES_A_ROW // lanes) if selector.strip() in (str(k), hex(k))), None)
    if chosen is None:
        raise m.unknown(f"{i.name} with sparsity selector {selector}")
    if chosen:
        word = word_of_lanes(m, word, lanes, m.constant(chosen, i32))
    return m.op(simt_ops.VecPackOp, (word,), VectorType(i32, [1]))
