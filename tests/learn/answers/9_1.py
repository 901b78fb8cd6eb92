import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.cute.nvgpu import cpasync

TILE = (8, 32)


@cute.kernel
def kernel(atom: cute.CopyAtom, source: cute.Tensor, out: cute.Tensor):
    smem = cutlass.utils.SmemAllocator()
    tile = smem.allocate_tensor(cutlass.Float32, cute.make_layout(TILE, stride=(32, 1)), 128)
    bar = smem.allocate_array(cutlass.Int64, 1)
    lane, warp, _ = cute.arch.thread_idx()
    if warp == 0:
        with cute.arch.elect_one():
            cute.arch.mbarrier_init(bar, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    tiles = cute.group_modes(cute.local_tile(source, TILE, (None, 0)), 0, 2)
    to, of = cpasync.tma_partition(atom, 0, cute.make_layout(1), cute.group_modes(tile, 0, 2), tiles)
    if warp == 0:
        with cute.arch.elect_one():
            cute.arch.mbarrier_arrive_and_expect_tx(bar, 8 * 32 * 4)
        cute.copy(atom, of[None, 0], to, tma_bar_ptr=bar)
    cute.arch.mbarrier_wait(bar, 0)
    for row in range(warp, 8, 2):
        out[row, lane] = tile[row, lane] + 1


@cute.jit
def run(x: cute.Tensor, out: cute.Tensor):
    layout = cute.make_layout(TILE, stride=(32, 1))
    atom, source = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), x, layout, TILE)
    kernel(atom, source, out).launch(grid=1, block=(32, 2, 1))


def solve(x, out):
    run(*(cute.runtime.from_dlpack(a, assumed_align=16) for a in (x, out)))
