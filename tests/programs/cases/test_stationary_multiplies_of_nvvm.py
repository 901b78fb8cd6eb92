"""`nvvm`'s multiplies of tensor memory with masks and collector buffers, and loads and stores by keywords."""

from __future__ import annotations

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.compat.mlir import ir, nvvm_tcgen05
from cutedsl.compat.mlir.llvm import inline_asm
from cutedsl.lang.register_vectors.tensor_ssa import TensorSSA
from cutedsl.staging.scalars import Boolean, Int32, Uint32, Uint64

KINDS, BLOCKS = nvvm_tcgen05.Tcgen05MMAKind, nvvm_tcgen05.Tcgen05GroupKind
USES, BUFFERS = nvvm_tcgen05.Tcgen05MMACollectorOp, nvvm_tcgen05.Tcgen05MMACollectorBBuffer


@cute.kernel
def multiplies(out: cute.Tensor):
    word = cutlass.utils.SmemAllocator().allocate_array(Int32, 1)
    address = word.load().ir_value()
    matrix, code, adds = Uint64(1).ir_value(), Int32(2).ir_value(), Boolean(True).ir_value()
    mask = TensorSSA.from_elements([Uint32(k) for k in range(4)]).ir_value()
    operands = {"d": address, "a": matrix, "b": matrix, "idesc": code, "enable_input_d": adds}
    nvvm_tcgen05.tcgen05_mma(
        mma_kind=KINDS.TF32, cta_group=BLOCKS.CTA_1, write_disable_mask=mask, collector_op=USES.FILL, **operands
    )
    nvvm_tcgen05.tcgen05_mma_ws(
        mma_kind=KINDS.F16, collector_b_buffer=BUFFERS.B2, collector_op=USES.LASTUSE, **operands
    )
    vector = cutlass.cute.TensorSSA.from_elements([Uint32(k) for k in range(2)]).ir_value()
    shape = nvvm_tcgen05.Tcgen05LdStShape.SHAPE_32X32B
    nvvm_tcgen05.tcgen05_st(shape=shape, tmem_addr=address, val=vector)
    out[0] = cutlass.Float32(nvvm_tcgen05.tcgen05_ld(res=cutlass.Float32.mlir_type, shape=shape, tmem_addr=address))
    inline_asm(ir.Type.parse("!llvm.void"), [], "fence.proxy.async;", "", has_side_effects=True)


def test_multiplies_name_their_lanes_and_buffers() -> None:
    @cute.jit
    def host(out: cute.Tensor):
        multiplies(out).launch(grid=1, block=32)

    program = cute.compile(host, np.zeros(1, np.float32), options="--target cpu --gpu-arch sm_100a")
    ptx = program.artifacts.ptx("sm_100a")
    assert "tcgen05.mma.cta_group::1.kind::tf32.collector::a::fill" in ptx
    assert "tcgen05.mma.ws.cta_group::1.kind::f16.collector::b2::lastuse" in ptx
    assert "tcgen05.st.sync.aligned.32x32b.x2.b32" in ptx
    assert "tcgen05.ld.sync.aligned.32x32b.x1.b32" in ptx
