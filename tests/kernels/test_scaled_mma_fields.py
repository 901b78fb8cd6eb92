"""A warp's block-scaled multiply whose factors are set as fields of its atom: in a loop, by pointers to registers."""

from __future__ import annotations

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.nvgpu import warp
from cutedsl.errors import DSLUserCodeError

OPTIONS = "--target cpu --gpu-arch sm_120a"
OP = warp.MmaMXF4NVF4Op(cutlass.Float4E2M1FN, cutlass.Float32, cutlass.Float8E4M3FN)
STEPS, BLOCKS, ONES = 3, 4, 0x22222222
"""A word of ONES is eight times 1.0."""


@cute.kernel
def steps_kernel(mSFA: cute.Tensor, mSFB: cute.Tensor, y: cute.Tensor, op: cutlass.Constexpr, few: cutlass.Constexpr):
    lane, _, _ = cute.arch.thread_idx()
    mma, atom = cute.make_tiled_mma(op), cute.make_mma_atom(op)
    a = cute.make_rmem_tensor((32, 1), cutlass.Float4E2M1FN)
    b = cute.make_rmem_tensor((16, 1), cutlass.Float4E2M1FN)
    cute.recast_tensor(a, cutlass.Int32).fill(ONES)
    cute.recast_tensor(b, cutlass.Int32).fill(ONES)
    rows = cute.make_tensor(y.iterator, cute.make_layout((16, 8), stride=(8, 1)))
    gC = mma.get_slice(lane).partition_C(rows)
    c = mma.make_fragment_C(gC)
    c.fill(0.0)
    factors = cute.make_layout(((16, BLOCKS), 1), stride=((0, 1), 0))
    sfa = cute.make_rmem_tensor(factors, cutlass.Float8E4M3FN)
    sfb = cute.make_rmem_tensor(factors, cutlass.Float8E4M3FN)
    bytes_a, bytes_b = (cute.recast_tensor(cute.filter_zeros(one), cutlass.Uint8) for one in (sfa, sfb))
    for step in cutlass.range(STEPS, unroll=1):
        for k in cutlass.range_constexpr(BLOCKS):
            bytes_a[k], bytes_b[k] = mSFA[step, k], mSFB[step, k]
        atom.set(warp.Field.SFA, sfa[None, 0].iterator)
        if cutlass.const_expr(not few):
            atom.set(warp.Field.SFB, sfb[None, 0].iterator)
        cute.gemm(atom, c[None, 0, 0], a[None, 0], b[None, 0], c[None, 0, 0])
    cute.autovec_copy(c, gC)


@cute.jit
def steps(
    mSFA: cute.Tensor,
    mSFB: cute.Tensor,
    y: cute.Tensor,
    op: cutlass.Constexpr = OP,
    few: cutlass.Constexpr = False,
):
    steps_kernel(mSFA, mSFB, y, op, few).launch(grid=1, block=32)


def test_each_multiply_takes_the_factors_that_were_set_last() -> None:
    rng = np.random.default_rng(5)
    powers = rng.integers(-2, 3, (2, STEPS, BLOCKS))
    sfa, sfb = ((power + 7 << 3).astype(np.uint8) for power in powers)
    y = np.zeros((16, 8), np.float32)
    cute.compile(steps, sfa, sfb, y, options=OPTIONS)(sfa, sfb, y)
    assert np.array_equal(y, np.full((16, 8), 16 * np.sum(2.0 ** powers.sum(0))))


def test_factors_of_one_operand_alone_are_refused() -> None:
    sfa, y = np.zeros((STEPS, BLOCKS), np.uint8), np.zeros((16, 8), np.float32)
    with pytest.raises(DSLUserCodeError) as caught:
        cute.compile(steps, sfa, sfa, y, OP, True, options=OPTIONS)
    assert caught.value.name == "gemm-operands"


def test_a_multiply_without_factors_has_no_such_field() -> None:
    plain = warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))
    sfa, y = np.zeros((STEPS, BLOCKS), np.uint8), np.zeros((16, 8), np.float32)
    with pytest.raises(DSLUserCodeError, match="has no field SFA") as caught:
        cute.compile(steps, sfa, sfa, y, plain, options=OPTIONS)
    assert caught.value.name == "mma-operand"
