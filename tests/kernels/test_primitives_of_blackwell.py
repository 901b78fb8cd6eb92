"""What programs with Blackwell's primitives need besides tensor memory: exits, arrays in branches, narrow maps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import AddressSpace, Array, Float4E2M1FN, Float8E4M3FN, Float16, Float32, Int32, Int64, Uint8
from cutedsl.compat.mlir import nvvm_sync, nvvm_tcgen05
from cutedsl.compat.mlir.handles import value_of
from cutedsl.errors import DSLUserCodeError
from cutedsl.lang.blackwell.umma_descriptors import Tcgen05InstrDesc, Tcgen05MxInstrDesc, Tcgen05MxOmmaInstrDesc
from cutedsl.lang.instructions import primitives, primitives_copies, primitives_memory, tensor_maps


@cute.kernel
def exits(y: cute.Tensor, n: Int32):
    t = cute.arch.thread_idx()[0]
    if t == 3 or t >= n:
        primitives.exit()
    y[t] = 1.0


@cute.kernel
def writes_in_one_lane(y: cute.Tensor, n: Int32):
    t, data = cute.arch.thread_idx()[0], Array(Float32, 32, space=AddressSpace.smem)
    data[t] = 0.0
    cute.arch.sync_warp()
    if t == 0:
        for i in range(n):
            data[i] = 1.0
    cute.arch.sync_threads()
    y[t] = data[t]


@cute.kernel
def keeps_a_part(y: cute.Tensor, n: Int32):
    t, data = cute.arch.thread_idx()[0], Array(Float32, 64, space=AddressSpace.smem)
    if t == 3:
        return
    for i in range(2):
        part = data.subview(i * 32)
        part[t] = 1.0 + i
    y[t] = part[t]


@cute.kernel
def bits(y: cute.Tensor, n: Int32):
    t = cute.arch.thread_idx()[0]
    words = cutlass.full((4,), 1.5, Float16).bitcast(Int32)
    some = cutlass.Vector.from_elements([Float32(k) for k in range(32)])
    y[t] = some[31 - t] + Float32(words[1] == 0x3E003E00)


CASES: dict[str, tuple[Callable[..., Any], Any]] = {
    "exits": (exits, [1.0 if t != 3 and t < 5 else 0.0 for t in range(32)]),
    "writes in one lane": (writes_in_one_lane, [1.0] * 5 + [0.0] * 27),
    "keeps a part": (keeps_a_part, [2.0 if t != 3 else 0.0 for t in range(32)]),
    "bits": (bits, [32.0 - t for t in range(32)]),
}


@cute.jit
def run(y: cute.Tensor, n: Int32, CASE: cutlass.Constexpr):
    CASES[CASE][0](y, n).launch(grid=1, block=32)


@pytest.mark.parametrize("case", CASES)
def test_each_kernel_gives_its_result(case: str) -> None:
    y = np.zeros(32, np.float32)
    run(y, 5, case)
    assert y.tolist() == CASES[case][1]


# -- tensor maps of 4 and 6 bits -----------------------------------------------------------------------------------
ROWS = 4


@cute.kernel
def load_kernel(tensor_map: cutlass.GridConstant[tensor_maps.TensorMap], y: cute.Tensor, BYTES: cutlass.Constexpr):
    data = Array(Uint8, BYTES, space=AddressSpace.smem, alignment=1024)
    bar, t = Array(Int64, 1, space=AddressSpace.smem, alignment=8), cute.arch.thread_idx()[0]
    for k in range(t, BYTES, 32):
        data[k] = Uint8(0xEE)
    if t == 0:
        primitives.mbarrier_init(bar, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_warp()
    if t == 0:
        primitives.mbarrier_arrive_expect_tx(bar, tensor_map.global_tx_bytes())
        primitives_copies.cp_async_bulk_tensor_shared_cta_global(data, tensor_map, (128, 1), bar)
    cute.arch.mbarrier_wait(bar.data_ptr(), 0)
    for k in range(t, BYTES, 32):
        y[k] = data[k]


@cute.jit
def load(x: cute.Tensor, y: cute.Tensor, FORMAT: cutlass.Constexpr, BOX: cutlass.Constexpr, BYTES: cutlass.Constexpr):
    narrow = cutlass.Float6E3M2FNx4 if FORMAT.name.startswith("B6") else cutlass.Float4E2M1FNx2
    row = 256 * narrow.width // narrow.spec.lanes // 8
    made = tensor_maps.create_tensor_map_tiled(
        x.iterator.toint(), narrow, [256, ROWS], [row // 16], [BOX, 2], tma_format=FORMAT
    )
    load_kernel(made, y, BYTES).launch(grid=1, block=32)


@pytest.mark.parametrize(
    ("name", "box", "group", "width"), [("B4X16", 64, 8, 8), ("B4X16_P64", 128, 8, 16), ("B6X16_P32", 128, 12, 16)]
)
def test_sixteen_narrow_elements_lie_packed_or_padded(name: str, box: int, group: int, width: int) -> None:
    row = 256 * group // 16
    x = np.random.default_rng(1).integers(0, 256, (ROWS, row)).astype(np.uint8)
    groups = box // 16
    y = np.zeros(2 * groups * width, np.uint8)
    load(x.reshape(-1), y, tensor_maps.TensorMapDataFormat[name], box, y.size)
    first = 128 * group // 16
    expected = x[1:3, first : first + groups * group].reshape(2, groups, group)
    found = y.reshape(2, groups, width)
    assert np.array_equal(found[:, :, :group], expected)
    assert (found[:, :, group:] == 0xEE).all()


# -- fences, barriers and ends of a thread, by all the names that programs have for them ------------------------------
@cute.jit
def leave(t: Int32):
    if t == 7:
        primitives.exit()


@cute.kernel
def sync_kernel(y: cute.Tensor):
    t = cute.arch.thread_idx()[0]
    data = Array(Float32, 64, space=AddressSpace.smem)
    upper = Array(base=data.data_ptr(32), shape=32, dtype=Int32)
    data[t] = Float32(t)
    nvvm_sync.barrier_cta_sync()
    if t < 32:
        nvvm_sync.barrier_cta_arrive(Int32(1).ir_value(), Int32(64).ir_value(), aligned=False)
        leave(t)
        y[t] = data[63 - t]
    else:
        nvvm_sync.barrier_cta_sync(Int32(1).ir_value(), thread_count=Int32(64).ir_value(), aligned=False)
        if t == 40:
            nvvm_sync.exit()
        primitives_memory.fence_acq_rel(primitives.MemScope.GPU)
        primitives_memory.fence_sc_cluster()
        y[t] = Float32(upper[t - 32] >> 23) - 127.0


@cute.jit
def run_sync(y: cute.Tensor):
    sync_kernel(y).launch(grid=1, block=64)


def test_threads_meet_order_and_end() -> None:
    y = np.full(64, -1, np.float32)
    run_sync(y)
    lower = [-1 if t == 7 else 63 - t for t in range(32)]
    assert y.tolist() == lower + [-1 if t == 40 else 5 for t in range(32, 64)]
    text = cute.compile(run_sync, y, options="--target cpu --gpu-arch sm_100a").artifacts.ptx("sm_100a")
    for instruction in ("fence.acq_rel.gpu", "fence.sc.cluster", "exit;", "bar"):
        assert instruction in text, instruction


@cute.kernel
def descriptor_kernel(y: cute.Tensor):
    fields = (Int32(x).ir_value() for x in (0x1234, 0x2001, 0x3FFF, 5, 1, 6))
    y[0] = value_of(nvvm_tcgen05.tcgen05_mma_smem_desc(*fields))


@cute.jit
def run_descriptor(y: cute.Tensor):
    descriptor_kernel(y).launch(grid=1, block=1)


def test_a_descriptor_has_its_fields_where_ptx_says() -> None:
    y = np.zeros(1, np.int64)
    run_descriptor(y)
    places = (0x1234, 0), (0x2001, 16), (0x3FFF, 32), (1, 46), (5, 49), (1, 52), (6, 61)
    assert int(y[0]) % (1 << 64) == sum(value << at for value, at in places)


def test_a_descriptor_of_an_instruction_takes_the_k_of_its_gpu() -> None:
    def of_four_bits(k_dim: int) -> int:
        kind = Float4E2M1FN
        return Tcgen05MxOmmaInstrDesc.build(kind, kind, n_dim=128, m_dim=128, k_dim=k_dim).value

    assert of_four_bits(1) == of_four_bits(0) | 1 << 31
    with pytest.raises(DSLUserCodeError, match="k_dim"):
        of_four_bits(2)
    kind = Float8E4M3FN
    with pytest.raises(DSLUserCodeError, match="newer GPU"):
        Tcgen05InstrDesc.build(Float32, kind, n_dim=128, m_dim=128, k_dim=1)
    with pytest.raises(DSLUserCodeError, match="newer GPU"):
        Tcgen05MxInstrDesc.build(kind, kind, n_dim=128, m_dim=128, k_dim=1)
    with pytest.raises(DSLUserCodeError, match="newer GPU"):
        Tcgen05MxInstrDesc.build(kind, kind, n_dim=128, m_dim=128, sparsity_version=1)
    halves = (Tcgen05InstrDesc.build(Float32, Float16, n_dim=128, m_dim=128, k_dim=k).value for k in (0, 1))
    assert len({*halves}) == 1
