"""Loops with `prefetch_stages`: copies of later iterations are under way while an iteration works.

An iteration of such a loop waits for room in shared memory, copies tiles there, waits for them and uses them. All up
to its last copy by the bulk copy engine, or to the arrival of `cp.async` copies at their barrier, runs ahead:
`prefetch_stages` turns of it before the loop, then that of iteration i + prefetch_stages before the rest of iteration
i. Numbers that both parts take (states of pipelines, places) are counted twice, once for each.
Source: CuTe DSL documentation, "Control Flow" for what the hint promises; ours otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import IntegerAttr, IntegerType, StringAttr, i1, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from cutedsl.ir.arithmetic import properties_of
from cutedsl.ir.facts import facts
from cutedsl.ir.fast import append_copy, fast, operands_of, ops_of, ops_within, region_of
from cutedsl.ir.ops.copy import CopyOp
from cutedsl.ir.ops.elementwise import CmpiOp, SelectOp
from cutedsl.ir.ops.sync import MbarrierCopyArriveOp
from cutedsl.ir.ops.tma import BulkCopyOp, TmaTileOp


class _Kind(IntEnum):
    """What an op does, from least to most."""

    PURE = 0
    READS = 1
    COPIES = 2
    """Copies, and what reports them: they may run iterations earlier."""
    OTHER = 3


_GREATER: Final = 4
"""Of numbers with a sign, as `arith.cmpi` counts its predicates."""
_UNSIGNED_LESS: Final = 6
_UNSIGNED_GREATER: Final = 8


def prefetched(loop: scf.ForOp, stages: int) -> Sequence[SSAValue] | None:
    """Builds a loop, the last op of its block, anew so that copies run `stages` turns ahead; returns its results.

    None, and nothing changed, unless it is a loop that counts up, and first waits for room and copies and then does
    the rest. None too where a copy needs a result of the rest of an earlier iteration. `cp.async` copies tell a
    barrier when they have ended; those that are waited for by groups (`cp_async_wait_group`) stay where they are.
    """
    split = None if "cute.step_sign" in loop.attributes else _split_body(loop.body.block)
    block = loop.parent
    if split is None or block is None or stages < 1:
        return None
    ahead, behind = split
    loop.detach()
    return _Build(loop, stages, ahead, behind, block).results()


@dataclass(slots=True)
class _Part:
    """What one of the two parts of an iteration consists of: ops, and the numbers of the carried values that it
    counts.
    """

    ops: list[Operation]
    carried: list[int]


def _split_body(body: Block) -> tuple[_Part, _Part] | None:
    *ops, end = ops_of(body)
    kinds = {op: _kind_of(op) for op in ops}
    copies = [n for n, op in enumerate(ops) if any(_is_load(inner) or _is_told(inner) for inner in _ops_within_op(op))]
    if not copies:
        return None
    head, tail = ops[: copies[-1] + 1], ops[copies[-1] + 1 :]
    parts = [inner for op in head for inner in _ops_within_op(op)]
    untold = any(map(_is_thread_copy, parts)) and not _is_told(parts[-1])
    if untold or not any(_is_load(op) or _is_thread_copy(op) for op in parts) or not any(map(_keeps_stage, parts)):
        return None
    if any(kinds[op] is _Kind.OTHER for op in head) or all(kinds[op] is _Kind.PURE for op in tail):
        return None
    yields = operands_of(end)
    first = _needed_part(body, yields, [op for op in head if kinds[op] is _Kind.COPIES], ())
    others = [n for n in range(len(yields)) if n not in first.carried]
    second = _needed_part(body, yields, [op for op in tail if kinds[op] is not _Kind.PURE], others)
    early, late = set(head), set(tail)
    if any(kinds[op] is not _Kind.PURE and op in late for op in first.ops):
        return None
    if any(kinds[op] is not _Kind.PURE and op in early for op in second.ops):
        return None
    return first, second


def _needed_part(body: Block, yields: Sequence[SSAValue], roots: Iterable[Operation], carried: Iterable[int]) -> _Part:
    """The ops of an iteration that some of them need, and the carried values, whose next values are needed too."""
    found: set[Operation] = set()
    numbers: set[int] = set()
    places: dict[SSAValue, int] = {arg: n for n, arg in enumerate(body.args[1:])}
    wanted: list[SSAValue] = []

    def take(op: Operation) -> None:
        if op not in found:
            found.add(op)
            wanted.extend(value for inner in _ops_within_op(op) for value in operands_of(inner))

    def count(number: int) -> None:
        if number not in numbers:
            numbers.add(number)
            wanted.append(yields[number])

    for root in roots:
        take(root)
    for number in carried:
        count(number)
    while wanted:
        value = wanted.pop()
        owner = value.owner
        if value in places:
            count(places[value])
        elif isinstance(owner, Operation) and owner.parent is body:
            take(owner)
    return _Part([op for op in ops_of(body) if op in found], sorted(numbers))


def _ops_within_op(op: Operation) -> list[Operation]:
    """An op and those of its regions."""
    return [op, *(inner for region in op.regions for block in region.blocks for inner in ops_within(block))]


def _kind_of(op: Operation) -> _Kind:
    if op.regions:
        return max((_kind_of(inner) for inner in _ops_within_op(op)[1:]), default=_Kind.PURE)
    known = facts(op)
    if known.pure or op.name in ("cute.elect", "scf.yield"):
        return _Kind.PURE
    if known.plain_access and known.writes is None:
        return _Kind.READS
    copies = known.tracks_copies or _keeps_stage(op) or _is_load(op) or _is_thread_copy(op)
    return _Kind.COPIES if copies else _Kind.OTHER


def _keeps_stage(op: Operation) -> bool:
    """Whether an op keeps copies from a stage that is still read; a loop that copies without one is left as it is."""
    known = facts(op)
    return "mbarrier" in (known.waits, known.polls)


def _is_load(op: Operation) -> bool:
    """Whether an op copies from global to shared memory by the bulk copy engine."""
    kind = op.properties.get("kind")
    return type(op) in (TmaTileOp, BulkCopyOp) and kind in (StringAttr("load"), StringAttr("g2s"))


def _is_thread_copy(op: Operation) -> bool:
    """Whether an op copies by `cp.async`."""
    atom = op.properties.get("atom")
    return type(op) is CopyOp and isinstance(atom, StringAttr) and atom.data.startswith("cp.async")


def _is_told(op: Operation) -> bool:
    """Whether an op is the arrival of a thread's `cp.async` copies at a barrier."""
    return type(op) is MbarrierCopyArriveOp


@dataclass(slots=True)
class _Build:
    """The loop being built anew at the end of `block`."""

    loop: scf.ForOp
    stages: int
    ahead: _Part
    behind: _Part
    block: Block

    def results(self) -> list[SSAValue]:
        """The results of the old loop."""
        loop, ahead, behind = self.loop, self.ahead, self.behind
        lo, hi, step, *inits = operands_of(loop)
        distance = self._op(self.block, arith.MuliOp, step, self._constant(self.stages, step.type))
        reaches = self._has_turn(self.block, lo, hi, distance)
        later = self._op(self.block, arith.AddiOp, lo, distance)
        stop = fast(SelectOp, (reaches, later, hi), (hi.type,), {}, loop.location, self.block).results[0]
        unsigned = {key: value for key, value in loop.attributes.items() if key == "cute.unsigned"}
        before = self._loop((lo, stop, step), [inits[n] for n in ahead.carried], self._first_turns, unsigned)
        begun = [*before, *(inits[n] for n in behind.carried)]
        hints = {key: value for key, value in loop.attributes.items() if key != "cute.prefetch_stages"}
        made = self._loop((lo, hi, step), begun, lambda block: self._emit_turn(block, hi, distance), hints)
        found = dict(zip(ahead.carried, made, strict=False))
        found.update(zip(behind.carried, made[len(ahead.carried) :], strict=True))
        return [found[n] for n in range(len(inits))]

    def _first_turns(self, block: Block) -> list[SSAValue]:
        return self._copies(self.ahead, block, block.args[0], block.args[1:])

    def _emit_turn(self, block: Block, hi: SSAValue, distance: SSAValue) -> list[SSAValue]:
        index, count = block.args[0], len(self.ahead.carried)
        early, late = block.args[1 : 1 + count], block.args[1 + count :]
        yes, no = Block(), Block()
        later = self._op(yes, arith.AddiOp, index, distance)
        fast(scf.YieldOp, self._copies(self.ahead, yes, later, early), (), {}, self.loop.location, yes)
        fast(scf.YieldOp, early, (), {}, self.loop.location, no)
        more = self._has_turn(block, index, hi, distance)
        regions = (region_of(yes), region_of(no) if count else Region())
        types = [value.type for value in early]
        begun = fast(scf.IfOp, (more,), types, {}, self.loop.location, block, regions).results
        return [*begun, *self._copies(self.behind, block, index, late)]

    def _copies(self, part: _Part, block: Block, index: SSAValue, carried: Sequence[SSAValue]) -> list[SSAValue]:
        """A part's ops at the end of a block, for an iteration; returns the next carried values."""
        body = self.loop.body.block
        values: dict[SSAValue, SSAValue] = {body.args[0]: index}
        values.update(zip((body.args[1 + n] for n in part.carried), carried, strict=True))
        for op in part.ops:
            append_copy(op, block, values)
        last = body.last_op
        assert last is not None
        yields = operands_of(last)
        return [values.get(yields[n], yields[n]) for n in part.carried]

    def _loop(
        self,
        bounds: Sequence[SSAValue],
        inits: Sequence[SSAValue],
        fill: Callable[[Block], Sequence[SSAValue]],
        hints: Mapping[str, Attribute],
    ) -> Sequence[SSAValue]:
        """A loop whose body `fill` builds at the end of the block it is given; returns the results."""
        old = self.loop.body.block.args[0]
        body = Block(arg_types=[old.type, *(value.type for value in inits)])
        body.args[0].name_hint = old.name_hint
        location = self.loop.location
        fast(scf.YieldOp, fill(body), (), {}, location, body)
        operands, types = (*bounds, *inits), [value.type for value in inits]
        loop = fast(scf.ForOp, operands, types, {}, location, self.block, (region_of(body),), hints)
        for parts in (body.args[1:], loop.results):
            for part, carried in zip(parts, (*self.ahead.carried, *self.behind.carried), strict=False):
                part.name_hint = self.loop.body.block.args[1 + carried].name_hint
        return loop.results

    def _has_turn(self, block: Block, index: SSAValue, hi: SSAValue, distance: SSAValue) -> SSAValue:
        """Whether there is an iteration so far after that of `index`, which is not yet beyond `hi`."""
        left = self._op(block, arith.SubiOp, hi, index)
        if "cute.unsigned" not in self.loop.attributes:
            return self._compare(block, left, distance, _GREATER)
        inside = self._compare(block, index, hi, _UNSIGNED_LESS)
        far = self._compare(block, left, distance, _UNSIGNED_GREATER)
        return self._op(block, arith.AndIOp, inside, far)

    def _compare(self, block: Block, a: SSAValue, b: SSAValue, predicate: int) -> SSAValue:
        properties = {"predicate": IntegerAttr(predicate, i64)}
        return fast(CmpiOp, (a, b), (i1,), properties, self.loop.location, block).results[0]

    def _constant(self, number: int, kind: Attribute) -> SSAValue:
        assert isinstance(kind, IntegerType)
        properties = {"value": IntegerAttr(number, kind)}
        return fast(arith.ConstantOp, (), (kind,), properties, self.loop.location, self.block).results[0]

    def _op(self, block: Block, cls: type[Operation], a: SSAValue, b: SSAValue) -> SSAValue:
        return fast(cls, (a, b), (a.type,), properties_of(cls), self.loop.location, block).results[0]
