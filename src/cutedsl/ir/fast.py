"""The fast op constructor: builds an xDSL operation by setting its fields, and appends it to a block.

xDSL's own constructors cost 5 to 20 microseconds an op because they re-derive operand groups and run dataclass
machinery; tracing makes thousands of ops. This module knows the private fields of xDSL 0.74 (pinned) and nothing of
CuTe. `tests/unit/ir/test_fast.py` compares what it builds with `Operation.create`, field by field.

Source: ours, after the measurements in reference/backends.md part C.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from xdsl.dialects.builtin import FileLineColLoc, IntAttr, LocationAttr, StringAttr, UnknownLoc
from xdsl.ir import Attribute, Block, BlockArgument, Operation, OpResult, Region, SSAValue, Use
from xdsl.ir.core import SSAValues

OpT = TypeVar("OpT", bound=Operation)

_new = object.__new__
_NO_ATTRIBUTES: Mapping[str, Attribute] = {}
UNKNOWN_LOCATION: LocationAttr = UnknownLoc()
_locations: dict[tuple[str, int, int], FileLineColLoc] = {}


def fast(
    cls: type[OpT],
    operands: Sequence[SSAValue],
    result_types: Sequence[Attribute],
    properties: Mapping[str, Attribute],
    location: LocationAttr,
    block: Block,
    regions: Sequence[Region] = (),
    attributes: Mapping[str, Attribute] = _NO_ATTRIBUTES,
) -> OpT:
    """Builds one `cls` at the end of `block` and links operand uses; no checks (tests and CUTEDSL_VERIFY do them).

    A field that would get its default is left out: xDSL's classes hold the defaults, and reading finds them there.
    """
    op = _new(cls)
    if operands:
        uses: list[Use] = []
        for value in operands:
            use = _new(Use)
            use._operation = op
            use._index = len(uses)
            first = value.first_use
            if first is not None:
                use._next_use = first
                first._prev_use = use
            value.first_use = use
            uses.append(use)
        op._operands = SSAValues(operands)
        op._operand_uses = tuple(uses)
    if result_types:
        results: list[OpResult] = []
        for result_type in result_types:
            result = _new(OpResult)
            result._type = result_type
            result.op = op
            result.index = len(results)
            results.append(result)
        op.results = SSAValues(results)
    op.properties = dict(properties)
    op.attributes = dict(attributes) if attributes else {}
    op.location = location
    if regions:
        op.regions = tuple(regions)
        for region in regions:
            region.parent = op
    op.parent = block
    last = block._last_op
    op._prev_op = last
    if last is None:
        block._first_op = op
    else:
        last._next_op = op
    block._last_op = op
    return op


def new_block() -> Block:
    """A block without arguments."""
    block = _new(Block)
    block._args = ()
    block._first_op = None
    block._last_op = None
    return block


def region_of(block: Block) -> Region:
    """The region of one block that has none yet."""
    region = _new(Region)
    region._first_block = block
    region._last_block = block
    block.parent = region
    return region


def ops_of(block: Block) -> list[Operation]:
    """The ops of a block in their order, as they are now: a tenth of the time of xDSL's own iterator."""
    ops: list[Operation] = []
    op = block._first_op
    while op is not None:
        ops.append(op)
        op = op._next_op
    return ops


def operands_of(op: Operation) -> Sequence[SSAValue]:
    """The operands of an op: a tenth of the time of xDSL's own view of them, which can be assigned to."""
    return op._operands


def ops_within(block: Block) -> list[Operation]:
    """The ops of a block, each before those of its regions."""
    found: list[Operation] = []
    for op in ops_of(block):
        found.append(op)
        for region in op.regions:
            for inner in region.blocks:
                found += ops_within(inner)
    return found


def append_block_argument(block: Block, arg_type: Attribute) -> BlockArgument:
    """Adds one argument at the end of a block's arguments."""
    return block.insert_arg(arg_type, len(block.args))


def location(file: str, line: int, col: int) -> FileLineColLoc:
    """The location attribute of a source position (1-based line and column), cached."""
    key = (file, line, col)
    found = _locations.get(key)
    if found is None:
        found = FileLineColLoc(StringAttr(file), IntAttr(line), IntAttr(col))
        _locations[key] = found
    return found
