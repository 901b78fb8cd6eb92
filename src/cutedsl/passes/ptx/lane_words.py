"""Words that some of each four lanes hold for their rows, brought to the first of the four.

Selectors of PTX's multiplies of a warp name one lane or a pair of four, which holds scale factors or metadata.
"""

from __future__ import annotations

from typing import Final

from xdsl.dialects import arith
from xdsl.dialects.builtin import StringAttr, i32
from xdsl.ir import SSAValue

from cutedsl.ir.ops import simt as simt_ops
from cutedsl.passes.ptx.registers import Machine

LANES_A_ROW: Final = 4
"""Row `r` of a group of eight is held by the lanes 4 r to 4 r + 3."""
_ALL_LANES: Final = -1
_WHOLE_WARP: Final = 31


def word_of_lanes(m: Machine, word: SSAValue, lanes: int, selector: SSAValue) -> SSAValue:
    """In lane q of each four the word of lane `lanes * selector + q % lanes` of the four."""
    lane = m.op(simt_ops.LaneIdxOp, (), i32)
    first = m.op(arith.AndIOp, (lane, m.constant(-LANES_A_ROW, i32)), i32)
    within = m.op(arith.AndIOp, (lane, m.constant(lanes - 1, i32)), i32)
    offset = m.op(arith.MuliOp, (selector, m.constant(lanes, i32)), i32)
    source = m.op(arith.OrIOp, (m.op(arith.OrIOp, (first, within), i32), offset), i32)
    return word_of_lane(m, word, source)


def word_of_lane(m: Machine, word: SSAValue, source: SSAValue) -> SSAValue:
    """In each lane the word of the lane that it names."""
    operands = (word, source, m.constant(_ALL_LANES, i32), m.constant(_WHOLE_WARP, i32))
    return m.op(simt_ops.ShuffleOp, operands, i32, mode=StringAttr("idx"))
