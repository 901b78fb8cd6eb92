"""PTX's matrix instructions of a warp as ops: `ldmatrix`, `stmatrix`, `movmatrix`, `mma.sync`, `mma.sp.sync`.

Registers of 32 bits hold several elements; the ops take vectors of elements, as integers of their width.
Source: PTX ISA, "Warp-level Matrix Instructions".
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr, IntegerType, StringAttr, VectorType, i32
from xdsl.ir import SSAValue

from cutedsl.arch.atoms.copy import COPY_ATOMS
from cutedsl.arch.atoms.mma import MMA_ATOMS
from cutedsl.arch.atoms.records import CopyRecord, MmaRecord
from cutedsl.arch.atoms.sparse import SPARSE_ATOMS
from cutedsl.ir.ops import copy as copy_ops
from cutedsl.ir.ops import mma as mma_ops
from cutedsl.ir.ops import simt as simt_ops
from cutedsl.layout import size
from cutedsl.passes.ptx.lane_words import LANES_A_ROW, word_of_lane
from cutedsl.passes.ptx.registers import Machine
from cutedsl.passes.ptx.scaled_multiplies import scaled_multiply
from cutedsl.passes.ptx.sparse_metadata import metadata_of, without_mark
from cutedsl.passes.ptx.text import Instruction

_BITS: Final = {"f16": 16, "bf16": 16, "f64": 64, "e4m3": 8, "e5m2": 8, "s8": 8, "u8": 8}


@cache
def _multiplies() -> dict[tuple[bool, tuple[str, ...]], MmaRecord]:
    """The multiplies of a warp by whether they are sparse, and their modifiers."""
    dense = (record for record in MMA_ATOMS.values() if record.family == "mma")
    found: dict[tuple[bool, tuple[str, ...]], MmaRecord] = {}
    for record in (*dense, *SPARSE_ATOMS.values()):
        modifiers = without_mark(tuple(record.ptx.replace("::", "_").split(".")[1:]))
        found[record.metadata is not None, modifiers] = record
    return found


def multiply(m: Machine, i: Instruction) -> None:
    """`mma.sync` and `mma.sp.sync` of the arch table's shapes and types."""
    if any(part.startswith("kind_") for part in i.modifiers):
        scaled_multiply(m, i)
        return
    plain = without_mark(i.modifiers)
    record = _multiplies().get((plain != i.modifiers, plain))
    if record is None:
        raise m.unknown(i.name)
    d, *sources = i.operands
    metadata = [metadata_of(m, i, record, *sources[3:])] if record.metadata is not None else []
    del sources[len(sources) - 2 * len(metadata) :]
    kinds = zip(sources, (record.a, record.b, record.c), (record.type_a, record.type_b, record.type_c), strict=True)
    operands = [packed(m, i, names, size(layout, [1]), _BITS.get(kind, 32)) for names, layout, kind in kinds]
    bits = _BITS.get(record.type_d, 32)
    kind = VectorType(IntegerType(bits), [size(record.c, [1])])
    _spread(m, i, d, m.op(mma_ops.MmaOp, (*operands, *metadata), kind, atom=StringAttr(record.name)), bits)


def load_matrices(m: Machine, i: Instruction) -> None:
    """`ldmatrix` of matrices of 16 bits, of bytes, and of 4 and 6 bits, which become bytes."""
    name, bits, registers = _matrices(m, i)
    element = IntegerType(bits)
    source = m.address(i.operands[1], element, "smem")
    words = m.op(copy_ops.LdMatrixOp, (source,), VectorType(element, [32 // bits * registers]), atom=StringAttr(name))
    _spread(m, i, i.operands[0], words, bits)


def store_matrices(m: Machine, i: Instruction) -> None:
    """`stmatrix` of matrices of 16 bits, or of bytes."""
    name, bits, registers = _matrices(m, i)
    target = m.address(i.operands[0], IntegerType(bits), "smem")
    value = packed(m, i, i.operands[1], 32 // bits * registers, bits)
    m.do(copy_ops.StMatrixOp, (value, target), atom=StringAttr(name))


@cache
def _copies() -> dict[frozenset[str], CopyRecord]:
    """The copies of matrices by their modifiers, which PTX takes in more than one order."""
    records = [record for record in COPY_ATOMS.values() if "matrix" in record.name]
    return {frozenset(record.ptx.replace("::", "_").split(".")): record for record in records}


def _matrices(m: Machine, i: Instruction) -> tuple[str, int, int]:
    """The name of the table, bits of an element in registers, and how many registers a thread has."""
    record = _copies().get(frozenset({i.op, *(part.replace("shared_cta", "shared") for part in i.modifiers)}))
    if record is None:
        raise m.unknown(i.name)
    return record.name, 16 if "m8n8" in record.ptx else 8, record.bits // 32


def packed(m: Machine, i: Instruction, names: str, count: int, bits: int) -> SSAValue:
    """The elements of registers as a vector."""
    registers, element, each = m.parts(names), IntegerType(bits), max(32 // bits, 1)
    if len(registers) * each != count:
        raise m.unknown(f"{i.name} with {names}")
    elements: list[SSAValue] = []
    for name in registers:
        if each == 1:
            elements.append(m.read(name, element))
            continue
        word = m.read(name, i32)
        for part in range(each):
            moved = m.op(arith.ShRUIOp, (word, m.constant(bits * part, i32)), i32)
            elements.append(m.converted(moved, element))
    return m.op(simt_ops.VecPackOp, elements, VectorType(element, [count]))


def transpose_matrix(m: Machine, i: Instruction) -> None:
    """`movmatrix` of a matrix of 8 x 8 elements of 16 bits: lane t has two elements of row t / 4.

    Its two elements of the transpose lie in rows 2 (t % 4) and the next, column t / 4.
    """
    if i.modifiers != ("sync", "aligned", "m8n8", "trans", "b16"):
        raise m.unknown(i.name)
    lane, word = m.op(simt_ops.LaneIdxOp, (), i32), m.read(i.operands[1], i32)
    column = m.op(arith.ShRUIOp, (lane, m.constant(2, i32)), i32)
    half = m.op(arith.ShLIOp, (m.op(arith.AndIOp, (column, m.constant(1, i32)), i32), m.constant(4, i32)), i32)
    first = m.op(arith.ShLIOp, (m.op(arith.AndIOp, (lane, m.constant(3, i32)), i32), m.constant(3, i32)), i32)
    holder = m.op(arith.OrIOp, (first, m.op(arith.ShRUIOp, (column, m.constant(1, i32)), i32)), i32)
    low, high = (_element_of(m, word, holder, row, half) for row in range(2))
    m.write(i.operands[0], m.op(arith.OrIOp, (low, m.op(arith.ShLIOp, (high, m.constant(16, i32)), i32)), i32))


def _element_of(m: Machine, word: SSAValue, holder: SSAValue, row: int, half: SSAValue) -> SSAValue:
    """16 bits of the word of a lane `row` rows after `holder`."""
    source = m.op(arith.OrIOp, (holder, m.constant(LANES_A_ROW * row, i32)), i32)
    found = word_of_lane(m, word, source)
    return m.op(arith.AndIOp, (m.op(arith.ShRUIOp, (found, half), i32), m.constant(0xFFFF, i32)), i32)


def _spread(m: Machine, i: Instruction, names: str, vector: SSAValue, bits: int) -> None:
    """A vector's elements into registers."""
    registers, element, each = m.parts(names), IntegerType(bits), max(32 // bits, 1)
    assert isinstance(vector.type, VectorType)
    if len(registers) * each != vector.type.get_shape()[0]:
        raise m.unknown(f"{i.name} with {names}")

    def taken(index: int) -> SSAValue:
        return m.op(simt_ops.VecExtractOp, (vector,), element, index=IntegerAttr(index, i32))

    for k, name in enumerate(registers):
        if each == 1:
            m.write(name, taken(k))
            continue
        word: Sequence[SSAValue] = [m.converted(taken(each * k + part), i32) for part in range(each)]
        whole = word[0]
        for part, element_of_word in enumerate(word[1:], 1):
            moved = m.op(arith.ShLIOp, (element_of_word, m.constant(bits * part, i32)), i32)
            whole = m.op(arith.OrIOp, (whole, moved), i32)
        m.write(name, whole)
