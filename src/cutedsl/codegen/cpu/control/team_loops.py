"""A loop that the first warp to come runs for all warps of its block (`teams`), in the warp emitter.

The loop's carried values are in the block's memory, a slot for each warp. The warp that runs the loop fills the slots
and updates them in each iteration; each warp then reads the results from its own. The memory begins with a flag for
each loop, zero until a warp has come. That one also decides whether the loop is long enough; if it is not, each warp
runs its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Final

from xdsl.dialects import scf
from xdsl.ir import Operation

from cutedsl.arch.abi.host import WARP_LANES
from cutedsl.codegen.cpu.control.carried import Carried, yielded
from cutedsl.codegen.cpu.control.lane_parts import lanes_at_a_time
from cutedsl.codegen.cpu.control.merge import Component, in_region, rebuild
from cutedsl.codegen.cpu.dispatch import emit_block, emit_ops
from cutedsl.codegen.cpu.emitter import ROLLED, WarpEmitter
from cutedsl.codegen.cpu.plan.teams import FLAG_BYTES
from cutedsl.codegen.llvm.types import scalar_type
from cutedsl.errors.frozen import frozen

_LINE_BYTES: Final = 64
_TOGETHER, _ALONE = 1, 2
"""What a loop's flag says once a warp has come."""
_SIZES: Final = {"ptr": 8, "double": 8, "float": 4, "half": 2, "bfloat": 2}


def runs_in_a_team(e: WarpEmitter, op: scf.ForOp) -> bool:
    """Whether a loop is written for a team: one that was found, in code that goes over all lanes at once."""
    return (
        op in e.plan.teams and e.mask is None and e.lanes == e.plan.geometry.lanes and lanes_at_a_time(e, op) == e.lanes
    )


def emit_team(e: WarpEmitter, op: scf.ForOp, alone: Callable[[], None]) -> None:
    """A loop whose lanes all take the same iterations, for all warps by the first that comes, and its results for
    each. `alone` writes it for one warp.
    """
    body = op.body.block
    likes: list[Carried] = []

    def start(own: WarpEmitter) -> list[Component]:
        carried, initial = Carried.start(own, body.args[1:], [own.env[x] for x in op.iter_args])
        likes.append(carried)
        return initial

    def write(places: _Places) -> None:
        _write_team_loop(e, op, likes[0], places)

    def write_alone() -> list[str]:
        alone()
        return likes[0].of(e).parts([e.env[x] for x in op.results])

    texts = _by_the_first(e, op, start, write, write_alone)
    own = likes[0].of(e)
    own.bind(texts)
    for result, argument in zip(op.results, own.arguments, strict=True):
        e.env[result] = e.env[argument]


def team_turns(
    e: WarpEmitter,
    op: scf.ForOp,
    start: Callable[[WarpEmitter], list[Component]],
    turn: Callable[[WarpEmitter, list[str], str], list[str]],
    alone: Callable[[], list[str]],
) -> list[str]:
    """The iterations that every lane of every warp takes, by the first warp that comes; returns what each goes on from.

    `start` gives what a warp begins with. `turn` writes one iteration of a warp, given that and where to go if a lane
    ends. `alone` writes all of one warp.
    """

    def write(places: _Places) -> None:
        f = e.f
        head, after = f.label("full"), f.label("partial")
        f.branch(head)
        f.begin(head)
        _each_warp(e, op, lambda own: places.write(own, turn(own, places.read(own, own.view.warp), after)))
        e.poll(op)
        f.branch(head)
        f.begin(after)

    return _by_the_first(e, op, start, write, alone)


@frozen
class _Places:
    """Where the warps' values of these LLVM types lie, from byte `first` of the block's memory on."""

    kinds: tuple[str, ...]
    first: int

    @property
    def size_bytes(self) -> int:
        """Of one warp's."""
        return sum(map(place_bytes, self.kinds))

    def read(self, e: WarpEmitter, warp: str) -> list[str]:
        """A warp's values."""
        return [
            e.f.op(f"load {kind}, ptr {spot}, align {_LINE_BYTES}")
            for kind, spot in zip(self.kinds, self._spots(e, warp), strict=True)
        ]

    def write(self, e: WarpEmitter, texts: Sequence[str], how: str = "store") -> None:
        """Stores those of the warp that is written for.

        LLVM makes one `memset` of a loop of plain stores of zeros, and half registers of that: a processor waits
        before it reads whole ones from there.
        """
        for kind, text, spot in zip(self.kinds, texts, self._spots(e, e.view.warp), strict=True):
            e.f.do(f"{how} {kind} {text}, ptr {spot}, align {_LINE_BYTES}")

    def _spots(self, e: WarpEmitter, warp: str) -> list[str]:
        skipped = e.f.op(f"add i32 {e.f.op(f'mul i32 {warp}, {self.size_bytes}')}, {self.first}")
        place = e.f.op(f"getelementptr i8, ptr %team, i32 {skipped}")
        ends = accumulate(map(place_bytes, self.kinds), initial=0)
        return [e.f.op(f"getelementptr i8, ptr {place}, i32 {at}") for at, _ in zip(ends, self.kinds, strict=False)]


def _by_the_first(
    e: WarpEmitter,
    op: scf.ForOp,
    start: Callable[[WarpEmitter], list[Component]],
    write: Callable[[_Places], None],
    alone: Callable[[], list[str]],
) -> list[str]:
    """What only the first warp to come runs: filling the places, and what `write` writes; returns the own values.

    A short loop is what `alone` writes, for each warp.
    """
    f = e.f
    flag = f.op(f"getelementptr i8, ptr %team, i64 {FLAG_BYTES * e.team_memory.loops}")
    e.team_memory.loops += 1
    lead, follow = f.label("lead"), f.label("follow")
    single = f.label("alone") if e.plan.teams[op].least_turns else None
    _decide(e, op, f.op(f"load i32, ptr {flag}, align 4"), lead, follow, single)
    f.begin(lead)
    f.do(f"store i32 {_TOGETHER}, ptr {flag}, align 4")
    made: list[_Places] = []

    def fill(own: WarpEmitter) -> None:
        initial = start(own)
        made.append(_Places(tuple(kind for kind, _ in initial), e.team_memory.size_bytes))
        # volatile keeps LLVM from making a `memset` of the stores (see `_Places.write`)
        made[0].write(own, [text for _, text in initial], how="store volatile")

    _each_warp(e, op, fill)
    places = made[0]
    e.team_memory.size_bytes += places.size_bytes * _warps(e)
    write(places)
    f.branch(follow)
    f.begin(follow)
    texts = places.read(e, "%warp")
    if single is None:
        return texts
    end, together, own = f.label("went"), f.block, list[str]()
    f.branch(end)
    f.begin(single)
    f.do(f"store i32 {_ALONE}, ptr {flag}, align 4")
    in_region(e, e.mask, lambda: own.extend(alone()))
    apart = f.block
    f.branch(end)
    f.begin(end)
    return [f.phi(kind, (a, together), (b, apart)) for kind, a, b in zip(places.kinds, texts, own, strict=True)]


def _decide(e: WarpEmitter, op: scf.ForOp, flag: str, lead: str, follow: str, alone: str | None) -> None:
    """Branches to where a warp runs the loop for all, has been run for, or runs its own.

    The first warp decides for all by its own bounds, as those of others may differ. Without `alone` the loop is long.
    """
    f = e.f
    first = f.op(f"icmp eq i32 {flag}, 0")
    if alone is None:
        f.branch_if(first, lead, follow)
        return
    opens, comes = f.label("opens"), f.label("comes")
    f.branch_if(first, opens, comes)
    f.begin(opens)
    f.branch_if(_is_long(e, op), lead, alone)
    f.begin(comes)
    f.branch_if(f.op(f"icmp eq i32 {flag}, {_TOGETHER}"), follow, alone)


def _is_long(e: WarpEmitter, op: scf.ForOp) -> str:
    """Whether a loop has its `least_turns`, by the bounds of a warp's first lane."""
    f, kind = e.f, scalar_type(op.lb.type)
    wide = "zext" if "cute.unsigned" in op.attributes else "sext"
    ends = [e.val(x).text for x in (op.lb, op.ub, op.step)]
    lower, upper, step = ends if kind == "i64" else [f.op(f"{wide} {kind} {text} to i64") for text in ends]
    distance, least = f.op(f"sub i64 {upper}, {lower}"), f.op(f"mul i64 {step}, {e.plan.teams[op].least_turns}")
    order = "sle" if "cute.step_negative" in op.attributes else "sge"
    return f.op(f"icmp {order} i64 {distance}, {least}")


def _write_team_loop(e: WarpEmitter, op: scf.ForOp, carried: Carried, places: _Places) -> None:
    """The loop: in each iteration all warps, in their order."""
    f, body, kind = e.f, op.body.block, scalar_type(op.lb.type)
    lower, upper, step = (e.val(x).text for x in (op.lb, op.ub, op.step))
    entry, head, inside, after = f.block, f.label("for"), f.label("body"), f.label("done")
    f.branch(head)
    f.begin(head)
    index, place = f.fresh(), f.reserve()
    predicate = "sgt" if "cute.step_negative" in op.attributes else "slt"
    f.branch_if(f.op(f"icmp {predicate} {kind} {index}, {upper}"), inside, after)
    f.begin(inside)

    def write(own: WarpEmitter) -> None:
        values = carried.of(own)
        values.bind(places.read(own, own.view.warp))
        own.env[body.args[0]] = rebuild(own, own.val(op.lb), e.plan.shapes[body.args[0]], op.lb.type, [index])
        emit_block(own, body)
        places.write(own, values.parts(yielded(own, body)))

    _each_warp(e, op, write)
    e.poll(op)
    following = f.op(f"add {kind} {index}, {step}")
    f.fill(place, f"{index} = phi {kind} [ {lower}, %{entry} ], [ {following}, %{f.block} ]")
    f.branch(head)
    f.begin(after)


def _each_warp(e: WarpEmitter, op: Operation, write: Callable[[WarpEmitter], None]) -> None:
    """A loop over the block's warps; `write` writes what is done for one, given its own emitter."""
    f = e.f
    entry, head, after = f.block, f.label("warp"), f.label("warps")
    f.branch(head)
    f.begin(head)
    warp, place = f.fresh(), f.reserve()
    thread = f.op(f"mul i32 {warp}, {WARP_LANES}")
    plan, view = replace(e.plan, kept=frozenset()), replace(e.view, warp=warp, first_thread=thread)
    own = replace(e, plan=plan, view=view, env=dict(e.env), splats={})
    emit_ops(own, e.plan.teams[op].own)
    write(own)
    following = f.op(f"add i32 {warp}, 1")
    f.fill(place, f"{warp} = phi i32 [ 0, %{entry} ], [ {following}, %{f.block} ]")
    f.branch_if(f.op(f"icmp ult i32 {following}, {_warps(e)}"), head, after, suffix=ROLLED)
    f.begin(after)


def _warps(e: WarpEmitter) -> int:
    warps = e.plan.geometry.warps
    assert warps is not None
    return warps


def place_bytes(kind: str) -> int:
    """The bytes that a value of an LLVM type is given: whole cache lines.

    >>> place_bytes("<32 x float>"), place_bytes("i64"), place_bytes("<32 x i1>")
    (128, 64, 64)
    """
    lanes, scalar = kind[1:-1].split(" x ") if kind[0] == "<" else ("1", kind)
    bits = int(scalar[1:]) if scalar[0] == "i" else 8 * _SIZES[scalar]
    return -(-int(lanes) * bits // (8 * _LINE_BYTES)) * _LINE_BYTES
