"""Loops that carry more than the machine's registers hold: written once for each strip of the lanes.

32 lanes are two to eight vectors of the machine. A product's inner loop that carries 16 numbers a lane needs 32 of
AVX-512's 32 registers for them alone; for 16 lanes at a time it needs 16, and nothing is spilled. Lanes run apart from
each other only where nobody can tell: such a loop reads memory, and writes none but the lanes' own.

Source: ours; measured as "chunks" in docs/design/measurements.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Final

from xdsl.dialects import scf
from xdsl.ir import Operation, SSAValue

from cutedsl.codegen.cpu.lanes.analysis import Shape
from cutedsl.codegen.cpu.lanes.lanes import Lanes
from cutedsl.codegen.cpu.plan.bundles import private_of
from cutedsl.codegen.llvm.attributes import integer
from cutedsl.codegen.llvm.compile import Registers
from cutedsl.codegen.llvm.types import element_type, scalar_type, storage_bytes
from cutedsl.errors.frozen import frozen
from cutedsl.ir.facts import facts, moves_pointer
from cutedsl.ir.ops.pointer import PtrLoadOp, PtrStoreOp
from cutedsl.ir.types import PtrType

_SHARE: Final = 3, 4
"""How much of the registers carried values may take before a loop is written in parts."""
_SPILLED: Final = 3
"""A loop that carries more than so many halves of the registers spills in strips too. With 64 sums a thread it took
half as long again in strips; with 16, a third to nine tenths of the time (`benchmarks.cpu_ledger`)."""
_MOST_WORDS: Final = 64
"""Private memory of more words a lane is too large for registers in any case."""


@frozen
class Private:
    """What a loop touches of a lane's own memory: the words, by their number, of one `cute.rmem_alloc`."""

    alloc: Operation
    read: set[int] = field(default_factory=set[int])
    written: set[int] = field(default_factory=set[int])

    @property
    def word_bytes(self) -> int:
        """Bytes of an element."""
        result = self.alloc.results[0].type
        assert isinstance(result, PtrType)
        return storage_bytes(result.element)

    @property
    def kind(self) -> str:
        """The LLVM type of an element."""
        result = self.alloc.results[0].type
        assert isinstance(result, PtrType)
        scalar = scalar_type(result.element)
        return "i8" if scalar == "i1" else scalar

    @property
    def words(self) -> list[int]:
        return sorted(self.read | self.written)


@frozen
class Strip:
    """A loop written for so many lanes at a time, and the private memory that it touches."""

    lanes: int
    private: tuple[Private, ...]


def find_strips(
    ops: Sequence[Operation], shapes: Mapping[SSAValue, Shape], whole: int, machine: Registers
) -> dict[scf.ForOp, Strip]:
    """The loops that are written in strips, fewer than `whole` lanes at a time."""
    loops = [op for op in ops if type(op) is scf.ForOp]
    found = {loop: _strip(shapes, loop, whole, machine) for loop in loops}
    return {loop: strip for loop, strip in found.items() if strip is not None}


def _strip(shapes: Mapping[SSAValue, Shape], op: scf.ForOp, whole: int, machine: Registers) -> Strip | None:
    """A loop for as many lanes as a vector of its elements holds; None for all lanes at once."""
    private: dict[Operation, Private] = {}
    if not _separable(shapes, op, private):
        return None
    sizes = [storage_bytes(a.type) for a in op.body.block.args[1:] for one in elements_of(shapes, a) if one.varying]
    sizes += [found.word_bytes for found in private.values() for _ in found.words]
    needed = sum(max(1, size * whole // machine.size_bytes) for size in sizes)
    share, of = _SHARE
    if needed * of <= machine.count * share or 2 * len(sizes) > _SPILLED * machine.count:
        return None
    lanes = machine.size_bytes // max(sizes)
    return Strip(lanes, tuple(private.values())) if lanes < whole else None


def elements_of(shapes: Mapping[SSAValue, Shape], value: SSAValue) -> tuple[Lanes, ...]:
    """The lanes of a value's elements; of a scalar its own."""
    shape = shapes[value]
    return (shape,) if isinstance(shape, Lanes) else shape


def _lanes(shapes: Mapping[SSAValue, Shape], value: SSAValue) -> Lanes:
    shape = shapes[value]
    assert isinstance(shape, Lanes)
    return shape


def _separable(shapes: Mapping[SSAValue, Shape], op: scf.ForOp, private: dict[Operation, Private]) -> bool:
    """Whether no lane can tell what others have done in the loop; collects the private memory that it touches."""
    if any(isinstance(argument.type, PtrType) for argument in op.body.block.args):
        return False
    for inside in op.body.block.ops:
        if isinstance(inside, scf.ForOp):
            bounds = (inside.lb, inside.ub, inside.step)
            if not (all(_lanes(shapes, x).uniform for x in bounds) and _separable(shapes, inside, private)):
                return False
        elif type(inside) in (PtrLoadOp, PtrStoreOp):
            if not _access_is_separable(shapes, inside, private):
                return False
        elif not (facts(inside).arithmetic or moves_pointer(inside) or facts(inside).terminator):
            return False
    return all(len(found.words) <= _MOST_WORDS for found in private.values())


def _access_is_separable(shapes: Mapping[SSAValue, Shape], op: Operation, private: dict[Operation, Private]) -> bool:
    """Loads are; accesses of private memory whose words are known."""
    stores = type(op) is PtrStoreOp
    pointer, value = (op.operands[1], op.operands[0]) if stores else (op.operands[0], op.results[0])
    assert isinstance(pointer.type, PtrType)
    if pointer.type.space.data != "rmem":
        return not stores
    alloc, lanes = private_of(pointer), _lanes(shapes, pointer)
    if alloc is None or lanes.constant is None or element_type(value.type) != _element(alloc):
        return False
    found = private.setdefault(alloc, Private(alloc))
    first, count = lanes.constant // found.word_bytes, len(elements_of(shapes, value))
    (found.written if stores else found.read).update(range(first, first + count))
    return first >= 0 and first + count <= integer(alloc, "elems")


def _element(alloc: Operation) -> object:
    result = alloc.results[0].type
    assert isinstance(result, PtrType)
    return result.element
