"""The lane analysis of one kernel: the lanes of every value, by a fixpoint over loop-carried values.

Values carried by a loop start from their initial lanes and are joined with what the body yields until nothing changes;
a nested loop starts again from where it last ended, so the cost stays close to one walk a loop level.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import gcd
from types import MappingProxyType
from typing import Final

from xdsl.dialects import scf
from xdsl.ir import Attribute, Block, Operation, SSAValue

from cutedsl.arch.abi.host import MAX_BLOCK_THREADS, WARP_LANES
from cutedsl.codegen.cpu.lanes.lanes import (
    LANE_NUMBERS,
    UNIFORM,
    VARYING,
    Lanes,
    constant_lanes,
    join,
    lanes_of,
    spreads,
    trailing_power,
    widen,
)
from cutedsl.codegen.cpu.lanes.offsets import offset_bits
from cutedsl.codegen.cpu.lanes.ranges import range_of, varying_within
from cutedsl.codegen.cpu.lanes.transfer import divide_index, fits, remainder_index, transfer
from cutedsl.codegen.cpu.lanes.widening import widened
from cutedsl.codegen.llvm.attributes import attribute, integer, integers, string
from cutedsl.codegen.llvm.constants import constant_values
from cutedsl.codegen.llvm.types import bit_width, is_float, storage_bytes, vector_size
from cutedsl.errors import internal_error
from cutedsl.errors.frozen import frozen
from cutedsl.ir.facts import facts
from cutedsl.ir.fast import operands_of, ops_of
from cutedsl.ir.foreign import signed
from cutedsl.ir.types import PtrType

Shape = Lanes | tuple[Lanes, ...]
"""The lanes of a value; of each element for a `vector<NxT>`; of the byte offset for a pointer."""

ZERO: Final = constant_lanes(0)


@frozen
class Geometry:
    """What is known of the launch when a kernel is compiled.

    `lanes` threads run as one: a warp, one thread (1), or fewer than a warp where nobody can tell (`lane_groups`).
    """

    block_dim: tuple[int, int, int] | None = None
    lanes: int = WARP_LANES
    cluster_dim: tuple[int, int, int] = (1, 1, 1)

    @property
    def threads(self) -> int | None:
        """Threads of a block, None when only the launch knows."""
        return None if self.block_dim is None else self.block_dim[0] * self.block_dim[1] * self.block_dim[2]

    @property
    def group(self) -> int:
        """The threads of a warp, or of what runs in its place."""
        return WARP_LANES if self.lanes == 1 else self.lanes

    @property
    def warps(self) -> int | None:
        """Warps of a block, or what runs in their place; the last one maybe partial."""
        return None if self.threads is None else -(-self.threads // self.group)

    @property
    def cluster_blocks(self) -> int:
        """Blocks of a cluster."""
        x, y, z = self.cluster_dim
        return x * y * z

    def linear_thread(self) -> Lanes:
        """The lanes of the linear thread index, `warp * 32 + lane`."""
        last = 31 if self.warps is None else self.warps - 1
        return lanes_of(LANE_NUMBERS[: self.group], self.group if last else 1 << 62, 0, last * self.group)


def same(shape: Lanes, mlir: Attribute) -> Shape:
    """`shape` for a scalar, or for each element of a register vector."""
    size = vector_size(mlir)
    return (shape,) * size if size else shape


def _combine_components(a: Shape, b: Shape, combine: Callable[[Lanes, Lanes], Lanes]) -> Shape:
    if isinstance(a, tuple):
        assert isinstance(b, tuple)
        return tuple(combine(x, y) for x, y in zip(a, b, strict=True))
    assert isinstance(b, Lanes)
    return combine(a, b)


@dataclass(slots=True)
class LaneAnalysis:
    """Runs the analysis on a function body; `shapes` holds the result for every SSA value."""

    geometry: Geometry
    shapes: dict[SSAValue, Shape] = field(default_factory=dict[SSAValue, Shape])

    def run(self, block: Block) -> dict[SSAValue, Shape]:
        for argument in block.args:
            self.shapes[argument] = ZERO if isinstance(argument.type, PtrType) else same(UNIFORM, argument.type)
        self._block(block)
        return self.shapes

    def _block(self, block: Block) -> None:
        for op in ops_of(block):
            self.visit(op)

    def visit(self, op: Operation) -> None:
        """Finds the lanes of an op's results from those of its operands."""
        rule = _RULES.get(op.name)
        if rule is None:
            self._elementwise(op)
        else:
            rule(self, op)

    def _lanes(self, value: SSAValue) -> Lanes:
        shape = self.shapes[value]
        assert isinstance(shape, Lanes)
        return shape

    def _elementwise(self, op: Operation) -> None:
        if not op.results:
            return
        if not facts(op).arithmetic:
            raise internal_error(f"the lane analysis has no rule for {op.name}")
        (result,) = op.results
        size = vector_size(result.type)
        operands = [self.shapes[x] for x in operands_of(op)]
        if not size:
            self.shapes[result] = transfer(op, [x for x in operands if isinstance(x, Lanes)])
            return
        columns = [x if isinstance(x, tuple) else (x,) * size for x in operands]
        if is_float(result.type):
            self.shapes[result] = tuple(
                UNIFORM if all(x.uniform for x in row) else VARYING for row in zip(*columns, strict=True)
            )
        else:
            self.shapes[result] = tuple(_vector_element(row) for row in zip(*columns, strict=True))

    def set(self, op: Operation, lanes: Lanes) -> None:
        (result,) = op.results
        self.shapes[result] = same(lanes, result.type)

    def constant(self, op: Operation) -> None:
        result = op.results[0]
        value = attribute(op, "value")
        assert value is not None
        if is_float(result.type):
            self.set(op, UNIFORM)
            return
        width = bit_width(result.type)
        numbers = tuple(constant_lanes(signed(int(x), width)) for x in constant_values(value))
        size = vector_size(result.type)
        if not size:
            self.shapes[result] = numbers[0]
        else:
            self.shapes[result] = numbers if len(numbers) == size else numbers * size

    def uniform(self, op: Operation) -> None:
        for result in op.results:
            self.shapes[result] = ZERO if isinstance(result.type, PtrType) else same(UNIFORM, result.type)

    def thread_idx(self, op: Operation) -> None:
        if self.geometry.lanes == 1:
            self.set(op, lanes_of((), 1, 0, MAX_BLOCK_THREADS - 1))
        else:
            self.set(op, thread_index_lanes(self.geometry, integer(op, "axis")))

    def block_dim(self, op: Operation) -> None:
        dims = self.geometry.block_dim
        self.set(op, Lanes((), 1, 1, 1024) if dims is None else constant_lanes(dims[integer(op, "axis")]))

    def grid_index(self, op: Operation) -> None:
        self.set(op, Lanes((), 1, 0, (1 << 31) - 1))

    def table(self, op: Operation) -> None:
        numbers = integers(op, "numbers")
        counts = not is_float(op.results[0].type)
        align = trailing_power(gcd(*numbers))
        self.set(op, lanes_of((), align, min(numbers), max(numbers)) if counts else UNIFORM)

    def lane_idx(self, op: Operation) -> None:
        alone = self.geometry.lanes == 1
        self.set(op, lanes_of((), 1, 0, WARP_LANES - 1) if alone else lanes_of(LANE_NUMBERS, 1 << 62, 0, 0))

    def warp_idx(self, op: Operation) -> None:
        warps = self.geometry.warps
        self.set(op, lanes_of((), 1, 0, 31 if warps is None else warps - 1))

    def ptr_add(self, op: Operation) -> None:
        start, index = operands_of(op)
        pointer, offset, mlir = self._lanes(start), self._lanes(index), start.type
        assert isinstance(mlir, PtrType)
        have = bit_width(index.type)
        if have < offset_bits(mlir.space.data):
            offset = widened(offset, have, unsigned=False, index=True)
        self.set(op, offset_lanes(pointer, offset, storage_bytes(mlir.element)))

    def ptr_keep(self, op: Operation) -> None:
        self.shapes[op.results[0]] = self.shapes[op.operands[0]]

    def ptr_to_int(self, op: Operation) -> None:
        source = self._lanes(op.operands[0])
        self.set(op, VARYING if source.varying else lanes_of(source.offsets, 1))

    def ptr_from_int(self, op: Operation) -> None:
        address, result = self._lanes(op.operands[0]), op.results[0].type
        assert isinstance(result, PtrType)
        inside = result.space.data == "smem" or address.offsets is None
        self.set(op, address if inside else lanes_of(address.offsets, 1 << 62, 0, 0))

    def ptr_extent(self, op: Operation) -> None:
        source = self._lanes(op.operands[0])
        start = ZERO if len(op.operands) == 2 else UNIFORM
        self.shapes[op.results[0]] = start if source.uniform else source

    def cluster_index(self, op: Operation) -> None:
        kind, axis = string(op, "kind"), integer(op, "axis")
        size = self.geometry.cluster_dim[axis] if kind in ("block_idx", "block_dim") else self.geometry.cluster_blocks
        match kind:
            case "idx" | "dim":
                self.grid_index(op)
            case "block_idx" | "rank":
                self.set(op, lanes_of((), 1, 0, size - 1))
            case _:
                self.set(op, constant_lanes(size))

    def mapa(self, op: Operation) -> None:
        pointer, rank = (self._lanes(x) for x in op.operands)
        self.shapes[op.results[0]] = pointer if rank.uniform else VARYING

    def agreed(self, op: Operation) -> None:
        """Uniform where the operands are."""
        self.set(op, UNIFORM if all(self._lanes(x).uniform for x in op.operands) else VARYING)

    def load(self, op: Operation) -> None:
        pointer = operands_of(op)[0]
        assert isinstance(pointer.type, PtrType)
        private = pointer.type.space.data == "rmem" and self.geometry.lanes > 1
        self.set(op, UNIFORM if self._lanes(pointer).uniform and not private else VARYING)

    def varying(self, op: Operation) -> None:
        for result in op.results:
            self.shapes[result] = same(VARYING if self.geometry.lanes > 1 else UNIFORM, result.type)

    def shuffle(self, op: Operation) -> None:
        value, offset, _mask, clamp = (self._lanes(x) for x in op.operands)
        broadcast = string(op, "mode") == "idx" and offset.uniform and clamp.constant == 31
        self.set(op, UNIFORM if value.uniform or broadcast else VARYING)

    def over_mask(self, op: Operation) -> None:
        """A warp operation has one result where all lanes give one mask."""
        self.set(op, VARYING if self._lanes(op.operands[1]).varying else UNIFORM)

    def match(self, op: Operation) -> None:
        whole = string(op, "kind") == "all" and not self._lanes(op.operands[1]).varying
        self.set(op, UNIFORM if whole or self.geometry.lanes == 1 else VARYING)

    def special_register(self, op: Operation) -> None:
        alone = self.geometry.lanes == 1
        self.set(op, UNIFORM if alone else register_lanes(string(op, "register"), bit_width(op.results[0].type)))

    def extract(self, op: Operation) -> None:
        source = self.shapes[op.operands[0]]
        assert isinstance(source, tuple)
        self.shapes[op.results[0]] = source[integer(op, "index")]

    def pack(self, op: Operation) -> None:
        self.shapes[op.results[0]] = tuple(self._lanes(x) for x in op.operands)

    def splat(self, op: Operation) -> None:
        self.set(op, self._lanes(op.operands[0]))

    def branch(self, op: Operation) -> None:
        assert isinstance(op, scf.IfOp)
        uniform = self._lanes(op.cond).uniform
        arms = [region.block for region in op.regions if region.blocks]
        for block in arms:
            self._block(block)
        for index, result in enumerate(op.results):
            ends = [self.shapes[_terminator(block).operands[index]] for block in arms]
            joined = _combine_components(ends[0], ends[1], join) if uniform else same(VARYING, result.type)
            self.shapes[result] = joined

    def loop(self, op: Operation) -> None:
        assert isinstance(op, scf.ForOp)
        body = op.body.block
        lower, upper, step = (self._lanes(x) for x in (op.lb, op.ub, op.step))
        varying = not (lower.uniform and upper.uniform and step.uniform)
        negative = "cute.step_negative" in op.attributes
        if "cute.unsigned" in op.attributes and not (known_natural(lower) and known_natural(upper)):
            lower, upper = (replace(lanes, low=None, high=None) for lanes in (lower, upper))
        self.shapes[body.args[0]] = induction_lanes(lower, upper, step, negative, bit_width(op.lb.type))
        self._fixpoint(body.args[1:], op.iter_args, op.results, varying, lambda: self._body(body))
        for result, argument in zip(op.results, body.args[1:], strict=True):
            self.shapes[result] = self.shapes[argument]

    def _body(self, block: Block) -> Sequence[SSAValue]:
        self._block(block)
        return _terminator(block).operands

    def while_loop(self, op: Operation) -> None:
        assert isinstance(op, scf.WhileOp)
        before, after = op.before_region.block, op.after_region.block

        def turn() -> Sequence[SSAValue]:
            self._block(before)
            condition, *forwarded = _terminator(before).operands
            varying = not self._lanes(condition).uniform
            for value, argument, result in zip(forwarded, after.args, op.results, strict=True):
                self.shapes[argument] = self.shapes[value]
                lost = varying and result.first_use is not None
                self.shapes[result] = same(VARYING, result.type) if lost else self.shapes[value]
            self._block(after)
            return _terminator(after).operands

        self._fixpoint(before.args, op.arguments, (), False, turn)

    def _fixpoint(
        self,
        arguments: Sequence[SSAValue],
        initial: Sequence[SSAValue],
        results: Sequence[SSAValue],
        varying: bool,
        turn: Callable[[], Sequence[SSAValue]],
    ) -> None:
        """Raises the lanes of `arguments` until they describe the initial values and what `turn` yields.

        In a varying loop lanes leave at different turns, so a carried value that is read afterwards is a vector.
        """
        for index, (argument, start) in enumerate(zip(arguments, initial, strict=True)):
            shape = _combine_components(self.shapes[start], self.shapes[start], lambda a, _b: widen(a))
            if varying and results[index].first_use is not None:
                shape = same(VARYING, argument.type)
            before = self.shapes.get(argument)
            self.shapes[argument] = shape if before is None else _combine_components(before, shape, join)
        while True:
            changed = False
            for argument, value in zip(arguments, turn(), strict=True):
                old = self.shapes[argument]
                new = _combine_components(old, self.shapes[value], lambda a, b: widen(join(a, b)))
                if new != old:
                    self.shapes[argument] = new
                    changed = True
            if not changed:
                return


def _terminator(block: Block) -> Operation:
    last = block.last_op
    assert last is not None
    return last


def _vector_element(row: Sequence[Lanes]) -> Lanes:
    """One element of an integer vector op: only uniformity is followed, its arithmetic is rarely an address."""
    return UNIFORM if all(x.uniform for x in row) else VARYING


def thread_index_lanes(geometry: Geometry, axis: int) -> Lanes:
    """The lanes of `thread_idx` along an axis, from the block's shape."""
    linear = geometry.linear_thread()
    if geometry.block_dim is None:
        return VARYING
    x, y, _z = geometry.block_dim
    rows = divide_index(linear, x)
    return (remainder_index(linear, x), remainder_index(rows, y), divide_index(rows, y))[axis]


_LANE_MASKS: Final[Mapping[str, Callable[[int], int]]] = MappingProxyType(
    {
        "lanemask_eq": lambda lane: 1 << lane,
        "lanemask_lt": lambda lane: (1 << lane) - 1,
        "lanemask_le": lambda lane: (2 << lane) - 1,
        "lanemask_gt": lambda lane: -(2 << lane),
        "lanemask_ge": lambda lane: -(1 << lane),
    }
)
_FIXED_REGISTERS: Final = {"smid": 0, "nsmid": 1, "nwarpid": 64, "gridid": 0}
"""The CPU is one multiprocessor."""


def register_lanes(name: str, width: int) -> Lanes:
    """The lanes of a special register: constants where the CPU has one answer, else uniform."""
    if name in _LANE_MASKS:
        return lanes_of(tuple(signed(_LANE_MASKS[name](lane), width) for lane in LANE_NUMBERS), 1 << 62, 0, 0)
    return constant_lanes(_FIXED_REGISTERS[name]) if name in _FIXED_REGISTERS else UNIFORM


@lru_cache(maxsize=1 << 14)
def offset_lanes(pointer: Lanes, offset: Lanes, elem_bytes: int) -> Lanes:
    """The byte offset of a pointer moved by `offset` elements, in 64 bits."""
    if pointer.varying or offset.varying:
        start, step = range_of(pointer, 64), range_of(offset, 64)
        if start is None or step is None:
            return VARYING
        return varying_within((start[0] + step[0] * elem_bytes, start[1] + step[1] * elem_bytes), 64)
    pairs = spreads(pointer, offset)
    offsets = () if pointer.uniform and offset.uniform else tuple(p + o * elem_bytes for p, o in pairs)
    low = high = None
    if pointer.low is not None and offset.low is not None and pointer.high is not None and offset.high is not None:
        low, high = pointer.low + offset.low * elem_bytes, pointer.high + offset.high * elem_bytes
        if not (fits(low, 64) and fits(high, 64)):
            low = high = None
    return lanes_of(offsets, 1, low, high)


def known_natural(lanes: Lanes) -> bool:
    """Whether no lane's number, read as one with a sign, is below 0."""
    return lanes.low is not None and lanes.low + min(lanes.spread) >= 0


def induction_lanes(lower: Lanes, upper: Lanes, step: Lanes, negative: bool, width: int) -> Lanes:
    """The lanes of an induction variable: those of its start, where every lane takes the same steps."""
    if lower.varying or not step.uniform:
        return VARYING
    low = high = None
    if lower.low is not None and upper.high is not None and not negative:
        low = lower.low
        high = max(upper.high + max(upper.spread) - 1 - min(lower.spread), low) if upper.offsets is not None else None
    elif lower.low is not None and not negative:
        low, high = lower.low, (1 << (width - 1)) - 1
    align = min(lower.align, step.align)
    return lanes_of(lower.offsets, align, low, high)


_RULES: Final[Mapping[str, Callable[[LaneAnalysis, Operation], None]]] = MappingProxyType(
    {
        "arith.constant": LaneAnalysis.constant,
        "ub.poison": LaneAnalysis.uniform,
        "cute.table": LaneAnalysis.table,
        "cute.thread_idx": LaneAnalysis.thread_idx,
        "cute.block_idx": LaneAnalysis.grid_index,
        "cute.grid_dim": LaneAnalysis.grid_index,
        "cute.block_dim": LaneAnalysis.block_dim,
        "cute.lane_idx": LaneAnalysis.lane_idx,
        "cute.warp_idx": LaneAnalysis.warp_idx,
        "cute.ptr.add": LaneAnalysis.ptr_add,
        "cute.ptr.cast": LaneAnalysis.ptr_keep,
        "cute.ptr.extent": LaneAnalysis.ptr_extent,
        "cute.ptr.tensor": LaneAnalysis.ptr_keep,
        "cute.ptr.to_int": LaneAnalysis.ptr_to_int,
        "cute.ptr.from_int": LaneAnalysis.ptr_from_int,
        "cute.ptr.load": LaneAnalysis.load,
        "cute.smem_alloc": LaneAnalysis.uniform,
        "cute.rmem_alloc": LaneAnalysis.uniform,
        "cute.shuffle": LaneAnalysis.shuffle,
        "cute.vote": LaneAnalysis.over_mask,
        "cute.match": LaneAnalysis.match,
        "cute.redux": LaneAnalysis.over_mask,
        "cute.atomic": LaneAnalysis.varying,
        "cute.tma.make": LaneAnalysis.uniform,
        "cute.tma.descriptor_at": LaneAnalysis.uniform,
        "cute.tma.descriptor_word": LaneAnalysis.uniform,
        "cute.tma.descriptor_address": LaneAnalysis.uniform,
        "cute.clc.answer": LaneAnalysis.load,
        "cute.cluster_index": LaneAnalysis.cluster_index,
        "cute.mapa": LaneAnalysis.mapa,
        "cute.mbarrier.test": LaneAnalysis.agreed,
        "cute.atomic_cas": LaneAnalysis.varying,
        "cute.ordered_load": LaneAnalysis.load,
        "cute.special_register": LaneAnalysis.special_register,
        "cute.ldmatrix": LaneAnalysis.varying,
        "cute.tcgen05.ld": LaneAnalysis.varying,
        "cute.mma": LaneAnalysis.varying,
        "cute.elect": LaneAnalysis.varying,
        "cute.vec.extract": LaneAnalysis.extract,
        "cute.vec.pack": LaneAnalysis.pack,
        "cute.vec.splat": LaneAnalysis.splat,
        "scf.if": LaneAnalysis.branch,
        "scf.for": LaneAnalysis.loop,
        "scf.while": LaneAnalysis.while_loop,
    }
)
