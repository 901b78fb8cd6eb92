"""Two 32-bit numbers as four of 16 bits, by the private operations that programs use: types, vectors, places."""

from __future__ import annotations

import cutlass
import cutlass.cuda
import cutlass.cute as cute
import torch
from cutlass._mlir.dialects import vector
from cutlass.cutlass_dsl import T, dsl_user_op


@dsl_user_op
def halves(low: cutlass.Int32, high: cutlass.Int32, *, loc=None, ip=None) -> tuple[cutlass.Int16, ...]:
    pair = vector.from_elements(
        T.vector(2, T.i32()), [low.ir_value(loc=loc, ip=ip), high.ir_value(loc=loc, ip=ip)], loc=loc, ip=ip
    )
    four = vector.bitcast(T.vector(4, T.i16()), pair, loc=loc, ip=ip)
    return tuple(
        cutlass.Int16(vector.extract(four, dynamic_position=[], static_position=[k], loc=loc, ip=ip))
        for k in cutlass.range_constexpr(cute.size((2, 2), loc=loc, ip=ip))
    )


@dsl_user_op
def widened(low: cutlass.Int32, high: cutlass.Int32, *, loc=None, ip=None) -> cutlass.Int64:
    pair = vector.from_elements(T.vector(2, T.i32()), [low.ir_value(), high.ir_value()], loc=loc, ip=ip)
    one = vector.bitcast(T.vector(1, T.i64()), pair, loc=loc, ip=ip)
    return cutlass.Int64(vector.extract(one, dynamic_position=[], static_position=[0], loc=loc, ip=ip))


@cute.kernel
def split_kernel(pairs: cute.Tensor, parts: cute.Tensor, whole: cute.Tensor):
    row = cute.arch.thread_idx()[0]
    four = halves(pairs[row, 0], pairs[row, 1])
    for k in cutlass.range_constexpr(4):
        parts[row, k] = four[k]
    whole[row] = widened(pairs[row, 0], pairs[row, 1])


@cute.jit
def split(pairs: cute.Tensor, parts: cute.Tensor, whole: cute.Tensor):
    split_kernel(pairs, parts, whole).launch(grid=(1, 1, 1), block=(32, 1, 1))


if __name__ == "__main__":
    cutlass.cuda.initialize_cuda_context()
    pairs = torch.randint(-(2**31), 2**31, (32, 2), dtype=torch.int64).to(torch.int32).to("cuda")
    parts = torch.zeros((32, 4), dtype=torch.int16, device="cuda")
    whole = torch.zeros(32, dtype=torch.int64, device="cuda")
    split(pairs, parts, whole)
    assert torch.equal(parts, pairs.view(torch.int16))
    assert torch.equal(whole, pairs.view(torch.int64).squeeze(1))
    print("PASS")
