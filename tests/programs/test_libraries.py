"""What libraries build on the language: they replace its methods, derive from its pipelines, name what is not there."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import pipeline
from cutedsl.compat.imports import CutlassModule
from cutedsl.cute.nvgpu import cpasync, warp, warpgroup
from cutedsl.errors import DSLUserCodeError
from cutedsl.lang.emission.user_ops import dsl_user_op
from cutedsl.staging.rewrite.visitor import DSLPreprocessor
from tests.kernels.arrays import TARGETS, Arrays
from tests.programs.api_uses import resolve


@pytest.mark.parametrize(
    ("name", "where"),
    [
        ("cutlass.cute.tensor._Tensor", "cutlass.cute.Tensor"),
        ("cutlass.base_dsl.ast_preprocessor.DSLPreprocessor", None),
        ("cutlass._mlir_helpers.op.dsl_user_op", "cutlass.dsl_user_op"),
        ("cutlass.cute.nvgpu.cpasync.helpers.TmaInfo", "cutlass.cute.nvgpu.cpasync.TmaInfo"),
        ("cutlass.cute.nvgpu.cpasync.ReductionKind", "cutlass.cute.ReductionKind"),
        ("cutlass.cute.nvgpu.warp.mma.MmaF16BF16Op", "cutlass.cute.nvgpu.warp.MmaF16BF16Op"),
        ("cutlass.cute.experimental.iket.range_push", "cutlass.cute.iket.range_push"),
        ("cutlass.cute.experimental.iket.mark", "cutlass.cute.iket.mark"),
        ("cutlass.pipeline.helpers.pipeline_init_wait", "cutlass.pipeline.pipeline_init_wait"),
        ("cutlass.cute._tvm_ffi_args_spec_converter.AcceptableNumericTypesForScalar", None),
    ],
)
def test_libraries_find_names_where_they_look(name: str, where: str | None) -> None:
    found = resolve(name)
    assert found is not None and (where is None or found is resolve(where))


@pytest.mark.parametrize(
    "name",
    [
        "experimental.primitives.mov_b",
        "cute.nvgpu.warp.LdMatrix16x8x8bOp",
    ],
)
def test_names_of_modules_that_are_not_there_yet_may_be_named_and_not_used(name: str) -> None:
    found = resolve(f"cutlass.{name}")
    assert found == found and found != resolve("cutlass.pipeline.PipelineTmaUmma") and not isinstance(1, found)
    with pytest.raises(DSLUserCodeError, match=f"not-yet.*{name.rpartition('.')[2]}"):
        found()


def test_a_class_derived_from_one_that_is_not_there_has_no_instances() -> None:
    base = CutlassModule().cute.nvgpu.warp.LdMatrix16x8x8bOp

    class Mixin:
        def helper(self) -> int:
            return 3

    @dataclass(frozen=True)
    class Derived(Mixin, base):  # type: ignore[misc,valid-type]
        stages: int = 2

    assert Derived.helper(Mixin()) == 3 and not isinstance(Mixin(), Derived)  # pyright: ignore
    for use in (Derived, Derived.create):
        with pytest.raises(DSLUserCodeError, match=r"not-yet.*warp.LdMatrix16x8x8bOp"):
            use()


@pytest.fixture
def colons() -> Iterator[None]:
    """Tensors that take `:` for a whole mode, as a library teaches them."""
    original = {cls: cls.__getitem__ for cls in (cute.Tensor, cute.TensorSSA)}

    def taught(own: Any) -> Any:
        @dsl_user_op
        def getitem(self: Any, idx: Any, *, loc: Any = None, ip: Any = None) -> Any:
            whole = tuple(None if isinstance(i, slice) else i for i in idx) if isinstance(idx, tuple) else idx
            return own(self, whole, loc=loc, ip=ip)

        return getitem

    for cls, own in original.items():
        cls.__getitem__ = taught(own)  # type: ignore[method-assign]
    yield
    for cls, own in original.items():
        cls.__getitem__ = own  # type: ignore[method-assign]


@pytest.mark.usefixtures("colons")
def test_a_replaced_subscript_serves_tensors_of_data_of_coordinates_and_of_registers() -> None:
    @cute.kernel
    def kernel(x: cute.Tensor, out: cute.Tensor):
        lane = cute.arch.thread_idx()[0]
        row = x[lane, :]
        places = cute.make_identity_tensor((4, 8))[lane, :]
        held = cute.make_rmem_tensor((2, 4), cutlass.Float32)
        for i in cutlass.range_constexpr(8):
            held[i // 4, i % 4] = row[i]
        values = held.load()
        out[lane, 0] = row[3]
        out[lane, 1] = cutlass.Float32(places[5][1] + 10 * places[5][0])
        out[lane, 2] = values[1, :][3]

    @cute.jit
    def run(x: cute.Tensor, out: cute.Tensor):
        kernel(x, out).launch(grid=1, block=4)

    x, out = np.arange(32, dtype=np.float32).reshape(4, 8), np.zeros((4, 3), np.float32)
    run(x, out)
    assert out.tolist() == [[8 * r + 3, 10 * r + 5, 8 * r + 7] for r in range(4)]


def test_a_replaced_visit_sees_each_branch_before_the_rewrite(monkeypatch: pytest.MonkeyPatch) -> None:
    def other_way(self: ast.NodeTransformer, node: ast.If) -> ast.AST:
        if isinstance(node.test, ast.Compare):
            node.test = ast.copy_location(ast.UnaryOp(ast.Not(), node.test), node.test)
        return original(self, node)  # pyright: ignore

    original = DSLPreprocessor.visit_If  # type: ignore[attr-defined]

    def result() -> list[int]:
        @cute.kernel
        def kernel(out: cute.Tensor):
            lane = cute.arch.thread_idx()[0]
            if lane < 2:
                out[lane] = 1
            else:
                out[lane] = 2

        @cute.jit
        def run(out: cute.Tensor):
            kernel(out).launch(grid=1, block=4)

        out = np.zeros(4, np.int32)
        run(out)
        return out.tolist()

    assert result() == [1, 1, 2, 2]
    monkeypatch.setattr(DSLPreprocessor, "visit_If", other_way)
    assert result() == [2, 2, 1, 1]  # the same text: what a replaced visit makes has a place of its own in the cache


@dataclass(frozen=True)
class Counted(pipeline.PipelineAsync):
    """A ring of a library's own: sync objects that it makes, and a release by one lane."""

    lanes: int = 1

    @staticmethod
    def create(barriers: Any, num_stages: int, threads: int) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        kind, group = pipeline.PipelineOp.AsyncThread, pipeline.CooperativeGroup
        full, empty = (
            pipeline.PipelineAsync._make_sync_object(barriers + k * num_stages, num_stages, (kind, group(agent, size)))
            for k, (agent, size) in enumerate([(pipeline.Agent.Thread, threads), (pipeline.Agent.Thread, 1)])
        )
        cute.arch.mbarrier_init_fence()
        pipeline.agent_sync(pipeline.Agent.ThreadBlock)
        return Counted(full, empty, num_stages, None, None, 1)

    @dsl_user_op
    def consumer_release(self, state: Any, *, loc: Any = None, ip: Any = None) -> None:
        cute.arch.sync_warp()
        with cute.arch.elect_one():
            self.sync_object_empty.arrive(state.index, self.consumer_mask, loc=loc, ip=ip)  # pyright: ignore[reportCallIssue]


class Steps(pipeline.PipelineState):
    """A state that goes on by several stages."""

    def step(self, count: Any) -> None:
        self._count += cutlass.Int32(count)  # pyright: ignore[reportAttributeAccessIssue]
        reached = self._index + cutlass.Int32(count)
        self._phase ^= reached // self.stages  # pyright: ignore[reportAttributeAccessIssue]
        self._index = reached % self.stages  # pyright: ignore[reportAttributeAccessIssue]

    def __new_from_mlir_values__(self, values: Any) -> Steps:
        return Steps(self.stages, *(cutlass.Int32(value) for value in values))


@pytest.mark.parametrize("target", TARGETS)
def test_a_pipeline_and_a_state_of_a_library(target: str) -> None:
    @cute.kernel
    def kernel(x: cute.Tensor, out: cute.Tensor):
        smem = cutlass.utils.SmemAllocator()
        tile = smem.allocate_tensor(cutlass.Float32, cute.make_layout((32, 2)), 16)
        ring = Counted.create(pipeline.alloc_reserved_mbarrier(2), 2, 32)
        lane = cute.arch.lane_idx()
        if cute.arch.warp_idx() == 0:
            state = Steps(2, cutlass.Int32(0), cutlass.Int32(0), cutlass.Int32(1))
            for k in cutlass.range(6):
                ring.producer_acquire(state)
                tile[lane, state.index] = x[lane, k]
                ring.producer_commit(state)
                state.step(1)
        else:
            state = Steps(2, cutlass.Int32(0), cutlass.Int32(0), cutlass.Int32(0))
            for k in cutlass.range(6):
                ring.consumer_wait(state)
                out[lane, k] = 2 * tile[lane, state.index]
                ring.consumer_release(state)
                state.step(1)

    @cute.jit
    def run(x: cute.Tensor, out: cute.Tensor):
        kernel(x, out).launch(grid=1, block=64)

    arrays = Arrays(target)
    x, out = arrays.put(np.random.default_rng(3).random((32, 6), np.float32)), arrays.put(np.zeros((32, 6), np.float32))
    run(x, out)
    assert (arrays.get(out) == 2 * arrays.get(x)).all()


@pytest.mark.parametrize("target", TARGETS)
def test_an_atom_says_whether_it_accumulates_and_what_is_laid_over_threads_has_their_number(target: str) -> None:
    @cute.kernel
    def kernel(c: cute.Tensor, tiled: Any):
        atom = cute.make_mma_atom(tiled.op)
        mine = tiled.get_slice(cute.arch.thread_idx()[0])
        a = mine.make_fragment_A(mine.partition_shape_A((16, 16)))
        b = mine.make_fragment_B(mine.partition_shape_B((16, 16)))
        part = mine.partition_C(cute.local_tile(c, (16, 16), (0, 0)))
        acc = cute.make_rmem_tensor(part.shape, cutlass.Float32)
        a.fill(1.0)
        b.fill(2.0)
        acc.fill(100.0)
        atom.set(warpgroup.Field.ACCUMULATE, False)
        cute.gemm(atom, acc, a[None, None, 0], b[None, None, 0], acc)
        atom.set(warpgroup.Field.ACCUMULATE, True)
        cute.gemm(atom, acc, a[None, None, 0], b[None, None, 0], acc)
        assert cutlass.const_expr(atom.get(warpgroup.Field.ACCUMULATE))
        part.store(acc.load())

    @cute.jit
    def run(c: cute.Tensor):
        tiled = cute.make_tiled_mma(warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16)), (1, 2, 1))
        kernel(c, tiled).launch(grid=1, block=cute.size(tiled))

    arrays = Arrays(target)
    c = arrays.put(np.zeros((16, 16), np.float32))
    run(c)
    assert (arrays.get(c) == 64).all()


class Order(IntEnum):
    ALONG_M = 4
    ALONG_N = 7


def test_a_member_of_an_int_enum_chosen_at_run_time_is_its_number() -> None:
    @cute.kernel
    def kernel(out: cute.Tensor, first: cutlass.Int32):
        lane = cute.arch.thread_idx()[0]
        order = Order.ALONG_M if lane < first else Order.ALONG_N
        if order == Order.ALONG_N:
            order = Order.ALONG_M if lane == 3 else Order.ALONG_N
        out[lane] = order

    @cute.jit
    def run(out: cute.Tensor, first: cutlass.Int32):
        kernel(out, first).launch(grid=1, block=4)

    out = np.zeros(4, np.int32)
    run(out, 2)
    assert out.tolist() == [4, 4, 7, 4]


def test_a_tile_given_by_its_coordinates_leaves_out_modes_that_shared_memory_has_no_place_for() -> None:
    found: list[Any] = []

    @cute.jit
    def look(x: cute.Tensor):
        tile = cute.composition(cute.make_identity_layout(x.shape), (16, 8, None))
        smem = cute.make_layout((16, 8), stride=(8, 1))
        atom, _ = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileS2GOp(), x, smem, tile)
        found.append((cute.rank(tile), atom.box))

    for depth in (1, 3):
        cute.compile(look, cute.runtime.from_dlpack(np.zeros((depth, 32, 16), np.float32).transpose(1, 2, 0)))
    assert found == [(3, (8, 16)), (3, (8, 16, 1))]  # a mode of extent 1 that is known needs no place in the map


@pytest.mark.parametrize("target", TARGETS)
def test_bytes_and_waits_by_their_ptx_names(target: str) -> None:
    prims = CutlassModule().experimental.primitives

    @cute.kernel
    def kernel(out: cute.Tensor):
        prims.griddepcontrol(prims.GridDepAction.WAIT)
        out[0] = prims.prmt(cutlass.Uint32(0x44332211), 0x4140, prims.PermuteMode.DEFAULT, hi=0)
        out[1] = prims.prmt(cutlass.Uint32(0x44332211), 0x7632, hi=cutlass.Uint32(0x08776655))
        prims.griddepcontrol(prims.GridDepAction.LAUNCH_DEPENDENTS)

    @cute.jit
    def run(out: cute.Tensor):
        kernel(out).launch(grid=1, block=1)

    arrays = Arrays(target)
    out = arrays.put(np.zeros(2, np.uint32))
    run(out)
    assert arrays.get(out).tolist() == [0x00220011, 0x08774433]


def test_layouts_in_shared_memory_by_the_names_of_blackwells_helpers() -> None:
    helpers = CutlassModule().utils.blackwell_helpers
    tcgen05 = resolve("cutlass.cute.nvgpu.tcgen05")
    k, mn = warpgroup.OperandMajorMode.K, warpgroup.OperandMajorMode.MN
    assert {kind.name for kind in warpgroup.SmemLayoutAtomKind} <= {kind.name for kind in tcgen05.SmemLayoutAtomKind}
    atom = tcgen05.make_smem_layout_atom(tcgen05.SmemLayoutAtomKind.K_SW64, cutlass.Float16)
    assert str(atom) == "S<2,4,3> o 0 o (8,32):(32,1)"
    assert str(helpers.make_smem_layout(k, (16, 64), cutlass.Float16, 2)) == (
        "S<3,4,3> o 0 o ((8,2),(64,1),(1,2)):((64,512),(1,0),(0,1024))"
    )
    assert str(helpers.make_smem_layout(mn, (32, 16), cutlass.Float16, 1)) == (
        "S<2,4,3> o 0 o ((32,1),(8,2),(1,1)):((1,0),(32,256),(0,0))"
    )


@pytest.mark.parametrize("target", TARGETS)
def test_functions_of_pairs_by_their_dialect_names(target: str) -> None:
    module = CutlassModule()
    nvvm = resolve("cutlass._mlir.dialects.nvvm")

    @cute.kernel
    def kernel(x: cute.Tensor, out: cute.Tensor):
        calc = module.cute.arch.calc_packed_f32x2_op
        out[0], out[1] = calc((x[0], x[1]), (x[2], x[3]), src_c=None, calc_func=nvvm.sub_packed_f32x2, rnd="rn")
        out[2], out[3] = calc((x[0], x[1]), (x[2], x[3]), (x[1], x[1]), calc_func=nvvm.fma_packed_f32x2)

    @cute.jit
    def run(x: cute.Tensor, out: cute.Tensor):
        kernel(x, out).launch(grid=1, block=1)

    arrays = Arrays(target)
    out = arrays.put(np.zeros(4, np.float32))
    run(arrays.put(np.array([5, 7, 2, 3], np.float32)), out)
    assert arrays.get(out).tolist() == [3.0, 4.0, 17.0, 28.0]
