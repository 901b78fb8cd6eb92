"""A pipeline of `cp.async` whose arguments come by position, and numbers rounded to TFloat32 by hand."""

from __future__ import annotations

import cutlass
import cutlass.cute as cute
import cutlass.pipeline as pipeline
import torch
from cutlass import Float32, Int64

THREADS, STAGES, TURNS = 32, 2, 4


@cute.kernel
def kernel(x: cute.Tensor, out: cute.Tensor):
    thread = cute.arch.thread_idx()[0]
    memory = cutlass.utils.SmemAllocator()
    barriers = memory.allocate_array(Int64, 2 * STAGES)
    ring = memory.allocate_tensor(Float32, cute.make_layout((4, THREADS, STAGES)), byte_alignment=16)
    group = pipeline.CooperativeGroup(pipeline.Agent.Thread, THREADS)
    pipe = pipeline.PipelineCpAsync.create(barriers, STAGES, group, group)
    producer = pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, STAGES)
    consumer = pipeline.make_pipeline_state(pipeline.PipelineUserType.Consumer, STAGES)
    atom = cute.make_copy_atom(cute.nvgpu.cpasync.CopyG2SOp(), Float32, num_bits_per_copy=128)
    for turn in cutlass.range(TURNS):
        pipe.producer_acquire(producer)
        cute.copy(atom, x[None, thread, turn], ring[None, thread, producer.index])
        pipe.producer_commit(producer)
        producer.advance()
        pipe.consumer_wait(consumer)
        for k in cutlass.range_constexpr(4):
            out[k, thread, turn] = cute.arch.cvt_f32_tf32(ring[k, 31 - thread, consumer.index])
        pipe.consumer_release(consumer)
        consumer.advance()


@cute.jit
def round_all(x: cute.Tensor, out: cute.Tensor):
    layout = cute.make_layout((4, THREADS, TURNS))
    tensors = (cute.make_tensor(x.iterator, layout), cute.make_tensor(out.iterator, layout))
    kernel(*tensors).launch(grid=1, block=THREADS)


if __name__ == "__main__":
    device = "cuda" if torch.cuda.is_available() else "cpu"
    x = torch.randn(TURNS, THREADS, 4, device=device)
    x[0, 0, 0], x[0, 1, 0] = 1.0 + 2.0**-11, float("inf")
    out = torch.zeros_like(x, dtype=torch.int32)
    round_all(cute.runtime.from_dlpack(x, assumed_align=16), cute.runtime.from_dlpack(out, assumed_align=16))
    wanted = (x.flip(1).contiguous().view(torch.int32) + 0x1000) & ~0x1FFF
    assert torch.equal(out, wanted), (out, wanted)
    print("PASS")
