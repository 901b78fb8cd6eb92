"""Blackwell's helpers against formulas: where scale factors lie, which copies and multiplies types choose."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
from cutedsl import cute, pipeline, utils
from cutedsl.cute.nvgpu import cpasync, tcgen05
from cutedsl.errors import DSLUserCodeError
from cutedsl.lang.experimental.views import GlobalView
from cutedsl.layout import Layout, size
from cutedsl.utils import blockscaled_layout as scales
from cutedsl.utils import sm100
from cutedsl.utils.gemm import sm100 as epilogues

MAJOR = tcgen05.OperandMajorMode
ONE, TWO = tcgen05.CtaGroup.ONE, tcgen05.CtaGroup.TWO
LANE = 1 << 16


def _factor(row: int, block: int) -> int:
    """The byte of a chunk of 128 rows and 4 blocks."""
    return 16 * (row % 32) + 4 * (row // 32) + block


@pytest.mark.parametrize("vector", [16, 32])
def test_a_chunk_of_scale_factors(vector: int) -> None:
    chunk = scales.BlockScaledBasicChunk(vector).layout
    other = scales.BlockScaledBasicChunk(vector, MAJOR.MN).layout
    for row in range(128):
        for k in range(0, 4 * vector, 7):
            assert chunk((row, k)) == other((k, row)) == _factor(row, k // vector)


def test_scale_factors_of_a_matrix_lie_chunk_after_chunk_along_k() -> None:
    layout = scales.tile_atom_to_shape_SF((300, 192, 2), 16)
    rows, depth = 3, 3
    for row, k, batch in ((0, 0, 0), (299, 191, 1), (130, 64, 0), (127, 63, 1)):
        chunk = (batch * rows + row // 128) * depth + k // 64
        assert layout((row, k, batch)) == 512 * chunk + _factor(row % 128, k % 64 // 16)


def _scaled(vector: int, rows: int, columns: int, group: tcgen05.CtaGroup = ONE) -> cute.TiledMma:
    kind = cutlass.Float8E4M3FN if vector == 16 else cutlass.Float8E8M0FNU
    return sm100.make_blockscaled_trivial_tiled_mma(
        cutlass.Float4E2M1FN, MAJOR.K, MAJOR.K, kind, vector, group, (rows, columns)
    )


@pytest.mark.parametrize(("vector", "depth"), [(16, 256), (32, 256)])
def test_scale_factors_of_a_tile_in_shared_and_in_tensor_memory(vector: int, depth: int) -> None:
    mma, tile, stages = _scaled(vector, 128, 256), (128, 256, depth), 3
    chunks, k_of_mma = depth // (4 * vector), 64
    for make, to_tmem, rows in (
        (scales.make_smem_layout_sfa, scales.make_tmem_layout_sfa, 128),
        (scales.make_smem_layout_sfb, scales.make_tmem_layout_sfb, 256),
    ):
        smem = make(mma, tile, vector, stages)
        tmem = to_tmem(mma, tile, vector, cute.select(smem, [0, 1, 2]))
        assert size(smem, [2]) == size(tmem, [2]) == depth // k_of_mma
        for row in range(0, rows, 5):
            for k in range(0, depth, vector):
                at = (row, k % k_of_mma), 0, k // k_of_mma
                block, chunk = k // vector % 4, k // vector // 4
                inside = (row // 128 * chunks + chunk) * 512 + _factor(row % 128, block)
                assert smem((*at, 2)) == 2 * rows // 128 * chunks * 512 + inside
                lane, column = row % 32, (chunk * (rows // 128) + row // 128) * 4 + row % 128 // 32
                assert tmem(at) == (lane * LANE + column) * 4 + block


def test_a_bulk_copy_is_multicast_where_blocks_share_a_tile() -> None:
    single, several = cpasync.CopyBulkTensorTileG2SOp, cpasync.CopyBulkTensorTileG2SMulticastOp
    for m in (1, 2, 4):
        for n in (1, 2):
            for blocks, group in ((1, ONE), (2, TWO)):
                if m % blocks:
                    continue
                given = (m, n, 1), Layout(blocks)
                assert sm100.cluster_shape_to_tma_atom_A(*given) == (several if n > 1 else single)(group)
                assert sm100.cluster_shape_to_tma_atom_B(*given) == (several if m > blocks else single)(group)
                assert sm100.cluster_shape_to_tma_atom_SFB(*given) == (several if m > 1 else single)(group)


@pytest.mark.parametrize(("columns", "name"), [(128, "SW128"), (32, "SW64"), (16, "SW32"), (8, "INTER")])
def test_an_operand_takes_the_widest_atom_that_its_row_fills(columns: int, name: str) -> None:
    half = cutlass.Float16
    assert sm100.get_smem_layout_atom_ab(MAJOR.K, half, (128, columns)).name == f"K_{name}"
    assert sm100.get_smem_layout_atom_ab(MAJOR.MN, half, (columns, 64)).name == f"MN_{name}"


def test_a_layout_atom_fills_the_multiplies_of_all_stages() -> None:
    atom = tcgen05.make_smem_layout_atom(tcgen05.SmemLayoutAtomKind.K_SW128, cutlass.Float16)
    layout: Any = tcgen05.tile_to_mma_shape(atom, ((64, 16), 2, 8, 2), (0, 1, 2)).outer
    for row, k, stage in ((0, 0, 0), (9, 17, 1), (127, 127, 1), (70, 64, 0)):
        place = (row % 64, k % 16), row // 64, k // 16, stage
        assert layout(place) == stage * 128 * 128 + k // 64 * 128 * 64 + row * 64 + k % 64


@pytest.mark.parametrize(
    ("major", "depth", "stages", "of_b"),
    [
        (MAJOR.K, 64, 3, "(1,1,4,3):(0,0,2,1024)"),
        (MAJOR.K, 128, 1, "(1,1,(4,2),1):(0,0,(2,1024),0)"),
        (MAJOR.MN, 64, 2, "(1,1,4,2):(0,0,128,1024)"),
    ],
)
def test_an_operand_in_shared_memory_counts_descriptors(major: Any, depth: int, stages: int, of_b: str) -> None:
    seen: list[str] = []

    @cute.kernel
    def kernel() -> None:
        half = cutlass.Float16
        mma = sm100.make_trivial_tiled_mma(half, MAJOR.K, major, cutlass.Float32, tcgen05.CtaGroup.ONE, (128, 128))
        layout: Any = sm100.make_smem_layout_b(mma, (128, 128, depth), half, stages)
        b: Any = utils.SmemAllocator().allocate_tensor(half, layout.outer, 1024, layout.inner)
        operand = mma.make_fragment_B(b)
        seen.extend(str(x) for x in (operand.layout, operand[None, None, None, 0].layout, layout.outer.shape[-1]))

    @cute.jit
    def host() -> None:
        kernel().launch(grid=1, block=32)

    cute.compile(host, options="--target cpu --gpu-arch sm_100a")
    shape, stride = (text.rsplit(",", 1)[0] + ")" for text in of_b.split(":"))
    assert seen == [of_b, f"{shape}:{stride}", str(stages)]


def test_a_part_under_a_permutation_has_a_number_of_tiles_a_mode() -> None:
    op = cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))
    along_n = cute.make_ordered_layout((8, 2, 2), order=(0, 2, 1))
    mma = cute.make_tiled_mma(op, cute.make_layout((2, 2, 1)), permutation_mnk=(32, along_n, 16))
    assert mma.partition_shape_C((64, 128)) == ((2, 2), 2, 8)


def test_a_tensor_memory_copy_describes_itself() -> None:
    op = tcgen05.Ld16x256bOp(tcgen05.Repetition.x4, tcgen05.Pack.PACK_16b_IN_32b)
    atom = cute.make_copy_atom(op, cutlass.Float16)
    assert sm100.get_tmem_copy_properties(atom) == (16, 256, 4, tcgen05.Pack.PACK_16b_IN_32b)
    assert tcgen05.is_tmem_load(atom) and not tcgen05.is_tmem_store(atom)
    with pytest.raises(DSLUserCodeError, match=r"at most 32 repetitions, got .*x64"):
        cute.make_copy_atom(tcgen05.Ld16x256bOp(tcgen05.Repetition.x64), cutlass.Float32)


@pytest.mark.parametrize("blocks", [1, 2])
def test_scale_factors_copy_to_tensor_memory_chunk_by_chunk(blocks: int) -> None:
    mma, tile = _scaled(16, 128, 128 * blocks), (128, 128 * blocks, 256)
    smem = scales.make_smem_layout_sfb(mma, tile, 16, 2)
    kind = cutlass.Float8E4M3FN
    place = cute.make_tensor(
        cute.make_ptr(kind, 0, cute.AddressSpace.tmem),
        scales.make_tmem_layout_sfb(mma, tile, 16, cute.select(smem, [0, 1, 2])),
    )
    parts: list[Any] = []

    @cute.kernel
    def look(out: cute.Tensor):
        source = cute.filter_zeros(utils.SmemAllocator().allocate_tensor(kind, smem, 1024))
        compact = cute.filter_zeros(place)
        copy = tcgen05.make_s2t_copy(cute.make_copy_atom(tcgen05.Cp4x32x128bOp(ONE), kind), compact).get_slice(0)
        described = tcgen05.get_s2t_smem_desc_tensor(copy, copy.partition_S(source))
        parts[:] = [described.layout, copy.partition_D(compact).layout]

    compiled(look)
    assert [size(part, [3]) for part in parts] == [4 * blocks, 4 * blocks]
    for chunk in range(4 * blocks):  # blocks of rows first, in tensor memory; chunks of K first, in shared memory
        from_chunk = chunk % blocks * 4 + chunk // blocks
        assert parts[0](((0, 0), 0, 0, chunk, 1)) == 512 * (4 * blocks + from_chunk)
        assert parts[1](((0, 0), 0, 0, chunk)) == 4 * 4 * chunk


def compiled(look: Any) -> None:
    @cute.jit
    def host(out: cute.Tensor):
        look(out).launch(grid=1, block=128)

    cute.compile(host, np.zeros((128, 128), np.float16), options="--target cpu --gpu-arch sm_100a")


def test_multiplies_of_sm_103_and_sources_of_operands() -> None:
    assert cute.make_tiled_mma(tcgen05.SM103MmaMXF4Op((128, 128, 64), ONE)).shape_mnk == (128, 128, 64)
    nvf4 = tcgen05.SM103MmaMXF4NVF4Op(cutlass.Float8E4M3FN, (128, 128, 64), ONE)
    assert cute.make_tiled_mma(nvf4).op == nvf4
    shape, source = (128, 64), tcgen05.OperandSource.TMEM
    mma: Any = sm100.make_trivial_tiled_mma(cutlass.Float16, MAJOR.K, MAJOR.K, cutlass.Float32, ONE, shape, source)
    assert mma.op.a_src is source
    mixed = cutlass.Float8E4M3FN, cutlass.Float8E5M2
    mma = sm100.make_trivial_tiled_mma(*mixed, MAJOR.K, MAJOR.K, cutlass.Float32, ONE, shape)
    assert isinstance(mma.op, tcgen05.MmaF8F6F4Op) and isinstance(mma.op, tcgen05.MmaOp)
    assert mma.shape_mnk == (*shape, 32)
    assert {op.value for op in tcgen05.TmemLoadRedOp} == {"min", "max", "min.abs", "max.abs"}


def test_the_state_of_a_stage_that_one_side_fills_and_reads() -> None:
    kinds = pipeline.PipelineUserType
    assert kinds.ProducerConsumer not in (kinds.Producer, kinds.Consumer)


def test_the_epilogue_partitions_accumulators_by_its_tile() -> None:
    kernel = SimpleNamespace(
        cta_tile_shape_mnk=(128, 128, 64),
        c_layout=utils.LayoutEnum.ROW_MAJOR,
        c_dtype=cutlass.Float16,
        acc_dtype=cutlass.Float32,
    )
    seen: list[Any] = []

    @cute.kernel
    def look(out: cute.Tensor):
        sums = cute.make_tensor(
            cute.make_ptr(cutlass.Float32, 0, cute.AddressSpace.tmem),
            cute.make_layout(((128, 128), 1, 1, 2), stride=((LANE, 1), 0, 0, 128)),
        )
        flat = epilogues.transform_partitioned_tensor_layout(sums)
        tiles = cute.make_tensor(out.iterator, cute.make_layout(((128, 1), (128, 1), 1), stride=((128, 0), (1, 0), 0)))
        tidx, _, _ = cute.arch.thread_idx()
        load, parts, registers = epilogues.epilogue_tmem_copy_and_partition(kernel, tidx, flat, tiles, (128, 32), False)
        half = cute.make_rmem_tensor(registers.shape, cutlass.Float16)
        shared = utils.SmemAllocator().allocate_tensor(
            cutlass.Float16, cute.make_layout((128, 32, 2), stride=(32, 1, 4096)), 128
        )
        _, sources, places = epilogues.epilogue_smem_copy_and_partition(kernel, load, half, tidx, shared)
        seen[:] = [flat.shape, size(registers.shape), parts.shape[3:], size(sources.shape), size(places.shape)]

    compiled(look)
    assert seen == [((128, 1), (128, 1), 2), 32, (1, 4, 2), 32, 64]


def test_partitions_of_a_view_are_parts_of_its_tensor() -> None:
    kernel = SimpleNamespace(
        cta_tile_shape_mnk=(128, 128, 64),
        c_layout=utils.LayoutEnum.ROW_MAJOR,
        c_dtype=cutlass.Float16,
        acc_dtype=cutlass.Float32,
    )
    seen: list[Any] = []

    @cute.kernel
    def look(out: cute.Tensor):
        mma = sm100.make_trivial_tiled_mma(
            cutlass.Float16, MAJOR.K, MAJOR.K, cutlass.Float32, ONE, (128, 128)
        ).get_slice(0)
        view = mma.partition_C(GlobalView.of(out))
        flat: Any = epilogues.transform_partitioned_tensor_layout(view)
        sums: Any = cute.make_tensor(
            cute.make_ptr(cutlass.Float32, 0, cute.AddressSpace.tmem),
            cute.make_layout(((128, 128), 1, 1), stride=((LANE, 1), 0, 0)),
        )
        tidx, _, _ = cute.arch.thread_idx()
        sums = epilogues.transform_partitioned_tensor_layout(sums)
        epilogues.epilogue_tmem_copy_and_partition(kernel, tidx, sums, flat, (128, 32), False)
        seen[:] = [flat.coordinate((5, 7))]

    compiled(look)
    assert seen == [(5, 7)]


@pytest.mark.parametrize("pair", [False, True])
@pytest.mark.parametrize("rows", [64, 128])
def test_the_size_of_an_epilogue_tile_is_that_of_its_shape(rows: int, pair: bool) -> None:
    for kind in (cutlass.Float16, cutlass.Float32, cutlass.Float8E4M3FN):
        shape = sm100.compute_epilogue_tile_shape((rows, 128, 64), pair, utils.LayoutEnum.ROW_MAJOR, kind)
        assert sm100.compute_epilogue_tile_size(rows, 128, pair, kind.width) == tuple(map(cute.size, shape))


@pytest.mark.parametrize(
    ("kinds", "factors"),
    [
        ((cutlass.Uint8, cutlass.Int8), None),
        ((cutlass.Float16, cutlass.BFloat16), None),
        ((cutlass.Float32, cutlass.Float16), None),
        ((cutlass.Float8E4M3FN, cutlass.Float8E5M2), (cutlass.Float8E8M0FNU, 16)),
        ((cutlass.Float8E4M3FN, cutlass.Float4E2M1FN), (cutlass.Float8E4M3FN, 32)),
        ((cutlass.Float4E2M1FN, cutlass.Float4E2M1FN), (cutlass.Float8E4M3FN, 32)),
    ],
)
def test_no_multiply_is_made_of_other_types_than_those_asked_for(kinds: Any, factors: Any) -> None:
    with pytest.raises(DSLUserCodeError, match=r"mma-type.*(does not support|takes factors)"):
        if factors is None:
            kind = cutlass.Int32 if kinds[0] is cutlass.Uint8 else cutlass.Float32
            sm100.make_trivial_tiled_mma(*kinds, MAJOR.K, MAJOR.K, kind, ONE, (128, 64))
        else:
            sm100.make_blockscaled_trivial_tiled_mma(*kinds, MAJOR.K, MAJOR.K, *factors, ONE, (128, 128))


def test_packed_operands_are_never_mn_major() -> None:
    kind, scale = cutlass.Float4E2M1FN, cutlass.Float8E4M3FN
    with pytest.raises(DSLUserCodeError, match=r"mma-major.*K-major"):
        sm100.make_blockscaled_trivial_tiled_mma(kind, kind, MAJOR.MN, MAJOR.K, scale, 16, ONE, (128, 128))
