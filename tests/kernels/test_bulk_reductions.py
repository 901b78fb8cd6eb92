"""Bulk stores that combine elements with global memory: by `cutlass.experimental.primitives` and by inline PTX."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.nvptx import assemble
from cutedsl.compat.imports import CutlassModule
from cutedsl.errors import DSLUserCodeError
from tests.kernels.arrays import TARGETS, Arrays
from tests.lowered import lowered

COUNT = 64


def program(update: str) -> Any:
    """A program of 2 blocks: each adds its x to the same y, the first by a function, the second by its instruction."""
    prims = CutlassModule().experimental.primitives
    kind, *more = update.split(".")
    how = {"op": prims.CpReduceOp(kind), "type": prims.CpReduceType(more[-1]), "noftz": "noftz" in more}
    code = f"cp.reduce.async.bulk.global.shared::cta.bulk_group.{update} [{{$r0}}], [{{$r1}}], {{$r2}};"

    @cute.kernel
    def kernel(x: cute.Tensor, y: cute.Tensor):
        i, _, _ = cute.arch.thread_idx()
        block, _, _ = cute.arch.block_idx()
        s = cutlass.utils.SmemAllocator().allocate_tensor(x.element_type, cute.make_layout(COUNT), 128)
        for k in cutlass.range_constexpr(COUNT // 32):
            s[32 * k + i] = x[block, 32 * k + i]
        cute.arch.fence_proxy("async.shared", space="cta")
        cute.arch.sync_warp()
        size = COUNT * x.element_type.width // 8
        if i == 0:
            if block == 0:
                prims.cp_reduce_async_bulk_global_shared_cta(y.iterator, s.iterator.to_llvm_ptr(), size, **how)
            else:
                places = [y.iterator.llvm_ptr, s.iterator, cutlass.Int32(size)]
                cute.arch.inline_ptx(code, read_only_args=places)
            prims.cp_async_bulk_commit_group()
            prims.cp_async_bulk_wait_group(0)

    @cute.jit
    def run(x: cute.Tensor, y: cute.Tensor):
        kernel(x, y).launch(grid=2, block=32)

    return run


def wrapped_inc(old: Any, most: Any) -> Any:
    return np.where(old >= most, 0, old + 1)


CASES: list[tuple[str, type[Any], Callable[[Any, Any], Any]]] = [
    ("add.f32", np.float32, np.add),
    ("add.f64", np.float64, np.add),
    ("add.noftz.f16", np.float16, np.add),
    ("max.f16", np.float16, np.maximum),
    ("add.u64", np.uint64, np.add),
    ("min.s32", np.int32, np.minimum),
    ("min.u32", np.uint32, np.minimum),
    ("xor.b32", np.int32, np.bitwise_xor),
    ("inc.u32", np.uint32, wrapped_inc),
]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("update", "dtype", "combine"), CASES, ids=[case[0] for case in CASES])
def test_bulk_stores_combine_with_what_is_there(
    target: str, update: str, dtype: type[Any], combine: Callable[[Any, Any], Any]
) -> None:
    random = np.random.default_rng(3)
    x, y = (random.integers(-9, 9, shape).astype(np.int64) for shape in ((2, COUNT), (COUNT,)))
    if update == "inc.u32":
        x[1] = x[0]  # blocks in either order
    x, y = x.astype(dtype), y.astype(dtype)
    arrays = Arrays(target)
    given = arrays.put(y.copy())
    program(update)(arrays.put(x), given)
    np.testing.assert_array_equal(arrays.get(given), combine(combine(y, x[0]), x[1]))


@pytest.mark.parametrize("target", TARGETS)
def test_a_plain_bulk_store_comes_after_a_combined_one(target: str) -> None:
    prims = CutlassModule().experimental.primitives

    @cute.kernel
    def kernel(y: cute.Tensor):
        i, _, _ = cute.arch.thread_idx()
        s = cutlass.utils.SmemAllocator().allocate_tensor(cutlass.Uint32, cute.make_layout(32), 128)
        s[i] = cutlass.Uint32(i)
        cute.arch.fence_proxy("async.shared", space="cta")
        cute.arch.sync_warp()
        if i == 0:
            prims.cp_async_bulk_global_shared_cta(y.iterator, s.iterator, cutlass.Int32(64))
            how = {"op": prims.CpReduceOp.MAX, "type": prims.CpReduceType.U32}
            prims.cp_reduce_async_bulk_global_shared_cta(y.iterator + 16, s.iterator + 16, 64, **how)
            prims.cp_async_bulk_commit_group()
            prims.cp_async_bulk_wait_group(0)

    @cute.jit
    def run(y: cute.Tensor):
        kernel(y).launch(grid=1, block=32)

    arrays = Arrays(target)
    y = arrays.put(np.full(32, 20, np.uint32))
    run(y)
    assert arrays.get(y).tolist() == [max(k, 20) if k >= 16 else k for k in range(32)]


@pytest.mark.parametrize("update", ["add.f32", "add.noftz.bf16", "and.b64"])
def test_ptxas_assembles_it(update: str, ptxas: Any) -> None:
    kind = cutlass.BFloat16 if "bf16" in update else cutlass.Float32 if "f32" in update else cutlass.Int64
    tensors = [cute.runtime.make_fake_compact_tensor(kind, shape) for shape in ((2, COUNT), (COUNT,))]
    ptx = lowered(lambda: cute.compile(program(update), *tensors)).ptx()
    assert ptx.count(f"cp.reduce.async.bulk.global.shared::cta.bulk_group.{update} [") == 2
    assemble(ptx, gpu_target("sm_90a"), ["-O1"], ptxas=str(ptxas))


def test_unsupported_reductions_are_refused() -> None:
    x = np.zeros((2, COUNT), np.float32)
    with pytest.raises(DSLUserCodeError, match=r"atomic-keyword.*does not support .*MIN.* on .*F32"):
        program("min.f32")(x, x[0])
