"""`cute.experimental`: copies by coordinates, bulk copies whose maps the host makes, tensor memory that goes back."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
import cutedsl.cute.experimental as cute_ext
from cutedsl import utils
from cutedsl.cute.nvgpu import tcgen05
from cutedsl.driver.arguments.workspace import QueryDeviceWorkspaceFunc
from cutedsl.errors import DSLUserCodeError
from cutedsl.lang.experimental import hoist
from cutedsl.utils import sm100

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@cute_ext.kernel
def negate(x: cute.Tensor, y: cute.Tensor):
    m, n, _ = cute.arch.block_idx()
    thread, _, _ = cute.arch.thread_idx()
    given = {"layout_tv": cute.make_layout(((8, 4), 4), stride=((4, 32), 1)), "tiler": (32, 4)}
    parts = [cute_ext.partition(cute.zipped_divide(t, (32, 8))[(None, None), (m, n)], thread, **given) for t in (x, y)]
    values = cute_ext.allocate(cutlass.Float32, cute.AddressSpace.rmem, cute.make_layout(parts[0].shape))
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float32, num_bits_per_copy=128)
    cute_ext.copy(parts[0], values, copy_atom=atom)
    values.store(-values.load())
    cute_ext.copy(values, parts[1], copy_atom=atom)


@cute_ext.jit
def negate_all(x: cute.Tensor, y: cute.Tensor):
    grid = (cute.ceil_div(x.shape[0], 32), cute.ceil_div(x.shape[1], 8), 1)
    negate(x, y).launch(grid=grid, block=(32, 1, 1))


@pytest.mark.parametrize(("m", "n"), [(64, 16), (36, 9), (4, 1), (132, 23)])
def test_elements_outside_the_array_are_not_copied(m: int, n: int) -> None:
    rng = np.random.default_rng(0)
    room = np.full((n + 8) * m + 64, 7, np.float32)
    x = np.asfortranarray(rng.standard_normal((m, n)), np.float32)
    y = room[: m * n].reshape(n, m).T
    negate_all(x, y)
    assert np.array_equal(y, -x)
    assert (room[m * n :] == 7).all()


@cute_ext.kernel
def transpose_by_address(x: cute.Tensor, y: cute.Tensor):
    """As a kernel that knows nothing of coordinates: layouts and strides are those of memory."""
    thread, _, _ = cute.arch.thread_idx()
    n = x.shape[1]
    row = cute.local_tile(y, (n, 1), (0, thread))
    across = cute.make_tensor(x.iterator, cute.select(x.layout, mode=[1, 0]))
    for k in cutlass.range(n):
        place = cutlass.Int64(thread) * x.layout.stride[0] + k * x.stride[1]
        row.iterator[k * row.layout.stride[0]] = x.iterator[place] + across[k, thread]


@cute_ext.jit
def transpose_all(x: cute.Tensor, y: cute.Tensor):
    transpose_by_address(x, y).launch(grid=1, block=x.shape[0])


def test_layouts_are_those_of_memory() -> None:
    x = np.arange(5 * 3, dtype=np.float32).reshape(5, 3)
    y = np.zeros((3, 5), np.float32)
    transpose_all(x, y)
    assert np.array_equal(y, 2 * x.T)


TILE = (128, 64, 64)
STAGES = 2
PLANES = 2


@cute.jit
def _store(acc: Any, c: Any, c_tile: Any, s_c: Any, stores: Any, shape: cutlass.Constexpr):
    """Accumulators to `c_tile`: a piece of shared memory at a time, or added to it out of each thread's registers."""
    cta_tile, c_layout, epi, pair, by_threads = shape
    thread, _, _ = cute.arch.thread_idx()
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    tiles = cute.flat_divide(acc, epi)
    atom = sm100.get_tmem_load_op(cta_tile, c_layout, c.element_type, cutlass.Float32, epi, pair)
    to_registers = tcgen05.make_tmem_copy(atom, tiles[None, None, 0, 0])
    c_tiles = cute.flat_divide(c_tile, epi)
    layout = cute_ext.make_t2r_rmem_layout(to_registers, c_tiles, thread)
    wide = cute_ext.allocate(cutlass.Float32, cute.AddressSpace.rmem, layout)
    narrow = cute_ext.allocate(c.element_type, cute.AddressSpace.rmem, layout)
    to_shared = cute.make_tiled_copy_D(cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), c.element_type), to_registers)
    for tile in range(cute.size(tiles.shape, mode=[3])):
        cute_ext.partition_and_copy(to_registers.get_slice(thread), tiles[None, None, 0, tile], wide)
        narrow.store(wide.load().to(c.element_type))
        if cutlass.const_expr(by_threads):
            before = cute_ext.allocate(c.element_type, cute.AddressSpace.rmem, layout)
            cute_ext.partition_and_copy(to_shared.get_slice(thread), c_tiles[None, None, 0, tile], before)
            narrow.store(narrow.load() + before.load())
            cute_ext.partition_and_copy(to_registers.get_slice(thread), narrow, c_tiles[None, None, 0, tile])
        else:
            stores.acquire_sync()
            at = stores.get_index()
            cute_ext.partition_and_copy(to_shared.get_slice(thread), narrow, s_c[None, None, at])
            stores.commit_sync()
            if warp == 0:
                cute_ext.tma_store(
                    s_c[None, None, at],
                    c_tiles[None, None, 0, tile],
                    cta_v_map=cute_ext.get_cta_v_map_c(c, epi),
                )
            stores.release_advance()
    stores.tail()


def _product(pair: bool, by_threads: bool = False) -> Any:
    group = tcgen05.CtaGroup.TWO if pair else tcgen05.CtaGroup.ONE
    blocks = 2 if pair else 1
    m, n, k = TILE[0] * blocks, TILE[1] * blocks, TILE[2]
    load = cute_ext.OperationTypeEnum.SM100_TMA_LOAD_2SM if pair else cute_ext.OperationTypeEnum.SM90_TMA_LOAD
    multiply = cute_ext.OperationTypeEnum.SM100_MMA_2SM_SS if pair else cute_ext.OperationTypeEnum.SM100_MMA_1SM_SS

    @cute_ext.kernel
    def kernel(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
        tiled_mma = sm100.make_trivial_tiled_mma(
            a.element_type,
            utils.LayoutEnum.from_tensor(a).mma_major_mode(),
            utils.LayoutEnum.from_tensor(b).mma_major_mode(),
            cutlass.Float32,
            group,
            (m, n),
        )
        along_m, along_n, _ = cute.arch.block_idx()
        warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
        cluster = cute.tiled_divide(cute.make_layout((blocks, 1, 1)), (blocks,))
        a_tile = cute.zipped_divide(a, (m // blocks, k))[(None, None), (along_m, None)]
        b_tile = cute.zipped_divide(b, (n // blocks, k))[(None, None), (along_n * blocks + along_m % blocks, None)]
        c_tile = cute.zipped_divide(c, (m // blocks, n))[(None, None), (along_m, along_n)]
        a_layout = sm100.make_smem_layout_a(tiled_mma, (m, n, k), a.element_type, STAGES)
        b_layout = sm100.make_smem_layout_b(tiled_mma, (m, n, k), b.element_type, STAGES)
        s_a = cute_ext.allocate(a.element_type, cute.AddressSpace.smem, a_layout, alignment=1024)
        s_b = cute_ext.allocate(b.element_type, cute.AddressSpace.smem, b_layout, alignment=1024)
        acc_layout = cute_ext.make_tmem_layout_acc(tiled_mma, (m, n, k), 1)
        acc = cute_ext.allocate(cutlass.Float32, cute.AddressSpace.tmem, acc_layout, is2cta=pair)
        cta_tile = (m // blocks, n, k)
        c_layout = utils.LayoutEnum.from_tensor(c)
        epi = sm100.compute_epilogue_tile_shape(cta_tile, pair, c_layout, c.element_type)
        s_c = cute_ext.allocate(
            c.element_type,
            cute.AddressSpace.smem,
            sm100.make_smem_layout_epi(c.element_type, c_layout, epi, 2),
            alignment=1024,
        )
        loads = cute_ext.TMAToUMMAPipeline.create(
            num_stages=STAGES, mma_operation_type=multiply, tma_operation_type=load, cluster_layout_vmnk=cluster
        )
        sums = cute_ext.UMMAtoAsyncPipeline.create(
            num_stages=1,
            mma_operation_type=multiply,
            consumer=cute_ext.OperationTypeEnum.SM100_COPY_T2R,
            consumer_arv_count=128 * blocks,
            cluster_layout_vmnk=cluster,
        )
        stores = cute_ext.TMAStorePipeline(stages=2, arv_count=128, barrier_id=1, tma_warp_id=0)
        steps = cute.size(a_tile, mode=[2]) if cute.rank(a_tile) == 3 else cute.size(a_tile, mode=[1])
        leads = along_m % blocks == 0
        if warp == 5:
            for step in cutlass.range(steps):
                token, stage = loads.producer_acquire_and_get_stage()
                barrier = cute_ext.get_mbarrier(token)
                for operand, tiles, shared in (("A", a_tile, s_a), ("B", b_tile, s_b)):
                    cute_ext.tma_load(
                        tiles[None, None, step],
                        shared[None, None, None, stage],
                        barrier,
                        cta_v_map=cute_ext.get_cta_v_map_ab(a, (m, n, k), tiled_mma, operand),
                        tma_operation_type=load,
                    )
                loads.producer_commit_and_advance()
        if warp == 4:
            if leads:
                _, stage = sums.producer_acquire_and_get_stage()
                atom = cute.make_mma_atom(tiled_mma.op)
                atom.set(tcgen05.Field.ACCUMULATE, False)
                for _ in cutlass.range(steps):
                    _, at = loads.consumer_wait_and_get_stage()
                    for block in cutlass.range_constexpr(4):
                        cute_ext.dot(
                            atom,
                            cute.append_ones(s_a[None, None, block, at], up_to_rank=3),
                            cute.append_ones(s_b[None, None, block, at], up_to_rank=3),
                            acc[None, None, None, stage],
                        )
                        atom.set(tcgen05.Field.ACCUMULATE, True)
                    loads.consumer_release_and_advance()
                sums.producer_commit_and_advance()
        if warp < 4:
            _, stage = sums.consumer_wait_and_get_stage()
            shape = (cta_tile, c_layout, epi, pair, by_threads)
            _store(acc[(None, None), 0, 0, stage], c, c_tile, s_c, stores, shape)
            sums.consumer_release_and_advance()

    @cute_ext.jit
    def run(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
        grid = (cute.ceil_div(c.shape[0], m) * blocks, cute.ceil_div(c.shape[1], n), 1)
        kernel(a, b, c).launch(grid=grid, block=(192, 1, 1), cluster=(blocks, 1, 1))

    return run


@pytest.mark.parametrize("pair", [False, True])
@pytest.mark.parametrize(("m", "n", "k"), [(128, 64, 64), (200, 136, 200)])
def test_a_product_is_exact(pair: bool, m: int, n: int, k: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTEDSL_ARCH", "sm_100a")
    rng = np.random.default_rng(1)
    a, b = (rng.integers(-4, 4, shape).astype(np.float16) for shape in ((m, k), (n, k)))
    c = np.full((m, n), 99, np.float32)
    _product(pair)(a, b, c)
    assert np.array_equal(c, a.astype(np.float32) @ b.astype(np.float32).T)


def test_a_copy_out_of_tensor_memory_places_registers_in_global_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither side is tensor memory: the copy says where registers belong, and tails are left out."""
    monkeypatch.setenv("CUTEDSL_ARCH", "sm_100a")
    rng = np.random.default_rng(3)
    a, b = (rng.integers(-4, 4, shape).astype(np.float16) for shape in ((130, 64), (72, 64)))
    room = np.full(130 * 72 + 512, 7, np.float32)
    c = room[: 130 * 72].reshape(130, 72)
    _product(pair=False, by_threads=True)(a, b, c)
    assert np.array_equal(c, 7 + a.astype(np.float32) @ b.astype(np.float32).T)
    assert (room[130 * 72 :] == 7).all()


@cute_ext.kernel
def of_addresses(addresses: cute.Tensor):
    """Products for each three addresses of A, and of B and C in planes: their tensor maps are made in the kernel."""
    m, n, k = TILE

    def tensor(place: Any, shape: tuple[int, int], kind: Any, planes: int = PLANES) -> Any:
        start = cute.make_ptr(kind, addresses[place], cute.AddressSpace.gmem, assumed_align=16)
        step = shape[0] * shape[1] if planes > 1 else 0
        return cute.make_tensor(start, cute.make_layout((*shape, planes), stride=(shape[1], 1, step)))

    major = tcgen05.OperandMajorMode.K
    _, only, plane = cute.arch.block_idx()
    half, wide = cutlass.Float16, cutlass.Float32
    tiled_mma = sm100.make_trivial_tiled_mma(half, half, major, major, wide, tcgen05.CtaGroup.ONE, (m, n))
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    s_a = cute_ext.allocate(
        half, cute.AddressSpace.smem, sm100.make_smem_layout_a(tiled_mma, TILE, half, STAGES), alignment=1024
    )
    s_b = cute_ext.allocate(
        half, cute.AddressSpace.smem, sm100.make_smem_layout_b(tiled_mma, TILE, half, STAGES), alignment=1024
    )
    acc = cute_ext.allocate(wide, cute.AddressSpace.tmem, cute_ext.make_tmem_layout_acc(tiled_mma, TILE, acc_stage=1))
    multiply = cute_ext.OperationTypeEnum.SM100_MMA_1SM_SS
    loads = cute_ext.TMAToUMMAPipeline.create(num_stages=STAGES, mma_operation_type=multiply)
    sums = cute_ext.UMMAtoAsyncPipeline.create(
        num_stages=1,
        mma_operation_type=multiply,
        consumer=cute_ext.OperationTypeEnum.SM100_COPY_T2R,
        consumer_arv_count=128,
    )
    stores = cute_ext.TMAStorePipeline(stages=2, arv_count=128, barrier_id=1, tma_warp_id=0)
    for batch in cutlass.range(2):
        if warp == 5:
            a, b = tensor(3 * batch, (m, 2 * k), half, 1), tensor(3 * batch + 1, (n, 2 * k), half)
            for step in cutlass.range(2):
                token, stage = loads.producer_acquire_and_get_stage()
                for operand, whole, rows, shared, at in (("A", a, m, s_a, only), ("B", b, n, s_b, plane)):
                    cute_ext.tma_load(
                        cute.zipped_divide(whole, (rows, k))[(None, None), (0, step, at)],
                        shared[None, None, None, stage],
                        cute_ext.get_mbarrier(token),
                        cta_v_map=cute_ext.get_cta_v_map_ab(whole, TILE, tiled_mma, operand),
                    )
                loads.producer_commit_and_advance()
        if warp == 4:
            _, stage = sums.producer_acquire_and_get_stage()
            loads, _ = cute_ext.mainloop_mma(tiled_mma, s_a, s_b, acc[None, None, None, stage], 0, 2, 4, loads, loads)
            sums.producer_commit_and_advance()
        if warp < 4:
            _, stage = sums.consumer_wait_and_get_stage()
            c = tensor(3 * batch + 2, (m, n), wide)
            part = acc[(None, None), 0, 0, stage]
            stores = cute_ext.epilogue_tma_store(TILE, False, part, c, (0, 0, plane), stores, 0, lambda x: -x)
            sums.consumer_release_and_advance()


@cute_ext.jit
def run_of_addresses(addresses: cute.Tensor):
    of_addresses(addresses).launch(grid=(1, 1, PLANES), block=192)


def _matrices() -> list[np.ndarray[Any, Any]]:
    m, n, k = TILE
    rng = np.random.default_rng(2)
    shapes = (((m, 2 * k), np.float16), ((PLANES, n, 2 * k), np.float16), ((PLANES, m, n), np.float32)) * 2
    return [rng.integers(-4, 4, shape).astype(kind) for shape, kind in shapes]


def test_maps_of_tensors_whose_addresses_the_kernel_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTEDSL_ARCH", "sm_100a")
    every = _matrices()
    addresses = np.array([x.ctypes.data for x in every], np.int64)
    compiled = cute_ext.compile(run_of_addresses, addresses)
    query = compiled.get_aux_func(QueryDeviceWorkspaceFunc, kernel=of_addresses)
    compiled(addresses, np.empty(query(addresses).size_in_bytes, np.uint8))
    for a, b, c in (every[:3], every[3:]):
        assert np.array_equal(c, -(a.astype(np.float32) @ b.astype(np.float32).transpose(0, 2, 1)))
    with pytest.raises(DSLUserCodeError, match="tensor-map-host"):
        compiled.artifacts.ptx("sm_100a")


@cute_ext.kernel
def at_a_place_that_is_used_again(x: cute.Tensor, place: cutlass.Int64):
    rows = cute.make_layout((8, 8), stride=(8, 1))
    shared = cute_ext.allocate(cutlass.Float16, cute.AddressSpace.smem, rows, alignment=128)
    for _ in cutlass.range_constexpr(8):
        place = place * place + place
    found = cute.make_tensor(x.iterator + cute.assume(8 * place, divby=8), rows)
    cute_ext.tma_store(shared, found, cta_v_map=cute_ext.get_cta_v_map_c(found, (8, 8)))


@cute_ext.jit
def run_at_a_place(x: cute.Tensor, place: cutlass.Int64):
    at_a_place_that_is_used_again(x, place).launch(grid=1, block=32)


def test_each_value_that_a_map_follows_from_is_looked_at_a_few_times(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTEDSL_ARCH", "sm_100a")
    seen: list[object] = []
    plain = hoist.facts
    monkeypatch.setattr(hoist, "facts", lambda op: (seen.append(op), plain(op))[1])
    half = cute.runtime.from_dlpack(np.zeros(64, np.float16), assumed_align=16)
    cute_ext.compile(run_at_a_place, half, cutlass.Int64(0))
    assert seen and len(seen) <= 3 * len(set(map(id, seen)))


def test_rows_that_bulk_copies_do_not_take() -> None:
    half, wide = cutlass.Float16, cutlass.Float32
    sm100.check_gemm_tma_alignment(8, 4, 16, half, half, wide, "m", "k", "n")
    for sizes, name in (((4, 4, 16), "of A"), ((8, 4, 4), "of B"), ((8, 2, 16), "of D")):
        with pytest.raises(DSLUserCodeError, match=name):
            sm100.check_gemm_tma_alignment(*sizes, half, half, wide, "m", "k", "n", output_tensor_name="D")
