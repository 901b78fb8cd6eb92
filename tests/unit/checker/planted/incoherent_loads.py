"""Loads that need not see what their kernel writes (`ld.global.nc`), of memory that it writes."""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.nvgpu import CopyUniversalOp, MemoryOrder
from tests.unit.checker.planted.case import Bug, helper, planted

F32 = cutlass.Float32
arch = cute.arch


@helper
@cute.jit
def copied(x: cute.Tensor, first: Any, constant: cutlass.Constexpr) -> Any:
    """Four neighbours, by a copy that promises that nothing writes there, or by a plain one."""
    if cutlass.const_expr(constant):
        atom = cute.make_copy_atom(CopyUniversalOp(), F32, num_bits_per_copy=128, invariant=True)
    else:
        atom = cute.make_copy_atom(CopyUniversalOp(), F32, num_bits_per_copy=128)
    values = cute.make_rmem_tensor(4, F32)
    cute.copy(atom, cute.make_tensor((x.iterator + first).align(16), cute.make_layout(4)), values)  # found
    return values


@planted(
    Bug.GLOBAL_RACE,
    "Threads write a row, meet, and load it with `invariant=True`: no barrier makes such a load see it.",
    shape=(64,),
    out=(128,),
    block=64,
    want=lambda x: np.concatenate([2 * x, 2 * x.reshape(16, 4)[::-1].ravel()]),
)
@cute.kernel
def invariant_load_of_own_row(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t, _, _ = arch.thread_idx()
    out[t] = 2 * x[t]  # found
    arch.sync_threads()
    if t < 16:
        values = copied(out, 60 - 4 * t, bug)
        for k in cutlass.range_constexpr(4):
            out[64 + 4 * t + k] = values[k]


@planted(
    Bug.GLOBAL_RACE,
    "A thread loads what it has just written itself with MemoryOrder.CONSTANT.",
    shape=(64,),
    block=64,
    want=lambda x: x + 2,
)
@cute.kernel
def constant_load_of_own_element(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t, _, _ = arch.thread_idx()
    order = MemoryOrder.CONSTANT if bug else MemoryOrder.WEAK
    atom = cute.make_copy_atom(CopyUniversalOp(), F32, memory_order=order)
    value = cute.make_rmem_tensor(1, F32)
    for _ in cutlass.range_constexpr(2):
        here = cute.make_tensor(out.iterator + t, cute.make_layout(1))
        out[t] = x[t] + 1  # found
        cute.copy(atom, here, value)  # found
        out[t] = value[0] + 1  # found


@helper
@cute.jit
def by_nc(place: cute.Pointer) -> Any:
    code = "ld.global.nc.f32 {$w0}, [{$r0}];"
    return arch.inline_ptx(code, write_only_types=[F32], read_only_args=[place])  # found


@planted(
    Bug.GLOBAL_RACE,
    "The last block adds up the parts of others by `ld.global.nc`, after its counter has told that all are there.",
    shape=(256,),
    out=(5,),
    grid=4,
    block=64,
    fill=0,
    want=lambda x: [*x.reshape(4, 64)[:, 0], x.reshape(4, 64)[:, 0].sum()],
)
@cute.kernel
def last_block_loads_by_nc(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t, _, _ = arch.thread_idx()
    b, _, _ = arch.block_idx()
    if t == 0:
        out[b] = x[64 * b]  # found
        before = arch.atomic_add(out.iterator + 4, F32(1), sem="acq_rel", scope="gpu")
        if before == 3:
            total = F32(0)
            for k in range(4):
                if cutlass.const_expr(bug):
                    total += by_nc(out.iterator + k)
                else:
                    total += out[k]
            out[4] = total


@planted(
    Bug.GLOBAL_RACE,
    "A bulk of rows: what the first half of the block wrote is loaded by a coherent copy, the row after it is not.",
    shape=(128,),
    block=64,
    want=lambda x: np.concatenate([x[:64] + 1, x[:64] + 2]),
)
@cute.kernel
def second_pass_by_an_invariant_copy(x: cute.Tensor, out: cute.Tensor, bug: cutlass.Constexpr):
    t, _, _ = arch.thread_idx()
    if t < 16:
        values = copied(x, 4 * t, True)  # nothing writes `x`
        for k in cutlass.range_constexpr(4):
            out[4 * t + k] = values[k] + 1  # found
    arch.sync_threads()
    if t >= 48:
        values = copied(out, 4 * (t - 48), bug)
        for k in cutlass.range_constexpr(4):
            out[64 + 4 * (t - 48) + k] = values[k] + 1
