"""Inline PTX of scatter kernels on the CPU: atomics on pairs of 16 bits, and addresses of shared memory."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.compat.mlir import llvm
from cutedsl.compat.mlir import types as T
from cutedsl.cute.runtime import from_dlpack
from cutedsl.errors import DSLUserCodeError


@cute.kernel
def _pairs(x: cute.Tensor, y: cute.Tensor, old: cute.Tensor, atom: cutlass.Constexpr[bool]):
    t, _, _ = cute.arch.thread_idx()
    word = x[t].ir_value()
    place = (y.iterator + 2 * (t % 2)).toint().ir_value()
    if cutlass.const_expr(atom):
        before = llvm.inline_asm(
            T.i32(), [place, word], "atom.global.add.noftz.f16x2 $0, [$1], $2;", "=r,l,r", has_side_effects=True
        )
        old[t] = cutlass.Int32(before)
    else:
        llvm.inline_asm(None, [place, word], "red.global.add.noftz.f16x2 [$0], $1;", "l,r", has_side_effects=True)


@cute.jit
def pairs(x: cute.Tensor, y: cute.Tensor, old: cute.Tensor, atom: cutlass.Constexpr[bool]):
    _pairs(x, y, old, atom).launch(grid=1, block=32)


@pytest.mark.parametrize("atom", [False, True])
def test_pairs_of_halves_are_added_to_memory(atom: bool) -> None:
    x = np.arange(64, dtype=np.float16)
    y, old = np.array([1, 2, 3, 4], np.float16), np.zeros(32, np.int32)
    pairs(from_dlpack(x.view(np.int32)), from_dlpack(y), from_dlpack(old), atom)
    assert y.tolist() == (x.reshape(16, 4).sum(0) + np.array([1, 2, 3, 4])).tolist()
    assert not atom or [1, 2] in old.view(np.float16).reshape(32, 2).tolist()


@cute.kernel
def _fours(x: cute.Tensor, y: cute.Tensor):
    t, _, _ = cute.arch.thread_idx()
    policy = llvm.inline_asm(
        T.i64(), [], "createpolicy.fractional.L2::evict_last.b64 $0, 1.0;", "=l", has_side_effects=False
    )
    operands = [y.iterator.toint().ir_value(), *(x[4 * t + k].ir_value() for k in range(4)), policy]
    text = "@$6 red.relaxed.gpu.global.add.L2::cache_hint.v4.f32 [$0], {$1, $2, $3, $4}, $5;"
    operands.append((t != 31).ir_value())
    llvm.inline_asm(None, operands, text, "l,f,f,f,f,l,b", has_side_effects=True)
    pair, rest = x[126].to(cutlass.Float16).bitcast(cutlass.Uint16), x[127].to(cutlass.Float16).bitcast(cutlass.Uint16)
    word = pair.to(cutlass.Uint32) | (rest.to(cutlass.Uint32) << 16)
    given = [y.iterator.toint().ir_value(), word.ir_value(), (t == 31).ir_value()]
    llvm.inline_asm(None, given, "@$2 red.global.add.noftz.f16x2 [$0+16], $1;", "l,r,b", has_side_effects=True)


@cute.jit
def fours(x: cute.Tensor, y: cute.Tensor):
    _fours(x, y).launch(grid=1, block=32)


def test_vectors_of_floats_are_added_to_memory() -> None:
    x, y = np.arange(128, dtype=np.float32), np.array([1, 2, 3, 4, 0], np.float32)
    fours(from_dlpack(x), from_dlpack(y))
    assert y[:4].tolist() == (x.reshape(32, 4)[:31].sum(0) + np.array([1, 2, 3, 4])).tolist()
    assert y[4:].view(np.float16).tolist() == [126, 127]


@cute.kernel
def _vectors(x: cute.Tensor, y: cute.Tensor):
    t, _, _ = cute.arch.thread_idx()
    operands = [y.iterator.toint().ir_value(), *(x[4 * t + k].ir_value() for k in range(4))]
    text = "red.global.add.noftz.v4.f16x2 [$0], {$1, $2, $3, $4};"
    llvm.inline_asm(None, operands, text, "l,r,r,r,r", has_side_effects=True)


@cute.jit
def vectors(x: cute.Tensor, y: cute.Tensor):
    _vectors(x, y).launch(grid=1, block=32)


def test_vectors_of_pairs_are_added_to_memory() -> None:
    x, y = (np.arange(256) % 7).astype(np.float16), np.ones(10, np.float16)
    vectors(from_dlpack(x.view(np.int32)), from_dlpack(y))
    assert y.tolist() == [*(x.reshape(32, 8).sum(0) + 1).tolist(), 1, 1]


@cute.kernel
def _reduced(x: cute.Tensor, y: cute.Tensor):
    t, _, _ = cute.arch.thread_idx()
    shared: Any = cute.arch.alloc_smem(cutlass.Float32, 32, 16)
    (shared + t).store(x[t])
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    given = [shared.toint().ir_value()]
    source = llvm.inline_asm(T.i64(), given, "cvta.to.shared::cta.u64 $0, $1;", "=l,l", has_side_effects=False)
    if t == 0:
        text = "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [$0], [$1], $2;"
        operands = [y.iterator.toint().ir_value(), source, cutlass.Int32(128).ir_value()]
        llvm.inline_asm(None, operands, text, "l,l,r", has_side_effects=True)
        cute.arch.cp_async_bulk_commit_group()
        cute.arch.cp_async_bulk_wait_group(0)


@cute.jit
def reduced(x: cute.Tensor, y: cute.Tensor):
    _reduced(x, y).launch(grid=1, block=32)


def test_the_address_of_shared_memory_is_one_of_its_space() -> None:
    x, y = np.arange(32, dtype=np.float32), np.ones(32, np.float32)
    reduced(from_dlpack(x), from_dlpack(y))
    assert y.tolist() == (x + 1).tolist()


def test_other_addresses_do_not_become_ones_of_shared_memory() -> None:
    @cute.kernel
    def kernel(x: cute.Tensor):
        given = [x.iterator.toint().ir_value()]
        llvm.inline_asm(T.i64(), given, "cvta.to.shared::cta.u64 $0, $1;", "=l,l", has_side_effects=True)

    @cute.jit
    def run(x: cute.Tensor):
        kernel(x).launch(grid=1, block=1)

    with pytest.raises(DSLUserCodeError, match=r"cvta\.to\.shared"):
        run(from_dlpack(np.zeros(4, np.float32)))
