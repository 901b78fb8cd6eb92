"""Addresses of tensor maps by the names of private code: inline PTX gathers rows by an atom's map."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import utils
from cutedsl.arch.targets import target
from cutedsl.codegen.nvptx import assemble
from cutedsl.compat.mlir import cute_nvgpu, ir
from cutedsl.cute.nvgpu import cpasync, tcgen05

ROWS, COLUMNS = ([7, 0, 31, 5], [3, 9, 20, -1]), 64
GATHER = (
    "cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes.cta_group::1.L2::cache_hint "
    "[{$r0}], [{$r1}, {{$r2}, {$r3}, {$r4}, {$r5}, {$r6}}], [{$r7}], {$r8};"
)
EVICT_LAST = 0x14F0000000000000


@cute.kernel
def gathers(atom: Any, out: cute.Tensor, by_unpack: cutlass.Constexpr):
    t, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    stage = smem.allocate_array(cutlass.Float16, 8 * COLUMNS, byte_alignment=1024)
    bar = smem.allocate_array(cutlass.Int64, 1)
    if t == 0:
        cute.arch.mbarrier_init(bar, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    if t == 0:
        cute.arch.mbarrier_arrive_and_expect_tx(bar, 8 * COLUMNS * 2)
        kind = ir.Type.parse("!cute.ptr<!cute_nvgpu.tma_descriptor_tiled, generic, align<64>>")
        one = atom._unpack(tma_bar_ptr=bar) if by_unpack else cute_nvgpu.atom_make_exec_tma(atom._trait.value)
        place = cute_nvgpu.get_tma_desc_addr(kind, one).toint()
        for k, rows in enumerate(ROWS):
            numbers = [cutlass.Int32(row) for row in (COLUMNS, *rows)]
            given = [(stage + 4 * COLUMNS * k).toint(), place, *numbers, bar.toint(), cutlass.Int64(EVICT_LAST)]
            cute.arch.inline_ptx(GATHER, read_only_args=given)
    cute.arch.mbarrier_wait(bar, 0)
    for k in range(t, 8 * COLUMNS, 32):
        out[k] = stage[k]


@cute.jit
def host(x: cute.Tensor, out: cute.Tensor, by_unpack: cutlass.Constexpr):
    turned = cute.make_tensor(x.iterator, cute.make_layout((128, 32), stride=(1, 128)))
    row = cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0, cute.make_layout((COLUMNS, 1), stride=(1, COLUMNS)))
    op = cpasync.CopyBulkTensorTileG2SOp(tcgen05.CtaGroup.ONE)
    atom, _ = cpasync.make_tiled_tma_atom(op, turned, row, (COLUMNS, 1))
    gathers(atom, out, by_unpack).launch(grid=1, block=32)


def test_inline_ptx_gathers_rows_by_the_map_of_an_atom(ptxas: Path) -> None:
    x = np.random.default_rng(0).integers(-999, 999, (32, 128)).astype(np.float16)
    zeros = np.zeros((1, 128), np.float16)
    taken = np.concatenate([x, zeros])[[*ROWS[0], *ROWS[1]], COLUMNS:].reshape(8, 8, 8)  # row -1 is beyond the tensor
    for by_unpack in (False, True):
        out = np.zeros(8 * COLUMNS, np.float16)
        program = cute.compile(host, x, out, by_unpack, options="--target cpu --gpu-arch sm_100a")
        program(x, out)
        for row in range(8):
            np.testing.assert_array_equal(out.reshape(8, 8, 8)[row], taken[row, np.arange(8) ^ row])
    assemble(program.artifacts.ptx("sm_100a"), target("sm_100a"), ["-O1"], ptxas=str(ptxas))
