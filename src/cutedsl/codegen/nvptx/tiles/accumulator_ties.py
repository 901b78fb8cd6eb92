"""Which sums of warp-group multiplies pass through a fence or a wait, so that LLVM moves nothing across it.

To LLVM a statement's outputs are ready at once. It could move other reads or writes of the sums from after a wait to
before it, and writes from before a fence to after it. Through a wait pass those that something other than a multiply
touches before the next wait, through a fence those that it wrote since the fence before: LLVM's time goes with what
passes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from xdsl.ir import Block, Operation, SSAValue

from cutedsl.codegen.nvptx.emitter import KernelEmitter, not_yet
from cutedsl.errors.frozen import frozen
from cutedsl.ir.facts import facts, moves_pointer
from cutedsl.ir.ops.mma import WgmmaFenceOp, WgmmaOp, WgmmaWaitOp
from cutedsl.ir.ops.pointer import PtrStoreOp, RmemAllocOp
from cutedsl.ir.ops.simt import VecSplatOp

Roots = frozenset[Operation]
Found = dict[Operation, Roots]

_NONE: Final[Roots] = frozenset()


@frozen
class _Touch:
    """An op that is not a multiply reads some sums, or writes them too."""

    roots: Roots
    writes: bool


@frozen
class _Around:
    """An op around blocks: the arms of a branch, one of which runs, or what `repeats`, as often as it likes."""

    blocks: tuple[_Events, ...]
    repeats: bool


_Events = list["Operation | _Touch | _Around"]


def kernel_of(op: Operation) -> Operation:
    """The function of the kernel that an op is in."""
    while op.name != "func.func":
        around = op.parent_op()
        assert around is not None
        op = around
    return op


def sums_of(e: KernelEmitter, op: Operation) -> tuple[Operation, ...]:
    """The private memory that warp-group multiplies of the kernel that `op` is in add to."""
    if e.warpgroup.sums is None:
        roots: dict[Operation, None] = {}
        for one in kernel_of(op).walk():
            if type(one) is WgmmaOp:
                owner = _allocation(one.operands[2])
                if owner is None:
                    raise not_yet(one, "accumulators of a warp group that are not one fragment of the kernel")
                roots[owner] = None
        e.warpgroup.sums = tuple(roots)
    return e.warpgroup.sums


def holds_sums(e: KernelEmitter, op: Operation, pointer: SSAValue) -> bool:
    """Whether an access `op` is to sums of one of several products, each of which is to be a register of its own.

    A vector of them would be put together and taken apart at every fence and wait that they pass through for the other
    product. With one product alone nothing else passes, and LLVM would double its loop where the sums begin as zeros.
    """
    sums = sums_of(e, op)
    return len(sums) > 1 and _allocation(pointer) in sums


def starts_anew(e: KernelEmitter, op: Operation) -> bool:
    """Whether a store sets sums of multiplies to constants, the first of its block that does."""
    root = _set_to_constants(op)
    if root is None or root not in sums_of(e, op):
        return False
    before = op.prev_op
    while before is not None and facts(before).pure:
        before = before.prev_op
    return before is None or _set_to_constants(before) is not root


def _set_to_constants(op: Operation) -> Operation | None:
    """The private memory that a store sets to constants."""
    if type(op) is not PtrStoreOp:
        return None
    value = op.operands[0].owner
    if isinstance(value, VecSplatOp):
        value = value.operands[0].owner
    constant = isinstance(value, Operation) and value.name == "arith.constant"
    return _allocation(op.operands[1]) if constant else None


def _allocation(pointer: SSAValue) -> Operation | None:
    """The private memory that a pointer leads into, where that is one allocation."""
    owner = pointer.owner
    while isinstance(owner, Operation) and moves_pointer(owner):
        owner = owner.operands[0].owner
    return owner if isinstance(owner, Operation) and type(owner) is RmemAllocOp else None


def tied_sums(block: Block, sums: Sequence[Operation]) -> Mapping[Operation, Sequence[Operation]]:
    """The allocations among `sums` that pass through each fence and each wait inside of a kernel's block, in order."""
    touches, everywhere = _touches(sums)
    events, found = _events(block, touches), Found()
    _touched_after(events, _NONE, found)
    _written_before(events, _NONE, found)
    return {op: [root for root in sums if root in roots | everywhere] for op, roots in found.items()}


def _touches(sums: Sequence[Operation]) -> tuple[dict[Operation, _Touch], Roots]:
    """What each op but multiplies touches, and the sums whose pointers go where they are not followed."""
    touches: dict[Operation, _Touch] = {}
    everywhere: set[Operation] = set()
    for root in sums:
        for user in _users(root.results[0]):
            if facts(user).plain_access:
                before = touches.get(user, _Touch(_NONE, False))
                touches[user] = _Touch(before.roots | {root}, before.writes or facts(user).writes is not None)
            elif type(user) is not WgmmaOp:
                everywhere.add(root)
    return touches, frozenset(everywhere)


def _users(pointer: SSAValue) -> Iterator[Operation]:
    """Who takes a pointer, or one that was moved from it."""
    for use in pointer.uses:
        if moves_pointer(use.operation):
            yield from _users(use.operation.results[0])
        else:
            yield use.operation


def _events(block: Block, touches: Mapping[Operation, _Touch]) -> _Events:
    """What a block does to sums, in order."""
    found: _Events = []
    for op in block.ops:
        if type(op) in (WgmmaFenceOp, WgmmaWaitOp):
            found.append(op)
        elif op in touches:
            found.append(touches[op])
        elif op.regions:
            blocks = tuple(_events(inner, touches) for region in op.regions for inner in region.blocks)
            found += [_Around(blocks, op.name != "scf.if")] if any(blocks) else []
    return found


def _touched_after(events: _Events, after: Roots, found: Found) -> Roots:
    """What is touched from the start of some events on before the next wait, if `after` is from their end on."""
    for event in reversed(events):
        if isinstance(event, _Touch):
            after |= event.roots
        elif isinstance(event, _Around):
            after = _settled(event, after, lambda inner, state: _touched_after(inner, state, found))
        else:
            found[event] = found.get(event, _NONE) | (after if type(event) is WgmmaWaitOp else _NONE)
            after = _NONE if type(event) is WgmmaWaitOp else after
    return after


def _written_before(events: _Events, before: Roots, found: Found) -> Roots:
    """What was written up to the end of some events since the last fence, if `before` was up to their start."""
    for event in events:
        if isinstance(event, _Touch):
            before |= event.roots if event.writes else _NONE
        elif isinstance(event, _Around):
            before = _settled(event, before, lambda inner, state: _written_before(inner, state, found))
        elif type(event) is WgmmaFenceOp:
            found[event] |= before
            before = _NONE
    return before


def _settled(around: _Around, state: Roots, through: Callable[[_Events, Roots], Roots]) -> Roots:
    """The state beyond: that of any arm (one that is not there changes nothing), or one that no repetition adds to."""
    if not around.repeats:
        beyond = [through(events, state) for events in around.blocks]
        return (_NONE if len(beyond) > 1 else state).union(*beyond)
    while True:
        more = state.union(*(through(events, state) for events in around.blocks))
        if more == state:
            return state
        state = more
