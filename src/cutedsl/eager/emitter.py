"""`EagerEmitter`: CuTe's emitter protocol, computed at once."""

from __future__ import annotations

import struct
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from cutedsl.arch.launch_limits import MAX_BLOCK, MAX_GRID, sizes_text
from cutedsl.eager import arithmetic, atomics, collectives, functions, printing, tensors, tile_ops
from cutedsl.eager.block import Block, HostThread
from cutedsl.eager.formats import array_type, held
from cutedsl.eager.indices import data_of, lane_int
from cutedsl.eager.memory import Memory
from cutedsl.eager.session import Session
from cutedsl.eager.tensors import EagerTensor
from cutedsl.eager.values import (
    POINTER_LAYOUT,
    Array,
    Lanes,
    NumberType,
    PointerType,
    ScalarType,
    TensorType,
    VectorType,
    scalar,
)
from cutedsl.errors import fail, internal_error
from cutedsl.lang.emission.emitter import LaunchesAtOnce
from cutedsl.staging.literal import wrap
from cutedsl.staging.live import Live
from cutedsl.staging.location import current_location
from cutedsl.staging.protocol import Handle, register_handles
from cutedsl.types import BOOLEAN, INT32, DType

Value = Lanes | EagerTensor
EagerType = ScalarType | VectorType | TensorType

register_handles(Lanes, EagerTensor)


@dataclass(slots=True)
class EagerRegion:
    """The level of the mask that a region runs in, and what it yielded."""

    depth: int
    yields: Sequence[Value] = field(default_factory=tuple[Value, ...])

    @property
    def args(self) -> Sequence[Handle]:
        return ()


class EagerEmitter(Live, LaunchesAtOnce):
    """Handles are `Lanes` and `EagerTensor`s; what is emitted happens in the live lanes of `block`."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.block: Block = HostThread()

    # -- types -------------------------------------------------------------------------------------------------------
    def type_of(self, handle: Value) -> EagerType:
        return handle.type

    def dtype_type(self, dtype: DType) -> EagerType:
        return ScalarType(dtype)

    def tensor_type(self, dtype: DType, space: str, layout: str, align_bytes: int, swizzle: str = "") -> EagerType:
        return TensorType(dtype, space, layout, align_bytes, swizzle)

    def vector_type(self, dtype: DType, count: int) -> EagerType:
        return VectorType(dtype, count)

    def pointer_type(self, dtype: DType, space: str, align_bytes: int, swizzle: str = "") -> EagerType:
        return PointerType(dtype, space, POINTER_LAYOUT, align_bytes, swizzle)

    def descriptor_type(self) -> EagerType:
        raise fail("not-yet", "bulk copies (TMA) in an eager run")

    # -- scalars and vectors -----------------------------------------------------------------------------------------
    def constant(self, value: int | float | bool, dtype: DType) -> Lanes:
        if dtype.is_float:
            return scalar(dtype, held(dtype, np.float64(value)))
        number = bool(value) if dtype.is_bool else wrap(int(value), dtype)
        return scalar(dtype, np.array(number, array_type(dtype)))

    def binary(self, op: str, dtype: DType, a: Lanes, b: Lanes) -> Lanes:
        if op in ("floordiv", "rem") and dtype.is_integer:
            self._check_divisor(b)
        return _like(a, b, dtype, arithmetic.binary(op, dtype, a.data, b.data, self.block.live))

    def compare(self, op: str, dtype: DType, a: Lanes, b: Lanes) -> Lanes:
        return _like(a, b, BOOLEAN, arithmetic.compare(op, a.data, b.data))

    def unary(self, op: str, dtype: DType, a: Lanes) -> Lanes:
        return _like(a, a, dtype, arithmetic.unary(op, dtype, a.data))

    def cast(self, a: Lanes, src: DType, dst: DType) -> Lanes:
        return _like(a, a, dst, arithmetic.cast(a.data, src, dst))

    def bitcast(self, a: Lanes, src: DType, dst: DType) -> Lanes:
        return _like(a, a, dst, arithmetic.bitcast(a.data, src, dst))

    def select(self, cond: Lanes, dtype: DType, a: Lanes, b: Lanes) -> Lanes:
        return _like(a, b, dtype, np.where(cond.data, a.data, b.data))

    def undefined(self, type: EagerType) -> Value:
        """Zero, as in compiled code for the CPU, so that every run gives the same."""
        match type:
            case ScalarType():
                return Lanes(type, np.zeros((), array_type(type.dtype)))
            case VectorType():
                return Lanes(type, np.zeros((type.count, 1), array_type(type.dtype)))
            case _:
                zeros = [lane_int(0) for _ in tensors.unknown_leaves(type.layout)]
                return EagerTensor(type, Memory.of_address(type.dtype, 0, 0), 0, tensors.filled(type.layout, zeros), "")

    def _check_divisor(self, divisor: Lanes) -> None:
        zero = self.block.live & (divisor.data == 0)
        if zero.any():
            lane = int(np.argmax(zero.reshape(-1, self.block.lanes).any(axis=0)))
            raise fail("division-by-zero", f"{self.block.name_of(lane)} divides by zero")

    # -- the mask ----------------------------------------------------------------------------------------------------
    def narrow(self, cond: Lanes, holds: bool) -> None:
        masks = self.block.masks
        masks[-1] = masks[-1] & (cond.data if holds else ~cond.data)

    def any_live(self) -> bool:
        return bool(self.block.live.any())

    def moment(self) -> object:
        return self.block.changes, int(np.count_nonzero(self.block.live))

    def are_same(self, before: Value, after: Value) -> bool:
        if isinstance(before, Lanes) and isinstance(after, Lanes):
            return bool((before.data == after.data).all())
        return before is after

    def merge(self, before: Value, after: Value, type: EagerType) -> Value:
        return self._pick(self.block.live, after, before)

    def _pick(self, cond: Array, a: Value, b: Value) -> Value:
        match a, b:
            case Lanes(), Lanes():
                return a if a is b else _like(a, b, a.dtype, np.where(cond, a.data, b.data))
            case EagerTensor(), EagerTensor():
                return self._pick_tensor(cond, a, b)
            case _:
                raise internal_error(f"{a.type} and {b.type} are joined")

    def _pick_tensor(self, cond: Array, a: EagerTensor, b: EagerTensor) -> EagerTensor:
        """A side that no live lane takes need not be over the same memory."""
        live = self.block.live
        if not (live & ~cond).any() and len(a.memory.elements):
            return a
        return b if not (live & cond).any() and len(b.memory.elements) else tensors.picked(cond, a, b)

    # -- regions -----------------------------------------------------------------------------------------------------
    def open_region(self, arg_types: Sequence[EagerType], arg_names: Sequence[str] = ()) -> EagerRegion:
        depth = len(self.block.masks)
        self.block.masks.append(self.block.live)
        return EagerRegion(depth)

    def leave_region(self, region: EagerRegion) -> None:
        del self.block.masks[region.depth :]

    def close_region(self, region: EagerRegion, yields: Sequence[Value]) -> None:
        region.yields = tuple(yields)

    def drop_region(self, region: EagerRegion) -> None:
        """Nothing to undo."""

    def if_(
        self, cond: Lanes, then_region: EagerRegion, else_region: EagerRegion, result_types: Sequence[EagerType]
    ) -> Sequence[Value]:
        pairs = zip(then_region.yields, else_region.yields, strict=True)
        return [self._pick(cond.data, a, b) for a, b in pairs]

    def add_region_arg(self, region: EagerRegion, type: EagerType, name: str = "") -> Value:
        raise internal_error("an eager run has no arguments of regions")

    def close_condition(self, region: EagerRegion, cond: Lanes, values: Sequence[Value]) -> None:
        raise internal_error("an eager run records no loops")

    def for_(
        self,
        lo: Lanes,
        hi: Lanes,
        step: Lanes,
        dtype: DType,
        inits: Sequence[Value],
        region: EagerRegion,
        attrs: Mapping[str, object],
    ) -> Sequence[Value]:
        raise internal_error("an eager run records no loops")

    def while_(self, inits: Sequence[Value], before: EagerRegion, after: EagerRegion) -> Sequence[Value]:
        raise internal_error("an eager run records no loops")

    # -- functions ---------------------------------------------------------------------------------------------------
    def begin_function(self, params: Sequence[tuple[str, EagerType]]) -> Sequence[Value]:
        raise internal_error("an eager run begins with `parameters`")

    @property
    def in_kernel(self) -> bool:
        return not isinstance(self.block, HostThread)

    def is_of_caller(self, handle: Value) -> bool:
        """Never: a run's values are the same everywhere."""
        return False

    def end_function(self, name: str, attributes: Mapping[str, object]) -> None:
        """Nothing to finish."""

    def launch(self, kernel: str, values: Sequence[Value]) -> None:
        raise internal_error("an eager run launches with `run_blocks`")

    def parameters(
        self, params: Sequence[tuple[str, EagerType]], slots: Sequence[int], read_only: Collection[int] = ()
    ) -> list[Value]:
        """A host function's parameters from the 8-byte slots of its arguments (see `arch/abi/host.py`).

        Tensors at the addresses `read_only` may not be written.
        """
        supply = iter(slots)
        return [_parameter(name, kind, supply, read_only) for name, kind in params]

    def run_blocks(
        self,
        dims: Sequence[Lanes],
        names: Sequence[str],
        values: Sequence[Value],
        body: Callable[[Sequence[Handle]], None],
    ) -> None:
        if not self.any_live():  # the host function does not come here: a loop without turns, a branch not taken
            return
        sizes = [int(d.data.reshape(-1)[0]) for d in dims[:6]]
        grid, threads = (sizes[0], sizes[1], sizes[2]), (sizes[3], sizes[4], sizes[5])
        _check_launch(grid, threads)
        passed = [_named(_uniform(v), name) for v, name in zip(values, names, strict=True)]
        host = self.block
        try:
            for number in range(grid[0] * grid[1] * grid[2]):
                index = (number % grid[0], number // grid[0] % grid[1], number // (grid[0] * grid[1]))
                self.block = Block(index, threads, grid)
                self.session.around(self.block, lambda: body(passed))
        finally:
            self.block = host

    # -- everything else ---------------------------------------------------------------------------------------------
    def leaf(self, handle: EagerTensor, index: int, dtype: DType) -> Lanes:
        leaf = data_of(tensors.run_time_leaves(handle)[index])
        return scalar(dtype, leaf.astype(array_type(dtype)))

    def op(
        self, name: str, operands: Sequence[Any], result_types: Sequence[Any], attrs: Mapping[str, object]
    ) -> tuple[Value, ...]:
        handler = OPS.get(name)
        if handler is not None:
            result = handler(self, operands, result_types[0] if result_types else None, attrs)
            return () if result is None or not result_types else (result,)
        dialect, _, function = name.partition(".")
        if dialect in ("math", "cute") and functions.is_function(function):
            data = functions.apply(function, operands[0].dtype, *(x.data for x in operands))
            return (_like(operands[0], operands[-1], operands[0].dtype, data),)
        raise fail("not-yet", f"`{name}` in an eager run")


# -- helpers of the methods ------------------------------------------------------------------------------------------
def _like(a: Lanes, b: Lanes, dtype: DType, data: Array) -> Lanes:
    """Numbers of a type, as many as the operands are."""
    count = next((v.type.count for v in (a, b) if isinstance(v.type, VectorType)), None)
    kind: NumberType = ScalarType(dtype) if count is None else VectorType(dtype, count)
    return Lanes(kind, np.asarray(data))


def _target() -> str:
    """The variable that the author's expression is assigned to."""
    site = current_location()
    return "" if site is None else site.target or ""


def _parameter(name: str, kind: EagerType, slots: Any, read_only: Collection[int]) -> Value:
    match kind:
        case ScalarType():
            return scalar(kind.dtype, _scalar_of_bits(next(slots), kind.dtype))
        case PointerType():
            layout = tensors.filled(kind.layout, [])
            return EagerTensor(kind, Memory.behind_pointer(kind.dtype, next(slots)), 0, layout, name)
        case TensorType():
            address = next(slots)
            leaves = [lane_int(_signed(next(slots))) for _ in tensors.unknown_leaves(kind.layout)]
            memory = Memory.of_address(kind.dtype, address, next(slots), address in read_only)
            return EagerTensor(kind, memory, 0, tensors.filled(kind.layout, leaves), name)
        case VectorType():
            raise fail("not-yet", f"a {kind} as an argument of an eager run")


def _signed(bits: int) -> int:
    return bits - (1 << 64) if bits >> 63 else bits


def _scalar_of_bits(bits: int, dtype: DType) -> Array:
    """The number in the low bits of a slot."""
    if not dtype.is_float:
        return np.array(bool(bits & 1) if dtype.is_bool else wrap(bits, dtype), array_type(dtype))
    if dtype.name == "BFloat16":
        return np.array(struct.unpack("<f", struct.pack("<I", (bits & 0xFFFF) << 16))[0], np.float32)
    code = {16: "e", 32: "f", 64: "d"}[dtype.width]
    return np.array(struct.unpack("<" + code, bits.to_bytes(8, "little")[: dtype.width // 8])[0], array_type(dtype))


def _check_launch(grid: tuple[int, int, int], threads: tuple[int, int, int]) -> None:
    """Refuses what no device could run."""
    for name, sizes, limits in (("grid", grid, MAX_GRID), ("block", threads, MAX_BLOCK)):
        if min(sizes) < 1:
            raise fail(f"launch-invalid-{name}", f"the {name} is {sizes_text(sizes)}; each size must be at least 1")
        if any(size > limit for size, limit in zip(sizes, limits, strict=True)):
            raise fail(f"launch-invalid-{name}", f"the {name} is {sizes}; a GPU takes at most {limits}")
    if threads[0] * threads[1] * threads[2] > 1024:
        raise fail("too-many-threads", f"a block of {threads} has more than 1024 threads")


def _uniform(value: Value) -> Value:
    """A value of the host's one lane for all lanes of a block."""
    match value:
        case Lanes(ScalarType()):
            return Lanes(value.type, value.data.reshape(-1)[0:1].reshape(()))
        case Lanes():
            return Lanes(value.type, value.data[:, 0:1])
        case EagerTensor():
            return tensors.map_indices(value, lambda data: data.reshape(-1)[0:1].reshape(()))


def _named(value: Value, name: str) -> Value:
    return (
        EagerTensor(value.type, value.memory, value.offset, value.layout, name)
        if isinstance(value, EagerTensor)
        else value
    )


# -- ops by name: (emitter, operands, result type, attributes) -> result -----------------------------------------------
_Handler = Callable[[EagerEmitter, Sequence[Any], Any, Mapping[str, Any]], Value | None]


def _same_in_all(sizes: Callable[[Block], tuple[int, int, int]]) -> _Handler:
    return lambda e, _x, _t, attrs: scalar(INT32, np.array(sizes(e.block)[attrs["axis"]], np.int32))


def _shuffle(e: EagerEmitter, x: Sequence[Lanes], kind: Any, attrs: Mapping[str, Any]) -> Value:
    value, offset, _, clamp = x
    return Lanes(kind, collectives.shuffle(e.block, attrs["mode"], value.data, offset.data, clamp.data))


def _barrier(e: EagerEmitter, x: Sequence[Lanes], _kind: Any, _attrs: Mapping[str, Any]) -> None:
    collectives.barrier(e.block, int(x[1].data.reshape(-1)[0]) if x else None)


def _alloc(e: EagerEmitter, _x: Sequence[Any], kind: Any, _attrs: Mapping[str, Any]) -> Value:
    return tensors.allocated(kind, e.block, _target())


def _counted_zeros(x: Sequence[Lanes]) -> Value:
    number, width = x[0], x[0].dtype.width
    return Lanes(
        number.type,
        np.asarray(np.frompyfunc(lambda n: width - (int(n) % (1 << width)).bit_length(), 1, 1)(number.data)).astype(
            array_type(number.dtype)
        ),
    )


def _splat(_e: EagerEmitter, x: Sequence[Lanes], kind: Any, _attrs: Mapping[str, Any]) -> Value:
    data = np.atleast_1d(x[0].data)
    return Lanes(kind, np.broadcast_to(data, (kind.count, *data.shape)))


def _pack(e: EagerEmitter, x: Sequence[Lanes], kind: Any, _attrs: Mapping[str, Any]) -> Value:
    return Lanes(kind, np.stack([np.broadcast_to(v.data, e.block.lanes) for v in x]))


def _trap(e: EagerEmitter, _x: Sequence[Any], _kind: Any, attrs: Mapping[str, Any]) -> None:
    if e.any_live():
        lane = int(np.argmax(e.block.live))
        raise fail("kernel-trap", f"{e.block.name_of(lane)} stopped the kernel: {attrs['message']}")


def _of_block(function: Callable[..., Value | None]) -> _Handler:
    return lambda e, x, t, attrs: function(e.block, x, t, attrs)


OPS: Mapping[str, _Handler] = {
    **{name: _of_block(function) for name, function in atomics.OPS.items()},
    "cute.thread_idx": lambda e, _x, _t, attrs: scalar(INT32, e.block.thread_index(attrs["axis"])),
    "cute.block_idx": _same_in_all(lambda block: block.index),
    "cute.block_dim": _same_in_all(lambda block: block.dims),
    "cute.grid_dim": _same_in_all(lambda block: block.grid),
    "cute.lane_idx": lambda e, _x, _t, _a: scalar(INT32, np.arange(e.block.lanes, dtype=np.int32) % 32),
    "cute.warp_idx": lambda e, _x, _t, _a: scalar(INT32, np.arange(e.block.lanes, dtype=np.int32) // 32),
    "cute.slice": lambda _e, x, t, attrs: tensors.sliced(x[0], t, attrs["coord"], x[1:], _target()),
    "cute.memref.view": lambda _e, x, t, attrs: tensors.viewed(x[0], t, x[1:], "moved" in attrs, _target()),
    "cute.memref.load": lambda e, x, _t, attrs: tensors.load(x[0], attrs["coord"], x[1:], e.block),
    "cute.memref.store": lambda e, x, _t, attrs: tensors.store(x[1], attrs["coord"], x[2:], x[0], e.block),
    "cute.memref.load_vec": lambda e, x, _t, _a: tensors.load_vector(x[0], e.block),
    "cute.memref.store_vec": lambda e, x, _t, _a: tensors.store_vector(x[1], x[0], e.block),
    "cute.memref.alloc": _alloc,
    "cute.memref.iterator": lambda _e, x, t, _a: tensors.pointed(t, x[0]),
    "cute.memref.make": lambda _e, x, t, _a: tensors.made(t, x[0], x[1:], _target()),
    "cute.ptr.add": lambda _e, x, t, _a: tensors.pointed(t, x[0], lane_int(x[1].data)),
    "cute.ptr.cast": lambda _e, x, t, _a: tensors.pointed(t, x[0]),
    "cute.ptr.to_int": lambda _e, x, t, _a: Lanes(t, tensors.address(x[0]).astype(array_type(t.dtype))),
    "cute.ptr.load": lambda e, x, _t, _a: tensors.load(x[0], "0", (), e.block),
    "cute.ptr.store": lambda e, x, _t, _a: tensors.store(x[1], "0", (), x[0], e.block),
    "arith.divf": lambda e, x, t, _a: e.binary("div", t.dtype, x[0], x[1]),
    "math.ctlz": lambda _e, x, _t, _a: _counted_zeros(x),
    "cute.gemm": lambda e, x, _t, attrs: tile_ops.gemm(x, attrs.get("atom"), e.block),
    "cute.copy": lambda e, x, _t, attrs: tile_ops.copy(x[: len(x) - ("cached" in attrs)], attrs["atom"], e.block),
    "cute.cp_async_commit": lambda _e, _x, _t, _a: None,
    "cute.cp_async_wait": lambda _e, _x, _t, _a: None,
    "cute.vec.extract": lambda _e, x, t, attrs: Lanes(t, x[0].data[attrs["index"]]),
    "cute.vec.splat": _splat,
    "cute.vec.pack": _pack,
    "cute.elect": lambda e, _x, t, _a: Lanes(t, collectives.elect(e.block)),
    "cute.shuffle": _shuffle,
    "cute.vote": lambda e, x, t, attrs: Lanes(t, collectives.vote(e.block, attrs["mode"], x[0].data, x[1].data)),
    "cute.barrier": _barrier,
    "cute.sync_warp": lambda _e, _x, _t, _a: None,
    "cute.print": lambda e, x, _t, attrs: printing.write(e.block, attrs["format"], x),
    "cute.trap": _trap,
    "math.fma": lambda _e, x, _t, _a: Lanes(x[0].type, arithmetic.fused(x[0].dtype, *(v.data for v in x))),
}
"""What each op does."""
