"""What a kernel author's editor says: nothing on the examples, and the right thing at each deliberate mistake."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.docs.programs import ROOT
from tests.once import made_once

MISTAKES = '''"""Each line with a mark has exactly that mistake; the others have none."""

from __future__ import annotations

from typing import Any, assert_type

import cutedsl as cutlass
import cutedsl.cute as cute


@cute.kernel
def scale(x: cute.Tensor, by: cutlass.Float32):
    i, _, _ = cute.arch.thread_idx()
    assert_type(i, cutlass.Int32)
    assert_type(cute.arch.lane_idx(), cutlass.Int32)
    assert_type(2 * i + 1, cutlass.Int32)
    assert_type(by / 3.0 + by, cutlass.Float32)
    assert_type(i < 4, cutlass.Boolean)
    x[i] = x[i] * by
    assert_type(x[i], cute.Numeric)
    assert_type(x[i, 0] * 2.0, Any)
    assert_type(x[None, i], cute.Tensor)
    assert_type(i / 3, cutlass.Float32)
    assert_type(by * i, Any)
    assert_type(i == 3, cutlass.Boolean)
    assert_type(by.to(cutlass.Int32), cutlass.Int32)
    assert_type(cute.size(x), int | Any)
    less: int = cute.size(x) - 1
    cute.arch.cp_async_wait_group(less)
    assert_type(cute.rank(x), int)
    assert_type(cute.math.exp(by), cutlass.Float32)
    assert_type(cute.math.exp(2.0), cutlass.Float32)
    assert_type(cute.math.pow(by, 2), cutlass.Float32)
    assert_type(cute.math.isnan(by), cutlass.Boolean)
    assert_type(cute.arch.warp_reduction_sum(by), cutlass.Float32)
    assert_type(cute.arch.shuffle_sync_bfly(i, 1), cutlass.Int32)
    assert_type(cute.arch.atomic_add(x.iterator, by), cutlass.Float32)
    assert_type(cute.arch.clock64(), cutlass.Uint64)
    assert_type(cutlass.max(i, 3), cutlass.Int32)
    row = x.load()
    assert_type(cute.math.exp(row), cute.TensorSSA)
    assert_type(2.0 * row + by, cute.TensorSSA)
    assert_type(row.reduce(cute.ReductionOp.ADD, 0.0, 0), cute.Numeric)
    assert_type(row.reduce(cute.ReductionOp.ADD, 0.0, (None, 1)), cute.TensorSSA)
    assert_type(row[0], cute.Numeric)
    assert_type(cute.zipped_divide(x, (4,)), cute.Tensor)
    assert_type(cute.zipped_divide(cute.make_layout(8), (4,)), cutlass.Layout)
    assert_type(cute.make_fragment_like(x), cute.Tensor)
    _ = i + "a"  # error: reportOperatorIssue
    _ = by < "a"  # error: reportOperatorIssue
    cute.math.exp("a")  # error: reportArgumentType reportCallIssue
    x[i].relu()  # error: reportAttributeAccessIssue
    row.sum()  # error: reportAttributeAccessIssue
    for k in cutlass.range(4):
        assert_type(k, cutlass.Int32)
    cute.arch.thread_index()  # error: reportAttributeAccessIssue
    cute.arch.barrier(1)  # error: reportCallIssue
    cute.printf("i", stop="")  # error: reportCallIssue


@cute.kernel
def as_people_annotate(
    tma_atom: cute.CopyAtom,
    tiled_mma: cute.TiledMma,
    stages: cutlass.Constexpr[int],
    x: cute.Tensor,
    pointer: cute.Pointer,
    layout: cute.ComposedLayout,
    tile: cute.Tile,
    coord: cute.Coord,
    shape: cute.Shape,
):
    cute.nvgpu.cpasync.prefetch_descriptor(tma_atom)
    cute.nvgpu.cpasync.copy_tensormap(tma_atom, pointer)
    there, here = cute.nvgpu.cpasync.tma_partition(tma_atom, 0, cute.make_layout(1), x, x)
    cute.copy(tma_atom, here, there)
    cute.make_tensor(pointer, layout.outer)
    cute.flat_divide(x, (tile[0], cute.size(tile[1])))
    cute.arch.cp_async_wait_group(stages - 2)
    assert_type(stages, int)
    if x[0][1] < shape[0][1] - coord[1] * tile[0]:
        cute.gemm(tiled_mma, x, x, x, x)


@cute.kernel
def row_sum(x: cute.Tensor, width: int = 4):
    pass


@cute.kernel
def limited(x: cute.Tensor, by: cutlass.Float32, *, limit: cutlass.Int32, from_: cutlass.Int32 | None = None):
    pass


@cute.kernel
def named(*, x: cute.Tensor, limit: cutlass.Int32 = cutlass.Int32(4)):
    pass


@cute.jit
def halved(value: cutlass.Float32) -> cutlass.Float32:
    return value / 2.0


class Scaled:
    @cute.jit
    def __call__(self, x: cute.Tensor):
        self.kernel(x, 2.0).launch(grid=1, block=32)
        self.kernel(x).launch(grid=1, block=32)  # error: reportAttributeAccessIssue

    @cute.kernel
    def kernel(self, x: cute.Tensor, by: cutlass.Float32):
        pass


@cute.jit
def run(x: cute.Tensor, by: cutlass.Float32, n: cutlass.Constexpr[int]):
    assert_type(n, int)
    scale(x, by).launch(grid=n, block=32)
    scale(x, 2.0).launch(grid=n, block=32)
    scale(x, by).launch(gird=n, block=32)  # error: reportCallIssue
    scale(x, by).start(grid=1)  # error: reportAttributeAccessIssue
    scale(x).launch(grid=n, block=32)  # error: reportAttributeAccessIssue
    scale(x, by, 3).launch(grid=n, block=32)  # error: reportAttributeAccessIssue
    scale(x, by=by).launch(grid=n, block=32)
    row_sum(x).launch(grid=n, block=32)
    row_sum(x, 2).launch(grid=n, block=32)
    row_sum().launch(grid=n, block=32)  # error: reportAttributeAccessIssue
    limited(x, 2.0, limit=4).launch(grid=n, block=32)
    limited(x, by, limit=cutlass.Int32(n), from_=None).launch(grid=n, block=32)
    limited(x, by=2.0, limit=n, from_=3).launch(grid=n, block=32)
    limited(x, by).launch(grid=n, block=32)  # error: reportAttributeAccessIssue
    named(x=x).launch(grid=n, block=32)
    named(x=x, limit=3).launch(grid=n, block=32)
    assert_type(halved(by), cutlass.Float32)
    halved().to(cutlass.Int32)  # error: reportAttributeAccessIssue
    with cute.arch.elect_one():
        cute.printf("{}", n)
    for i in cutlass.range(n, unroll="four"):  # error: reportArgumentType
        cute.printf("{}", i)
    for k in cutlass.range_constexpr(n):
        assert_type(k, int)


def use(x: cute.Tensor, by: cutlass.Float32):
    run(x, 2.0, 4)
    run([1.0], 2.0, 4)
    compiled = cute.compile[cute.OptLevel(2), cute.KeepPTX](run, x, by, 4)
    assert_type(compiled.__ptx__, str)
    cute.compile(run, x, by, 4, options=2)  # error: reportArgumentType
    cute.OptLevel("high")  # error: reportArgumentType
    layout = cute.make_layout((4, 8), stride=(8, 1))
    assert_type(layout, cutlass.Layout)
    layout.shapes  # error: reportAttributeAccessIssue
'''
_MARK = re.compile(r"# error: ([\w ]+)")
_UNTYPED = (
    "UnknownParameterType",
    "UnknownMemberType",
    "UnknownVariableType",
    "UnknownArgumentType",
    "UnknownLambdaType",
)


EXAMPLES = sorted((ROOT / "examples").rglob("*.py"))
EVERY = 4
"""Of so many examples one is read here without `--long`; `make check-types` reads all, less strictly."""


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> list[dict[str, Any]]:
    """What pyright says, strictly, of examples and of the file of mistakes, in one run.

    Parameters without a type are a form of the language (a value of any type), so that their rules are off.
    """
    examples = EXAMPLES if request.config.getoption("--long") else EXAMPLES[::EVERY]
    folder = made_once(tmp_path_factory, "editor", lambda folder: _ask_pyright(folder, examples))
    return json.loads((folder / "said.json").read_text())


def _ask_pyright(folder: Path, examples: list[Path]) -> None:
    (folder / "mistakes.py").write_text(MISTAKES)
    config = {
        "include": ["mistakes.py", *(os.path.relpath(example, folder) for example in examples)],
        "extraPaths": [os.path.relpath(ROOT / place, folder) for place in ("src", "examples", "examples/ci", "")],
        "typeCheckingMode": "strict",
        "pythonVersion": "3.11",
        "reportMissingParameterType": False,
        "reportPrivateUsage": False,
        "reportUnusedExpression": False,
    } | {f"report{name}": False for name in _UNTYPED}
    (folder / "pyrightconfig.json").write_text(json.dumps(config))
    command = [sys.executable, "-m", "pyright", "-p", str(folder), "--pythonpath", sys.executable, "--outputjson"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=110)
    found = json.loads(done.stdout)
    assert found["summary"]["filesAnalyzed"] == 1 + len(examples) > 10
    (folder / "said.json").write_text(json.dumps(found["generalDiagnostics"]))


def test_examples_have_no_type_errors(said: list[dict[str, Any]]) -> None:
    assert [
        f"{d['file']}:{d['range']['start']['line'] + 1}: {d['message']}" for d in said if "examples" in d["file"]
    ] == []


def test_each_mistake_is_marked_and_nothing_else(said: list[dict[str, Any]]) -> None:
    lines = enumerate(MISTAKES.splitlines())
    expected = {line: set(match[1].split()) for line, text in lines if (match := _MARK.search(text))}
    found: dict[int, set[str]] = {}
    for d in said:
        if Path(d["file"]).name == "mistakes.py":
            found.setdefault(d["range"]["start"]["line"], set()).add(d["rule"])
    shown = {line: d["message"] for d in said for line in [d["range"]["start"]["line"]] if line not in expected}
    assert found == expected, shown


def test_the_package_says_that_it_is_typed() -> None:
    assert (ROOT / "src" / "cutedsl" / "py.typed").exists()
