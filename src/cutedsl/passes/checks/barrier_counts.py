"""Finds barriers that count what cannot come: more arrivals than threads that come there, or a number that never fits.

Only what is certain is reported: kernels whose block is known, counts that are constants, barriers whose arrivals are
all seen. The rest is for checked runs, which see every arrival.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from xdsl.dialects.builtin import DenseArrayBase, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue

from cutedsl.errors import DSLUserCodeError, fail
from cutedsl.errors.frozen import frozen
from cutedsl.errors.span import Span
from cutedsl.ir.facts import facts, moves_pointer
from cutedsl.ir.ops.pointer import PtrAddOp, SmemAllocOp
from cutedsl.ir.ops.simt import BarrierOp
from cutedsl.ir.ops.sync import MbarrierArriveOp, MbarrierInitOp
from cutedsl.ir.types import PtrType
from cutedsl.passes.author_place import author_span
from cutedsl.passes.checks.thread_sets import Reach, ThreadSets

_WARP_LANES: Final = 32
Place = tuple[Operation, int, bool]
"""The allocation that an mbarrier lies in, its number there, and whether an index picks it or one after it."""


@frozen
class _Site:
    """Arrivals: `count` of each thread of `reach`."""

    op: Operation
    reach: Reach
    count: int


@frozen
class _Meeting:
    """Threads that come to a named barrier, which counts `count` of them (None: known at run time only)."""

    op: Operation
    reach: Reach
    count: int | None


@dataclass(slots=True)
class _Kernel:
    """What a kernel does with barriers."""

    sets: ThreadSets
    inits: dict[tuple[Operation, int], list[Operation]] = field(default_factory=dict)
    sites: list[tuple[Place, _Site]] = field(default_factory=list)
    by_hardware: list[Place] = field(default_factory=list)
    """Where arrivals come that no thread makes: the tensor core does, when its work has ended."""
    named: dict[int, list[_Meeting]] = field(default_factory=dict)
    anywhere: list[_Meeting] = field(default_factory=list)
    """At a barrier that only run time picks."""
    opaque: bool = False
    barriers_in_code: bool = False
    """Whether there is code that is not read and may come to named barriers."""


def check_barrier_counts(module: ModuleOp) -> None:
    """Checks every kernel of an expanded module. Errors: barrier-count."""
    for function in module.body.block.ops:
        dims = function.attributes.get("cute.block_dim")
        if isinstance(function, FuncOp) and isinstance(dims, DenseArrayBase):
            x, y, z = (int(v) for v in dims.get_values())
            kernel = _Kernel(ThreadSets((x, y, z)))
            _collect(kernel, function.body.block.ops)
            _check_named(kernel)
            if not kernel.opaque:
                _check_mbarriers(kernel)


def _collect(kernel: _Kernel, ops: Iterable[Operation]) -> None:
    for op in ops:
        name = op.name
        if name.startswith("cute.mbarrier."):
            _collect_mbarrier(kernel, op)
        elif name in ("cute.barrier", "cute.barrier_arrive") and len(op.operands) == 2:
            _collect_named(kernel, op)
        elif facts(op).arrives == "mbarrier":
            _collect_hardware(kernel, op)
        elif facts(op).opaque:
            kernel.opaque = True
            kernel.barriers_in_code |= name == "func.call" or "bar" in str(op)
        for region in op.regions:
            for block in region.blocks:
                _collect(kernel, block.ops)


def _collect_named(kernel: _Kernel, op: Operation) -> None:
    """Notes who comes to which named barrier; threads of one op may come to several."""
    reach, count = kernel.sets.reach(op), kernel.sets.constant(op.operands[1])
    numbers = kernel.sets.value(op.operands[0])
    if numbers is None:
        kernel.anywhere.append(_Meeting(op, Reach(reach.threads, False, reach.in_loop), count))
        return
    threads_of: dict[int, set[int]] = {}
    for thread in reach.threads:  # not where no thread comes
        threads_of.setdefault(numbers[thread], set()).add(thread)
    for number, threads in threads_of.items():
        meeting = _Meeting(op, Reach(frozenset(threads), reach.exact, reach.in_loop), count)
        kernel.named.setdefault(number, []).append(meeting)


def _collect_mbarrier(kernel: _Kernel, op: Operation) -> None:
    place = _place(kernel, op.operands[0])
    if type(op) is MbarrierInitOp:
        if place is None:
            kernel.opaque = True
        elif kernel.sets.reach(op).threads:
            kernel.inits.setdefault(place[:2], []).append(op)
    elif facts(op).arrives is not None:
        count = kernel.sets.constant(op.operands[1]) if type(op) is MbarrierArriveOp else 1
        if place is None or count is None:
            kernel.opaque = True
        else:
            kernel.sites.append((place, _Site(op, kernel.sets.reach(op), count)))


def _collect_hardware(kernel: _Kernel, op: Operation) -> None:
    places = [_place(kernel, operand) for operand in op.operands if isinstance(operand.type, PtrType)]
    kernel.by_hardware += [place for place in places if place is not None]
    kernel.opaque |= None in places


def _place(kernel: _Kernel, pointer: SSAValue) -> Place | None:
    """Where an mbarrier lies; None for another block's and for what is not known."""
    number, indexed = 0, False
    while isinstance(pointer.owner, Operation):
        owner = pointer.owner
        if type(owner) is SmemAllocOp:
            return owner, number, indexed
        if type(owner) is PtrAddOp:
            step = kernel.sets.constant(owner.operands[1])
            if step is None:
                number, indexed = 0, True
            else:
                number += step
        elif not moves_pointer(owner):
            return None
        pointer = owner.operands[0]
    return None


# -- mbarriers -------------------------------------------------------------------------------------------------------
def _check_mbarriers(kernel: _Kernel) -> None:
    for (memory, number), inits in kernel.inits.items():
        count = kernel.sets.constant(inits[0].operands[1])
        if len(inits) > 1 or count is None:
            continue
        if any(_may_be(kernel, place, memory, number, count) for place in kernel.by_hardware):
            continue
        sites = [site for place, site in kernel.sites if _may_be(kernel, place, memory, number, count)]
        if sites:
            _check_mbarrier(inits[0], count, sites)


def _may_be(kernel: _Kernel, place: Place, memory: Operation, number: int, count: int) -> bool:
    """Whether an arrival at `place` may be at mbarrier `number`; an index picks one of the neighbours of one count."""
    if place[0] is not memory or not place[2]:
        return place[:2] == (memory, number)
    between = range(place[1], number + 1)
    counts = [kernel.sets.constant(op.operands[1]) for n in between for op in kernel.inits.get((memory, n), ())]
    return number >= place[1] and len(counts) == len(between) and set(counts) == {count}


def _check_mbarrier(init: Operation, count: int, sites: list[_Site]) -> None:
    """In a ring a thread arrives once a phase; elsewhere, without loops, all arrivals are seen."""
    if "ring" in init.properties:
        come = len(frozenset().union(*(site.reach.threads for site in sites)))
        if come < count:
            raise _failed(init, count, f"only {_threads(come)} ever arrive{'s' if come == 1 else ''} there", sites)
        return
    if any(site.reach.in_loop for site in sites):
        return
    total = sum(site.count * len(site.reach.threads) for site in sites)
    if total < count:
        raise _failed(init, count, f"at most {total} are ever made", sites)
    if total % count and all(site.reach.exact for site in sites):
        raise _failed(init, count, f"{total} are made, which is not a multiple of it", sites)


# -- named barriers --------------------------------------------------------------------------------------------------
def _check_named(kernel: _Kernel) -> None:
    for number, uses in kernel.named.items():
        for use in uses:
            if use.count is not None:
                _check_room(kernel, use.op, number, use.count)
        counts = {use.count for use in uses}
        if len(counts) == 1 and None not in counts and not kernel.barriers_in_code:
            _check_meetings(number, uses, [use for use in kernel.anywhere if use.count in (*counts, None)])


def _check_meetings(number: int, uses: list[_Meeting], perhaps: list[_Meeting]) -> None:
    """One barrier, whose uses count the same; `perhaps` are those that may come to it or to another."""
    count, every = uses[0].count or 0, [*uses, *perhaps]
    waits_only = all(type(use.op) is BarrierOp or not use.reach.in_loop for use in every)
    warps = {t // _WARP_LANES for use in every for t in use.reach.threads}
    come = len(warps) * _WARP_LANES
    sites = [_Site(use.op, use.reach, 1) for use in every]
    if come < count and waits_only:
        what = f"only the {come} threads of {_warps(warps)} come to it"
        raise _failed(uses[0].op, count, what, sites[1:], number)
    once = len(every) == 1 and uses[0].reach.exact and not uses[0].reach.in_loop
    if once and come % count:
        raise _failed(uses[0].op, count, f"{come} come to it, which is not a multiple of it", [], number)


def _check_room(kernel: _Kernel, op: Operation, number: int, count: int) -> None:
    room = -(-kernel.sets.threads // _WARP_LANES) * _WARP_LANES
    if count > room:
        raise _failed(op, count, f"the block has {kernel.sets.threads}", [], number)


# -- reports ---------------------------------------------------------------------------------------------------------
def _failed(op: Operation, count: int, what: str, sites: list[_Site], number: int | None = None) -> DSLUserCodeError:
    kind = "this mbarrier counts" if number is None else f"named barrier {number} waits for"
    unit = "arrivals a phase" if number is None else "threads"
    return fail("barrier-count", f"{kind} {count} {unit}; {what}", span=author_span(op), also=list(_seen(op, sites)))


def _seen(op: Operation, sites: list[_Site]) -> Iterator[tuple[Span, str]]:
    """The places of the arrivals, each line once."""
    known = {author_span(op)}
    for site in sites:
        span = author_span(site.op)
        if span is not None and span not in known:
            known.add(span)
            some = "" if site.reach.exact else "at most "
            each = "" if site.count == 1 else f", {site.count} times each"
            yield span, f"{some}{_threads(len(site.reach.threads))}{each}"


def _threads(count: int) -> str:
    return "1 thread" if count == 1 else f"{count} threads"


def _warps(warps: set[int]) -> str:
    listed = ", ".join(map(str, sorted(warps)))
    return f"warp {listed}" if len(warps) == 1 else f"warps {listed}" if warps else "no warp"
