"""`cute.gemm` with the universal multiply-add: one fused multiply-add an element, in loops."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects import math, scf
from xdsl.dialects.builtin import i32
from xdsl.ir import Block, Region

from cutedsl.ir import memref_ops
from cutedsl.ir.arithmetic import properties_of
from cutedsl.ir.fast import fast
from cutedsl.layout import crd2idx, size
from cutedsl.passes.element_access import load, store, with_align
from cutedsl.passes.expansion import Expansion
from cutedsl.passes.index_math import IRInt
from cutedsl.passes.views import View, pointer_at

_UNROLLED_TURNS = 8


def expand_gemm(state: Expansion, op: memref_ops.GemmOp) -> None:
    """`c(m,n) += a(m,k) * b(n,k)`; rank 1 multiplies element by element."""
    a, b, c = (state.views[v] for v in op.operands)
    rank = len(c.layout.shape) if isinstance(c.layout.shape, tuple) else 1
    if rank == 1:
        _count(state, size(c.layout), lambda i: _fma(state, (a, i), (b, i), (c, i)))
        return
    m, n, k = size(c.layout, [0]), size(c.layout, [1]), size(a.layout, [1])
    _count(
        state,
        k,
        lambda kk: _count(
            state,
            n,
            lambda nn: _count(state, m, lambda mm: _fma(state, (a, (mm, kk)), (b, (nn, kk)), (c, (mm, nn)))),
        ),
    )


def _fma(state: Expansion, a: tuple[View, object], b: tuple[View, object], c: tuple[View, object]) -> None:
    pointers = [
        with_align(state, pointer_at(state.builder, view, crd2idx(coord, view.layout)), view, None)
        for view, coord in (a, b, c)
    ]
    x, y, z = (load(state, ptr, view.type.element, view) for ptr, (view, _) in zip(pointers, (a, b, c), strict=True))
    result = fast(
        math.FmaOp,
        (x, y, z),
        (z.type,),
        properties_of(math.FmaOp),
        state.builder.location,
        state.builder.block,
    ).results[0]
    store(state, result, pointers[2], c[0])


def _count(state: Expansion, count: object, body: Callable[[int | IRInt], None]) -> None:
    """`body(0) ... body(count-1)`: unrolled while small, else a loop."""
    builder = state.builder
    if isinstance(count, int) and count <= _UNROLLED_TURNS:
        for k in range(count):
            body(k)
        return
    assert isinstance(count, int | IRInt)
    hi = builder.value(count, 32) if isinstance(count, int) else count.at_width(32).ssa
    bounds = (builder.constant(0, 32), hi, builder.constant(1, 32))
    block = Block(arg_types=[i32])
    outer, builder.block = builder.block, block
    body(IRInt(block.args[0], builder))
    fast(scf.YieldOp, (), (), {}, builder.location, block)
    builder.block = outer
    fast(scf.ForOp, bounds, (), {}, builder.location, outer, (Region(block),))
