"""Drops tensors and pointers that branches and loops pass on and that nothing reads.

A variable that a region assigns is a result of the region wherever the source may read it later. Constant branches
and inlined calls may leave no such read. What is passed on and never read would still have to be one array for all
threads on the CPU, and would keep fragments out of registers on a GPU.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from cutedsl.ir.facts import facts
from cutedsl.ir.fast import append_block_argument, append_copy, fast_of, new_block, ops_of, ops_within, region_of
from cutedsl.ir.fast import operands_of as operands
from cutedsl.ir.types import MemRefType, PtrType

_Structured = scf.IfOp | scf.ForOp | scf.WhileOp
_Values = dict[SSAValue, SSAValue]


def drop_unread(module: ModuleOp) -> ModuleOp:
    """The module without such values; a rebuilt one if there are any.

    Law: what stays computes the same. An op without effects whose results nothing reads does not count as a reader.
    """
    ops = ops_within(module.body.block)
    passed_on = [value for op in ops if isinstance(op, _Structured) for value in _tensors_of(op)]
    if not passed_on:
        return module
    unread = set(passed_on) - _read_values(ops)
    if not unread:
        return module
    scratch = new_block()
    made = _copy(module, scratch, {}, unread)
    assert isinstance(made, ModuleOp)
    scratch.detach_op(made)
    return made


def _tensors_of(op: Operation) -> list[SSAValue]:
    """The tensors and pointers among the results and the block arguments of a branch or loop."""
    arguments = [arg for region in op.regions for block in region.blocks for arg in block.args]
    return [value for value in (*op.results, *arguments) if isinstance(value.type, MemRefType | PtrType)]


def _targets(op: Operation) -> Sequence[SSAValue | None]:
    """The value that each operand is passed on as; None for an operand that is read."""
    outer = op.parent_op()
    if isinstance(op, scf.ForOp):
        return [None, None, None, *op.body.block.args[1:]]
    if isinstance(op, scf.WhileOp):
        return op.before_region.block.args
    if isinstance(op, scf.ConditionOp) and isinstance(outer, scf.WhileOp):
        return [None, *outer.results]
    if isinstance(op, scf.YieldOp) and isinstance(outer, scf.WhileOp):
        return outer.before_region.block.args
    if isinstance(op, scf.YieldOp) and isinstance(outer, _Structured):
        return outer.results
    return [None] * len(operands(op))


def _read_values(ops: Sequence[Operation]) -> set[SSAValue]:
    """Every value that an op with an effect reads, directly or through others."""
    sources: dict[SSAValue, list[SSAValue]] = {}
    new: list[SSAValue] = []
    for op in ops:
        if facts(op).pure and not op.regions:
            for result in op.results:
                sources[result] = list(operands(op))
            continue
        for operand, target in zip(operands(op), _targets(op), strict=True):
            if target is None:
                new.append(operand)
            else:
                sources.setdefault(target, []).append(operand)
        for one, other in _same(op):
            sources.setdefault(one, []).append(other)
            sources.setdefault(other, []).append(one)
    read: set[SSAValue] = set()
    while new:
        value = new.pop()
        if value not in read:
            read.add(value)
            new += sources.get(value, ())
    return read


def _same(op: Operation) -> Sequence[tuple[SSAValue, SSAValue]]:
    """The results of a loop, each with the block argument that stands for the same variable."""
    if isinstance(op, scf.ForOp):
        return list(zip(op.results, op.body.block.args[1:], strict=True))
    if isinstance(op, scf.WhileOp):
        return list(zip(op.results, op.after_region.block.args, strict=True))
    return ()


def _copy(op: Operation, block: Block, values: _Values, unread: set[SSAValue]) -> Operation | None:
    """The op at the end of `block` without what is unread; None for an op that only unread values feed."""
    kept = [
        operand
        for operand, target in zip(operands(op), _targets(op), strict=True)
        if target is None or target not in unread
    ]
    if any(operand not in values for operand in kept):
        return None
    if not op.regions and len(kept) == len(operands(op)):
        return append_copy(op, block, values)
    regions = [_copied_region(region, values, unread) for region in op.regions]
    results = [result for result in op.results if result not in unread]
    kinds: list[Attribute] = [result.type for result in results]
    cls = type(op)
    given = [values[operand] for operand in kept]
    made = fast_of(cls)(cls, given, kinds, op.properties, op.location, block, regions, op.attributes)
    for old, new in zip(results, made.results, strict=True):
        values[old], new.name_hint = new, old.name_hint
    return made


def _copied_region(region: Region, values: _Values, unread: set[SSAValue]) -> Region:
    if not region.blocks:
        return Region()
    made = new_block()
    for old in region.block.args:
        if old not in unread:
            new = append_block_argument(made, old.type)
            new.location, new.name_hint, values[old] = old.location, old.name_hint, new
    for op in ops_of(region.block):
        _copy(op, made, values, unread)
    return region_of(made)
