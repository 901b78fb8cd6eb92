"""`ops.matmul` against float64: majors, odd sizes, batches, epilogues, and arrays that no tensor map holds."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import Any

import numpy as np
import pytest
import torch

import cutedsl.cute as cute
from cutedsl import ops
from cutedsl.errors import DSLUserCodeError
from tests.products import each_value, long
from tests.unit.ops.tensors import TARGETS, OnlyMemory, close, normal, poisoned

SMALL = ops.GemmConfig(tile_m=64, tile_n=64, stages=2, groups=1, cluster_m=1)
TURNS = ops.GemmConfig(tile_m=64, tile_n=64, stages=3, slab_m=2, epilogue_stages=1, pingpong=True)
PAIRS = ops.GemmConfig(tile_m=128, tile_n=128, stages=2, cluster_m=2, slab_m=4, epilogue_stages=1)
MAJORS = ["TN", "NN", "NT", "TT"]

pytestmark = pytest.mark.child


def relu(x: Any) -> Any:
    if isinstance(x, torch.Tensor):
        return torch.relu(x)
    return cute.where(x > 0, x, cute.full_like(x, 0.0))


def matrix(shape: tuple[int, ...], dtype: torch.dtype, target: str, first: bool = False) -> torch.Tensor:
    """Random values, contiguous along the last axis or the one before it."""
    return normal((*shape[:-2], shape[-1], shape[-2]), dtype, target).mT if first else normal(shape, dtype, target)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"tile_m": 96, "tile_n": 128}, "tiles of 96 x 128, each by 2 warp groups"),
        ({"tile_m": 0}, "tiles of 0 x 256"),
        ({"tile_n": 264}, "tiles of 128 x 264"),
        ({"pingpong": True}, "256 sums a thread"),
        ({"pingpong": True, "groups": 1, "tile_n": 64}, "1 warp groups take turns"),
        ({"tile_m": 256}, "256 sums a thread; 192 leave"),
        ({"stages": 0}, "one of the counts"),
        ({"groups": 4, "tile_m": 256, "tile_n": 64}, "4 warp groups"),
        ({"cluster_m": 4, "cluster_k": 4}, "more than 8 blocks"),
        ({"cluster_k": 2, "stream_k": True}, "in clusters and in another way"),
        ({"ahead": -1}, "one of the counts"),
        ({"ahead": 2, "cluster_m": 2}, "ahead in clusters"),
        ({"ahead": 2, "cluster_n": 2}, "ahead in clusters"),
        ({"cluster_n": 0}, "one of the counts"),
        ({"cluster_n": 3}, "tiles of 128 x 256 by clusters of 1 x 3"),
        ({"cluster_m": 3}, "tiles of 128 x 256 by clusters of 3 x 1"),
        ({"cluster_m": 2, "cluster_n": 2, "cluster_k": 3}, "more than 8 blocks"),
        ({"cluster_m": 2, "cluster_k": 5}, "more than 8 blocks"),
        ({"part_n": 40}, "parts of 40 columns"),
        ({"part_n": 64, "tile_n": 48}, "parts of 64 columns"),
        ({"part_n": 64, "cluster_k": 2}, "parts of 64 columns"),
    ],
)
def test_config_that_no_kernel_has(given: dict[str, Any], said: str) -> None:
    with pytest.raises(DSLUserCodeError, match=said) as found:
        ops.GemmConfig(**given)
    assert (found.value.name, isinstance(found.value, ValueError)) == ("gemm-config", True)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("majors", MAJORS)
def test_each_major_order_is_multiplied(target: str, majors: str) -> None:
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


BOTH = (
    ops.GemmConfig(tile_m=64, tile_n=48, stages=2, groups=1, cluster_m=2, cluster_k=2, swap=True),
    ops.GemmConfig(tile_m=128, tile_n=64, stages=2, epilogue_stages=1, cluster_m=2, cluster_k=4),
    ops.GemmConfig(tile_m=64, tile_n=104, stages=3, groups=1, epilogue_stages=1, cluster_m=4, swap=True, part_n=64),
    ops.GemmConfig(tile_m=64, tile_n=48, stages=2, groups=1, cluster_n=2, swap=True),
    ops.GemmConfig(tile_m=64, tile_n=48, stages=2, groups=1, cluster_m=2, cluster_n=2, cluster_k=2),
    ops.GemmConfig(tile_m=64, tile_n=64, stages=2, groups=1, cluster_n=4, stream_k=True),
    ops.GemmConfig(tile_m=64, tile_n=64, stages=2, groups=1, cluster_m=4, cluster_n=2),
)
"""Clusters that share tiles of one operand or both, three of them along K too."""


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("config", BOTH, ids=lambda c: "x".join(map(str, c.shape_of_cluster)))
@pytest.mark.parametrize(("shape", "majors"), [((200, 296, 200), "TN"), ((72, 136, 72), "NT")])
def test_clusters_that_share_operands_and_steps(
    target: str, config: ops.GemmConfig, shape: tuple[int, int, int], majors: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some tiles of a cluster lie below the result, and some blocks have no step of K."""
    m, n, k = shape
    if target == "cpu":
        monkeypatch.setattr(import_module("cutedsl.utils.hardware_info"), "usable_cores", lambda: 8)
    a, b = (
        matrix((m, k), torch.bfloat16, target, majors[0] == "N"),
        matrix((k, n), torch.bfloat16, target, majors[1] == "N"),
    )
    for _ in range(2):
        close(
            ops.matmul(a, b, poisoned(normal((m, n), torch.bfloat16, target)), config=config), a.double() @ b.double()
        )


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("shape", [(520, 264, 40), (72, 136, 320), (40, 40, 72)])
def test_groups_that_take_turns(target: str, shape: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Ping-pong: more tiles than groups, as many, and one; all on few blocks, so that each has several."""
    m, n, k = shape
    if target == "cpu":
        monkeypatch.setattr(import_module("cutedsl.utils.hardware_info"), "usable_cores", lambda: 4)
    a, b = matrix((m, k), torch.bfloat16, target), matrix((k, n), torch.bfloat16, target, True)
    for config in (TURNS, replace(TURNS, tile_m=128, stages=2, epilogue_stages=4)):
        close(
            ops.matmul(a, b, poisoned(normal((m, n), torch.bfloat16, target)), config=config), a.double() @ b.double()
        )


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("shape", [(72, 136, 328), (2048, 72, 64), long((520, 264, 200))])
def test_tiles_shared_out_along_k(target: str, shape: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice, as flags must be lowered again; with fewer workers than tiles and more."""
    m, n, k = shape
    if target == "cpu":
        monkeypatch.setattr(import_module("cutedsl.utils.hardware_info"), "usable_cores", lambda: 14)
    a, b = matrix((m, k), torch.bfloat16, target), matrix((k, n), torch.bfloat16, target, True)
    for config in (
        replace(SMALL, stream_k=True),
        replace(PAIRS, stream_k=True, epilogue_stages=4),
        replace(TURNS, stream_k=True, cluster_m=2),
        replace(SMALL, stream_k=True, tile_n=192, epilogue_stages=3),
    ):
        for _ in range(2):
            made = ops.matmul(a, b, poisoned(normal((m, n), torch.bfloat16, target)), config=config)
            close(made, a.double() @ b.double())


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("tile", "blocks"), [((128, 64), 2), ((128, 16), 4), long((128, 128), 2), long((256, 64), 4)])
@pytest.mark.parametrize("k", [520, 64])
def test_tiles_shared_by_a_cluster_along_k(target: str, tile: tuple[int, int], blocks: int, k: int) -> None:
    """As many parts of a tile as blocks, fewer and more; and blocks without any step of K."""
    config = ops.GemmConfig(*tile, stages=2, epilogue_stages=1, swap=True, cluster_k=blocks)
    a, b = normal((tile[1] - 5, k), torch.bfloat16, target), normal((296, k), torch.bfloat16, target).T
    out = poisoned(normal((tile[1] - 5, 296), torch.bfloat16, target))
    close(ops.matmul(a, b, out, config=config), a.double() @ b.double())


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("dtype", [torch.float16, torch.float32])
@pytest.mark.parametrize("steps", [(1, 1), (2, 3)])
def test_arrays_that_no_tensor_map_holds(target: str, dtype: torch.dtype, steps: tuple[int, int]) -> None:
    i, j = steps
    a, b = normal((67 * i, 45 * j), dtype, target)[::i, ::j], normal((45, 71 * j), dtype, target)[:, ::j]
    close(ops.matmul(a, b), a.double() @ b.double())


@pytest.mark.parametrize("dtype", [torch.float16, torch.float32])
def test_vectors_of_any_stride_are_taken(dtype: torch.dtype) -> None:
    a, b, far = normal((9, 24), dtype, "cpu"), normal((24, 20), dtype, "cpu"), normal((40, 3), dtype, "cpu")
    bias, scale = far[::2, 0], far[3:23, 1]
    found = ops.matmul(a, b, bias=bias, scale_b=scale)
    close(found, a.double() @ b.double() * scale.double() + bias.double())


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("columns", [48, 45])
def test_batches_are_multiplied(target: str, columns: int) -> None:
    """Stacks on both sides, and one matrix for all; with tensor maps and without."""
    a, b = normal((3, 40, columns), torch.bfloat16, target), normal((3, columns, 24), torch.bfloat16, target)
    for x, y in ((a, b), (a[0], b), (a, b[1])):
        close(ops.matmul(x, y, config=SMALL), x.double() @ y.double())


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float32])
@pytest.mark.parametrize("rows", [80, 77])
def test_the_epilogue_is_applied(target: str, dtype: torch.dtype, rows: int) -> None:
    a, b = normal((rows, 64), dtype, target), normal((64, 72), dtype, target)
    c, bias = normal((rows, 72), dtype, target), normal((72,), torch.float32, target)
    made = ops.matmul(a, b, alpha=0.5, beta=-2.0, c=c, bias=bias, epilogue=relu, out_dtype=torch.float32, config=SMALL)
    assert made.dtype is torch.float32
    close(made, torch.relu(0.5 * (a.double() @ b.double()) - 2.0 * c.double() + bias.double()))


@pytest.mark.parametrize("target", TARGETS)
def test_few_rows_are_multiplied(target: str) -> None:
    """The transposed product: the other matrix's columns are the rows of tiles."""
    config = ops.GemmConfig(tile_m=64, tile_n=16, stages=3, groups=1, cluster_m=1, stream_k=True, swap=True)
    a, b = normal((3, 328), torch.bfloat16, target), normal((72, 328), torch.bfloat16, target).T
    c, bias = normal((3, 72), torch.bfloat16, target), normal((72,), torch.float32, target)
    made = ops.matmul(a, b, poisoned(c), beta=1.0, c=c, bias=bias, config=config)
    close(made, a.double() @ b.double() + c.double() + bias.double())


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("form", "out_dtype"),
    each_value([(48, True), (80, True), (96, True), (96, False)], [torch.bfloat16, torch.float32]),
)
def test_widths_of_several_stages(target: str, form: tuple[int, bool], out_dtype: torch.dtype) -> None:
    """Tiles whose results make stages of fewer than 128 bytes, all of them stored; asked for ahead."""
    width, swap = form
    config = ops.GemmConfig(64, width, stages=3, groups=1, epilogue_stages=2, swap=swap, ahead=2)
    rows, columns = (width - 5, 136) if swap else (136, width + 8)
    a, b = normal((rows, 200), torch.bfloat16, target), normal((columns, 200), torch.bfloat16, target).T
    bias = normal((columns,), torch.float32, target)
    out = poisoned(normal((rows, columns), out_dtype, target))
    close(ops.matmul(a, b, out, bias=bias, config=config), a.double() @ b.double() + bias.double())


PARTS = [(128, 152, 64, False), (64, 80, 48, True), (64, 112, 48, True), (64, 232, 64, False)]


@pytest.mark.cutedsl_unchecked  # two bulk stores write where parts overlap, which is a finding; both write the same
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("part", "stages"), [(PARTS[0], 4), (PARTS[2], 1), *(long(part, n) for part in PARTS[1::2] for n in (1, 4))]
)
def test_the_last_part_of_results_overlaps(target: str, part: tuple[int, int, int, bool], stages: int) -> None:
    """Of tiles that parts do not divide; with a row that all results share, and rows and columns outside."""
    tile_m, tile_n, part_n, swap = part
    config = ops.GemmConfig(
        tile_m, tile_n, stages=3, groups=tile_m // 64, epilogue_stages=stages, swap=swap, part_n=part_n
    )
    rows, columns = (2 * tile_n - 5, 136) if swap else (136, 2 * tile_n + 8)
    a, b = normal((rows, 72), torch.bfloat16, target), normal((columns, 72), torch.bfloat16, target).T
    bias = normal((columns,), torch.float32, target)
    out = poisoned(normal((rows, columns), torch.bfloat16, target))
    close(ops.matmul(a, b, out, bias=bias, config=config), a.double() @ b.double() + bias.double())
    factor = normal((rows,), torch.float32, target)
    out = poisoned(out)
    close(ops.matmul(a, b, out, scale_a=factor, config=config), a.double() @ b.double() * factor.double()[:, None])


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("stages", [1, 4])
def test_parts_do_not_overlap_where_the_result_is_added_to(target: str, stages: int) -> None:
    config = ops.GemmConfig(64, 80, stages=3, groups=1, epilogue_stages=stages, part_n=48)
    a, b = normal((72, 72), torch.bfloat16, target), normal((160, 72), torch.bfloat16, target).T
    out = normal((72, 160), torch.bfloat16, target)
    wanted = a.double() @ b.double() + 2 * out.double()
    close(ops.matmul(a, b, out, beta=2.0, c=out, config=config), wanted)


def of_kind(shape: tuple[int, ...], kind: str, target: str, first: bool = False) -> torch.Tensor:
    """Random values of a type that Hopper multiplies with K contiguous only."""
    if kind == "int8":
        made = torch.randint(-128, 128, shape, dtype=torch.int8)
        made = made.mT.contiguous().mT if first else made
        return made.to(target)
    return matrix(shape, vars(torch)[kind], target, first)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("kind", "majors", "k"),
    [
        ("int8", "TN", 176),
        *(long("int8", majors, 176) for majors in MAJORS if majors != "TN"),
        *(("int8", "NT", 171), ("float8_e5m2", "TN", 176), ("float8_e4m3fn", "TT", 171), ("float32", "NN", 176)),
        *(long("float8_e4m3fn", "TN", 176), long("float8_e4m3fn", "NT", 176)),
        *(long("float32", "TN", 176), long("float32", "TT", 171)),
    ],
)
def test_types_multiplied_along_k(target: str, kind: str, majors: str, k: int) -> None:
    """8-bit types and tf32 in every order: K contiguous as it is, the other way through a copy; and unaligned."""
    a = of_kind((72, k), kind, target, majors[0] == "N")
    b = of_kind((k, 40), kind, target, majors[1] == "N")
    made, exact = ops.matmul(a, b, allow_tf32=True), a.double() @ b.double()
    if kind == "int8":
        assert made.dtype is torch.int32
        assert torch.equal(made.double(), exact)
    else:
        assert made.dtype is (torch.float32 if kind == "float32" else torch.bfloat16)
        close(made, exact, 1e-3 if kind == "float32" else None)


@pytest.mark.parametrize("target", TARGETS)
def test_tf32_is_only_used_if_allowed(target: str) -> None:
    a, b = normal((64, 64), torch.float32, target), normal((64, 64), torch.float32, target).T
    exact = a.double() @ b.double()
    close(ops.matmul(a, b), exact, 1e-6)
    error = (ops.matmul(a, b, allow_tf32=True).double() - exact).norm() / exact.norm()
    assert 1e-5 < float(error) < 1e-3


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("kind", "k"), [("float8_e4m3fn", 64), ("int8", 61), long("int8", 64), long("bfloat16", 64)])
def test_scales_of_rows_and_columns(target: str, kind: str, k: int) -> None:
    a, b = of_kind((72, k), kind, target), of_kind((k, 40), kind, target, True)
    rows, columns = torch.rand(72, device=target) / 64, torch.rand(40, device=target) / 64
    bias = normal((40,), torch.float32, target)
    exact = rows.double()[:, None] * columns.double() * (a.double() @ b.double()) + bias.double()
    swapped = replace(SMALL, tile_n=16, stages=3, swap=True)
    for config in (None, swapped) if k % 16 == 0 else (None,):
        given = {"scale_a": rows, "scale_b": columns, "bias": bias, "out_dtype": torch.float32, "config": config}
        close(ops.matmul(a, b, **given), exact, 3e-6)


@pytest.mark.parametrize("target", TARGETS)
def test_integer_sums_shared_out_along_k(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sums above 2^24 go through the workspace exactly."""
    if target == "cpu":
        monkeypatch.setattr(import_module("cutedsl.utils.hardware_info"), "usable_cores", lambda: 4)
    a, b = (torch.full(shape, 127, dtype=torch.int8, device=target) for shape in ((72, 2064), (136, 2064)))
    a[0] -= 1
    made = ops.matmul(a, b.T, config=replace(SMALL, stream_k=True, tile_k=128))
    assert torch.equal(made.double(), a.double() @ b.double().T)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("form", "swap"),
    each_value(
        [
            (1, torch.bfloat16, ops.GemvConfig(), 1096),
            (3, torch.float16, ops.GemvConfig(columns=3, ahead=2, warps=4, share=2), 1608),
            (2, torch.float32, None, 260),
            (8, torch.bfloat16, ops.GemvConfig(columns=1, share=8), 40),
        ],
        [False, True],
    ),
    ids=str,
)
def test_very_few_rows_are_multiplied(
    target: str, form: tuple[int, torch.dtype, ops.GemvConfig | None, int], swap: bool
) -> None:
    """Without matrix units: K in whole turns and not, several warps along K, batches; few rows, then few columns."""
    few, dtype, config, k = form
    a, b = normal((2, few, k), dtype, target), normal((2, 101, k), dtype, target).mT
    c, bias = normal((2, few, 101), dtype, target), normal((101,), torch.float32, target)
    exact = relu(0.5 * (a.double() @ b.double()) + c.double() + bias.double())
    if swap:
        a, b, c, bias = b.mT, a.mT, c.mT, normal((few,), torch.float32, target)
        exact = relu(0.5 * (a.double() @ b.double()) + c.double() + bias.double())
        config = None if config is None else replace(config, swap=True)
    out = poisoned(normal(tuple(exact.shape), dtype, target))
    close(ops.matmul(a, b, out, alpha=0.5, beta=1.0, c=c, bias=bias, epilogue=relu, config=config), exact)


def test_very_few_rows_that_are_too_many() -> None:
    a = normal((9, 16), torch.bfloat16, "cpu")
    for given in (a, a[:4, :12], a[:4].T.contiguous().T):
        with pytest.raises(DSLUserCodeError, match="rows or columns; up to 8"):
            ops.matmul(given, given.T, config=ops.GemvConfig())
    with pytest.raises(DSLUserCodeError, match="each group of `share`"):
        ops.GemvConfig(warps=8, share=3)


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
        ("ops-shape", "`scale_a` has the shape (6,); it must be (3,)", lambda a, b: ops.matmul(a, b[:4], scale_a=b[0])),
        ("ops-dtype", "which is the bare sums", lambda a, b: ops.matmul(a.char(), b[:4].char(), alpha=2.0)),
        ("ops-dtype", "`out_dtype` is torch.int64", lambda a, b: ops.matmul(a, b[:4], out_dtype=torch.int64)),
    ],
)
def test_wrong_products_are_refused(name: str, said: str, call: Any) -> None:
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


@pytest.mark.parametrize("target", TARGETS)
def test_memory_beside_the_result_stays(target: str) -> None:
    """A view whose rows are not whole 16 bytes: bulk stores would write the columns after it."""
    a, b = normal((64, 64), torch.float16, target), normal((64, 40), torch.float16, target)[:, :37]
    room = torch.full((64, 48), 7.0, dtype=torch.float16, device=target)
    ops.matmul(a, b, out=room[:, :37])
    close(room[:, :37], a.double() @ b.double())
    assert (room[:, 37:] == 7).all()
