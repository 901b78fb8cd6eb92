"""A warp group's multiply by the dialect's function and by inline PTX, on descriptors that the program makes itself."""

from __future__ import annotations

import cutlass
import cutlass.cute as cute
import torch
from cutlass import Float16, Float32, Int32, Int64, Uint32
from cutlass._mlir import ir
from cutlass._mlir.dialects import llvm, nvvm
from cutlass.cutlass_dsl import dsl_user_op
from cutlass.experimental import primitives as prims

M = N = K = 64
SUMS = N // 2


@cute.jit
def descriptor(pointer: cute.Pointer, leading: cutlass.Constexpr[int]) -> prims.WgmmaSmemDesc:
    start = Int64(pointer.toint().to(Uint32)) >> 4
    layout = int(prims.WgmmaSwizzle.SWIZZLE_128B) << 62 | (1024 >> 4) << 32 | (leading >> 4) << 16
    return prims.WgmmaSmemDesc(start | layout)


@dsl_user_op
def multiply(sums, a, b, *, transposed: bool, accumulate: bool, loc=None, ip=None):
    kind = llvm.StructType.get_literal([Float32.mlir_type] * SUMS)
    packed = llvm.mlir_undef(kind, loc=loc, ip=ip)
    for index, one in enumerate(sums):
        packed = llvm.insertvalue(packed, one.ir_value(), [index], loc=loc, ip=ip)
    found = nvvm.wgmma_mma_async(
        kind,
        packed,
        Int64(a).ir_value(),
        Int64(b).ir_value(),
        ir.Attribute.parse(f"#nvvm.shape<m = 64, n = {N}, k = 16>"),
        type_a=nvvm.WGMMATypes.f16,
        type_b=nvvm.WGMMATypes.f16,
        type_d=nvvm.WGMMATypes.f32,
        scale_d=nvvm.WGMMAScaleOut.one if accumulate else nvvm.WGMMAScaleOut.zero,
        scale_a=nvvm.WGMMAScaleIn.one,
        scale_b=nvvm.WGMMAScaleIn.one,
        layout_a=nvvm.MMALayout.row,
        layout_b=nvvm.MMALayout.row if transposed else nvvm.MMALayout.col,
        loc=loc,
        ip=ip,
    )
    return [Float32(llvm.extractvalue(Float32.mlir_type, found, [index])) for index in range(SUMS)]


@dsl_user_op
def multiply_words(sums, words, b, *, loc=None, ip=None):
    """A comes from registers, four words of two halves each; B has N contiguous."""
    kind = llvm.StructType.get_literal([Float32.mlir_type] * SUMS)
    registers = ",".join(f"${index}" for index in range(SUMS))
    first = 2 * SUMS
    found = llvm.inline_asm(
        kind,
        [one.ir_value() for one in (*sums, *words)] + [Int64(b).ir_value()],
        f"wgmma.mma_async.sync.aligned.m64n{N}k16.f32.f16.f16 {{{registers}}}, "
        f"{{${first},${first + 1},${first + 2},${first + 3}}}, ${first + 4}, 1, 1, 1, 1;",
        ",".join(["=f"] * SUMS + [str(index) for index in range(SUMS)] + ["r"] * 4 + ["l"]),
        has_side_effects=True,
    )
    return [Float32(llvm.extractvalue(Float32.mlir_type, found, [index])) for index in range(SUMS)]


@cute.kernel
def kernel(a: cute.Tensor, b: cute.Tensor, out: cute.Tensor, transposed: cutlass.Constexpr, words: cutlass.Constexpr):
    thread = cute.arch.thread_idx()[0]
    memory = cutlass.utils.SmemAllocator()
    left = memory.allocate_array(Float16, M * K, byte_alignment=1024)
    right = memory.allocate_array(Float16, N * K, byte_alignment=1024)
    place = cute.make_layout(M * K)
    sa, sb = cute.make_tensor(left, place), cute.make_tensor(right, place)
    for index in cutlass.range(thread, M * K, 128):
        row, column = index // 64, index % 64
        swizzled = row * 64 + (column ^ (row % 8 * 8))
        sa[swizzled] = a[row, column]
        sb[swizzled] = b[row, column]
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    first = descriptor(left, 16)
    second = descriptor(right, 8192 if transposed else 16)
    row, column = thread // 32 * 16 + thread % 32 // 4, thread % 4 * 2
    sums = [Float32(0.0)] * SUMS
    prims.wgmma_fence_aligned()
    if cutlass.const_expr(not (transposed or words)):  # descriptors that a loop carries
        for _ in cutlass.range(K // 16):
            sums = multiply(sums, first, second, transposed=False, accumulate=True)
            first, second = first + 2, second + 2
    for k in cutlass.range_constexpr(K // 16 if transposed or words else 0):
        further = second + (128 * k if cutlass.const_expr(transposed) else 2 * k)
        if cutlass.const_expr(words):
            pairs = []
            for at_k in (0, 8):
                for at_row in (0, 8):
                    fragment = cute.make_rmem_tensor(2, Float16)
                    for half in range(2):
                        fragment[half] = a[row + at_row, 16 * k + column + at_k + half]
                    pairs.append(cute.recast_tensor(fragment, Int32)[0])
            sums = multiply_words(sums, pairs, further)
        else:
            sums = multiply(sums, first + 2 * k, further, transposed=transposed, accumulate=k != 0)
    prims.wgmma_commit_group_sync_aligned()
    prims.wgmma_wait_group_sync_aligned(0)
    for index in cutlass.range_constexpr(SUMS):
        out[row + index // 2 % 2 * 8, column + index % 2 + index // 4 * 8] = sums[index]


@cute.jit
def product(a: cute.Tensor, b: cute.Tensor, out: cute.Tensor, transposed: cutlass.Constexpr, words: cutlass.Constexpr):
    kernel(a, b, out, transposed, words).launch(grid=1, block=128)


if __name__ == "__main__":
    device = "cuda" if torch.cuda.is_available() else "cpu"
    a, b = (torch.randint(-4, 5, (64, 64), device=device).to(torch.float16) for _ in range(2))
    for transposed, words in ((False, False), (True, False), (True, True)):
        out = torch.zeros(M, N, device=device)
        product(a, b, out, transposed, words)
        wanted = a.float() @ (b.float() if transposed else b.float().T)
        assert torch.equal(out, wanted), (transposed, words, (out - wanted).abs().max())
    print("PASS")
