"""Which loops of a known number of iterations are unrolled for a machine whose fragments are registers.

Registers have no addresses: a fragment that a loop's counter indexes would be in local memory for the whole kernel. So
a loop is unrolled if an index into a fragment depends on what changes from turn to turn, or a fragment itself does
(two that take turns); if it multiplies by tensor cores and waits for nothing, as the steps of a tile do; if it is
short; and where its author says `unroll_full`. Of a longer loop that waits for nothing a few turns become one, so that
their loads are under way together and share addresses. `unroll=1` keeps a loop.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from xdsl.dialects import scf
from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Attribute, Block, Operation, SSAValue

from cutedsl.errors.frozen import frozen
from cutedsl.ir.facts import facts
from cutedsl.ir.fast import operands_of, ops_of, ops_within
from cutedsl.ir.foreign import unsigned
from cutedsl.ir.ops import copy as copy_ops
from cutedsl.ir.ops import memref as memref_ops
from cutedsl.ir.ops import pointer as pointer_ops
from cutedsl.ir.types import MemRefType, PtrType, layout_of
from cutedsl.layout import size
from cutedsl.passes.expand.expansion import Expansion
from cutedsl.passes.integers.known_integers import integer_of

MOST_OPS: Final = 1 << 15
"""A loop that would be longer stays one: by then, its instructions come from memory too."""
MOST_STEPS: Final = 32
"""Turns of a loop over a tile's steps."""
SHORT_OPS: Final = 1 << 10
"""A loop of simple turns up to this length is unrolled."""
STEPS_OPS: Final = 1 << 13
"""So is one around loops over fragments, as the steps of a product are."""
TURN_OPS: Final = 1 << 7
"""About as many instructions is an iteration made of several."""


@frozen
class Turns:
    """A loop with a known number of iterations: `range(start, stop, step)`."""

    counters: range
    width: int


def known_turns(state: Expansion, op: scf.ForOp) -> Turns | None:
    """The iterations of a loop whose bounds are constants by now."""
    bounds = [integer_of(state.values[bound]) for bound in (op.lb, op.ub, op.step)]
    if None in bounds or bounds[2] == 0:
        return None
    lo, hi, step = (bound for bound in bounds if bound is not None)
    width = op.lb.type.width.data  # pyright: ignore[reportAttributeAccessIssue]
    if "cute.unsigned" in op.attributes:
        lo, hi, step = (unsigned(bound, width) for bound in (lo, hi, step))
    return Turns(range(lo, hi, step), width)


def unrolled_turns(state: Expansion, op: scf.ForOp) -> tuple[Turns, int] | None:
    """The iterations of a loop that is to be unrolled, and how many become one: all, or some; None for no change."""
    turns = known_turns(state, op)
    if turns is not None and not state.unrolls:
        return (turns, len(turns.counters)) if _leaves_fragments(op, turns.counters) else None
    if turns is None:
        return None
    count, body, unroll = len(turns.counters), op.body.block, op.attributes.get("cute.unroll")
    inside = ops_within(body)
    if any(_is_shared(one) for one in inside):
        return None
    if count <= 1:
        return turns, count
    if isinstance(unroll, IntegerAttr) and unroll.value.data == 1:
        return None
    length = sum(_ops_of(one) for one in _made(state, body))
    if "cute.unroll_full" in op.attributes or indexes_fragments(body) or _is_steps(inside, count):
        return (turns, count) if count * length <= MOST_OPS else None
    if unroll is not None or not _is_simple(body):
        return None
    if count * length <= (SHORT_OPS if ops_of(body) == inside else STEPS_OPS):
        return turns, count
    joined = next((n for n in (8, 4, 2) if count % n == 0 and n * length <= TURN_OPS), 1)
    return (turns, joined) if joined > 1 else None


def _leaves_fragments(op: scf.ForOp, counters: range) -> bool:
    """Whether a loop that its author unrolls reads past the end of a fragment, by its counter.

    Unrolled, such a read has no value, as it has none in registers; in memory it would give what lies beside.
    """
    if "cute.unroll_full" not in op.attributes or len(counters) > MOST_STEPS:
        return False
    return any(
        type(one) is memref_ops.LoadOp
        and list(one.indices) == [op.body.block.args[0]]
        and (end := _fragment_size(one.source.type)) is not None
        and counters[-1] >= end
        for one in ops_within(op.body.block)
    )


def _fragment_size(mlir: Attribute) -> int | None:
    """The elements of a fragment; None for other memory."""
    if not isinstance(mlir, MemRefType) or not is_fragment(mlir):
        return None
    count = size(layout_of(mlir.layout.data))
    return count if isinstance(count, int) else None


def indexes_fragments(body: Block) -> bool:
    """Whether what changes from turn to turn picks registers: an element of a fragment, a part of it, or one of two."""
    return any(is_fragment(arg.type) for arg in body.args) or next(varying_accesses(body), None) is not None


def varying_accesses(body: Block) -> Iterator[Operation]:
    """The ops of a loop's body whose place in a fragment depends on its counter or on what is carried."""
    varying = set[SSAValue](body.args)
    for op in ops_within(body):
        if any(index in varying for index in fragment_indices(op)):
            yield op
        for region in op.regions:
            for block in region.blocks:
                varying.update(_varying_args(op, block, varying))
        if any(value in varying for value in operands_of(op)):
            varying.update(op.results)


def _varying_args(op: Operation, block: Block, varying: set[SSAValue]) -> Iterator[SSAValue]:
    """The arguments of a block inside that begin with something that changes: a counter whose bounds do, an init."""
    if isinstance(op, scf.ForOp):
        if any(bound in varying for bound in (op.lb, op.ub, op.step)):
            yield block.args[0]
        yield from (arg for arg, init in zip(block.args[1:], op.iter_args, strict=True) if init in varying)
    elif isinstance(op, scf.WhileOp) and any(value in varying for value in operands_of(op)):
        yield from block.args


def fragment_indices(op: Operation) -> Sequence[SSAValue]:
    """The run-time numbers that pick a place in a fragment."""
    match op:
        case memref_ops.LoadOp() | memref_ops.SliceOp() if is_fragment(op.source.type):
            return op.indices
        case memref_ops.StoreOp() if is_fragment(op.target.type):
            return op.indices
        case memref_ops.ViewOp() if op.moved is not None and is_fragment(op.source.type):
            return op.values[:1]
        case pointer_ops.PtrAddOp() if is_fragment(op.source.type):
            return (op.offset,)
        case _:
            return ()


def is_fragment(mlir: Attribute) -> bool:
    """Whether a type is a tensor or a pointer in registers."""
    return isinstance(mlir, MemRefType | PtrType) and mlir.space.data == "rmem"


def _is_steps(inside: list[Operation], count: int) -> bool:
    """Whether a loop goes over the steps of a tile: it multiplies by tensor cores, and nothing waits in it."""
    if count > MOST_STEPS or not any(type(op) is memref_ops.GemmOp and op.atom is not None for op in inside):
        return False
    return not any(_meets(op) for op in inside)


def _is_simple(body: Block) -> bool:
    """Whether all loops in a loop are unrolled, and its threads and their copies meet nowhere."""
    for op in ops_of(body):
        if _meets(op) or (facts(op).loop and _inner_turns(op) is None):
            return False
        if not all(_is_simple(block) for region in op.regions for block in region.blocks):
            return False
    return True


def _meets(op: Operation) -> bool:
    known = facts(op)
    return bool(known.synchronizes or known.waits or known.polls or known.arrives or known.counts or known.opaque)


def _is_shared(op: Operation) -> bool:
    """Whether an op makes a tensor in shared memory: one, however often the loop turns."""
    return type(op) is memref_ops.AllocOp and any(
        isinstance(r.type, MemRefType) and r.type.space.data == "smem" for r in op.results
    )


def _made(state: Expansion, body: Block) -> Iterator[Operation]:
    """The ops of an iteration; those of a loop inside as often as it is unrolled."""
    for op in ops_of(body):
        yield op
        for region in op.regions:
            for block in region.blocks:
                yield from list(_made(state, block)) * max(_inner_turns(op) or 1, 1)


def _inner_turns(op: Operation) -> int | None:
    """The iterations of a loop that is unrolled as it indexes fragments."""
    if not isinstance(op, scf.ForOp):
        return None
    lo, hi, step = (integer_of(bound) for bound in (op.lb, op.ub, op.step))
    if lo is None or hi is None or not step or not indexes_fragments(op.body.block):
        return None
    return len(range(lo, hi, step))


def _ops_of(op: Operation) -> int:
    """About how many instructions an op becomes."""
    match op:
        case memref_ops.GemmOp():
            return _elements(op.c) * (max(_elements(op.a) // _extent(op.c, 0), 1) if op.atom is None else 1)
        case copy_ops.CopyOp():
            return _elements(op.src)
        case memref_ops.LoadVecOp():
            return _elements(op.source)
        case memref_ops.StoreVecOp():
            return _elements(op.target)
        case _:
            return 1


def _elements(value: SSAValue) -> int:
    assert isinstance(value.type, MemRefType)
    count = size(layout_of(value.type.layout.data))
    return count if isinstance(count, int) else 1


def _extent(value: SSAValue, mode: int) -> int:
    assert isinstance(value.type, MemRefType)
    count = size(layout_of(value.type.layout.data), [mode])
    return count if isinstance(count, int) else 1
