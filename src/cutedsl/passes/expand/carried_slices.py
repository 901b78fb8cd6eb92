"""Parts of tensors in shared memory that loops carry, carried as the numbers that pick them.

A program reads a ring of stages by one tile at a time, and takes the next where an iteration ends: `tile =
ring[None, None, stage]`. As a pointer that comes through the loop nothing is known of its address, and what a swizzle
exchanges is computed from it again in each iteration. The stage alone leaves the tensor outside, so that an address is
a constant of the loop and a multiple of the stage's size.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeAlias

from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import StringAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from cutedsl.errors.frozen import frozen
from cutedsl.ir.fast import append_copy, fast, integer_attr, new_block, ops_within
from cutedsl.ir.ops.memref import SliceOp
from cutedsl.ir.types import MemRefType

Joint: TypeAlias = scf.ForOp | scf.IfOp
"""An op whose results are one of several values."""


@frozen
class Choice:
    """Slices of one tensor, by the coordinate `coord`; its `?` are the numbers that tell them apart."""

    source: SSAValue
    coord: str
    kinds: tuple[Attribute, ...]

    def numbers(self, slice_: SliceOp) -> list[SSAValue]:
        """The numbers of one of the slices; where it has a constant, one is made before it."""
        operands, found = iter(slice_.indices), list[SSAValue]()
        for own, common in zip(_tokens(slice_.coord), _tokens(self.coord), strict=True):
            index = next(operands) if own == "?" else None
            if common == "?":
                found.append(index if index is not None else _constant(int(own), self.kinds[len(found)], slice_))
        return found


Choices: TypeAlias = dict[SSAValue, Choice]
"""What each tensor that is carried is one of."""


def carry_indices(kernel: FuncOp) -> FuncOp:
    """The kernel, copied if it is changed: what loops and branches hand on is numbers where it was slices.

    Law: each slice is of the same tensor by the same numbers as before, taken where it is used.
    """
    if not any(_carried(op) for op in ops_within(kernel.body.block) if isinstance(op, scf.ForOp)):
        return kernel
    copy = append_copy(kernel, new_block(), {})
    choices = {value: found for web in _webs(copy) if (found := _choice_of(web)) is not None for value in web}
    if not choices:
        return kernel
    joints = [op for op in ops_within(copy.body.block) if isinstance(op, Joint)]
    made = [_with_numbers(op, choices) for op in joints if any(value in choices for value in op.results)]
    for op, were in made:
        _hand_on(op, were)
    return copy


def _carried(loop: scf.ForOp) -> list[int]:
    """Which of the values that a loop carries are tensors in shared memory."""
    kinds = [arg.type for arg in loop.body.block.args[1:]]
    return [k for k, kind in enumerate(kinds) if isinstance(kind, MemRefType) and kind.space.data == "smem"]


def _webs(kernel: FuncOp) -> list[set[SSAValue]]:
    """The tensors in shared memory that are one another, by way of loops and branches."""
    found: dict[SSAValue, set[SSAValue]] = {}
    for op in ops_within(kernel.body.block):
        for group in _same(op):
            web = set[SSAValue]().union(*(found.get(value, {value}) for value in group))
            found.update(dict.fromkeys(web, web))
    return list({id(web): web for web in found.values()}.values())


def _same(op: Operation) -> Iterator[Sequence[SSAValue]]:
    """Values that an op makes one: what a loop carries from its begin to its end, what the arms of a branch yield."""
    if isinstance(op, scf.ForOp):
        for k in _carried(op):
            yield op.iter_args[k], op.body.block.args[1 + k], _yielded(op.body)[k], op.results[k]
    elif isinstance(op, scf.IfOp):
        for k, result in enumerate(op.results):
            if isinstance(result.type, MemRefType) and result.type.space.data == "smem":
                yield result, *(_yielded(region)[k] for region in op.regions)


def _yielded(region: Region) -> Sequence[SSAValue]:
    end = region.block.last_op
    assert end is not None
    return end.operands


def _choice_of(web: set[SSAValue]) -> Choice | None:
    """What all tensors of a web are slices of; None if something else is among them."""
    leaves = [value.owner for value in web if not _is_joined(value)]
    slices = [leaf for leaf in leaves if isinstance(leaf, SliceOp)]
    if len(slices) < len(leaves) or len(slices) < 2 or len({v.type for v in web}) != 1:
        return None  # or one that never changes
    rows = [_tokens(leaf.coord) for leaf in slices]
    if len({(leaf.source, _NUMBER.sub("?", leaf.coord.data)) for leaf in slices}) != 1:
        return None
    coord, source = "".join(a[0] if len(set(a)) == 1 else "?" for a in zip(*rows, strict=True)), slices[0].source
    kinds = [index.type for leaf in slices if leaf.coord.data == coord for index in leaf.indices]
    if len(kinds) != coord.count("?") or not kinds:
        return None
    joints = {_joint_of(value) for value in web if _is_joined(value)}
    return Choice(source, coord, tuple(kinds)) if all(_is_outside(source, joint) for joint in joints) else None


_NUMBER: Final = re.compile(r"-?\d+")
_TOKEN: Final = re.compile(r"-?\d+|.")


def _tokens(coord: StringAttr | str) -> list[str]:
    return _TOKEN.findall(coord if isinstance(coord, str) else coord.data)


def _constant(value: int, kind: Attribute, before: SliceOp) -> SSAValue:
    return _insert(arith.ConstantOp, (), kind, {"value": integer_attr(value, kind)}, before)


def _insert(
    cls: type[Operation], operands: Sequence[SSAValue], kind: Attribute, properties: Any, before: Operation
) -> SSAValue:
    scratch, block = new_block(), before.parent
    assert block is not None
    made = fast(cls, operands, (kind,), properties, before.location, scratch)
    scratch.detach_op(made)
    block.insert_op_before(made, before)
    return made.results[0]


def _is_joined(value: SSAValue) -> bool:
    return isinstance(_joint_of(value), Joint)


def _joint_of(value: SSAValue) -> Operation | None:
    """The op of a result, or of the region that an argument is of."""
    owner = value.owner
    return owner.parent_op() if isinstance(owner, Block) else owner


def _is_outside(value: SSAValue, op: Operation | None) -> bool:
    """Whether a value that an op may use, somewhere inside, is made outside."""
    owner = value.owner
    at = owner.parent_op() if isinstance(owner, Block) else owner
    while at is not None and at is not op:
        at = at.parent_op()
    return at is None


def _with_numbers(op: Joint, choices: Choices) -> tuple[Joint, list[Choice | None]]:
    """The op with numbers for results and arguments, and what its results were one of; its operands still are."""
    were = [choices.get(result) for result in op.results]
    kinds = [kind for result in op.results for kind in _kinds(result, choices)]
    if isinstance(op, scf.ForOp):
        _take_arguments(op.body.block, choices)
    regions = [op.detach_region(region) for region in list(op.regions)]
    scratch, block = new_block(), op.parent
    assert block is not None
    new = fast(type(op), list(op.operands), kinds, op.properties, op.location, scratch, regions, op.attributes)
    scratch.detach_op(new)
    block.insert_op_before(new, op)
    supply = iter(new.results)
    for result in list(op.results):
        numbers = [next(supply) for _ in _kinds(result, choices)]
        result.replace_all_uses_with(_taken(result, numbers, choices, op))
    op.detach()
    op.erase()
    return new, were


def _take_arguments(body: Block, choices: Choices) -> None:
    first = body.first_op
    assert first is not None
    for arg in [arg for arg in body.args if arg in choices]:
        numbers = [body.insert_arg(kind, arg.index) for kind in _kinds(arg, choices)]
        arg.replace_all_uses_with(_taken(arg, numbers, choices, first))
        body.erase_arg(arg)


def _kinds(value: SSAValue, choices: Choices) -> Sequence[Attribute]:
    return choices[value].kinds if value in choices else [value.type]


def _taken(value: SSAValue, numbers: Sequence[SSAValue], choices: Choices, before: Operation) -> SSAValue:
    """What takes the place of a value: the slice by its numbers, or the only number itself."""
    if value not in choices:
        numbers[0].name_hint = value.name_hint
        return numbers[0]
    choice = choices[value]
    made = _insert(SliceOp, (choice.source, *numbers), value.type, {"coord": StringAttr(choice.coord)}, before)
    made.name_hint = value.name_hint
    return made


def _hand_on(op: Joint, were: list[Choice | None]) -> None:
    """Makes the operands of an op, and what its regions yield, the numbers of slices."""
    if isinstance(op, scf.ForOp):
        op.operands = [*op.operands[:3], *_numbers(op.operands[3:], were)]
    for region in op.regions:
        if region.blocks and (end := region.block.last_op) is not None:
            end.operands = _numbers(end.operands, were)


def _numbers(values: Sequence[SSAValue], were: list[Choice | None]) -> list[SSAValue]:
    found: list[SSAValue] = []
    for value, choice in zip(values, were, strict=True):
        slice_ = value.owner
        found += choice.numbers(slice_) if choice is not None and isinstance(slice_, SliceOp) else [value]
    return found
