"""The warp emitter: walks a function body and writes LLVM text, scalar where lanes agree and vectors where not.

Host functions use it with one lane. The families of ops live in their own modules; `dispatch` joins them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from xdsl.dialects.builtin import i32, i64
from xdsl.ir import Attribute, Operation, SSAValue

from cutedsl.arch.abi.host import WARP_LANES, ErrorCode
from cutedsl.codegen.cpu.frame import CheckNotes, Frame, TeamMemory
from cutedsl.codegen.cpu.lanes.lanes import Lanes
from cutedsl.codegen.cpu.lanes.offsets import offset_type
from cutedsl.codegen.cpu.plan.kernel_plan import KernelPlan
from cutedsl.codegen.cpu.sites import SiteTable
from cutedsl.codegen.cpu.values import Both, Compare, Pointer, Val, Value
from cutedsl.codegen.cpu.warp.meetings import Meetings
from cutedsl.codegen.cpu.wide_accesses import OpenRow
from cutedsl.codegen.llvm.block_state import STATE
from cutedsl.codegen.llvm.constants import number_text
from cutedsl.codegen.llvm.elementwise import lane_constants
from cutedsl.codegen.llvm.text import FunctionText, ModuleText
from cutedsl.codegen.llvm.types import scalar_type, shaped
from cutedsl.errors.frozen import frozen

UNLIKELY: Final = ", !prof !0"
LIKELY: Final = ", !prof !1"
ROLLED: Final = ", !llvm.loop !4"
"""Of a loop that LLVM leaves as it is: to write its few turns out costs time to compile, and gains none."""
PROFILE_METADATA: Final = (
    '!0 = !{!"branch_weights", i32 1, i32 100000}',
    '!1 = !{!"branch_weights", i32 100000, i32 1}',
)
ROLLED_METADATA: Final = ("!4 = distinct !{!4, !5}", '!5 = !{!"llvm.loop.unroll.disable"}')
STOP: Final = "stop"
"""The block that a function leaves through when the call ends early."""


@frozen
class WarpView:
    """The threads that code is being written for: a warp of the block, or some of its lanes."""

    warp: str = "%warp"
    """The text of the warp's index: another one where one warp runs a loop for all of its block."""
    first_thread: str = "%first_thread"
    """The text of the linear thread of the warp's first lane."""
    full: str | None = None
    """The lanes that the warp has (the last warp of a block may be partial), as a mask; None for all."""
    part: tuple[int, int] | None = None
    """The first lane and how many there are, where code is written for some of the lanes."""
    thread: str = "0"
    """The text of the thread that scalar code runs in."""


@dataclass(slots=True)
class WarpEmitter:
    """The state of writing one function: it follows `plan`, and has what changes from one op to the next."""

    plan: KernelPlan
    """What was decided before: it does not change (a loop in parts, or for a team, is written by another emitter)."""
    module: ModuleText
    """The module's text, which functions and declarations are added to."""
    sites: SiteTable
    """The module's table of places in the program that errors are about."""
    f: FunctionText
    """The text of the function so far."""
    view: WarpView = field(default_factory=WarpView)
    """The threads that code is being written for."""
    mask: str | None = None
    """The active lanes as `<32 x i1>`; None when all are."""
    env: dict[SSAValue, Value] = field(default_factory=dict[SSAValue, Value])
    """What stands for each value."""
    splats: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])
    """Values computed once per region, such as scalars broadcast to all lanes; cleared at its end."""
    loop_depth: int = 0
    """The loops around the place being written."""
    frame: Frame = field(default_factory=Frame)
    """The function's stack slots and shared reports."""
    rows: dict[Operation, OpenRow] = field(default_factory=dict[Operation, OpenRow])
    """The rows of stores of which some are still to come."""
    team_memory: TeamMemory = field(default_factory=TeamMemory)
    """What loops that one warp runs for its block took of the block's memory."""
    notes: CheckNotes = field(default_factory=CheckNotes)
    """What a checked function keeps beside the memory of the program."""
    meetings: Meetings | None = None
    """Set where the lanes of a warp run apart: what they do together."""

    @property
    def lanes(self) -> int:
        """Lanes of a vector, 0 in scalar mode."""
        if self.view.part is not None:
            return self.view.part[1]
        lanes = self.plan.geometry.lanes
        return lanes if lanes > 1 else 0

    @property
    def told_lanes(self) -> int:
        """Lanes of what is reported to the checker: all of a warp, also where this one runs apart."""
        return self.lanes if self.meetings is None else WARP_LANES

    @property
    def in_a_team(self) -> bool:
        """Whether code is written for any warp of a block, in the one that runs it for all."""
        return self.view.warp != "%warp"

    @property
    def block(self) -> tuple[str, str, str]:
        """The texts of the block's indices."""
        return ("%block_x", "%block_y", "%block_z") if self.plan.launches is None else ("0", "0", "0")

    def val(self, value: SSAValue) -> Val:
        """A scalar-typed value."""
        found = self.env[value]
        assert isinstance(found, Val)
        return found

    def pointer(self, value: SSAValue) -> Pointer:
        found = self.env[value]
        assert isinstance(found, Pointer)
        return found

    def elements(self, value: SSAValue) -> tuple[Val, ...]:
        """The elements of a register vector, or a scalar as one element."""
        found = self.env[value]
        assert not isinstance(found, Pointer)
        return (found,) if isinstance(found, Val) else found

    def lanes_of(self, value: SSAValue) -> Lanes:
        shape = self.plan.shapes[value]
        assert isinstance(shape, Lanes)
        return shape

    def vector(self, val: Val, mlir: Attribute) -> str:
        """The value as a vector over the lanes (in scalar mode: the scalar)."""
        if val.test is not None and self.lanes:
            return self._evaluate(val.test)
        return (
            val.text
            if val.lanes.offsets is None or not self.lanes
            else self._spread_over_lanes(val, scalar_type(mlir), mlir)
        )

    def offset_vector(self, pointer: Pointer) -> str:
        """A pointer's byte offsets as a vector."""
        kind = i64 if pointer.offset_type == "i64" else i32
        return self.vector(pointer.offset, kind)

    def _spread_over_lanes(self, val: Val, scalar: str, mlir: Attribute) -> str:
        if val.lanes.known:
            return lane_constants(val.lanes.values()[: self.lanes], mlir)
        splat = self.splat(val.text, scalar)
        if val.lanes.uniform:
            return splat
        return self.f.op(f"add {shaped(mlir, self.lanes)} {splat}, {lane_constants(val.lanes.spread, mlir)}")

    def concatenated(self, texts: Sequence[str], kind: str, lanes: int) -> str:
        """Vectors of `lanes` elements as one, in their order; a power of two of them."""
        parts, length = list(texts), lanes
        while len(parts) > 1:
            vector, order = f"<{length} x {kind}>", ", ".join(f"i32 {n}" for n in range(2 * length))
            parts = [
                self.f.op(f"shufflevector {vector} {a}, {vector} {b}, <{2 * length} x i32> <{order}>")
                for a, b in zip(parts[::2], parts[1::2], strict=True)
            ]
            length *= 2
        return parts[0]

    def splat(self, text: str, scalar: str) -> str:
        """A scalar repeated in every lane; remembered within the region being written."""
        if not text.startswith("%"):
            return f"splat ({scalar} {text})"
        key = (text, scalar)
        found = self.splats.get(key)
        if found is None:
            kind = f"<{self.lanes} x {scalar}>"
            one = self.f.op(f"insertelement {kind} poison, {scalar} {text}, i32 0")
            zeros = f"<{self.lanes} x i32> zeroinitializer"
            found = self.splats[key] = self.f.op(f"shufflevector {kind} {one}, {kind} poison, {zeros}")
        return found

    def _evaluate(self, test: Compare | Both) -> str:
        if isinstance(test, Both):
            left, right = (self.condition(x) for x in (test.left, test.right))
            return self.f.op(f"and <{self.lanes} x i1> {left}, {right}")
        kind = f"i{test.width}"
        mlir = i64 if test.width == 64 else i32
        left = self._spread_over_lanes(test.affine, kind, mlir)
        right = self.splat(test.uniform.text, kind)
        return self.f.op(f"icmp {test.predicate} <{self.lanes} x {kind}> {left}, {right}")

    def condition(self, val: Val) -> str:
        """A condition as `<32 x i1>`."""
        if val.test is not None:
            return self._evaluate(val.test)
        if val.lanes.varying:
            return val.text
        if val.lanes.known:
            return "<" + ", ".join(f"i1 {'true' if v & 1 else 'false'}" for v in val.lanes.values()[: self.lanes]) + ">"
        return self.splat(val.text, "i1")

    def literal(self, value: int | float, mlir: Attribute, lanes: Lanes) -> Val:
        """A compile-time number as a uniform value."""
        return Val(number_text(value, scalar_type(mlir)), lanes)

    def mask_bits(self) -> str:
        """The active lanes as an i32, bit i for lane i."""
        if self.mask is not None:
            return self.bits(self.mask)
        if self.meetings is not None:
            return self.f.op("shl i32 1, %lane")
        return "-1" if self.view.part is None else str((1 << self.lanes) - 1)

    def bits(self, mask: str) -> str:
        """A `<32 x i1>` as an i32."""
        if self.view.part is None:
            return self.f.op(f"bitcast <{self.lanes} x i1> {mask} to i32")
        bits = self.f.op(f"bitcast <{self.lanes} x i1> {mask} to i{self.lanes}")
        return self.f.op(f"zext i{self.lanes} {bits} to i32")

    def any_of(self, mask: str) -> str:
        """Whether any lane of a mask is set, as i1."""
        return self.f.op(f"icmp ne i32 {self.bits(mask)}, 0")

    def with_mask(self, mask: str) -> str:
        """`mask` and the active lanes."""
        return mask if self.mask is None else self.f.op(f"and <{self.lanes} x i1> {mask}, {self.mask}")

    def gep(self, pointer: Pointer, offset: str) -> str:
        """The LLVM pointer at a byte offset from a pointer's base."""
        if offset == "0":
            return pointer.base
        return self.f.op(f"getelementptr i8, ptr {pointer.base}, {pointer.offset_type} {offset}")

    def addresses(self, pointer: Pointer) -> str:
        """The address of each lane as i64; nothing of its making is remembered, so that it may stand in a branch."""
        kind = f"<{self.told_lanes} x i64>"
        if self.meetings is not None:
            place = self.f.op(f"ptrtoint ptr {self.gep(pointer, pointer.offset.text)} to i64")
            return self.f.op(f"insertelement {kind} zeroinitializer, i64 {place}, i32 %lane")
        splats, self.splats = self.splats, dict(self.splats)
        offsets = self.offset_vector(pointer)
        if pointer.offset_type == "i32":
            offsets = self.f.op(f"sext <{self.lanes} x i32> {offsets} to {kind}")
        base = self.splat(self.f.op(f"ptrtoint ptr {pointer.base} to i64"), "i64")
        places = self.f.op(f"add {kind} {base}, {offsets}")
        self.splats = splats
        return places

    def add_offset(self, pointer: Pointer, offset: str, constant: int) -> str:
        """`offset + constant` in a pointer's offset type."""
        if not constant:
            return offset
        if not offset.startswith("%"):
            return str(int(offset) + constant)
        return self.f.op(f"add {pointer.offset_type} {offset}, {constant}")

    def alloca(self, kind: str, align: int = 8) -> str:
        """A stack slot, in the entry block."""
        name = self.f.fresh()
        self.frame.allocas.append(f"  {name} = alloca {kind}, align {align}")
        return name

    def slot(self, kind: str) -> str:
        """The function's stack slot for what is written on the way out of it."""
        exits = self.frame.exits
        if kind not in exits:
            exits[kind] = self.alloca(kind, 64)
        return exits[kind]

    def first_thread(self) -> str:
        """The linear thread of the first lane."""
        part, first = self.view.part, self.view.first_thread
        return first if part is None or not part[0] else self.f.op(f"add i32 {first}, {part[0]}")

    def thread_of_bits(self, bits: str) -> str:
        """The linear thread of the lowest set lane."""
        if not self.lanes:
            return self.view.thread
        self.module.declare("i32 @llvm.cttz.i32(i32, i1)")
        lane = self.f.op(f"call i32 @llvm.cttz.i32(i32 {bits}, i1 false)")
        return self.f.op(f"add i32 {self.first_thread()}, {lane}")

    def fail_if(self, bad: str, code: ErrorCode, site: int, bits: str = "-1", detail: tuple[str, ...] = ()) -> None:
        """Ends the call with an error where `bad` (i1) holds; `bits` are the lanes to blame.

        What came through here once is not looked at again.
        """
        known, looked = self.f.known, f"failed if {bad}"
        if known is not None:
            if looked in known:
                return
            known[looked] = bad
        failed, fine = self.f.label("bad"), self.f.label("ok")
        self.f.branch_if(bad, failed, fine, suffix=UNLIKELY)
        self.f.begin(failed)
        self.fail(code, site, bits, detail)
        self.f.begin(fine, known)

    def fail(self, code: ErrorCode, site: int, bits: str = "-1", detail: tuple[str, ...] = ()) -> None:
        """Records an error and leaves; the current block ends."""
        thread = self.thread_of_bits(bits)
        x, y, z = self.block
        a, b, c = (*detail, "0", "0", "0")[:3]
        self.f.do(
            f"call i1 @cute.fail(ptr %rt, i32 {int(code)}, i32 {site}, i32 {thread}, "
            f"i32 {x}, i32 {y}, i32 {z}, i64 {a}, i64 {b}, i64 {c})"
        )
        self.f.branch(STOP)

    def poll(self, op: Operation) -> None:
        """Leaves a loop when the call was asked to stop, and says where it was: one load and one branch."""
        word = self.f.op("load atomic i64, ptr %poll monotonic, align 8")
        quiet = self.f.op(f"icmp eq i64 {word}, 0")
        slow, on, known = self.f.label("poll"), self.f.label("on"), self.f.known
        self.f.branch_if(quiet, on, slow, suffix=LIKELY)
        self.f.begin(slow)
        state = "%state" if self.plan.launches is None else "null"
        asked = f"call i1 @cute.poll_at(ptr %rt, ptr %poll, ptr {state}, i32 {self.sites.add(op, 'loop')})"
        self.f.branch_if(self.f.op(asked), STOP, on)
        self.f.begin(on, known)

    def state_field(self, name: str, kind: str) -> str:
        """A field of the block's state, loaded."""
        place = self.f.op(f"getelementptr i8, ptr %state, i64 {STATE[name]}")
        return self.f.op(f"load {kind}, ptr {place}, align 4")

    def offset_val(self, text: str, lanes: Lanes, space: str) -> Val:
        """A byte offset; a compile-time one is spelled as its number."""
        if lanes.known:
            return Val(number_text(lanes.low or 0, offset_type(space)), lanes)
        return Val(text, lanes)
