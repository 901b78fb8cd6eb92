"""The state of a function being rebuilt, and how its ops are copied: the ground that expansions stand on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from xdsl.dialects import scf
from xdsl.dialects.builtin import StringAttr, i32
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from cutedsl.ir.fast import fast, fast_of, ops_of
from cutedsl.ir.fast import operands_of as old_operands
from cutedsl.ir.types import MemRefType, PtrType
from cutedsl.passes.expand.shared_memory import SharedMemory
from cutedsl.passes.expand.tensor_memory_addresses import in_tensor_memory
from cutedsl.passes.expand.views import View, dynamic_leaves, fill_leaves, first_pointer, leaf_types, ptr_type
from cutedsl.passes.integers.index_math import IndexBuilder, IRInt

Handler: TypeAlias = "Callable[[Expansion, Any], None]"
"""Rebuilds one op of its class."""


@dataclass(slots=True)
class Expansion:
    """The function being rebuilt: where its old values went, and what takes the place of its tensors."""

    builder: IndexBuilder
    values: dict[SSAValue, SSAValue] = field(default_factory=dict)
    views: dict[SSAValue, View] = field(default_factory=dict)
    handlers: Mapping[type[Operation], Handler] = field(default_factory=dict)
    smem: SharedMemory = field(default_factory=SharedMemory)
    merges_branches: bool = False
    """Whether the arms of a branch allocate the same shared memory (`smem_merge_branch_allocs`)."""
    launch_smem: Operation | None = None
    """What asks for the shared memory of the launch (`get_dyn_smem`), which begins where allocations would."""
    block_dim: tuple[int, ...] | None = None
    checked: bool = False
    """Whether reports of a checked run are to know where tensors begin."""
    backwards: bool = False
    """Whether run-time strides may be below 0."""
    in_registers: bool = False
    """Whether fragments are registers, which have no addresses."""
    unrolls: bool = False
    """Whether loops that index fragments, and short ones, are unrolled."""
    load_hints: StringAttr | None = None
    """What accesses to global memory carry while one copy is expanded."""
    store_hints: StringAttr | None = None
    policy: SSAValue | None = None
    """The L2 cache policy of those accesses."""


def operands_of(state: Expansion, op: Operation) -> list[SSAValue]:
    """The operands in the rebuilt function; a tensor operand becomes its pointer and run-time leaves."""
    values = state.values
    try:
        return [values[operand] for operand in old_operands(op)]
    except KeyError:  # a tensor, which has no value of its own
        pass
    rebuilt: list[SSAValue] = []
    for operand in op.operands:
        view = state.views.get(operand)
        rebuilt += [state.values[operand]] if view is None else parts(state, view)
    return rebuilt


def parts(state: Expansion, view: View) -> list[SSAValue]:
    """What a tensor is passed as: its pointer, then the run-time leaves of its layout."""
    return [first_pointer(state.builder, view), *(leaf.ssa for leaf in dynamic_leaves(state.builder, view))]


def value_parts(state: Expansion, value: SSAValue) -> list[SSAValue]:
    """The parts of a tensor; any other value by itself."""
    view = state.views.get(value)
    return [state.values[value]] if view is None else parts(state, view)


def part_types(mlir: Attribute) -> list[Attribute]:
    """The types of `parts` for a tensor type; any other type by itself, but addresses for pointers to tensor memory."""
    if isinstance(mlir, MemRefType):
        return [ptr_type(mlir), *leaf_types(mlir)]
    return [i32 if in_tensor_memory(mlir) else mlir]


def bind(state: Expansion, old: Sequence[SSAValue], new: Sequence[SSAValue]) -> None:
    """Maps old values to new ones, gathering the parts of each tensor."""
    supply = iter(new)
    for value in old:
        if isinstance(value.type, MemRefType):
            ptr = next(supply)
            ptr.name_hint = value.name_hint
            values = [IRInt(next(supply), state.builder) for _ in leaf_types(value.type)]
            layout = fill_leaves(value.type, values)
            state.views[value] = View(ptr, 0, layout, value.type, value.name_hint, None)
        else:
            state.values[value] = got = next(supply)
            got.name_hint = value.name_hint


def copy_op(state: Expansion, op: Operation) -> None:
    """The same op with its operands replaced; tensors among operands, results and block arguments come in parts."""
    target = state.builder.block
    operands = operands_of(state, op)
    if len(op.results) == 1 and not op.regions:
        (old,) = op.results
        kind = old.type
        if type(kind) is not MemRefType:
            if type(kind) is PtrType and in_tensor_memory(kind):
                kind = i32
            cls = type(op)
            new = fast_of(cls)(cls, operands, (kind,), op.properties, op.location, target, (), op.attributes)
            (made,) = new.results
            state.values[old] = made
            made.name_hint = old.name_hint
            return
    regions = _arms(state, op) if state.merges_branches else [copy_region(state, region) for region in op.regions]
    result_types = [part for result in op.results for part in part_types(result.type)]
    new = fast(type(op), operands, result_types, op.properties, op.location, target, regions, op.attributes)
    bind(state, op.results, new.results)


def _arms(state: Expansion, op: Operation) -> list[Region]:
    """The regions of an op; those of a branch allocate shared memory from the same place on."""
    before = most = state.smem.end
    regions: list[Region] = []
    for region in op.regions:
        if isinstance(op, scf.IfOp):
            state.smem = SharedMemory(before)
        regions.append(copy_region(state, region))
        most = max(most, state.smem.end)
    state.smem = SharedMemory(most)  # a gap of one arm may be in use in the other
    return regions


def copy_region(state: Expansion, region: Region) -> Region:
    """A region with its arguments in parts and its ops rebuilt."""
    if not region.blocks:
        return Region()
    source = region.block
    block = Block(arg_types=[part for arg in source.args for part in part_types(arg.type)])
    bind(state, source.args, block.args)
    expand_block(state, source, block)
    return Region(block)


def expand_block(state: Expansion, source: Block, target: Block) -> None:
    """Rebuilds the ops of a block, in order, at the end of another."""
    outer, state.builder.block = state.builder.block, target
    expand_ops(state, ops_of(source))
    state.builder.block = outer


def expand_ops(state: Expansion, ops: Sequence[Operation]) -> None:
    """Rebuilds ops, in order, at the end of the block that is being built."""
    for op in ops:
        state.builder.location = op.location
        handler = state.handlers.get(type(op))
        if handler is None:
            copy_op(state, op)
        else:
            handler(state, op)


def inline_block(state: Expansion, source: Block, results: Sequence[SSAValue]) -> None:
    """Rebuilds the ops of a block in the place of the op that has it, and binds what they yield as `results`."""
    *ops, end = ops_of(source)
    expand_ops(state, ops)
    rebind(state, results, old_operands(end))


def rebind(state: Expansion, old: Sequence[SSAValue], like: Sequence[SSAValue]) -> None:
    """Makes values what others are by now, all at once."""
    found = [state.views.get(value) or state.values[value] for value in like]
    for value, now in zip(old, found, strict=True):
        if isinstance(now, View):
            state.views[value] = now
        else:
            state.values[value] = now


def add_arg(block: Block, mlir: Attribute, name: str | None) -> SSAValue:
    """One more argument at the end of a block."""
    arg = block.insert_arg(mlir, len(block.args))
    arg.name_hint = name
    return arg
