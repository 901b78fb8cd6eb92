"""Programs that are wrong in themselves: each ends in a named error at its author's line, wherever we noticed it."""

# pyright: reportCallIssue=false, reportArgumentType=false, reportAttributeAccessIssue=false
# What a type checker says of these programs is what they are about.

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cutedsl as cutlass
import cutedsl.cute as cute
from cutedsl import pipeline, utils
from cutedsl.errors import DSLUserCodeError
from tests.programs.test_run import cutedsl_run

WRONG: dict[str, tuple[Any, str, str]] = {
    "an argument that is missing": (lambda x: cute.copy(x, x), "argument-missing", "missing 1 required"),
    "missing, by keyword": (lambda x: pipeline.PipelineTmaAsync.create(num_stages=2), "argument-missing", "tx_count"),
    "missing, of a method": (
        lambda x: utils.SmemAllocator().allocate_tensor(cutlass.Float32),
        "argument-missing",
        "'layout'",
    ),
    "a keyword that there is not": (
        lambda x: cute.local_tile(x, tiler=(2,), coords=(0,)),
        "argument-unexpected",
        r"It takes \(input, tiler, coord, proj\)",
    ),
    "more than it takes": (lambda x: cute.arch.barrier(33), "argument-count", "takes 0 positional"),
    "more than a kernel takes": (lambda x: fill(x, x).launch(grid=1, block=1), "argument-count", "takes 1 positional"),
    "a launch by position": (lambda x: fill(x).launch(1, 32), "launch-option", r"grid=1, block=32"),
    "a launch by warps": (lambda x: fill(x).launch(grid=1, num_warps=1), "launch-option", r"block=32 \* warps"),
    "an attribute that there is not": (
        lambda x: pipeline.make_pipeline_state(pipeline.PipelineUserType.Producer, 2).advanced(),
        "no-attribute",
        "Did you mean `advance`",
    ),
    "a member that there is not": (lambda x: cute.ReductionOp.AD, "no-attribute", "Did you mean `ADD`"),
    "a tensor for a pointer": (lambda x: cute.recast_ptr(x, dtype=cutlass.Float16), "argument-type", "recast_ptr"),
    "a type of Python": (lambda x: cute.make_rmem_tensor(4, float), "not-a-type", "make_rmem_tensor"),
    "a number for a vector": (lambda x: ones().store(3), "python-operation", r"x\.fill\(value\)"),
    "a shape in place of a type": (
        lambda x: cute.make_rmem_tensor(cutlass.Float32, 4),
        "leaf-not-integer",
        "the shape of a register tensor cannot be Float32",
    ),
    "None for a scheduler's numbers": (
        lambda x: utils.StaticPersistentTileScheduler.create(None, (0, 0, 0), (1, 1, 1)),
        "value-is-none",
        "StaticPersistentTileScheduler.create",
    ),
}


def ones() -> Any:
    found = cute.make_rmem_tensor(4, cutlass.Float32)
    found.fill(1.0)
    return found


@cute.kernel
def fill(x: cute.Tensor):
    x[0] = cutlass.Float32(0)


@cute.jit
def run(x: cute.Tensor, body: cutlass.Constexpr):
    body(x)


@pytest.mark.parametrize("wrong", list(WRONG))
def test_the_authors_line_is_named(wrong: str) -> None:
    body, name, said = WRONG[wrong]
    with pytest.raises(DSLUserCodeError, match=said) as caught:
        run(np.zeros(4, np.float32), body)
    assert caught.value.name == name
    assert caught.value.span is not None and Path(caught.value.span.file) == Path(__file__)


def test_exceptions_of_the_author_stay_as_they_are() -> None:
    def own(x: cute.Tensor) -> None:
        raise ValueError("mine")

    with pytest.raises(ValueError, match="mine") as caught:
        run(np.zeros(4, np.float32), own)
    assert type(caught.value) is ValueError


def test_errors_of_python_in_the_authors_line_keep_their_class_and_get_a_name() -> None:
    table = {"a": 1}
    lines: list[tuple[Any, type[Exception], str]] = [
        (lambda x: np.zeros(3).reshape(2, 2), ValueError, "python-value"),
        (lambda x: table["b"], KeyError, "python-key"),
        (lambda x: [1][2], IndexError, "python-index"),
        (lambda x: 1 // 0, ZeroDivisionError, "division-by-zero"),
        (lambda x: len(3), TypeError, "python-operation"),
        (lambda x: np.nothing, AttributeError, "no-attribute"),
    ]
    for body, kind, name in lines:
        with pytest.raises(kind) as caught:
            run(np.zeros(4, np.float32), body)
        assert isinstance(caught.value, DSLUserCodeError) and caught.value.name == name
        assert caught.value.span is not None and Path(caught.value.span.file) == Path(__file__)


def test_a_call_outside_of_a_trace_is_named_by_run(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text("from cutlass.cute.runtime import make_ptr\n\nx = make_ptr(1, 2, 3, 4)\n")
    done = cutedsl_run("run", "--device", "cpu", str(program))
    assert done.returncode == 1
    print(done.stderr)
    assert "error[call-refused]: `make_ptr` ended in AttributeError" in done.stderr
    assert "program.py:3:5" in done.stderr and "Traceback" not in done.stderr
