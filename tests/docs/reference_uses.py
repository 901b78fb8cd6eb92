"""Short programs with the public names that no other program spells out; the reference shows them.

`tests/docs/test_reference.py` runs them all.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import pipeline, utils
from cutedsl.cute.nvgpu import cpasync, warp
from cutedsl.cute.runtime import from_dlpack, make_fake_stream
from cutedsl.testing import Marks, marks_timeline


@cute.kernel
def inverse_functions(x: cute.Tensor, y: cute.Tensor):
    value = x[cute.arch.thread_idx()[0]]  # from 0.25 to 0.75
    circle = cute.math.asin(value) + cute.math.acos(value)  # pi / 2
    y[0] = circle + cute.math.tan(cute.math.atan(value)) - value
    y[1] = cute.math.sinh(cute.math.asinh(value)) + cute.math.cosh(cute.math.acosh(value + 1)) - 1
    y[2] = cute.math.atanh(value) + cute.tan(value)


@cute.kernel
def exact_functions(x: cute.Tensor, y: cute.Tensor):
    value = x[0]
    y[0] = cute.math.expm1(cute.math.log1p(value))
    y[1] = cute.math.cbrt(value * value * value) + cute.math.erfc(value)
    y[2] = cute.math.log10(value) - cute.log10(value) + cute.arch.exp(value)


@cute.kernel
def pairs(x: cute.Tensor, y: cute.Tensor):
    def sums(src_a: Any, src_b: Any, **_: Any) -> tuple[Any, Any]:
        return src_a[0] + src_b[0], src_a[1] + src_b[1]

    y[0], y[1] = cute.arch.calc_packed_f32x2_op((x[0], x[1]), (x[1], x[2]), calc_func=sums)
    y[2] = cute.arch.add_packed_f32x2((x[0], x[1]), (x[1], x[2]))[0]


@cute.kernel
def rounding(x: cute.Tensor, y: cute.Tensor):
    value = 10 * x[0]
    y[0] = cute.math.floor(value) + cute.math.ceil(value) - cute.floor(value) - cute.ceil(value)
    y[1] = cute.math.round(value) - cute.math.trunc(value)
    y[2] = cute.math.clamp(value, 1.0, 3.0) + cutlass.Float32(cute.math.isnormal(value))


@cute.kernel
def arithmetic(x: cute.Tensor, y: cute.Tensor):
    a, b = cutlass.Int32(-7), cutlass.Int32(3)
    y[0] = cute.math.absi(a) + cute.math.rem(a, b) + cutlass.Int32(cute.math.div(a, b))
    y[1] = cute.math.add(a, b) * cute.math.mul(a, b) - cute.math.sub(a, b)
    y[2] = cute.math.max(a, b) - cute.math.min(a, b) + cute.math.neg(a) + cute.arch.mad24(a, b, a)


@cute.kernel
def vectors(x: cute.Tensor, y: cute.Tensor):
    values = x.load()
    ones = cute.ones_like(values)
    if cute.all_(values > 0.0) and not cute.any_(values > 100.0):
        y.store(ones + values)


@cute.kernel
def known_conditions(x: cute.Tensor, y: cute.Tensor):
    positive = [x[i] > 0.0 for i in range(3)]
    y[0] = 1.0 if cutlass.all_(positive) else 0.0
    y[1] = 1.0 if cutlass.any_(positive) else 0.0
    y[2] = 2.0


@cute.kernel
def where_it_runs(x: cute.Tensor, y: cute.Tensor):
    began = cute.arch.clock64()
    y[0] = cutlass.Int32(cute.arch.smid() < cute.arch.nsmid())
    y[1] = cutlass.Int32(cute.arch.physical_warp_id() < cute.arch.nwarpid())
    y[2] = cutlass.Int32(cute.arch.clock64() >= began)
    cute.printf("grid {}, {} {}", cute.arch.gridid(), cute.arch.clock(), cute.arch.globaltimer_lo())


@cute.kernel
def of_a_cluster(x: cute.Tensor, y: cute.Tensor):
    y[0] = cute.arch.cluster_dim()[0] + cute.arch.block_in_cluster_dim()[0]
    y[1] = cute.arch.log2_of_pow2_int(cutlass.Int32(32))
    y[2] = cute.arch.aggr_smem_size()


@cute.kernel
def hand_over(x: cute.Tensor, y: cute.Tensor):
    tile = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(3))
    thread, _, _ = cute.arch.thread_idx()
    if thread < 3:
        tile[thread] = x[thread]
    cute.arch.fence_acq_rel_cta()  # for threads of the block; `_cluster` and `_sys` reach further
    cute.arch.fence_acq_rel_cluster()
    cute.arch.fence_acq_rel_sys()
    cute.arch.fence_view_async_shared()
    cute.arch.sync_threads()
    if thread < 3:
        y[thread] = tile[2 - thread]


@cute.kernel
def largest(x: cute.Tensor, y: cute.Tensor):
    cute.arch.atomic_max_float32(y.iterator, x[2])


@cute.kernel
def two_warps(x: cute.Tensor, y: cute.Tensor):
    if cute.arch.warp_idx() == 0:
        pipeline.arrive(1, 64)  # goes on
    else:
        cute.arch.barrier(barrier_id=1, number_of_threads=64)  # waits for both
    if cute.arch.warp_idx() == 1:
        pipeline.arrive_unaligned(2, 64)
    else:
        cute.arch.barrier(barrier_id=2, number_of_threads=64)


@cute.kernel
def explicit_loop(x: cute.Tensor, y: cute.Tensor):
    start = [cutlass.Int32(0), cutlass.Int32(100)]
    for count, rest, results in cutlass.while_generate(start, lambda count, rest: rest > 0):
        cutlass.yield_out([count + 1, rest // 2])
    y[0] = results[0]  # the loop's list has its results after it


@cute.kernel
def arrivals_of_copies(x: cute.Tensor, y: cute.Tensor):
    smem = utils.SmemAllocator()
    tile = smem.allocate_tensor(cutlass.Float32, cute.make_layout(4), 16)
    bar = smem.allocate_array(cutlass.Int64, 1)
    cute.arch.mbarrier_init(bar, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.mbarrier_expect_tx(bar, 0)  # no bytes beside the arrival of the copy
    atom = cute.make_copy_atom(cute.nvgpu.cpasync.CopyG2SOp(), cutlass.Float32, num_bits_per_copy=32)
    for i in cutlass.range_constexpr(3):
        one = cute.make_layout(1)
        cute.copy(atom, cute.make_tensor(x.iterator + i, one), cute.make_tensor(tile.iterator + i, one))
    cute.arch.cp_async_mbarrier_arrive_noinc(bar)
    if not cute.arch.mbarrier_conditional_try_wait(True, bar, 0):
        cute.arch.mbarrier_wait(bar, 0)
    for i in cutlass.range_constexpr(3):
        y[i] = tile[i]


@cute.kernel
def one_instruction(x: cute.Tensor, y: cute.Tensor):
    atom = cute.make_mma_atom(cute.nvgpu.MmaUniversalOp(cutlass.Float32))
    a, b = cute.make_tensor(x.iterator, 1), cute.make_tensor(x.iterator + 1, 1)
    total = cute.make_rmem_tensor(1, cutlass.Float32)
    total.fill(0.0)
    cute.mma_atom_call(atom, total, a, b, total)
    y[0] = total[0]
    y.store(cute.where(y.load() > 0.0, y.load(), cute.empty_like(y.load())))


@cute.kernel
def address_given(x: cute.Tensor, y: cute.Tensor):
    place = cutlass.inttoptr(x.iterator.toint(), cutlass.AddressSpace.gmem, cutlass.Float32)
    values = cute.make_tensor(place, 3).load()
    cutlass.print_nd_vector(values)
    for i in cutlass.range_constexpr(3):
        y[i] = 2 * values[i]


@cute.jit
def launch(kernel: cutlass.Constexpr, x: cute.Tensor, y: cute.Tensor, threads: cutlass.Constexpr):
    kernel(x, y).launch(grid=1, block=threads)


FLOAT_KERNELS = (
    pairs,
    inverse_functions,
    exact_functions,
    rounding,
    vectors,
    known_conditions,
    hand_over,
    largest,
    two_warps,
    arrivals_of_copies,
    one_instruction,
    address_given,
)
INT_KERNELS = (arithmetic, where_it_runs, of_a_cluster)


@cute.kernel
def ask_ahead_kernel(atom: Any, source: cute.Tensor):
    smem = utils.SmemAllocator()
    tile = smem.allocate_tensor(cutlass.Float32, cute.make_layout((8, 32), stride=(32, 1)), 128)
    descriptor = smem.allocate_array(cutlass.Int64, 16)
    if cute.arch.warp_idx() == 0:
        with cute.arch.elect_one():
            cute.nvgpu.cpasync.copy_tensormap(atom, descriptor)
    tiles = cute.group_modes(cute.local_tile(source, (8, 32), (None, 0)), 0, 2)
    one = cute.make_layout(1)
    _, of = cute.nvgpu.cpasync.tma_partition(atom, 0, one, cute.group_modes(tile, 0, 2), tiles)
    cute.prefetch(atom, of[None, 0])  # into the second-level cache; nothing waits


@cute.jit
def ask_ahead(x: cute.Tensor):
    cpasync, layout = cute.nvgpu.cpasync, cute.make_layout((8, 32), stride=(32, 1))
    atom, source = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), x, layout, (8, 32))
    ask_ahead_kernel(atom, source).launch(grid=1, block=32)


def asked_ahead() -> bool:
    """A tile that a later copy reads, asked for now."""
    ask_ahead(from_dlpack(np.zeros((8, 32), np.float32), assumed_align=16))
    return True


def tuples() -> tuple[Any, ...]:
    """Functions of nested tuples."""
    parts = (cute.front(((3, 4), 5)), cute.repeat_as_tuple(2, 3), cute.unwrap(((4,),)), cute.wrap(7))
    assert parts == (3, (2, 2, 2), 4, (7,))
    return parts


def common_layout() -> Any:
    """The longest run that two layouts have in common."""
    return cute.max_common_layout(cute.make_layout((4, 8)), cute.make_layout((4, 8), stride=(1, 16)))


def narrow_types() -> list[int]:
    """Types that tensors of packed elements have, and their bits."""
    kinds = (
        cutlass.Float6E2M3FN,
        cutlass.Float6E3M2FN,
        cutlass.Float8E4M3B11FNUZ,
        cutlass.Float8E8M0FNU,
        cutlass.Int128,
        cutlass.Uint128,
    )
    return [kind.width for kind in kinds]


def options() -> tuple[Any, ...]:
    """Options of `cute.compile[...]`."""
    kept = cute.KeepCUBIN(), cute.KeepSASS(), cute.DumpDir("dumps"), cute.NvdisasmOptions("-g")
    return (*kept, cute.EnableTVMFFI(), cute.RemarkFilter("loop"), cutlass.LoopUnroll(count=4))


def symbols() -> Any:
    """A function compiled for any number of rows, on a stream that comes with the call."""
    return cute.sym_int32(divisibility=4), make_fake_stream()


def atom_of_a_matrix_store() -> Any:
    """`stmatrix` of bytes, and the metadata of sparse products."""
    return warp.StMatrix16x8x8bOp(num_matrices=2), list(warp.SparseMetadataFormat)


def timeline() -> Any:
    """The spans that two warps noted, as a timeline."""
    marks = Marks(("load", "store"))
    return marks_timeline(np.zeros((2, 2 * marks.events), np.int64), marks, warps_per_block=2)


def arguments() -> list[str]:
    """What arrays become as arguments."""
    tensor: cute.runtime.RuntimeTensor = from_dlpack(np.zeros(4, np.float32))
    pointer: cute.runtime.RuntimePointer = cute.runtime.make_ptr(cutlass.Float32, 16, cute.AddressSpace.gmem)
    return [type(tensor).__name__, type(pointer).__name__]


def in_jax() -> list[str]:
    """What `cutedsl.jax` says of this machine and of types."""
    from cutedsl import jax as cute_jax

    assert cute_jax.is_available()
    kind = cute_jax.jax_to_cutlass_dtype(np.dtype("float32"))
    oldest = cute_jax.CUTE_DSL_MIN_SUPPORTED_JAX_VERSION, cute_jax.CUTE_DSL_JAX_MIN_SUPPORTED_PYTHON_VERSION
    return [kind.__name__, str(cute_jax.cutlass_to_jax_dtype(kind)), str(oldest)]


def banks() -> tuple[int, int]:
    """How the accesses of a warp spread over the banks of shared memory, in its first phase."""
    report: cute.viz.BankReport = cute.viz.bank_conflicts(cute.make_layout(32, stride=2))
    first: cute.viz.Phase = report.phases[0]
    return report.passes, first.passes


def structs() -> Any:
    """A struct that kernels take by value."""
    return cute.make_native_struct("Pair", {"left": cutlass.Int32, "right": cutlass.Float32})


def toolkit() -> cutlass.DSLCudaVersion:
    """The CUDA version that programs are told."""
    return cutlass.CUDA_VERSION


def transposed(shape: cute.Shape, stride: cute.Stride) -> cute.XTuple:
    """Types of the tuples that layouts are made of."""
    return cute.make_layout(shape, stride=stride).shape


def default_spec() -> Any:
    """How `cutedsl.jax.call` takes an array that has no specification of its own."""
    from cutedsl import jax as cute_jax

    return cute_jax.default_tensor_spec(np.zeros((2, 3), np.float32))


@cute.kernel
def stored_in_bulk(y: cute.Tensor):
    """A bulk store reads shared memory; the fence's `tail` waits until it has."""
    stored = pipeline.TmaStoreFence(num_stages=1)
    buffer = cute.make_tensor(cute.arch.alloc_smem(cutlass.Float32, 4, alignment=16), cute.make_layout(4))
    buffer.fill(2.5)
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.copy(cute.make_copy_atom(cpasync.CopyBulkS2GOp(), cutlass.Float32), buffer, y)
    stored.arrive()
    stored.tail()


@cute.jit
def store_in_bulk(y: cute.Tensor):
    stored_in_bulk(y).launch(grid=1, block=1)


def a_bulk_store() -> list[float]:
    """Four numbers that a bulk store brings to global memory."""
    y = np.zeros(4, np.float32)
    store_in_bulk(from_dlpack(y, assumed_align=16))
    assert y.tolist() == [2.5] * 4
    return y.tolist()


PLAIN = (
    asked_ahead,
    in_jax,
    banks,
    structs,
    toolkit,
    default_spec,
    tuples,
    common_layout,
    narrow_types,
    options,
    symbols,
    atom_of_a_matrix_store,
    timeline,
    arguments,
    a_bulk_store,
)
