"""PTX's multiplies of a warp by kinds: `mma.sync` of 8, 6 and 4 bits, dense and sparse, with scale factors or without.

A register of factors holds up to four, and four lanes hold registers for the same rows: selectors say which bytes and
which lanes count. The op takes the first bytes of the first lanes, so words are moved there.
Source: PTX ISA, "Block Scaling for mma.sync", "Selecting Scale Factors".
"""

from __future__ import annotations

from functools import cache
from typing import Final

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr, StringAttr, VectorType, f32, i8, i32
from xdsl.ir import SSAValue

from cutedsl.arch.atoms.blockscaled import SCALED_ATOMS
from cutedsl.arch.atoms.records import MmaRecord
from cutedsl.ir.ops import mma as mma_ops
from cutedsl.ir.ops import simt as simt_ops
from cutedsl.passes.ptx.lane_words import word_of_lanes
from cutedsl.passes.ptx.registers import Machine
from cutedsl.passes.ptx.sparse_metadata import metadata_of, without_mark
from cutedsl.passes.ptx.text import Instruction

_SIZES: Final = {"mxf8f6f4": "1X", "mxf4": "2X"}
"""The number of factors of a row where the text need not say it."""
_ONES: Final = 0x7F7F7F7F
"""Four factors ue8m0 of 1."""


@cache
def _records() -> dict[tuple[bool, frozenset[str]], dict[tuple[str, ...], MmaRecord]]:
    """The records by whether they are sparse and modifiers in any order, then by types in theirs."""
    found: dict[tuple[bool, frozenset[str]], dict[tuple[str, ...], MmaRecord]] = {}
    for record in SCALED_ATOMS.values():
        words, types = _cut(without_mark(tuple(record.ptx.replace("::", "_").split(".")[1:])))
        found.setdefault((record.metadata is not None, words), {})[types] = record
    return found


def _cut(modifiers: tuple[str, ...]) -> tuple[frozenset[str], tuple[str, ...]]:
    """What says the form, and the types, the last ones."""
    start = next((k for k, part in enumerate(modifiers) if part in ("f16", "f32")), len(modifiers))
    return frozenset(modifiers[:start]), modifiers[start:]


def scaled_multiply(m: Machine, i: Instruction) -> None:
    """One multiply; those of kind f8f6f4 are of kind mxf8f6f4 with factors of 1. Errors: inline-ptx-on-cpu."""
    plain = without_mark(i.modifiers)
    form, types = _cut(plain)
    is_scaled = "block_scale" in form
    if not is_scaled and "kind_f8f6f4" in form:
        form = form - {"kind_f8f6f4"} | {"kind_mxf8f6f4", "block_scale"}
        types = (*types, "ue8m0")
    kind = next(part.removeprefix("kind_") for part in form if part.startswith("kind_"))
    if kind in _SIZES:
        form |= {f"scale_vec_{_SIZES[kind]}"}
    record = _records().get((plain != i.modifiers, form), {}).get(types)
    if record is None or record.scales is None:
        raise m.unknown(i.name)
    d, a, b, c, *more = i.operands
    count = record.shape_mnk[2] // record.scales.block
    metadata = [] if record.metadata is None else [metadata_of(m, i, record, more.pop(0), more.pop(0))]
    if is_scaled:
        words = [_selected(m, more[0], more[1], 2), _selected(m, more[2], more[3], 1)]
    else:
        words = [m.constant(_ONES, i32)] * 2
    operands = [
        _vector(m, i, names, words_of) for names, words_of in ((a, 4), (b, 2 if record.metadata is None else 4))
    ]
    sums = m.op(simt_ops.VecPackOp, [m.read(name, f32) for name in m.parts(c)], VectorType(f32, [4]))
    factors = [_bytes(m, word, count) for word in words]
    values = (*operands, sums, *metadata, *factors)
    result = m.op(mma_ops.MmaOp, values, VectorType(f32, [4]), atom=StringAttr(record.name))
    for k, name in enumerate(m.parts(d)):
        m.write(name, m.op(simt_ops.VecExtractOp, (result,), f32, index=IntegerAttr(k, i32)))


def _vector(m: Machine, i: Instruction, names: str, count: int) -> SSAValue:
    registers = m.parts(names)
    if len(registers) != count:
        raise m.unknown(f"{i.name} with {names}")
    return m.op(simt_ops.VecPackOp, [m.read(name, i32) for name in registers], VectorType(i32, [count]))


def _selected(m: Machine, register: str, selectors: str, lanes: int) -> SSAValue:
    """The register of the lane that `{byte, thread}` names, its first factor in the low byte.

    `lanes` of four hold the factors of as many rows: of A the first two or the last two, of B one.
    """
    byte, thread = (m.converted(m.read(part, i32), i32) for part in m.parts(selectors))
    word = word_of_lanes(m, m.read(register.strip("{} "), i32), lanes, thread)
    return m.op(arith.ShRUIOp, (word, m.op(arith.MuliOp, (byte, m.constant(8, i32)), i32)), i32)


def _bytes(m: Machine, word: SSAValue, count: int) -> SSAValue:
    """The low bytes of a word as a vector."""
    parts = [m.op(arith.ShRUIOp, (word, m.constant(8 * k, i32)), i32) if k else word for k in range(count)]
    return m.op(simt_ops.VecPackOp, [m.converted(part, i8) for part in parts], VectorType(i8, [count]))
