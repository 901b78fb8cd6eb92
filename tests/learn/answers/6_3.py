import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.nvgpu import cpasync


@cute.kernel
def kernel(x: cute.Tensor, out: cute.Tensor, copy: cute.TiledCopy):
    tile = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout((1, 128), stride=(128, 1)))
    thread, _, _ = cute.arch.thread_idx()
    row, _, _ = cute.arch.block_idx()
    mine = copy.get_slice(thread)
    cute.copy(copy, mine.partition_S(cute.local_tile(x, (1, 128), (row, 0))), mine.partition_D(tile))
    cute.arch.cp_async_commit_group()
    cute.arch.cp_async_wait_group(0)
    cute.arch.sync_threads()
    out[row, thread] = tile[0, 127 - thread]


@cute.jit
def solve(x: cute.Tensor, out: cute.Tensor):
    atom = cute.make_copy_atom(cpasync.CopyG2SOp(), cutlass.Float32, num_bits_per_copy=32)
    copy = cute.make_tiled_copy_tv(atom, cute.make_layout((1, 128), stride=(128, 1)), cute.make_layout((1, 1)))
    kernel(x, out, copy).launch(grid=x.shape[0], block=128)
