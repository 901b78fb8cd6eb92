"""The execution model: indices, shuffles, votes and barriers, as PTX's special registers and `.sync` instructions."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from xdsl.ir import Operation

from cutedsl.codegen.llvm.attributes import integer, string
from cutedsl.codegen.llvm.types import bit_width, vector_size
from cutedsl.codegen.nvptx.emitter import Handler, KernelEmitter, not_yet
from cutedsl.codegen.nvptx.inline_asm import inline_asm
from cutedsl.codegen.nvptx.reused_memory import FENCE
from cutedsl.codegen.nvptx.value_types import value_type

_AXES: Final = "xyz"
_SHUFFLE_BITS: Final = frozenset({1, 8, 16, 32, 64})


def _register(e: KernelEmitter, name: str, below: int = 0) -> str:
    """A special register, with the range its value is known to lie in."""
    flags = f"range(i32 0, {below}) " if below else ""
    return e.call("i32", f"llvm.nvvm.read.ptx.sreg.{name}", flags=flags)


def _thread(e: KernelEmitter, axis: int) -> str:
    size = e.block_dim[axis] if e.block_dim else 0
    return "0" if size == 1 else _register(e, f"tid.{_AXES[axis]}", size)


def _thread_idx(e: KernelEmitter, op: Operation) -> None:
    e.bind(op, _thread(e, integer(op, "axis")))


def _block_idx(e: KernelEmitter, op: Operation) -> None:
    e.bind(op, _register(e, f"ctaid.{_AXES[integer(op, 'axis')]}"))


def _block_size(e: KernelEmitter, axis: int) -> str:
    return str(e.block_dim[axis]) if e.block_dim else _register(e, f"ntid.{_AXES[axis]}")


def _block_dim(e: KernelEmitter, op: Operation) -> None:
    e.bind(op, _block_size(e, integer(op, "axis")))


def _grid_dim(e: KernelEmitter, op: Operation) -> None:
    e.bind(op, _register(e, f"nctaid.{_AXES[integer(op, 'axis')]}"))


def _lane_idx(e: KernelEmitter, op: Operation) -> None:
    e.bind(op, _register(e, "laneid", 32))


def _warp_idx(e: KernelEmitter, op: Operation) -> None:
    """The linear thread index `x + dx (y + dy z)` over 32."""
    x, y, z = (_thread(e, axis) for axis in range(3))
    linear = x
    if (y, z) != ("0", "0"):
        row = e.f.op(f"add i32 {y}, {e.f.op(f'mul i32 {z}, {_block_size(e, 1)}')}")
        linear = e.f.op(f"add i32 {x}, {e.f.op(f'mul i32 {row}, {_block_size(e, 0)}')}")
    e.bind(op, e.f.op(f"lshr i32 {linear}, 5"))


def _elect(e: KernelEmitter, op: Operation) -> None:
    """`elect.sync` from sm_90 on; before, the warp's first lane."""
    if not e.target.at_least(9):
        e.bind(op, e.f.op(f"icmp eq i32 {_register(e, 'laneid', 32)}, 0"))
        return
    pair = e.call("{ i32, i1 }", "llvm.nvvm.elect.sync", ("i32", "-1"))
    e.bind(op, e.f.op(f"extractvalue {{ i32, i1 }} {pair}, 1"))


def _shuffle(e: KernelEmitter, op: Operation) -> None:
    """Values of 1 to 64 bits travel as one or two 32-bit words."""
    value, *control = op.operands
    kind = value_type(value.type)
    width = bit_width(value.type) * max(vector_size(value.type), 1)
    if width not in _SHUFFLE_BITS:
        raise not_yet(op, f"a shuffle moves values of 1, 8, 16, 32 or 64 bits; this one has {width}")
    bits = _bitcast(e, kind, e.text(value), f"i{width}")
    offset, mask, clamp = (e.text(operand) for operand in control)
    name = f"llvm.nvvm.shfl.sync.{string(op, 'mode')}.i32"

    def move(word: str) -> str:
        return e.call("i32", name, ("i32", mask), ("i32", word), ("i32", offset), ("i32", clamp))

    if width == 64:
        low = move(e.f.op(f"trunc i64 {bits} to i32"))
        high = move(e.f.op(f"trunc i64 {e.f.op(f'lshr i64 {bits}, 32')} to i32"))
        upper = e.f.op(f"shl i64 {e.f.op(f'zext i32 {high} to i64')}, 32")
        moved = e.f.op(f"or i64 {upper}, {e.f.op(f'zext i32 {low} to i64')}")
    elif width == 32:
        moved = move(bits)
    else:
        moved = e.f.op(f"trunc i32 {move(e.f.op(f'zext i{width} {bits} to i32'))} to i{width}")
    e.bind(op, _bitcast(e, f"i{width}", moved, kind))


def _bitcast(e: KernelEmitter, source: str, value: str, wanted: str) -> str:
    return value if source == wanted else e.f.op(f"bitcast {source} {value} to {wanted}")


def _barrier(e: KernelEmitter, op: Operation) -> None:
    if op in e.fenced:
        inline_asm(e, FENCE)
    if not op.operands:
        e.call("void", "llvm.nvvm.barrier.cta.sync.aligned.all", ("i32", "0"))
        return
    number, count = e.texts(op)
    e.call("void", "llvm.nvvm.barrier.cta.sync.aligned.count", ("i32", number), ("i32", count))


def _sync_warp(e: KernelEmitter, op: Operation) -> None:
    e.call("void", "llvm.nvvm.bar.warp.sync", ("i32", e.text(op.operands[0])))


def _vote(e: KernelEmitter, op: Operation) -> None:
    predicate, mask = e.texts(op)
    mode = string(op, "mode")
    result = "i32" if mode == "ballot" else "i1"
    e.bind(op, e.call(result, f"llvm.nvvm.vote.{mode}.sync", ("i32", mask), ("i1", predicate)))


SIMT: Final[Mapping[str, Handler]] = MappingProxyType(
    {
        "cute.thread_idx": _thread_idx,
        "cute.block_idx": _block_idx,
        "cute.block_dim": _block_dim,
        "cute.grid_dim": _grid_dim,
        "cute.lane_idx": _lane_idx,
        "cute.warp_idx": _warp_idx,
        "cute.elect": _elect,
        "cute.shuffle": _shuffle,
        "cute.barrier": _barrier,
        "cute.sync_warp": _sync_warp,
        "cute.vote": _vote,
    }
)
