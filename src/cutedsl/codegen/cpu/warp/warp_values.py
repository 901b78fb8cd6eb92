"""Votes, matches and reductions over the lanes of a warp.

Lanes that are not active take no part. Where lanes give different masks, each set of lanes with one mask is a group of
its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from xdsl.dialects.builtin import i1, i32
from xdsl.ir import Attribute, Operation

from cutedsl.codegen.cpu.emitter import WarpEmitter
from cutedsl.codegen.cpu.lanes.lanes import UNIFORM
from cutedsl.codegen.cpu.values import Val, vector_val
from cutedsl.codegen.cpu.warp.lane_loops import each_active_lane, each_group, lanes_of_bits
from cutedsl.codegen.llvm.attributes import string
from cutedsl.codegen.llvm.types import bit_width, scalar_type, suffix
from cutedsl.errors import internal_error

REDUCE: Final = {
    "add": ("add", "0"),
    "and": ("and", "-1"),
    "or": ("or", "0"),
    "xor": ("xor", "0"),
    "max": ("smax", None),
    "min": ("smin", None),
    "umax": ("umax", "0"),
    "umin": ("umin", "-1"),
}
"""LLVM's vector reduction of each integer kind, and the number that changes nothing (None: it depends on the width)."""

_FLOAT_REDUCE: Final = {"fmax": "fmax", "fmin": "fmin"}


def _over_mask(e: WarpEmitter, mask: Val, kind: str, turn: Callable[[str], str]) -> Val:
    """`turn(bits)` for the active lanes of the mask: once, or once for each group of lanes with one mask."""
    if not e.lanes:
        raise internal_error("a warp operation in a host function")
    if mask.lanes.varying:
        masks = e.vector(mask, i32)
        return vector_val(each_group(e, kind, masks, lambda m, members: turn(e.f.op(f"and i32 {m}, {members}"))))
    bits = e.mask_bits()
    if mask.lanes.constant != -1:
        bits = mask.text if bits == "-1" else e.f.op(f"and i32 {bits}, {mask.text}")
    return Val(turn(bits), UNIFORM)


def emit_vote(e: WarpEmitter, op: Operation) -> None:
    """A predicate over the active lanes of the mask."""
    predicate, mask = (e.val(x) for x in op.operands)
    mode, result, f = string(op, "mode"), op.results[0], e.f
    said = e.bits(e.condition(predicate)) if e.lanes else "0"
    wide = mode == "ballot" or result.type != i1

    def turn(voters: str) -> str:
        yes = said if voters == "-1" else f.op(f"and i32 {said}, {voters}")
        if mode == "ballot":
            return yes
        if mode == "any":
            text = f.op(f"icmp ne i32 {yes}, 0")
        else:
            text = f.op(f"icmp eq i32 {yes}, {voters}")
            if mode == "uni":
                text = f.op(f"or i1 {text}, {f.op(f'icmp eq i32 {yes}, 0')}")
        return f.op(f"zext i1 {text} to {scalar_type(result.type)}") if wide else text

    e.env[result] = _over_mask(e, mask, scalar_type(result.type), turn)


def emit_match(e: WarpEmitter, op: Operation) -> None:
    """The lanes that hold the same value: for each lane its own, or the whole mask if all do."""
    value, mask = (e.val(x) for x in op.operands)
    kind, f = scalar_type(op.operands[0].type), e.f
    full = f"<{e.lanes} x {kind}>"
    values = e.vector(value, op.operands[0].type)

    def equal(lane: str) -> str:
        one = e.splat(f.op(f"extractelement {full} {values}, i32 {lane}"), kind)
        return e.bits(f.op(f"icmp eq {full} {values}, {one}"))

    if string(op, "kind") == "all":
        e.module.declare("i32 @llvm.cttz.i32(i32, i1)")

        def turn(voters: str) -> str:
            first = f.op(f"call i32 @llvm.cttz.i32(i32 {voters}, i1 false)")
            lane = f.op(f"and i32 {first}, 31")
            same = f.op(f"and i32 {equal(lane)}, {voters}")
            agree = f.op(f"icmp eq i32 {same}, {voters}")
            return f.op(f"select i1 {agree}, i32 {voters}, i32 0")

        e.env[op.results[0]] = _over_mask(e, mask, "i32", turn)
        return
    masks, active = e.vector(mask, i32), e.mask_bits()
    out = f"<{e.lanes} x i32>"

    def one(lane: str, state: str) -> str:
        before, e.splats = e.splats, dict(e.splats)
        mine = f.op(f"extractelement {out} {masks}, i32 {lane}")
        found = f.op(f"and i32 {f.op(f'and i32 {equal(lane)}, {mine}')}, {active}")
        e.splats = before
        return f.op(f"insertelement {out} {state}, i32 {found}, i32 {lane}")

    e.env[op.results[0]] = vector_val(each_active_lane(e, out, one))


def emit_redux(e: WarpEmitter, op: Operation) -> None:
    """The values of the mask's active lanes combined into one."""
    value, mask = (e.val(x) for x in op.operands)
    kind, mlir = string(op, "kind"), op.operands[0].type
    nan = string(op, "nan", "") != ""
    vector = e.vector(value, mlir) if e.lanes else ""

    def turn(voters: str) -> str:
        return reduced(e, kind, vector, mlir, None if voters == "-1" else lanes_of_bits(e, voters), nan=nan)

    e.env[op.results[0]] = _over_mask(e, mask, scalar_type(mlir), turn)


def reduced(e: WarpEmitter, kind: str, vector: str, mlir: Attribute, lanes: str | None, *, nan: bool = False) -> str:
    """The elements of a vector combined into one; `lanes` (`<32 x i1>`) says which take part."""
    scalar = scalar_type(mlir)
    full = f"<{e.lanes} x {scalar}>"
    if kind in _FLOAT_REDUCE:
        name, neutral = _FLOAT_REDUCE[kind], "0x7FF8000000000000"
        if nan:
            name = f"{name}imum"
            neutral = "0xFFF0000000000000" if kind == "fmax" else "0x7FF0000000000000"
    else:
        name, number = REDUCE[kind]
        edge = 1 << (bit_width(mlir) - 1)
        neutral = number or str(-edge if kind == "max" else edge - 1)
    if lanes is not None:
        vector = e.f.op(f"select <{e.lanes} x i1> {lanes}, {full} {vector}, {full} splat ({scalar} {neutral})")
    function = f"llvm.vector.reduce.{name}.{suffix(mlir, e.lanes)}"
    e.module.declare(f"{scalar} @{function}({full})")
    return e.f.op(f"call {scalar} @{function}({full} {vector})")
