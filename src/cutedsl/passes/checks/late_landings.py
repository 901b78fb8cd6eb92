"""Lets a checked kernel's loads of tensor memory be under way until their registers are used.

A copy to registers waits for its loads where it stands. A compiler may wait for each register only where it is used.
The loads then still read tensor memory while the warp arrives at a barrier, and only the author's wait ends them. So
the wait of a copy goes down to the first op that takes what was loaded.
"""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue

from cutedsl.ir.facts import facts
from cutedsl.ir.fast import copy_of, ops_of, ops_within
from cutedsl.ir.ops.pointer import RmemAllocOp
from cutedsl.ir.ops.tcgen05 import TmemLoadOp, TmemWaitOp
from cutedsl.ir.types import PtrType


def land_late(module: ModuleOp) -> ModuleOp:
    """The module with such waits where they must be; a copy if there are any."""
    if not any(_is_implied(op) for op in ops_within(module.body.block)):
        return module
    copied = copy_of(module)
    for op in ops_within(copied.body.block):
        if _is_implied(op):
            _sink(op)
    return copied


def _is_implied(op: Operation) -> bool:
    return type(op) is TmemWaitOp and op.implied is not None


def _sink(wait: Operation) -> None:
    block = wait.parent
    assert block is not None
    ops = ops_of(block)
    at = ops.index(wait)
    loaded: set[SSAValue] = {op.results[0] for op in ops[:at] if type(op) is TmemLoadOp}
    arrays: set[SSAValue] = set()
    for op in ops[at + 1 :]:
        if facts(op).terminator or _takes(op, loaded, arrays):
            wait.detach()
            block.insert_op_before(wait, op)
            return


def _takes(op: Operation, loaded: set[SSAValue], arrays: set[SSAValue]) -> bool:
    """Whether an op, or one inside of it, uses loaded registers or waits; notes the arrays that they are kept in."""
    for one in (op, *(inner for region in op.regions for block in region.blocks for inner in ops_within(block))):
        known = facts(one)
        if type(one) in (TmemWaitOp, TmemLoadOp):
            return True
        if any(operand in loaded for operand in one.operands):
            if known.rearranges:
                loaded.update(one.results)
                continue
            kept = known.writes
            array = _array(one.operands[kept]) if kept is not None else None
            if array is None or one is not op:
                return True
            arrays.add(array)
        elif any(_in_private_memory(operand) and _array(operand) in (None, *arrays) for operand in one.operands):
            if known.writes is None and known.pure:
                continue  # a place in an array, of which nothing is read
            return True
    return False


def _in_private_memory(value: SSAValue) -> bool:
    return type(value.type) is PtrType and value.type.space.data == "rmem"


def _array(pointer: SSAValue) -> SSAValue | None:
    """The array that a pointer to private memory is in, if that can be seen."""
    if not _in_private_memory(pointer):
        return None
    value = pointer
    while isinstance(value.owner, Operation) and type(value.owner) is not RmemAllocOp and value.owner.operands:
        value = value.owner.operands[0]
    return value if isinstance(value.owner, Operation) and type(value.owner) is RmemAllocOp else None
