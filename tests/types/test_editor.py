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

MISTAKES = '''"""Each line with a mark has exactly that mistake; the others have none."""

from __future__ import annotations

from typing import assert_type

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
    cute.arch.thread_index()  # error: reportAttributeAccessIssue
    cute.arch.barrier(1)  # error: reportCallIssue
    cute.printf("i", stop="")  # error: reportCallIssue


@cute.jit
def run(x: cute.Tensor, by: cutlass.Float32, n: cutlass.Constexpr[int]):
    assert_type(n, int)
    scale(x, by).launch(grid=n, block=32)
    scale(x, 2.0).launch(grid=n, block=32)
    scale(x, by).launch(gird=n, block=32)  # error: reportCallIssue
    scale(x, by).start(grid=1)  # error: reportAttributeAccessIssue
    with cute.arch.elect_one():
        cute.printf("{}", n)
    for i in cutlass.range(n, unroll="four"):  # error: reportArgumentType
        cute.printf("{}", i)
    for k in cutlass.range_constexpr(n):
        assert_type(k, int)


def use(x: cute.Tensor, by: cutlass.Float32):
    run(x, 2.0, 4)
    compiled = cute.compile[cute.OptLevel(2), cute.KeepPTX](run, x, by, 4)
    assert_type(compiled.__ptx__, str)
    cute.compile(run, x, by, 4, options=2)  # error: reportArgumentType
    cute.OptLevel("high")  # error: reportArgumentType
    layout = cute.make_layout((4, 8), stride=(8, 1))
    assert_type(layout, cutlass.Layout)
    layout.shapes  # error: reportAttributeAccessIssue
'''
_MARK = re.compile(r"# error: (\w+)")
_UNTYPED = (
    "UnknownParameterType",
    "UnknownMemberType",
    "UnknownVariableType",
    "UnknownArgumentType",
    "UnknownLambdaType",
)


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """What pyright says, strictly, of the examples and of the file of mistakes, in one run.

    Parameters without a type are a form of the language (a value of any type), so that their rules are off.
    """
    folder = tmp_path_factory.mktemp("editor")
    (folder / "mistakes.py").write_text(MISTAKES)
    config = {
        "include": ["mistakes.py", os.path.relpath(ROOT / "examples", folder)],
        "extraPaths": [os.path.relpath(ROOT / place, folder) for place in ("src", "examples", "")],
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
    assert found["summary"]["filesAnalyzed"] > 10
    return found["generalDiagnostics"]


def test_examples_have_no_type_errors(said: list[dict[str, Any]]) -> None:
    assert [
        f"{d['file']}:{d['range']['start']['line'] + 1}: {d['message']}" for d in said if "examples" in d["file"]
    ] == []


def test_each_mistake_is_marked_and_nothing_else(said: list[dict[str, Any]]) -> None:
    lines = enumerate(MISTAKES.splitlines())
    expected = {line: match[1] for line, text in lines if (match := _MARK.search(text))}
    found = {d["range"]["start"]["line"]: d["rule"] for d in said if Path(d["file"]).name == "mistakes.py"}
    shown = {line: d["message"] for d in said for line in [d["range"]["start"]["line"]] if line not in expected}
    assert found == expected, shown


def test_the_package_says_that_it_is_typed() -> None:
    assert (ROOT / "src" / "cutedsl" / "py.typed").exists()
