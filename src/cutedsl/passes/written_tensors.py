"""Which tensors a program writes: the parameters of its host function through which a store may go.

An address is followed from the parameter through views, pointers, integers, branches, loops and launches. What is not
known only to read counts as a write: addresses that are stored, tensor maps that are kept in memory, PTX that writes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from xdsl.dialects import scf
from xdsl.dialects.builtin import ModuleOp, VectorType, i64
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue

from cutedsl.ir.facts import facts
from cutedsl.ir.ops.program import LAUNCH_DIMS, LaunchOp, PrintOp
from cutedsl.ir.ops.ptx import InlinePtxOp
from cutedsl.ir.ops.tma import TmaDescriptorType, TmaTileOp
from cutedsl.ir.types import MemRefType, PtrType

_ADDRESSES: Final = (MemRefType, PtrType, TmaDescriptorType)
_PTX_WRITES: Final = re.compile(r"\b(st|stmatrix|atom|red|cp|multimem|mbarrier|tensormap|discard|call)\b")


def written_parameters(module: ModuleOp, host: str) -> tuple[bool, ...]:
    """For each parameter of the host function, whether the program may write memory through it.

    Law: False only where every use of the parameter's address reads. Numbers are False.
    """
    functions = {op.sym_name.data: op for op in module.ops if isinstance(op, FuncOp)}
    parameters = functions[host].body.block.args
    return tuple(isinstance(p.type, _ADDRESSES) and _is_written(p, functions) for p in parameters)


def _is_written(parameter: SSAValue, functions: dict[str, FuncOp]) -> bool:
    seen, waiting = {parameter}, [parameter]
    while waiting:
        value = waiting.pop()
        for use in value.uses:
            op, place = use.operation, use.index
            if _writes(op, place):
                return True
            for held in _handed_on(op, place, functions):
                if held not in seen:
                    seen.add(held)
                    waiting.append(held)
    return False


def _writes(op: Operation, place: int) -> bool:
    """Whether an op may write the memory at its operand's address, or lets it out of sight."""
    if isinstance(op, TmaTileOp):
        return place != 0 or op.kind.data not in ("load", "prefetch")
    if isinstance(op, InlinePtxOp):
        return _PTX_WRITES.search(op.text.data) is not None
    if isinstance(op, PrintOp | LaunchOp | scf.ForOp | scf.WhileOp | scf.YieldOp | scf.ConditionOp):
        return False
    known = facts(op)
    return not ((known.arithmetic and not _makes_vector(op)) or (known.address and place == 0) or place in known.reads)


def _makes_vector(op: Operation) -> bool:
    """Whether an address would go on in a register vector, where it is not followed."""
    return any(isinstance(result.type, VectorType) for result in op.results)


def _handed_on(op: Operation, place: int, functions: dict[str, FuncOp]) -> Iterator[SSAValue]:
    """Where the address goes from an operand."""
    match op:
        case LaunchOp():
            if place >= LAUNCH_DIMS:
                yield functions[op.kernel.string_value()].body.block.args[place - LAUNCH_DIMS]
        case scf.ForOp():
            yield from _carried(op, place - 3)
        case scf.WhileOp():
            yield op.before_region.block.args[place]
        case scf.ConditionOp():
            loop = op.parent_op()
            assert isinstance(loop, scf.WhileOp)
            yield from (loop.after_region.block.args[place - 1], loop.results[place - 1])
        case scf.YieldOp():
            around = op.parent_op()
            match around:
                case scf.ForOp():
                    yield from _carried(around, place)
                case scf.WhileOp():
                    yield around.before_region.block.args[place]
                case None:
                    pass
                case _:
                    yield around.results[place]
        case _ if not facts(op).reads:
            yield from (result for result in op.results if isinstance(result.type, _ADDRESSES) or result.type == i64)
        case _:
            pass


def _carried(loop: scf.ForOp, place: int) -> Iterator[SSAValue]:
    """A value that a loop carries: in its body, and after it."""
    if place >= 0:
        yield from (loop.body.block.args[1 + place], loop.results[place])
