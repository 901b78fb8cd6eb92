"""Thread, block, lane and warp indices in the warp emitter."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects.builtin import i32
from xdsl.ir import Operation

from cutedsl.arch.abi.host import BLOCK, GRID
from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.lanes.lanes import LANE_NUMBERS, Lanes
from cutedsl.codegen.cpu.lanes.transfer import divide_index, remainder_index
from cutedsl.codegen.cpu.values import Val, vector_val
from cutedsl.codegen.llvm.attributes import integer, integers
from cutedsl.codegen.llvm.types import scalar_type
from cutedsl.ir.foreign import signed


def launch_dim(e: WarpEmitter, place: int) -> str:
    """One of the launch's dims, loaded (they do not change during a launch)."""
    pointer = e.f.op(f"getelementptr i32, ptr %dims, i64 {place}")
    return e.f.op(f"load i32, ptr {pointer}, align 4, !invariant.load !2")


def emit_block_idx(e: WarpEmitter, op: Operation) -> None:
    """The block's index along an axis."""
    e.env[op.results[0]] = Val(e.block[integer(op, "axis")], e.lanes_of(op.results[0]))


def emit_grid_dim(e: WarpEmitter, op: Operation) -> None:
    """The grid's size along an axis."""
    e.env[op.results[0]] = Val(launch_dim(e, GRID + integer(op, "axis")), e.lanes_of(op.results[0]))


def emit_block_dim(e: WarpEmitter, op: Operation) -> None:
    """The block's size along an axis, a constant if the kernel was compiled for one."""
    e.env[op.results[0]] = _block_dim(e, integer(op, "axis"), e.lanes_of(op.results[0]))


def _block_dim(e: WarpEmitter, axis: int, lanes: Lanes) -> Val:
    if lanes.constant is not None:
        return Val(str(lanes.constant), lanes)
    return Val(launch_dim(e, BLOCK + axis), lanes)


def emit_table(e: WarpEmitter, op: Operation) -> None:
    """One of a list of constants, at a place that is the same in all lanes: a load from the program's own memory."""
    numbers = integers(op, "numbers")
    table, place, kind = e.module.table("i32", numbers), e.val(op.operands[0]), scalar_type(op.results[0].type)
    pointer = e.f.op(f"getelementptr i32, ptr {table}, i32 {place.text}")
    text = e.f.op(f"load {kind}, ptr {pointer}, align 4, !invariant.load !2")
    e.env[op.results[0]] = Val(text, e.lanes_of(op.results[0]))


def emit_lane_idx(e: WarpEmitter, op: Operation) -> None:
    """The lane: base 0 and the offsets 0 to 31."""
    e.env[op.results[0]] = Val("0", e.lanes_of(op.results[0]))


def emit_elect(e: WarpEmitter, op: Operation) -> None:
    """The first of the lanes that are here."""
    if not e.lanes:
        e.env[op.results[0]] = Val("true", e.lanes_of(op.results[0]))
        return
    kind = f"<{e.lanes} x i32>"
    bits = e.mask_bits()
    lowest = "1" if bits == "-1" else e.f.op(f"and i32 {bits}, {e.f.op(f'sub i32 0, {bits}')}")
    own = "<" + ", ".join(f"i32 {signed(1 << n, 32)}" for n in LANE_NUMBERS[: e.lanes]) + ">"
    e.env[op.results[0]] = vector_val(e.f.op(f"icmp eq {kind} {own}, {e.splat(lowest, 'i32')}"))


def emit_warp_idx(e: WarpEmitter, op: Operation) -> None:
    """The warp's index in the block."""
    lanes = e.lanes_of(op.results[0])
    e.env[op.results[0]] = Val(e.view.warp if lanes.constant is None else str(lanes.constant), lanes)


def emit_thread_idx(e: WarpEmitter, op: Operation) -> None:
    """The thread's index along an axis."""
    axis = integer(op, "axis")
    dims = e.plan.geometry.block_dim
    e.env[op.results[0]] = _dynamic(e, axis) if dims is None else _static(e, axis, dims)


def _static(e: WarpEmitter, axis: int, dims: tuple[int, int, int]) -> Val:
    linear = Val(e.view.first_thread, e.plan.geometry.linear_thread())
    if axis == 0:
        return _divided_by_constant(e, linear, dims[0], "urem", remainder_index)
    rows = _divided_by_constant(e, linear, dims[0], "udiv", divide_index)
    if axis == 1:
        return _divided_by_constant(e, rows, dims[1], "urem", remainder_index)
    return _divided_by_constant(e, rows, dims[1], "udiv", divide_index)


def _divided_by_constant(
    e: WarpEmitter, index: Val, divisor: int, instruction: str, rule: Callable[[Lanes, int], Lanes]
) -> Val:
    """An index divided by (or modulo) a constant, in the form that the analysis found."""
    lanes = rule(index.lanes, divisor)
    if lanes.known:
        return Val(str(lanes.low), lanes)
    if lanes.varying:
        kind = f"<{e.lanes} x i32>"
        return vector_val(e.f.op(f"{instruction} {kind} {e.vector(index, i32)}, splat (i32 {divisor})"))
    if divisor == 1:
        return Val(index.text, lanes)
    return Val(e.f.op(f"{instruction} i32 {index.text}, {divisor}"), lanes)


def _dynamic(e: WarpEmitter, axis: int) -> Val:
    """The index along an axis of a block whose shape only the launch knows.

    Quotients of numbers below 2**11 are exact in f32 after truncation, and far cheaper than integer divisions.
    """
    f, kind, real = e.f, f"<{e.lanes} x i32>", f"<{e.lanes} x float>"
    first = e.splat(e.view.first_thread, "i32")
    numbers = "<" + ", ".join(f"i32 {n}" for n in LANE_NUMBERS) + ">"
    index = f.op(f"add {kind} {first}, {numbers}")
    for step in range(axis + 1):
        size = e.splat(launch_dim(e, BLOCK + step), "i32")
        ratio = f.op(
            f"fdiv {real} {f.op(f'uitofp {kind} {index} to {real}')}, {f.op(f'uitofp {kind} {size} to {real}')}"
        )
        quotient = f.op(f"fptoui {real} {ratio} to {kind}")
        if step == axis:
            return vector_val(f.op(f"sub {kind} {index}, {f.op(f'mul {kind} {quotient}, {size}')}"))
        index = quotient
    raise AssertionError(axis)
