"""Operations that programs write themselves, in PTX: the forms that public CuTe DSL code uses."""

from __future__ import annotations

import cutlass.cute as cute
from cutlass import Float32, Int32, Uint32
from cutlass._mlir import ir
from cutlass._mlir.dialects import arith, llvm
from cutlass.cutlass_dsl import T, dsl_user_op


@dsl_user_op
def exp2_approx(x: Float32, *, loc=None, ip=None) -> Float32:
    return Float32(
        llvm.inline_asm(
            T.f32(),
            [Float32(x).ir_value(loc=loc, ip=ip)],
            "ex2.approx.ftz.f32 $0, $1;",
            "=f,f",
            has_side_effects=False,
            is_align_stack=False,
            asm_dialect=llvm.AsmDialect.AD_ATT,
            loc=loc,
            ip=ip,
        )
    )


@dsl_user_op
def add_carry(a: Uint32, b: Uint32, *, loc=None, ip=None) -> tuple[Uint32, Uint32]:
    """The sum and the carry, from one statement with two results."""
    both = llvm.inline_asm(
        llvm.StructType.get_literal([T.i32(), T.i32()]),
        [a.ir_value(loc=loc, ip=ip), b.ir_value(loc=loc, ip=ip)],
        "{\n\tadd.cc.u32 $0, $2, $3;\n\taddc.u32 $1, 0, 0;\n\t}",
        "=r,=r,r,r",
        has_side_effects=True,
        is_align_stack=False,
        asm_dialect=llvm.AsmDialect.AD_ATT,
    )
    low = Uint32(llvm.extractvalue(T.i32(), both, [0], loc=loc, ip=ip))
    return low, Uint32(llvm.extractvalue(T.i32(), both, [1], loc=loc, ip=ip))


@dsl_user_op
def store_streaming(tensor: cute.Tensor, index: Int32, value: Float32, *, loc=None, ip=None) -> None:
    address: ir.Value = (tensor.iterator + index).toint().ir_value()
    llvm.inline_asm(
        None,
        [address, value.ir_value()],
        "st.global.cs.f32 [$0], $1;",
        "l,f",
        has_side_effects=True,
        is_align_stack=False,
        asm_dialect=llvm.AsmDialect.AD_ATT,
    )


@cute.kernel
def own_ops(x: cute.Tensor, bits: cute.Tensor, y: cute.Tensor):
    i, _, _ = cute.arch.thread_idx()
    power = exp2_approx(x[i])
    half = Float32(arith.mulf(power.ir_value(), arith.constant(T.f32(), 0.5)))
    low, carry = add_carry(bits[i], bits[i])
    total = half + low.to(Float32) + carry.to(Float32)
    total, doubled = cute.arch.inline_ptx(
        "{ add.f32 {$w0}, {$r0}, {$r0}; add.f32 {$rw0}, {$rw0}, {$r0}; }",
        write_only_types=[Float32],
        read_only_args=[total],
        read_write_args=[Float32(1.0)],
    )
    cute.arch.inline_ptx("membar.gl;", predicate=i < 3)
    store_streaming(y, i, total + doubled)


@cute.jit
def run(x: cute.Tensor, bits: cute.Tensor, y: cute.Tensor):
    own_ops(x, bits, y).launch(grid=1, block=32)
