import cutedsl as cutlass
import cutedsl.cute as cute


@cute.kernel
def kernel(x: cute.Tensor, out: cute.Tensor, copy: cute.TiledCopy):
    tile = (cute.arch.block_idx()[1], cute.arch.block_idx()[0])
    mine = copy.get_slice(cute.arch.thread_idx()[0])
    source = mine.partition_S(cute.local_tile(x, (8, 32), tile))
    target = mine.partition_D(cute.local_tile(out, (8, 32), tile))
    values = cute.make_fragment_like(source)
    cute.copy(copy, source, values)
    cute.copy(copy, values, target)


@cute.jit
def solve(x: cute.Tensor, out: cute.Tensor):
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float32)
    threads = cute.make_layout((2, 32), stride=(32, 1))
    values = cute.make_layout((4, 1))
    copy = cute.make_tiled_copy_tv(atom, threads, values)
    grid = (x.shape[1] // 32, x.shape[0] // 8, 1)
    kernel(x, out, copy).launch(grid=grid, block=64)
