"""What each thread of a kernel does, by line: floating-point operations, bytes of global and of shared memory.

Counted in the expanded IR: an op in a loop as often as the loop turns, where its bounds are numbers, else once; both
branches of an `if`, but what one thread does (`if tidx == 0`) a block's share. Copies by tensor maps are not counted:
their size is not in the op.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from xdsl.dialects import scf
from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, StringAttr, VectorType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Operation, SSAValue

from cutedsl.codegen.llvm.attributes import position
from cutedsl.codegen.llvm.types import storage_bytes
from cutedsl.errors.frozen import frozen
from cutedsl.ir.facts import facts
from cutedsl.ir.ops.copy import CpAsyncOp, LdMatrixOp
from cutedsl.ir.ops.mma import MmaOp, WgmmaOp
from cutedsl.ir.ops.pointer import PtrLoadOp, PtrStoreOp
from cutedsl.ir.ops.simt import ElectOp, LaneIdxOp, ThreadIdxOp, WarpIdxOp
from cutedsl.ir.types import PtrType

_SHAPE: Final = re.compile(r"\.m(\d+)n(\d+)k(\d+)")
_BULK: Final = "cute.tma."
_WARP: Final = 32
_EQUAL: Final = 0
"""The predicate of `arith.cmpi eq`."""


@frozen
class Work:
    """Floating-point operations, and bytes that are read and written; of one thread, or of many together."""

    flops: float = 0.0
    global_bytes: float = 0.0
    shared_bytes: float = 0.0

    def plus(self, other: Work) -> Work:
        """Both together."""
        return Work(
            self.flops + other.flops,
            self.global_bytes + other.global_bytes,
            self.shared_bytes + other.shared_bytes,
        )

    def times(self, count: float) -> Work:
        """This work, multiplied by a number."""
        return Work(self.flops * count, self.global_bytes * count, self.shared_bytes * count)


@dataclass(slots=True)
class KernelWork:
    """What a thread of a kernel does at each line (file, line). `at_least`: something could not be counted."""

    lines: dict[tuple[str, int], Work] = field(default_factory=dict[tuple[str, int], Work])
    at_least: bool = False

    @property
    def total(self) -> Work:
        """What a thread does in all."""
        total = Work()
        for work in self.lines.values():
            total = total.plus(work)
        return total


def kernel_work(kernel: FuncOp) -> KernelWork:
    """The work of a thread of an expanded kernel."""
    found = KernelWork()
    for op, count in _ops(kernel.body.block, 1.0, found, _block_threads(kernel)):
        work = _work(op)
        found.at_least |= op.name.startswith(_BULK)
        if work != Work():
            file, line, _ = position(op)
            found.lines[file, line] = found.lines.get((file, line), Work()).plus(work.times(count))
    return found


def _block_threads(kernel: FuncOp) -> int:
    dims = kernel.attributes.get("cute.block_dim")
    return math.prod(dims.get_values()) if isinstance(dims, DenseArrayBase) else _WARP  # pyright: ignore


def _ops(block: Block, count: float, found: KernelWork, threads: int) -> Iterator[tuple[Operation, float]]:
    """The ops of a block and its regions, each with how often a thread runs it."""
    for op in block.ops:
        yield op, count
        turns = 1.0
        if op.name in ("scf.for", "scf.while"):
            known = _turns(op) if isinstance(op, scf.ForOp) else None
            found.at_least |= known is None
            turns = 1 if known is None else known
        for number, region in enumerate(op.regions):
            share = _share(op.operands[0], threads) if op.name == "scf.if" and not number else 1
            for inner in region.blocks:
                yield from _ops(inner, count * turns * share, found, threads)


def _share(condition: SSAValue, threads: int) -> float:
    """The share of threads for which a condition holds, where it picks one by its number; else 1."""
    owner = condition.owner
    if not isinstance(owner, Operation):
        return 1.0
    if type(owner) is ElectOp:
        return 1 / _WARP
    predicate = owner.properties.get("predicate")
    if owner.name != "arith.cmpi" or not isinstance(predicate, IntegerAttr) or predicate.value.data != _EQUAL:
        return 1.0
    shares = [_share_of_number(side, threads) for side in owner.operands]
    return min(shares)


def _share_of_number(value: SSAValue, threads: int, depth: int = 4) -> float:
    """The share of threads that a number made of their own is one of: a thread's, a lane's, a warp's; 1 for others."""
    made = value.owner
    if not isinstance(made, Operation) or not depth:
        return 1.0
    if type(made) is ThreadIdxOp:
        return 1 / threads
    if type(made) is LaneIdxOp:
        return 1 / min(threads, _WARP)
    if type(made) is WarpIdxOp:
        return min(1.0, _WARP / threads)
    inner = min((_share_of_number(one, threads, depth - 1) for one in made.operands), default=1.0)
    operation = facts(made).computes.operation
    if inner < 1.0 and operation in ("rem", "and"):
        return 1 / min(threads, _WARP)
    return min(1.0, _WARP / threads) if inner < 1.0 and operation in ("div", "floordiv", "shr") else inner


def _turns(loop: scf.ForOp) -> int | None:
    """How often a loop turns; None where only a run tells."""
    first, end, step = map(_number, (loop.lb, loop.ub, loop.step))
    if first is None or end is None or not step:
        return None
    return max(0, -(-(end - first) // step))


def _number(value: SSAValue) -> int | None:
    owner = value.owner
    number = owner.properties.get("value") if isinstance(owner, Operation) and owner.name == "arith.constant" else None
    return number.value.data if isinstance(number, IntegerAttr) else None


def _work(op: Operation) -> Work:
    """What one thread does in one op."""
    flops = facts(op).computes.flops
    if flops:
        return Work(flops=flops * _elements(op.results[0].type))
    if isinstance(op, MmaOp | WgmmaOp):
        atom = op.properties.get("atom")
        shape = _SHAPE.search(atom.data) if isinstance(atom, StringAttr) else None
        return Work(flops=2 * math.prod(map(int, shape.groups())) / op.THREADS) if shape else Work()
    if type(op) is PtrLoadOp:
        return _moved(op.operands[0].type, op.results[0].type)
    if type(op) is PtrStoreOp:
        return _moved(op.operands[1].type, op.operands[0].type)
    if type(op) is CpAsyncOp:
        size = op.properties.get("bytes")
        bytes_ = size.value.data if isinstance(size, IntegerAttr) else 0
        return Work(global_bytes=bytes_, shared_bytes=bytes_)
    if type(op) is LdMatrixOp:
        return replace(Work(), shared_bytes=_bytes(op.results[0].type))
    return Work()


def _moved(place: Attribute, value: Attribute) -> Work:
    space = place.space.data if isinstance(place, PtrType) else ""
    size = _bytes(value)
    if space == "smem":
        return Work(shared_bytes=size)
    return Work(global_bytes=size) if space in ("gmem", "generic") else Work()


def _elements(mlir: Attribute) -> int:
    return math.prod(mlir.get_shape()) if isinstance(mlir, VectorType) else 1


def _bytes(mlir: Attribute) -> int:
    return storage_bytes(mlir) * _elements(mlir)
