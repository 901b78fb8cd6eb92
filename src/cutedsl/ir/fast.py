"""The fast op constructor: builds an xDSL operation by setting its fields, and appends it to a block.

xDSL's own constructors cost 5 to 20 microseconds an op because they re-derive operand groups and run dataclass
machinery; tracing makes thousands of ops. This module knows the private fields of xDSL 0.74 (pinned) and nothing of
CuTe. `tests/unit/ir/test_fast.py` compares what it builds with `Operation.create`, field by field.

Source: ours, after the measurements in docs/design/measurements.md.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from types import FunctionType
from typing import Any, TypeVar, cast

from xdsl.dialects.builtin import FileLineColLoc, IntAttr, IntegerAttr, LocationAttr, StringAttr, UnknownLoc
from xdsl.ir import Attribute, Block, BlockArgument, Operation, OpResult, Region, SSAValue
from xdsl.ir.core import SSAValues
from xdsl.irdl import IRDLOperation, VariadicDef

OpT = TypeVar("OpT", bound=Operation)

_new = object.__new__
_NO_ATTRIBUTES: Mapping[str, Attribute] = {}
UNKNOWN_LOCATION: LocationAttr = UnknownLoc()
_locations: dict[tuple[str, int, int], FileLineColLoc] = {}


class RecordedUse:
    """What xDSL's `Use` holds, in half its memory and time: one is made for each operand."""

    __slots__ = ("_index", "_next_use", "_operation", "_prev_use")

    _operation: Operation
    _index: int
    _prev_use: Any
    _next_use: Any

    @property
    def operation(self) -> Operation:
        """The op that has the operand."""
        return self._operation

    @property
    def index(self) -> int:
        """Which of its operands it is."""
        return self._index


_BINARY = (
    *(operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod),
    *(operator.and_, operator.or_, operator.xor, operator.lshift, operator.rshift),
)
_COMPARISONS = (operator.lt, operator.le, operator.gt, operator.ge)
_UNARY = (operator.neg, operator.invert, operator.abs)

_apply: list[Callable[..., Any]] = []


def register_operators(apply: Callable[..., Any]) -> None:
    """Says what an operator on handles is: `apply(operator.add, a, b)`. Numbers are made in a layer above this one."""
    _apply[:] = [apply]


class RawOperators:
    """Mixin of handles: programs with MLIR of their own compute with what a dialect's function returned.

    Equality stays that of objects: tables of values rely on it.
    """

    __slots__ = ()


def _method(operate: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, *other: _apply[0](operate, self, *other)


def _reflected(operate: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, other: _apply[0](operate, other, self)


for _operate in (*_BINARY, *_COMPARISONS, *_UNARY):
    setattr(RawOperators, f"__{_operate.__name__.strip('_')}__", _method(_operate))
for _operate in _BINARY:
    setattr(RawOperators, f"__r{_operate.__name__.strip('_')}__", _reflected(_operate))


class RecordedResult(OpResult, RawOperators):
    """An `OpResult` that is made without a constructor: to call its class takes half the time of `object.__new__`.

    Its hash is Python's own, which is of its identity as xDSL's: tables of values ask for it at each look.
    """

    __init__ = object.__init__  # pyright: ignore[reportAssignmentType]
    __hash__ = object.__hash__


class RecordedArgument(BlockArgument, RawOperators):
    """A `BlockArgument` with operators: what a loop carries stays a value to compute with."""


class RecordedBlock(Block):
    """A `Block` of that kind."""

    __init__ = object.__init__  # pyright: ignore[reportAssignmentType]


class RecordedRegion(Region):
    """A `Region` of that kind."""

    __init__ = object.__init__  # pyright: ignore[reportAssignmentType]


def fast(
    cls: type[OpT],
    operands: Sequence[SSAValue],
    result_types: Sequence[Attribute],
    properties: Mapping[str, Attribute],
    location: LocationAttr,
    block: Block,
    regions: Sequence[Region] = (),
    attributes: Mapping[str, Attribute] = _NO_ATTRIBUTES,
    group: Callable[[Iterable[Any]], Any] = SSAValues,
) -> OpT:
    """Builds one `cls` at the end of `block` and links operand uses; no checks (tests and CUTEDSL_VERIFY do them).

    A field that would get its default is left out: xDSL's classes hold the defaults, and reading finds them there.
    `group` makes the tuples of operands and results.
    """
    op: Any = _new(cls)
    if operands:
        uses: list[RecordedUse] = []
        for index, value in enumerate(operands):
            use = RecordedUse()
            use._operation = op
            use._index = index
            use._prev_use = None
            use._next_use = first = value.first_use
            if first is not None:
                first._prev_use = use  # pyright: ignore[reportAttributeAccessIssue]
            value.first_use = use  # pyright: ignore[reportAttributeAccessIssue]
            uses.append(use)
        op._operands = group(operands)
        op._operand_uses = tuple(uses)
    if result_types:
        results: list[OpResult] = []
        for result_type in result_types:
            result = RecordedResult()  # pyright: ignore[reportCallIssue]
            result._type = result_type
            result.op = op
            result.index = len(results)
            results.append(result)
        op.results = group(results)
    op.properties = dict(properties) if properties else {}
    op.attributes = dict(attributes) if attributes else {}
    op.location = location
    if regions:
        op.regions = tuple(regions)
        for region in regions:
            region.parent = op
    op.parent = block
    op._prev_op = last = block._last_op
    if last is None:
        block._first_op = op
    else:
        last._next_op = op
    block._last_op = op
    return op


_COPIES: dict[type[Operation], Callable[..., Any]] = {}


def fast_of(cls: type[OpT]) -> Callable[..., OpT]:
    """`fast` for one class that builds many: a copy of its code, as CPython remembers one class at each instruction.

    Its operands and results are plain tuples, which are made and read in a fifth of the time of xDSL's own. Where a
    part of them is a sequence by itself they are xDSL's, which asks such slices for their types.
    """
    found: Callable[..., Any] | None = _COPIES.get(cls)
    if found is None:
        defaults = (*cast("tuple[object, ...]", fast.__defaults__)[:-1], SSAValues if _has_sequences(cls) else tuple)
        found = _COPIES[cls] = FunctionType(fast.__code__.replace(), fast.__globals__, fast.__name__, defaults)
    return found


def _has_sequences(cls: type[Operation]) -> bool:
    """Whether an op class groups some of its operands or results."""
    if not issubclass(cls, IRDLOperation):
        return True
    definition = cls.get_irdl_definition()
    return any(isinstance(kind, VariadicDef) for _, kind in (*definition.operands, *definition.results))


def new_block(arg_types: Iterable[Attribute] = ()) -> Block:
    """A block without ops."""
    block = RecordedBlock()
    block._args = ()
    block._first_op = None
    block._last_op = None
    for arg_type in arg_types:
        append_block_argument(block, arg_type)
    return block


def region_of(block: Block) -> Region:
    """The region of one block that has none yet."""
    region = RecordedRegion()
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


type_of: Callable[[SSAValue], Attribute] = attrgetter("_type")
"""The type of a value, in a third of the time of xDSL's own view."""


def users_of(value: SSAValue) -> Iterator[Operation]:
    """The ops that use a value, in a third of the time of xDSL's own view of its uses."""
    use: Any = value.first_use
    while use is not None:
        yield use._operation
        use = use._next_use


def ops_within(block: Block) -> list[Operation]:
    """The ops of a block, each before those of its regions."""
    found: list[Operation] = []
    for op in ops_of(block):
        found.append(op)
        for region in op.regions:
            for inner in region.blocks:
                found += ops_within(inner)
    return found


def append_copy(op: OpT, block: Block, values: dict[SSAValue, SSAValue]) -> OpT:
    """A copy of an op and of all in its regions, at the end of `block`: a fifth of the time of xDSL's `clone`.

    Operands that `values` has are replaced; it gets what the op and its regions compute. Each value has to be computed
    before its uses, as in structured control flow: blocks have no successors.
    """
    regions = [_copied_region(region, values) for region in op.regions]
    cls = type(op)
    operands = [values.get(operand, operand) for operand in op._operands]
    types = [type_of(result) for result in op.results]
    made = fast_of(cls)(cls, operands, types, op.properties, op.location, block, regions, op.attributes)
    for old, new in zip(op.results, made.results, strict=True):
        values[old] = new
        if old._name is not None:
            new.name_hint = old._name
    return made


def _copied_region(region: Region, values: dict[SSAValue, SSAValue]) -> Region:
    if region._first_block is None:
        return Region()
    source, made = region.block, new_block()
    for old in source._args:
        new = append_block_argument(made, type_of(old))
        new.location, new.name_hint, values[old] = old.location, old._name, new
    op = source._first_op
    while op is not None:
        append_copy(op, made, values)
        op = op._next_op
    return region_of(made)


def copy_of(op: OpT) -> OpT:
    """A copy of an op that has no operands, such as a function or a module, in no block (`append_copy`)."""
    scratch = new_block()
    made = append_copy(op, scratch, {})
    scratch.detach_op(made)
    return made


def integer_attr(value: int, mlir: Attribute) -> IntegerAttr:
    """An integer attribute of a number that the type has: xDSL's constructors take twenty times as long to ask."""
    number: Any = _new(IntAttr)
    vars(number)["data"] = value
    made: Any = _new(IntegerAttr)
    vars(made).update(value=number, type=mlir)
    return made


def append_block_argument(block: Block, arg_type: Attribute) -> BlockArgument:
    """Adds one argument at the end of a block's arguments."""
    argument = RecordedArgument(arg_type, block, len(block._args))
    block._args = (*block._args, argument)
    return argument


def location(file: str, line: int, col: int) -> FileLineColLoc:
    """The location attribute of a source position (1-based line and column), cached."""
    key = (file, line, col)
    found = _locations.get(key)
    if found is None:
        found = FileLineColLoc(StringAttr(file), IntAttr(line), IntAttr(col))
        _locations[key] = found
    return found
