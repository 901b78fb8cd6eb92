"""`ops.matmul` against float64: majors, odd sizes, batches, epilogues, and arrays that no tensor map holds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import cutedsl.cute as cute
from cutedsl import ops
from cutedsl.arch.targets import target as gpu_target
from cutedsl.codegen.nvptx import assemble
from cutedsl.errors import DSLUserCodeError
from cutedsl.ops.matmul_choice import Operand, config_for
from cutedsl.ops.matrix_product import program, unchanged
from cutedsl.utils import HardwareInfo
from tests.ops.tensors import TARGETS, OnlyMemory, close, normal, poisoned

SMALL = ops.GemmConfig(tile_m=64, tile_n=64, stages=2, groups=1, cluster_m=1)
PAIRS = ops.GemmConfig(tile_m=128, tile_n=128, stages=2, cluster_m=2, slab_m=4, epilogue_stages=1)
MAJORS = ["TN", "NN", "NT", "TT"]

pytestmark = pytest.mark.child


def relu(x: Any) -> Any:
    return cute.where(x > 0, x, cute.full_like(x, 0.0))


def matrix(shape: tuple[int, ...], dtype: torch.dtype, target: str, first: bool = False) -> torch.Tensor:
    """Random values, contiguous along the last axis or the one before it."""
    return normal((*shape[:-2], shape[-1], shape[-2]), dtype, target).mT if first else normal(shape, dtype, target)


def test_config_that_no_kernel_has() -> None:
    with pytest.raises(ValueError, match="tiles of 96 x 128"):
        ops.GemmConfig(tile_m=96, tile_n=128)


@pytest.mark.parametrize(
    ("shape", "tile", "stream_k"),
    [
        ((4096, 4096, 4096, 1), (128, 256), False),
        ((8192, 8192, 8192, 1), (128, 256), True),
        ((2048, 2048, 2048, 1), (128, 256), False),
        ((1024, 1024, 1024, 1), (64, 128), False),
        ((512, 512, 512, 1), (64, 64), False),
        ((16, 8192, 8192, 1), (64, 16), False),
        ((1024, 16, 8192, 1), (64, 16), True),
        ((40, 1024, 8192, 16), (64, 64), False),
        ((128, 8192, 8192, 1), (64, 128), False),
    ],
)
def test_choice_for_132_multiprocessors(
    shape: tuple[int, int, int, int], tile: tuple[int, int], stream_k: bool
) -> None:
    config = config_for(*shape, 132)
    assert ((config.tile_m, config.tile_n), config.stream_k) == (tile, stream_k)
    assert config.swap == (shape[0] <= 128 and shape[0] <= shape[1])


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("majors", MAJORS)
def test_majors(target: str, majors: str) -> None:
    """BLAS's names: T of A is row-major, N column-major; of B the other way round."""
    a = matrix((104, 72), torch.float16, target, majors[0] == "N")
    b = matrix((72, 136), torch.float16, target, majors[1] == "N")
    out = poisoned(matrix((104, 136), torch.float16, target, majors in ("NN", "TT")))
    assert ops.matmul(a, b, out, config=SMALL) is out
    close(out, a.double() @ b.double())


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("shape", [(520, 264, 40), (72, 136, 320)])
def test_clusters_and_several_tiles(target: str, shape: tuple[int, int, int]) -> None:
    m, n, k = shape
    a, b = matrix((m, k), torch.bfloat16, target), matrix((k, n), torch.bfloat16, target, True)
    close(ops.matmul(a, b, poisoned(normal((m, n), torch.bfloat16, target)), config=PAIRS), a.double() @ b.double())


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("shape", [(520, 264, 200), (72, 136, 328), (2048, 72, 64)])
def test_tiles_shared_out_along_k(target: str, shape: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice, as flags must be lowered again; with fewer workers than tiles and more."""
    m, n, k = shape
    if target == "cpu":
        monkeypatch.setattr(HardwareInfo, "get_device_multiprocessor_count", lambda self: 14)
    a, b = matrix((m, k), torch.bfloat16, target), matrix((k, n), torch.bfloat16, target, True)
    for config in (
        replace(SMALL, stream_k=True),
        replace(PAIRS, stream_k=True, epilogue_stages=4),
    ):
        for _ in range(2):
            made = ops.matmul(a, b, poisoned(normal((m, n), torch.bfloat16, target)), config=config)
            close(made, a.double() @ b.double())


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("dtype", [torch.float16, torch.float32])
@pytest.mark.parametrize("steps", [(1, 1), (2, 3)])
def test_arrays_that_no_tensor_map_holds(target: str, dtype: torch.dtype, steps: tuple[int, int]) -> None:
    i, j = steps
    a, b = normal((67 * i, 45 * j), dtype, target)[::i, ::j], normal((45, 71 * j), dtype, target)[:, ::j]
    close(ops.matmul(a, b), a.double() @ b.double())


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("columns", [48, 45])
def test_batches(target: str, columns: int) -> None:
    """Stacks on both sides, and one matrix for all; with tensor maps and without."""
    a, b = normal((3, 40, columns), torch.bfloat16, target), normal((3, columns, 24), torch.bfloat16, target)
    for x, y in ((a, b), (a[0], b), (a, b[1])):
        close(ops.matmul(x, y, config=SMALL), x.double() @ y.double())


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float32])
@pytest.mark.parametrize("rows", [80, 77])
def test_epilogue(target: str, dtype: torch.dtype, rows: int) -> None:
    a, b = normal((rows, 64), dtype, target), normal((64, 72), dtype, target)
    c, bias = normal((rows, 72), dtype, target), normal((72,), torch.float32, target)
    made = ops.matmul(a, b, alpha=0.5, beta=-2.0, c=c, bias=bias, epilogue=relu, out_dtype=torch.float32, config=SMALL)
    assert made.dtype is torch.float32
    close(made, torch.relu(0.5 * (a.double() @ b.double()) - 2.0 * c.double() + bias.double()))


@pytest.mark.parametrize("target", TARGETS)
def test_few_rows(target: str) -> None:
    """The transposed product: the other matrix's columns are the rows of tiles."""
    config = ops.GemmConfig(tile_m=64, tile_n=16, stages=3, groups=1, cluster_m=1, stream_k=True, swap=True)
    a, b = normal((3, 328), torch.bfloat16, target), normal((72, 328), torch.bfloat16, target).T
    c, bias = normal((3, 72), torch.bfloat16, target), normal((72,), torch.float32, target)
    made = ops.matmul(a, b, poisoned(c), beta=1.0, c=c, bias=bias, config=config)
    close(made, a.double() @ b.double() + c.double() + bias.double())


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("dtype", [torch.float8_e4m3fn, torch.float8_e5m2])
def test_8_bit_floats(target: str, dtype: torch.dtype) -> None:
    a, b = normal((200, 336), dtype, target), normal((136, 336), dtype, target).T
    made = ops.matmul(a, b, alpha=0.5)
    assert made.dtype is torch.bfloat16
    close(made, 0.5 * (a.double() @ b.double()))
    with pytest.raises(DSLUserCodeError, match="with K contiguous in both"):
        ops.matmul(a, b.contiguous())


@pytest.mark.parametrize("target", TARGETS)
def test_sums_over_nothing_and_empty_results(target: str) -> None:
    empty = torch.empty((8, 0), dtype=torch.float16, device=target)
    assert ops.matmul(empty, empty.T, bias=torch.ones(8, device=target)).eq(1).all()
    assert ops.matmul(empty.T, torch.empty((8, 4), dtype=torch.float16, device=target)).shape == (0, 4)


def test_numpy_and_no_computation_by_torch() -> None:
    a, b = normal((24, 16), torch.float32, "cpu"), normal((16, 8), torch.float32, "cpu")
    made = ops.matmul(a.numpy(), b.numpy())
    assert isinstance(made, np.ndarray)
    close(torch.from_numpy(made), a.double() @ b.double())
    with OnlyMemory():
        ops.matmul(a, b)


@pytest.mark.parametrize(
    ("name", "said", "call"),
    [
        ("ops-dtype", "a product's operands have one type", lambda a, b: ops.matmul(a, b.half())),
        ("ops-shape", "4 columns, 5 rows", lambda a, b: ops.matmul(a, b)),
        ("ops-shape", "`a` has 1 axes", lambda a, b: ops.matmul(a[0], b[:4])),
        ("ops-shape", "`bias` has the shape (4,); it must be (6,)", lambda a, b: ops.matmul(a, b[:4], bias=a[0])),
        ("ops-shape", "`c` has the shape (3, 4); it must be (3, 6)", lambda a, b: ops.matmul(a, b[:4], c=a)),
        ("ops-shape", "2 matrices and `b` has 3", lambda a, b: ops.matmul(a.expand(2, 3, 4), b[:4].expand(3, 4, 6))),
        ("ops-dtype", "`out_dtype` is torch.int64", lambda a, b: ops.matmul(a, b[:4], out_dtype=torch.int64)),
    ],
)
def test_errors(name: str, said: str, call: Any) -> None:
    with pytest.raises(DSLUserCodeError) as found:
        call(normal((3, 4), torch.float32, "cpu"), normal((5, 6), torch.float32, "cpu"))
    assert found.value.name == name
    assert said in str(found.value)
    assert "test_matmul.py" in str(found.value)


@pytest.mark.gpu
@pytest.mark.parametrize("majors", MAJORS)
@pytest.mark.parametrize("shape", [(1000, 1160, 520), (8, 4096, 1096), (4104, 264, 72), (777, 901, 333)])
def test_sizes_of_a_gpu(majors: str, shape: tuple[int, int, int]) -> None:
    m, n, k = shape
    a = matrix((m, k), torch.bfloat16, "cuda", majors[0] == "N")
    b = matrix((k, n), torch.bfloat16, "cuda", majors[1] == "N")
    close(ops.matmul(a, b, out_dtype=torch.float32), a.double() @ b.double(), 1e-5)


@pytest.mark.parametrize(
    "config",
    [
        ops.GemmConfig(stages=3, epilogue_stages=4, stream_k=True),
        ops.GemmConfig(tile_m=256, tile_n=128),
        ops.GemmConfig(tile_n=16, stages=10, cluster_m=1, stream_k=True, swap=True),
        SMALL,
    ],
    ids=["128x256 stream-K", "256x128", "128x16 stream-K", "64x64"],
)
def test_assembles_without_spills(ptxas: Path, config: ops.GemmConfig) -> None:
    row, column = Operand("bfloat16", 2, 1, True), Operand("bfloat16", 2, 0, True)
    parts = [Operand(kind, 1, 0, True) if config.stream_k else None for kind in ("float32", "int32")]
    ptx = program((row, column, row, None, None, *parts), unchanged, config, "--target cpu").artifacts.ptx("sm_90a")
    report = assemble(ptx, gpu_target("sm_90a"), ["-O3", "-v"], ptxas=str(ptxas))
    assert report.spills == 0
    assert report.kernels[0].stack_bytes == 0
    # Without it the block gets the registers it uses, and warps that ask for more wait for ever.
    assert (".minnctapersm 1" in ptx) == (config.groups > 1)
    assert ptx.count("wgmma.mma_async.sync.aligned.m64n") == 4 * config.tile_m // config.groups // 64
