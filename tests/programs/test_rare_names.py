"""Names that few programs use, in programs that do: places in MLIR, vectors of private code, `alloc_smem`."""

from __future__ import annotations

import inspect
from types import FunctionType
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
import cutedsl.utils.distributed as distributed
from cutedsl.compat.cuda_context import initialize_cuda_context
from cutedsl.compat.mlir import llvm, vector
from cutedsl.compat.private_names import T
from cutedsl.driver.arguments.adapters import JitArgAdapterRegistry
from cutedsl.errors import DSLUserCodeError
from cutedsl.errors.names.surface import SURFACE
from tests.kernels.arrays import EVERYWHERE, TARGETS, Arrays

NO_OPERATIONS = {"jit", "kernel", "compile"}
"""Functions of the surface that record nothing: they have no places."""


def functions(module: Any, names: frozenset[str]) -> list[tuple[str, FunctionType]]:
    found = [(name, getattr(module, name, None)) for name in sorted(names - NO_OPERATIONS)]
    return [(name, value) for name, value in found if type(value) is FunctionType]


@pytest.mark.parametrize(
    ("module", "public"),
    [
        (cute, "cute"),
        (cute.arch, "cute.arch"),
        (cute.math, "cute.math"),
        (cute.nvgpu.cpasync, "cute.nvgpu.cpasync"),
        (cute.nvgpu.warpgroup, "cute.nvgpu.warpgroup"),
        (cutlass.pipeline, "pipeline"),
        (distributed, "utils.distributed"),
    ],
)
def test_every_function_takes_a_place_and_leaves_it_alone(module: Any, public: str) -> None:
    takes = functions(module, frozenset(SURFACE[public]))
    assert takes
    for name, function in takes:
        assert {"loc", "ip"} <= inspect.signature(function, follow_wrapped=False).parameters.keys(), name


def test_places_change_nothing() -> None:
    assert cute.size((2, 3), loc=None, ip=None) == 6  # pyright: ignore[reportCallIssue]
    with pytest.raises(TypeError, match="place"):
        cute.size((2, 3), place=None)  # pyright: ignore[reportCallIssue]


@pytest.mark.parametrize("target", EVERYWHERE)
def test_methods_and_operations_with_places(target: str) -> None:
    @cute.kernel
    def kernel(x: cute.Tensor, out: cute.Tensor):
        tid = cute.arch.thread_idx(loc=None, ip=None)[0]  # pyright: ignore[reportCallIssue]
        row = x[(tid, None)].load(loc=None, ip=None)
        total = row.reduce(cute.ReductionOp.ADD, 0.0, 0, loc=None, ip=None)
        number = total.to(cutlass.Float32, loc=None, ip=None)
        out[tid] = cute.math.sqrt(number, loc=None, ip=None)  # pyright: ignore[reportCallIssue]

    @cute.jit
    def host(x: cute.Tensor, out: cute.Tensor):
        kernel(x, out).launch(grid=1, block=4)

    arrays = Arrays(target)
    data = np.arange(16, dtype=np.float32).reshape(4, 4)
    out = arrays.poisoned((4,))
    host(cute.runtime.from_dlpack(arrays.put(data)), out)
    np.testing.assert_allclose(arrays.get(out), np.sqrt(data.sum(1)), rtol=1e-6)


@pytest.mark.parametrize("target", TARGETS)
def test_vectors_of_private_code(target: str) -> None:
    @cute.kernel
    def kernel(x: cute.Tensor, out: cute.Tensor):
        numbers = [x[k].ir_value() for k in range(4)]
        four = vector.from_elements(T.vector(4, T.i32()), numbers, loc=None, ip=None)
        halves = vector.bitcast(T.vector(8, T.i16()), four)
        first = vector.extract(halves, dynamic_position=[], static_position=[5])
        swapped = vector.insert(first, halves, dynamic_position=[], static_position=[0])
        again = cute.TensorSSA(vector.bitcast(T.vector(4, T.i32()), swapped), (4,), cutlass.Int32)
        for k in cutlass.range_constexpr(4):
            out[k] = again[k]
        seven = vector.splat(T.vector(2, T.i64()), 7)
        out[4] = cutlass.Int64(vector.extract(seven, [], [1])).to(cutlass.Int32)

    @cute.jit
    def host(x: cute.Tensor, out: cute.Tensor):
        kernel(x, out).launch(grid=1, block=1)

    arrays = Arrays(target)
    data = np.array([1, -2, 0x12345678, 70000], np.int32)
    out = arrays.poisoned((5,), np.int32)
    host(arrays.put(data), out)
    halves = data.view(np.int16).copy()
    halves[0] = halves[5]
    assert arrays.get(out).tolist() == [*halves.view(np.int32).tolist(), 7]


def test_vectors_of_private_code_refuse_wrong_arguments() -> None:
    assert vector.VectorType.get([2, 2], T.f32()).shape == [2, 2]
    with pytest.raises(DSLUserCodeError, match="several modes"):
        vector._place([], [0, 1])


@pytest.mark.parametrize("target", TARGETS)
def test_shared_memory_without_an_allocator(target: str) -> None:
    @cute.kernel
    def kernel(x: cute.Tensor, n: cutlass.Int32, out: cute.Tensor):
        tid = cute.arch.thread_idx()[0]
        room = cute.make_tensor(cute.arch.alloc_smem(cutlass.Float32, 64, 16), cute.make_layout(64))
        wide = cute.assume(n, divby=4)
        room[tid] = x[tid]
        cute.arch.sync_threads()
        out[tid] = room[63 - tid] + wide

    @cute.jit
    def host(x: cute.Tensor, n: cutlass.Int32, out: cute.Tensor):
        kernel(x, n, out).launch(grid=1, block=64)

    arrays = Arrays(target)
    data = np.arange(64, dtype=np.float32)
    out = arrays.poisoned((64,))
    host(arrays.put(data), 8, out)
    assert arrays.get(out).tolist() == (data[::-1] + 8).tolist()


@pytest.mark.parametrize("target", TARGETS)
def test_tiled_copies_made_from_a_layout_and_from_another_copy(target: str) -> None:
    @cute.kernel
    def kernel(x: cute.Tensor, out: cute.Tensor):
        tid = cute.arch.thread_idx()[0]
        atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float32)
        assert isinstance(atom, cute.CopyAtom)
        tiler, layout_tv = cute.make_layout_tv(cute.make_layout((4, 8)), cute.make_layout((1, 2)))
        reads = cute.make_tiled_copy(atom, layout_tv, tiler)
        writes = cute.make_tiled_copy_S(atom, reads)
        assert writes.layout_src_tv_tiled == reads.layout_src_tv_tiled
        source = reads.get_slice(tid).partition_S(x)
        held = cute.make_fragment_like(source)
        cute.copy(reads, source, held)
        cute.copy(writes, held, writes.get_slice(tid).partition_D(out))

    @cute.jit
    def host(x: cute.Tensor, out: cute.Tensor):
        kernel(x, out).launch(grid=1, block=32)

    arrays = Arrays(target)
    data = np.random.default_rng(0).random((4, 16), np.float32)
    out = arrays.poisoned((4, 16))
    host(cute.runtime.from_dlpack(arrays.put(data)), cute.runtime.from_dlpack(out))
    assert np.array_equal(arrays.get(out), data)


def test_the_context_of_a_device_is_made_current() -> None:
    initialize_cuda_context()  # nothing where there is no GPU
    if cutlass.utils.HardwareInfo().get_device_multiprocessor_count() < 1:
        pytest.fail("no multiprocessor")


@pytest.mark.gpu
def test_the_context_is_current_afterwards() -> None:
    from cutedsl.execution.cuda.driver import driver

    initialize_cuda_context()
    assert driver().current_context() != 0


def test_a_bitcast_to_elements_that_are_no_bytes_is_a_named_error() -> None:
    @cute.jit
    def narrow(y: cute.Tensor):
        bits = vector.from_elements(T.vector(3, T.i8()), [y[0].to(cutlass.Int8).ir_value()] * 3)
        vector.bitcast(vector.VectorType(4, cutlass.Float6E2M3FN), bits)

    with pytest.raises(DSLUserCodeError, match=r"not-yet.*`bitcast` of elements of Float6E2M3FN, 6 bits each"):
        cute.compile(narrow, np.zeros(1, np.float32))


@pytest.mark.parametrize("target", TARGETS)
def test_memory_of_a_thread_is_written_and_read(target: str) -> None:
    @cute.kernel
    def kernel(y: cute.Tensor):
        tid = cute.arch.thread_idx()[0]
        place = llvm.alloca(llvm.PointerType.get(), cutlass.Int64(4).ir_value(), T.i32(), alignment=16)
        for k in cutlass.range_constexpr(4):
            at = llvm.getelementptr(llvm.PointerType.get(), place, [], [k], T.i32())
            llvm.store((tid + k).ir_value(), at)
        third = llvm.getelementptr(llvm.PointerType.get(), place, [], [2], T.i32())
        y[tid] = cutlass.Int32(llvm.load(T.i32(), third))

    @cute.jit
    def launch(y: cute.Tensor):
        kernel(y).launch(grid=1, block=32)

    arrays = Arrays(target)
    y = arrays.put(np.zeros(32, np.int32))
    launch(y)
    assert arrays.get(y).tolist() == [k + 2 for k in range(32)]


def test_memory_of_a_number_of_elements_of_run_time_is_a_named_error() -> None:
    @cute.jit
    def launch(n: cutlass.Int32):
        llvm.alloca(llvm.PointerType.get(), n.ir_value(), T.i32())

    with pytest.raises(DSLUserCodeError, match=r"not-yet.*`llvm.alloca`"):
        cute.compile(launch, 3)


def test_types_of_narrow_numbers_have_their_classes() -> None:
    found = [T.si8(), T.ui8(), T.ui64(), T.f8E4M3FN(), T.f4E2M1FN()]
    assert found == [cutlass.Int8, cutlass.Uint8, cutlass.Uint64, cutlass.Float8E4M3FN, cutlass.Float4E2M1FN]


def test_older_names_are_the_newer_ones() -> None:
    assert cute.nvgpu.CopyStgOp is cute.nvgpu.CopyR2GOp
    assert cute.CacheEvictionPriority is cute.nvgpu.CacheEvictionPriority


def test_adapters_are_found_and_added_by_their_classes() -> None:
    class Given:
        pass

    registry = JitArgAdapterRegistry.jit_arg_adapter_registry
    registry[Given] = lambda given: 3
    try:
        assert JitArgAdapterRegistry.adapted(Given()) == 3
    finally:
        del registry[Given]
