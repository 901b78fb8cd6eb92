"""The rules of docs/design/sources.md on the machine: testing (2.5), `cute.arch` (2.6), `cute.nvgpu` (2.7), JAX (2.11),
environment variables (3.10), streams, contexts and threads (3.15). A row each; those with kernels run on both targets.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import Float32, Int32, testing
from cutedsl.config import ConfigError, config
from cutedsl.cute import nvgpu
from tests.kernels.arrays import TARGETS, Arrays
from tests.programs.rule_rows import Function, RuleRows, check_row

HERE, MACHINE = RuleRows(), RuleRows()


# -- 2.5: testing --------------------------------------------------------------------------------------------------
@HERE.add("2.5", "benchmark: microseconds an iteration, from a pool of workspaces", [True, 7, 2])
def _():
    made: list[int] = []
    runs: list[int] = []

    def workspace() -> testing.JitArguments:
        made.append(1)
        return testing.JitArguments(len(made))

    mean_us = testing.benchmark(
        runs.append, workspace_generator=workspace, workspace_count=2, warmup_iterations=2, iterations=5
    )
    assert runs[:4] == [1, 2, 1, 2]
    return [isinstance(mean_us, float) and mean_us > 0, len(runs), len(made)]


@HERE.add("2.5", "JitArguments keep objects alive", [(1,), {"k": 2}])
def _():
    arguments = testing.JitArguments(1, k=2)
    arguments.add_to_scope([object()])
    return [arguments.args, arguments.kwargs]


@HERE.add("2.5", "get_workspace_count: enough to overflow the last cache, at most one a run", [1, 15, True])
def _():
    few, many = testing.get_workspace_count(1 << 40, 5, 10), testing.get_workspace_count(1, 5, 10)
    return [few, many, 1 < testing.get_workspace_count(16 << 20, 500, 500) < 1000]


@HERE.add(
    "2.5", "tune: the best of the product of parameters; CantImplementError leaves one out", {"work": 1, "kind": "a"}
)
def _():
    def made(work: int, kind: str) -> Any:
        if kind == "b":
            raise testing.CantImplementError
        return lambda: sum(range(20_000 * work))

    return testing.tune(made, {"work": [40, 1], "kind": ["a", "b"]}, warmup_iterations=1, iterations=3)


@HERE.add("2.5", "autotune_jit chooses among parameters for each class of arguments, and runs", [6.0, 8.0])
def _():
    @testing.autotune_jit({"turns": [1, 2]}, update_on_change=["n"], warmup_iterations=1, iterations=1)
    @cute.jit
    def twice(x: cute.Tensor, n: cutlass.Constexpr, turns: cutlass.Constexpr):
        for _ in range(turns):
            x[0] = Float32(2 * n)

    found: list[float] = []
    for n in (3, 4):
        x = np.zeros(1, np.float32)
        twice(x, n)
        found.append(float(x[0]))
    return found


@MACHINE.add(
    "2.5", "assert_ ends programs that are compiled with --enable-assertions, and only those", ["kernel-trap", 0]
)
def _(arrays: Arrays):
    from cutedsl.errors import DSLBaseError

    @cute.jit
    def positive(x: cute.Tensor, n: Int32):
        cute.testing.assert_(n > 0, "n is positive")
        x[0] = n

    found: list[object] = []
    x = np.full(1, -5, np.int32)
    for options in ("--enable-assertions", ""):
        try:
            cute.compile(positive, x, 1, options=f"{options} --target cpu")(x, 0)
            found.append(int(x[0]))
        except DSLBaseError as error:
            assert "n is positive" in str(error)
            found.append(error.name)  # pyright: ignore
    return found


@MACHINE.add("2.5", "convert: a copy into another element type", [True, True])
def _(arrays: Arrays):
    x = np.random.default_rng(0).uniform(-300, 300, (37, 5)).astype(np.float32)
    found: list[bool] = []
    for kind in (np.float16, np.int32):
        out = arrays.put(np.zeros((37, 5), kind))
        testing.convert(arrays.put(x), out)
        found.append(bool((arrays.get(out) == x.astype(kind)).all()))
    return found


NOT_YET = {
    "cute.arch": """add_cc addc sub_cc subc mad_cc madc shf fma_f16 fma_bf16
        elect_sync redux_sync mma_sync add_packed_f16x2 add_packed_bf16x2 sub_packed_f16x2
        sub_packed_bf16x2 fma_packed_f16x2 fma_packed_bf16x2 exp2_packed_f16x2 exp2_packed_bf16x2""",
    "cute.nvgpu": "",
    "cute.nvgpu.cpasync": """CopyBulkS2GByteMaskOp TmaCopyOp
        CopyBulkTensorTileG2SOverrideOp CopyBulkTensorTileG2SMulticastOverrideOp CopyBulkTensorTileS2GOverrideOp""",
    "cute.nvgpu.warp": "LdMatrix16x8x8bOp",
    "cute.nvgpu.warpgroup": "",
    "cute.math": "",
}
"""The names of each module that refuse to be used; all others are here."""


# -- 2.6: cute.arch ------------------------------------------------------------------------------------------------
@HERE.add("2.6", "constants", [32, 4, 128, 0xFFFFFFFF])
def _():
    arch = cute.arch
    return [arch.WARP_SIZE, arch.WARPS_PER_WARPGROUP, arch.THREADS_PER_WARPGROUP, arch.FULL_MASK]


@MACHINE.add("2.6", "indices are three Int32 each; sizes and places in the grid", [[1, 2, 0, 3, 4, 2, 3, 2, 1, 32, 1]])
def _(arrays: Arrays):
    @cute.kernel
    def look(out: cute.Tensor):
        thread, block = cute.arch.thread_idx(), cute.arch.block_idx()
        threads, blocks = cute.arch.block_dim(), cute.arch.grid_dim()
        if thread[0] == 1 and thread[1] == 2 and block[0] == 2 and block[1] == 1:
            last = (cute.arch.warpsize(), cute.arch.cluster_size())
            for k, value in enumerate((*thread, *threads[:2], blocks[1], blocks[0], *block[:2], *last)):
                out[k] = value

    @cute.jit
    def host(out: cute.Tensor):
        look(out).launch(grid=(3, 2), block=(3, 4))

    out = arrays.poisoned((11,), np.int32)
    host(out)
    return [arrays.get(out)[[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]].tolist()]


@MACHINE.add("2.6", "warp_idx is the linear thread over 32, lane_idx the rest", True)
def _(arrays: Arrays):
    @cute.kernel
    def look(out: cute.Tensor):
        x, y, _ = cute.arch.thread_idx()
        linear = x + 20 * y
        out[linear] = cute.arch.warp_idx() * 100 + cute.arch.lane_idx()

    @cute.jit
    def host(out: cute.Tensor):
        look(out).launch(grid=1, block=(20, 5))

    out = arrays.poisoned((100,), np.int32)
    host(out)
    return arrays.get(out).tolist() == [k // 32 * 100 + k % 32 for k in range(100)]


@MACHINE.add("2.6", "masks of lanes, the active ones, the elected one", [[True] * 6])
def _(arrays: Arrays):
    @cute.kernel
    def look(out: cute.Tensor):
        lane = cute.arch.lane_idx()
        masks = (
            *(cute.arch.lanemask_lt(), cute.arch.lanemask_le(), cute.arch.lanemask_eq()),
            *(cute.arch.lanemask_ge(), cute.arch.lanemask_gt()),
        )
        for k, mask in enumerate(masks):
            out[k, lane] = mask
        elected = cutlass.Uint32(0)
        with cute.arch.elect_one():
            elected = cutlass.Uint32(1)
        out[5, lane] = elected

    @cute.jit
    def host(out: cute.Tensor):
        look(out).launch(grid=1, block=32)

    out = arrays.put(np.zeros((6, 32), np.uint32).view(np.int32))
    host(out)
    got = arrays.get(out).view(np.uint32).astype(np.uint64)
    lanes = np.arange(32, dtype=np.uint64)
    own = np.uint64(1) << lanes
    full = np.uint64(0xFFFFFFFF)
    wanted = [own - 1, own * 2 - 1, own, full - own + 1, full - own * 2 + 1]
    return [[*((a == b).all() for a, b in zip(got, wanted, strict=False)), got[5].sum() == 1]]


@MACHINE.add("2.6", "shuffles give the source lane's value, or the lane's own past an end", [True] * 4)
def _(arrays: Arrays):
    @cute.kernel
    def look(out: cute.Tensor):
        lane = cute.arch.lane_idx()
        out[0, lane] = cute.arch.shuffle_sync(lane * 3, 7)
        out[1, lane] = cute.arch.shuffle_sync_up(lane * 3, 5)
        out[2, lane] = cute.arch.shuffle_sync_down(lane * 3, 5)
        out[3, lane] = cute.arch.shuffle_sync_bfly(lane * 3, 6)

    @cute.jit
    def host(out: cute.Tensor):
        look(out).launch(grid=1, block=32)

    out = arrays.poisoned((4, 32), np.int32)
    host(out)
    lane = np.arange(32)
    sources = [lane * 0 + 7, np.where(lane < 5, lane, lane - 5), np.where(lane > 26, lane, lane + 5), lane ^ 6]
    return [(row == 3 * source).all() for row, source in zip(arrays.get(out), sources, strict=True)]


@MACHINE.add("2.6", "shuffles move register vectors, element by element", [True] * 2)
def _(arrays: Arrays):
    @cute.kernel
    def look(x: cute.Tensor, out: cute.Tensor):
        lane = cute.arch.lane_idx()
        row = x[lane, None].load()
        out[lane, 0, None].store(cute.arch.shuffle_sync_bfly(row, 1))
        out[lane, 1, None].store(cute.arch.shuffle_sync(row * 2.0, 9))

    @cute.jit
    def host(x: cute.Tensor, out: cute.Tensor):
        look(x, out).launch(grid=1, block=32)

    x = np.random.default_rng(0).uniform(size=(32, 4)).astype(np.float32)
    out = arrays.poisoned((32, 2, 4))
    host(cute.runtime.from_dlpack(arrays.put(x)), cute.runtime.from_dlpack(out))
    got = arrays.get(out)
    return [bool((got[:, 0] == x[np.arange(32) ^ 1]).all()), bool((got[:, 1] == 2 * x[9]).all())]


@pytest.mark.parametrize("module", NOT_YET)
def test_every_name_of_a_module_is_here_or_refuses_to_be_used(module: str) -> None:
    """2.6, 2.7: the table says what is missing, no more and no less."""
    from cutedsl.errors.names.not_yet import NotYet
    from cutedsl.errors.names.surface import SURFACE
    from tests.programs.api_uses import resolve

    found = {name: resolve(f"{module}.{name}") for name in SURFACE[module]}
    assert {name for name, value in found.items() if isinstance(value, NotYet)} == set(NOT_YET[module].split())


@MACHINE.add("2.6", "votes, matches and reductions of a warp", [True] * 6)
def _(arrays: Arrays):
    @cute.kernel
    def look(out: cute.Tensor):
        lane = cute.arch.lane_idx()
        out[0, lane] = cute.arch.vote_ballot_sync(lane % 3 == 0).to(Int32)
        out[1, lane] = cute.arch.vote_any_sync(lane == 9).to(Int32)
        out[2, lane] = cute.arch.vote_all_sync(lane == 9).to(Int32)
        out[3, lane] = cute.arch.match_sync(cute.arch.FULL_MASK, lane // 16, "any").to(Int32)
        out[4, lane] = cute.arch.warp_reduction_sum(lane)
        out[5, lane] = cute.arch.warp_reduction(lane, lambda a, b: cutlass.max(a, b), threads_in_group=8)

    @cute.jit
    def host(out: cute.Tensor):
        look(out).launch(grid=1, block=32)

    out = arrays.poisoned((6, 32), np.int32)
    host(out)
    lane = np.arange(32)
    ballot = np.uint32(sum(1 << k for k in range(0, 32, 3))).astype(np.int32)
    halves = np.where(lane < 16, 0xFFFF, 0xFFFF0000).astype(np.uint32).view(np.int32)
    wanted = [ballot, 1, 0, halves, 496, lane | 7]
    return [bool((row == value).all()) for row, value in zip(arrays.get(out), wanted, strict=True)]


@MACHINE.add("2.6", "atomics give what was there before; `red` gives nothing", [True, 33, 64])
def _(arrays: Arrays):
    @cute.kernel
    def look(out: cute.Tensor, sums: cute.Tensor):
        lane = cute.arch.lane_idx()
        out[lane] = cute.arch.atomic_add(sums.iterator, Int32(1))
        cute.arch.red(sums.iterator + 1, Int32(2), op="add")
        cute.arch.atomic_max(sums.iterator, Int32(33))

    @cute.jit
    def host(out: cute.Tensor, sums: cute.Tensor):
        look(out, sums).launch(grid=1, block=32)

    out, sums = arrays.poisoned((32,), np.int32), arrays.put(np.zeros(2, np.int32))
    host(out, sums)
    got = arrays.get(sums).tolist()
    return [sorted(arrays.get(out).tolist()) == list(range(32)), *got]


@MACHINE.add("2.6", "named and counted barriers order shared memory", True)
def _(arrays: Arrays):
    @cute.kernel
    def look(out: cute.Tensor):
        thread, _, _ = cute.arch.thread_idx()
        held = cute.arch.alloc_smem(Int32, 64)
        held[thread] = thread * thread
        cute.arch.barrier(barrier_id=1, number_of_threads=64)
        out[thread] = held[63 - thread]
        cute.arch.sync_threads()
        held[thread] = thread
        cute.arch.barrier()
        out[64 + thread] = held[(thread + 33) % 64]

    @cute.jit
    def host(out: cute.Tensor):
        look(out).launch(grid=1, block=64)

    out = arrays.poisoned((128,), np.int32)
    host(out)
    k = np.arange(64)
    return bool((arrays.get(out) == np.concatenate([(63 - k) ** 2, (k + 33) % 64])).all())


@MACHINE.add("2.6", "bits, and pairs of floats rounded to nearest", [True] * 6)
def _(arrays: Arrays):
    @cute.kernel
    def look(x: cute.Tensor, out: cute.Tensor, y: cute.Tensor):
        i = cute.arch.lane_idx()
        out[0, i] = cute.arch.popc(x[i])
        out[1, i] = cute.arch.clz(x[i])
        out[2, i] = cute.arch.brev(cute.arch.brev(x[i])) - x[i]
        out[3, i] = cute.arch.mul_hi(x[i], x[i])
        a = i.to(Float32) / 3.0
        y[0, i], y[1, i] = cute.arch.fma_packed_f32x2((a, a + 1.0), (a, 3.0), (1.0, a))

    @cute.jit
    def host(x: cute.Tensor, out: cute.Tensor, y: cute.Tensor):
        look(x, out, y).launch(grid=1, block=32)

    x = np.random.default_rng(0).integers(-(2**31), 2**31, 32).astype(np.int32)
    out, y = arrays.poisoned((4, 32), np.int32), arrays.poisoned((2, 32))
    host(arrays.put(x), out, y)
    words = [f"{v & 0xFFFFFFFF:032b}" for v in x.tolist()]
    wide = x.astype(np.int64)
    wanted = [[w.count("1") for w in words], [len(w) - len(w.lstrip("0")) for w in words], 0, (wide * wide) >> 32]
    a = (np.arange(32, dtype=np.float32) / np.float32(3)).astype(np.float64)
    b = (a.astype(np.float32) + np.float32(1)).astype(np.float64)
    pairs = [(a * a + 1).astype(np.float32), (b * 3 + a).astype(np.float32)]
    exact = [*((p == q).all() for p, q in zip(arrays.get(y), pairs, strict=True))]
    return [*(bool((p == np.asarray(q)).all()) for p, q in zip(arrays.get(out), wanted, strict=True)), *exact]


# -- 2.7: cute.nvgpu -----------------------------------------------------------------------------------------------
@HERE.add(
    "2.7",
    "enumerations and their members",
    ["MN K", "M N", "CTA CLUSTER GPU SYS", "ALWAYS GLOBAL STREAMING LAST_USE NONE", "cta cluster"],
)
def _():
    spaces = [nvgpu.SharedSpace.CTA, nvgpu.SharedSpace.CLUSTER]
    kinds = (nvgpu.OperandMajorMode, nvgpu.OutputMajorMode, nvgpu.MemoryScope, nvgpu.LoadCacheMode)
    return [" ".join(member.name for member in kind) for kind in kinds] + [" ".join(s.value for s in spaces)]


@HERE.add("2.7", "every name of the warp-group module is here", [])
def _():
    from cutedsl.errors.names.not_yet import NotYet
    from cutedsl.errors.names.surface import SURFACE

    names = SURFACE["cute.nvgpu.warpgroup"]
    return [name for name in sorted(names) if isinstance(getattr(nvgpu.warpgroup, name), NotYet)]


@HERE.add("2.7", "names of Blackwell resolve and refuse to be used", "not-yet")
def _():
    return nvgpu.tcgen05.MmaFP8SparseOp()  # pyright: ignore


@HERE.add("2.7", "an op says its shape and types", [(16, 8, 16), Float32])
def _():
    op = nvgpu.warp.MmaF16BF16Op(cutlass.Float16, Float32, (16, 8, 16))
    return [op.shape_mnk, op.acc_dtype]


@MACHINE.add("2.7", "CopyUniversalOp copies as many bits as its atom says", True)
def _(arrays: Arrays):
    @cute.kernel
    def look(x: cute.Tensor, out: cute.Tensor):
        i = cute.arch.lane_idx()
        atom = cute.make_copy_atom(nvgpu.CopyUniversalOp(), Float32, num_bits_per_copy=128)
        parts = [cute.local_tile(t, (4,), (i,)) for t in (x, out)]
        cute.copy(atom, parts[0], parts[1])

    @cute.jit
    def host(x: cute.Tensor, out: cute.Tensor):
        look(x, out).launch(grid=1, block=32)

    x = np.random.default_rng(0).uniform(size=128).astype(np.float32)
    given, held = arrays.put(x), arrays.poisoned((128,))
    host(*(cute.runtime.from_dlpack(array, assumed_align=16) for array in (given, held)))
    return bool((arrays.get(held) == x).all())


# -- 2.11: JAX -----------------------------------------------------------------------------------------------------
def jax_names() -> Any:
    pytest.importorskip("jax")
    import cutedsl.jax

    return cutedsl.jax


@HERE.add("2.11", "least versions; whether JAX is here", [(0, 6, 0), (3, 11), True])
def _():
    jax = jax_names()
    least = jax.CUTE_DSL_MIN_SUPPORTED_JAX_VERSION
    return [least, jax.CUTE_DSL_JAX_MIN_SUPPORTED_PYTHON_VERSION, jax.is_available()]


@HERE.add(
    "2.11",
    "orders of dimensions: JAX's from the slowest, TensorSpec's from the fastest",
    [(1, 2, 0), (0, 2, 1), (2, 1, 0)],
)
def _():
    jax = jax_names()
    turned = jax.jax_to_cutlass_layout_order((0, 2, 1))
    return [turned, jax.cutlass_to_jax_layout_order(turned), jax.row_major_layout((4, 5, 6))]


@HERE.add("2.11", "default_tensor_spec: row-major, modes in their order", [(1, 0), (0, 1), False])
def _():
    spec = jax_names().default_tensor_spec(np.zeros((4, 5)))
    return [spec.layout, spec.mode, spec.static]


@HERE.add("2.11", "an order that is not a permutation", "jax-spec")
def _():
    return jax_names().jax_to_cutlass_layout_order((0, 0))


@HERE.add("2.11", "element types there and back", True)
def _():
    jax = jax_names()
    kinds = (cutlass.BFloat16, cutlass.Float8E4M3FN, cutlass.Int8, cutlass.Boolean, Float32)
    return all(jax.jax_to_cutlass_dtype(jax.cutlass_to_jax_dtype(kind)) is kind for kind in kinds)


@HERE.add("2.11", "the other names resolve and say not-yet", "not-yet")
def _():
    return jax_names().register_ffi(version=1)


# -- 3.10: environment variables -----------------------------------------------------------------------------------
@HERE.add(
    "3.10",
    "booleans are 1, true, yes, on and their contraries; other words are a ValueError",
    [True] * 4 + [False] * 4 + ["ValueError"],
)
def _():
    found: list[object] = []
    with pytest.MonkeyPatch.context() as patch:
        for word in ("1", "true", "YES", "On", "0", "False", "no", "off", "maybe"):
            patch.setenv("CUTE_DSL_LINEINFO", word)
            try:
                found.append(config().lineinfo)
            except ConfigError as error:
                found.append(type(error).__base__.__name__)  # pyright: ignore
    return found


@HERE.add(
    "3.10", "each variable under the reference's name", ["sm_80", 1, True, True, {"ptx"}, "/x", True, True, "/y", True]
)
def _():
    first = {"ARCH": "sm_80", "DEBUG": "1", "PRINT_IR": "1", "PRINT_AFTER_PREPROCESSOR": "1", "KEEP": "ptx"}
    more = {"DUMP_DIR": "/x", "LINEINFO": "1", "NO_CACHE": "1", "CACHE_DIR": "/y", "ENABLE_ASSERTIONS": "1"}
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith("CUTEDSL_")]:
            patch.delenv(name)
        for name, value in {**first, **more}.items():
            patch.setenv(f"CUTE_DSL_{name}", value)
        s = config()
        told = [s.arch, s.debug, s.print_ir, s.print_rewritten, set(s.keep), str(s.dump_dir), s.lineinfo]
        return [*told, s.no_cache, str(s.cache_dir), s.assertions]


PROGRAM = """
import numpy as np
import cutedsl.cute as cute
@cute.jit
def store(x: cute.Tensor):
    x[0] = 1.0
store(np.zeros(4, np.float32))
"""


def said_with(folder: Path, **variables: str) -> str:
    """What a program prints with environment variables of the reference."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CUTEDSL_")}
    file = folder / "program.py"
    file.write_text(PROGRAM)
    done = subprocess.run(
        [sys.executable, str(file)],
        capture_output=True,
        text=True,
        timeout=100,
        cwd=folder,
        env={**kept, "CUTEDSL_TARGET": "cpu", "CUTE_DSL_CACHE_DIR": str(folder / "cache"), **variables},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def test_environment_variables_do_what_the_reference_says(tmp_path: Path) -> None:
    """3.10: PRINT_IR, PRINT_AFTER_PREPROCESSOR, KEEP with DUMP_DIR, CACHE_DIR."""
    said = said_with(
        tmp_path,
        CUTE_DSL_PRINT_IR="1",
        CUTE_DSL_PRINT_AFTER_PREPROCESSOR="1",
        CUTE_DSL_KEEP="ir",
        CUTE_DSL_DUMP_DIR=str(tmp_path / "kept"),
    )
    assert "func.func @" in said and "def store" in said
    assert any((tmp_path / "kept").rglob("*"))
    before = {path.name for path in (tmp_path / "cache").rglob("*") if path.is_file()}
    said_with(tmp_path)
    assert {path.name for path in (tmp_path / "cache").rglob("*") if path.is_file()} >= before


# -- 3.15: streams, contexts, threads ------------------------------------------------------------------------------
@MACHINE.add("3.15", "a launch without a stream, and one on a stream that is an argument", [5.0, 7.0])
def _(arrays: Arrays):
    @cute.kernel
    def put(x: cute.Tensor, value: Float32):
        x[0] = value

    @cute.jit
    def plain(x: cute.Tensor):
        put(x, 5.0).launch(grid=1, block=1)

    @cute.jit
    def on_stream(x: cute.Tensor, stream):
        put(x, 7.0).launch(grid=1, block=1, stream=stream)

    stream: Any = 0
    if arrays.target == "cuda":
        import torch

        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
    found: list[float] = []
    x = arrays.poisoned((1,))
    plain(x)
    found.append(float(arrays.get(x)[0]))
    on_stream(x, stream)
    if arrays.target == "cuda":
        stream.synchronize()
    return [*found, float(arrays.get(x)[0])]


@MACHINE.add("3.15", "threads compile and run at once", [[0.0, 3.0, 6.0, 9.0]])
def _(arrays: Arrays):
    results = [arrays.poisoned((8,)) for _ in range(4)]
    failures: list[BaseException] = []

    def work(k: int) -> None:
        @cute.kernel
        def put(x: cute.Tensor):
            x[cute.arch.lane_idx()] = Float32(3 * k)

        @cute.jit
        def host(x: cute.Tensor):
            put(x).launch(grid=1, block=8)

        try:
            host(results[k])
        except BaseException as error:  # a thread's errors are those of the test
            failures.append(error)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures[0]
    return [[float(arrays.get(x).mean()) for x in results]]


@MACHINE.add("3.15", "`compiled.to(device)` runs there", 4.0)
def _(arrays: Arrays):
    @cute.jit
    def host(x: cute.Tensor):
        nothing(x).launch(grid=1, block=1)

    x = arrays.poisoned((1,))
    program = cute.compile(host, x, options=arrays.options)
    program.to(0 if arrays.target == "cuda" else None)(x)
    return float(arrays.get(x)[0])


@cute.kernel
def nothing(x: cute.Tensor):
    x[0] = 4.0


@HERE.add("3.15", "initialize_cuda_context is there for programs that call it", True)
def _():
    from cutedsl.compat.cuda_context import initialize_cuda_context

    return callable(initialize_cuda_context)


@pytest.mark.parametrize(("section", "text", "function", "expected"), HERE.rows, ids=HERE.ids)
def test_each_rule_of_the_reference_holds(section: str, text: str, function: Function, expected: object) -> None:
    check_row(section, text, function, expected)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("section", "text", "function", "expected"), MACHINE.rows, ids=MACHINE.ids)
def test_a_rule_of_kernels(section: str, text: str, function: Function, expected: object, target: str) -> None:
    check_row(section, text, function, expected, Arrays(target))


def test_every_section_has_rows() -> None:
    assert HERE.sections | MACHINE.sections == {"2.5", "2.6", "2.7", "2.11", "3.10", "3.15"}
